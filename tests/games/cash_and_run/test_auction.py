"""Auctions, debts and bankruptcy."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.rules_auction import Debt, RaiseStake
from speelhol.games.cash_and_run.table import Lap
from speelhol.kernel import Match
from tests.rules import rule

from .scene import BLUES, K, M, asked, dice, do, landing, now, offered, prompt, scene, then, why_not


def broken_bank(*draws: int, stake: int = 200 * K, **facts: Any) -> Match:
    """Seat 0 wins five times the stake (a million) in London from seat 1, who has 300,000."""
    given: dict[str, Any] = {"owns": {1: ("london", "cairo", "macau")}, "chips": {1: 300 * K}}
    match = landing("london", *dice(6), *draws, **{**given, **facts})
    do(match, 0, f"bet one-6 {stake}")
    return match


def all_pass(match: Match) -> None:
    while asked(match).endswith("bidding"):
        do(match, match.to_act[0], "pass")


# ---- bidding


@rule("cash-and-run/auction.bid", "cash-and-run/auction.minimum")
def test_clockwise_from_the_sellers_left_until_one_is_left() -> None:
    """Rulebook, 'Veilingen': het casino gaat naar de hoogste bieder. Het minimum bod is 100.000."""
    match = scene(turn=2, owns={2: ("cairo",)})
    do(match, 2, "offer cairo")
    assert asked(match) == "3 bidding"
    assert why_not(match, 3, "bid 50000") == ("cash-and-run/auction.minimum", "bid-too-low")
    assert why_not(match, 3, "bid 125000") == ("cash-and-run/auction.bid", "not-in-steps")
    assert why_not(match, 3, "roll") == ("cash-and-run/auction.bid", "bid-or-pass")
    do(match, 3, "bid 100000")
    assert asked(match) == "0 bidding"
    assert why_not(match, 0, "bid 100000") == ("cash-and-run/auction.bid", "bid-too-low")
    do(match, 0, "bid 150000")
    do(match, 1, "pass")
    assert asked(match) == "3 bidding"  # the seller is not asked
    do(match, 3, "bid 200000")
    assert asked(match) == "0 bidding"  # who has passed is not asked again
    told = do(match, 0, "pass")
    assert e.Sold("cairo", 2, 3, 200 * K, 0) in told
    assert now(match).owner("cairo") == 3
    assert now(match).chips == (2 * M, 2 * M, 2_200_000, 1_800_000)
    assert asked(match) == "2 start-turn"


@rule("cash-and-run/auction.bid")
def test_a_single_interested_bidder_still_has_to_bid() -> None:
    match = scene(seats=3, turn=2, owns={2: ("cairo",)})
    do(match, 2, "offer cairo")
    do(match, 0, "pass")
    assert asked(match) == "1 bidding"
    told = do(match, 1, "bid 300000")
    assert e.Sold("cairo", 2, 1, 300 * K, 0) in told


@rule("cash-and-run/auction.purse")
def test_nobody_bids_more_than_they_have_and_who_can_t_follow_is_out() -> None:
    match = scene(owns={0: ("cairo",)}, chips={1: 150 * K, 2: 50 * K, 3: M})
    do(match, 0, "offer cairo")
    assert why_not(match, 1, "bid 200000") == ("cash-and-run/auction.purse", "more-than-you-have")
    assert offered(match) == ["pass", "bid 100000", "bid 150000"]
    do(match, 1, "bid 100000")
    assert asked(match) == "3 bidding"  # 50,000 are not enough for the lowest bid
    told = do(match, 3, "bid 150000")  # which nobody can top
    assert e.Sold("cairo", 0, 3, 150 * K, 0) in told


@rule("cash-and-run/auction.bank")
def test_without_a_bid_the_bank_buys_back_for_fifty_thousand() -> None:
    """Rulebook, 'Veilingen': dan koopt de bank het casino terug voor 50.000."""
    match = scene(*dice(1, 4), owns={0: ("cairo",)})
    bank = now(match).bank
    do(match, 0, "offer cairo")
    all_pass(match)
    assert now(match).owner("cairo") is None
    assert (now(match).chips[0], now(match).bank) == (2_050_000, bank - 50 * K)
    do(match, 0, "roll")
    do(match, 0, "buy")  # it is for sale again, at the usual price
    assert now(match).owner("cairo") == 0
    assert now(match).pot == 100 * K


@rule("cash-and-run/auction.bank")
def test_if_nobody_can_bid_nobody_is_asked() -> None:
    match = scene(owns={0: ("cairo",)}, chips={1: 50 * K, 2: 0, 3: 50 * K})
    told = do(match, 0, "offer cairo")
    assert e.BoughtBack("cairo", 0, 50 * K) in told
    assert asked(match) == "0 start-turn"


@rule("cash-and-run/auction.bank-empty")
@pytest.mark.parametrize(("pot", "paid"), [(200 * K, 50 * K), (50 * K, 50 * K), (0, 0)])
def test_an_empty_bank_pays_from_the_pot(pot: int, paid: int) -> None:
    match = scene(owns={0: ("cairo",)}, bank=0, pot=pot)
    do(match, 0, "offer cairo")
    all_pass(match)
    assert now(match).owner("cairo") is None
    assert now(match).chips[0] == 2 * M + paid
    assert now(match).pot == pot - paid


@rule("cash-and-run/auction.final")
def test_a_casino_that_was_put_up_is_sold() -> None:
    match = scene(owns={0: ("cairo",)})
    do(match, 0, "offer cairo")
    assert match.why_not_undo(0) is not None
    for seat in (1, 2, 3):
        assert match.to_act == (seat,)  # the seller has no say
        do(match, seat, "pass")
    assert now(match).owner("cairo") is None


# ---- debts


@rule("cash-and-run/auction.debt", "cash-and-run/bankruptcy.sell")
def test_all_chips_first_then_the_visited_casino_then_others() -> None:
    """Rulebook, TIP and 'Bankroet': het casino waar je op bezoek bent veilen, dan nog een casino."""
    match = broken_bank()
    log = list(match.view(0).log)
    assert e.Paid(1, 0, 300 * K, 700 * K) in log
    assert e.PutUp(1, "london", 0, 700 * K) in log
    do(match, 2, "bid 100000")
    for seat in (3, 0):
        do(match, seat, "pass")
    assert now(match).owner("london") == 2
    assert asked(match) == "1 choose-sale"
    assert offered(match) == ["offer cairo", "offer macau"]
    assert now(match).chips == (2_400_000, 0, 1_900_000, 2 * M)


@rule("cash-and-run/auction.debt")
def test_the_sale_stops_as_soon_as_the_debt_is_paid() -> None:
    match = broken_bank()
    do(match, 2, "bid 750000")
    for seat in (3, 0):
        do(match, seat, "pass")
    assert now(match).chips[:2] == (3 * M, 50 * K)
    assert now(match).casinos_of(1) == ("cairo", "macau")
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/auction.choice", "cash-and-run/bankruptcy.sell")
def test_a_debtor_sees_why_and_what_for() -> None:
    match = broken_bank()
    all_pass(match)  # London goes to the bank for 50,000
    assert asked(match) == "1 choose-sale"
    assert Debt(1, 0, 650 * K) in match.view(1).agenda
    text = prompt(match, 1)
    assert "You owe Ann 650,000 more" in text
    assert "must auction a casino to pay" in text
    assert why_not(match, 1, "offer london") == ("cash-and-run/auction.choice", "not-your-casino")
    assert why_not(match, 1, "roll") == ("cash-and-run/bankruptcy.sell", "must-sell")
    do(match, 1, "offer macau")
    assert "Bram still owes Ann 650,000 and must auction Macau" in prompt(match, 2)
    assert Debt(1, 0, 650 * K) in match.view(2).agenda


@rule("cash-and-run/auction.claim")
def test_the_creditor_bids_with_the_claim() -> None:
    """Rulebook, 'Veilingen': een schuldeiser mag zijn tegoeden al gebruiken om mee te bieden."""
    match = broken_bank(chips={0: 200 * K, 1: 300 * K})
    do(match, 2, "bid 600000")
    do(match, 3, "pass")
    assert asked(match) == "0 bidding"
    assert "still owes you 700,000" in prompt(match, 0)
    assert "that makes 1,200,000" in prompt(match, 0)  # 200,000 of the stake, 300,000 paid, 700,000 owed
    assert why_not(match, 0, "bid 1250000") == ("cash-and-run/auction.purse", "more-than-you-have")
    do(match, 0, "bid 650000")
    told = do(match, 2, "pass")
    assert e.Sold("london", 1, 0, 650 * K, 650 * K) in told
    assert now(match).owner("london") == 0
    assert now(match).chips[:2] == (500 * K, 0)  # not a chip moved
    assert Debt(1, 0, 50 * K) in match.view(1).agenda


@rule("cash-and-run/auction.claim", "cash-and-run/auction.purse")
def test_nobody_but_the_creditor_bids_with_the_claim() -> None:
    match = broken_bank(chips={0: 200 * K, 1: 300 * K, 2: 150 * K})
    assert match.view(2).agenda[-1].purse == 150 * K
    assert why_not(match, 2, "bid 200000") == ("cash-and-run/auction.purse", "more-than-you-have")
    assert offered(match) == ["pass", "bid 100000", "bid 150000"]


@rule("cash-and-run/auction.claim")
def test_a_creditor_is_told_what_is_set_off() -> None:
    match = broken_bank(chips={0: 200 * K, 1: 300 * K})
    assert then(match, 2, "bid 100000") == "If nobody goes higher, you pay 100,000 and the casino is yours."
    do(match, 2, "pass")
    do(match, 3, "pass")
    words = then(match, 0, "bid 850000")
    assert "yours for 850,000: up to 700,000 of it is set off against what Bram owes you" in words


@rule("cash-and-run/auction.bank-empty")
@pytest.mark.parametrize(("bank", "pot", "back"), [(50 * K, 0, "50,000"), (0, 100 * K, "50,000"), (0, 0, "0")])
def test_a_seller_is_told_what_the_bank_would_pay(bank: int, pot: int, back: str) -> None:
    match = scene(owns={0: ("cairo",)}, bank=bank, pot=pot)
    assert then(match, 0, "offer cairo").endswith(f"to the bank for {back}.")


@rule("cash-and-run/auction.claim")
def test_what_exceeds_the_claim_is_paid_in_chips_to_the_seller() -> None:
    match = broken_bank(chips={0: 200 * K, 1: 300 * K})
    do(match, 2, "bid 800000")
    do(match, 3, "pass")
    do(match, 0, "bid 850000")
    told = do(match, 2, "pass")
    assert e.Sold("london", 1, 0, 850 * K, 700 * K) in told
    assert now(match).chips[:2] == (350 * K, 150 * K)
    assert asked(match) == "1 start-turn"  # the debt is paid


@rule("cash-and-run/auction.claim", "cash-and-run/all-play.short")
def test_the_winner_of_all_play_is_a_creditor_too() -> None:
    match = landing("all-play-20", *dice(6, 1, 2, 3), bank=0, chips={0: 0, 1: 0, 2: M}, owns={1: ("cairo",)})
    do(match, 1, "offer cairo")
    do(match, 2, "pass")
    do(match, 3, "pass")
    assert asked(match) == "0 bidding"
    assert match.view(0).agenda[-1].purse == 500 * K
    told = do(match, 0, "bid 100000")
    assert e.Sold("cairo", 1, 0, 100 * K, 100 * K) in told


# ---- bankruptcy


@rule("cash-and-run/bankruptcy.stake")
def test_a_visitor_without_chips_sells_until_a_stake_is_possible() -> None:
    """Rulebook, 'Bankroet': of je kunt niet inzetten … dan moet je een van je eigen casino's veilen."""
    match = landing("london", owns={0: ("cairo", "macau"), 1: ("london",)}, chips={0: 0})
    assert asked(match) == "0 choose-sale"
    text = prompt(match, 0)
    assert "no chips for the smallest stake of 50,000" in text
    assert RaiseStake(0, "london") in match.view(0).agenda
    told = do(match, 0, "offer cairo")
    assert e.PutUp(0, "cairo", None, 50 * K) in told
    assert "has no chips for a stake and must auction Cairo" in prompt(match, 1)
    all_pass(match)
    assert asked(match) == "0 stake"
    assert now(match).chips[0] == 50 * K
    assert now(match).casinos_of(0) == ("macau",)


@rule("cash-and-run/bankruptcy.stake")
def test_a_visitor_with_nothing_to_sell_is_out() -> None:
    match = landing("london", owns={1: ("london",)}, chips={0: 0})
    assert now(match).out == (0,)
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/bankruptcy.stake", "cash-and-run/auction.bank-empty")
def test_every_chain_of_forced_sales_ends() -> None:
    match = landing("london", owns={0: ("cairo", "macau"), 1: ("london",)}, chips={0: 0, 1: 0, 2: 0}, bank=0)
    do(match, 0, "offer cairo")
    all_pass(match)  # neither bank nor pot can pay anything
    assert asked(match) == "0 choose-sale"
    do(match, 0, "offer macau")
    all_pass(match)
    assert now(match).out == (0,)
    assert now(match).casinos_of(0) == ()


@rule("cash-and-run/bankruptcy.out")
@pytest.mark.parametrize(("draw", "order"), [(0, ("cards", "blank")), (1, ("blank", "cards"))])
def test_chance_orders_a_bankrupt_s_cards(draw: int, order: tuple[str, str]) -> None:
    match = broken_bank(draw, owns={1: ("london",)}, hands={1: ("blank", "cards")})
    do(match, 1, "concede")
    all_pass(match)
    assert now(match).stack[-2:] == order


@rule("cash-and-run/bankruptcy.out", "cash-and-run/bankruptcy.rest")
def test_out_of_the_game() -> None:
    """Rulebook, 'Bankroet': je restschuld komt te vervallen, je pion gaat van het bord en je bent uit het spel."""
    match = broken_bank(1, owns={1: ("london",)}, hands={1: ("blank", "cards")})
    do(match, 1, "concede")
    do(match, 2, "bid 100000")
    for seat in (3, 0):
        told = do(match, seat, "pass")
    assert e.Bankrupted(1, 0, 600 * K) in told
    p = now(match)
    assert p.out == (1,)
    assert p.pawns[1] is None
    assert p.chips == (2_400_000, 0, 1_900_000, 2 * M)
    assert p.hands[1] == ()
    assert sorted(p.stack[-2:]) == ["blank", "cards"]
    assert asked(match) == "2 start-turn"
    for audience in (None, 0, 1, 2, 3):  # nobody, the bankrupt included, knows in which order they lie
        assert [t.card for t in match.view(audience).now.trail[-2:]] == [None, None]


@rule("cash-and-run/bankruptcy.out")
def test_bankrupts_neither_bid_nor_play() -> None:
    """Although somebody who bids for them had the money: a bankrupt owns nothing, so chips are put there by hand."""
    match = scene(turn=3, out=(0, 1), owns={3: ("cairo",)})
    now(match).chips = (M, M, *now(match).chips[2:])
    match.play(3, GAME.read("offer cairo"))
    assert match.view(2).agenda[-1].bidders == (2,)
    match.play(2, GAME.read("pass"))
    assert now(match).owner("cairo") is None


@rule("cash-and-run/bankruptcy.rest")
def test_in_all_play_the_winner_gets_less() -> None:
    match = landing("all-play-20", *dice(6, 1, 2, 3), bank=100 * K, chips={0: M, 1: 150 * K, 2: M})
    assert now(match).out == (1,)
    assert now(match).chips[:2] == (1_250_000, 0)


@rule("cash-and-run/bankruptcy.poor")
def test_with_nothing_at_all_one_plays_on() -> None:
    match = scene(*dice(1, 2), chips={0: 0})
    do(match, 0, "roll")
    assert now(match).out == ()
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/bankruptcy.turn")
def test_bankrupt_in_the_own_turn_ends_it() -> None:
    match = landing("all-play-20", *dice(1, 6, 2, 3), roll=(1, 1), bank=0, chips={0: 0, 1: M, 2: M})
    assert now(match).out == (0,)
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/bankruptcy.turn")
def test_bankrupt_in_another_s_turn_lets_it_go_on() -> None:
    match = landing("all-play-20", *dice(6, 1, 2, 3), roll=(1, 1), bank=0, chips={0: M, 1: 0, 2: M})
    assert now(match).out == (1,)
    assert asked(match) == "0 roll-again"


@rule("cash-and-run/bankruptcy.last")
def test_the_last_one_left_wins_at_once() -> None:
    match = landing("london", seats=3, out=(2,), owns={1: ("london",)}, chips={0: 0})
    assert match.over
    assert match.result is not None
    assert match.result.winners == (1,)
    assert list(match.view(0).log)[-1] == e.Ended((1,), "last")


@rule("cash-and-run/bankruptcy.last")
def test_also_while_the_other_runs() -> None:
    lap = Lap("corner-0", 0, BLUES)
    match = landing("montreal", turn=1, out=(2, 3), owns={0: BLUES}, laps={0: lap}, chips={1: 0})
    assert list(match.view(0).log)[-1] == e.Ended((0,), "last")


@rule("cash-and-run/bankruptcy.last")
def test_also_when_the_hammer_falls_on_the_last_casino() -> None:
    match = broken_bank(owns={1: ("london",)}, out=(2, 3))
    assert asked(match) == "0 bidding"
    told = do(match, 0, "bid 100000")
    assert told[-1] == e.Ended((0,), "last")
    assert match.result is not None
    assert match.result.scores == (2_400_000, 0, 0, 0)  # 300,000 were paid, London is worth 100,000


@rule("cash-and-run/casino.returned")
def test_a_casino_that_went_back_to_the_bank_is_not_for_sale_to_the_present_visitor() -> None:
    match = broken_bank(owns={1: ("london",)})
    all_pass(match)
    assert now(match).owner("london") is None
    assert now(match).out == (1,)
    assert asked(match) == "2 start-turn"
