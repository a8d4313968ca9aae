"""What the contract suite runs over: every registered game at every seat count and with every option."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import Any

import pytest

import speelhol
from speelhol.kernel import Action, Game, Match

Check = Callable[[Any], None]


def variants(more: int = 99) -> list[Any]:
    """(game, seats, options) for pytest, with up to so many seats more than the game's fewest."""
    cases = []
    for name in speelhol.games():
        for seats, options in speelhol.game(name).variants():
            if seats > speelhol.game(name).seats[0] + more:
                continue
            said = "-".join(f"{key}={value}" for key, value in options.items())
            cases.append(pytest.param(speelhol.game(name), seats, options, id=f"{name}-{seats}-{said}".rstrip("-")))
    return cases


every_variant = pytest.mark.parametrize(("game", "seats", "options"), variants())
small_variant = pytest.mark.parametrize(("game", "seats", "options"), variants(more=1))
every_game = pytest.mark.parametrize("game", [pytest.param(speelhol.game(n), id=n) for n in speelhol.games()])


def beside_tests(name: str, which: str) -> Any:
    """A module that lies with a game's own tests; None where there is no such file, or no tests of it at all."""
    package = f"tests.games.{name.replace('-', '_')}"
    if find_spec(package) is None or find_spec(f"{package}.{which}") is None:
        return None
    return importlib.import_module(f"{package}.{which}")


def invariants(game: Game) -> Check:
    """The game's own invariants: money and cards are conserved."""
    module = beside_tests(game.name, "invariants")
    assert module is not None, f"tests/games/{game.name.replace('-', '_')}/invariants.py is missing: check(position)"
    check: Check = module.check
    return check


FACTS: dict[str, Any] = {"MET": "", "EVENING": (), "SUMS_ALONE": True, "SEATS": 0, "SECRETS": "everybody"}
"""What tests of the house may know about a game, from `tests/games/GAME/facts.py`; here, where it says nothing.

`MET`: the decisions that make it what it is, so that its lessons bring them up; those left out are their other halves
(to withdraw, to stay). `EVENING`: an ordinary match that does not take long, as seats, number and what two people are
fond of doing. `SUMS_ALONE`: the result follows from the sums beside the names. `SEATS`: with how many it is played to
its end. `SECRETS`: who has any, one of `WHO`.
"""
WHO = {
    "everybody": "each seat knows what no other may",
    "somebody": "some seats do",
    "the house": "no seat does, but something lies hidden from all, such as a pile",
    "nobody": "nothing is hidden, but for answers that are given at once, until all have answered",
}
"""Who may have secrets in a game."""


def fact(name: str, which: str) -> Any:
    """One of the facts about a game."""
    module = beside_tests(name, "facts")
    if module is None:
        return FACTS[which]
    told = vars(module)
    unknown = [one for one in told if one.isupper() and one not in FACTS]
    assert not unknown, f"No test asks for {', '.join(unknown)} in {facts_of(name)}; the facts are {', '.join(FACTS)}."
    return told.get(which, FACTS[which])


def facts_of(name: str) -> str:
    """Where the facts about a game are written."""
    return f"tests/games/{name.replace('-', '_')}/facts.py"


def own_secrets(name: str, by_seat: Iterable[object], where: str) -> None:
    """Of a game in which everybody has secrets each seat must have come upon one of its own, or a test of what others
    see has looked for nothing; of one in which somebody has, one seat."""
    found, said = list(by_seat), fact(name, "SECRETS")
    enough = {"everybody": all, "somebody": any}.get(said)
    lacking = ", ".join(str(seat) for seat, own in enumerate(found) if not own)
    assert enough is None or enough(found), (
        f"Seat {lacking} of {name} has nothing of its own {where}, in private panels or whispered events. "
        f"Who has secrets in a game is said by SECRETS in {facts_of(name)}, and here that is {said!r}."
    )


def having(file: str) -> list[str]:
    """The games that bring a file: a drawn table, a lesson, moments."""
    return [name for name in speelhol.games() if speelhol.game(name).folder.has(file)]


def step(match: Match, rng: random.Random) -> tuple[int, Action]:
    """One random move."""
    seat = rng.choice(match.to_act)
    action = match.legal(seat).sample(rng)
    match.play(seat, action)
    return seat, action


def random_match(game: Game, seats: int, options: dict[str, Any], seed: str, limit: int = 200_000) -> Match:
    """A match played to the end at random."""
    rng = random.Random(seed)
    match = game.start(seats, seed, **options)
    for _ in range(limit):
        if match.over:
            return match
        step(match, rng)
    raise AssertionError(f"no end after {limit} moves")


_LENGTHS: dict[tuple[str, int, str], int] = {}


def length(game: Game, seats: int, options: dict[str, Any]) -> int:
    """How many moves one random match takes, to choose moments from."""
    key = (game.name, seats, repr(options))
    if key not in _LENGTHS:
        _LENGTHS[key] = len(random_match(game, seats, options, "length").record().actions)
    return _LENGTHS[key]


def moments(game: Game, seats: int, options: dict[str, Any], seed: str, number: int) -> Iterator[Match]:
    """Matches stopped at random moments, the last of them at the end or near it."""
    rng = random.Random(seed)
    longest = length(game, seats, options)
    for i in range(number):
        match = game.start(seats, f"{seed}/{i}", **options)
        for _ in range(longest if i == number - 1 else rng.randrange(longest)):
            if match.over:
                break
            step(match, rng)
        yield match


def pool(game: Game, seats: int, options: dict[str, Any], size: int = 300) -> list[Action]:
    """Actions of every kind that occurred in a random match: somewhere legal, elsewhere junk."""
    rng = random.Random(0)
    match = game.start(seats, "pool", **options)
    actions: dict[type[Action], list[Action]] = {}
    for _ in range(5_000):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        action = match.legal(seat).sample(rng)
        kept = actions.setdefault(type(action), [])
        if len(kept) < size // 6:
            kept.append(action)
        match.play(seat, action)
    return [action for kept in actions.values() for action in kept]


def junk(some: list[Action], rng: random.Random) -> Action:
    """An action that is probably not legal: one from elsewhere, perhaps with a field changed."""
    action = rng.choice(some)
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    if fields and rng.random() < 0.6:
        name = rng.choice(list(fields))
        fields[name] = _bent(fields[name], rng)
    return type(action)(**fields)


def _bent(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -1, value * 7 + 50, 10**9, value + 37))
    if isinstance(value, str):
        return rng.choice((value + "x", "", "nowhere"))
    if isinstance(value, tuple):
        return rng.choice(((), value + value[:1], value[:-1], value[::-1]))
    return rng.choice((0, "x"))
