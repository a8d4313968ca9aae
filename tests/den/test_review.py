"""What somebody might have done better."""

from __future__ import annotations

from msgspec.structs import replace

import speelhol
from speelhol.bots import Thought, Weighed
from speelhol.den.review import MOMENTS, compared, moments, worst
from speelhol.kernel import Timeline
from tests.cli.tools import play_randomly


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
