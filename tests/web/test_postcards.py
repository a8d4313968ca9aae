"""A link unfolds with a picture of what everybody may know, where the owner said how the house is found."""

from __future__ import annotations

import asyncio
import random
import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest
from msgspec.structs import replace

import speelhol
from speelhol.den import Table
from speelhol.kernel import LANGUAGES, Game, Match
from speelhol.web.pages.postcards import MOST_WAITING, Painter, table_then
from speelhol.web.pages.replay import timeline_of
from speelhol.web.server.app import create_app
from speelhol.web.session.limits import RATES
from speelhol.web.session.names import UNNAMED, HouseNames
from speelhol.web.table import postcard
from speelhol.web.text import lettering
from speelhol.web.text.raster import MISSING, colours, png, symbols
from tests.contract import leak
from tests.contract.cases import moments, pool, small_variant
from tests.house import HOST, dealt, opened, play_on, seated, served, url

from .test_leak import at_table
from .test_replay import finished

PUBLIC = "https://games.example.org"
GAME = "thieves"
TOLD = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)"\s+content="([^"]*)"')
HEAD = struct.Struct(">16xII")
HEAVY = 300_000
"""Bytes beyond which messengers leave a picture out."""


class Evening(NamedTuple):
    """The names of tables at which something else goes on each."""

    gathering: str
    playing: str
    over: str
    private: str


async def _prepare(folder: Path) -> Evening:
    rng = random.Random(1)
    async with opened(folder) as den:
        gathering, playing = await seated(den, GAME), await dealt(den, GAME)
        over, private = await dealt(den, GAME), await dealt(den, GAME)
        await play_on(den, playing, 9, rng)
        for table in (over, private):
            await play_on(den, table, 9_999, rng)
        await den.adjust(private, HOST, {"watch": False})
        return Evening(gathering.code, playing.code, over.code, private.code)


class Visited(NamedTuple):
    client: httpx.Client
    evening: Evening
    app: Any

    def told(self, path: str, language: str = "en") -> dict[str, str]:
        """What a messenger reads on a page."""
        answer = self.client.get(path, headers={"accept-language": language})
        assert answer.status_code == 200, answer.text
        return {name: unescape(text) for name, text in TOLD.findall(answer.text)}

    def picture(self, path: str) -> httpx.Response:
        return self.client.get(path.removeprefix(PUBLIC))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evening]:
    folder = tmp_path_factory.mktemp("postcards")
    return folder, asyncio.run(_prepare(folder))


def visited(evening: tuple[Path, Evening], names: HouseNames, generosity: float = 100.0) -> Iterator[Visited]:
    app = create_app(url(evening[0]), 3600, generosity, 0, names=names)
    with served(app) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield Visited(client, evening[1], app)


@pytest.fixture
def public(evening: tuple[Path, Evening]) -> Iterator[Visited]:
    yield from visited(evening, HouseNames(PUBLIC))


@pytest.fixture
def strict(evening: tuple[Path, Evening]) -> Iterator[Visited]:
    yield from visited(evening, HouseNames(PUBLIC), 1.0)


@pytest.fixture
def unnamed(evening: tuple[Path, Evening]) -> Iterator[Visited]:
    yield from visited(evening, UNNAMED)


def is_postcard(answer: httpx.Response) -> bool:
    return (
        answer.status_code == 200
        and answer.headers["content-type"] == "image/png"
        and answer.content.startswith(b"\x89PNG")
        and HEAD.unpack(answer.content[: HEAD.size]) == (postcard.WIDTH, postcard.HEIGHT)
        and len(answer.content) < HEAVY
    )


def test_a_link_to_a_moment_unfolds(public: Visited) -> None:
    """In the language of whoever sent it, with what everybody saw happen there, whatever eyes it names."""
    code = public.evening.over
    told = {
        eyes: public.told(f"/t/{code}/replay?at=12&eyes={eyes}&lang=nl", "fr")
        for eyes in ("open", "0", "1", "all", "nobody")
    }
    assert len({tuple(one.items()) for one in told.values()}) == 1
    one = told["open"]
    assert one["og:title"] == "Dieven! · Speelhol"
    assert one["og:image"] == f"{PUBLIC}/t/{code}/postcard.png?at=12&lang=nl"
    assert one["twitter:card"] == "summary_large_image"
    assert (one["og:image:width"], one["og:image:height"]) == ("1200", "630")
    assert is_postcard(public.picture(one["og:image"]))
    assert public.told(f"/t/{code}/replay?at=12&eyes=open", "fr")["og:title"] != one["og:title"]
    copied = re.findall(r'data-copy="([^"]+)"', public.client.get(f"/t/{code}/replay?at=12&eyes=0").text)
    assert unescape(copied[-1]) == f"{PUBLIC}/t/{code}/replay?at=12&eyes=0&lang=en"


def test_an_invitation_and_a_result_unfold(public: Visited) -> None:
    evening = public.evening
    front, invited, playing, over = (public.told(path) for path in ("/", *(f"/t/{code}" for code in evening[:3])))
    assert front["og:title"].startswith("Speelhol")
    assert evening.gathering in invited["og:description"]
    assert playing["og:description"] == speelhol.game(GAME).speak("en").phrase("tagline")
    assert "with a loot of" in over["og:description"]
    assert urlsplit(over["og:image"]).path == f"/t/{evening.over}/postcard.png"
    for one in (front, invited, playing, over):
        assert is_postcard(public.picture(one["og:image"]))
    assert {urlsplit(one["og:image"]).path for one in (invited, playing)} == {f"/postcards/{GAME}"}


def test_nothing_unfolds_that_is_private_or_not_over(public: Visited) -> None:
    evening = public.evening
    for code in (evening.gathering, evening.playing, evening.private, "no-such-table-1"):
        assert public.picture(f"/t/{code}/postcard.png?at=3").status_code == 404
    assert public.client.get(f"/t/{evening.private}/replay?at=3").status_code == 403
    assert public.picture("/postcards/no-such-game").status_code == 404
    assert is_postcard(public.picture(f"/t/{evening.over}/postcard.png?at=junk&lang=xx"))


def test_a_house_without_an_address_has_no_postcards(unnamed: Visited) -> None:
    evening = unnamed.evening
    for path in ("/", *(f"/t/{code}" for code in evening[:3]), f"/t/{evening.over}/replay?at=3"):
        assert unnamed.told(path) == {}
    for path in ("/postcards/den", f"/postcards/{GAME}", f"/t/{evening.over}/postcard.png"):
        assert unnamed.picture(path).status_code == 404


def test_pictures_are_counted(strict: Visited) -> None:
    most = int(RATES["picture"][0])
    told = [strict.picture("/postcards/den?lang=en").status_code for _ in range(most + 10)]
    assert told[:most] == [200] * most
    assert 429 in told
    assert strict.client.get("/").status_code == 200


def test_who_waits_for_too_many_pictures_is_told_so() -> None:
    async def crowd() -> list[Any]:
        painter = Painter()
        svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><title>{}</title></svg>"
        many = (painter.picture(svg.format(n)) for n in range(MOST_WAITING + 5))
        return await asyncio.gather(*many, return_exceptions=True)

    turned = [one for one in asyncio.run(crowd()) if isinstance(one, Exception)]
    assert [str(one) for one in turned] == [str(turned[0])] * 5


def card(match: Match, seat: int) -> str:
    """What everybody would see of a moment, in one of the languages."""
    return postcard.moment(at_table(match), LANGUAGES[seat % len(LANGUAGES)])


@small_variant
def test_postcards_leak_nothing(
    game: Game, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of worlds that a seat can't tell apart they are the same, byte for byte."""
    monkeypatch.setattr(leak, "CHANNELS", {"postcard": card})
    monkeypatch.setattr(leak, "LATER", {})
    rng, some = random.Random(6), pool(game, seats, options)
    for match in moments(game, seats, options, "postcards", 3):
        for seat in range(seats):
            leak.twins(match, seat, rng, some, moves=1)
    world = leak.imagined(leak.settled(match, 0), 0, rng)
    pictures = []
    for one in (leak.settled(match, 0), world):
        png.cache_clear()
        pictures.append(png(card(one, 0)))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("name", speelhol.games())
def test_a_postcard_has_all_that_it_needs(name: str) -> None:
    """Every drawing and colour is in it, and no letter is missing; of a moment, too, whatever people are called."""
    table = finished(name, speelhol.game(name).seats[-1], {}, 90)
    timeline = timeline_of(table)
    drawn = [
        svg
        for language in LANGUAGES
        for svg in (
            postcard.of_game(name, language),
            postcard.of_house(language),
            *(postcard.moment(table_then(table, str(at)), language) for at in range(0, timeline.last, 25)),
        )
    ]
    for svg in drawn:
        assert "var(" not in svg
        assert f'"{MISSING}"' not in svg
        assert set(re.findall(r'href="([^"]+)"', svg)) <= {f"#{symbol}" for symbol in symbols()}
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
        assert set("".join(map(unescape, texts))) <= lettering.LETTERS
    assert (colours(name) != colours("den")) == speelhol.game(name).folder.has("draw/room.css")


def test_words_stay_in_their_room() -> None:
    assert lettering.drawable("Elżbieta ★ 3\u202f000 €") == "Elzbieta ★ 3\xa0000 €"
    assert lettering.drawable("Жук") == ""
    long = "Somebody gives somebody else a face-up card, and everybody at the table sees what it is. " * 3
    found = lettering.lines(long, 40, 680, 5)
    assert len(found) == 5
    assert all(lettering.width(line, 40) <= 680 for line in found)
    assert found[-1].endswith("…")
    assert lettering.lines("short", 40, 680, 5) == ["short"]


def test_a_name_that_cannot_be_drawn_is_a_seat() -> None:
    table: Table = finished(GAME, 3, {}, 20)
    table.chairs = tuple(
        replace(chair, name=name) for chair, name in zip(table.chairs, ("Жук", "Bo", "Ann"), strict=True)
    )
    svg = postcard.moment(table, "en")
    assert "Жук" not in svg
    assert ">Player 1<" in svg
    assert ">Bo<" in svg
