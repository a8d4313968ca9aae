"""The lab from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from speelhol.bots.by_name import make
from speelhol.bots.jobs import bot_at
from speelhol.bots.roster import LEVELS
from speelhol.kernel import EVEN
from speelhol.lab.entrants import Entrant
from tests.cli.tools import run


def test_a_tournament_tells_shares_and_writes_result_and_report(tmp_path: Path) -> None:
    call = ("tournament", "thieves", "--bots", "random,greedy", "--matches", "6", "--seats", "3", "--jobs", "1")
    first = run(*call, "--out", str(tmp_path), "--beliefs", "1")
    assert first.exit_code == 0
    assert "greedy" in first.output
    assert "mirror" in first.output
    result = json.loads((tmp_path / "thieves-3.json").read_text())
    assert [(c["one"], c["rest"], c["wins"]["of"]) for c in result["cells"]] == [
        ("random", "random", 18),
        ("random", "greedy", 6),
        ("greedy", "random", 6),
        ("greedy", "greedy", 18),
    ]
    report = (tmp_path / "thieves-3.html").read_text()
    assert report.count("<svg") >= 6
    assert "What bots believe" in report
    assert "Log loss by quarter of the match" in report
    assert "http://" not in report.replace("http://www.w3.org/2000/svg", "")
    again = run(*call, "--out", str(tmp_path))
    assert again.output == first.output, "nothing is played twice"


def test_a_tournament_refuses_in_a_sentence(tmp_path: Path) -> None:
    for call, words in (
        (("--bots", "greedy,clever"), "There is no bot 'clever'"),
        (("--bots", "greedy,greedy"), "named once"),
        (("--seats", "9"), "9"),
    ):
        refused = run("tournament", "thieves", "--matches", "1", *call)
        assert refused.exit_code == 2
        assert words in refused.output
        assert "Traceback" not in refused.output


BROKEN = """
import os
from speelhol.bots.by_name import make
from speelhol.bots.jobs import bot_at
from speelhol.bots.roster import LEVELS
from speelhol.kernel import EVEN
from speelhol.lab.entrants import Entrant
from speelhol.bots import Level, Thought
from speelhol.games.thieves.actions import Keep

class Stumbles(Level):
    def think(self, view, rng, budget):
        raise KeyError("nowhere")

class Cheats(Level):
    def think(self, view, rng, budget):
        return Thought(Keep("a kingdom"))

class Quits(Level):
    def think(self, view, rng, budget):
        os._exit(3)

class Leaves(Level):
    def think(self, view, rng, budget):
        raise SystemExit(3)

class Statue:
    pass
"""


def test_a_level_has_the_same_name_in_the_lab_and_at_the_table() -> None:
    for level, where in LEVELS.items():
        assert Entrant.read(level).level == level
        assert type(make(level)) is type(bot_at(where, EVEN))


def test_a_bot_of_ones_own_enters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", sys.path[:])
    call = ("tournament", "thieves", "--seats", "3", "--matches", "3", "--jobs")
    told = [run(*call, jobs, "--bots", "random,clever.Clever", "--ladder").output for jobs in ("1", "2")]
    assert "clever.Clever" in told[0]
    assert [line.split()[:4] for line in told[0].splitlines()] == [line.split()[:4] for line in told[1].splitlines()]


def test_a_bot_of_ones_own_that_fails_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "half.py").write_text("class Written(")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    for bot, words in (
        ("broken.Stumbles", "broken.Stumbles in deal 0, seat 1, decision 1: KeyError: 'nowhere'"),
        ("broken.Leaves", "broken.Leaves in deal 0, seat 1, decision 1: SystemExit: 3"),
        ("broken.Cheats", "its answer was not among the offers"),
        ("broken.Statue", "broken.Statue is no bot"),
        ("broken.Nobody", "The bot 'broken.Nobody' can't be imported"),
        ("nowhere.Nobody", "No module named 'nowhere'"),
        ("half.Written", "SyntaxError"),
    ):
        refused = run("balance", "thieves", "--matches", "1", "--jobs", "1", "--bot", bot)
        assert refused.exit_code == 2, bot
        assert words in refused.output.replace("\n", " ")
        assert "Traceback" not in refused.output


def test_a_bot_that_ends_its_process_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    for bot, words in (("Quits", "A process in which bots play ended"), ("Stumbles", "KeyError: 'nowhere'")):
        call = ("tournament", "thieves", "--seats", "3", "--matches", "3", "--jobs", "2")
        refused = run(*call, "--bots", f"broken.{bot},random")
        assert refused.exit_code == 2
        assert words in refused.output.replace("\n", " ")
        assert "Traceback" not in refused.output


def test_balance_is_told_by_seat_and_by_role() -> None:
    told = run(
        "balance", "casa-de-papel", "--bot", "random", "--matches", "4", "--jobs", "1", "--option", "skills=true"
    )
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert "| players | options |" in lines[2]
    assert [line.split(" | ")[0] for line in lines[4:9]] == ["| 4", "| 5", "| 6", "| 7", "| 8"]
    assert all("skills true" in line for line in lines[4:9])
