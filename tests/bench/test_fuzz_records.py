"""Broken and hostile records, in short: `python -m bench.fuzz_records` reads a hundred thousand."""

from __future__ import annotations

from bench import fuzz_records


def test_no_spoilt_record_is_more_than_anybody_can_say_no_to() -> None:
    tally = fuzz_records.fuzz(500, "in short")
    assert tally.faults == []
    for name in fuzz_records.READERS:
        assert {answer for who, answer in tally.said if who == name} >= {"yes", "no"}, name


def test_the_same_seed_spoils_the_same_files() -> None:
    assert fuzz_records.fuzz(40, "twice").said == fuzz_records.fuzz(40, "twice").said
