"""Terminal play: one person, or several who hand the keyboard on, against bots."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..bots.roster import LEVELS, USUAL
from ..games import game as game_of
from ..games import games
from ..kernel import Action, Game, Match, Refused, Result, Speech, View, house_rules
from . import company, params
from .choose import Chooser, read_number
from .company import Bot
from .errors import Sorry
from .screen import Screen

NAMES = ("Ann", "Bram", "Cleo", "Daan", "Eva", "Finn", "Gwen", "Hugo", "Iris", "Jonas", "Kim", "Luuk")
LONGEST_NAME = 20


class Quit(Exception):
    """A player leaves the table."""


class Undone(Exception):
    """A choice was taken back."""


class Session:
    """A match at one keyboard. The persons sit in the first seats, the bots in the others."""

    def __init__(
        self, screen: Screen, match: Match, names: Sequence[str], bots: Sequence[Bot], rng: random.Random, quick: bool
    ) -> None:
        self.screen = screen
        self.match = match
        self.speech: Speech = match.game.speak(screen.language, [*names, *(bot.name for bot in bots)])
        people = self.people = tuple(range(len(names)))
        self.bots = dict(enumerate(bots, len(names)))
        self.shared = len(people) > 1
        self.at: int | None = None if self.shared else 0
        """Who sits at the keyboard."""
        self._rng = rng
        self._quick = quick
        self._heard = dict.fromkeys(people, 0)
        self._heard_open = dict.fromkeys(people, 0)

    def run(self) -> None:
        """Play to the end. Raises Quit, EOFError or KeyboardInterrupt if a person leaves before."""
        self.welcome()
        while not self.match.over:
            seat = self.next()
            if seat in self.people:
                self.turn(seat)
            else:
                self.match.play(seat, self.bots[seat].decide(self.match.view(seat), self._rng))
        self.end()

    def next(self) -> int:
        """Persons answer before bots, and who holds the keyboard before who would have to be handed it."""
        asked = self.match.to_act
        if self.at in asked:
            assert self.at is not None
            return self.at
        return next((s for s in asked if s in self.people), asked[0])

    # ---- a turn

    def turn(self, seat: int) -> None:
        """Ask a person, and do what is chosen."""
        if self.at != seat and not self.hand_over(seat):
            return
        view = self.match.view(seat)
        news = self.news(seat)
        self.screen.clear(self.shared)
        chooser = self.chooser(seat, view)
        mine = len(self.mine(view))
        self.page([*self.told(news), *self.table(view), self.question(view, chooser)], together=mine + 1)
        while True:
            try:
                action = chooser.choose()
                self.match.play(seat, action)
                break
            except Refused as refused:
                chooser.refuse(refused)
            except Undone:
                return
        self.confirm(seat, action)

    def chooser(self, seat: int, view: View) -> Chooser:
        assert view.offers is not None
        match = self.match

        def why_not(action: Action) -> Refused | None:
            return match.why_not(seat, action)

        def hear(prompt: str) -> str:
            return self.hear(seat, view, chooser, prompt)

        chooser = Chooser(self.screen, self.speech, view.offers, hear, why_not, match.game.read)
        return chooser

    def confirm(self, seat: int, action: Action) -> None:
        """Before others answer, a slip of the finger can be taken back."""
        if self._quick or self.match.over or self.next() in self.people or self.match.why_not_undo(seat) is not None:
            return
        self.screen.show(Text(self.screen.say("turn.done", action=self.speech.do(action)), style="green"))
        if self.screen.read(self.screen.say("turn.confirm")).lower() in ("undo", "u"):
            self.undo(seat)

    def hand_over(self, seat: int) -> bool:
        """Clear everything and wait for another person. False if the one before takes a choice back."""
        say, before = self.screen.say, self.at
        self.screen.clear(scrollback=True)
        name = self.speech.seat(seat)
        may_undo = before is not None and self.match.why_not_undo(before) is None
        self.screen.show(self.screen.heading(say("hand.over", name=name), "cyan"))
        if before is not None and may_undo:
            self.screen.show(Text(say("hand.undo", name=self.speech.seat(before)), style="dim"))
        text = self.screen.read(say("hand.press", name=name)).lower()
        if text in ("undo", "u") and before is not None and may_undo:
            self.undo(before)
            self.at = None  # whoever typed it, the screen stays empty until the right person looks
            return False
        if text in ("quit", "q"):
            raise Quit
        self.at = seat
        return True

    def undo(self, seat: int) -> None:
        """Take the newest choice back. Raises Refused."""
        self.match.undo(seat)
        told = len(self.match.view(None).log)
        for person in self.people:
            self._heard[person] = min(self._heard[person], len(self.match.view(person).log))
            self._heard_open[person] = min(self._heard_open[person], told)

    # ---- what is shown

    def news(self, seat: int) -> list[tuple[Any, bool]]:
        """What the seat has been told since it was last asked."""
        log, table = self.match.view(seat).log, self.match.view(None).log
        news = log.own_since(self._heard[seat])
        self._heard[seat], self._heard_open[seat] = len(log), len(table)
        return news

    def told(self, news: Sequence[tuple[Any, bool]]) -> list[RenderableType]:
        return self.screen.news(self.screen.say("turn.news"), news, self.speech)

    def table(self, view: View) -> list[RenderableType]:
        name = self.speech.seat(view.seat) if view.seat is not None else ""
        panels = self.match.game.describe(view.now, self.speech)
        return [self.screen.panel(p, name) for p in sorted(panels, key=lambda p: p.private)]

    def question(self, view: View, chooser: Chooser) -> RenderableType:
        heading = self.screen.heading(self.screen.say("turn.question", name=self.speech.seat(view.seat)), "green")
        assert view.seat is not None
        undo = self.match.why_not_undo(view.seat) is None
        keys = Text(self.screen.say("turn.keys-undo" if undo else "turn.keys"), style="dim")
        parts = [heading, Text(self.speech.ask(view), style="bold")]
        if len(chooser.entries) > 1 or isinstance(chooser.entries[0], Action):
            parts.append(chooser.menu())
        return Group(*parts, keys)

    def page(self, blocks: Sequence[RenderableType], together: int = 1) -> None:
        """Show blocks, a screenful at a time, the last ones `together`."""
        pages = self.screen.pages(blocks, together)
        for n, page in enumerate(pages, 1):
            self.screen.show(*page)
            if n < len(pages):
                self.screen.read(self.screen.say("turn.more"))
                self.screen.clear(self.shared)

    # ---- what can be typed besides an answer

    def hear(self, seat: int, view: View, chooser: Chooser, prompt: str) -> str:
        """A line that is not a command. Raises Quit, Undone."""
        while True:
            text = self.screen.read(prompt)
            word = text.lower()
            if word in ("quit", "q", "exit"):
                raise Quit
            if word == "undo":
                try:
                    self.undo(seat)
                except Refused as refused:
                    chooser.refuse(refused)
                    continue
                self.screen.show(Text(self.screen.say("turn.undone"), style="green"))
                raise Undone
            blocks = self.answer(word, seat, view)
            if blocks is None:
                return text
            self.aside(blocks, view, chooser)

    def answer(self, word: str, seat: int, view: View) -> list[RenderableType] | None:
        """What a command shows, or None if it is no command."""
        say = self.screen.say
        rulebook = self.match.game.rulebook
        step = view.agenda[-1]
        rule = step.rule
        if word == "?":
            now = Text(say("turn.now", step=self.speech.step(step)), style="dim")
            text = self.screen.rule(rulebook[rule]) if rule in rulebook else Text(say("turn.no-rule"))
            return [self.screen.heading(say("turn.rule")), text, now]
        if word in ("r", "rules"):
            name = rulebook[rule].chapter if rule in rulebook else None
            found = [block for c in rulebook.chapters if c.id == name for block in self.screen.chapter(c)]
            return found or [Text(say("turn.no-rule"))]
        if word in ("r all", "rules all"):
            return [*self.screen.rulebook(rulebook), *self.screen.rulebook(house_rules())]
        if word == "log":
            events = self.match.view(seat).log.own_since(0)
            return self.screen.news(say("turn.log"), events, self.speech)
        if word in ("table", "t"):
            return self.table(view)
        if word == "hint":
            return company.hint(self.screen, self.speech, view, self._rng)
        if word in ("help", "h"):
            keys = ("number", "word", "rule", "table", "hint", "undo", "quit")
            return [self.screen.heading(say("help.heading")), *(Text(f"  {say(f'help.{k}')}") for k in keys)]
        return None

    def aside(self, blocks: Sequence[RenderableType], view: View, chooser: Chooser) -> None:
        """Show something else, then the question again."""
        if self.screen.console.is_terminal:
            self.screen.clear(self.shared)
            self.page(blocks)
            self.screen.read(self.screen.say("turn.back"))
            self.screen.clear(self.shared)
        else:
            self.page(blocks)
        self.page([*self.mine(view), self.question(view, chooser)], together=2)

    def mine(self, view: View) -> list[RenderableType]:
        name = self.speech.seat(view.seat)
        panels = self.match.game.describe(view.now, self.speech)
        return [self.screen.panel(p, name) for p in panels if p.private]

    # ---- beginning and end

    def welcome(self) -> None:
        say = self.screen.say
        self.screen.clear(self.shared)
        roster = Table.grid(padding=(0, 3, 0, 0))
        for seat in range(self.match.seats):
            person = seat in self.people
            you = say("welcome.person" if self.shared else "welcome.you")
            roster.add_row(
                Text(self.speech.seat(seat), style="bold" if person else ""),
                Text(you if person else self.bots[seat].kind(self.screen), style="" if person else "dim"),
            )
        self.page(
            [
                self.screen.heading(self.speech.phrase("title")),
                Text(self.speech.phrase("tagline"), style="italic"),
                *self.screen.chapter(self.match.game.rulebook.chapters[0], with_ids=False),
                self.screen.heading(say("welcome.table")),
                roster,
                Text(),
                Text(say("welcome.how")),
            ],
            together=4,
        )
        if self.screen.read(say("welcome.start")).lower() in ("quit", "q", "exit"):
            raise Quit

    def end(self) -> None:
        """Everything is open now: what happened at last, the table, and who won."""
        say = self.screen.say
        self.screen.clear(self.shared)
        if self.shared:
            view = self.match.view(None)
            start = min(self._heard_open.values())
            news = [(event, False) for event in view.log.since(start)]
        else:
            (seat,) = self.people
            view = self.match.view(seat)
            news = self.news(seat)
        assert view.result is not None
        result = Group(
            self.screen.heading(say("end.heading"), "green"), *standing(self.screen, self.speech, view.result)
        )
        self.page([*self.told(news), *self.table(view), result])


def standing(screen: Screen, speech: Speech, result: Result) -> list[RenderableType]:
    """Ranks and scores, and the winners by name."""
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim", pad_edge=False)
    for key in ("end.rank", "end.player", "end.score"):
        table.add_column(screen.say(key), justify="left" if key == "end.player" else "right")
    for seat in sorted(range(len(result.ranks)), key=lambda s: result.ranks[s]):
        style = "bold" if seat in result.winners else ""
        cells = (str(result.ranks[seat]), speech.seat(seat), speech.money(result.scores[seat]))
        table.add_row(*(Text(cell, style=style) for cell in cells))
    return [table, Text(winners(screen, speech, result), style="bold green")]


def winners(screen: Screen, speech: Speech, result: Result) -> str:
    if not result.winners:
        return screen.say("end.nobody")
    who = speech.join(speech.seat(s) for s in result.winners)
    return screen.say("end.winners", n=str(len(result.winners)), who=who)


# ---- sitting down


def pick_number(screen: Screen, low: int, high: int, default: int, prompt: str) -> int:
    while True:
        text = screen.read(f"{prompt} ({screen.say('menu.default', value=str(default))})")
        if not text:
            return default
        if text.lower() in ("quit", "q", "exit"):
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
@company.level_option
@company.character_option
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
        bots = company.invited(names, seats, level or USUAL, character)
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
        known = list(LEVELS)
        screen.show(*(Text(f"{n:>3} {screen.say(f'bot.{one}')}") for n, one in enumerate(known, 1)))
        usual = known.index(USUAL) + 1
        level = known[pick_number(screen, 1, len(known), usual, screen.say("menu.level")) - 1]
    return seats, names, level
