"""The lessons: whole matches that are won, in which every space is met, and a coach who sees what the learner sees."""

from __future__ import annotations

import random
import re
from math import comb

import pytest

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.bot.beliefs import beliefs
from speelhol.games.cash_and_run.bot.mind import MIND
from speelhol.games.cash_and_run.table import DECK, KIND, PLACE
from speelhol.kernel import LEARNER, Lesson, Match, Temper, convictions
from tests.lessons import each_lesson, moments
from tests.rules import rule

from .scene import dice, do, landing, now

LESSONS = each_lesson(GAME)


@LESSONS
def test_a_lesson_ends_with_the_match_and_the_learner_wins(lesson: Lesson) -> None:
    *_, match = moments(GAME, lesson)
    assert match.result is not None
    assert match.result.winners == (LEARNER,)


@LESSONS
def test_the_coach_calls_a_card_blank_that_the_learner_has_seen(lesson: Lesson) -> None:
    for tip, match in zip(lesson.mine, moments(GAME, lesson), strict=False):
        seen = match.view(LEARNER).now
        known = {*seen.hand, seen.laid, *(trace.card for trace in seen.trail)}
        if re.search(r"(?<!seven are )\bblank\b", tip.say["en"], re.IGNORECASE):
            assert "blank" in known


@LESSONS
def test_the_coach_counts_the_chips_that_lie_there(lesson: Lesson) -> None:
    """Whose chips are named in a tip has so many."""
    for tip, match in zip(lesson.mine, moments(GAME, lesson), strict=False):
        for seat, sum_ in re.findall(r"\{(\d)\} has ([\d,]+) left", tip.say["en"]):
            assert now(match).chips[int(seat)] == int(sum_.replace(",", ""))


@rule("cash-and-run/goal.three", "cash-and-run/goal.more", "cash-and-run/bluff.cards")
def test_a_first_match_comes_to_every_kind_of_space_and_names_both_goals_and_all_cards() -> None:
    lesson = GAME.lessons[0]
    *_, match = moments(GAME, lesson)
    landed = {event.space for event in match.view(LEARNER).log if isinstance(event, e.Rolled | e.Jumped)}
    assert {KIND[PLACE[space]] for space in landed} == set(KIND)
    said = " ".join(tip.say["en"] for tip in lesson.mine)
    assert "four of one symbol (with more players three, or three of one colour)" in said
    assert f"{len(DECK)} bluff cards: six for each symbol, seven blank" in lesson.end["en"]


@rule("cash-and-run/takeover.games")
def test_a_takeover_is_exactly_even() -> None:
    """So the coach says, who compares it with the odds of a claim."""
    said = [tip.say["en"] for tip in GAME.lessons[0].mine]
    assert any("exactly one chance in two" in text and "six of twenty-five" in text for text in said)
    assert DECK.count("roulette") == 6


# ---- the odds of a claim


def told(said: str) -> tuple[int, Match]:
    """The step at which the coach of the second lesson says this, and the match then."""
    lesson = GAME.lessons[1]
    return next(
        (step, match)
        for step, (tip, match) in enumerate(zip(lesson.mine, moments(GAME, lesson), strict=False))
        if said in tip.say["en"]
    )


@rule("cash-and-run/bluff.cards", "cash-and-run/bluff.judge")
@pytest.mark.parametrize(("said", "cards"), [("in 38 of 100 cases", 2), ("26 of 100", 1)])
def test_the_coach_counts_what_the_learner_has_not_seen(said: str, cards: int) -> None:
    """Of how many cards one was laid, and how many of the unseen ones show the symbol."""
    _, match = told(said)
    view = match.view(LEARNER)
    step = view.agenda[-1]
    seen = [*view.now.hand, *(t.card for t in view.now.trail if t.card is not None and t.what in ("put", "shown"))]
    symbols = DECK.count(step.symbol) - seen.count(step.symbol)
    unseen = len(DECK) - len(seen)
    assert view.now.held[step.bluffer] + 1 == cards
    true = 1 - comb(unseen - symbols, cards) / comb(unseen, cards)
    assert f"{round(100 * true)} of 100" in said
    assert true * step.risk < (1 - true) * step.gain, "a doubt pays"


@rule("cash-and-run/bluff.judge", "cash-and-run/bluff.replay")
def test_a_bot_that_accepts_believes_what_the_coach_says() -> None:
    """Before the claim and after it, and it is more than the doubt would need: so a bot at a glance accepts it, too."""
    step, before = told("true less than once in four")
    after = list(moments(GAME, GAME.lessons[1]))[step + 1]
    (first,), (then,) = convictions(before, [1]), convictions(after, [1])
    assert first.belief.chance == pytest.approx(then.belief.chance)
    assert then.before == pytest.approx(first.belief.chance)
    assert 0.25 < first.belief.chance < 0.5
    laid = before.copy()
    laid.play(LEARNER, GAME.read("bluff roulette"))
    assert str(MIND.prefer(laid.view(1), Temper(), random.Random(1))) == "accept"


@rule("cash-and-run/bluff.true", "cash-and-run/bluff.false")
@pytest.mark.parametrize("card", ["dice", "blank"])
def test_a_card_that_was_opened_is_known(card: str) -> None:
    match = landing("london", *dice(1), owns={1: ("london",)}, hands={0: (card,)})
    do(match, 0, "bet even 500000")
    do(match, 0, f"bluff {card}")
    do(match, 1, "doubt")
    (belief,) = beliefs(match.view(2), LEARNER)
    assert belief.chance == (card == "dice")
    assert list(beliefs(match.view(2), 1)) == []
