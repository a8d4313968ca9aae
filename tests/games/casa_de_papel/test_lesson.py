"""The lessons: whole matches that are won, and a bluff that is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from speelhol.games.casa_de_papel.table import CARDS, Round
from speelhol.kernel import Lesson, Match
from tests.rules import rule

from .mint import GAME, position

LEARNER = 0
LESSONS = pytest.mark.parametrize("lesson", [pytest.param(lesson, id=lesson.seed) for lesson in GAME.lessons])


def moments(lesson: Lesson) -> Iterator[Match]:
    """The match before each of the learner's decisions, and at last when everybody has followed the script."""
    match = GAME.start(lesson.seats, seed=lesson.seed, **lesson.options)
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    while any(scripts):
        seat = match.to_act[-1]
        if seat == LEARNER:
            yield match.copy()
        match.play(seat, GAME.read(scripts[seat].pop(0)))
    yield match


@LESSONS
def test_a_lesson_ends_with_the_match_and_the_learner_wins(lesson: Lesson) -> None:
    *_, match = moments(lesson)
    assert match.over
    assert match.result is not None
    assert LEARNER in match.result.winners


@LESSONS
def test_every_card_is_met_or_named(lesson: Lesson) -> None:
    *_, match = moments(lesson)
    p = position(match)
    met = {card for past in p.rounds for card in past.cards} | set(p.laid[LEARNER])
    met |= {claim.card for past in p.rounds for claim in past.claims}
    assert met >= set(CARDS)


def claimants(past: Round, card: str) -> list[int]:
    """Who at the press called their card this one."""
    return [seat for seat in past.chosen if past.claims[seat].card == card]


@rule("casa-de-papel/print.shuffled", "casa-de-papel/talk.claim")
@LESSONS
def test_the_learner_tells_no_lie_that_the_open_cards_disprove(lesson: Lesson) -> None:
    """A card that was claimed exactly has come out of somebody's hand, or nobody saw what was claimed."""
    *_, match = moments(lesson)
    p = position(match)
    for past, laid in zip(p.rounds, p.laid[LEARNER], strict=True):
        said = past.claims[LEARNER].card
        if LEARNER in past.chosen and said in CARDS and said != laid:
            assert said in past.cards


@rule("casa-de-papel/successor.talk", "casa-de-papel/print.shuffled")
@LESSONS
def test_nobody_is_called_a_liar_whose_card_lies_open(lesson: Lesson) -> None:
    """Neither by the learner nor by the others: unless two claimed the same card and one came out."""
    *_, match = moments(lesson)
    for past in position(match).rounds:
        for said in past.said:
            if getattr(said, "what", "") == "lied":
                about = said.about  # type: ignore[union-attr]
                card = past.claims[about].card
                assert about in past.chosen
                assert card not in past.cards or len(claimants(past, card)) > past.cards.count(card)


@rule("casa-de-papel/aim.goal")
@LESSONS
def test_the_coach_gets_the_loot_right(lesson: Lesson) -> None:
    told = 0
    for match, tip in zip(moments(lesson), (tip.say["en"] for tip in lesson.mine), strict=False):
        for loot in re.findall(r"the loot is ([\d,]+)", tip, re.IGNORECASE):
            assert int(loot.replace(",", "")) == position(match).loot
            told += 1
    assert told
