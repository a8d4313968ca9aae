"""Small changes of a module: which there are, that they change what they should, and that old excuses still fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.mutations import mutants as changes
from bench.mutations import mutated

import speelhol
from bench import mutants

MODULE = '''"""A text."""
from os import path

GOAL = 3


def enough(loot: int, masks: list[str], sure: bool = True) -> bool:
    """Whether it is."""
    if loot >= GOAL and masks:
        return sure
    masks.append("x")
    return max(loot, len(masks)) > 2 * GOAL
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    file = tmp_path / "rules.py"
    file.write_text(MODULE, encoding="utf-8")
    return file


def test_every_kind_of_change_is_made_once_and_the_rest_is_left_alone(module: Path) -> None:
    found = changes(module)
    assert {(one.scope, one.becomes.partition(":")[0]) for one in found} == {
        ("", "GOAL = 4"),
        ("", "GOAL = 2"),
        ("enough", "if loot > GOAL and masks"),
        ("enough", "if loot < GOAL and masks"),
        ("enough", "if loot >= GOAL or masks"),
        ("enough", "if loot >= GOAL"),
        ("enough", "if masks"),
        ("enough", "if not (loot >= GOAL and masks)"),
        ("enough", "return None"),
        ("enough", "pass"),
        ("enough", "return max(loot, len(masks)) >= 2 * GOAL"),
        ("enough", "return max(loot, len(masks)) <= 2 * GOAL"),
        ("enough", "return min(loot, len(masks)) > 2 * GOAL"),
        ("enough", "return max(len(masks), loot) > 2 * GOAL"),
        ("enough", "return max(loot, len(masks)) > 2 // GOAL"),
        ("enough", "return max(loot, len(masks)) > 3 * GOAL"),
        ("enough", "return max(loot, len(masks)) > 1 * GOAL"),
    }
    assert len({one.name for one in found}) == len(found)


def test_a_changed_module_does_the_changed_thing(module: Path) -> None:
    answers = []
    for one in changes(module):
        if one.becomes.startswith(("if loot > GOAL", "if loot >= GOAL or")):
            names: dict[str, object] = {}
            exec(compile(mutated(MODULE, one), "rules.py", "exec"), names)  # noqa: S102
            enough = names["enough"]
            assert callable(enough)
            answers.append((enough(3, ["x"]), enough(3, [])))
    assert answers == [(True, True), (False, False)]


@pytest.mark.parametrize("game", speelhol.games())
def test_what_is_argued_to_change_nothing_is_still_there(game: str) -> None:
    argued = mutants.equivalents(game)
    places = {entry["place"].partition(",")[0] for entry in argued.values()}
    found = {one.name: one for file in mutants.modules(game) if file.stem in places for one in changes(file)}
    for name, entry in argued.items():
        assert entry["why"]
        assert (entry["was"], entry["becomes"]) == (found[name].was, found[name].becomes), f"{game}: {name} is gone"
