"""The table is a fold over its log: what is in memory is what the books say."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import speelhol
from speelhol.den import Den, Table, TurnedAway
from speelhol.den.storage import schema
from speelhol.den.tables import entries as e
from speelhol.den.tables import hosting, succession
from speelhol.den.tables.folding import fold
from speelhol.den.tables.pace import NO_CLOCK, Pace
from speelhol.kernel import Action, Event, Match, Refused
from tests.house import HOST, awaited, choice, dealt, facts, opened, play_on, seated

every_game = pytest.mark.parametrize("game", speelhol.games())


async def reloaded(den: Den, table: Table) -> Table:
    twin = Table(table.id, table.code)
    await fold(twin, await den.store.texts(table.id))
    return twin


@every_game
@awaited
async def test_a_table_from_the_database_equals_the_one_in_memory(game: str, tmp_path: Path) -> None:
    rng = random.Random(game)
    async with opened(tmp_path) as den:
        table = await dealt(den, game)
        assert facts(await reloaded(den, table)) == facts(table)
        for _ in range(6):
            await play_on(den, table, 25, rng)
            assert facts(await reloaded(den, table)) == facts(table)
        before = facts(table)
    async with opened(tmp_path) as den:
        assert facts(await den.table(table.code)) == before


@awaited
async def test_every_kind_of_entry_comes_back(tmp_path: Path) -> None:
    rng = random.Random(1)
    async with opened(tmp_path) as den:
        table = await seated(den)
        await den.write(table, lambda now: now.leave(1, "p1"))
        await den.write(table, lambda now: now.sit(1, "p1", "Nina"))
        await den.write(table, lambda now: now.leave(2, HOST))
        await den.write(table, lambda now: hosting.admit(now, 0, HOST))
        await den.sit_bot(table, 2, HOST)
        await den.write(table, lambda now: now.leave(2, HOST))
        await den.adjust(table, HOST, {"approve": True})
        await den.sit(table, None, "p7", "Knut")
        await den.answer_knock(table, 0, HOST, yes=False)
        await den.sit(table, None, "p8", "Kees")
        await den.withdraw(table, "p8")
        await den.adjust(table, HOST, {"approve": False})
        await den.change_rules(table, HOST, {}, NO_CLOCK, "on")
        await den.write(table, lambda now: now.sit(None, "p2", "Otto"))
        await den.write(table, lambda now: now.add_luck(0, "clover"))
        await den.share(table, den.key(table, 0), "phone")
        await den.write(table, lambda now: now.say(1, "", "hello"))
        await den.write(table, lambda now: now.say(None, "Samantha", "from the door", "p9"))
        await den.write(table, lambda now: hosting.silence(now, len(now.chairs), HOST, silent=True))
        await den.write(table, lambda now: succession.take_over(now, "p0", host_gone=True))
        await den.host_back(table, HOST)
        await den.pass_host(table, 0, HOST)
        await den.deal(table, "p0")
        await den.change_speed(table, "p0", "instant")
        for paused in (True, False):
            await den.pause(table, "p0", paused)
        undone = False
        while table.phase != "over":
            seat, action = choice(table, rng)
            await den.play(table, seat, action)
            if table.playing.why_not_undo(seat) is None and not undone:
                await den.write(table, lambda now, seat=seat: now.undo(seat))  # type: ignore[misc]
                undone = True
            if not table.playing.view(None).hush and rng.random() < 0.05:
                await den.write(table, lambda now: now.say(0, "", "well, well"))
        await den.write_note(table, 0, "p0", "never lend Bram anything")
        await den.use_key(table, 0, "")
        await den.renew_key(table, 0, "p0")
        again = await den.rematch(table, "p0")
        entries = await den.store.read(table.id)
        slow = {e.TimeUp, e.Voted, e.Returned}  # they need a clock: test_absence.py
        slow.add(e.TakenBack)  # stands in snapshots only: test_takebacks.py
        slow.add(e.PassChosen)  # needs a game that asks again and again: test_passes.py
        slow.add(e.Restored)  # comes from a backup: test_restored.py
        slow |= {e.GaveUp, e.Closed}  # after them people play no longer: test_hosting.py
        assert {type(entry) for entry in entries} == set(e.AnyEntry.__args__) - slow
        assert [e.decode(e.encode(entry)) for entry in entries] == entries
        assert all(entry.at > 1e9 for entry in entries)
        assert facts(await reloaded(den, table)) == facts(table)
        assert facts(await reloaded(den, again)) == facts(again)
        assert table.again == again.code


@awaited
async def test_snapshots_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelhol.den.den.SNAPSHOT_EVERY", 7)
    rng = random.Random(2)
    async with opened(tmp_path) as den:
        table = await dealt(den)
        await play_on(den, table, 40, rng)
        async with den.store.engine.connect() as connection:
            kept = (await connection.execute(schema.snapshots.select())).one()
        assert kept.seq == table.seq // 7 * 7
        assert facts(await reloaded(den, table)) == facts(table)
        # what stands behind a snapshot is read from it, not from the log
        async with den.store.engine.begin() as connection:
            await connection.execute(schema.log.delete().where(schema.log.c.seq <= kept.seq))
        assert facts(await reloaded(den, table)) == facts(table)


@awaited
async def test_a_match_goes_on_by_the_rules_it_was_opened_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den)
        monkeypatch.setattr(speelhol.game("casa-de-papel"), "rules", 99)
        assert (await reloaded(den, table)).playing.position.rules == table.opened.rules


@every_game
@awaited
async def test_no_moment_comes_back(game: str, tmp_path: Path) -> None:
    """Not even when an action is taken back: a click that comes twice is never taken twice."""
    rng = random.Random(3)
    async with opened(tmp_path) as den:
        table = await dealt(den, game)
        seen: dict[int, set[str]] = {seat: set() for seat in range(len(table.chairs))}
        undone = 0
        for _ in range(400):
            if table.phase == "over":
                break
            seat, action = choice(table, rng)
            moment = table.moment(seat)
            assert moment not in seen[seat]
            seen[seat].add(moment)
            await den.play(table, seat, action, moment)
            with pytest.raises(TurnedAway, match="stale"):
                await den.play(table, seat, action, moment)
            if table.playing.why_not_undo(seat) is None and rng.random() < 0.3:
                await den.write(table, lambda now, seat=seat: now.undo(seat))  # type: ignore[misc]
                undone += 1
                with pytest.raises(TurnedAway, match="stale"):
                    await den.play(table, seat, action, moment)
        assert undone or game != "casa-de-papel"


@awaited
async def test_others_who_think_at_the_same_time_do_not_make_a_moment_stale(tmp_path: Path) -> None:
    """A sealed question is asked of several at once; one's answer is nobody else's business."""
    rng = random.Random(4)
    async with opened(tmp_path) as den:
        table = await dealt(den)
        while len(table.playing.to_act) < 2:
            await play_on(den, table, 1, rng)
        first, second, *_ = table.playing.to_act
        moment = table.moment(second)
        await den.play(table, first, table.playing.legal(first).sample(rng))
        assert table.moment(second) == moment


@awaited
async def test_refusals_write_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with opened(tmp_path) as den:
        table = await dealt(den)
        seat, action = choice(table, rng)
        while len(table.playing.to_act) == len(table.chairs):
            await den.play(table, seat, action)
            seat, action = choice(table, rng)
        idle = next(s for s in range(len(table.chairs)) if s not in table.playing.to_act)
        before = facts(table)
        refusals = den.metrics.refusals._value.get()
        with pytest.raises(Refused):
            await den.play(table, idle, action)
        assert facts(table) == before == facts(await reloaded(den, table))
        assert den.metrics.refusals._value.get() == refusals + 1


@pytest.mark.parametrize("pace", [NO_CLOCK, Pace("move", 60, absent="bot")], ids=["no clock", "clock"])
@every_game
@awaited
async def test_the_rules_are_played_once_a_move(
    game: str, pace: Pace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Action] = []
    take = Match.take

    def counted(match: Match, seat: int, action: Action) -> list[tuple[Event, int | None]]:
        played.append(action)
        return take(match, seat, action)

    rng = random.Random(game)
    async with opened(tmp_path) as den:
        table = await dealt(den, game, pace=pace)
        monkeypatch.setattr(Match, "take", counted)
        while table.phase != "over" and table.seq < 40:
            seat, action = choice(table, rng)
            await den.play(table, seat, action)
            assert played.pop() == action
            assert not played


@awaited
async def test_a_move_that_was_tried_and_not_written_leaves_no_trace(tmp_path: Path) -> None:
    rng = random.Random(4)
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")
        while table.phase != "over":
            before = facts(table)
            seat, action = choice(table, rng)
            table.move(seat, action)
            assert facts(table) == before
            seat, action = choice(table, rng)
            await den.play(table, seat, action)
            assert facts(await reloaded(den, table)) == facts(table)
