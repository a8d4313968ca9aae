"""The absent friend: the others vote on whether a bot holds the seat."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from speelhol.den import Pace, TurnedAway
from speelhol.den.tables import absence
from speelhol.den.tables import entries as e
from speelhol.den.tables.pace import PATIENCE
from tests.den.absent import SEALED, held, late, settled, two_people
from tests.den.times import VOTE, Time, clocked, house
from tests.house import HOST, awaited, facts

from .test_table import reloaded


@awaited
async def test_more_than_half_of_those_who_are_here_decide(tmp_path: Path) -> None:
    rng = random.Random(6)
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, VOTE, SEALED)
        for seat in (1, 2, 3):
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
            den.watch(table, f"p{seat}")
        with pytest.raises(TurnedAway, match="still-thinks"):
            await den.vote(table, 0, "p1")
        await late(den, time, 60)
        assert table.clock.overdue == {0}
        assert 0 not in held(table)
        for nobody in ("p0", "a stranger"):
            with pytest.raises(TurnedAway, match="not-yours"):
                await den.vote(table, 0, nobody)
        for seat in (-1, 1, 99):
            with pytest.raises(TurnedAway, match="still-thinks"):
                await den.vote(table, seat, "p2")
        await den.vote(table, 0, "p1")
        await den.vote(table, 0, "p1")  # twice is once
        assert 0 not in held(table)
        await den.vote(table, 0, "p3")
        assert 0 in held(table)
        assert table.talk[-1].note == "voted"
        assert table.clock.votes[0] == frozenset()
        assert facts(await reloaded(den, table)) == facts(table)
        for entry in await den.store.read(table.id):
            assert e.decode(e.encode(entry)) == entry


@pytest.mark.sqlite
@awaited
async def test_so_many_votes_as_are_told_are_enough_whoever_comes_and_goes(tmp_path: Path) -> None:
    """And no fewer; who has voted may vote again when the others have left, and those who wait are told of it then."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, VOTE, SEALED)
        there = {seat: den.watch(table, f"p{seat}") for seat in (1, 2, 3)}
        await late(den, time, 60)
        assert den.voting(table).here == {1, 2, 3}
        assert absence.needed(table, 0, den.voting(table).here) == 2
        await den.vote(table, 0, "p1")
        assert absence.needed(table, 0, den.voting(table).here) == 2
        assert 0 not in held(table)
        for seat in (2, 3):
            den.unwatch(table, there[seat])
        assert absence.needed(table, 0, den.voting(table).here) == 2  # they have only just looked away
        told: list[float] = []
        den.tell = lambda *_, **__: told.append(time.now)  # type: ignore[method-assign]
        await late(den, time, 61)
        assert told
        assert absence.needed(table, 0, den.voting(table).here) == 1
        assert 0 not in held(table)
        await den.vote(table, 0, "p1")
        assert 0 in held(table)


@awaited
async def test_an_answer_clears_the_votes(tmp_path: Path) -> None:
    rng = random.Random(7)
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, VOTE, SEALED)
        for seat in range(4):
            den.watch(table, f"p{seat}")
        await late(den, time, 60)
        assert table.clock.overdue == {0, 1, 2, 3}
        await den.vote(table, 0, "p1")
        await den.play(table, 0, table.playing.legal(0).sample(rng))
        assert table.clock.votes[0] == frozenset()
        with pytest.raises(TurnedAway, match="still-thinks"):
            await den.vote(table, 0, "p2")
        await den.write(table, lambda now: now.undo(0))
        assert table.due is not None
        assert table.due <= time.now  # its time is still up
        await den.timers.fire()
        assert 0 in table.clock.overdue


@awaited
async def test_with_one_other_person_that_one_decides(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table, slow = await two_people(den)
        other = 1 - slow
        await late(den, time, PATIENCE - 1)
        assert table.clock.overdue == frozenset()
        await late(den, time, 1)
        assert table.clock.overdue == {slow}
        await den.vote(table, slow, f"p{other}")
        assert slow in held(table)
        with pytest.raises(TurnedAway, match="not-yours"):  # a held seat has no vote
            await den.vote(table, other, f"p{slow}")


@awaited
async def test_those_who_are_away_do_not_block_the_vote(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, VOTE, SEALED)
        den.watch(table, "p1")
        await late(den, time, 60)
        await den.vote(table, 0, "p1")
        assert 0 in held(table)


@awaited
async def test_nobody_decides_alone_while_others_look_away(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, VOTE, SEALED)
        den.watch(table, "p1")
        others = [den.watch(table, f"p{seat}") for seat in (2, 3)]
        await late(den, time, 60)
        for watcher in others:
            den.unwatch(table, watcher)
        await den.vote(table, 0, "p1")
        assert 0 not in held(table)
        time.now += 61  # now they are gone
        await den.vote(table, 0, "p1")
        assert 0 in held(table)


@awaited
async def test_nobody_is_voted_on_who_is_here_or_was_a_moment_ago(tmp_path: Path) -> None:
    """Where there is no clock; with one, everybody knew how long they have."""
    time = Time()
    async with house(tmp_path, time) as den:
        table, slow = await two_people(den)
        watcher = den.watch(table, f"p{slow}")
        den.watch(table, f"p{1 - slow}")
        await late(den, time, PATIENCE + 30)
        with pytest.raises(TurnedAway, match="still-here"):
            await den.vote(table, slow, f"p{1 - slow}")
        den.unwatch(table, watcher)
        time.now += 30
        with pytest.raises(TurnedAway, match="still-here"):
            await den.vote(table, slow, f"p{1 - slow}")
        den.watch(table, f"p{slow}")
        time.now += 300
        await den.vote(table, slow, f"p{1 - slow}")  # the match goes on
        assert slow in held(table)


@awaited
async def test_it_is_known_when_a_vote_would_be_taken_and_those_who_wait_are_told(tmp_path: Path) -> None:
    """Whoever is here, just gone or away: nobody is offered a vote that is refused then, and no later than need be."""
    for leaves in (None, 70.0, 250.0):
        time = Time()
        (folder := tmp_path / str(leaves)).mkdir()
        async with house(folder, time) as den:
            table, slow = await two_people(den)
            watcher = den.watch(table, f"p{slow}")
            den.watch(table, f"p{1 - slow}")
            told: list[float] = []
            tell = den.tell

            def told_now(*given: Any, tell: Any = tell, told: list[float] = told, time: Time = time) -> None:
                told.append(time.now)
                tell(*given)

            den.tell = told_now  # type: ignore[method-assign, assignment]
            began, offered = time.now, 0.0
            while slow not in held(table):
                await late(den, time, 5)
                if leaves is not None and time.now - began == leaves:
                    den.unwatch(table, watcher)
                open_to_vote = slow in table.clock.overdue and slow not in den.voting(table).in_peace
                if open_to_vote:
                    await den.vote(table, slow, f"p{1 - slow}")
                    offered = time.now
                else:
                    with pytest.raises(TurnedAway, match="still-"):
                        await den.vote(table, slow, f"p{1 - slow}")
            assert offered - began == {None: 300.0, 70.0: 130.0, 250.0: 300.0}[leaves]
            assert offered in told


@awaited
async def test_people_who_share_a_device_vote_for_all_of_them(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await den.open_table("thieves", 3, {}, HOST, VOTE)
        for seat in range(3):
            await den.write(table, lambda now, seat=seat: now.sit(seat, "sofa", f"Name {seat}"))  # type: ignore[misc]
        await den.deal(table, HOST)
        (slow,) = table.playing.to_act
        await late(den, time, 60)
        await den.vote(table, slow, "sofa")
        assert slow in held(table)


@awaited
async def test_nobody_votes_where_nobody_else_plays(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, Pace(absent="vote"), people=1)
        await settled(den, table)
        assert table.playing.to_act == (0,)
        assert table.due is None
