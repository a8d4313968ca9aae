"""What only PostgreSQL has: writing in one statement, telling other processes of it, and taking turns.

Its driver is loaded when it is used.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

SCHEMES = ("postgresql://", "postgres://", "postgresql+asyncpg://")
LOG, PRESENCE, LOBBY, HOUSE = "speelhol_log", "speelhol_presence", "speelhol_lobby", "speelhol_house"
"""The channels; of the log there is one for each part of the tables. What travels is a table's number and a sequence
number of its log, never what happened."""

AT_ONCE = 300
"""Pieces of news in one message, which PostgreSQL allows 8,000 bytes: two numbers and what is between them."""

TURN = 0x5BEE1401
"""The number under which processes that bring the database up to date take turns."""

AWAY = ("08", "57P", "53300", "25006", "40P01")
"""SQLSTATEs of a server that goes down, comes up, has no line free, or takes no writes while another takes over; and of
two writes that waited for each other, of which one may try again."""

COMING_UP = "57P03"

NEWEST = "SELECT table_id, max(seq) FROM log WHERE table_id = ANY($1::int[]) GROUP BY table_id"

APPEND = """
WITH written AS (
    INSERT INTO log (table_id, seq, at, entry)
    SELECT table_id, seq, $1::float8, entry
    FROM unnest($2::int[], $3::int[], $4::text[]) AS new (table_id, seq, entry)
), timed AS (
    UPDATE tables SET due = new.due FROM unnest($5::int[], $6::float8[]) AS new (id, due) WHERE tables.id = new.id
)
SELECT pg_notify(channel, payload) FROM unnest($7::text[], $8::text[]) AS news (channel, payload)
"""
"""Entries, deadlines and news in one statement, which is a transaction of its own: every errand to the database costs
more than the writing itself."""

OPEN = """
WITH used AS (
    INSERT INTO used_codes (code, at) VALUES ($1, $3)
), made AS (
    INSERT INTO tables (code, game, opened_at) VALUES ($1, $2, $3) RETURNING id
)
INSERT INTO log (table_id, seq, at, entry)
SELECT id, seq, $3, entry FROM made, unnest($4::text[]) WITH ORDINALITY AS new (entry, seq) RETURNING table_id
"""

CALL_SECONDS = 5.0
ANSWER_SECONDS = 10.0
BEAT = 5.0
"""How often an idle line is asked whether it still lives."""

SHORTEST, LONGEST = 0.1, 3.0
"""Seconds between two tries to take up a broken line."""

Told = tuple[str, str]
"""A channel, and what is new there."""

log = logging.getLogger("speelhol.den")
_rng = random.Random()  # noqa: S311 - spreads tries, keeps no secret


def speaks(url: str) -> bool:
    return url.startswith(SCHEMES)


def caller(url: str) -> Callable[[], Coroutine[Any, Any, Any]]:
    """A function that opens a line to the database. The URL is libpq's, `?sslmode=` and `?host=` included."""
    dsn = "postgresql://" + url.split("://", 1)[1]

    async def call(**_: Any) -> Any:
        import asyncpg

        return await asyncpg.connect(
            dsn,
            timeout=CALL_SECONDS,
            command_timeout=ANSWER_SECONDS,
            # Acknowledged is on disk, however the database is set up.
            server_settings={"application_name": "speelhol", "synchronous_commit": "on"},
        )

    return call


def lost(error: BaseException | None) -> bool:
    """Whether an error means that the database can't be reached right now."""
    if isinstance(error, OSError | TimeoutError):
        return True
    if isinstance(error, sa.exc.DBAPIError):
        return error.connection_invalidated or lost(error.orig)
    if isinstance(error, sa.exc.TimeoutError):  # all lines are in use
        return True
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith(AWAY)
    import asyncpg

    return isinstance(error, asyncpg.InterfaceError | asyncpg.InternalClientError) or (
        error is not None and lost(error.__cause__)
    )


def notify(connection: sa.Connection, news: Sequence[Told]) -> None:
    """Tell whoever listens, once this transaction is committed: channels, and what is new there; one message each, or a
    few if there is much to tell."""
    channels, payloads = _messages(news)
    connection.execute(_NOTIFY, {"channels": channels, "payloads": payloads})


def _messages(news: Sequence[Told]) -> tuple[list[str], list[str]]:
    """The channels and what is said on each."""
    by_channel: dict[str, list[str]] = {}
    for channel, said in news:
        by_channel.setdefault(channel, []).append(said)
    messages = [
        (channel, " ".join(some[at : at + AT_ONCE]))
        for channel, some in by_channel.items()
        for at in range(0, len(some), AT_ONCE)
    ]
    return [channel for channel, _ in messages], [said for _, said in messages]


_NOTIFY = sa.text(
    "SELECT pg_notify(channel, payload) "
    "FROM unnest(CAST(:channels AS text[]), CAST(:payloads AS text[])) AS news (channel, payload)"
)


def channel_of(shard: int) -> str:
    """Where the news of a part of the tables travel."""
    return f"{LOG}_{shard}"


def take_turns(connection: sa.Connection) -> None:
    """Wait until no other process is at it; until the transaction ends nobody else will be."""
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": TURN})


class Taken(Exception):
    """Somebody else has written a row of this number or name."""


class Writer:
    """Writes over a line of its own, which is made when it is needed and made anew when it has broken."""

    def __init__(self, url: str) -> None:
        self._call = caller(url)
        self._line: Any = None
        self._using = asyncio.Lock()

    async def append(
        self, at: float, rows: Sequence[tuple[int, int, str]], due: Mapping[int, float | None], news: Sequence[Told]
    ) -> None:
        """Entries by table and number, deadlines by table, and news by channel: all of them, or none. Raises Taken."""
        numbers, seqs, entries = (list(column) for column in zip(*rows, strict=True))
        await self.ask(APPEND, at, numbers, seqs, entries, list(due), list(due.values()), *_messages(news))

    async def open_table(self, code: str, game: str, at: float, entries: list[str]) -> int:
        """A new table with its first entries; its number. Raises Taken."""
        (table_id,), *_ = await self.ask(OPEN, code, game, at, entries)
        return int(table_id)

    async def ask(self, statement: str, *values: Any) -> Any:
        """One statement in a transaction of its own."""
        import asyncpg

        async with self._using:
            if self._line is None or self._line.is_closed():
                self._line = await self._call()
            try:
                return await self._line.fetch(statement, *values)
            except asyncpg.IntegrityConstraintViolationError as error:
                raise Taken from error
            except BaseException:
                self.drop()
                raise

    def drop(self) -> None:
        """Let go of the line; what was under way on it may or may not have been done."""
        line, self._line = self._line, None
        if line is not None:
            line.terminate()

    async def close(self) -> None:
        self.drop()


class News:
    """Hears what other processes write, over a line of its own that is taken up again when it breaks."""

    def __init__(
        self, url: str, hear: Callable[[str, str], None], begin: Callable[[], Awaitable[None]], beat: float = BEAT
    ) -> None:
        self._call = caller(url)
        self._hear = hear
        """Called with the channel and what was said."""
        self._begin = begin
        """Awaited whenever the line stands: something may have been missed."""
        self._beat = beat
        self._listening: asyncio.Task[None] | None = None
        self._line: Any = None
        self._using = asyncio.Lock()
        self._asked: dict[int, asyncio.Future[int]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._followed: set[int] = set()
        """The parts of the tables to which the line that stands listens."""
        self._wanted: set[int] = set()

    async def follow(self, shard: int) -> None:
        """Hear of this part of the tables from now on. Raises OSError when the line is broken; it is done when it
        stands again."""
        self._wanted.add(shard)
        if shard in self._followed:
            return
        async with self._using:
            if self._line is None:
                raise ConnectionError("the line to the database is broken")
            try:
                await self._listen_to(self._line, shard)
            except Exception as error:
                raise ConnectionError(str(error)) from error

    async def _listen_to(self, line: Any, shard: int) -> None:
        if shard not in self._followed:
            await line.add_listener(channel_of(shard), self._said)
            self._followed.add(shard)

    def _said(self, _: Any, __: int, channel: str, said: object) -> None:
        self._hear(channel, str(said))

    async def open(self) -> None:
        """Returns when the line stands. Raises if it can't be made the first time."""
        gone = await self._take_up()
        self._listening = asyncio.create_task(self._listen(gone))

    async def close(self) -> None:
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def newest(self, table_id: int) -> int:
        """The newest sequence number of a table's log, 0 if it has none. Raises OSError when the line is broken.

        Questions that come together are asked together, past the pool: every look at a table asks one.
        """
        answer = self._asked.get(table_id)
        if answer is None:
            answer = self._asked[table_id] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        while self._asked:
            async with self._using:
                asked, self._asked = self._asked, {}
                try:
                    if self._line is None:
                        raise ConnectionError("the line to the database is broken")
                    rows = await self._line.fetch(NEWEST, list(asked))
                except Exception as error:
                    broken = error if isinstance(error, OSError) else ConnectionError(str(error))
                    for answer in asked.values():
                        answer.set_exception(broken)
                        answer.exception()  # whoever asked may have gone
                    continue
            found = {row[0]: row[1] for row in rows}
            for table_id, answer in asked.items():
                answer.set_result(found.get(table_id, 0))

    async def _take_up(self) -> asyncio.Event:
        line = await self._call()
        gone = asyncio.Event()
        line.add_termination_listener(lambda _: gone.set())
        self._followed = set()
        try:
            for channel in (PRESENCE, LOBBY, HOUSE):
                await line.add_listener(channel, self._said)
            while missing := self._wanted - self._followed:  # more may be wanted meanwhile
                for shard in sorted(missing):
                    await self._listen_to(line, shard)
        except BaseException:
            line.terminate()
            raise
        self._line = line
        return gone

    async def _listen(self, gone: asyncio.Event) -> None:
        try:
            while True:
                why = "it was closed from there"
                try:
                    await self._begin()
                    await self._stay(gone)
                except Exception as error:
                    why = _why(error)
                    _complain(error)
                line, self._line = self._line, None
                line.terminate()
                log.warning("the line to the database broke", extra={"why": why})
                gone = await self._take_up_again()
                log.warning("the line to the database stands again")
        finally:
            if self._line is not None:
                self._line.terminate()

    async def _stay(self, gone: asyncio.Event) -> None:
        """Until the line breaks. One that is dead without a word is found out by using it."""
        while True:
            try:
                async with asyncio.timeout(self._beat):
                    await gone.wait()
                return
            except TimeoutError:
                async with self._using:
                    await self._line.execute("SELECT 1")

    async def _take_up_again(self) -> asyncio.Event:
        pause, told = SHORTEST, ""
        while True:
            await asyncio.sleep(pause * (0.5 + _rng.random()))
            try:
                return await self._take_up()
            except Exception as error:
                _complain(error)
                if (why := _why(error)) != told:
                    told = why
                    log.warning("the line to the database can't be taken up yet", extra={"why": why})
            pause = min(2 * pause, LONGEST)


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".strip(": ")


def _complain(error: Exception) -> None:
    """A database that is away is expected to come back; anything else is worth a look."""
    if not lost(error) and getattr(error, "reason", "") != "books-away":
        log.error("listening to the database failed", exc_info=error)
