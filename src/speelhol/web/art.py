"""What is small and many, and so made here and not by templates: drawings, their movements, lines of a log."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

from ..kernel import Motion


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=4096)
def movement(motion: Motion) -> str:
    """How a piece moves, for the page's script; behind `<i data-n="…"`, the number of the event."""
    flies = f' data-piece="{escape(motion.piece)}" data-from="{escape(motion.start)}"' if motion.piece else ""
    value = f' data-value="{escape(motion.value)}"' if motion.value else ""
    path = f' data-path="{escape(" ".join(motion.path))}"' if motion.path else ""
    later = ' data-later="1"' if motion.later else ""
    return f' data-kind="{escape(motion.kind)}" data-to="{escape(motion.at)}"{flies}{value}{path}{later}></i>'


def line(
    text: str, secret: bool = False, said: bool = False, seat: int | None = None, name: str = "", link: str = ""
) -> str:
    """What happened, or what somebody said."""
    kind = ' class="secret"' if secret else ' class="said"' if said else ""
    sign = icon("eyeoff") if secret else "<span></span>" if seat is None else mark(seat)
    words = f'<a href="{escape(link)}">{escape(text)}</a>' if link else escape(text)
    return f"<li{kind}>{sign}<span>{f'<b>{escape(name)}:</b> ' if said else ''}{words}</span></li>"


@lru_cache(maxsize=8192)
def offer(value: str, picks: str, words: str, then: str | None, wanted: bool) -> str:
    """One thing to choose among several. `then`: what it leads to, on a drawn table; `wanted`: the coach wants it."""
    mark = " data-wanted" if wanted else ""
    leads = "" if then is None else f' data-then="{escape(then)}"'
    button = (
        f'<input class="vh" type="radio" name="part" value="{escape(value)}" data-is="{escape(picks)}"{mark}{leads}>'
    )
    return f'<label class="offer">{button}<span>{escape(words)}</span></label>'
