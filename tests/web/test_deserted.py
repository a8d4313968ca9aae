"""A table at which nobody is: its bots wait, its clocks don't, and whoever comes first finds it going on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

import speelhol
from speelhol.client import Chair
from speelhol.client import House as Door
from speelhol.den import Table

from .house import House

GAME = "thieves"
SEATS = speelhol.game(GAME).seats[0]
MINUTE = {"kind": "move", "seconds": 60, "absent": "bot"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with a time of its own."""
    house = House(tmp_path)
    house.open()
    yield house
    house.close()


def until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


Leave = Callable[[], tuple[Chair, Table]]


@pytest.fixture
def leave(house: House) -> Iterator[Leave]:
    """Ann sits down with bots and goes away; after a minute a bot holds her seat."""
    with Door(house.url) as door, ExitStack() as later:

        def leave() -> tuple[Chair, Table]:
            chair = later.enter_context(door.open(GAME, SEATS, "Ann", bots=True, pace=MINUTE))
            table = house.table(chair.code)
            until(lambda: table.playing.to_act == (chair.seat,) and not house.den.bots.at_work(table.id))
            house.jump(61)
            until(lambda: table.chairs[chair.seat].held)
            return chair, table

        yield leave


def waits(table: Table) -> bool:
    """Whether nothing happens, though bots could decide."""
    seq = table.seq
    time.sleep(0.3)
    return bool(table.bots_to_act) and table.seq == seq


COMES = {
    "a page": lambda chair: f"/t/{chair.code}",
    "the open table": lambda chair: f"/t/{chair.code}/table",
    "a program's look": lambda chair: f"/api/tables/{chair.code}/view",
    "what everybody may know": lambda chair: f"/api/tables/{chair.code}",
}


@pytest.mark.parametrize("how", COMES)
def test_bots_wait_until_somebody_comes(house: House, leave: Leave, how: str) -> None:
    """Whoever it is: the others see no more of it than that the match goes on."""
    chair, table = leave()
    assert waits(table)
    assert httpx.get(house.url + COMES[how](chair)).status_code == 200
    until(lambda: table.phase == "over")


def test_a_stream_of_a_stranger_keeps_a_table_going(house: House, leave: Leave) -> None:
    chair, table = leave()
    assert waits(table)
    with httpx.stream("GET", f"{house.url}/api/tables/{chair.code}/events", timeout=60) as stream:
        heard = stream.iter_raw()  # kept: a reader that is dropped hangs up
        next(heard)
        house.jump(10_000)
        until(lambda: table.phase == "over")


def test_a_program_that_looks_now_and_then_keeps_its_table_going(house: House, leave: Leave) -> None:
    chair, table = leave()
    house.den.bot_pause = 0.5  # so that the match is not over before the test is
    for _ in range(3):
        chair.view()
        house.jump(45)
        seq = table.seq
        until(lambda seq=seq: table.seq > seq)  # type: ignore[misc]
    house.jump(61)
    until(lambda: not house.den.bots.at_work(table.id))
    assert waits(table)
    house.den.bot_pause = 0.0
    chair.come_back()  # and takes the seat again
    until(lambda: table.playing.to_act == (chair.seat,) or table.phase == "over")


def test_the_front_page_is_not_the_table(house: House, leave: Leave) -> None:
    """A list of one's tables in an open tab is nobody at any of them."""
    with httpx.Client(base_url=house.url, follow_redirects=True) as ann:
        chair, table = leave()
        ann.get("/")
        assert ann.post("/join", data={"code": chair.code}).status_code == 200
        until(lambda: table.phase == "over")
        chair, table = leave()
        ann.cookies.set("tables", chair.code)
        ann.get("/")
        assert waits(table)


def test_a_table_that_waits_may_be_let_go(house: House, leave: Leave) -> None:
    """It costs nothing; and it goes on from the books."""
    house.den.memory.most = 1
    chair, table = leave()
    assert waits(table)
    body = {"game": GAME, "seats": SEATS, "name": "Bob"}
    assert httpx.post(f"{house.url}/api/tables", json=body).status_code == 201
    assert house.den.at_hand(chair.code) is None
    assert httpx.get(f"{house.url}/t/{chair.code}").status_code == 200
    until(lambda: house.table(chair.code).phase == "over")


def test_clocks_run_on_where_nobody_is(house: House, leave: Leave) -> None:
    """Also after the house was closed in between; only bots wait."""
    chair, table = leave()
    house.close()
    house.open()
    house.jump(1)
    assert house.den.at_hand(chair.code) is None
    table = house.table(chair.code)
    assert table.chairs[chair.seat].held
    assert waits(table)
    chair.come_back()
    until(lambda: not table.chairs[chair.seat].held)
