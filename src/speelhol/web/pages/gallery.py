"""The gallery: every part of the house's look, and every table at a few telling moments.

A moment is data in its game's folder, `moments.toml`: seats, options, a seed, and who did what. It is played again by
the real rules at a table that no book knows, and shown by the real templates from one seat's view; so there is no
second copy of anything, and nothing in it that this seat could not know.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct
from msgspec.structs import replace

from ...bots.roster import NAMES, ROUND, offered
from ...den import Table, TurnedAway
from ...den.tables import entries as e
from ...den.tables.absence import Voting
from ...den.tables.pace import NO_CLOCK, Pace
from ...games import game as find_game
from ...games import games
from ...kernel.cache import per_process
from ...kernel.languages import Texts, complete
from ..session.visitor import AnyRequest, number, reader_of
from ..table import page as table_page
from ..table.seats import Plaque
from ..text.templates import Reader, render, say
from .answers import go, html, known_game

ART = Path(__file__).parents[1] / "static" / "art.svg"
PEOPLE = ("Noor", "Bram", "Yara", "Sem", "Lotte", "Milan", "Fatima", "Joris")
LONG, LONG_AT = "Maximiliaan van Dijk", 2
"""The third at every table has a name as long as a name may be."""
CLOCK = Pace("match", 1200, 20, "vote")
"""At a full table everybody has a clock."""
PLAYED = 32
"""So many moments are kept ready; another one is played again."""
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"')
STARTS = {
    "cards": ("card-", "back"),
    "luck": ("die-", "wheel", "chip-", "bluff-", "g-"),
    "street": ("loot-", "cop-", "act-", "getaway", "police-car"),
    "notes": ("note-", "fake-", "c-", "i-"),
    "press": ("mask", "heist-", "press"),
    "town": ("agent-", "case", "hq-", "house", "bazaar"),
    "people": ("seat-", "pawn-", "hench-"),
    "signs": ("u-", "lamp"),
}
"""How the names of the drawings on each shelf begin."""


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """One moment of a match, and whose eyes look at it."""

    title: Texts
    seats: int
    seed: str
    play: str
    """Who did what: a line for each move, seat and action."""
    eyes: int = 0
    options: dict[str, Any] = {}
    pictured: bool = False
    """Stands in the documentation too."""
    explains: str = ""
    """The chapter of the rulebook in which it stands as an example."""

    def __post_init__(self) -> None:
        complete(self.title)


class Sheet(Struct, frozen=True):
    """What a game's `moments.toml` holds."""

    moment: tuple[Moment, ...]


@per_process()
def moments(game: str) -> tuple[Moment, ...]:
    """A game's moments; none if it shows none."""
    folder = find_game(game).folder
    if not folder.has("moments.toml"):
        return ()
    return msgspec.convert(tomllib.loads(folder.text("moments.toml")), Sheet).moment


def person_in(seat: int) -> str:
    return f"gallery/{seat}"


def bot_in(game: str, seat: int) -> e.AnyEntry:
    """Who sits down there: people and bots in turn, and bots of every level of the game and of every character."""
    if seat % 2 == 0:
        return e.Sat(seat, person_in(seat), LONG if seat == LONG_AT else PEOPLE[seat])
    character = ROUND[seat // 2 % len(ROUND)]
    levels = offered(find_game(game))
    level = levels[-1 - seat // 2 % len(levels)]
    return e.BotSat(seat, NAMES[character][0], level, character)


@per_process(PLAYED)
def table_at(game: str, at: int) -> Table:
    """The table at a moment, as its log adds up."""
    moment = moments(game)[at]
    table = Table(0, f"gallery/{game}/{at + 1}")
    pace = CLOCK if moment.seats == find_game(game).seats[-1] else NO_CLOCK
    table.apply(e.Opened(game, find_game(game).rules, moment.seats, moment.options, person_in(moment.eyes), pace=pace))
    for seat in range(moment.seats):
        table.apply(bot_in(game, seat))
    table.apply(e.Dealt(moment.seed))
    for line in moment.play.splitlines():
        mover, _, action = line.partition(" ")
        table.apply(e.Moved(int(mover), action))
    return table


class Quiet:
    """A house in which everybody sits still: nobody comes or goes, and no clock runs."""

    def now(self) -> float:
        return 0.0

    def present(self, table: Table) -> frozenset[str]:
        return frozenset(person_in(seat) for seat in range(len(table.chairs)))

    def watched(self, table: Table) -> bool:
        return False

    def takeover(self, table: Table) -> float | None:
        return None

    def voting(self, table: Table) -> Voting:
        return Voting(frozenset(), frozenset())

    @property
    def bot_pause(self) -> float:
        return 0.0

    @property
    def thinks(self) -> bool:
        return False


def chosen(name: str, at: str) -> tuple[str, int]:
    game, place = known_game(name).name, number(at)
    if place is None or not 0 < place <= len(moments(game)):
        raise NotFoundException
    return game, place - 1


@per_process()
def shelves() -> dict[str, list[tuple[str, str, str]]]:
    """Every drawing of the house with its size, by what it is for."""
    drawings: list[tuple[str, str, str]] = SYMBOL.findall(ART.read_text(encoding="utf-8"))
    return {shelf: [one for one in drawings if one[0].startswith(starts)] for shelf, starts in STARTS.items()}


def faces(language: str) -> dict[str, str]:
    """By drawing, what stands on the cards of all games."""
    found = [find_game(name).words.own for name in games()]
    return {key.removeprefix("face."): own[key][language] for own in found for key in own if key.startswith("face.")}


def overview(reader: Reader) -> str:
    rooms = [
        {
            "name": name,
            "title": find_game(name).speak(reader.language).phrase("title"),
            "moments": [moment.title[reader.language] for moment in moments(name)],
        }
        for name in games()
    ]
    drawings = [(say(reader.language, f"shelf.{shelf}"), found) for shelf, found in shelves().items()]
    known = {"rooms": rooms, "shelves": drawings, "people": PEOPLE, "faces": faces(reader.language)}
    return render("gallery.html", reader, **known, sign_of=Plaque)


@get("/gallery")
async def gallery(request: AnyRequest) -> Response[str]:
    return html(overview(reader_of(request)))


@get("/gallery/{name:str}/{at:str}")
async def moment_page(request: AnyRequest, name: FromPath[str], at: FromPath[str]) -> Response[str]:
    """A table at one moment, read-only but as if it were now."""
    game, place = chosen(name, at)
    table = table_at(game, place)
    reader = replace(reader_of(request), person=person_in(moments(game)[place].eyes))
    return html(table_page.page(reader, Quiet(), table, None, False, "", None))


# A table's own links lead to /t/ and its name. Here its name is the moment's, and they lead back to the moment.


@get(["/t/gallery/{name:str}/{at:str}", "/t/gallery/{name:str}/{at:str}/{deed:str}"])
async def back(name: FromPath[str], at: FromPath[str]) -> Redirect:
    game, place = chosen(name, at)
    return go(f"/gallery/{game}/{place + 1}")


@post("/t/gallery/{name:str}/{at:str}/{deed:str}")
async def touched(name: FromPath[str], at: FromPath[str], deed: FromPath[str]) -> Response[str]:
    """Nothing is played here; the page says so."""
    chosen(name, at)
    raise TurnedAway("gallery")


gallery_routes = Router("/", route_handlers=[gallery, moment_page, back, touched], include_in_schema=False)
