"""The town by day or by night: what the drawn table shows, and how it moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, singledispatch
from typing import Any

from msgspec.structs import replace

from ...kernel import Action, Choices, Either, Event, Form, Motion, Offers, Speech, Split, View, Words, fly
from . import table as t
from .draw_say import about_agent, about_place, heard_most, objector_of, short, then
from .draw_town import BUILDINGS, WIDTH, stand, way
from .table import AGENTS, BAZAAR, CARRIERS, HEADQUARTERS, HOME, NUMBER, STREETS
from .view import Seen, heard_rows, known_spending, ledger_rows

__all__ = ["motions", "scene", "then"]

QUICK = 5
"""Up to so many sums to name are all buttons; of more there are a few, and the dock takes any."""
RUNGS = 5
"""The newest rungs of the ladder of named sums that are shown."""
DUEL = (t.Allow, t.Object, t.Fight, t.Withdraw, t.Meet, t.Yield)
GHOST = "ghost"
MONEY = "note-50"


def scene(view: View, speech: Speech) -> Mapping[str, Any]:
    now: Seen = view.now
    offered = list(_listed(view.offers)) if view.offers is not None else []
    picks = _picks(offered)
    ghost = now.deed if isinstance(now.deed, t.Move) else None
    spots = _spots(now.places, ghost.to if ghost else "")
    aims = _aims(picks) if picks else ()
    said = speech.words, speech.language
    return {
        "say": speech.phrase,
        "width": WIDTH,
        "state": _state(view, now),
        "variant": now.agent_game,
        "places": _places(*said, speech.names, now.agent_game, now.quarters, aims, _busy(now, picks)),
        "agents": [_agent(view, agent, picks, spots, speech) for agent in AGENTS],
        "huddles": _huddles(now, picks, speech) if picks else [],
        "dossiers": [_dossier(view, agent, speech) for agent in AGENTS if f"agent={agent}" not in picks],
        "buildings": BUILDINGS,
        "sights": _sights(*said, speech.names, now.agent_game, now.quarters, now.places, aims),
        "ghost": _ghost(ghost, spots) if ghost else None,
        "way": way(_at(now, ghost.agent), ghost.to) if ghost else None,
        "case": _case(now, picks, spots, speech),
        "deeds": _deeds(view, offered, speech),
        "with_case": "case=True" in picks and "case=False" in picks,
        "duel": _duel(view, speech) if now.deed is not None else None,
        "carriers": now.carriers[:CARRIERS],
        "carriers_needed": CARRIERS,
        "out": [a for a, place in zip(AGENTS, now.places, strict=True) if place is None],
        "notepad": _notepad(*said, speech.names, _heard(now)),
        "ledgers": _table(ledger_rows(now, speech)) if now.ledgers else None,
        "winning": _winning(view),
        "ledger": _ledger(view, picks, speech) if view.seat is not None and not now.ledgers else [],
        "capital": speech.phrase("view.capital", amount=speech.money(_capital(view))),
        "plaques": _plaques(view, now, speech),
        "tokens": {agent: (f"agent-{agent}", 48, 58) for agent in AGENTS},
        "pieces": [f"seat-{seat + 1}" for seat in range(now.seats)],
    }


def _listed(offers: Offers) -> Iterable[Action]:
    """The offers without open amounts."""
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from _listed(part)
    elif isinstance(offers, Choices):
        yield from offers


def _open(offers: Offers | None, kind: type[Split | Form]) -> Any:
    """The one part of the offers with open amounts of that kind, if there is one."""
    parts = offers.parts if isinstance(offers, Either) else (offers,)
    return next((part for part in parts if isinstance(part, kind)), None)


def _picks(offered: Sequence[Action]) -> set[str]:
    """What can be tapped on the map."""
    picks: set[str] = set()
    for action in offered:
        if isinstance(action, t.Move):
            picks |= {f"agent={action.agent}", f"to={action.to}", f"case={action.case}"}
        elif isinstance(action, t.Strike):
            picks |= {f"agent={action.agent}"}
        elif isinstance(action, t.Settle):
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


@lru_cache(maxsize=512)
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


@lru_cache(maxsize=256)
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
        "about": about_place(place, agent_game, quarters, speech) if pick else "",
        "residents": [a for a in AGENTS if HOME[a] == place] if headquarters and not agent_game else [],
        "owner": quarters.index(place) if place in quarters else None,
    }


@lru_cache(maxsize=256)
def _sights(
    words: Words,
    language: str,
    names: tuple[str, ...],
    agent_game: bool,
    quarters: tuple[str | None, ...],
    places: tuple[str | None, ...],
    aims: tuple[tuple[str, str], ...],
) -> list[tuple[str, str, str]]:
    """The places that can't be tapped, explained: what each is, and who is there."""
    speech, tapped = Speech(words, language, names), dict(aims)
    sights = []
    for place in STREETS:
        if place not in tapped:
            about = about_place(place, agent_game, quarters, speech)
            there = [speech.term(agent) for agent, at in zip(AGENTS, places, strict=True) if at == place]
            who = f" {speech.phrase('draw.there', agents=speech.join(there))}" if there else ""
            sights.append((place, speech.term(place), about + who))
    return sights


def _dossier(view: View, agent: str, speech: Speech) -> tuple[str, str, str]:
    """An agent explained, as far as this seat knows."""
    return agent, speech.term(agent), about_agent(view.now, agent, view.seat, speech)


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
        "about": about_agent(now, agent, view.seat, speech) if pick else "",
        "at_case": agent in spots and spots[agent]["place"] == now.case,
        "acting": deed is not None and deed.agent == agent,
        "victim": isinstance(deed, t.Strike) and deed.victim == agent,
        "barred": agent in now.barred,
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


def _ghost(deed: t.Move, spots: Spots) -> dict[str, Any]:
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


# ---- what can be done beside the map


def _deeds(view: View, offered: Sequence[Action], speech: Speech) -> list[dict[str, str]]:
    """Buttons for what has no place on the map: bribing, striking, leaving it at that."""
    deeds = []
    if view.now.deed is None and not isinstance(view.offers, Split) and _open(view.offers, Split) is not None:
        deeds.append(
            {"pick": "do=bribe", "words": speech.kind(t.Bribe), "icon": "eyeoff", "agent": "", "kind": "bribe"}
        )
    victims = dict.fromkeys(action.victim for action in offered if isinstance(action, t.Strike))
    for victim in victims:
        words = speech.phrase("draw.strike", agent=short(victim, speech))
        pick = f"do=strike&victim={victim}"
        deeds.append({"pick": pick, "words": words, "icon": "", "agent": victim, "kind": "strike"})
    if any(isinstance(action, t.Rest) for action in offered) and len(offered) > 1:
        deeds.append(
            {"pick": "do=rest", "words": speech.phrase("draw.rest"), "icon": "check", "agent": "", "kind": "rest"}
        )
    return deeds


def _duel(view: View, speech: Speech) -> dict[str, Any]:
    """An announced action: who wants it, who stands against it, and the sums that were named."""
    now: Seen = view.now
    deed = now.deed
    assert deed is not None
    objector = objector_of(view)
    asked = view.asked[0] if view.asked else None
    case = isinstance(deed, t.Move) and deed.case
    aim = deed.to if isinstance(deed, t.Move) else deed.victim
    rungs = _rungs(view) if objector is not None else []
    return {
        "player": now.player,
        "player_name": _who(view, now.player, speech),
        "agent": deed.agent,
        "words": speech.do(deed),
        "case": case,
        "strike": isinstance(deed, t.Strike),
        "aim": aim,
        "aim_words": _aim(deed, speech),
        "objector": objector,
        "objector_name": _who(view, objector, speech) if objector is not None else "",
        "asked": asked,
        "asked_name": speech.seat(asked) if asked is not None else "",
        "mine": view.offers is not None,
        "rungs": [{"named": _dollars(n, speech), "met": met} for n, met in rungs[-RUNGS:]],
        "choices": _duel_choices(view, speech),
        "sums": _sums(view, speech),
    }


def _aim(deed: t.Deed, speech: Speech) -> str:
    if isinstance(deed, t.Strike):
        return speech.phrase("draw.strike", agent=short(deed.victim, speech))
    return speech.term(deed.to) if deed.to.isdigit() else speech.phrase(f"draw.short.{deed.to}")


def _who(view: View, seat: int, speech: Speech) -> str:
    return speech.phrase("draw.you") if seat == view.seat else speech.seat(seat)


def _dollars(amount: int, speech: Speech) -> str:
    return speech.phrase("draw.dollars", amount=speech.money(amount))


def _rungs(view: View) -> list[tuple[int, bool]]:
    """The sums named since the last objection, and whether the player went along."""
    rungs: list[tuple[int, bool]] = []
    met = False
    for event in view.log.newest_first():
        if isinstance(event, t.Objected):
            break
        if isinstance(event, t.Met):
            met = True
        elif isinstance(event, t.Named):
            rungs.append((event.amount, met))
            met = False
    return rungs[::-1]


def _duel_choices(view: View, speech: Speech) -> list[dict[str, str]]:
    if view.offers is None or view.offers.count < 2:
        return []
    choices = [
        {"pick": f"do={action.wording()}", "words": speech.do(action)}
        for action in _listed(view.offers)
        if isinstance(action, DUEL)
    ]
    give_up = {"pick": "do=give-up", "words": speech.phrase("draw.give-up")}
    return [give_up, *choices] if _open(view.offers, Form) is not None else choices


def _sums(view: View, speech: Speech) -> list[dict[str, str]]:
    form: Form | None = _open(view.offers, Form)
    if form is None:
        return []
    domain = form.domains["amount"]
    few = domain if len(domain) <= QUICK else [domain[len(domain) * part // 4] for part in range(4)] + [domain[-1]]
    return [
        {"pick": f"do=bid&amount={amount}", "words": _dollars(amount, speech), "all": amount == domain[-1]}
        for amount in few
    ]


# ---- what is known of the money


def _capital(view: View) -> int:
    now: Seen = view.now
    return now.capital - sum(dict(view.answer.sums).values()) if isinstance(view.answer, t.Bribe) else now.capital


def _ledger(view: View, picks: set[str], speech: Speech) -> list[dict[str, Any]]:
    """My own sums, and under them the most that was heard from somebody else."""
    now: Seen = view.now
    written = dict(view.answer.sums) if isinstance(view.answer, t.Bribe) else {}
    cells = []
    for number, agent in enumerate(AGENTS):
        heard, minus = heard_most(now, number, view.seat)
        mine = now.bribes[number] + written.get(agent, 0)
        by = (-minus, speech.seat(-minus)) if heard else (None, "")
        cells.append(
            {
                **_line(speech.words, speech.language, agent, mine, heard, *by),
                "pick": f"agent={agent}" if f"agent={agent}" in picks else "",
                "hot": now.deed is not None and now.deed.agent == agent,
                "out": now.places[number] is None,
            }
        )
    return cells


@lru_cache(maxsize=2048)
def _line(
    words: Words, language: str, agent: str, mine: int, heard: int, by: int | None, by_name: str
) -> dict[str, Any]:
    speech = Speech(words, language)
    return {
        "agent": agent,
        "name": speech.term(agent),
        "mine": speech.money(mine) if mine else "–",
        "heard": speech.money(heard) if heard else "",
        "by": by,
        "by_name": by_name,
    }


def _heard(now: Seen) -> Seen:
    """Of what everybody sees, what the notepad is made of."""
    return replace(
        now,
        turn=0,
        player=0,
        deed=None,
        barred=(),
        queue=(),
        bid=0,
        case="",
        carriers=(),
        ledgers=(),
        purses=(),
        bribes=(),
        capital=0,
        stake=0,
    )


@lru_cache(maxsize=256)
def _notepad(words: Words, language: str, names: tuple[str, ...], heard: Seen) -> dict[str, Any]:
    return _table(heard_rows(heard, Speech(words, language, names)))


def _table(rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A table whose rows are the agents and, last, a sum."""
    head, *body, total = rows
    return {"head": head[1:], "rows": list(zip(AGENTS, body, strict=True)), "total": total}


def _winning(view: View) -> str:
    """The agent that brought the case home."""
    if not view.over:
        return ""
    homes = [event.agent for event in view.log.since(max(0, len(view.log) - 30)) if isinstance(event, t.Home)]
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
        elif spent := known_spending(now, seat):
            words = say("draw.spent", amount=speech.money(spent))
        plaques[seat] = words
    return plaques


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


# ---- what moves


def _plaque(seat: int) -> str:
    return f"plaque-{seat}"


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table. Agents and the case walk by themselves."""
    return ()


@motions.register
def _(event: t.Settled) -> Sequence[Motion]:
    return (fly(f"seat-{event.seat + 1}", _plaque(event.seat), f"place-{event.place}"),)


@motions.register
def _(event: t.Bribed) -> Sequence[Motion]:
    return (Motion("write", _plaque(event.seat)),)


@motions.register
def _(event: t.Wrote) -> Sequence[Motion]:
    return (fly(MONEY, "purse", f"ledger-{event.agent}"),)


@motions.register
def _(event: t.WantsMove) -> Sequence[Motion]:
    return (Motion("wants", f"agent-{event.agent}"),)


@motions.register
def _(event: t.WantsStrike) -> Sequence[Motion]:
    return (Motion("wants", f"agent-{event.agent}"), Motion("shake", f"agent-{event.victim}"))


@motions.register
def _(event: t.Objected) -> Sequence[Motion]:
    return (Motion("object", _plaque(event.seat)), Motion("beat", "duel"))


@motions.register
def _(event: t.Named) -> Sequence[Motion]:
    return (Motion("named", "duel"),)


@motions.register
def _(event: t.Met) -> Sequence[Motion]:
    return (Motion("met", "duel"),)


@motions.register
def _(event: t.Withdrew) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)),)


@motions.register
def _(event: t.GaveUp) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)),)


@motions.register
def _(event: t.Yielded) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)), Motion("beat", _plaque(event.objector)))


@motions.register
def _(event: t.Struck) -> Sequence[Motion]:
    return (Motion("strike", f"agent-{event.agent}"),)


@motions.register
def _(event: t.Lost) -> Sequence[Motion]:
    return (fly(MONEY, _plaque(event.seat), f"agent-{event.agent}"),) if event.amount else ()


@motions.register
def _(event: t.FaceDown) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)


@motions.register
def _(event: t.FaceUp) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)


@motions.register
def _(event: t.OneCarrier) -> Sequence[Motion]:
    return (Motion("shake", "case"),)


@motions.register
def _(event: t.Home) -> Sequence[Motion]:
    return (Motion("home", f"place-{event.place}"),)


@motions.register
def _(event: t.Opened) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)
