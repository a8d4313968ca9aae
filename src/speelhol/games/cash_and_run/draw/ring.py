"""The ring of 36 spaces as a drawing: where everything lies, and what each space tells about itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....kernel import Speech, Words
from ....kernel.cache import per_process
from ..gambling import SYMBOLS
from ..table import AT, CASINOS, COLOUR, FOR_LAP, KIND, LAP, PLAYED, SPACES, SYMBOL, Lap
from ..view import Seen

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


class Shape(Struct, frozen=True):
    """A way to lay things out on a space, by its side and whether it is a casino.

    Where two pictures and a name go: small ones over a name on a big board, larger ones alone on a phone.
    """

    w: int
    h: int
    corner: bool
    band: tuple[int, int, int, int] | None
    one: tuple[float, float]
    two: tuple[float, float]
    alone: tuple[float, float]
    left: tuple[float, float]
    right: tuple[float, float]
    over: tuple[float, float]
    text: tuple[float, float]


class Space(Struct, frozen=True):
    """What is drawn of a space and may change; the rest follows from its place. Equal spaces look the same."""

    place: int
    second: str
    """The mark of its owner, its price, or the game that is played for."""
    lines: tuple[str, ...]
    title: str
    pick: str
    lit: bool


class Ground(Struct, frozen=True):
    """What is drawn of a space and never changes."""

    x: int
    y: int
    shape: int
    kind: str
    colour: str
    icon: str
    about: str


def _ground(place: int) -> Ground:
    space, kind, at = SPACES[place], KIND[place], BOXES[place]
    casino = kind == "casino"
    return Ground(
        at.x,
        at.y,
        SHAPES.index(_shape(at, casino)),
        kind,
        COLOUR.get(space, ""),
        ICONS[SYMBOL[space] if casino else kind],
        space if casino else kind,
    )


def spaces(now: Seen, speech: Speech, picks: dict[str, str], lit: tuple[str, ...]) -> tuple[Space, ...]:
    """Every space: `picks` says which can be tapped and as what, `lit` where something goes on now."""
    whose = now.owners, speech.names
    return _spaces(speech.words, speech.language, *whose, tuple(picks.items()), lit)


@per_process(256)
def _spaces(
    words: Words,
    language: str,
    owners: tuple[int | None, ...],
    names: tuple[str, ...],
    picks: tuple[tuple[str, str], ...],
    lit: tuple[str, ...],
) -> tuple[Space, ...]:
    tapped, known = dict(picks), bool(owners)
    return tuple(
        _space(
            (words, language, names),
            place,
            owners[AT[space]] if known and space in AT else None,
            known,
            tapped.get(space, ""),
            space in lit,
        )
        for place, space in enumerate(SPACES)
    )


@per_process(4096)
def _space(
    said: tuple[Words, str, tuple[str, ...]], place: int, owner: int | None, known: bool, pick: str, lit: bool
) -> Space:
    """One space; the very same as long as nothing about it changes. known: whose casinos are whose"""
    speech, space, kind = Speech(*said), SPACES[place], KIND[place]
    casino = kind == "casino"
    if owner is not None:
        second = f"seat-{owner + 1}"
    elif casino:
        second = "chip-100k" if known else ""
    else:
        second = ICONS[PLAYED[space]] if space in PLAYED else ""
    name = speech.term(space) if casino else speech.phrase(f"draw.kind.{kind}")
    return Space(place, second, _lines(name), _title(space, owner, known, speech), pick, lit)


def _band(at: Box) -> tuple[int, int, int, int]:
    """A strip along the edge that looks at the felt."""
    return (
        (1, DEEP - BAND - 1, at.w - 2, BAND),
        (1, 1, BAND, at.h - 2),
        (1, 1, at.w - 2, BAND),
        (DEEP - BAND - 1, 1, BAND, at.h - 2),
    )[at.side]


def _shape(at: Box, banded: bool) -> Shape:
    left, top, right, bottom = 0, 0, at.w, at.h
    if banded:
        left, right = left + BAND * (at.side == 1), right - BAND * (at.side == 3)
        top, bottom = top + BAND * (at.side == 2), bottom - BAND * (at.side == 0)
    across, down = (left + right) / 2, (top + bottom) / 2
    beside = at.side % 2 == 0
    return Shape(
        w=at.w,
        h=at.h,
        corner=at.corner,
        band=_band(at) if banded else None,
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


def _title(space: str, owner: int | None, known: bool, speech: Speech) -> str:
    whose = speech.phrase("draw.free") if owner is None else speech.phrase("draw.of", seat=speech.seat(owner))
    return _title_of(speech.words, speech.language, space, whose if known else "")


@per_process(4096)
def _title_of(words: Words, language: str, space: str, whose: str) -> str:
    """What a space is, and whose."""
    speech = Speech(words, language)
    name = speech.term(space)
    if space not in AT:
        return name
    what = speech.phrase(f"draw.casino.{SYMBOL[space]}", colour=speech.phrase(f"view.colour.{COLOUR[space]}"))
    return f"{name}: {what}, {whose}" if whose else f"{name}: {what}"


SHAPES = list(dict.fromkeys(_shape(BOXES[place], KIND[place] == "casino") for place in range(LAP)))
_GROUND = [_ground(place) for place in range(LAP)]
GROUND = {"shapes": SHAPES} | {name: [getattr(one, name) for one in _GROUND] for name in Ground.__struct_fields__}
"""By field, then by place: half as long to a browser as by place, then by field."""
"""What every table of the game shows alike."""


# ---- pawns and laps


def pawns(now: Seen, speech: Speech) -> list[dict[str, Any]]:
    return _pawns(speech.words, speech.language, speech.names, now.pawns, now.turn)


@per_process(256)
def _pawns(
    words: Words, language: str, names: tuple[str, ...], standing: tuple[int | None, ...], turn: int
) -> list[dict[str, Any]]:
    """Side by side on the edge of their spaces. Who has none on the board keeps a nameless spot for it."""
    speech = Speech(words, language, names)
    shown = []
    for seat, place in enumerate(standing):
        if place is None:
            shown.append({"seat": seat, "x": SIDE / 2, "y": SIDE / 2, "place": None, "turn": False, "words": ""})
            continue
        together = [s for s, at in enumerate(standing) if at == place]
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
                "turn": seat == turn,
                "words": speech.phrase("draw.stands", seat=speech.seat(seat), space=speech.term(SPACES[place])),
            }
        )
    return shown


@per_process(256)
def laps(begun: tuple[Lap | None, ...]) -> list[dict[str, Any]]:
    """The runners' trails along the felt, from the corner where each began."""
    running = [(seat, lap) for seat, lap in enumerate(begun) if lap is not None]
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


def race(own: tuple[str, ...], coloured: bool, like: str = "") -> tuple[int, list[tuple[str, str]]]:
    """The most of these casinos that have one symbol or colour, and which; `like`: only what this one of them is."""
    facts = [("symbol", SYMBOL)] + ([("colour", COLOUR)] if coloured else [])
    counts = {
        (what, v): sum(fact[c] == v for c in own)
        for what, fact in facts
        for v in dict.fromkeys([fact[like]] if like else fact.values())
    }
    most = max(counts.values())
    return most, [key for key, n in counts.items() if n == most and n]


def race_words(now: Seen, seat: int, speech: Speech, more: str = "") -> str:
    """How near a seat is to running; of one more casino, how near that brings it by what it is itself."""
    own = tuple([c for c in CASINOS if (now.owners[AT[c]] == seat if now.owners else c in now.mine) or c == more])
    return _race_words(speech.words, speech.language, own, now.seats, more)


@per_process(4096)
def _race_words(words: Words, language: str, own: tuple[str, ...], seats: int, more: str) -> str:
    speech = Speech(words, language)
    most, which = race(own, seats > 3, more)
    if most < 2 and not more:
        return speech.phrase("draw.race.one" if most else "draw.race.none")
    what, need = speech.join(speech.phrase(f"draw.{what}.{name}") for what, name in which[:2]), FOR_LAP[seats]
    key = "draw.race" if most <= need else "draw.race.enough"
    return speech.phrase(key, what=what, n=str(most), need=str(need))


class Deed(Struct, frozen=True):
    """A casino as a card: what it is, and whose."""

    casino: str
    name: str
    colour: str
    icon: str
    owner: int | None
    free: bool
    whose: str
    runs: bool
    """Somebody runs with it."""
    pick: str = ""
    then: str = ""


ROWS = tuple(
    c for row in dict.fromkeys(COLOUR.values()) for s in SYMBOLS for c in CASINOS if (COLOUR[c], SYMBOL[c]) == (row, s)
)
"""A row a colour, a column a symbol: the casinos as everybody counts them."""


def deeds(now: Seen, speech: Speech, picks: dict[str, str]) -> tuple[Deed, ...]:
    """All casinos, row by row."""
    return _deeds(speech.words, speech.language, now.owners, speech.names, running(now), tuple(picks.items()))


@per_process(256)
def _deeds(
    words: Words,
    language: str,
    owners: tuple[int | None, ...],
    names: tuple[str, ...],
    runs: frozenset[str],
    picks: tuple[tuple[str, str], ...],
) -> tuple[Deed, ...]:
    speech, tapped = Speech(words, language, names), dict(picks)
    return tuple(_deed(owners, casino, speech, casino in runs, tapped.get(casino, "")) for casino in ROWS)


def running(now: Seen) -> frozenset[str]:
    """The casinos with which somebody runs: whoever loses one of these runs no longer."""
    return frozenset([casino for lap in now.laps if lap is not None for casino in lap.casinos])


def deed(now: Seen, casino: str, speech: Speech, pick: str = "", then: str = "") -> Deed:
    return _deed(now.owners, casino, speech, casino in running(now), pick, then)


def _deed(
    owners: tuple[int | None, ...], casino: str, speech: Speech, runs: bool, pick: str = "", then: str = ""
) -> Deed:
    owner, known = owners[AT[casino]] if owners else None, bool(owners)
    whose = _title(casino, owner, known, speech)
    if runs and owner is not None:
        whose = speech.phrase("draw.runs-with", whose=whose, seat=speech.seat(owner))
    colour, icon = COLOUR[casino], ICONS[SYMBOL[casino]]
    return Deed(casino, speech.term(casino), colour, icon, owner, known and owner is None, whose, runs, pick, then)
