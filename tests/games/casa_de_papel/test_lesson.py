"""The lessons: whole matches that are won, and a bluff that is one."""

from __future__ import annotations

import re

from speelhol.games.casa_de_papel.table import CARDS, Round
from speelhol.kernel import LEARNER, Lesson, convictions
from tests.lessons import each_lesson, moments
from tests.rules import rule

from .mint import GAME, position

LESSONS = each_lesson(GAME)


@LESSONS
def test_a_lesson_ends_with_the_match_and_the_learner_wins(lesson: Lesson) -> None:
    *_, match = moments(GAME, lesson)
    assert match.over
    assert match.result is not None
    assert LEARNER in match.result.winners


@LESSONS
def test_every_card_is_met_or_named(lesson: Lesson) -> None:
    *_, match = moments(GAME, lesson)
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
    *_, match = moments(GAME, lesson)
    p = position(match)
    for past, laid in zip(p.rounds, p.laid[LEARNER], strict=True):
        said = past.claims[LEARNER].card
        if LEARNER in past.chosen and said in CARDS and said != laid:
            assert said in past.cards


@rule("casa-de-papel/successor.talk", "casa-de-papel/print.shuffled")
@LESSONS
def test_nobody_is_called_a_liar_whose_card_lies_open(lesson: Lesson) -> None:
    """Neither by the learner nor by the others: unless two claimed the same card and one came out."""
    *_, match = moments(GAME, lesson)
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
    for match, tip in zip(moments(GAME, lesson), (tip.say["en"] for tip in lesson.mine), strict=False):
        for loot in re.findall(r"the loot is ([\d,]+)", tip, re.IGNORECASE):
            assert int(loot.replace(",", "")) == position(match).loot
            told += 1
    assert told


def believed(lesson: Lesson, step: int) -> dict[int, tuple[float, float]]:
    """By seat, how firmly the learner was taken for a robber before what was decided before this step, and now."""
    match = list(moments(GAME, lesson))[step - 1]
    found = convictions(match, lesson.mine[step - 1].beliefs)
    return {one.seat: (one.before or 0.0, one.belief.chance) for one in found}


def test_what_the_coach_says_of_trust_is_what_the_bots_believe() -> None:
    """A claim that comes out wins trust, one that does not or a word for the wrong player costs it, Raquel is sure."""
    first, second = GAME.lessons
    bluffed = believed(first, 9)
    assert bluffed[1][1] < 0.3 < 0.5 < min(bluffed[seat][1] for seat in (2, 3, 4))
    caught, honest = believed(first, 13), believed(first, 17)
    assert all(now < before for before, now in caught.values())
    assert sum(now > before for before, now in honest.values()) >= 3
    came_out, warned, defended, stopped = (believed(second, step) for step in (3, 6, 9, 11))
    assert [seat for seat, (before, now) in came_out.items() if now > before] == [1, 2, 4]
    assert -0.05 < min(now - before for before, now in warned.values()) < 0
    assert all(now < before for before, now in defended.values())
    assert [seat for seat, (before, now) in stopped.items() if now > before] == [4]
    hoped, proved = believed(second, 15), believed(second, 16)
    assert all(hoped[seat][0] < hoped[seat][1] < proved[seat][1] for seat in (1, 2, 3))
    assert proved[4][1] > 0.99
    assert min(now for _, now in believed(second, 17).values()) > 0.6


@rule("casa-de-papel/end.trump")
def test_after_the_last_claim_raquel_shows_herself_and_all_are_sure() -> None:
    _, second = GAME.lessons
    *_, ended = moments(GAME, second)
    found = convictions(ended, second.end_beliefs)
    assert [one.seat for one in found] == [1, 2, 3, 4]
    assert all((one.before or 0) < 0.75 for one in found[:3])
    assert all(one.belief.chance > 0.99 for one in found)
    assert "all are sure of you now" in second.end["en"]


@rule("casa-de-papel/aim.goal")
def test_the_coach_names_both_goals() -> None:
    first, _ = GAME.lessons
    for language, goals in (("en", ("2,000", "2,500")), ("nl", ("2.000", "2.500")), ("fr", ("2 000", "2 500"))):
        said = " ".join(tip.say[language] for tip in first.mine)
        assert all(goal in said for goal in goals), language


def test_the_coach_calls_an_experiment_what_will_cost_trust_and_promises_one_look() -> None:
    """The word for Bibi in the second lesson is scolded for by nobody who was not warned; one mask is looked behind."""
    _, second = GAME.lessons
    assert all(now < before for before, now in believed(second, 9).values())
    assert "experiment" in second.mine[7].say["en"]
    assert "experiment" in second.mine[8].say["en"]
    assert sum(str(tip.do).startswith("unmask") for tip in second.mine) == 1
    assert "one of them" in second.mine[10].say["en"]


def test_the_coach_tells_where_to_compare_what_a_lie_costs() -> None:
    first, _ = GAME.lessons
    assert all(one.before is not None for one in convictions(list(moments(GAME, first))[12], first.mine[12].beliefs))
    assert "beside what they believed before" in first.mine[12].say["en"]
