"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel import Record
from .. import game
from .actions import Bribe
from .imagine import one_by_one, opening_first
from .table import AGENTS, UNIT, Casablanca, Row


def retell(record: Record, p: Casablanca, seat: int) -> Record:
    """The record had `p` been the true position: the others' bribes, which nobody saw, told anew."""
    bounds = _bounds(record)
    told = []
    for other in range(p.seats):
        whole = [(b + g) // UNIT for b, g in zip(p.bribes[other], p.gone[other], strict=True)]
        heard = bounds[other][: p.bribed[other]]
        told.append(iter(one_by_one(whole, heard) if p.agent_game else opening_first(whole, heard)))
    actions = []
    for who, text in record.actions:
        if who != seat and text.startswith("bribe"):
            row = next(told[who], None)  # a sealed bribe that waits for others is not in the position yet
            if row is not None:
                text = str(Bribe(tuple((a, n * UNIT) for a, n in zip(AGENTS, row, strict=True) if n)))
        actions.append((who, text))
    return replace(record, actions=tuple(actions), result=p.result)


def _bounds(record: Record) -> list[list[Row]]:
    """By seat, for each of its bribes: what everybody had heard just before, in units."""
    rules = game(record.game)
    match = rules.replay(record, 0)
    bounds: list[list[Row]] = [[] for _ in range(record.seats)]
    for who, text in record.actions:
        if text.startswith("bribe"):
            p = match.position
            assert isinstance(p, Casablanca)
            bounds[who].append(tuple([(h + g) // UNIT for h, g in zip(p.heard[who], p.gone[who], strict=True)]))
        match.play(who, rules.read(text))
    return bounds
