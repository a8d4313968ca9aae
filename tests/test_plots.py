"""Numbers are drawn in one place, on one kind of plane, and what people call them is written, not obeyed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import speelhol
from speelhol import plots
from speelhol.lab.simulate import Spread

ROOT = Path(speelhol.__file__).parent
BENCH = Path(__file__).parent.parent / "bench"
RUDE = 'Ann & "Bo" <script>'
DRAWN = {
    "bars": plots.bars(RUDE, [(RUDE, 0.3, 0.2, 0.4), ("even", 0.5, 0.5, 0.5)], 0.25),
    "boxes": plots.boxes(RUDE, [(RUDE, Spread(1, 2, 3, 4, 9, 3.0))]),
    "lines": plots.lines(RUDE, [RUDE, "2"], [(RUDE, (0.0, 1.0)), ("flat", (0.0, 0.0))]),
    "two": plots.two([(0, 1), (10, 2)], [(0, 0)], (RUDE, "right"), RUDE),
}


def test_there_is_one_plotter() -> None:
    files = [*ROOT.rglob("*.py"), *BENCH.rglob("*.py")]
    found = [file for file in files if re.search(r"[\"']<?polyline\b", file.read_text(encoding="utf-8"))]
    assert found == [ROOT / "plots.py"]


@pytest.mark.parametrize("kind", DRAWN)
def test_every_drawing_is_whole_and_says_what_it_was_told(kind: str) -> None:
    tree = ET.fromstring(DRAWN[kind])  # noqa: S314 - our own
    tags = {part.tag.rpartition("}")[2] for part in tree.iter()}
    assert "script" not in tags
    assert RUDE in [part.text for part in tree.iter()]
    assert not re.search(r"nan|inf\b", DRAWN[kind])


def test_a_plane_reaches_from_corner_to_corner() -> None:
    plane = plots.Plane(10, 20, 100, 50, far=4, high=2)
    assert (plane.x(0), plane.y(0)) == (10, 70)
    assert (plane.x(4), plane.y(2)) == (110, 20)
    assert 'points="10,70 60,45 110,20"' in plane.line([(0, 0), (2, 1), (4, 2)])
    assert plots.Plane(10, 20, 100, 50, far=0).x(0) == 10  # nothing to measure by
