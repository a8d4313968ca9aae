"""A den for tests: opened over a file of its own, closed again, with people who play at random."""

from __future__ import annotations

import asyncio
import functools
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from bench.process import free_port
from litestar import Litestar

import speelhol
from speelhol.den import Den, Table
from speelhol.den.tables.pace import NO_CLOCK, Pace
from speelhol.kernel import Action
from speelhol.web.server.app import create_app
from speelhol.web.server.run import make_server
from speelhol.web.session.names import UNNAMED, HouseNames

HOST = "host"


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test to its end."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Wait for something to come true."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def url(path: Path) -> str:
    """The database of a folder: the one that it names, or SQLite in it."""
    named = path / "database"
    return named.read_text() if named.exists() else f"sqlite+aiosqlite:///{path / 'speelhol.db'}"


@asynccontextmanager
async def opened(
    path: Path, bot_pause: float = 0.0, most_tables: int = 2_000, bot_workers: int = 0
) -> AsyncIterator[Den]:
    den = Den(url(path), bot_pause, most_tables, bot_workers=bot_workers)
    await den.open()
    try:
        yield den
    finally:
        await den.close()


def fewest(game: str = "casa-de-papel") -> int:
    return speelhol.game(game).seats[0]


async def seated(den: Den, game: str = "casa-de-papel", people: int | None = None, pace: Pace = NO_CLOCK) -> Table:
    """A table with people (p0, p1 …) in its first chairs and bots in the others, not dealt yet."""
    seats = fewest(game)
    table = await den.open_table(game, seats, {}, HOST, pace)
    for seat in range(seats if people is None else people):
        await den.write(table, lambda now, seat=seat: now.sit(seat, f"p{seat}", f"Name {seat}"))  # type: ignore[misc]
    for seat in range(seats if people is None else people, seats):
        await den.sit_bot(table, seat, HOST)
    return table


async def dealt(den: Den, game: str = "casa-de-papel", people: int | None = None, pace: Pace = NO_CLOCK) -> Table:
    table = await seated(den, game, people, pace)
    await den.deal(table, HOST)
    return table


def choice(table: Table, rng: random.Random) -> tuple[int, Action]:
    seat = rng.choice(table.playing.to_act)
    return seat, table.playing.legal(seat).sample(rng)


async def play_on(den: Den, table: Table, moves: int, rng: random.Random) -> int:
    """Let people play at random; returns how many moves were made before the end."""
    for made in range(moves):
        if table.phase == "over":
            return made
        seat, action = choice(table, rng)
        await den.play(table, seat, action, table.moment(seat))
    return moves


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table is, to compare two of them."""
    match = table.match
    return {
        "seq": table.seq,
        "code": table.code,
        "opened": table.opened,
        "chairs": table.chairs,
        "clock": table.clock,
        "due": table.due,
        "talk": table.talk,
        "host": table.host,
        "sent": table.sent,
        "silenced": table.silenced,
        "door": table.door,
        "watched_by": table.watched_by,
        "again": table.again,
        "phase": table.phase,
        "position": match and match.position,
        "views": match and [match.view(seat).to_bytes() for seat in (None, *range(match.seats))],
        "record": match and match.record(),
        "moments": match and [table.moment(seat) for seat in range(match.seats)],
    }


@contextmanager
def served(app: Litestar, proxy: str | None = None) -> Iterator[str]:
    """An application on a real port of this machine, in a thread. Gives its address."""
    port = free_port()
    server = make_server(app, "127.0.0.1", port, proxy)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


@contextmanager
def living(
    path: Path,
    bot_pause: float = 0.0,
    generosity: float = 100.0,
    proxy: str | None = None,
    bot_workers: int = 0,
    names: HouseNames = UNNAMED,
) -> Iterator[str]:
    """A house on a real port of this machine, in a thread. Gives its address."""
    with served(create_app(url(path), bot_pause, generosity, bot_workers, names=names), proxy) as address:
        yield address
