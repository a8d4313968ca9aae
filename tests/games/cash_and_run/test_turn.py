"""The turn: auctions first, the roll, extra rolls, corners, payments."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.table import LAP, PLACE, SPACES
from tests.rules import rule

from .scene import BLUES, K, M, asked, card, dice, do, landing, now, offered, prompt, scene, then, why_not


@rule("cash-and-run/turn.start", "cash-and-run/auction.voluntary")
def test_a_turn_begins_with_auctions_an_announcement_or_the_roll() -> None:
    match = scene(owns={0: BLUES})
    assert offered(match) == ["announce", "roll", *(f"offer {casino}" for casino in BLUES)]
    do(match, 0, "offer montreal")
    assert asked(match) == "1 bidding"
    for seat in (1, 2, 3):
        do(match, seat, "pass")
    assert asked(match) == "0 start-turn"
    assert offered(match) == ["roll", "offer las-vegas", "offer atlantic-city"]
    assert why_not(match, 0, "offer montreal") == ("cash-and-run/auction.voluntary", "not-your-casino")


@rule("cash-and-run/turn.start")
def test_neither_is_possible_between_rolls() -> None:
    match = landing("bluff-2", roll=(1, 1), owns={0: BLUES})
    assert why_not(match, 0, "offer montreal") == ("cash-and-run/turn.start", "only-at-turn-start")
    do(match, 0, "decline")
    assert asked(match) == "0 roll-again"
    for text in ("announce", "offer montreal"):
        assert why_not(match, 0, text) == ("cash-and-run/turn.start", "only-at-turn-start")


@rule("cash-and-run/turn.roll")
def test_two_dice_clockwise_round_the_board() -> None:
    match = scene(*dice(1, 3), pawns={0: "grand-slam-35"})
    assert why_not(match, 0, "stop") == ("cash-and-run/turn.roll", "must-roll")
    (rolled, *_) = do(match, 0, "roll")
    assert rolled == e.Rolled(0, 1, 3, "london")
    assert now(match).pawns[0] == PLACE["london"] == (35 + 4) % LAP
    assert asked(match) == "0 buy-casino"


@rule("cash-and-run/turn.again")
def test_a_double_earns_another_roll_as_often_as_it_comes() -> None:
    """Rulebook, 'Het spelverloop': als je dubbel hebt gegooid, mag je nog een keer gooien."""
    match = landing("bluff-2", *dice(6, 6), *dice(1, 2), roll=(1, 1))
    do(match, 0, "decline")
    do(match, 0, "roll")  # to space 14, Monte Carlo
    do(match, 0, "decline")
    assert asked(match) == "0 roll-again"
    do(match, 0, "roll")  # no double: space 17, an empty pot
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/turn.again")
def test_an_extra_roll_may_be_declined() -> None:
    match = landing("bluff-2", roll=(1, 1))
    do(match, 0, "decline")
    assert offered(match) == ["roll", "stop"]
    assert do(match, 0, "stop")[0] == e.Stopped(0)
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/turn.again", "cash-and-run/casino.own")
def test_double_and_own_casino_give_one_roll() -> None:
    match = landing("london", *dice(1, 3), roll=(1, 1), owns={0: ("london",)})
    assert asked(match) == "0 roll-again"
    do(match, 0, "roll")
    assert asked(match) == "0 buy-casino"  # Sydney
    do(match, 0, "decline")
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/casino.own")
def test_an_own_casino_earns_a_roll() -> None:
    match = landing("london", owns={0: ("london",)})
    assert e.AtHome(0, "london") in list(match.view(0).log)
    assert asked(match) == "0 roll-again"


@rule("cash-and-run/turn.zero")
def test_a_zero_is_spun_again() -> None:
    """Rulebook, 'Het spelverloop': als er een '0' wordt gedraaid dan moet er opnieuw gedraaid worden."""
    match = landing("pot-4", 0, 0, 5, pot=100 * K)
    told = do(match, 0, "pick dozen-1")
    assert told[1:4] == [e.Zero(0), e.Zero(0), e.Spun(0, 5, "red")]
    assert e.PotWon(0, 100 * K) in told


@rule("cash-and-run/turn.payments")
def test_purchases_and_fees_go_to_the_pot() -> None:
    """Rulebook, '4A, 4B en 4C': betalingen voor casino's, blufkaarten en overname liggen in de pot."""
    match = landing("london")
    do(match, 0, "buy")
    assert now(match).pot == 100 * K
    match = landing("bluff-2")
    do(match, 0, "buy")
    assert now(match).pot == 100 * K
    match = landing("takeover-26", 0, owns={0: ("london",), 1: ("cairo",)})
    do(match, 0, "challenge cairo even")
    assert now(match).pot == 100 * K
    match = landing("london", 0, owns={1: ("london",)})
    do(match, 0, "bet even 500000")
    assert now(match).pot == 0
    assert now(match).chips[:2] == (1_500_000, 2_500_000)


@rule("cash-and-run/turn.afford")
@pytest.mark.parametrize("space", ["london", "bluff-2", "takeover-13"])
def test_who_has_less_than_the_price_is_not_asked(space: str) -> None:
    owns = {0: ("cairo",), 1: ("sydney",)}
    match = landing(space, chips={0: 50 * K}, owns=owns)
    assert e.Nothing(0, "too-poor") in list(match.view(0).log)
    assert asked(match) == "1 start-turn"
    match = landing(space, chips={0: 100 * K}, owns=owns)
    assert match.to_act == (0,)


@rule("cash-and-run/turn.no-trade")
def test_no_action_gives_a_casino_or_money_away() -> None:
    """Everything that can be done, by name: none of it trades."""
    from speelhol.games.cash_and_run import GAME

    assert {str(kind.__struct_config__.tag) for kind in GAME.actions} == {
        "accept", "announce", "bet", "bid", "bluff", "buy", "challenge", "collect", "concede", "dare", "decline",
        "discard", "doubt", "go", "lay-out", "offer", "pass", "pick", "roll", "start", "stop", "take",
    }  # fmt: skip


# ---- 1. Cash & Run


@rule("cash-and-run/corner.jump")
def test_from_a_corner_to_any_other_space() -> None:
    match = landing("corner-9")
    spaces = {text.split()[1] for text in offered(match) if text != "decline"}
    assert spaces == {space for space in SPACES if not space.startswith("corner")}
    assert why_not(match, 0, "go corner-18") == ("cash-and-run/corner.jump", "not-a-corner")
    assert why_not(match, 0, "go atlantis") == ("cash-and-run/corner.jump", "no-such-space")
    do(match, 0, "go havana")
    assert now(match).pawns[0] == PLACE["havana"]
    assert asked(match) == "0 buy-casino"


@rule("cash-and-run/corner.jump", "cash-and-run/casino.visit")
def test_a_jump_to_a_rival_s_casino_means_a_game_there() -> None:
    match = landing("corner-9", owns={1: ("havana",)})
    do(match, 0, "go havana")
    assert asked(match) == "0 stake"
    assert why_not(match, 0, "decline") == ("cash-and-run/casino.visit", "must-play")


@rule("cash-and-run/corner.jump")
def test_a_corner_says_that_other_corners_are_no_choice() -> None:
    match = landing("corner-9")
    assert "any space that is not a corner" in prompt(match, 0)


EMPTY = {"pot-4": "the pot is empty", "grand-slam-8": "the bank is empty", "takeover-13": "a casino of your own"}
POOR = {"bluff-2": "less than 100,000", "london": "less than 100,000", "takeover-13": "less than 100,000"}


@rule("cash-and-run/corner.jump", "cash-and-run/turn.afford", "cash-and-run/pot.empty", "cash-and-run/grand-slam.short")
@pytest.mark.parametrize(
    ("space", "why", "facts"),
    [
        *((space, why, {"bank": 0, "owns": {1: ("cairo",)}}) for space, why in EMPTY.items()),
        *((space, why, {"chips": {0: 50 * K}, "owns": {0: ("macau",), 1: ("cairo",)}}) for space, why in POOR.items()),
        ("takeover-13", "nobody else owns a casino", {"owns": {0: ("cairo",)}}),
    ],
)
def test_a_hint_says_where_nothing_happens_and_so_it_is(space: str, why: str, facts: dict[str, Any]) -> None:
    match = landing("corner-9", **facts)
    words = then(match, 0, f"go {space}")
    assert why in words
    assert "othing happens there" in words
    told = do(match, 0, f"go {space}")
    assert any(isinstance(event, e.Nothing) for event in told)


@rule("cash-and-run/corner.jump", "cash-and-run/all-play.short", "cash-and-run/grand-slam.short")
def test_a_hint_knows_a_bank_that_is_short() -> None:
    match = landing("corner-9", bank=300 * K)
    assert "the bank has only 300,000 left, and the lowest owes" in then(match, 0, "go all-play-6")
    assert then(match, 0, "go grand-slam-8") == "100,000 for certain, or step by step up to 300,000."


@rule("cash-and-run/corner.jump")
def test_a_jump_may_be_declined() -> None:
    match = landing("corner-9")
    do(match, 0, "decline")
    assert now(match).pawns[0] == PLACE["corner-9"]
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/corner.jump")
def test_a_jump_to_an_own_casino_earns_the_roll_and_merges_with_a_double() -> None:
    for roll in ((1, 2), (1, 1)):
        match = landing("corner-9", *dice(1, 2), roll=roll, owns={0: ("havana",)})
        do(match, 0, "go havana")
        assert asked(match) == "0 roll-again"
        do(match, 0, "roll")  # Grand Slam
        do(match, 0, "collect")
        assert asked(match) == "1 start-turn"


# ---- free casinos


@rule("cash-and-run/casino.buy")
def test_a_free_casino_costs_a_hundred_thousand() -> None:
    """Rulebook, '2. Casinovelden': dan kun je het kopen voor 100.000."""
    match = landing("cairo")
    assert offered(match) == ["buy", "decline"]
    told = do(match, 0, "buy")
    assert told[0] == e.BoughtCasino(0, "cairo")
    assert now(match).chips[0] == 1_900_000
    assert now(match).owner("cairo") == 0
    assert asked(match) == "1 start-turn"  # it is one's own now, but that earns no roll


@rule("cash-and-run/casino.buy")
def test_a_declined_casino_stays_free_without_an_auction() -> None:
    match = landing("cairo")
    do(match, 0, "decline")
    assert now(match).owner("cairo") is None
    assert now(match).chips[0] == 2 * M
    assert asked(match) == "1 start-turn"


# ---- the end


@rule("cash-and-run/end.stop", "cash-and-run/end.ranks")
def test_chips_and_a_hundred_thousand_a_casino_are_counted() -> None:
    chips = {0: 1_000 * K, 1: 900 * K, 2: 1_050 * K, 3: 0}
    match = scene(*dice(1, 2), round=200, turn=3, pawns={3: "corner-0"}, chips=chips, owns={1: ("cairo", "macau")})
    told = do(match, 3, "roll")  # London is free, but there is no money to buy it
    assert told[-1] == e.Ended((1,), "stop")
    assert match.result is not None
    assert match.result.scores == (1_000 * K, 1_100 * K, 1_050 * K, 0)
    assert match.result.ranks == (3, 1, 2, 4)


@rule("cash-and-run/end.stop")
def test_equal_wealth_shares_and_the_stop_comes_only_after_round_200() -> None:
    match = scene(*dice(1, 2), round=200, turn=3, chips={0: M, 1: 900 * K, 2: 0, 3: 0}, owns={1: ("cairo",)})
    do(match, 3, "roll")
    assert match.result is not None
    assert match.result.winners == (0, 1)
    match = scene(*dice(1, 2), round=199, turn=3, chips={3: 0})
    do(match, 3, "roll")
    assert not match.over
    assert now(match).round == 200


@rule("cash-and-run/set-up.first")
def test_rounds_are_counted_by_the_first_player_even_if_bankrupt() -> None:
    match = scene(*dice(1, 2), turn=3, first=0, out=(0,), chips={3: 0}, round=7)
    do(match, 3, "roll")
    assert (now(match).turn, now(match).round) == (1, 8)
    match = scene(*dice(1, 2), turn=1, first=0, out=(0,), chips={1: 0}, round=7)
    do(match, 1, "roll")
    assert (now(match).turn, now(match).round) == (2, 7)
    match = scene(*dice(1, 2), turn=3, first=1, out=(0, 1), chips={3: 0}, round=7)
    do(match, 3, "roll")
    assert (now(match).turn, now(match).round) == (2, 8)


def test_cards_in_scripts_are_what_they_are_called() -> None:
    match = landing("pot-31", card("queen", "hearts"), pot=100 * K)
    assert e.Drew(0, "queen", "hearts") in list(match.view(0).log)
    assert e.PotWon(0, 100 * K) in list(match.view(0).log)
