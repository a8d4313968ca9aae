"""A fixed list of numbered actions: a number means the same in every match of a game with so many seats.

Kinds of action follow each other in the order of their tags, each with every combination of values that its fields
can hold. Open amounts are told by rungs: parts of the way from the least to the most that is offered at the moment.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from itertools import chain, combinations, product
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ..games import game as find_game
from ..kernel import Action, Choices, Either, Form, Offers, Split, View
from ..kernel.cache import per_process
from ..kernel.traits import Traits
from .menu import Divided, Formed, Listed, Menu, MenuPart, Shape
from .traits import traits
from .value_cache import ValueCache

RUNGS = (0, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1)
"""An amount, as a part of the way from the least to the most that is offered."""
SHARES = (0, 1 / 4, 1 / 2, 1)
"""A sum over several keys, as a part of the most; it is divided evenly. 0: one unit for each key."""
KEYS = 3
"""So many keys at most get a part of a sum."""
KEPT = 4096
"""Menus of each sort that are kept for when they come again."""


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
        size = self.size
        self._numbers = ValueCache(self._number, 1 << 16)
        self._menus = ValueCache(self._menu, KEPT)
        self._products: ValueCache[tuple[_Block, Any], Shape] = ValueCache(
            lambda of: Shape(of[0].products(of[1]), size), KEPT
        )
        self._shares: ValueCache[tuple[_Block, Any], Shape] = ValueCache(
            lambda of: Shape(of[0].shares(*of[1]), size), KEPT
        )
        self._unions: ValueCache[tuple[Shape, ...], Shape] = ValueCache(
            lambda shapes: Shape(chain.from_iterable([shape.numbers for shape in shapes]), size), KEPT
        )
        self.nothing = Menu((), Shape((), size))
        """The menu of who has nothing to decide."""

    @property
    def size(self) -> int:
        return len(self.labels)

    def menu(self, view: View) -> Menu:
        """What the view's seat can do now, by number, lowest first; empty if it has nothing to decide.

        Amounts between the rungs and, in long rows, values beyond the list can't be reached; something always can.
        """
        return self.nothing if view.offers is None else self._menus[view.offers]

    def _menu(self, offers: Offers) -> Menu:
        parts = [self._part(one) for one in offers.parts] if isinstance(offers, Either) else [self._part(offers)]
        return Menu(parts, parts[0].shape if len(parts) == 1 else self._unions[tuple([part.shape for part in parts])])

    def _part(self, offers: Offers) -> MenuPart:
        if isinstance(offers, Choices):
            return self._list(offers)
        if isinstance(offers, Form):
            return self._form(offers)
        assert isinstance(offers, Split)
        return self._split(offers)

    def _number(self, action: Action) -> int | None:
        return self._blocks[type(action)].number([getattr(action, f) for f in action.__struct_fields__])

    def _list(self, choices: Choices) -> Listed:
        numbered = zip(map(self._numbers.__getitem__, choices), choices, strict=True)
        return Listed({number: action for number, action in numbered if number is not None}, self.size)

    def _form(self, form: Form) -> Formed:
        block = self._blocks[form.kind]
        columns = [
            block.rungs(domain) if values is RUNGS else block.places(field, domain)
            for field, (values, domain) in enumerate(zip(block.values, form.domains.values(), strict=True))
        ]
        shape = self._products[block, tuple(map(tuple, columns))]
        return Formed(form, columns, block.start, block.widths, shape)

    def _split(self, split: Split) -> Divided:
        block = self._blocks[split.kind]
        units = split.most // split.unit
        amounts: dict[int, dict[int, int]] = {}
        for many in range(max(1, split.parts), min(KEYS, split.up_to, units) + 1):
            level_of: dict[int, int] = {}
            for level, share in enumerate(SHARES):
                level_of.setdefault(max(1, int(units * share) // many) * split.unit, level)
            amounts[many] = {level: amount for amount, level in level_of.items()}
        levels = tuple([(many, tuple(told)) for many, told in amounts.items()])
        shape = self._shares[block, (split.keys, levels)]
        return Divided(split, block.values[0], amounts, block.start, shape)


class _Block:
    """The numbers of one kind of action: a column of values for each of its fields."""

    def __init__(self, tag: str, values: Sequence[Sequence[Any]], start: int) -> None:
        self.tag = tag
        self.values = values
        self.start = start
        self.widths = [len(column) for column in values]
        self._at = [{_key(value): i for i, value in enumerate(column)} for column in values]

    def number(self, values: Sequence[Any]) -> int | None:
        number = 0
        for at, column, value in zip(self._at, self.values, values, strict=True):
            i = 0 if column is IMPLIED else at.get(_key(value))
            if i is None:
                return None
            number = number * len(column) + i
        return self.start + number

    def places(self, field: int, domain: Sequence[Any]) -> dict[int, Any]:
        """By place in the column of a field, the values of a domain; of those that follow from others, one."""
        if self.values[field] is IMPLIED:
            return {0: domain[-1]}
        at = self._at[field]
        return {at[key]: value for value in domain if (key := _key(value)) in at}

    @staticmethod
    def rungs(domain: Sequence[Any]) -> dict[int, Any]:
        """By rung, the amounts of a domain."""
        return {rung: domain[at] for rung, at in _rungs(len(domain))}

    def products(self, columns: Sequence[Sequence[int]]) -> list[int]:
        """The numbers for every combination of places, one of each column."""
        numbers = [0]
        for column, width in zip(columns, self.widths, strict=True):
            numbers = [number * width + at for number in numbers for at in column]
        return [self.start + number for number in numbers]

    def shares(self, keys: Sequence[str], levels: Sequence[tuple[int, Sequence[int]]]) -> list[int]:
        """The numbers of a sum over some of these keys: by how many they are, which shares there are."""
        told = ((chosen, level) for many, some in levels for chosen in combinations(keys, many) for level in some)
        return [self.start + at for row in told if (at := self._at[0].get(row)) is not None]

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


@per_process(4096)
def _rungs(length: int) -> tuple[tuple[int, int], ...]:
    """The rungs of so many amounts, each with its place among them.

    The least is always the first, the most the last, no amount is told twice.
    """
    last = length - 1
    rung_of = {0: 0}
    rung_of.setdefault(last, len(RUNGS) - 1)
    for rung, part in enumerate(RUNGS[1:-1], 1):
        rung_of.setdefault(round(last * part), rung)
    return tuple((rung, at) for at, rung in sorted(rung_of.items()))


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
