"""What a seat can conclude, and what `imagine` makes of it; and a second count of matches from what was told."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import speelhol
from speelhol.games.thieves.events import (
    Bribed,
    Caught,
    Counted,
    Ended,
    Gave,
    Heeded,
    Kept,
    Opened,
    Parked,
    RaidBegan,
    Refilled,
    Reshuffled,
    Struck,
    Swapped,
)
from speelhol.games.thieves.table import COUNTS, Thieves
from speelhol.kernel import Match
from tests.rules import rule

from .invariants import check
from .tables import GAME, at, play, table

POLICE = {"single", "double"}


def worlds(match: Match, seat: int, number: int = 300) -> list[Thieves]:
    rng = random.Random(1)
    view = match.view(seat)
    found = []
    for _ in range(number):
        world = GAME.imagine(view, rng)
        assert world.view(seat).to_bytes() == view.to_bytes()
        check(at(world))
        found.append(at(world))
    return found


@rule("thieves/siren.known")
def test_no_world_gives_a_police_car_to_a_hand_that_obeyed_a_siren() -> None:
    """After its next draw, of one card, the hand may hold one police car, and no more."""
    match = table("siren single m0 m0", "m2 m2 m2", "m3 m3 m3", "m1 m1 m1", draws=["double", "single"])
    play(match, "play siren")
    hands = [world.hands for world in worlds(match, 0)]
    assert {len(POLICE & set(hand[3])) for hand in hands} == {0}
    assert {sum(card in POLICE for card in hand[1]) for hand in hands} == {0, 1}
    play(match, "give m2 3")  # it might have kept what it drew, or played it
    assert {sum(card in POLICE for card in world.hands[1]) for world in worlds(match, 0)} == {0, 1}


@rule("thieves/siren.known")
def test_a_police_car_played_since_the_siren_was_drawn_since() -> None:
    """One card drawn since the siren, and that was a police car: what is left has been there before."""
    match = table("siren single m0 m0", "m2 m2 m2", "m3 m3 m3", "m1 m1 m1", draws=["double", "single"])
    play(match, "play siren", "play double")
    assert {sum(card in POLICE for card in world.hands[1]) for world in worlds(match, 0)} == {0}


@rule("thieves/raid.shuffle")
def test_no_world_gives_a_reshuffled_card_to_a_hand_that_has_not_drawn_since() -> None:
    """Both rings, both horseshoes and both bribes lay open at the raid; seat 2 has not drawn since, seat 1 one card."""
    match = table(
        "single m0 m0 m0",
        "m2 m2 m2",
        "m3 m3 m3",
        police="double single",
        discard="bribe bribe",
        loot=["ring ring", "horseshoe horseshoe"],
        draws=["bribe"],
    )
    play(match, "play single")
    open_cards = {"ring", "horseshoe", "bribe"}
    hands = [world.hands for world in worlds(match, 0, 600)]
    assert not [hand for hand in hands if open_cards & set(hand[2])]
    drawn = [[card for card in hand[1] if card in open_cards] for hand in hands]
    assert {len(cards) for cards in drawn} == {0, 1}
    assert {card for cards in drawn for card in cards} == {"ring", "bribe"}  # seat 1 was not caught: it has the shoes


@rule("thieves/raid.shuffle")
def test_two_hands_together_hold_no_more_than_was_out_of_sight() -> None:
    """One siren lay open at the raid: until they draw, one of the others may hold a siren, not both."""
    match = table("single m0 m0 m0", "m2 m2 m2", "m3 m3 m3", "m1 m1 m1", police="double single", discard="siren")
    play(match, "play single")
    # seat 1 has drawn one card since
    sirens = Counter(tuple(world.hands[seat].count("siren") for seat in (2, 3)) for world in worlds(match, 0, 900))
    assert set(sirens) == {(0, 0), (0, 1), (1, 0)}


@rule("thieves/swap.know", "thieves/money.look")
def test_worlds_keep_what_a_seat_has_seen_face_down() -> None:
    match = table("swap m0 m0 m0", "m2 m2 m2", "m3 m3 m3", loot=["[m3]", "[ring] [m1]", ""], draws=["m1"])
    play(match, "play swap", "swap 1 1 2")
    seen = [[slot.card for slot in world.loot[1]] for world in worlds(match, 0)]
    assert {cards[1] for cards in seen} == {"m3"}
    assert {cards[0] for cards in seen} == {"m0", "m1", "m2", "m3", "ring", "horseshoe"} - {"m0"}
    stranger = [[slot.card for slot in world.loot[1]] for world in worlds(match, 2, 900)]
    assert {cards[0] for cards in stranger} == {"m0", "m1", "m2", "m3", "ring", "horseshoe"}
    assert {cards[1] for cards in stranger} == {"m0", "m1", "m2", "m3", "ring", "horseshoe"}


@rule("thieves/strike.draw")
def test_the_card_of_a_double_strike_may_be_any_that_is_out_of_sight() -> None:
    match = table("strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", discard="bribe bribe", draws=["ring"])
    play(match, "play strike")
    assert {world.drawn for world in worlds(match, 0, 20)} == {"ring"}
    drawn = {world.drawn for world in worlds(match, 1, 900)}
    assert drawn == {"m0", "m1", "m2", "m3", "ring", "horseshoe", "single", "double", "siren", "swap", "strike"}


TIGHT = Path(__file__).with_name("tight.json")
"""A match in which the pile is as good as empty: seven police cars must be in nine cards, after a siren."""


def test_a_world_is_found_where_nearly_all_cards_are_accounted_for() -> None:
    match = speelhol.replay(TIGHT.read_bytes())
    (seat,) = match.to_act
    found = worlds(match, seat, 40)
    assert all(sum(card in POLICE for hand in world.hands for card in hand) == 7 for world in found)
    assert len({world.hands for world in found}) > 5


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_hand_that_is_real_is_among_the_worlds(seats: int) -> None:
    """Whatever kinds another hand really holds, or held at the beginning of a stretch, turn up."""
    rng = random.Random(f"cover {seats}")
    for i in range(6):
        match = GAME.start(seats, f"cover {i}")
        for _ in range(rng.randrange(10, 40)):
            if not match.over:
                (seat,) = match.to_act
                match.play(seat, match.legal(seat).sample(rng))
        me = rng.randrange(seats)
        missing = facts(at(match), me)
        view = match.view(me)
        for _ in range(4_000):
            missing -= facts(at(GAME.imagine(view, rng)), me)
            if not missing:
                break
        assert not missing


def facts(p: Thieves, me: int) -> set[tuple[int, int, str, bool]]:
    """By seat and stretch, the present moment as -1: which kinds were in hand and which were not."""
    return {
        (seat, stretch, card, card in hand)
        for seat in range(p.seats)
        if seat != me
        for stretch, hand in [*enumerate(p.held[seat]), (-1, p.hands[seat])]
        for card in COUNTS
    }


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_long_memory_is_kept(seats: int) -> None:
    """At the end of long matches, with many stretches, worlds can still be found, and quickly."""
    rng = random.Random(seats)
    longest = 0
    for i in range(40):
        match = GAME.start(seats, f"long memory {i}")
        while not match.over:
            (seat,) = match.to_act
            match.play(seat, match.legal(seat).sample(rng))
            if len(at(match).stretches) > 5:
                longest = max(longest, len(at(match).stretches))
                me = rng.randrange(seats)
                check(at(GAME.imagine(match.view(me), rng)))
    assert longest > 7


# ---- a second count, from nothing but what everybody was told

RAID = {"m0": 0, "m1": 1, "m2": 2, "m3": 3, "ring": 3, "horseshoe": 1}
END = {"m0": 0, "m1": 1, "m2": 2, "m3": 3, "ring": 1, "horseshoe": 3}


@rule("thieves/raid.four", "thieves/raid.richest", "thieves/end.score", "thieves/end.tie", "thieves/end.seventh")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_open_log_alone_gives_the_same_raids_and_the_same_result(seats: int) -> None:
    rng = random.Random(f"log {seats}")
    raids = 0
    for i in range(60):
        match = GAME.start(seats, f"log {i}")
        while not match.over:
            (seat,) = match.to_act
            match.play(seat, match.legal(seat).sample(rng))
        loot: dict[int, list[str | None]] = defaultdict(list)
        opened: dict[int, tuple[str, ...]] = {}
        counted: dict[int, tuple[str, ...]] = {}
        cars = getaways = 0
        for event in match.view(None).log:
            if isinstance(event, Refilled | Struck):
                getaways += event.found
                assert event.getaways == getaways
            elif isinstance(event, Kept):
                loot[event.seat].append(None)
            elif isinstance(event, Gave):
                loot[event.to].append(event.card)
            elif isinstance(event, Parked):
                cars += 1 + (event.card == "double")
                assert event.cars == cars
            elif isinstance(event, Heeded):
                cars += sum(1 + (card == "double") for card in event.cards)
            elif isinstance(event, Swapped):
                one, two = loot[event.seat], loot[event.other]
                gave, got = one[event.mine - 1], two[event.theirs - 1]
                assert (gave, got) == (event.gave, event.got)
                one[event.mine - 1], two[event.theirs - 1] = got, gave
            elif isinstance(event, Bribed):
                cars = 0
            elif isinstance(event, RaidBegan):
                assert event.cars == cars >= 4
                raids += 1
            elif isinstance(event, Opened):
                opened[event.seat] = event.cards
                assert fits(loot[event.seat], event.cards)
                assert event.value == sum(RAID[card] for card in event.cards)
            elif isinstance(event, Caught):
                worth = {seat: sum(RAID[card] for card in cards) for seat, cards in opened.items()}
                top = max(worth.values())
                assert event.seats == tuple(seat for seat in range(seats) if worth[seat] == top > 0)
                loot = defaultdict(list, {seat: list(cards) for seat, cards in opened.items()})
                for seat in event.seats:
                    loot[seat] = []
            elif isinstance(event, Reshuffled):
                cars = 0
            elif isinstance(event, Counted):
                assert fits(loot[event.seat], event.cards)
                counted[event.seat] = event.cards
            elif isinstance(event, Ended):
                bags = {seat: (sum(END[card] for card in cards), -len(cards)) for seat, cards in counted.items()}
                assert event.winners == tuple(seat for seat, bag in bags.items() if bag == max(bags.values()))
                assert match.result is not None
                assert match.result.winners == event.winners
            assert cars < 4 or isinstance(event, Parked | Heeded | RaidBegan | Opened | Caught)
        assert getaways == 7
    assert raids > 60


def fits(loot: list[str | None], cards: tuple[str, ...]) -> bool:
    return len(loot) == len(cards) and all(a in (None, b) for a, b in zip(loot, cards, strict=True))
