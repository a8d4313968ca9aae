"""A small drawing of measurements, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

Points = Sequence[tuple[float, float]]
WIDTH, HEIGHT, LEFT, TOP, GAP = 360, 200, 48, 34, 80


def two(left: Points, right: Points, titles: tuple[str, str], unit: str) -> str:
    """Two panels side by side with one scale upwards, from zero."""
    top = 1.25 * max(y for _, y in (*left, *right))
    panels = "".join(
        _panel(points, title, top, unit, LEFT + number * (WIDTH + GAP))
        for number, (points, title) in enumerate(zip((left, right), titles, strict=True))
    )
    width, height = LEFT + 2 * WIDTH + GAP + 20, TOP + HEIGHT + 40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{width}" height="{height}" fill="#fff"/>{panels}</svg>\n'
    )


def _panel(points: Points, title: str, top: float, unit: str, x0: float) -> str:
    far = max(x for x, _ in points) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        return round(x0 + WIDTH * x / far, 1), round(TOP + HEIGHT * (1 - y / top), 1)

    floor = TOP + HEIGHT
    parts = [
        f'<text x="{x0}" y="{TOP - 14}" font-weight="bold">{title}</text>',
        f'<path d="M{x0} {TOP}V{floor}H{x0 + WIDTH}" fill="none" stroke="#666"/>',
    ]
    for part in range(1, 5):
        y = top * part / 5
        _, py = at(0, y)
        parts.append(f'<path d="M{x0} {py}h{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 6}" y="{py + 4}" text-anchor="end">{y:.2f}</text>')
    for x, _ in points[:: max(1, len(points) // 6)]:
        px, _ = at(x, 0)
        parts.append(f'<text x="{px}" y="{floor + 18}" text-anchor="middle">{x:,.0f}</text>')
    places = [at(x, y) for x, y in points]
    line = " ".join(f"{px},{py}" for px, py in places)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#14553d" stroke-width="2"/>')
    parts += [f'<circle cx="{px}" cy="{py}" r="3.5" fill="#14553d"/>' for px, py in places]
    parts.append(f'<text x="{x0 + 6}" y="{TOP + 8}" fill="#666">{unit}</text>')
    return "".join(parts)
