"""No leak, forward and backward; views reach no position; imagine covers the real world: for every game."""

from __future__ import annotations

import gc
import random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from speelhol.kernel import Dealer, Game, Match, Position, Scripted, Stream

from . import leak
from .cases import WHO, every_variant, fact, facts_of, moments, pool, small_variant


@every_variant
def test_imagine_reproduces_view_and_offers(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(1)
    for match in moments(game, seats, options, "imagine", 6):
        for seat in range(seats):
            seen = match.view(seat)
            for _ in range(3):
                world = game.imagine(seen, rng)
                assert world.view(seat).to_bytes() == seen.to_bytes()
                assert world.legal(seat).plain() == match.legal(seat).plain()


@every_variant
def test_imagined_matches_can_be_played_on(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(2)
    for match in moments(game, seats, options, "rollout", 3):
        world = game.imagine(match.view(rng.randrange(seats)), rng)
        for _ in range(200_000):
            if world.over:
                break
            seat = world.to_act[0]
            world.play(seat, world.legal(seat).sample(rng))
        assert world.result is not None
        with pytest.raises(ValueError, match="imagined"):
            world.record()


@small_variant
def test_those_have_secrets_who_are_said_to(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Worlds that are imagined differ from the real one in what each seat knows: or a view might show all of it,
    imagining copy that, and no twin ever differ. Where not every seat has a secret, `SECRETS` in its facts says so."""
    rng = random.Random(6)
    hides: set[int] = set()
    hidden = False
    for match in moments(game, seats, options, "secrets", 20):
        for seat in range(seats):
            real, world = leak.settled(match, seat), game.imagine(match.view(seat), rng)
            hides |= {one for one in range(seats) if world.view(one).to_bytes() != real.view(one).to_bytes()}
            hidden |= world.position != real.position
    found = {seats: "everybody", 0: "the house" if hidden else "nobody"}.get(len(hides), "somebody")
    said = fact(game.name, "SECRETS")
    assert found == said or (said, found) == ("somebody", "everybody"), (
        f"SECRETS in {facts_of(game.name)} is {said!r} ({WHO[said]}), but by what imagined worlds differ in it is "
        f"{found!r} ({WHO[found]}): write that, or let look() and imagine() hide what is a secret."
    )


@every_variant
def test_no_leak_forward(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(3)
    some = pool(game, seats, options)
    together = 0
    for match in moments(game, seats, options, "twins", 12):
        for seat in range(seats):
            together += leak.twins(match, seat, rng, some)
    assert together > 0


@small_variant
def test_a_bot_reaches_nothing_that_differs_between_worlds(game: Game, seats: int, options: dict[str, Any]) -> None:
    """In its view, at a glance and in what it is offered, also where neither words nor JSON show it."""
    rng = random.Random(7)
    for match in moments(game, seats, options, "reach", 6):
        for seat in range(seats):
            leak.reach(match, seat, rng)


@every_variant
def test_no_leak_backward(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(4)
    for match in moments(game, seats, options, "story", 12):
        for seat in range(seats):
            leak.story(match, seat, rng)


@every_variant
def test_the_open_table_knows_no_more_than_any_seat(game: Game, seats: int, options: dict[str, Any]) -> None:
    """What spectators see must be the same in every world that some seat can imagine."""
    rng = random.Random(5)
    for match in moments(game, seats, options, "open", 6):
        seen = match.view(None)
        assert seen.offers is None
        assert seen.answer is None
        for seat in range(seats):
            world = game.imagine(match.view(seat), rng)
            theirs = world.view(None)
            # an imagined match knows the seat's own whispers, but the open table hears none of them
            assert theirs.to_bytes() == seen.to_bytes()


@every_variant
def test_a_view_reaches_no_position(game: Game, seats: int, options: dict[str, Any]) -> None:
    for match in moments(game, seats, options, "reach", 3):
        for seat in (None, *range(seats)):
            reached = reachable(match.view(seat))
            assert len(reached) > 10
            for forbidden in (Position, Dealer, Match, Stream, Scripted, random.Random):
                assert not [x for x in reached if isinstance(x, forbidden)]


def reachable(root: Any) -> list[Any]:
    """All objects reachable from one, code and classes left out."""
    seen: dict[int, Any] = {}
    stack = [root]
    while stack:
        value = stack.pop()
        if id(value) in seen or isinstance(value, (type, ModuleType, FunctionType, BuiltinFunctionType)):
            continue
        seen[id(value)] = value
        stack.extend(gc.get_referents(value))
        if isinstance(value, msgspec.Struct):  # those that the collector does not track have no referents
            stack.extend(getattr(value, name) for name in value.__struct_fields__)
    return list(seen.values())


@small_variant
def test_imagine_covers_the_real_world(game: Game, seats: int, options: dict[str, Any]) -> None:
    """Whatever another seat really knows turns up among the imagined worlds (amounts: whether there is any)."""
    rng = random.Random(6)
    for match in moments(game, seats, options, "cover", 4):
        me, other = rng.sample(range(seats), 2)
        seen = match.view(me)
        missing = facts(match, other)
        for _ in range(400):
            missing -= facts(game.imagine(seen, rng), other)
            if not missing:
                break
        assert not missing


def facts(match: Match, seat: int) -> set[tuple[str, Any]]:
    """What a seat sees, leaf by leaf."""
    found: set[tuple[str, Any]] = set()

    def walk(path: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}", inner)
        elif isinstance(value, (list, tuple)):
            for inner in value:
                walk(path, inner)
        else:
            found.add((path, value > 0 if isinstance(value, int) else value))

    walk("", msgspec.to_builtins(match.view(seat).now))
    return found
