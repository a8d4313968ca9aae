"""A story as a drawing: a line for each seat, its chance to win over the moves. Numbers in, SVG out."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ...den.analysis import Story
from ...plots import Plane, element, text

WIDTH, HEIGHT, BOTTOM = 720, 400, 40
LINE = 36
"""Room that the sign of a seat needs beside the end of its line."""

SIGN = 34
SHARES = (0, 25, 50, 75, 100)


def graph(story: Story) -> Markup:
    """The whole drawing; whose sign is whose, the page says below.

    It says nothing that the table beside it does not say, so it is hidden from screen readers.
    """
    last = max(1, story.points[-1].at)
    plane = Plane(72, 16, WIDTH - 72 - 52, HEIGHT - 16 - BOTTOM, last)
    parts = [plane.across(share / 100, class_="rule") for share in SHARES]
    parts += [plane.beside(share / 100, f"{share}%", class_="tick") for share in SHARES]
    parts += [plane.below(at, str(at), 28, class_="tick") for at in sorted({last * part // 4 for part in range(5)})]
    for n, turn in enumerate(story.turns, 1):
        parts.append(plane.down(turn.at, class_="turning"))
        below = plane.top + 18 + LINE * (n - 1)
        parts.append(text(plane.x(turn.at), below, str(n), class_="turn-n", text_anchor="middle"))
    ends = [plane.y(chance) for chance in story.points[-1].chances]
    for seat in range(len(ends)):
        parts.append(plane.line([(p.at, p.chances[seat]) for p in story.points], class_=f"seat-line s{seat + 1}"))
    for seat, height in enumerate(_apart(ends)):
        parts.append(element("circle", class_=f"seat-end s{seat + 1}", cx=plane.right, cy=ends[seat], r=4))
        parts.append(_sign(seat, plane.right + 10, height - SIGN / 2))
    box = f"0 0 {WIDTH} {HEIGHT}"
    whole = element("svg", "".join(parts), class_="story", viewBox=box, aria_hidden="true", focusable="false")
    return Markup(whole)  # noqa: S704 - numbers


def _sign(seat: int, x: float, y: float) -> str:
    use = element("use", href=f"/static/art.svg#seat-{seat + 1}")
    return element("svg", use, class_="seat-sign", x=x, y=y, width=SIGN, height=SIGN, viewBox="0 0 40 40")


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
