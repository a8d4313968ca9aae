"""The benchmark runs and says what it promises, with or without the packages it compares with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import speelhol

ROOT = Path(__file__).parents[2]
CALLS = {"legal", "play", "view", "view as bytes", "copy", "imagine"}


def bench(*args: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own interpreter and script
        [sys.executable, str(ROOT / "bench" / "engine.py"), "--seconds", "0.001", "--quick", "--samples", "10", *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_games_and_seat_counts_are_measured() -> None:
    data = json.loads(bench("--json", "--repeats", "2"))
    measured = {(p["name"], p["seats"]) for p in data["paces"]}
    for name in speelhol.games():
        assert {(name, seats) for seats in speelhol.game(name).seats} <= measured
        assert {c["call"] for c in data["microseconds"] if c["game"] == name} == CALLS
    assert all(len(p["rates"]) == 2 and p["best"] == max(p["rates"]) > 0 for p in data["paces"])
    assert len(data["reference_seconds"]) == 2


@pytest.mark.parametrize("flags", [(), ("--markdown",)])
def test_the_tables_name_the_game(flags: tuple[str, ...]) -> None:
    name = speelhol.games()[0]
    text = bench("--repeats", "1", "--game", name, *flags)
    assert text.count(name) == 2 * len(speelhol.game(name).seats) + 2
    assert "Reference loop" in text
