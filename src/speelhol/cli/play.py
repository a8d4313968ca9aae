"""Sitting down to play in the terminal: which game, who is who, and where the record goes."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path

import click
from rich.padding import Padding
from rich.text import Text

from ..bots.roster import USUAL, offered
from ..games import game as game_of
from ..games import games
from ..kernel import Game, Match
from . import params, seated_bots
from .choose import read_number
from .errors import Sorry
from .screen import Screen
from .session import Quit, Session

NAMES = ("Ann", "Bram", "Cleo", "Daan", "Eva", "Finn", "Gwen", "Hugo", "Iris", "Jonas", "Kim", "Luuk")
LONGEST_NAME = 20


def pick_number(screen: Screen, low: int, high: int, default: int, prompt: str) -> int:
    while True:
        text = screen.read(f"{prompt} ({screen.say('menu.default', value=str(default))})")
        if not text:
            return default
        if screen.command(text) in ("quit", "q", "exit"):
            raise Quit
        number = read_number(text)
        if number is not None and low <= number <= high:
            return number
        screen.sorry(screen.say("menu.number", low=str(low), high=str(high)))


def pick_game(screen: Screen) -> Game:
    """A menu of the games."""
    known = [game_of(name) for name in games()]
    screen.show(screen.heading(screen.say("games.heading")))
    for n, game in enumerate(known, 1):
        speech = game.speak(screen.language)
        screen.show(Text.assemble((f"{n:>3} ", "bold cyan"), (speech.phrase("title"), "bold")))
        screen.show(Padding(Text(speech.phrase("tagline"), style="dim"), (0, 0, 0, 4), expand=False))
    return known[pick_number(screen, 1, len(known), 1, screen.say("menu.ask")) - 1]


def check_names(given: Sequence[str]) -> tuple[str, ...]:
    """The names without spaces around them. Raises Sorry if one won't do."""
    names = tuple(name.strip() for name in given)
    for name in names:
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise Sorry(f"A name has 1 to {LONGEST_NAME} letters or signs, not {name!r}.")
    if len({name.casefold() for name in names}) < len(names):
        raise Sorry("Two players can't have the same name.")
    return names


def person_names(given: Sequence[str], people: int) -> tuple[str, ...]:
    """Names for all persons: those given first, the rest of our own. Raises Sorry if one won't do."""
    names = check_names(given)
    taken = {name.casefold() for name in names}
    return (*names, *(name for name in NAMES if name.casefold() not in taken))[:people]


def check_save(file: Path | None) -> None:
    """Better to know before the match than after it. Raises Sorry."""
    if file is None:
        return
    if file.exists():
        raise Sorry(f"{file} exists already; choose another name to save to.")
    if not file.absolute().parent.is_dir():
        raise Sorry(f"{file} can't be written: there is no folder {file.absolute().parent}.")


def save(screen: Screen, match: Match, file: Path | None) -> None:
    if file is None:
        return
    try:
        file.write_bytes(match.record().to_bytes())
    except OSError as error:
        raise Sorry(f"{file} can't be written: {(error.strerror or str(error)).lower()}.") from None
    screen.show(Text(screen.say("end.saved", file=str(file))))


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--seats", type=int, help="How many players, bots included. [default: the fewest]")
@click.option("--human", "people", type=int, default=1, show_default=True, help="How many of them are persons.")
@click.option("--name", "given_names", multiple=True, help="A person's name; may come several times.")
@click.option("--seed", help="Any text: the same seed deals the same cards. [default: nobody can guess]")
@seated_bots.level_option
@seated_bots.character_option
@params.options
@params.language
@click.option("--save", "file", type=click.Path(path_type=Path), help="Write the record of the match to this new file.")
@click.option("--quick", is_flag=True, help="Don't stop after each choice; a choice can then hardly be taken back.")
def play(
    game: str | None,
    seats: int | None,
    people: int,
    given_names: tuple[str, ...],
    seed: str | None,
    level: str | None,
    character: str,
    given: tuple[str, ...],
    lang: str,
    file: Path | None,
    quick: bool,
) -> None:
    """Play in the terminal, alone against bots or with others at one keyboard.

    Without GAME you choose from a menu. The bots see what their seat may see and nothing else; `hint` tells what a
    sharp one would do in your place.
    """
    screen = Screen(lang)
    check_save(file)
    try:
        chosen = params.find_game(game) if game else pick_game(screen)
        if game is None:
            seats, given_names, level = ask_table(screen, chosen, seats, people, given_names, level)
        params.check_seats(chosen, seats)
        seats = chosen.seats[0] if seats is None else seats
        if not 1 <= people <= seats:
            raise Sorry(f"Of {seats} players 1 to {seats} can be persons, not {people}.")
        if len(given_names) > people:
            raise Sorry(f"There are {len(given_names)} names for {people} {'person' if people == 1 else 'persons'}.")
        names = person_names(given_names, people)
        bots = seated_bots.invited(names, seats, level or USUAL, character)
        seed = secrets.token_hex(16) if seed is None else seed
        try:
            match = chosen.start(seats, seed, **params.read_options(chosen, given))
        except ValueError as error:
            raise Sorry(str(error)) from None
    except (Quit, EOFError, KeyboardInterrupt):
        screen.show(Text(), Text(screen.say("end.quit")))
        return
    session = Session(screen, match, names, bots, random.Random(f"{seed}/bots"), quick)  # noqa: S311
    try:
        session.run()
    except (Quit, EOFError, KeyboardInterrupt):
        if session.shared:
            screen.clear(scrollback=True)
        screen.show(Text(), Text(screen.say("end.quit")))
    save(screen, match, file)


def ask_table(
    screen: Screen, game: Game, seats: int | None, people: int, names: tuple[str, ...], level: str | None
) -> tuple[int, tuple[str, ...], str | None]:
    """What a person who started from the menu has not said yet."""
    if seats is None:
        low, high = game.seats[0], game.seats[-1]
        seats = pick_number(screen, low, high, low, screen.say("menu.seats", low=str(low), high=str(high)))
    if not names and people == 1:
        default = screen.say("menu.default", value=NAMES[0])
        name = screen.read(f"{screen.say('menu.name')} ({default})")
        names = (name,) if name else ()
    if level is None and seats > people:
        known = offered(game)
        screen.show(*(Text(f"{n:>3} {screen.say(f'bot.seat.{one}')}") for n, one in enumerate(known, 1)))
        usual = known.index(USUAL) + 1
        level = known[pick_number(screen, 1, len(known), usual, screen.say("menu.level")) - 1]
    return seats, names, level
