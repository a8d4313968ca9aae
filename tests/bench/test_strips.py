"""The page on following the play shows what is saved, and what is saved can still be played."""

from __future__ import annotations

import pytest

from bench import strips

MOMENTS = 10
HEAVY = 4_000_000
"""Bytes of all its pictures."""


def test_the_page_is_what_is_saved() -> None:
    assert (strips.DOCS / "follow.md").read_text(encoding="utf-8") == strips.page()


@pytest.mark.parametrize("game", strips.followed())
def test_saved_matches_are_played_by_the_rules(game: str) -> None:
    """Each of their moments is told in a sentence and has its picture; somebody is told something in its round."""
    kept = strips.saved(game)
    assert kept.until(game, kept.play.count("\n")).over
    assert [one.at for one in kept.moment] == sorted({one.at for one in kept.moment})
    assert len(kept.moment) == MOMENTS
    assert all(one.says.endswith((".", "?")) for one in kept.moment)
    for one in kept.moment:
        before, after = (kept.until(game, moves).view(0).log for moves in (one.at - 1, one.at))
        assert len(after) > len(before)
        assert (strips.SHOTS / f"{game}-{one.at}.webp").exists()
    first, last = kept.round
    assert len(kept.until(game, last).view(0).log) > len(kept.until(game, first - 1).view(0).log)


def test_the_pictures_are_light() -> None:
    assert sum(file.stat().st_size for file in strips.SHOTS.glob("*.webp")) < HEAVY
