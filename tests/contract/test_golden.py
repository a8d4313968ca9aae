from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from speelhol.kernel import Game

from .golden import cases, playthrough
from .records import GAMES


@pytest.mark.parametrize(("file", "game", "seats", "options"), [pytest.param(*c, id=c[0].stem) for c in cases()])
def test_a_golden_playthrough_is_unchanged(file: Path, game: Game, seats: int, options: dict[str, Any]) -> None:
    if not file.exists():
        pytest.fail(f"{file.name} is missing; write it: python -m tests.contract.golden", pytrace=False)
    assert playthrough(game, seats, options) == file.read_text(encoding="utf-8"), (
        f"the rules play differently; if that is meant, write them anew: python -m tests.contract.golden {game.name}"
    )


def test_no_golden_file_is_left_over_and_none_is_missing() -> None:
    assert set(GAMES.glob("*/golden/*")) == {file for file, *_ in cases()}
