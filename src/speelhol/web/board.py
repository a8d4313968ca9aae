"""A table: what one person may see of it, in their language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ..den import Chair, Den, Table
from ..kernel import Game, Speech, View
from .drawn import Drawn, drawing_of
from .forms import offer_form
from .render import Notice, Reader, render, say
from .sentences import PRESENCE

LOG_LINES = 60


def page(
    reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, link: str, notice: Notice | None
) -> str:
    """The whole page of a table; from then on only its fragment travels."""
    query = "open=1" if spectator else f"face={'' if face is None else face}"
    return render(
        "page.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        game=table.game.name,
        look=drawing_of(table.game) is not None,
        live=f"/t/{table.code}/live?{query}",
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
    if table.match is None:
        return _gathering(reader, den, table, link, notice)
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
    options = [
        f"{speech.phrase(f'option.{name}')}: {speech.phrase(f'option.{name}.{str(value).lower()}')}"
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
        options=options or [say(reader.language, "As in the rulebook.")],
        link=link,
        name=reader.name,
        notice=notice.text if notice else "",
    )


def _playing(reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, notice: Notice | None) -> str:
    match = table.playing
    language = reader.language
    mine = () if spectator else table.seats_of(reader.person)
    seat, curtain = facing(table, mine, face)
    view = match.view(seat)
    speech = table.game.speak(language, table.names)
    asked = bool(view.agenda) and view.offers is not None
    state = "over" if view.over else "mine" if asked else "waiting"
    question = view.agenda[-1] if view.agenda else None
    values: dict[str, Any] = {"drawn": None}
    if curtain is None:
        values = {
            "prompt": _headline(speech.ask(view)),
            "panels": table.game.describe(view.now, speech),
            "form": offer_form(view.offers, speech) if view.offers is not None else None,
            "moment": table.moment(seat) if view.offers is not None else "",
            "undo": seat is not None and not view.over and match.why_not_undo(seat) is None,
            "log": _log(table, view, speech),
            "rule": _rule(table.game, question, language) if question is not None else None,
            "agenda": [speech.step(step) for step in reversed(view.agenda[:-1])],
            "chat_open": not view.hush and (bool(mine) or spectator),
            "result": _result(table, speech, language) if view.result else None,
            "drawn": Drawn(reader, table.game, view, speech) if not reader.words and drawing_of(table.game) else None,
            "can_draw": drawing_of(table.game) is not None,
            "waiting": _thinking(table, view, speech) if not asked and view.agenda else "",
        }
    return render(
        "table.html",
        reader,
        title=speech.phrase("title"),
        game=table.game.name,
        code=table.code,
        names=table.names,
        mine=mine,
        seat=seat,
        spectator=spectator,
        state=state,
        curtain=curtain,
        seats=_plaques(den, table, mine, language),
        host=table.is_host(reader.person),
        again=table.again,
        notice=notice,
        **values,
    )


def facing(table: Table, mine: Sequence[int], face: int | None) -> tuple[int | None, int | None]:
    """Whose eyes the page shows, and for whom a curtain must fall first: several people may share one device."""
    if not mine:
        return None, None
    if len(mine) == 1:
        return mine[0], None
    asked = [s for s in mine if s in table.playing.to_act]
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
        words = "bot" if chair.bot else "here" if _here(chair, here) else "away"
        if mine == (seat,):
            words = "you"
        elif thinking:
            words = "thinks"
        plaques.append(
            {
                "seat": seat,
                "name": chair.name,
                "me": seat in mine,
                "turn": thinking,
                "bot": chair.bot,
                "here": _here(chair, here),
                "words": say(language, PRESENCE[words]),
            }
        )
    return plaques


def _headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{8,110}?[:;](?=\s)", question)
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


def _log(table: Table, view: View, speech: Speech) -> list[dict[str, Any]]:
    """The newest events and remarks, newest first."""
    lines: list[dict[str, Any]] = []
    start = max(0, len(view.log) - LOG_LINES)
    own = view.log.own_since(start)
    open_count = view.log.open_before(start)
    remarks = [r for r in table.talk if r.after >= open_count]
    for event, secret in own:
        while remarks and remarks[0].after <= open_count:
            lines.append(_remark(remarks.pop(0)))
        lines.append({"text": speech.event(event), "secret": secret, "said": False, "seat": None, "name": ""})
        open_count += not secret
    lines += [_remark(remark) for remark in remarks]
    lines.reverse()
    return lines[:LOG_LINES]


def _remark(remark: Any) -> dict[str, Any]:
    return {"text": remark.text, "secret": False, "said": True, "seat": remark.seat, "name": remark.name}


def _result(table: Table, speech: Speech, language: str) -> list[dict[str, Any]]:
    result = table.playing.result
    assert result is not None
    rows = [
        {
            "seat": seat,
            "name": speech.seat(seat),
            "won": seat in result.winners,
            "rank": result.ranks[seat],
            "words": say(language, "wins") if seat in result.winners else speech.money(result.scores[seat]),
        }
        for seat in range(table.playing.seats)
    ]
    return sorted(rows, key=lambda row: row["rank"])
