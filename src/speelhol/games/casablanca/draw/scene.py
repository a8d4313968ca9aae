"""The town by day or by night: what the drawn table shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ....kernel import Action, Speech, Split, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from .. import events as e
from ..table import AGENTS, BAZAAR, CARRIERS, HEADQUARTERS, HOME, NUMBER, STREETS
from ..view import Seen, known_spending, ledger_rows
from .duel import deeds, duel, listed
from .money import capital, ledger, notepad, table, told_of_money
from .preview import about_agent, about_place, objector_of
from .town import BUILDINGS, WIDTH, stand, way

GHOST = "ghost"


def common(view: View, speech: Speech) -> Mapping[str, Any]:
    """What everybody sees alike; the map, as long as they have nothing to tap there."""
    now: Seen = view.now
    ghost = now.deed if isinstance(now.deed, a.Move) else None
    spots = _spots(now.places, ghost.to if ghost else "")
    said = speech.words, speech.language
    return {
        "width": WIDTH,
        "variant": now.agent_game,
        **_map(view, set(), spots, speech),
        "buildings": BUILDINGS,
        "ghost": _ghost(ghost, spots) if ghost else None,
        "way": way(_at(now, ghost.agent), ghost.to) if ghost else None,
        "carriers": now.carriers[:CARRIERS],
        "carriers_needed": CARRIERS,
        "out": [agent for agent, place in zip(AGENTS, now.places, strict=True) if place is None],
        "notepad": notepad(*said, speech.names, told_of_money(now)),
        "plaques": _plaques(view, now, speech),
        "spent": [_tells_spending(view, now, seat) for seat in range(now.seats)],
        "tokens": {agent: (f"agent-{agent}", 48, 58) for agent in AGENTS},
        "pieces": [f"seat-{seat + 1}" for seat in range(now.seats)],
    }


def scene(view: View, speech: Speech, shared: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    now: Seen = view.now
    offered = list(listed(view.offers)) if view.offers is not None else []
    picks = _picks(offered)
    to = now.deed.to if isinstance(now.deed, a.Move) else ""
    return {
        **(common(view, speech) if shared is None else shared),
        "state": _state(view, now),
        **(_map(view, picks, _spots(now.places, to), speech) if picks else {}),
        "dossiers": _dossiers(speech.words, speech.language, speech.names, _told_of_agents(now), view.seat),
        "deeds": deeds(view, offered, speech),
        "with_case": "case=True" in picks and "case=False" in picks,
        "duel": duel(view, speech) if now.deed is not None else None,
        "ledgers": table(ledger_rows(now, speech)) if now.ledgers else None,
        "winning": _winning(view),
        "ledger": ledger(view, picks, speech) if view.seat is not None and not now.ledgers else [],
        "capital": speech.phrase("view.capital", amount=speech.money(capital(view))),
    }


def _map(view: View, picks: set[str], spots: Spots, speech: Speech) -> dict[str, Any]:
    """What stands on the map, and what of it can be tapped."""
    now: Seen = view.now
    aims = _aims(picks) if picks else ()
    said = speech.words, speech.language, speech.names
    return {
        "places": _places(*said, now.agent_game, now.quarters, aims, _busy(now, picks)),
        "agents": [_agent(view, agent, picks, spots, speech) for agent in AGENTS],
        "huddles": _huddles(now, picks, speech) if picks else [],
        "sights": _sights(*said, now.agent_game, now.quarters, now.places),
        "case": _case(now, picks, spots, speech),
    }


def _picks(offered: Sequence[Action]) -> set[str]:
    """What can be tapped on the map."""
    picks: set[str] = set()
    for action in offered:
        if isinstance(action, a.Move):
            picks |= {f"agent={action.agent}", f"to={action.to}", f"case={action.case}"}
        elif isinstance(action, a.Strike):
            picks |= {f"agent={action.agent}"}
        elif isinstance(action, a.Settle):
            picks |= {f"place={action.place}"}
    return picks


def _state(view: View, now: Seen) -> str:
    if view.over:
        return "over"
    if now.deed is not None:
        return "wish" if objector_of(view) is None else "duel"
    if view.offers is None:
        return "watch"
    return "opening" if isinstance(view.offers, Split) else "act"


def _at(now: Seen, agent: str) -> str:
    place = now.places[NUMBER[agent]]
    assert place is not None
    return place


# ---- the map


Spots = Mapping[str, Mapping[str, Any]]
"""Where everybody stands, by name."""


@per_process(512)
def _spots(places: tuple[str | None, ...], to: str) -> Spots:
    """Where everybody stands; at the target of an announced move there is room for the ghost."""
    spots: dict[str, dict[str, Any]] = {}
    for place in STREETS:
        names = [agent for agent, at in zip(AGENTS, places, strict=True) if at == place]
        if to == place:
            names.append(GHOST)
        spots |= {name: {"place": place, **spot} for name, spot in stand(names).items()}
    return spots


def _aims(picks: set[str]) -> tuple[tuple[str, str], ...]:
    """Places that can be tapped, and as what."""
    return tuple((place, pick) for place in STREETS for pick in (f"to={place}", f"place={place}") if pick in picks)


@per_process(256)
def _places(
    words: Words,
    language: str,
    names: tuple[str, ...],
    agent_game: bool,
    quarters: tuple[str | None, ...],
    aims: tuple[tuple[str, str], ...],
    busy: tuple[str, ...],
) -> list[dict[str, Any]]:
    speech, tapped = Speech(words, language, names), dict(aims)
    return [
        {**_place(place, tapped.get(place, ""), agent_game, quarters, speech), "busy": place in busy}
        for place in STREETS
    ]


def _busy(now: Seen, picks: set[str]) -> tuple[str, ...]:
    """Places with somebody who can be tapped."""
    if not picks:
        return ()
    return tuple(
        at for agent, at in zip(AGENTS, now.places, strict=True) if at is not None and f"agent={agent}" in picks
    )


def _place(place: str, pick: str, agent_game: bool, quarters: tuple[str | None, ...], speech: Speech) -> dict[str, Any]:
    headquarters = place in HEADQUARTERS
    name = speech.term(place)
    label = place if place.isdigit() else speech.phrase(f"draw.short.{place}")
    return {
        "place": place,
        "kind": "hq" if headquarters else "bazaar" if place == BAZAAR else "house",
        "drawing": BUILDINGS[place],
        "label": label,
        "called": name if label in name else label,
        "pick": pick,
        "residents": [one for one in AGENTS if HOME[one] == place] if headquarters and not agent_game else [],
        "owner": quarters.index(place) if place in quarters else None,
    }


@per_process(256)
def _sights(
    words: Words,
    language: str,
    names: tuple[str, ...],
    agent_game: bool,
    quarters: tuple[str | None, ...],
    places: tuple[str | None, ...],
) -> list[tuple[str, str, str]]:
    """Every place explained: what it is, and who is there. Always all, so that a turn sends none of them anew."""
    speech = Speech(words, language, names)
    sights = []
    for place in STREETS:
        about = about_place(place, agent_game, quarters, speech)
        there = [speech.term(agent) for agent, at in zip(AGENTS, places, strict=True) if at == place]
        who = f" {speech.phrase('draw.there', agents=speech.join(there))}" if there else ""
        sights.append((place, speech.term(place), about + who))
    return sights


def _told_of_agents(now: Seen) -> Seen:
    """Of what a seat sees, what agents are explained by."""
    return replace(
        now,
        turn=0,
        player=0,
        deed=None,
        queue=(),
        bid=0,
        case="",
        gone=(),
        used=(),
        bribed=(),
        floor=(),
        quarters=(),
        down=(),
        ledgers=(),
        purses=(),
        capital=0,
        stake=0,
    )


@per_process(1024)
def _dossiers(
    words: Words, language: str, names: tuple[str, ...], now: Seen, seat: int | None
) -> tuple[tuple[str, str, str], ...]:
    """The agents explained, as far as this seat knows."""
    speech = Speech(words, language, names)
    return tuple((agent, speech.term(agent), about_agent(now, agent, seat, speech)) for agent in AGENTS)


def _agent(view: View, agent: str, picks: set[str], spots: Spots, speech: Speech) -> dict[str, Any]:
    now: Seen = view.now
    deed = now.deed
    pick = f"agent={agent}" if f"agent={agent}" in picks else ""
    return {
        "agent": agent,
        "name": speech.term(agent),
        "spot": spots.get(agent),
        "together": now.places.count(now.places[NUMBER[agent]]) if agent in spots else 0,
        "pick": pick,
        "at_case": agent in spots and spots[agent]["place"] == now.case,
        "acting": deed is not None and deed.agent == agent,
        "victim": isinstance(deed, a.Strike) and deed.victim == agent,
        "barred": agent in now.stopped,
    }


def _huddles(now: Seen, picks: set[str], speech: Speech) -> list[dict[str, Any]]:
    """Where several agents stand together, of whom some can be tapped: on a small map they are told apart in a list."""
    huddles = []
    for place in STREETS:
        there = [agent for agent, at in zip(AGENTS, now.places, strict=True) if at == place]
        able = [agent for agent in there if f"agent={agent}" in picks]
        if len(there) > 1 and able:
            who = speech.join(map(speech.term, there))
            name = speech.term(place)
            huddles.append({"place": place, "number": len(there), "name": name, "who": who, "agents": able})
    return huddles


def _ghost(deed: a.Move, spots: Spots) -> dict[str, Any]:
    return {"agent": deed.agent, "case": deed.case, "spot": spots[GHOST]}


def _case(now: Seen, picks: set[str], spots: Spots, speech: Speech) -> dict[str, Any]:
    front = [spot for spot in spots.values() if spot["place"] == now.case and spot["row"] == 0]
    return {
        "place": now.case,
        "beside": len(front),
        "pick": "case=True" if "case=True" in picks else "",
        "name": speech.phrase("view.case", place=speech.term(now.case)),
        "about": _carried(now, speech),
    }


def _carried(now: Seen, speech: Speech) -> str:
    if now.agent_game:
        return speech.phrase("draw.case-agent")
    carriers = speech.join(map(speech.term, now.carriers)) if now.carriers else speech.phrase("term.nobody")
    return speech.phrase("view.carriers", carriers=carriers, number=str(CARRIERS))


# ---- the players


def _winning(view: View) -> str:
    """The agent that brought the case home."""
    if not view.over:
        return ""
    homes = [event.agent for event in view.log.since(max(0, len(view.log) - 30)) if isinstance(event, e.Home)]
    return homes[-1] if homes else ""


def _plaques(view: View, now: Seen, speech: Speech) -> dict[int, str]:
    """Under each name: the part in an announced action, or what is open about that seat."""
    say = speech.phrase
    plaques = {}
    for seat in range(now.seats):
        words = ""
        if view.over:
            pass
        elif now.deed is not None:
            words = say(f"draw.part.{_part(view, now, seat)}")
        elif now.down and now.down[seat]:
            words = say("draw.part.down")
        elif _tells_spending(view, now, seat):
            words = say("draw.spent", amount=speech.money(known_spending(now, seat)))
        plaques[seat] = words
    return plaques


def _tells_spending(view: View, now: Seen, seat: int) -> bool:
    """Under this name stands how much was spent at least: there is nothing nearer to tell, and something is known."""
    sits_out = bool(now.down and now.down[seat])
    return not view.over and now.deed is None and not sits_out and known_spending(now, seat) > 0


def _part(view: View, now: Seen, seat: int) -> str:
    if seat == now.player:
        return "acts"
    if seat == objector_of(view):
        return "objects"
    if seat in view.asked:
        return "asked"
    if seat in now.queue:
        return "may"
    return "down" if now.down and now.down[seat] else "passed"
