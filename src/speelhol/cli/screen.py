"""How things look in a terminal: panels, events, rules; and how a line is read from the keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel as Box
from rich.rule import Rule as Ruler
from rich.segment import SegmentLines
from rich.table import Table
from rich.text import Text

from ..bots import roster
from ..kernel import Event, Panel, Rule, Rulebook, Speech
from ..kernel.cache import per_process
from ..kernel.rulebook import Chapter
from ..kernel.words import Words

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and then what was scrolled off it; some terminals move a cleared screen into the scroll-back."""
CLEAR = "\x1b[H\x1b[2J"

RESERVED = 3
"""Lines of the screen that are kept for what is typed."""
NOTHING_SAID = ("", "–", "-")
"""What the cell of a table holds when there is nothing to say."""
COMMANDS = ("undo", "table", "log", "hint", "help", "quit")
"""What can be typed besides an answer, by its English name."""
CHOOSING = ("more", "back", "done", "min", "half", "max")
"""What can be typed while an answer is filled in."""
STEPPING = ("b", "before", "g", "q", "quit")
"""What can be typed while a record is stepped through."""


@per_process()
def own_words() -> Words:
    own = resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
    return Words(roster.words(), own)


class Screen:
    """A terminal, or a pipe, and the language that its reader reads. Texts are never taken for markup."""

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        self.language = language
        self._speech = Speech(own_words(), language)

    def say(self, key: str, **values: str | int) -> str:
        return self._speech.phrase(key, **values)

    def join(self, parts: Iterable[str]) -> str:
        return self._speech.join(parts)

    def command(self, text: str, names: Sequence[str] = COMMANDS) -> str:
        """The one of these commands that a line means, by its name in the reader's language; else the line in small
        letters, in which an English name is one too."""
        word = text.lower()
        return next((name for name in names if word == self.say(f"command.{name}")), word)

    # ---- out

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def sorry(self, sentence: str) -> None:
        """What was wrong with what was typed, in one sentence."""
        self.console.print(Text(sentence, style="bold red"))

    def clear(self, scrollback: bool = False) -> None:
        """An empty screen; with `scrollback`, also nothing left to scroll up to. Nothing in a pipe."""
        if self.console.is_terminal:
            self.console.file.write(WIPE if scrollback else CLEAR)
            self.console.file.flush()
        else:
            self.console.print()

    def pages(self, blocks: Sequence[RenderableType], together: int = 1) -> list[list[RenderableType]]:
        """The blocks in portions that fit the screen, the last ones `together`; one portion in a pipe."""
        if not self.console.is_terminal:
            return [list(blocks)]
        room = max(4, self.console.height - RESERVED)
        pages: list[list[RenderableType]] = [[]]
        used = 0
        for block in (*blocks[:-together], Group(*blocks[-together:])):
            lines = self.console.render_lines(block, pad=False)
            for start in range(0, len(lines), room):  # a block that is taller than the screen goes on overleaf
                part = lines[start : start + room]
                if pages[-1] and used + len(part) > room:
                    pages.append([])
                    used = 0
                pages[-1].append(SegmentLines(part, new_lines=True))
                used += len(part)
        return pages

    # ---- in

    def read(self, prompt: str = "") -> str:
        """A line from the keyboard, without spaces around it. Raises EOFError, KeyboardInterrupt."""
        self.console.print(Text(f"{prompt} > " if prompt else "> ", style="bold"), end="")
        try:
            line = input()
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not self.console.is_terminal:
            self.console.print()
        return line.strip()

    # ---- pieces

    def heading(self, text: str, style: str = "yellow") -> RenderableType:
        return Ruler(Text(text, style=f"bold {style}"), align="left", style=f"dim {style}")

    def panel(self, panel: Panel, name: str = "") -> RenderableType:
        """A panel of a view; a private one stands in a box that names whose it is."""
        inside: list[RenderableType] = [Text(line) for line in panel.lines]
        if panel.table:
            width = self.console.width - (4 if panel.private else 0)
            inside.append(grid(panel.table, width, self.console))
        if not panel.private:
            return Group(self.heading(panel.title), *inside)
        title = Text(f"{name} · {panel.title}" if name else panel.title, style="bold magenta")
        return Box(Group(*inside), title=title, title_align="left", border_style="magenta", box=box.ROUNDED)

    def news(self, title: str, events: Sequence[tuple[Event, bool]], speech: Speech) -> list[RenderableType]:
        """Events in words, oldest first; those with True were told to this reader only."""
        mark = self.say("turn.only-you")
        return self.titled(title, [bullet(speech.event(e), mark if private else "") for e, private in events])

    def titled(self, title: str, blocks: Sequence[RenderableType], style: str = "cyan") -> list[RenderableType]:
        """Blocks under a heading that no page break can part from the first of them."""
        if not blocks:
            return []
        return [Group(self.heading(title, style), blocks[0]), *blocks[1:]]

    def rule(self, rule: Rule, with_id: bool = False) -> RenderableType:
        line = Text(rule.text[self.language])
        if with_id:
            name = rule.id.split("/", 1)[-1]
            line.append(f" [{name}\u00a0·\u00a0{rule.label}]", style="dim")
        return Padding(line, (0, 0, 0, 2), expand=False)

    def chapter(self, chapter: Chapter, with_ids: bool = False) -> list[RenderableType]:
        rules = [self.rule(r, with_ids) for r in chapter.rules]
        return self.titled(chapter.title[self.language], rules, "yellow")

    def rulebook(self, book: Rulebook) -> list[RenderableType]:
        return [block for chapter in book.chapters for block in self.chapter(chapter)]


class Bullet:
    """A text behind a point, its further lines below its first."""

    def __init__(self, text: Text, style: str) -> None:
        self.text = text
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        point = Text("• ", style=self.style)
        for line in self.text.wrap(console, max(1, options.max_width - 2)):
            line.rstrip()
            yield point + line
            point = Text("  ")


def bullet(text: str, mark: str = "") -> RenderableType:
    line = Text()
    if mark:
        line.append(f"({mark}) ", style="magenta")
    line.append(text)
    return Bullet(line, "magenta" if mark else "dim")


def grid(rows: Sequence[Sequence[str]], width: int, console: Console) -> RenderableType:
    """A table whose first row is its head; where it would be cramped, one paragraph a row instead."""
    head, *body = without_empty_columns(rows)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for cell in head:
        table.add_column(Text(cell))
    for row in body:
        table.add_row(*(Text(cell) for cell in row))
    natural = sum(max(cell_len(row[n]) for row in (head, *body)) + 2 for n in range(len(head)))
    if natural <= width:
        return table
    if console.measure(table).minimum <= width:
        options = console.options.update(width=width)
        if len(console.render_lines(table, options, pad=False)) <= 1 + 2 * len(body):
            return table
    paragraphs = Table.grid(padding=(0, 2, 0, 0))
    for row in body:
        line = Text()
        for name, cell in list(zip(head, row, strict=True))[1:]:
            if cell not in NOTHING_SAID:
                line.append(" · " if line else "", style="dim")
                line.append(f"{name} ", style="dim")
                line.append(cell)
        paragraphs.add_row(Text(row[0], style="bold"), line)
    return paragraphs


def without_empty_columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The same table less the columns in which no row says anything; the first one stays."""
    keep = [n for n in range(len(rows[0])) if n == 0 or any(row[n] not in NOTHING_SAID for row in rows[1:])]
    return [[row[n] for n in keep] for row in rows]
