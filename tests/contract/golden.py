"""Golden files: matches in words, and what can be taken back, so that a change in the rules shows as a difference.

python -m tests.contract.golden              writes those that are missing
python -m tests.contract.golden thieves      and writes those of this game anew
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import speelhol
from speelhol.kernel import Game

from .records import kept_of, variants
from .undo import taken_back

SHOWN = 120
LOOKED = 7
"""After every so many moves the views of all are looked at."""


def cases() -> Iterator[tuple[Path, Game, Callable[[], str]]]:
    """A playthrough of each game with its fewest and its most seats, and with each option changed; and what can be
    taken back. Each file with how it is written."""
    for name in speelhol.games():
        game = speelhol.game(name)
        folder = kept_of(game, "golden")
        for said, seats, options in variants(game):
            yield folder / f"{name}-{said}.txt", game, partial(playthrough, game, seats, options)
        yield folder / f"{name}-taken-back.txt", game, partial(taken_back, game)


def playthrough(game: Game, seats: int, options: dict[str, Any]) -> str:
    """A random match: its first moves in words, its result, and a digest of what all saw on the way and at the end."""
    rng = random.Random("golden")
    match = game.start(seats, "golden", **options)
    speech = game.speak("en")
    lines = [f"{game.title}, {seats} seats, {options}, rules {game.rules}", ""]
    lines += [f"    {speech.event(event)}" for event in match.view(None).log]
    moves, seen = 0, hashlib.sha256()
    while not match.over:
        seat = rng.choice(match.to_act)
        action = match.legal(seat).sample(rng)
        tag = match.position.agenda[-1].__struct_config__.tag
        told = match.play(seat, action)
        moves += 1
        if moves % LOOKED == 0 or match.over:
            for eyes in (None, *range(seats)):
                seen.update(match.view(eyes).to_bytes())
        if moves <= SHOWN:
            lines.append(f"{moves}. {speech.seat(seat)} ({tag}): {action}")
            for event, to in told:
                lines.append(f"    {'' if to is None else f'[{speech.seat(to)}] '}{speech.event(event)}")
    lines += ["", f"{moves} moves. {match.result}", f"views {seen.hexdigest()}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for file, game, text in cases():
        if game.name in sys.argv[1:] or not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text(), encoding="utf-8")
            print(f"wrote {file}")  # noqa: T201
