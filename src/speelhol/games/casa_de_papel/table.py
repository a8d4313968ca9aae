"""What lies on the table: the characters, the cards, the position, and what is done, said and told about them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Literal

from msgspec import Struct

from ...kernel import Action, Event, Money, Options, Position, Seat, Term

_DATA = tomllib.loads(resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8"))

CARDS = ("m0", "m250", "m500", "s0", "s250", "s500")
"""Money without and with bonus, sabotage without and with fine."""
WORTH = {card: int(card[1:]) if card[0] == "m" else -int(card[1:]) for card in CARDS}

PROFESSOR, RAQUEL = "professor", "raquel"
ROBBERS: tuple[str, ...] = tuple(_DATA["robbers"])
HOSTAGES: tuple[str, ...] = tuple(_DATA["hostages"])
RED = frozenset((PROFESSOR, *ROBBERS))
"""The robbers' side; all other characters are on the hostages'."""

ROUNDS = 5
RAQUELS_ROUND = 2
PROFESSORS_ROUND = 4
LOOT = 500
"""What a running press prints, bonuses not counted; also what the Professor's arrest costs."""


class Kit(Struct, frozen=True):
    """What one number of players needs."""

    deck: tuple[str, ...]
    robbers: int
    hostages: int
    chosen: int
    goal: int
    everyone: tuple[int, ...]


def _kit(seats: int, data: dict[str, Any]) -> Kit:
    counts = (*data["money"], *data["sabotage"])
    deck = tuple(card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))
    return Kit(
        deck, data["team"]["robbers"], data["team"]["hostages"], data["chosen"], data["goal"], tuple(range(seats))
    )


KITS = {seats: _kit(seats, _DATA[str(seats)]) for seats in range(4, 9)}


class CasaOptions(Options, frozen=True):
    skills: bool = True
    """Raquel and the Professor have their powers; without, it is the gentle first game."""


# ---- what a seat decides


class Lay(Action, frozen=True, tag="lay"):
    card: Term


class Claim(Action, frozen=True, tag="claim"):
    """What I say that my card is and, unless I lead, what I want done with it."""

    card: Term
    wish: Literal["choose", "leave"] | None

    def wording(self) -> str:
        return f"claim.{self.wish or 'leader'}"


class Choose(Action, frozen=True, tag="choose"):
    seats: tuple[Seat, ...]


class Look(Action, frozen=True, tag="look"):
    seat: Seat


class Stay(Action, frozen=True, tag="stay"):
    """Use no power."""


class Swap(Action, frozen=True, tag="swap"):
    out: Seat
    into: Seat


class Unmask(Action, frozen=True, tag="unmask"):
    seat: Seat


class Suspect(Action, frozen=True, tag="suspect"):
    """A private note in the dark: whom I take for Raquel, or for the Professor."""

    seat: Seat


class Say(Action, frozen=True, tag="say"):
    about: Seat
    what: Literal["robber", "hostage", "lied", "honest"]

    def wording(self) -> str:
        return f"say.{self.what}"


class Keep(Action, frozen=True, tag="keep"):
    """Say nothing."""


class Appoint(Action, frozen=True, tag="appoint"):
    seat: Seat


class Accuse(Action, frozen=True, tag="accuse"):
    seat: Seat


# ---- what is told


class Dealt(Event, frozen=True, tag="dealt"):
    reveals = True
    character: Term
    hand: tuple[Term, ...]


class Leads(Event, frozen=True, tag="leads"):
    reveals = True
    seat: Seat


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    seat: Seat


class AllLaid(Event, frozen=True, tag="all-laid"):
    pass


class YouLaid(Event, frozen=True, tag="you-laid"):
    card: Term


class Claimed(Event, frozen=True, tag="claimed"):
    reveals = True
    seat: Seat
    card: Term
    wish: Literal["choose", "leave"] | None

    def wording(self) -> str:
        return f"claimed.{self.wish or 'leader'}"


class Chosen(Event, frozen=True, tag="chosen"):
    seats: tuple[Seat, ...]


class Blackout(Event, frozen=True, tag="blackout"):
    """The lights go out and come back; what happened in between stays in the dark."""


class Noted(Event, frozen=True, tag="noted"):
    seat: Seat
    role: Term


class Saw(Event, frozen=True, tag="saw"):
    reveals = True
    seat: Seat
    card: Term


class Swapped(Event, frozen=True, tag="swapped"):
    out: Seat
    into: Seat


class Unmasked(Event, frozen=True, tag="unmasked"):
    reveals = True
    seat: Seat
    character: Term


class Pressed(Event, frozen=True, tag="pressed"):
    """The chosen cards are opened: the press ran or stopped."""

    reveals = True
    cards: tuple[Term, ...]
    change: Money
    loot: Money

    def wording(self) -> str:
        return "pressed.ran" if sum(card[0] == "m" for card in self.cards) * 2 > len(self.cards) else "pressed.stopped"


class Said(Event, frozen=True, tag="said"):
    reveals = True
    seat: Seat
    about: Seat | None
    what: Literal["robber", "hostage", "lied", "honest"] | None

    def wording(self) -> str:
        return f"said.{self.what or 'nothing'}"


class Appointed(Event, frozen=True, tag="appointed"):
    seat: Seat


class GoalMet(Event, frozen=True, tag="goal-met"):
    reveals = True
    loot: Money
    raquel: Seat


class Accused(Event, frozen=True, tag="accused"):
    reveals = True
    seat: Seat
    right: bool
    loot: Money

    def wording(self) -> str:
        return "accused.right" if self.right else "accused.wrong"


class Was(Event, frozen=True, tag="was"):
    reveals = True
    seat: Seat
    character: Term


class DarkDeed(Event, frozen=True, tag="dark-deed"):
    """Told when all is over: what Raquel did in the dark."""

    reveals = True
    looked: Seat | None
    out: Seat | None
    into: Seat | None

    def wording(self) -> str:
        if self.out is None:
            return "dark-deed.none"
        return "dark-deed.looked" if self.looked is not None else "dark-deed.swap"


class DarkLook(Event, frozen=True, tag="dark-look"):
    """Told when all is over: at whom the Professor looked."""

    reveals = True
    seat: Seat | None

    def wording(self) -> str:
        return "dark-look.none" if self.seat is None else "dark-look"


class Ended(Event, frozen=True, tag="ended"):
    reveals = True
    loot: Money
    goal: Money
    robbers_won: bool

    def wording(self) -> str:
        return "ended.robbers" if self.robbers_won else "ended.hostages"


# ---- the position


class Round(Struct, frozen=True):
    """What everybody knows of a round that has been played."""

    leader: Seat
    claims: tuple[Claim, ...]
    chosen: tuple[Seat, ...]
    cards: tuple[Term, ...]
    """Sorted: neither owner nor order shows."""
    change: Money
    said: tuple[Say | Keep, ...] = ()


class Deed(Struct, frozen=True):
    """What Raquel does in the dark: whose card she looked at, what she takes out and brings in."""

    looked: Seat | None = None
    out: Seat | None = None
    into: Seat | None = None


class Casa(Position):
    characters: tuple[str, ...] = ()
    aside: str | None = None
    """The character that stayed in the box with four players."""
    hands: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[str, ...], ...] = ()
    """By seat, the cards laid so far, one a round, this round's included."""
    leader: int = -1
    led: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    chosen: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    loot: int = 0
    deed: Deed | None = None
    """None until Raquel has answered her first question in the dark."""
    met: int | None = None
    """At whom the Professor looked."""
    suspects: tuple[tuple[int | None, ...], ...] = ()
    """By seat, the notes made in the dark: Raquel and the Professor in round 2, the Professor in round 4."""

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return len(self.led)

    def seat_of(self, character: str) -> int:
        return self.characters.index(character)
