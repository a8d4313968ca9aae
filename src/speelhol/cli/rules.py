"""What there is to play, and the rulebooks."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ..games import game as game_of
from ..games import games as names
from ..games import unfinished
from ..kernel import Game, Rulebook, house_rules
from . import params
from .screen import Screen


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def facts(game: Game, language: str) -> dict[str, Any]:
    """The facts of a game as plain data."""
    speech = game.speak(language)
    return {
        "name": game.name,
        "title": speech.phrase("title"),
        "tagline": speech.phrase("tagline"),
        "seats": [game.seats[0], game.seats[-1]],
        "minutes": list(game.minutes),
        "options": {name: list(values) for name, values in game.option_values().items()},
        "rules_version": game.rules,
    }


@click.command()
@params.language
@params.as_json
def games(lang: str, as_json: bool) -> None:
    """List the games, and say of what can't be played why not."""
    for sentence in unfinished().values():
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps([facts(game_of(name), lang) for name in names()], ensure_ascii=False, indent=2))
        return
    screen = Screen(lang)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim", pad_edge=False)
    for key in ("title", "players", "minutes", "name"):
        table.add_column(screen.say(f"games.{key}"))
    for name in names():
        game = game_of(name)
        speech = game.speak(lang)
        title = Text(speech.phrase("title"), style="bold")
        title.append(f"\n{speech.phrase('tagline')}", style="dim not bold")
        table.add_row(title, Text(span(game.seats[0], game.seats[-1])), Text(span(*game.minutes)), Text(name))
    screen.show(screen.heading(screen.say("games.heading")), table, Text(screen.say("games.hint"), style="dim"))


def book(rulebook: Rulebook, language: str) -> list[dict[str, Any]]:
    """A rulebook as plain data, chapter by chapter."""
    return [
        {
            "id": chapter.id,
            "title": chapter.title[language],
            "rules": [{"id": r.id, "label": r.label, "text": r.text[language]} for r in chapter.rules],
        }
        for chapter in rulebook.chapters
    ]


@click.command()
@click.argument("game", metavar="GAME")
@params.language
@click.option("--ids", "with_ids", is_flag=True, help="Show the id of each rule too, and where it comes from.")
@params.as_json
def rules(game: str, lang: str, with_ids: bool, as_json: bool) -> None:
    """Print the rulebook of GAME."""
    chosen = params.find_game(game)
    if as_json:
        data = facts(chosen, lang) | {"chapters": book(chosen.rulebook, lang), "house": book(house_rules(), lang)}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    screen = Screen(lang)
    speech = chosen.speak(lang)
    seats, minutes = span(chosen.seats[0], chosen.seats[-1]), span(*chosen.minutes)
    screen.show(
        Text(speech.phrase("title"), style="bold yellow"),
        Text(speech.phrase("tagline"), style="italic"),
        Text(screen.say("rules.facts", seats=seats, minutes=minutes), style="dim"),
        *([Text(screen.say("rules.legend"), style="dim")] if with_ids else []),
    )
    for chapter in chosen.rulebook.chapters:
        screen.show(Text(), *screen.chapter(chapter, with_ids))
    if chosen.option_values():
        screen.show(Text(), screen.heading(screen.say("rules.options")))
        for option, values in chosen.option_values().items():
            screen.show(Text(f"  {speech.phrase(f'option.{option}')}"))
            for value in values:
                line = Text(f"    --option {option}={params.spell(value)}", style="cyan")
                line.append(f"  {speech.phrase(f'option.{option}.{params.spell(value)}')}", style="default")
                screen.show(line)
    screen.show(Text(), Text(screen.say("rules.house"), style="bold yellow"))
    for chapter in house_rules().chapters:
        screen.show(*screen.chapter(chapter, with_ids))
