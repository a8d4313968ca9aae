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
from .values import brief, to_json

if TYPE_CHECKING:
    from .game import Game

LUCK = r"[0-9A-Za-z._-]{0,64}"
"""What luck may be: short, and without the sign that stands between lucks in the seed."""


NO_LUCK = "-"
"""How a note says that a seat added no luck; nobody may add this."""


def is_luck(text: str) -> bool:
    """Whether somebody may add this."""
    return text != NO_LUCK and re.fullmatch(LUCK, text) is not None


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


class Noted(Struct, frozen=True):
    """What somebody wrote down before the cards were known, to compare a record with."""

    seal: str = ""
    lucks: tuple[tuple[int, str], ...] = ()
    """Seat and luck; luck is empty where the seat added none."""
    somewhere: tuple[str, ...] = ()
    """Luck without a seat: that it occurs says little, since a forger moves it to another seat."""
    table: str = ""

    @classmethod
    def read(cls, seal: str, lucks: Iterable[str], table: str = "") -> Noted:
        """From text forms, of luck `SEAT=LUCK` (`3=-`: none) or `LUCK`; what is empty notes nothing.

        Raises BadRecord.
        """
        by_seat, somewhere = [], []
        for one in filter(None, map(str.strip, lucks)):
            seat, sign, luck = one.partition("=")
            if not sign:
                somewhere.append(one)
            elif not re.fullmatch("[1-9][0-9]?", seat) or not re.fullmatch(LUCK, luck) or not luck:
                raise BadRecord(f"Luck is noted as 2=LUCK for seat 2, or 2=- where it added none, not {brief(one)}.")
            else:
                by_seat.append((int(seat) - 1, "" if luck == NO_LUCK else luck))
        return cls(seal.strip().lower(), tuple(by_seat), tuple(somewhere), table.strip())

    def check(self, proof: Proof | None) -> None:
        """Compare a record's proof with all that was noted. Raises BadRecord at the first difference."""
        if self.seal and (proof is None or proof.commitment != self.seal):
            raise BadRecord("This record was not dealt under the seal that you noted.")
        lucks = () if proof is None else proof.lucks
        for seat, luck in self.lucks:
            if seat >= len(lucks) or lucks[seat] != luck:
                told = f"{seat + 1}={luck or NO_LUCK}"
                raise BadRecord(f"This record was not dealt with the luck that you noted, {brief(told)}.")
        for luck in self.somewhere:
            if luck not in lucks:
                raise BadRecord(f"This record was not dealt with the luck that you noted, {brief(luck)}.")
        if self.table and (proof is None or proof.table != self.table):
            raise BadRecord("This record is not of the table that you noted.")

    def unseen(self, proof: Proof) -> tuple[int, ...]:
        """The seats whose luck was not compared; one that added none counts like any other."""
        compared = {seat for seat, _ in self.lucks}
        return tuple(seat for seat in range(len(proof.lucks)) if seat not in compared)

    def vouches(self, proof: Proof) -> bool:
        """Whether nobody who learnt the secret later can have made this: seal and every seat's luck were compared."""
        return bool(self.seal) and not self.unseen(proof) and not proof.alone


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
    if not all(re.fullmatch(LUCK, luck) for luck in proof.lucks) or seed_of(proof.secret, proof.lucks) != record.seed:
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
