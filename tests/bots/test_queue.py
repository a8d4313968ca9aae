"""Whose turn it is at the bot_workers: nobody's question waits for ever behind somebody else's many."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from speelhol.bots import pool
from speelhol.bots.pool import Failed, Pool
from speelhol.bots.queue import HINT, LATER, MOVE
from tests.house import awaited

TABLES = 30


class QuickDesk(pool.Worker):
    """Answers in no time with what it was asked."""

    async def begin(self) -> None:
        pass

    async def ask(self, question: bytes, seconds: float) -> Any:
        await asyncio.sleep(0)
        return None


class Crowd:
    """A pool at which many ask, and the order in which they had their turns."""

    def __init__(self, size: int = 2) -> None:
        self.pool = Pool(size)
        self.turns: list[tuple[int, Any]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, rank: int, whose: Any) -> None:
        await self.pool.ask("decide", seconds=0.0, rank=rank, whose=whose)
        self.turns.append((rank, whose))

    async def _schemers(self, table: int) -> None:
        while True:
            await self.ask(MOVE, table)

    async def __aenter__(self) -> Crowd:
        """Bots play by themselves at many tables."""
        self._tasks = [asyncio.create_task(self._schemers(table)) for table in range(TABLES)]
        while len(self.turns) < 3 * TABLES:
            await asyncio.sleep(0)
        self.turns.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.close()


@pytest.fixture(autouse=True)
def quick_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "Worker", QuickDesk)


@awaited
async def test_a_hint_waits_a_turn_or_two_behind_thirty_tables_of_bots() -> None:
    async with Crowd() as crowd:
        for _ in range(20):
            crowd.turns.clear()
            await crowd.ask(HINT, "a person")
            assert len(crowd.turns) <= 6


@awaited
async def test_bots_go_on_however_many_hints_are_asked_for() -> None:
    """Half of the turns stay with them; a look back at a match comes round too, more rarely."""
    async with Crowd() as crowd:
        hints = [asyncio.create_task(crowd.ask(HINT, "somebody")) for _ in range(100)]
        story = asyncio.create_task(crowd.ask(LATER, "somebody"))
        while not all(hint.done() for hint in hints):
            await asyncio.sleep(0)
        moves = sum(rank == MOVE for rank, _ in crowd.turns)
        assert moves >= 90
        assert story.done()
        assert {whose for rank, whose in crowd.turns if rank == MOVE} == set(range(TABLES)), "every table has its turns"


@awaited
async def test_an_address_that_asks_for_much_waits_for_itself() -> None:
    async with Crowd() as crowd:
        greedy = [asyncio.create_task(crowd.ask(HINT, "greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        crowd.turns.clear()
        await crowd.ask(HINT, "modest")
        assert sum(turn == (HINT, "greedy") for turn in crowd.turns) <= 4
        await asyncio.gather(*greedy)


@awaited
async def test_a_table_that_asks_for_much_waits_for_itself() -> None:
    async with Crowd() as crowd:
        many = [asyncio.create_task(crowd.ask(MOVE, "large")) for _ in range(200)]
        await asyncio.sleep(0)
        crowd.turns.clear()
        while len(crowd.turns) < 4 * (TABLES + 1):
            await asyncio.sleep(0)
        assert sum(turn == (MOVE, "large") for turn in crowd.turns) <= 6
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)


@awaited
async def test_who_gave_up_takes_nobodys_turn() -> None:
    async with Crowd() as crowd:
        for _ in range(10):
            with pytest.raises(Failed) as failed:
                await crowd.pool.ask("decide", seconds=0.0, rank=HINT, whose="hasty", patience=0.0)
            assert failed.value.reason == "busy"
        assert crowd.pool.waiting <= TABLES
        crowd.turns.clear()
        await crowd.ask(HINT, "patient")
        assert len(crowd.turns) <= 6
