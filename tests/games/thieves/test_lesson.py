"""The lessons: whole matches that are won, with a coach who sees no more than the learner."""

from __future__ import annotations

import re

from msgspec.structs import replace

from speelhol.games.thieves.bot.beliefs import beliefs
from speelhol.games.thieves.events import Bribed, Caught, Gave, Opened, Swapped, YouDrew, YouGot, YouKept
from speelhol.games.thieves.table import COUNTS, ESCAPE, WORTH_IN_RAID
from speelhol.kernel import LANGUAGES, LEARNER, Event, Lesson, Match, convictions, put
from tests.lessons import each_lesson, followed
from tests.rules import rule

from .tables import GAME, at, play, table

LESSONS = each_lesson(GAME)
MONEY = {language: GAME.speak(language).term("m1").removesuffix("1") for language in LANGUAGES}


def last(lesson: Lesson) -> Match:
    *_, (match, _) = followed(GAME, lesson)
    return match


def log(lesson: Lesson) -> list[Event]:
    return list(last(lesson).view(LEARNER).log)


@rule("thieves/end.seventh", "thieves/end.score")
@LESSONS
def test_a_lesson_ends_with_the_seventh_getaway_car_and_the_learner_wins(lesson: Lesson) -> None:
    match = last(lesson)
    assert match.over
    assert match.result is not None
    assert match.result.winners == (LEARNER,)
    assert at(match).getaways == ESCAPE


@rule("thieves/raid.tie", "thieves/end.tie")
def test_the_first_lesson_plays_every_kind_of_card_and_tells_of_ties() -> None:
    lesson = GAME.lessons[0]
    played = {word for seat in range(lesson.seats) for text in lesson.script(seat) for word in text.split()}
    assert played >= set(COUNTS)
    mine = {word for text in lesson.script(LEARNER) for word in text.split()}
    assert mine >= {"ring", "horseshoe", "siren", "swap", "strike", "bribe", "keep", "give"}
    for language, tie in (("en", "tie"), ("nl", "gelijke stand"), ("fr", "égalité")):
        assert any(tie in tip.say[language] for tip in lesson.mine)
    for language, bag in (("en", "lighter bag"), ("nl", "lichtste zak"), ("fr", "sac le plus léger")):
        assert bag in lesson.end[language]
    assert any(isinstance(event, Caught) for event in log(lesson))


@rule("thieves/bribe.clear")
@LESSONS
def test_no_bribe_is_wasted_on_an_empty_table(lesson: Lesson) -> None:
    assert all(event.cards for event in log(lesson) if isinstance(event, Bribed))


@rule("thieves/money.look", "thieves/swap.know")
@LESSONS
def test_the_coach_names_no_money_that_the_learner_can_not_see(lesson: Lesson) -> None:
    """Whatever is called money 3 lies before the learner, in hand or open, was told, or is what a deed is about."""
    for match, tip in followed(GAME, lesson):
        if tip is None:
            continue
        view = match.view(LEARNER)
        now = view.now
        seen = {*now.hand, now.drawn, *(slot.card for slots in now.loot for slot in slots)}
        for event in view.log:
            if isinstance(event, Gave | YouDrew | YouKept | YouGot | Opened):
                seen.update((event.card,) if isinstance(event, Gave | YouKept | YouGot) else event.cards)
        for language in LANGUAGES:
            named = re.findall(rf"\b{MONEY[language]}(\d)", tip.say[language])
            assert {f"m{n}" for n in named} <= seen, tip.say[language]


@rule("thieves/swap.know")
@LESSONS
def test_the_coach_says_who_knows_a_card_that_was_swapped(lesson: Lesson) -> None:
    """Where a face-down card of the learner changes hands, the tip names its new owner, and that one still knows it."""
    for match, tip in followed(GAME, lesson):
        if tip is None or not tip.do.startswith("swap"):
            continue
        _, mine, other, _ = tip.do.split()
        if match.view(LEARNER).now.loot[LEARNER][int(mine) - 1].up:
            continue
        for language, still in (("en", "still know"), ("nl", "nog steeds"), ("fr", "toujours")):
            assert f"{{{other}}}" in tip.say[language]
            assert still in tip.say[language]
    swaps = [event for event in log(lesson) if isinstance(event, Swapped)]
    assert swaps


def test_a_coach_counts_right_what_the_others_show() -> None:
    """In the first lesson the learner is told to be safe: nobody else could be poorer than that."""
    for match, tip in followed(GAME, GAME.lessons[0]):
        if tip is not None and "at least 9" in tip.say["en"]:
            rows = match.view(LEARNER).now.loot
            known = [sum(WORTH_IN_RAID[slot.card] for slot in slots if slot.card) for slots in rows]
            assert (known[LEARNER] + 3, known[2]) == (6, 9)
            break
    else:
        raise AssertionError


def believed(lesson: Lesson, step: int) -> dict[int, float]:
    """What the others believe of the learner's newest face-down card before this decision."""
    match = [match for match, tip in followed(GAME, lesson) if tip is not None][step]
    return {one.seat: one.belief.chance for one in convictions(match, (1, 2))}


@rule("thieves/swap.know", "thieves/money.look")
def test_what_the_second_lesson_says_of_beliefs_is_so() -> None:
    """Whoever had a card knows it; of others much is believed, less of what a double strike drew, most near the end."""
    lesson = GAME.lessons[1]
    bluff, horseshoe, drawn = (believed(lesson, step) for step in (1, 2, 6))
    assert bluff[2] == 0.0
    assert abs(bluff[1] - horseshoe[1]) < 0.1
    assert min(bluff[1], *horseshoe.values()) > 0.5
    assert all(drawn[seat] < horseshoe[seat] - 0.05 for seat in (1, 2))
    for one in convictions(last(lesson), (1, 2)):
        assert one.before is not None
        assert one.belief.chance > one.before + 0.1


def test_a_belief_comes_from_what_a_bot_sees() -> None:
    """With no card face down there is none, and whoever saw a card is certain."""
    match = table("m1 m1 m1 m2", "m2 m2 m2", "m3 m3 m3", loot=["m1", "", ""])
    assert [belief for seat in (1, 2) for belief in beliefs(match.view(seat), LEARNER)] == []
    play(match, "keep m2")
    for card, sure in (("m0", 0.0), ("horseshoe", 1.0)):
        row = at(match).loot[LEARNER]
        at(match).loot = put(at(match).loot, LEARNER, (row[0], replace(row[1], card=card, seen=(0, 1))))
        (one,) = beliefs(match.view(1), LEARNER)
        assert one.chance == sure
        (one,) = beliefs(match.view(2), LEARNER)
        assert 0.2 < one.chance < 0.9
