"""What commands are given: a game, a language, options, a file. Each is checked once, here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ..games import game, games
from ..kernel import FIRST, LANGUAGES, BadRecord, Game, Record
from .errors import Sorry

F = TypeVar("F", bound=Callable[..., Any])

SMALLEST_FILE_TOO_LARGE = 64 * 2**20
"""No match record comes near this many bytes."""


def find_game(name: str) -> Game:
    """The game of this name, however its words are joined. Raises Sorry if there is none."""
    try:
        return game("-".join(name.lower().replace("_", " ").replace("-", " ").split()))
    except ValueError:
        raise Sorry(f"There is no game {name!r}; there are {', '.join(games())}.") from None


def default_language() -> str:
    """The language of the reader's system if we speak it, else English."""
    for variable in ("SPEELHOL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else FIRST
    return FIRST


def language(command: F) -> F:
    """Add --lang."""
    decorate = click.option(
        "--lang",
        "lang",
        type=click.Choice(LANGUAGES),
        default=default_language,
        show_default="your system's, else en",
        help="Language of what you read.",
    )
    return decorate(command)


def old_spelling(old: str, new: str, **like: Any) -> Callable[[F], F]:
    """Add a flag under a name it had before: it works, is not shown, and says in a sentence what it is called now."""

    def remind(_: click.Context, __: click.Parameter, value: Any) -> Any:
        if value is not None:
            click.echo(f"{old} is called {new} now; the old name goes with the next version.", err=True)
        return value

    return click.option(old, hidden=True, callback=remind, **like)


def options(command: F) -> F:
    """Add --option KEY=VALUE, which may come several times."""
    return click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the game.")(command)


def as_json(command: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")(command)


def read_options(of: Game, given: Sequence[str]) -> Mapping[str, Any]:
    """The options that were given as KEY=VALUE. Raises Sorry if one is unknown or has no such value."""
    known = of.option_values()
    chosen: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise Sorry(f"An option is given as KEY=VALUE, not as {text!r}.")
        if key not in known:
            raise Sorry(f"{of.title} has no option {key!r}; it has {', '.join(known) or 'none'}.")
        meanings = {spell(v): v for v in known[key]}
        if any(isinstance(v, bool) for v in known[key]):
            meanings |= {"yes": True, "no": False, "on": True, "off": False}
        if value.lower() not in meanings:
            values = ", ".join(spell(v) for v in known[key])
            raise Sorry(f"The option {key!r} of {of.title} can be {values}, not {value!r}.")
        chosen[key] = meanings[value.lower()]
    return chosen


def spell(value: Any) -> str:
    """An option's value as it is typed."""
    return str(value).lower()


def check_seats(of: Game, seats: int | None) -> None:
    """Raises Sorry if the game is not for so many players."""
    if seats is not None and seats not in of.seats:
        raise Sorry(f"{of.title} is for {of.seats[0]} to {of.seats[-1]} players, not {seats}.")


def look_here_for_bots(names: str) -> None:
    """Bots of one's own are looked for in the folder one is in, too."""
    if "." in names and (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)


def read_bytes(file: Path) -> bytes:
    """What a record's file holds. Raises Sorry if there is no such file, BadRecord if it can't be one."""
    try:
        if file.is_dir():
            raise Sorry(f"{file} is a folder, not a match record.")
        if file.stat().st_size >= SMALLEST_FILE_TOO_LARGE:
            raise BadRecord("This is not a match record: it is far too large.")
        return file.read_bytes()
    except OSError as error:
        raise Sorry(f"{file} can't be read: {(error.strerror or str(error)).lower()}.") from None


def read_record(file: Path) -> Record:
    """The record in a file. Raises Sorry if there is no such file, BadRecord if it holds no record."""
    return Record.from_bytes(read_bytes(file))
