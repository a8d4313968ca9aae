"""What a seat may do: listed choices, forms with open amounts, one sum over several keys, and unions of these.

All four share one face: iterate, `len()`, `.count` (exact, however large), `action in offers`,
`.find(action)`, `.sample(rng)`, `.plain()` for JSON. `sample` is sensible, not uniform.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, Union, get_type_hints

import msgspec

from .cache import per_process
from .chance import Random
from .values import Action, to_json

T = TypeVar("T")


class Offers(Protocol):
    @property
    def count(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def find(self, action: object, /) -> Action | None:
        """The offered action that equals this one, types included; None if there is none."""

    def sample(self, rng: Random, /) -> Action: ...
    def plain(self) -> Any:
        """Plain data that says all about these offers, for JSON and for byte-wise comparison."""


class Choices(tuple[Action, ...]):
    """Finitely many actions, listed in the order they are shown."""

    __slots__ = ()

    @property
    def count(self) -> int:  # type: ignore[override]  # as in all offers; a tuple's own `count` is of no use here
        return len(self)

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def find(self, action: object) -> Action | None:
        try:
            found = self[self.index(action)]
        except ValueError:
            return None
        if found is action:
            return found
        # 1, True and 1.0 are equal in Python and different here
        return found if to_json(found) == to_json(action) else None

    def sample(self, rng: Random) -> Action:
        return self[int(rng.random() * len(self))]

    def plain(self) -> Any:
        return {"choices": list(self)}


NOTHING = Choices()
MOST_LISTED = 1_000_000
"""Of more offers nobody gets a list."""


class Form:
    """One kind of action with a domain (tuple or range) per field, in their order, each chosen independently.

    Where one field depends on another (a higher bid: more of any face, or as many of a higher one), an `Either` of
    two or three of these says it.
    """

    __slots__ = ("domains", "kind")

    def __init__(self, kind: type[Action], /, **domains: Sequence[Any]) -> None:
        if tuple(domains) != kind.__struct_fields__:
            fields, given = ", ".join(kind.__struct_fields__), ", ".join(domains)
            raise TypeError(f"A form of {kind.__name__} needs its fields {fields} in this order, not {given}.")
        self.kind = kind
        self.domains = domains

    @property
    def count(self) -> int:
        return math.prod(map(len, self.domains.values()))

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Action]:
        return listed((self.kind(*values) for values in itertools.product(*self.domains.values())), self.count)

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def find(self, action: object) -> Action | None:
        if type(action) is not self.kind:
            return None
        for field, domain in self.domains.items():
            value = getattr(action, field)
            if value not in domain or type(value) is not type(domain[domain.index(value)]):
                return None
        return action

    def sample(self, rng: Random) -> Action:
        return self.kind(*[pick(domain, rng) for domain in self.domains.values()])

    def plain(self) -> Any:
        fields = {
            name: {"from": d.start, "to": d[-1], "step": d.step} if isinstance(d, range) and d else list(d)
            for name, d in self.domains.items()
        }
        return {"form": str(self.kind.__struct_config__.tag), "fields": fields}


def listed(actions: Iterator[Action], count: int) -> Iterator[Action]:
    """The actions one by one; after the first million of more, a MemoryError with a sentence, before memory is full."""
    if count <= MOST_LISTED:
        return actions
    return itertools.chain(itertools.islice(actions, MOST_LISTED), map(_no_more, (count,)))


def _no_more(count: int) -> Action:
    raise MemoryError(too_many(count))


def too_many(count: int) -> str:
    return f"{count:,} offers are too many to list; use offers.sample(rng) or next(iter(offers))"


def pick(domain: Sequence[T], rng: Random) -> T:
    """Sensible, not uniform: of a long range the ends and the low part come as often as the rest."""
    n = len(domain)
    if isinstance(domain, range) and n > 8:
        r = rng.random()
        at = 0 if r < 0.2 else n - 1 if r < 0.4 else int(n ** rng.random()) - 1
        return domain[at]  # type: ignore[return-value]  # a range of T is a range of int
    return domain[int(rng.random() * n)]


class Split:
    """One sum divided over keys: multiples of `unit`, at least `parts` keys, at most `most` in all.

    The action's only field holds pairs (key, amount) in the order of `keys`, each amount above 0.
    """

    __slots__ = ("field", "keys", "kind", "most", "parts", "unit", "up_to")

    def __init__(
        self,
        kind: type[Action],
        keys: Iterable[str],
        *,
        unit: int,
        most: int,
        parts: int = 1,
        up_to: int | None = None,
    ) -> None:
        self.kind = kind
        (self.field,) = kind.__struct_fields__
        self.keys = tuple(keys)
        self.unit = unit
        self.most = most
        self.parts = parts
        self.up_to = len(self.keys) if up_to is None else min(up_to, len(self.keys))

    @property
    def count(self) -> int:
        return _ways(len(self.keys), self.most // self.unit, self.parts, self.up_to)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Action]:
        def go(at: int, left: int, got: tuple[tuple[str, int], ...]) -> Iterator[Action]:
            if at == len(self.keys) or len(got) == self.up_to:
                if self.parts <= len(got):
                    yield self.kind(got)
                return
            yield from go(at + 1, left, got)
            for amount in range(self.unit, left + 1, self.unit):
                yield from go(at + 1, left - amount, (*got, (self.keys[at], amount)))

        return listed(go(0, self.most, ()), self.count)

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def find(self, action: object) -> Action | None:
        if type(action) is not self.kind:
            return None
        pairs = getattr(action, self.field)
        if type(pairs) is not tuple or not self.parts <= len(pairs) <= self.up_to:
            return None
        at, total = 0, 0
        for pair in pairs:
            if type(pair) is not tuple or len(pair) != 2:
                return None
            key, amount = pair
            if key not in self.keys or type(amount) is not int or amount <= 0 or amount % self.unit:
                return None
            if (place := self.keys.index(key)) < at:
                return None
            at, total = place + 1, total + amount
        return action if total <= self.most else None

    def sample(self, rng: Random) -> Action:
        units = self.most // self.unit
        top = min(self.up_to, units, self.parts + 2)
        parts = self.parts + int(rng.random() * (top - self.parts + 1))
        keys = sorted(_some(range(len(self.keys)), parts, rng))
        spend = parts + int(rng.random() * (units - parts + 1))
        cuts = sorted(_some(range(1, spend), parts - 1, rng)) if parts > 1 else []
        amounts = [b - a for a, b in zip([0, *cuts], [*cuts, spend], strict=True)] if parts else []
        return self.kind(tuple((self.keys[k], n * self.unit) for k, n in zip(keys, amounts, strict=True)))

    def plain(self) -> Any:
        return {
            "split": str(self.kind.__struct_config__.tag),
            "keys": self.keys,
            "unit": self.unit,
            "most": self.most,
            "parts": [self.parts, self.up_to],
        }


@per_process(4096)
def _ways(keys: int, units: int, least: int, most: int) -> int:
    return sum(math.comb(keys, k) * math.comb(units, k) for k in range(least, most + 1))


def _some(items: Sequence[T], k: int, rng: Random) -> list[T]:
    """k different items, by a generator of which only `random()` is known."""
    chosen: dict[T, None] = {}
    if 2 * k > len(items):
        left = list(items)
        while len(chosen) < k:
            chosen[left.pop(int(rng.random() * len(left)))] = None
    while len(chosen) < k:
        chosen[items[int(rng.random() * len(items))]] = None
    return list(chosen)


class Either:
    """A union of offers that share no action. Empty parts fall away."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Offers) -> None:
        self.parts = tuple(p for p in parts if p.count)

    @property
    def count(self) -> int:
        return sum(p.count for p in self.parts)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Action]:
        return itertools.chain.from_iterable(self.parts)

    def __contains__(self, action: object) -> bool:
        return self.find(action) is not None

    def find(self, action: object) -> Action | None:
        for part in self.parts:
            found = part.find(action)
            if found is not None:
                return found
        return None

    def sample(self, rng: Random) -> Action:
        return self.parts[int(rng.random() * len(self.parts))].sample(rng)

    def plain(self) -> Any:
        return {"either": [p.plain() for p in self.parts]}


# ---- from plain data back to offers


def read_offers(plain: Any, kinds: Sequence[type[Action]]) -> Offers:
    """The offers that `plain()` told, for a game with these kinds of action; also after a way through JSON.

    Raises ValueError, in a sentence, if that is not what the data are.
    """
    try:
        return _read(plain, {str(kind.__struct_config__.tag): kind for kind in kinds})
    except (msgspec.ValidationError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"These are no offers: {error}.") from None


def _read(plain: Any, kinds: dict[str, type[Action]]) -> Offers:
    if "choices" in plain:
        union: Any = Union[tuple(kinds.values())]  # noqa: UP007
        actions = [a if isinstance(a, Action) else msgspec.convert(a, union) for a in plain["choices"]]
        return Choices(actions)
    if "form" in plain:
        kind = kinds[plain["form"]]
        hints = get_type_hints(kind, include_extras=True)
        return Form(kind, **{name: _domain(d, hints[name]) for name, d in plain["fields"].items()})
    if "split" in plain:
        least, most = plain["parts"]
        kind = kinds[plain["split"]]
        return Split(kind, plain["keys"], unit=plain["unit"], most=plain["most"], parts=least, up_to=most)
    return Either(*(_read(part, kinds) for part in plain["either"]))


def _domain(plain: Any, kind: Any) -> Sequence[Any]:
    if isinstance(plain, dict):
        step = plain["step"]
        return range(plain["from"], plain["to"] + (1 if step > 0 else -1), step)
    return tuple(msgspec.convert(plain, list[kind]))
