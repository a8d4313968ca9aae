"""A possible world for a view: the cards that this seat can't see, dealt to the others by lot."""

from __future__ import annotations

from speelhol.kernel import Random, View

from .table import CARDS, HAND, HighCard
from .view import Seen


def imagine(view: View, rng: Random) -> HighCard:
    now: Seen = view.now
    seen = {*now.hand, *(card for _, card in now.laid)}
    rest = sorted((card for card in CARDS if card not in seen), key=lambda _: rng.random())
    hands = []
    for seat in range(now.seats):
        size = HAND - sum(who == seat for who, _ in now.laid)
        hands.append(now.hand if seat == now.seat else tuple(sorted(rest.pop() for _ in range(size))))
    return HighCard(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        turn=now.turn,
        hands=tuple(hands),
        laid=now.laid,
        points=now.points,
    )
