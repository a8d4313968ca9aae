"""Chips, casinos and bluff cards changing hands, and how a match ends. Every rule moves them through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from ...kernel import Dealer, Result, put
from ...kernel.cache import per_process
from . import events as e
from .table import AT, BLUFFS, MOST, WORTH, Cash, Trace

# ---- chips


def pay(p: Cash, seat: int, to: int, amount: int) -> None:
    chips = list(p.chips)
    chips[seat] -= amount
    chips[to] += amount
    p.chips = tuple(chips)


def pay_pot(p: Cash, seat: int, amount: int) -> None:
    """A price goes to the pot. [turn.payments]"""
    p.chips = put(p.chips, seat, p.chips[seat] - amount)
    p.pot += amount


def pay_from_bank(p: Cash, seat: int, amount: int) -> int:
    """The bank pays what it has, this amount at most. Returns what it paid."""
    amount = min(amount, p.bank)
    p.bank -= amount
    p.chips = put(p.chips, seat, p.chips[seat] + amount)
    return amount


def pay_from_pot(p: Cash, seat: int, amount: int) -> int:
    """The pot pays what it has, this amount at most. Returns what it paid."""
    amount = min(amount, p.pot)
    p.pot -= amount
    p.chips = put(p.chips, seat, p.chips[seat] + amount)
    return amount


# ---- casinos


def hand_over(p: Cash, casino: str, to: int | None, dealer: Dealer) -> None:
    """The casino gets another owner, or goes back to the supply. A lap that rests on it ends there and then.

    [lap.lost] [turn.no-trade]
    """
    before = p.owner(casino)
    p.owners = put(p.owners, AT[casino], to)
    if before is not None:
        lap = p.laps[before]
        if lap is not None and casino in lap.casinos:
            p.laps = put(p.laps, before, None)
            dealer.tell(e.LapLost(before, casino))


# ---- bluff cards


@per_process()
def trace(seat: int, what: Literal["got", "put", "shown", "left"], card: str | None) -> Trace:
    return Trace(seat, what, card)


WHAT: tuple[Literal["got", "put", "shown", "left"], ...] = ("got", "put", "shown", "left")
TRACES = [trace(seat, what, card) for seat in range(MOST) for what in WHAT for card in BLUFFS]
"""All that can be seen of a card, face up."""


def take_top(p: Cash, seat: int) -> str:
    card, p.stack = p.stack[0], p.stack[1:]
    p.hands = put(p.hands, seat, tuple(sorted((*p.hands[seat], card))))
    p.trail += (trace(seat, "got", card),)
    return card


def from_hand(p: Cash, seat: int, card: str) -> None:
    hand = p.hands[seat]
    at = hand.index(card)
    p.hands = put(p.hands, seat, hand[:at] + hand[at + 1 :])


def put_under(p: Cash, seat: int, what: Literal["put", "shown", "left"], cards: Iterable[str]) -> None:
    for card in cards:
        p.stack += (card,)
        p.trail += (trace(seat, what, card),)


# ---- the end


def end_turn(p: Cash) -> None:
    """Nothing is left of this turn: at the bottom of the agenda always lies the next one."""
    p.agenda = p.agenda[:1]
    p.again = False


def worth(p: Cash, seat: int) -> int:
    """What a seat is worth when it is counted. [end.ranks]"""
    return p.chips[seat] + WORTH * sum([owner == seat for owner in p.owners])


def finish(p: Cash, winners: tuple[int, ...], why: Literal["lap", "last", "stop"], dealer: Dealer) -> None:
    """It is over: who won, and what everybody is worth. [goal.win] [lap.finish] [bankruptcy.last] [end.stop]"""
    p.agenda = ()
    p.again = False
    p.result = Result.of([worth(p, seat) for seat in range(p.seats)], winners)
    dealer.tell(e.Ended(winners, why))


def advance_lap(p: Cash, seat: int, steps: int) -> int:
    """Returns how many spaces the runner has gone since the start corner."""
    lap = p.laps[seat]
    assert lap is not None
    p.laps = put(p.laps, seat, replace(lap, gone=lap.gone + steps))
    return lap.gone + steps
