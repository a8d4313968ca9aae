"""The drawn street: what stands where the police stood, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from speelhol.games.thieves.draw.scene import scene as drawn_scene
from speelhol.kernel import Match

from .tables import GAME, play, table


def scene(match: Match, seat: int | None) -> Mapping[str, Any]:
    return drawn_scene(match.view(seat), GAME.speak("en", ("Ann", "Bram", "Cleo")))


def test_a_raid_stands_there_for_everybody_until_all_have_played_or_a_car_is_back() -> None:
    match = table("single m0 m0 m0", "m2 m2 m1", "m1 m1 single", loot=["m1", "m2 [m3]", ""], police="single double")
    assert scene(match, 0)["tense"]
    assert scene(match, 0)["raid"] is None
    play(match, "play single")
    for seat in (0, 1, 2, None):
        raid = scene(match, seat)["raid"]
        assert raid["caught"] == (1,)
        assert [one["value"] for one in raid["sums"]] == [1, 5, 0]
        assert "Bram" in raid["words"]
    play(match, "keep m2")
    assert scene(match, 0)["raid"] is not None
    play(match, "play single")
    assert scene(match, 0)["raid"] is None


def test_the_news_of_a_raid_end_when_everybody_has_played() -> None:
    match = table("single m0 m0 m0", "m2 m2 m1", "m1 m1 m1", loot=["m1", "m2", ""], police="single double")
    play(match, "play single", "keep m2", "keep m1")
    assert scene(match, 1)["raid"] is not None
    play(match, "keep m0")
    assert scene(match, 1)["raid"] is None
