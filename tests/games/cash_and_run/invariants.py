"""What holds in every position of Cash & Run."""

from __future__ import annotations

from speelhol.games.cash_and_run.rules_duel import JudgeBluff
from speelhol.games.cash_and_run.rules_spaces import DiscardBluff
from speelhol.games.cash_and_run.table import (
    CASINOS,
    DECK,
    HAND_LIMIT,
    LAP,
    ROUNDS,
    SPACES,
    TOTAL,
    UNIT,
    Cash,
    combinations_in,
)


def check(p: Cash) -> None:
    money(p)
    bluff_cards(p)
    casinos(p)
    pawns_and_laps(p)
    assert p.offset == 0, "an auction's set-off was not read"
    assert 0 <= p.round <= ROUNDS
    assert (p.result is None) == bool(p.agenda)


def money(p: Cash) -> None:
    amounts = (*p.chips, p.bank, p.pot)
    assert sum(amounts) == TOTAL, "chips appeared or vanished"
    assert min(amounts) >= 0
    assert not any(amount % UNIT for amount in amounts)


def bluff_cards(p: Cash) -> None:
    laid = () if p.laid is None else (p.laid,)
    held = [card for hand in p.hands for card in hand]
    assert sorted((*held, *p.stack, *laid)) == sorted(DECK), "a bluff card appeared or vanished"
    step = p.agenda[-1] if p.agenda else None
    assert (p.laid is not None) == isinstance(step, JudgeBluff)
    for seat, hand in enumerate(p.hands):
        assert hand == tuple(sorted(hand))
        swapping = isinstance(step, DiscardBluff) and step.seat == seat
        assert len(hand) <= HAND_LIMIT + swapping
    assert trail_leads_here(p)


def trail_leads_here(p: Cash) -> bool:
    """The trail, walked from the deal, gives these hands and this stack."""
    hands: list[list[str]] = [[] for _ in range(p.seats)]
    under: list[str] = []
    drawn: list[str] = []
    for t in p.trail:
        assert t.card is not None
        if t.what == "got":
            if len(drawn) >= len(DECK):
                assert under[len(drawn) - len(DECK)] == t.card
            drawn.append(t.card)
            hands[t.seat].append(t.card)
        else:
            hands[t.seat].remove(t.card)
            under.append(t.card)
    if p.laid is not None:
        hands[p.agenda[-1].bluffer].remove(p.laid)
    bottom = under[max(0, len(drawn) - len(DECK)) :]
    fresh = len(DECK) - len(drawn)
    stack = list(p.stack)
    return [sorted(h) for h in hands] == [list(h) for h in p.hands] and stack[max(0, fresh) :] == bottom


def casinos(p: Cash) -> None:
    assert len(p.owners) == len(CASINOS)
    for owner in p.owners:
        assert owner is None or (owner in range(p.seats) and owner not in p.out)


def pawns_and_laps(p: Cash) -> None:
    assert len(set(p.out)) == len(p.out) < p.seats
    for seat in range(p.seats):
        place, lap = p.pawns[seat], p.laps[seat]
        if seat in p.out:
            assert place is None
            assert lap is None
            assert p.chips[seat] == 0
            assert p.hands[seat] == ()
        elif p.first >= 0:
            assert place in range(len(SPACES))
        if lap is not None:
            assert lap.casinos in combinations_in(p.seats, p.casinos_of(seat))
            start = SPACES.index(lap.corner)
            assert place == (start + lap.gone) % LAP
            assert lap.gone < LAP or p.result is not None
