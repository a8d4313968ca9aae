"""The JSON interface: for bots and other programs, the same things that a person can do.

A seat is held by a key that is given once, when sitting down; it goes into the header
`Authorization: Bearer KEY`. Every refusal is a `Problem`: one sentence, and where the rules refuse, the rule.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.di import Provide
from litestar.exceptions import ClientException, ImproperlyConfiguredException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from ...den import Den, Table, TurnedAway
from ...den.rematch import key_there
from ...den.tables import fair, hosting
from ...den.tables.people import program_of
from ...games import game as find_game
from ...games import games
from ...kernel import Action, Dealer, Log, to_json
from ..session.limits import Limits
from ..session.problems import ACTS, BY_ANYBODY, BY_SEAT, KNOCKS, LOOKS, problems
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, come_to_table, shown_key, visitor
from ..table.feed import Gone, News
from ..table.page import Around
from ..table.seats import watching
from ..text import clocks
from .schema import (
    BeliefFacts,
    ChairFacts,
    Done,
    GameFacts,
    GiveLuck,
    Hint,
    OpenTable,
    Play,
    ReasonFacts,
    Say,
    SeatBots,
    Seated,
    SeatView,
    SentFacts,
    SitDown,
    TableFacts,
    VoiceFacts,
    Vote,
    Waiting,
    WeighedChoice,
)
from .whose_seat import TheEyes, TheSeat, find_eyes, find_seat, person_at, refuse_sent_away

WAITS = {202: ResponseSpec(Waiting, description="The host is asked first.", generate_examples=False)}
Since = Annotated[int, QueryParameter(ge=0, le=10**9, description="Leave out the events before this number.")]


# ---- tables


@get("/games", summary="The games", sync_to_thread=False, tags=["games"], responses=problems(429))
def list_games() -> list[GameFacts]:
    found = [find_game(name) for name in games()]
    return [
        GameFacts(
            g.name,
            g.title,
            list(g.seats),
            list(g.minutes),
            g.rules,
            {k: list(v) for k, v in g.option_values().items()},
            g.strength.wins if g.strength else {},
        )
        for g in found
    ]


@post("/tables", summary="Open a table and sit down", responses=problems(400, 403, 409, 413, 429, 503))
async def open_table(request: AnyRequest, den: TheDen, limits: TheLimits, data: JSONBody[OpenTable]) -> Seated:
    """You are the host: you may seat bots and begin."""
    limits.spend("open", visitor(request))
    if data.game not in games():
        raise ClientException(f"There is no game {data.game!r}; there are {', '.join(games())}.")
    person = program_of(secrets.token_urlsafe(24))
    try:
        table = await den.open_table(
            data.game,
            data.seats,
            data.options,
            person,
            data.pace,
            name=data.name,
            hints=data.hints,
            speed=data.speed,
            level=data.level,
            character=data.character,
        )
    except ValueError as error:
        raise ClientException(str(error)) from None
    if data.bots:
        await den.fill(table, person, data.level, data.character)
        await den.deal(table, person)
    return Seated(table.code, 0, den.key_for(table, 0, person))


@get("/tables/{code:str}", summary="What everybody may know about a table", responses=LOOKS)
async def show_table(request: AnyRequest, den: TheDen, table: TheTable) -> TableFacts:
    refuse_sent_away(den, table, request.headers.get("authorization", ""), ("barred", "banned"))
    here = den.present(table)
    chairs = [
        ChairFacts(
            seat,
            chair.name,
            "bot" if chair.bot else "gone" if chair.gone else "person" if chair.taken else "free",
            any(chair.holds(person) for person in here),
            chair.held,
            "" if table.phase == "gathering" else chair.luck,
            bool(chair.luck),
            chair.level,
            chair.character if chair.bot else None,
            chair.sitting,
            chair.program,
        )
        for seat, chair in enumerate(table.chairs)
    ]
    opened = table.opened
    phase = cast("Literal['gathering', 'playing', 'over', 'closed']", table.phase)
    return TableFacts(
        table.code,
        opened.game,
        opened.seats,
        opened.options,
        opened.pace,
        phase,
        chairs,
        table.again,
        table.commitment,
        opened.hints,
        opened.speed,
        hosting.host_seat(table),
        den.takeover(table),
        len(watching(table, here)),
        [VoiceFacts(one.number, one.name, one.silent, one.sitting) for one in hosting.voices(table)],
        [SentFacts(who, one.name) for who, one in enumerate(table.sent) if not one.admitted],
        table.door.settings,
        [SentFacts(one.number, one.name) for one in table.door.knocks],
        table.clock.paused is not None,
    )


@post("/tables/{code:str}/sit", summary="Sit down", responses={**KNOCKS, **WAITS})
async def sit(
    den: TheDen, limits: TheLimits, request: AnyRequest, table: TheTable, data: JSONBody[SitDown]
) -> Response[Seated]:
    """Take a free chair. Whoever was sent away from this table and shows their old key is told so.

    Where the host is asked first (`settings`), the answer is 202 with a ticket: ask again with it as your key.
    """
    answer = await sit_down(den, limits, request, table, data)
    return cast("Response[Seated]", Response(answer, status_code=201 if isinstance(answer, Seated) else 202))


async def sit_down(den: Den, limits: Limits, request: AnyRequest, table: Table, data: SitDown) -> Seated | Waiting:
    """The seat of a newcomer, or of one who waited for the host's yes; or that they wait."""
    place = visitor(request)
    limits.spend("knock", place)
    shown = request.headers.get("authorization", "")
    refuse_sent_away(den, table, shown)
    ticket = shown_key(shown) or secrets.token_urlsafe(24)
    person = program_of(ticket)
    mine = table.seats_of(person)
    if mine and table.chairs[mine[0]].renewed:
        raise TurnedAway("new-link", code=table.code)
    if hosting.waits(table, person):
        return Waiting(table.code, ticket)
    seat = mine[0] if mine else await den.sit(table, data.seat, person, data.name, data.luck, place, data.program)
    if seat is None:
        return Waiting(table.code, ticket)
    den.admin.note_visit(person, place, table.chairs[seat].name, openly=True)
    return Seated(table.code, seat, den.key_for(table, seat, person))


@post("/tables/{code:str}/luck", summary="Add your luck to the deal", status_code=200, responses=ACTS)
async def luck(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[GiveLuck]) -> Done:
    """Once, before the match begins, if you sat down without: as the host, or at a rematch."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.add_luck(table, seat, person_at(table, seat), data.luck)
    return Done()


@post("/tables/{code:str}/bots", summary="Fill the free chairs with bots", status_code=200, responses=ACTS)
async def bots(
    den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[SeatBots | None] = None
) -> Done:
    """For the host, before the match begins. What is left out is as the table was opened with: usually regular bots,
    each with a character of its own."""
    limits.spend("act", f"{table.code}/{seat}")
    level = (data and data.level) or table.opened.level
    character = (data and data.character) or table.opened.character
    await den.fill(table, person_at(table, seat), level, character)
    return Done()


@post("/tables/{code:str}/deal", summary="Begin the match", status_code=200, responses=ACTS)
async def deal(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """For the host, once every chair is taken."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.deal(table, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/again", summary="Play again", responses=ACTS)
async def again(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Seated:
    """After the match: the host opens a rematch with the same people; everybody gets their key to it here.

    Whoever has lost their chair there gets none; they can sit down like anybody else. Nor does this key lead there any
    longer once somebody made a new one there.
    """
    limits.spend("act", f"{table.code}/{seat}")
    new, key = await key_there(den, table, seat, person_at(table, seat))
    return Seated(new.code, seat, key)


# ---- playing


@get(
    "/tables/{code:str}/view",
    summary="What your seat may know; without a key, what lies open",
    responses=problems(400, 401, 403, 404, 409, 429, 503),
    security=BY_ANYBODY,
)
async def view(table: TheTable, eyes: TheEyes, since: Since = 0) -> Response[SeatView]:
    return cast("Response[SeatView]", Response(view_json(table, eyes, since), media_type=MediaType.JSON))


def view_json(table: Table, seat: int | None, since: int) -> bytes:
    """A seat's view as JSON, with the clocks and the mark of its moment; equal bytes for equal views."""
    found = table.state_view(seat)
    log, time = found.view.log, clocks.facts(table)
    told, own = to_json(log.since(since)), to_json(log.whispers(since))
    parts = (found.plain[:-1], told, own, time, found.moment.encode())
    return b'%s,"log":%s,"whispers":%s,"time":%s,"moment":"%s"}' % parts


@post("/tables/{code:str}/actions", summary="Play an action", status_code=200, responses=ACTS)
async def act(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Play]) -> Done:
    """Answered once it is written down: an action that was answered with 200 is never lost.

    If a bot held your seat, it is yours again.
    """
    limits.spend("act", f"{table.code}/{seat}")
    await den.decide(table, seat, lambda: read_action(table, data.action), data.moment)
    return Done()


def read_action(table: Table, given: dict[str, Any] | str) -> Action:
    """The action in a request. Raises ClientException, in a sentence, if it is none."""
    try:
        if isinstance(given, str):
            return table.game.read(given)
        return table.game.decode(msgspec.json.encode(given))
    except ValueError as error:
        raise ClientException(str(error)) from None


@get(
    "/tables/{code:str}/hint",
    summary="What a sharp bot would do in your place",
    responses=problems(400, 401, 403, 404, 409, 429, 503),
)
async def hint(request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Hint:
    """From what your seat knows; nobody else notices. The table decides who may ask: see `hints`."""
    limits.spend("hint", f"{table.code}/{seat}")
    found = table.view(seat)
    thought = await den.analysis.hint(table, seat, visitor(request))
    choices = [
        WeighedChoice(msgspec.to_builtins(one.action), str(one.action), one.worth, one.plays) for one in thought.choices
    ]
    beliefs = [BeliefFacts(one.tag, one.chance, one.data) for one in thought.beliefs]
    reasons = [ReasonFacts(one.tag, one.data) for one in table.game.reasons(found, thought.action, thought.beliefs)]
    return Hint(str(thought.action), choices, beliefs, thought.rounds, reasons)


@post("/tables/{code:str}/undo", summary="Take your newest action back", status_code=200, responses=ACTS)
async def undo(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """Where you gained nothing by it and nobody acted since."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.undo(table, seat)
    return Done()


@post("/tables/{code:str}/back", summary="Take your seat again", status_code=200, responses=ACTS)
async def back(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """From the bot that held it because you did not answer in time; if none does, nothing happens."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.come_back(table, seat)
    return Done()


@post("/tables/{code:str}/vote", summary="Vote that a bot holds a seat", status_code=200, responses=ACTS)
async def vote(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Vote]) -> Done:
    """At tables that vote, about a seat whose time is up; more than half of the other people who are here decide."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.vote(table, data.about, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/chat", summary="Say something at the table", status_code=200, responses=ACTS)
async def chat(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Say]
) -> Done:
    limits.spend("say", f"{table.code}/{seat}")
    await den.say(table, seat, person_at(table, seat), data.text)
    den.admin.note_visit(person_at(table, seat), visitor(request), table.chairs[seat].name, openly=True)
    return Done()


@get(
    "/tables/{code:str}/events",
    summary="A stream of your seat's views (server-sent events)",
    responses=problems(400, 401, 403, 404, 429, 503),
    security=BY_ANYBODY,
    media_type="text/event-stream",
)
async def events(table: TheTable, eyes: TheEyes, since: Since = 0) -> None:
    """A view whenever yours has changed, beginning with the present one; `{"phase": "gathering"}` before the deal, with
    the `names`, the `host` and the `takeover` of the table.

    Only the newest state is sent. `log` holds what you have heard since the view before it in the stream: its first
    event has the number `events` minus the length of `log`, and takes the place of any that you had from there on.
    When the stream breaks, open it again; it ends for good when the seat is yours no longer, or the table is closed.
    """
    raise ImproperlyConfiguredException("Streams are opened by the house's own server (web/server/fast.py).")


@get("/tables/{code:str}/record", summary="The record of a match that is over", responses={**LOOKS, **problems(409)})
async def record(table: TheTable) -> Response[dict[str, Any]]:
    """Everything that was drawn and decided, with the seed and the proof that it was dealt fairly; `speelhol.replay`
    reads it."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    return cast("Response[dict[str, Any]]", Response(await fair.kept_file(table), media_type=MediaType.JSON))


def view_news(den: Around, table: Table, eyes: int | None, since: int) -> News:
    """A seat's views for a stream, each with the events that came since the one before it."""
    sent = b""
    dealer: Dealer | None = None
    heard: Log | None = None
    chair = None if eyes is None else table.chairs[eyes]

    def news() -> bytes | None:
        nonlocal sent, dealer, heard
        before = sent
        if table.door.closed:
            raise Gone
        if chair is not None and eyes is not None and not table.chairs[eyes].still(chair):
            raise Gone
        if table.match is None:
            host = {"host": hosting.host_seat(table), "takeover": den.takeover(table)}
            sent = to_json({"phase": "gathering", "names": table.names, **host})
            return sent if sent != before else None
        found = table.state_view(eyes)
        log = found.view.log
        if heard is None:
            known = since
        elif dealer is table.match.dealer:
            known = len(heard)
        else:  # a move was taken back; whether this seat can notice is seen in its own log, and nowhere else
            known = alike(heard, log)
        same = heard is not None and known == len(heard) == len(log)
        sent, dealer, heard = found.plain + clocks.facts(table), table.match.dealer, log
        return None if same and sent == before else view_json(table, eyes, max(since, known))

    return news


def alike(one: Log, two: Log) -> int:
    """How many events two logs have in common, from the first one on."""
    return next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


seats = Router(
    "/", route_handlers=[luck, bots, deal, again, act, hint, undo, back, vote, chat], security=BY_SEAT, dependencies={
        "seat": Provide(find_seat)
    },
)  # fmt: skip
looks = Router(
    "/", route_handlers=[view, events], dependencies={"eyes": Provide(find_eyes)}
)  # fmt: skip
tables = Router(
    "/",
    route_handlers=[show_table, sit, record, seats, looks],
    dependencies={"table": Provide(come_to_table)},
)
api = Router("/api", route_handlers=[list_games, open_table, tables], tags=["tables"])
