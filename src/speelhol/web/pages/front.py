"""The front of the house: home, a new table, the rulebooks, another device, messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from ...den import Den, Table
from ...den.tables import fair, hosting
from ...games import game as find_game
from ...games import games
from ...kernel import Game, Speech
from ..session.names import only_here
from ..session.visitor import our_path
from ..table.scene import headline
from ..text import bots as bot_words
from ..text import clocks
from ..text.templates import Reader, render, say
from .lobby import listed

MOST_OPEN = 6
"""Tables of the lobby that the front page shows; the lobby has them all."""
NOTHING: Mapping[str, str] = MappingProxyType({})
FOLDED = MappingProxyType({"hints": "alone", "speed": "calm", "pace": "none", "absent": clocks.USUAL_ABSENT})
"""What the form for a new table folds away, with the house rules, until somebody has changed something of it."""


def game_card(game: Game, language: str, filled: Mapping[str, str] = NOTHING) -> dict[str, Any]:
    """A game and what can be chosen about it, with what was chosen before."""
    speech = game.speak(language)
    seats = list(game.seats)
    return {
        "name": game.name,
        "title": speech.phrase("title"),
        "tagline": speech.phrase("tagline"),
        "lessons": len(game.lessons),
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


def home(reader: Reader, den: Den, tables: Sequence[Table], notice: str = "", typed: str = "") -> str:
    mine = sorted((_yours(reader, table) for table in tables), key=lambda one: (not one["turn"], one["over"]))
    cards = [game_card(find_game(name), reader.language) for name in games()]
    return render(
        "home.html",
        reader,
        games=cards,
        name=reader.name,
        guest=reader.name or say(reader.language, "Guest"),
        **_promise(den),
        busy=bool(den.lobby.shown),
        open_tables=listed(den.lobby.shown[:MOST_OPEN], reader.language),
        tables=[one for one in mine if not one["over"]],
        past=[one for one in mine if one["over"]],
        notice=notice,
        typed=typed,
    )


def _yours(reader: Reader, table: Table) -> dict[str, Any]:
    """A table that somebody sits at: whose move it is, and what is asked or awaited."""
    seats = table.seats_of(reader.person)
    turn = (
        table.match is not None
        and not table.at_rest
        and any(s in table.match.to_act and table.chairs[s].attends for s in seats)
    )
    return {
        "code": table.code,
        "game": table.game.name,
        "title": table.game.speak(reader.language).phrase("title"),
        "turn": turn,
        "over": table.phase in ("over", "closed"),
        "state": say(reader.language, f"state.{'turn' if turn else table.phase}"),
        "now": _going_on(table, reader.language, seats, turn),
    }


def _going_on(table: Table, language: str, seats: Sequence[int], turn: bool) -> str:
    """What somebody is asked, or whom the table waits for as far as everybody may know; otherwise its name."""
    if table.door.closed:
        return table.code
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
    return render(
        "new.html",
        replace(reader, path=_path_to(filled)),
        games=cards,
        chosen=chosen,
        bots=bots,
        keys=filled.get("keys") == "true",
        name=filled.get("name", reader.name),
        notice=notice,
        **clocks.pace_picker(reader.language, filled),
        **bot_words.picker(find_game(chosen["name"]), reader.language, filled),
        listed=filled.get("listed") == "1",
        welcomes=bot_words.welcome_picker(reader.language, filled),
        hints=bot_words.hint_picker(reader.language, filled),
        speeds=bot_words.speed_picker(reader.language, filled),
        changed=_changed(chosen["options"], filled),
        **_promise(den),
    )


def _changed(options: Sequence[Mapping[str, Any]], filled: Mapping[str, str]) -> bool:
    """Whether somebody has chosen anything but what is usual."""
    unusual = any(not option["choices"][0]["on"] for option in options)
    return unusual or any(filled.get(name, usual) != usual for name, usual in FOLDED.items())


def _promise(den: Den) -> dict[str, Any]:
    """A deal to be promised to whoever opens a table from this page, before their browser adds luck."""
    ticket, commitment = fair.new_ticket(den.secret)
    promise = fair.promised(den.secret, ticket, den.tickets_since)
    return {
        "ticket": ticket,
        "deal": {"commitment": commitment, "lucks": (), "code": promise.code if promise else ""},
    }


def _path_to(filled: Mapping[str, str]) -> str:
    """The form for a new table by an address, with everything in it but what belongs to one deal."""
    kept = {name: value for name, value in filled.items() if name not in ("ticket", "luck")}
    return our_path(f"/new?{urlencode(kept)}") if kept else "/new"


def house_rules(reader: Reader, table: Table, filled: Mapping[str, str]) -> str:
    """The form in which the host of a table that waits changes its rules."""
    return render(
        "house_rules.html",
        reader,
        code=table.code,
        chosen=game_card(table.game, reader.language, filled),
        **clocks.pace_picker(reader.language, filled),
        hints=bot_words.hint_picker(reader.language, filled),
        speeds=bot_words.speed_picker(reader.language, filled),
        seats=[n for n in table.game.seats if not any(chair.taken for chair in table.chairs[n:])],
        chairs=table.opened.seats,
    )


def first_time(reader: Reader, game: Game, filled: Mapping[str, str]) -> str:
    """Whoever has never sat at a table here and wants to play at once is offered the lesson first."""
    title = game.speak(reader.language).phrase("title")
    return render("first_match.html", reader, game=game.name, title=title, filled=list(filled.items()))


def lessons(reader: Reader, game: Game, done: int = 0, left: str = "") -> str:
    """The lessons of a game, one after the other. `done`: the one that was finished, `left`: at which table."""
    listed = [{"title": one.title[reader.language], "steps": len(one.mine)} for one in game.lessons]
    return render(
        "lessons.html",
        reader,
        game=game.name,
        title=game.speak(reader.language).phrase("title"),
        lessons=listed,
        next=done + 1 if done < len(listed) else 0,
        left=left,
    )


def message(reader: Reader, title: str, *lines: str, back: str = "/") -> str:
    return _message(reader, title=title, lines=lines, back=back)


def _message(reader: Reader, **values: Any) -> str:
    """A page with a heading, a few sentences, and what is named besides."""
    nothing = {"secret_link": "", "key": "", "take": False, "renew": None, "onward": False, "only_here": False}
    return render("message.html", reader, **{**nothing, **values})


def credits_page(reader: Reader) -> str:
    lines = (say(reader.language, f"credits.{what}") for what in ("trademarks", "drawings", "fonts", "morph", "code"))
    return message(reader, say(reader.language, "Credits"), *lines)


def device_page(reader: Reader, table: Table, seat: int, link: str, key: str, renewed: bool) -> str:
    """The link to a seat. renewed: it has just been made anew"""
    told = [say(reader.language, "note.key-renewed")] if renewed else []
    along = bool(table.chairs[seat].guest) and reader.person in table.chairs[seat].devices
    return _message(
        reader,
        title=say(reader.language, "Play on another device"),
        lines=[*told, *(say(reader.language, f"device.{what}") for what in ("how", "secret"))],
        renew={"seat": seat, "why": say(reader.language, "device.alone" if along else "device.renew"), "alone": along},
        code=table.code,
        only_here=only_here(link),
        back=f"/t/{table.code}",
        secret_link=link,
        key=key,
    )


def alone_page(reader: Reader, table: Table, seat: int) -> str:
    """Whoever takes a chair along from somebody else's device is asked whether it stays readable there."""
    return _message(
        reader,
        title=say(reader.language, "Only here from now on?"),
        lines=[],
        renew={"seat": seat, "why": say(reader.language, "device.alone"), "alone": True},
        code=table.code,
        back=f"/t/{table.code}",
        onward=True,
    )


def on_device_page(reader: Reader, table: Table) -> str:
    """For who has the link to a seat; it tells others no more of the table than they may know."""
    looks = hosting.why_not_look(table, reader.person) is None
    return _message(
        reader,
        title=table.game.speak(reader.language).phrase("title") if looks else table.code,
        lines=[say(reader.language, "Your chair is waiting at {code}.", code=table.code)],
        back=f"/t/{table.code}",
        take=True,
        code=table.code,
    )
