"""What people, programs, bots and clocks do at the tables: every deed is one method, whoever asks for it.

A deed looks at the table as it is when its turn to write has come. Where the rules say no it raises Refused, where the
house does, TurnedAway; nothing has changed then. When it returns, what was done is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from ..bots.roster import MIXED, USUAL, newcomer
from ..games import game as find_game
from ..kernel import Action, Stream
from ..metrics import Metrics
from .admin import Admin
from .bots import Bots
from .host_deeds import HostDeeds
from .lobby import Hurry, quick_seat
from .rematch import rematch, renew_along
from .storage.store import Stale
from .tables import absence, fair, hosting, keys, notes, passes
from .tables import entries as e
from .tables.door import USUAL_DOOR, DoorSettings
from .tables.errors import HouseRests, TurnedAway
from .tables.lookalikes import alike
from .tables.pace import NO_CLOCK, Pace
from .tables.people import new_code, place_mark, seat_key
from .tables.table import Table

log = logging.getLogger("speelhol.den")


SLOW = 1.0
"""What a house calls a slow move, in seconds, unless its owner says otherwise."""


class Deeds(HostDeeds):
    """The deeds of a den, over whatever writes them down."""

    metrics: Metrics
    admin: Admin
    bots: Bots
    secret: str
    """Of the house: keys to seats are made of it."""
    tickets_since: float = 0.0
    """Tickets for new tables from before this moment open nothing."""

    def __init__(self) -> None:
        self._rematching = asyncio.Lock()
        self.slow_move = SLOW
        """Seconds from which on a move is told in the log."""

    # ---- what deeds rest upon

    @abstractmethod
    async def set_up(self, code: str, opened: e.Opened, *more: e.AnyEntry) -> Table:
        """A new table of this name, with all of its first entries or not at all. Raises Stale if the name is taken."""

    @abstractmethod
    async def table(self, code: str) -> Table:
        """The table of this name. Raises TurnedAway if there is none."""

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
        name: str | None = None,
        luck: str = "",
        lesson: int = 0,
        hints: e.Hints = "alone",
        speed: e.Speed = "calm",
        level: str = USUAL,
        character: str = MIXED,
        settings: DoorSettings = USUAL_DOOR,
        place: str = "",
    ) -> Table:
        """A new table, with the name and secret of a promise that was given; or for one of the game's lessons.

        Where that name has been taken the table gets another one, and another secret. Raises ValueError, in a
        sentence, if seats or options don't fit; TurnedAway for the pace, for bots that there are none of, and for a
        name that won't do. There is no table then.

        name: by which whoever opens it sits down in the first chair at once
        luck: theirs, which counts if it was given on the promise that was kept
        place: where they are, so that nobody fills the lobby alone
        """
        if pace.problem is not None:
            raise TurnedAway(pace.problem)
        self.bots.check(level, character)
        self.admin.words.check(name or "")
        rules = find_game(game)
        rules.begin(seats, rules.read_options(options), rules.rules, Stream(""))
        for _ in range(20):
            chosen = promise or fair.Promise(new_code(), fair.new_secret())
            added, promise = luck if promise else "", None
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
                speed,
                settings,
                self.lobby.admit(place) if settings.listed else "",
                at=self.now(),
            )
            first = [] if name is None else [replace(_opener(entry, name, added), at=entry.at)]
            with suppress(Stale):
                table = await self.set_up(chosen.code, entry, *first)
                log.info("table opened", extra={"game": game, "seats": seats, "table": table.code})
                return table
        raise TurnedAway("no-code")

    async def open_lesson(self, game: str, person: str, name: str, number: int = 1) -> Table:
        """A table at which a person learns the game. Raises TurnedAway if the game has no such lesson."""
        lessons = find_game(game).lessons
        if not 1 <= number <= len(lessons):
            raise TurnedAway("no-lesson")
        lesson = lessons[number - 1]
        table = await self.open_table(game, lesson.seats, lesson.options, person, name=name, lesson=number)
        await self.fill(table, person)
        await self.write(table, lambda now: now.deal(person, lesson.seed))
        return table

    async def quick_seat(
        self,
        person: str,
        name: str,
        game: str = "",
        language: str = "",
        *,
        soon: bool = False,
        bots: bool = True,
        begins: bool = False,
        place: str = "",
        opens: Callable[[], None] = lambda: None,
    ) -> tuple[Table, int]:
        """A seat for somebody in a hurry, at a table of the lobby or at a new one that stands there.

        game: which one; any, if empty
        soon: where nobody waits, a new table waits five minutes; or else it begins at once with `bots`
        begins: none at a table whose host has to deal
        place: where they are
        opens: called before a new table is opened; may raise
        """
        asked = Hurry(person, name, game, language, soon, bots, begins, place, opens)
        return await quick_seat(self, self.lobby.shown, asked)

    async def begin_filled(self, table: Table) -> None:
        """A table that was to begin by now does, bots in the chairs that are free; where nobody is any more, it does
        not. Raises absence.Moot if it is too early."""
        if table.due is None or table.due > self.now():
            raise absence.Moot
        if self.attendance.deserted(table):
            await self.adjust(table, table.host, {"listed": False, "start": 0.0})
            return
        await self.fill(table, table.host, table.opened.level, table.opened.character)
        await self.deal(table, table.host)

    async def rematch(self, table: Table, person: str) -> Table:
        """A new table with the same game, options and people; the old one points to it.

        Whoever asks later is shown the one that is there. Raises TurnedAway before the match is over, and for
        everybody but the host.
        """
        async with self._rematching:
            return await rematch(self, table, person)

    async def sit(
        self,
        table: Table,
        seat: int | None,
        person: str,
        name: str,
        luck: str = "",
        place: str = "",
        program: bool = False,
    ) -> int | None:
        """Sit down in a chair, or in the first that is free, and add luck to the deal; a program says that it is one.
        Returns the seat; None where the host is asked first, and they wait for their yes.

        Raises TurnedAway if the chair is taken or there is none, for a name that won't do, and for whom the host has
        sent away.

        place: where they come from, of which no more is kept than a mark, so that nobody fills a door alone
        """
        self.admin.words.check(name)
        mark = place_mark(self.secret, table.code, place) if place else ""
        sat = await self.write(table, lambda now: now.sit(seat, person, name, luck, mark, program))
        return sat.seat if isinstance(sat, e.Sat) else None

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
        """The host seats a bot in every chair that is free now. Raises TurnedAway as `sit_bot` does, also where none is
        free."""
        self.bots.check(level, character)
        table.may_seat_bots(person)
        for seat in [seat for seat, chair in enumerate(table.chairs) if not chair.taken]:
            await self.sit_bot(table, seat, person, level, character)

    async def share(self, table: Table, key: str, person: str) -> int:
        """Another device shows the key to a seat and is let in. Returns the seat. Raises TurnedAway for a wrong key."""
        seat = self.seat_by_key(table, key)
        if not table.chairs[seat].holds(person):
            await self.write(table, lambda now: now.share(self.seat_by_key(now, key), person))
        return seat

    async def leave(self, table: Table, seat: int, person: str, sitting: int | None = None) -> None:
        """Free a chair before the deal: one's own, or, for the host, anybody's. Raises TurnedAway; `sitting` as in
        `pass_host`."""

        def make(now: Table) -> e.AnyEntry:
            hosting.meant(now, person, seat, sitting, own=True)
            return now.leave(seat, person)

        await self.write(table, make)

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

        begun = perf_counter()
        await self.write(table, make)
        self.metrics.moves.inc()
        if (seconds := perf_counter() - begun) >= self.slow_move:
            told = {"game": table.opened.game, "table": table.code, "bot": bot, "seconds": round(seconds, 3)}
            log.warning("a slow move", extra=told)
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

    def voting(self, table: Table) -> absence.Voting:
        """How it stands with voting on seats that don't answer."""
        return absence.Voting(self.attendance.in_peace(table), self.attendance.voters(table))

    async def vote(self, table: Table, seat: int, person: str) -> None:
        """Somebody wants a bot to hold a seat whose time is up. Raises TurnedAway."""
        await self.write(table, lambda now: absence.vote(now, seat, person, self.attendance.around(now), self.now()))

    async def time_up(self, table: Table) -> None:
        """A clock has run out: what then happens at this table. Raises absence.Moot if it has not."""
        if table.match is None:
            await self.begin_filled(table)
            return
        await self.write(table, lambda now: absence.time_up(now, self.now()))

    async def say(self, table: Table, seat: int | None, person: str, text: str, name: str = "") -> None:
        """A remark from one's own seat, or, under a name, from somebody who watches.

        Raises TurnedAway for who is not here, while all are quiet, and for whom the host has silenced.
        """
        if not table.may_talk(person, self.present(table)):
            raise TurnedAway("not-here" if table.door.settings.talk else "watchers-quiet")
        self.admin.words.check(f"{name} {text}" if seat is None else text)
        await self.write(
            table, lambda now: now.say(None if seat is None else now.own(seat, person), name, text, person)
        )

    async def choose_pass(self, table: Table, seat: int, person: str, key: str) -> None:
        """Let the house pass for one's own seat, by one of the rules that its question offers; without a key no longer.

        Raises TurnedAway.
        """
        with suppress(absence.Moot):
            await self.write(table, lambda now: passes.choose(now, now.own(seat, person), key))

    async def write_note(self, table: Table, seat: int, person: str, text: str) -> None:
        """The notes of one's own seat, which nobody else reads, as they shall stand. Raises TurnedAway."""
        with suppress(absence.Moot):
            await self.write(table, lambda now: notes.write(now, now.own(seat, person), text))

    # ---- the keys to seats

    def key_for(self, table: Table, seat: int, person: str) -> str:
        """The key to a seat, for the person who holds it now and nobody else. Raises TurnedAway."""
        return self.key(table, table.own(seat, person))

    def key(self, table: Table, seat: int) -> str:
        """The key to a seat that a person holds: for another device, or for a bot of one's own."""
        chair = table.chairs[seat]
        if chair.person is None:
            raise TurnedAway("no-such-seat")
        return seat_key(self.secret, table.code, seat, chair.person, chair.sitting, chair.renewed)

    async def use_key(self, table: Table, seat: int, person: str) -> None:
        """A program shows the key to a seat: whoever sits there is told the first time, unless it was their own
        browser that asked."""
        if keys.is_news(table, seat, person):
            with suppress(absence.Moot, HouseRests):
                await self.write(table, lambda now: keys.use(now, seat))

    async def renew_key(self, table: Table, seat: int, person: str, shown: str | None = None) -> str:
        """A new key to one's own seat, also in its rematches; the old ones and other devices open nothing from now on.
        Raises TurnedAway.

        shown: the key by which it is asked for; another request may have ended it a moment ago
        """

        def make(now: Table) -> e.KeyRenewed:
            if shown is not None and self.seat_by_key(now, shown) != seat:
                raise TurnedAway("wrong-key")
            return keys.renew(now, seat, person)

        await self.write(table, make)
        await renew_along(self, table, seat, person)
        return self.key(table, seat)

    def seat_by_key(self, table: Table, key: str) -> int:
        """The seat that a key opens. Raises TurnedAway if it opens none; if its person was sent away, saying so."""
        shown = key.encode(errors="replace")
        for seat, chair in enumerate(table.chairs):
            if chair.person is not None and secrets.compare_digest(self.key(table, seat).encode(), shown):
                if self.admin.refuses(chair.person):
                    raise TurnedAway("banned")
                return seat
        for one in table.sent:
            old = seat_key(self.secret, table.code, one.seat, one.people[0], one.sitting, one.renewed)
            if not one.admitted and secrets.compare_digest(old.encode(), shown):
                raise TurnedAway("barred" if one.barred else "sent-away")
        raise TurnedAway("wrong-key")


def _opener(opened: e.Opened, name: str, luck: str) -> e.AnyEntry:
    """Whoever opens a table sits down at it. Raises TurnedAway if they can't."""
    return Table.of(0, "", opened).sit(None, opened.host, name, luck)
