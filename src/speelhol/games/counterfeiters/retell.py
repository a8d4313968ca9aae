"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel import Dealer, Record, Scripted, shuffle_draws
from .rules import SET_UP, setup
from .table import Counterfeiters


def retell(record: Record, p: Counterfeiters, seat: int) -> Record:
    """The record had `p` been the true position: other cards still in the deck, other sums on the others' flights."""
    kit = p.kit
    real = setup(p.seats, p.options, p.rules)
    SET_UP.run(real, Dealer(Scripted(record.draws), p.seats))
    drawn = (*[card for card in reversed(real.market) if card is not None], *real.deck)
    drawn = drawn[: len(drawn) - len(p.deck)]
    order = (*drawn, *p.deck)
    dealt = 1 + (len(kit.kit_cards) - 1)  # a draw for the start player, then the shuffle of the start cards
    draws = list(record.draws[:dealt])
    for cards in kit.classes:
        draws += shuffle_draws(cards, order[: len(cards)])
        order = order[len(cards) :]
    flown = [0] * p.seats
    actions = []
    for who, text in record.actions:
        if text.startswith(("stash ", "fetch ")):
            if who != seat and flown[who] < len(p.flights[who]):
                moved = p.flights[who][flown[who]]
                text = f"stash {moved}" if moved > 0 else f"fetch {-moved}"
            flown[who] += 1
        actions.append((who, text))
    return replace(record, seed=None, draws=tuple(draws), actions=tuple(actions), result=p.result)
