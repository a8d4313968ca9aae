"""Drawings by their names, for templates."""

from __future__ import annotations

from markupsafe import Markup, escape

from ...kernel.cache import per_process

ONE_LINE = 11
"""So many letters stand beside each other at the foot of a card."""


@per_process(4096)
def piece(name: str, width: float = 100, height: float = 140, cls: str = "", given: str = "", word: str = "") -> Markup:
    """A drawing by its name in `art.svg`, with its own proportions; `given`: a name for the page's script.

    Drawings hold no words: `word` is what a card says at its foot, in the reader's language, or a court card in its
    corners.
    """
    kind = f' class="{escape(cls)}"' if cls else ""
    named = f' data-name="{escape(given)}"' if given else ""
    inside = f'<use href="/static/art.svg#{escape(name)}"/>{_said(name, word)}'
    return Markup(f'<svg{kind} viewBox="0 0 {width} {height}" aria-hidden="true"{named}>{inside}</svg>')  # noqa: S704 - escaped


def _said(name: str, word: str) -> str:
    """What stands on a card; `scene.js` sets it in the same way."""
    return "" if not word else corners(word, name[-1] in "HD") if name.startswith("card-") else _foot(word)


def corners(letter: str, red: bool) -> Markup:
    """The letter of a court card, above its suit and upside down in the other corner."""
    said = f'<text class="cardrank{" red" if red else ""}" x="13" y="24">{escape(letter)}</text>'
    return Markup(f'{said}<g transform="rotate(180 50 70)">{said}</g>')  # noqa: S704 - escaped


def _foot(word: str) -> str:
    """A card's word, in two lines if it is long."""
    places = [at for at, letter in enumerate(word) if letter == " "] if len(word) > ONE_LINE else []
    if not places:
        return f'<text class="cardword" x="50" y="120">{escape(word)}</text>'
    at = min(places, key=lambda place: max(place, len(word) - place))
    below = f'<tspan x="50" dy="12">{escape(word[at + 1 :])}</tspan>'
    return f'<text class="cardword" x="50" y="115">{escape(word[:at])} {below}</text>'


def icon(name: str, cls: str = "i") -> Markup:
    return piece(f"u-{name}", 24, 24, cls)


def mark(seat: int, cls: str = "") -> Markup:
    """The sign of a seat."""
    return piece(f"seat-{seat + 1}", 40, 40, cls)
