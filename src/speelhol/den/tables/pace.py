"""How fast a table plays and what happens when somebody does not answer: the arithmetic of clocks, pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ...kernel import put

Kind = Literal["none", "move", "match", "days"]
Absent = Literal["wait", "bot", "vote"]

DAY = 86_400
NOBODY: frozenset[int] = frozenset()
MOST_SECONDS = {"none": 0, "move": DAY, "match": DAY, "days": 30 * DAY}
MOST_INCREMENT = 3_600
PATIENCE = 60.0
"""Seconds after which, at a table without a clock, the others may vote about somebody who does not answer."""


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think (`seconds` for each `move`; for the whole `match`, with `increment` seconds won back by
    each move; whole `days` of 86,400 seconds for each move), and what happens when somebody's time is up: the table
    waits, a bot holds the seat until its person is back, or the others vote on that; without a clock after a minute."""

    kind: Kind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * DAY)] = 0
    increment: Annotated[int, Meta(ge=0, le=MOST_INCREMENT)] = 0
    absent: Absent = "wait"

    @property
    def problem(self) -> str | None:
        """Why a table can't be played at this pace, as a reason that has words; None if it can."""
        if self.kind == "none" and self.absent == "bot":
            return "bot-needs-clock"
        least = {"none": 0, "days": DAY}.get(self.kind, 1)
        whole = self.seconds % DAY == 0 if self.kind == "days" else True
        increment = MOST_INCREMENT if self.kind == "match" else 0
        fits = least <= self.seconds <= MOST_SECONDS[self.kind] and whole and 0 <= self.increment <= increment
        return None if fits else "odd-pace"

    @property
    def fires(self) -> bool:
        """Something happens when the time is up."""
        return self.absent != "wait"

    @property
    def breath(self) -> float:
        """With a clock for the whole match: the time for what is not taken off it, and for a new beginning."""
        return max(self.increment, self.seconds / 10)


NO_CLOCK = Pace()


class Clock(Struct, frozen=True):
    """What the log says about time: since when each seat owes an answer, and what it has left.

    A discreet question has one deadline for all, and takes no time off anybody's clock: neither the clock
    of a seat nor the moment at which it runs out tells when, or whether, it has answered.
    """

    pace: Pace
    since: tuple[float | None, ...]
    """By seat, since when its person owes an answer; None if it owes none."""
    left: tuple[float, ...]
    """By seat, the seconds left for the whole match."""
    before: tuple[tuple[float, float], ...]
    """By seat, how long its newest answer took and what it had left before: an answer can be taken back."""
    put: float = 0.0
    """When the present question was put."""
    discreet: bool = False
    lapsed: bool = False
    """The time for a discreet question is up: a bot answers for whoever has not."""
    overdue: frozenset[int] = NOBODY
    """Seats whose time is up, where the others vote; where the question is discreet, all that were asked."""
    votes: tuple[frozenset[int], ...] = ()
    """By seat, who wants a bot to hold it."""
    paused: float | None = None
    """Since when the host lets the match rest; no time passes then."""
    by_house: bool = False
    """It is the house that rests, with all its tables."""

    @classmethod
    def of(cls, pace: Pace, seats: int) -> Clock:
        left = float(pace.seconds)
        return cls(pace, (None,) * seats, (left,) * seats, ((0.0, left),) * seats, votes=(NOBODY,) * seats)

    def deadline(self, seat: int) -> float | None:
        """When the time of a seat that is asked is up; None if it owes no answer or there is no hurry."""
        pace = self.pace
        since = self.put if self.discreet else self.since[seat]
        if since is None or self.paused is not None or (pace.kind == "none" and pace.absent != "vote"):
            return None
        if pace.kind == "none":
            return self.put + PATIENCE
        if pace.kind == "match":
            return since + (pace.breath if self.discreet else self.left[seat])
        return since + pace.seconds

    def ask(self, seats: Iterable[int], discreet: bool, at: float) -> Clock:
        """A new question is put; these are the seats whose person must answer."""
        owing = frozenset(seats)
        since = tuple(at if seat in owing else None for seat in range(len(self.since)))
        votes = (NOBODY,) * len(since)
        return replace(self, since=since, put=at, discreet=discreet, lapsed=False, overdue=NOBODY, votes=votes)

    @property
    def runs(self) -> bool:
        """Time counts for something at this pace."""
        return self.pace.kind != "none" or self.pace.fires

    def rest(self, at: float, by_house: bool = False) -> Clock:
        """The match rests from now on."""
        return replace(self, paused=at, by_house=by_house)

    def go_on(self, at: float) -> Clock:
        """The match goes on: nobody has lost the time in between."""
        paused = at if self.paused is None else self.paused

        def later(then: float) -> float:
            return then + at - max(paused, then)

        since = tuple(None if then is None else later(then) for then in self.since)
        return replace(self, since=since, put=later(self.put), paused=None, by_house=False)

    def answered(self, seat: int, at: float) -> Clock:
        """A seat gives the answer that it owes. Nothing of it shows while the question is discreet."""
        now = self._stopped(seat, at)
        if self.pace.kind == "match" and not self.discreet and self.since[seat] is not None:
            now = replace(now, left=put(now.left, seat, now.left[seat] + self.pace.increment))
        return now if self.discreet else now._forgiven(seat)

    def held(self, seat: int, at: float) -> Clock:
        """A bot holds a seat: its person owes nothing."""
        now = self._stopped(seat, at)
        return replace(now, votes=put(now.votes, seat, NOBODY))

    def reopened(self, seat: int, at: float) -> Clock:
        """A seat took its newest answer back and thinks on: what it had used is used."""
        used, left = self.before[seat]
        return replace(self, since=put(self.since, seat, at - used), left=put(self.left, seat, left))

    def returned(self, seat: int, at: float, owes: bool) -> Clock:
        """The person of a seat is back, with time to think."""
        since = put(self.since, seat, at if owes else None)
        now = replace(self, since=since, left=put(self.left, seat, max(self.left[seat], self.pace.breath)))
        return now if self.discreet else now._forgiven(seat)

    def _stopped(self, seat: int, at: float) -> Clock:
        since, left = self.since[seat], self.left[seat]
        used = 0.0 if since is None else max(0.0, at - since)
        now = replace(self, since=put(self.since, seat, None), before=put(self.before, seat, (used, left)))
        if self.pace.kind == "match" and not self.discreet:
            now = replace(now, left=put(self.left, seat, max(0.0, left - used)))
        return now

    def _forgiven(self, seat: int) -> Clock:
        return replace(self, overdue=self.overdue - {seat}, votes=put(self.votes, seat, NOBODY))
