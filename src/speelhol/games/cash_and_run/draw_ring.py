"""The ring of 36 spaces as a drawing: where everything lies, and what each space tells about itself."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from ...kernel import Speech
from .gambling import SYMBOLS
from .table import AT, CASINOS, COLOUR, FOR_LAP, KIND, LAP, PLAYED, SPACES, SYMBOL
from .view import Seen

SIDE, DEEP, WIDE, BAND = 720, 76, 71, 12
"""In units of the drawing: the whole ring, how deep its spaces are, how wide, and a casino's band of colour."""
ICON, SMALL = 33, 25
ICONS = {
    "corner": "g-run",
    "bluff": "g-bluff",
    "pot": "g-pot",
    "all-play": "g-all",
    "grand-slam": "g-slam",
    "takeover": "g-takeover",
    "roulette": "g-roulette",
    "dice": "g-dice",
    "cards": "g-cards",
}


class Box(Struct, frozen=True):
    """A space on the drawing. Sides count clockwise from the top; a corner begins its side."""

    x: int
    y: int
    w: int
    h: int
    side: int
    corner: bool

    @property
    def inner(self) -> tuple[float, float]:
        """The middle of the edge that looks at the felt."""
        edge = SIDE - DEEP
        if self.corner:
            return (DEEP if not self.x else edge, DEEP if not self.y else edge)
        across, down = self.x + self.w / 2, self.y + self.h / 2
        return ((across, DEEP), (edge, down), (across, edge), (DEEP, down))[self.side]


def box(place: int) -> Box:
    side, k = divmod(place, LAP // 4)
    edge = SIDE - DEEP
    if not k:
        x, y = ((0, 0), (edge, 0), (edge, edge), (0, edge))[side]
        return Box(x, y, DEEP, DEEP, side, True)
    ahead, back = DEEP + (k - 1) * WIDE, edge - k * WIDE
    if side % 2:
        return Box(edge if side == 1 else 0, ahead if side == 1 else back, DEEP, WIDE, side, False)
    return Box(ahead if not side else back, 0 if not side else edge, WIDE, DEEP, side, False)


BOXES = tuple(box(place) for place in range(LAP))


# ---- spaces


class Spots(Struct, frozen=True):
    """Where two pictures and a name go: small ones over a name on a big board, larger ones alone on a phone."""

    one: tuple[float, float]
    two: tuple[float, float]
    alone: tuple[float, float]
    left: tuple[float, float]
    right: tuple[float, float]
    over: tuple[float, float]
    text: tuple[float, float]


class Space(Struct, frozen=True):
    """All that is drawn of a space; equal spaces look the same."""

    place: int
    box: Box
    kind: str
    colour: str
    band: tuple[int, int, int, int] | None
    spots: Spots
    icon: str
    second: str
    """The mark of its owner, its price, or the game that is played for."""
    lines: tuple[str, ...]
    title: str
    about: str
    pick: str
    lit: bool


def spaces(now: Seen, speech: Speech, picks: dict[str, str], lit: Collection[str]) -> list[Space]:
    """Every space: `picks` says which can be tapped and as what, `lit` where something goes on now."""
    return [_space(now, place, speech, picks.get(SPACES[place], ""), SPACES[place] in lit) for place in range(LAP)]


@lru_cache(maxsize=4096)
def painted(paint: Callable[[Space], str], space: Space) -> str:
    """What a macro makes of a space. Most spaces look as before, on everybody's page."""
    return paint(space)


def _space(now: Seen, place: int, speech: Speech, pick: str, lit: bool) -> Space:
    space, kind, at = SPACES[place], KIND[place], BOXES[place]
    casino = kind == "casino"
    owner = now.owners[AT[space]] if casino and now.owners else None
    if owner is not None:
        second = f"seat-{owner + 1}"
    elif casino:
        second = "chip-100k" if now.owners else ""
    else:
        second = ICONS[PLAYED[space]] if space in PLAYED else ""
    return Space(
        place,
        at,
        kind,
        COLOUR.get(space, ""),
        _band(at) if casino else None,
        _spots(at, casino),
        ICONS[SYMBOL[space] if casino else kind],
        second,
        _lines(speech.term(space) if casino else speech.phrase(f"draw.kind.{kind}")),
        _title(space, kind, owner, bool(now.owners), speech),
        f"about-{space if casino else kind}",
        pick,
        lit,
    )


def _band(at: Box) -> tuple[int, int, int, int]:
    """A strip along the edge that looks at the felt."""
    return (
        (1, DEEP - BAND - 1, at.w - 2, BAND),
        (1, 1, BAND, at.h - 2),
        (1, 1, at.w - 2, BAND),
        (DEEP - BAND - 1, 1, BAND, at.h - 2),
    )[at.side]


@cache
def _spots(at: Box, banded: bool) -> Spots:
    left, top, right, bottom = 0, 0, at.w, at.h
    if banded:
        left, right = left + BAND * (at.side == 1), right - BAND * (at.side == 3)
        top, bottom = top + BAND * (at.side == 2), bottom - BAND * (at.side == 0)
    across, down = (left + right) / 2, (top + bottom) / 2
    beside = at.side % 2 == 0
    return Spots(
        one=(across - ICON / 2 - (ICON / 2 if beside else 0), down - ICON / 2 - (0 if beside else ICON / 2)),
        two=(across - ICON / 2 + (ICON / 2 if beside else 0), down - ICON / 2 + (0 if beside else ICON / 2)),
        alone=(across - ICON / 2, down - ICON / 2),
        left=(across - SMALL - 1, top + 4),
        right=(across + 1, top + 4),
        over=(across - SMALL / 2, top + 5),
        text=(across, top + 5 + SMALL + 14),
    )


def _lines(name: str) -> tuple[str, ...]:
    """A name on one line or two."""
    if len(name) <= 8 or not any(c in name for c in " -"):
        return (name,)
    cuts = [i for i, c in enumerate(name) if c in " -"]
    cut = min(cuts, key=lambda i: abs(i - len(name) / 2))
    return (name[: cut + (name[cut] == "-")], name[cut + 1 :])


def _title(space: str, kind: str, owner: int | None, known: bool, speech: Speech) -> str:
    name = speech.term(space)
    if kind != "casino":
        return name
    what = speech.phrase(f"draw.casino.{SYMBOL[space]}", colour=speech.phrase(f"view.colour.{COLOUR[space]}"))
    whose = speech.phrase("draw.free") if owner is None else speech.phrase("draw.of", seat=speech.seat(owner))
    return f"{name}: {what}, {whose}" if known else f"{name}: {what}"


# ---- pawns and laps


def pawns(now: Seen, speech: Speech) -> list[dict[str, Any]]:
    """Side by side on the edge of their spaces. Who has none on the board keeps a nameless spot for it."""
    shown = []
    for seat, place in enumerate(now.pawns):
        if place is None:
            shown.append({"seat": seat, "x": SIDE / 2, "y": SIDE / 2, "place": None, "turn": False, "words": ""})
            continue
        together = [s for s, at in enumerate(now.pawns) if at == place]
        x, y = BOXES[place].inner
        aside = (together.index(seat) - (len(together) - 1) / 2) * min(24, 66 / len(together))
        side = BOXES[place].side
        if BOXES[place].corner:
            x, y = x - 38 + aside if not BOXES[place].x else x + 38 + aside, y + (0 if not BOXES[place].y else 60)
        else:
            x += (aside, 12, aside, -12)[side]
            y += (16, 26 + aside * 0.7, 40, 26 + aside * 0.7)[side]
        shown.append(
            {
                "seat": seat,
                "x": round(x),
                "y": round(y),
                "place": place,
                "turn": seat == now.turn,
                "words": speech.phrase("draw.stands", seat=speech.seat(seat), space=speech.term(SPACES[place])),
            }
        )
    return shown


def laps(now: Seen) -> list[dict[str, Any]]:
    """The runners' trails along the felt, from the corner where each began."""
    running = [(seat, lap) for seat, lap in enumerate(now.laps) if lap is not None]
    trails = []
    for row, (seat, lap) in enumerate(running):
        start = SPACES.index(lap.corner)
        points = [_beside(start + step, 6 + 7 * row) for step in range(min(lap.gone, LAP) + 1)]
        trails.append(
            {
                "seat": seat,
                "points": " ".join(f"{x:g},{y:g}" for x, y in points),
                "start": points[0],
                "whole": " ".join(
                    f"{x:g},{y:g}" for x, y in (_beside(start + step, 6 + 7 * row) for step in range(37))
                ),
            }
        )
    return trails


def _beside(place: int, off: int) -> tuple[float, float]:
    x, y = BOXES[place % LAP].inner
    low, high = DEEP + off, SIDE - DEEP - off
    return min(max(x, low), high), min(max(y, low), high)


# ---- who is how near


def race(now: Seen, seat: int, more: str = "") -> tuple[int, list[tuple[str, str]]]:
    """The most casinos of one symbol or colour that a seat owns (perhaps with one more), and of which."""
    own = {c for c in CASINOS if (now.owners[AT[c]] == seat if now.owners else c in now.mine) or c == more}
    facts = [("symbol", SYMBOL)] + ([("colour", COLOUR)] if now.seats > 3 else [])
    counts = {(what, v): sum(fact[c] == v for c in own) for what, fact in facts for v in dict.fromkeys(fact.values())}
    most = max(counts.values())
    return most, [key for key, n in counts.items() if n == most and n]


def race_words(now: Seen, seat: int, speech: Speech, more: str = "") -> str:
    most, which = race(now, seat, more)
    if most < 2:
        return speech.phrase("draw.race.one" if most else "draw.race.none")
    names = [speech.phrase(f"draw.{what}.{name}") for what, name in which[:2]]
    return speech.phrase("draw.race", what=speech.join(names), n=str(most), need=str(FOR_LAP[now.seats]))


def deeds(now: Seen, speech: Speech, picks: dict[str, str]) -> list[dict[str, Any]]:
    """A row a colour, a column a symbol: the casinos as everybody counts them."""
    rows = []
    for colour in dict.fromkeys(COLOUR.values()):
        cells = [deed(now, c, speech, picks) for s in SYMBOLS for c in CASINOS if (COLOUR[c], SYMBOL[c]) == (colour, s)]
        rows.append({"colour": colour, "words": speech.phrase(f"view.colour.{colour}"), "cells": cells})
    return rows


def deed(now: Seen, casino: str, speech: Speech, picks: dict[str, str]) -> dict[str, Any]:
    owner = now.owners[AT[casino]] if now.owners else None
    return {
        "casino": casino,
        "name": speech.term(casino),
        "colour": COLOUR[casino],
        "icon": ICONS[SYMBOL[casino]],
        "owner": owner,
        "free": bool(now.owners) and owner is None,
        "whose": _title(casino, "casino", owner, bool(now.owners), speech),
        "pick": picks.get(casino, ""),
        "then": "",
    }
