"""`check-tables` finds what a change of the rules would do to stored matches."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.den import Table
from speelhol.den.audit import audit
from speelhol.den.tables import entries
from speelhol.games.thieves import rules_raid
from tests.cli.tools import failure, run
from tests.house import dealt, opened, play_on, url


async def evening(path: Path, games: tuple[str, ...], moves: int = 10_000) -> dict[str, str]:
    """Some tables that were played on; their names by game."""
    codes = {}
    async with opened(path) as den:
        for game in games:
            table = await dealt(den, game)
            await play_on(den, table, moves, random.Random(game))
            codes[game] = table.code
    return codes


def log_of(path: Path, code: str) -> list[entries.AnyEntry]:
    with sqlite3.connect(path / "speelhol.db") as books:
        query = "SELECT entry FROM log JOIN tables ON tables.id = log.table_id WHERE code = ? ORDER BY seq"
        found = [entries.decode(text) for (text,) in books.execute(query, (code,))]
    books.close()
    return found


@pytest.mark.sqlite
def test_tables_that_are_as_they_were(tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, speelhol.games(), 150))
    before = (tmp_path / "speelhol.db").read_bytes()
    said = run("check-tables", "--data", str(tmp_path), "--lang", "en").stdout
    assert said == f"{len(speelhol.games())} tables checked; 0 differ.\n"
    assert (tmp_path / "speelhol.db").read_bytes() == before
    report = run("check-tables", "--database", f"sqlite:///{tmp_path / 'speelhol.db'}", "--json").stdout
    assert json.loads(report) == {"tables": len(speelhol.games()), "differences": []}


def test_databases_of_either_kind_are_checked(tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, ("thieves", "casa-de-papel"), 20))
    report = run("check-tables", "--database", url(tmp_path), "--json").stdout
    assert json.loads(report) == {"tables": 2, "differences": []}


@pytest.mark.sqlite
def test_a_change_of_the_rules_is_named_with_its_first_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every police car count double: the first car that is laid leads elsewhere."""
    codes = asyncio.run(evening(tmp_path, ("thieves", "casablanca"), 60))
    log = log_of(tmp_path, codes["thieves"])
    rules = log[0].rules if isinstance(log[0], entries.Opened) else 0
    honest = rules_raid.cars_on
    monkeypatch.setattr(rules_raid, "cars_on", lambda cards: 2 * honest(cards))
    found = audit(codes["thieves"], log)
    assert found is not None
    assert (found.game, found.rules) == ("thieves", rules)
    assert found.rule.startswith("thieves/")
    assert found.kind in ("elsewhere", "refused")
    assert 1 <= found.move < sum(isinstance(entry, entries.Moved) for entry in log)
    assert isinstance(log[found.entry - 1], entries.Moved)
    done = run("check-tables", "--data", str(tmp_path), "--lang", "en")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{codes['thieves']} (thieves, rules {rules}), move {found.move}: ")
    assert lines[1] == "2 tables checked; 1 differs."


@pytest.mark.sqlite
def test_the_last_move_counts_too(tmp_path: Path) -> None:
    codes = asyncio.run(evening(tmp_path, ("thieves",)))
    log = log_of(tmp_path, codes["thieves"])
    assert audit("x", log) is None
    last = log[-1]
    assert isinstance(last, entries.Moved)
    found = audit("x", [*log[:-1], entries.Moved(last.seat, last.action, "000000000000")])
    assert found is not None
    assert (found.kind, found.entry) == ("elsewhere", len(log))


@pytest.mark.sqlite
def test_other_faults_are_named(tmp_path: Path) -> None:
    codes = asyncio.run(evening(tmp_path, ("thieves",), 5))
    log = log_of(tmp_path, codes["thieves"])
    at = next(i for i, entry in enumerate(log) if isinstance(entry, entries.Dealt))
    first = log[at + 1]
    assert isinstance(first, entries.Moved)

    def kind(*changed: Any) -> tuple[str, int, int]:
        found = audit("x", changed)
        assert found is not None
        return found.kind, found.entry, found.move

    assert kind(*log[:at], entries.Dealt("another"), *log[at + 1 :])[:2] == ("seed", at + 1)
    assert kind(*log[: at + 1], entries.Moved(1 - first.seat, first.action)) == ("refused", at + 2, 1)
    assert kind(*log[: at + 1], entries.Moved(first.seat, "fly high")) == ("unreadable", at + 2, 1)
    assert kind(entries.Opened("no-such-game", 1, 3, {}, "h"))[0] == "unreadable"
    assert audit("x", [entries.Opened("thieves", 1, 3, {}, "h")]) is None


@pytest.mark.sqlite
def test_where_there_are_no_databases(tmp_path: Path) -> None:
    code, text = failure("check-tables", "--data", str(tmp_path))
    where = "name their folder with --data FOLDER."
    assert (code, text) == (2, f"There is no data of a house in {tmp_path}; {where}")
    assert list(tmp_path.iterdir()) == []
    code, text = failure("check-tables", "--database", f"sqlite:///{tmp_path / 'speelhol.db'}")
    assert (code, text) == (2, f"There is no data of a house in {tmp_path / 'speelhol.db'}; {where}")
    assert list(tmp_path.iterdir()) == []
    code, text = failure("check-tables", "--database", "mysql://somewhere")
    assert code == 2
    assert text == "The database must be named as sqlite:///FILE or postgresql://USER@HOST/NAME."
    (tmp_path / "speelhol.db").write_bytes(b"")
    code, text = failure("check-tables", "--data", str(tmp_path))
    assert (code, text) == (2, f"There is no data of a house in {tmp_path / 'speelhol.db'}; {where}")


def test_what_the_rules_cannot_carry_out_does_not_get_into_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in a rule must not make a table that nobody can open again."""
    table = Table(1, "velvet-lamp-42")
    table.apply(entries.Opened("thieves", 1, 3, {}, "h"))
    for seat in range(3):
        table.apply(entries.BotSat(seat, f"Bot {seat}"))
    table.apply(entries.Dealt("any"))
    seat = table.playing.to_act[0]
    action = table.playing.legal(seat).sample(random.Random(1))
    step: Any = table.playing.position.agenda[-1]

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(step), "take", broken)
    before = table.playing.record()
    with pytest.raises(ZeroDivisionError):
        table.move(seat, action)
    assert table.playing.record() == before


BROKEN = {"seats": "30000000", "game": '"' + "x" * 100_000 + '"', "options": '{"a":' * 9_000 + "1" + "}" * 9_000}
"""A table that nobody can have opened, a name without end, brackets without end."""


@pytest.mark.sqlite
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_log_is_said_in_a_sentence(name: str, tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, ("thieves",), 5))
    with sqlite3.connect(tmp_path / "speelhol.db") as books:
        (first,) = books.execute("SELECT entry FROM log WHERE seq = 1").fetchone()
        broken = json.dumps(json.loads(first) | {name: "@"}).replace('"@"', BROKEN[name])
        books.execute("UPDATE log SET entry = ? WHERE seq = 1", (broken,))
    books.close()
    result = run("check-tables", "--data", str(tmp_path), "--json")
    assert result.exit_code == 1
    (difference,) = json.loads(result.stdout)["differences"]
    assert (difference["kind"], difference["move"]) == ("unreadable", 0)
    assert difference["entry"] <= 1
    assert len(difference["words"]) <= 300
