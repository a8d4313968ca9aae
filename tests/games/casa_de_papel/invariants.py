"""What is always true at the mint: every card is somewhere, the loot is never negative, the cast is complete."""

from __future__ import annotations

from speelhol.games.casa_de_papel.table import HOSTAGES, KITS, RED, ROBBERS, Casa


def check(p: Casa) -> None:
    kit = KITS[p.seats]
    cards = [card for seat in range(p.seats) for card in (*p.hands[seat], *p.laid[seat])]
    assert sorted(cards) == sorted(kit.deck)
    assert all(list(hand) == sorted(hand) for hand in p.hands)
    assert len({len(own) for own in p.laid}) == 1
    assert p.loot >= 0
    assert p.loot % 250 == 0
    cast = [*p.characters, *([p.aside] if p.aside else [])]
    assert len(set(cast)) == len(cast)
    assert sum(c in RED for c in cast) == kit.robbers
    assert len(cast) - sum(c in RED for c in cast) == kit.hostages
    assert {"professor", "raquel"} <= set(p.characters)
    assert set(cast) <= {"professor", "raquel", *ROBBERS, *HOSTAGES}
    assert (p.aside is not None) == (p.seats == 4)
