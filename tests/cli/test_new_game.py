"""A newcomer starts from green: what `new-game` writes keeps the contract, and so does a game that brings the least."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import speelhol
from speelhol.kernel import Game
from speelhol.kernel.folder import PLAN
from tests.contract.cases import invariants
from tests.contract.promises import promising
from tests.game_copy import beside as copied
from tests.rules import rules_named_in
from tests.web.test_replay import test_each_pair_of_eyes_sees_its_own as seen_on_pages

from .test_hot_seat import test_no_screen_holds_another_seats_secrets as seen_on_screens
from .test_replay import test_every_pair_of_eyes_sees_its_own_secrets_only as seen_again
from .tools import failure, run

CONTRACT = [import_module(f"tests.contract.test_{part}") for part in ("play", "leak", "offers", "words", "rulebook")]
OUTSIDE = ("test_every_rule_is_named_by_a_test", "test_equal_seed_equal_match_in_another_process")
"""These look for a game where the others are: among all tests, in another process."""
ROOT = Path(__file__).parents[2]
ASKED = """
import tests, inspect, pathlib, pytest, speelhol

assert speelhol.games()[:2] == ("aces-few", "aces-high")
SLOW = {"browser", "house", "matches", "postgres", "run"}
SEEN = ("test_what_is_lacking_is_said", "test_what_touched_me")
SELF = ("test_new_game", "test_fourth_language")
LONG = (*SELF, "test_leak_time", "test_engine", "test_client", "test_postcards_leak", "test_the_tour")


class Quick:
    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if meets(item) and (not SLOW & {*item.fixturenames} or seen(item))]
        items[:] = [item for item in items if not any(long in item.nodeid for long in LONG)]


def seen(item):
    return any(name in item.nodeid for name in SEEN)


def meets(item):
    if hasattr(item, "callspec"):
        return "aces-" in item.nodeid
    return "games()" in inspect.getsource(item.function) or "having(" in inspect.getsource(item.function)


folders = ("bench", "cli", "kernel", "web")
files = [file for folder in folders for file in pathlib.Path("tests", folder).rglob("test_*.py")]
asks = [str(file) for file in files if any(word in file.read_text() for word in ("games()", "every_game", "having("))]
options = ["-p", "no:cacheprovider", "-p", "no:xdist"]
asks += ["tests/test_docs.py", "tests/contract/test_promises.py", "tests/contract/test_rulebook.py"]
raise SystemExit(pytest.main([*options, *asks], [Quick()]))
"""
"""Run the tests that games with these names meet, a few of them in a browser; they are the first of all games."""
SHORTER = (
    ("rules.py", "if trick(p.seats, p.laid):", "if len(p.laid) < 2:"),
    ("rules.py", "p.then(Turn() if p.hands[p.turn] else End())", "p.then(End())"),
    ("rules.py", "p.laid[-p.seats :]", "p.laid"),
    ("table.py", "laid[len(laid) - len(laid) % seats :]", "laid"),
)
"""What makes of a new game one of two decisions: the match is over before most seats are asked."""


def asked(game: Game) -> Iterator[str]:
    """Face a game with every test of the contract that is put to all games, with its fewest seats and one more."""
    for module in CONTRACT:
        for name, test in vars(module).items():
            wants = inspect.signature(test).parameters if name.startswith("test_") and name not in OUTSIDE else {}
            if "game" not in wants or set(wants) - {"game", "seats", "options", "matches"}:
                continue
            for seats in game.seats[:2] if "seats" in wants else game.seats[:1]:
                given: dict[str, Any] = {"game": game, "seats": seats, "options": {}, "matches": 2}
                test(**{want: given[want] for want in wants})
                yield name


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for part in ("src/speelhol/games", "tests/games"):
        (tmp_path / part).mkdir(parents=True)
    return tmp_path


def test_a_new_game_keeps_the_contract(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("new-game", "aces-low", "--checkout", str(checkout)).stdout
    python = shlex.quote(sys.executable)
    assert told.startswith(f"Aces low can be played: {python} -m speelhol play aces-low\n")
    assert f"\ncd {checkout}\n{python} -m tests.contract.golden " in told
    tests: Any = import_module("tests.games")
    monkeypatch.setattr(tests, "__path__", [*tests.__path__, str(checkout / "tests" / "games")])
    with copied(checkout / "src" / "speelhol" / "games"):
        game = speelhol.game("aces-low")
        assert len(list(asked(game))) > 30
        assert {rule.id for rule in game.rulebook} == rules_named_in(checkout)
    for module in [module for module in sys.modules if "aces_low" in module]:
        del sys.modules[module]


def test_a_game_that_brings_the_least_keeps_the_contract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    least = {file.name.partition("/")[0] for file in PLAN if not file.required or "/" in file.name}
    thieves = import_module("tests.games.thieves.invariants")
    tests: Any = ModuleType("burglars")
    tests.__path__, tests.__spec__ = [], ModuleSpec("burglars", None)
    for name, module in (("", tests), (".invariants", thieves)):
        monkeypatch.setitem(sys.modules, f"tests.games.burglars{name}", module)
    with copied(tmp_path, "burglars", without=tuple(least)):
        assert len(list(asked(speelhol.game("burglars")))) > 30


def test_a_game_without_tests_hurts_no_other(tmp_path: Path) -> None:
    with copied(tmp_path, "burglars"):
        assert "thieves" in promising()
        assert "burglars" not in promising()
        with pytest.raises(AssertionError, match=r"tests/games/burglars/invariants.py is missing"):
            invariants(speelhol.game("burglars"))


def test_a_game_in_which_no_seat_has_a_secret_keeps_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open purses and sealed bids for lots from a hidden pile. Its facts say so, or a test tells that they don't."""
    told: Any = ModuleType("facts")
    told.__spec__, told.check = ModuleSpec("facts", None), lambda position: None
    for name in ("", ".facts", ".invariants"):
        monkeypatch.setitem(sys.modules, f"tests.games.open_purses{name}", told)
    with copied(tmp_path, "open_purses", of=str(Path(__file__).parent / "open_purses")):
        game = speelhol.game("open-purses")
        with pytest.raises(AssertionError, match=r"facts.py is 'everybody' .*, but .* is 'the house'"):
            list(asked(game))
        told.SECRETS = "the house"
        assert len(list(asked(game))) > 30
        seen_on_screens(game.name, "1", tmp_path)
        seen_again(game.name, tmp_path)
        seen_on_pages(game.name)
        told.OPEN = True
        with pytest.raises(AssertionError, match=r"No test asks for OPEN in tests/games/open_purses/facts.py"):
            seen_on_pages(game.name)


def shorten(folder: Path) -> None:
    for file, long, short in SHORTER:
        text = (folder / file).read_text(encoding="utf-8")
        assert long in text
        (folder / file).write_text(text.replace(long, short), encoding="utf-8")


def test_new_games_pass_what_the_house_asks_of_every_game(tmp_path: Path) -> None:
    """One untouched, and one that is over after two decisions, from a package that is linked: in a copy of all sources,
    whatever is asked by a game's name, or of all games at once; of what is asked in a browser two things, on a table in
    words."""
    for part in ("src", "tests", "bench", "examples"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for part in ("docs", "README.md", "CONTRIBUTING.md", "pyproject.toml"):
        (tmp_path / part).symlink_to(ROOT / part)
    run("new-game", "aces-high", "--checkout", str(tmp_path))
    run("new-game", "aces-few", "--package", str(tmp_path / "aces-few"))
    shorten(tmp_path / "aces-few" / "aces_few")
    for place, part in (("src/speelhol/games", "aces_few"), ("tests/games", "tests")):
        (tmp_path / place / "aces_few").symlink_to(tmp_path / "aces-few" / part)
    for command in (["-m", "tests.contract.golden"], ["-m", "tests.contract.records"], ["-c", ASKED]):
        done = subprocess.run(  # noqa: S603 - our own interpreter, on sources that lie here
            [sys.executable, *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    asked = int(re.findall(r"(\d+) passed", done.stdout)[-1])
    assert asked > 30, done.stdout


def test_what_comes_next_is_told_so_that_it_runs(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the Python of the checkout, as one calls it there; ./test first where only ./play has been; uv without pip."""
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(sys, "executable", str(checkout / ".venv" / "bin" / "python"))
    told = run("new-game", "aces-low", "--checkout", str(checkout)).stdout
    assert '\n.venv/bin/python -m pytest tests -k "aces-low or aces_low" ' in told
    assert "cd " not in told
    assert "./test" not in told
    assert "\n.venv/bin/python -m pip install -e side " in run("new-game", "side", "--package", "side").stdout
    monkeypatch.setattr(import_module("speelhol.cli.new_game"), "find_spec", lambda _: None)
    told = run("new-game", "aces-wild", "--checkout", str(checkout)).stdout
    assert "\n./test comes first: it installs what these need.\n" in told
    aside = run("new-game", "aside", "--package", "aside").stdout
    assert "\nuv pip install --python .venv/bin/python -e aside " in aside


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Liars Dice", "A game's name is made of small letters"),
        ("../thieves", "A game's name is made of small letters"),
        ("thieves", "There is a game thieves already"),
    ],
)
def test_a_name_that_can_not_be_is_refused_in_a_sentence(name: str, why: str) -> None:
    code, sentence = failure("new-game", name)
    assert code == 2
    assert sentence.startswith(why)


def test_new_games_are_written_into_sources_only(tmp_path: Path) -> None:
    code, sentence = failure("new-game", "aces-low", "--checkout", str(tmp_path))
    assert code == 2
    assert sentence.endswith("does not hold the sources of Speelhol; say with --checkout where they are.")


def test_a_package_gets_no_name_that_a_game_has(tmp_path: Path) -> None:
    """Installed, one of the two could not be played."""
    code, sentence = failure("new-game", "thieves", "--package", str(tmp_path / "th"))
    assert (code, sentence) == (2, "There is a game thieves already; give yours another name.")
    assert not (tmp_path / "th").exists()
