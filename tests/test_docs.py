"""What the documents promise about tests is true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import speelhol
from speelhol.cli import cli
from speelhol.web.table.scripts import JOINED
from speelhol.web.text.packing import STATIC

from .contract.cases import FACTS, WHO

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
SOURCES = TESTS.parent / "src/speelhol"
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


@pytest.mark.parametrize("page", ["safety.md"])
def test_every_test_that_a_page_names_exists(page: str) -> None:
    named = NAMED.findall((DOCS / page).read_text())
    assert named
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in (TESTS / file).read_text()]
    assert missing == []


def test_every_line_of_the_list_of_attacks_names_a_test() -> None:
    rows = [line for line in (DOCS / "safety.md").read_text().splitlines() if line.startswith("| ")]
    told = [row for row in rows if not row.startswith(("| what was tried", "| ---"))]
    assert len(told) > 20
    assert [row for row in told if not NAMED.search(row)] == []


def test_the_page_on_rules_counts_what_is_there() -> None:
    """Of every game that the README tells of; one that somebody has just begun has no row yet."""
    listed = re.findall(r"^\| \*\*(.+?)\*\* \|", (TESTS.parent / "README.md").read_text("utf-8"), re.MULTILINE)
    rows = re.findall(r"^\| ([^|]+) \|((?: \d+ \|){6})$", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE)
    told = {name: [int(number) for number in numbers.split("|") if number.strip()] for name, numbers in rows}
    assert sorted(title.rstrip("!") for title in told) == sorted(listed)
    counted = {}
    for name in speelhol.games():
        game = speelhol.game(name)
        labels = [rule.label for rule in game.rulebook]
        mixed, own = sum(label in ("T+R", "P+R") for label in labels), labels.count("R")
        rest = len(labels) - labels.count("T") - mixed - own
        counted[game.title] = [len(labels), labels.count("T"), mixed, own, rest, game.rules]
    assert told == {title: counts for title, counts in counted.items() if title in told}


@pytest.mark.parametrize("page", [TESTS.parent / "README.md", DOCS / "adapters.md"], ids=lambda page: page.name)
def test_a_page_says_how_many_can_play(page: Path) -> None:
    """Of every game in its table; one that somebody has just begun may have no row yet."""
    rows = re.findall(r"^\| \**([^*|]+?)\** \| (\d+)–(\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    seats = {game.title.rstrip("!"): game.seats for game in map(speelhol.game, speelhol.games())}
    assert len(rows) >= 5
    assert [(title, int(fewest), int(most)) for title, fewest, most in rows] == [
        (title, seats[title][0], seats[title][-1]) for title, *_ in rows
    ]


def test_one_name_means_one_thing() -> None:
    """Or the page says what the two have in common. A game's folder speaks its own language."""
    house = [file for file in SOURCES.rglob("*.py") if not {"games", "scaffold"} & set(file.parts)]
    classes = Counter(
        part.name
        for file in house
        for part in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_")
    )
    page = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("Where two classes have one name")[2]
    told = set(
        re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `")))
    )
    assert {name for name, count in classes.items() if count > 1} == told


def test_every_script_of_ours_stands_on_the_page() -> None:
    """In the table of scripts, once, below the file as which it travels."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("## Scripts in the browser")[2]
    rows = re.findall(r"^\| (?:`/?([\w.]+)`[^|]*)?\| `([\w.]+)` \|", page.partition("\n## ")[0], re.MULTILINE)
    assert sorted(script for _, script in rows) == sorted(file.name for file in STATIC.glob("*.js"))
    travels, told = "", dict[str, tuple[str, ...]]()
    for new, script in rows:
        travels = new or travels
        told[travels] = (*told.get(travels, ()), script)
    assert {name: parts for name, parts in told.items() if parts != (name,)} == JOINED


TRIES = 3
"""On a busy machine something else may happen in the house while a move is followed."""


def test_the_way_of_a_move_is_as_long_as_the_page_says() -> None:
    """Nearly: the page gives round numbers, and they are not to go stale."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("## The way of a move")[2]
    told = re.search(r"some ([\d,]+) files and hops some\s+([\d,]+) times", page)
    assert told is not None
    says = [int(number.replace(",", "")) for number in told.groups()]
    counted = []
    for _ in range(TRIES):
        done = subprocess.run(
            [sys.executable, "-m", "bench.way"], cwd=DOCS.parent, capture_output=True, text=True, check=True
        )
        counted.append([int(number) for number in re.findall(r"\d+", done.stdout.partition(" hops")[0])])
        if all(abs(said - number) < number / 6 for said, number in zip(says, counted[-1], strict=True)):
            return
    raise AssertionError(f"{says} on the page, {counted} counted")


def test_beside_a_deed_stands_what_the_page_says() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `\w+` \|[^|]*\|[^|]*\|(?: “([^|]*)”)? \|$", page.partition("\n## Deeds")[2], re.MULTILINE)
    assert len(rows) > 30
    words = tomllib.loads((SOURCES / "web/words.toml").read_text(encoding="utf-8"))["page"]
    assert [said for said in rows if said and said not in words] == []


def test_every_fact_that_tests_ask_for_is_told() -> None:
    page = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE) == ["SECRETS", *(f for f in FACTS if f != "SECRETS")]
    assert [who for who in WHO if f'`"{who}"`' not in page] == []


PAGES = (*(TESTS.parent / name for name in ("README.md", "CONTRIBUTING.md")), *sorted(DOCS.glob("*.md")))
TEMPLATES = sorted((SOURCES / "web/templates").rglob("*.html"))


def test_what_is_to_be_installed_can_be() -> None:
    """Speelhol is in no package index: its bare name, with or without extras, installs nothing, whoever names it."""
    files = [*PAGES, *TEMPLATES, *SOURCES.rglob("*.py"), *SOURCES.rglob("*.toml"), *(TESTS.parent / "deploy").iterdir()]
    wrong = [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"""pip install\b[^`<"]*?[ '"]speelhol\b(?![-/])""", line)
    ]
    assert wrong == []
    assert "pip install .</code>" in (SOURCES / "web/templates/apidocs.html").read_text(encoding="utf-8")


def test_whoever_is_told_a_command_is_told_where_it_is() -> None:
    """On every page on which a line to be typed begins with it."""
    told = {page.name for page in PAGES if ".venv/bin/" in page.read_text(encoding="utf-8")}
    need = {
        page.name
        for page in PAGES
        if re.search(r"^(?: {4})?(?:speelhol|python -m) ", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {"README.md", "lab.md", "bots.md"} <= need
    assert need - told == set()
    assert {"api.md", "CONTRIBUTING.md"} <= told
    readme = (TESTS.parent / "README.md").read_text(encoding="utf-8")
    assert readme.index(".venv/bin/speelhol") == readme.index("speelhol play") - len(".venv/bin/")
    assert readme.index(".venv/bin/python") < readme.index("import speelhol")
    assert "### The command\n" in readme


CODE = re.compile(r"```\w*\n.*?```|`[^`\n]+`|^ {4}[^\n]+$|<code.*?</code>|\"speelhol [^\n]*", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"(?:^ *|[`/>\"])speelhol ((?!speelhol)[a-z][-\w]*)([^`<\n]*)", re.MULTILINE)


def test_every_command_that_a_page_names_exists() -> None:
    """With every flag; in the list of the README, too."""
    named = [
        (page.name, command, rest)
        for page in (*PAGES, *TEMPLATES)
        for code in CODE.findall(page.read_text(encoding="utf-8"))
        for command, rest in COMMAND.findall(code)
    ]
    assert len(named) > 50
    listed = (TESTS.parent / "README.md").read_text(encoding="utf-8").partition("## Command line")[2]
    parts = re.findall(r"`(?:speelhol )?([a-z][-a-z]*)([^`]*)`", listed.partition("\n## ")[0].partition("\n\n")[2])
    parts = [part for part in parts if part[0] != "speelhol"]
    assert len(parts) > 8
    named += [("README.md", command, rest) for command, rest in parts]
    for page, command, rest in named:
        known = cli.commands.get(command)
        assert known is not None, (page, command)
        flags = {flag for option in known.params for flag in (*option.opts, *option.secondary_opts)}
        assert set(re.findall(r"(?<=\s)--[a-z][-a-z]*", rest.partition(" #")[0])) <= {*flags, "--help"}, (page, command)
