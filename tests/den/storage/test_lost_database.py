"""A database that goes away: nothing is lost, nothing is doubled, and the house says so."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from speelhol.den import Den, TurnedAway
from speelhol.den import den as den_module
from speelhol.den.storage import store as store_module
from speelhol.den.storage.store import Away
from speelhol.den.tables import entries as e
from tests.den.conftest import prepare
from tests.den.dens import dens
from tests.house import awaited, choice, dealt, facts, seated, until
from tests.postgres import Postgres


def breaking(den: Den, monkeypatch: pytest.MonkeyPatch, after: Callable[[], Awaitable[object]]) -> None:
    """The next commit is carried out, something else may happen, and then the line breaks before the answer."""
    commit = den.store._commit

    async def broken(batch: object) -> None:
        monkeypatch.setattr(den.store, "_commit", commit)
        await commit(batch)  # type: ignore[arg-type]
        await after()
        raise ConnectionResetError

    monkeypatch.setattr(den.store, "_commit", broken)


@awaited
async def test_a_line_that_breaks_after_the_commit_doubles_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        return

    rng = random.Random(3)
    async with dens(database, 1) as (den,):
        table = await dealt(den)
        for _ in range(5):
            breaking(den, monkeypatch, nothing)
            seat, action = choice(table, rng)
            await den.play(table, seat, action, table.moment(seat))
        written = [entry for entry in await den.store.read(table.id) if isinstance(entry, e.Moved)]
        assert len(written) == 5
        assert table.seq == len(await den.store.read(table.id))


@awaited
async def test_a_line_that_breaks_before_the_commit_loses_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with dens(database) as (here, there):
        ours = await seated(here)
        theirs = await there.table(ours.code)
        commit = here.store._commit

        async def broken(_: object) -> None:
            monkeypatch.setattr(here.store, "_commit", commit)
            await there.write(theirs, lambda now: now.say(1, "", "first"))
            raise ConnectionResetError

        monkeypatch.setattr(here.store, "_commit", broken)
        await here.write(ours, lambda now: now.say(0, "", "second"))
        assert [remark.text for remark in ours.talk] == ["first", "second"]


@awaited
async def test_postgresql_restarted_under_play(database: str, postgres: Postgres) -> None:
    rng = random.Random(4)
    async with dens(database) as (here, there):
        ours = await dealt(here)
        theirs = await there.table(ours.code)
        watcher = there.watch(theirs, "p0")
        acknowledged: list[tuple[int, str]] = []
        restarting = asyncio.create_task(asyncio.to_thread(postgres.restart, "immediate"))
        while not restarting.done() or len(acknowledged) < 10:
            seat, action = choice(ours, rng)
            try:
                await here.play(ours, seat, action, ours.moment(seat))
            except TurnedAway as turned:
                assert turned.reason in ("books-away", "stale")  # noqa: PT017 - either may come, or neither
            else:
                acknowledged.append((seat, str(action)))
            if ours.phase == "over":
                break
            await asyncio.sleep(0.02)
        await restarting
        entries = await here.store.read(ours.id)
        written = [(entry.seat, entry.action) for entry in entries if isinstance(entry, e.Moved)]
        left = iter(written)
        assert all(move in left for move in acknowledged)
        assert ours.seq == len(entries)
        await until(lambda: facts(theirs) == facts(ours))  # told again, and caught up
        await until(lambda: here.present(ours) == {"p0"})
        there.unwatch(theirs, watcher)


@awaited
async def test_without_a_database_the_house_says_so_and_goes_on_when_it_is_back(
    database: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.3)
    async with dens(database) as (here, there):
        ours = await dealt(here, people=1)
        theirs = await there.table(ours.code)
        watcher = there.watch(theirs, None, lambda: None)
        quiet = await seated(here)
        await until(lambda: ours.playing.to_act == (0,))
        before = facts(quiet)
        await asyncio.to_thread(postgres.stop)
        try:
            for _ in range(3):
                with pytest.raises(Away):
                    await here.write(quiet, lambda now: now.say(0, "", "lost"))
                with pytest.raises(Away):
                    await there.table(quiet.code)
                with pytest.raises(Away):
                    await here.open_table("casa-de-papel", 4, {}, "host")
            assert facts(quiet) == before
        finally:
            await asyncio.to_thread(postgres.start)
        await here.write(quiet, lambda now: now.say(0, "", "found"))
        assert [remark.text for remark in quiet.talk] == ["found"]
        await here.play(ours, 0, ours.playing.legal(0).sample(random.Random(5)))
        await until(lambda: theirs.seq >= ours.seq)
        there.unwatch(theirs, watcher)


@awaited
async def test_closing_waits_for_no_database(postgres: Postgres) -> None:
    den = Den(postgres.prepared(prepare))
    await den.open()
    table = await seated(den)
    await asyncio.to_thread(postgres.stop)
    try:
        asking = asyncio.create_task(den.write(table, lambda now: now.say(0, "", "late")))
        await asyncio.sleep(0.05)
        async with asyncio.timeout(10):
            await den.close()
        with pytest.raises(Away):
            await asking
    finally:
        await asyncio.to_thread(postgres.start)


@awaited
async def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(den_module, "OPENING", 0.3)
    den = Den("postgresql://nobody@/nowhere?host=/nowhere")
    with pytest.raises(Away):
        await den.open()
    await den.close()
