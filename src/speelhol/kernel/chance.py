"""Where draws come from. The rules ask for a number below n; what answers stands outside the position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Random(Protocol):
    """What bots, samplers and imagined matches need of a generator; `random.Random` fits."""

    def random(self) -> float: ...


class Chance(Protocol):
    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""

    def copy(self) -> Chance:
        """A source with the same future."""


class Stream:
    """Draws from SHAKE-256: same seed, same draws, on every machine and Python version.

    Block k of the stream is the first 1088 bytes of SHAKE-256("speelhol/1" 0x00 k seed), k as eight
    big-endian bytes. A draw below n takes as many whole bytes as n - 1 needs, big-endian, keeps the bits
    that n - 1 needs, and is made again while it is not below n; so no number is favoured.
    """

    BLOCK = 1088
    MASKS = tuple((1 << (n - 1).bit_length()) - 1 for n in range(1, 257))
    """By n - 1, the bits that it needs, where one byte holds them."""
    __slots__ = ("_at", "_block", "_next", "seed")

    def __init__(self, seed: str | bytes) -> None:
        self.seed = seed.encode() if isinstance(seed, str) else seed
        self._next = 0
        self._block = b""
        self._at = 0

    def below(self, n: int) -> int:
        if n > 256:
            return self._wide(n)
        if n == 1:
            return 0
        mask = self.MASKS[n - 1]
        while True:
            at = self._at
            if at == len(self._block):
                self._turn()
                at = 0
            x = self._block[at] & mask
            self._at = at + 1
            if x < n:
                return x

    def _wide(self, n: int) -> int:
        bits = (n - 1).bit_length()
        while True:
            x = int.from_bytes(bytes(self._byte() for _ in range((bits + 7) // 8)), "big") & ((1 << bits) - 1)
            if x < n:
                return x

    def _byte(self) -> int:
        if self._at == len(self._block):
            self._turn()
        self._at += 1
        return self._block[self._at - 1]

    def _turn(self) -> None:
        text = b"speelhol/1\0" + self._next.to_bytes(8, "big") + self.seed
        self._block = hashlib.shake_256(text).digest(self.BLOCK)
        self._next += 1
        self._at = 0

    def copy(self) -> Stream:
        twin = Stream.__new__(Stream)
        twin.seed, twin._next, twin._block, twin._at = self.seed, self._next, self._block, self._at
        return twin


class ScriptEnded(Exception):
    """A scripted source was asked for more draws than it holds, or for one that does not fit."""


class Scripted:
    """Draws given beforehand: replays and tests."""

    __slots__ = ("_at", "_draws")

    def __init__(self, draws: Iterable[int], at: int = 0) -> None:
        self._draws: Sequence[int] = tuple(draws)
        self._at = at

    def below(self, n: int) -> int:
        if self._at >= len(self._draws):
            raise ScriptEnded(f"draw {self._at + 1} is missing")
        x = self._draws[self._at]
        if not 0 <= x < n:
            raise ScriptEnded(f"draw {self._at + 1} is {x}, but it must be from 0 to {n - 1}")
        self._at += 1
        return x

    @property
    def left(self) -> int:
        """How many draws have not been taken."""
        return len(self._draws) - self._at

    def copy(self) -> Scripted:
        return Scripted(self._draws, self._at)


class Loose:
    """Draws from somebody's own generator: imagined matches."""

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def copy(self) -> Loose:
        return self


class SharedNumbers:
    """Numbers for imagined matches that are to be compared: each seat finds the same ones at its same decision.

    Two matches in which one thing is different then differ by what follows from it, and hardly by luck.
    """

    SIZE = 4096
    __slots__ = ("_at", "_numbers", "_offset", "_partner", "_turns")

    def __init__(self, numbers: Sequence[float], offset: int, partner: SharedNumbers | None = None) -> None:
        """numbers: `SIZE` of them, shared by many; partner: one that takes turns with this one"""
        self._numbers = numbers
        self._at = self._offset = offset
        self._partner = partner
        self._turns = [0] * 16

    def random(self) -> float:
        self._at = at = (self._at + 1) & 4095
        return self._numbers[at]

    def turn(self, seat: int) -> None:
        """A seat is about to decide."""
        turns = self._turns
        turns[seat] = count = turns[seat] + 1
        self._at = self._offset + 211 * seat + 1009 * count & 4095
        if self._partner is not None:
            self._partner.turn(seat)


def mixed(items: Iterable[T], rng: Random) -> list[T]:
    """These in any order, each equally likely: for imagined worlds, which need no draws that a record could hold."""
    found = list(items)
    found.sort(key=lambda _, r=rng.random: r())  # type: ignore[misc]
    return found


def shuffle_draws(items: Sequence[object], order: Sequence[object]) -> list[int]:
    """The draws by which `Dealer.shuffled(items)` gives `order`: for retelling a match with other cards.

    Raises ValueError if the order does not hold the same items.
    """
    now = list(items)
    draws = []
    for i in range(len(now) - 1, 0, -1):
        j = now.index(order[i], 0, i + 1)
        draws.append(j)
        now[i], now[j] = now[j], now[i]
    if now != list(order):
        raise ValueError("the order does not hold the same items")
    return draws
