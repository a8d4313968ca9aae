"""The police track and its special spaces."""

from __future__ import annotations

import re
from typing import Any

import pytest

from speelhol.games.counterfeiters.events import (
    CaseClosed,
    GodfatherCame,
    OfficerMoved,
    Paid,
    Printed,
    Recognised,
    Sold,
    StrikeBegan,
    StrikeEnded,
)
from speelhol.games.counterfeiters.rules_police import share
from speelhol.kernel import LANGUAGES
from tests.rules import rule

from .town import GAME, NOW, offered, play, position, refused, skip, told, town


@rule("counterfeiters/police.track")
def test_the_two_tracks() -> None:
    """Our reconstruction, number by number."""
    assert (NOW[2].investigation, NOW[2].godfather, NOW[2].strike) == ((2, 5, 8), (3, 6, 10), (4, 7))
    assert NOW[2].last == 10
    for seats in (3, 4):
        kit = NOW[seats]
        assert (kit.investigation, kit.godfather, kit.strike) == ((8, 13, 20), (10, 16, 21, 23), (12, 18))
        assert kit.last == 23


@rule("counterfeiters/police.track")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_tells_the_tracks_as_the_data_have_them(language: str) -> None:
    numbers = [int(n) for n in re.findall(r"\d+", GAME.rulebook["counterfeiters/police.track"].text[language])]
    tracks = (NOW[2], NOW[4])
    assert numbers == [n for k in tracks for n in (*k.investigation, *k.godfather, *k.strike, k.last)]


@rule("counterfeiters/police.cap")
@pytest.mark.parametrize("space", ["print", "shop", "fence"])
def test_a_cap_moves_the_officer_one_step(space: str) -> None:
    match = town(fakes=((1, 0, 0), (1, 0, 0)))
    follow = "" if space == "print" else "hand-over 1 0 0"
    for seat, kind, officer in ((0, space, 0), (1, f"{space}-cap", 1)):
        play(match, f"{seat} place {kind}")
        if follow:
            assert position(match).officer == 0  # the action is not done yet
            play(match, f"{seat} {follow}")
        assert position(match).officer == officer


@rule("counterfeiters/police.cap")
@pytest.mark.parametrize("space", ["tax", "sunglasses", "flight"])
def test_no_cap_no_step(space: str) -> None:
    match = town(cash=(100, 100))
    play(match, f"0 place {space}")
    if space == "flight":
        play(match, "0 stash 10")
    assert position(match).officer == 0


@rule("counterfeiters/police.cap", "counterfeiters/police.investigation")
def test_the_sale_counts_before_the_new_space() -> None:
    """Rulebook, Speciale velden: effects apply after the henchman's action is complete."""
    match = town(fakes=((2, 0, 0), (1, 1, 0)), officer=1)
    play(match, "0 place shop-cap")
    events = told(match, "0 hand-over 2 0 0")
    assert [type(event) for event in events] == [Sold, OfficerMoved, Recognised]
    assert events[-1] == Recognised("star-1", False)
    p = position(match)
    assert p.cash[0] == 120
    assert p.refused == 1
    play(match, "1 place shop")
    assert offered(match, 1) == ["hand-over 0 1 0"]
    assert refused(match, "1 hand-over 1 0 0") == ("police.investigation", "grade-refused")


@rule("counterfeiters/police.investigation")
@pytest.mark.parametrize(
    ("stage", "offers"),
    [
        (0, ["1 1 1", "1 1 0", "1 0 1", "0 1 1", "1 0 0", "0 1 0", "0 0 1"]),
        (1, ["0 1 1", "0 1 0", "0 0 1"]),
        (2, ["0 0 1"]),
    ],
)
def test_three_stages(stage: int, offers: list[str]) -> None:
    """Rulebook, Voortgang politieonderzoek: that grade or lower is refused, first one star, then two, then three."""
    match = town(fakes=((1, 1, 1), (0, 0, 0)), refused=stage)
    play(match, "0 place shop")
    assert offered(match, 0) == [f"hand-over {notes}" for notes in offers]


@rule("counterfeiters/police.investigation")
def test_the_supermarket_closes_step_by_step() -> None:
    match = town(fakes=((9, 0, 0), (0, 0, 9)), refused=1)
    assert refused(match, "0 place shop") == ("police.investigation", "all-refused")
    assert "place shop" not in offered(match, 0)
    closing = town(officer=7, refused=2, fakes=((0, 0, 9), (0, 0, 9)))
    events = told(closing, "0 place print-cap")
    assert [type(e) for e in events] == [Printed, OfficerMoved, StrikeEnded, Recognised]
    assert events[-1] == Recognised("star-3", True)
    assert refused(closing, "1 place shop") == ("police.investigation", "shop-closed")
    assert "place fence" in offered(closing, 1)


@rule("counterfeiters/police.godfather")
@pytest.mark.parametrize(("cash", "paid"), [(0, 0), (10, 10), (20, 10), (30, 20), (50, 30), (100, 50), (110, 60)])
def test_half_rounded_up_to_a_ten(cash: int, paid: int) -> None:
    """Rulebook, Godfather: half, rounded up if need be; the half of an odd sum, $30 of $50."""
    assert share(cash) == paid
    match = town(cash=(0, cash), officer=2)
    heard = play(match, "0 place print-cap")
    assert position(match).cash == (0, cash - paid)
    assert (GodfatherCame(), None) in heard
    assert (Paid(paid, cash - paid), 1) in heard
    assert (Paid(0, 0), 0) in heard


@rule("counterfeiters/police.godfather")
def test_everybody_pays_after_the_action() -> None:
    match = town(4, cash=(10, 20, 30, 50), officer=9, refused=1, fakes=((0, 2, 0), *((0, 0, 0),) * 3))
    play(match, "0 place fence-cap", "0 hand-over 0 2 0")
    assert position(match).cash == (30, 10, 10, 20)  # (10 + 60), 20, 30 and 50, halved


@rule("counterfeiters/police.safe")
def test_the_godfather_takes_nothing_else() -> None:
    cards = (("ink", "printer", "ticket-100"), ("diner", "ink", "printer"))
    match = town(cash=(40, 40), offshore=(300, 0), fakes=((3, 0, 0), (0, 4, 0)), cards=cards, officer=2)
    play(match, "0 place print-cap")
    p = position(match)
    assert (p.cash, p.offshore) == ((20, 20), (300, 0))
    assert p.fakes == ((5, 0, 0), (0, 4, 0))
    assert p.cards == cards


@rule("counterfeiters/police.strike")
def test_nobody_flies_while_the_officer_stands_on_a_strike() -> None:
    fields: dict[str, Any] = {"cash": (100, 100), "cards": (("ink", "jet", "printer"),) * 2, "officer": 3, "refused": 1}
    match = town(**fields)
    assert "place jet" in offered(match, 0)
    assert told(match, "0 place print-cap")[-1] == StrikeBegan()
    for space in ("jet", "flight"):
        assert refused(match, f"1 place {space}") == ("police.strike", "strike")
        assert f"place {space}" not in offered(match, 1)
    skip(match, 5)
    assert position(match).round == 2
    assert refused(match, "0 place jet") == ("police.strike", "strike")  # a new round changes nothing
    assert StrikeEnded() in told(match, "0 place print-cap")
    assert "place jet" in offered(match, 1)
    assert "place flight" in offered(match, 1)


@rule("counterfeiters/end.case")
def test_the_last_space_is_a_godfather_too() -> None:
    match = town(cash=(50, 100), officer=9, refused=3)
    events = told(match, "0 place print-cap")
    assert [type(e) for e in events] == [Printed, OfficerMoved, GodfatherCame, Paid, Paid, CaseClosed]
    p = position(match)
    assert p.cash == (20, 50)
    assert (p.officer, p.closing) == (10, True)
    assert refused(match, "1 place shop") == ("henchmen.effect", "no-fakes")
    assert "place flight" in offered(match, 1)  # no strike on the last space


@rule("counterfeiters/end.case")
def test_after_the_end_caps_do_nothing_and_the_supermarket_stays_closed() -> None:
    match = town(cash=(50, 100), officer=9, refused=3, fakes=((0, 0, 0), (0, 0, 3)))
    play(match, "0 place print-cap")
    assert refused(match, "1 place shop") == ("police.investigation", "shop-closed")
    play(match, "1 place fence-cap", "1 hand-over 0 0 3")
    assert position(match).officer == 10
    assert position(match).cash[1] == 50 + 120
