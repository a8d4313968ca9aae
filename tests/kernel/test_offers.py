from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speelhol.kernel import Action, Choices, Either, Form, Offers, Split


class Bid(Action, frozen=True, tag="bid"):
    amount: int


class Pick(Action, frozen=True, tag="pick"):
    card: str
    amount: int


class Pay(Action, frozen=True, tag="pay"):
    sums: tuple[tuple[str, int], ...]


class Pass(Action, frozen=True, tag="pass"):
    pass


KEYS = ("a", "b", "c", "d")

ranges = st.builds(
    lambda start, length, step: range(start, start + length * step, step),
    st.integers(-50, 50),
    st.integers(1, 30),
    st.integers(1, 7),
)
splits = st.builds(
    lambda keys, most, parts, extra: Split(Pay, KEYS[:keys], unit=5, most=most, parts=parts, up_to=parts + extra),
    st.integers(1, 4),
    st.integers(0, 34),
    st.integers(0, 3),
    st.integers(0, 4),
)
offers_ = st.one_of(
    st.builds(lambda n: Choices([Pass(), *map(Bid, range(n))]), st.integers(0, 9)),
    st.builds(lambda r: Form(Bid, amount=r), ranges),
    st.builds(lambda r, cards: Form(Pick, card=tuple(KEYS[:cards]), amount=r), ranges, st.integers(1, 4)),
    splits,
    st.builds(lambda r, s: Either(Choices([Pass()]), Form(Bid, amount=r), s), ranges, splits),
)


@given(offers_, st.randoms(use_true_random=False))
def test_what_is_listed_counted_sampled_and_found_is_the_same(offers: Offers, rng: random.Random) -> None:
    listed = list(offers)
    assert len(set(listed)) == len(listed) == offers.count == len(offers)
    for action in listed:
        assert action in offers
        assert offers.find(action) == action
    for _ in range(10 if listed else 0):
        assert offers.sample(rng) in set(listed)


@given(offers_, st.integers(-60, 300), st.lists(st.tuples(st.sampled_from(KEYS), st.integers(-5, 40)), max_size=4))
def test_what_is_not_listed_is_not_found(offers: Offers, amount: int, pairs: list[tuple[str, int]]) -> None:
    listed = set(offers)
    for action in (Bid(amount), Pick("a", amount), Pick("z", amount), Pay(tuple(pairs)), Pass()):
        assert (action in offers) == (action in listed)


@pytest.mark.parametrize(
    ("offers", "wrong"),
    [
        (Choices([Bid(1), Bid(0)]), Bid(True)),
        (Choices([Bid(1)]), Bid(1.0)),  # type: ignore[arg-type]
        (Form(Bid, amount=range(3)), Bid(True)),
        (Form(Bid, amount=range(0, 300, 100)), Bid(100.0)),  # type: ignore[arg-type]
        (Form(Bid, amount=(1, 2)), Bid(True)),
        (Split(Pay, KEYS, unit=1, most=3), Pay((("a", True),))),
        (Split(Pay, KEYS, unit=1, most=3), Pay([("a", 1)])),  # type: ignore[arg-type]
        (Split(Pay, KEYS, unit=1, most=3), Pay((["a", 1],))),  # type: ignore[arg-type]
        (Split(Pay, KEYS, unit=1, most=3), Pay((("b", 1), ("a", 1)))),
        (Split(Pay, KEYS, unit=1, most=3), Pay((("a", 1), ("a", 1)))),
    ],
)
def test_equal_is_not_enough(offers: Offers, wrong: Any) -> None:
    """1, True and 1.0 are equal in Python; an offer of 1 is none of True."""
    assert wrong not in offers


def test_count_is_exact_beyond_what_len_can_hold() -> None:
    split = Split(Pay, [f"k{i}" for i in range(20)], unit=1, most=10_000)
    assert split.count > 2**63
    with pytest.raises(OverflowError):
        len(split)


def test_casablancas_first_bribes_are_counted_by_formula() -> None:
    """$10,000 in hundreds over at least three of eight agents."""
    agents = ["green", "purple", "blue", "white", "red", "brown", "yellow", "grey"]
    assert Split(Pay, agents, unit=100, most=10_000, parts=3).count == 352_025_489_970


def test_samples_of_a_long_range_reach_both_ends() -> None:
    rng = random.Random(1)
    amounts = [Form(Bid, amount=range(1000)).sample(rng) for _ in range(200)]
    assert {Bid(0), Bid(999)} <= set(amounts)
    assert len(set(amounts)) > 20


def test_plain_says_all_about_the_offers() -> None:
    either = Either(
        Choices([Pass()]), Form(Pick, card=("a", "b"), amount=range(100, 500, 100)), Split(Pay, KEYS, unit=5, most=20)
    )
    assert either.plain() == {
        "either": [
            {"choices": [Pass()]},
            {"form": "pick", "fields": {"card": ["a", "b"], "amount": {"from": 100, "to": 400, "step": 100}}},
            {"split": "pay", "keys": KEYS, "unit": 5, "most": 20, "parts": [1, 4]},
        ]
    }


def test_empty_parts_of_a_union_fall_away() -> None:
    either = Either(Choices([Pass()]), Form(Bid, amount=range(0)))
    assert list(either) == [Pass()]
    assert either.sample(random.Random(1)) == Pass()


@pytest.mark.parametrize(
    "offers", [Form(Pick, card=tuple("abcdefgh"), amount=range(10**6)), Split(Pay, KEYS, unit=1, most=10_000)]
)
def test_of_too_many_offers_nobody_gets_a_list(offers: Offers) -> None:
    """It is said in a sentence, before memory is full; the first ones can be looked at."""
    assert next(iter(offers)) in offers
    with pytest.raises(MemoryError, match=r"^[\d,]+ offers are too many to list; use offers.sample\(rng\)"):
        deque(Either(Choices([Pass()]), offers), maxlen=0)
