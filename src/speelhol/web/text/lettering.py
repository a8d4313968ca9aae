"""Words on a picture, which wraps and shortens nothing by itself."""

from __future__ import annotations

import unicodedata

LETTERS = frozenset([*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x100)), *"ıŒœ–—‘’‚“”„•…‹›€★"])
"""What the fonts of the house can draw."""
SPACES = str.maketrans("\u202f\u2009", "\xa0\xa0")
NARROW, WIDE = dict.fromkeys("iIjlft.,:;'’‘|!()[]- \xa0", 0.36), dict.fromkeys("mwMWQOGD@★—%", 0.92)
"""Of the size of a letter, where it is not about as wide as most."""
MORE = "…"


def drawable(text: str) -> str:
    """A text in letters that can be drawn, without the marks of those that can't; "" if one has no such letter."""
    drawn = []
    for letter in text.translate(SPACES):
        bare = letter if letter in LETTERS else unicodedata.normalize("NFKD", letter)[:1]
        if bare not in LETTERS:
            return ""
        drawn.append(bare)
    return "".join(drawn)


def width(text: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow."""
    return size * sum(NARROW.get(one) or WIDE.get(one) or (0.7 if one.isupper() else 0.58) for one in text)


def fitted(text: str, size: float, room: float) -> str:
    """A text that is no wider than the room for it: its beginning, where it is too long."""
    if width(text, size) <= room:
        return text
    while text and width(text + MORE, size) > room:
        text = text[:-1]
    return text.rstrip() + MORE


def lines(text: str, size: float, room: float, most: int) -> list[str]:
    """A text in lines that fit; the last one is cut short if there are more words than room."""
    found: list[str] = []
    for word in text.split(" "):
        longer = f"{found[-1]} {word}" if found else word
        if found and width(longer, size) <= room:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > most:
        found = [*found[: most - 1], " ".join(found[most - 1 :])]
    return [fitted(line, size, room) for line in found]
