"""Style sheets and scripts are written to be read, and made small when they are served."""

from __future__ import annotations

from pathlib import Path

import rcssmin

from ...kernel.cache import per_process
from .packed import packed

STATIC = Path(__file__).parents[1] / "static"


def small_style(text: str) -> bytes:
    """A style sheet without comments and without room that means nothing."""
    packed: str = rcssmin.cssmin(text)
    return packed.encode()


@per_process()
def small_script(file: str) -> bytes:
    """One of our own scripts without comments and without room that means nothing."""
    return packed((STATIC / file).read_text(encoding="utf-8")).encode()
