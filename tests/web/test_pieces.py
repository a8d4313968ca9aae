"""Pages in pieces: a stream shows at any moment what the page would show if it were loaded anew."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import mean
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import speelhol
from speelhol.den import Den, Table, entries
from speelhol.kernel import LANGUAGES
from speelhol.web import album, api, board
from speelhol.web.live import News, changes, page_news, stream
from speelhol.web.render import Reader
from tests.house import awaited, dealt, opened

from .test_leak import LINK, NAMES, Nobody

LITTLE = 12_000
"""So many bytes at most travel on average to an open drawn page that looks now and then."""
Pieces = st.lists(st.sampled_from("abcdefgh"), max_size=12)


def weave(old: list[str], news: list[str | list[int]]) -> list[str]:
    """As the page's script does it."""
    whole: list[str] = []
    for one in news:
        whole += [one] if isinstance(one, str) else old[one[0] : one[1]]
    return whole


@given(Pieces, Pieces)
def test_changes_make_the_new_pieces_out_of_the_old(old: list[str], new: list[str]) -> None:
    news = json.loads(json.dumps(changes(old, new)))
    assert weave(old, news) == new
    assert [one for one in news if isinstance(one, str)] == [piece for piece in new if piece not in old]


def at_table(game: str, seed: str) -> Table:
    table = Table(1, "velvet-lamp-42")
    seats = speelhol.game(game).seats[0]
    table.take(entries.Opened(game, speelhol.game(game).rules, seats, {}, "p0"))
    for seat in range(seats):
        table.take(entries.Sat(seat, f"p{seat}", NAMES[seat]))
    table.take(entries.Dealt(seed))
    return table


class Follower:
    """A page that is open and hears what is new, now and then."""

    def __init__(self, table: Table, seat: int | None, language: str, words: bool) -> None:
        self.reader = Reader(language, "nobody" if seat is None else f"p{seat}", words=words)
        self.table = table
        self.spectator = seat is None
        self.pieces: list[str] = []
        self.heard: list[int] = []
        """How long each message was; the first is the whole page."""
        self.news = page_news(self.now)

    def now(self) -> list[str]:
        den = cast("Den", Nobody())
        return board.pieces(self.reader, den, self.table, None, self.spectator, LINK)

    def listen(self) -> str:
        if (data := self.news()) is not None:
            self.heard.append(len(data))
            self.pieces = weave(self.pieces, json.loads(data))
        return "".join(self.pieces)


@pytest.mark.parametrize("game", speelhol.games())
def test_an_open_page_is_the_page_that_would_be_loaded(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through moves, talk and moves taken back, for pages that look at every moment or only sometimes."""
    rng = random.Random(game)
    table = at_table(game, "pieces")
    seats = [None, *range(len(table.chairs))]
    open_pages = [
        Follower(table, seat, LANGUAGES[number % 3], words)
        for number, seat in enumerate(seats)
        for words in (True, False)
    ]
    for number in range(40):
        if table.phase == "over":
            break
        seat = rng.choice(table.playing.to_act)
        if number % 9 == 4 and table.view(None).hush is False:
            table.take(table.say(seat, "", f"remark {number}"))
        else:
            table.take(table.move(seat, table.playing.legal(seat).sample(rng)))
            if rng.random() < 0.3 and table.playing.why_not_undo(seat) is None:
                table.take(table.undo(seat))
        shown = [(page, page.listen()) for page in open_pages if rng.random() < 0.4]
        with monkeypatch.context() as patch:
            patch.setattr(album, "_albums", {})  # nothing is remembered
            for page, text in shown:
                assert text == "".join(page.now())
    drawn = [page for page in open_pages if not page.reader.words]
    assert mean(size for page in drawn for size in page.heard[1:]) < LITTLE


@pytest.mark.parametrize("game", ["casa-de-papel", "thieves"])
def test_what_a_stream_tells_adds_up_to_the_log(game: str) -> None:
    rng = random.Random(game)
    table = at_table(game, "log")
    streams: list[tuple[int | None, News, list[object]]] = [
        (seat, api.view_news(table, seat, 0), []) for seat in (None, *range(len(table.chairs)))
    ]
    for _ in range(60):
        if table.phase == "over":
            break
        seat = rng.choice(table.playing.to_act)
        table.take(table.move(seat, table.playing.legal(seat).sample(rng)))
        if rng.random() < 0.3 and table.playing.why_not_undo(seat) is None:
            table.take(table.undo(seat))
        for who, news, log in streams:
            if rng.random() < 0.5 and (data := news()) is not None:
                view = json.loads(data)
                log[view["events"] - len(view["log"]) :] = view["log"]
                whole = json.loads(api.view_json(table, who, 0))
                assert log == whole["log"]
                assert {**view, "log": log} == whole
                assert news() is None


def test_equal_pieces_are_made_once() -> None:
    """Two readers of one language who watch share every piece; what is not asked for any more is forgotten."""
    table = at_table("thieves", "once")
    first, second = (Follower(table, None, "en", False) for _ in range(2))
    first.now()
    book = album.album_of(table, watched=True)
    made = len(book._now)
    assert second.now() == first.now()
    assert len(book._now) == made
    rng = random.Random(1)
    sizes = []
    while table.phase != "over":
        seat = table.playing.to_act[0]
        table.take(table.move(seat, table.playing.legal(seat).sample(rng)))
        first.now()
        sizes.append(len(book._now) + len(book._before))
    assert max(sizes) < 400


@awaited
async def test_pieces_are_kept_only_while_somebody_watches(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")
        board.pieces(Reader("en", "p0"), den, table, None, False, LINK)
        assert table not in album._albums
        lines = [
            stream(
                den, table, person, page_news(lambda: board.pieces(Reader("en", "p0"), den, table, None, False, LINK))
            )
            for person in ("p0", None)
        ]
        for line in lines:
            await anext(line)
            assert b"data: [" in await anext(line)
        assert table in album._albums
        await lines[0].aclose()
        assert table in album._albums
        await lines[1].aclose()
        assert table not in album._albums
