"""The drawn table: it tells the truth about what a choice brings, and every question can be tapped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from speelhol.games.counterfeiters import actions as a
from speelhol.games.counterfeiters import table as t
from speelhol.games.counterfeiters.draw.preview import (
    counted,
    dollars,
    fence_pays,
    shop_pays,
    then,
    why_not,
    why_not_buy,
)
from speelhol.games.counterfeiters.draw.scene import scene
from speelhol.games.counterfeiters.table import SPACES
from speelhol.kernel import LANGUAGES, Match
from speelhol.web.text.forms import offer_form
from tests.rules import rule
from tests.web.test_drawn import drawn, meets, named
from tests.web.test_leak import NAMES, page

from .town import GAME, NOW, offered, play, position, skip, tag, town

SEATS = tuple(GAME.seats)
ENGLISH = GAME.speak("en", NAMES)


def moments(seats: int, moves: int = 90) -> Iterator[Match]:
    """A match on its way, at each decision."""
    rng = random.Random(seats)
    match = GAME.start(seats, f"drawn {seats}")
    for _ in range(moves):
        if match.over:
            return
        yield match
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))


def shown(match: Match, seat: int | None) -> dict[str, Any]:
    return dict(scene(match.view(seat), ENGLISH))


# ---- arranged moments: each kind of question at its widest


def shopping(seats: int) -> Match:
    match = town(seats, fakes=((3, 2, 2),) * seats)
    play(match, "0 place shop-cap")
    return match


def fencing(seats: int) -> Match:
    match = town(seats, fakes=((2, 3, 2),) * seats)
    play(match, "0 place fence")
    return match


def abroad(seats: int, cash: int = 70, offshore: int = 380) -> Match:
    match = town(seats, cash=(cash,) * seats, offshore=(offshore,) * seats, cards=((t.JET,),) * seats)
    play(match, "0 place jet")
    return match


def dining(seats: int) -> Match:
    match = town(seats, fakes=((2, 1, 3),) * seats, cards=((t.DINER, t.DINER),) * seats)
    skip(match, 3 * seats)
    return match


def in_court(seats: int) -> Match:
    match = town(seats, cash=(70,) * seats, cards=((t.GREAT_LAWYER, t.PRINTER),) + ((t.PRINTER,),) * (seats - 1))
    position(match).officer = NOW[seats].last - 1
    play(match, f"0 buy 1 {position(match).market[0]} {NOW[seats].prices[0]}", "1 place tax")
    skip(match, seats - 2)
    play(match, "0 place print-cap")
    while tag(match) != "call-lawyer":
        skip(match, 1)
    return match


QUESTIONS: dict[str, Callable[[int], Match]] = {
    "place-henchman": town,
    "spend-notes": shopping,
    "fence-notes": fencing,
    "move-money": abroad,
    "choose-wash": dining,
    "call-lawyer": in_court,
}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_can_be_tapped_in_every_language(question: str, seats: int) -> None:
    match = QUESTIONS[question](seats)
    assert tag(match) == question
    for language in LANGUAGES:
        table = drawn(GAME, match, 0, language)
        assert not table.listed
        form = offer_form(match.legal(0), GAME.speak(language, NAMES))
        targets = named("".join(table.board + table.mine), "data-pick")
        for part in form.parts:
            mine = [pick for pick in targets if meets(part, pick)]
            assert mine, part.value
            if part.kind == "choice":
                assert [p for p in form.parts if all(meets(p, pick) for pick in mine)] == [part]
        assert all(any(meets(part, pick) for part in form.parts) for pick in targets)
        watched = page(match, None, language)
        assert "data-pick" not in watched
        assert 'class="city open"' in watched


def test_a_sum_of_ones_own_says_what_it_leads_to() -> None:
    """The page reckons with what is filled in; a sum that can be tapped says more, and says the same."""
    match = abroad(3)
    now = match.view(0).now
    for row in shown(match, 0)["stage"]["rows"]:
        out = row["tag"] == "stash"
        assert f"${{{now.cash}{'-' if out else '+'}amount}} in hand" in row["then"]
        assert f"${{{now.offshore}{'+' if out else '-'}amount}} offshore" in row["then"]
        for one in row["picks"]:
            amount = int(one["pick"].rpartition("=")[2])
            cash, offshore = (
                (now.cash - amount, now.offshore + amount) if out else (now.cash + amount, now.offshore - amount)
            )
            assert one["then"].startswith(f"${cash} in hand then, ${offshore} offshore.")


@pytest.mark.parametrize("seats", SEATS)
def test_the_end_shows_everybodys_money(seats: int) -> None:
    match = town(seats, cash=(110, 20, 30, 40)[:seats], offshore=(50, 0, 0, 10)[:seats], round=30)
    assert "$110" not in page(match, None)
    skip(match, 3 * seats)
    assert match.over
    for seat in (0, None):
        count = shown(match, seat)["stage"]
        assert count["rows"][0]["seat"] == 0
        assert count["rows"][0]["words"] == "$50 in hand, $50 offshore"
        assert "$50 in hand, $50 offshore" in page(match, seat)


# ---- what is closed and what is open


@pytest.mark.parametrize("seats", SEATS)
def test_a_space_is_drawn_open_exactly_when_it_is_offered(seats: int) -> None:
    reasons = set()
    for match in moments(seats):
        if tag(match) != "place-henchman":
            continue
        (seat,) = match.to_act
        now, legal = match.view(seat).now, offered(match, seat)
        for space in SPACES:
            reason = why_not(now, seat, space)
            reasons.add(reason)
            assert (not reason) == (f"place {space}" in legal), (space, reason)
        for slot, card in enumerate(now.market):
            can = any(action.startswith(f"buy {slot + 1} ") for action in legal)
            assert (not why_not_buy(now, seat, slot, ENGLISH)) == can, card
    assert {"", "space-taken", "no-fakes", "no-jet"} <= reasons


def test_the_sold_slot_of_two_at_one_price_is_the_one_that_cards_fly_from() -> None:
    match = town(3, cash=(60, 60, 60))
    slots = shown(match, 0)["market"]
    assert [slot["at"] for slot in slots] == ["price-70", "price-50", "", "price-40", "price-30", "price-20"]
    play(match, f"0 buy 3 {position(match).market[2]} 50")
    slots = shown(match, 0)["market"]
    assert [slot["at"] for slot in slots] == ["price-70", "", "price-50", "price-40", "price-30", "price-20"]


# ---- what a choice brings


def test_the_fence_pays_best_without_the_bad_notes() -> None:
    assert fence_pays((0, 0, 0)) == 0
    assert fence_pays((3, 9, 4)) == 8 * 30
    assert fence_pays((1, 0, 2)) == 2 * 40
    assert fence_pays((5, 1, 0)) == 6 * 20
    assert shop_pays((5, 1, 0), 0) == 150
    assert shop_pays((5, 1, 0), 1) == 50
    assert shop_pays((5, 1, 4), 3) == 0


def test_the_godfathers_share_is_told_before_it_is_paid() -> None:
    match = town(3, cash=(110, 90, 40), officer=9)
    line = then(match.view(0), a.Place("print-cap"), ENGLISH)
    assert line == "You print 2 × ★. Officer to 10: the Godfather takes half from everybody, $60 from you."
    assert "$" not in then(match.view(0), a.Place("print"), ENGLISH)
    play(match, "0 place print-cap")
    assert match.view(0).now.cash == 50


def test_a_sale_under_a_cap_counts_its_own_money_for_the_godfather() -> None:
    match = town(3, cash=(110, 90, 40), officer=9, fakes=((0, 2, 0),) * 3)
    assert "$" not in then(match.view(0), a.Place("fence-cap"), ENGLISH).partition("Officer")[2]
    play(match, "0 place fence-cap")
    line = then(match.view(0), a.HandOver(0, 2, 0), ENGLISH)
    assert line.startswith("$30 a note, after the worst one: you get $60 and hold $170 then.")
    assert line.endswith("$90 from you.")
    play(match, "0 hand-over 0 2 0")
    assert match.view(0).now.cash == 80


def test_caps_do_nothing_once_the_case_is_closed() -> None:
    match = town(2, closing=True, officer=10)
    assert then(match.view(0), a.Place("print-cap"), ENGLISH) == "You print 2 × ★."


def test_a_card_is_told_by_what_it_does_for_me() -> None:
    match = town(3, cash=(80, 80, 80), cards=(("ink", "printer"), ("paper", "printer"), ("ink", "printer")))
    says = {card: then(match.view(0), a.Buy(1, card, 50), ENGLISH) for card in ("ink", "paper", "printer", "ticket-80")}
    assert says["ink"].startswith("You have one already")
    assert "2 × ★★" in says["paper"]
    assert "4 × ★ at a time" in says["printer"]
    assert says["ticket-80"] == "Pays $80 at the end of the game. You keep $30 in hand."


@pytest.mark.parametrize("seats", SEATS)
def test_money_can_be_counted_until_somebody_flies(seats: int) -> None:
    known = hidden = 0
    for match in moments(seats):
        for seat, flows in enumerate(match.view(None).now.flows):
            money = counted(flows)
            known += money is not None
            hidden += money is None
            assert money is None or money == position(match).cash[seat]
            assert (money is None) == (t.FLIGHT in flows)
    assert known
    assert hidden


@rule("counterfeiters/money.aid", "counterfeiters/money.secret")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_could_be_counted_is_shown_as_an_aid_only(language: str) -> None:
    """Others' notes and money: at no table but one with a counting aid, and at none in words on the own panel."""
    for counting in (False, True):
        match = GAME.start(3, "aid", counting=counting)
        p = position(match)
        p.cash, p.flows, p.fakes = (170, 190, 210), ((170,), (190,), (210,)), ((1, 0, 0), (0, 7, 0), (0, 0, 9))
        speech = GAME.speak(language, NAMES)
        money = dollars(190, speech)
        shown = page(match, 0, language), page(match, None, language)
        told = [" ".join(map(str, GAME.describe(match.view(seat).now, speech))) for seat in (0, None)]
        for text in shown:
            assert (money in text) == counting
            assert ("7 × ★★" in text) == counting
        for text in told:
            assert ("9 × ★★★" in text) == counting
        assert "1 × ★" in told[0]  # one's own
        assert dollars(170, speech) in shown[0]


@rule("counterfeiters/money.aid")
def test_when_it_is_over_everybodys_notes_lie_open() -> None:
    match = town(2, round=30, fakes=((0, 0, 0), (0, 7, 0)))
    skip(match, 6)
    assert match.over
    assert "7 × ★★" in page(match, 0)


# ---- what moves


@pytest.mark.parametrize("seats", SEATS)
def test_henchmen_walk_from_the_plaque_to_the_board_and_home(seats: int) -> None:
    """Each henchman has one name, at one place; who is placed keeps the name that it had at home."""
    before: dict[str, str] = {}
    walked = 0
    for match in moments(seats, 40):
        now = shown(match, None)
        home = {key: "home" for one in now["people"] for key in (*one["left"], *one["flat"])}
        spaces = [*now["market"], *(space for venue in now["venues"] for space in venue["spaces"])]
        out = {one["key"]: "out" for space in spaces for one in space["here"]}
        assert not home.keys() & out.keys()
        names = home | out
        assert len(names) == 3 * seats
        gone = [key for key, place in names.items() if before and before[key] != place]
        walked += any(names[key] == "out" for key in gone)
        if len([key for key in gone if names[key] == "home"]) == 0:
            assert len(gone) <= 1
        before = names
    assert walked > 5


def test_where_the_officer_begins_and_what_laying_flat_is_are_said() -> None:
    match = next(moments(3))
    speech = GAME.speak("en", NAMES)
    assert "with three further on" in speech.phrase("about.officer")
    assert "Skip: lay flat" in shown(match, match.to_act[0])["mine"].values()
