"""The long run of the leak test: a chunk of it, what it finds, and that it goes on where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench import leaks
from speelhol.den import Den, Table
from speelhol.games import game, games
from speelhol.games.thieves import view as thieves_view
from speelhol.web.table import page, scene, seats

THIEVES = games().index("thieves")
"""The first chunk about Thieves."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "CHUNK", {"kernel": 60, "house": 12})


def test_chunks_are_about_every_game_and_variant() -> None:
    met = {(case.game, case.seats, repr(case.options)) for case in map(leaks.case_of, range(40 * len(games())))}
    assert met == {(c.game, c.seats, repr(c.options)) for name in games() for c in leaks.cases(name)}


@pytest.mark.parametrize("kind", leaks.KINDS)
def test_a_chunk_finds_nothing_and_is_the_same_every_time(kind: str) -> None:
    found = [leaks.work((kind, THIEVES)) for _ in range(2)]
    assert found[0].differences == []
    assert found[0].pairs >= leaks.CHUNK[kind]
    assert found[0].pairs == found[1].pairs


def test_a_leak_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    thieves = game("thieves")
    honest = thieves.look

    def leaky(p: Any, seat: int | None) -> thieves_view.Seen:
        seen: thieves_view.Seen = honest(p, seat)
        rich = seat is not None and "bribe" in p.hands[(seat + 1) % p.seats]
        return replace(seen, getaways=seen.getaways + rich)

    monkeypatch.setattr(thieves, "look", leaky)
    assert "thieves" in leaks.work(("kernel", THIEVES)).differences[0]


def test_a_leak_in_a_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = seats.plaques

    def leaky(table: Table, *rest: Any) -> tuple[seats.Plaque, ...]:
        found = honest(table, *rest)
        sizes = [len(str(table.playing.view(plaque.seat).now)) for plaque in found]
        return tuple(replace(plaque, words=f"{plaque.words} {size}") for plaque, size in zip(found, sizes, strict=True))

    for place in (page, scene):
        monkeypatch.setattr(place, "plaques", leaky)
    differences = leaks.work(("house", THIEVES)).differences
    assert any("page" in text for text in differences)


def test_a_house_that_fails_in_both_worlds_alike_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*rest: Any) -> None:
        raise RuntimeError("nothing works")

    monkeypatch.setattr(Den, "use_key", broken)
    differences = leaks.work(("house", THIEVES)).differences
    assert any("a view: the house failed" in text for text in differences)


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    progress = leaks.Progress(tmp_path / "leaks.jsonl")
    progress.add(leaks.Found("kernel", 3, "thieves", 60, 1.0, []))
    progress.add(leaks.Found("house", 0, "casablanca", 12, 1.0, ["a page differs"]))
    again = leaks.Progress(tmp_path / "leaks.jsonl")
    assert again.done == {"kernel": {3}, "house": {0}}
    assert again.total("kernel") == 60
    assert again.differences == ["[house 0] a page differs"]
