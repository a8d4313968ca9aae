"""Beliefs are held against the truth: better than an even belief, and better as play goes on."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.lab.calibration import calibrate


@pytest.mark.parametrize(("name", "seats", "matches"), [("casa-de-papel", 5, 5), ("casablanca", 3, 5)])
def test_beliefs_are_worth_something_and_more_each_time(name: str, seats: int, matches: int) -> None:
    stages = calibrate(speelhol.game(name), seats, matches, worlds=24, rounds=4)
    assert [stage.round for stage in stages] == [1, 2, 3, 4]
    assert sum(s.loss * s.beliefs for s in stages) < 0.9 * sum(s.even * s.beliefs for s in stages)
    assert stages[-1].loss < stages[0].loss
    assert stages[-1].loss < stages[-1].even


def test_the_same_seed_gives_the_same_figures() -> None:
    game = speelhol.game("casa-de-papel")
    once, again, other = (calibrate(game, 4, 1, seed, worlds=4, rounds=2) for seed in ("a", "a", "b"))
    assert once == again
    assert once != other
