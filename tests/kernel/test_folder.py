"""The plan of a game's folder: what is missing is told by name, and an unfinished folder hurts no other game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import speelhol
from speelhol.kernel.folder import PLAN, Folder, Unfinished
from tests.game_copy import HERE, registry


def test_a_folder_beside_the_others_is_a_game(beside: Path) -> None:
    assert "burglars" in speelhol.games()
    assert speelhol.game("burglars").start(seats=3, seed="a").to_act


@pytest.mark.parametrize("file", [file.name for file in PLAN if file.required])
def test_what_is_missing_is_told_by_name_and_the_others_play_on(beside: Path, file: str) -> None:
    (beside / file).unlink()
    with pytest.raises(ValueError, match=rf"burglars.* {file} is missing"):
        speelhol.game("burglars")
    assert list(registry.unfinished()) == ["burglars"]
    assert "burglars" not in speelhol.games()
    assert "thieves" in speelhol.games()


def test_code_that_does_not_load_hurts_no_other_game(beside: Path) -> None:
    (beside / "rules.py").write_text("def setup(:\n")
    with pytest.raises(ValueError, match="burglars can't be loaded: SyntaxError"):
        speelhol.game("burglars")
    assert "thieves" in speelhol.games()


def test_a_module_that_does_not_give_what_is_asked_of_it_is_named(beside: Path) -> None:
    (beside / "bot" / "mind.py").write_text('"""No mind yet."""\n')
    with pytest.raises(Unfinished, match=r"bot/mind.py does not define MIND"):
        _ = speelhol.game("burglars").mind


@pytest.mark.parametrize("part", ["bot", "draw"])
def test_bots_and_drawings_may_be_left_out(beside: Path, part: str) -> None:
    shutil.rmtree(beside / part)
    assert "burglars" in speelhol.games()


@pytest.mark.parametrize("name", speelhol.games())
def test_every_game_has_the_same_files(name: str) -> None:
    """A file that only one game has is the game's own; every role that two of them have is in the plan."""
    folder = Folder(speelhol.game(name).package)
    folder.check()
    known = {file.name for file in PLAN} | {"bot/__init__.py", "draw/__init__.py"}
    others = set().union(*(modules(game) for game in speelhol.games() if game != name))
    shared = {file for file in modules(name) & others if not file.startswith("rules_")}
    assert shared <= known


def modules(name: str) -> set[str]:
    folder = HERE / name.replace("-", "_")
    return {str(path.relative_to(folder)) for path in folder.rglob("*.py")}


def test_actions_are_called_alike_in_every_game() -> None:
    """Whoever has read one game's rules reads those of another."""
    names = re.compile(r"import (actions|events) as (\w+)$", re.MULTILINE)
    found = {pair for file in HERE.rglob("*.py") for pair in names.findall(file.read_text("utf-8"))}
    assert found == {("actions", "a"), ("events", "e")}


def test_the_plan_is_told_to_whoever_adds_a_game() -> None:
    told = (HERE.parents[2] / "CONTRIBUTING.md").read_text()
    assert [file.name for file in PLAN if f"`{file.name.rpartition('/')[2]}`" not in told] == []
