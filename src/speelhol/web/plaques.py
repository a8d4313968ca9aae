"""Who sits around a table: everybody's plaque."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..bots.cast import LEVELS
from ..den import Chair
from . import company, times
from .render import say
from .sentences import PRESENCE
from .sight import Sight


class Open(Struct, frozen=True):
    """What a drawn table shows of a seat to everybody: in a word or two, drawn, and more for wide screens."""

    words: str = ""
    things: str = ""
    more: str = ""


NOTHING_OPEN = Open()


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
    rank: int = 0
    """How well it plays, from 1; 0 for people, and for bots that just do anything."""
    ranks: int = len(LEVELS)
    """How well a bot can play."""


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
                company.rank(chair),
            )
        )
    return tuple(found)


def seats(sight: Sight, present: frozenset[str], opens: Sequence[Open], aside: str) -> list[str]:
    """Everybody's plaque, and what a drawing shows beside them."""
    return _row(sight, plaques(sight, present, opens), aside)


def _row(sight: Sight, signs: Sequence[Plaque], aside: str) -> list[str]:
    before, after = sight.show_slots("piece/seats.html", seats=len(signs), aside=aside)
    return [before, *(sight.show("piece/plaque.html", one=one) for one in signs), after]


def is_here(chair: Chair, present: frozenset[str]) -> bool:
    return chair.person in present or any(device in present for device in chair.devices)


def around(sight: Sight) -> tuple[tuple[Open, ...], str]:
    """What a drawing shows of the seats, and beside the board."""
    drawn = sight.drawn
    if drawn is None:
        return (), ""
    opens = tuple(
        Open(drawn.plaque(seat), drawn.things(seat, chair.bot), drawn.more(seat))
        for seat, chair in enumerate(sight.table.chairs)
    )
    return opens, drawn.aside


def still_seats(sight: Sight) -> list[str]:
    """Who was asked then; nobody is away or late any more."""
    opens, aside = around(sight)
    asked = sight.view.asked
    thinks = say(sight.language, PRESENCE["thinks"])
    signs = [
        Plaque(
            seat,
            chair.name,
            seat == sight.seat,
            seat in asked,
            bot=chair.bot,
            here=True,
            held=False,
            deadline=None,
            left="",
            words=thinks if seat in asked else "",
            open=opens[seat] if opens else NOTHING_OPEN,
            kind=company.kind(chair, sight.language) if chair.bot else "",
            rank=company.rank(chair),
        )
        for seat, chair in enumerate(sight.table.chairs)
    ]
    return _row(sight, signs, aside)
