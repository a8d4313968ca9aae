"""From offers to an action: a numbered list, and amounts asked for field by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..kernel import Action, Choices, Either, Form, Offers, Refused, Rule, Speech, Split
from .screen import CHOOSING, Screen

FEW = 12
"""Forms with no more possibilities than this are simply listed."""
LONG = 30
"""So much of what was typed is repeated."""

Entry = Action | Form | Split


class Back(Exception):
    """The player wants to choose another offer."""


def entries(offers: Offers) -> list[Entry]:
    """The lines of the menu: actions as they are, and forms that need to be filled in."""
    if isinstance(offers, Either):
        return [entry for part in offers.parts for entry in entries(part)]
    if isinstance(offers, Choices) or offers.count <= FEW:
        return list(offers)
    assert isinstance(offers, Form | Split)
    return [offers]


class Chooser:
    """Finds out which of the offers a player wants. `hear` reads a line and deals with commands such as `?`."""

    def __init__(
        self,
        screen: Screen,
        speech: Speech,
        offers: Offers,
        hear: Callable[[str], str],
        why_not: Callable[[Action], Refused | None],
        read: Callable[[str], Action],
        rule: Callable[[str], Rule | None],
    ) -> None:
        self.screen = screen
        self.speech = speech
        self.offers = offers
        self.entries = entries(offers)
        self.labels = [self.label(entry) for entry in self.entries]
        self._hear = hear
        self._why_not = why_not
        self._read = read
        self._rule = rule
        self._typed: list[str] = []

    # ---- the menu

    def menu(self, shown: Sequence[int] | None = None) -> RenderableType:
        """The offers with their numbers, in as many columns as fit."""
        numbers = (range(len(self.entries)) if shown is None else shown)[: self.most]
        if len(numbers) <= 6 or self.columns == 1:
            table = Table.grid(padding=(0, 1, 0, 0))
            for n in numbers:
                table.add_row(Text(f"{n + 1:>3}", style="bold cyan"), Text(self.labels[n]))
            return table
        lines = [Text.assemble((f"{n + 1:>3} ", "bold cyan"), self.labels[n]) for n in numbers]
        return Columns(lines, equal=True, column_first=True, padding=(0, 3, 0, 0))

    @property
    def columns(self) -> int:
        """How many offers fit side by side."""
        wide = max((cell_len(label) for label in self.labels), default=0) + 4
        return max(1, (self.screen.console.width + 3) // (wide + 3))

    @property
    def most(self) -> int:
        """How many offers are shown at once: what fits the screen beside the question."""
        console = self.screen.console
        rows = max(8, console.height - 9) if console.is_terminal else 40
        return rows * self.columns

    def choose(self) -> Action:
        """Ask until an offered action is chosen."""
        high = len(self.entries)
        if high == 1 and not isinstance(self.entries[0], Action):
            while True:
                try:
                    return self.fill(self.entries[0])
                except Back:
                    continue
        start, most = 0, self.most
        while True:
            left = high - start - most
            if left > 0:
                self.screen.show(Text(self.screen.say("choose.more", n=str(left)), style="dim"))
            text = self.hear(self.screen.say("choose.pick"))
            first, *rest = text.split() or [""]
            number = read_number(first)
            if number is not None and 1 <= number <= high:
                entry = self.entries[number - 1]
                if isinstance(entry, Action) and not rest:
                    return entry
                if not isinstance(entry, Action):
                    self._typed = rest
                    try:
                        return self.fill(entry)
                    except Back:
                        self.screen.show(self.menu())
                        continue
            if self.command(text) == "more" and high > most:
                start = start + most if left > 0 else 0
                self.screen.show(self.menu(range(start, high)))
            elif not text:
                start = 0
                self.screen.show(self.menu())
            elif number is not None:
                self.screen.sorry(self.screen.say("choose.number" if high > 1 else "choose.only", high=str(high)))
            else:
                action = self.spelled(text)
                if action is not None:
                    return action

    def command(self, text: str) -> str:
        """What a line means while an answer is filled in, by its English name."""
        return self.screen.command(text, CHOOSING)

    def spelled(self, text: str) -> Action | None:
        """An action typed in its text form; else the offers that hold these words are shown."""
        try:
            action = self._read(text)
        except ValueError:
            found = [n for n, label in enumerate(self.labels) if text.casefold() in label.casefold()]
            if len(text) > LONG:
                text = text[:LONG] + "…"
            if found:
                self.screen.show(Text(self.screen.say("choose.found", text=text), style="dim"), self.menu(found))
            else:
                self.screen.sorry(self.screen.say("choose.none", text=text, high=str(len(self.entries))))
            return None
        refused = self._why_not(action)
        if refused is not None:
            self.refuse(refused)
            return None
        return action

    def refuse(self, refused: Refused) -> None:
        """Say why not, and the rule by which it is so."""
        self.screen.sorry(self.speech.refused(refused))
        rule = self._rule(refused.rule)
        if rule is not None:
            self.screen.show(self.screen.rule(rule))

    # ---- words for what is not filled in yet

    def label(self, entry: Entry) -> str:
        """What a line of the menu says; open fields as dots, with their range."""
        if isinstance(entry, Action):
            return self.speech.do(entry)
        if isinstance(entry, Split):
            most = self.speech.money(entry.most)
            sentence = self.sentence(entry.kind, entry.kind(()), {entry.field: "…"})
            return f"{sentence} (≤ {most})"
        ranges = [self.range(d) for d in entry.domains.values() if isinstance(d, range) and len(d) > 1]
        sentence = self.partial(entry, ())
        return f"{sentence} ({'; '.join(ranges)})" if ranges else sentence

    def partial(self, form: Form, values: Sequence[Any]) -> str:
        """A form in words: filled fields as they are, the others as dots."""
        holes = {}
        fields = list(form.domains)
        for n, (field, domain) in enumerate(form.domains.items()):
            if n < len(values):
                holes[field] = self.speech.value(form.kind, field, values[n])
            elif len(domain) == 1:
                holes[field] = self.speech.value(form.kind, field, domain[0])
            else:
                holes[field] = "…"
        firsts = [*values, *(form.domains[f][0] for f in fields[len(values) :])]
        return self.sentence(form.kind, form.kind(*firsts), holes)

    def sentence(self, kind: type[Action], sample: Action, holes: dict[str, str]) -> str:
        return self.speech.phrase(f"do.{sample.wording()}", **{f: holes.get(f, "…") for f in kind.__struct_fields__})

    def range(self, domain: Sequence[int]) -> str:
        low, high = domain[0], domain[-1]
        money = self.speech.money
        if abs(domain[1] - low if len(domain) > 1 else 1) == 1:
            return self.screen.say("choose.units", low=money(low), high=money(high))
        return self.screen.say("choose.range", low=money(low), high=money(high), step=money(domain[1] - low))

    # ---- filling in

    def hear(self, prompt: str) -> str:
        """The next word typed ahead, or a new line."""
        return self._typed.pop(0) if self._typed else self._hear(prompt)

    def fill(self, entry: Form | Split) -> Action:
        """Ask field by field. Raises Back if the player wants something else."""
        try:
            return self.split(entry) if isinstance(entry, Split) else self.form(entry)
        finally:
            self._typed = []

    def form(self, form: Form) -> Action:
        values: list[Any] = []
        for field, domain in form.domains.items():
            values.append(domain[0] if len(domain) == 1 else self.field(form, field, domain, values))
        return form.kind(*values)

    def field(self, form: Form, field: str, domain: Sequence[Any], values: list[Any]) -> Any:
        amount = isinstance(domain, range) and len(domain) > FEW
        labels = [] if amount else [self.speech.value(form.kind, field, v) for v in domain]
        if not self._typed:
            self.screen.show(Text(self.partial(form, values), style="bold"), Text(self.speech.field(form.kind, field)))
            if amount:
                self.screen.show(Text(self.range(domain)), Text(self.quick(domain), style="dim"))
            else:
                for n, label in enumerate(labels, 1):
                    self.screen.show(Text.assemble((f"{n:>3} ", "bold cyan"), label))
                self.screen.show(Text(self.screen.say("choose.other"), style="dim"))
        while True:
            text = self.hear(self.screen.say("choose.amount" if amount else "choose.which"))
            if self.command(text) == "back":
                raise Back
            if not amount:
                number = read_number(text)
                if number is not None and 1 <= number <= len(domain):
                    return domain[number - 1]
                self.screen.sorry(self.screen.say("menu.number", low="1", high=str(len(domain))))
            else:
                number = read_amount(self.command(text), domain)
                if number is not None and number in domain:
                    return number
                self.wrong(form, values, domain, number)
            self._typed = []

    def wrong(self, form: Form, values: list[Any], domain: Sequence[int], number: int | None) -> None:
        """Why this number won't do: in the game's own words where it has some."""
        if number is not None:
            rest = list(form.domains.values())[len(values) + 1 :]
            refused = self._why_not(form.kind(*values, number, *(d[0] for d in rest)))
            if refused is not None and refused.reason != "not-offered":
                self.refuse(refused)
                return
        self.screen.sorry(self.screen.say("choose.wrong-range", range=self.range(domain)))

    def quick(self, domain: Sequence[int]) -> str:
        money = self.speech.money
        return self.screen.say(
            "choose.quick", low=money(domain[0]), half=money(domain[len(domain) // 2]), high=money(domain[-1])
        )

    # ---- one sum over several keys

    def split(self, split: Split) -> Action:
        money, say_own = self.speech.money, self.screen.say
        amounts = dict.fromkeys(split.keys, 0)
        names = [self.speech.term(key) for key in split.keys]
        while True:
            left = split.most - sum(amounts.values())
            bounds = self.range(range(0, left + 1, split.unit))
            if not self._typed:
                self.spread(split, names, list(amounts.values()), left)
            words = self.hear_pair(say_own("split.ask", example=money(split.unit)))
            said = self.command(" ".join(words))
            if said == "back":
                raise Back
            if said == "done":
                given = tuple((k, n) for k, n in amounts.items() if n)
                action = split.kind(given)
                refused = self._why_not(action)
                if refused is None:
                    return action
                if len(given) < split.parts:
                    self.screen.sorry(say_own("split.few", low=str(split.parts)))
                else:
                    self.refuse(refused)
                continue
            at = read_number(words[0]) if len(words) > 1 else None
            if at is None or not 1 <= at <= len(names):
                self.screen.sorry(say_own("split.wrong", range=bounds))
                continue
            key = split.keys[at - 1]
            free = range(0, left + amounts[key] + 1, split.unit)
            amount = read_amount(self.command(" ".join(words[1:])), free)
            if amount is None or amount not in free:
                self.screen.sorry(say_own("split.wrong", range=self.range(free)))
            elif amount and not amounts[key] and sum(n > 0 for n in amounts.values()) >= split.up_to:
                self.screen.sorry(say_own("split.many", high=str(split.up_to)))
            else:
                amounts[key] = amount

    def spread(self, split: Split, names: list[str], amounts: list[int], left: int) -> None:
        money, say_own = self.speech.money, self.screen.say
        most, unit = money(split.most), money(split.unit)
        parts = "split.exactly" if split.parts == split.up_to else "split.parts"
        over = say_own("split.over", most=most, unit=unit)
        some = say_own(parts, low=str(split.parts), high=str(split.up_to))
        table = Table.grid(padding=(0, 2, 0, 0))
        for n, (name, amount) in enumerate(zip(names, amounts, strict=True), 1):
            style = "bold" if amount else "dim"
            table.add_row(Text(f"{n:>3}", style="bold cyan"), Text(name), Text(money(amount), style=style))
        self.screen.show(Text(f"{over} {some}", style="bold"), table)
        self.screen.show(Text(say_own("split.left", left=money(left)), style="bold"))

    def hear_pair(self, prompt: str) -> list[str]:
        if self._typed:
            words, self._typed = self._typed[:2], self._typed[2:]
            return [word.lower() for word in words]
        return self._hear(prompt).lower().split()


def read_number(text: str) -> int | None:
    """A plain number of a sensible length, or None."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else None


def read_amount(text: str, domain: Sequence[int]) -> int | None:
    """A number as people type it (1.200, 1,200, 1 200), or min, half, max. None if it is none."""
    quick = {"min": domain[0], "half": domain[len(domain) // 2], "max": domain[-1]}
    if text.lower() in quick:
        return quick[text.lower()]
    if re.fullmatch(r"-?[0-9]{1,3}([., \xa0\u202f][0-9]{3}){1,4}", text):
        text = re.sub(r"[., \xa0\u202f]", "", text)
    return read_number(text)
