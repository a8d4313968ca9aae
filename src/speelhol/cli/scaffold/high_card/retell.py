"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec.structs import replace

from speelhol.kernel import Record, shuffle_draws

from .table import CARDS, HighCard


def retell(record: Record, p: HighCard, seat: int) -> Record:
    """Other cards were dealt; what was laid lay open. Had it been hidden, the actions would be told anew too."""
    dealt = [card for s, hand in enumerate(p.hands) for card in (*(c for who, c in p.laid if who == s), *hand)]
    rest = [card for card in CARDS if card not in dealt]
    first = p.laid[0][0] if p.laid else p.turn
    return replace(record, seed=None, draws=(*shuffle_draws(CARDS, [*dealt, *rest]), first), result=p.result)
