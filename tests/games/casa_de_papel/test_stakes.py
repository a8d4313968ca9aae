"""What is said to be at stake in the mint, held to the rules."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.games.casa_de_papel.events import GoalMet, Pressed
from tests.rules import rule
from tests.stakes import asked, told

GAME = speelhol.game("casa-de-papel")


@rule("casa-de-papel/end.below", "casa-de-papel/end.trump")
@pytest.mark.parametrize("seats", [4, 6])
def test_nobody_ends_the_match_untold_and_the_goal_is_as_far_as_it_is_said_to_be(seats: int) -> None:
    met = set()
    for seed in range(12):
        last = False
        for match, seat, action in asked(GAME, seats, {}, f"stakes/{seed}"):
            words = [stake.words for stake in told(match, seat) if stake.ends]
            assert not last or words, "no other round begins"
            last = bool(words)
            twin, loot = match.copy(), match.view(None).now.loot
            happened = [event for event, _ in twin.play(seat, action)]
            if twin.over:
                assert words
            if not words or not any(isinstance(event, Pressed) for event in happened):
                continue
            (said,) = words
            change = twin.view(None).now.rounds[-1].change
            least = amount_in(said) if "unless" in said else -amount_in(said)
            assert any(isinstance(event, GoalMet) for event in happened) == (change >= least), (said, loot, change)
            met.add("unless" in said)
    assert met


def amount_in(said: str) -> int:
    return int("".join(char for char in said if char.isdigit()))
