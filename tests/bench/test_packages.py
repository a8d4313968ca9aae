"""Packages know each other in one direction, and the drawing of them is true."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench import packages


def test_no_way_leads_back() -> None:
    assert packages.circles(packages.packages()) == []
    assert packages.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == ["a", "b", "c"]


def test_the_kernel_knows_nobody_and_games_only_the_kernel() -> None:
    found = packages.packages()
    assert found["kernel"] == set()
    assert found["games"] == {"kernel"}


def test_no_rule_looks_at_a_clock_or_throws_dice_of_its_own() -> None:
    """Equal seed, equal match, whenever and wherever it is played: only bots, which are handed theirs, know dice."""
    for file in sorted([*(packages.HOME / "kernel").rglob("*.py"), *(packages.HOME / "games").rglob("*.py")]):
        outside = {"time", "datetime", "asyncio", "socket", "subprocess", "uuid"}
        if "bot" not in file.parts:
            outside.add("random")
        tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        names = [
            name.partition(".")[0]
            for node in tree
            for name in (
                [one.name for one in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
        ]
        assert not outside.intersection(names), file


def test_a_game_knows_itself_and_the_kernel_alone() -> None:
    assert packages.strangers() == {}


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("from ..thieves.table import CARDS", "games.thieves.table.CARDS"),
        ("from .. import thieves", "games.thieves"),
        ("from ...den import Den", "den.Den"),
        ("from speelhol.games.thieves import GAME", "games.thieves.GAME"),
        ("import speelhol.games.thieves", "games.thieves"),
        ("import speelhol", "speelhol"),
        ("from .table import CARDS\nfrom ...kernel import Seat\nfrom speelhol.kernel import Game\nimport math", ""),
    ],
)
def test_whom_a_game_knows_is_seen_however_it_is_said(
    line: str, known: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "HOME", tmp_path)
    (tmp_path / "games" / "burglars").mkdir(parents=True)
    (tmp_path / "games" / "burglars" / "view.py").write_text(line)
    assert packages.strangers() == ({"burglars/view.py": {known}} if known else {})


def test_the_drawing_is_that_of_the_imports() -> None:
    """Or else: python -m bench.packages --write"""
    assert packages.drawing(packages.packages()) in packages.PAGE.read_text(encoding="utf-8")


def test_what_a_longer_way_says_is_left_out() -> None:
    drawn = packages.drawing({"a": {"b", "c"}, "b": {"c"}})
    assert 'a["a"] --> b["b"]' in drawn
    assert 'a["a"] --> c["c"]' not in drawn
