"""Choices are compared in equal circumstances, and luck alone makes none the winner."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from speelhol.bots import Budget
from speelhol.bots.race import Race, Standing, worlds_for
from speelhol.bots.worlds import Lucks, Worlds
from speelhol.kernel import Action, Match
from tests.bots import cups

CHOICES: list[Action] = [cups.Point(cup) for cup in range(7)]


class Alike:
    """Worlds without a difference."""

    worlds: tuple[Any, ...] = tuple(range(16))

    def spread(self, many: int, rng: random.Random) -> list[Any]:
        return list(self.worlds[:many])


def race(trial: Any, rounds: int, choices: list[Action] = CHOICES) -> tuple[Action, Race]:
    worlds: Any = Alike()
    here = Race([Standing(action) for action in choices], worlds, random.Random(1))
    return here.run(trial, rounds, Budget(60).clock()), here


def test_all_that_are_left_meet_the_same_luck_and_the_best_wins() -> None:
    met: dict[float, list[Action]] = {}

    def trial(world: Match, action: Action, luck: float) -> float:
        met.setdefault(luck, []).append(action)
        return luck + 0.05 * (action == CHOICES[5])

    chosen, here = race(trial, 60)
    assert chosen == CHOICES[5]
    assert here.rounds <= 60
    assert all(len(set(tried)) == len(tried) > 1 for tried in met.values())
    assert here.best(chosen)[0].action == chosen


def test_without_a_difference_the_preferred_choice_wins_and_the_race_is_over_early() -> None:
    chosen, here = race(lambda world, action, luck: luck, 600)
    assert chosen == CHOICES[0]
    assert here.rounds < 100


def test_a_slight_lead_in_much_luck_is_not_believed() -> None:
    noise = random.Random(2)
    chosen = Counter(race(lambda world, action, luck: noise.random(), 28)[0] for _ in range(100))
    assert chosen[CHOICES[0]] > 3 * 100 / 7, "one in seven if luck decided"


def test_the_chosen_one_is_told_first_and_none_is_told_to_be_better() -> None:
    noise = random.Random(3)
    for rounds in (7, 28, 60) * 20:
        chosen, here = race(lambda world, action, luck: noise.random(), rounds)
        told = here.best(chosen)
        assert told[0].action == chosen
        assert 1 >= told[0].worth >= told[1].worth >= told[2].worth >= 0


def test_worlds_are_no_more_than_trials() -> None:
    assert worlds_for(2, 20, 64, 4) == 10
    assert worlds_for(7, 60, 64, 4) == 2 + 5 + 6
    assert worlds_for(7, 6, 64, 4) == 4
    assert worlds_for(7, 10**6, 64, 4) == 64


def test_a_seat_meets_the_same_luck_at_its_same_decision_whatever_others_did_meanwhile() -> None:
    lucks = Lucks(random.Random(3))

    def second(order: list[int]) -> tuple[float, float]:
        falls, whims = lucks.pair(0.3)
        for seat in order:
            whims.turn(seat)
            for _ in range(order[0] + 1):
                whims.random()
                falls.random()
        whims.turn(2)
        return whims.random(), falls.random()

    assert second([0, 2, 1]) == second([1, 1, 1, 2])
    assert second([0, 2, 1]) != second([0, 2, 2])
    whim, fall = second([2])
    assert whim != fall


def test_imagined_worlds_are_drawn_as_often_as_they_are_likely() -> None:
    match = cups.GAME.start(2, "cups")
    worlds = Worlds.__new__(Worlds)
    worlds.worlds = [match, match.copy()]
    worlds.weights = [0.75, 0.25]
    drawn = worlds.spread(8, random.Random(4))
    assert [sum(one is world for one in drawn) for world in worlds.worlds] == [6, 2]
