"""A small network that was trained elsewhere, in plain Python: numbers in, one number out.

What is the same for every seat is looked at once; then each seat adds what is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from operator import mul

import msgspec
from msgspec import Struct

Row = tuple[float, ...]


class Network(Struct, frozen=True, forbid_unknown_fields=True):
    """Two hidden layers, of which whatever is below 0 counts nothing. Each row ends with its constant."""

    shared: tuple[Row, ...]
    """By unit of the first layer, what weighs how much of what all seats share."""
    own: tuple[Row, ...]
    """The same for what is a seat's own; without a constant."""
    second: tuple[Row, ...]
    last: Row

    @classmethod
    def read(cls, package: str, file: str) -> Network:
        """From a file beside a module. Raises msgspec.ValidationError if it is none."""
        return msgspec.json.decode(resources.files(package).joinpath(file).read_bytes(), type=cls)

    def rate(self, shared: Sequence[float], own: Sequence[Sequence[float]]) -> list[float]:
        """By seat what comes out; `shared`: for all, `own`: by seat."""
        common = (*shared, 1.0)
        begin = [sum(map(mul, row, common)) for row in self.shared]
        found = []
        for facts in own:
            first = [x if x > 0 else 0.0 for x in [b + sum(map(mul, r, facts)) for b, r in zip(begin, self.own)]]  # noqa: B905
            first.append(1.0)
            second = [x if x > 0 else 0.0 for x in [sum(map(mul, row, first)) for row in self.second]]
            second.append(1.0)
            found.append(sum(map(mul, self.last, second)))
        return found
