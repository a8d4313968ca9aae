"""A story as a drawing: a line for each seat, its chance to win over the moves. Numbers in, SVG out."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ...den.analysis import Story

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 72, 52, 16, 40
LINE = 36
"""Room that the sign of a seat needs beside the end of its line."""

SIGN = 34


def graph(story: Story) -> Markup:
    """The whole drawing; whose sign is whose, the page says below.

    It says nothing that the table beside it does not say, so it is hidden from screen readers.
    """
    last = max(1, story.points[-1].at)

    def x(at: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / last

    def y(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    parts = [f'<svg class="story" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" focusable="false">']
    for share in (0, 25, 50, 75, 100):
        height = y(share / 100)
        parts.append(f'<path class="rule" d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 8}" y="{height + 5:.1f}" text-anchor="end">{share}%</text>')
    for at in sorted({0, last // 4, last // 2, 3 * last // 4, last}):
        parts.append(f'<text class="tick" x="{x(at):.1f}" y="{HEIGHT - 12}" text-anchor="middle">{at}</text>')
    for n, turn in enumerate(story.turns, 1):
        where, below = x(turn.at), TOP + 18 + LINE * (n - 1)
        parts.append(f'<path class="turning" d="M{where:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="turn-n" x="{where:.1f}" y="{below}" text-anchor="middle">{n}</text>')
    ends = [y(chance) for chance in story.points[-1].chances]
    for seat in range(len(ends)):
        path = " ".join(f"{x(p.at):.1f},{y(p.chances[seat]):.1f}" for p in story.points)
        parts.append(f'<polyline class="seat-line s{seat + 1}" points="{path}"/>')
    for seat, height in enumerate(_apart(ends)):
        end = WIDTH - RIGHT
        parts.append(f'<circle class="seat-end s{seat + 1}" cx="{end}" cy="{ends[seat]:.1f}" r="4"/>')
        sign = f'<use href="/static/art.svg#seat-{seat + 1}"/>'
        parts.append(
            f'<svg class="seat-sign" x="{end + 10}" y="{height - SIGN / 2:.1f}" width="{SIGN}" height="{SIGN}"'
            f' viewBox="0 0 40 40">{sign}</svg>'
        )
    return Markup("".join(parts) + "</svg>")  # noqa: S704 - numbers


def _apart(heights: Sequence[float]) -> list[float]:
    """Where signs stand beside the ends of their lines, so that none covers another."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = [0.0] * len(heights)
    floor = float(HEIGHT - BOTTOM)
    at = -1e9
    for i in order:
        at = placed[i] = max(heights[i], at + LINE)
    for i in reversed(order):  # what went too low moves up again
        floor = placed[i] = min(placed[i], floor)
        floor -= LINE
    return placed
