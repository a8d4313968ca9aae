"""What a host does, by the forms of the pages; and the page on which they change the house rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_args

from litestar import Response, get

from ...den import Den, Table
from ...den.tables.door import USUAL_DOOR, DoorSettings, Level
from ..session.visitor import AnyRequest, TheTable, reader_of
from ..text import bots as bot_words
from ..text.clocks import read_pace, spelled
from . import front
from .answers import html

Filled = Mapping[str, str]
Deed = Callable[[Den, Table, str, Filled], Awaitable[None]]
"""What a person does at a table, as a form says."""


def named(data: Filled, field: str) -> int:
    """The number in a field; -1 if there is none."""
    text = data.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else -1


def sitting_of(data: Filled) -> int:
    """Which sitting of a chair a form means; -1, which is none, if it does not say: it meets nobody then."""
    return named(data, "sitting")


def options_of(game: Any, data: Filled) -> dict[str, Any]:
    """The options of a game that a form chose; where it chose none, the usual ones."""
    return {
        option: next((v for v in values if str(v).lower() == data.get(f"option.{option}", "").lower()), values[0])
        for option, values in game.option_values().items()
    }


def welcome_of(data: Filled, language: str) -> DoorSettings:
    """Who may come to a new table, as its form says: those with the link, unless it is to stand in the lobby."""
    if data.get("listed") != "1":
        return USUAL_DOOR
    level: Level = next((one for one in get_args(Level) if one == data.get("welcome")), "any")
    return DoorSettings(listed=True, languages=(language,), level=level)


async def _rules(den: Den, table: Table, person: str, data: Filled) -> None:
    await den.change_rules(
        table,
        person,
        options_of(table.game, data),
        read_pace(data),
        bot_words.chosen_hints(data),
        bot_words.chosen_speed(data),
        max(0, named(data, "seats")),
    )


async def adjust(den: Den, table: Table, person: str, data: Filled, place: str) -> None:
    """The settings that a form changes, from wherever it was sent."""
    changes = {name: data[name] == "1" for name in ("watch", "talk", "approve", "listed") if name in data}
    await den.adjust(table, person, changes, place)


HOST_DEEDS: dict[str, Deed] = {
    "host": lambda den, table, person, data: den.take_over(table, person),
    "pass": lambda den, table, person, data: den.pass_host(table, named(data, "seat"), person, sitting_of(data)),
    "remove": lambda den, table, person, data: den.remove(table, named(data, "who"), person, sitting=sitting_of(data)),
    "bar": lambda den, table, person, data: den.remove(table, named(data, "who"), person, True, sitting_of(data)),
    "admit": lambda den, table, person, data: den.admit(table, named(data, "who"), person),
    "answer": lambda den, table, person, data: den.answer_knock(
        table, named(data, "who"), person, data.get("yes") == "1", data.get("before") == "1"
    ),
    "withdraw": lambda den, table, person, data: den.withdraw(table, person),
    "silence": lambda den, table, person, data: den.silence(
        table, named(data, "who"), person, data.get("silent") != "0", sitting_of(data)
    ),
    "rules": _rules,
    "speed": lambda den, table, person, data: den.change_speed(table, person, bot_words.chosen_speed(data)),
    "pause": lambda den, table, person, data: den.pause(table, person, data.get("paused") != "0"),
    "close": lambda den, table, person, data: den.close_table(table, person),
    "resign": lambda den, table, person, data: den.resign(table, named(data, "seat"), person),
}
"""By the last part of the form's address."""


@get("/t/{code:str}/house")
async def rules_form(request: AnyRequest, table: TheTable) -> Response[str]:
    """The house rules of a table that waits, for its host to change."""
    reader = reader_of(request)
    table.host_only(reader.person)
    return html(front.house_rules(reader, table, filled_of(table)))


def filled_of(table: Table) -> dict[str, str]:
    """The form that says what a table's rules are now."""
    opened = table.opened
    chosen = {f"option.{name}": str(value).lower() for name, value in opened.options.items()}
    return {
        **chosen,
        "pace": spelled(opened.pace),
        "absent": opened.pace.absent,
        "hints": opened.hints,
        "speed": opened.speed,
        "seats": str(opened.seats),
    }
