"""Bots at the tables: whose move it is, what their bot is handed, and what happens when it gives no good answer."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from ..bots.pool import Failed, Pool
from ..bots.roster import AT_A_GLANCE, CHARACTERS, FORETHOUGHTFUL, LEVELS, MIXED, STAND_IN, UNTHINKING, USUAL
from ..games import game as find_game
from ..kernel import EVEN, Action, Refused, View
from .storage.store import Away
from .tables import passes
from .tables.entries import Speed
from .tables.errors import TurnedAway
from .tables.table import Table

if TYPE_CHECKING:
    from .den import Den

STEP_IN = 4.0
"""Seconds after which a process lets the bots think that another one should have let think."""

BUDGET = 0.6
"""Seconds that a bot thinks at most."""
LEAST = 0.1
"""Seconds that it may think however short the pause, if there is no crowd."""
SHORTEST = 0.04
"""Seconds that it may think in the thickest crowd: with less it would still take so long."""
GLANCE = 0.008
"""Seconds for those who decide at a glance, the way to the worker and back included."""
FORETHOUGHT = 0.024
"""Seconds for every decision of those who now and then look ahead a little, also where they do not."""
SHARE = 0.8
"""The part of its turn with a worker that a bot thinks for; the rest is for those who can't stop at once."""
PATIENCE = 5.0
"""Seconds for which a move waits for a worker."""
EVENTS: dict[Speed, int] = {"calm": 2, "brisk": 1, "instant": 0}
"""By the speed of a table: how often the house's pause for each event that people have to see first."""
MOST_EVENTS = 3
"""For so many events at most the bots wait; of more, people are told together."""
PAUSE = 1.0
"""Seconds until a bot tries again whose move could not be written."""

log = logging.getLogger("speelhol.den")


class Bots:
    """The bots of one den. When they answer depends on what everybody may know, and on luck that was drawn beforehand.

    A bot answers when its pause is over, which is drawn before it begins, and its turn with a worker, whichever is
    later. Every question of a seat goes to a worker, also where there is nothing to choose. How long a turn takes is
    fixed when the bot gets in line, by its level, its pause and the length of the line. Its thinking has to fit into
    it, and the worker stays taken until the turn is over, however soon the thought was ready. So neither its answer
    nor the turn of whoever stands in line behind it, at this table or another, comes sooner or later for what a seat
    holds. (A thought that takes longer than its turn takes another whole one.)

    Where nobody may know who has answered, all seats for which bots decide get in line together, also those that have
    answered, and their answers are given together after the last turn.
    """

    def __init__(self, den: Den, bot_workers: int) -> None:
        self._den = den
        self.pool = Pool(bot_workers, self._on_death)
        self.levels = dict(LEVELS)
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._stirred: WeakKeyDictionary[Table, asyncio.Event] = WeakKeyDictionary()
        self._taken_up: WeakKeyDictionary[Table, int] = WeakKeyDictionary()
        """What was the newest of each table when somebody came to it here, after nobody had been there."""

    def check(self, level: str, character: str) -> None:
        """Raises TurnedAway("no-such-bot") if nobody plays like that."""
        if level not in self.levels or character not in (MIXED, *CHARACTERS):
            raise TurnedAway("no-such-bot")

    def wake(self, table: Table, first: bool = False) -> None:
        """Let the bots of a table decide, if any of them has to; not where nobody is there to see it.

        first: somebody came to a table at which nobody was. If nothing has happened there for a while, it is for this
        process to let the bots think: no other one knows of the visitor
        """
        if first and self._den.now() - table.noticed_at > STEP_IN:
            self._taken_up[table] = table.noticed
        if not self._to_act(table) or self._den.watchers.closing:
            return
        if table.id not in self._at_work:
            self._at_work[table.id] = asyncio.create_task(self._play(table))

    def _to_act(self, table: Table) -> bool:
        rests = self._den.admin.read_only or self._den.attendance.deserted(table)
        return bool(table.bots_to_act) and not rests

    def at_work(self, table_id: int) -> bool:
        return table_id in self._at_work

    def stir(self, table: Table) -> None:
        """Something happened at a table."""
        if table in self._stirred:
            self._stirred[table].set()

    async def stop(self) -> None:
        """Let no bot begin anything new. What one has begun to write is written."""
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, table: Table) -> None:
        """Bots decide one after another, slowly enough to follow; each from its own view."""
        den = self._den
        try:
            while self._to_act(table):
                if not self._to_think(table):
                    if await self._stirs(table, STEP_IN * (1 + 0.5 * den.rng.random())):
                        continue
                    pause = 0.0
                else:
                    pause = den.bot_pause * self._events(table) * (0.85 + 0.3 * den.rng.random())
                if self._to_act(table):
                    await self._answer(table, pause)
        except Exception:  # the next move at the table, or the next visitor, wakes them again
            log.exception("the bots stopped", extra={"table": table.code})
        finally:
            del self._at_work[table.id]  # at once: a move made in between must find that nobody is at work

    def _to_think(self, table: Table) -> bool:
        """Of several processes the one that wrote last lets the bots think; another steps in if nothing comes of it."""
        return not self._den.store.shared or self._den.wrote_last(table) or self._taken_up.get(table) == table.noticed

    def _events(self, table: Table) -> int:
        """For how many pauses what has just happened is worth looking at: by what everybody was told."""
        return EVENTS[table.opened.speed] * max(1, min(table.told_newly, MOST_EVENTS))

    async def _stirs(self, table: Table, seconds: float) -> bool:
        """Whether anything that everybody may notice happens at a table within some time."""
        noticed = table.noticed
        stirred = self._stirred.setdefault(table, asyncio.Event())
        stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while table.noticed == noticed:
                    await stirred.wait()
                    stirred.clear()
        return table.noticed != noticed

    async def _answer(self, table: Table, pause: float) -> None:
        """Let those decide whose turn it is, and give their answers."""
        seats, noticed = self._next(table), table.noticed
        moments = [table.moment(seat) for seat in seats]
        deciding = [self._decide(table, seat, pause, self._den.rng.random()) for seat in seats]
        *actions, _ = await asyncio.gather(*deciding, asyncio.sleep(pause))
        if table.noticed != noticed and not self._to_think(table):
            return
        for seat, action, moment in zip(seats, actions, moments, strict=True):
            if action is not None:
                await self._play_one(table, seat, action, moment)

    def _next(self, table: Table) -> list[int]:
        """One of the seats that have to answer; for a discreet question, all for whom bots decide."""
        rng = self._den.rng
        return rng.sample(table.bots_asked, len(table.bots_asked) if table.clock.discreet else 1)

    async def _play_one(self, table: Table, seat: int, action: Action, moment: str) -> None:
        try:
            await self._den.play(table, seat, action, moment, bot=True)
        except Away:
            await asyncio.sleep(PAUSE)
        except (TurnedAway, Refused):
            pass  # somebody was quicker

    # ---- deciding

    async def _decide(self, table: Table, seat: int, pause: float, seed: float) -> Action | None:
        """What a bot does in a seat; None if the seat has nothing to decide."""
        view, chair = table.playing.view(seat), table.chairs[seat]
        passing = passes.passing(table)
        passed = passing[1] if passing is not None and passing[0] == seat else None
        level = chair.level or STAND_IN
        action: Action | None = None
        with self._den.metrics.bot_seconds.time():
            if self.pool.size and level != UNTHINKING:
                try:
                    # whoever leaves a pass to the house stands in line like everybody else
                    asked = view if passed is None else replace(view, offers=None)
                    action = await self._think(table.id, asked, level, chair.character, pause, seed)
                except Failed as failed:
                    told = {"table": table.code, "level": level, "reason": failed.reason, "said": str(failed)}
                    self._count(failed.reason, "a bot gave no good answer; its move was chosen for it", told)
                except Exception:  # whatever it is, a match does not wait for ever
                    told = {"table": table.code, "level": level, "reason": "broken"}
                    self._count("broken", "a bot could not be asked; its move was chosen for it", told, trace=True)
        if view.offers is None:
            return None
        return table.scripted(seat) or passed or action or view.offers.sample(random.Random(seed))  # noqa: S311 - a bot's whim

    def _count(self, reason: str, sentence: str, told: dict[str, str], trace: bool = False) -> None:
        self._den.metrics.bot_failures.labels(reason).inc()
        log.warning(sentence, extra=told, exc_info=trace)

    def _on_death(self, failed: Failed) -> None:
        told = {"reason": failed.reason, "said": str(failed)}
        self._count(failed.reason, "a bot worker died; another one is asked", told)

    async def _think(
        self, whose: int, view: View, level: str, character: str, pause: float, seed: float
    ) -> Action | None:
        pool = self.pool
        seconds = self._seconds(view.game, level, pause)
        hold = seconds / SHARE
        if view.offers is None:
            await pool.wait(hold, PATIENCE, whose)
            return None
        where = self.levels.get(level) or self.levels[USUAL]
        temper = CHARACTERS.get(character, EVEN)
        thought = await pool.think(view, where, temper, seed, seconds, whose=whose, patience=PATIENCE, hold=hold)
        return thought.action

    def _seconds(self, game: str, level: str, pause: float) -> float:
        """How long a bot may think: by its level, game and pause and by the crowd, never by what it thinks about."""
        if level in AT_A_GLANCE:
            return FORETHOUGHT if level == FORETHOUGHTFUL and find_game(game).mind.forethought else GLANCE
        crowd = 1 + self.pool.waiting / self.pool.size
        return max(SHORTEST, min(BUDGET, max(LEAST, SHARE * pause)) / crowd)
