"""The drawn table: every question and the end in every language, and what it tells is true."""

from __future__ import annotations

import html
import random
import re
from itertools import pairwise
from typing import Any

import pytest

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import actions as a
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.draw.motions import WHEEL, angle, chips, motions
from speelhol.games.cash_and_run.draw.preview import then
from speelhol.games.cash_and_run.draw.ring import BOXES, DEEP, SIDE, race_words
from speelhol.games.cash_and_run.draw.scene import scene as drawn
from speelhol.games.cash_and_run.draw.scene import short, targets
from speelhol.games.cash_and_run.table import KIND, LAP, PLACE, SPACES, UNIT, Lap
from speelhol.kernel import LANGUAGES, Decision, Event, Match, Sealed
from tests.contract.cases import random_match
from tests.drawn import Drawn

from .scene import BLUES, ROULETTES, K, M, do, landing, scene

NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn")
QUESTIONS = {str(step.__struct_config__.tag) for step in GAME.steps if issubclass(step, (Decision, Sealed))}
"""Every one of them must be met."""


def shown(match: Match, seat: int | None, language: str = "en") -> str:
    """What lies on the table and behind the screen, as it is on a page."""
    table = Drawn(GAME, match.view(seat), GAME.speak(language, NAMES))
    extra = [table.more(one) for one in range(match.seats)]
    return html.unescape("".join([table.board, table.mine, *extra, table.aside]))


def middle(match: Match, seat: int | None) -> dict[str, Any]:
    return dict(drawn(match.view(seat), GAME.speak("en", NAMES))["stage"])


def question(match: Match) -> str:
    return str(match.position.agenda[-1].__struct_config__.tag)


def test_every_question_is_drawn_in_every_language() -> None:
    met = set()
    for seats in GAME.seats:
        rng = random.Random(seats)
        match = GAME.start(seats, seed=f"drawn {seats}")
        here = set()
        for _ in range(500):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            if question(match) not in here:
                here.add(question(match))
                for number, who in enumerate((seat, (seat + 1) % seats, None)):
                    text = shown(match, who, LANGUAGES[(number + len(here)) % 3])
                    assert text.count('data-at="space-') == LAP
                    assert ("data-pick" in text) == (match.legal(who).count > 0 if who is not None else False)
            match.play(seat, match.legal(seat).sample(rng))
        met |= here
    run = scene(0, owns={0: ROULETTES[:4]})
    do(run, 0, "announce")
    swap = landing("bluff-2", hands={0: ["dice", "dice", "blank"]})
    do(swap, 0, "buy")
    for match in (run, swap):
        met.add(question(match))
        for language in LANGUAGES:
            assert "data-pick" in shown(match, 0, language)
    assert met == QUESTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_shows_the_whole_lap(language: str) -> None:
    match = scene(5, 5, laps={0: Lap("corner-0", 26, BLUES)}, owns={0: BLUES}, pawns={0: SPACES[26]})
    do(match, 0, "roll")
    assert match.over
    for seat in (0, 1, None):
        text = shown(match, seat, language)
        assert "data-pick" not in text
        trail = re.search(r'class="lap gone s1" points="([^"]*)"', text)
        assert trail is not None
        assert len(trail[1].split()) == LAP + 1


# ---- the ring


def test_the_spaces_lie_side_by_side_clockwise() -> None:
    assert sum(b.w * b.h for b in BOXES) == SIDE**2 - (SIDE - 2 * DEEP) ** 2
    for one, two in pairwise((*BOXES, BOXES[0])):
        beside = one.x + one.w == two.x or two.x + two.w == one.x or one.y + one.h == two.y or two.y + two.h == one.y
        assert beside
        assert one.x <= two.x + two.w
        assert two.x <= one.x + one.w
    assert [place for place, b in enumerate(BOXES) if b.corner] == [p for p in range(LAP) if KIND[p] == "corner"]


def test_a_roll_walks_over_every_space_on_the_way() -> None:
    *dice, walk = motions(e.Rolled(2, 4, 3, "bluff-2"))
    assert [die.piece for die in dice] == ["die-4", "die-3"]
    assert walk.at == "pawn-2"
    assert walk.path == tuple(f"space-{place}" for place in (31, 32, 33, 34, 35, 0, 1, 2))
    assert walk.later


def test_the_wheel_comes_to_rest_with_the_number_at_the_top() -> None:
    assert sorted(WHEEL) == list(range(37))
    for place, number in enumerate(WHEEL):
        assert angle(number) == pytest.approx(-360 / 37 * place, abs=0.01)
    match = landing("monte-carlo", 17, owns={1: ["monte-carlo"]})
    do(match, 0, "bet black 50000")
    assert f'class="rest" transform="rotate({angle(17)} ' in shown(match, 2)


def test_money_flows_from_payer_to_payee() -> None:
    moved = motions(e.Paid(1, 3, 1_850_000, 0))
    assert [m.piece for m in moved] == ["chip-1m", "chip-500k", "chip-250k", "chip-100k"]
    assert {(m.start, m.at) for m in moved} == {("plaque-1", "plaque-3")}
    assert chips(50 * K) == ["chip-50k"]
    assert motions(e.Paid(1, 3, 0, 700 * K)) == ()


def test_nothing_happens_without_a_place() -> None:
    """Whatever is told of a match moves something, or is a mark at whoever it happens to."""
    met: set[type[Event]] = set()
    for seed in range(3):
        log = random_match(GAME, 3, {}, f"places {seed}").view(None).log
        still = {type(event) for event in log if not event.routine and not motions(event)}
        assert still <= {e.Opened, e.Ended, e.Paid}, "casinos lie open, it is staged, or there is nothing to pay with"
        met |= {type(event) for event in log}
    assert met >= {e.Won, e.Picked, e.BidMade, e.Passed, e.Conceded, e.Declared, e.AtHome, e.PotLost, e.LapWent}


def test_who_wins_and_who_loses_is_seen_at_them() -> None:
    assert [(m.kind, m.at) for m in motions(e.Won(0, 2))] == [("wins", "plaque-0"), ("shake", "plaque-2")]
    assert [(m.kind, m.at) for m in motions(e.Passed(1))] == [("pass", "plaque-1")]
    assert motions(e.BidMade(1, 350_000))[-1].piece == "chip-250k"


def test_a_corner_leads_to_every_other_space() -> None:
    match = landing("corner-9")
    assert set(targets(match.view(0).offers)) == {s for s, kind in zip(SPACES, KIND, strict=True) if kind != "corner"}
    assert targets(match.view(1).offers) == {}


# ---- the middle


def test_the_cloth_says_from_which_stake_on_the_owner_is_broke() -> None:
    match = landing("monte-carlo", owns={1: ["monte-carlo"]}, chips={1: 1_100 * K})
    rows = middle(match, 0)["rows"]
    assert [(row["odds"], row["pays"]) for row in rows] == [
        ("1 in 2", "pays 1×"),
        ("1 in 3", "pays 2×"),
        ("1 in 6", "pays 5×"),
    ]
    for row, pays in zip(rows, (1, 2, 5), strict=True):
        breaks = int(re.sub(r"\D", "", row["hint"]))
        assert breaks * pays > 1_100 * K >= (breaks - UNIT) * pays
        assert f"{{{pays}*stake}}" in row["bets"][0]["then"]
    poor = landing("monte-carlo", owns={1: ["monte-carlo"]}, chips={0: 100 * K})
    assert [tile["pick"] for tile in middle(poor, 0)["tiles"]] == ["stake=50000", "stake=100000"]
    assert [row["hint"] for row in middle(poor, 0)["rows"]] == ["", "", ""]


def test_the_card_that_is_judged_is_a_back_for_all_but_its_owner() -> None:
    match = landing("monte-carlo", 17, owns={1: ["monte-carlo"]}, hands={1: ["roulette", "blank"]})
    do(match, 0, "bet black 50000")
    do(match, 1, "bluff roulette")
    for seat in (0, 2, None):
        text = shown(match, seat)
        assert "#back-bluff" in text
        assert "#bluff-" not in text
    assert "#bluff-roulette" in shown(match, 1)
    opened = motions(e.Doubted(0, 1, "roulette", True))[-1]
    assert (opened.kind, opened.piece, opened.value) == ("deal", "bluff-roulette", "back-bluff")


def test_few_bids_lie_on_the_table_and_many_are_listed() -> None:
    for purse, tiles, listed in ((250 * K, 5, False), (600 * K, 4, True), (2 * M, 4, False)):
        match = scene(owns={0: ["cairo"]}, chips={1: purse})
        do(match, 0, "offer cairo")
        found = drawn(match.view(1), GAME.speak("en", NAMES))
        assert len(found["stage"]["tiles"]) == tiles
        assert found["listed"] == listed


# ---- what follows


def test_what_follows_is_told_as_far_as_the_seat_can_know() -> None:
    speech = GAME.speak("en", NAMES)
    match = landing("corner-9", owns={1: ["cairo"], 0: ["manila", "montreal"]}, chips={1: 700 * K})
    view = match.view(0)
    assert then(view, a.Go("cairo"), speech) == "You must gamble in Cairo against Bram, who has 700,000."
    assert then(view, a.Go("manila"), speech) == "Manila is yours: you may roll again."
    assert "cards: 3 of 3" in then(view, a.Go("baden-baden"), speech)
    match = landing("monte-carlo", 17, owns={1: ["monte-carlo"]}, hands={1: ["roulette", "blank"]})
    do(match, 0, "bet black 50000")
    view = match.view(1)
    assert then(view, a.Bluff("roulette"), speech).startswith("It is true")
    assert then(view, a.Bluff("blank"), speech).startswith("It is a bluff")
    assert "50,000" in then(view, a.Concede(), speech)


def test_sums_are_short_in_tight_places() -> None:
    assert [short(n, "en") for n in (0, 50 * K, 2 * M, 2_450 * K)] == ["0", "0.05 M", "2 M", "2.45 M"]
    assert short(2_450 * K, "nl") == "2,45 M"


def test_a_lap_begins_at_its_corner() -> None:
    match = scene(0, owns={0: BLUES}, pawns={0: "sydney"})
    told = [event for event in do(match, 0, "announce") if isinstance(event, e.LapBegan)]
    moved = motions(told[0])
    assert moved[0].path == ("space-9",)
    assert PLACE["corner-9"] == 9
    assert 'class="lap start s1"' in shown(match, 2)


def test_a_casino_of_a_run_is_marked_and_said_to_be_one() -> None:
    laps = {1: Lap("corner-9", 0, ROULETTES[:3])}
    owns = {0: ["london"], 1: ROULETTES, 2: ["cairo"]}
    match = landing("takeover-13", seats=6, owns=owns, laps=laps, pawns={1: "corner-9"})
    marked = {one.name: one.runs for one in middle(match, 0)["deeds"]}
    assert marked == {"Cairo": False, **{GAME.speak("en").term(c): c in ROULETTES[:3] for c in ROULETTES}}
    table = Drawn(GAME, match.view(0), GAME.speak("en", NAMES))
    assert table.board.count('class="runs') == table.legend.count('class="runs') == 3
    assert "Bram runs with it" in table.legend
    said = {one.casino: one.then for one in middle(match, 0)["deeds"]}
    for casino in (ROULETTES[0], "cairo"):
        assert said[casino] == then(match.view(0), a.Challenge(casino, "even"), GAME.speak("en", NAMES))
        assert ("one of the casinos with which Bram runs" in said[casino]) == (casino == ROULETTES[0])


def test_what_a_casino_brings_is_said_of_what_it_is_itself() -> None:
    """Not of something else that one has more of already; and more than is needed is enough."""
    dice, cards = ["london", "san-juan", "sun-city"], ["cairo", "montreal", "manila", "baden-baden"]
    match = scene(seats=3, owns={0: dice[:2], 1: ["las-vegas"], 2: cards})
    view, speech = match.view(0), GAME.speak("en", NAMES)
    assert race_words(view.now, 0, speech) == "die: 2 of 4"
    assert race_words(view.now, 0, speech, "las-vegas") == "roulette: 1 of 4"
    assert race_words(view.now, 0, speech, "sun-city") == "die: 3 of 4"
    assert race_words(view.now, 2, speech) == "cards: 4 of 4"
    assert race_words(view.now, 2, speech, "mar-del-plata") == "cards: 5, enough to run"


def test_who_has_passed_is_said_to_have() -> None:
    match = scene(seats=5, turn=1, owns={1: ["las-vegas"]}, chips={3: 100 * K})
    for seat, text in ((1, "offer las-vegas"), (2, "pass"), (3, "bid 100000"), (4, "bid 150000")):
        do(match, seat, text)
    words = {one["seat"]: one["words"] for one in middle(match, 0)["bidders"]}
    assert words == {4: "150,000", 0: "bids?", 3: "no longer bids", 2: "passed"}
