"""What is always true among thieves: every card is somewhere, loot is money, and the notes agree with the hands."""

from __future__ import annotations

from collections import Counter

from speelhol.games.thieves.table import (
    CARS,
    ESCAPE,
    GETAWAY,
    GETAWAYS,
    HAND,
    RAID_AT,
    WORTH_IN_RAID,
    Thieves,
    counts,
)


def check(p: Thieves) -> None:
    cards(p)
    hands(p)
    loot(p)
    notes(p)
    assert sum(CARS[card] for card in p.police) < RAID_AT
    assert (p.getaways == ESCAPE) == (not p.agenda)
    assert (p.result is not None) == (not p.agenda)


def cards(p: Thieves) -> None:
    """All 52 cards are there, each once."""
    everywhere = Counter(p.pile) + Counter(p.police) + Counter(p.discard) + Counter({GETAWAY: p.getaways})
    for hand in p.hands:
        everywhere += Counter(hand)
    for slots in p.loot:
        everywhere += Counter(str(slot.card) for slot in slots)
    if p.drawn is not None:
        everywhere[p.drawn] += 1
    assert everywhere == Counter(counts(p.options)) + Counter({GETAWAY: GETAWAYS})
    assert p.pile.count(GETAWAY) == GETAWAYS - p.getaways > 0
    assert list(p.pile) == sorted(p.pile)
    assert list(p.discard) == sorted(p.discard)
    assert not [card for card in p.discard if card in WORTH_IN_RAID]  # lost loot goes straight back into the pile


def hands(p: Thieves) -> None:
    for seat, hand in enumerate(p.hands):
        assert list(hand) == sorted(hand)
        assert GETAWAY not in hand
        assert seat not in p.quiet or not CARS.keys() & set(hand)
        if p.agenda:
            playing = seat == p.turn and p.agenda[-1].__struct_config__.tag == "play-card"
            assert len(hand) == HAND if playing else len(hand) < HAND
    assert (p.drawn is not None) == bool(p.agenda and p.agenda[-1].__struct_config__.tag == "play-drawn")


def loot(p: Thieves) -> None:
    numbers = [slot.number for slots in p.loot for slot in slots]
    assert len(set(numbers)) == len(numbers)
    assert not numbers or max(numbers) < p.laid
    for owner, slots in enumerate(p.loot):
        for slot in slots:
            assert slot.card in WORTH_IN_RAID
            if slot.up:
                assert slot.seen == ()
                assert slot.hand is None
            else:
                assert owner in slot.seen
                assert list(slot.seen) == sorted(set(slot.seen))
                assert p.agenda


def notes(p: Thieves) -> None:
    """By what left the hands and what was held, every stretch leads to the next."""
    assert all(len(past) == len(p.stretches) for past in p.held)
    for at, stretch in enumerate(p.stretches):
        last = at == len(p.stretches) - 1
        assert stretch.sizes == tuple(len(past[at]) for past in p.held)
        assert not last or stretch.played == ()
        assert not last or p.quiet == tuple(seat for seat in p.quiet if seat in stretch.quiet)
        for seat, past in enumerate(p.held):
            left = Counter(card for who, card in (p.played if last else stretch.played) if who == seat)
            left += Counter(
                str(slot.card) for slots in p.loot for slot in slots if slot.hand == seat and slot.stretch == at
            )
            after = Counter(p.hands[seat] if last else past[at + 1])
            assert not Counter(past[at]) - left - after  # what was held either left or is still there
            assert seat not in stretch.quiet or not CARS.keys() & set(past[at])
        held = Counter(card for past in p.held for card in past[at])
        assert not held + Counter(stretch.open) - Counter(counts(p.options))
