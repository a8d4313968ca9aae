"""Tests of the leak test with a clock: leaks of time that are planted on purpose must be found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from speelhol.bots import pool
from speelhol.den import Den, Table
from speelhol.den.bots import Bots
from speelhol.kernel import Action
from speelhol.web.api import routes as api
from speelhol.web.server import fast, metrics
from speelhol.web.table import feed, stream
from speelhol.web.table.scene import Scene
from tests.contract.leak import Leak

from .worlds import CASES, dark_pair, noted_pair, passed_pair, some_twins, twin_pair

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def everybody_wakes(patch: Patch) -> None:
    """Not a leak by itself: every stream looks whether something is new whenever anything is written."""
    tell = Den.tell
    patch.setattr(Den, "tell", lambda self, table, since=-1: tell(self, table))


def a_beat_after_silence(patch: Patch) -> None:
    """A beat comes when nothing was written at the table for a while."""
    everybody_wakes(patch)

    honest = feed.Feed._push

    def leaky(self: feed.Feed) -> None:
        self._timer.cancel()
        self._due = self._loop.time() + feed.BEAT
        self._timer = self._loop.call_at(self._due, self._on_beat)
        honest(self)

    patch.setattr(feed.Feed, "_push", leaky)


def an_empty_piece_at_every_wake(patch: Patch) -> None:
    """Whatever is written at the table, a stream moves, if only by nothing."""
    everybody_wakes(patch)
    honest = stream.page_news

    def leaky(look: Callable[[], Scene | str], *more: Any) -> feed.News:
        news = honest(look, *more)
        return lambda: news() or b"{}"

    patch.setattr(fast, "page_news", leaky)


def sent_again_when_taken_back(patch: Patch) -> None:
    """A view is sent again whenever the match was put together anew, also for what only another seat can see."""
    everybody_wakes(patch)
    patch.setattr(api, "alike", lambda one, two: 0)


def only_who_is_missing_gets_in_line(patch: Patch) -> None:
    """When time is up in the dark, how long it takes tells how many had not answered."""
    patch.setattr(Table, "bots_asked", property(lambda self: self.bots_to_act))


def the_clock_stops_for_who_has_answered(patch: Patch) -> None:
    """Time is up only for those who are missing: if none is, nobody hears of it."""
    patch.setattr(Table, "asked", property(lambda self: self.match.to_act if self.match else ()))


def numbers_for_everybody(patch: Patch) -> None:
    """Anybody may read how many moves were made in the house."""
    patch.setattr(metrics.Access, "allows", lambda self, request: True)


def no_line_for_who_has_no_choice(patch: Patch) -> None:
    """A move without a choice is made at once."""
    honest = Bots._decide

    async def leaky(self: Bots, table: Table, seat: int, pause: float, seed: float) -> Action | None:
        offers = table.playing.view(seat).offers
        if offers is not None and offers.count == 1:
            return next(iter(offers))
        return await honest(self, table, seat, pause, seed)

    patch.setattr(Bots, "_decide", leaky)


def the_worker_is_let_go_at_once(patch: Patch) -> None:
    """A turn with a worker ends when the thought is ready, and the answer is given."""

    async def leaky(begun: float, hold: float) -> None:
        pass

    patch.setattr(pool, "_rest", leaky)


IN_THE_DARK = [
    a_beat_after_silence,
    an_empty_piece_at_every_wake,
    sent_again_when_taken_back,
    only_who_is_missing_gets_in_line,
    the_clock_stops_for_who_has_answered,
    numbers_for_everybody,
]
AMONG_BOTS = [no_line_for_who_has_no_choice, the_worker_is_let_go_at_once]


@pytest.mark.parametrize("plant", IN_THE_DARK, ids=lambda plant: plant.__name__)
def test_a_planted_leak_of_time_is_found_in_the_dark(plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)

    def hunt() -> None:
        for deeds, pace in CASES:
            dark_pair(deeds, pace)

    with pytest.raises(Leak):
        hunt()


@pytest.mark.parametrize("plant", AMONG_BOTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_of_time_is_found_among_bots(plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)

    def hunt() -> None:
        for twins in some_twins("thieves", 12, "planted"):
            twin_pair(twins, 4.0, pause=0.05)

    with pytest.raises(Leak):
        hunt()


@pytest.mark.parametrize("plant", [an_empty_piece_at_every_wake], ids=lambda plant: plant.__name__)
def test_a_planted_leak_of_time_is_found_in_what_is_noted(plant: Plant, monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        noted_pair("thieves", ((1.1, "Bram+lies"),))


def test_a_planted_leak_of_time_is_found_in_what_the_house_passes(monkeypatch: Patch) -> None:
    """The house takes longer for somebody with much money on the agent."""
    honest = Bots._decide

    async def leaky(self: Bots, table: Table, seat: int, pause: float, seed: float) -> Action | None:
        await asyncio.sleep(table.playing.view(seat).now.stake / 1000)
        return await honest(self, table, seat, pause, seed)

    monkeypatch.setattr(Bots, "_decide", leaky)
    with pytest.raises(Leak):
        passed_pair(0.05)
