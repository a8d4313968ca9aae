"""A match at one keyboard: one person, or several who hand it on, against bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..kernel import Action, Match, Refused, Result, Rule, Speech, View, house_rules
from . import seated_bots
from .choose import Chooser
from .screen import Screen
from .seated_bots import SeatedBot


class Quit(Exception):
    """A player leaves the table."""


class ChoiceUndone(Exception):
    """A choice was taken back."""


class Session:
    """A match at one keyboard. The persons sit in the first seats, the bots in the others."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        names: Sequence[str],
        bots: Sequence[SeatedBot],
        rng: random.Random,
        quick: bool,
    ) -> None:
        self.screen = screen
        self.match = match
        self.speech: Speech = match.game.speak(screen.language, [*names, *(bot.name for bot in bots)])
        people = self.people = tuple(range(len(names)))
        self.bots = dict(enumerate(bots, len(names)))
        self.shared = len(people) > 1
        self.at: int | None = None if self.shared else 0
        """Who sits at the keyboard."""
        self._rng = rng
        self._quick = quick
        self._heard = dict.fromkeys(people, 0)
        self._heard_open = dict.fromkeys(people, 0)

    def run(self) -> None:
        """Play to the end. Raises Quit, EOFError or KeyboardInterrupt if a person leaves before."""
        self.welcome()
        while not self.match.over:
            seat = self.next()
            if seat in self.people:
                self.turn(seat)
            else:
                self.match.play(seat, self.decide(seat))
        self.end()

    def decide(self, seat: int) -> Action:
        """What a bot does."""
        return self.bots[seat].decide(self.match.view(seat), self._rng)

    def allows(self, seat: int, action: Action) -> bool:
        """Whether this can be done here, whatever the rules say; says why if not."""
        return True

    def coached(self, seat: int) -> list[RenderableType]:
        """What stands above a question."""
        return []

    def next(self) -> int:
        """Persons answer before bots, and who holds the keyboard before who would have to be handed it."""
        asked = self.match.to_act
        if self.at in asked:
            assert self.at is not None
            return self.at
        return next((s for s in asked if s in self.people), asked[0])

    # ---- a turn

    def turn(self, seat: int) -> None:
        """Ask a person, and do what is chosen."""
        if self.at != seat and not self.hand_over(seat):
            return
        view = self.match.view(seat)
        news = self.news(seat)
        self.screen.clear(self.shared)
        chooser = self.chooser(seat, view)
        mine = len(self.mine(view))
        self.page([*self.told(news), *self.table(view), self.question(view, chooser)], together=mine + 1)
        while True:
            try:
                action = chooser.choose()
                if self.allows(seat, action):
                    self.match.play(seat, action)
                    break
            except Refused as refused:
                chooser.refuse(refused)
            except ChoiceUndone:
                return
        self.confirm(seat, action)

    def chooser(self, seat: int, view: View) -> Chooser:
        assert view.offers is not None
        match = self.match

        def why_not(action: Action) -> Refused | None:
            return match.why_not(seat, action)

        def hear(prompt: str) -> str:
            return self.hear(seat, view, chooser, prompt)

        chooser = Chooser(self.screen, self.speech, view.offers, hear, why_not, match.game.read, self.rule)
        return chooser

    def rule(self, name: str) -> Rule | None:
        """The rule of the game or of the house that has this id, if there is one."""
        return next((book[name] for book in (self.match.game.rulebook, house_rules()) if name in book), None)

    def confirm(self, seat: int, action: Action) -> None:
        """Before others answer, a slip of the finger can be taken back."""
        if self._quick or self.match.over or self.next() in self.people or self.match.why_not_undo(seat) is not None:
            return
        self.screen.show(Text(self.screen.say("turn.done", action=self.speech.do(action)), style="green"))
        if self.screen.command(self.screen.read(self.screen.say("turn.confirm"))) in ("undo", "u"):
            self.undo(seat)

    def hand_over(self, seat: int) -> bool:
        """Clear everything and wait for another person. False if the one before takes a choice back."""
        say, before = self.screen.say, self.at
        self.screen.clear(scrollback=True)
        name = self.speech.seat(seat)
        may_undo = before is not None and self.match.why_not_undo(before) is None
        self.screen.show(self.screen.heading(say("hand.over", name=name), "cyan"))
        if before is not None and may_undo:
            self.screen.show(Text(say("hand.undo", name=self.speech.seat(before)), style="dim"))
        text = self.screen.command(self.screen.read(say("hand.press", name=name)))
        if text in ("undo", "u") and before is not None and may_undo:
            self.undo(before)
            self.at = None  # whoever typed it, the screen stays empty until the right person looks
            return False
        if text in ("quit", "q"):
            raise Quit
        self.at = seat
        return True

    def undo(self, seat: int) -> None:
        """Take the newest choice back. Raises Refused."""
        self.match.undo(seat)
        told = len(self.match.view(None).log)
        for person in self.people:
            self._heard[person] = min(self._heard[person], len(self.match.view(person).log))
            self._heard_open[person] = min(self._heard_open[person], told)

    # ---- what is shown

    def news(self, seat: int) -> list[tuple[Any, bool]]:
        """What the seat has been told since it was last asked."""
        log, table = self.match.view(seat).log, self.match.view(None).log
        news = log.own_since(self._heard[seat])
        self._heard[seat], self._heard_open[seat] = len(log), len(table)
        return news

    def told(self, news: Sequence[tuple[Any, bool]]) -> list[RenderableType]:
        return self.screen.news(self.screen.say("turn.news"), news, self.speech)

    def table(self, view: View) -> list[RenderableType]:
        name = self.speech.seat(view.seat) if view.seat is not None else ""
        panels = self.match.game.describe(view.now, self.speech)
        return [self.screen.panel(p, name) for p in sorted(panels, key=lambda p: p.private)]

    def question(self, view: View, chooser: Chooser) -> RenderableType:
        heading = self.screen.heading(self.screen.say("turn.question", name=self.speech.seat(view.seat)), "green")
        assert view.seat is not None
        undo = self.match.why_not_undo(view.seat) is None
        keys = Text(self.screen.say("turn.keys-undo" if undo else "turn.keys"), style="dim")
        parts = [*self.coached(view.seat), heading, Text(self.speech.ask(view), style="bold")]
        if len(chooser.entries) > 1 or isinstance(chooser.entries[0], Action):
            parts.append(chooser.menu())
        return Group(*parts, keys)

    def page(self, blocks: Sequence[RenderableType], together: int = 1) -> None:
        """Show blocks, a screenful at a time, the last ones `together`."""
        pages = self.screen.pages(blocks, together)
        for n, page in enumerate(pages, 1):
            self.screen.show(*page)
            if n < len(pages):
                self.screen.read(self.screen.say("turn.more"))
                self.screen.clear(self.shared)

    # ---- what can be typed besides an answer

    def hear(self, seat: int, view: View, chooser: Chooser, prompt: str) -> str:
        """A line that is not a command. Raises Quit, ChoiceUndone."""
        while True:
            text = self.screen.read(prompt)
            word = self.screen.command(text)
            if word in ("quit", "q", "exit"):
                raise Quit
            if word == "undo":
                try:
                    self.undo(seat)
                except Refused as refused:
                    chooser.refuse(refused)
                    continue
                self.screen.show(Text(self.screen.say("turn.undone"), style="green"))
                raise ChoiceUndone
            blocks = self.answer(word, seat, view)
            if blocks is None:
                return text
            self.aside(blocks, view, chooser)

    def answer(self, word: str, seat: int, view: View) -> list[RenderableType] | None:
        """What a command shows, or None if it is no command."""
        say = self.screen.say
        rulebook = self.match.game.rulebook
        step = view.agenda[-1]
        rule = step.rule
        if word == "?":
            now = Text(say("turn.now", step=self.speech.step(step)), style="dim")
            found = self.rule(rule)
            text = self.screen.rule(found) if found is not None else Text(say("turn.no-rule"))
            return [self.screen.heading(say("turn.rule")), text, now]
        if word in ("r", "rules"):
            name = rulebook[rule].chapter if rule in rulebook else None
            blocks = [block for c in rulebook.chapters if c.id == name for block in self.screen.chapter(c)]
            return blocks or [Text(say("turn.no-rule"))]
        if word in ("r all", "rules all", f"r {say('command.all')}"):
            return [*self.screen.rulebook(rulebook), *self.screen.rulebook(house_rules())]
        if word == "log":
            events = self.match.view(seat).log.own_since(0)
            return self.screen.news(say("turn.log"), events, self.speech)
        if word in ("table", "t"):
            return self.table(view)
        if word == "hint":
            return seated_bots.hint(self.screen, self.speech, view, self._rng)
        if word in ("help", "h"):
            keys = ("number", "word", "rule", "table", "hint", "undo", "quit")
            return [self.screen.heading(say("help.heading")), *(Text(f"  {say(f'help.{k}')}") for k in keys)]
        return None

    def aside(self, blocks: Sequence[RenderableType], view: View, chooser: Chooser) -> None:
        """Show something else, then the question again."""
        if self.screen.console.is_terminal:
            self.screen.clear(self.shared)
            self.page(blocks)
            self.screen.read(self.screen.say("turn.back"))
            self.screen.clear(self.shared)
        else:
            self.page(blocks)
        self.page([*self.mine(view), self.question(view, chooser)], together=2)

    def mine(self, view: View) -> list[RenderableType]:
        name = self.speech.seat(view.seat)
        panels = self.match.game.describe(view.now, self.speech)
        return [self.screen.panel(p, name) for p in panels if p.private]

    # ---- beginning and end

    def welcome(self) -> None:
        say = self.screen.say
        self.screen.clear(self.shared)
        roster = Table.grid(padding=(0, 3, 0, 0))
        for seat in range(self.match.seats):
            person = seat in self.people
            you = say("welcome.person" if self.shared else "welcome.you")
            roster.add_row(
                Text(self.speech.seat(seat), style="bold" if person else ""),
                Text(you if person else self.bots[seat].kind(self.screen), style="" if person else "dim"),
            )
        self.page(
            [
                self.screen.heading(self.speech.phrase("title")),
                Text(self.speech.phrase("tagline"), style="italic"),
                *self.screen.chapter(self.match.game.rulebook.chapters[0]),
                self.screen.heading(say("welcome.table")),
                roster,
                Text(),
                Text(say("welcome.how")),
            ],
            together=4,
        )
        if self.screen.command(self.screen.read(say("welcome.start"))) in ("quit", "q", "exit"):
            raise Quit

    def end(self) -> None:
        """Everything is open now: what happened at last, the table, and who won."""
        say = self.screen.say
        self.screen.clear(self.shared)
        if self.shared:
            view = self.match.view(None)
            start = min(self._heard_open.values())
            news = [(event, False) for event in view.log.since(start)]
        else:
            (seat,) = self.people
            view = self.match.view(seat)
            news = self.news(seat)
        assert view.result is not None
        result = Group(
            self.screen.heading(say("end.heading"), "green"), *final_table(self.screen, self.speech, view.result)
        )
        self.page([*self.told(news), *self.table(view), result])


def final_table(screen: Screen, speech: Speech, result: Result) -> list[RenderableType]:
    """Ranks and scores, and the winners by name."""
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim", pad_edge=False)
    for key in ("end.rank", "end.player", "end.score"):
        table.add_column(screen.say(key), justify="left" if key == "end.player" else "right")
    for seat in sorted(range(len(result.ranks)), key=lambda s: result.ranks[s]):
        style = "bold" if seat in result.winners else ""
        cells = (str(result.ranks[seat]), speech.seat(seat), speech.money(result.scores[seat]))
        table.add_row(*(Text(cell, style=style) for cell in cells))
    return [table, Text(winners(screen, speech, result), style="bold green")]


def winners(screen: Screen, speech: Speech, result: Result) -> str:
    if not result.winners:
        return screen.say("end.nobody")
    if result.draw:
        return screen.say("end.draw")
    who = speech.join(speech.seat(s) for s in result.winners)
    return screen.say("end.winners", n=str(len(result.winners)), who=who)
