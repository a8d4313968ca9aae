"""What a counterfeiter does at a glance, what it believes of money it can't see, and that it beats chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from speelhol.bots.worlds import Worlds
from speelhol.games.counterfeiters import actions as a
from speelhol.games.counterfeiters.bot.mind import MIND
from speelhol.games.counterfeiters.table import Counterfeiters
from speelhol.kernel import EVEN, LANGUAGES, Action, Match

from ...rules import rule
from ..duel import wins
from .town import GAME, NOW, play, position, town

BARE = ("ink", "printer")
NOTHING = (None,) * 4


def chosen(match: Match, seat: int = 0, tries: int = 12) -> set[Action]:
    """All that the seat would do at a glance, over so many moods."""
    rng = random.Random(1)
    return {MIND.prefer(match.view(seat), EVEN, rng) for _ in range(tries)}


def spaces(actions: set[Action]) -> set[str]:
    return {action.space.removesuffix("-cap") for action in actions if isinstance(action, a.Place)}


@rule("counterfeiters/print.number")
def test_with_many_printers_and_no_notes_one_prints() -> None:
    cards = (("hologram", "ink", "paper", "printer", "printer", "printer"), BARE)
    match = town(cards=cards, cash=(0, 0), market=NOTHING)
    assert spaces(chosen(match)) == {"print"}


@rule("counterfeiters/shop.three", "counterfeiters/fence.eight")
def test_few_notes_go_to_the_supermarket_and_many_good_ones_to_the_fence() -> None:
    few = town(cards=(BARE, BARE), fakes=((3, 0, 0), (0, 0, 0)), cash=(0, 0), market=NOTHING)
    assert spaces(chosen(few)) == {"shop"}
    many = town(cards=(BARE, BARE), fakes=((0, 0, 8), (0, 0, 0)), cash=(0, 0), market=NOTHING)
    assert spaces(chosen(many)) == {"fence"}


@rule("counterfeiters/fence.worst")
def test_the_fence_is_not_shown_bad_notes_that_spoil_the_price() -> None:
    match = town(cards=(BARE, BARE), fakes=((1, 0, 7), (0, 0, 0)), market=NOTHING)
    play(match, "0 place fence")
    assert chosen(match) == {a.HandOver(0, 0, 7)}


@rule("counterfeiters/shop.mixed")
def test_the_supermarket_gets_the_worst_notes() -> None:
    match = town(cards=(BARE, BARE), fakes=((2, 2, 2), (0, 0, 0)), market=NOTHING)
    play(match, "0 place shop")
    assert chosen(match) == {a.HandOver(2, 1, 0)}


@rule("counterfeiters/police.godfather", "counterfeiters/police.safe")
def test_before_the_godfather_comes_a_fortune_flies_out() -> None:
    kit = NOW[2]
    rich: dict[str, Any] = {"cards": (("ink", "jet", "printer"), BARE), "cash": (600, 0), "market": NOTHING}
    near = town(officer=kit.godfather[0] - 1, **rich)
    assert spaces(chosen(near)) == {"jet"}
    play(near, "0 place jet")
    moved = {action for action in chosen(near) if isinstance(action, a.Stash)}
    assert moved
    assert min(action.amount for action in moved) >= 500


@rule("counterfeiters/market.buy")
def test_a_missing_component_is_worth_its_price_early_and_a_ticket_late() -> None:
    early = town(market=(None, None, "hologram", "paper"), cards=(("ink", "printer", "printer"), BARE), cash=(50, 0))
    assert isinstance(next(iter(chosen(early))), a.Buy)
    late = town(market=(None, None, "printer", "ticket-100"), cards=(BARE, BARE), cash=(20, 0), officer=9, refused=3)
    assert chosen(late) == {a.Buy(4, "ticket-100", 20)}


@rule("counterfeiters/end.count")
def test_when_the_case_is_closed_only_money_counts() -> None:
    match = town(
        officer=10, closing=True, refused=3, fakes=((0, 0, 4), (0, 0, 0)), cards=(BARE, BARE), cash=(50, 0),
        market=("printer", None, None, None),
    )  # fmt: skip
    assert spaces(chosen(match)) == {"fence"}


@rule("counterfeiters/flight.transfer")
def test_travellers_are_believed_to_have_carried_most_of_it_out() -> None:
    match = town(cash=(0, 300), flows=((20,), (300,)), cards=(("ink", "printer"), ("ink", "jet", "printer")), start=1)
    play(match, "1 place jet", "1 stash 260")
    view = match.view(0)
    worlds = Worlds(view, random.Random(2), 200)
    offshore = [position(world).offshore[1] for world in worlds.worlds]
    believed = sum(sum_ * weight for sum_, weight in zip(offshore, worlds.weights, strict=True))
    assert believed > sum(offshore) / len(offshore) + 20
    beliefs = {belief.tag: belief for belief in MIND.beliefs(view, worlds.weighted)}
    assert beliefs["richest"].data == {"seat": 1}
    assert all(GAME.speak(language).belief(belief) for language in LANGUAGES for belief in beliefs.values())
    assert beliefs["richest"].chance == pytest.approx(1)


def test_worth_is_a_chance_and_follows_the_money() -> None:
    match = town(3, cash=(30, 30, 30), offshore=(0, 400, 100))
    assert isinstance(match.position, Counterfeiters)
    worth = MIND.worth(match)
    assert sum(worth) == pytest.approx(1)
    assert worth[1] > worth[2] > worth[0]


def test_the_handful_is_legal_and_begins_with_what_is_preferred() -> None:
    match = town(fakes=((2, 2, 2), (0, 0, 0)), cash=(90, 0), cards=(("ink", "jet", "printer"), BARE))
    seats = match.to_act
    some = MIND.consider(match.view(seats[0]), EVEN, random.Random(2))
    assert 2 <= len(set(some)) == len(some) <= 7
    play(match, "0 place jet")
    sums = MIND.consider(match.view(0), EVEN, random.Random(2))
    assert 2 <= len(set(sums)) == len(sums) <= 6
    assert all(action in match.legal(0) for action in sums)


def test_a_glance_beats_chance() -> None:
    assert wins("counterfeiters", 2, "greedy", "random", 12) == 12


def test_reports_tell_who_began() -> None:
    match = GAME.start(4, "order")
    first = match.to_act[0]
    assert [MIND.side(match, (first + later) % 4) for later in range(4)] == ["1st", "2nd", "3rd", "4th"]
