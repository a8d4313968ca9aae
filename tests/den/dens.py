"""Dens that stand for processes of one house, over one PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from speelhol.den import Den


@asynccontextmanager
async def dens(database: str, count: int = 2, bot_pause: float = 0.0) -> AsyncIterator[list[Den]]:
    async with AsyncExitStack() as later:
        made = []
        for _ in range(count):
            den = Den(database, bot_pause, bot_workers=0)
            await den.open()
            later.push_async_callback(den.close)
            made.append(den)
        yield made


async def fall(den: Den) -> None:
    """A process that dies without a word, as far as one can within this one."""

    async def nothing() -> None:
        return

    assert den._peers is not None
    assert den._peers.presence._task is not None
    den._peers.presence._task.cancel()
    den._peers.presence.close = nothing  # type: ignore[method-assign]
    await den.close()
