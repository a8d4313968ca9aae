"""A game on one page: what to look up while playing, in every language."""

from __future__ import annotations

import tomllib

from msgspec import Struct

from .languages import LANGUAGES, Texts
from .rulebook import read_texts


class SummaryPart(Struct, frozen=True):
    """A heading with a few lines."""

    title: Texts
    lines: tuple[Texts, ...]


def load_summary(text: str) -> tuple[SummaryPart, ...]:
    """Read `summary.toml`: `[part]` tables with titles, each with its lines `[part.1]` and so on, in order.

    Raises ValueError if an entry is incomplete.
    """
    parts = []
    for name, table in tomllib.loads(text).items():
        title = read_texts(f"summary {name}", {language: table.pop(language, "") for language in LANGUAGES})
        parts.append(
            SummaryPart(title, tuple(read_texts(f"summary {name}.{key}", line) for key, line in table.items()))
        )
    return tuple(parts)
