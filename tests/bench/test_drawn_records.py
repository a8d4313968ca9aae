"""Records that Hypothesis draws, in short: `python -m bench.drawn_records` reads a hundred thousand."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.fuzz_records import Tree

from bench import drawn_records, fuzz_records


def test_no_drawn_record_is_more_than_anybody_can_say_no_to() -> None:
    tally, worst = drawn_records.fuzz(150, "in short")
    assert worst == ""
    for name in fuzz_records.READERS:
        assert {answer for who, answer in tally.said if who == name} >= {"yes", "no"}, name


def test_a_reader_that_fails_is_told_of_with_a_small_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_a_fool(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
        return "yes", "x" * (fuzz_records.LONGEST + 1) if not tree.get("fair") else ""

    monkeypatch.setattr(drawn_records, "READERS", {"a fool": by_a_fool})
    _, worst = drawn_records.fuzz(2_000, "a fool", chunk=500)
    assert "a fool" in worst
    assert "signs" in worst
