"""Lessons in the terminal: a match in which a coach says what to do, and the others do what was written for them."""

from __future__ import annotations

import random

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ..bots.roster import MIXED, USUAL
from ..kernel import LEARNER, SPOKEN, Action, Conviction, Game, Lesson, Tip, convictions, filled
from . import params, seated_bots
from .errors import Sorry
from .play import person_names
from .screen import Screen
from .session import Quit, Session


class LessonSession(Session):
    """A match at the keyboard that follows a lesson as long as it goes."""

    def __init__(self, screen: Screen, game: Game, lesson: Lesson, names: tuple[str, ...]) -> None:
        match = game.start(lesson.seats, lesson.seed, **lesson.options)
        bots = seated_bots.invited(names, lesson.seats, USUAL, MIXED)
        super().__init__(screen, match, names, bots, random.Random(lesson.seed), quick=True)  # noqa: S311
        self.lesson = lesson

    def done(self, seat: int) -> int:
        """How many decisions a seat has made."""
        return sum(who == seat for who, _ in self.match.record().actions)

    def scripted(self, seat: int) -> Action | None:
        """What the lesson lets a seat do now; None once it may do what it likes."""
        script, done = self.lesson.script(seat), self.done(seat)
        return self.match.game.read(script[done]) if done < len(script) else None

    def decide(self, seat: int) -> Action:
        return self.scripted(seat) or super().decide(seat)

    def allows(self, seat: int, action: Action) -> bool:
        if self.scripted(seat) in (None, action):
            return True
        self.screen.sorry(self.screen.say("lesson.astray"))
        return False

    def coached(self, seat: int) -> list[RenderableType]:
        done, mine = self.done(seat), self.lesson.mine
        if done < len(mine):
            return self.tip(mine[done], done)
        return self.last_words() if done == len(mine) else []

    def tip(self, tip: Tip, done: int) -> list[RenderableType]:
        say, steps = self.screen.say, len(self.lesson.mine)
        basics = [Text(say("lesson.basics"), style="green")] if tip.basics else []
        return [
            self.screen.heading(say("lesson.step", n=str(done + 1), all=str(steps)), "magenta"),
            self.spoken(tip.say[self.screen.language]),
            *self.believed(convictions(self.match, tip.beliefs)),
            *basics,
        ]

    def last_words(self) -> list[RenderableType]:
        said = self.spoken(self.lesson.end[self.screen.language])
        return [said, *self.believed(convictions(self.match, self.lesson.end_beliefs))]

    def spoken(self, text: str) -> Text:
        language = self.screen.language
        sentence = SPOKEN[language].typeset(text)
        return Text(filled(language, sentence, {str(n): name for n, name in enumerate(self.speech.names)}))

    def believed(self, found: tuple[Conviction, ...]) -> list[RenderableType]:
        """What the others believe of the learner."""
        lines: list[RenderableType] = []
        heading = ""
        for one in found:
            if (what := self.speech.believes(one.belief)) != heading:
                heading = what
                lines.append(Text(f"{what}:", style="dim"))
            now = self.speech.percent(one.belief.chance)
            line = Text.assemble(f"{self.speech.seat(one.seat)} ", (now, "bold"))
            if one.before is not None and (before := self.speech.percent(one.before)) != now:
                line.append(f" ({self.screen.say('lesson.was', percent=before)})", style="dim")
            lines.append(Padding(line, (0, 0, 0, 2), expand=False))
        return lines

    def end(self) -> None:
        super().end()
        if self.done(LEARNER) == len(self.lesson.mine):
            self.screen.show(Text(), *self.last_words())


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--lesson", "chapter", type=int, default=1, show_default=True, help="Which of its lessons.")
@click.option("--name", default="", help="Your name.")
@params.language
def learn(game: str, chapter: int, name: str, lang: str) -> None:
    """Learn GAME by playing: a coach tells what to do, step by step, and what the bots make of it."""
    screen = Screen(lang)
    chosen = params.find_game(game)
    lessons = chosen.lessons
    if not lessons:
        raise Sorry(f"There is no lesson for {chosen.title}.")
    if not 1 <= chapter <= len(lessons):
        raise Sorry(f"{chosen.title} has lessons 1 to {len(lessons)}, not {chapter}.")
    names = person_names((name,) if name else (), 1)
    screen.show(
        *(
            Text(f"{n:>3} {one.title[lang]}", style="bold" if n == chapter else "dim")
            for n, one in enumerate(lessons, 1)
        )
    )
    session = LessonSession(screen, chosen, lessons[chapter - 1], names)
    try:
        session.run()
    except (Quit, EOFError, KeyboardInterrupt):
        screen.show(Text(), Text(screen.say("end.quit")))
    if chapter < len(lessons):
        title = lessons[chapter].title[lang]
        command = f"speelhol learn {chosen.name} --lesson {chapter + 1}"
        screen.show(Text(screen.say("lesson.next", title=title, command=command)))
