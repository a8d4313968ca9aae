"""A turn: fill up your hand, play one card."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from speelhol.games.thieves.actions import Keep
from speelhol.games.thieves.events import Kept, Refilled, YouDrew, YouKept
from speelhol.games.thieves.rules import plays
from speelhol.games.thieves.table import ESCAPE, GETAWAY, GETAWAYS
from tests.rules import rule

from .tables import GAME, at, loot_of, offered, only, play, table, why_not


@rule("thieves/turn.order")
def test_the_turn_goes_round_clockwise() -> None:
    """Printed rules, “Spelverloop”: the first player, then clockwise; fill up to 4, then play 1 card."""
    match = GAME.start(5, "round")
    first = match.to_act[0]
    seats = []
    for _ in range(5):
        (seat,) = match.to_act
        seats.append(seat)
        assert len(at(match).hands[seat]) == 4
        keep = next(a for a in match.legal(seat) if str(a).split()[0] in ("keep", "give") or "bribe" in str(a))
        match.play(seat, keep)
        assert len(at(match).hands[seat]) == 3
    assert seats == [(first + i) % 5 for i in range(5)]


@rule("thieves/turn.refill", "thieves/turn.once")
@pytest.mark.parametrize(("hand", "drawn"), [("m1 m1 m1", 1), ("m1 m1", 2), ("m1", 3), ("", 4)])
def test_one_draws_until_there_are_four(hand: str, drawn: int) -> None:
    """Printed rules, “Fase 1”: draw until you hold 4 cards. Remark: usually that is one card."""
    match = table(hand, "m2 m2 m2", "m3 m3 m3", refill=True, draws=["siren", "swap", "bribe", "strike"][:drawn])
    p = at(match)
    assert p.hands[0] == tuple(sorted([*hand.split(), *["siren", "swap", "bribe", "strike"][:drawn]]))
    log = list(match.view(0).log)
    assert only(log, Refilled) == Refilled(0, drawn, 0, 0)
    assert len(only(log, YouDrew).cards) == drawn
    assert not [event for event in match.view(1).log if isinstance(event, YouDrew)]
    assert (len(p.hands[1]), len(p.hands[2])) == (3, 3)  # nobody else draws


@rule("thieves/turn.getaway")
def test_a_getaway_car_is_laid_open_and_replaced() -> None:
    """Printed rules, “Fase 1”: a getaway car drawn is laid open on the table, another card is drawn."""
    match = table("m1 m1 m1", "m2 m2 m2", "m3 m3 m3", getaways=2, refill=True, draws=[GETAWAY, GETAWAY, "ring"])
    p = at(match)
    assert p.getaways == 4
    assert p.hands[0] == ("m1", "m1", "m1", "ring")
    assert only(list(match.view(None).log), Refilled) == Refilled(0, 1, 2, 4)
    assert why_not(match, "play getaway") == ("thieves/turn.getaway", "getaway-opens-itself")
    assert why_not(match, "keep getaway") == ("thieves/turn.getaway", "getaway-opens-itself")


@rule("thieves/turn.play")
def test_exactly_one_card_out_of_the_hand_is_played() -> None:
    """Printed rules, “Fase 2”: play 1 card, of three kinds: money, police, action."""
    match = table("m1 single siren siren", "m2 m2 m2", "m3 m3 m3")
    assert offered(match) == {"keep m1", "give m1 1", "give m1 2", "play single", "play siren"}
    for text in ("keep m2", "give m2 1", "play bribe", "play nonsense"):
        assert why_not(match, text) == ("thieves/turn.play", "not-in-hand")
    assert why_not(match, "swap 1 1 -") == ("thieves/swap.choose", "swap-card-first")
    play(match, "play single")
    assert match.to_act == (1,)
    assert at(match).hands[0] == ("m1", "siren", "siren")


@rule("thieves/turn.pile")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_pile_never_runs_out(seats: int) -> None:
    """As long as fewer than seven getaway cars lie on the table, two or more are in the pile."""
    rng = random.Random(seats)
    for i in range(25):
        match = GAME.start(seats, f"pile {i}")
        while not match.over:
            p = at(match)
            assert p.pile.count(GETAWAY) == GETAWAYS - p.getaways > GETAWAYS - ESCAPE
            (seat,) = match.to_act
            # hoarding is what empties the pile: keep money if there is any
            actions = sorted(map(str, match.legal(seat)))
            wanted = next((a for a in actions if a.startswith("keep")), rng.choice(actions))
            match.play(seat, GAME.read(wanted))
        assert len(at(match).pile) >= 1


@rule("thieves/money.where", "thieves/money.keep")
def test_money_for_oneself_lies_face_down() -> None:
    match = table("m1 m3 ring single", "m2 m2 m2", "m3 m3 m3", loot=["m0"])
    assert why_not(match, "play ring") == ("thieves/money.where", "say-where")
    assert why_not(match, "keep single") == ("thieves/money.where", "only-money-is-loot")
    assert why_not(match, "give single 1") == ("thieves/money.where", "only-money-is-loot")
    told = play(match, "keep m3")
    slots = at(match).loot[0]
    assert loot_of(slots) == ["m0", "m3"]
    assert [slot.up for slot in slots] == [True, False]
    assert only(told, Kept) == Kept(0)
    assert only(list(match.view(0).log), YouKept) == YouKept("m3")
    for seat in (None, 1, 2):
        assert not [event for event in match.view(seat).log if isinstance(event, YouKept)]


@rule("thieves/money.give")
def test_money_for_another_lies_face_up() -> None:
    match = table("m1 m3 ring single", "m2 m2 m2", "m3 m3 m3", "m0 m0 m0")
    assert {a for a in offered(match) if a.startswith("give ring")} == {"give ring 1", "give ring 2", "give ring 3"}
    assert why_not(match, "give ring 0") == ("thieves/money.give", "not-to-yourself")
    assert why_not(match, "give ring 4") == ("thieves/money.give", "no-such-player")
    assert why_not(match, "give ring -1") == ("thieves/money.give", "no-such-player")
    play(match, "give ring 2")
    (slot,) = at(match).loot[2]
    assert (slot.card, slot.up) == ("ring", True)
    for seat in (None, 0, 1, 2, 3):
        assert match.view(seat).now.loot[2][0].card == "ring"


@rule("thieves/money.look")
def test_only_the_owner_sees_face_down_loot() -> None:
    assert Keep("m3").face() == Keep("m0").face()  # the move itself shows nothing either
    match = table("m1 m3 ring single", "m2 m2 m2", "m3 m3 m3")
    play(match, "keep m3")
    for seat in (None, 0, 1, 2):
        (slot,) = match.view(seat).now.loot[0]
        assert (slot.card, slot.up, slot.number) == ("m3" if seat == 0 else None, False, 0)


@rule("thieves/turn.refill")
def test_several_cards_are_told_in_order_however_they_were_drawn() -> None:
    match = table("m1 m1", "m2 m2 m2", "m3 m3 m3", refill=True, draws=["swap", "bribe"])
    assert [event.cards for event in match.view(0).log if isinstance(event, YouDrew)] == [("bribe", "swap")]


@rule("thieves/money.look")
def test_every_card_of_loot_has_a_number_of_its_own_in_the_order_in_which_it_was_laid() -> None:
    match = table("m1 m1 m1 m1", "m2 m2 m2", "m3 m3 m3")
    play(match, "keep m1", "give m2 0", "keep m3")
    assert [slot.number for row in at(match).loot for slot in row] == [0, 1, 2]


def test_chance_picks_a_card_first_and_keeps_money_as_often_as_it_gives_it_away() -> None:
    lots = Counter(map(str, plays(("m1", "single"), 4, 0).lots))
    assert lots == {"keep m1": 3, "give m1 1": 1, "give m1 2": 1, "give m1 3": 1, "play single": 6}
