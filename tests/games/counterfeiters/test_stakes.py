"""What is said to be at stake among counterfeiters, held to the rules."""

from __future__ import annotations

import random

import pytest

import speelhol
from speelhol.games.counterfeiters.actions import Place
from speelhol.games.counterfeiters.events import CaseClosed, GodfatherCame
from speelhol.games.counterfeiters.rules_henchmen import PlaceHenchman
from speelhol.games.counterfeiters.table import CAP, RATES
from speelhol.kernel import Action, Event, Match
from tests.rules import rule
from tests.stakes import asked, play_on, told

GAME = speelhol.game("counterfeiters")


def carried_out(match: Match, seat: int, action: Action) -> list[type[Event]]:
    """What happens until the next henchman is placed."""
    twin, rng = match.copy(), random.Random(0)
    happened = [type(event) for event, _ in twin.play(seat, action)]
    while not twin.over and not isinstance(twin.position.agenda[-1], PlaceHenchman):
        seat = twin.to_act[0]
        happened += [type(event) for event, _ in twin.play(seat, twin.legal(seat).sample(rng))]
    return happened


@rule("counterfeiters/police.track", "counterfeiters/end.case", "counterfeiters/police.godfather")
@pytest.mark.parametrize("seats", [2, 4])
def test_what_the_officers_next_step_brings_is_told_before_it(seats: int) -> None:
    met = set()
    for seed in range(6):
        for match, seat, action in asked(GAME, seats, {}, f"stakes/{seed}"):
            if match.view(None).now.closing or not isinstance(action, Place) or action.space not in CAP:
                continue
            words = " ".join(stake.words for stake in told(match, seat))
            happened = carried_out(match, seat, action)
            assert ("closes the case" in words) == (CaseClosed in happened)
            assert ("brings the Godfather" in words) == (GodfatherCame in happened)
            met |= {CaseClosed, GodfatherCame} & set(happened)
    assert len(met) == 2


@rule("counterfeiters/end.stop")
@pytest.mark.parametrize("seats", [2, 4])
def test_after_what_is_called_the_last_round_there_is_none(seats: int) -> None:
    warned = 0
    for seed in range(6):
        for match, seat, _ in asked(GAME, seats, {}, f"last/{seed}"):
            if match.position.round == 2:  # type: ignore[attr-defined]
                match.position.round = RATES.rounds - 1  # type: ignore[attr-defined]
            if any(stake.ends for stake in told(match, seat)):
                warned += 1
                last, twin = match.view(None).now.round, match.copy()
                assert all(one.view(None).now.round == last for one, *_ in play_on(twin, random.Random(seed)))
                break
    assert warned
