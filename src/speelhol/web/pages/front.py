"""The front of the house: home, a new table, the rulebooks, another device, messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from ...den import Den, Table
from ...den.tables import fair
from ...games import game as find_game
from ...games import games
from ...kernel import Game, Speech
from ..session.hosts import only_here
from ..session.visitor import our_path
from ..table.scene import headline
from ..text import bots as company
from ..text import clocks
from ..text.templates import Reader, render, say

NOTHING: Mapping[str, str] = MappingProxyType({})


def game_card(game: Game, language: str, filled: Mapping[str, str] = NOTHING) -> dict[str, Any]:
    """A game and what can be chosen about it, with what was chosen before."""
    speech = game.speak(language)
    seats = list(game.seats)
    return {
        "name": game.name,
        "title": speech.phrase("title"),
        "tagline": speech.phrase("tagline"),
        "lesson": bool(game.lessons),
        "players": f"{seats[0]}–{seats[-1]}",
        "minutes": "–".join(map(str, dict.fromkeys(game.minutes))),
        "seats": seats,
        "usual": next((n for n in seats if str(n) == filled.get("seats")), seats[min(1, len(seats) - 1)]),
        "options": [
            _option(name, [str(value).lower() for value in values], speech, filled)
            for name, values in game.option_values().items()
        ],
    }


def _option(name: str, values: Sequence[str], speech: Speech, filled: Mapping[str, str]) -> dict[str, Any]:
    wanted = filled.get(f"option.{name}", "")
    chosen = wanted if wanted in values else values[0]
    return {
        "name": name,
        "title": speech.phrase(f"option.{name}"),
        "choices": [
            {"value": value, "words": speech.phrase(f"option.{name}.{value}"), "on": value == chosen}
            for value in values
        ],
    }


def home(reader: Reader, tables: Sequence[Table], notice: str = "", typed: str = "") -> str:
    mine = sorted((_yours(reader, table) for table in tables), key=lambda one: (not one["turn"], one["over"]))
    cards = [game_card(find_game(name), reader.language) for name in games()]
    return render(
        "home.html",
        reader,
        games=cards,
        tables=[one for one in mine if not one["over"]],
        past=[one for one in mine if one["over"]],
        notice=notice,
        typed=typed,
    )


def _yours(reader: Reader, table: Table) -> dict[str, Any]:
    """A table that somebody sits at: whose move it is, and what is asked or awaited."""
    seats = table.seats_of(reader.person)
    turn = table.match is not None and any(s in table.match.to_act and table.chairs[s].attends for s in seats)
    return {
        "code": table.code,
        "game": table.game.name,
        "title": table.game.speak(reader.language).phrase("title"),
        "turn": turn,
        "over": table.phase == "over",
        "state": say(reader.language, f"state.{'turn' if turn else table.phase}"),
        "now": _going_on(table, reader.language, seats, turn),
    }


def _going_on(table: Table, language: str, seats: Sequence[int], turn: bool) -> str:
    """What somebody is asked, or whom the table waits for as far as everybody may know; otherwise its name."""
    if table.match is None:
        taken = sum(chair.taken for chair in table.chairs)
        return f"{table.code} · {taken} / {len(table.chairs)} {say(language, 'chairs taken')}"
    speech, view = table.game.speak(language, table.names), table.view(None)
    if turn and len(seats) == 1:
        return headline(speech.ask(clocks.eyes(table, seats[0])))[0]
    if turn or view.over or view.agenda[-1].discreet:
        return table.code
    return say(language, "Still thinking: {who}", who=speech.join(speech.seat(s) for s in table.playing.to_act))


def new_table(
    reader: Reader, den: Den, game: str, bots: bool, notice: str = "", filled: Mapping[str, str] = NOTHING
) -> str:
    """The form for a new table, as it was filled in before; also for whoever reads it in another language next."""
    cards = [game_card(find_game(name), reader.language, filled) for name in games()]
    chosen = next((card for card in cards if card["name"] == game), cards[0])
    ticket, commitment = fair.new_ticket(den.secret)
    promise = fair.promised(den.secret, ticket)
    deal = {"commitment": commitment, "lucks": (), "code": promise.code if promise else ""}
    return render(
        "new.html",
        replace(reader, path=_path_to(filled)),
        games=cards,
        chosen=chosen,
        bots=bots,
        name=filled.get("name", reader.name),
        notice=notice,
        **clocks.pace_picker(reader.language, filled),
        **company.picker(find_game(chosen["name"]), reader.language, filled),
        hints=company.hint_picker(reader.language, filled),
        ticket=ticket,
        deal=deal,
    )


def _path_to(filled: Mapping[str, str]) -> str:
    """The form for a new table by an address, with everything in it but what belongs to one deal."""
    kept = {name: value for name, value in filled.items() if name not in ("ticket", "luck")}
    return our_path(f"/new?{urlencode(kept)}") if kept else "/new"


def rules(reader: Reader, game: Game) -> str:
    speech = game.speak(reader.language)
    return render(
        "rules.html",
        reader,
        game=game.name,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        chapters=game.rulebook.chapters,
    )


def message(reader: Reader, title: str, *lines: str, back: str = "/") -> str:
    return render("message.html", reader, title=title, lines=lines, back=back, secret_link="", key="", take=False)


def credits_page(reader: Reader) -> str:
    lines = (say(reader.language, f"credits.{what}") for what in ("fonts", "morph", "drawings"))
    return message(reader, say(reader.language, "Credits"), *lines)


def device_page(reader: Reader, table: Table, link: str, key: str) -> str:
    return render(
        "message.html",
        reader,
        title=say(reader.language, "Play on another device"),
        lines=[say(reader.language, f"device.{what}") for what in ("how", "secret")],
        only_here=only_here(link),
        back=f"/t/{table.code}",
        secret_link=link,
        key=key,
        take=False,
    )


def take_page(reader: Reader, table: Table) -> str:
    return render(
        "message.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        lines=[say(reader.language, "Your chair is waiting at {code}.", code=table.code)],
        back=f"/t/{table.code}",
        secret_link="",
        key="",
        take=True,
        code=table.code,
    )
