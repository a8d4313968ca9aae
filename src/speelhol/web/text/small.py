"""Style sheets and scripts are written to be read, and made small when they are served."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import rcssmin

STATIC = Path(__file__).parents[1] / "static"
COMMENT = re.compile(r"(?:^|  +)// .*$", re.MULTILINE)
INDENT = re.compile(r"^\s+", re.MULTILINE)
BREAK = re.compile(r"(?<=[;{,(])\n")
"""The end of a line behind which nothing could end: no text of ours goes on over several lines."""
SPACED = re.compile(r" (=>|[!=]==|&&|\|\||\?\?=?|[-+*<>]?=|[?:]) ")
"""Signs with room around them, as they stand in no text of ours."""


def small_style(text: str) -> bytes:
    """A style sheet without comments and without room that means nothing."""
    packed: str = rcssmin.cssmin(text)
    return packed.encode()


@cache
def small_script(file: str) -> bytes:
    """One of our own scripts without comments, indents and room; a comment stands at the beginning of a line, or behind
    two spaces.

    By hand, for what packs scripts from Python either trips over templates within templates or brings another runtime.
    """
    text = (STATIC / file).read_text(encoding="utf-8")
    return SPACED.sub(r"\1", BREAK.sub("", INDENT.sub("", COMMENT.sub("", text)))).encode()
