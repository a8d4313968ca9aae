"""A match again, move by move: every position, and what was told on the way."""

from __future__ import annotations

from bisect import bisect_left

from .game import Game
from .match import Match
from .record import Record
from .values import Action, Event

ALL, OPEN = "all", "open"
Eyes = int | str
"""A seat, the open table, or everything."""


class Timeline:
    """Copies of a match after every move: they share nearly everything, so a thousand weigh little."""

    def __init__(self, game: Game, record: Record) -> None:
        """Play a record again, once. Raises BadRecord, or Refused where the rules don't allow what it says."""
        match = game.replay(record, 0)
        self.frames: list[Match] = [match.copy()]
        self.told: list[list[tuple[Event, int | None]]] = [list(match.dealer.news)]
        """What was told on the way to each position, each with the seat that it was whispered to."""
        self.moves: list[tuple[int, Action]] = [(seat, game.read(text)) for seat, text in record.actions]
        for seat, action in self.moves:
            self.told.append(match.play(seat, action))
            self.frames.append(match.copy())

    @property
    def seats(self) -> int:
        return self.frames[0].seats

    @property
    def last(self) -> int:
        """The number of the last position: how many moves were made."""
        return len(self.moves)

    def heard(self, at: int, eyes: Eyes) -> list[tuple[Event, int | None]]:
        """What these eyes were told on the way to a position, each with the seat it was whispered to."""
        return [(event, to) for event, to in self.told[at] if to is None or eyes in (ALL, to)]

    def since(self, before: int | None, now: int, eyes: Eyes) -> list[tuple[Event, int | None]]:
        """The same on the whole way from one position to another; from the very beginning if that is None."""
        start = 0 if before is None else before + 1
        return [told for at in range(start, now + 1) for told in self.heard(at, eyes)]

    def did(self, at: int, eyes: Eyes) -> tuple[int, Action] | None:
        """Who made the move that led to a position, and which, where these eyes could see it."""
        move = self.moves[at - 1] if at else None
        return move if move is not None and eyes in (ALL, move[0]) else None

    def after(self, number: int, eyes: Eyes = OPEN) -> int:
        """The position at which these eyes had just been told their event of this number, counted from 1."""
        seat = seat_of(eyes)
        return min(self.last, bisect_left(self.frames, number, key=lambda frame: len(frame.dealer.log(seat))))

    def stops(self, eyes: Eyes) -> list[int]:
        """The positions at which these eyes learn or decide something."""
        if eyes == ALL:
            return list(range(len(self.frames)))
        stops, before = [], None
        for n, frame in enumerate(self.frames):
            seen = frame.view(seat_of(eyes)).to_bytes()
            if seen != before:
                stops.append(n)
            before = seen
        return stops


def seat_of(eyes: Eyes) -> int | None:
    """The seat whose eyes they are, if they are one's."""
    return eyes if isinstance(eyes, int) else None
