"""What the types of a game don't say about its values: which words a field can hold, how long a row can be.

Fields are found as `tag.field` (the tag of an action or step, or `now` for the view) and else by their own name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Traits(Struct, frozen=True):
    """One game's, for so many seats. Adapters number its actions and lay out its views by it."""

    whole: int
    """Amounts are told as a part of this: about all the money that one seat can hold."""
    decisions: int
    """A match that is not over after so many decisions is stopped; random play stays below."""
    terms: Mapping[str, Sequence[str]]
    """The words that a field can hold."""
    lengths: Mapping[str, Sequence[int]] = {}
    """How many entries of a row are told, by depth, where their places matter; of longer rows the newest."""
    numbers: Mapping[str, Sequence[int]] = {}
    """The whole numbers that a field can hold, where they are names rather than counts."""
    money: frozenset[str] = frozenset()
    """Amounts that the types don't call so."""
    listed: Mapping[str, Sequence[tuple[Any, ...]]] = {}
    """Kinds of action whose values are listed together."""
    implied: frozenset[str] = frozenset()
    """Fields of actions that follow from the others."""

    def find(self, table: Mapping[str, T], tag: str, field: str) -> T | None:
        return table.get(f"{tag}.{field}", table.get(field))
