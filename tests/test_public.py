"""What others build on changes only on purpose: docs/api.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import speelhol
from bench import public
from speelhol.cli import cli

ROOT = Path(__file__).parent.parent
WRITE = "What others build on is another than before. If that is meant: python -m bench.public --write, and tell it in "
WRITE += "CHANGELOG.md by the rule in docs/api.md."


def test_names_flags_numbers_and_the_format_are_those_that_others_know() -> None:
    assert public.names() == public.NAMES.read_text(encoding="utf-8"), WRITE


def test_the_description_of_the_interface_is_the_one_that_others_know() -> None:
    assert public.description(public.made()) == public.DESCRIPTION.read_text(encoding="utf-8"), WRITE


def test_what_is_deprecated_is_told() -> None:
    """On the page for those who build on it, and in the changelog."""
    old = re.findall(r"^flag (.*) \(deprecated\)$", public.names(), re.MULTILINE)
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    told = " ".join((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split())
    assert old
    assert [flag for flag in old if f"| `{flag}` |" not in page] == []
    assert [flag for flag in old if not re.search(f"`{flag.split()[-1]}`[^.]* deprecated", told)] == []


def test_an_old_spelling_works_and_says_what_it_is_called_now(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    monkeypatch.setattr("speelhol.web.server.run.serve", lambda *_, bot_workers, **__: asked.append(bot_workers))
    answers = [CliRunner().invoke(cli, ["serve", *given]) for given in ((), ("--bot-workers", "2"), ("--desks", "3"))]
    assert asked == [None, 2, 3]
    assert [answer.stderr for answer in answers] == [
        "",
        "",
        "--desks is called --bot-workers now; the old name goes with the next version.\n",
    ]
    assert "--desks" not in CliRunner().invoke(cli, ["serve", "--help"]).output


def test_every_number_of_the_house_is_explained() -> None:
    explained = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^metric (\w+) (\w+)$", public.names(), re.MULTILINE)
    called = [f"{name}_total" if kind == "counter" else name for name, kind in numbers]
    assert [name for name in called if f"`{name}`" not in explained] == []


def test_the_house_has_one_version() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert speelhol.__version__ == declared
    assert f"\n## {declared}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
