"""Imagined worlds: possible, indistinguishable, and none left out; also after the stack has gone round and round."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run.holdings import from_hand, put_under, take_top
from speelhol.games.cash_and_run.table import HAND_LIMIT, Cash
from speelhol.kernel import Match

from .invariants import check, trail_leads_here
from .scene import do, landing, now, scene


def shuffle_cards_about(match: Match, rng: random.Random, moves: int) -> None:
    """Move bluff cards as the rules do, only much more often: draw, put away unseen, open."""
    p = now(match)
    for _ in range(moves):
        seat = rng.randrange(p.seats)
        hand = p.hands[seat]
        if len(hand) < HAND_LIMIT and (not hand or rng.random() < 0.5):
            take_top(p, seat)
        else:
            card = rng.choice(hand)
            from_hand(p, seat, card)
            put_under(p, seat, "put" if rng.random() < 0.7 else "shown", (card,))


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("moves", [30, 90, 250])
def test_worlds_fit_however_long_the_trail(seats: int, moves: int) -> None:
    rng = random.Random(f"{seats}/{moves}")
    for _ in range(4):
        match = scene(seats=seats)
        p = now(match)
        stack = list(p.stack)
        rng.shuffle(stack)
        p.stack = tuple(stack)
        shuffle_cards_about(match, rng, moves)
        check(p)
        for seat in range(seats):
            seen = match.view(seat)
            for _ in range(3):
                world = GAME.imagine(seen, rng)
                check(now(world))  # walks the trail on its own, card by card
                assert world.view(seat).to_bytes() == seen.to_bytes()


def drawn_again(p: Cash, rng: random.Random) -> None:
    """The others draw and put away until the card that seat 0 put under the stack is on top, unseen by seat 0."""
    take_top(p, 0)
    mine = p.hands[0][0]
    from_hand(p, 0, mine)
    put_under(p, 0, "put", (mine,))
    under = len(p.stack) - 1
    while under:
        take_top(p, 2)
        under -= 1
        card = p.hands[2][0]
        from_hand(p, 2, card)
        put_under(p, 2, "put", (card,))


def test_a_card_that_i_put_away_is_followed_into_another_hand() -> None:
    """Seat 0 knows the card that seat 1 draws; once seat 1 puts one of two away, it may be either."""
    rng = random.Random(5)
    match = scene(seats=3, top="dice")
    p = now(match)
    drawn_again(p, rng)
    assert p.stack[0] == "dice"
    take_top(p, 1)
    for _ in range(50):
        assert now(GAME.imagine(match.view(0), rng)).hands[1] == ("dice",)
    take_top(p, 1)
    both = [now(GAME.imagine(match.view(0), rng)).hands[1] for _ in range(50)]
    assert all("dice" in hand for hand in both)
    assert len(set(both)) > 1
    from_hand(p, 1, "dice")
    put_under(p, 1, "put", ("dice",))
    worlds = [now(GAME.imagine(match.view(0), rng)) for _ in range(200)]
    assert all("dice" in (*world.hands[1], world.stack[-1]) for world in worlds)
    gone = sum(world.stack[-1] == "dice" for world in worlds)
    assert 20 < gone < 180
    for world in worlds:
        assert trail_leads_here(world)


def test_what_i_see_later_tells_what_went_before() -> None:
    """Seat 1 held a card that I knew and put one of two away. I draw that one, it is another: mine is still there."""
    rng = random.Random(6)
    match = scene(seats=3, top="dice")
    p = now(match)
    drawn_again(p, rng)
    take_top(p, 1)
    take_top(p, 1)
    other = next(card for card in p.hands[1] if card != "dice")
    from_hand(p, 1, other)
    put_under(p, 1, "put", (other,))
    under = len(p.stack) - 1
    while under:
        take_top(p, 2)
        under -= 1
        card = p.hands[2][0]
        from_hand(p, 2, card)
        put_under(p, 2, "put", (card,))
    take_top(p, 0)
    assert p.hands[0] == (other,)
    for _ in range(100):
        assert now(GAME.imagine(match.view(0), rng)).hands[1] == ("dice",)


def test_the_laid_card_may_be_any_and_is_known_to_its_owner() -> None:
    rng = random.Random(7)
    match = landing("london", 0, owns={1: ("london",)}, hands={0: ("blank", "dice", "cards")})
    do(match, 0, "bet even 50000")
    do(match, 0, "bluff cards")
    theirs = Counter(now(GAME.imagine(match.view(1), rng)).laid for _ in range(300))
    assert set(theirs) == {"roulette", "dice", "cards", "blank"}
    assert {now(GAME.imagine(match.view(0), rng)).laid for _ in range(30)} == {"cards"}
    assert all(len(now(GAME.imagine(match.view(1), rng)).hands[0]) == 2 for _ in range(10))


def test_before_the_start_the_others_may_have_any_casinos() -> None:
    rng = random.Random(8)
    match = GAME.start(3, "dealt")
    mine = now(match).casinos_of(0)
    seen = Counter()  # type: ignore[var-annotated]
    for _ in range(400):
        world = now(GAME.imagine(match.view(0), rng))
        check(world)
        assert world.casinos_of(0) == mine
        seen.update(world.casinos_of(1))
    assert len(seen) == 13
    assert not set(mine) & set(seen)


def test_imagining_is_fast() -> None:
    """Under 200 µs at the median is the aim; a slow and busy machine gets ten times that here."""
    rng = random.Random(9)
    times = []
    for i in range(6):
        match = GAME.start(4, f"fast/{i}")
        for _ in range(150):
            if match.over:
                break
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
        for seat in range(4):
            seen = match.view(seat)
            began = time.process_time()
            for _ in range(10):
                GAME.imagine(seen, rng)
            times.append((time.process_time() - began) / 10)
    assert sorted(times)[len(times) // 2] < 0.002


def test_few_random_matches_reach_the_safety_stop() -> None:
    """Random play with its sampler ends by a lap or by bankruptcies: less than one match in a hundred is stopped."""
    stopped = 0
    for i in range(120):
        rng = random.Random(i)
        match = GAME.start(3 + i % 4, f"stop/{i}", casinos=("two", "one")[i % 2])
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
        stopped += now(match).round == 200
    assert stopped <= 1
