"""What is kept of a state of a table: found again for the very same state, however long its match is."""

from __future__ import annotations

from typing import Any

from speelhol.den.tables.cache import StateCache
from speelhol.kernel.dealer import Chain

LONG = 5_000
"""Moves of a match: more than one function can call another."""


def moves(number: int) -> Chain | None:
    made: Chain | None = None
    for _ in range(number):
        made = (made, (0, "pass"))
    return made


def test_long_matches_are_told_apart_by_what_they_are() -> None:
    cache, match, made = StateCache(), object(), 0

    def make() -> int:
        nonlocal made
        made += 1
        return made

    def look(*state: Any) -> int:
        return cache.once(state, "page", make, ())

    first, second = moves(LONG), moves(LONG)
    assert [look(match, first, LONG), look(match, first, LONG)] == [1, 1]
    assert [look(match, second, LONG), look(match, second, LONG + 1), look(object(), second, LONG + 1)] == [2, 3, 4]
