"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Closing, Money, Panel, Seat, Speech, Term, View
from .events import Ended
from .gambling import SYMBOLS
from .holdings import TRACES, trace
from .table import AT, CASINOS, COLOUR, KIND, LAP, MOST, ROUNDS, SPACES, SYMBOL, Cash, Lap, Trace


class Seen(Struct, frozen=True):
    seats: int
    round: int
    first: Seat
    turn: Seat
    chips: tuple[Money, ...]
    bank: Money
    pot: Money
    owners: tuple[Seat | None, ...]
    """By casino, in the order of the data; None: for sale. Empty while the casino cards are face down."""
    pawns: tuple[int | None, ...]
    held: tuple[int, ...]
    """How many bluff cards everybody has."""
    stack: int
    """How many lie in the stack."""
    trail: tuple[Trace, ...]
    """Where bluff cards went; their symbols where this seat saw them."""
    again: bool
    laps: tuple[Lap | None, ...]
    out: tuple[Seat, ...]
    mine: tuple[Term, ...] = ()
    """From here on: what only this seat knows. The own casinos; open to all once the pawns stand."""
    hand: tuple[Term, ...] = ()
    laid: Term | None = None
    """The own bluff card that is being judged."""


def as_known(t: Trace, seat: int | None) -> Trace:
    """What a seat knows of where a bluff card went: its symbol, where it was shown, or was the seat's own."""
    known = t.what == "shown" or (t.seat == seat and t.what != "left")
    return t if known else trace(t.seat, t.what, None)


KNOWN = {seat: {t: as_known(t, seat) for t in TRACES} for seat in (None, *range(MOST))}


def look(p: Cash, seat: int | None) -> Seen:
    public = (
        p.seats,
        p.round,
        p.first,
        p.turn,
        p.chips,
        p.bank,
        p.pot,
        p.owners if p.first >= 0 else (),
        p.pawns,
        tuple([len(hand) for hand in p.hands]),
        len(p.stack),
        tuple(map(KNOWN[seat].__getitem__, p.trail)),
        p.again,
        p.laps,
        p.out,
    )
    if seat is None:
        return Seen(*public)
    mine = p.laid is not None and p.agenda[-1].bluffer == seat
    return Seen(*public, p.casinos_of(seat), p.hands[seat], p.laid if mine else None)


def glance(p: Cash, seat: int) -> Seen:
    """What a seat decides by at a glance: without the trail, and the own casinos only while nobody else knows them."""
    chosen = p.first >= 0
    return Seen(
        p.seats, p.round, p.first, p.turn, p.chips, p.bank, p.pot, p.owners if chosen else (), p.pawns,
        tuple([len(hand) for hand in p.hands]), len(p.stack), (), p.again, p.laps, p.out,
        () if chosen else p.casinos_of(seat), p.hands[seat],
    )  # fmt: skip


# ---- in words


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the money in the middle, the people, the casinos, and behind the screen my own cards."""
    say = speech.phrase
    middle = [
        say("view.pot", pot=speech.money(now.pot)),
        say("view.bank", bank=speech.money(now.bank)),
        say("view.stack", n=str(now.stack)),
    ]
    if now.first >= 0:
        middle.insert(0, say("view.round", round=str(now.round), rounds=str(ROUNDS), turn=speech.seat(now.turn)))
    panels = [Panel(say("view.middle"), tuple(middle)), Panel(say("view.people"), table=_people(now, speech))]
    if now.owners:
        panels.append(Panel(say("view.casinos"), table=_casinos(now, speech)))
        panels.append(Panel(say("view.board"), _board(now, speech)))
    laps = [(seat, lap) for seat, lap in enumerate(now.laps) if lap is not None]
    if laps:
        lines = [
            say(
                "view.lap",
                seat=speech.seat(seat),
                casinos=speech.join(map(speech.term, lap.casinos)),
                left=str(max(0, LAP - lap.gone)),
            )
            for seat, lap in laps
        ]
        panels.append(Panel(say("view.laps"), tuple(lines)))
    if now.hand or now.mine or now.laid:
        panels.append(Panel(say("view.mine"), _mine(now, speech), private=True))
    return panels


def _people(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.player"), say("view.chips"), say("view.bluff-cards"), say("view.casinos"), say("view.place"))]
    for seat in range(now.seats):
        place = now.pawns[seat]
        gone = say("view.bankrupt") if seat in now.out else "–"
        where = gone if place is None else _space(place, speech)
        casinos = [speech.term(c) for c in CASINOS if now.owners and now.owners[AT[c]] == seat]
        owned = speech.join(casinos) if casinos else "–"
        rows.append((speech.seat(seat), speech.money(now.chips[seat]), str(now.held[seat]), owned, where))
    return tuple(rows)


def _casinos(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    """A row a colour, a column a symbol: three in a row or enough in a column is what everybody is after."""
    say = speech.phrase
    cell = {}
    for casino, owner in zip(CASINOS, now.owners, strict=True):
        holder = say("view.for-sale") if owner is None else speech.seat(owner)
        cell[COLOUR[casino], SYMBOL[casino]] = f"{speech.term(casino)} ({holder})"
    head = (speech.phrase("view.colour"), *(speech.term(symbol) for symbol in SYMBOLS))
    colours = dict.fromkeys(COLOUR.values())
    rows = [(say(f"view.colour.{c}"), *(cell.get((c, symbol), "–") for symbol in SYMBOLS)) for c in colours]
    return (head, *rows)


def _board(now: Seen, speech: Speech) -> tuple[str, ...]:
    """Side by side, corner to corner, each space with its number and the pawns on it."""
    sides: list[list[str]] = []
    for place in range(LAP):
        if KIND[place] == "corner" or not sides:
            sides.append([])
        pawns = [speech.seat(seat) for seat, at in enumerate(now.pawns) if at == place]
        here = f" [{', '.join(pawns)}]" if pawns else ""
        sides[-1].append(_space(place, speech) + here)
    return tuple(" · ".join(side) for side in sides)


def _space(place: int, speech: Speech) -> str:
    """A space with its number, unless its name has it already."""
    name = speech.term(SPACES[place])
    return name if name.endswith(f" {place}") else f"{place} {name}"


def _mine(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    lines = []
    if not now.owners:
        lines.append(say("view.my-casinos", casinos=speech.join(map(speech.term, now.mine))))
    if now.hand:
        lines.append(say("view.my-hand", cards=speech.join(map(speech.term, now.hand))))
    else:
        lines.append(say("view.no-hand"))
    if now.laid is not None:
        lines.append(say("view.my-laid", card=speech.term(now.laid)))
    return tuple(lines)


def closing(view: View, speech: Speech) -> Closing:
    """What decided, and what the numbers are."""
    ended = next(event for event in view.log.newest_first() if isinstance(event, Ended))
    return Closing(order=speech.phrase(f"order.{ended.why}"))
