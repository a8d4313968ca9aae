"""What is told and asked on the way, and refusals of what belongs to another moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from speelhol.games.casablanca import events as e
from speelhol.games.casablanca.actions import Bribe
from speelhol.kernel import Event, Match
from tests.rules import rule

from .town import MOVE, agent_town, play, refused, texts, town

SUMS = ("green:1500 purple:200 blue:100", "green:900 purple:200 blue:100", "white:100 red:100 brown:100")
AGENT_SUMS = ("green:1500 purple:200", "green:900 purple:200", "red:100 brown:100")
OBJECTED = (f"0 {MOVE}", "1 object")
FOUGHT = (*OBJECTED, "0 fight")
NOTHING = ("0 move red 2 no", "1 object")
"""Neither of the two has a dollar on red."""


# ---- asked

PROMPTS: list[tuple[Sequence[str], int, str, str]] = [
    ((), 0, "act.strike", "act.agent.strike"),
    (("0 rest",), 1, "act", "act.agent"),
    ((f"0 {MOVE}",), 1, "may-object", "may-object.agent"),
    (("0 move red 2 no",), 1, "may-object.nothing", "may-object.agent.nothing"),
    (OBJECTED, 0, "stand", "stand.agent"),
    (NOTHING, 0, "stand.nothing", "stand.agent.nothing"),
    (FOUGHT, 1, "raise.first", "raise.first.agent"),
    ((*NOTHING, "0 fight"), 1, "raise.no-more", "raise.no-more.agent"),
    ((*FOUGHT, "1 bid 300"), 0, "answer", "answer.agent"),
    ((*FOUGHT, "1 bid 300", "0 meet"), 1, "raise", "raise.agent"),
    ((*FOUGHT, "1 bid 900", "0 meet"), 1, "raise.no-more", "raise.no-more.agent"),
    (("0 rest", f"1 {MOVE}", "2 allow", "0 object", "1 fight", "0 bid 900"), 1, "answer", "answer.agent"),
    (("0 rest", f"1 {MOVE}", "2 allow", "0 object", "1 fight", "0 bid 1000"), 1, "answer.short", "answer.agent.short"),
]


@rule("casablanca/objection.order", "casablanca/objection.withdraw", "casablanca/bid.step", "casablanca/bid.truth")
@pytest.mark.parametrize(("moves", "seat", "main", "agent"), PROMPTS)
def test_a_question_says_what_is_left_to_do(moves: Sequence[str], seat: int, main: str, agent: str) -> None:
    for make, sums, question in ((town, SUMS, main), (agent_town, AGENT_SUMS, agent)):
        match = make(3, sums)
        play(match, *moves)
        assert match.to_act == (seat,)
        assert match.view(seat).prompt == question


@rule("casablanca/bribe.capital", "casablanca/blocked.again", "casablanca/strike.price")
@pytest.mark.parametrize(
    ("sums", "moves", "question"),
    [
        ("green:9800 purple:100 blue:100", (), "act.broke.strike"),
        ("green:900 purple:900 blue:8200", (), "act.broke"),
        ("green:9800 purple:100 blue:100", (*OBJECTED, "0 withdraw"), "act.again.strike"),
        ("green:1000 purple:900 blue:100", ("0 strike green purple", "1 object", "0 withdraw"), "act.again"),
        ("green:900 purple:900 blue:100", (*OBJECTED, "0 withdraw"), "act.again"),
    ],
)
def test_who_acts_is_asked_about_bribes_and_strikes_that_there_are(
    sums: str, moves: Sequence[str], question: str
) -> None:
    match = town(2, [sums], {"blue": "3"})
    play(match, *moves)
    assert match.view(0).prompt == question
    kinds = {text.split()[0] for text in texts(match)}
    assert ("strike" in kinds) == question.endswith("strike")


@rule("casablanca/agent.bribe")
def test_who_has_spent_all_in_the_variant_is_not_asked_to_bribe() -> None:
    match = agent_town(2, ["green:10000"])
    assert match.view(0).prompt == "act.agent.broke.strike"
    play(match, "0 rest")
    assert match.view(1).prompt == "act.agent"


# ---- told to everybody

TOLD: list[tuple[Sequence[str], Event]] = [
    (("0 rest",), e.Rested(0)),
    (("0 bribe green:100",), e.Bribed(0)),
    (("0 move green 1 no",), e.WantsMove(0, "green", "1", False)),
    (("0 strike green purple",), e.WantsStrike(0, "green", "purple")),
    (OBJECTED, e.Objected(1)),
    (FOUGHT, e.Fought(0)),
    ((*OBJECTED, "0 withdraw"), e.Withdrew(0)),
    ((*FOUGHT, "1 bid 300"), e.Named(1, 300)),
    ((*FOUGHT, "1 bid 300", "0 meet"), e.Met(0, 300)),
    ((*FOUGHT, "1 bid 300", "0 yield"), e.Yielded(0, 1)),
    ((*FOUGHT, "1 give-up"), e.GaveUp(1)),
    ((f"0 {MOVE}", "1 allow", "2 allow"), e.Moved("green", "1", False)),
]


@rule("casablanca/bid.aloud", "casablanca/objection.announce", "casablanca/blocked.success", "casablanca/turn.rest")
@pytest.mark.parametrize(("moves", "event"), TOLD)
@pytest.mark.parametrize(("make", "sums"), [(town, SUMS), (agent_town, AGENT_SUMS)])
def test_everybody_hears_what_is_said(
    make: Callable[..., Match], sums: Sequence[str], moves: Sequence[str], event: Event
) -> None:
    match = make(3, sums)
    before = list(match.view(None).log).count(event)
    assert event in play(match, *moves)
    for audience in (None, 0, 2):
        assert list(match.view(audience).log).count(event) == before + 1


def test_what_comes_to_light_is_what_a_match_that_is_looked_at_again_marks() -> None:
    told = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind != Event]
    assert {kind.__name__ for kind in told if kind.reveals} == {
        "Begins",
        "Chooses",
        "Counted",
        "Lost",
        "Opened",
        "Sum",
        "Won",
    }


# ---- refused


@rule("casablanca/objection.order", "casablanca/objection.withdraw", "casablanca/bid.step", "casablanca/bid.meet")
@pytest.mark.parametrize(
    ("moves", "wrong", "why"),
    [
        ((), "0 allow", ("turn.one", "not-offered")),
        (FOUGHT, "1 meet", ("bid.step", "not-offered")),
        ((*FOUGHT, "1 bid 300"), "0 fight", ("bid.meet", "not-offered")),
    ],
)
def test_what_belongs_to_another_moment_is_refused(moves: Sequence[str], wrong: str, why: tuple[str, str]) -> None:
    for make, sums in ((town, SUMS), (agent_town, AGENT_SUMS)):
        match = make(3, sums)
        play(match, *moves)
        assert refused(match, wrong) == why


@rule("casablanca/agent.bribe", "casablanca/bribe.unit", "casablanca/bribe.capital")
@pytest.mark.parametrize(
    ("sums", "main", "agent"),
    [
        ((("green", 50), ("purple", 100)), ("bribe.unit", "in-hundreds"), ("bribe.unit", "in-hundreds")),
        ((("green", 9000), ("purple", 2000)), ("bribe.capital", "too-much"), ("bribe.capital", "too-much")),
        ((("green", 100.0), ("purple", 100)), ("bribe.unit", "in-hundreds"), ("agent.bribe", "one-agent")),
        ((("green", 100.0),), ("bribe.unit", "in-hundreds"), ("bribe.unit", "in-hundreds")),
    ],
)
def test_a_bribe_is_refused_for_its_sums_and_only_then_for_their_number(
    sums: Any, main: tuple[str, str], agent: tuple[str, str]
) -> None:
    for match, why in ((town(2), main), (agent_town(2), agent)):
        no = match.why_not(0, Bribe(sums))
        assert no is not None
        assert (no.rule.removeprefix("casablanca/"), no.reason) == why


# ---- random play, and the end of the variant


@rule("casablanca/case.take", "casablanca/end.home")
def test_random_play_often_carries_the_case_homeward_and_otherwise_mostly_moves() -> None:
    rng = random.Random("homeward")
    match = town(2, SUMS, {"red": "6"}, case="6")
    taken = Counter(str(match.legal(0).sample(rng)) for _ in range(4000))
    assert 0.42 < taken["move red airport yes"] / 4000 < 0.51
    assert taken["move red 5 yes"] < 400
    elsewhere = Counter(str(town(2, SUMS).legal(0).sample(rng)).split()[0] for _ in range(1000))
    assert elsewhere.most_common(1)[0][0] == "move"
    assert set(elsewhere) == {"move", "rest", "bribe", "strike"}


@rule("casablanca/agent.stop")
def test_a_draw_is_worth_nothing_to_anybody() -> None:
    match = agent_town(3, AGENT_SUMS)
    while not match.over:
        play(match, f"{match.to_act[0]} rest")
    assert match.result is not None
    assert match.result.scores == (0, 0, 0)
