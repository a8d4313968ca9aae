"""The lobby of a den: which tables stand there and for how long, a seat in a hurry, several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from speelhol.den import Den, Pace, Table
from speelhol.den.tables.door import DoorSettings
from tests.house import HOST, awaited, opened, until

from .absent import late
from .dens import dens
from .tables.test_people import turned
from .times import Time, house

LISTED = DoorSettings(listed=True, languages=("nl",), level="new")


def codes(den: Den) -> list[str]:
    return [one.code for one in den.lobby.shown]


async def waiting(den: Den, settings: DoorSettings = LISTED, game: str = "thieves", person: str = HOST) -> Table:
    """A table with its host, who has it open."""
    table = await den.open_table(game, 3, {}, person, settings=settings)
    await den.sit(table, None, person, "Ann")
    den.watch(table, person)
    return table


@awaited
async def test_a_table_stands_there_while_it_looks_for_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await waiting(den)
        (one,) = den.lobby.shown
        assert (one.game, one.opener, one.free, one.languages, one.level) == ("thieves", "Ann", 2, ("nl",), "new")
        await den.sit(table, None, "bo", "Bo")
        assert den.lobby.shown[0].free == 1
        await den.adjust(table, HOST, {"listed": False})
        assert codes(den) == []
        await den.adjust(table, HOST, {"listed": True})
        await den.sit(table, None, "cy", "Cy")
        assert codes(den) == []  # no chair is free
        await den.leave(table, 2, "cy")
        assert codes(den) == [table.code]
    async with opened(tmp_path) as den:  # it is in the books, and shown as soon as somebody is there
        assert codes(den) == []
        table = await den.table(table.code)
        den.watch(table, HOST)
        assert codes(den) == [table.code]
        await den.fill(table, HOST)
        await den.deal(table, HOST)
        assert codes(den) == []


@pytest.mark.sqlite
@awaited
async def test_nobody_is_sent_where_nobody_is(tmp_path: Path) -> None:
    """But where a move may take days, the host need not be there."""
    time = Time()
    async with house(tmp_path, time) as den:
        table = await den.open_table("thieves", 3, {}, HOST, settings=LISTED)
        await den.sit(table, None, HOST, "Ann")
        slow = await den.open_table("thieves", 3, {}, HOST, Pace("days", 86_400), settings=LISTED)
        there = den.watch(table, HOST)
        assert set(codes(den)) == {table.code, slow.code}
        den.unwatch(table, there)
        await late(den, time, 61)
        assert codes(den) == [slow.code]
        den.watch(table, HOST)
        await until(lambda: set(codes(den)) == {table.code, slow.code})
        await den.close_table(slow, HOST)
        assert codes(den) == [table.code]


@pytest.mark.sqlite
@awaited
async def test_where_somebody_is_comes_first(tmp_path: Path) -> None:
    """Also for who is in a hurry, however new the others are and however many sit there."""
    async with opened(tmp_path) as den:
        old = await waiting(den)
        fuller = await den.open_table("thieves", 3, {}, "else", settings=LISTED)
        for name in ("Dee", "Eve"):
            await den.sit(fuller, None, name, name)
        assert codes(den) == [old.code, fuller.code]
        assert (await den.quick_seat("bo", "Bo", "thieves", "nl", soon=True, bots=False))[0] == old
        den.watch(fuller, "else")
        assert codes(den) == [fuller.code, old.code]


@awaited
async def test_of_one_address_few_tables_stand_there(tmp_path: Path) -> None:
    """Whichever way they are put there, whatever is done with them afterwards, and after the house was closed."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        first = [await den.open_table("thieves", 3, {}, HOST, settings=LISTED, place="here") for _ in range(3)]
        more = [await den.open_table("thieves", 3, {}, HOST, place="here") for _ in range(3)]
        with turned("many-listed"):
            await den.open_table("thieves", 3, {}, HOST, settings=LISTED, place="here")
        for one in more:
            with turned("many-listed"):
                await den.adjust(one, HOST, {"listed": True}, "here")
        with turned("many-listed"):
            await den.quick_seat("bo", "Bo", "casablanca", "nl", soon=True, place="here")
        other = await den.open_table("thieves", 3, {}, HOST, settings=LISTED, place="there")
        assert set(codes(den)) == {one.code for one in (*first, other)}
        await late(den, time, 61)  # nobody is there any more: others may be put there, until somebody is again
        for one in more:
            await den.adjust(one, HOST, {"listed": True}, "here")
        for one in (*first, *more):
            den.watch(one, HOST)
        den.lobby.compare()
        assert len(codes(den)) == 3
        await den.close_table(await den.table(codes(den)[0]), HOST)
        assert len(codes(den)) == 3
        every = [one.code for one in (*first, *more)]
    async with opened(tmp_path) as den:
        for code in every:
            table = await den.table(code)
            den.watch(table, HOST)
        assert len(codes(den)) == 3


@pytest.mark.sqlite
@awaited
async def test_private_tables_leave_no_trace_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        woken: list[int] = []
        den.lobby.watch(lambda: woken.append(1))
        table = await waiting(den, DoorSettings())
        await den.sit(table, None, "bo", "Bo")
        await den.adjust(table, HOST, {"approve": True})
        await den.fill(table, HOST)
        await den.deal(table, HOST)
        assert (den.lobby.shown, woken) == ((), [])


@pytest.mark.sqlite
@awaited
async def test_a_seat_in_a_hurry(tmp_path: Path) -> None:
    """At the fullest table that fits; if there is none, at a new one, which begins by itself with bots."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        await waiting(den, DoorSettings(), person="private")
        await waiting(den, DoorSettings(listed=True, approve=True), person="careful")
        await waiting(den, game="counterfeiters", person="other")
        table, seat = await den.quick_seat("bo", "Bo", "thieves", "fr", soon=True)
        assert (seat, table.host, table.opened.game, table.due) == (0, "bo", "thieves", time.now + 300)
        den.watch(table, "bo")
        assert table.code in codes(den)
        again, seat = await den.quick_seat("cy", "Bo", "thieves", "nl", soon=True)
        assert (again, seat, again.chairs[1].name) == (table, 1, "Bo 2")
        await late(den, time, 299)
        assert table.match is None
        await late(den, time, 2)
        assert [chair.bot for chair in table.chairs] == [False, False, *[True] * (len(table.chairs) - 2)]
        assert table.phase == "playing"
        alone, _ = await den.quick_seat("dee", "Dee", "cash-and-run", "en", soon=False)
        assert (alone.phase, alone.code in codes(den)) == ("playing", False)
        left, _ = await den.quick_seat("eve", "Eve", "casablanca", "en", soon=True)
        await late(den, time, 400)  # and went away again
        assert (left.match, left.due, left.door.settings.listed) == (None, None, False)


@pytest.mark.sqlite
@awaited
@pytest.mark.parametrize("soon", [True, False])
async def test_who_is_promised_a_beginning_waits_for_no_host(tmp_path: Path, soon: bool) -> None:
    """A fuller table whose host has to deal is passed by; one that begins by itself is not, if it does so in time."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        unsure = await waiting(den)
        await den.sit(unsure, None, "x", "Xan")
        new, _ = await den.quick_seat("bo", "Bo", "thieves", "fr", soon=soon, begins=True)
        assert (new.host, new.phase) == ("bo", "gathering" if soon else "playing")
        timed, _ = await den.quick_seat("cy", "Cy", "counterfeiters", "fr", soon=True)
        den.watch(timed, "cy")
        if not soon:
            other, _ = await den.quick_seat("dee", "Dee", "counterfeiters", "fr", soon=False, begins=True)
            assert other.phase == "playing"  # five minutes are not now
            await late(den, time, 250)
        joined, seat = await den.quick_seat("eve", "Eve", "counterfeiters", "fr", soon=soon, begins=True)
        assert (joined, seat) == (timed, 1)
        await late(den, time, 301)
        assert timed.phase == "playing"


@awaited
async def test_all_processes_see_the_same_lobby(database: str) -> None:
    async with dens(database) as (one, two):
        woken: list[int] = []
        two.lobby.watch(lambda: woken.append(1))
        table = await waiting(one)
        await until(lambda: codes(two) == [table.code])
        there = await two.table(table.code)
        await two.sit(there, None, "bo", "Bo")
        await until(lambda: one.lobby.shown[0].free == 1 == two.lobby.shown[0].free)
        assert one.lobby.shown == two.lobby.shown
        assert woken
        await one.adjust(table, HOST, {"listed": False})
        await until(lambda: codes(one) == codes(two) == [])
