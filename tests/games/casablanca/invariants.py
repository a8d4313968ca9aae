"""What is always true in Casablanca: every dollar is somewhere, so is the case, and nobody said more than is there."""

from __future__ import annotations

from msgspec import UnsetType

from speelhol.games.casablanca.ledger import least
from speelhol.games.casablanca.table import AGENTS, HOME, NUMBER, STREETS, Casablanca


def check(p: Casablanca) -> None:
    for seat in range(p.seats):
        bribes, gone, heard = p.bribes[seat], p.gone[seat], p.heard[seat]
        assert p.capital[seat] + sum(bribes) + sum(gone) == 10_000
        assert min(p.capital[seat], *bribes, *gone, *heard) >= 0
        if p.rules > 1:
            assert not isinstance(p.used, UnsetType)
            assert all(part <= whole and part % 1000 == 0 for part, whole in zip(p.used[seat], gone, strict=True))
        assert all(amount % 100 == 0 for amount in (p.capital[seat], *bribes, *gone, *heard))
        assert all(said <= there for said, there in zip(heard, bribes, strict=True))
        spent = 10_000 - p.capital[seat]
        agents = sum(b + g > 0 for b, g in zip(bribes, gone, strict=True))
        assert p.floor[seat] <= spent
        if p.agent_game:
            assert agents <= p.bribed[seat] <= spent // 100
        elif p.bribed[seat]:
            assert agents >= 3
            assert least(heard, gone, 3) <= spent
            assert p.bribed[seat] - 1 + 3 <= spent // 100
        else:
            assert spent == 0
    for agent, place in zip(AGENTS, p.places, strict=True):
        assert place is None or place in STREETS
        if place is None:
            assert not any(row[NUMBER[agent]] for row in (*p.bribes, *p.heard))
    assert any(place is not None for place in p.places)
    assert p.case in STREETS
    assert list(p.carriers) == [agent for agent in AGENTS if agent in p.carriers]
    assert p.case == "bazaar" or p.carriers
    assert 0 <= p.turn <= (483 if p.seats == 7 and p.rules > 1 else 480)
    assert len(set(p.barred)) == len(p.barred)
    if p.deed is None:
        assert not p.bid
        assert not p.queue
    else:
        assert not p.bars(p.deed)
        assert p.player not in p.queue
    if p.quarters:
        taken = [quarter for quarter in p.quarters if quarter is not None]
        assert len(set(taken)) == len(taken)
        assert set(taken) <= set(HOME.values())
