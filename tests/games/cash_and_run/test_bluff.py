"""Bluff cards: buying, the fourth card, offering, accepting, doubting, and bluffs on bluffs."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.games.cash_and_run import events as e
from speelhol.kernel import Match
from tests.rules import rule

from .scene import K, M, asked, card, dice, do, landing, now, offered, prompt, why_not


def lost(*draws: int, stake: int = 200 * K, **facts: Any) -> Match:
    """Seat 0 has staked on even in London, owned by seat 1, and rolled a 1."""
    match = landing("london", *dice(1), *draws, owns={1: ("london",)}, **facts)
    do(match, 0, f"bet even {stake}")
    return match


def won(*draws: int, stake: int = 200 * K, pick: str = "one-6", **facts: Any) -> Match:
    """Seat 0 has staked in London, owned by seat 1, and rolled a 6."""
    match = landing("london", *dice(6), *draws, owns={1: ("london", "cairo")}, **facts)
    do(match, 0, f"bet {pick} {stake}")
    return match


# ---- buying


@rule("cash-and-run/bluff.buy")
def test_a_bluff_card_is_the_top_of_the_stack() -> None:
    """Rulebook, '3. Bluf': ze kosten 100.000 en de fiches gaan in de pot."""
    match = landing("bluff-2", top="cards", hands={0: ("blank",)})
    assert offered(match) == ["buy", "decline"]
    told = do(match, 0, "buy")
    assert told[:2] == [e.BoughtBluff(0), e.YouDrew("cards")]
    assert now(match).hands[0] == ("blank", "cards")
    assert (now(match).chips[0], now(match).pot) == (1_900_000, 100 * K)
    assert e.YouDrew("cards") not in list(match.view(1).log)


@rule("cash-and-run/bluff.buy")
def test_it_need_not_be_bought() -> None:
    match = landing("bluff-2")
    do(match, 0, "decline")
    assert now(match).hands[0] == ()
    assert now(match).chips[0] == 2 * M


@rule("cash-and-run/bluff.limit", "cash-and-run/bluff.swap")
def test_the_fourth_card_is_seen_before_one_of_the_four_goes() -> None:
    """Rulebook, '3. Bluf': je mag maximaal drie blufkaarten in bezit hebben … die gaat onder op de stapel."""
    match = landing("bluff-2", top="roulette", hands={0: ("blank", "blank", "dice"), 1: ("cards",)})
    assert "three bluff cards" in prompt(match, 0)
    do(match, 0, "buy")
    assert asked(match) == "0 discard-bluff"
    assert offered(match) == ["discard blank", "discard dice", "discard roulette"]
    assert why_not(match, 0, "discard cards") == ("cash-and-run/bluff.swap", "not-in-hand")
    assert why_not(match, 0, "decline") == ("cash-and-run/bluff.limit", "must-discard")
    told = do(match, 0, "discard blank")
    assert now(match).hands[0] == ("blank", "dice", "roulette")
    assert now(match).stack[-1] == "blank"
    assert e.Discarded(0) in told
    assert e.YouPut("blank") not in list(match.view(1).log)
    assert match.view(0).now.trail[-1].card == "blank"
    for audience in (None, 1, 2, 3):
        assert match.view(audience).now.trail[-1].card is None


# ---- offering and judging


@rule("cash-and-run/bluff.offer")
def test_the_loser_may_lay_any_card() -> None:
    """Rulebook, '3. Bluf': maar je kunt altijd bluffen."""
    match = lost(hands={0: ("blank", "cards", "dice")})
    assert asked(match) == "0 offer-bluff"
    assert offered(match) == ["concede", "bluff blank", "bluff cards", "bluff dice"]
    assert why_not(match, 0, "bluff roulette") == ("cash-and-run/bluff.offer", "not-in-hand")
    assert why_not(match, 0, "roll") == ("cash-and-run/bluff.offer", "bluff-or-concede")
    told = do(match, 0, "bluff blank")
    assert e.Bluffed(0, 1, "dice") in told
    assert asked(match) == "1 judge-bluff"
    assert match.view(0).now.laid == "blank"
    for audience in (None, 1, 2, 3):
        assert match.view(audience).now.laid is None
    assert now(match).hands[0] == ("cards", "dice")


@rule("cash-and-run/bluff.offer")
def test_without_a_card_nobody_is_asked() -> None:
    match = lost(hands={1: ("dice",)})
    assert asked(match) == "1 start-turn"
    assert now(match).chips[0] == 1_800_000


@rule("cash-and-run/bluff.offer")
def test_the_owner_may_bluff_too() -> None:
    """Rulebook, '3. Bluf': zowel de casino-eigenaar als de uitdager kan een blufkaart inzetten."""
    match = won(hands={1: ("blank",)})
    assert asked(match) == "1 offer-bluff"
    do(match, 1, "bluff blank")
    assert asked(match) == "0 judge-bluff"


@rule("cash-and-run/bluff.judge")
def test_the_winner_accepts_or_doubts_and_is_told_what_it_costs() -> None:
    match = won(stake=100 * K, hands={1: ("blank",)})
    do(match, 1, "bluff blank")
    assert offered(match) == ["accept", "doubt"]
    assert why_not(match, 0, "concede") == ("cash-and-run/bluff.judge", "accept-or-doubt")
    text = prompt(match, 0)
    assert "Bram owes you 500,000" in text
    assert "you lose the game and owe 100,000" in text


@rule("cash-and-run/bluff.replay")
def test_an_accepted_card_goes_under_unseen_and_the_game_is_played_again() -> None:
    """Rulebook, '3. Bluf': dan spelen jullie het spelletje opnieuw voor dezelfde inzet."""
    match = lost(*dice(3), hands={0: ("blank",)})
    do(match, 0, "bluff blank")
    do(match, 1, "accept")
    assert now(match).stack[-1] == "blank"
    assert match.view(1).now.trail[-1].card is None
    assert match.view(0).now.trail[-1].card == "blank"
    assert asked(match) == "0 pick-again"
    assert offered(match) == ["pick even", "pick odd"]
    assert why_not(match, 0, "pick one-3") == ("cash-and-run/bluff.replay", "same-game")
    assert why_not(match, 0, "bet odd 50000") == ("cash-and-run/bluff.replay", "same-stake")
    do(match, 0, "pick odd")
    assert now(match).chips[:2] == (2_200_000, 1_800_000)


@rule("cash-and-run/bluff.replay")
def test_a_game_with_one_pick_is_replayed_without_asking() -> None:
    match = landing("cairo", card("2", "hearts"), card("ace", "spades"), owns={1: ("cairo",)}, hands={0: ("cards",)})
    do(match, 0, "bet court 200000")
    do(match, 0, "bluff cards")
    told = do(match, 1, "accept")
    assert e.Drew(0, "ace", "spades") in told
    assert now(match).chips[:2] == (2_400_000, 1_600_000)


@rule("cash-and-run/bluff.repeat")
def test_the_loser_of_a_replay_bluffs_again_whoever_it_is() -> None:
    """Rulebook, '3. Bluf': als je weer verliest kun je weer een blufkaart spelen, totdat je er geen meer hebt."""
    match = lost(*dice(3), *dice(2), *dice(5), hands={0: ("blank", "blank"), 1: ("cards",)})
    do(match, 0, "bluff blank")
    do(match, 1, "accept")
    do(match, 0, "pick even")  # a 3: lost again
    assert asked(match) == "0 offer-bluff"
    do(match, 0, "bluff blank")
    do(match, 1, "accept")
    do(match, 0, "pick even")  # a 2: now the owner has lost
    assert asked(match) == "1 offer-bluff"
    do(match, 1, "bluff cards")
    do(match, 0, "accept")
    do(match, 0, "pick even")  # a 5: lost, and nobody has a card left
    assert now(match).chips[:2] == (1_800_000, 2_200_000)
    assert now(match).stack[-3:] == ("blank", "blank", "cards")


@rule("cash-and-run/bluff.true")
@pytest.mark.parametrize(("stake", "chips"), [(200 * K, (2_200_000, 1_800_000)), (2 * M, (4 * M, 0))])
def test_a_doubted_true_card_of_the_visitor_wins_the_game(stake: int, chips: tuple[int, int]) -> None:
    """Rulebook, '3. Bluf': staat het juiste symbool wel op de kaart, dan heb je het spelletje gewonnen."""
    match = lost(stake=stake, hands={0: ("dice",), 1: ("dice", "dice")})
    do(match, 0, "bluff dice")
    told = do(match, 1, "doubt")
    assert told[0] == e.Doubted(1, 0, "dice", True)
    assert now(match).chips[:2] == chips
    assert asked(match) == "1 start-turn"  # the owner has cards, but no new ones may be played
    assert now(match).stack[-1] == "dice"


@rule("cash-and-run/bluff.true")
def test_the_visitor_is_paid_the_odds_of_the_game() -> None:
    match = landing("london", *dice(1), owns={1: ("london",)}, hands={0: ("dice",)})
    do(match, 0, "bet one-6 200000")
    do(match, 0, "bluff dice")
    do(match, 1, "doubt")
    assert now(match).chips[:2] == (3 * M, M)


@rule("cash-and-run/bluff.true")
def test_a_doubted_true_card_of_the_owner_wins_the_stake() -> None:
    match = won(stake=100 * K, hands={0: ("dice",), 1: ("dice",)})
    do(match, 1, "bluff dice")
    do(match, 0, "doubt")
    assert now(match).chips[:2] == (1_900_000, 2_100_000)
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/bluff.false")
@pytest.mark.parametrize("laid", ["blank", "cards", "roulette"])
def test_a_doubted_false_card_loses(laid: str) -> None:
    """Rulebook, '3. Bluf': staat het juiste symbool NIET op de kaart, dan heb je het spelletje verloren."""
    match = lost(hands={0: (laid, "dice")})
    do(match, 0, f"bluff {laid}")
    told = do(match, 1, "doubt")
    assert told[0] == e.Doubted(1, 0, laid, False)
    assert now(match).chips[:2] == (1_800_000, 2_200_000)
    assert asked(match) == "1 start-turn"  # the true card in hand may not be played any more
    assert now(match).stack[-1] == laid
    for audience in (None, 1, 3):
        assert match.view(audience).now.trail[-1].card == laid


@rule("cash-and-run/bluff.cards")
def test_a_card_works_only_for_its_own_symbol() -> None:
    for symbol, casino, pick, draw in (
        ("roulette", "las-vegas", "red", 2),
        ("dice", "london", "even", 0),
        ("cards", "cairo", "red", card("ace", "spades")),
    ):
        for laid in ("roulette", "dice", "cards", "blank"):
            match = landing(casino, draw, owns={1: (casino,)}, hands={0: (laid,)})
            do(match, 0, f"bet {pick} 100000")
            do(match, 0, f"bluff {laid}")
            do(match, 1, "doubt")
            assert (now(match).chips[0] > 2 * M) == (laid == symbol)


@rule("cash-and-run/bluff.scope")
def test_no_bluff_where_there_is_no_opponent() -> None:
    hands = {0: ("dice", "cards", "roulette"), 1: ("dice",)}
    match = landing("pot-17", *dice(1), pot=100 * K, hands=hands)
    do(match, 0, "pick two-2-3")
    assert asked(match) == "1 start-turn"
    match = landing("grand-slam-24", *dice(1), hands=hands)
    do(match, 0, "dare")
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/bluff.broke")
def test_an_owner_who_could_not_pay_may_bluff_first() -> None:
    match = won(*dice(1), stake=M, chips={1: 0}, hands={1: ("blank",)})
    assert asked(match) == "1 offer-bluff"
    do(match, 1, "bluff blank")
    do(match, 0, "accept")
    do(match, 0, "pick one-6")  # lost: the stake goes to the owner, who never had a debt
    assert now(match).chips[:2] == (M, M)
    assert now(match).owner("london") == 1
