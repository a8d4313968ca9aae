"""Visits: the declared cash, the stake, the nine games, what they pay."""

from __future__ import annotations

import pytest

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.gambling import CASINO_PICKS, PICKS
from tests.rules import rule

from .scene import K, M, asked, card, dice, do, landing, now, prompt, why_not


@rule("cash-and-run/casino.visit")
def test_a_visitor_must_gamble_and_chooses_all_of_it() -> None:
    """Rulebook, '2. Casinovelden': dan moet je een gokspel spelen met de eigenaar. Je bepaalt zelf de inzet."""
    match = landing("london", owns={1: ("london",)})
    assert asked(match) == "0 stake"
    for text in ("decline", "buy", "roll"):
        assert why_not(match, 0, text) == ("cash-and-run/casino.visit", "must-play")
    offers = match.legal(0)
    assert offers.count == len(CASINO_PICKS["dice"]) * 40
    assert GAME.read("bet two-3-5 1250000") in offers


@rule("cash-and-run/casino.declare")
def test_the_owner_declares_all_cash_before_the_stake() -> None:
    """Rulebook, TIP: de eigenaar moet voordat je de inzet bepaalt, aangeven hoeveel geld hij bezit."""
    match = landing("london", owns={1: ("london",)}, chips={1: 350 * K})
    assert e.Declared(1, 350 * K, "london", 0) in list(match.view(0).log)
    assert match.view(0).agenda[-1].cash == 350 * K
    assert "Bram, who has 350,000" in prompt(match, 0)


@rule("cash-and-run/casino.stake")
def test_stakes_go_in_steps_of_fifty_thousand_up_to_all_chips() -> None:
    match = landing("london", owns={1: ("london",)}, chips={0: 200 * K})
    stakes = {action.stake for action in match.legal(0)}  # type: ignore[attr-defined]  # all offers are bets
    assert stakes == {50 * K, 100 * K, 150 * K, 200 * K}
    for amount, reason in (
        (250 * K, "more-than-you-have"),
        (75 * K, "not-in-steps"),
        (0, "not-in-steps"),
        (-50 * K, "not-in-steps"),
    ):
        assert why_not(match, 0, f"bet even {amount}") == ("cash-and-run/casino.stake", reason)


@rule("cash-and-run/casino.games")
@pytest.mark.parametrize(
    ("casino", "here", "elsewhere"),
    [("las-vegas", "six-2", "one-3"), ("london", "one-3", "hearts"), ("cairo", "hearts", "six-2")],
)
def test_the_symbol_decides_what_is_played(casino: str, here: str, elsewhere: str) -> None:
    match = landing(casino, owns={1: (casino,)}, roll=(1, 3) if casino == "london" else (1, 2))
    assert GAME.read(f"bet {here} 50000") in match.legal(0)
    assert why_not(match, 0, f"bet {elsewhere} 50000") == ("cash-and-run/casino.games", "not-played-here")


def test_even_and_odd_on_the_wheel_are_for_takeovers_only() -> None:
    match = landing("las-vegas", owns={1: ("las-vegas",)})
    assert why_not(match, 0, "bet even 50000") == ("cash-and-run/casino.games", "not-played-here")


# ---- the nine games: worked out by hand from the rulebook's payouts

WON = [
    ("las-vegas", "red", 1, 1, "Rood of zwart, x 1 + inleg"),
    ("las-vegas", "black", 2, 1, "Rood of zwart, x 1 + inleg"),
    ("las-vegas", "dozen-2", 24, 2, "Twaalf nummers, x 2 + inleg"),
    ("las-vegas", "six-6", 31, 5, "Zes nummers, x 5 + inleg"),
    ("london", "even", 1, 1, "Even of oneven, x 1 + inleg"),
    ("london", "two-2-5", 4, 2, "Twee nummers, x 2 + inleg"),
    ("london", "one-6", 5, 5, "Een nummer, x 5 + inleg"),
    ("cairo", "red", card("2", "diamonds"), 1, "Rood of zwart, x 1 + inleg"),
    ("cairo", "court", card("jack", "clubs"), 2, "Boer, vrouw, koning of aas, x 2 + inleg"),
    ("cairo", "clubs", card("3", "clubs"), 3, "Kleur, x 3 + inleg"),
]


@rule(
    "cash-and-run/casino.roulette",
    "cash-and-run/casino.dice",
    "cash-and-run/casino.cards",
    "cash-and-run/casino.payout",
)
@pytest.mark.parametrize(("casino", "pick", "draw", "times", "source"), WON)
def test_a_won_game_pays_as_printed(casino: str, pick: str, draw: int, times: int, source: str) -> None:
    """Rulebook, '2. Casinovelden': the payouts printed beside each game, and 'dan behoud je je inzet'."""
    match = landing(casino, draw, owns={1: (casino,)})
    told = do(match, 0, f"bet {pick} 100000")
    assert e.Won(0, 1) in told, source
    assert now(match).chips[:2] == (2 * M + times * 100 * K, 2 * M - times * 100 * K)
    assert e.Paid(1, 0, times * 100 * K, 0) in told


LOST = [
    ("las-vegas", "red", 2),
    ("las-vegas", "dozen-2", 25),
    ("las-vegas", "six-6", 30),
    ("london", "even", 0),
    ("london", "two-2-5", 5),
    ("london", "one-6", 4),
    ("cairo", "red", card("ace", "spades")),
    ("cairo", "court", card("10", "hearts")),
    ("cairo", "clubs", card("ace", "hearts")),
]


@rule("cash-and-run/casino.payout")
@pytest.mark.parametrize(("casino", "pick", "draw"), LOST)
def test_a_lost_stake_goes_to_the_owner(casino: str, pick: str, draw: int) -> None:
    """Rulebook, '2. Casinovelden': als je verliest, ben je de inzet kwijt. Die is voor de casino-eigenaar."""
    match = landing(casino, draw, owns={1: (casino,)})
    told = do(match, 0, f"bet {pick} 300000")
    assert e.Won(1, 0) in told
    assert now(match).chips[:2] == (1_700_000, 2_300_000)


@rule("cash-and-run/casino.roulette")
def test_the_red_numbers() -> None:
    """The standard wheel: in 1–10 and 19–28 the odd ones are red, in 11–18 and 29–36 the even ones."""
    odd_is_red = {*range(1, 11), *range(19, 29)}
    red = {n for n in range(1, 37) if (n % 2 == 1) == (n in odd_is_red)}
    assert PICKS["roulette"]["red"].on == red
    assert PICKS["roulette"]["black"].on == set(range(1, 37)) - red


@rule("cash-and-run/casino.order")
def test_nothing_is_paid_before_the_bluffs_are_over() -> None:
    match = landing("london", *dice(1), owns={1: ("london",)}, hands={0: ("dice",)})
    do(match, 0, "bet even 500000")
    assert asked(match) == "0 offer-bluff"
    assert now(match).chips[:2] == (2 * M, 2 * M)
    do(match, 0, "concede")
    assert now(match).chips[:2] == (1_500_000, 2_500_000)


@rule("cash-and-run/casino.order")
def test_a_winner_bids_with_the_stake_too() -> None:
    match = landing("london", *dice(6), owns={1: ("london",)}, chips={0: 100 * K, 1: 50 * K})
    do(match, 0, "bet one-6 100000")  # wins 500,000, of which 50,000 is there
    bidding = match.view(0).agenda[-1]
    while match.to_act != (0,):
        do(match, match.to_act[0], "pass")
        bidding = match.view(0).agenda[-1]
    assert bidding.purse == 100 * K + 50 * K + 450 * K
