"""`learn`: a lesson in the terminal, from the first tip to the last word."""

from __future__ import annotations

import speelhol
from speelhol.cli.seated_bots import invited
from speelhol.kernel import Lesson

from .tools import failure, run, says

GAME = speelhol.game("casa-de-papel")


def keys(lesson: Lesson) -> str:
    """Everything that the coach says, typed; and an Enter to begin."""
    return "\n" + "".join(f"{tip.do}\n" for tip in lesson.mine)


def test_a_lesson_is_learned_by_doing_what_the_coach_says() -> None:
    for chapter, lesson in enumerate(GAME.lessons, 1):
        result = run("learn", GAME.name, "--lesson", str(chapter), "--name", "Zoë", keys=keys(lesson))
        assert result.exit_code == 0
        names = ["Zoë", *(bot.name for bot in invited(["Zoë"], lesson.seats, "regular"))]
        steps = str(len(lesson.mine))
        for step, tip in enumerate(lesson.mine, 1):
            assert says("lesson.step", n=str(step), all=steps) in result.stdout
            said = tip.say["en"]
            for seat, name in enumerate(names):
                said = said.replace(f"{{{seat}}}", name)
            assert said in result.stdout
        assert lesson.end["en"].partition("{")[0] in result.stdout
        assert says("end.heading") in result.stdout
        assert says("lesson.basics") in result.stdout
        assert (f"--lesson {chapter + 1})" in result.stdout) == (chapter < len(GAME.lessons))


def test_what_the_bots_believe_stands_under_the_tip() -> None:
    shown = run("learn", GAME.name, "--lesson", "2", keys=keys(GAME.lessons[1])).stdout
    what = GAME.words.sentence("believes.robber", "en")
    assert shown.count(f"{what}:") == 1 + sum(bool(tip.beliefs) for tip in GAME.lessons[1].mine)
    assert "84% (was 75%)" in shown


def test_something_else_is_not_done_and_the_coach_says_so() -> None:
    shown = run("learn", GAME.name, keys="\nlay s500\nlay m0\nquit\n").stdout
    assert shown.count(says("lesson.astray")) == 1
    assert says("lesson.step", n="2", all=str(len(GAME.lessons[0].mine))) in shown


def test_a_lesson_that_is_not_there_gets_a_sentence() -> None:
    assert failure("learn", GAME.name, "--lesson", "9") == (2, f"{GAME.title} has lessons 1 to 2, not 9.")
    assert failure("learn", "chess")[0] == 2
