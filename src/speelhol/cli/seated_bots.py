"""The bots of a match in the terminal, and what a sharp one would do in a person's place."""

from __future__ import annotations

import random
from collections.abc import Sequence

import click
from msgspec import Struct
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..bots import Budget
from ..bots.jobs import bot_at
from ..bots.roster import ADVISER, CHARACTERS, LEVELS, MIXED, newcomer
from ..games import game as find_game
from ..kernel import EVEN, Action, Speech, View
from .screen import Screen

BUDGET = Budget(seconds=5.0, rounds=300)
"""Rounds come first: with the same seed a bot decides the same, unless the machine is very slow."""


class SeatedBot(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    level: str
    character: str

    def decide(self, view: View, rng: random.Random) -> Action:
        bot = bot_at(LEVELS[self.level], CHARACTERS[self.character])
        return bot.think(view, rng, BUDGET).action

    def kind(self, screen: Screen) -> str:
        """What it is, in words."""
        level, character = screen.say(f"bot.seat.{self.level}"), screen.say(f"bot.is.{self.character}")
        return f"{level}, {character}"


def invited(people: Sequence[str], seats: int, level: str, character: str = MIXED) -> list[SeatedBot]:
    """Bots for the seats that no person takes."""
    bots: list[SeatedBot] = []
    for _ in range(seats - len(people)):
        name, own = newcomer([*people, *(bot.name for bot in bots)], character)
        bots.append(SeatedBot(name, level, own))
    return bots


def hint(screen: Screen, speech: Speech, view: View, rng: random.Random) -> list[RenderableType]:
    """What a sharp bot would do here, from what the person at the keyboard can see."""
    thought = bot_at(ADVISER, EVEN).think(view, rng, BUDGET)
    grid = Table.grid(padding=(0, 3, 0, 0))
    for one in thought.choices:
        grid.add_row(Text(speech.do(one.action)), Text(speech.percent(one.worth) if one.plays else "", style="bold"))
    if not thought.choices:
        grid.add_row(Text(speech.do(thought.action)))
    beliefs = [text for belief in thought.telling if (text := speech.belief(belief)) is not None]
    why = [speech.reason(one) for one in find_game(view.game).reasons(view, thought.action, thought.beliefs)]
    return [
        screen.heading(screen.say("hint.heading")),
        grid,
        *(Text(text) for text in why[:2]),
        *(Text(text) for text in beliefs[:2]),
        Text(screen.say("hint.grounds", n=speech.money(thought.rounds)), style="dim"),
    ]


level_option = click.option(
    "--level",
    type=click.Choice(list(LEVELS)),
    help="How well the bots play, weakest first.  [default: regular]",
)
character_option = click.option(
    "--character",
    type=click.Choice([MIXED, *CHARACTERS]),
    default=MIXED,
    show_default=True,
    help="What the bots are like; mixed: each has its own character.",
)
