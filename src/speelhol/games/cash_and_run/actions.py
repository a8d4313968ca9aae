"""What a seat decides."""

from __future__ import annotations

from ...kernel import Action, Money, Term


class Start(Action, frozen=True, tag="start"):
    """Put my pawn on this casino of mine."""

    casino: Term


class Roll(Action, frozen=True, tag="roll"):
    pass


class Stop(Action, frozen=True, tag="stop"):
    """End my turn although I may roll again."""


class Announce(Action, frozen=True, tag="announce"):
    """I want to cash & run."""


class LayOut(Action, frozen=True, tag="lay-out"):
    casinos: tuple[Term, ...]


class Offer(Action, frozen=True, tag="offer"):
    """Put one of my casinos up for auction."""

    casino: Term


class Go(Action, frozen=True, tag="go"):
    space: Term


class Buy(Action, frozen=True, tag="buy"):
    pass


class Decline(Action, frozen=True, tag="decline"):
    pass


class Bet(Action, frozen=True, tag="bet"):
    pick: Term
    stake: Money


class Pick(Action, frozen=True, tag="pick"):
    pick: Term


class Bluff(Action, frozen=True, tag="bluff"):
    """Lay a card face down and say that it shows the symbol of the game."""

    hidden = ("card",)
    card: Term


class Concede(Action, frozen=True, tag="concede"):
    pass


class Accept(Action, frozen=True, tag="accept"):
    pass


class Doubt(Action, frozen=True, tag="doubt"):
    pass


class Discard(Action, frozen=True, tag="discard"):
    hidden = ("card",)
    card: Term


class Collect(Action, frozen=True, tag="collect"):
    pass


class Dare(Action, frozen=True, tag="dare"):
    pass


class Challenge(Action, frozen=True, tag="challenge"):
    casino: Term
    pick: Term


class Take(Action, frozen=True, tag="take"):
    """The casino that I want from the challenger who lost."""

    casino: Term


class Bid(Action, frozen=True, tag="bid"):
    amount: Money


class Pass(Action, frozen=True, tag="pass"):
    pass
