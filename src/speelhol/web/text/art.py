"""Drawings by their names, for templates."""

from __future__ import annotations

from markupsafe import Markup, escape

from ...kernel.cache import per_process


@per_process(4096)
def piece(name: str, width: float = 100, height: float = 140, cls: str = "", given: str = "") -> Markup:
    """A drawing by its name in `art.svg`, with its own proportions; `given`: a name for the page's script."""
    kind = f' class="{escape(cls)}"' if cls else ""
    named = f' data-name="{escape(given)}"' if given else ""
    use = f'<use href="/static/art.svg#{escape(name)}"/>'
    return Markup(f'<svg{kind} viewBox="0 0 {width} {height}" aria-hidden="true"{named}>{use}</svg>')  # noqa: S704 - escaped


def icon(name: str, cls: str = "i") -> Markup:
    return piece(f"u-{name}", 24, 24, cls)


def mark(seat: int, cls: str = "") -> Markup:
    """The sign of a seat."""
    return piece(f"seat-{seat + 1}", 40, 40, cls)
