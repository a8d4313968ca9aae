"""What happened and what can be done has the words that fit it: a table of values by game, and whether it is whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from speelhol.kernel import Action, Event, Game

Worded = Sequence[tuple[Event | Action, str]]
"""Events and actions, each with the key of its words."""


def each_wording(worded: Worded) -> pytest.MarkDecorator:
    """Put a test to every value of the table, with its wording."""
    return pytest.mark.parametrize(("value", "wording"), worded, ids=[wording for _, wording in worded])


def unworded(game: Game, worded: Worded) -> set[str]:
    """Words of events and actions that come in several wordings, of which the table has no value."""
    known = {_key(value, wording) for value, wording in worded}
    several = {".".join(key.split(".")[:2]) for key in known}
    return {key for key in game.words.own if ".".join(key.split(".")[:2]) in several} - known


def _key(value: Event | Action, wording: str) -> str:
    return f"{'event' if isinstance(value, Event) else 'do'}.{wording}"
