"""Stored matches of every version of the rules: a released match stays what it was, move by move.

python -m tests.contract.records     writes those of versions that have none yet

A fix of the rules either leaves these files' matches equal, or it raises the game's version and branches by
`position.rules`. What has been released is never written anew.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import speelhol
from speelhol.kernel import Game, Match, Record, Stream, to_json

GAMES = Path(__file__).parent.parent / "games"


def kept_of(game: Game, what: str) -> Path:
    """A folder of what is kept of a game, with the game's own tests."""
    return GAMES / game.package.rpartition(".")[2] / what


def variants(game: Game) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The fewest and the most seats, and each option changed, each with a name."""
    default = {option: values[0] for option, values in game.option_values().items()}
    every = list(game.variants())
    fitting = [seats for seats, options in every if options == default]
    for seats in (fitting[0], fitting[-1]):
        yield f"{seats}", seats, default
    for option, values in game.option_values().items():
        for value in values[1:]:
            changed = {**default, option: value}
            seats = next(n for n, options in every if options == changed)
            yield f"{seats}-{option}-{value}".lower(), seats, changed


def missing() -> Iterator[tuple[Path, Game, int, int, dict[str, Any]]]:
    """Files that should be there and are not: for every version that this program knows."""
    for name in speelhol.games():
        game = speelhol.game(name)
        for version in game.versions:
            for said, seats, options in variants(game):
                file = kept_of(game, "records") / f"{name}-rules-{version}-{said}.json"
                if not file.exists():
                    yield file, game, version, seats, options


def play(game: Game, version: int, seats: int, options: dict[str, Any]) -> Match:
    rng = random.Random("record")
    seed = f"record/{game.name}/{version}"
    match = game.begin(seats, game.read_options(options), version, Stream(seed), seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    return match


def told(record: Record) -> str:
    """Everything that was told and whispered, move by move, as a digest."""
    game = speelhol.game(record.game)
    match = game.replay(record, 0)
    digest = hashlib.sha256()
    for seat, text in record.actions:
        digest.update(to_json(match.play(seat, game.read(text))))
    return digest.hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """What everybody was told at every move of each record in a folder, as a digest: `TOLD` has a line for each."""
    lines = (folder / "TOLD").read_text().splitlines() if (folder / "TOLD").exists() else []
    return dict(line.split("  ")[::-1] for line in lines)


if __name__ == "__main__":
    for file, game, version, seats, options in missing():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(play(game, version, seats, options).record().to_bytes())
        known = digests(file.parent) | {file.name: told(Record.from_bytes(file.read_bytes()))}
        (file.parent / "TOLD").write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(known.items())))
        print(f"wrote {file}")  # noqa: T201
