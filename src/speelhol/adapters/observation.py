"""A view as a row of numbers from -1 to 1, always equally long for a game with so many seats.

What is told of a value follows from its type: see `docs/adapters.md`. Zero is also what is not there or not known.

A row is a plan, made once for a game: for each field of a view a piece, which turns a value into the bytes of its
numbers. Values of a match are immutable and come again and again, so pieces keep what they made, and a row is put
together of what is there already.
"""

from __future__ import annotations

import struct
import types
from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter, call
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from ..games import game as find_game
from ..kernel import View
from ..kernel.traits import Traits
from .traits import traits
from .value_cache import ValueCache

HALF = 8
"""A count of so many is told as one half."""
WIDTH = 4
"""Bytes of a number."""
KEPT = 1 << 20
"""Bytes that one piece keeps of what it made."""


class Lens:
    """Looks at views of one game with so many seats."""

    def __init__(self, game: str, seats: int) -> None:
        """Raises ValueError if the game has no adapter."""
        found = find_game(game)
        read = _Reader(traits(game, seats), seats)
        people = range(seats)
        seat, asked = _OneOf(people), _Bag(people)
        now = read.fields(get_type_hints(found.look)["return"], "now")
        agenda = _Agenda({kind: read.fields(kind, tag_of(kind)) for kind in found.steps})
        self.labels: list[str] = [
            *seat.labels("seat"),
            *asked.labels("asked"),
            "to-decide",
            "answered",
            "over",
            *now.labels("now"),
            *agenda.labels("agenda"),
        ]
        """By place in the row, what stands there."""
        self._seat, self._asked, self._agenda = seat.encode, asked.encode, agenda.encode
        self._now = now.parts

    @property
    def size(self) -> int:
        return len(self.labels)

    def encode(self, view: View) -> bytes:
        """The row for a view, as numbers of four bytes one after another, in the order of the machine."""
        return b"".join(
            (
                self._seat(view.seat),
                self._asked(view.asked),
                NO if view.offers is None else YES,
                NO if view.answer is None else YES,
                NO if view.agenda else YES,
                *self._now(view.now),
                self._agenda(view.agenda),
            )
        )

    def look(self, view: View) -> list[float]:
        """The row for a view."""
        return array("f", self.encode(view)).tolist()


def squashed(number: int) -> float:
    """A whole number between -1 and 1, in order; nothing is lost."""
    return number / (abs(number) + HALF)


# ---- pieces of a row

number = struct.Struct("f").pack
YES, NO = number(1.0), number(0.0)

COUNTS: ValueCache[int, bytes] = ValueCache(lambda many: number(squashed(many)), 1 << 12)
"""How many there are of something."""

Encode = Callable[[Any], bytes]


def _kept(make: Encode, size: int) -> Encode:
    """The same numbers for a value that comes again; of so many numbers each, as many as fit."""
    return ValueCache(make, max(64, KEPT // (WIDTH * size + 1))).__getitem__


class _Piece(Protocol):
    size: int
    encode: Encode
    """The numbers of a value."""

    def labels(self, name: str) -> list[str]: ...


class _Number:
    """One number."""

    size = 1

    def __init__(self, tell: Callable[[Any], float]) -> None:
        self.encode = _kept(lambda value: number(tell(value)), 1)

    def labels(self, name: str) -> list[str]:
        return [name]


def _amount(whole: int) -> _Number:
    return _Number(lambda value: max(-1.0, min(1.0, value / whole)))


class _OneOf:
    """A 1 at the place of the value; no 1 if there is none, as where no seat has its turn yet (-1)."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.at = {value: i for i, value in enumerate(values)}
        self.size = len(self.at)
        self._nothing = bytes(WIDTH * self.size)
        told = {value: bytes(WIDTH * i) + YES + bytes(WIDTH * (self.size - i - 1)) for value, i in self.at.items()}
        self.encode: Encode = {None: self._nothing, -1: self._nothing, **told}.__getitem__

    def labels(self, name: str) -> list[str]:
        return [f"{name}={value}" for value in self.at]


class _Bag(_OneOf):
    """How many there are of each value, in whatever order."""

    def __init__(self, values: Iterable[Any]) -> None:
        super().__init__(values)
        self.encode = _kept(self._make, self.size)

    def _make(self, value: Sequence[Any]) -> bytes:
        row = array("f", self._nothing)
        for one in set(value):
            row[self.at[one]] = squashed(value.count(one))
        return row.tobytes()


class _Row:
    """Values whose places matter, after how many there are. Of too many the newest, which stand last."""

    def __init__(self, item: _Piece, length: int) -> None:
        self.item, self.length = item, length
        self.size = 1 + item.size * length
        self._ends = [bytes(WIDTH * item.size * (length - many)) for many in range(length + 1)]
        # a row of numbers comes again, and one of cards or of rows hardly ever: there only its items are kept
        self.encode: Encode = _kept(self._make, self.size) if isinstance(item, _Number) else self._make

    def labels(self, name: str) -> list[str]:
        items = (label for i in range(self.length) for label in self.item.labels(f"{name}[{i}]"))
        return [f"{name}.length", *items]

    def _make(self, value: Sequence[Any]) -> bytes:
        many, length = len(value), self.length
        told = map(self.item.encode, value if many <= length else value[-length:])
        return b"".join((COUNTS[many], *told, self._ends[min(many, length)]))


class _Maybe:
    """A flag that there is a value, and the value."""

    def __init__(self, item: _Piece) -> None:
        self.item = item
        self.size = 1 + item.size
        self._nothing = bytes(WIDTH * self.size)
        self.encode = _kept(self._make, self.size)

    def labels(self, name: str) -> list[str]:
        return [f"{name}?", *self.item.labels(name)]

    def _make(self, value: Any) -> bytes:
        return self._nothing if value is None else YES + self.item.encode(value)


class _Fields:
    """The fields of a struct, or the parts of a tuple of fixed length."""

    def __init__(self, pieces: Sequence[tuple[str, _Piece]], of_tuple: bool = False) -> None:
        self.pieces = pieces
        self.size = sum(piece.size for _, piece in pieces)
        self._encodes = [piece.encode for _, piece in pieces]
        self._values: Callable[[Any], Sequence[Any]] = tuple if of_tuple else _fields([name for name, _ in pieces])
        self.encode = _kept(lambda value: b"".join(self.parts(value)), self.size)

    def labels(self, name: str) -> list[str]:
        return [label for field, piece in self.pieces for label in piece.labels(f"{name}.{field}")]

    def parts(self, value: Any) -> Iterable[bytes]:
        """The numbers of each field."""
        return map(call, self._encodes, self._values(value))


def _fields(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


class _Kinds:
    """One of several kinds of value: for each kind a flag and its piece. No flag if there is none."""

    def __init__(self, kinds: Sequence[tuple[type[Any], str, _Piece]]) -> None:
        self.kinds = kinds
        self.size = sum(1 + piece.size for _, _, piece in kinds)
        self.encode = _kept(self._make, self.size)

    def labels(self, name: str) -> list[str]:
        return [label for _, tag, piece in self.kinds for label in (f"{name}:{tag}?", *piece.labels(f"{name}:{tag}"))]

    def _make(self, value: Any) -> bytes:
        return b"".join(
            [
                YES + piece.encode(value) if type(value) is kind else bytes(WIDTH * (1 + piece.size))
                for kind, _, piece in self.kinds
            ]
        )


class _Agenda:
    """For every kind of step how many of it are to come, and the fields of the next one."""

    def __init__(self, kinds: dict[type[Any], _Fields]) -> None:
        self.kinds = kinds
        self.size = sum(1 + fields.size for fields in kinds.values())
        self._nothing = {kind: bytes(WIDTH * (1 + fields.size)) for kind, fields in kinds.items()}
        self.encode = _kept(self._make, self.size)

    def labels(self, name: str) -> list[str]:
        named = ((f"{name}.{tag_of(kind)}", fields) for kind, fields in self.kinds.items())
        return [label for kind, fields in named for label in (kind, *fields.labels(kind))]

    def _make(self, value: Sequence[Any]) -> bytes:
        parts, kinds = self._nothing.copy(), [type(step) for step in value]
        for kind, step in zip(kinds, value, strict=True):  # the next one is the last
            parts[kind] = COUNTS[kinds.count(kind)] + self.kinds[kind].encode(step)
        return b"".join(parts.values())


# ---- from types to pieces


class _Reader:
    def __init__(self, known: Traits, seats: int) -> None:
        self.known = known
        self.people = range(seats)

    def fields(self, kind: Any, tag: str) -> _Fields:
        hints = get_type_hints(kind, include_extras=True)
        return _Fields([(f, self.piece(hints[f], tag, f, 0)) for f in kind.__struct_fields__])

    def piece(self, hint: Any, tag: str, field: str, depth: int) -> _Piece:
        known, origin = self.known, get_origin(hint)
        if origin in (Union, types.UnionType):
            return self._union(hint, tag, field, depth)
        if origin is Annotated:
            kind = hint.__metadata__[0].extra["kind"]
            if kind == "seat":
                return _OneOf(self.people)
            if kind == "money":
                return _amount(known.whole)
            return _OneOf(self._words(tag, field))
        if origin is Literal:
            return _OneOf(get_args(hint))
        if origin is tuple:
            return self._tuple(hint, tag, field, depth)
        if hint is bool:
            return _Number(float)
        if hint is int:
            numbers = known.find(known.numbers, tag, field)
            if numbers is not None:
                return _OneOf(numbers)
            return _amount(known.whole) if field in known.money else _Number(squashed)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self.fields(hint, tag_of(hint))
        raise TypeError(f"The type of {tag}.{field} is not known.")

    def _union(self, hint: Any, tag: str, field: str, depth: int) -> _Piece:
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) == 1:
            piece: _Piece = self.piece(kinds[0], tag, field, depth)
        else:
            pieces = []
            for kind in kinds:
                base = type(get_args(kind)[0]) if get_origin(kind) is Literal else kind
                pieces.append((base, tag_of(base), self.piece(kind, tag, field, depth)))
            piece = _Kinds(pieces)
        needs_flag = len(kinds) < len(get_args(hint)) and not isinstance(piece, _OneOf | _Kinds)
        return _Maybe(piece) if needs_flag else piece

    def _tuple(self, hint: Any, tag: str, field: str, depth: int) -> _Piece:
        items = get_args(hint)
        if items[-1] is not Ellipsis:
            parts = [(str(i), self.piece(item, tag, field, depth + 1)) for i, item in enumerate(items)]
            return _Fields(parts, of_tuple=True)
        lengths = self.known.find(self.known.lengths, tag, field) or ()
        if depth < len(lengths):
            return _Row(self.piece(items[0], tag, field, depth + 1), lengths[depth])
        item = self.piece(items[0], tag, field, depth + 1)
        if isinstance(item, _OneOf):
            return _Bag(item.at)
        raise TypeError(f"The length of {tag}.{field} is not known.")

    def _words(self, tag: str, field: str) -> Sequence[str]:
        words = self.known.find(self.known.terms, tag, field)
        if words is None:
            raise TypeError(f"The words of {tag}.{field} are not known.")
        return words


def tag_of(kind: Any) -> str:
    """What a kind of value is called: its tag or, where it has none, its name."""
    config = getattr(kind, "__struct_config__", None)
    tag = config.tag if config is not None else None
    return str(tag) if tag else kind.__name__.lower()
