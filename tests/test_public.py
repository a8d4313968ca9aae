"""What others build on changes only on purpose: docs/api.md."""

from __future__ import annotations

import tomllib
from pathlib import Path

import speelhol
from bench import public

ROOT = Path(__file__).parent.parent
WRITE = "What others build on is another than before. If that is meant: python -m bench.public --write, and tell it in "
WRITE += "CHANGELOG.md by the rule in docs/api.md."


def test_names_flags_numbers_and_the_format_are_those_that_others_know() -> None:
    assert public.names() == public.NAMES.read_text(encoding="utf-8"), WRITE


def test_the_description_of_the_interface_is_the_one_that_others_know() -> None:
    assert public.description(public.made()) == public.DESCRIPTION.read_text(encoding="utf-8"), WRITE


def test_the_house_has_one_version() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert speelhol.__version__ == declared
    assert f"\n## {declared}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
