"""What a gambler does at a glance, what it believes of a bluff, and that it knows better than chance."""

from __future__ import annotations

import random

import pytest

from speelhol.bots.worlds import Worlds
from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import actions as a
from speelhol.games.cash_and_run.bot import evaluate
from speelhol.games.cash_and_run.bot.mind import MIND
from speelhol.games.cash_and_run.bot.policy_duels import true_odds
from speelhol.games.cash_and_run.table import AT, LAP, SPACES, UNIT, Lap
from speelhol.kernel import EVEN, LANGUAGES, Action, Match, Temper

from ...rules import rule
from ..duel import wins
from .scene import BLUES, ROULETTES, K, M, asked, do, landing, now, scene


def chosen(match: Match, temper: Temper = EVEN, tries: int = 16) -> list[Action]:
    """What the seat to act would do at a glance, over so many moods."""
    rng = random.Random(1)
    view = match.view(match.to_act[0])
    return [MIND.prefer(view, temper, rng) for _ in range(tries)]


@rule("cash-and-run/lap.announce")
def test_with_a_combination_one_runs() -> None:
    assert set(chosen(scene(owns={0: BLUES}))) == {a.Announce()}
    assert set(chosen(scene(owns={0: BLUES[:2]}))) == {a.Roll()}


@rule("cash-and-run/corner.jump")
def test_from_a_corner_one_goes_to_the_casino_that_is_missing() -> None:
    match = landing("corner-9", owns={0: BLUES[:2], 1: ROULETTES[1:2]})
    assert set(chosen(match)) == {a.Go("atlantic-city")}


@rule("cash-and-run/casino.stake")
def test_stakes_are_small_unless_a_win_would_force_a_sale_of_what_is_wanted() -> None:
    indifferent = landing("macau", owns={1: ("macau",)}, chips={1: 6 * M})
    stakes = {bet.stake for bet in chosen(indifferent)}  # type: ignore[attr-defined]
    assert max(stakes) <= 4 * UNIT
    wanted = landing("atlantic-city", owns={0: BLUES[:2], 1: BLUES[2:]}, chips={1: 500 * K})
    for bet in chosen(wanted):
        assert isinstance(bet, a.Bet)
        assert bet.stake * {"even": 1, "odd": 1}.get(bet.pick, 2 if bet.pick[0] == "t" else 5) > 500 * K


@rule("cash-and-run/lap.lost")
def test_a_runner_is_attacked_where_it_hurts() -> None:
    match = landing(
        "atlantic-city",
        owns={1: BLUES},
        chips={1: 400 * K},
        pawns={1: SPACES[20]},
        laps={1: Lap("corner-0", 20, BLUES)},
    )
    assert min(bet.stake for bet in chosen(match)) >= 3 * UNIT  # type: ignore[attr-defined]


def bluffing(symbol: str, held: tuple[str, ...], judge: tuple[str, ...] = ()) -> Match:
    """Seat 0 has lost 400,000 in seat 1's casino of cards, and may bluff."""
    match = landing("cairo", 0, owns={1: ("cairo",)}, hands={0: held, 1: judge})
    do(match, 0, "bet black 400000")
    assert asked(match) == "0 offer-bluff"
    return match


@rule("cash-and-run/bluff.offer")
def test_a_loser_lays_the_true_card_always_and_a_false_one_often() -> None:
    assert set(chosen(bluffing("cards", ("blank", "cards")))) == {a.Bluff("cards")}
    false = chosen(bluffing("cards", ("blank", "dice")), tries=60)
    assert set(false) == {a.Bluff("blank"), a.Concede()}
    honest, liar = (
        sum(isinstance(x, a.Bluff) for x in chosen(bluffing("cards", ("blank",)), Temper(liar=liar), 60))
        for liar in (0.0, 1.0)
    )
    assert liar > honest + 10


@rule("cash-and-run/bluff.judge")
def test_the_more_cards_a_bluffer_holds_the_more_is_believed() -> None:
    odds = []
    for held in (("blank",), ("blank", "dice"), ("blank", "dice", "roulette")):
        match = bluffing("cards", held)
        do(match, 0, "bluff blank")
        view = match.view(1)
        odds.append(true_odds(view.now, len(held), "cards"))
        (belief, *_) = MIND.beliefs(view, Worlds(view, random.Random(2), 300).weighted)
        assert belief.tag == "bluff-false"
        assert all(GAME.speak(language).belief(belief) for language in LANGUAGES)
        assert 1 - belief.chance == pytest.approx(odds[-1], abs=0.2)
    assert odds == sorted(odds)
    match = bluffing("cards", ("blank",), ("cards", "cards", "cards"))
    do(match, 0, "bluff blank")
    assert true_odds(match.view(1).now, 1, "cards") < odds[0]
    assert set(chosen(match)) == {a.Doubt()}


@rule("cash-and-run/grand-slam.choice")
def test_a_bold_player_dares_more() -> None:
    match = landing("grand-slam-8")
    assert set(chosen(match, Temper(bold=1.0))) == {a.Dare()}
    assert a.Collect() in chosen(match, Temper(bold=0.0))


@rule("cash-and-run/takeover.target")
def test_a_takeover_goes_for_the_casino_that_completes_a_combination() -> None:
    match = landing("takeover-13", owns={0: ROULETTES[:2], 1: (ROULETTES[2], "manila")})
    assert {challenge.casino for challenge in chosen(match)} == {ROULETTES[2]}  # type: ignore[attr-defined]


@rule("cash-and-run/auction.bid", "cash-and-run/auction.choice")
def test_bids_follow_what_a_casino_brings() -> None:
    owns = {0: ("las-vegas", "manila"), 1: BLUES[1:], 2: ("cairo",)}
    match = scene(owns=owns, chips={0: 0})
    do(match, 0, "offer las-vegas")
    assert asked(match) == "1 bidding"
    assert all(isinstance(bid, a.Bid) for bid in chosen(match))
    p = now(match)
    assert evaluate.price(p, 1, AT["las-vegas"], 0) > 2 * evaluate.price(p, 2, AT["las-vegas"], 0)


def test_worth_is_a_chance_and_grows_along_the_lap() -> None:
    chances = [
        MIND.worth(scene(owns={0: BLUES}, pawns={0: SPACES[gone]}, laps={0: Lap("corner-0", gone, BLUES)}))
        for gone in (0, LAP - 3)
    ]
    assert [sum(row) for row in chances] == pytest.approx([1, 1])
    assert 0.25 < chances[0][0] < chances[1][0]
    assert MIND.worth(scene(out=(2,), owns={0: BLUES}))[2] == 0


def test_the_handful_is_legal() -> None:
    rng = random.Random(3)
    for match in (
        landing("corner-9", owns={0: BLUES[:2]}),
        landing("cairo", owns={1: ("cairo",)}),
        landing("takeover-13", owns={0: ROULETTES[:2], 1: ("manila",)}),
        landing("las-vegas"),
    ):
        some = MIND.consider(match.view(0), EVEN, rng)
        assert 2 <= len(set(some)) == len(some) <= 12
        assert all(action in match.legal(0) for action in some)


def test_a_glance_beats_chance() -> None:
    """24 matches of four seats; fair would be 6."""
    assert wins("cash-and-run", 4, "greedy", "random", 24) >= 17
