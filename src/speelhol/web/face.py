"""The pieces of a table as one audience sees it: the question, the board, the own hand, what may be done, the log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from msgspec import Struct

from ..den import Chair, Remark, Table
from ..kernel import Dealer, Event, Log, Speech, View
from . import company, times
from .album import SLOT, Album
from .art import line, mark, movement, offer, piece
from .drawn import RECENT, Drawn, drawing_of
from .forms import OfferForm, offer_form
from .render import Notice, Reader, render_piece, say
from .sentences import PRESENCE

LOG_LINES = 60


class Open(Struct, frozen=True):
    """What a drawn table shows of a seat to everybody: in a word or two, drawn, and more for wide screens."""

    words: str = ""
    things: str = ""
    more: str = ""


NOTHING_OPEN = Open()


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


class Sight:
    """Who looks at a table, and what their pieces are made of."""

    def __init__(
        self,
        album: Album,
        table: Table,
        language: str,
        seat: int | None,
        curtain: int | None,
        mine: tuple[int, ...],
        spectator: bool,
        words: bool,
        hints: bool = False,
    ) -> None:
        self.album = album
        self.table = table
        self.language = language
        self.seat = seat
        self.curtain = curtain
        self.mine = mine
        self.spectator = spectator
        self.words = words
        self.hints = hints
        """Whether they may ask for one."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for those who see the same of a state."""
        return self.language, self.seat, self.curtain, self.mine, self.spectator, self.words, self.hints

    @cached_property
    def view(self) -> View:
        return times.eyes(self.table, self.seat)

    @cached_property
    def speech(self) -> Speech:
        return self.table.game.speak(self.language, self.table.names)

    @cached_property
    def drawn(self) -> Drawn | None:
        """The drawn table; None where there is none, or where words are wanted."""
        game = self.table.game
        if self.words or self.curtain is not None or drawing_of(game) is None:
            return None
        return Drawn(self.album, game, self.view, self.speech)

    @property
    def state(self) -> str:
        return "over" if self.view.over else "mine" if self.view.offers is not None else "waiting"

    def show(self, template: str, **values: Any) -> str:
        return self.album.piece(template, self.language, values)

    def show_slots(self, template: str, **values: Any) -> list[str]:
        """The same for a template with slots: what stands before, between and after them."""
        return self.album.pieces(template, self.language, values)


def face(sight: Sight) -> Face:
    """Everything that changes only when something happens at the table."""
    table, drawn, curtain = sight.table, sight.drawn, sight.curtain
    frame = sight.show_slots(
        "table.html",
        state=sight.state,
        title=sight.speech.phrase("title"),
        code=table.code,
        game=table.game.name,
        seated=bool(sight.mine),
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
        *_around(sight),
        *_words(sight) if drawn is None else _picture(sight, drawn),
        dock(sight),
        talk(sight),
        log(sight),
    )


class Promise(Struct, frozen=True):
    """What everybody may know of how the cards are dealt."""

    commitment: str
    lucks: tuple[tuple[str, str], ...]


def promised(table: Table) -> Promise:
    return _promised(table.commitment, table.chairs)


@lru_cache(maxsize=512)
def _promised(commitment: str, chairs: tuple[Chair, ...]) -> Promise:
    return Promise(commitment, tuple((chair.name, chair.luck) for chair in chairs if chair.taken and not chair.bot))


def _around(sight: Sight) -> tuple[tuple[Open, ...], str]:
    """What a drawing shows of the seats, and beside the board."""
    drawn = sight.drawn
    if drawn is None:
        return (), ""
    opens = tuple(
        Open(drawn.plaque(seat), drawn.things(seat, chair.bot), drawn.more(seat))
        for seat, chair in enumerate(sight.table.chairs)
    )
    return opens, drawn.aside


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
    return [*drawn.board.split(SLOT), *drawn.legend.split(SLOT)], drawn.mine.split(SLOT)


# ---- a moment that has passed


def past_sight(reader: Reader, table: Table, view: View) -> Sight:
    """A view of a moment that has passed, with what it takes to show it."""
    sight = Sight(Album(), table, reader.language, view.seat, None, (), False, reader.words)
    sight.view = view
    return sight


def still(sight: Sight) -> tuple[list[str], list[str]]:
    """The table at that moment: what everybody saw, and what only these eyes saw. Nothing moves."""
    return _words(sight) if sight.drawn is None else _drawing(sight.drawn)


def still_seats(sight: Sight) -> list[str]:
    """Who was asked then; nobody is away or late any more."""
    opens, aside = _around(sight)
    asked = sight.view.asked
    thinks = say(sight.language, PRESENCE["thinks"])
    signs = [
        Plaque(
            seat,
            chair.name,
            seat == sight.seat,
            seat in asked,
            bot=False,
            here=True,
            held=False,
            deadline=None,
            left="",
            words=thinks if seat in asked else "",
            open=opens[seat] if opens else NOTHING_OPEN,
        )
        for seat, chair in enumerate(sight.table.chairs)
    ]
    return _row(sight, signs, aside)


# ---- the question, and what may be done


def prompt(sight: Sight) -> list[str]:
    """What is asked, and why, with the sign of who is asked."""
    view, speech = sight.view, sight.speech
    rule, agenda = _why(sight)
    before, after = sight.show_slots(
        "piece/prompt.html",
        state=sight.state,
        game=view.game,
        name=speech.seat(sight.seat) if len(sight.mine) > 1 else "",
        prompt=times.stand_in(sight.table, view, sight.language) or _headline(speech.ask(view)),
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
    table, lesson = sight.table, sight.table.game.lesson
    if not table.opened.lesson or lesson is None or sight.seat != 0 or sight.view.over:
        return ""
    tip = table.coach
    if tip is not None and sight.view.offers is None:
        return ""
    text = (tip.say if tip is not None else lesson.end)[sight.language]
    return re.sub(r"\{(\d)\}", lambda seat: sight.speech.seat(int(seat[1])), text)


@lru_cache(maxsize=4096)
def _headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{4,110}?[:;](?=\s)", question)
    if end is None:
        return question, ""
    rest = question[end.end() :].strip()
    return question[: end.end()].rstrip(":;\u202f\xa0 "), rest[:1].upper() + rest[1:]


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
    undo = seat is not None and not view.over and not wanted and table.playing.why_not_undo(seat) is None
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


# ---- who sits here


class Plaque(Struct, frozen=True):
    """A player's sign at the table."""

    seat: int
    name: str
    me: bool
    turn: bool
    bot: bool
    here: bool
    held: bool
    deadline: int | None
    left: str
    words: str
    open: Open
    kind: str = ""
    """What kind of bot it is."""


def plaques(sight: Sight, present: frozenset[str], opens: Sequence[Open]) -> tuple[Plaque, ...]:
    table = sight.table
    open_view = table.view(None)
    discreet = bool(open_view.agenda) and open_view.agenda[-1].discreet
    to_act = table.playing.to_act
    found = []
    for seat, chair in enumerate(table.chairs):
        turn = seat in open_view.asked and (discreet or seat in to_act)
        here = is_here(chair, present)
        held = chair.held and not open_view.over
        words = "held" if held else "here" if here else "away"
        bot = company.kind(chair, sight.language) if chair.bot else ""
        if sight.mine == (seat,) and not held:
            words = "you"
        elif turn and not held:
            words = "thinks"
        found.append(
            Plaque(
                seat,
                chair.name,
                seat in sight.mine,
                turn,
                chair.bot,
                here,
                held,
                times.deadline(table, seat) if turn else None,
                "" if turn else times.seconds_left(table, seat),
                bot if bot and words != "thinks" else say(sight.language, PRESENCE[words]),
                opens[seat] if opens else NOTHING_OPEN,
                bot,
            )
        )
    return tuple(found)


def seats(sight: Sight, present: frozenset[str], shown: Face) -> list[str]:
    """Everybody's plaque."""
    return _row(sight, plaques(sight, present, shown.opens), shown.aside)


def _row(sight: Sight, signs: Sequence[Plaque], aside: str) -> list[str]:
    before, after = sight.show_slots("piece/seats.html", seats=len(signs), aside=aside)
    return [before, *(sight.show("piece/plaque.html", one=one) for one in signs), after]


def is_here(chair: Chair, present: frozenset[str]) -> bool:
    return chair.person in present or any(device in present for device in chair.devices)


# ---- what happened


def talk(sight: Sight) -> str:
    """A line to talk into, for those who sit here or have come to watch."""
    hush = sight.view.hush
    if not hush and not sight.mine and not sight.spectator:
        return ""
    return sight.show("piece/say.html", code=sight.table.code, seat=sight.seat, hush=hush)


class Told(Struct, frozen=True):
    """Pieces of what was told, with what they were made of: more is only added to it until a move is taken back."""

    dealer: Dealer
    names: tuple[str, ...]
    remarks: tuple[Remark, ...]
    count: int
    pieces: list[Any]


def log(sight: Sight) -> list[str]:
    """The newest events and remarks, newest first."""
    table, told = sight.table, sight.view.log
    key = ("log", sight.seat, sight.language)
    dealer, names = table.playing.dealer, table.names
    known: Told | None = sight.album.recall(key)
    same = known is not None and known.dealer is dealer and known.names == names and known.remarks is table.talk
    if known is not None and same and not sight.view.over:
        new = [_event(sight, event, secret) for event, secret in told.own_since(known.count)]
        shown = [*reversed(new), *known.pieces][:LOG_LINES]
    else:
        shown = [*reversed(list(_lines(sight, told)))][:LOG_LINES]
    sight.album.keep(key, Told(dealer, names, table.talk, len(told), shown))
    return shown


def motions(sight: Sight, drawn: Drawn) -> list[str]:
    """How the newest events move, oldest first, each with its number as this audience counts."""
    told, dealer = sight.view.log, sight.table.playing.dealer
    key = ("motions", sight.seat)
    known: Told | None = sight.album.recall(key)
    oldest = max(0, len(told) - RECENT)
    if known is None or known.dealer is not dealer:
        known = Told(dealer, (), (), oldest, [])
    moves = [(n, piece) for n, piece in known.pieces if n > oldest]
    start = max(known.count, oldest)
    for n, event in enumerate(told.since(start), start + 1):
        if found := _movements(sight.album, drawn, event):
            moves.append((n, "".join([f'<i data-n="{n}"{motion}' for motion in found])))
    sight.album.keep(key, Told(dealer, (), (), len(told), moves))
    return [piece for _, piece in moves]


def _movements(album: Album, drawn: Drawn, event: Event) -> tuple[str, ...]:
    """How an event moves; the same for everybody who hears of it."""
    key = ("moves", event)
    found: tuple[str, ...] | None = album.recall(key)
    if found is None:
        found = tuple(map(movement, drawn.motions(event)))
        album.keep(key, found)
    return found


def _lines(sight: Sight, told: Log) -> Iterator[str]:
    """Oldest first, remarks where they were made."""
    start = number = max(0, len(told) - LOG_LINES)
    open_count = told.open_before(start)
    mine = [r for r in sight.table.talk if r.to is None or r.to == sight.seat]
    remarks = [r for r in mine[-LOG_LINES:] if r.after >= open_count]
    for event, secret in told.own_since(start):
        while remarks and remarks[0].after <= open_count:
            yield _remark(sight, remarks.pop(0))
        number += 1
        yield _event(sight, event, secret, number if sight.view.over else 0)
        open_count += not secret
    for remark in remarks:
        yield _remark(sight, remark)


def _event(sight: Sight, event: Event, secret: bool, number: int = 0) -> str:
    """What happened. It reads the same to everybody who hears it, so it is put into words once; after the match its
    number leads to the moment."""
    key = ("event", sight.language, secret, event)
    known: tuple[str, str] | None = sight.album.recall(key)
    if known is None:
        text = sight.speech.event(event)
        known = text, line(text, secret=secret)
        sight.album.keep(key, known)
    if not number:
        return known[1]
    eyes = "open" if sight.seat is None else sight.seat
    return line(known[0], secret=secret, link=f"/t/{sight.table.code}/replay?event={number}&eyes={eyes}")


def _remark(sight: Sight, one: Remark) -> str:
    if one.note:
        return line(times.note_words(one, sight.language), secret=one.to is not None, seat=one.seat)
    return line(one.text, said=True, seat=one.seat, name=one.name)
