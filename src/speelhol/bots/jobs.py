"""What is thought out in a worker, away from the tables: a decision for a seat, and who was going to win a match."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct

from ..games import game as find_game
from ..kernel import EVEN, Action, Belief, Match, Record, Temper, View
from ..kernel.chance import Loose
from .bot import Bot, Budget, Thought
from .worlds import Lucks, Worlds, play_on

SHORTEST = 4
"""Imagined plays of a moment before time may cut it short."""


class Opinion(Struct, frozen=True):
    """A thought on its way between processes: actions in their text form."""

    action: str
    choices: tuple[tuple[str, float, int], ...] = ()
    """The best ones: what, its worth, and how many imagined plays that rests on."""
    beliefs: tuple[Belief, ...] = ()
    rounds: int = 0


def bot_at(where: str, temper: Temper) -> Bot:
    """A bot that is named as `module:Class`."""
    module, _, name = where.partition(":")
    bot: Bot = getattr(import_module(module), name)(temper)
    return bot


def decide(view: View, where: str, temper: Temper, seed: float, seconds: float, rounds: int = 1_000_000) -> Opinion:
    """What a bot, named as `module:Class`, does in a seat. Raises TypeError if it answers with something else."""
    thought = bot_at(where, temper).think(view, random.Random(seed), Budget(seconds, rounds))  # noqa: S311 - a bot's whims
    if not isinstance(thought, Thought) or not isinstance(thought.action, Action):
        raise TypeError(f"a bot answered with a {type(thought).__name__}")
    choices = tuple((str(one.action), float(one.worth), int(one.plays)) for one in thought.choices[:3])
    return Opinion(str(thought.action), choices, tuple(thought.beliefs), thought.rounds)


def chances(
    record: bytes, moments: Sequence[int], eyes: int | None, plays: int, seconds: float, seed: float
) -> list[list[float]]:
    """By moment and seat the chance to win, as everything lies open or from what one seat knew at that moment.

    moments: in rising order, each the number of moves made before it
    plays, seconds: imagined plays for each moment, and when to be content with fewer
    """
    told = Record.from_bytes(record)
    game = find_game(told.game)
    match, made, found = game.replay(told, 0), 0, []
    for moment in moments:
        for seat, action in told.actions[made:moment]:
            match.play(seat, game.read(action))
        made = moment
        found.append(_chances(match, eyes, plays, seconds, random.Random(f"{seed}/{moment}")))  # noqa: S311
    return found


def _chances(match: Match, eyes: int | None, plays: int, seconds: float, rng: random.Random) -> list[float]:
    mind = match.game.mind
    if match.over:
        return list(mind.worth(match))
    worlds = [match] * plays if eyes is None else Worlds(match.view(eyes), rng, plays).spread(plays, rng)
    sums, done = [0.0] * match.seats, 0
    end = time.perf_counter() + seconds
    lucks = Lucks(rng)
    for world in worlds:
        falls, whims = lucks.pair(rng.random())
        got = play_on(world.copy(Loose(falls)), mind, EVEN, whims, mind.patience)
        sums = [a + b for a, b in zip(sums, got, strict=True)]
        done += 1
        if done >= SHORTEST and time.perf_counter() > end:
            break
    return [total / done for total in sums]


JOBS: Mapping[str, Callable[..., Any]] = {"decide": decide, "chances": chances}
