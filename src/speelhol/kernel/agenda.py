"""The position, and the stack of steps still to come that is part of it.

A step either runs by itself (`Step`) or asks: one seat (`Decision`) or several at once (`Sealed`).
Steps are values; they carry public facts only, because the whole agenda is in every view.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from .dealer import Dealer
from .offers import Offers
from .reserved import refuse_reserved
from .values import Action, Refused, Result

P = TypeVar("P", bound="Position")
A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Options(Struct, frozen=True):
    """A game's options: fields of type bool or Literal, each with a default."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        refuse_reserved(cls, "seats", "players", "seed", "prize", "decisions", "render_mode")


class Position(Struct):
    """Everything that is true right now. Fields are rebound, never mutated: they hold only immutable values."""

    seats: int
    options: Any
    rules: int
    """The version of the rules that this match is played by."""
    agenda: tuple[Any, ...] = ()
    """Steps still to come; the last one is next."""
    waiting: tuple[int, ...] = ()
    """Seats that were asked and have not answered."""
    answers: tuple[Any, ...] = ()
    """Sealed answers by seat, while some are missing; the order in which they came leaves no trace."""
    result: Result | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        refuse_reserved(cls)

    def then(self, *steps: Any) -> None:
        """What happens next, in reading order, before what was already on the agenda."""
        self.agenda += steps[::-1]

    def until(self, *kinds: type[Any]) -> None:
        """Cut the agenda back to the nearest step of one of these kinds, which stays."""
        agenda = self.agenda
        while agenda and not isinstance(agenda[-1], kinds):
            agenda = agenda[:-1]
        self.agenda = agenda


class Step(Struct, Generic[P], frozen=True, cache_hash=True, tag_field="step"):
    """Runs by itself."""

    asks: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        refuse_reserved(cls, "step")

    def run(self, p: P, dealer: Dealer) -> None:
        raise NotImplementedError


class Question(Step[P], Generic[P], frozen=True):
    """What `Decision` and `Sealed` share."""

    asks: ClassVar[bool] = True
    sealed: ClassVar[bool]
    rule: ClassVar[str]
    """The rule that a player who asks "why am I asked this?" is shown."""
    binding: ClassVar[bool] = False
    """Once answered, it can't be taken back: words once spoken."""
    discreet: ClassVar[bool] = False
    """Who has answered is not shown to anybody."""
    hush: ClassVar[bool] = False
    """Free talk is closed while this is asked."""

    def offers(self, p: P, seat: int) -> Offers:
        raise NotImplementedError

    def prompt(self, p: P, seat: int) -> str:
        """The key of the words by which this seat is asked: the tag, unless seats are asked differently."""
        tag: str = self.__struct_config__.tag  # type: ignore[assignment]  # steps have words for tags
        return tag

    def binds(self, action: Action, rules: int) -> bool:
        """Whether this answer can't be taken back, by these rules: all or none, unless only some are words spoken."""
        return self.binding

    def refuse(self, p: P, seat: int, action: Action) -> Refused:
        """Why this action is not among the offers. Looks only at what the seat may know."""
        return Refused(self.rule, "not-offered")


class Decision(Question[P], Generic[P, A], frozen=True):
    """One seat is asked."""

    sealed: ClassVar[bool] = False

    def who(self, p: P) -> int:
        raise NotImplementedError

    def take(self, p: P, seat: int, action: A, dealer: Dealer) -> None:
        """What follows. Never raises: the action is one of the offers."""
        raise NotImplementedError


class Sealed(Question[P], Generic[P], frozen=True):
    """Several seats are asked at once; nothing happens and nothing is told before the last has answered."""

    sealed: ClassVar[bool] = True

    def who(self, p: P) -> tuple[int, ...]:
        raise NotImplementedError

    def take(self, p: P, answers: tuple[Any, ...], dealer: Dealer) -> None:
        """All answers together, by seat; None for a seat that was not asked."""
        raise NotImplementedError


def advance(p: Position, dealer: Dealer) -> None:
    """Run steps until one asks or none is left."""
    while p.agenda:
        step = p.agenda[-1]
        if step.asks:
            if step.sealed:
                p.waiting = step.who(p)
                p.answers = (None,) * p.seats
            else:
                p.waiting = (step.who(p),)
            return
        p.agenda = p.agenda[:-1]
        step.run(p, dealer)
    p.waiting = ()


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The same values with one of them changed."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)
