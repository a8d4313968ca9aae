"""What may lie behind somebody's screen, by the flights that everybody saw."""

from __future__ import annotations

from ..rules_police import share
from ..table import FLIGHT, Counterfeiters

KEPT_IN_HAND = 70.0
"""Of two sums that a traveller may have kept, one so much greater is e times less likely."""
BROUGHT_HOME = 1.5
"""How unlikely it is that a flight brought money home (a logarithm)."""


def likelihood(p: Counterfeiters, me: int | None) -> float:
    """How likely the others' flights are (a logarithm): who flies carries money out, and most of it."""
    total = 0.0
    for seat, flights in enumerate(p.flights):
        if seat == me or not flights:
            continue
        cash, at = 0, 0
        for flow in p.flows[seat]:
            if isinstance(flow, int):
                cash += flow
            elif flow == FLIGHT:
                if at == len(flights):
                    break  # still in the air
                cash -= flights[at]
                if flights[at] < 0:
                    total -= BROUGHT_HOME
                total -= cash / KEPT_IN_HAND
                at += 1
            else:
                cash -= share(cash)
    return total
