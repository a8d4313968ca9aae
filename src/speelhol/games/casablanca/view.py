"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Closing, Money, Panel, Seat, Speech, Term, View
from .actions import Deed
from .events import Stopped
from .ledger import least
from .table import AGENTS, CARRIERS, HOME, NUMBER, OPENING, STREETS, Casablanca, Row, last_turn


class Seen(Struct, frozen=True):
    seats: int
    turn: int
    last: int
    """After this many turns play is stopped."""
    player: Seat
    deed: Deed | None
    """What is announced."""
    barred: tuple[Deed, ...]
    """What was blocked or withdrawn this turn."""
    stopped: tuple[Term, ...]
    """The same by the first rules: agents that do nothing more."""
    queue: tuple[Seat, ...]
    """Who may object later to what is announced."""
    bid: Money
    places: tuple[Term | None, ...]
    case: Term
    carriers: tuple[Term, ...]
    heard: tuple[Row, ...]
    gone: tuple[Row, ...]
    """What strikes took and what was lost with struck agents."""
    used: tuple[Row, ...]
    """The part of it that strikes took; empty by the first rules."""
    bribed: Row
    floor: Row
    agent_game: bool
    quarters: tuple[Term | None, ...]
    down: tuple[bool, ...]
    ledgers: tuple[Row, ...]
    """Everybody's, when it is over."""
    purses: Row
    """What everybody has left, when it is over."""
    bribes: Row = ()
    """From here on: what only this seat knows."""
    capital: Money = 0
    stake: Money = 0
    """What I have on the agent that wants to act."""


def look(p: Casablanca, seat: int | None) -> Seen:
    over = not p.agenda
    deed, barred = p.deed, p.barred
    row: Row = () if seat is None else p.bribes[seat]
    return Seen(
        p.seats,
        p.turn,
        last_turn(p.seats, p.rules),
        p.player,
        deed,
        tuple([deed for deed in barred if not isinstance(deed, str)]) if barred else (),
        tuple([agent for agent in barred if isinstance(agent, str)]) if barred else (),
        p.queue,
        p.bid,
        p.places,
        p.case,
        p.carriers,
        p.heard,
        p.gone,
        p.used or (),
        p.bribed,
        p.floor,
        p.agent_game,
        p.quarters,
        p.down,
        p.bribes if over else (),
        p.capital if over else (),
        row,
        0 if seat is None else p.capital[seat],
        row[NUMBER[deed.agent]] if row and deed is not None else 0,
    )


# ---- in words


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the town, the agents, the players, what was heard, and behind the screen my ledger."""
    say = speech.phrase
    panels = [
        Panel(say("view.now"), _now(now, speech)),
        Panel(say("view.town"), table=_town(now, speech)),
        Panel(say("view.agents"), table=_agents(now, speech)),
        Panel(say("view.heard"), (say("view.heard-how"),), heard_rows(now, speech)),
    ]
    if now.ledgers:
        panels.append(Panel(say("view.ledgers"), table=ledger_rows(now, speech)))
    elif now.bribes:
        panels.append(Panel(say("view.mine"), _mine(now, speech), private=True))
    return panels


def _now(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    lines = [say("view.turn", turn=str(now.turn), last=str(now.last), player=speech.seat(now.player))]
    if now.deed is not None:
        lines.append(say("view.announced", deed=speech.do(now.deed)))
    if now.bid:
        lines.append(say("view.bid", bid=speech.money(now.bid)))
    if now.barred:
        lines.append(say("view.barred", deeds=speech.join(map(speech.do, now.barred))))
    if now.stopped:
        lines.append(say("view.barred", deeds=speech.join(map(speech.term, now.stopped))))
    lines.append(say("view.case", place=speech.term(now.case)))
    if not now.agent_game:
        carriers = speech.join(map(speech.term, now.carriers)) if now.carriers else say("term.nobody")
        lines.append(say("view.carriers", carriers=carriers, number=str(CARRIERS)))
    return tuple(lines)


def _town(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.place"), say("view.streets"), say("view.there"))]
    for place, streets in STREETS.items():
        there = [speech.term(agent) for agent, at in zip(AGENTS, now.places, strict=True) if at == place]
        if place == now.case:
            there.append(say("view.the-case"))
        if place in now.quarters:
            there.append(say("view.quarter", seat=speech.seat(now.quarters.index(place))))
        ends = [to if to.isdigit() else speech.term(to) for to in streets]  # houses by number, to keep lines short
        rows.append((speech.term(place), ", ".join(ends), ", ".join(there) or "–"))
    return tuple(rows)


def _agents(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.agent"), say("view.home"), say("view.place"), say("view.carried"))]
    for agent, place in zip(AGENTS, now.places, strict=True):
        at = speech.term(place) if place is not None else say("view.struck")
        carried = say("term.yes") if agent in now.carriers else "–"
        rows.append((speech.term(agent), speech.term(HOME[agent]), at, carried))
    return tuple(rows)


def heard_rows(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    """By agent and player what everybody knows, and what follows about the sum that was spent."""
    say = speech.phrase
    names = [
        say("view.face-down", seat=speech.seat(seat)) if now.down and now.down[seat] else speech.seat(seat)
        for seat in range(now.seats)
    ]
    rows = [(say("view.agent"), *names)]
    for i, agent in enumerate(AGENTS):
        cells = [speech.term(agent)]
        for seat, (heard, gone) in enumerate(zip(now.heard, now.gone, strict=True)):
            used = now.used[seat][i] if now.used else gone[i] * (now.places[i] is not None)
            sums = {"view.at-least": heard[i], "view.used": used, "view.lost": gone[i] - used}
            parts = [say(key, amount=speech.money(amount)) for key, amount in sums.items() if amount]
            cells.append(", ".join(parts) or "–")
        rows.append(tuple(cells))
    spent = [known_spending(now, seat) for seat in range(now.seats)]
    totals = [say("view.at-least", amount=speech.money(amount)) if amount else "–" for amount in spent]
    return (*rows, (say("view.spent"), *totals))


def known_spending(now: Seen, seat: int) -> int:
    """The least that a seat has spent, as everybody can work out."""
    if not now.bribed[seat]:
        return 0
    return max(now.floor[seat], least(now.heard[seat], now.gone[seat], 0 if now.agent_game else OPENING))


def ledger_rows(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.agent"), *map(speech.seat, range(now.seats)))]
    for i, agent in enumerate(AGENTS):
        sums = [speech.money(row[i]) if row[i] else "–" for row in now.ledgers]
        rows.append((speech.term(agent), *sums))
    return (*rows, (say("view.unspent"), *map(speech.money, now.purses)))


def _mine(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    lines = [
        say("view.line", agent=speech.term(agent), amount=speech.money(amount))
        for agent, amount in zip(AGENTS, now.bribes, strict=True)
        if amount
    ]
    return (*(lines or [say("view.empty")]), say("view.capital", amount=speech.money(now.capital)))


def closing(view: View, speech: Speech) -> Closing:
    """Why one wins before others with as much."""
    assert view.result is not None
    stopped = any(isinstance(event, Stopped) for event in view.log.newest_first())
    return Closing(order=speech.phrase("order.stop" if stopped else "order.home") if view.result.parted else "")
