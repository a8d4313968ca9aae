"""Broken and hostile records, in short: `python -m bench.fuzz_records` reads a hundred thousand."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bench import fuzz_records


def test_no_spoilt_record_is_more_than_anybody_can_say_no_to() -> None:
    tally = fuzz_records.fuzz(500, "in short")
    assert tally.faults == []
    for name in fuzz_records.READERS:
        assert {answer for who, answer in tally.said if who == name} >= {"yes", "no"}, name


def test_the_same_seed_spoils_the_same_files() -> None:
    assert fuzz_records.fuzz(40, "twice").said == fuzz_records.fuzz(40, "twice").said


@pytest.mark.parametrize("luck", ["", "clover", "x" * 64])
def test_luck_for_thousands_of_seats_is_not_told_back_at_length(tmp_path: Path, luck: str) -> None:
    tree = fuzz_records.sound(random.Random(1), each=1)[0]
    tree["fair"]["lucks"] = [luck] * 5_000
    file, tally = tmp_path / "match.json", fuzz_records.Tally()
    for name, reader in fuzz_records.READERS.items():
        tally.read(name, reader, json.dumps(tree, separators=(",", ":")).encode(), tree, file)
    assert tally.faults == []
    assert tally.said["verify.py", "no"] == 1
