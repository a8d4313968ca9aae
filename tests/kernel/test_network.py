"""A small network in plain Python gives what its rows say, seat by seat."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from speelhol.kernel.network import Network

NETWORK = Network(
    shared=((1.0, 0.5), (0.0, -1.0)),  # one number for all, and the constant
    own=((2.0, 0.0), (1.0, 1.0)),
    second=((1.0, 1.0, 0.0), (-1.0, 0.0, 0.25)),
    last=(3.0, 4.0, -1.0),
)


def test_what_comes_out_is_what_the_rows_say() -> None:
    # all share 1, so the first layer begins with 1.5 and -1
    # seat 0 adds (2, 3): 3.5 and 2; then 5.5, and -3.25 that counts nothing; then 3 * 5.5 - 1
    # seat 1 adds (-1, 0): -0.5 and -2 count nothing; then 0 and 0.25; then 4 * 0.25 - 1
    assert NETWORK.rate([1.0], [[1.0, 2.0], [-1.0, 0.0]]) == [3 * 5.5 - 1, 0.0]


def test_a_seat_counts_by_itself() -> None:
    rows = [[0.3, -2.0], [1.5, 0.25], [-1.0, 4.0]]
    together = NETWORK.rate([0.7], rows)
    assert together == [NETWORK.rate([0.7], [row])[0] for row in rows]


def test_a_file_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "learned").mkdir()
    (tmp_path / "learned" / "__init__.py").touch()
    (tmp_path / "learned" / "good.json").write_bytes(msgspec.json.encode(NETWORK))
    (tmp_path / "learned" / "bad.json").write_text(json.dumps({"shared": [["much"]]}))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert Network.read("learned", "good.json") == NETWORK
    with pytest.raises(msgspec.ValidationError):
        Network.read("learned", "bad.json")
