"""A table: what one person may see of it, in their language, whole and in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from markupsafe import Markup

from ..den import Table
from . import company, times
from . import face as faces
from .album import album_of
from .drawn import drawing_of
from .ending import ending
from .hosts import only_here
from .plaques import is_here, seats
from .render import Notice, Reader, render, say
from .sentences import HINTS
from .sight import Sight


class Around(Protocol):
    """What a page asks of the house around a table: the den, or a room where nobody comes or goes."""

    def now(self) -> float: ...

    def present(self, table: Table) -> frozenset[str]: ...

    def watched(self, table: Table) -> bool: ...

    @property
    def thinks(self) -> bool:
        """Whether bots can be asked what they think."""


def may_talk(den: Around, table: Table, person: str) -> bool:
    """Who sits here may talk; and who has come to watch a match, while they have it open."""
    return bool(table.seats_of(person)) or (table.match is not None and person in den.present(table))


def page(
    reader: Reader, den: Around, table: Table, face: int | None, spectator: bool, link: str, notice: Notice | None
) -> str:
    """The whole page of a table; from then on only its pieces travel."""
    query = "open=1" if spectator else f"face={'' if face is None else face}"
    return render(
        "page.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        game=table.game.name,
        look=drawing_of(table.game) is not None and not reader.words,
        live=f"/t/{table.code}/live?{query}" if table.id else "",  # a table without a number stands in no book
        now=round(den.now() * 1000),
        fragment=Markup(fragment(reader, den, table, face, spectator, link, notice)),  # noqa: S704 - made by our own templates
    )


def fragment(
    reader: Reader,
    den: Around,
    table: Table,
    face: int | None,
    spectator: bool,
    link: str,
    notice: Notice | None = None,
) -> str:
    """What one reader may see of a table right now."""
    return "".join(pieces(reader, den, table, face, spectator, link, notice))


def pieces(
    reader: Reader,
    den: Around,
    table: Table,
    face: int | None,
    spectator: bool,
    link: str,
    notice: Notice | None = None,
) -> list[str]:
    """The same, cut so that little changes from one moment to the next: a stream sends the pieces that are new.

    Every piece is made of what this reader may know, so which of them are new tells nothing more.
    """
    if table.match is None:
        return [_gathering(reader, den, table, link, notice)]
    return _playing(reader, den, table, face, spectator, notice)


def _gathering(reader: Reader, den: Around, table: Table, link: str, notice: Notice | None) -> str:
    speech = table.game.speak(reader.language)
    here = den.present(table)
    chairs = [
        {
            "seat": seat,
            "name": chair.name,
            "taken": chair.taken,
            "bot": company.kind(chair, reader.language) if chair.bot else "",
            "me": chair.holds(reader.person),
            "here": is_here(chair, here),
        }
        for seat, chair in enumerate(table.chairs)
    ]
    taken = sum(chair.taken for chair in table.chairs)
    colon = company.COLON[reader.language]
    options = [
        f"{speech.phrase(f'option.{name}')}{colon} {speech.phrase(f'option.{name}.{str(value).lower()}')}"
        for name, value in table.opened.options.items()
    ]
    rules = options or [say(reader.language, "As in the rulebook.")]
    hints = f"{say(reader.language, 'Hints')}{colon} {say(reader.language, HINTS[table.opened.hints])}"
    return render(
        "gather.html",
        reader,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        game=table.game.name,
        code=table.code,
        chairs=chairs,
        mine=table.seats_of(reader.person),
        host=table.is_host(reader.person),
        taken=taken,
        free=len(chairs) - taken,
        options=[*rules, *times.told_before(table, reader.language), hints],
        **company.picker(table.game, reader.language, {}),
        deal=faces.promised(table),
        dealt=False,
        spectator=False,
        unlucky=[s for s in table.seats_of(reader.person) if table.commitment and not table.chairs[s].luck],
        link=link,
        only_here=only_here(link),
        name=reader.name,
        notice=notice.text if notice else "",
    )


def _playing(
    reader: Reader, den: Around, table: Table, face: int | None, spectator: bool, notice: Notice | None
) -> list[str]:
    mine = () if spectator else table.seats_of(reader.person)
    seat, curtain = facing(table, mine, face)
    album = album_of(table, den.watched(table))
    hints = table.hints and den.thinks
    talks = not spectator and may_talk(den, table, reader.person)
    sight = Sight(album, table, reader.language, seat, curtain, mine, spectator, reader.words, hints, talks)
    shown: faces.Face | None = album.faces.get(sight.key)
    if shown is None:
        shown = album.faces[sight.key] = faces.face(sight)
    slots: list[Sequence[str]] = [shown.prompt, seats(sight, den.present(table), shown.opens, shown.aside)]
    if curtain is None:
        result = [ending(sight, reader.person, den.thinks)] if sight.view.over else []
        dock = shown.dock if notice is None else faces.dock(sight, notice)
        slots += [[*result, *shown.board], [*shown.hand, dock], [shown.talk], shown.log]
    return woven(shown.frame, slots)


def woven(frame: Sequence[str], slots: Sequence[Sequence[str]]) -> list[str]:
    """The frame with pieces in its slots."""
    whole = [frame[0]]
    for pieces, after in zip(slots, frame[1:], strict=True):
        whole += pieces
        whole.append(after)
    return whole


def facing(table: Table, mine: Sequence[int], face: int | None) -> tuple[int | None, int | None]:
    """Whose eyes the page shows, and for whom a curtain must fall first: several people may share one device."""
    if not mine:
        return None, None
    if len(mine) == 1:
        return mine[0], None
    asked = [s for s in mine if s in table.playing.to_act and table.chairs[s].attends]
    if not asked:
        return (face, None) if face in mine and not table.playing.over else (None, None)
    if face in asked:
        return face, None
    return None, asked[0]
