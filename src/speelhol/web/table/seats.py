"""Who sits around a table: everybody's plaque."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...den import Chair, Table
from ...den.tables import passes
from ...kernel import View
from ..text import bots, clocks
from ..text.templates import say
from .audience import Audience


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
    open: str
    """What a drawn table tells everybody about a seat, in a word or two."""
    kind: str = ""
    """What kind of bot it is."""
    rank: int = 0
    """How well it plays, from 1; 0 for people, and for bots that just do anything."""
    ranks: int = 0
    """How well a bot can play."""
    away: str = ""
    """That a person is not here, or that a bot plays for who left; empty for everybody else."""
    passes: str = ""
    """That the house passes for them, if it does."""
    program: str = ""
    """That whoever sits here is a program of somebody's own."""


def asked(table: Table) -> tuple[int, ...]:
    """Whose move it is, as far as everybody may know: who has answered in the dark is asked still."""

    def find() -> tuple[int, ...]:
        open_view, to_act = table.view(None), table.playing.to_act
        discreet = bool(open_view.agenda) and open_view.agenda[-1].discreet
        return tuple(seat for seat in open_view.asked if discreet or seat in to_act)

    return table.once("asked", find, ())


def plaques(
    table: Table, language: str, present: frozenset[str], opens: Mapping[int, str], now_asked: tuple[int, ...]
) -> tuple[Plaque, ...]:
    """Who is here, whose move it is, and how long they have left; as somebody sees it who has no seat."""
    over, passing = table.playing.over, passes.standing(table)
    found = []
    for seat, chair in enumerate(table.chairs):
        turn = seat in now_asked
        here = is_here(chair, present)
        held = chair.held and not over
        words = _gone(chair, over) if chair.gone else "held" if held else "here" if here else "away"
        bot = bots.kind(chair, language) if chair.bot else ""
        if turn and not held and not chair.gone and not table.at_rest:
            words = "thinks"
        found.append(
            Plaque(
                seat,
                chair.name,
                False,
                turn,
                chair.bot,
                here,
                held,
                clocks.deadline(table, seat) if turn else None,
                "" if turn else clocks.seconds_left(table, seat),
                bot if bot and words != "thinks" else say(language, f"presence.{words}"),
                opens.get(seat, ""),
                bot,
                bots.rank(table.game, chair),
                bots.ranks(table.game),
                away=_away(chair, here, held, language),
                passes=say(language, "presence.passes") if seat in passing else "",
                program=bots.own_program(chair.program, language),
            )
        )
    return tuple(found)


def _gone(chair: Chair, over: bool) -> str:
    """What is told of somebody who left the match for good: that, and whether a bot plays on."""
    return "gone" if not chair.held else "gone.over" if over else "gone.bot"


def _away(chair: Chair, here: bool, held: bool, language: str) -> str:
    """What stands at the edge of a plaque whose person is not here, where there may be no room for more."""
    if chair.gone:
        return say(language, "presence.bot" if held else "presence.gone")
    return "" if here or held or chair.bot else say(language, "presence.away")


def own_plaques(others: tuple[Plaque, ...], mine: tuple[int, ...], language: str) -> tuple[Plaque, ...]:
    """The same plaques to the person whose seats these are."""
    shown = list(others)
    for seat in mine:
        one = others[seat]
        you = len(mine) == 1 and not one.held
        shown[seat] = replace(one, me=True, words=say(language, "presence.you") if you else one.words)
    return tuple(shown)


def still_plaques(table: Table, audience: Audience, view: View, opens: Mapping[int, str]) -> tuple[Plaque, ...]:
    """Who was asked at a moment that has passed; nobody is away or late any more."""
    thinks = say(audience.language, "presence.thinks")
    return tuple(
        Plaque(
            seat,
            chair.name,
            seat == audience.seat,
            seat in view.asked,
            bot=chair.bot,
            here=True,
            held=False,
            deadline=None,
            left="",
            words=thinks if seat in view.asked else "",
            open=opens.get(seat, ""),
            kind=bots.kind(chair, audience.language) if chair.bot else "",
            rank=bots.rank(table.game, chair),
            ranks=bots.ranks(table.game),
            program=bots.own_program(chair.program, audience.language),
        )
        for seat, chair in enumerate(table.chairs)
    )


MOST_WATCHING = 50
"""People who watch are counted up to here: a crowd that comes and goes is nobody's news."""


def watching(table: Table, present: frozenset[str]) -> frozenset[str]:
    """Those who have a table open and hold no seat at it."""
    return frozenset(person for person in present if not table.seats_of(person))


def watching_words(table: Table, present: frozenset[str], language: str) -> str:
    """How many watch; empty if nobody does."""
    count = len(watching(table, present))
    if not count:
        return ""
    return say(language, "{n} watching", n=count if count <= MOST_WATCHING else f"{MOST_WATCHING}+")


def is_here(chair: Chair, present: frozenset[str]) -> bool:
    return any(chair.holds(person) for person in present)


def opens_of(scene: Mapping[str, Any] | None) -> Mapping[int, str]:
    """What a drawn table tells about each seat in a word or two."""
    return NOTHING if scene is None else scene.get("plaques", NOTHING)


NOTHING: Mapping[int, str] = MappingProxyType({})
"""Of every seat, where nothing is drawn."""
