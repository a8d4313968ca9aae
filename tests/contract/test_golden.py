from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from speelhol.kernel import Game
from tests.rules import rule

from .golden import cases
from .records import GAMES


@rule("house/table.undo")
@pytest.mark.parametrize(("file", "game", "text"), [pytest.param(*c, id=c[0].stem) for c in cases()])
def test_a_golden_file_is_unchanged(file: Path, game: Game, text: Callable[[], str]) -> None:
    """The same matches in the same words, and what was said aloud in them is not taken back."""
    if not file.exists():
        pytest.fail(f"{file.name} is missing; write it: python -m tests.contract.golden", pytrace=False)
    assert text() == file.read_text(encoding="utf-8"), (
        f"the rules play differently; if that is meant, write them anew: python -m tests.contract.golden {game.name}"
    )


def test_no_golden_file_is_left_over_and_none_is_missing() -> None:
    assert set(GAMES.glob("*/golden/*")) == {file for file, *_ in cases()}
