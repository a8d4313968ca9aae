"""The small typed values of a match: what a seat decides, what happened, why not, how it ended."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from .cache import per_process
from .reserved import refuse_reserved

Seat = Annotated[int, Meta(extra={"kind": "seat"})]
"""A place at the table. Said in words it becomes the player's name."""

Money = Annotated[int, Meta(extra={"kind": "money"})]
"""An amount. Said in words it becomes a number in the reader's notation."""

Term = Annotated[str, Meta(extra={"kind": "term"})]
"""A value that has a name of its own in `words.toml` (`[term.…]`): a card, a place, an agent."""

Touch = Literal["lost", "won", "accused", "altered", "named", ""]
"""What an event is to a seat; empty if it is the affair of others."""

_encoder = msgspec.json.Encoder(order="deterministic")


def to_json(value: Any) -> bytes:
    """JSON of plain values and structs, the same bytes for equal values."""
    return _encoder.encode(value)


def brief(value: object, longest: int = 60) -> str:
    """A value as a sentence tells it back: quoted, and cut where somebody sent very much."""
    try:
        shown = repr(value[: longest + 1] if isinstance(value, str) else value)
    except ValueError:  # a number of more digits than anybody wants to read
        return "a very large number"
    return shown if len(shown) <= longest + 2 else f"{shown[:longest]}…"


class Refused(Exception):
    """An action that the rules don't allow. Names a rule and a reason code; nothing has changed."""

    def __init__(self, rule: str, reason: str, **data: Any) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
        self.data = data


class Told(Struct, frozen=True, gc=False):
    """Base of what is put into words: `[do.…]` and `[event.…]` in `words.toml` are found by `wording`.

    Holds plain immutable values, so there are no cycles for the collector to look for.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        refuse_reserved(cls, "do", "event")

    def wording(self) -> str:
        """The key of this value's sentence: its tag, unless a class splits it further (`swap.blind`)."""
        return str(self.__struct_config__.tag)


class Action(Told, frozen=True, cache_hash=True, tag_field="do"):
    """What a seat decides. Text form: the tag and the fields in order. `hidden`: fields the others don't see.

    `whole`: sums of which a form proposes all that there is; of others, the least.
    """

    hidden: ClassVar[tuple[str, ...]] = ()
    whole: ClassVar[tuple[str, ...]] = ()

    def face(self) -> tuple[Any, ...]:
        """What the others see of it when it is played."""
        return (type(self), *(getattr(self, f) for f in self.__struct_fields__ if f not in self.hidden))

    def __str__(self) -> str:
        return " ".join((str(self.__struct_config__.tag), *(_word(getattr(self, f)) for f in self.__struct_fields__)))


class Event(Told, frozen=True, tag_field="event"):
    """What happened. `reveals`: it tells its audience something hidden, by chance or out of a secret.

    `gains`, `costs`: fields whose seats have won or lost something by it, unless its `amount` is nothing. `alters`:
    fields whose seats have something else before them now, for better or worse. `settles`: kinds of events that it
    brings to their end, so that it is told again in their place.
    """

    reveals: ClassVar[bool] = False
    gains: ClassVar[tuple[str, ...]] = ()
    costs: ClassVar[tuple[str, ...]] = ()
    alters: ClassVar[tuple[str, ...]] = ()
    settles: ClassVar[tuple[type[Event], ...]] = ()

    @property
    def routine(self) -> bool:
        """It goes without saying: it stands in the log, and nobody has to wait for it or is told of it again."""
        return False

    @property
    def weighty(self) -> bool:
        """It changes what everybody has to reckon with: of much that happened it is told again before the rest."""
        return False

    @property
    def turning(self) -> bool:
        """The match took a turn here: whoever looks at it again comes back to this moment."""
        return False

    @property
    def accuses(self) -> tuple[str, ...]:
        """Fields whose seats it says something against: that they lie, or who they secretly are."""
        return ()

    def touches(self, seat: int) -> Touch:
        """What it is to a seat: somebody is touched, too, who is named in it beside the one who did it."""
        named, much = seat_fields(type(self)), getattr(self, "amount", None) != 0
        if much and self._names(seat, self.costs):
            return "lost"
        if much and self._names(seat, self.gains):
            return "won"
        if self._names(seat, self.accuses):
            return "accused"
        if self._names(seat, self.alters):
            return "altered"
        return "named" if self._names(seat, [name for name in named if name != "seat"]) else ""

    def _names(self, seat: int, fields: Iterable[str]) -> bool:
        for field in fields:
            value = getattr(self, field)
            if (seat in value) if isinstance(value, tuple) else value == seat:
                return True
        return False


@per_process()
def seat_fields(kind: type[Told]) -> tuple[str, ...]:
    """The fields that hold a seat, or several."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if _is_seat(hints[name]))


def _is_seat(kind: Any) -> bool:
    if get_origin(kind) is Annotated:
        return bool(kind == Seat)
    return any(_is_seat(part) for part in get_args(kind))


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended, by seat. Ranks count from 1; equal ranks share."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def draw(self) -> bool:
        """Everybody stands first, so nobody has won."""
        return len(self.winners) == len(self.ranks)

    @property
    def parted(self) -> bool:
        """Some have equal scores, and yet one stands before the other."""
        return len(set(zip(self.scores, self.ranks, strict=True))) > len(set(self.scores))

    @classmethod
    def of(cls, scores: Iterable[int], winners: Iterable[int] | None = None) -> Result:
        """Ranks follow the scores; the winners are those with rank 1 unless named."""
        points = tuple(scores)
        if winners is None:
            ranks = tuple(1 + sum(other > mine for other in points) for mine in points)
        else:
            won = frozenset(winners)
            ranks = tuple(
                1 + sum((j in won, points[j]) > (i in won, points[i]) for j in range(len(points)))
                if i not in won
                else 1
                for i in range(len(points))
            )
        return cls(tuple(i for i, rank in enumerate(ranks) if rank == 1), ranks, points)


# ---- the text form of an action


def _word(value: Any) -> str:
    """One word, no spaces: `-` for nothing, `+` between parts, `:` inside a pair."""
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(":".join(map(str, v)) if isinstance(v, tuple) else _word(v) for v in value)
    return str(value)


def _unword(word: str, kind: Any) -> Any:
    """The plain value behind a word, ready for conversion to `kind`."""
    if get_origin(kind) is Annotated:
        return _unword(word, get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        inner = [k for k in get_args(kind) if k is not type(None)]
        return None if word == "-" and len(inner) < len(get_args(kind)) else _unword(word, inner[0])
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        parts = [] if word == "-" else word.split("+")
        pair = item if get_origin(item) is not Annotated else get_args(item)[0]
        return [p.split(":") if get_origin(pair) is tuple else _unword(p, item) for p in parts]
    if kind is bool:
        return {"yes": True, "no": False}.get(word, word)
    return word


class ActionReader:
    """Reads actions of one game from their text form and from JSON."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._kinds: Mapping[str, type[Action]] = {str(k.__struct_config__.tag): k for k in kinds}
        self._hints = {k: get_type_hints(k, include_extras=True) for k in self._kinds.values()}
        self._json = msgspec.json.Decoder(Union[tuple(self._kinds.values())])  # noqa: UP007

    def read(self, text: str) -> Action:
        """The action that `str` wrote. Raises ValueError with a sentence if there is none."""
        tag, *words = text.split(" ")
        kind = self._kinds.get(tag)
        if kind is None:
            raise ValueError(f"No action is called {brief(tag)}; there are {', '.join(sorted(self._kinds))}.")
        fields = kind.__struct_fields__
        if len(words) != len(fields):
            raise ValueError(f"{tag!r} takes {len(fields)} values ({', '.join(fields) or 'none'}), not {len(words)}.")
        hints = self._hints[kind]
        raw: dict[str, Any] = {f: _unword(w, hints[f]) for f, w in zip(fields, words, strict=True)}
        raw["do"] = tag
        try:
            action = msgspec.convert(raw, kind, strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"{brief(text)} can't be read: {error}.") from None
        if str(action) != text:
            raise ValueError(f"{brief(text)} can't be read; did you mean {brief(str(action))}?")
        return action

    def decode(self, data: bytes | str) -> Action:
        """The action behind its JSON form. Raises ValueError with a sentence if it isn't one."""
        try:
            action: Action = self._json.decode(data)
        except msgspec.DecodeError as error:
            raise ValueError(f"This is not an action: {error}.") from None
        return action
