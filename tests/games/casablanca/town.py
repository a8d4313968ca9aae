"""Matches of Casablanca set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

import speelhol
from speelhol.games.casablanca.table import AGENTS, NUMBER, Casablanca, CasablancaOptions
from speelhol.kernel import Either, Event, Match, Refused, Scripted

GAME = speelhol.game("casablanca")
MAIN, AGENT = CasablancaOptions(), CasablancaOptions("agent")
MOVE = "move green 1 no"
QUARTERS = ("police", "cafe", "airport", "hotel")


def position(match: Match) -> Casablanca:
    p = match.position
    assert isinstance(p, Casablanca)
    return p


def town(
    seats: int,
    ledgers: Sequence[str] = (),
    places: Mapping[str, str | None] | None = None,
    case: str = "bazaar",
    carriers: Sequence[str] = (),
    first: int = 0,
    rules: int = GAME.rules,
) -> Match:
    """The main game after the first bribes ("green:1300 purple:500"; three agents with $100 unless given)."""
    match = GAME.begin(seats, MAIN, rules, Scripted([first]))
    for seat in range(seats):
        play(match, f"{seat} bribe {bribe(ledgers[seat] if seat < len(ledgers) else 'yellow:100 grey:100 brown:100')}")
    return rearrange(match, places, case, carriers)


def agent_town(
    seats: int,
    ledgers: Sequence[str] = (),
    places: Mapping[str, str | None] | None = None,
    case: str = "bazaar",
    quarters: Sequence[str] = QUARTERS,
    rules: int = GAME.rules,
) -> Match:
    """The variant with these headquarters by seat; everybody has bribed, one agent a turn, and seat 0 is to act.

    Seat 0 owns the police station and so begins. Ledgers hold at most as many agents as there were turns.
    """
    match = GAME.begin(seats, AGENT, rules, Scripted([0]))
    for seat in range(seats if seats < 4 else 3):
        play(match, f"{seat} settle {quarters[seat]}")
    rows = [ledger.split() for ledger in ledgers] + [[] for _ in range(seats - len(ledgers))]
    for turn in range(max(map(len, rows), default=0)):
        for seat, row in enumerate(rows):
            play(match, f"{seat} bribe {row[turn]}" if turn < len(row) else f"{seat} rest")
    return rearrange(match, places, case, ())


def bribe(ledger: str) -> str:
    """The text of a bribe, agents in their order."""
    return "+".join(sorted(ledger.split(), key=lambda pair: NUMBER[pair.split(":")[0]]))


def rearrange(match: Match, places: Mapping[str, str | None] | None, case: str, carriers: Sequence[str]) -> Match:
    """Put agents (None: struck, nothing lay on it) and the case somewhere else."""
    p = position(match)
    for agent, place in (places or {}).items():
        i = NUMBER[agent]
        assert place is not None or not any(row[i] for row in p.bribes)
        p.places = (*p.places[:i], place, *p.places[i + 1 :])
    p.case = case
    p.carriers = tuple(agent for agent in AGENTS if agent in carriers)
    return match


def play(match: Match, *moves: str) -> list[Event]:
    """Moves as "seat action"; returns what the open table was told."""
    told = []
    for move in moves:
        seat, _, text = move.partition(" ")
        told += [event for event, to in match.play(int(seat), GAME.read(text)) if to is None]
    return told


def allow(match: Match) -> list[Event]:
    """Nobody objects any more."""
    told = []
    while tag(match) == "may-object":
        told += play(match, f"{match.to_act[0]} allow")
    return told


def act(match: Match, action: str) -> list[Event]:
    """The player to act does this, and nobody objects."""
    return play(match, f"{match.to_act[0]} {action}") + allow(match)


def refused(match: Match, move: str) -> tuple[str, str]:
    """The rule and the reason why a move is refused; nothing may have changed."""
    seat, _, text = move.partition(" ")
    before = position(match).__copy__()  # type: ignore[attr-defined]  # msgspec does not declare it
    with pytest.raises(Refused) as error:
        match.play(int(seat), GAME.read(text))
    assert match.position == before
    reason = GAME.speak("en").refused(error.value)
    assert "{" not in reason
    return error.value.rule.removeprefix("casablanca/"), error.value.reason


def texts(match: Match, verb: str = "") -> set[str]:
    """What the seat to act may do, of one kind; sums of money left out."""
    (seat,) = match.to_act
    legal = match.legal(seat)
    parts = [part for part in (legal.parts if isinstance(legal, Either) else (legal,)) if part.count < 500]
    return {str(action) for part in parts for action in part if str(action).startswith(verb)}


def tag(match: Match) -> str:
    """What is being asked; nothing when it is over."""
    return str(match.position.agenda[-1].__struct_config__.tag) if not match.over else ""


def on(match: Match, seat: int, agent: str) -> int:
    """What a seat has on an agent."""
    return position(match).bribes[seat][NUMBER[agent]]


def heard(match: Match, seat: int, agent: str) -> int:
    """What everybody knows to lie there at least."""
    bound: int = match.view(None).now.heard[seat][NUMBER[agent]]
    return bound


def place(match: Match, agent: str) -> str | None:
    return position(match).places[NUMBER[agent]]


def fight(a: int, b: int, seats: int = 3) -> Match:
    """Seat 0 has $a on green and wants to move it; seat 1 has $b there, objects, and seat 0 fights."""
    sums = [f"green:{n} " if n else "" for n in (a, b)]
    ledgers = [f"{own}purple:100 blue:100 white:100" for own in sums]
    match = town(seats, ledgers)
    play(match, f"0 {MOVE}", "1 object", "0 fight")
    return match
