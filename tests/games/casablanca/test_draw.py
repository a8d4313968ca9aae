"""The drawn town: every question in every language, what it says, and where it puts things."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest

from speelhol.games.casablanca import events as e
from speelhol.games.casablanca.draw import motions, preview
from speelhol.games.casablanca.draw import scene as drawn
from speelhol.games.casablanca.draw import town as map_of
from speelhol.games.casablanca.table import AGENTS, STREETS
from speelhol.kernel import LANGUAGES, Match, View
from speelhol.web.table.drawing import pictures
from speelhol.web.text.forms import offer_form
from tests.drawn import Drawn

from .town import GAME, agent_town, play, town

NAMES = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana"]
SPEECH = GAME.speak("en", NAMES)
LEDGERS = ["red:1500 green:800 blue:2000", "red:1200 brown:800 white:300"]


def scene(match: Match, seat: int | None, language: str = "en") -> dict[str, Any]:
    return dict(drawn.scene(match.view(seat), GAME.speak(language, NAMES)))


def text(match: Match, seat: int | None, language: str = "en") -> str:
    drawn = Drawn(GAME, match.view(seat), GAME.speak(language, NAMES[: match.seats]))
    return drawn.board + drawn.mine


def then(match: Match, seat: int, action: str) -> str:
    return preview.then(match.view(seat), GAME.read(action), SPEECH)


def picks(page: str) -> set[str]:
    return {html.unescape(pick) for pick in re.findall(r'data-pick="([^"]*)"', page)}


# ---- every question


def questions(seats: int, variant: str) -> Iterator[Match]:
    """A match at each kind of question that the game can ask."""
    yield GAME.start(seats, "questions", variant=variant)
    agent = variant == "agent"
    place = {"red": "6", "brown": "6"}
    match = agent_town(seats, LEDGERS, place, "6") if agent else town(seats, LEDGERS, place, "6")
    yield match
    for move in ("0 move red 7 yes", "1 object", "0 fight", "1 bid 300", "0 meet"):
        play(match, move)
        yield match
    if not agent:
        play(match, "1 bid 1200", "0 yield")
        yield match


@pytest.mark.parametrize(("seats", "options"), list(GAME.variants()), ids=str)
def test_every_question_is_drawn_for_everybody(seats: int, options: dict[str, Any]) -> None:
    met = set()
    for match in questions(seats, options["variant"]):
        asked = match.to_act[0]
        met.add(type(match.position.agenda[-1]))
        for language in LANGUAGES:
            for seat in (asked, (asked + 1) % seats, None):
                page = text(match, seat, language)
                assert "{" not in re.sub(r"<[^>]*>", "", page)
                assert seat in match.to_act or not picks(page)
            speech = GAME.speak(language, NAMES)
            for part in offer_form(match.legal(asked), speech).parts:
                assert part.action is None or preview.then(match.view(asked), part.action, speech)
    decisions = {step for step in GAME.steps if hasattr(step, "offers")}
    assert len(met) == len(decisions) - 1, "the first bribes are asked in the main game, headquarters in the variant"


def over() -> Match:
    match = town(3, LEDGERS, {"red": "6"}, case="6", carriers=["brown"])
    play(match, "0 move red airport yes", "1 allow", "2 allow")
    assert match.over
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_end_all_ledgers_lie_open_and_the_agent_that_decided_is_marked(language: str) -> None:
    match = over()
    for seat in (0, None):
        page = text(match, seat, language)
        assert scene(match, seat)["winning"] == "red"
        assert re.search(r'<tr class="won"><td>.*?#agent-red', page)
        assert not picks(page)
        assert 'class="ledger"' not in page


# ---- what is where


def test_the_stylesheet_and_the_map_agree_on_every_place() -> None:
    css = GAME.folder.text("draw/table.css")
    assert set(map_of.AT) == set(STREETS) == set(map_of.BUILDINGS)
    found: dict[str, dict[str, float]] = {}
    for rule in re.finditer(r"((?:\.at-\w+,?\s*)+)\{\s*((?:--[xy]: [\d.]+;\s*)+)\}", css):
        for place in re.findall(r"\.at-(\w+)", rule[1]):
            found.setdefault(place, {}).update({k: float(v) for k, v in re.findall(r"--([xy]): ([\d.]+)", rule[2])})
    for place, (x, y) in map_of.AT.items():
        assert found[place]["x"] == pytest.approx(100 * x / map_of.WIDTH, abs=0.01)
        assert found[place]["y"] == pytest.approx(100 * y / map_of.WIDTH, abs=0.01)
    assert b'id="ground"' in pictures("casablanca")


def test_eight_agents_in_one_house_stand_in_two_rows() -> None:
    match = town(2, LEDGERS, dict.fromkeys(AGENTS, "9"))
    spots = [agent["spot"] for agent in scene(match, 0)["agents"]]
    assert {spot["place"] for spot in spots} == {"9"}
    assert len({(spot["row"], spot["no"]) for spot in spots}) == 8
    assert {spot["of"] for spot in spots} == {4}


def test_an_announced_move_is_a_ghost_at_its_target_until_it_happens() -> None:
    match = town(2, LEDGERS, {"red": "6", "grey": "7"}, case="6")
    play(match, "0 move red 7 yes")
    for seat in (0, 1, None):
        shown = scene(match, seat)
        assert shown["ghost"]["spot"]["place"] == "7"
        assert shown["ghost"]["case"]
        assert next(a for a in shown["agents"] if a["agent"] == "red")["spot"]["place"] == "6"
        assert [a["spot"]["of"] for a in shown["agents"] if a["agent"] == "grey"] == [2]
    play(match, "1 allow")
    shown = scene(match, 0)
    assert shown["ghost"] is None
    assert shown["case"]["place"] == "7"


def test_struck_agents_leave_the_map_for_the_edge_of_the_table() -> None:
    match = town(2, LEDGERS, {"red": "6", "brown": "6"})
    play(match, "0 strike red brown", "1 allow")
    shown = scene(match, 1)
    assert shown["out"] == ["brown"]
    assert [line["out"] for line in shown["ledger"]].count(True) == 1
    assert 'data-at="agent-brown"' in text(match, None)


# ---- what can be tapped


@pytest.mark.parametrize("rules", GAME.versions)
def test_only_agents_that_may_act_and_places_in_reach_are_targets(rules: int) -> None:
    """A blocked agent is locked by the first rules; now it is told what it can't try again."""
    places = {"red": "6", "brown": "6", **dict.fromkeys(("green", "purple", "blue", "white"), "9")}
    match = town(2, LEDGERS, places, "6", rules=rules)
    play(match, "0 move green 10 no", "1 object", "0 withdraw")
    page = text(match, 0)
    assert ("agent=green" in picks(page)) == (rules > 1)
    assert ("blocked this turn" in page) == (rules == 1)
    assert ("Not again this turn: Move Don Greenwood (green) to house 10." in page) == (rules > 1)
    assert {"agent=red", "to=airport", "case=True", "case=False", "do=rest", "do=strike&victim=brown"} <= picks(page)
    assert not picks(page) & {"to=cafe", "do=bribe"}


def test_sums_to_name_end_at_what_one_has() -> None:
    match = town(2, LEDGERS, {"red": "6"}, first=1)
    play(match, "1 move red 7 no", "0 object", "1 fight")
    sums = [one["pick"] for one in scene(match, 0)["duel"]["sums"]]
    assert (sums[0], sums[-1]) == ("do=bid&amount=100", "do=bid&amount=1500")
    play(match, "0 bid 1000", "1 meet")
    assert [one["pick"] for one in scene(match, 0)["duel"]["sums"]] == [
        f"do=bid&amount={amount}" for amount in range(1100, 1600, 100)
    ]
    assert not scene(match, 1)["duel"]["sums"]


def test_the_reader_is_spoken_to_as_one() -> None:
    """Nobody reads “You objects”."""
    match = town(2, LEDGERS, {"red": "6"})
    play(match, "0 move red 7 no", "1 object", "0 fight")
    said = [[scene(match, seat)["duel"][what] for what in ("stands", "objects")] for seat in (0, 1, None)]
    assert said == [["want it", "objects"], ["wants it", "object"], ["wants it", "objects"]]


def test_the_ladder_holds_the_sums_of_this_objection_alone() -> None:
    match = town(3, [*LEDGERS, "red:900 green:100 blue:100"], {"red": "6"})
    play(match, "0 move red 7 no", "1 object", "0 fight", "1 bid 300", "0 meet", "1 give-up")
    play(match, "2 object", "0 fight", "2 bid 200", "0 meet", "2 bid 500")
    for seat in (0, 1, None):
        assert scene(match, seat)["duel"]["rungs"] == [
            {"named": "$200", "met": True},
            {"named": "$500", "met": False},
        ]


# ---- what is said


def test_a_sealed_bribe_stands_in_the_own_ledger_at_once_and_nowhere_else() -> None:
    match = GAME.start(2, "sealed")
    before = text(match, 1), text(match, None)
    play(match, "0 bribe green:700+red:300+grey:1100")
    mine = {line["agent"]: line["mine"] for line in scene(match, 0)["ledger"]}
    assert (mine["green"], mine["red"], mine["grey"], mine["blue"]) == ("700", "300", "1,100", "–")
    assert "7,900" in scene(match, 0)["capital"]
    assert (text(match, 1), text(match, None)) == before


def test_what_a_move_leads_to() -> None:
    match = town(2, LEDGERS, {"red": "6"}, case="6")
    assert "the game goes on" in then(match, 0, "move red airport yes")
    assert then(match, 0, "move red 7 yes") == "You have $1,500 there. Nobody else has shown money there."
    match = town(2, LEDGERS, {"red": "6"}, case="6", carriers=["brown"])
    assert "ends the game" in then(match, 0, "move red airport yes")
    assert "ends the game" not in then(match, 0, "move red airport no")
    match = agent_town(2, LEDGERS, {"red": "10"}, case="10")
    assert "you win" in then(match, 0, "move red police yes")


def test_a_strike_says_what_it_costs() -> None:
    match = town(2, ["red:1500 green:800 brown:200"], {"red": "6", "brown": "6"})
    assert then(match, 0, "strike red brown") == (
        "If nobody blocks it, Bruno (brown) leaves the game with your $200; "
        "it takes $1,000 of your $1,500 on Rosa (red)."
    )


def test_who_bluffs_is_told_so() -> None:
    match = town(3, LEDGERS, {"red": "6"})
    play(match, "0 move red 7 no")
    assert then(match, 1, "object").endswith("You can name up to $1,200 on Rosa (red).")
    assert then(match, 1, "allow") == "Cleo may still object."
    play(match, "1 allow")
    assert then(match, 2, "object").startswith("A bluff")
    assert then(match, 2, "allow").startswith("Nobody else can object")


def test_the_most_that_was_heard_from_others_stands_in_the_ledger() -> None:
    match = town(3, LEDGERS, {"red": "6"})
    play(match, "0 move red 7 no", "1 object", "0 fight", "1 bid 400", "0 meet", "1 bid 600")
    lines = [{line["agent"]: (line["heard"], line["by"]) for line in scene(match, seat)["ledger"]} for seat in range(3)]
    assert [line["red"] for line in lines] == [("600", 1), ("400", 0), ("600", 1)]
    assert lines[0]["blue"] == ("", None)


def test_plaques_tell_everybodys_part() -> None:
    match = town(4, LEDGERS, {"red": "6"})
    play(match, "0 move red 7 no", "1 allow")
    assert scene(match, None)["plaques"] == {0: "acts", 1: "lets pass", 2: "thinks", 3: "next"}
    play(match, "2 object")
    assert scene(match, None)["plaques"][2] == "objects"


def test_motions_carry_money_only_where_it_was_told() -> None:
    assert not motions.motions(e.Lost(1, "red", 0))
    assert motions.motions(e.Lost(1, "red", 300))[0].at == "agent-red"
    (written,) = motions.motions(e.Bribed(1))
    assert written.piece == ""


def test_a_view_is_enough() -> None:
    """The picture is made of what a seat may know: an equal view gives an equal picture."""
    match = town(2, LEDGERS, {"red": "6"})
    view = match.view(1)
    assert isinstance(view, View)
    other = town(2, ["red:100 green:4200 blue:700", LEDGERS[1]], {"red": "6"})
    assert text(other, 1) == text(match, 1)
    assert text(other, None) == text(match, None)
