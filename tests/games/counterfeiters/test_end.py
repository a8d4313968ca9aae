"""The end of a round, and the end of the game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from speelhol.games.counterfeiters.events import (
    Binned,
    Counted,
    Ended,
    GodfatherCame,
    MarketFilled,
    Notes,
    Recalled,
    RoundBegan,
    Skipped,
    Stayed,
    TicketPaid,
    TimeUp,
    Washed,
)
from speelhol.kernel import Event, Match
from tests.rules import rule

from .town import GAME, NOW, offered, play, position, refused, skip, tag, told, town

PLAIN = ("ink", "printer")
LAST_HENCHMAN: dict[str, Any] = {"left": (1, 0), "flat": (2, 3)}


# ---- the end of a round


@rule("counterfeiters/round.over")
def test_henchmen_come_home_and_the_marker_begins() -> None:
    match = town()
    play(match, "0 place tax", "1 place sunglasses", "0 place print", "1 skip", "0 skip")
    p = position(match)
    assert p.round == 1
    events = told(match, "1 skip")
    assert RoundBegan(2, 1) in events
    assert (p.round, p.left, p.flat, p.placed) == (2, (3, 3), (0, 0), ((), ()))
    assert p.room == (1,) * 10
    assert match.to_act == (1,)


@rule("counterfeiters/round.bins", "counterfeiters/round.slide", "counterfeiters/round.fill")
def test_bins_then_sliding_then_filling_on_the_small_side() -> None:
    """Rulebook, Einde van de ronde, in that order; on the side for two only the last slot has a bin."""
    deck = ("jet", "hologram", "ink", "paper")
    market = ("diner", None, "ink", "printer")
    match = town(market=market, deck=deck, stock=tuple(sorted(deck)), **LAST_HENCHMAN)
    events = told(match, "0 skip")
    assert events[:3] == [Skipped(0), Binned(("printer",)), MarketFilled(("jet", "hologram"))]
    p = position(match)
    assert p.market == ("hologram", "jet", "diner", "ink")
    assert p.deck == ("ink", "paper")
    assert "printer" in p.gone


@rule("counterfeiters/round.bins", "counterfeiters/round.fill")
def test_three_bins_on_the_large_side() -> None:
    market = ("ink", "paper", "diner", "jet", None, "printer")
    deck = ("hologram", "ink", "paper", "jet")
    match = town(3, market=market, deck=deck, stock=tuple(sorted(deck)), left=(1, 0, 0), flat=(2, 3, 3))
    events = told(match, "0 skip")
    assert Binned(("jet", "printer")) in events
    assert position(match).market == ("paper", "ink", "hologram", "ink", "paper", "diner")


@rule("counterfeiters/round.fill")
def test_a_short_deck_leaves_the_left_slots_empty() -> None:
    match = town(market=(None, None, "ink", "diner"), deck=("jet",), stock=("jet",), **LAST_HENCHMAN)
    play(match, "0 skip")
    markets = [position(match).market]
    assert position(match).deck == ()
    for _ in range(2):
        skip(match, 6)
        markets.append(position(match).market)
    assert markets == [(None, None, "jet", "ink"), (None, None, None, "jet"), (None, None, None, None)]
    assert not [o for o in offered(match, 0) if o.startswith("buy")]


# ---- diners


@rule("counterfeiters/diner.wash", "counterfeiters/money.back")
def test_a_diner_turns_a_note_into_fifty() -> None:
    match = town(cards=(("diner", *PLAIN), PLAIN), fakes=((0, 2, 0), (3, 0, 0)), supply=(27, 28, 40), **LAST_HENCHMAN)
    events = told(match, "0 skip")
    assert Washed(0, Notes(0, 1, 0), 50) in events
    p = position(match)
    assert p.cash == (70, 30)
    assert p.fakes == ((0, 1, 0), (3, 0, 0))
    assert p.supply == (27, 29, 40)


@rule("counterfeiters/diner.wash", "counterfeiters/round.fill")
def test_the_market_is_filled_first_and_then_the_diners_work() -> None:
    """Rulebook, Einde van de ronde: bins, sliding and filling are told before the diners, and seen by who chooses."""
    deck = ("jet", "hologram", "ink")
    fields: dict[str, Any] = {"market": ("ink", "diner", None, "printer"), "deck": deck, "stock": tuple(sorted(deck))}
    cards = (("diner", *PLAIN), PLAIN)
    match = town(cards=cards, fakes=((0, 2, 0), (0, 0, 0)), **fields, **LAST_HENCHMAN)
    kinds = [type(event) for event in told(match, "0 skip")]
    assert kinds == [Skipped, Binned, MarketFilled, Washed, RoundBegan]
    choosing = town(cards=cards, fakes=((1, 1, 0), (0, 0, 0)), **fields, **LAST_HENCHMAN)
    assert [type(event) for event in told(choosing, "0 skip")] == [Skipped, Binned, MarketFilled]
    assert tag(choosing) == "choose-wash"
    assert choosing.view(0).now.market == ("hologram", "jet", "ink", "diner")


@rule("counterfeiters/diner.short")
def test_diners_without_notes_do_nothing() -> None:
    cards = (("diner", "diner", "diner", *PLAIN), ("diner", *PLAIN))
    match = town(cards=cards, fakes=((1, 0, 1), (0, 0, 0)), **LAST_HENCHMAN)
    events = told(match, "0 skip")
    assert [e for e in events if isinstance(e, Washed)] == [Washed(0, Notes(1, 0, 1), 100)]
    assert position(match).cash == (120, 30)
    assert tag(match) == "place-henchman"  # no choice, no question


@rule("counterfeiters/diner.choice", "counterfeiters/diner.wash")
def test_owners_with_a_choice_choose_at_the_same_time() -> None:
    cards = (("diner", "diner", *PLAIN), ("diner", *PLAIN), ("diner", *PLAIN), PLAIN)
    fakes = ((1, 2, 0), (1, 0, 1), (2, 0, 0), (1, 1, 1))
    match = town(4, cards=cards, fakes=fakes, left=(1, 0, 0, 0), flat=(2, 3, 3, 3))
    play(match, "0 skip")
    assert tag(match) == "choose-wash"
    assert match.to_act == (0, 1)  # seat 2 has one grade, seat 3 no diner
    assert offered(match, 0) == ["hand-over 1 1 0", "hand-over 0 2 0"]  # the worst first
    assert offered(match, 1) == ["hand-over 1 0 0", "hand-over 0 0 1"]
    assert refused(match, "0 hand-over 0 1 0") == ("diner.wash", "one-for-each-diner")
    assert refused(match, "0 hand-over 0 0 0") == ("diner.wash", "one-for-each-diner")
    assert refused(match, "0 hand-over 2 0 0") == ("diner.choice", "not-that-many")
    assert refused(match, "0 skip") == ("diner.wash", "diner-compulsory")
    assert play(match, "0 hand-over 0 2 0") == []
    assert match.view(1).answer is None
    events = told(match, "1 hand-over 1 0 0")
    assert events[:3] == [
        Washed(0, Notes(0, 2, 0), 100),
        Washed(1, Notes(1, 0, 0), 50),
        Washed(2, Notes(1, 0, 0), 50),
    ]
    assert position(match).fakes == ((1, 0, 0), (0, 0, 1), (1, 0, 0), (1, 1, 1))


# ---- the last placements


@rule("counterfeiters/end.last")
def test_last_placements_begin_left_of_the_trigger_and_end_with_it() -> None:
    match = town(4, start=1, officer=22, refused=3)
    play(match, "1 skip", "2 place print-cap")
    order = []
    while not match.over:
        assert tag(match) == "place-henchman"
        order += list(match.to_act)
        play(match, f"{match.to_act[0]} place print" if len(order) == 1 else f"{match.to_act[0]} skip")
    assert order == [3, 0, 1, 2]
    assert position(match).left == (2, 1, 1, 2)  # one more each, not all that are left


@rule("counterfeiters/end.last")
def test_only_those_with_a_henchman_left_place_again() -> None:
    match = town(3, officer=22, refused=3, left=(1, 1, 0), flat=(2, 2, 3))
    play(match, "0 place print-cap")
    assert match.to_act == (1,)
    play(match, "1 place tax")
    assert match.over
    alone = town(3, officer=22, refused=3, left=(1, 0, 0), flat=(2, 3, 3))
    play(alone, "0 place print-cap")
    assert alone.over


# ---- lawyers


def closing(seats: int = 2, **fields: Any) -> Match:
    """The case is closed by the last henchman of the round; the lawyers are next."""
    base: dict[str, Any] = {
        "officer": NOW[seats].last - 1,
        "refused": 3,
        "left": (1,) + (0,) * (seats - 1),
        "flat": (2,) + (3,) * (seats - 1),
    }
    match = town(seats, **(base | fields))
    play(match, "0 place print-cap")
    return match


@rule("counterfeiters/end.lawyer")
def test_the_great_lawyer_uses_a_henchman_again_on_its_own_space() -> None:
    match = closing(cards=(("great-lawyer", *PLAIN), PLAIN), cash=(0, 0))
    assert tag(match) == "call-lawyer"
    assert match.to_act == (0,)
    assert offered(match, 0) == ["stay", "recall print-cap"]
    assert refused(match, "0 recall tax") == ("end.lawyer", "not-your-henchman")
    assert refused(match, "0 skip") == ("end.lawyer", "not-offered")
    assert told(match, "0 recall print-cap") == [Recalled(0, "great-lawyer", "print-cap")]
    assert match.view(0).prompt == "place-henchman.lawyer"
    play(match, "0 place print-cap")
    assert match.over
    assert position(match).fakes[0] == (4, 0, 0)
    assert position(match).officer == 10


@rule("counterfeiters/end.lawyer")
def test_great_before_bad_and_both_may_stay_at_home() -> None:
    match = closing(3, cards=(("bad-lawyer", *PLAIN), ("great-lawyer", *PLAIN), PLAIN), left=(1, 1, 0), flat=(2, 2, 3))
    play(match, "1 place tax")
    assert match.to_act == (1,)
    assert told(match, "1 stay") == [Stayed(1, "great-lawyer")]
    assert match.to_act == (0,)
    play(match, "0 recall print-cap", "0 place sunglasses")
    assert match.over
    assert position(match).placed == (("sunglasses",), ("tax",), ())


@rule("counterfeiters/end.lawyer")
def test_one_player_may_use_both_and_a_freed_henchman_may_still_be_laid_flat() -> None:
    match = closing(cards=(("bad-lawyer", "great-lawyer", *PLAIN), PLAIN), cash=(0, 0))
    play(match, "0 recall print-cap", "0 place tax")
    assert tag(match) == "call-lawyer"
    play(match, "0 recall tax")
    assert told(match, "0 skip")[0] == Skipped(0)
    assert match.over
    assert position(match).cash[0] == 30
    assert position(match).flat == (3, 3)


@rule("counterfeiters/end.lawyer-late")
def test_lawyers_bought_at_the_last_moment() -> None:
    market = ("bad-lawyer", "great-lawyer", None, None)
    fields: dict[str, Any] = {"market": market, "cash": (500, 500), "left": (2, 1), "flat": (1, 2)}
    match = closing(**fields)
    play(match, "1 buy 2 great-lawyer 50", "0 skip")
    assert match.to_act == (1,)
    play(match, "1 recall m2", "1 buy 1 bad-lawyer 50")  # bought with the help of the great one
    assert tag(match) == "call-lawyer"
    play(match, "1 stay")
    assert match.over
    late = closing(**fields)
    play(late, "1 buy 1 bad-lawyer 50", "0 skip", "1 recall m1", "1 buy 2 great-lawyer 50")
    assert late.over  # the great one came too late


@rule("counterfeiters/end.lawyer-board")
def test_flat_henchmen_stay_flat_and_a_vacated_slot_stays_closed() -> None:
    flat = closing(cards=(PLAIN, ("great-lawyer", *PLAIN)))
    assert flat.over  # all three of the owner's lie flat: nobody is asked
    match = closing(
        market=("ink", None, None, None),
        cash=(0, 500),
        left=(1, 1),
        flat=(2, 2),
        cards=(PLAIN, ("great-lawyer", *PLAIN)),
    )
    play(match, "1 buy 1 ink 50", "1 recall m1")
    assert not [o for o in offered(match, 1) if o.startswith("buy")]
    assert refused(match, "1 buy 1 ink 50") == ("market.empty", "empty-slot")


# ---- diners, tickets, count


@rule("counterfeiters/end.diners", "counterfeiters/end.tickets", "counterfeiters/end.count")
def test_last_diners_then_tickets_then_the_count() -> None:
    cards = (("diner", "ticket-60", "ticket-100", *PLAIN), ("ticket-80", *PLAIN))
    match = town(
        officer=9,
        refused=3,
        cards=cards,
        cash=(20, 50),
        offshore=(0, 200),
        market=("ink", "ink", "ink", "ink"),
        **LAST_HENCHMAN,
    )
    events = told(match, "0 place print-cap")[-6:]
    assert events == [
        Washed(0, Notes(1, 0, 0), 50),
        TicketPaid(0, 160),
        TicketPaid(1, 80),
        Counted(0, 220, 0, 220, ()),
        Counted(1, 100, 200, 300, ()),
        Ended((1,), 300),
    ]
    assert match.result is not None
    assert match.result.scores == (220, 300)
    assert match.result.winners == (1,)
    assert position(match).market == ("ink",) * 4  # no bins, no sliding any more
    assert position(match).fakes[0] == (1, 0, 0)


@rule("counterfeiters/aim.win", "counterfeiters/end.count")
def test_fake_notes_and_cards_are_worth_nothing_at_the_end() -> None:
    cards = (("hologram", "ink", "jet", "paper", *["printer"] * 4), PLAIN)
    match = town(
        officer=9,
        refused=3,
        cards=cards,
        cash=(0, 10),
        fakes=((9, 9, 9), (0, 0, 0)),
        offshore=(0, 10),
        **LAST_HENCHMAN,
    )
    play(match, "0 place print-cap")
    assert match.result is not None
    assert match.result.scores == (0, 10)
    assert match.result.winners == (1,)


@rule("counterfeiters/end.draw")
def test_equal_sums_are_a_draw() -> None:
    match = town(3, officer=22, refused=3, cash=(40, 0, 0), offshore=(0, 20, 10), left=(1, 0, 0), flat=(2, 3, 3))
    events = told(match, "0 place print-cap")
    assert events[-1] == Ended((0, 1), 20)
    assert match.result is not None
    assert match.result.ranks == (1, 1, 3)
    assert "draw" in GAME.speak("en").event(events[-1])


@rule("counterfeiters/end.stop")
def test_thirty_rounds_and_no_more() -> None:
    match = town(cash=(50, 0), round=29, cards=(("diner", "great-lawyer", *PLAIN), PLAIN), fakes=((1, 0, 0), (0, 0, 0)))
    skip(match, 6)
    p = position(match)
    assert (p.round, p.closing) == (30, False)
    assert p.cash[0] == 100  # an ordinary end of a round, with its diner
    play(match, "0 place tax", "1 skip", "0 skip", "1 skip", "0 skip")
    events = told(match, "1 skip")
    assert events[1:3] == [TimeUp(30), GodfatherCame()]
    assert p.cash[0] == 60  # half of 130, rounded up, is gone
    assert tag(match) == "call-lawyer"  # straight to the lawyers
    play(match, "0 recall tax", "0 place sunglasses")
    assert match.over
    assert p.round == 30
    assert p.cash[0] == 90


@rule("counterfeiters/end.stop", "counterfeiters/police.strike")
def test_a_strike_lasts_through_the_safety_stop() -> None:
    cards = (("great-lawyer", "jet", *PLAIN), PLAIN)
    match = town(cash=(100, 0), round=30, officer=4, refused=1, cards=cards, **LAST_HENCHMAN)
    play(match, "0 place tax")
    play(match, "0 recall tax")
    assert refused(match, "0 place jet") == ("police.strike", "strike")


# ---- the whole match recomputed by other code


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_totals_follow_from_the_open_log_and_the_flights(seats: int) -> None:
    """Every total is worked out anew from what was told aloud; only the Godfather's halves need the flights."""
    for number in range(25):
        rng = random.Random(number)
        match = GAME.start(seats, f"totals{number}")
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
        hand, account, fakes = [0] * seats, [0] * seats, [0] * seats
        flights = [list(purse.flights) for purse in match.view(None).now.purses]
        for event in match.view(None).log:
            tell(event, hand, account, fakes, flights)
        assert match.result is not None
        assert [a + b for a, b in zip(hand, account, strict=True)] == list(match.result.scores)
        assert fakes == [sum(notes) for notes in position(match).fakes]


def tell(event: Event, hand: list[int], account: list[int], fakes: list[int], flights: list[list[int]]) -> None:
    values: Any = event
    name = type(event).__name__
    if name in ("Equipped", "Sold", "Cheated", "Washed", "TicketPaid"):
        hand[values.seat] += values.money
    if name in ("Sold", "Washed"):
        fakes[values.seat] -= values.notes.one + values.notes.two + values.notes.three
    if name == "Printed":
        fakes[values.seat] += values.notes.one + values.notes.two + values.notes.three
    if name == "Bought":
        hand[values.seat] -= values.price
    if name == "Flew":
        hand[values.seat] -= values.fare
        moved = flights[values.seat].pop(0)
        hand[values.seat] -= moved
        account[values.seat] += moved
    if name == "GodfatherCame":
        hand[:] = [cash // 20 * 10 for cash in hand]
