"""What can be done with agents in a turn: moves along streets, with the case or without, and strikes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ...kernel import Action, Either, Offers, Random
from ...kernel.cache import per_process
from . import actions as a
from .table import AGENTS, BLOW, DISTANCE, STREETS, Casablanca

D = TypeVar("D", a.Move, a.Strike)


class Turns(Either):
    """All that a player may do in a turn. Its sample often carries the case homeward, so that matches end."""

    __slots__ = ("homeward",)

    def __init__(self, homeward: tuple[a.Move, ...], *parts: Offers) -> None:
        """No part is empty: the moves first, then what else there is."""
        self.parts = parts
        self.homeward = homeward

    def sample(self, rng: Random) -> Action:
        chance = rng.random()
        if self.homeward and chance < 0.45:
            return self.homeward[int(rng.random() * len(self.homeward))]
        if chance < 0.7:
            return self.parts[0].sample(rng)
        return super().sample(rng)


@per_process()
def moves(agent: str, place: str, case: bool) -> tuple[a.Move, ...]:
    """Along a street, with the case where it lies, whoever else is there. [move.town] [move.share]"""
    cases = (False, True) if case else (False,)
    return tuple(a.Move(agent, to, with_case) for to in STREETS[place] for with_case in cases)


@per_process()
def homeward(agent: str, place: str, goal: str) -> tuple[a.Move, ...]:
    """The moves that carry the case from here nearer to where it should go."""
    far = DISTANCE[goal]
    return tuple(move for move in moves(agent, place, True) if move.case and far[move.to] < far[place])


@per_process()
def strike(agent: str, victim: str) -> a.Strike:
    return a.Strike(agent, victim)


def strikes(p: Casablanca, seat: int) -> list[a.Strike]:
    """With agents on whom the seat has enough, against whoever shares their building. [strike.turn]"""
    found: list[a.Strike] = []
    places = p.places
    for i, bribe in enumerate(p.bribes[seat]):
        if bribe >= BLOW:
            place = places[i]
            if place is not None and places.count(place) > 1:
                found += [strike(AGENTS[i], AGENTS[j]) for j, at in enumerate(places) if at == place and j != i]
    return found


def can_strike(p: Casablanca, seat: int) -> bool:
    """Whether there is a strike that was not blocked or withdrawn this turn."""
    if p.barred:
        return bool(left(p, strikes(p, seat)))
    places = p.places
    for i, bribe in enumerate(p.bribes[seat]):
        if bribe >= BLOW and (place := places[i]) is not None and places.count(place) > 1:
            return True
    return False


def left(p: Casablanca, deeds: Iterable[D]) -> list[D]:
    """Those that were not blocked or withdrawn this turn."""
    return [deed for deed in deeds if not p.bars(deed)]
