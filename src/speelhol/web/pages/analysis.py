"""What bots tell people: a hint on request, why a bot moved as it did, and the story of a match."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from litestar import Response, Router, get
from litestar.di import Provide
from litestar.params import FromQuery

from ...bots import Thought
from ...den import Table, TurnedAway
from ...games import game as find_game
from ...kernel import Action, Speech, Timeline, View
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, come_to_table, number, reader_of, visitor
from ..text import templates
from ..text.forms import fill_in
from ..text.templates import say
from .answers import html, own_seat
from .graph import graph
from .replay import timeline_of

SENTENCES = 2
"""So many say why, at most."""
CLOSE = 0.015
"""Chances to win that lie no further apart can't be told from each other."""
BELIEFS = 2
"""So many beliefs are told at most."""


def advice(
    thought: Thought, view: View, speech: Speech, played: Action | None = None, chosen: bool = False
) -> dict[str, Any]:
    """A thought in words: the best choices with what they are worth, why, and what was believed.

    chosen: a tap on a choice fills in the form of the table that it is shown at
    """
    language = speech.language
    rated = any(one.plays for one in thought.choices)
    actions = [one.action for one in thought.choices] if rated else [thought.action]
    worth = {one.action: one.worth for one in thought.choices if one.plays}
    beliefs = [text for belief in thought.telling if (text := speech.belief(belief)) is not None][:BELIEFS]
    grounds = ""
    if thought.rounds:
        often = speech.money(thought.rounds)
        grounds = say(language, "Played on {n:once|# times}, in matches that fit what this seat knows.", n=often)
    return {
        "choices": [
            {
                "words": speech.do(action),
                "chance": speech.percent(worth[action]) if action in worth else "",
                "bar": round(100 * worth.get(action, 0.0)),
                "played": action == played,
                "fills": urlencode(fill_in(view.offers, action)) if chosen and view.offers is not None else "",
            }
            for action in actions
        ],
        "why": reasons(thought, view, speech),
        "beliefs": beliefs,
        "grounds": grounds,
    }


def reasons(thought: Thought, view: View, speech: Speech) -> list[str]:
    """Why, in two sentences at most: from the plan, or from what the other choices come to."""
    told = find_game(view.game).reasons(view, thought.action, thought.beliefs)
    said = [speech.reason(one) for one in told][:SENTENCES]
    return said if len(said) == SENTENCES else [*said, *_compared(thought, view, speech, bool(said))]


def _compared(thought: Thought, view: View, speech: Speech, enough: bool) -> list[str]:
    """What an action is worth beside the next best one; where nothing was weighed, what else there was to do."""
    language, rated = speech.language, [one for one in thought.choices if one.plays]
    others = [one.worth for one in rated if one.action != thought.action]
    mine = next((one.worth for one in rated if one.action == thought.action), None)
    if mine is not None and others:
        shares = {"mine": speech.percent(mine), "next": speech.percent(max(others))}
        if mine - max(others) < CLOSE:
            return [say(language, "Another choice is as good, as far as can be told: {mine} and {next}.", **shares)]
        return [say(language, "It wins {mine} of the imagined matches, the next best choice {next}.", **shares)]
    if view.offers is not None and view.offers.count == 1:
        return [say(language, "It is all that you may do here.")]
    return [] if enough else [say(language, "What follows is the same whichever you choose.")]


def shown(request: AnyRequest, title: str, back: str, table: Table, **values: Any) -> Response[str]:
    """For the page's own script the piece alone; otherwise a page of its own."""
    reader = reader_of(request)
    values = {"title": title, "back": back, "game": table.game.name, "note": "", **values}
    if request.headers.get("x-speelhol"):
        return html(templates.render("piece/advice.html", reader, **values))
    return html(templates.render("advice.html", reader, **values))


@get("/t/{code:str}/hint")
async def hint(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, seat: FromQuery[str] = ""
) -> Response[str]:
    """What a sharp bot would do, for the seat whose move it is."""
    reader = reader_of(request)
    own = own_seat(table, reader, seat)
    limits.spend("hint", f"{table.code}/{own}")
    view = table.view(own)
    thought = await den.analysis.hint(table, own, visitor(request))
    speech = table.game.speak(reader.language, table.names)
    title = say(reader.language, "What a sharp bot would do")
    ours = request.headers.get("x-speelhol") is not None
    return shown(request, title, f"/t/{table.code}", table, **advice(thought, view, speech, chosen=ours))


@get("/t/{code:str}/why")
async def why(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, at: FromQuery[str] = ""
) -> Response[str]:
    """What was behind a move of a match that is over."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    limits.spend("hint", visitor(request))
    reader = reader_of(request)
    timeline = await asyncio.to_thread(timeline_of, table)
    move = max(1, min(timeline.last, number(at) or 1))
    seat, action = timeline.moves[move - 1]
    view = timeline.frames[move - 1].view(seat)
    thought = await den.analysis.why(table, timeline.frames[move - 1], move, seat, visitor(request))
    speech = table.game.speak(reader.language, table.names)
    title, note = _of_whom(table, seat, speech)
    back = f"/t/{table.code}/replay?at={move}&eyes={seat}"
    return shown(request, title, back, table, **advice(thought, view, speech, action), note=note)


def _of_whom(table: Table, seat: int, speech: Speech) -> tuple[str, str]:
    """Whose thoughts they are, and how they were found again."""
    chair, language, name = table.chairs[seat], speech.language, speech.seat(seat)
    if not chair.bot:
        return say(language, "What a sharp bot would have done"), say(
            language, "From what {name} could see at that moment.", name=name
        )
    title = say(language, "What {name} thought", name=name)
    if chair.level in ("sharp", "schemer"):
        return title, say(language, "Thought out once more from what its seat knew at that moment.")
    return title, say(language, "{name} hardly looks ahead; this is how a sharp bot sees that moment.", name=name)


# ---- the story


@get("/t/{code:str}/story")
async def story(request: AnyRequest, den: TheDen, table: TheTable, eyes: FromQuery[str] = "") -> Response[str]:
    """Who was going to win, moment by moment."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    reader = reader_of(request)
    seat = number(eyes)
    if seat is not None and seat >= len(table.chairs):
        seat = None
    found = den.analysis.story(table, seat)
    timeline = await asyncio.to_thread(timeline_of, table)
    speech = table.game.speak(reader.language, table.names)
    names = [("open", say(reader.language, "With all cards on the table"))]
    names += [(str(s), say(reader.language, "As {name} saw it", name=speech.seat(s))) for s in range(timeline.seats)]
    values = {
        "title": say(reader.language, "The story of the match"),
        "game": table.game.name,
        "code": table.code,
        "names": names,
        "players": [speech.seat(s) for s in range(timeline.seats)],
        "eyes": "open" if seat is None else str(seat),
    }
    if isinstance(found, int):
        page = html(templates.render("story.html", reader, **values, progress=found, graph=None, turns=(), rows=()))
        page.headers["refresh"] = "2"
        return page
    turns = [
        {
            "number": n,
            "at": turn.at,
            "href": f"/t/{table.code}/replay?at={turn.at}&eyes={'open' if seat is None else seat}",
            "words": _happened(timeline, turn.at, speech),
            "seat": turn.seat,
            "name": speech.seat(turn.seat),
            "before": speech.percent(turn.before),
            "after": speech.percent(turn.after),
        }
        for n, turn in enumerate(found.turns, 1)
    ]
    rows = [(point.at, [speech.percent(chance) for chance in point.chances]) for point in found.points]
    drawn = graph(found)
    return html(templates.render("story.html", reader, **values, progress=100, graph=drawn, turns=turns, rows=rows))


def _happened(timeline: Timeline, at: int, speech: Speech) -> str:
    """What stands in the log about a move; what was decided, where nothing was told openly."""
    told = [event for event, to in timeline.told[at] if to is None]
    if told:
        return speech.event(told[0])
    seat, action = timeline.moves[at - 1]
    return f"{say(speech.language, '{name}:', name=speech.seat(seat))} {speech.do(action)}"


# ---- what to do better


@get("/t/{code:str}/better")
async def better(request: AnyRequest, den: TheDen, table: TheTable, seat: FromQuery[str] = "") -> Response[str]:
    """Three things, for somebody who played: from what their own seat knew at the time."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    reader = reader_of(request)
    mine = table.seats_of(reader.person)
    own = own_seat(table, reader, seat or str(mine[0] if mine else ""))
    timeline = await asyncio.to_thread(timeline_of, table)
    found = den.analysis.review(table, timeline, own)
    speech = table.game.speak(reader.language, table.names)
    values = {
        "title": say(reader.language, "What to do better next time"),
        "game": table.game.name,
        "code": table.code,
    }
    if isinstance(found, int):
        page = html(templates.render("better.html", reader, **values, progress=found, things=None))
        page.headers["refresh"] = "2"
        return page
    things = [
        {
            "at": one.at,
            "href": f"/t/{table.code}/replay?at={one.at}&eyes={own}",
            "played": speech.do(one.played),
            "best": speech.do(one.thought.action),
            "why": reasons(one.thought, timeline.frames[one.at - 1].view(own), speech),
            "mine": speech.percent(one.mine),
            "chance": speech.percent(one.best),
        }
        for one in found
    ]
    return html(templates.render("better.html", reader, **values, progress=100, things=things))


analysis_routes = Router(
    "/",
    route_handlers=[hint, why, story, better],
    dependencies={"table": Provide(come_to_table)},
    include_in_schema=False,
)
