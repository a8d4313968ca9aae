"""A fixed list of numbered actions: a number means the same in every match of a game with so many seats.

Kinds of action follow each other in the order of their tags, each with every combination of values that its fields
can hold. Open amounts are told by rungs: parts of the way from the least to the most that is offered at the moment.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ..games import game as find_game
from ..kernel import Action, Choices, Either, Form, Offers, Split, View
from ..kernel.traits import Traits
from .traits import traits

RUNGS = (0, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1)
"""An amount, as a part of the way from the least to the most that is offered."""
SHARES = (0, 1 / 4, 1 / 2, 1)
"""A sum over several keys, as a part of the most; it is divided evenly. 0: one unit for each key."""
KEYS = 3
"""So many keys at most get a part of a sum."""


class Catalogue:
    """The numbered actions of a game for so many seats. The action behind an open amount depends on the view."""

    def __init__(self, game: str, seats: int) -> None:
        """Raises ValueError if the game has no adapter."""
        known = traits(game, seats)
        self.labels: list[str] = []
        """By number, what it means: an action's text form, with `*3/8` for the third rung of eight."""
        self._blocks: dict[type[Action], _Block] = {}
        for kind in find_game(game).actions:
            block = self._blocks[kind] = _block(kind, known, seats, len(self.labels))
            self.labels.extend(block.labels())

    @property
    def size(self) -> int:
        return len(self.labels)

    def menu(self, view: View) -> dict[int, Action]:
        """What the view's seat can do now, by number, lowest first; empty if it has nothing to decide.

        Amounts between the rungs and, in long rows, values beyond the list can't be reached; something always can.
        """
        return {} if view.offers is None else dict(sorted(self._read(view.offers)))

    def _read(self, offers: Offers) -> Iterator[tuple[int, Action]]:
        if isinstance(offers, Either):
            for part in offers.parts:
                yield from self._read(part)
        elif isinstance(offers, Choices):
            for action in offers:
                number = self._blocks[type(action)].number([getattr(action, f) for f in action.__struct_fields__])
                if number is not None:
                    yield number, action
        elif isinstance(offers, Form):
            yield from self._form(offers)
        else:
            assert isinstance(offers, Split)
            yield from self._split(offers)

    def _form(self, form: Form) -> Iterator[tuple[int, Action]]:
        block = self._blocks[form.kind]
        columns = [
            _rungs(domain) if values is RUNGS else [(value, value) for value in domain]
            for values, domain in zip(block.values, form.domains.values(), strict=True)
        ]
        for row in product(*columns):
            number = block.number([key for key, _ in row])
            if number is not None:
                yield number, form.kind(*[value for _, value in row])

    def _split(self, split: Split) -> Iterator[tuple[int, Action]]:
        block = self._blocks[split.kind]
        units = split.most // split.unit
        for many in range(max(1, split.parts), min(KEYS, split.up_to, units) + 1):
            amounts: dict[int, int] = {}
            for level, share in enumerate(SHARES):
                amounts.setdefault(max(1, int(units * share) // many) * split.unit, level)
            for keys in combinations(split.keys, many):
                for amount, level in amounts.items():
                    number = block.number([(keys, level)])
                    if number is not None:
                        yield number, split.kind(tuple((key, amount) for key in keys))


class _Block:
    """The numbers of one kind of action: a column of values for each of its fields."""

    def __init__(self, tag: str, values: Sequence[Sequence[Any]], start: int) -> None:
        self.tag = tag
        self.values = values
        self.start = start
        self._at = [{_key(value): i for i, value in enumerate(column)} for column in values]

    def number(self, values: Sequence[Any]) -> int | None:
        number = 0
        for at, column, value in zip(self._at, self.values, values, strict=True):
            i = 0 if column is IMPLIED else at.get(_key(value))
            if i is None:
                return None
            number = number * len(column) + i
        return self.start + number

    def labels(self) -> list[str]:
        columns = [_names(column) for column in self.values]
        return [" ".join((self.tag, *filter(None, row))) for row in product(*columns)]


class _ListedBlock(_Block):
    """The numbers of a kind of action whose values are listed together."""

    def __init__(self, tag: str, rows: Sequence[tuple[Any, ...]], start: int) -> None:
        super().__init__(tag, (rows,), start)

    def number(self, values: Sequence[Any]) -> int | None:
        return super().number([tuple(values)])

    def labels(self) -> list[str]:
        return [" ".join((self.tag, *map(_name, row))) for row in self.values[0]]


IMPLIED = ("",)


def _block(kind: type[Action], known: Traits, seats: int, start: int) -> _Block:
    tag = str(kind.__struct_config__.tag)
    if tag in known.listed:
        return _ListedBlock(tag, known.listed[tag], start)
    hints = get_type_hints(kind, include_extras=True)
    return _Block(tag, [_values(hints[field], tag, field, known, seats) for field in kind.__struct_fields__], start)


def _values(hint: Any, tag: str, field: str, known: Traits, seats: int) -> Sequence[Any]:
    """Every value that a field of an action can hold, as the catalogue lists them."""
    if f"{tag}.{field}" in known.implied:
        return IMPLIED
    numbers = known.find(known.numbers, tag, field)
    if get_origin(hint) in (Union, types.UnionType):
        inner = [kind for kind in get_args(hint) if kind is not type(None)]
        return (None, *_values(inner[0], tag, field, known, seats))
    if numbers is not None:
        return numbers
    if get_origin(hint) is Literal:
        return get_args(hint)
    if hint is bool:
        return (False, True)
    if get_origin(hint) is tuple:
        keys = known.find(known.terms, tag, field) or ()
        some = [chosen for many in range(1, KEYS + 1) for chosen in combinations(keys, many)]
        return [(chosen, level) for chosen in some for level in range(len(SHARES))]
    if get_origin(hint) is Annotated:
        kind = hint.__metadata__[0].extra["kind"]
        if kind == "seat":
            return range(seats)
        if kind == "money":
            return RUNGS
        words = known.find(known.terms, tag, field)
        if words is not None:
            return tuple(words)
    raise TypeError(f"The values of {tag}.{field} are not known.")


def _rungs(domain: Sequence[Any]) -> list[tuple[Any, Any]]:
    """The rungs of a row of amounts: the least is always the first, the most the last, no amount is told twice."""
    last = len(domain) - 1
    at: dict[int, float] = {0: RUNGS[0]}
    at.setdefault(last, RUNGS[-1])
    for rung in RUNGS[1:-1]:
        at.setdefault(round(last * rung), rung)
    return [(rung, domain[i]) for i, rung in sorted(at.items())]


def _key(value: Any) -> Any:
    """True and 1 are equal in Python and different here."""
    return (type(value), value) if isinstance(value, bool) else value


def _names(column: Sequence[Any]) -> list[str]:
    if column is RUNGS:
        return [f"*{i}/{len(RUNGS) - 1}" for i in range(len(RUNGS))]
    return [_name(value) for value in column]


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):  # keys of a sum, and which share of it
            return f"{'+'.join(value[0])} *{value[1]}/{len(SHARES) - 1}"
        return "+".join(map(str, value))
    return "-" if value is None else str(value)


def mask(menu: Mapping[int, Action], size: int) -> list[int]:
    """1 for every number in the menu, 0 for the others."""
    row = [0] * size
    for number in menu:
        row[number] = 1
    return row
