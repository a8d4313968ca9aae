"""What hosts do about a table: the role, the door, the match at rest; and how somebody leaves for good."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from speelhol.den import Den, Pace, Table, TurnedAway
from speelhol.den.tables import entries as e
from speelhol.den.tables.door import DoorSettings
from tests.house import HOST, awaited, facts, play_on, seated, until

from .absent import held, late, settled
from .tables.test_table import reloaded
from .times import MATCH, VOTE, Time, clocked, house

pytestmark = pytest.mark.sqlite


def turned(reason: str) -> pytest.RaisesExc[TurnedAway]:
    return pytest.RaisesExc(TurnedAway, match=f"^{reason}$")


async def same_after_reading(den: Den, table: Table) -> None:
    assert facts(await reloaded(den, table)) == facts(table)
    for entry in await den.store.read(table.id):
        assert e.decode(e.encode(entry)) == entry


# ---- leaving for good


@pytest.mark.parametrize("pace", [Pace(), MATCH], ids=["waits", "bot"])
@awaited
async def test_a_bot_plays_on_for_who_resigns(tmp_path: Path, pace: Pace) -> None:
    """Also where the table waits for absent players: this one will not come."""
    async with house(tmp_path, Time()) as den:
        table = await clocked(den, pace)
        with turned("not-yours"):
            await den.resign(table, 1, "p0")
        await den.resign(table, 1, "p1")
        assert (table.chairs[1].gone, table.chairs[1].name, held(table)) == (True, "Name 1", {1})
        assert table.talk[-1].note == "resigned"
        assert table.seats_of("p1") == ()
        with turned("not-yours"):
            await den.resign(table, 1, "p1")
        await den.come_back(table, 0)  # nobody can, for somebody who has gone
        assert table.chairs[1].held
        await settled(den, table)  # a bot that moves while the log is read would make it another table
        await same_after_reading(den, table)
        rng = random.Random(1)
        for _ in range(6):
            await settled(den, table)
            assert 1 not in table.playing.to_act
            await play_on(den, table, 1, rng)


@awaited
async def test_where_the_others_vote_they_vote_on_who_resigned_too(tmp_path: Path) -> None:
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await clocked(den, VOTE, "casa-de-papel")
        for seat in (0, 2, 3):
            den.watch(table, f"p{seat}")
        await den.resign(table, 1, "p1")
        assert held(table) == set()
        with turned("not-yours"):
            await den.vote(table, 1, "p1")
        await den.vote(table, 1, "p0")
        await den.vote(table, 1, "p2")
        assert held(table) == {1}
        await same_after_reading(den, table)
        for seat in (0, 2, 3):  # with nobody left to vote, bots go on
            await den.resign(table, seat, f"p{seat}")
        assert held(table) == {0, 1, 2, 3}


@awaited
async def test_keys_of_who_has_gone_open_nothing_until_they_are_let_in(tmp_path: Path) -> None:
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await clocked(den, Pace())
        key = den.key_for(table, 1, "p1")
        await den.remove(table, 1, HOST)
        with turned("sent-away"):
            den.seat_by_key(table, key)
        await den.admit(table, 0, HOST)
        with turned("wrong-key"):  # whoever got hold of it may be why
            den.seat_by_key(table, key)
        key = den.key_for(table, 1, "p1")
        assert held(table) == {1}
        await den.come_back(table, 1)
        await den.remove(table, 1, HOST, bar=True)
        with turned("barred"):
            den.seat_by_key(table, key)
        with turned("barred"):
            await den.share(table, key, "another device")
        for who, person in ((0, "p0"), (0, "p2"), (9, HOST), (1, HOST)):
            with pytest.raises(TurnedAway):
                await den.remove(table, who, person)
        await same_after_reading(den, table)


# ---- the door


@awaited
async def test_newcomers_wait_for_the_hosts_yes(tmp_path: Path) -> None:
    async with house(tmp_path, Time()) as den:
        table = await den.open_table("thieves", 3, {}, HOST, settings=DoorSettings(approve=True))
        assert await den.sit(table, None, HOST, "Ann") == 0
        assert await den.sit(table, None, "bo", "Bo", "luck") is None
        assert await den.sit(table, None, "cy", "Cy") is None
        with turned("waits-already"):
            await den.sit(table, None, "bo", "Bobby")
        with turned("name-taken"):
            await den.sit(table, None, "dee", "Во")  # in another alphabet
        for who in ("bo", "cy"):
            with turned("host-only"):
                await den.answer_knock(table, 0, who)
        await same_after_reading(den, table)
        await den.answer_knock(table, 1, HOST, yes=False)
        with turned("sent-away"):
            await den.sit(table, None, "cy", "Somebody Else")
        await den.answer_knock(table, 0, HOST)
        assert (table.chairs[1].person, table.chairs[1].luck, table.door.knocks) == ("bo", "luck", ())
        with turned("no-such-person"):
            await den.answer_knock(table, 0, HOST)
        await den.adjust(table, HOST, {"approve": False})
        assert await den.sit(table, None, "eve", "Eve") == 2
        await same_after_reading(den, table)


@awaited
async def test_a_door_is_not_knocked_at_without_end(tmp_path: Path) -> None:
    async with house(tmp_path, Time()) as den:
        table = await den.open_table("thieves", 3, {}, HOST, settings=DoorSettings(approve=True))
        for number in range(20):
            await den.sit(table, None, f"p{number}", f"Name {number}")
        with turned("many-wait"):
            await den.sit(table, None, "one more", "One More")


@awaited
async def test_only_a_host_does_what_hosts_do(tmp_path: Path) -> None:
    async with house(tmp_path, Time()) as den:
        table = await seated(den, "thieves")
        before = table.seq
        for deed in (
            den.remove(table, 1, "p0"),
            den.admit(table, 0, "p0"),
            den.answer_knock(table, 0, "p0"),
            den.silence(table, 1, "p0"),
            den.adjust(table, "p0", {"watch": False}),
            den.pass_host(table, 1, "p0"),
            den.change_rules(table, "p0", {}, Pace(), "on"),
            den.close_table(table, "p0"),
            den.change_speed(table, "p0", "instant"),
        ):
            with turned("host-only"):
                await deed
        await den.deal(table, HOST)
        with turned("host-only"):
            await den.pause(table, "p0")
        assert table.seq == before + 1


# ---- the table


@awaited
async def test_house_rules_change_until_the_deal(tmp_path: Path) -> None:
    async with house(tmp_path, Time()) as den:
        table = await seated(den, "cash-and-run")
        option, values = next(iter(table.game.option_values().items()))
        await den.change_rules(table, HOST, {option: values[1]}, MATCH, "on")
        assert (table.opened.options, table.clock.pace, table.opened.hints) == ({option: values[1]}, MATCH, "on")
        assert table.talk[-1].note == "ruled"
        with pytest.raises(ValueError, match=option):
            await den.change_rules(table, HOST, {option: "nonsense"}, MATCH, "on")
        with turned("bot-needs-clock"):
            await den.change_rules(table, HOST, {}, Pace(absent="bot"), "on")
        await den.deal(table, HOST)
        assert getattr(table.playing.record().options, option) == values[1]
        with turned("already-dealt"):
            await den.change_rules(table, HOST, {}, Pace(), "on")
        await same_after_reading(den, table)


@awaited
async def test_nobody_plays_and_no_time_passes_while_a_match_is_paused(tmp_path: Path) -> None:
    time, rng = Time(), random.Random(2)
    async with house(tmp_path, time) as den:
        table = await clocked(den, MATCH, people=2)
        await settled(den, table)
        (seat,) = table.playing.to_act
        time.now += 100
        await den.pause(table, HOST)
        await den.pause(table, HOST)  # twice is once
        assert (table.due, table.bots_to_act, table.clock.deadline(seat)) == (None, (), None)
        with turned("paused"):
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
        await late(den, time, 10_000)
        assert held(table) == set()
        await same_after_reading(den, table)
        await den.pause(table, HOST, paused=False)
        assert table.clock.deadline(seat) == time.now + 500
        await same_after_reading(den, table)
        await den.play(table, seat, table.playing.legal(seat).sample(rng))
        assert table.clock.left[seat] == 510


@awaited
async def test_nothing_more_happens_at_a_table_that_is_closed(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with house(tmp_path, Time()) as den:
        table = await clocked(den, MATCH, people=2)
        await settled(den, table)
        (seat,) = table.playing.to_act
        await den.close_table(table, HOST)
        assert (table.phase, table.due, table.bots_to_act) == ("closed", None, ())
        before = table.seq
        for deed in (
            den.play(table, seat, table.playing.legal(seat).sample(rng)),
            den.say(table, 0, "p0", "hello?"),
            den.resign(table, 0, "p0"),
            den.close_table(table, HOST),
        ):
            with turned("closed"):
                await deed
        with turned("not-over"):
            await den.rematch(table, HOST)
        assert table.seq == before
        await same_after_reading(den, table)


# ---- the role


@awaited
async def test_the_role_goes_by_itself_and_comes_back(tmp_path: Path) -> None:
    """To the first who plays and is there, in the match too; whoever stands in can't remove the host."""
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await den.open_table("thieves", 3, {}, "p0")
        for seat in range(3):
            await den.sit(table, seat, f"p{seat}", f"Name {seat}")
        await den.deal(table, "p0")
        there = den.watch(table, "p0")
        den.watch(table, "p2")
        await late(den, time, 600)
        assert table.host == "p0"
        den.unwatch(table, there)
        await late(den, time, 61)
        await until(lambda: table.host == "p2")
        assert table.door.lent == "p0"
        with turned("host-returns"):
            await den.remove(table, 0, "p2", bar=True)
        await same_after_reading(den, table)
        den.visit(table, "p0")
        await until(lambda: table.host == "p0")
        assert table.door.lent == ""
        await den.pass_host(table, 1, "p0")  # by choice, and so for good
        den.visit(table, "p0")
        await den.host_back(table, "p0")
        assert table.host == "p1"
        await same_after_reading(den, table)


@pytest.mark.parametrize("passed", [False, True], ids=["opened", "passed by choice"])
@awaited
async def test_nobody_who_stands_in_sends_the_host_away(tmp_path: Path, passed: bool) -> None:
    """By whatever deed, nor does anybody to whom they pass the role: it goes back to the host all the same."""
    async with house(tmp_path, Time()) as den:
        host = 1 if passed else 0
        table = await den.open_table("thieves", 4, {}, "p0")
        for seat in range(4):
            await den.sit(table, seat, f"p{seat}", f"Name {seat}")
        if passed:
            await den.pass_host(table, 1, "p0")
        await den.write(table, lambda now: e.Hosted(2, lent=True))
        await den.pass_host(table, 3, "p2")
        await den.pass_host(table, 2, "p3")
        await den.pass_host(table, 3, "p2")
        before = table.seq
        for deed in (
            den.remove(table, host, "p3"),
            den.remove(table, host, "p3", bar=True),
            den.leave(table, host, "p3"),
        ):
            with turned("host-returns"):
                await deed
        assert (table.host, table.seq) == ("p3", before)
        await same_after_reading(den, table)
        await den.host_back(table, f"p{host}")
        assert (table.host, table.door.lent) == (f"p{host}", "")


@awaited
async def test_where_a_move_may_take_days_the_host_may_be_away(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as den:
        table = await clocked(den, Pace("days", 86_400))
        den.watch(table, "p1")
        await late(den, time, 3_600)
        assert table.host == HOST


@awaited
async def test_a_rematch_keeps_the_door(tmp_path: Path) -> None:
    rng = random.Random(4)
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await clocked(den, Pace())
        await den.adjust(table, HOST, {"watch": False, "talk": False})
        await den.remove(table, 1, HOST, bar=True)
        while not table.playing.over:
            seat = table.playing.to_act[0]
            await den.play(table, seat, table.playing.legal(seat).sample(rng), bot=seat == 1)
        again = await den.rematch(table, HOST)
        assert [chair.person for chair in again.chairs] == ["p0", None, "p2"]
        assert again.door.settings == DoorSettings(watch=False, talk=False)
        with turned("sent-away"):
            await den.sit(again, None, "p1", "Somebody Else")


@awaited
async def test_a_guest_at_the_hosts_device_is_one_in_the_rematch_too(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await den.open_table("thieves", 3, {}, HOST)
        for seat, person in ((2, HOST), (0, HOST), (1, "p1")):
            await den.sit(table, seat, person, f"Name {seat}")
        await den.share(table, den.key(table, 0), "a guest's phone")
        await den.deal(table, HOST)
        while not table.playing.over:
            seat = table.playing.to_act[0]
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
        for one in (table, await den.rematch(table, HOST)):
            assert [one.is_host(who) for who in (HOST, one.chairs[0].by_key, "a guest's phone")] == [True, False, False]
            assert one.seats_of("a guest's phone") == (0,)
            assert one.chairs[2].by_key == HOST
            await same_after_reading(den, one)


@pytest.mark.parametrize("dealt", [False, True], ids=["waiting", "in the match"])
@awaited
async def test_who_is_barred_has_no_chair_left(tmp_path: Path, dealt: bool) -> None:
    """Also if they sat down in two."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        table = await den.open_table("thieves", 4, {}, HOST)
        for seat, person in ((0, HOST), (1, "rude"), (2, "p2"), (3, "rude")):
            await den.sit(table, seat, person, f"Name {seat}")
        keys = [den.key(table, seat) for seat in (1, 3)]
        if dealt:
            await den.deal(table, HOST)
        await den.remove(table, 3, HOST, bar=True)
        assert [chair.person for chair in table.chairs] == [HOST, None, "p2", None]
        for key in keys:
            with turned("barred"):
                den.seat_by_key(table, key)
        await same_after_reading(den, table)


@awaited
async def test_who_sends_the_others_away_is_not_alone(tmp_path: Path) -> None:
    """Hints for who plays alone against bots are for tables that were dealt so."""
    async with house(tmp_path, Time(), bot_pause=30) as den:
        for company, hints in ((("p1",), False), ((), True)):
            table = await den.open_table("thieves", 3, {}, HOST)
            for seat, person in enumerate((HOST, *company)):
                await den.sit(table, seat, person, f"Name {seat}")
            await den.fill(table, HOST)
            await den.deal(table, HOST)
            if company:
                await den.remove(table, 1, HOST)
            assert table.hints is hints
            assert (await reloaded(den, table)).hints is hints
