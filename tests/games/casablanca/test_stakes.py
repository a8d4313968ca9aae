"""Nobody lets the match end without having been told: what is said to be at stake, held to the rules."""

from __future__ import annotations

import random

import pytest

import speelhol
from speelhol.games.casablanca.actions import Allow, Fight, GiveUp, Meet, Move, Rest, Yield
from speelhol.games.casablanca.events import Home, Lost
from speelhol.games.casablanca.table import AGENTS, STREETS, last_turn
from speelhol.kernel import Match
from tests.rules import rule
from tests.stakes import asked, play_on, told

from .town import position, tag

PASSES = {"may-object": (Allow(),), "stand": (Fight(),), "raise": (GiveUp(),), "answer": (Meet(), Yield())}
GAME = speelhol.game("casablanca")


def let_pass(match: Match) -> Match:
    """What becomes of an announced action that nobody stops, though its player stands by it."""
    twin = match.copy()
    while not twin.over and tag(twin) in PASSES:
        (seat,) = twin.to_act
        twin.play(seat, next(action for action in PASSES[tag(twin)] if action in twin.legal(seat)))
    return twin


def came_home(match: Match) -> bool:
    return match.over and any(isinstance(event, Home) for event in match.view(None).log)


@rule("casablanca/end.home", "casablanca/agent.home", "casablanca/case.carriers")
@pytest.mark.parametrize(
    ("seats", "variant"), [(2, "casablanca"), (4, "casablanca"), (8, "casablanca"), (2, "agent"), (4, "agent")]
)
def test_whoever_could_stop_it_is_told_that_the_case_comes_home_and_nobody_else_is(seats: int, variant: str) -> None:
    warned = struck = 0
    for seed in range(4):
        for match, seat, _ in asked(GAME, seats, {"variant": variant}, f"stakes/{seed}"):
            if tag(match) not in PASSES:
                continue
            passed = let_pass(match)
            home = came_home(passed)
            loses = any(
                isinstance(event, Lost) and event.seat == seat and event.amount
                for event in passed.view(None).log.since(len(match.view(None).log))
            )
            assert loses == any(not stake.ends for stake in told(match, seat))
            struck += loses
            words = [stake.words for stake in told(match, seat) if stake.ends and "last turn" not in stake.words]
            assert bool(words) == home, (match.view(seat).now, words)
            warned += home
    assert warned
    assert struck or variant == "agent", "there it takes longer until somebody strikes"


def homeward(match: Match, seat: int) -> list[Move]:
    """The moves with which this seat ends the match, if nobody stops them."""
    found = []
    for agent in AGENTS:
        for place in STREETS:
            move = Move(agent, place, True)
            if move in match.legal(seat):
                twin = match.copy()
                twin.play(seat, move)
                if came_home(let_pass(twin)):
                    found.append(move)
    return found


@rule("casablanca/end.home", "casablanca/agent.home", "casablanca/case.carriers", "casablanca/case.last")
@pytest.mark.parametrize(("seats", "variant"), [(2, "casablanca"), (5, "casablanca"), (2, "agent"), (4, "agent")])
def test_whoever_can_end_the_match_by_their_own_move_is_told_and_nobody_else_is(seats: int, variant: str) -> None:
    met = set()
    for seed in range(4):
        for match, seat, _ in asked(GAME, seats, {"variant": variant}, f"ending/{seed}"):
            if tag(match) != "act":
                continue
            homes = homeward(match, seat)
            words = [stake.words for stake in told(match, seat) if stake.ends and "last turn" not in stake.words]
            assert bool(words) == bool(homes), (match.view(seat).now, words)
            if variant == "casablanca":
                assert all(GAME.speak("en").phrase(f"draw.named.{move.agent}") in words[0] for move in homes)
            met.add(bool(homes))
    assert met == {False, True}


@rule("casablanca/end.stop", "casablanca/agent.stop")
@pytest.mark.parametrize("variant", ["casablanca", "agent"])
def test_the_last_turn_is_told_to_whoever_acts_in_it(variant: str) -> None:
    warned = 0
    for number in range(12):
        match = GAME.start(3, f"last/{number}", variant=variant)
        for _, seat, _ in play_on(match, random.Random(number)):
            p = position(match)
            if p.turn < 9 and tag(match) == "act":
                p.turn = last_turn(p.seats, p.rules) - 2
            last = any("last turn" in stake.words for stake in told(match, seat))
            if not last and tag(match) != "act":
                continue
            twin = let_pass(match)
            if not twin.over:
                twin.play(twin.to_act[0], Rest())
            assert last == twin.over
            warned += last
    assert warned
