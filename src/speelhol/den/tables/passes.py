"""Passes that a seat leaves to the house: chosen in the open, by what everybody sees, taken back at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel import Action, Pass
from . import absence
from . import entries as e
from .errors import TurnedAway

if TYPE_CHECKING:
    from .state import State


def standing(table: State) -> dict[int, Pass]:
    """By seat, the passes that still hold."""
    if not table.passes or table.phase != "playing":
        return {}
    turn = table.game.passes(table.view(None)).turn
    return {seat: one for seat, one in table.passes.items() if one.until > turn and table.chairs[seat].attends}


def offered(table: State, seat: int) -> tuple[Pass, ...]:
    """What a seat that is asked may pass on until later."""
    if table.phase != "playing" or table.lesson is not None:
        return ()
    asks = table.game.passes(table.view(None))
    return asks.kinds if asks.seat == seat else ()


def passing(table: State) -> tuple[int, Action] | None:
    """For whom the house passes now, and by which action; None if for nobody."""
    if not table.passes or table.phase != "playing":
        return None
    asks = table.game.passes(table.view(None))
    if asks.seat is None or asks.action is None or not table.chairs[asks.seat].attends:
        return None
    return (asks.seat, asks.action) if table.passes.get(asks.seat) in asks.kinds else None


def choose(table: State, seat: int, key: str) -> e.PassChosen:
    """From now on the house passes for a seat on what it is asked; with no key no longer. Raises Moot if that is so."""
    if not key:
        if seat not in table.passes:
            raise absence.Moot
        return e.PassChosen(seat)
    found = next((one for one in offered(table, seat) if one.key == key), None)
    if found is None:
        raise TurnedAway("stale")
    if table.passes.get(seat) == found:
        raise absence.Moot
    return e.PassChosen(seat, found)


def apply(table: State, entry: e.PassChosen) -> None:
    others = {seat: one for seat, one in table.passes.items() if seat != entry.seat}
    table.passes = others if entry.on is None else {**others, entry.seat: entry.on}
    table.note("asked-again" if entry.on is None else "passes", entry.seat)
