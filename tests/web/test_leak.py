"""No leak by page or JSON: worlds that a seat can't tell apart give equal bytes there too, for every game."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any, cast

import pytest
from msgspec.structs import replace

import speelhol
from speelhol.den import Den, Table
from speelhol.den.tables import entries
from speelhol.den.tables.absence import Voting
from speelhol.kernel import LANGUAGES, Game, Match
from speelhol.web.api import routes as api
from speelhol.web.table import page as table_page
from speelhol.web.table import scene, seats
from speelhol.web.text.templates import Reader
from tests.contract import leak
from tests.contract.cases import every_variant, moments, pool, small_variant

NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana")
LINK = "http://localhost/t/velvet-lamp-42"
UNDO = re.compile(r'<form class="undo".*?</form>|\s*<div class="dock">\s*</div>\s*|(?<=<!--dock-->)\s+', re.DOTALL)
HIDDEN_QUESTIONS = [
    name for name in speelhol.games() if any(getattr(step, "discreet", False) for step in speelhol.game(name).steps)
]


class Nobody:
    """A den in which nobody has the table open: who is here is no matter of the match."""

    thinks = True

    def __init__(self, keeps: bool = True) -> None:
        """keeps: what is kept while somebody watches is kept all the same"""
        self._keeps = keeps

    def present(self, table: Table) -> frozenset[str]:
        return frozenset()

    def voting(self, table: Table) -> Voting:
        return Voting(frozenset(), frozenset())

    def watched(self, table: Table) -> bool:
        return self._keeps


@lru_cache(maxsize=64)
def _chairs(game: str, seats: int) -> Table:
    table = Table(1, "velvet-lamp-42")
    table.apply(entries.Opened(game, speelhol.game(game).rules, seats, {}, "p0"))
    for seat in range(seats):
        table.apply(entries.Sat(seat, f"p{seat}", NAMES[seat]))
    table.apply(entries.Dealt("any"))
    return table


def at_table(match: Match) -> Table:
    """A table with people in all chairs, and this match on it."""
    table = _chairs(match.game.name, match.seats)
    table.match = match
    # some of what was told came since everybody's last move
    marks = (max(1, len(match.dealer.log(seat)) - 8) for seat in range(match.seats))
    table._heard = tuple((mark, mark) for mark in marks)
    return table


def page(match: Match, seat: int | None, language: str = "en", words: bool = False) -> str:
    """What the person in a seat gets to see; with None, somebody who watches."""
    reader = Reader(language, "nobody" if seat is None else f"p{seat}", words=words)
    # what one world left behind must not show in another; nor may it hide what shows where nothing is left behind
    den = cast("Den", Nobody(keeps=len(match.view(seat).log) % 4 < 2))
    return table_page.as_html(table_page.seen_by(reader, den, at_table(match), None, seat is None, LINK))


def in_words(match: Match, seat: int) -> bool:
    """Every other moment in words, the others drawn: equal for worlds that the seat can't tell apart."""
    return bool((len(match.view(seat).log) + seat) % 2)


def pages(match: Match, seat: int) -> Any:
    return page(match, seat, words=in_words(match, seat))


def pages_without_undo(match: Match, seat: int) -> Any:
    """Whether there is an undo depends on moves that an imagined world has not seen."""
    html = page(match, seat, LANGUAGES[seat % len(LANGUAGES)], in_words(match, seat))
    return UNDO.sub("", UNDO.sub("", html))


def big_screen(match: Match, seat: int) -> Any:
    return page(match, None, words=in_words(match, seat))


def json(match: Match, seat: int) -> Any:
    table = at_table(match)
    return [api.view_json(table, who, since).decode() for who in (seat, None) for since in (0, 3)]


@pytest.fixture(autouse=True)
def channels(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = {"page": pages_without_undo, "big screen": big_screen, "json": json}
    monkeypatch.setattr(leak, "CHANNELS", at_once)
    monkeypatch.setattr(leak, "LATER", {"page with undo": pages})


@small_variant
def test_pages_and_json_leak_nothing_forward(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(3)
    some = pool(game, seats, options)
    together = 0
    for match in moments(game, seats, options, "pages", 5):
        for seat in range(seats):
            together += leak.twins(match, seat, rng, some, moves=3)
    assert together > 0


@every_variant
def test_pages_and_json_leak_nothing_backward(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(4)
    for match in moments(game, seats, options, "pages", 3):
        for seat in rng.sample(range(seats), min(3, seats)):
            leak.story(match, seat, rng)


@pytest.mark.parametrize("name", HIDDEN_QUESTIONS)
def test_who_has_answered_a_discreet_question_shows_on_no_other_page(name: str) -> None:
    game = speelhol.game(name)
    seats = game.seats[0]
    rng = random.Random(5)
    met = 0
    for seed in range(30):
        match = game.start(seats, f"discreet/{seed}")
        while not match.over and met < 40:
            if match.position.agenda[-1].discreet:
                met += 1
                order = rng.sample(match.to_act, len(match.to_act))
                for who in order[:-1]:
                    others = [None, *(s for s in range(seats) if s != who)]
                    before = [seen(match, s) for s in others]
                    match.play(who, match.legal(who).sample(rng))
                    assert [seen(match, s) for s in others] == before
                match.play(order[-1], match.legal(order[-1]).sample(rng))
            else:
                seat = rng.choice(match.to_act)
                match.play(seat, match.legal(seat).sample(rng))
    assert met


def seen(match: Match, seat: int | None) -> tuple[str, bytes]:
    return page(match, seat, "nl"), api.view_json(at_table(match), seat, 0)


def test_a_leaking_page_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: put another player's hand into an attribute."""
    honest = seats.plaques

    def leaky(table: Table, *rest: Any) -> tuple[seats.Plaque, ...]:
        found = honest(table, *rest)
        sizes = [len(str(table.playing.view(plaque.seat).now)) for plaque in found]
        return tuple(replace(plaque, words=f"{plaque.words} {size}") for plaque, size in zip(found, sizes, strict=True))

    monkeypatch.setattr(scene, "plaques", leaky)
    game = speelhol.game("casa-de-papel")
    some = pool(game, 4, {})
    rng = random.Random(6)

    def hunt() -> None:
        for match in moments(game, 4, {}, "planted", 6):
            for seat in range(4):
                leak.twins(match, seat, rng, some, moves=2)

    with pytest.raises(leak.Leak, match=r"page|big screen"):
        hunt()
