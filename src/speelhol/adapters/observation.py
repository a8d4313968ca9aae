"""A view as a row of numbers from -1 to 1, always equally long for a game with so many seats.

What is told of a value follows from its type: see `docs/adapters.md`. Zero is also what is not there or not known.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from ..games import game as find_game
from ..kernel import View
from ..kernel.traits import Traits
from .traits import traits

HALF = 8
"""A count of so many is told as one half."""


class Lens:
    """Looks at views of one game with so many seats."""

    def __init__(self, game: str, seats: int) -> None:
        """Raises ValueError if the game has no adapter."""
        self._game = found = find_game(game)
        known = traits(game, seats)
        people = range(seats)
        read = _Reader(known, seats)
        seen: Any = get_type_hints(found.look)["return"]
        self._seat, self._asked = _OneOf(people), _Bag(people)
        self._now = read.fields(seen, "now")
        self._steps = {kind: read.fields(kind, str(kind.__struct_config__.tag)) for kind in found.steps}
        self.labels: list[str] = [
            *self._seat.labels("seat"),
            *self._asked.labels("asked"),
            "to-decide",
            "answered",
            "over",
            *self._now.labels("now"),
        ]
        """By place in the row, what stands there."""
        for kind, fields in self._steps.items():
            tag = str(kind.__struct_config__.tag)
            self.labels += [f"agenda.{tag}", *fields.labels(f"agenda.{tag}")]

    @property
    def size(self) -> int:
        return len(self.labels)

    def look(self, view: View) -> list[float]:
        """The row for a view."""
        row = [0.0] * len(self.labels)
        if view.seat is not None:
            self._seat.write(view.seat, row, 0)
        at = self._seat.size
        self._asked.write(view.asked, row, at)
        at += self._asked.size
        row[at : at + 3] = float(view.offers is not None), float(view.answer is not None), float(view.over)
        at += 3
        self._now.write(view.now, row, at)
        at += self._now.size
        for kind, fields in self._steps.items():
            steps = [step for step in view.agenda if type(step) is kind]
            row[at] = squashed(len(steps))
            if steps:
                fields.write(steps[-1], row, at + 1)
            at += 1 + fields.size
        return row


def squashed(number: int) -> float:
    """A whole number between -1 and 1, in order; nothing is lost."""
    return number / (abs(number) + HALF)


# ---- pieces of a row


class _Piece(Protocol):
    @property
    def size(self) -> int: ...
    def labels(self, name: str) -> list[str]: ...
    def write(self, value: Any, row: list[float], at: int) -> None: ...


class _Flag:
    size = 1

    def labels(self, name: str) -> list[str]:
        return [name]

    def write(self, value: Any, row: list[float], at: int) -> None:
        row[at] = float(value)


class _Count(_Flag):
    def write(self, value: Any, row: list[float], at: int) -> None:
        row[at] = squashed(value)


class _Amount(_Flag):
    def __init__(self, whole: int) -> None:
        self.whole = whole

    def write(self, value: Any, row: list[float], at: int) -> None:
        row[at] = max(-1.0, min(1.0, value / self.whole))


class _OneOf:
    """A 1 at the place of the value; no 1 if there is none, as where no seat has its turn yet (-1)."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.at = {value: i for i, value in enumerate(values)}
        self.size = len(self.at)

    def labels(self, name: str) -> list[str]:
        return [f"{name}={value}" for value in self.at]

    def write(self, value: Any, row: list[float], at: int) -> None:
        if value is not None and value != -1:
            row[at + self.at[value]] = 1.0


class _Bag(_OneOf):
    """How many there are of each value, in whatever order."""

    def write(self, value: Any, row: list[float], at: int) -> None:
        counts: dict[Any, int] = {}
        for one in value:
            counts[one] = counts.get(one, 0) + 1
        for one, number in counts.items():
            row[at + self.at[one]] = squashed(number)


class _Row:
    """Values whose places matter, after how many there are. Of too many the newest, which stand last."""

    def __init__(self, item: _Piece, length: int) -> None:
        self.item, self.length = item, length
        self.size = 1 + item.size * length

    def labels(self, name: str) -> list[str]:
        items = (label for i in range(self.length) for label in self.item.labels(f"{name}[{i}]"))
        return [f"{name}.length", *items]

    def write(self, value: Any, row: list[float], at: int) -> None:
        row[at] = squashed(len(value))
        at += 1
        for one in value[-self.length :]:
            self.item.write(one, row, at)
            at += self.item.size


class _Maybe:
    """A flag that there is a value, and the value."""

    def __init__(self, item: _Piece) -> None:
        self.item = item
        self.size = 1 + item.size

    def labels(self, name: str) -> list[str]:
        return [f"{name}?", *self.item.labels(name)]

    def write(self, value: Any, row: list[float], at: int) -> None:
        if value is not None:
            row[at] = 1.0
            self.item.write(value, row, at + 1)


class _Fields:
    """The fields of a struct, or the parts of a tuple of fixed length."""

    def __init__(self, pieces: Sequence[tuple[str, _Piece]], of_tuple: bool = False) -> None:
        self.pieces = pieces
        self.of_tuple = of_tuple
        self.size = sum(piece.size for _, piece in pieces)

    def labels(self, name: str) -> list[str]:
        return [label for field, piece in self.pieces for label in piece.labels(f"{name}.{field}")]

    def write(self, value: Any, row: list[float], at: int) -> None:
        values = value if self.of_tuple else [getattr(value, field) for field, _ in self.pieces]
        for one, (_, piece) in zip(values, self.pieces, strict=True):
            piece.write(one, row, at)
            at += piece.size


class _Kinds:
    """One of several kinds of value: for each kind a flag and its piece. No flag if there is none."""

    def __init__(self, kinds: Sequence[tuple[type[Any], str, _Piece]]) -> None:
        self.kinds = kinds
        self.size = sum(1 + piece.size for _, _, piece in kinds)

    def labels(self, name: str) -> list[str]:
        return [label for _, tag, piece in self.kinds for label in (f"{name}:{tag}?", *piece.labels(f"{name}:{tag}"))]

    def write(self, value: Any, row: list[float], at: int) -> None:
        for kind, _, piece in self.kinds:
            if type(value) is kind:
                row[at] = 1.0
                piece.write(value, row, at + 1)
            at += 1 + piece.size


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
                return _Amount(known.whole)
            return _OneOf(self._words(tag, field))
        if origin is Literal:
            return _OneOf(get_args(hint))
        if origin is tuple:
            return self._tuple(hint, tag, field, depth)
        if hint is bool:
            return _Flag()
        if hint is int:
            numbers = known.find(known.numbers, tag, field)
            if numbers is not None:
                return _OneOf(numbers)
            return _Amount(known.whole) if field in known.money else _Count()
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self.fields(hint, _tag(hint))
        raise TypeError(f"The type of {tag}.{field} is not known.")

    def _union(self, hint: Any, tag: str, field: str, depth: int) -> _Piece:
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        if len(kinds) == 1:
            piece: _Piece = self.piece(kinds[0], tag, field, depth)
        else:
            pieces = []
            for kind in kinds:
                base = type(get_args(kind)[0]) if get_origin(kind) is Literal else kind
                pieces.append((base, _tag(base), self.piece(kind, tag, field, depth)))
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


def _tag(kind: Any) -> str:
    config = getattr(kind, "__struct_config__", None)
    tag = config.tag if config is not None else None
    return str(tag) if tag else kind.__name__.lower()
