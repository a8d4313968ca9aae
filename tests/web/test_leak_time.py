"""No leak by time: worlds that a seat can't tell apart give it equal bytes at equal times, for every game."""

from __future__ import annotations

import pytest

import speelhol

from .worlds import CASES, dark_pair, noted_pair, one_thing_or_another, passed_pair, some_twins, twin_pair


@pytest.mark.parametrize(("deeds", "pace"), CASES)
def test_what_happens_in_the_dark_shows_in_no_time(deeds: str, pace: str) -> None:
    """Streams, beats, deadlines, and whatever is asked for meanwhile, while others answer a discreet question."""
    assert dark_pair(deeds, pace) > 50


@pytest.mark.parametrize(
    ("game", "discreet"),
    [("casa-de-papel", True), ("casa-de-papel", False), ("casablanca", False), ("cash-and-run", False)],
)
def test_what_is_answered_to_all_at_once_shows_nowhere_before_the_last_answer(game: str, discreet: bool) -> None:
    """Yes or no, one card or the other: the streams and everything else are the same, and come at the same times."""
    assert one_thing_or_another(game, discreet) > 10


@pytest.mark.parametrize("game", speelhol.games())
def test_when_bots_answer_tells_nothing(game: str) -> None:
    """Bots with other hands answer at the same times; at a table in no hurry, and where they wait for a worker."""
    alike = [
        twin_pair(twins, 8.0, pause=pause)
        for twins, pause in zip(some_twins(game, 2, "clock"), (0.05, 0.7), strict=True)
    ]
    assert min(alike) > 0


@pytest.mark.parametrize("game", ["casa-de-papel", "thieves"])
def test_what_somebody_notes_for_themselves_moves_nothing(game: str) -> None:
    """Whether, when and how much: by no stream, by nothing that is asked for meanwhile."""
    assert noted_pair(game, ((1.1, "Bram+lies"), (7.7, "x" * 900), (14.0, ""), (31.0, "red"))) > 10


@pytest.mark.parametrize("pause", [0.05, 0.7])
def test_when_the_house_passes_for_somebody_tells_nothing(pause: float) -> None:
    """Whatever they have on the agent in question: the pass is chosen in the open, and comes after the same pause."""
    assert passed_pair(pause) > 20
