"""What can be taken back, and why not: by question and kind of answer, as random matches of a game find it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from speelhol.kernel import Game, Match, Stream

from .promises import questions, rare

MATCHES = 8
"""So many for each number of seats, option and version of the rules."""

Found = dict[int, dict[tuple[str, str], set[str]]]
"""By version of the rules, then by question and kind of answer: why it can't be taken back, or `yes`."""


def taken_back(game: Game) -> str:
    """A line for every kind of answer: `yes`, or the reasons for which it can't be taken back."""
    found = answered(game)
    asked = {question for by_answer in found.values() for question, _ in by_answer}
    never = [_tag(step) for step in game.steps if step.asks and _tag(step) not in asked]
    assert not never, (
        f"No random match of {game.name} asks {', '.join(never)}; put a match in which it is asked, and the seat, into "
        f"RARE of tests/games/{game.package.rpartition('.')[2]}/promises.py."
    )
    lines = [f"{game.title}: what can be taken back, or why not"]
    for version, by_answer in sorted(found.items()):
        lines += ["", f"Rules {version}"]
        lines += [
            f"{question} / {answer}: {', '.join(sorted(why))}" for (question, answer), why in sorted(by_answer.items())
        ]
    return "\n".join([*lines, ""])


def answered(game: Game) -> Found:
    """Every question is answered, at random, and whoever has answered asks for it back."""
    rng = random.Random("undo")
    found: Found = defaultdict(lambda: defaultdict(set))
    for match, seat in _asked(game):
        action = match.legal(seat).sample(rng)
        after = match.copy(Stream("undo"))
        after.play(seat, action)
        refused = after.why_not_undo(seat)
        said = "yes" if refused is None else refused.reason
        found[match.position.rules][_tag(match.position.agenda[-1]), _tag(action)].add(said)
    return found


def _asked(game: Game) -> Iterator[tuple[Match, int]]:
    for seats, options in game.variants():
        for version in game.versions:
            for number in range(MATCHES):
                yield from questions(game, seats, options, version, f"undo/{number}")
    yield from rare(game)


def _tag(one: Any) -> str:
    """What a question or an action is called."""
    return str(one.__struct_config__.tag)
