"""The search for the figures of Counterfeiters: what it compares, and that it leaves everything as it was."""

from __future__ import annotations

from bench.glance import TODAY, among

from speelhol.games.counterfeiters.bot import evaluate


def test_equal_figures_are_level_over_all_seats_and_nothing_stays_changed() -> None:
    season = evaluate.season
    lead, won = among(TODAY, TODAY, 0, 60, (3,))
    assert abs(lead) < 40
    assert won.of == 60
    assert {name: getattr(evaluate, name) for name in TODAY} == TODAY
    assert evaluate.season is season


def test_whoever_thinks_nothing_of_money_loses() -> None:
    poor = {**TODAY, "PRINTED": 0.0, "PRINTS": 0.0}
    assert among(poor, TODAY, 0, 24, (3,))[0] < -50
