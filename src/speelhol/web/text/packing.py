"""Style sheets and scripts are written to be read, and made small when they are served."""

from __future__ import annotations

from pathlib import Path

import rcssmin

from ...kernel.cache import per_process
from .minify_js import packed
from .short_names import shortened

STATIC = Path(__file__).parents[1] / "static"


JOINED_SHEETS = {
    "components.css": ("components.css", "frame.css", "plaques.css", "dock.css", "panels.css", "wide.css"),
    "drawn.css": ("drawn.css", "stage.css"),
    "pages.css": ("pages.css", "newtable.css", "widepages.css"),
}
"""Style sheets that are read one by one and travel as one, in the order in which they build on each other."""


def own_sheet(file: str) -> str:
    """One of our own style sheets, with those that travel with it."""
    return "\n".join((STATIC / part).read_text(encoding="utf-8") for part in JOINED_SHEETS.get(file, (file,)))


def small_style(text: str) -> bytes:
    """A style sheet without comments and without space that means nothing."""
    packed: str = rcssmin.cssmin(text)
    return packed.encode()


@per_process()
def small_script(file: str) -> bytes:
    """One of our own scripts without comments and space that means nothing, its variables under short names."""
    return packed(shortened((STATIC / file).read_text(encoding="utf-8"))).encode()
