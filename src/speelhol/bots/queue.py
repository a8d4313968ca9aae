"""Who waits for something of which there is too little, and whose turn it is.

Kinds of questions take turns by their shares, so none of them waits for ever behind another; those of one kind go round
by whose they are, so many questions of one table or address don't come before one of another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

Waiting = OrderedDict[Hashable, deque[asyncio.Future[T]]]
"""Those who wait for one kind of thing, by whose they are, in the order of their turns."""

HINT, MOVE, LATER = 0, 1, 2
"""What a person waits for now, a bot's move, what people ask about a match that is over: the first wins a tie."""
SHARES = {HINT: 1.0, MOVE: 1.0, LATER: 0.25}


class Queue(Generic[T]):
    """Those who wait, each for a future to be fulfilled."""

    def __init__(self) -> None:
        self._lines: dict[int, Waiting[T]] = {kind: OrderedDict() for kind in SHARES}
        self._used = dict.fromkeys(SHARES, 0.0)
        """By kind, the turns it has had, each counted by its share."""

    def __len__(self) -> int:
        return sum(not waits.done() for waits in self)

    def __iter__(self) -> Iterator[asyncio.Future[T]]:
        """Everybody in it, those included who have given up."""
        return (waits for line in self._lines.values() for own in line.values() for waits in own)

    def join(self, kind: int, whose: Hashable) -> asyncio.Future[T]:
        """Wait. `whose`: those who ask for the same share one place in the round."""
        line = self._lines[kind]
        if not line:  # who did not ask saves up no turns
            used = min((self._used[other] for other, own in self._lines.items() if own), default=0.0)
            self._used[kind] = max(self._used[kind], used)
        mine: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        line.setdefault(whose, deque()).append(mine)
        return mine

    def next(self) -> asyncio.Future[T] | None:
        """Whose turn it is, taken out of the queue; None if nobody waits."""
        while kinds := [kind for kind, line in self._lines.items() if line]:
            kind = min(kinds, key=lambda kind: self._used[kind])
            found = self._pop(self._lines[kind])
            if not found.done():
                self._used[kind] += 1 / SHARES[kind]
                return found
        return None

    def _pop(self, line: Waiting[T]) -> asyncio.Future[T]:
        whose, own = line.popitem(last=False)
        found = own.popleft()
        if own:
            line[whose] = own  # behind the others
        return found
