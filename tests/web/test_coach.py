"""What a learner reads beside the question: how far the lesson is, where it can be finished, what bots believe."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

import speelhol
from speelhol.den import Table
from speelhol.den.tables import entries as e
from speelhol.kernel import LANGUAGES, LEARNER, Lesson, View, convictions
from speelhol.web.pages.gallery import Quiet, bot_in, person_in
from speelhol.web.table import page as table_page
from speelhol.web.text.templates import Reader, say

from .house import House

GAME = "casa-de-papel"


def table_at(lesson: Lesson, number: int, step: int, *, taught: bool = True) -> Table:
    """The table of a lesson at one of its steps; or one like any other at which all this was played."""
    table = Table(0, "lesson/table")
    rules = speelhol.game(GAME).rules
    opened = e.Opened(GAME, rules, lesson.seats, lesson.options, person_in(LEARNER), taught, number=number)
    table.apply(opened)
    for seat in range(lesson.seats):
        table.apply(bot_in(GAME, seat))
    table.apply(e.Dealt(lesson.seed))
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    while table.playing.to_act:
        asked = table.playing.to_act
        seat = LEARNER if LEARNER in asked else asked[0]  # where all are asked at once, the others are still asked
        if seat == LEARNER and len(lesson.mine) - len(scripts[seat]) == step - 1:
            break
        table.apply(e.Moved(seat, scripts[seat].pop(0)))
    return table


def read(table: Table, seat: int | None, language: str = "en", words: bool = False) -> str:
    reader = Reader(language, "" if seat is None else person_in(seat), words=words)
    return table_page.page(reader, Quiet(), table, None, seat is None, "", None)


def told_steps() -> list[Any]:
    lessons = enumerate(speelhol.game(GAME).lessons, 1)
    return [
        pytest.param(lesson, number, step, id=f"{number}-{step}")
        for number, lesson in lessons
        for step, tip in enumerate(lesson.mine, 1)
        if tip.beliefs
    ]


TOLD = pytest.mark.parametrize(("lesson", "number", "step"), told_steps())


@TOLD
def test_the_learner_reads_what_each_bot_believes(lesson: Lesson, number: int, step: int) -> None:
    """Drawn and in words, in every language, as the bots' own inference has it."""
    table = table_at(lesson, number, step)
    found = convictions(table.playing, lesson.mine[step - 1].beliefs)
    for language in LANGUAGES:
        speech = table.game.speak(language, table.names)
        for words in (False, True):
            page = read(table, LEARNER, language, words)
            assert speech.believes(found[0].belief) in page
            rows = re.findall(r'<span>([^<]*)</span><meter[^>]* value="(\d+)"[^>]*></meter><b>([^<]*)</b>', page)
            wanted = [
                (speech.seat(c.seat), str(round(100 * c.belief.chance)), speech.percent(c.belief.chance)) for c in found
            ]
            assert rows == wanted


def test_nobody_else_and_nobody_at_a_real_table_is_told_or_has_it_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson, number, step = told_steps()[-1].values
    game, asked = speelhol.game(GAME), []

    def believes(view: View, about: int) -> list[Any]:
        asked.append(view.seat)
        return []

    monkeypatch.setitem(game.__dict__, "beliefs", believes)
    for taught, seats in ((True, (None, *range(1, lesson.seats))), (False, (None, *range(lesson.seats)))):
        table = table_at(lesson, number, step, taught=taught)
        for seat in seats:
            for words in (False, True):
                page = read(table, seat, words=words)
                assert 'class="lesson"' not in page
                assert "<meter" not in page
    assert asked == []
    read(table_at(lesson, number, step), LEARNER)
    assert set(asked) == set(lesson.mine[step - 1].beliefs)


def test_how_far_a_lesson_has_come_is_told_in_every_language() -> None:
    lesson = speelhol.game(GAME).lessons[1]
    table, steps = table_at(lesson, 2, 3), str(len(lesson.mine))
    for language in LANGUAGES:
        progress = say(language, "Step {n} of {all}", n="3", all=steps)
        assert f'<progress value="3" max="{steps}" aria-label="{progress}">' in read(table, LEARNER, language)


def test_a_lesson_can_be_finished_once_the_basics_are_told_and_gone_on_with() -> None:
    lesson = speelhol.game(GAME).lessons[0]
    (basics,) = (step for step, tip in enumerate(lesson.mine, 1) if tip.basics)
    for step in range(1, len(lesson.mine) + 1):
        page = read(table_at(lesson, 1, step), LEARNER)
        assert ("Finish here" in page) == (step >= basics)
        assert ("You know the basics now" in page) == (step == basics)


def test_whoever_finishes_finds_the_next_lesson_and_the_way_back(house: House) -> None:
    """The table is not among theirs any more, and is there when they go on."""
    game = speelhol.game(GAME)
    with httpx.Client(base_url=house.url, follow_redirects=True) as pupil:
        pupil.get("/credits")
        path = pupil.post(f"/learn/{GAME}").url.path
        code = path.rpartition("/")[2]
        assert path in pupil.get("/").text
        done = pupil.get(f"/learn/{GAME}", params={"lesson": 1, "finished": code}).text
        assert re.search(rf'action="/learn/{GAME}\?lesson=2">\s*<button class="btn btn-go"', done)
        for lesson in game.lessons:
            assert lesson.title["en"] in done
        assert f'href="{path}"' in done
        assert path not in pupil.get("/").text
        assert pupil.get(path).status_code == 200
        assert path in pupil.get("/").text
        assert pupil.get(f"/learn/{GAME}", params={"finished": "some-other-12"}).text.count("some-other") == 0
        assert pupil.get("/learn/no-such-game").status_code == 404
