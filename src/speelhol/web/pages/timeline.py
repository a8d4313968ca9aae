"""A match that is over, moment by moment: every position, and what was told on the way."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct

from ...den import Remark, Table
from ...kernel import Action, Event, Match

REELS = 16
"""So many matches are kept ready to be looked at; another one is played again when somebody asks."""

ALL, OPEN = "all", "open"
Eyes = int | str
"""A seat, the open table, or everything."""


class Line(Struct, frozen=True):
    """Something that was told or said, and at which moment."""

    at: int
    event: Event | None
    only: int | None
    """The seat that it was whispered to."""
    remark: Remark | None = None


class Reel:
    """Copies of a match after every move: they share nearly everything, so a thousand weigh little."""

    def __init__(self, table: Table) -> None:
        match, game = table.playing, table.game
        record = match.record()
        again = game.replay(record, 0)
        self.frames: list[Match] = [again.copy()]
        self.told: list[list[tuple[Event, int | None]]] = [list(again.dealer.news)]
        self.moves: list[tuple[int, Action]] = [(seat, game.read(text)) for seat, text in record.actions]
        for seat, action in self.moves:
            self.told.append(again.play(seat, action))
            self.frames.append(again.copy())
        self._talk = tuple(remark for remark in table.talk if not remark.hidden)
        self._heard = [len(frame.dealer.log(None)) for frame in self.frames]

    @property
    def seats(self) -> int:
        return self.frames[0].seats

    @property
    def last(self) -> int:
        return len(self.moves)

    def heard(self, at: int, eyes: Eyes) -> list[tuple[Event, int | None]]:
        """What these eyes were told at a moment, each with the seat it was whispered to."""
        return [(event, to) for event, to in self.told[at] if to is None or eyes in (ALL, to)]

    def moment_of(self, number: int, eyes: Eyes) -> int:
        """The moment at which these eyes were told their event of this number, counted from 1."""
        seat = eyes if isinstance(eyes, int) else None
        return min(self.last, bisect_left(self.frames, number, key=lambda frame: len(frame.dealer.log(seat))))

    def lines(self, at: int, eyes: Eyes, most: int) -> list[Line]:
        """The newest things that these eyes had heard by a moment, newest first."""
        heard = [remark for remark in self._talk if remark.to is None or eyes in (ALL, remark.to)]
        talk = [(min(self.last, bisect_left(self._heard, remark.after)), remark) for remark in heard]
        lines: list[Line] = []
        for now in range(at, -1, -1):
            said = [Line(now, None, r.to, r) for moment, r in talk if moment == now]
            lines += reversed([*(Line(now, event, to) for event, to in self.heard(now, eyes)), *said])
            if len(lines) >= most:
                break
        return lines[:most]


@lru_cache(maxsize=REELS)
def reel_of(table: Table) -> Reel:
    """The reel of a table whose match is over: it changes no more."""
    return Reel(table)
