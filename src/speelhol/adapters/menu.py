"""What can be done now, by number. Actions are made when somebody asks for them: of many, one is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from ..kernel import Action, Form, Split


class Shape:
    """Some numbers of a catalogue, lowest first, and the mask that has a 1 at each of them."""

    __slots__ = ("mask", "numbers")

    def __init__(self, numbers: Iterable[int], size: int) -> None:
        self.numbers = tuple(sorted(numbers))
        mask = bytearray(size)
        for number in self.numbers:
            mask[number] = 1
        self.mask = bytes(mask)


class MenuPart(Protocol):
    """Offers of one sort."""

    shape: Shape

    def action(self, number: int) -> Action:
        """The action behind one of the numbers."""


class Listed:
    """Choices, one by one."""

    __slots__ = ("_actions", "shape")

    def __init__(self, actions: Mapping[int, Action], size: int) -> None:
        self.shape = Shape(actions, size)
        self._actions = actions

    def action(self, number: int) -> Action:
        return self._actions[number]


class Formed:
    """A form: for each of its fields the places in the catalogue's column, and the values that stand for them now."""

    __slots__ = ("_columns", "_form", "_start", "_widths", "shape")

    def __init__(
        self, form: Form, columns: Sequence[Mapping[int, object]], start: int, widths: Sequence[int], shape: Shape
    ) -> None:
        self._form, self._columns, self._start, self._widths, self.shape = form, columns, start, widths, shape

    def action(self, number: int) -> Action:
        left = number - self._start
        values = []
        for column, width in zip(reversed(self._columns), reversed(self._widths), strict=True):
            left, at = divmod(left, width)
            values.append(column[at])
        return self._form.kind(*reversed(values))


class Divided:
    """One sum over several keys: for each number who gets something, and which share."""

    __slots__ = ("_amounts", "_rows", "_split", "_start", "shape")

    def __init__(
        self,
        split: Split,
        rows: Sequence[tuple[tuple[str, ...], int]],
        amounts: Mapping[int, Mapping[int, int]],
        start: int,
        shape: Shape,
    ) -> None:
        """rows: by place in the catalogue, keys and share; amounts: by how many keys and share, what each gets"""
        self._split, self._rows, self._amounts, self._start, self.shape = split, rows, amounts, start, shape

    def action(self, number: int) -> Action:
        keys, share = self._rows[number - self._start]
        amount = self._amounts[len(keys)][share]
        return self._split.kind(tuple([(key, amount) for key in keys]))


class Menu(Mapping[int, Action]):
    """By number, lowest first, what a seat can do."""

    __slots__ = ("_parts", "_shape")

    def __init__(self, parts: Sequence[MenuPart], shape: Shape) -> None:
        self._parts, self._shape = parts, shape

    @property
    def mask(self) -> bytes:
        """1 for every number that is on the menu, 0 for the others."""
        return self._shape.mask

    def __getitem__(self, number: int) -> Action:
        for part in self._parts:
            mask = part.shape.mask
            if 0 <= number < len(mask) and mask[number]:
                return part.action(number)
        raise KeyError(number)

    def __iter__(self) -> Iterator[int]:
        return iter(self._shape.numbers)

    def __len__(self) -> int:
        return len(self._shape.numbers)


class MenuWords(Mapping[int, str]):
    """A menu in words: by number, the action's text form."""

    __slots__ = ("_menu",)

    def __init__(self, menu: Menu) -> None:
        self._menu = menu

    def __getitem__(self, number: int) -> str:
        return str(self._menu[number])

    def __iter__(self) -> Iterator[int]:
        return iter(self._menu)

    def __len__(self) -> int:
        return len(self._menu)

    def __repr__(self) -> str:
        return repr(dict(self))
