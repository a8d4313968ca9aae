"""The absent friend: whose time is up, who holds the seat then, and how the person comes back."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from speelhol.den import Pace, TurnedAway
from speelhol.den.tables import entries as e
from speelhol.den.tables.absence import Moot, time_up
from speelhol.den.tables.pace import DAY
from tests.den.absent import SEALED, held, late, settled, to_the_dark
from tests.den.times import MATCH, MINUTE, VOTE, Time, clocked, house, ups
from tests.house import HOST, awaited, choice, facts, play_on

from .test_table import reloaded

# ---- a bot takes the seat, and gives it back


@awaited
async def test_a_bot_holds_the_seat_until_its_person_is_back(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MINUTE)
        (slow,) = table.playing.to_act
        own = table.playing.view(slow)
        await late(den, time, 59.9)
        assert await ups(den, table) == []
        await late(den, time, 0.2)
        assert slow in held(table)
        assert table.talk[-1].note == "held"
        await settled(den, table)
        move = next(entry for entry in await den.store.read(table.id) if isinstance(entry, e.Moved))
        assert own.offers is not None
        assert table.game.read(move.action) in own.offers  # it decided on what the seat could see
        assert len(table.playing.view(slow).log) > len(own.log)

        other = table.playing.to_act[0]
        assert other != slow
        assert table.due == time.now + 60  # whoever is asked now has their whole time
        rng = random.Random(1)
        while table.playing.to_act == (other,):
            await play_on(den, table, 1, rng)
        await settled(den, table)
        assert slow in held(table)

        await den.come_back(table, slow)
        assert slow not in held(table)
        assert table.chairs[slow].person == f"p{slow}"
        assert table.talk[-1].note == "back"
        while slow not in table.playing.to_act:
            await play_on(den, table, 1, rng)
        assert table.bots_to_act == ()
        assert table.due == time.now + 60
        await den.play(table, slow, table.playing.legal(slow).sample(rng), table.moment(slow))
        assert facts(await reloaded(den, table)) == facts(table)
        for entry in await den.store.read(table.id):
            assert e.decode(e.encode(entry)) == entry


@awaited
async def test_coming_back_in_the_middle_of_a_question(tmp_path: Path) -> None:
    """The bot has not decided yet; then it does not, even if it had thought already."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, MINUTE)
        (slow,) = table.playing.to_act
        await late(den, time, 61)
        assert table.bots_to_act == (slow,)
        action, moment = table.playing.legal(slow).sample(random.Random(1)), table.moment(slow)
        await den.come_back(table, slow)
        with pytest.raises(TurnedAway, match="stale"):
            await den.play(table, slow, action, moment, bot=True)
        assert table.playing.to_act == (slow,)
        assert table.due == time.now + 60
        await den.come_back(table, slow)  # twice is once
        assert [entry.seat for entry in await den.store.read(table.id) if isinstance(entry, e.Returned)] == [slow]


@awaited
async def test_a_match_goes_on_without_anybody(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, Pace("days", DAY, absent="bot"), people=2)
        async with asyncio.timeout(60):
            while table.phase != "over":
                await settled(den, table)
                await late(den, time, DAY + 1)
        assert held(table) == {0, 1}
        assert table.due is None
        assert await den.store.due(1e12) == []
        again = await den.rematch(table, HOST)
        assert again.opened.pace == table.opened.pace
        assert not any(chair.held for chair in again.chairs)


@awaited
async def test_where_the_table_waits_nothing_ever_happens(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        for pace in (Pace(), Pace("move", 60), Pace("match", 60, 5), Pace("days", DAY)):
            table = await clocked(den, pace)
            assert table.due is None
            await late(den, time, 100 * DAY)
            assert held(table) == set()
            await play_on(den, table, 5, random.Random(1))
        assert await den.store.due(1e12) == []


@awaited
async def test_several_who_are_asked_at_once(tmp_path: Path) -> None:
    rng = random.Random(2)
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, MINUTE, SEALED)
        assert table.playing.to_act == (0, 1, 2, 3)
        time.now += 20
        await den.play(table, 2, table.playing.legal(2).sample(rng))
        assert table.due == time.now + 40  # others have no more time because somebody was quick
        await late(den, time, 40)
        assert held(table) == {0, 1, 3}
        assert [up.seats for up in await ups(den, table)] == [(0, 1, 3)]
        with pytest.raises(Moot):
            time_up(table, time.now + DAY)


@awaited
async def test_a_clock_for_the_whole_match(tmp_path: Path) -> None:
    rng = random.Random(3)
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MATCH)
        (seat,) = table.playing.to_act
        time.now += 100
        await den.play(table, seat, table.playing.legal(seat).sample(rng))
        assert table.clock.left[seat] == 510
        while seat not in table.playing.to_act:
            time.now += 1
            await play_on(den, table, 1, rng)
        assert table.due == time.now + 510
        await late(den, time, 511)
        assert seat in held(table)
        await settled(den, table)
        assert table.clock.left[seat] == 0  # what the bot does is not on the person's clock
        await den.come_back(table, seat)
        assert table.clock.left[seat] == 60
        assert facts(await reloaded(den, table)) == facts(table)


# ---- a discreet question: nobody is told who was late


@awaited
async def test_a_bot_answers_a_discreet_question_and_nobody_is_told(tmp_path: Path) -> None:
    rng = random.Random(4)
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MATCH, SEALED)
        asked = await to_the_dark(den, table, rng)
        left, talk = table.clock.left, table.talk
        assert table.due == time.now + 60
        time.now += 30
        await den.play(table, asked[0], table.playing.legal(asked[0]).sample(rng))
        assert table.due == time.now + 30
        den.bot_pause = 30
        await late(den, time, 30)
        assert held(table) == set()
        assert set(table.bots_to_act) == set(asked[1:])
        assert [(r.note, r.to) for r in table.talk[len(talk) :]] == [("lapsed", seat) for seat in asked[1:]]
        assert await den.store.due(1e12) == []
        for seat in asked[1:]:
            await den.play(table, seat, table.playing.legal(seat).sample(rng), bot=True)
        assert table.clock.left == left
        assert table.bots_to_act == ()
        assert facts(await reloaded(den, table)) == facts(table)


@awaited
async def test_all_that_were_asked_a_discreet_question_may_be_voted_on(tmp_path: Path) -> None:
    rng = random.Random(5)
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, VOTE, SEALED)
        asked = await to_the_dark(den, table, rng)
        quick, slow = asked[0], asked[1]
        await den.play(table, quick, table.playing.legal(quick).sample(rng))
        await late(den, time, 60)
        assert table.clock.overdue == set(asked)  # also the one who has answered
        for seat in asked:
            den.watch(table, f"p{seat}")
        await den.vote(table, quick, f"p{slow}")
        votes = table.clock.votes
        await den.play(table, slow, table.playing.legal(slow).sample(rng))
        assert table.clock.votes == votes
        assert table.clock.overdue == set(asked)
        await den.vote(table, quick, f"p{asked[2]}")
        assert quick in held(table)
        await den.come_back(table, quick)
        assert table.clock.overdue == set(asked)
        assert table.due is None


# ---- what a table may choose


@awaited
async def test_paces_that_do_not_go_together_open_no_table(tmp_path: Path) -> None:
    async with house(tmp_path, Time()) as den:
        for pace, reason in ((Pace(absent="bot"), "bot-needs-clock"), (Pace("move"), "odd-pace")):
            with pytest.raises(TurnedAway, match=reason):
                await den.open_table("thieves", 3, {}, HOST, pace)
        assert len(den.memory) == 0


@awaited
async def test_undo_gives_no_new_time(tmp_path: Path) -> None:
    rng = random.Random(8)
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, MINUTE, SEALED)
        undone = 0
        while not undone and table.phase != "over":
            seat, action = choice(table, rng)
            due = table.clock.deadline(seat)
            time.now += 5
            await den.play(table, seat, action)
            if table.playing.why_not_undo(seat) is None:
                await den.write(table, lambda now, seat=seat: now.undo(seat))  # type: ignore[misc]
                assert table.clock.deadline(seat) == due
                undone += 1
        assert undone
