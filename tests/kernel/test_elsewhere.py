"""A game as a package of its own, beside the house: found by its entry point, and harmless where it is broken."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest

import speelhol
from speelhol.cli.new_game import SCAFFOLD
from speelhol.kernel.folder import PLAN
from tests.cli.tools import failure, run

DOCS = Path(__file__).parents[2] / "docs"
PLAYED = """
import tests
import json, random, speelhol
from speelhol.bots import LADDER

game = speelhol.game("hot-goods")
match, rng, bot = game.start(seats=3, seed="lamp"), random.Random(1), LADDER["greedy"]()
while not match.over:
    seat = match.to_act[0]
    match.play(seat, bot.choose(match.view(seat), rng))
again = speelhol.replay(match.record().to_bytes())
print(json.dumps([again.result == match.result, speelhol.games(), game.package]))
"""
LEFT_OUT = """
import tests
import json
from importlib import import_module
import speelhol

print(json.dumps([speelhol.games(), list(import_module("speelhol.games").unfinished().values())]))
"""
PAGES = """
import tests
import json, sys
from pathlib import Path
import httpx, speelhol
from speelhol.web import build
from tests.web.house import House

house = House(Path(sys.argv[1]))
house.open()
with httpx.Client(base_url=house.url, follow_redirects=True, headers={"origin": house.url}, timeout=60) as noor:
    front, rules = noor.get("/").text, noor.get("/rules/hot-goods").text
    table = noor.post("/new", data={"game": "hot-goods", "seats": "3", "name": "Noor", "bots": "1"}).text
house.close()
code = speelhol.game("hot-goods").folder.root / "rules.py"
code.write_text(code.read_text() + "# changed")
print(json.dumps([front, rules, table, build._build() != build.BUILD]))
"""
COMMAND = """
import tests
from speelhol.__main__ import main

main()
"""
BESIDE = """
import site, sys
site.getsitepackages = lambda: sys.argv[1:]
import tests, speelhol

print(*speelhol.games())
"""
SET_UP = """
root="$1"
source scripts/setup.sh
venv="$1"
link_project
"""
LAZY = """
import importlib.metadata

importlib.metadata.distributions = None
import speelhol

speelhol.game("thieves").start(seats=3, seed="a")
"""


def installed(site: Path, name: str, *entries: str, text: str = "") -> None:
    """What an installer leaves of a package: where its entry points stand."""
    info = site / f"{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(text or "[speelhol.games]\n" + "\n".join(entries) + "\n")


def python(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *command],
        cwd=DOCS.parent,
        env={**os.environ, "PYTHONPATH": path, "SPEELHOL_LANG": "en", "COLUMNS": "400"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A place on the path with one game, written by `new-game`."""
    run("new-game", "hot-goods", "--package", str(tmp_path / "site"))
    written = tomllib.loads((tmp_path / "site" / "pyproject.toml").read_text())["project"]
    (entries,) = written["entry-points"].values()
    installed(tmp_path / "site", written["name"], *(f"{name} = {module}" for name, module in entries.items()))
    return tmp_path / "site"


def test_an_installed_game_is_played_recorded_and_listed(site: Path) -> None:
    same, games, package = json.loads(python(site, "-c", PLAYED).stdout)
    assert same
    assert package == "hot_goods"
    assert games == sorted([*speelhol.games(), "hot-goods"])
    listed = python(site, "-c", COMMAND, "games")
    assert "Hot goods" in listed.stdout
    assert listed.stderr == ""
    tallied = python(site, "-c", COMMAND, "simulate", "hot-goods", "--matches", "2")
    assert tallied.returncode == 0, tallied.stderr


def test_an_installed_game_has_its_pages(site: Path, tmp_path: Path) -> None:
    """Its door, its rulebook and its table; and pages know a house anew in which its code has changed."""
    shown = python(site, "-c", PAGES, str(tmp_path))
    assert shown.returncode == 0, shown.stderr[-2_000:]
    front, rules, table, changed = json.loads(shown.stdout)
    assert 'data-room="hot-goods"' in front
    assert "<h1>Hot goods" in rules or "Hot goods</h1>" in rules
    assert 'class="table' in table
    assert changed


def left_out(site: Path) -> list[str]:
    """What is said of packages that are left out, all others being there."""
    done = python(site, "-c", LEFT_OUT)
    games, sentences = json.loads(done.stdout or "[[], []]")
    assert games == sorted([*speelhol.games(), "hot-goods"]), done.stderr[-2_000:]
    assert isinstance(sentences, list)
    assert python(site, "-c", COMMAND, "games").stderr.splitlines() == sentences
    return sentences


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("def setup(:", r"can't be loaded: SyntaxError"),
        ("raise RuntimeError('no luck')", r"can't be loaded: RuntimeError: no luck\.$"),
        ("raise SystemExit(3)", r"can't be loaded: SystemExit: 3\.$"),
        ("import no_such_library", r"can't be loaded: ModuleNotFoundError: No module named 'no_such_library'\.$"),
    ],
)
def test_a_package_that_does_not_load_hurts_no_other(site: Path, code: str, why: str) -> None:
    shutil.copytree(site / "hot_goods", site / "cold_goods")
    (site / "cold_goods" / "rules.py").write_text(code)
    installed(site, "cold-goods", "cold-goods = cold_goods")
    (sentence,) = left_out(site)
    assert re.search(rf"^cold_goods {why}", sentence), sentence


def test_what_is_wrong_with_a_package_is_told_in_a_sentence(site: Path) -> None:
    """A name that is taken, by us or by another; one that can't be; no package; another game's; a torn file."""
    (site / "flat.py").write_text("")
    (site / "bare").mkdir()
    (site / "bare" / "__init__.py").write_text("")
    shutil.copytree(site / "hot_goods", site / "mute")
    (site / "mute" / "words.toml").write_text("")
    (site / "mute" / "__init__.py").write_text((site / "mute" / "__init__.py").read_text().replace("hot-goods", "mute"))
    installed(site, "a", "thieves = hot_goods")
    installed(site, "i", "hot-goods = bare")
    installed(site, "j", "Hot Goods = hot_goods")
    installed(site, "k", "gone = nowhere", "flat = flat", "bare = bare", "other = hot_goods", "mute = mute")
    installed(site, "l", text="[speelhol.games]\nno entry at all\n")
    lies = next(file.what for file in PLAN if file.name == "table.py")
    (none,) = [sentence for sentence in left_out(site) if sentence.startswith("mute can't be loaded")]
    assert none.count("\n") == 0
    assert sorted(set(left_out(site)) - {none}) == [
        f"A package in {site} has entry points for Speelhol that can't be read.",
        "The package a brings a game thieves, and there is one of that name already; it is left out.",
        "The package i brings a game hot-goods, and there is one of that name already; it is left out.",
        "The package j calls a game 'Hot Goods'; its name is made of small letters and digits, with - between words.",
        f"bare is not finished: table.py is missing ({lies}).",
        "flat is not a folder, and a game is one.",
        "hot_goods calls its game 'hot-goods', and its entry point other.",
        "nowhere is not there.",
    ]


def test_a_package_in_the_environment_is_not_put_to_the_tests(site: Path) -> None:
    assert python(site, "-c", BESIDE).stdout.split() == sorted([*speelhol.games(), "hot-goods"])
    assert python(site, "-c", BESIDE, str(site)).stdout.split() == list(speelhol.games())


def test_the_environment_of_a_checkout_can_tell_which_version_it_holds(tmp_path: Path) -> None:
    """Or no package that wants Speelhol could be installed into it; and an older version leaves nothing."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").write_text(f'#!/bin/sh\nprintf "%s\\n" "{tmp_path}/site"\n')
    (tmp_path / "bin" / "python").chmod(0o755)
    (tmp_path / "site" / "speelhol-0.0.1.dist-info").mkdir(parents=True)
    shutil.copy(DOCS.parent / "pyproject.toml", tmp_path)
    done = subprocess.run(  # noqa: S603 - our own script
        ["bash", "-euc", SET_UP, "setup", str(tmp_path)],  # noqa: S607
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (found,) = distributions(path=[str(tmp_path / "site")])
    assert (found.name, found.version) == ("speelhol", speelhol.__version__)


def test_a_game_of_ours_does_not_look_for_others(site: Path) -> None:
    done = python(site, "-c", LAZY)
    assert done.returncode == 0, done.stderr


def test_the_page_shows_what_is_written() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", (DOCS / "adding-a-game.md").read_text(), re.DOTALL)
    written = SCAFFOLD.joinpath("package", "pyproject.toml").read_text()
    assert shown == written.replace("high-card", "hot-goods").replace("high_card", "hot_goods")


def test_a_package_wants_a_new_folder(tmp_path: Path) -> None:
    code, sentence = failure("new-game", "hot-goods", "--package", str(tmp_path))
    assert code == 2
    assert sentence.endswith("the package wants a new folder.")
