"""What the tests of the command line share: a runner, a typist, and the secrets of a record."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner, Result

import speelhol
from speelhol.cli import cli
from speelhol.cli.choose import FEW, Chooser, Entry
from speelhol.cli.screen import Screen
from speelhol.kernel import Action, Match, Record, Speech, Split, Timeline

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


class Typist:
    """Persons who type: a random offer by its number and amounts, Enter at every pause, and some nonsense between."""

    NONSENSE = ("?", "r", "log", "table", "help", "77777", "-1", "no such word", "é", "more", "quick brown fox", "1.5")

    def __init__(self, seed: str, most: int = 5000) -> None:
        self.rng = random.Random(seed)
        self.most = most
        self.prompt = ""
        self.chooser: Chooser | None = None
        self.lines: list[str] = []

    def line(self, prompt: str = "") -> str:
        """What is typed now. Ends the input when there was too much of it."""
        self.most -= 1
        if self.most < 0:
            raise EOFError
        asks = self.chooser.screen.say if self.chooser else None
        if asks is None or self.chooser is None:
            return ""
        menu, pair = asks("choose.pick"), asks("split.ask", example="").split("(")[0]
        field = self.prompt in (asks("choose.amount"), asks("choose.which")) or self.prompt.startswith(pair)
        if self.prompt != menu and not field:
            return "undo" if self.rng.random() < 0.03 else ""
        if self.rng.random() < 0.05:
            return self.rng.choice(self.NONSENSE)
        if self.prompt == menu:
            self.lines = []
        if not self.lines:
            self.lines = self.spell(self.chooser, self.prompt == menu)
        return self.lines.pop(0)

    def spell(self, chooser: Chooser, menu: bool) -> list[str]:
        """The lines that choose a random offer."""
        action = chooser.offers.sample(self.rng)
        at, entry = next((n, e) for n, e in enumerate(chooser.entries, 1) if e == action or is_of(e, action))
        if isinstance(entry, Action):
            return [str(at)]
        if isinstance(entry, Split):
            pairs = getattr(action, entry.field)
            words = [f"{entry.keys.index(key) + 1} {amount}" for key, amount in pairs] + ["done"]
        else:
            words = [
                str(value) if isinstance(domain, range) and len(domain) > FEW else str(domain.index(value) + 1)
                for value, domain in ((getattr(action, f), d) for f, d in entry.domains.items())
                if len(domain) > 1
            ]
        return [" ".join([str(at), *words])] if menu else words


def is_of(entry: Entry, action: Action) -> bool:
    return not isinstance(entry, Action) and action in entry


def play(name: str, *args: str, seed: str, env: dict[str, str] | None = None, typist: Typist | None = None) -> Result:
    """`speelhol play` with persons who type at random until the match is over."""
    typist = typist or Typist(seed)
    choose, read = Chooser.choose, Screen.read

    def choosing(chooser: Chooser) -> Action:
        typist.chooser, typist.lines = chooser, []
        return choose(chooser)

    def reading(screen: Screen, prompt: str = "") -> str:
        typist.prompt = prompt
        return read(screen, prompt)

    with (
        patch.object(Chooser, "choose", choosing),
        patch.object(Screen, "read", reading),
        patch("builtins.input", typist.line),
    ):
        return run("play", name, "--seed", seed, *args, env=env)


def play_randomly(match: Match, seed: str = "x", most: int = 100_000) -> Match:
    rng = random.Random(seed)
    for _ in range(most):
        if match.over:
            break
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    return match


def save_random(name: str, file: Path, most: int = 100_000) -> Record:
    """A match of random play as a file: the whole of it, or its beginning."""
    game = speelhol.game(name)
    record = play_randomly(game.start(game.seats[0], "x"), "x", most).record()
    file.write_bytes(record.to_bytes())
    return record


def visible(output: str) -> str:
    """Output without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", output)


def private_texts(
    record: Record, names: tuple[str, ...] = (), language: str = "en"
) -> tuple[list[set[str]], list[set[str]]]:
    """By seat, the texts that it may read before the end and not everybody, of private panels and whispered events;
    and those that no other seat may: two can have drawn the same card."""
    game = speelhol.game(record.game)
    timeline = Timeline(game, record)
    speech = game.speak(language, names)
    own: list[set[str]] = [set() for _ in range(record.seats)]
    known: list[set[str]] = [set() for _ in range(record.seats)]
    for frame, told in zip(timeline.frames, timeline.told, strict=True):
        for event, to in told:
            for seat in range(record.seats):
                if to is None or to == seat:
                    (known if to is None else own)[seat].add(speech.event(event))
        if frame.over:
            break
        for seat in range(record.seats):
            for private, text in panel_texts(frame, seat, speech):
                (own if private else known)[seat].add(text)
    theirs = [mine - known[seat] for seat, mine in enumerate(own)]
    others = [set().union(*(texts for s, texts in enumerate(own) if s != seat)) for seat in range(record.seats)]
    return theirs, [mine - others[seat] for seat, mine in enumerate(theirs)]


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
