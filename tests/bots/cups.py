"""A game in which a bot that peeks wins every time, and one that does not can't win more than two in three.

A pea lies under one of three cups. The guesser points at one; the showman, who knows, lifts another that is empty;
the guesser stays or switches. Whoever reasons well switches.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from speelhol.kernel import (
    Action,
    Choices,
    Dealer,
    Decision,
    Event,
    Game,
    Match,
    Mind,
    Offers,
    Options,
    Position,
    Random,
    Result,
    Step,
    Temper,
    View,
)  # fmt: skip

CUPS = (0, 1, 2)


class Cups(Position):
    pea: int = -1
    guess: int = -1
    lifted: int = -1


class Point(Action, frozen=True, tag="point"):
    cup: int


class Stay(Action, frozen=True, tag="stay"):
    pass


class Switch(Action, frozen=True, tag="switch"):
    pass


class Lift(Action, frozen=True, tag="lift"):
    cup: int


class Lifted(Event, frozen=True, tag="lifted"):
    cup: int


class Hide(Step[Cups], frozen=True, tag="hide"):
    def run(self, p: Cups, dealer: Dealer) -> None:
        p.pea = dealer.draw(3)


class Pointing(Decision[Cups, Point], frozen=True, tag="pointing"):
    rule = "cups/point"

    def who(self, p: Cups) -> int:
        return 0

    def offers(self, p: Cups, seat: int) -> Offers:
        return Choices(Point(cup) for cup in CUPS)

    def take(self, p: Cups, seat: int, action: Point, dealer: Dealer) -> None:
        p.guess = action.cup


class Lifting(Decision[Cups, Lift], frozen=True, tag="lifting"):
    rule = "cups/lift"

    def who(self, p: Cups) -> int:
        return 1

    def offers(self, p: Cups, seat: int) -> Offers:
        return Choices(Lift(cup) for cup in CUPS if cup not in (p.pea, p.guess))

    def take(self, p: Cups, seat: int, action: Lift, dealer: Dealer) -> None:
        p.lifted = action.cup
        dealer.tell(Lifted(action.cup))


class Choosing(Decision[Cups, Any], frozen=True, tag="choosing"):
    rule = "cups/choose"

    def who(self, p: Cups) -> int:
        return 0

    def offers(self, p: Cups, seat: int) -> Offers:
        return Choices((Stay(), Switch()))

    def take(self, p: Cups, seat: int, action: Action, dealer: Dealer) -> None:
        if isinstance(action, Switch):
            p.guess = next(cup for cup in CUPS if cup not in (p.guess, p.lifted))
        won = p.guess == p.pea
        p.result = Result.of((int(won), int(not won)))


class Seen(Struct, frozen=True):
    guess: int
    lifted: int
    pea: int | None


def setup(seats: int, options: Options, rules: int) -> Cups:
    p = Cups(seats, options, rules)
    p.then(Hide(), Pointing(), Lifting(), Choosing())
    return p


def look(p: Cups, seat: int | None) -> Seen:
    return Seen(p.guess, p.lifted, p.pea if seat == 1 else None)


def imagine(view: View, rng: Random) -> Cups:
    """Any cup that is not known to be empty."""
    now: Seen = view.now
    p = Cups(view.seats, view.options, view.rules, view.agenda, guess=now.guess, lifted=now.lifted)
    possible = [cup for cup in CUPS if cup != now.lifted] if now.pea is None else [now.pea]
    p.pea = possible[int(rng.random() * len(possible))]
    return p


def _never(*_: Any) -> Any:
    raise NotImplementedError


class Sense(Mind):
    """Knows how a showman lifts, and nothing else."""

    def weigh(self, view: View, world: Match) -> float:
        p = world.position
        assert isinstance(p, Cups)
        # with the pea under the cup that was pointed at, he might as well have lifted the other one
        return -0.693147 if p.lifted >= 0 and p.pea == p.guess else 0.0


class Judging(Sense):
    """Judges at once, and looks at the pea to do so: in the world that really is it would win every time."""

    patience = 0

    def worth(self, world: Match) -> list[float]:
        p = world.position
        assert isinstance(p, Cups)
        if world.result is not None:
            return [float(seat in world.result.winners) for seat in range(2)]
        wins = float(p.pea != p.guess)  # whoever points at another cup than the pea's wins by switching
        return [wins, 1 - wins]

    def judge(self, world: Match) -> list[float]:
        return self.worth(world)


class Planning(Judging):
    """Has learned to point at the middle first."""

    def plan(self, view: View, temper: Temper, rng: Random) -> Action | None:
        return Point(1) if isinstance(view.agenda[-1], Pointing) else None


class Hasty(Sense):
    """Sharp as often at a glance as not, and so is a regular one; at a glance it switches."""

    glances = 0.5
    forethought = 0.5

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        assert view.offers is not None
        return Switch() if Switch() in view.offers else view.offers.sample(rng)


GAME = Game(
    "cups", __name__, seats=range(2, 3), minutes=(1, 1), setup=setup, look=look, imagine=imagine, retell=_never,
    describe=_never,
)  # fmt: skip
GAME.mind = Sense()
