"""What people, programs, bots and clocks do at the tables: every deed is one method, whoever asks for it.

A deed looks at the table as it is when its turn to write has come. Where the rules say no it raises Refused, where the
house does, TurnedAway; nothing has changed then. When it returns, what was done is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..bots.roster import MIXED, USUAL, newcomer
from ..games import game as find_game
from ..kernel import Action, Stream
from .attendance import Attendance
from .bots import Bots
from .rematch import rematch
from .storage.store import Stale
from .tables import absence, fair, hosting
from .tables import entries as e
from .tables.errors import TurnedAway
from .tables.lookalikes import alike
from .tables.metrics import Metrics
from .tables.pace import NO_CLOCK, Pace
from .tables.people import new_code, seat_key
from .tables.table import Table

log = logging.getLogger("speelhol.den")


class Deeds(ABC):
    """The deeds of a den, over whatever writes them down."""

    metrics: Metrics
    bots: Bots
    attendance: Attendance
    now: Callable[[], float]
    secret: str
    """Of the house: keys to seats are made of it."""

    def __init__(self) -> None:
        self._rematching = asyncio.Lock()

    # ---- what deeds rest upon

    @abstractmethod
    async def write(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        """Write the entry that `make` makes of the table as it is then, and only then let it happen and tell."""

    @abstractmethod
    async def set_up(self, code: str, entry: e.Opened) -> Table:
        """A new table of this name. Raises Stale if the name is taken."""

    @abstractmethod
    async def table(self, code: str) -> Table:
        """The table of this name. Raises TurnedAway if there is none."""

    @abstractmethod
    def present(self, table: Table) -> frozenset[str]:
        """The people who have a table open."""

    # ---- a table, and who sits there

    async def open_table(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        person: str,
        pace: Pace = NO_CLOCK,
        promise: fair.Promise | None = None,
        *,
        lesson: int = 0,
        hints: e.Hints = "alone",
        level: str = USUAL,
        character: str = MIXED,
    ) -> Table:
        """A new table, with the name and secret of a promise that was given; or for one of the game's lessons.

        Where that name has been taken the table gets another one, and another secret. Raises ValueError, in a
        sentence, if seats or options don't fit; TurnedAway for the pace and for bots that there are none of.
        """
        if pace.problem is not None:
            raise TurnedAway(pace.problem)
        self.bots.check(level, character)
        rules = find_game(game)
        rules.begin(seats, rules.read_options(options), rules.rules, Stream(""))
        for _ in range(20):
            chosen = promise or fair.Promise(new_code(), fair.new_secret())
            promise = None
            secret = "" if lesson else chosen.secret  # a lesson is dealt as it was written
            entry = e.Opened(
                game,
                rules.rules,
                seats,
                options,
                person,
                bool(lesson),
                pace,
                secret,
                hints,
                lesson or 1,
                level,
                character,
                at=self.now(),
            )
            with suppress(Stale):
                table = await self.set_up(chosen.code, entry)
                log.info("table opened", extra={"game": game, "seats": seats, "table": table.code})
                return table
        raise TurnedAway("no-code")

    async def open_lesson(self, game: str, person: str, name: str, chapter: int = 1) -> Table:
        """A table at which a person learns the game. Raises TurnedAway if the game has no such lesson."""
        lessons = find_game(game).lessons
        if not 1 <= chapter <= len(lessons):
            raise TurnedAway("no-lesson")
        lesson = lessons[chapter - 1]
        table = await self.open_table(game, lesson.seats, lesson.options, person, lesson=chapter)
        await self.sit(table, 0, person, name)
        await self.fill(table, person)
        await self.write(table, lambda now: now.deal(person, lesson.seed))
        return table

    async def rematch(self, table: Table, person: str) -> Table:
        """A new table with the same game, options and people; the old one points to it.

        Whoever asks later is shown the one that is there. Raises TurnedAway before the match is over, and for
        everybody but the host.
        """
        async with self._rematching:
            return await rematch(self, table, person)

    async def sit(self, table: Table, seat: int | None, person: str, name: str, luck: str = "") -> int:
        """Sit down in a chair, or in the first that is free, and add luck to the deal. Returns the seat.

        Raises TurnedAway if the chair is taken or there is none, for a name that won't do, and for whom the host has
        sent away.
        """
        sat = await self.write(table, lambda now: now.sit(seat, person, name, luck))
        assert isinstance(sat, e.Sat)
        return sat.seat

    async def add_luck(self, table: Table, seat: int, person: str, luck: str) -> None:
        """Add luck to the deal from one's own seat, if one sat down without. Raises TurnedAway if that is not so."""
        await self.write(table, lambda now: now.add_luck(now.own(seat, person), luck))

    async def sit_bot(self, table: Table, seat: int, person: str, level: str = USUAL, character: str = MIXED) -> None:
        """The host seats a bot. Raises TurnedAway if nobody plays like that, or the chair is taken."""
        self.bots.check(level, character)

        def make(now: Table) -> e.AnyEntry:
            name, own = newcomer([chair.name for chair in now.chairs if chair.taken], character, alike)
            return now.sit_bot(seat, person, name, level, own)

        await self.write(table, make)

    async def fill(self, table: Table, person: str, level: str = USUAL, character: str = MIXED) -> None:
        """The host seats a bot in every chair that is free now. Raises TurnedAway as `sit_bot` does."""
        for seat in [seat for seat, chair in enumerate(table.chairs) if not chair.taken]:
            await self.sit_bot(table, seat, person, level, character)

    async def share(self, table: Table, key: str, person: str) -> int:
        """Another device shows the key to a seat and is let in. Returns the seat. Raises TurnedAway for a wrong key."""
        seat = self.seat_by_key(table, key)
        if not table.chairs[seat].holds(person):
            await self.write(table, lambda now: now.share(self.seat_by_key(now, key), person))
        return seat

    async def leave(self, table: Table, seat: int, person: str) -> None:
        """Free a chair before the deal: one's own, or, for the host, anybody's. Raises TurnedAway."""
        await self.write(table, lambda now: now.leave(seat, person))

    async def take_over(self, table: Table, person: str) -> None:
        """Somebody who sits at a table whose host has gone becomes its host. Raises TurnedAway."""

        def make(now: Table) -> e.AnyEntry:
            at = self.attendance.takeover(now)
            return hosting.take_over(now, person, at is not None and at <= self.now())

        await self.write(table, make)

    async def admit(self, table: Table, who: int, person: str) -> None:
        """The host lets somebody sit down again who was sent away: the `who`th of them. Raises TurnedAway."""
        await self.write(table, lambda now: hosting.admit(now, who, person))

    async def silence(self, table: Table, who: int, person: str, silent: bool = True) -> None:
        """The host silences one of the voices, or lets them talk again. Raises TurnedAway."""
        await self.write(table, lambda now: hosting.silence(now, who, person, silent))

    async def deal(self, table: Table, person: str) -> None:
        """The host begins the match. Raises TurnedAway while a chair is free."""
        await self.write(table, lambda now: now.deal(person, fair.new_secret()))
        log.info("match dealt", extra={"game": table.opened.game, "table": table.code})

    # ---- the match

    async def decide(self, table: Table, seat: int, read: Callable[[], Action], moment: str | None = None) -> None:
        """The person of a seat decides what `read` says; if a bot held the seat it is theirs again, whatever that is.

        Raises what `read` and `play` raise.
        """
        await self.come_back(table, seat)
        await self.play(table, seat, read(), moment)

    async def play(self, table: Table, seat: int, action: Action, moment: str | None = None, bot: bool = False) -> None:
        """Play an action; `bot`: only while a bot decides for this seat.

        Raises Refused with its rule, or TurnedAway("stale") if the click was meant for an earlier moment.
        """

        def make(now: Table) -> e.AnyEntry:
            if moment is not None and moment != now.moment(seat):
                raise TurnedAway("stale")
            if bot and seat not in now.bots_to_act:  # its person came back while the bot thought
                raise TurnedAway("stale")
            return now.move(seat, action)

        await self.write(table, make)
        self.metrics.moves.inc()
        if table.phase == "over":
            log.info("match over", extra={"game": table.opened.game, "table": table.code})

    async def undo(self, table: Table, seat: int) -> None:
        """The person of a seat takes its newest action back; if a bot held the seat it is theirs again.

        Raises Refused where they gained something by it or somebody acted since.
        """
        await self.come_back(table, seat)
        await self.write(table, lambda now: now.undo(seat))

    async def come_back(self, table: Table, seat: int) -> None:
        """The person of a seat is at the table; if a bot held it, it is theirs again."""
        if table.chairs[seat].held:
            with suppress(absence.Moot):
                await self.write(table, lambda now: absence.come_back(now, seat))

    async def vote(self, table: Table, seat: int, person: str) -> None:
        """Somebody wants a bot to hold a seat whose time is up. Raises TurnedAway."""
        await self.write(table, lambda now: absence.vote(now, seat, person, self.attendance.around(now), self.now()))

    async def time_up(self, table: Table) -> None:
        """A clock has run out: what then happens at this table. Raises absence.Moot if it has not."""
        await self.write(table, lambda now: absence.time_up(now, self.now()))

    async def say(self, table: Table, seat: int | None, person: str, text: str, name: str = "") -> None:
        """A remark from one's own seat, or, under a name, from somebody who watches.

        Raises TurnedAway for who is not here, while all are quiet, and for whom the host has silenced.
        """
        if not table.may_talk(person, self.present(table)):
            raise TurnedAway("not-here")
        await self.write(
            table, lambda now: now.say(None if seat is None else now.own(seat, person), name, text, person)
        )

    # ---- the keys to seats

    def key_for(self, table: Table, seat: int, person: str) -> str:
        """The key to a seat, for the person who holds it now and nobody else. Raises TurnedAway."""
        return self.key(table, table.own(seat, person))

    def key(self, table: Table, seat: int) -> str:
        """The key to a seat that a person holds: for another device, or for a bot of one's own."""
        chair = table.chairs[seat]
        if chair.person is None:
            raise TurnedAway("no-such-seat")
        return seat_key(self.secret, table.code, seat, chair.person, chair.sitting)

    def seat_by_key(self, table: Table, key: str) -> int:
        """The seat that a key opens. Raises TurnedAway if it opens none; if its person was sent away, saying so."""
        shown = key.encode(errors="replace")
        for seat, chair in enumerate(table.chairs):
            if chair.person is not None and secrets.compare_digest(self.key(table, seat).encode(), shown):
                return seat
        for one in table.sent:
            old = seat_key(self.secret, table.code, one.seat, one.people[0], one.sitting)
            if not one.admitted and secrets.compare_digest(old.encode(), shown):
                raise TurnedAway("sent-away")
        raise TurnedAway("wrong-key")

    def opens(self, table: Table, key: str) -> bool:
        """Whether a key opens a seat at a table."""
        with suppress(TurnedAway):
            return self.seat_by_key(table, key) >= 0
        return False
