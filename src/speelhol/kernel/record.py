"""The match as a file: enough to replay it, view by view, to equal bytes."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .chance import Scripted, ScriptEnded, Stream
from .values import Refused, Result, brief, to_json

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

FORMAT = "speelhol-record/1"

LARGEST = 2**53 - 1
"""No number in a file is larger: beyond it readers differ on what they read."""

LONGEST = 400
"""Signs of a sentence about a record: what a file holds is not told back at length."""


class BadRecord(ValueError):
    """A record that can't be read, or does not follow from its rules and seed. Its text says where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1]}…")


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    rules: int
    seats: int
    options: Any
    """The game's options, as its struct or, fresh from a file, as plain data."""
    seed: str | None
    """None if the dealer's source is not known; then the draws are taken as they stand."""
    draws: tuple[int, ...]
    actions: tuple[tuple[int, str], ...]
    result: Result | None

    def to_bytes(self) -> bytes:
        """The file: one JSON object with a digest over all of it."""
        body = to_json(self)
        digest = hashlib.sha256(body).hexdigest()
        return b'{"format":"%s","digest":"%s","record":%s}\n' % (FORMAT.encode(), digest.encode(), body)

    @classmethod
    def from_bytes(cls, data: bytes) -> Record:
        """The record in a file. Raises BadRecord if it is none or was changed."""
        whole = _read_strictly(data)
        if not isinstance(named := whole.get("format"), str):
            raise BadRecord("This is not a match record: it names no format.")
        if named != FORMAT:
            raise BadRecord(f"This record is in the format {brief(named)}; this version reads {FORMAT!r}.")
        try:
            file = msgspec.json.decode(data, type=_File)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadRecord(f"This is not a match record: {_why(error)}.") from None
        if hashlib.sha256(bytes(file.record)).hexdigest() != file.digest:
            raise BadRecord("This record was changed after it was written: its digest does not fit.")
        try:
            return msgspec.json.decode(file.record, type=cls)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadRecord(f"This record is damaged: {_why(error)}.") from None


def _read_strictly(data: bytes) -> dict[str, Any]:
    """A JSON object in which all readers find the same. Raises BadRecord at anything else."""
    try:
        whole = json.loads(
            data.decode(), object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole, parse_float=_whole
        )
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"This is not a match record: {_why(error)}.") from None
    if not isinstance(whole, dict):
        raise BadRecord("This is not a match record: it is no JSON object.")
    return whole


def _why(error: Exception) -> str:
    """What is wrong with a file, as the end of a sentence."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    return "it is no JSON" if isinstance(error, json.JSONDecodeError) else str(error)


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that names a member twice: readers differ on which of the two counts."""
    if len(found := dict(members)) < len(members):
        raise ValueError("a member stands in it twice")
    return found


def _no_number(text: str) -> None:
    """Refuse NaN and Infinity, which some readers take for numbers."""
    raise ValueError(f"{text} is no number of JSON")


def _whole(text: str) -> int:
    """Refuse numbers that some readers would round."""
    if not text.removeprefix("-").isdigit() or len(text) > len(str(-LARGEST)) or abs(int(text)) > LARGEST:
        raise ValueError("a number in it is not whole, or is too large")
    return int(text)


class _File(Struct, frozen=True):
    format: str
    digest: str
    record: msgspec.Raw


class _Audited:
    """The dealer's source, checked against the draws that a record claims; goes on from there."""

    def __init__(self, seed: str, draws: tuple[int, ...]) -> None:
        self.stream = Stream(seed)
        self._draws = draws
        self._at = 0

    def below(self, n: int) -> int:
        x = self.stream.below(n)
        if self._at < len(self._draws) and x != self._draws[self._at]:
            raise ScriptEnded(f"draw {self._at + 1} is {self._draws[self._at]}, but the seed gives {x}")
        self._at += 1
        return x

    @property
    def left(self) -> int:
        """How many draws nobody asked for; below zero where more were asked for than the record holds."""
        return len(self._draws) - self._at

    def copy(self) -> _Audited:
        raise NotImplementedError("a replay in progress is not copied")


def replay(game: Game, record: Record, moves: int | None = None) -> Match:
    """The match that a record tells, or its first `moves` moves. Raises BadRecord where it departs from the rules.

    With a seed every draw is recomputed, and the match can be played on from where the record ends.
    """
    if record.rules not in game.versions:
        known = ", ".join(map(str, game.versions))
        raise BadRecord(f"This record follows version {brief(record.rules)} of the rules; this program knows {known}.")
    audited = _Audited(record.seed, record.draws) if record.seed is not None else None
    chance = audited or Scripted(record.draws)
    try:
        options = game.read_options(msgspec.to_builtins(record.options))
        match = game.begin(record.seats, options, record.rules, chance, record.seed)
    except (ValueError, TypeError, ScriptEnded) as error:
        raise BadRecord(f"The set-up does not follow from the record: {error}") from None
    for number, (seat, text) in enumerate(record.actions[:moves], 1):
        try:
            match.play(seat, game.read(text))
        except Refused as refused:
            raise BadRecord(
                f"Move {number} ({brief(text)} by seat {brief(seat)}) is against the rules: "
                f"{refused.rule} ({refused.reason})."
            ) from None
        except (ValueError, ScriptEnded) as error:
            raise BadRecord(f"Move {number} ({brief(text)} by seat {brief(seat)}) does not follow: {error}") from None
    if audited is not None:
        match.dealer.chance = audited.stream
    if moves is None:
        if chance.left < 0:
            raise BadRecord(f"The record holds {-chance.left} draws less than its rules asked for.")
        if chance.left:
            raise BadRecord(f"The record holds {chance.left} draws that no rule asked for.")
        if record.result != match.result:
            raise BadRecord("The result in the record is not the one that its moves lead to.")
    return match
