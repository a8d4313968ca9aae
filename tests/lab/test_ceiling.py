"""The seer, which sees everything: what it wins is the most that could be won, and no table can seat it."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import speelhol
from speelhol.bots import LADDER, Budget, schemer
from speelhol.bots.by_name import make
from speelhol.bots.roster import ADVISER, LEVELS, UNTHINKING
from speelhol.lab.ceiling import SEER, Seer
from speelhol.lab.contest import Plan
from speelhol.lab.entrants import Entrant
from speelhol.lab.executors import carry_out
from tests.bots import cups
from tests.cli.tools import run

SOURCE = Path(speelhol.__file__).parent
LOOKS_INTO_THE_LAB = {"cli/simulate.py", "cli/tournament.py"}


def test_it_finds_the_pea_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemer, "game", lambda _: cups.GAME)
    rng = random.Random("seer")
    wins = 0
    for number in range(60):
        match = cups.GAME.start(2, f"cups/{number}")
        bot = Seer(match=match)
        while not match.over:
            seat = match.to_act[0]
            mine = match.view(0).offers is not None
            action = bot.think(match.view(0), rng, Budget(60, 100)).action if mine else match.legal(seat).sample(rng)
            match.play(seat, action)
        assert match.result is not None
        wins += 0 in match.result.winners
    assert wins == 60


@pytest.mark.parametrize("name", speelhol.games())
def test_it_enters_a_contest_and_changes_nothing_by_looking(name: str) -> None:
    entrant = Entrant.read("seer:even:6")
    assert entrant.name == "seer:even:6"
    game = speelhol.game(name)
    (played,) = carry_out(Plan(name, game.seats[0], {}, (entrant,), 1, "seer", Budget(60, 6)))
    assert played.decisions > 0

    match = game.start(game.seats[0], "seer")
    seat = match.to_act[0]
    before = match.record(), match.view(seat).to_bytes()
    action = entrant.bot(match).think(match.view(seat), random.Random(1), Budget(60, 6)).action
    assert (match.record(), match.view(seat).to_bytes()) == before
    assert action in match.legal(seat)


def test_no_table_can_seat_it() -> None:
    """What the house and its guests find by name is given a view; whoever needs a match can't even be made."""
    assert SEER not in (*LADDER, *LEVELS, UNTHINKING)
    assert not any("lab" in where for where in (*LEVELS.values(), ADVISER))
    for name, words in ((SEER, "no bot 'seer'"), ("speelhol.lab.ceiling.Seer", "can't be made")):
        with pytest.raises(ValueError, match=words):
            make(name)
        refused = run("join", "http://127.0.0.1:9/t/velvet-lamp-42", "--bot", name)
        assert refused.exit_code == 2
        assert words in " ".join(refused.output.split())


def test_nothing_that_runs_tables_knows_the_lab() -> None:
    for path in SOURCE.rglob("*.py"):
        where = path.relative_to(SOURCE).as_posix()
        if not where.startswith("lab/") and where not in LOOKS_INTO_THE_LAB:
            found = [
                name
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                for name in (
                    [alias.name for alias in node.names]
                    if isinstance(node, ast.Import)
                    else [node.module or "", *(alias.name for alias in node.names)]
                    if isinstance(node, ast.ImportFrom)
                    else []
                )
            ]
            assert not any("lab" in name.split(".") for name in found), where
