"""Drawings as pictures: an SVG of the house, with its symbols, colours and fonts, as a PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ...kernel.cache import per_process
from . import rooms
from .packing import STATIC

FONTS = Path(__file__).parents[1] / "fonts"
"""The fonts of the pages in the format that is read here (`bench/fonts.py`), and a star."""
MOST = 64
"""Pictures that are kept, some 60 KB each."""

BLOCK = re.compile(r'(:root|\[data-room(?:="([\w-]+)")?\])\s*\{([^}]*)\}')
COLOUR = re.compile(r"--([\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{3,8})\b")
SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
USED = re.compile(r'href="(?:/[\w/.-]+)?#([\w-]+)"')
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*(#\w+))?\)")
MISSING = "#888"
"""For a colour that only a table has."""


@per_process()
def colours(room: str) -> dict[str, str]:
    """The colours of a room by day, by their names."""
    found: dict[str, str] = {}
    for _, name, block in BLOCK.findall(rooms.tokens()):
        if name in ("", room):
            found |= dict(COLOUR.findall(block))
    return found


@per_process()
def symbols() -> dict[str, str]:
    """The drawings of the house by their names."""
    return {found[1]: found[0] for found in SYMBOL.finditer((STATIC / "art.svg").read_text(encoding="utf-8"))}


def complete(svg: str, room: str) -> str:
    """The same drawing, with everything in it that it needs: symbols, and colours in place of their names."""
    known, shades = symbols(), colours(room)
    wanted = list(_used(svg, known))
    for name in wanted:
        wanted += [other for other in _used(known[name], known) if other not in wanted]
    head, tag, rest = svg.partition("<defs>")
    whole = head + tag + "".join(known[name] for name in wanted) + rest
    return VARIABLE.sub(lambda at: shades.get(at[1], at[2] or MISSING), USED.sub(r'href="#\1"', whole))


def _used(svg: str, known: dict[str, str]) -> Iterable[str]:
    return dict.fromkeys(name for name in USED.findall(svg) if name in known)


@per_process(MOST)
def png(svg: str) -> bytes:
    """A complete drawing as a picture: the same bytes for the same drawing, wherever it is drawn."""
    import resvg_py  # by the first link that unfolds, and in no house where none does

    files = [str(file) for file in sorted(FONTS.glob("*.ttf"))]
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=files, skip_system_fonts=True)
