"""Several hands at once: optimistic appends, group commit, bots, tables let go, closing."""

from __future__ import annotations

import asyncio
import gc
import random
from pathlib import Path

import pytest

import speelhol
from speelhol.den import Den, TurnedAway
from speelhol.den.tables import entries as e
from speelhol.den.tables.table import Table
from tests.house import HOST, awaited, choice, dealt, facts, opened, play_on, seated, url


def commits(den: Den) -> int:
    return int(den.metrics.commits._value.get())


@awaited
async def test_two_dens_over_one_file_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as here, opened(tmp_path) as there:
        ours = await seated(here)
        theirs = await there.table(ours.code)
        assert theirs is not ours
        said = [f"{who} {n}" for who in "ab" for n in range(25)]

        async def talk(den: Den, table: Table, who: str) -> None:
            for n in range(25):
                await den.write(table, lambda now, n=n: now.say(0, "", f"{who} {n}"))  # type: ignore[misc]

        await asyncio.gather(talk(here, ours, "a"), talk(there, theirs, "b"))
        entries = [entry for entry in await here.store.read(ours.id) if isinstance(entry, e.Said)]
        assert sorted(entry.text for entry in entries) == sorted(said)
        await here.write(ours, lambda now: now.say(0, "", "last"))
        await there.write(theirs, lambda now: now.say(0, "", "very last"))
        await here.write(ours, lambda now: now.say(0, "", "really"))
        assert [r.text for r in ours.talk[:-1]] == [r.text for r in theirs.talk]


@awaited
async def test_the_loser_decides_again_on_the_newer_state(tmp_path: Path) -> None:
    async with opened(tmp_path) as here, opened(tmp_path) as there:
        ours = await here.open_table("casa-de-papel", speelhol.game("casa-de-papel").seats[0], {}, HOST)
        theirs = await there.table(ours.code)
        both = await asyncio.gather(
            here.write(ours, lambda now: now.sit(0, "a", "Anna")),
            there.write(theirs, lambda now: now.sit(0, "b", "Bo")),
            return_exceptions=True,
        )
        assert sorted(isinstance(result, TurnedAway) and result.reason == "seat-taken" for result in both) == [
            False,
            True,
        ]
        both = await asyncio.gather(
            here.write(ours, lambda now: now.sit(None, "c", "Cleo")),
            there.write(theirs, lambda now: now.sit(None, "d", "Dirk")),
        )
        assert {entry.seat for entry in both} == {1, 2}  # type: ignore[union-attr]


@awaited
async def test_one_seat_played_from_two_dens(tmp_path: Path) -> None:
    """The same click sent to two processes counts once."""
    rng = random.Random(1)
    async with opened(tmp_path) as here, opened(tmp_path) as there:
        ours = await dealt(here)
        theirs = await there.table(ours.code)
        for _ in range(60):
            if ours.phase == "over":
                break
            seat, action = choice(ours, rng)
            moment = ours.moment(seat)
            clicks = await asyncio.gather(
                here.play(ours, seat, action, moment),
                there.play(theirs, seat, action, moment),
                return_exceptions=True,
            )
            assert sum(click is None for click in clicks) == 1
            assert sum(isinstance(click, TurnedAway) and click.reason == "stale" for click in clicks) == 1
            await here._catch_up(ours)
            await there._catch_up(theirs)
            assert facts(ours) == facts(theirs)


@awaited
async def test_double_clicks_count_once(tmp_path: Path) -> None:
    rng = random.Random(2)
    async with opened(tmp_path) as den:
        table = await dealt(den)
        for _ in range(30):
            if table.phase == "over":
                break
            seat, action = choice(table, rng)
            moment, seq = table.moment(seat), table.seq
            clicks = await asyncio.gather(
                *(den.play(table, seat, action, moment) for _ in range(4)), return_exceptions=True
            )
            assert [type(c) for c in clicks] == [type(None), TurnedAway, TurnedAway, TurnedAway]
            assert table.seq == seq + 1


@awaited
async def test_what_comes_together_is_committed_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        tables = [await seated(den) for _ in range(40)]
        before = commits(den)
        await asyncio.gather(*(den.write(t, lambda now: now.say(0, "", "all at once")) for t in tables))
        assert commits(den) - before <= 4
        for table in tables:
            assert (await den.store.read(table.id))[-1] == e.Said(
                0, "Name 0", "all at once", at=(await den.store.read(table.id))[-1].at
            )


@awaited
async def test_one_conflict_in_a_batch_hurts_nobody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as here, opened(tmp_path) as there:
        tables = [await seated(here) for _ in range(6)]
        twin = await there.table(tables[0].code)
        await there.write(twin, lambda now: now.say(1, "", "first"))
        await asyncio.gather(*(here.write(t, lambda now: now.say(0, "", "hello")) for t in tables))
        assert [r.text for r in tables[0].talk] == ["first", "hello"]
        assert all([r.text for r in t.talk] == ["hello"] for t in tables[1:])


@awaited
async def test_somebody_who_goes_away_in_the_middle_stops_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den)
        for pause in (0, 0, 0.001, 0.002):
            asking = asyncio.create_task(den.write(table, lambda now: now.say(0, "", "gone")))
            await asyncio.sleep(pause)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        await den.write(table, lambda now: now.say(0, "", "still here"))
        assert [r.text for r in table.talk][-1] == "still here"
        twin = Table(table.id, table.code)
        for entry in await den.store.read(table.id):
            twin.apply(entry)
        assert facts(twin) == facts(table)


@awaited
async def test_a_failing_disk_is_said_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den)
        before = facts(table)

        async def fail(_: object) -> None:
            raise OSError("disk full")

        with monkeypatch.context() as broken:
            broken.setattr(den.store, "_commit", fail)
            with pytest.raises(OSError, match="disk full"):
                await den.write(table, lambda now: now.say(0, "", "lost"))
        assert facts(table) == before
        await den.write(table, lambda now: now.say(0, "", "works again"))


@awaited
async def test_a_snapshot_that_fails_does_not_fail_the_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelhol.den.den.SNAPSHOT_EVERY", 1)

    async def fail(_: object) -> None:
        raise OSError("no room")

    async with opened(tmp_path) as den:
        table = await seated(den)
        monkeypatch.setattr(den.store, "snapshot", fail)
        await den.write(table, lambda now: now.say(0, "", "fine"))
        assert table.talk[-1].text == "fine"


# ---- bots


async def until_over(table: Table, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while table.phase != "over":
            await asyncio.sleep(0.01)


@pytest.mark.sqlite  # over PostgreSQL bots play with people, and at several processes; every game in tests/web
@pytest.mark.parametrize("game", ["casa-de-papel", "thieves"])
@awaited
async def test_bots_play_to_the_end(game: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den, game, people=0)
        await until_over(table)
        await asyncio.sleep(0)
        assert not den.bots.at_work(table.id)
        assert den.metrics.moves._value.get() > 0


@awaited
async def test_bots_and_people_together(tmp_path: Path) -> None:
    """Whoever moves last, the bots always notice."""
    rng = random.Random(3)
    async with opened(tmp_path) as den:
        table = await dealt(den, people=1)
        async with asyncio.timeout(60):
            while table.phase != "over":
                if 0 in table.playing.to_act:
                    await den.play(table, 0, table.playing.legal(0).sample(rng))
                else:
                    await asyncio.sleep(0)


@awaited
async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path, bot_pause=0.01) as den:
        table = await dealt(den, people=0)
        await asyncio.sleep(0.1)
    assert table.phase == "playing"
    async with opened(tmp_path) as den:
        again = await den.table(table.code)
        assert again.seq >= table.seq
        den.visit(again)
        await until_over(again)


@awaited
async def test_a_bot_that_breaks_is_woken_by_the_next_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, people=0)

        async def broken(*_: object) -> None:
            raise OSError("no thoughts")

        with monkeypatch.context() as patch:
            patch.setattr(den, "play", broken)
            await den.deal(table, HOST)
            await asyncio.sleep(0.05)
        assert "the bots stopped" in caplog.text
        assert not den.bots.at_work(table.id)
        den.bots.wake(table)
        await until_over(table)


# ---- tables let go


@awaited
async def test_tables_that_nobody_looks_at_are_let_go(tmp_path: Path) -> None:
    async with opened(tmp_path, most_tables=3) as den:
        watched = await seated(den)
        watcher = den.watch(watched, None)
        codes = [(await seated(den)).code for _ in range(8)]
        gc.collect()
        assert len(den.memory) == 3
        assert len(den.memory.known()) == len(den.memory) == 3
        assert len(den._locks) <= 3
        assert await den.table(watched.code) is watched
        for code in codes:  # nothing is lost by it
            assert (await den.table(code)).code == code
        den.unwatch(watched, watcher)


@awaited
async def test_a_match_that_is_over_is_let_go_with_the_last_who_looks_at_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table, other = await dealt(den), await dealt(den)
        watchers = [den.watch(table, None), den.watch(table, None), den.watch(other, None)]
        await play_on(den, table, 10_000, random.Random(7))
        assert table.phase == "over"
        den.unwatch(table, watchers[0])
        assert len(den.memory) == 2
        den.unwatch(table, watchers[1])
        den.unwatch(other, watchers[2])
        assert len(den.memory) == 1, "the one that is still played stays"
        assert (await den.table(table.code)).playing.result == table.playing.result


@awaited
async def test_a_table_in_somebodys_hands_is_never_two(tmp_path: Path) -> None:
    rng = random.Random(4)
    async with opened(tmp_path, most_tables=1) as den:
        held = await dealt(den)
        for _ in range(3):
            await seated(den)
        assert await den.table(held.code) is held
        await play_on(den, held, 3, rng)
        found = await asyncio.gather(*(den.table(held.code) for _ in range(5)))
        assert {id(table) for table in found} == {id(held)}


@awaited
async def test_a_table_is_loaded_once_however_many_come(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        code = (await dealt(den)).code
    async with opened(tmp_path) as den:
        found = await asyncio.gather(*(den.table(code) for _ in range(20)))
        assert len({id(table) for table in found}) == 1
        assert found[0].phase == "playing"


@awaited
async def test_codes_are_found_as_people_type_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den)
        assert await den.table(f"  {table.code.upper().replace('-', ' ')} ") is table
        for wrong in ("", " ", "no-such-table-1", "x" * 5_000, "'; drop table log; --", "\x00", "%", "_"):
            with pytest.raises(TurnedAway, match="no-such-table"):
                await den.table(wrong)


# ---- closing


@awaited
async def test_closing_writes_what_was_begun(tmp_path: Path) -> None:
    den = Den(url(tmp_path), bot_pause=0, bot_workers=0)
    await den.open()
    tables = [await dealt(den, people=0) for _ in range(3)]
    talk = await seated(den)
    changed = asyncio.Event()
    watcher = den.watch(talk, None, changed.set)
    changed.clear()
    asking = [
        asyncio.create_task(den.write(talk, lambda now, n=n: now.say(0, "", str(n))))  # type: ignore[misc]
        for n in range(5)
    ]
    await asyncio.sleep(0)
    await den.close()
    assert watcher.closing
    assert changed.is_set()
    assert den.watch(talk, None).closing
    assert len(await asyncio.gather(*asking)) == 5
    with pytest.raises(RuntimeError):
        await den.write(talk, lambda now: now.say(0, "", "too late"))
    await den.close()  # twice is once
    async with opened(tmp_path) as again:
        assert [r.text for r in (await again.table(talk.code)).talk] == list("01234")
        for table in tables:
            assert (await again.store.read(table.id))[: table.seq]
            assert len(await again.store.read(table.id)) == table.seq


@awaited
async def test_a_table_opens_only_if_the_match_could_begin(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        for name in speelhol.games():
            game = speelhol.game(name)
            for seats, options in ((0, {}), (99, {}), (game.seats[0], {"nonsense": 1}), (game.seats[0], {"seats": 3})):
                with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
                    await den.open_table(name, seats, options, HOST)
        assert len(den.memory) == 0
