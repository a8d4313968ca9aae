"""A table: what one person may see of it, in their language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from ..den import Chair, Den, Remark, Table
from ..kernel import Game, Speech, View
from . import times
from .drawn import Drawn, drawing_of
from .forms import offer_form
from .render import Notice, Reader, render, say
from .sentences import PRESENCE

COLON = {"en": ":", "nl": ":", "fr": "\u202f:"}
LOG_LINES = 60


def page(
    reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, link: str, notice: Notice | None
) -> str:
    """The whole page of a table; from then on only its pieces travel."""
    query = "open=1" if spectator else f"face={'' if face is None else face}"
    return render(
        "page.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        game=table.game.name,
        look=drawing_of(table.game) is not None,
        live=f"/t/{table.code}/live?{query}",
        now=round(den.now() * 1000),
        fragment=Markup(fragment(reader, den, table, face, spectator, link, notice)),  # noqa: S704 - made by our own templates
    )


def fragment(
    reader: Reader,
    den: Den,
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
    den: Den,
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


def _gathering(reader: Reader, den: Den, table: Table, link: str, notice: Notice | None) -> str:
    speech = table.game.speak(reader.language)
    here = den.present(table)
    chairs = [
        {
            "seat": seat,
            "name": chair.name,
            "taken": chair.taken,
            "bot": chair.bot,
            "me": chair.holds(reader.person),
            "here": _here(chair, here),
        }
        for seat, chair in enumerate(table.chairs)
    ]
    taken = sum(chair.taken for chair in table.chairs)
    colon = COLON[reader.language]
    options = [
        f"{speech.phrase(f'option.{name}')}{colon} {speech.phrase(f'option.{name}.{str(value).lower()}')}"
        for name, value in table.opened.options.items()
    ]
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
        options=(options or [say(reader.language, "As in the rulebook.")]) + times.told_before(table, reader.language),
        link=link,
        name=reader.name,
        notice=notice.text if notice else "",
    )


def _playing(
    reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, notice: Notice | None
) -> list[str]:
    mine = () if spectator else table.seats_of(reader.person)
    seat, curtain = facing(table, mine, face)
    view = times.eyes(table, seat)
    speech = table.game.speak(reader.language, table.names)
    drawable = drawing_of(table.game) is not None
    drawn = Drawn(reader, table.game, view, speech) if drawable and not reader.words and curtain is None else None
    sight = Sight(reader, table, view, speech, mine, spectator, drawn)
    frame = sight.show(
        "table.html",
        state=sight.state,
        title=sight.speech.phrase("title"),
        seated=bool(mine),
        spectator=spectator,
        curtain=curtain is not None,
        drawn=drawn is not None,
        can_draw=drawable,
        slot=SLOT,
    ).split(SLOT)
    seats = sight.show("piece/seats.html", seats=_plaques(den, table, mine, reader.language), drawn=drawn)
    if curtain is not None:
        return woven(frame, [sight.show("piece/curtain.html", seat=curtain, name=table.names[curtain])], [seats])
    shown, private = _drawn(sight, drawn) if drawn is not None else _described(sight)
    return woven(
        frame,
        [_prompt(sight)],
        [seats],
        [_result(sight), *shown] if view.result else shown,
        [private, _dock(sight, notice)],
        [_talk(sight)],
        [sight.show("piece/line.html", line=line) for line in _log(sight)],
    )


SLOT = "\0"
"""Where a piece goes in the frame; no text of a page holds it."""


def woven(frame: Sequence[str], *slots: Sequence[str]) -> list[str]:
    """The frame with the pieces in its slots."""
    whole = [frame[0]]
    for found, after in zip(slots, frame[1:], strict=True):
        whole += found
        whole.append(after)
    return whole


class Sight(Struct, frozen=True):
    """What the pieces of one reader's table are made of."""

    reader: Reader
    table: Table
    view: View
    speech: Speech
    mine: tuple[int, ...]
    spectator: bool
    drawn: Drawn | None

    @property
    def seat(self) -> int | None:
        return self.view.seat

    @property
    def state(self) -> str:
        return "over" if self.view.over else "mine" if self.view.offers is not None else "waiting"

    def show(self, template: str, **values: Any) -> str:
        return render(template, self.reader, code=self.table.code, game=self.table.game.name, **values)


def _described(sight: Sight) -> tuple[list[str], str]:
    """The table in words: what everybody sees, and what only this seat sees."""
    panels = sight.table.game.describe(sight.view.now, sight.speech)
    private = [panel for panel in panels if panel.private]
    return (
        [sight.show("piece/panel.html", panel=panel) for panel in panels if not panel.private],
        sight.show("piece/hands.html", panels=private) if private else "",
    )


def _drawn(sight: Sight, drawn: Drawn) -> tuple[list[str], str]:
    """The same, drawn."""
    return [drawn.board, drawn.legend, sight.show("piece/motions.html", motions=drawn.motions)], drawn.mine


def _prompt(sight: Sight) -> str:
    """What is asked, and why."""
    view, speech = sight.view, sight.speech
    return sight.show(
        "piece/prompt.html",
        state=sight.state,
        seat=sight.seat,
        name=speech.seat(sight.seat) if len(sight.mine) > 1 else "",
        prompt=times.stand_in(sight.table, view, speech.language) or _headline(speech.ask(view)),
        clock=times.deadline(sight.table, sight.seat) if sight.state == "mine" else None,
        pace=times.pace_words(sight.table.opened.pace, speech.language),
        rule=_rule(sight.table.game, view.agenda[-1], speech.language) if view.agenda else None,
        agenda=[speech.step(step) for step in reversed(view.agenda[:-1])],
        waiting=_thinking(sight.table, view, speech) if sight.state == "waiting" else "",
        coach=_coach(sight),
    )


def _coach(sight: Sight) -> str:
    """What the coach says in a lesson; empty elsewhere."""
    table, lesson = sight.table, sight.table.game.lesson
    if not table.opened.lesson or lesson is None or sight.seat != 0 or sight.view.over:
        return ""
    tip = table.coach
    if tip is not None and sight.view.offers is None:
        return ""
    text = (tip.say if tip is not None else lesson.end)[sight.speech.language]
    return re.sub(r"\{(\d)\}", lambda seat: sight.speech.seat(int(seat[1])), text)


def _dock(sight: Sight, notice: Notice | None) -> str:
    """What the seat may do now, and why something was refused."""
    view, seat = sight.view, sight.seat
    form = offer_form(view.offers, sight.speech) if view.offers is not None else None
    wanted = str(sight.table.scripted(seat)) if seat is not None and sight.table.coach is not None else ""
    undo = seat is not None and not view.over and not wanted and sight.table.playing.why_not_undo(seat) is None
    absent = times.absences(sight.table, sight.mine)
    if form is None and not undo and notice is None and not any(absent.values()):
        return ""
    moment = sight.table.moment(seat) if form is not None else ""
    return sight.show(
        "piece/dock.html",
        seat=seat,
        form=form,
        moment=moment,
        undo=undo,
        notice=notice,
        drawn=sight.drawn,
        wanted=wanted,
        **absent,
    )


def _talk(sight: Sight) -> str:
    """A line to talk into, for those who sit here or have come to watch."""
    hush = sight.view.hush
    if not hush and not sight.mine and not sight.spectator:
        return ""
    return sight.show("piece/say.html", seat=sight.seat, hush=hush)


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


def _plaques(den: Den, table: Table, mine: Sequence[int], language: str) -> list[dict[str, Any]]:
    here = den.present(table)
    match = table.playing
    open_view = match.view(None)
    discreet = bool(open_view.agenda) and open_view.agenda[-1].discreet
    plaques = []
    for seat, chair in enumerate(table.chairs):
        asked = seat in open_view.asked
        thinking = asked and (discreet or seat in match.to_act)
        held = chair.held and not match.over
        words = "bot" if chair.bot else "held" if held else "here" if _here(chair, here) else "away"
        if mine == (seat,) and not held:
            words = "you"
        elif thinking and not held:
            words = "thinks"
        plaques.append(
            {
                "seat": seat,
                "name": chair.name,
                "me": seat in mine,
                "turn": thinking,
                "bot": chair.bot,
                "here": _here(chair, here),
                "held": held,
                "deadline": times.deadline(table, seat) if thinking else None,
                "left": "" if thinking else times.seconds_left(table, seat),
                "words": say(language, PRESENCE[words]),
            }
        )
    return plaques


def _headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{4,110}?[:;](?=\s)", question)
    if end is None:
        return question, ""
    rest = question[end.end() :].strip()
    return question[: end.end()].rstrip(":;\u202f\xa0 "), rest[:1].upper() + rest[1:]


def _here(chair: Chair, present: frozenset[str]) -> bool:
    return any(chair.holds(person) for person in present)


def _thinking(table: Table, view: View, speech: Speech) -> str:
    """Whom the table waits for, as far as that may be told."""
    if view.agenda[-1].discreet or view.answer is None:
        return ""
    return speech.join(speech.seat(s) for s in table.playing.to_act)


def _rule(game: Game, question: Any, language: str) -> dict[str, str]:
    rule = game.rulebook[question.rule]
    return {"id": rule.id, "text": rule.text[language]}


def _log(sight: Sight) -> list[dict[str, Any]]:
    """The newest events and remarks, newest first."""
    log = sight.view.log
    lines: list[dict[str, Any]] = []
    start = max(0, len(log) - LOG_LINES)
    own = log.own_since(start)
    open_count = log.open_before(start)
    remarks = [r for r in sight.table.talk if r.after >= open_count and r.to in (None, sight.seat)]
    for event, secret in own:
        while remarks and remarks[0].after <= open_count:
            lines.append(_remark(remarks.pop(0), sight.speech.language))
        lines.append({"text": sight.speech.event(event), "secret": secret, "said": False, "seat": None, "name": ""})
        open_count += not secret
    lines += [_remark(remark, sight.speech.language) for remark in remarks]
    lines.reverse()
    return lines[:LOG_LINES]


def _remark(remark: Remark, language: str) -> dict[str, Any]:
    if remark.note:
        words = times.note_words(remark, language)
        return {"text": words, "secret": remark.to is not None, "said": False, "seat": remark.seat, "name": ""}
    return {"text": remark.text, "secret": False, "said": True, "seat": remark.seat, "name": remark.name}


def _result(sight: Sight) -> str:
    """How it ended, and what next."""
    table, speech = sight.table, sight.speech
    result = table.playing.result
    assert result is not None
    rows = [
        {
            "seat": seat,
            "name": speech.seat(seat),
            "won": seat in result.winners,
            "rank": result.ranks[seat],
            "words": say(speech.language, "wins") if seat in result.winners else speech.money(result.scores[seat]),
        }
        for seat in range(table.playing.seats)
    ]
    return sight.show(
        "piece/result.html",
        result=sorted(rows, key=lambda row: row["rank"]),
        again=table.again,
        host=table.is_host(sight.reader.person),
    )
