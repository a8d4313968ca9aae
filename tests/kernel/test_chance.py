from __future__ import annotations

import hashlib
import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelhol.kernel import Dealer, Scripted, Stream, shuffle_draws
from speelhol.kernel.chance import Loose, ScriptEnded, mixed

KNOWN_37 = [11, 18, 28, 20, 7, 18, 19, 16, 30, 18, 7, 26]
KNOWN_1000 = [940, 407, 421, 744, 552, 359]


def test_stream_is_the_same_everywhere() -> None:
    """Known answers, so that no platform or version can drift."""
    stream = Stream("speelhol")
    assert [stream.below(37) for _ in range(12)] == KNOWN_37
    assert [stream.below(1000) for _ in range(6)] == KNOWN_1000
    assert stream.below(1) == 0


def independent(seed: bytes) -> random.Random:
    """The stream as its description says, written again."""

    class Source(random.Random):
        data = b"".join(hashlib.shake_256(b"speelhol/1\0" + k.to_bytes(8, "big") + seed).digest(1088) for k in range(4))
        at = 0

        def below(self, n: int) -> int:
            size, bits = ((n - 1).bit_length() + 7) // 8, (n - 1).bit_length()
            while True:
                x = int.from_bytes(self.data[self.at : self.at + size], "big") % (1 << bits)
                self.at += size
                if x < n:
                    return x

    return Source()


@given(st.text(max_size=20), st.lists(st.integers(1, 70_000), max_size=300))
def test_stream_follows_its_description(seed: str, sizes: list[int]) -> None:
    stream, other = Stream(seed), independent(seed.encode())
    assert [stream.below(n) for n in sizes] == [other.below(n) for n in sizes]  # type: ignore[attr-defined]


def test_stream_crosses_blocks_and_copies() -> None:
    stream, other = Stream("x"), independent(b"x")
    for i in range(2500):
        if i == 1500:
            stream, old = stream.copy(), stream
            old.below(5)
        n = 2 + i % 255
        assert stream.below(n) == other.below(n)  # type: ignore[attr-defined]


def test_stream_favours_no_number() -> None:
    """Chi-square over 20,000 draws below 6; 5 degrees of freedom, above 30 has a chance of 1.5 in 100,000."""
    stream = Stream("fair")
    counts = [0] * 6
    for _ in range(20_000):
        counts[stream.below(6)] += 1
    assert sum((c - 20_000 / 6) ** 2 / (20_000 / 6) for c in counts) < 30


def test_scripted_gives_what_it_was_given_and_no_more() -> None:
    script = Scripted([3, 0, 5])
    assert script.below(4) == 3
    twin = script.copy()
    assert (script.below(1), script.left) == (0, 1)
    assert twin.left == 2
    with pytest.raises(ScriptEnded, match="draw 3 is 5, but it must be from 0 to 4"):
        script.below(5)
    assert script.below(6) == 5
    with pytest.raises(ScriptEnded, match="draw 4 is missing"):
        script.below(2)


def test_loose_asks_the_generator() -> None:
    one, two = random.Random(1), random.Random(1)
    assert [Loose(one).copy().below(10) for _ in range(5)] == [int(two.random() * 10) for _ in range(5)]


@given(st.permutations(["a", "a", "b", "c", "d", "d"]))
def test_shuffle_draws_lead_to_the_order(order: list[str]) -> None:
    items = ["a", "a", "b", "c", "d", "d"]
    dealer = Dealer(Scripted(shuffle_draws(items, order)), 1)
    assert dealer.shuffled(items) == order


def test_shuffle_draws_of_other_items_are_refused() -> None:
    for order in (["a", "c"], ["c", "a"], ["a"], ["a", "b", "b"]):
        with pytest.raises((ValueError, IndexError)):
            shuffle_draws(["a", "b"], order)


def test_what_is_mixed_is_all_there_and_the_same_for_the_same_numbers() -> None:
    items = ("loot", "car", "ring", "car")
    first, again = (mixed(items, random.Random(3)) for _ in range(2))
    assert first == again
    assert sorted(first) == sorted(items)
    assert {tuple(mixed((1, 2, 3), random.Random(seed))) for seed in range(60)} == set(permutations((1, 2, 3)))
