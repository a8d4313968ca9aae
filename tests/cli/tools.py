"""What the tests of the command line share: a runner, a typist, and the secrets of a record."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner, Result

import speelhol
from speelhol.cli import cli
from speelhol.cli.replay import Reel
from speelhol.cli.screen import Screen
from speelhol.kernel import Match, Record, Speech

ENGLISH = {"SPEELHOL_LANG": "en"}
WIDE = ENGLISH | {"COLUMNS": "400"}
"""So wide that no sentence is broken."""
TERMINAL = WIDE | {"LINES": "500", "TTY_COMPATIBLE": "1", "NO_COLOR": "1", "TERM": "xterm"}
"""As if the output were a terminal."""


def run(*args: str, keys: str | None = None, env: dict[str, str] | None = None) -> Result:
    """Run the command line. An exception that is not an exit is a failure of the test."""
    result = CliRunner().invoke(cli, args, input=keys, env={"LANG": "", "LC_ALL": "", **(env or WIDE)})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def failure(*args: str, keys: str | None = None) -> tuple[int, str]:
    """The exit code and the one sentence of a command that can't be carried out."""
    result = run(*args, keys=keys)
    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.exit_code, result.stderr.strip()


def typing(seed: str, lines: int = 6000) -> str:
    """A patient player who types anything, mostly what is likely to be an answer."""
    rng = random.Random(seed)
    likely = ["1", "2", "3", "4", "", "min", "max", "half", "done", "1 max", "2 max", "1 min", "2 half"]
    rare = ["?", "r", "r all", "log", "table", "help", "undo", "back", "more", "77", "-1", "a", "1 2 3", "no such", "é"]
    return "\n".join(rng.choice(likely if rng.random() < 0.9 else rare) for _ in range(lines)) + "\n"


def play_randomly(match: Match, seed: str = "x") -> Match:
    rng = random.Random(seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    return match


def save_random(name: str, file: Path, seats: int | None = None, seed: str = "x") -> Record:
    """A whole match of random play as a file."""
    game = speelhol.game(name)
    record = play_randomly(game.start(seats or game.seats[0], seed), seed).record()
    file.write_bytes(record.to_bytes())
    return record


def visible(output: str) -> str:
    """Output without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", output)


def secrets(record: Record, names: tuple[str, ...] = (), language: str = "en") -> list[set[str]]:
    """By seat, the texts that only this seat may read before the end: of private panels and whispered events."""
    reel = Reel(record)
    game = speelhol.game(record.game)
    speech = game.speak(language, names)
    own: list[set[str]] = [set() for _ in range(record.seats)]
    known: list[set[str]] = [set() for _ in range(record.seats)]
    for frame, told in zip(reel.frames, reel.told, strict=True):
        for event, to in told:
            for seat in range(record.seats):
                if to is None or to == seat:
                    (known if to is None else own)[seat].add(speech.event(event))
        if frame.over:
            break
        for seat in range(record.seats):
            for private, text in panel_texts(frame, seat, speech):
                (own if private else known)[seat].add(text)
    return [
        mine - known[seat] - set().union(*(texts for s, texts in enumerate(own) if s != seat))
        for seat, mine in enumerate(own)
    ]


def panel_texts(match: Match, seat: int, speech: Speech) -> Iterator[tuple[bool, str]]:
    for panel in match.game.describe(match.view(seat).now, speech):
        for text in (*panel.lines, *(cell for row in panel.table for cell in row)):
            yield panel.private, text


def pieces(screen: str) -> set[str]:
    """The sentences and table cells on a screen, without what frames them."""
    found: set[str] = set()
    for line in visible(screen).splitlines():
        text = re.sub(r"^[│•\s]*(\([^)]*\) )?", "", line).rstrip("│ ")
        found |= {text, *re.split(r"\s{2,}", text)}
    return found


def says(key: str, **values: str) -> str:
    return Screen("en").say(key, **values)
