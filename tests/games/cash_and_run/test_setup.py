"""Data, goal and set-up."""

from __future__ import annotations

from collections import Counter
from itertools import product

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.table import (
    CASINOS,
    COLOUR,
    CORNERS,
    DECK,
    KIND,
    PLACE,
    PLAYED,
    SPACES,
    START_CHIPS,
    SYMBOL,
    TOTAL,
    combinations_in,
)
from speelhol.kernel import Match
from tests.rules import rule

from .invariants import check
from .scene import BLUES, ROULETTES, now, scene, why_not


def start(seats: int, seed: str = "set-up", casinos: str = "two") -> Match:
    return GAME.start(seats, seed, casinos=casinos)


def test_the_board_has_its_thirteen_kinds_of_space() -> None:
    """Rulebook, 'De speelvakken': 1, 2, 3, 4A-C, 5A-C, 6, 7A-C; the counts are those of our board."""
    assert Counter(KIND) == {
        "casino": 15, "bluff": 5, "corner": 4, "pot": 3, "all-play": 3, "grand-slam": 3, "takeover": 3,
    }  # fmt: skip
    lettered = [(KIND[PLACE[space]], symbol) for space, symbol in PLAYED.items() if space not in CASINOS]
    assert sorted(lettered) == sorted(product(("pot", "all-play", "takeover"), ("roulette", "dice", "cards")))
    assert CORNERS == (0, 9, 18, 27)
    for place, space in enumerate(SPACES):
        if space not in CASINOS:
            assert space.endswith(f"-{place}")


@rule("cash-and-run/set-up.casinos")
def test_fifteen_casinos_each_colour_and_symbol_once() -> None:
    pairs = Counter((COLOUR[c], SYMBOL[c]) for c in CASINOS)
    assert len(CASINOS) == 15
    assert len(pairs) == 15
    assert len({colour for colour, _ in pairs}) == 5
    for seats in range(3, 7):
        for option, each in (("two", 2), ("one", 1)):
            p = now(start(seats, casinos=option))
            assert [len(p.casinos_of(seat)) for seat in range(seats)] == [each] * seats
    assert now(start(3, "a")).owners != now(start(3, "b")).owners


@rule("cash-and-run/goal.three")
def test_with_three_players_four_of_a_symbol() -> None:
    """Rulebook, 'Doel van het spel', 3 spelers; the picture shows four casinos with the roulette symbol."""
    assert combinations_in(3, ROULETTES[:4]) == (ROULETTES[:4],)
    assert combinations_in(3, ROULETTES[:3]) == ()
    assert combinations_in(3, BLUES) == ()
    assert len(combinations_in(3, ROULETTES)) == 5
    match = scene(seats=3, owns={0: (*ROULETTES[:3], "montreal", "atlantic-city")})
    assert why_not(match, 0, "announce") == ("cash-and-run/goal.three", "no-combination")


@rule("cash-and-run/goal.more")
def test_with_more_players_three_of_a_symbol_or_a_colour() -> None:
    """Rulebook, 'Doel van het spel', 4, 5 of 6 spelers; the picture shows Montreal, Las Vegas and Atlantic City."""
    for seats in (4, 5, 6):
        assert combinations_in(seats, BLUES) == (BLUES,)
        assert combinations_in(seats, ROULETTES[:3]) == (ROULETTES[:3],)
        assert combinations_in(seats, ("las-vegas", "montreal", "london")) == ()
        assert len(combinations_in(seats, CASINOS)) == 3 * 10 + 5
    match = scene(owns={0: ("las-vegas", "montreal", "london")})
    assert why_not(match, 0, "announce") == ("cash-and-run/goal.more", "no-combination")


@rule("cash-and-run/goal.fixed")
def test_the_goal_follows_the_seats_at_the_start() -> None:
    match = scene(seats=4, out=(1, 2), owns={0: BLUES})
    assert "announce" in [str(action) for action in match.legal(0)]


@rule("cash-and-run/set-up.chips")
def test_two_million_each_and_the_rest_is_the_bank() -> None:
    """Rulebook, 'Voorbereiding': 2.000.000 aan casinofiches."""
    assert START_CHIPS == 2_000_000
    assert TOTAL == 20_000_000
    for seats in range(3, 7):
        p = now(start(seats))
        assert p.chips == (2_000_000,) * seats
        assert p.bank == 20_000_000 - seats * 2_000_000
        assert p.pot == 0


@rule("cash-and-run/set-up.bluff-card")
def test_one_bluff_card_each() -> None:
    """Rulebook, 'Voorbereiding': 1 bluffkaart."""
    for seats in range(3, 7):
        match = start(seats)
        p = now(match)
        assert [len(hand) for hand in p.hands] == [1] * seats
        assert len(p.stack) == 25 - seats
        check(p)
        for seat in range(seats):
            (dealt,) = match.view(seat).log
            assert isinstance(dealt, e.Dealt)
            assert (dealt.card,) == p.hands[seat]
    assert len({now(start(3, str(i))).stack for i in range(5)}) == 5


@rule("cash-and-run/bluff.cards")
def test_twenty_five_bluff_cards() -> None:
    """Rulebook, 'Inhoud': 25 blufkaarten."""
    assert Counter(DECK) == {"roulette": 6, "dice": 6, "cards": 6, "blank": 7}


@rule("cash-and-run/set-up.pawn")
def test_everybody_secretly_chooses_where_to_start() -> None:
    match = start(4)
    p = now(match)
    dealt = [p.casinos_of(seat) for seat in range(4)]
    for seat in range(4):
        assert match.view(seat).now.owners == ()
        assert match.view(seat).now.mine == dealt[seat]
        assert [str(action) for action in match.legal(seat)] == [f"start {c}" for c in dealt[seat]]
        stranger = dealt[(seat + 1) % 4][0]
        assert why_not(match, seat, f"start {stranger}") == ("cash-and-run/set-up.pawn", "not-your-casino")
        assert match.glance(seat).now.owners == ()  # nor do bots in their thoughts
    assert match.view(None).now.mine == ()
    for seat in range(3):
        assert match.play(seat, GAME.read(f"start {dealt[seat][1]}")) == []
    told = [event for event, _ in match.play(3, GAME.read(f"start {dealt[3][1]}"))]
    assert told[:4] == [e.Opened(seat, dealt[seat], dealt[seat][1]) for seat in range(4)]
    assert now(match).pawns == tuple(PLACE[casinos[1]] for casinos in dealt)
    assert match.view(None).now.owners == now(match).owners
    assert now(match).chips == (2_000_000,) * 4  # nothing happens on the starting space


def test_with_one_casino_nobody_needs_to_choose() -> None:
    p = now(start(5, casinos="one"))
    assert p.round == 1
    assert p.pawns == tuple(PLACE[p.casinos_of(seat)[0]] for seat in range(5))


@rule("cash-and-run/set-up.first")
def test_the_highest_roll_begins_and_ties_roll_again() -> None:
    seen_tie = False
    for i in range(40):
        match = start(3, f"first/{i}", casinos="one")
        log = list(match.view(None).log)
        rolls = [event for event in log if isinstance(event, e.RolledFirst)]
        among = [0, 1, 2]
        while len(among) > 1:
            totals = {}
            for seat in among:
                roll = rolls.pop(0)
                assert roll.seat == seat
                assert 2 <= roll.total <= 12
                totals[seat] = roll.total
            best = [seat for seat in among if totals[seat] == max(totals.values())]
            seen_tie = seen_tie or len(best) > 1
            among = best
        assert rolls == []
        assert now(match).first == now(match).turn == among[0]
    assert seen_tie


@rule("cash-and-run/set-up.open")
def test_money_and_numbers_are_open_and_symbols_are_not() -> None:
    match = scene(hands={0: ("dice", "blank"), 1: ("cards",)}, pot=300_000)
    for audience in (None, 0, 1, 2):
        seen = match.view(audience).now
        assert (seen.chips, seen.pot, seen.bank) == (now(match).chips, 300_000, now(match).bank)
        assert seen.held == (2, 1, 0, 0)
        assert seen.stack == 22
    assert match.view(0).now.hand == ("blank", "dice")
    assert match.view(None).now.hand == ()
    assert all(trace.card is None for trace in match.view(2).now.trail)
    assert [trace.card for trace in match.view(1).now.trail] == [None, None, "cards"]
