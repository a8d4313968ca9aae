"""Whose the host's role is when a host leaves the match for good."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from speelhol.den import Den, Table
from speelhol.den.tables import entries as e
from speelhol.den.tables import hosting
from tests.house import awaited, until

from .test_hosting import same_after_reading, turned
from .times import VOTE, Time, house

pytestmark = pytest.mark.sqlite


async def people_alone(den: Den, people: int, *guests: str) -> Table:
    """A match of people whose host p0 plays, too, and of guests; bots in the other chairs."""
    table = await den.open_table("thieves", 3, {}, "p0")
    for seat, person in enumerate((*(f"p{seat}" for seat in range(people)), *guests)):
        await den.sit(table, seat, person, f"Name {seat}")
    if people + len(guests) < 3:
        await den.fill(table, "p0")
    await den.deal(table, "p0")
    return table


@pytest.mark.parametrize(
    ("here", "heir"),
    [((1, 2), 1), ((2,), 2), ((), 1), ((0, 2), 2)],
    ids=["both are here", "one is", "nobody is", "who resigns stays to watch"],
)
@awaited
async def test_a_host_who_resigns_is_one_no_longer(tmp_path: Path, here: tuple[int, ...], heir: int) -> None:
    """Whoever plays on has the role for good, before all who is here, and lets a match go on that was paused; the one
    who left does nothing about the table any more, by any deed."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await people_alone(den, 3)
        await den.pause(table, "p0")
        for seat in here:
            den.watch(table, f"p{seat}")
        await den.resign(table, 0, "p0")
        assert (table.host, table.door.lent, hosting.host_seat(table)) == (f"p{heir}", "", heir)
        assert [one.note for one in table.talk[-2:]] == ["resigned", "hosted"]
        before = table.seq
        for deed in (
            den.pause(table, "p0", paused=False),
            den.silence(table, 1, "p0"),
            den.remove(table, 1, "p0", bar=True),
            den.adjust(table, "p0", {"watch": False}),
            den.change_speed(table, "p0", "instant"),
            den.pass_host(table, 2, "p0"),
            den.close_table(table, "p0"),
            den.rematch(table, "p0"),
        ):
            with turned("host-only"):
                await deed
        den.visit(table, "p0")
        await den.host_back(table, "p0")
        assert table.seq == before
        await den.pause(table, f"p{heir}", paused=False)
        await same_after_reading(den, table)


@awaited
async def test_the_role_stays_with_who_plays_whoever_of_both_hosts_resigns(tmp_path: Path) -> None:
    """While somebody stands in for the host: if they resign it is lent on, if the host does it is theirs for good."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        for leaves, then in ((1, ("p2", "p0")), (0, ("p1", ""))):
            table = await people_alone(den, 3)
            den.watch(table, "p2")
            await den.write(table, lambda now: e.Hosted(1, lent=True))
            await den.resign(table, leaves, f"p{leaves}")
            assert (table.host, table.door.lent) == then
            await same_after_reading(den, table)
            den.visit(table, "p0")
            await den.host_back(table, "p0")
            assert table.host == ("p0" if leaves else "p1")


@awaited
async def test_a_role_that_nobody_can_take_stays(tmp_path: Path) -> None:
    """Among bots; and with a host whose guest leaves."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await people_alone(den, 1)
        await den.resign(table, 0, "p0")
        assert table.host == "p0"
        table = await people_alone(den, 2, "p0")
        await den.resign(table, 2, "p0/2")
        assert table.host == "p0"
        await same_after_reading(den, table)


@pytest.mark.parametrize("holds", [(1, 2), (1,), ()], ids=["all", "the first", "none"])
@pytest.mark.parametrize("over", [False, True], ids=["in the match", "after it"])
@awaited
async def test_the_role_goes_to_who_is_here_also_where_bots_hold_their_seats(
    tmp_path: Path, holds: tuple[int, ...], over: bool
) -> None:
    """Those before who play themselves; after the match they can ask for another one."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await people_alone(den, 3)
        watchers = [den.watch(table, f"p{seat}") for seat in range(3)]
        for seat in holds:
            table.seat(seat, replace(table.chairs[seat], held=True))
        if over:
            rng = random.Random(1)
            while not table.playing.over:
                seat = table.playing.to_act[0]
                await den.play(table, seat, table.playing.legal(seat).sample(rng))
        den.unwatch(table, watchers[0])
        time.now += 61
        await den.timers.fire()
        await until(lambda: not den._writing)
        heir = 2 if holds == (1,) else 1
        assert (table.host, table.door.lent) == (f"p{heir}", "p0")
        if over:
            assert (await den.rematch(table, f"p{heir}")).code


@awaited
async def test_a_match_that_everybody_has_left_is_closed(tmp_path: Path) -> None:
    """As the last one resigns, whether bots play on for those before or the others would vote on that."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        for people in (3, 1):
            table = await people_alone(den, people)
            for seat in range(people):
                assert table.phase == "playing"
                await den.resign(table, seat, f"p{seat}")
            assert (table.phase, table.talk[-1].note, table.due, table.bots_to_act) == (
                "closed",
                "closed.left",
                None,
                (),
            )
            await same_after_reading(den, table)
        table = await den.open_table("thieves", 3, {}, "p0", VOTE)
        for seat in range(3):
            await den.sit(table, seat, f"p{seat}", f"Name {seat}")
        await den.deal(table, "p0")
        await den.remove(table, 2, "p0")
        await den.resign(table, 0, "p0")
        assert table.phase == "playing"
        await den.resign(table, 1, "p1")
        assert table.phase == "closed"
