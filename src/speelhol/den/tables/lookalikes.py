"""Names that people can't tell apart, whatever letters they are made of."""

from __future__ import annotations

import re
import unicodedata

from .confusables import LOOKING_LIKE

FOREIGN = {ord(sign): ours for ours, signs in LOOKING_LIKE.items() for sign in signs}
"""What looks like a letter or figure of ours, by what it looks like."""
SIGNS = FOREIGN | {ord(sign): ours for sign, ours in zip("I1|06", "lllOb", strict=True)}
"""With our own that look like each other."""
ROUND = str.maketrans("ϲϹ", "cC")
"""What normalisation makes another letter of, which looks different."""
PAIRS = (("rn", "m"), ("vv", "w"))
UNSEEN = re.compile("[\u0300-\u036f\u180b-\u180f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Signs that can't be seen, and marks on letters which have no such marks in any language."""
TOGETHER = ("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO")
"""Scripts that stand in one word where Chinese, Japanese or Korean is written."""
OF_ANY = ("COMBINING", "VARIATION")
"""Marks that stand on letters of any alphabet."""


def folded(name: str) -> str:
    """Names that are equal to this are the same to people."""
    return unicodedata.normalize("NFKC", name).casefold()


def alike(one: str, two: str) -> bool:
    """Whether people may take one name for the other: written the same but for large and small, spaces, points and
    dashes, or looking the same."""
    bare, other = _bare(one), _bare(two)
    return folded(bare) == folded(other) or _look(bare) == _look(other) or likeness(one) == likeness(two)


def likeness(name: str) -> str:
    """What is left of a name when large and small letters, spaces, points and dashes, and what only looks different
    don't count."""
    return _look(folded(_bare(name).translate(FOREIGN))).lower()


def is_mixed(name: str) -> bool:
    """Whether a name has letters, figures or marks of another alphabet beside ours, or a word those of several."""
    words = [{_alphabet(sign) for sign in word} - {""} for word in unicodedata.normalize("NFKC", name).split()]
    ours = {"LATIN"} in words
    return any(len(word) > 1 or (ours and word > set() and word != {"LATIN"}) for word in words)


def _bare(name: str) -> str:
    """A name without what is read over; as it is if there is nothing else in it."""
    shown = unicodedata.normalize("NFKC", name.translate(ROUND))
    return "".join(sign for sign in shown if not _is_read_over(sign)) or name


def _is_read_over(sign: str) -> bool:
    """Whether a sign stands between or beside letters without being one, nor looking like one."""
    category = unicodedata.category(sign)
    beside = category[0] in "PZ" or category in ("Sk", "Sm") or "\u02b9" <= sign <= "\u02df"
    return beside and ord(sign) not in SIGNS


def _look(name: str) -> str:
    """What a name looks like, in our letters."""
    look = UNSEEN.sub("", unicodedata.normalize("NFKC", name)).translate(SIGNS)
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return look


def _alphabet(sign: str) -> str:
    """Of which alphabet a sign is; empty for what stands beside letters of any."""
    if sign.isascii():
        return "LATIN" if sign.isalpha() else ""
    category, name = unicodedata.category(sign), unicodedata.name(sign, "")
    if category == "Lm" or category[0] not in "LMN" or category == "No" or name.startswith(OF_ANY):
        return ""
    return "EAST" if name.startswith(TOGETHER) else name.partition(" ")[0]
