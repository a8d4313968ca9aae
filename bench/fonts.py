"""The house's fonts once more, as files that an SVG can be drawn with: `web/fonts`, made of `web/static/fonts`.

    pip install fonttools brotli                # the product needs neither
    python -m bench.fonts

Browsers read WOFF2, which resvg does not. Their letters stay as they are; the licence (OFL 1.1, beside the originals)
allows the other format. One sign that sentences need and neither has, a star, is a font of its own.
"""

from __future__ import annotations

import math
from importlib import import_module
from pathlib import Path
from typing import Any

WEB = Path(__file__).parent.parent / "src/speelhol/web"
FONTS = ("fraunces", "inter")
EM, POINTS = 1000, 5
MIDDLE, OUTER, INNER = 380, 400, 153


def corners() -> list[tuple[int, int]]:
    """The points of a star, clockwise from the top."""
    turns = [(math.pi * n / POINTS, INNER if n % 2 else OUTER) for n in range(2 * POINTS)]
    return [(round(EM / 2 + far * math.sin(turn)), round(MIDDLE + far * math.cos(turn))) for turn, far in turns]


def star() -> Any:
    """A font with nothing but a star in it."""
    build = import_module("fontTools.fontBuilder").FontBuilder(EM, isTTF=True)
    glyphs = {}
    for name, points in ((".notdef", []), ("star", corners())):
        pen = import_module("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
        for n, point in enumerate(points):
            pen.lineTo(point) if n else pen.moveTo(point)
        if points:
            pen.closePath()
        glyphs[name] = pen.glyph()
    build.setupGlyphOrder(list(glyphs))
    build.setupCharacterMap({ord("★"): "star"})
    build.setupGlyf(glyphs)
    build.setupHorizontalMetrics({".notdef": (EM // 2, 0), "star": (EM, EM // 2 - OUTER)})
    build.setupHorizontalHeader(ascent=EM, descent=-EM // 4)
    build.setupNameTable({"familyName": "Speelhol Star", "styleName": "Regular", "psName": "SpeelholStar"})
    build.setupOS2()
    build.setupPost()
    return build.font


def main() -> None:
    made = {}
    for name in FONTS:
        made[name] = import_module("fontTools.ttLib").TTFont(WEB / f"static/fonts/{name}.woff2", recalcTimestamp=False)
        made[name].flavor = None
    made["star"] = star()
    for name, font in made.items():
        file = WEB / f"fonts/{name}.ttf"
        font.save(file)
        print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
