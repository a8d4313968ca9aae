"""A game's room, from its own folder: a door, a sign, colours; and what stands in where it has none."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from ...games import game as find_game
from ...games import games
from ...kernel.cache import per_process
from .packing import STATIC

TOKENS = STATIC / "tokens.css"
BETWEEN = re.compile(r">\s+<")

PLAIN_DOOR = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180">
  <ellipse cx="120" cy="170" rx="96" ry="9" fill="#000" opacity=".35"/>
  <path d="M64 170V36q0-28 28-28h56q28 0 28 28v134z" fill="#1a0b07"/>
  <path d="M72 168V38q0-22 22-22h52q22 0 22 22v130z" fill="#7d4a22"/>
  <path d="M82 74V40q0-14 14-14h48q14 0 14 14v34z" fill="#5a3413"/>
  <path d="M82 128h76v32H82z" fill="#5a3413"/>
  <rect x="84" y="84" width="72" height="34" rx="5" fill="#e9b44c" stroke="#5a3413" stroke-width="2"/>
  <text x="120" y="109" text-anchor="middle" font-size="22" font-weight="700" fill="#2a1608">{initials}</text>
  <circle cx="160" cy="124" r="4" fill="#f6d08a"/>
</svg>"""
PLAIN_SIGN = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 48">
  <path d="M18 12V3M46 12V3" stroke="#7d4a22" stroke-width="2"/>
  <rect x="3" y="11" width="58" height="32" rx="6" fill="#e9b44c" stroke="#5a3413" stroke-width="2.5"/>
  <g font-size="20" font-weight="700" font-style="normal">
    <text x="32" y="34" text-anchor="middle" fill="#2a1608">{initials}</text>
  </g>
</svg>"""


@per_process()
def door(name: str) -> Markup:
    """The picture on the door to a game: its `draw/door.svg`, or a closed door with its initials."""
    return _inline(_drawn(name, "door.svg", PLAIN_DOOR), ' class="tart" aria-hidden="true"')


@per_process()
def sign(name: str) -> Markup:
    """A game's picture where there is little room: its `draw/sign.svg`, or a sign with its initials."""
    return _inline(_drawn(name, "sign.svg", PLAIN_SIGN), ' aria-hidden="true"')


@per_process()
def tokens() -> str:
    """The house's colours and measures with the colours of every room; a game without any has the den's."""
    folders = [find_game(name).folder for name in games()]
    rooms = [folder.text("draw/room.css") for folder in folders if folder.has("draw/room.css")]
    return "".join((TOKENS.read_text(encoding="utf-8"), *rooms))


def columns(count: int) -> int:
    """In how many columns so many games stand on a wide screen: three to five, with rows as even as they can be."""
    rows = -(-count // 5)
    return max(3, -(-count // max(1, rows)))


def _drawn(name: str, file: str, plain: str) -> str:
    folder = find_game(name).folder
    return folder.text(f"draw/{file}") if folder.has(f"draw/{file}") else plain.format(initials=escape(_initials(name)))


def _initials(name: str) -> str:
    """At most three letters of a game's title."""
    words = re.findall(r"\w+(?:['’]\w+)*", find_game(name).title)
    return "".join(word[0] for word in words).upper()[:3]


def _inline(svg: str, given: str) -> Markup:
    """A file's drawing as a page holds it: without what only a file needs."""
    drawing = BETWEEN.sub("><", svg.strip()).replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return Markup(drawing.replace("<svg", f"<svg{given}", 1))  # noqa: S704 - from a game's own folder
