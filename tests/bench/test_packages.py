"""Packages know each other in one direction, and the drawing of them is true."""

from __future__ import annotations

from bench import packages


def test_no_way_leads_back() -> None:
    assert packages.circles(packages.packages()) == []
    assert packages.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == ["a", "b", "c"]


def test_the_kernel_knows_nobody_and_games_only_the_kernel() -> None:
    found = packages.packages()
    assert found["kernel"] == set()
    assert found["games"] == {"kernel"}


def test_the_drawing_is_that_of_the_imports() -> None:
    """Or else: python -m bench.packages --write"""
    assert packages.drawing(packages.packages()) in packages.PAGE.read_text(encoding="utf-8")


def test_what_a_longer_way_says_is_left_out() -> None:
    drawn = packages.drawing({"a": {"b", "c"}, "b": {"c"}})
    assert 'a["a"] --> b["b"]' in drawn
    assert 'a["a"] --> c["c"]' not in drawn
