"""The drawn mint: what the press shows, and what people said of what went into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from speelhol.games.casa_de_papel import draw
from speelhol.kernel import Match

from .mint import GAME, choose, deal, lay, position, tag, talk


def scene(match: Match, seat: int | None) -> Mapping[str, Any]:
    return draw.scene(match.view(seat), GAME.speak("en", ("Ann", "Bram", "Cleo", "Dirk", "Elsa")))


@pytest.mark.parametrize(
    ("cards", "press"), [(("m0", "m0", "m250"), "ran"), (("m0", "m0", "s0"), "ran"), (("m0", "s0", "s0"), "jammed")]
)
def test_the_press_runs_or_jams_as_most_cards_say(cards: tuple[str, ...], press: str) -> None:
    """A press that runs for nothing still runs."""
    match = deal(5, cards)
    lay(match, *cards)
    talk(match)
    assert (scene(match, 0)["press"], scene(match, 0)["hushed"]) == ("", False)
    choose(match, 0, 1, 2)
    assert tag(match) == "say-all"
    for seat in (0, 3, None):
        shown = scene(match, seat)
        assert shown["press"] == press
        assert sorted(tray["side"] for tray in shown["trays"]) == sorted(card[0] for card in cards)
        assert shown["hushed"]
        assert [one["claimed"]["kind"] for one in shown["people"]] == ["Money"] * 5
    assert position(match).claims == ()
