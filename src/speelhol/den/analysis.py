"""What people ask the bots: a hint now; after the match, why a bot moved as it did, and who was going to win when.

Nothing of it stands in a log or is told to anybody else. What was thought out is kept for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from ..bots import Thought
from ..bots.pool import Failed
from ..bots.queue import HINT, LATER
from ..bots.roster import ADVISER, CHARACTERS, LEVELS, STAND_IN
from ..kernel import EVEN, Match, Timeline
from .review import Better, compared, moments, worst
from .tables.errors import TurnedAway
from .tables.table import Table

if TYPE_CHECKING:
    from .den import Den

T = TypeVar("T")

SECONDS = 0.6
"""How long a hint, or a look back, is thought about."""
PATIENCE = 20.0
MOST = 400
"""Analysis that are kept."""
MOST_STORIES = 60

POINTS = 40
"""Moments of a match at which a story asks who is going to win."""
PLAYS = 32
MOMENT = 0.25
"""Imagined plays for each of them, and the seconds after which fewer are enough."""
AT_ONCE = 2
"""Moments that are thought about in one go: a move at a table waits no longer than for these."""
TURNS = 3
"""Turning points that are named."""
NOTABLE = 0.04
"""A smaller change of somebody's chances is no turning point."""

log = logging.getLogger("speelhol.den")


class Point(Struct, frozen=True):
    """By seat the chance to win after so many moves."""

    at: int
    chances: tuple[float, ...]


class Turn(Struct, frozen=True):
    """A move that changed much, and for whom."""

    at: int
    seat: int
    before: float
    after: float


class Story(Struct, frozen=True):
    """Who was going to win, from the first moment to the last."""

    points: tuple[Point, ...]
    turns: tuple[Turn, ...]


class TaskCache(Generic[T]):
    """What was worked out lately, by what was asked; asked twice at once, it is worked out once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: OrderedDict[Any, asyncio.Task[T]] = OrderedDict()

    def task(self, key: Any, make: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waits has heard it
        self._tasks.move_to_end(key)
        while len(self._tasks) > self._most:
            self._tasks.popitem(last=False)[1].cancel()
        return task

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


class Analysis:
    """What one den has thought out for people."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._thoughts: TaskCache[Thought] = TaskCache(MOST)
        self._stories: TaskCache[Story] = TaskCache(MOST_STORIES)
        self._reviews: TaskCache[tuple[Better, ...]] = TaskCache(MOST_STORIES)
        self._progress: dict[Any, int] = {}
        self._broken: set[Any] = set()

    async def hint(self, table: Table, seat: int, whose: str = "") -> Thought:
        """What a sharp player would do in a seat that is asked, from what that seat knows.

        `whose`: where it was asked from; where many ask, these take turns.
        Raises TurnedAway if there are no hints here, or nothing to decide.
        """
        if not self._den.thinks or not table.hints:
            raise TurnedAway("no-hints")
        chair, match = table.chairs[seat], table.playing
        if chair.held or match.view(seat).offers is None:
            raise TurnedAway("no-question")
        key = (table.id, seat, table.moment(seat))
        make = partial(self._think, match, seat, ADVISER, "even", HINT, whose or table.id)
        return await self._answer(self._thoughts.task(key, make))

    async def why(self, table: Table, before: Match, at: int, seat: int, whose: str = "") -> Thought:
        """What a bot makes of a moment of a match that is over: move `at`, made by `seat` in the match `before` it."""
        if not self._den.thinks:
            raise TurnedAway("no-thoughts")
        chair = table.chairs[seat]
        level = chair.level if chair.level in ("sharp", "schemer") else STAND_IN
        make = partial(self._think, before, seat, LEVELS[level], chair.character, LATER, whose or table.id)
        return await self._answer(self._thoughts.task((table.id, at), make))

    def review(self, table: Table, timeline: Timeline, seat: int) -> tuple[Better, ...] | int:
        """What the person in a seat might have done better, from what the seat knew then; until it is known, how many
        hundredths of it are. Raises TurnedAway if it can't be found out."""
        if not self._den.thinks:
            raise TurnedAway("no-thoughts")
        key = (table.id, "review", seat)
        if key in self._broken:
            self._broken.discard(key)  # whoever asks once more has it tried once more
            raise TurnedAway("no-thought")
        task = self._reviews.task(key, partial(self._look_back, key, timeline, seat))
        return task.result() if task.done() and not task.cancelled() else self._progress.get(key, 0)

    async def _look_back(self, key: tuple[Any, ...], timeline: Timeline, seat: int) -> tuple[Better, ...]:
        found: list[Better] = []
        chosen = await asyncio.to_thread(moments, timeline, seat)
        try:
            for done, at in enumerate(chosen):
                self._progress[key] = 100 * done // len(chosen)
                thought = await self._think(timeline.frames[at - 1], seat, ADVISER, "even", LATER, key[0])
                better = compared(at, timeline.moves[at - 1][1], thought)
                found += [better] if better is not None else []
        except Failed as failed:
            log.warning("nothing came of a review", extra={"reason": failed.reason, "said": str(failed)})
            self._broken.add(key)
            raise
        finally:
            self._progress.pop(key, None)
        return worst(found)

    async def _think(self, match: Match, seat: int, where: str, character: str, rank: int, whose: Hashable) -> Thought:
        temper = CHARACTERS.get(character, EVEN)
        seed = self._den.rng.random()
        pool = self._den.bots.pool
        view = match.view(seat)
        return await pool.think(view, where, temper, seed, SECONDS, rank=rank, whose=whose, patience=PATIENCE)

    async def _answer(self, task: asyncio.Task[Thought]) -> Thought:
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled():  # whoever asked has gone; the thought is still worth keeping
                raise
            raise TurnedAway("no-thought") from None
        except Failed as failed:
            log.warning("nothing came of a thought", extra={"reason": failed.reason, "said": str(failed)})
            raise TurnedAway("no-thought") from None

    # ---- the story of a match

    def story(self, table: Table, eyes: int | None) -> Story | int:
        """Who was going to win, with everything open or as one seat knew it; until it is known, how many hundredths
        of it are. Raises TurnedAway if it can't be found out."""
        if not self._den.thinks:
            raise TurnedAway("no-thoughts")
        key = (table.id, eyes)
        if key in self._broken:
            self._broken.discard(key)  # whoever asks once more has it tried once more
            raise TurnedAway("no-thought")
        task = self._stories.task(key, partial(self._tell, key, table.playing))
        return task.result() if task.done() and not task.cancelled() else self._progress.get(key, 0)

    async def _tell(self, key: tuple[int, int | None], match: Match) -> Story:
        record = match.record()
        packed, last = record.to_bytes(), len(record.actions)
        known: dict[int, tuple[float, ...]] = {}
        steps = min(POINTS, last)
        moments = sorted({round(last * step / steps) for step in range(steps + 1)}) if steps else [0]
        try:
            await self._look(key, packed, moments, known)
            for start, end in _swings(known):
                await self._look(key, packed, range(start + 1, end), known)
        except Failed as failed:
            log.warning("a story was not told", extra={"reason": failed.reason, "said": str(failed)})
            self._broken.add(key)
            raise
        finally:
            self._progress.pop(key, None)
        points = tuple(Point(at, known[at]) for at in sorted(known))
        return Story(points, turning(points))

    async def _look(
        self, key: tuple[int, int | None], record: bytes, moments: Sequence[int], known: dict[int, tuple[float, ...]]
    ) -> None:
        """Look at some more moments."""
        pool = self._den.bots.pool
        for start in range(0, len(moments), AT_ONCE):
            some = list(moments[start : start + AT_ONCE])
            asked = ("chances", record, some, key[1], PLAYS, MOMENT, self._den.rng.random())
            found = await pool.ask(*asked, seconds=4 * MOMENT * len(some) + 2, rank=LATER, whose=key[0], patience=600)
            known |= dict(zip(some, map(tuple, found), strict=True))
            self._progress[key] = min(99, 100 * len(known) // (POINTS + 1))

    async def close(self) -> None:
        await self._thoughts.close()
        await self._stories.close()
        await self._reviews.close()


def _swings(known: dict[int, tuple[float, ...]]) -> list[tuple[int, int]]:
    """The stretches in which somebody's chances changed most, where there are moves in between to look at."""
    at = sorted(known)
    pairs = sorted(pairwise(at), key=lambda pair: -_change(known[pair[0]], known[pair[1]])[1])
    return [(start, end) for start, end in pairs[:TURNS] if end - start > 1]


def _change(before: Sequence[float], after: Sequence[float]) -> tuple[int, float]:
    """Whose chances changed most, and by how much."""
    return max(((seat, abs(b - a)) for seat, (a, b) in enumerate(zip(before, after, strict=True))), key=lambda p: p[1])


def turning(points: Sequence[Point]) -> tuple[Turn, ...]:
    """The moves that changed most, in the order they were made."""
    turns = []
    for one, two in pairwise(points):
        seat, change = _change(one.chances, two.chances)
        if two.at - one.at == 1 and change >= NOTABLE:
            turns.append((change, Turn(two.at, seat, one.chances[seat], two.chances[seat])))
    most = sorted(turns, key=lambda pair: -pair[0])[:TURNS]
    return tuple(sorted((turn for _, turn in most), key=lambda turn: turn.at))
