"""How long a bot at a table waits, and what for: a house that stays away, a door, a rematch."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from speelhol.client import Chair, Declined, House, View
from tests.cli.tools import run
from tests.web.house import House as Building

from .test_join import by_chance, host_plays


class Clock:
    """Time as a client has it, put forward by the test."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.sleep = time.sleep

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("speelhol.connection.time", clock)
    return clock


@pytest.fixture
def building(tmp_path: Path) -> Iterator[Building]:
    building = Building(tmp_path)
    building.open()
    yield building
    building.close()


@contextmanager
def waiting(guest: Chair, patience: float) -> Iterator[list[Any]]:
    """A guest whose bot has sat down and hears nothing more; what became of it comes into the list."""
    became: list[Any] = []

    def evening() -> None:
        try:
            became.append(guest.play_with(by_chance, patience))
        except (Declined, OSError) as error:
            became.append(error)

    thread = threading.Thread(target=evening, daemon=True)
    thread.start()
    while not guest.table()["chairs"][guest.seat]["here"]:
        time.sleep(0.01)
    time.sleep(0.1)  # what the stream says first has come, too
    yield became
    thread.join(60)
    assert not thread.is_alive()


def test_patience_is_counted_from_when_the_house_stopped_answering(building: Building, clock: Clock) -> None:
    """However long nothing happened at the table before that."""
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair, house.join(chair.code, "Kim") as kim:
        with waiting(kim, 20.0) as became:
            clock.ahead += 3600.0
            building.close()
            building.open()
            chair.fill()
            chair.deal()
            chair.play_with(by_chance)
        assert isinstance(became[0], View), became
        assert became[0].over


def test_a_table_that_is_closed_after_a_quiet_time_says_so(building: Building, clock: Clock) -> None:
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair, house.join(chair.code, "Kim") as kim:
        with waiting(kim, 20.0) as became:
            clock.ahead += 3600.0
            chair.do("close")
        assert isinstance(became[0], Declined), became
        assert became[0].reason == "closed"


def test_a_house_that_stays_away_is_given_up_once_patience_is_over(building: Building, clock: Clock) -> None:
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair:
        with waiting(chair, 20.0) as became:
            clock.ahead += 3600.0
            building.close()
            assert not became
            clock.ahead += 20.0
        assert str(became[0]) == "The house has not answered for 20 seconds."


def test_who_waits_at_the_door_does_so_over_a_restart(building: Building) -> None:
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair, House(building.url) as street:
        chair.do("settings", approve=True)
        sat: list[Chair] = []
        thread = threading.Thread(target=lambda: sat.append(street.join(chair.code, "Kim")), daemon=True)
        thread.start()
        while not (knocks := chair.table()["knocks"]):
            time.sleep(0.01)
        building.close()
        time.sleep(1.1)  # it is asked every second
        building.open()
        chair.do("answer", who=knocks[0]["who"], yes=True)
        thread.join(60)
        assert [one.seat for one in sat] == [1]
        sat[0].close()


def test_a_bot_waits_for_a_rematch_over_a_restart(building: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["speelhol.cli.join"], "BETWEEN", 0.05)
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair:
        call = ("join", f"{building.url}/t/{chair.code}", "--bot", "greedy", "--again", "--patience", "20")
        done: list[Any] = []
        thread = threading.Thread(target=lambda: done.append(run(*call)), daemon=True)
        with host_plays(chair, 1):
            thread.start()
        building.close()
        time.sleep(0.2)
        building.open()
        with chair.again() as again:
            while not again.table()["chairs"][1]["here"]:
                assert not done, done[0].output
                time.sleep(0.01)
            again.do("close")
        thread.join(60)
        assert "This table is closed" in done[0].stderr
