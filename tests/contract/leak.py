"""The leak test: worlds that a seat can't tell apart must look the same to it, in every channel, byte for byte.

Forward (`twins`): a real match and an imagined one get the same draws and, as far as they can, the same
moves; the seat must notice no difference before something is declared to reveal. Backward (`story`): the
imagined world is told as a match from the deal on; the seat must hear what it heard.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from types import BuiltinFunctionType, FunctionType
from typing import Any

from speelhol.kernel import Action, BadRecord, Event, Game, Match, Stream, to_json
from speelhol.kernel.words import Speech

from .cases import junk

Channel = Callable[[Match, int], Any]


class Leak(AssertionError):
    """A seat can tell two worlds apart that it should not."""


def view(match: Match, seat: int) -> Any:
    return match.view(seat).to_bytes()


def offers(match: Match, seat: int) -> Any:
    legal = match.legal(seat)
    return [legal.plain(), legal.count, [str(legal.sample(random.Random(i))) for i in range(3)] if legal.count else []]


def words(match: Match, seat: int) -> Any:
    seen = match.view(seat)
    speech: Speech = match.game.speak("en", [f"P{s}" for s in range(match.seats)])
    return [
        speech.ask(seen),
        [speech.step(step) for step in seen.agenda],
        [speech.event(event) for event in seen.log.since(max(0, len(seen.log) - 8))],
        match.game.describe(seen.now, speech),
    ]


def glance(match: Match, seat: int) -> Any:
    """What a bot decides by in its thoughts; only who is asked has one."""
    return match.glance(seat).to_bytes() if seat in match.to_act else None


def handed(match: Match, seat: int) -> list[list[str]]:
    """All that a bot can reach in what it is handed, also what no JSON shows: an offer's own attributes, say."""
    seen = [leaves(match.view(seat))]
    return [*seen, leaves(match.glance(seat))] if seat in match.to_act else seen


def leaves(root: Any) -> list[str]:
    """Every value that can be reached from one, in order. What an object has worked out and kept is left out."""
    found: list[str] = []
    stack = [root]
    while stack:
        value = stack.pop()
        if type(value) in (tuple, list):
            stack.extend(reversed(value))
        elif isinstance(value, (dict, set, frozenset)):
            stack.extend(sorted(value.items() if isinstance(value, dict) else value, key=repr))
        elif value is None or isinstance(value, (str, int, float, range, type, FunctionType, BuiltinFunctionType)):
            found.append(repr(value))
        else:
            found.append(type(value).__qualname__)
            stack.extend(getattr(value, name) for name in _attributes(value))
            stack.extend(reversed(value) if isinstance(value, (tuple, list)) else ())
    return found


def _attributes(value: Any) -> list[str]:
    kind = type(value)
    names = {*getattr(value, "__struct_fields__", ()), *getattr(value, "__dict__", ())}
    names |= {name for one in kind.__mro__ for name in getattr(one, "__slots__", ())}
    kept = {name for name in names if name.startswith("__") or isinstance(getattr(kind, name, None), cached_property)}
    return [name for name in sorted(names - kept) if hasattr(value, name)]


def undo(match: Match, seat: int) -> Any:
    refused = match.why_not_undo(seat)
    return refused and [refused.rule, refused.reason, refused.data]


CHANNELS: dict[str, Channel] = {"view": view, "glance": glance, "offers": offers, "words": words}
"""What a seat can observe of a match. Pages and the JSON interface join in tests/web/test_leak.py."""
LATER: dict[str, Channel] = {"undo": undo}
"""Channels that depend on moves made before, so they say something only after the twins have moved."""


def compare(a: Match, b: Match, seat: int, wrong: list[Action], where: str, later: bool) -> None:
    for name, channel in (CHANNELS | LATER if later else CHANNELS).items():
        one, two = to_json(channel(a, seat)), to_json(channel(b, seat))
        if one != two:
            at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
            raise Leak(f"{where}, {name}: …{one[max(0, at - 60) : at + 60]!r} != …{two[max(0, at - 60) : at + 60]!r}")
    for action in wrong:
        one, two = (_refusal(match, seat, action) for match in (a, b))
        if one != two:
            raise Leak(f"{where}, refusal of {action}: {one!r} != {two!r}")


def _refusal(match: Match, seat: int, action: Action) -> bytes:
    refused = match.why_not(seat, action)
    return to_json(refused and [refused.rule, refused.reason, refused.data])


def settled(match: Match, seat: int) -> Match:
    """A copy in which the other seats' sealed answers are still to come: an imagined world has none."""
    copy = match.copy()
    for other, answer in enumerate(copy.position.answers):
        if answer is not None and other != seat:
            copy.undo(other)
    return copy


def imagined(match: Match, seat: int, rng: random.Random) -> Match:
    try:
        return match.game.imagine(match.view(seat), rng)
    except Exception as error:
        raise Leak(f"no world can be imagined for this view: {error!r}") from error


def reach(match: Match, seat: int, rng: random.Random) -> None:
    """Whatever a bot can reach must be the same in an imagined world; apart from the channels, since it takes long."""
    a = settled(match, seat)
    one, two = handed(a, seat), handed(imagined(a, seat, rng), seat)
    if one != two:
        raise Leak(
            f"handed: {[pair for lists in zip(one, two, strict=True) for pair in zip(*lists, strict=False)][:60]}"
        )


def heard(news: list[tuple[Event, int | None]], seat: int) -> list[Event]:
    return [event for event, to in news if to is None or to == seat]


def twins(match: Match, seat: int, rng: random.Random, some: list[Action], moves: int = 6) -> int:
    """Play a match and its imagined twin side by side. Returns how many decisions they stayed together."""
    a = settled(match, seat)
    b = imagined(a, seat, rng)
    compare(a, b, seat, [junk(some, rng) for _ in range(6)], "at once", later=False)
    source = str(rng.random())
    a.dealer.chance, b.dealer.chance = Stream(source), Stream(source)
    for number in range(moves):
        if a.over:
            return number
        told = _decide(a, b, seat, rng)
        if told is None:
            return number  # no look-alike of that move exists over there: they part honestly
        one, two = (heard(news, seat) for news in told)
        for x, y in zip(one, two, strict=False):
            if x != y:
                if x.reveals and y.reveals:
                    return number
                raise Leak(f"after {number + 1} decisions, event: {x} != {y}")
        if len(one) != len(two):
            raise Leak(f"after {number + 1} decisions, number of events: {one} != {two}")
        if all(world.over for world in (a, b)):
            return number  # everything lies open, also what no event tells
        compare(a, b, seat, [junk(some, rng) for _ in range(3)], f"after {number + 1} decisions", later=True)
    return moves


def _decide(a: Match, b: Match, seat: int, rng: random.Random) -> tuple[Any, Any] | None:
    """Answer the present question in both worlds, alike as far as possible."""
    told: tuple[list[Any], list[Any]] = ([], [])
    sealed = a.position.agenda[-1].sealed
    if a.to_act != b.to_act:
        raise Leak(f"asked: {a.to_act} != {b.to_act}")
    for who in a.to_act:
        action = a.legal(who).sample(rng)
        there = b.legal(who)
        alike: Action | None = action
        if action not in there:
            if who == seat:
                raise Leak(f"the seat's own offer {action} is missing in the twin")
            alike = there.sample(rng) if sealed else _look_alike(action, b, who, rng)
        if alike is None:
            return None
        told[0].extend(a.play(who, action))
        told[1].extend(b.play(who, alike))
    return told


def _look_alike(action: Action, b: Match, who: int, rng: random.Random) -> Action | None:
    there = b.legal(who)
    candidates = list(there) if there.count <= 500 else [there.sample(rng) for _ in range(60)]
    return next((other for other in candidates if other.face() == action.face()), None)


def story(match: Match, seat: int, rng: random.Random) -> None:
    """Tell an imagined world from the deal on: it must be possible, and sound the same to the seat."""
    a = settled(match, seat)
    seen = a.view(seat)
    game: Game = match.game
    b = imagined(a, seat, rng)
    record = game.retell(a.record(), b.position, seat)
    try:
        c = game.replay(record)
    except BadRecord as error:
        raise Leak(f"the story is impossible: {error}") from None
    if c.view(seat).to_bytes() != seen.to_bytes():
        one, two = seen.to_bytes(), c.view(seat).to_bytes()
        at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
        raise Leak(
            f"the story sounds different: …{one[max(0, at - 80) : at + 80]!r} != …{two[max(0, at - 80) : at + 80]!r}"
        )
    compare(a, c, seat, [], "the story", later=False)
    if c.position != b.position:
        raise Leak(f"the story leads elsewhere: {to_json(c.position)!r} != {to_json(b.position)!r}")
