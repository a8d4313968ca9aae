"""What whoever stands in for an absent host may do: let the evening go on, and take the match from nobody."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from speelhol.den import Den, Table
from speelhol.den.tables import entries as e
from tests.house import awaited

from .test_hosting import same_after_reading, turned
from .times import Time, house

pytestmark = pytest.mark.sqlite


async def gathered(den: Den, seats: int = 4) -> Table:
    table = await den.open_table("thieves", seats, {}, "p0")
    for seat in range(seats):
        await den.sit(table, seat, f"p{seat}", f"Name {seat}")
    return table


async def lend(den: Den, table: Table, seat: int) -> None:
    await den.write(table, lambda now: e.Hosted(seat, lent=True))


@awaited
async def test_who_stands_in_takes_the_match_from_nobody(tmp_path: Path) -> None:
    """Nor does anybody to whom they pass the role; whatever lets the evening go on they may do."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await gathered(den)
        await den.deal(table, "p0")
        await lend(den, table, 1)
        await den.pass_host(table, 2, "p1")
        before = table.seq
        for after in (0, 599, 3_600):
            time.now += after
            for deed in (den.remove(table, 1, "p2", bar=True), den.close_table(table, "p2")):
                with turned("stands-in"):
                    await deed
            if after < 600:
                with turned("stands-in-newly"):
                    await den.remove(table, 1, "p2")
        assert (table.seq, table.phase) == (before, "playing")
        await den.silence(table, 1, "p2")
        await den.pause(table, "p2")
        await den.pause(table, "p2", paused=False)
        await den.adjust(table, "p2", {"talk": False})
        await same_after_reading(den, table)
        await den.host_back(table, "p0")
        await den.remove(table, 3, "p0", bar=True)
        await den.close_table(table, "p0")
        assert table.phase == "closed"


@awaited
async def test_after_ten_minutes_who_hinders_the_match_can_be_removed(tmp_path: Path) -> None:
    """Counted from when the host was first stood in for, in whosever hands the role is; the host lets them in again."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await gathered(den)
        await den.deal(table, "p0")
        await lend(den, table, 1)
        time.now += 599
        await den.pass_host(table, 2, "p1")
        time.now += 1
        await den.remove(table, 3, "p2")
        assert table.chairs[3].gone
        with turned("host-returns"):
            await den.remove(table, 0, "p2")
        await den.host_back(table, "p0")
        await den.admit(table, 0, "p0")
        assert table.chairs[3].person == "p3"
        await lend(den, table, 1)  # gone once more: the time begins anew
        with turned("stands-in-newly"):
            await den.remove(table, 3, "p1")
        await same_after_reading(den, table)


@awaited
async def test_before_the_deal_and_for_good(tmp_path: Path) -> None:
    """Before the deal whoever stands in may send somebody away, but bar nobody and not close the table; once the host
    has resigned, the role is theirs with everything."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await gathered(den)
        await lend(den, table, 1)
        with turned("stands-in"):
            await den.close_table(table, "p1")
        with turned("stands-in"):
            await den.remove(table, 3, "p1", bar=True)
        for silent in (True, False):  # nor do they silence the host; what the host had silenced may talk again
            with turned("host-returns") if silent else nullcontext():
                await den.silence(table, 0, "p1", silent)
        await den.remove(table, 3, "p1")
        await den.fill(table, "p1")
        await den.deal(table, "p1")
        await den.resign(table, 0, "p0")
        assert (table.host, table.door.lent) == ("p1", "")
        await den.remove(table, 2, "p1", bar=True)
        await den.close_table(table, "p1")
        assert table.phase == "closed"
        another = await gathered(den)
        await lend(den, another, 1)
        await den.close_table(another, None)  # the owner of the house
        assert another.phase == "closed"
