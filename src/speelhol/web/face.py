"""The pieces of a table as one audience sees it: the question, the board, the own hand, what may be done, the log."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from ..den import Chair, Table, takebacks
from ..kernel import Speech, View, typeset
from . import times
from .art import mark, offer, piece
from .drawn import Drawn, drawing_of
from .forms import OfferForm, offer_form
from .plaques import Open, around
from .render import Notice, render_piece
from .sight import Sight
from .told import log, motions, talk


class Face(Struct, frozen=True):
    """A table to one audience, piece by piece. With a curtain before it there is no more than the frame and that."""

    frame: list[str]
    prompt: list[str]
    opens: tuple[Open, ...] = ()
    aside: str = ""
    board: list[str] = []
    hand: list[str] = []
    dock: str = ""
    talk: str = ""
    log: list[str] = []


def face(sight: Sight) -> Face:
    """Everything that changes only when something happens at the table."""
    table, drawn, curtain = sight.table, sight.drawn, sight.curtain
    frame = sight.show_slots(
        "table.html",
        state=sight.state,
        title=sight.speech.phrase("title"),
        code=table.code,
        game=table.game.name,
        mine=sight.mine,
        dealt=True,
        spectator=sight.spectator,
        curtain=curtain is not None,
        drawn=drawn is not None,
        can_draw=drawing_of(table.game) is not None,
        deal=promised(table),
    )
    if curtain is not None:
        name = table.names[curtain]
        return Face(frame, [sight.show("piece/curtain.html", code=table.code, seat=curtain, name=name)])
    return Face(
        frame,
        prompt(sight),
        *around(sight),
        *_words(sight) if drawn is None else _picture(sight, drawn),
        dock(sight),
        talk(sight),
        log(sight),
    )


class Promise(Struct, frozen=True):
    """What everybody may know of how the cards are dealt."""

    commitment: str
    lucks: tuple[tuple[str, str], ...]
    """What the people at the table added, by name."""
    by_seat: tuple[str, ...]


def promised(table: Table) -> Promise:
    return _promised(table.commitment, table.chairs)


@lru_cache(maxsize=512)
def _promised(commitment: str, chairs: tuple[Chair, ...]) -> Promise:
    people = tuple((chair.name, chair.luck) for chair in chairs if chair.taken and not chair.bot)
    return Promise(commitment, people, tuple(chair.luck for chair in chairs))


def _words(sight: Sight) -> tuple[list[str], list[str]]:
    """Board and hand in words."""
    panels = sight.table.game.describe(sight.view.now, sight.speech)
    private = tuple(panel for panel in panels if panel.private)
    board = [sight.show("piece/panel.html", panel=panel) for panel in panels if not panel.private]
    return board, [sight.show("piece/hands.html", panels=private)] if private else []


def _picture(sight: Sight, drawn: Drawn) -> tuple[list[str], list[str]]:
    """Board and hand as the game draws them."""
    board, hand = _drawing(drawn)
    return [*board, '<div id="motions" hidden>', *motions(sight, drawn), "</div>"], hand


def _drawing(drawn: Drawn) -> tuple[list[str], list[str]]:
    return [*drawn.board, *drawn.legend], drawn.mine


# ---- a moment that has passed


def still(sight: Sight) -> tuple[list[str], list[str]]:
    """The table at that moment: what everybody saw, and what only these eyes saw. Nothing moves."""
    return _words(sight) if sight.drawn is None else _drawing(sight.drawn)


# ---- the question, and what may be done


def prompt(sight: Sight) -> list[str]:
    """What is asked, and why, with the sign of who is asked."""
    view, speech = sight.view, sight.speech
    rule, agenda = _why(sight)
    asked, rest = times.stand_in(sight.table, view, sight.language) or headline(speech.ask(view))
    before, after = sight.show_slots(
        "piece/prompt.html",
        state=sight.state,
        game=view.game,
        name=speech.seat(sight.seat) if len(sight.mine) > 1 else "",
        prompt=(asked, *_first(rest)),
        clock=times.deadline(sight.table, sight.seat) if sight.state == "mine" else None,
        pace=times.pace_words(sight.table.opened.pace, sight.language),
        rule=rule,
        agenda=agenda,
        waiting=_thinking(sight.table, view, speech) if sight.state == "waiting" else "",
        coach=_coach(sight),
        hint=_hint(sight),
    )
    who = piece("lamp", 48, 48, "who") if sight.seat is None else mark(sight.seat, "who")
    return [before, str(who), after]


def _hint(sight: Sight) -> tuple[str, str] | None:
    """A mark of the moment, and where to ask for a hint; None for everybody who has nothing to decide."""
    if not sight.hints or sight.state != "mine":
        return None
    return sight.table.moment(sight.seat), f"/t/{sight.table.code}/hint?seat={sight.seat}"


def _coach(sight: Sight) -> str:
    """What the coach says in a lesson; empty elsewhere."""
    table, lesson = sight.table, sight.table.lesson
    if lesson is None or sight.seat != 0:
        return ""
    tip = table.coach
    if tip is not None and sight.view.offers is not None:
        said = tip.say
    elif table.taught:
        said = lesson.end
    else:
        return ""
    return re.sub(
        r"\{(\d)\}", lambda seat: sight.speech.seat(int(seat[1])), typeset(said[sight.language], sight.language)
    )


@lru_cache(maxsize=4096)
def headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{4,110}?[:;](?=\s)", question)
    if end is None:
        return question, ""
    rest = question[end.end() :].strip()
    return question[: end.end()].rstrip(":;\u202f\xa0 "), rest[:1].upper() + rest[1:]


def _first(rest: str) -> tuple[str, str]:
    """The first sentence and those after it, for which a phone has no room beside the table."""
    end = re.match(r".{8,}?[.?!](?=\s)", rest)
    return (rest, "") if end is None else (rest[: end.end()], rest[end.end() :])


def _why(sight: Sight) -> tuple[tuple[str, str] | None, tuple[str, ...]]:
    """The rule behind the question, with its text, and what comes after it; the same for everybody."""
    agenda = sight.view.agenda
    key = ("why", sight.language, agenda)
    found: tuple[tuple[str, str] | None, tuple[str, ...]] | None = sight.album.recall(key)
    if found is None:
        rule = sight.table.game.rulebook[agenda[-1].rule] if agenda else None
        steps = tuple(sight.speech.step(step) for step in reversed(agenda[:-1]))
        found = ((rule.id, rule.text[sight.language]) if rule else None, steps)
        sight.album.keep(key, found)
    return found


def _thinking(table: Table, view: View, speech: Speech) -> str:
    """Whom the table waits for, as far as that may be told."""
    if view.agenda[-1].discreet or view.answer is None:
        return ""
    return speech.join(speech.seat(s) for s in table.playing.to_act)


def dock(sight: Sight, notice: Notice | None = None) -> str:
    """What the seat may do now, and why something was refused."""
    view, seat, table = sight.view, sight.seat, sight.table
    form = offer_form(view.offers, sight.speech) if view.offers is not None else None
    wanted = str(table.scripted(seat)) if seat is not None and table.coach is not None else ""
    undo = seat is not None and not view.over and not wanted and takebacks.why_not(table, seat) is None
    absent = times.absences(table, sight.mine)
    if form is None and not undo and notice is None and not any(absent.values()):
        return ""
    return render_piece(
        "piece/dock.html",
        sight.language,
        code=table.code,
        game=view.game,
        seat=seat,
        form=form,
        choices=_choices(form, sight.drawn, wanted) if form is not None and not form.single else (),
        moment=table.moment(seat) if form is not None else "",
        undo=undo,
        notice=notice,
        drawn=sight.drawn,
        wanted=wanted,
        **absent,
    )


def _choices(form: OfferForm, drawn: Drawn | None, wanted: str) -> list[str]:
    """What there is to choose from, group by group."""
    return [
        "".join(
            [
                offer(
                    part.value,
                    part.picks,
                    part.words,
                    None if drawn is None or part.action is None else drawn.then(part.action),
                    part.value == wanted,
                )
                for part in group.parts
            ]
        )
        for group in form.groups
    ]
