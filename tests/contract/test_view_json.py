"""What travels as JSON is worth as much as the view it was made of: for every game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import speelhol
from speelhol.kernel import Game, to_json

from .cases import every_variant, moments


@every_variant
def test_a_view_that_travelled_is_the_view_it_was(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Types and all: whoever imagines with it imagines the same worlds, and the others have heard no more in them."""
    for match in moments(game, seats, options, "travel", 4):
        for seat in (None, *range(seats)):
            here = match.view(seat)
            there = game.read_view(json.loads(here.to_bytes()))
            assert there.to_bytes() == here.to_bytes()
            for field in {*here.__struct_fields__} - {"log", "offers"}:
                assert getattr(there, field) == getattr(here, field)
            assert there.log.own_since(0) == here.log.own_since(0)
            if seat is not None:
                worlds = [game.imagine(view, random.Random(3)) for view in (here, there)]
                for other in range(seats):
                    one, two = (to_json(world.view(other).plain()) for world in worlds)
                    assert one == two


def test_what_is_no_view_is_refused_in_a_sentence() -> None:
    game = speelhol.game("thieves")
    plain = json.loads(game.start(3, "x").view(0).to_bytes())
    broken: tuple[dict[str, Any], ...] = (
        {}, {**plain, "now": 7}, {**plain, "log": [{"event": "flood"}]}, {**plain, "whispers": ["all"]},
        {**plain, "agenda": None}, {**plain, "offers": {"choices": 3}},
    )  # fmt: skip
    for one in broken:
        with pytest.raises(ValueError, match=r"^(This is no view|These are no offers)"):
            game.read_view(one)
