"""Offers travel as plain data and come back as offers."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from speelhol.kernel import Game, to_json

from .cases import every_game, moments


@every_game
def test_offers_come_back_from_plain_data(game: Game) -> None:
    """A program on the other side of a line has the JSON only; it must be offered the same."""
    for seats, options in game.variants():
        for match in moments(game, seats, options, "offers", 6):
            for seat in match.to_act:
                offers = match.legal(seat)
                far = game.read_offers(json.loads(to_json(offers.plain())))
                assert to_json(far.plain()) == to_json(offers.plain())
                assert far.count == offers.count
                for i in range(5):
                    one, two = offers.sample(random.Random(i)), far.sample(random.Random(i))
                    assert one in far
                    assert two in offers
                    if type(offers) is type(far):  # a game may have its own idea of what is sensible
                        assert to_json(one) == to_json(two)
    nonsense: tuple[Any, ...] = (
        None,
        [],
        {},
        {"form": "no-such"},
        {"choices": [{"do": "no-such"}]},
        {"either": 3},
        "x",
    )
    for wrong in nonsense:
        with pytest.raises(ValueError, match="These are no offers"):
            game.read_offers(wrong)
