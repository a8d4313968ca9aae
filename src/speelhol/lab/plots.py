"""Small drawings of what was measured, as SVG: bars with their intervals, boxes, lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .simulate import Spread

WIDTH, LABEL, ROW = 640, 190, 26
INK, SOFT, FILL = "#1d1a16", "#8a8378", "#14553d"
COLOURS = ("#14553d", "#b4402f", "#2b5fa3", "#c98a1b", "#6d4a9c", "#2f8a8a", "#8a5a2b", "#5a5a5a")


def _svg(height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{escape(title)}"><rect width="{WIDTH}" height="{height:.0f}" '
        f'fill="#fff"/><text x="8" y="20" font-weight="bold" fill="{INK}">{escape(title)}</text>{"".join(parts)}</svg>'
    )


def bars(
    title: str, rows: Sequence[tuple[str, float, float, float]], line: float | None = None, percent: bool = True
) -> str:
    """Rows of (label, value, low, high); `line`: where a value would be by chance alone."""
    top = max([high for *_, high in rows] + ([line] if line else [])) * 1.12 or 1.0
    room = WIDTH - LABEL - 90

    def at(value: float) -> float:
        return LABEL + room * value / top

    parts = []
    for number, (label, value, low, high) in enumerate(rows):
        y = 34 + ROW * number
        said = f"{100 * value:.1f} %" if percent else f"{value:.2f}"
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end" fill="{INK}">{escape(label)}</text>'
            f'<rect x="{LABEL}" y="{y + 2}" width="{at(value) - LABEL:.1f}" height="16" rx="2" fill="{FILL}"/>'
            f'<text x="{at(high) + 6:.1f}" y="{y + 14}" fill="{INK}">{said}</text>'
        )
        if high > low:
            parts.append(
                f'<path d="M{at(low):.1f} {y + 10}H{at(high):.1f}M{at(low):.1f} {y + 6}v8M{at(high):.1f} {y + 6}v8" '
                f'stroke="{INK}" stroke-width="1.5"/>'
            )
    if line is not None:
        parts.append(
            f'<path d="M{at(line):.1f} 30V{36 + ROW * len(rows)}" stroke="#b4402f" stroke-width="1.5" '
            'stroke-dasharray="4 3"/>'
        )
    return _svg(44 + ROW * len(rows), parts, title)


def boxes(title: str, rows: Sequence[tuple[str, Spread]]) -> str:
    """Least, quartiles and greatest of each row, on one scale."""
    low, high = min(s.least for _, s in rows), max(s.greatest for _, s in rows)
    room = WIDTH - LABEL - 30

    def at(value: float) -> float:
        return LABEL + room * (value - low) / ((high - low) or 1)

    parts = []
    for number, (label, s) in enumerate(rows):
        y = 34 + ROW * number
        parts.append(
            f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end" fill="{INK}">{escape(label)}</text>'
            f'<path d="M{at(s.least):.1f} {y + 10}H{at(s.greatest):.1f}" stroke="{SOFT}"/>'
            f'<rect x="{at(s.lower):.1f}" y="{y + 3}" width="{max(1.0, at(s.upper) - at(s.lower)):.1f}" height="14" '
            f'rx="2" fill="#cfe3d6" stroke="{FILL}"/>'
            f'<path d="M{at(s.median):.1f} {y + 3}v14" stroke="{FILL}" stroke-width="2.5"/>'
        )
    y = 34 + ROW * len(rows)
    for value, anchor in ((low, "start"), ((low + high) / 2, "middle"), (high, "end")):
        parts.append(f'<text x="{at(value):.1f}" y="{y + 14}" text-anchor="{anchor}" fill="{SOFT}">{value:,.0f}</text>')
    return _svg(y + 22, parts, title)


def lines(title: str, xs: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """A line for each row over the same steps, from zero."""
    top = 1.1 * max((y for _, ys in rows for y in ys), default=1.0) or 1.0
    height, left, room = 220, 50, WIDTH - 190
    parts = [f'<path d="M{left} 34V{height}H{left + room}" fill="none" stroke="{SOFT}"/>']

    def at(step: int, y: float) -> tuple[float, float]:
        return left + room * step / max(1, len(xs) - 1), height - (height - 34) * y / top

    for part in range(1, 5):
        y = top * part / 4.4
        parts.append(
            f'<path d="M{left} {at(0, y)[1]:.1f}h{room}" stroke="#e5e0d8"/>'
            f'<text x="{left - 6}" y="{at(0, y)[1] + 4:.1f}" text-anchor="end" fill="{SOFT}">{y:.2f}</text>'
        )
    for step, label in enumerate(xs):
        if step % max(1, len(xs) // 8) == 0:
            x = at(step, 0)[0]
            parts.append(
                f'<text x="{x:.1f}" y="{height + 16}" text-anchor="middle" fill="{SOFT}">{escape(label)}</text>'
            )
    for number, (label, ys) in enumerate(rows):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join("{:.1f},{:.1f}".format(*at(step, y)) for step, y in enumerate(ys))
        dash = "" if number < len(COLOURS) / 2 else ' stroke-dasharray="6 3"'
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts.append(f'<text x="{left + room + 10}" y="{50 + 18 * number}" fill="{colour}">{escape(label)}</text>')
    return _svg(height + 26, parts, title)
