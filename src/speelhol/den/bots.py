"""Bots at the tables: whose move it is, what their bot is handed, and what happens when it gives no good answer."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ..bots.cast import CHARACTERS, LEVELS, MIXED, STAND_IN, UNTHINKING, USUAL
from ..bots.office import Failed, Office
from ..kernel import EVEN, Action, Refused, View
from .store import Away
from .table import Table
from .turned import Turned

if TYPE_CHECKING:
    from .den import Den

STEP_IN = 4.0
"""Seconds after which a process lets the bots think that another one should have let think."""

BUDGET = 0.6
"""Seconds that a bot thinks at most."""
LEAST = 0.1
"""Seconds that it may think however short the pause, if there is no crowd."""
PATIENCE = 5.0
"""Seconds for which a move waits for a desk."""

log = logging.getLogger("speelhol.den")


class Bots:
    """The bots of one den.

    A bot thinks while it pauses, and pauses for a time that is drawn beforehand and that its thinking fits into:
    when it answers tells nothing about what it holds.
    """

    def __init__(self, den: Den, desks: int) -> None:
        self._den = den
        self.office = Office(desks)
        self.levels = dict(LEVELS)
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._stirred: WeakKeyDictionary[Table, asyncio.Event] = WeakKeyDictionary()

    def check(self, level: str, character: str) -> None:
        """Raises Turned("no-such-bot") if nobody plays like that."""
        if level not in self.levels or character not in (MIXED, *CHARACTERS):
            raise Turned("no-such-bot")

    def wake(self, table: Table) -> None:
        """Let the bots of a table decide, if any of them has to."""
        if table.bots_to_act and table.id not in self._at_work and not self._den.watchers.closing:
            self._at_work[table.id] = asyncio.create_task(self._play(table))

    def at_work(self, table_id: int) -> bool:
        return table_id in self._at_work

    def stir(self, table: Table) -> None:
        """Something happened at a table."""
        if table in self._stirred:
            self._stirred[table].set()

    async def hush(self) -> None:
        """Let no bot begin anything new. What one has begun to write is written."""
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, table: Table) -> None:
        """Bots decide one after another, slowly enough to follow; each from its own view."""
        den = self._den
        try:
            while table.bots_to_act:
                if not self._to_think(table):
                    if await self._stirs(table, STEP_IN * (1 + 0.5 * den.rng.random())):
                        continue
                    pause = 0.0
                else:
                    pause = den.bot_pause * (0.6 + 0.8 * den.rng.random())
                if seats := table.bots_to_act:
                    await self._play_one(table, seats[int(den.rng.random() * len(seats))], pause)
        except Exception:  # the next move at the table, or the next visitor, wakes them again
            log.exception("the bots stopped", extra={"table": table.code})
        finally:
            del self._at_work[table.id]  # at once: a move made in between must find that nobody is at work

    def _to_think(self, table: Table) -> bool:
        """Of several processes the one that wrote last lets the bots think; another steps in if nothing comes of it."""
        return not self._den.store.shared or self._den.wrote_last(table)

    async def _stirs(self, table: Table, seconds: float) -> bool:
        """Whether anything happens at a table within some time."""
        seq = table.seq
        stirred = self._stirred.setdefault(table, asyncio.Event())
        stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while table.seq == seq:
                    await stirred.wait()
                    stirred.clear()
        return table.seq != seq

    async def _play_one(self, table: Table, seat: int, pause: float) -> None:
        moment, seq = table.moment(seat), table.seq
        action, _ = await asyncio.gather(self._decide(table, seat, pause), asyncio.sleep(pause))
        if action is None or (table.seq != seq and not self._to_think(table)):
            return
        try:
            await self._den.play(table, seat, action, moment, bot=True)
        except Away:
            await asyncio.sleep(1)
        except (Turned, Refused):
            pass  # somebody was quicker

    # ---- deciding

    async def _decide(self, table: Table, seat: int, pause: float) -> Action | None:
        """What a bot does in a seat; None if the seat has nothing to decide."""
        view = table.playing.view(seat)
        if view.offers is None:
            return None
        with self._den.meters.bot_seconds.time():
            if (wanted := table.scripted(seat)) is not None:
                return wanted
            chair = table.chairs[seat]
            level = chair.level or STAND_IN
            if self.office.desks and level != UNTHINKING and view.offers.count > 1:
                try:
                    return await self._think(view, level, chair.character, pause)
                except Failed as failed:
                    self._den.meters.bot_failures.labels(failed.reason).inc()
                    told = {"table": table.code, "level": level, "reason": failed.reason, "said": str(failed)}
                    log.warning("a bot gave no good answer; its move was chosen for it", extra=told)
            return view.offers.sample(self._den.rng)

    async def _think(self, view: View, level: str, character: str, pause: float) -> Action:
        where = self.levels.get(level) or self.levels[USUAL]
        temper = CHARACTERS.get(character, EVEN)
        seconds = min(BUDGET, max(LEAST, 0.8 * pause)) / (1 + self.office.waiting / self.office.desks)
        thought = await self.office.think(view, where, temper, self._den.rng.random(), seconds, patience=PATIENCE)
        return thought.action
