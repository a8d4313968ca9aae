"""A table as HTML: the first page, pages without a script, and the table in words."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any, Protocol

import msgspec
from markupsafe import Markup

from ...den import Chair, Table
from ...den.tables import hosting
from ...den.tables.absence import Voting
from ...den.tables.cache import PER_TABLE
from ...kernel.cache import per_process
from ..build import BUILD
from ..session.names import only_here
from ..text import bots, clocks
from ..text.clocks import note_words, restored_words
from ..text.templates import Notice, Reader, render, say, template
from .audience import Audience, Hand, audience_of
from .cache import kept
from .drawing import NO_MACROS, drawing_of, macros_of
from .host import sheet
from .own import beside_question, settings_of
from .promise import promised, promised_to
from .scene import Scene, scene, with_notice
from .seats import asked, is_here, own_plaques, plaques, watching_words
from .unfold import of_table

LONGEST_PAUSE = 1.0
"""Seconds for which a page lets an event stand at most, at a brisk table."""
MOST_DRAWN = 64
"""Tables as HTML that are kept, for other readers of the same moment."""


class Around(Protocol):
    """What a page asks of the house around a table: the den, or a house where nobody comes or goes."""

    def now(self) -> float: ...

    def present(self, table: Table) -> frozenset[str]: ...

    def watched(self, table: Table) -> bool: ...

    def takeover(self, table: Table) -> float | None:
        """When somebody else may take over as host; None while the host is there."""

    def voting(self, table: Table) -> Voting:
        """How it stands with voting on seats that don't answer."""

    @property
    def bot_pause(self) -> float:
        """Seconds for which an event is seen at a brisk table."""

    @property
    def thinks(self) -> bool:
        """Whether bots can be asked what they think."""


def page(
    reader: Reader, den: Around, table: Table, hand: Hand | None, spectator: bool, link: str, notice: Notice | None
) -> str:
    """The whole page of a table; from then on only what changes travels."""
    pictured = drawing_of(table.game) is not None and not reader.words
    query = "open=1" if spectator else (hand or Hand()).query
    query += "" if pictured else "&words=1"  # whatever the reader chooses later: this page can draw nothing
    return render(
        "page.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        game=table.game.name,
        look=pictured,
        big=spectator,
        live=f"/t/{table.code}/live?{query}" if table.id else "",  # a table without a number stands in no book
        now=round(den.now() * 1000),
        pause=round(min(den.bot_pause, LONGEST_PAUSE) * 1000),
        build=BUILD,
        unfolds=of_table(table, reader),
        fragment=Markup(as_html(seen_by(reader, den, table, hand, spectator, link, notice))),  # noqa: S704 - made by our own templates
    )


def seen_by(
    reader: Reader,
    den: Around,
    table: Table,
    hand: Hand | None,
    spectator: bool,
    link: str,
    notice: Notice | None = None,
) -> Scene | str:
    """What one reader may see of a table right now: a scene; HTML before the deal and behind a curtain."""
    if table.door.closed:
        return closed(reader, table)
    notice = notice or (None if spectator else _ended(table, reader))
    if table.match is None:
        return waiting_room(reader, den, table, link) if spectator else gathering(reader, den, table, link, notice)
    present, thinks, remembered = den.present(table), den.thinks, kept(table, den.watched(table))
    audience = audience_of(reader, table, hand or Hand(), spectator, thinks, present, remembered)
    if audience.curtain is not None:
        return curtain(den, table, audience, notice)
    shown = scene(table, audience, present, thinks, den.voting(table), remembered)
    return shown if notice is None else with_notice(shown, notice)


def _ended(table: Table, reader: Reader) -> Notice | None:
    """What a device is told that held a chair until somebody made a new link to it."""
    name = table.ended.get(reader.person)
    if name is None or table.seats_of(reader.person):
        return None
    return Notice(say(reader.language, "device.ended", name=name))


def as_html(shown: Scene | str) -> str:
    """The same as HTML, whatever it is."""
    return shown if isinstance(shown, str) else drawn(shown)


@per_process()
def frame(language: str) -> Any:
    """The macro that draws a whole table."""
    return template(language, "table/frame.html").module.table  # type: ignore[attr-defined]


def drawn(shown: Scene) -> str:
    """A scene as HTML."""
    macros = macros_of(shown["game"], shown["lang"]) if shown["drawn"] else NO_MACROS
    return str(frame(shown["lang"])(shown, macros))


_drawn: OrderedDict[bytes, str] = OrderedDict()
_encode = msgspec.json.Encoder().encode


def drawn_once(shown: Scene) -> str:
    """The same, made once for all who see the same: many may look on in words."""
    key = hashlib.blake2b(_encode(shown)).digest()
    html = _drawn.get(key)
    if html is None:
        PER_TABLE.misses += 1
        html = _drawn[key] = drawn(shown)
        if len(_drawn) > MOST_DRAWN:
            _drawn.popitem(last=False)
    else:
        PER_TABLE.hits += 1
    return html


def curtain(den: Around, table: Table, audience: Audience, notice: Notice | None = None) -> str:
    """Between two people who share a device."""
    assert audience.curtain is not None
    others = plaques(table, audience.language, den.present(table), {}, asked(table))
    rests = clocks.stand_in(table, table.view(None), audience.language)
    return template(audience.language, "table/curtain.html").render(
        title=table.game.speak(audience.language).phrase("title"),
        code=table.code,
        game=table.game.name,
        notice="" if notice is None else notice.text,
        rests=" ".join(rests) if rests else "",
        standing=beside_question(table, audience),
        seat=audience.curtain,
        name=table.names[audience.curtain],
        at=table.decided(audience.mine),
        deal=promised(table),
        mine=audience.mine,
        t={"drawn": False, "seats": own_plaques(others, audience.mine, audience.language)},
        g=NO_MACROS,
    )


def closed(reader: Reader, table: Table) -> str:
    """All that is left of a table that somebody has closed, and who that was, if it was written down."""
    title = table.game.speak(reader.language).phrase("title")
    unbegun = table.restored and table.match is None
    why = f"{restored_words(table, reader.language)} {say(reader.language, 'restored.closed')}" if unbegun else ""
    note = next((one for one in reversed(table.talk) if one.note.startswith("closed.")), None)
    who = note_words(note, reader.language) if note is not None else ""
    return render("closed.html", reader, title=title, code=table.code, who=who, why=why)


def waiting_room(reader: Reader, den: Around, table: Table, link: str) -> str:
    """The open table before the deal, the same for everybody: how to come, and who is there."""
    speech, here = table.game.speak(reader.language), den.present(table)
    hosts = hosting.host_seat(table)
    chairs = [
        {
            "seat": seat,
            "name": chair.name,
            "taken": chair.taken,
            "words": bots.kind(chair, reader.language) if chair.bot else say(reader.language, _in_chair(chair, here)),
            "program": bots.own_program(chair.program, reader.language),
            "host": seat == hosts,
        }
        for seat, chair in enumerate(table.chairs)
    ]
    return render(
        "room.html",
        reader,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        code=table.code,
        chairs=chairs,
        taken=sum(chair.taken for chair in table.chairs),
        start=round(table.door.settings.start * 1000),
        watching=watching_words(table, here, reader.language),
        deal=promised_to(table, ""),
        link=link,
        only_here=only_here(link),
    )


def _in_chair(chair: Chair, here: frozenset[str]) -> str:
    """The key of what is said of a chair in which no bot sits."""
    return "free" if not chair.taken else "presence.here" if is_here(chair, here) else "presence.away"


def gathering(reader: Reader, den: Around, table: Table, link: str, notice: Notice | None) -> str:
    """The table before the deal: who sits where."""
    speech = table.game.speak(reader.language)
    here, takeover, host = den.present(table), den.takeover(table), table.is_host(reader.person)
    hosts = hosting.host_seat(table)
    silent = {voice.number: voice.silent for voice in hosting.voices(table)}
    chairs = [
        {
            "seat": seat,
            "name": chair.name,
            "taken": chair.taken,
            "bot": bots.kind(chair, reader.language) if chair.bot else "",
            "program": bots.own_program(chair.program, reader.language),
            "me": chair.holds(reader.person),
            "here": is_here(chair, here),
            "host": seat == hosts,
            "silent": silent.get(seat),
            "sitting": chair.sitting,
            "lends": hosting.lends(table, chair.person or ""),
        }
        for seat, chair in enumerate(table.chairs)
    ]
    taken = sum(chair.taken for chair in table.chairs)
    options = [
        say(
            reader.language,
            "{what}: {chosen}",
            what=speech.phrase(f"option.{name}"),
            chosen=speech.phrase(f"option.{name}.{str(value).lower()}"),
        )
        for name, value in table.opened.options.items()
    ]
    rules = options or [say(reader.language, "As in the rulebook.")]
    hinted = say(reader.language, f"hints.{table.opened.hints}")
    hints = say(reader.language, "{what}: {chosen}", what=say(reader.language, "Hints"), chosen=hinted)
    missing = [one["name"] for one in chairs if one["taken"] and not (one["bot"] or one["me"] or one["here"])]
    return render(
        "gather.html",
        reader,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        game=table.game.name,
        code=table.code,
        chairs=chairs,
        mine=table.seats_of(reader.person),
        host=host,
        takeover=None if takeover is None or host else round(takeover * 1000),
        gone=takeover is not None and takeover <= den.now(),
        away=hosting.is_sent_away(table, reader.person),
        sheet=sheet(table, reader.language, here) if host else None,
        settings=_settings_before(table, reader, host),
        waits=hosting.waits(table, reader.person),
        approves=table.door.settings.approve,
        start=round(table.door.settings.start * 1000),
        told=[note_words(one, reader.language) for one in table.talk if one.note and one.to is None][-3:],
        silent=hosting.is_silent(table, reader.person),
        watching=watching_words(table, here, reader.language),
        taken=taken,
        free=len(chairs) - taken,
        hurry=clocks.hurry(table, reader.language),
        missing=speech.join(missing) if missing else "",
        alone=table.only_bots_beside(reader.person),
        options=[*rules, *clocks.told_before(table, reader.language), hints],
        **bots.picker(table.game, reader.language, bots.in_mind(table)),
        deal=promised_to(table, reader.person),
        unlucky=[s for s in table.seats_of(reader.person) if table.commitment and not table.chairs[s].luck],
        link=link,
        only_here=only_here(link),
        name=reader.name,
        notice=notice.text if notice else "",
    )


def _settings_before(table: Table, reader: Reader, host: bool) -> str:
    """How somebody likes it at a table, before anything is dealt."""
    can_draw = drawing_of(table.game) is not None
    return settings_of(table, Audience(reader.language, host=host), False, can_draw and not reader.words, can_draw)
