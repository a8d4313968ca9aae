"""What a trained judgement of Counterfeiters looks at, in numbers: for all players, and for each one."""

from __future__ import annotations

from .. import table as t
from ..table import JET, Counterfeiters
from .evaluate import ahead, wealth, workshop

FOR_SALE = (t.PRINTER, t.INK, t.PAPER, t.HOLOGRAM, t.DINER, t.JET)


def features(p: Counterfeiters) -> tuple[list[float], list[list[float]]]:
    """What is the same for every seat, and by seat what is its own; purses lie open."""
    seats = p.seats
    near, visits, rounds = ahead(p.rules, seats, p.officer)
    owned, _ = wealth(p)
    market = p.market
    on_sale = [card for card in market if card is not None]
    shared = [
        rounds / 6,
        min(near, 6) / 6,
        visits / 4,
        float(p.refused >= 1),
        float(p.refused >= 2),
        float(p.refused >= 3),
        float(p.closing),
        seats / 4,
        p.round / 8,
        sum(p.left) / 9,
        p.supply[2] / 40,
        float(p.on_strike),
        *[float(card in on_sale) for card in FOR_SALE],
        sum([card in t.TICKETS for card in on_sale]) / 2,
        sum([card in (t.GREAT_LAWYER, t.BAD_LAWYER) for card in on_sale]) / 2,
    ]
    own: list[list[float]] = []
    for seat in range(seats):
        cards, notes = p.cards[seat], p.fakes[seat]
        stars, printers, diners, tickets, lawyers = workshop(cards)
        others = [owned[s] for s in range(seats) if s != seat]
        best = max(others)
        cash = p.cash[seat]
        rich = max([p.cash[s] for s in range(seats) if s != seat])
        own.append([
            owned[seat] / 300,
            (owned[seat] - best) / 100,
            (owned[seat] - sum(others) / len(others)) / 100,
            sum([value > owned[seat] for value in others]) / seats,
            cash / 100,
            (cash - rich) / 100,
            p.offshore[seat] / 200,
            notes[0] / 6,
            notes[1] / 6,
            notes[2] / 6,
            sum(notes) / 8,
            p.left[seat] / 3,
            float(stars == 1),
            float(stars == 2),
            float(stars == 3),
            printers / 4,
            stars * printers / 6,
            diners / 3,
            tickets / 100,
            lawyers / 2,
            float(JET in cards),
            ((seat - p.marker) % seats) / seats,
            float(t.INK in cards),
            float(t.PAPER in cards),
            float(t.HOLOGRAM in cards),
            diners * rounds / 10,
            printers * rounds / 10,
            min(cash, 40) / 40,
        ])  # fmt: skip
    return shared, own
