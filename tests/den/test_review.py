"""What somebody might have done better."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import speelhol
from speelhol.bots import Adviser, Budget, Thought, Weighed
from speelhol.den.review import MOMENTS, compared, moments, worst
from speelhol.kernel import Action, Timeline
from tests.cli.tools import play_randomly
from tests.contract.leak import settled


def test_what_cost_most_is_told_in_the_order_of_the_match() -> None:
    """Nothing is said against what was as good, nor where nothing was weighed."""
    match = speelhol.game("thieves").start(3, "better")
    one, two, three = list(match.legal(match.to_act[0]))[:3]
    thought = Thought(one, (Weighed(one, 0.5, 9), Weighed(two, 0.49, 9), Weighed(three, 0.3, 9)), (), 9)
    assert compared(1, one, thought) is None
    assert compared(1, two, thought) is None
    assert compared(1, three, Thought(one)) is None
    found = [compared(at, three, replace(thought, choices=(Weighed(one, worth, 9), Weighed(three, 0.3, 9))))
             for at, worth in ((1, 0.4), (5, 0.6), (2, 0.5), (3, 0.45))]  # fmt: skip
    assert [better.at for better in worst([better for better in found if better is not None])] == [2, 3, 5]


def test_no_more_than_a_dozen_decisions_are_thought_about_and_all_are_ones_own() -> None:
    for name in speelhol.games():
        game = speelhol.game(name)
        timeline = Timeline(game, play_randomly(game.start(game.seats[0], "review")).record())
        for seat in range(timeline.seats):
            chosen = moments(timeline, seat)
            assert 0 < len(chosen) <= MOMENTS
            assert chosen == sorted(set(chosen)) == moments(timeline, seat)
            for at in chosen:
                assert timeline.moves[at - 1][0] == seat
                assert timeline.frames[at - 1].legal(seat).count > 1


@pytest.mark.parametrize("name", speelhol.games())
def test_it_is_the_same_in_a_match_that_the_seat_could_not_tell_apart(name: str) -> None:
    """What others held and did in the dark plays no part: neither in which moves are looked at nor in what is said."""
    game, rng = speelhol.game(name), random.Random(name)
    differed = 0
    for number in range(3):
        match = game.start(game.seats[len(game.seats) // 2], f"review/{number}")
        for _ in range(12 + 9 * number):
            ahead = match.copy()
            seat = ahead.to_act[0]
            ahead.play(seat, ahead.legal(seat).sample(rng))
            if ahead.over:
                break
            match = ahead
        seat = match.to_act[0]
        real = settled(match, seat)
        told = game.retell(real.record(), game.imagine(real.view(seat), rng).position, seat)
        differed += (told.draws, told.actions) != (real.record().draws, real.record().actions)
        one, two = Timeline(game, real.record()), Timeline(game, told)
        chosen = moments(one, seat)
        assert chosen == moments(two, seat)
        for at in chosen[:4]:
            (mine, thought), (mine_too, thought_too) = (_again(timeline, at, seat) for timeline in (one, two))
            assert mine == mine_too
            assert thought == thought_too
            assert compared(at, mine, thought) == compared(at, mine_too, thought_too)
    assert differed


def _again(timeline: Timeline, at: int, seat: int) -> tuple[Action, Thought]:
    """What was played and what the adviser thinks of that moment."""
    view = timeline.frames[at - 1].view(seat)
    return timeline.moves[at - 1][1], Adviser().think(view, random.Random("whim"), Budget(60.0, 16))
