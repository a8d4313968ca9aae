"""What is said to be at stake among thieves, held to the rules."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.games.thieves.actions import Play
from speelhol.games.thieves.table import CARS, GETAWAY, Thieves
from speelhol.kernel import Match
from tests.rules import rule
from tests.stakes import asked, told

GAME = speelhol.game("thieves")


class NextIsGetaway:
    """Whatever is drawn from the pile is a getaway car."""

    position: Thieves

    def below(self, n: int) -> int:
        pile = self.position.pile
        return pile.index(GETAWAY) if len(pile) == n else 0

    def copy(self) -> NextIsGetaway:
        return self


def goes_on(match: Match, seat: int) -> Match:
    """The turn is played, and then the pile holds what ends the match."""
    chance = NextIsGetaway()
    twin = match.copy(chance)
    chance.position = twin.position  # type: ignore[assignment]
    while not twin.over and twin.to_act == (seat,):
        twin.play(seat, next(iter(twin.legal(seat))))
    return twin


@rule("thieves/end.seventh")
@pytest.mark.parametrize("seats", [3, 6])
def test_the_last_getaway_car_is_told_before_it_can_come_and_it_can(seats: int) -> None:
    warned = 0
    for seed in range(6):
        for match, seat, _ in asked(GAME, seats, {}, f"stakes/{seed}"):
            ends = any(stake.ends for stake in told(match, seat))
            assert ends == (match.view(None).now.getaways == 6)
            if ends:
                warned += 1
                assert goes_on(match, seat).over
    assert warned


@rule("thieves/raid.four")
@pytest.mark.parametrize("seats", [3, 6])
def test_where_any_police_car_brings_a_raid_it_is_told(seats: int) -> None:
    raids = 0
    for seed in range(6):
        for match, seat, action in asked(GAME, seats, {}, f"raid/{seed}"):
            raid = any(not stake.ends for stake in told(match, seat))
            if isinstance(action, Play) and action.card in CARS:
                twin = match.copy()
                twin.play(seat, action)
                raided = not twin.view(None).now.police
                assert raid <= raided, "whatever car is parked now"
                assert raid or not raided or CARS[action.card] > 1
                raids += raid
    assert raids
