"""The evening that the kept houses hold: who sat where, what they did, and how each table was left."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

import speelhol
from speelhol import __version__
from speelhol.den import Den, Pace, Table, person_of
from speelhol.den.tables import fair
from speelhol.kernel import Action

EVENING = 1_794_000_000.0
"""When the house was opened, by its own clock."""
PEOPLE = ("Anna", "Bram", "Chloé", "Dirk", "Emma", "Farid", "Greet", "Henk")
BOT_MOVE = Pace("move", 60, absent="bot")
VOTE_MOVE = Pace("move", 90, absent="vote")
BOT_MATCH = Pace("match", 600, 10, absent="bot")
WAIT_MATCH = Pace("match", 1200, 5)
BOT_DAYS = Pace("days", 3 * 86_400, absent="bot")
VOTE_UNHURRIED = Pace(absent="vote")
FOR_EVER = 86_400.0
CHANCE = random.Random()
"""What the house draws its secrets from."""


def cookie(name: str, device: int = 0) -> str:
    """The secret in somebody's browser."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"kept/{name}/{device}".encode()).digest()).decode()[:32]


def person(name: str, device: int = 0) -> str:
    return person_of(cookie(name, device))


class Evening:
    """The house while it is being filled; its clock moves a few seconds with everything that a person does."""

    def __init__(self, url: str) -> None:
        self.time = EVENING
        self.rng = random.Random("an evening")
        self.den = Den(url, bot_pause=0.0, now=lambda: self.time, bot_workers=0)
        self.told: list[dict[str, Any]] = []
        self.tables: list[tuple[str, Table]] = []

    async def fill(self) -> dict[str, Any]:
        """Fill the house and say what stands in it."""
        CHANCE.seed("the house")
        await self.den.open()
        await self.den.timers.stop()  # what is due fires when the script says so
        for game in speelhol.games():
            await self.gathering(game)
            await self.middle(game)
            await self.over(game)
            await self.lesson(game)
        for special in (
            self.sealed, self.options, self.rematch, self.devices, self.undone, self.long, self.hints, self.unhurried,
            self.days, self.held, self.voting, self.voted, self.dark, self.late,
        ):  # fmt: skip
            await special()
        for kind, table in self.tables:
            self.told.append(left(self.den, kind, table))
        await self.den.close()
        browsers = {name: [cookie(name, device) for device in (0, 1)] for name in PEOPLE}
        return {"version": __version__, "at": self.time, "people": browsers, "tables": self.told}

    # ---- what happens at a table

    async def seat(self, game: str, people: int, seats: int | None = None, **more: Any) -> Table:
        """A table with people in its first chairs, bots of several kinds in the others, and somebody's luck."""
        seats = seats or max(people, speelhol.game(game).seats[0])
        table = await self.open(game, seats, **more)
        for seat, name in enumerate(PEOPLE[:people]):
            luck = f"luck.{name[0]}" if seat % 2 == 0 else ""
            await self.sit(table, seat, name, luck)
        for seat in range(people, seats):
            level = ("regular", "beginner", "sharp", "schemer")[seat % 4]
            await self.den.sit_bot(table, seat, person(PEOPLE[0]), level)
        return table

    def begin(self) -> None:
        """Chance begins anew at every table: databases ask for it in different numbers."""
        self.time += 7.5
        CHANCE.seed(len(self.tables))
        self.den.rng.seed(len(self.tables))

    async def open(self, game: str, seats: int, options: dict[str, Any] | None = None, **more: Any) -> Table:
        self.begin()
        return await self.den.open_table(game, seats, options or {}, person(PEOPLE[0]), **more)

    async def deal(self, *given: Any, **more: Any) -> Table:
        table = await self.seat(*given, **more)
        self.time += 4
        await self.den.deal(table, person(PEOPLE[0]))
        await self.rest(table)
        return table

    async def do(self, table: Table, make: Callable[[Table], Any]) -> None:
        self.time += 1.25
        await self.den.write(table, make)

    async def sit(self, table: Table, seat: int, name: str, luck: str) -> None:
        await self.do(table, lambda now: now.sit(seat, person(name), name, luck))

    async def undo(self, table: Table, seat: int) -> None:
        await self.do(table, lambda now: now.undo(seat))

    async def say(self, table: Table, seat: int | None, text: str) -> None:
        if table.match is None or not table.match.view(None).hush:
            await self.do(table, lambda now: now.say(seat, "Ilja", text))

    async def rest(self, table: Table) -> None:
        """Until no bot has anything to do."""
        while self.den.bots.at_work(table.id) and self.den.bot_pause == 0.0:
            await asyncio.sleep(0.001)

    async def play(self, table: Table, moves: int, until: Callable[[], bool] | None = None) -> None:
        """Let people play so many moves, and on until something is so."""
        while table.phase == "playing" and (moves > 0 or (until is not None and not until())):
            moves -= 1
            seat, action = self.choice(table)
            self.time += 2 + self.rng.randrange(16) / 4
            await self.den.play(table, seat, action, table.moment(seat))
            await self.rest(table)

    def choice(self, table: Table) -> tuple[int, Action]:
        seat = self.rng.choice([s for s in table.playing.to_act if table.chairs[s].attends])
        return seat, table.playing.legal(seat).sample(self.rng)

    def keep(self, kind: str, table: Table) -> None:
        wanted = {"gathering": "gathering", "rematch": "gathering", "over": "over", "again": "over"}
        assert table.phase == wanted.get(kind, "playing"), kind
        self.tables.append((kind, table))

    # ---- the tables

    async def gathering(self, game: str) -> None:
        """Somebody came, left and came back; a chair is free."""
        table = await self.open(game, speelhol.game(game).seats[1])
        for seat, name in enumerate(PEOPLE[:2]):
            await self.sit(table, seat, name, "clover" if seat else "")
        await self.say(table, 0, f"Who knows {table.game.title}?")
        await self.do(table, lambda now: now.leave(1, person(PEOPLE[1])))
        await self.sit(table, 1, PEOPLE[1], "four.leaves")
        if len(table.chairs) > 3:
            await self.den.sit_bot(table, 2, person(PEOPLE[0]), "sharp")
        self.keep("gathering", table)

    async def middle(self, game: str) -> None:
        people = max(2, speelhol.game(game).seats[0] - 1)
        table = await self.deal(game, people, pace=WAIT_MATCH)
        await self.play(table, 4)
        await self.say(table, 1, "J’ai un mauvais pressentiment… <b>& toi</b>?")
        await self.play(table, 3)
        await self.say(table, None, "Can I join the next one?")
        await self.play(table, 2)
        self.keep("middle", table)

    async def over(self, game: str) -> None:
        table = await self.deal(game, max(2, speelhol.game(game).seats[0] - 1))
        await self.play(table, 10_000)
        await self.say(table, 0, "Goed gespeeld!")
        self.keep("over", table)

    async def lesson(self, game: str) -> None:
        self.begin()
        table = await self.den.open_lesson(game, person(PEOPLE[3]), PEOPLE[3])
        await self.rest(table)
        for _ in range(2):
            action = table.scripted(0)
            if action is not None:
                await self.den.play(table, 0, action, table.moment(0))
                await self.rest(table)
        self.keep("lesson", table)

    async def sealed(self) -> None:
        """Some have answered a question that others still think about, and nothing is told yet."""
        for game in ("casa-de-papel", "casablanca", "cash-and-run"):
            table = await self.deal(game, 4)
            await self.play(table, 0, lambda now=table: 0 < len(now.playing.to_act) < len(now.view(None).asked))  # type: ignore[misc]
            self.keep("sealed", table)

    async def options(self) -> None:
        """Matches with other options than the usual ones, and tables that are full."""
        for game, seats, options in (
            ("casa-de-papel", 8, {"skills": False}),
            ("casablanca", 4, {"variant": "agent"}),
            ("cash-and-run", 6, {"casinos": "one"}),
        ):
            table = await self.deal(game, 3, seats, options=options)
            await self.play(table, 12)
            self.keep("options", table)

    async def rematch(self) -> None:
        table = await self.deal("thieves", 3)
        await self.do(table, lambda now: now.share(1, person(PEOPLE[1], 1)))
        await self.play(table, 10_000)
        again = await self.den.rematch(table, person(PEOPLE[0]))
        await self.do(again, lambda now: now.add_luck(0, "again.and.again"))
        self.keep("again", table)
        self.keep("rematch", again)

    async def devices(self) -> None:
        table = await self.deal("counterfeiters", 2)
        await self.do(table, lambda now: now.share(0, person(PEOPLE[0], 1)))
        await self.play(table, 5)
        self.keep("devices", table)

    async def undone(self) -> None:
        table = await self.deal("casablanca", 2)
        await self.take_back(table, 5)
        self.keep("undone", table)

    async def take_back(self, table: Table, times: int) -> None:
        """Moves that are taken back, with some that stay in between."""
        while times and table.phase == "playing":
            seat, action = self.choice(table)
            self.time += 3
            await self.den.play(table, seat, action)
            await self.rest(table)
            if self.rng.random() < 0.5 and table.phase == "playing" and table.playing.why_not_undo(seat) is None:
                times -= 1
                await self.undo(table, seat)

    async def long(self) -> None:
        """Longer than what is folded into one row, with moves taken back in what is folded and after it."""
        table = await self.deal("cash-and-run", 5, pace=WAIT_MATCH)
        await self.take_back(table, 8)
        while table.seq < 230:
            await self.play(table, 1)
            await self.say(table, table.seq % 5, f"That was entry {table.seq}.")
            assert table.phase == "playing"
        await self.take_back(table, 2)
        self.keep("long", table)

    async def hints(self) -> None:
        table = await self.deal("cash-and-run", 2, hints="on")
        await self.play(table, 9)
        self.keep("hints", table)

    async def unhurried(self) -> None:
        """No clock, but somebody has been waited for longer than a minute, and the others may vote."""
        table = await self.deal("thieves", 3, pace=VOTE_UNHURRIED)
        await self.play(table, 3)
        await self.time_up(table, 61)
        self.keep("overdue", table)

    async def days(self) -> None:
        table = await self.deal("casablanca", 3, pace=BOT_DAYS)
        await self.play(table, 5)
        self.keep("days", table)

    async def held(self) -> None:
        """Somebody was too slow, and a bot holds the seat; the others play on."""
        table = await self.deal("counterfeiters", 3, pace=BOT_MATCH)
        await self.play(table, 4)
        await self.time_up(table, 700)
        await self.rest(table)
        assert any(chair.held for chair in table.chairs)
        await self.play(table, 3)
        self.keep("held", table)

    async def voting(self) -> None:
        """Somebody is too slow, and not enough of the others have voted yet."""
        table = await self.deal("casablanca", 4, pace=VOTE_MOVE)
        await self.play(table, 2, lambda: len(table.playing.to_act) == 1)
        await self.time_up(table, 95)
        await self.vote(table, 1)
        assert not any(chair.held for chair in table.chairs)
        self.keep("voting", table)

    async def voted(self) -> None:
        table = await self.deal("cash-and-run", 3, pace=VOTE_MOVE)
        await self.play(table, 5, lambda: len(table.playing.to_act) == 1)
        await self.time_up(table, 95)
        await self.vote(table, 2)
        await self.rest(table)
        assert any(chair.held for chair in table.chairs)
        self.keep("voted", table)

    async def dark(self) -> None:
        """The time for a question is up about which nobody may know who has answered; no bot has answered yet."""
        table = await self.deal("casa-de-papel", 4, pace=BOT_MOVE)
        await self.play(table, 0, lambda: table.clock.discreet and len(table.playing.to_act) == 2)
        self.den.bot_pause = FOR_EVER
        await self.time_up(table, 61)
        assert table.clock.lapsed
        self.den.bot_pause = 0.0
        self.keep("dark", table)

    async def late(self) -> None:
        """Somebody's time is up, and the house closes before it has seen to it."""
        table = await self.deal("thieves", 4, pace=BOT_MOVE)
        await self.play(table, 3)
        self.time += 300
        assert table.due is not None
        assert table.due < self.time
        self.keep("late", table)

    async def time_up(self, table: Table, seconds: float) -> None:
        self.time += seconds
        await self.den.timers.fire()

    async def vote(self, table: Table, votes: int) -> None:
        """So many of the others, who all have the table open, vote about the one who is slow."""
        (slow,) = table.clock.overdue
        here = [self.den.watch(table, chair.person) for seat, chair in enumerate(table.chairs) if seat != slow]
        for watcher in here[:votes]:
            self.time += 2
            await self.den.vote(table, slow, str(watcher.person))
        for watcher in here:
            self.den.unwatch(table, watcher)


def left(den: Den, kind: str, table: Table) -> dict[str, Any]:
    """How a table was left, as far as a later version must know it."""
    owners = {person(name, device): name for name in PEOPLE for device in (0, 1)}
    match, opened = table.match, table.opened
    chairs = [
        {
            "name": chair.name,
            "person": owners.get(chair.person or ""),
            "devices": len(chair.devices),
            "level": chair.level,
            "held": chair.held,
            "luck": chair.luck,
            "key": den.key(table, seat) if chair.person else None,
        }
        for seat, chair in enumerate(table.chairs)
    ]
    return {
        "kind": kind,
        "code": table.code,
        "game": opened.game,
        "rules": opened.rules,
        "options": opened.options,
        "pace": msgspec.to_builtins(opened.pace),
        "hints": opened.hints,
        "lesson": opened.lesson,
        "seal": table.commitment,
        "phase": table.phase,
        "chairs": chairs,
        "talk": [[remark.name, remark.text] for remark in table.talk if not remark.note],
        "again": table.again,
        "moves": len(match.record().actions) if match else 0,
        "to_act": list(match.to_act) if match else [],
        "due": table.due,
        "deadlines": [table.clock.deadline(seat) for seat in range(opened.seats)] if match else [],
        "overdue": sorted(table.clock.overdue),
        "result": msgspec.to_builtins(match.result) if match else None,
        "record": json.loads(fair.record_file(table)) if kind == "over" else None,
    }
