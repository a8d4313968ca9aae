"""Rules change, matches live: what was released is replayed byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelhol
from speelhol.kernel import Record

from .records import GAMES, digests, missing, told

FILES = sorted(GAMES.glob("*/records/*.json"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_stored_match_is_what_it_was(file: Path) -> None:
    data = file.read_bytes()
    assert speelhol.replay(data).record().to_bytes() == data
    assert told(Record.from_bytes(data)) == digests(file.parent)[file.name], (
        "the rules of a released version have changed: keep them, and branch by position.rules"
    )


def test_every_version_of_every_game_has_stored_matches() -> None:
    assert [file.name for file, *_ in missing()] == [], "write them: python -m tests.contract.records"
    for name in speelhol.games():
        versions = {Record.from_bytes(file.read_bytes()).rules for file in FILES if file.name.startswith(f"{name}-")}
        assert versions == set(speelhol.game(name).versions)
        assert speelhol.game(name).rules in versions


def test_no_digest_is_left_over() -> None:
    told_of = [folder / name for folder in GAMES.glob("*/records") for name in digests(folder)]
    assert sorted(told_of) == FILES
