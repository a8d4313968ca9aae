"""Looking at a match again: a slider, whose eyes, and an address for every moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, get
from litestar.di import Provide
from litestar.params import FromQuery
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from ...den import Remark, Table, TurnedAway
from ...kernel import LANGUAGES, Event, Motion, Panel, Timeline, View
from ...kernel.cache import per_process
from ...kernel.timeline import ALL, OPEN, Eyes, seat_of
from ..session.visitor import AnyRequest, TheDen, TheTable, come_to_table, reader_of
from ..table.audience import Audience
from ..table.cache import TableCache
from ..table.drawing import NO_MACROS, drawing_of, macros_of
from ..table.log import remark_line
from ..table.scene import Scene, described, past
from ..table.seats import opens_of, still_plaques
from ..table.staged import BigMoment, stages
from ..table.unfold import of_moment
from ..text.templates import Reader, render, say, template
from .answers import html, link_to

LOG_LINES = 60
TIMELINES = 16
"""So many matches are kept ready to be looked at; another one is played again when somebody asks."""
MOST_TURNS = 40
"""More marks than these can't be told apart on a phone's slider."""
MOST_HIGHLIGHTS = 14
"""Of a game that tells no turning points, more marks than these say nothing."""
SCENE = "scene"
"""What the page's own script says in X-Speelhol when it draws the moment itself."""

_encode = msgspec.json.Encoder().encode


class Heard(Struct, frozen=True):
    """Something that was told or said, and at which position."""

    at: int
    what: Event | Remark
    only: int | None
    """The seat that it was whispered to."""


@per_process(TIMELINES)
def timeline_of(table: Table) -> Timeline:
    """The timeline of a table whose match is over: it changes no more."""
    return Timeline(table.game, table.playing.record())


def heard_by(timeline: Timeline, talk: Sequence[Remark], at: int, eyes: Eyes, most: int) -> list[Heard]:
    """The newest things that these eyes had heard by a position, told and said, newest first."""
    heard = [remark for remark in talk if not remark.hidden and (remark.to is None or eyes in (ALL, remark.to))]
    said = [Heard(timeline.after(remark.after), remark, remark.to) for remark in heard]
    lines: list[Heard] = []
    for now in range(at, -1, -1):
        told = [Heard(now, event, to) for event, to in timeline.heard(now, eyes)]
        lines += reversed([*told, *(line for line in said if line.at == now)])
        if len(lines) >= most:
            break
    return lines[:most]


Said = tuple[Event, int | None]
"""What was told, and the seat that it was whispered to."""
Kinds = dict[type[Event], dict[int, Said]]
"""What was told, by kind, and the moments at which it was first told there."""


class Highlight(Struct, frozen=True):
    """A moment that is marked, and what happened there."""

    at: int
    what: tuple[Said, ...]


@per_process(TIMELINES * 2)
def highlights_of(timeline: Timeline, eyes: Eyes = OPEN) -> tuple[Highlight, ...]:
    """The turning points of a match; of a game that tells none, the moments at which something came to light."""
    turns = _told(timeline, eyes, lambda event: event.turning)
    moments = _turns(turns) if turns else _reveals(_told(timeline, OPEN, lambda one: one.reveals and not one.routine))
    return tuple(Highlight(at, moments[at]) for at in sorted(moments))


def _told(timeline: Timeline, eyes: Eyes, wanted: Callable[[Event], bool]) -> Kinds:
    """What these eyes were told, of the kinds that are wanted."""
    kinds: Kinds = {}
    for at in range(1, len(timeline.told)):
        for event, to in timeline.heard(at, eyes):
            if wanted(event):
                kinds.setdefault(type(event), {}).setdefault(at, (event, to))
    return kinds


def _turns(kinds: Kinds) -> dict[int, tuple[Said, ...]]:
    """All turning points; where there are too many, the rarest kinds, and of the first that is too many its last."""
    kept: set[int] = set()
    for moments in sorted(kinds.values(), key=len):
        new = sorted(moments.keys() - kept)
        room = MOST_TURNS - len(kept)
        kept.update(new[max(0, len(new) - room) :])
    return {at: tuple(moments[at] for moments in kinds.values() if at in moments) for at in kept}


def _reveals(kinds: Kinds) -> dict[int, tuple[Said, ...]]:
    """Of each kind all or none: first those by which somebody wins or loses, then those that are rarest."""
    found: dict[int, tuple[Said, ...]] = {}
    for kind in sorted(kinds, key=lambda kind: (not (kind.gains or kind.costs), len(kinds[kind]))):
        moments = kinds[kind]
        if len(moments.keys() | found.keys()) <= MOST_HIGHLIGHTS:
            found = {at: (told,) for at, told in moments.items()} | found
    return found


def chosen_eyes(table: Table, reader: Reader, text: str) -> Eyes:
    """Whose eyes an address asks for; one's own where it names none that there are."""
    if text in (ALL, OPEN):
        return text
    if text.isascii() and text.isdigit() and len(text) <= 2 and int(text) < len(table.chairs):
        return int(text)
    mine = table.seats_of(reader.person)
    return mine[0] if mine else OPEN


def chosen_moment(timeline: Timeline, eyes: Eyes, at: str, event: str) -> int:
    """The moment that an address names: by the number of the move, or of an event as these eyes count them."""
    for text, moment in ((at, lambda n: n), (event, lambda n: timeline.after(n, eyes))):
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return min(timeline.last, moment(int(text)))
    return 0


class Replayed:
    """One moment of a match, through some eyes."""

    def __init__(self, reader: Reader, table: Table, timeline: Timeline, at: int, eyes: Eyes) -> None:
        self.timeline = timeline
        self.at = at
        self.eyes = eyes
        self.past = table.at(timeline.frames[at])
        self.seat = seat_of(eyes)
        self.speech = table.game.speak(reader.language, table.names)
        self.view: View = replace(self.past.playing.view(self.seat), offers=None)  # nothing can be done here any more
        self.reader = reader
        self.audience = Audience(reader.language, self.seat, words=reader.words)
        self.scene = past(self.past, self.audience, self.view, self.speech)

    def parts(self) -> dict[str, Any]:
        """What was on the table: what everybody saw, and what only these eyes saw. Nothing moves."""
        opens = opens_of(self.scene)
        return {
            "drawn": self.scene is not None,
            "scene": self.scene,
            "seats": still_plaques(self.past, self.audience, self.view, opens),
            **(described(self.past.game, self.view, self.speech) if self.scene is None else {}),
        }

    def motions(self) -> dict[int, tuple[Motion, ...]]:
        """How what happened at this moment moves, in its order; nothing does in words."""
        drawing = None if self.audience.words else drawing_of(self.past.game)
        if drawing is None:
            return {}
        told = self.timeline.heard(self.at, self.eyes)
        moves = {n: tuple(drawing.motions(event)) for n, (event, _) in enumerate(told, 1)}
        return {n: some for n, some in moves.items() if some}

    def stages(self) -> dict[int, BigMoment]:
        """The big moments among what happened; none in words."""
        drawing = None if self.audience.words else drawing_of(self.past.game)
        told = self.timeline.heard(self.at, self.eyes)
        return stages(enumerate((event for event, _ in told), 1), self.seat, drawing, self.speech, TableCache())

    def coming(self) -> int:
        """The next moment at which these eyes see something happen: playing goes on there."""
        timeline, eyes = self.timeline, self.eyes
        later = range(self.at + 1, timeline.last)
        return next((at for at in later if timeline.heard(at, eyes) or timeline.did(at, eyes)), timeline.last)

    def highlights(self) -> dict[str, Any]:
        """The moments marked for these eyes, and a path that draws them above the slider."""
        found = highlights_of(self.timeline, self.eyes)
        rows = [
            {
                "at": one.at,
                "href": self.path(one.at),
                "text": " ".join(self.words(*told) for told in one.what),
                "now": one.at == self.at,
            }
            for one in found
        ]
        return {"rows": rows, "path": "".join(f"M{one.at} 0V1" for one in found)}

    def path(self, at: int, eyes: Eyes | None = None) -> str:
        query = urlencode({"at": max(0, min(self.timeline.last, at)), "eyes": self.eyes if eyes is None else eyes})
        return f"/t/{self.past.code}/replay?{query}"

    def unfolding(self) -> str:
        """What a link to send tells beside the moment, where it unfolds: the language of whoever sends it."""
        return f"&lang={self.speech.language}" if self.reader.house else ""

    def told(self) -> list[str]:
        """What happened at this moment, in words."""
        return [self.words(event, to) for event, to in self.timeline.heard(self.at, self.eyes)]

    def words(self, event: Event, to: int | None) -> str:
        """An event; eyes that see everything are told who alone heard it."""
        text = self.speech.event(event)
        if to is None or self.eyes != ALL:
            return text
        return f"{text} ({say(self.speech.language, 'only for {name}', name=self.speech.seat(to))})"

    def did(self) -> tuple[int, str] | None:
        """Who moved and what they did, where these eyes could see it."""
        move = self.timeline.did(self.at, self.eyes)
        return move and (move[0], self.speech.do(move[1]))

    def hands(self) -> list[Panel]:
        """For eyes that see everything, everybody's hands in words."""
        if self.eyes != ALL:
            return []
        describe, frame, speech = self.past.game.describe, self.past.playing, self.speech
        return [
            replace(panel, title=f"{say(speech.language, '{name}:', name=speech.seat(seat))} {panel.title}")
            for seat in range(frame.seats)
            for panel in describe(frame.view(seat).now, speech)
            if panel.private
        ]

    def lines(self) -> list[dict[str, Any]]:
        return [
            {
                "href": self.path(line.at),
                "now": line.at == self.at,
                "secret": line.only is not None,
                **self.said(line),
            }
            for line in heard_by(self.timeline, self.past.talk, self.at, self.eyes, LOG_LINES)
        ]

    def said(self, line: Heard) -> dict[str, Any]:
        """What happened, what somebody said, or what the house noted."""
        if not isinstance(line.what, Remark):
            return {"seat": None, "name": "", "face": "", "text": self.words(line.what, line.only)}
        said = remark_line(line.what, self.past.game, self.speech.language)
        return {"seat": said.seat, "name": said.name, "face": said.reaction, "text": said.text}

    def note(self) -> str:
        """What whoever looks had noted for themselves, through the eyes of their own seat; nothing where several share
        a device."""
        own = self.past.seats_of(self.reader.person)
        return self.past.notes[own[0]].text if own == (self.seat,) else ""

    def why(self) -> str:
        """What can be asked about the move: a bot's reasons, or what a bot would have done."""
        if not self.at:
            return ""
        seat = self.timeline.moves[self.at - 1][0]
        if not self.past.chairs[seat].bot:
            return say(self.speech.language, "What would a sharp bot have done?")
        return say(self.speech.language, "What did {name} think?", name=self.speech.seat(seat))

    def shown(self, link: str, thinks: bool = False) -> Scene:
        """Everything about this moment, as data that the page draws."""
        names = [(OPEN, say(self.speech.language, "The open table"))]
        names += [(str(seat), self.speech.seat(seat)) for seat in range(self.view.seats)]
        names.append((ALL, say(self.speech.language, "Everybody at once")))
        ways = {"first": 0, "before": self.at - 1, "after": self.at + 1, "end": self.timeline.last}
        ways["play"] = self.coming()
        return {
            "lang": self.speech.language,
            "code": self.past.code,
            "game": self.past.game.name,
            "title": self.speech.phrase("title"),
            "table": self.parts(),
            "at": self.at,
            "last": self.timeline.last,
            "eyes": str(self.eyes),
            "names": names,
            "did": self.did(),
            "mover": self.speech.seat(self.timeline.moves[self.at - 1][0]) if self.at else "",
            "told": self.told(),
            "why": self.why() if thinks else "",
            "thinks": thinks,
            "ask": self.speech.ask(self.view),
            "everybody": self.hands(),
            "lines": self.lines(),
            "note": self.note(),
            "motions": self.motions(),
            "stages": self.stages(),
            "highlights": self.highlights(),
            "ways": {name: self.path(at) for name, at in ways.items()},
            "link": link + self.path(self.at).removeprefix(f"/t/{self.past.code}") + self.unfolding(),
        }


@per_process()
def template_of(language: str) -> Any:
    """The macro that draws a moment."""
    return template(language, "table/replay.html").module.replay  # type: ignore[attr-defined]


def drawn(shown: Scene) -> Markup:
    """A moment as HTML."""
    macros = macros_of(shown["game"], shown["lang"]) if shown["table"]["drawn"] else NO_MACROS
    return Markup(template_of(shown["lang"])(shown, macros))  # noqa: S704 - made by our own templates


@get("/t/{code:str}/replay", include_in_schema=False, dependencies={"table": Provide(come_to_table)})
async def replay(
    request: AnyRequest,
    den: TheDen,
    table: TheTable,
    at: FromQuery[str] = "",
    event: FromQuery[str] = "",
    eyes: FromQuery[str] = "",
    lang: FromQuery[str] = "",
) -> Response[Any]:
    """A moment of a match that is over, as somebody saw it; before the end it would tell."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    reader = reader_of(request)
    timeline = await asyncio.to_thread(timeline_of, table)  # a long match is played again for it: others don't wait
    who = chosen_eyes(table, reader, eyes)
    moment = Replayed(reader, table, timeline, chosen_moment(timeline, who, at, event), who)
    shown = moment.shown(link_to(request, table), den.thinks)
    if request.headers.get("x-speelhol") == SCENE:
        return Response(_encode(shown), media_type="application/json")
    if request.headers.get("x-speelhol"):
        return html(drawn(shown))
    return html(
        render(
            "replay_page.html",
            reader,
            title=table.game.speak(reader.language).phrase("title"),
            game=table.game.name,
            look=drawing_of(table.game) is not None and not reader.words,
            unfolds=of_moment(moment.past, reader, moment.at, lang if lang in LANGUAGES else reader.language),
            fragment=drawn(shown),
        )
    )
