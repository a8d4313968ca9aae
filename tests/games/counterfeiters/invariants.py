"""What is always true in town: notes, cards and henchmen are each in one place, and the money can be accounted for."""

from __future__ import annotations

from speelhol.games.counterfeiters.table import SPACES, Counterfeiters

SUPPLY = (30, 30, 40)
START_CARDS = ["ink", "ink", "paper", "paper", *["printer"] * 4]


def check(p: Counterfeiters) -> None:
    kit = p.kit
    # money: hands, envelopes and bank; and everybody's hand as the open table and the flights tell it
    assert sum(p.cash) + sum(p.offshore) + p.bank == 3720
    assert all(sum_ >= 0 and sum_ % 10 == 0 for sum_ in (*p.cash, *p.offshore))
    for seat in range(p.seats):
        assert account(p, seat) == (p.cash[seat], p.offshore[seat])
    # fake notes
    for grade in range(3):
        assert sum(notes[grade] for notes in p.fakes) + p.supply[grade] == SUPPLY[grade]
        assert p.supply[grade] >= 0
        assert all(notes[grade] >= 0 for notes in p.fakes)
    # cards
    places = [*p.deck, *p.gone, *(c for c in p.market if c), *(c for cards in p.cards for c in cards)]
    assert sorted(places) == sorted([*START_CARDS, *(c for cards in kit.classes for c in cards)])
    assert len(places) == {2: 28, 3: 35, 4: 42}[p.seats]
    assert sorted(p.deck) == sorted(p.stock)
    assert all(cards.count("jet") <= 1 and list(cards) == sorted(cards) for cards in p.cards)
    assert list(p.gone) == sorted(p.gone)
    # henchmen: to be placed, flat, or on the board, one to a space
    for seat in range(p.seats):
        assert p.left[seat] + p.flat[seat] + len(p.placed[seat]) == 3
        assert min(p.left[seat], p.flat[seat]) >= 0
    standing = [space for placed in p.placed for space in placed]
    for space, free, room in zip(SPACES, p.room, kit.room, strict=True):
        assert 0 <= free == room - standing.count(space)
    slots = [space for space in standing if space not in SPACES]
    assert len(slots) == len(set(slots))
    assert all(p.market[kit.slots.index(space)] is None for space in slots)
    # the police
    assert kit.start <= p.officer <= kit.last
    assert p.refused == sum(kit.start < space <= p.officer for space in kit.investigation)
    assert p.closing or p.officer < kit.last
    assert p.round <= 30


def account(p: Counterfeiters, seat: int) -> tuple[int, int]:
    """Hand and envelope, worked out anew from what everybody saw and what each flight moved."""
    cash = offshore = 0
    moves = list(p.flights[seat])
    for flow in p.flows[seat]:
        if flow == "godfather":
            cash = cash // 20 * 10
        elif flow == "flight":
            moved = moves.pop(0) if moves else 0  # the last traveller may still be in the Caribbean
            cash, offshore = cash - moved, offshore + moved
        else:
            assert isinstance(flow, int)
            cash += flow
        assert cash >= 0
        assert offshore >= 0
    assert not moves
    return cash, offshore
