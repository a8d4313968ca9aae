"""Beliefs are held against the truth: better than an even belief, and better as play goes on."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.lab.calibration import Seen, Stage, by_part, by_round, observe


@pytest.mark.parametrize(("name", "seats", "matches"), [("casa-de-papel", 5, 5), ("casablanca", 3, 6)])
def test_beliefs_are_worth_something_and_more_each_time(name: str, seats: int, matches: int) -> None:
    stages = by_round(observe(speelhol.game(name), seats, matches, worlds=24, rounds=4))
    assert [stage.round for stage in stages] == [1, 2, 3, 4]
    early, late = (sum(s.loss for s in part) / sum(s.even for s in part) for part in (stages[:2], stages[2:]))
    assert late < early < 1


def test_the_same_seed_gives_the_same_figures() -> None:
    game = speelhol.game("casa-de-papel")
    once, again, other = (observe(game, 4, 1, seed, worlds=4, rounds=2) for seed in ("a", "a", "b"))
    assert once == again
    assert once != other


def test_a_long_match_and_a_short_one_count_in_every_part() -> None:
    long = [Seen(0, number, 1, 8.0, 9.0) for number in range(1, 9)]
    short = [Seen(1, number, 1, 2.0, 3.0) for number in range(1, 5)]
    assert [stage.loss for stage in by_round([*long, *short])] == [5.0] * 4 + [8.0] * 4
    assert by_part([*long, *short], 4) == [Stage(part, 3, 6.0, 7.0) for part in (1, 2, 3, 4)]
    assert by_part([*long, *short], 8) == [Stage(part, 1, 8.0, 9.0) for part in range(1, 9)]
