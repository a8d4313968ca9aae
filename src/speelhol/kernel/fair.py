"""Fair dealing: a promise before the match, luck from everybody, and a proof that anyone can check afterwards.

The house draws a secret and shows its commitment, SHA-256 of the secret's text. Whoever sits down then adds
luck of their own. The seed of the match is `fair/1`, the secret and the lucks by seat, with colons between.
When the match is over the secret is told: the file of the match holds everything to recompute each draw.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from .chance import Chance, Scripted
from .record import BadRecord, Record
from .values import to_json

if TYPE_CHECKING:
    from .game import Game

LUCK = r"[0-9A-Za-z._-]{0,64}"
"""What luck may be: short, and without the sign that stands between lucks in the seed."""


def is_luck(text: str) -> bool:
    return re.fullmatch(LUCK, text) is not None


def commitment(secret: str) -> str:
    """What the house shows of its secret before the match: it can't change the secret afterwards."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(secret: str, lucks: Iterable[str]) -> str:
    """The seed that follows from the house's secret and everybody's luck, in the order of the seats."""
    return ":".join(("fair/1", secret, *lucks))


class Proof(Struct, frozen=True):
    """What a file holds beyond the record, so that draws can be recomputed without knowing the game."""

    table: str
    commitment: str
    secret: str
    lucks: tuple[str, ...]
    bounds: tuple[int, ...]
    """What each draw was below: the n of `draw(n)`."""

    @property
    def bare(self) -> tuple[int, ...]:
        """The seats from which no luck came: bots add none, and people need not."""
        return tuple(seat for seat, luck in enumerate(self.lucks) if not luck)

    @property
    def alone(self) -> bool:
        """Whether nobody added luck: then the house alone chose, and could have chosen anything."""
        return len(self.bare) == len(self.lucks)


class _Proven(Struct, frozen=True):
    fair: Proof | None = None


def prove(game: Game, record: Record, table: str, secret: str, lucks: Iterable[str]) -> bytes:
    """The record's file with its proof; `Record.from_bytes` reads it like any other."""
    proof = Proof(table, commitment(secret), secret, tuple(lucks), bounds_of(game, record))
    plain = record.to_bytes().removesuffix(b"}\n")
    return plain + b',"fair":%s}\n' % to_json(proof)


def read_proof(data: bytes) -> Proof | None:
    """The proof in a record's file, or None if it holds none. Raises BadRecord if it can't be read."""
    try:
        return msgspec.json.decode(data, type=_Proven).fair
    except RecursionError:
        raise BadRecord("The proof in this record is damaged: it is nested too deeply.") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(f"The proof in this record is damaged: {error}.") from None


def check_proof(game: Game, record: Record, proof: Proof) -> None:
    """Check the promise against the record, which was replayed before. Raises BadRecord, in a sentence."""
    if commitment(proof.secret) != proof.commitment:
        raise BadRecord("The house broke its promise: its secret does not fit the commitment.")
    if len(proof.lucks) != record.seats:
        raise BadRecord(f"The proof holds luck for {len(proof.lucks)} seats, but {record.seats} played.")
    if not all(map(is_luck, proof.lucks)) or seed_of(proof.secret, proof.lucks) != record.seed:
        raise BadRecord("The seed is not the one that follows from the secret and the luck in it.")
    bounds = bounds_of(game, record)
    if proof.bounds != bounds:
        pairs = zip(proof.bounds, bounds, strict=False)
        wrong = next((i for i, (told, asked) in enumerate(pairs) if told != asked), min(len(proof.bounds), len(bounds)))
        raise BadRecord(f"Draw {wrong + 1} was not made from as many possibilities as the proof says.")


class _Noting:
    """A source that notes what it is asked."""

    def __init__(self, source: Chance) -> None:
        self.bounds: list[int] = []
        self._below = source.below

    def below(self, n: int) -> int:
        self.bounds.append(n)
        return self._below(n)

    def copy(self) -> Chance:
        raise NotImplementedError("a match that is only read again is not copied")


def bounds_of(game: Game, record: Record) -> tuple[int, ...]:
    """What each draw of a sound record was below."""
    source = _Noting(Scripted(record.draws))
    options = game.read_options(msgspec.to_builtins(record.options))
    match = game.begin(record.seats, options, record.rules, source)
    for seat, text in record.actions:
        match.play(seat, game.read(text))
    return tuple(source.bounds)
