"""Drawings of numbers as SVG: an element, a plane with its scale, and on them bars, boxes, lines and two panels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Protocol

from msgspec import Struct

WIDTH, LABEL, ROW = 640, 190, 26
INK, SOFT, PALE, FILL = "#1d1a16", "#8a8378", "#e5e0d8", "#14553d"
COLOURS = (FILL, "#b4402f", "#2b5fa3", "#c98a1b", "#6d4a9c", "#2f8a8a", "#8a5a2b", "#5a5a5a")

Points = Sequence[tuple[float, float]]


class Spread(Protocol):
    """Of many numbers the least, the quartiles and the greatest."""

    @property
    def least(self) -> int: ...
    @property
    def lower(self) -> int: ...
    @property
    def median(self) -> int: ...
    @property
    def upper(self) -> int: ...
    @property
    def greatest(self) -> int: ...


def number(value: float) -> str:
    """A length, as exact as anybody can see."""
    return f"{value:.1f}".removesuffix(".0")


def element(tag: str, inside: str = "", **given: Any) -> str:
    """One element. `text_anchor` is written text-anchor and `class_` class; what is None is left out.

    What is given is escaped; `inside` is SVG.
    """
    told = "".join(f' {_dashed(name)}="{_plain(value)}"' for name, value in given.items() if value is not None)
    return f"<{tag}{told}>{inside}</{tag}>" if inside else f"<{tag}{told}/>"


def _dashed(name: str) -> str:
    return name.removesuffix("_").replace("_", "-")


def _plain(value: Any) -> str:
    return number(value) if isinstance(value, float) else escape(str(value))


def text(x: float, y: float, words: str, **given: Any) -> str:
    return element("text", escape(words), x=float(x), y=float(y), **given)


class Plane(Struct, frozen=True):
    """A part of a drawing with a scale: from (0, 0) at its lower left to (far, high) at its upper right."""

    left: float
    top: float
    width: float
    height: float
    far: float
    high: float = 1.0

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def floor(self) -> float:
        return self.top + self.height

    def x(self, value: float) -> float:
        return self.left + self.width * value / (self.far or 1.0)

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - value / (self.high or 1.0))

    def corner(self, **given: Any) -> str:
        """The two axes."""
        d = f"M{number(self.left)} {number(self.top)}V{number(self.floor)}H{number(self.right)}"
        return element("path", d=d, fill="none", **given)

    def across(self, value: float, **given: Any) -> str:
        """A line at a height, from left to right."""
        return element("path", d=f"M{number(self.left)} {number(self.y(value))}H{number(self.right)}", **given)

    def down(self, value: float, **given: Any) -> str:
        """A line from top to floor."""
        return element("path", d=f"M{number(self.x(value))} {number(self.top)}V{number(self.floor)}", **given)

    def beside(self, value: float, words: str, **given: Any) -> str:
        """Words at a height, left of the plane."""
        return text(self.left - 7, self.y(value) + 4, words, text_anchor="end", **given)

    def below(self, value: float, words: str, room: float = 18, **given: Any) -> str:
        """Words beneath the plane."""
        return text(self.x(value), self.floor + room, words, text_anchor="middle", **given)

    def line(self, points: Points, **given: Any) -> str:
        path = " ".join(f"{number(self.x(x))},{number(self.y(y))}" for x, y in points)
        return element("polyline", points=path, **given)

    def grid(self, parts: int, digits: int = 2) -> Iterator[str]:
        """Lines at equal heights with their numbers, but for the floor and the top."""
        for part in range(1, parts):
            value = self.high * part / parts
            yield self.across(value, stroke=PALE)
            yield self.beside(value, f"{value:.{digits}f}", fill=SOFT)


def drawing(width: float, height: float, parts: Sequence[str], title: str = "") -> str:
    """A whole file, on paper of its own."""
    paper = element("rect", width=width, height=height, fill="#fff")
    head = text(8, 20, title, font_weight="bold", fill=INK) if title else ""
    return element(
        "svg",
        paper + head + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family="sans-serif",
        font_size=13,
        role="img",
        aria_label=title or None,
    )


def bars(
    title: str, rows: Sequence[tuple[str, float, float, float]], line: float | None = None, percent: bool = True
) -> str:
    """Rows of (label, value, low, high); `line`: where a value would be by chance alone."""
    top = max([high for *_, high in rows] + ([line] if line else [])) * 1.12 or 1.0
    plane = Plane(LABEL, 30, WIDTH - LABEL - 90, 6 + ROW * len(rows), top)
    parts = []
    for at, (label, value, low, high) in enumerate(rows):
        y = 34 + ROW * at
        said = f"{100 * value:.1f} %" if percent else f"{value:.2f}"
        parts.append(text(LABEL - 8, y + 14, label, text_anchor="end", fill=INK))
        parts.append(element("rect", x=LABEL, y=y + 2, width=plane.x(value) - LABEL, height=16, rx=2, fill=FILL))
        parts.append(text(plane.x(high) + 6, y + 14, said, fill=INK))
        if high > low:
            a, b = number(plane.x(low)), number(plane.x(high))
            whisker = f"M{a} {y + 10}H{b}M{a} {y + 6}v8M{b} {y + 6}v8"
            parts.append(element("path", d=whisker, stroke=INK, stroke_width=1.5))
    if line is not None:
        parts.append(plane.down(line, stroke=COLOURS[1], stroke_width=1.5, stroke_dasharray="4 3"))
    return drawing(WIDTH, 44 + ROW * len(rows), parts, title)


def boxes(title: str, rows: Sequence[tuple[str, Spread]]) -> str:
    """Least, quartiles and greatest of each row, on one scale."""
    low, high = min(s.least for _, s in rows), max(s.greatest for _, s in rows)
    plane = Plane(LABEL, 34, WIDTH - LABEL - 30, ROW * len(rows), high - low)

    def at(value: float) -> float:
        return plane.x(value - low)

    parts = []
    for row, (label, s) in enumerate(rows):
        y = 34 + ROW * row
        box = max(1.0, at(s.upper) - at(s.lower))
        parts.append(text(LABEL - 8, y + 14, label, text_anchor="end", fill=INK))
        parts.append(element("path", d=f"M{number(at(s.least))} {y + 10}H{number(at(s.greatest))}", stroke=SOFT))
        parts.append(element("rect", x=at(s.lower), y=y + 3, width=box, height=14, rx=2, fill="#cfe3d6", stroke=FILL))
        parts.append(element("path", d=f"M{number(at(s.median))} {y + 3}v14", stroke=FILL, stroke_width=2.5))
    for value, anchor in ((low, "start"), ((low + high) / 2, "middle"), (high, "end")):
        parts.append(text(at(value), plane.floor + 14, f"{value:,.0f}", text_anchor=anchor, fill=SOFT))
    return drawing(WIDTH, plane.floor + 22, parts, title)


def lines(title: str, xs: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """A line for each row over the same steps, from zero."""
    top = 1.1 * max((y for _, ys in rows for y in ys), default=1.0)
    plane = Plane(50, 34, WIDTH - 190, 186, max(1, len(xs) - 1), top or 1.0)
    parts = [plane.corner(stroke=SOFT), *plane.grid(5)]
    every = max(1, len(xs) // 8)
    parts += [plane.below(step, xs[step], fill=SOFT) for step in range(0, len(xs), every)]
    for row, (label, ys) in enumerate(rows):
        colour = COLOURS[row % len(COLOURS)]
        dash = None if row < len(COLOURS) / 2 else "6 3"
        points = list(enumerate(ys))
        parts.append(plane.line(points, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dash))
        parts.append(text(plane.right + 10, 50 + 18 * row, label, fill=colour))
    return drawing(WIDTH, plane.floor + 26, parts, title)


def two(left: Points, right: Points, titles: tuple[str, str], unit: str) -> str:
    """Two panels side by side with one scale upwards, from zero."""
    top = 1.25 * max(y for _, y in (*left, *right))
    parts: list[str] = []
    for at, (points, title) in enumerate(zip((left, right), titles, strict=True)):
        plane = Plane(48 + 440 * at, 34, 360, 200, max(x for x, _ in points), top)
        parts.append(text(plane.left, plane.top - 14, title, font_weight="bold", fill=INK))
        parts += [plane.corner(stroke=SOFT), *plane.grid(5)]
        parts += [plane.below(x, f"{x:,.0f}", fill=SOFT) for x, _ in points[:: max(1, len(points) // 6)]]
        parts.append(plane.line(points, fill="none", stroke=FILL, stroke_width=2))
        parts += [element("circle", cx=plane.x(x), cy=plane.y(y), r=3.5, fill=FILL) for x, y in points]
        parts.append(text(plane.left + 6, plane.top + 8, unit, fill=SOFT))
    return drawing(868, 274, parts) + "\n"
