"""Names by which somebody would be taken for the house, or for what it says of people: “You”, “Ann · host”, “Admin”,
“nobody”."""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from itertools import chain
from string import digits

from msgspec import Struct

from ...kernel import LANGUAGES, Words
from ...kernel.cache import per_process
from .lookalikes import likeness

KINDS = ("presence.host", "presence.bot", "presence.program", "also.host", "also.owner")
"""What somebody is: no name has it anywhere. The rest may stand at the beginning of one: “You Jin”."""
ALONE = "alone."
"""What stands for somebody where it is all of a name, or all of a part: “Ann House” and “Jean-Personne” are people."""
ARTICLES = frozenset(("a", "the", "de", "het", "een", "le", "la", "les", "un", "une"))
APART = re.compile(r"(?:(?!['’])[^\w\s]|_)+")
"""Signs that set a part of a name apart."""
BESIDE = re.compile(r"[^\w\s'’-]+")
"""Those which no name of a person has within it."""


def words() -> str:
    """What stands beside names in every language, as a file of words."""
    return resources.files("speelhol.den").joinpath("words.toml").read_text(encoding="utf-8")


class Reserved(Struct, frozen=True):
    """Words by their likeness."""

    anywhere: dict[str, str]
    at_the_end: dict[str, str]
    """Of a name or of a part of one."""
    alone: dict[str, str]


@per_process()
def _reserved() -> Reserved:
    found = Reserved({}, {}, {})
    for key, texts in Words(words()).own.items():
        said = chain.from_iterable(texts[language].split(", ") for language in LANGUAGES)
        where = found.anywhere if key in KINDS else found.alone if key.startswith(ALONE) else found.at_the_end
        where.update({_plain(word): word for word in said})
    return found


def _plain(word: str) -> str:
    """What a word looks like to somebody who reads over its accents, too."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", likeness(word)) if not unicodedata.combining(sign))


def has_sign(name: str) -> bool:
    """Whether a name has a letter or a digit: without one it looks like a mark, and can't be said aloud."""
    return any(sign.isalnum() for sign in name)


def house_word(name: str) -> str | None:
    """The word in a name by which somebody would be taken for what the house says, in whichever language; None if there
    is none."""
    reserved = _reserved()
    for part in (name, *APART.split(name)):
        said = _said(part)
        ends = ["".join(said[first:]) for first in range(len(said))]
        found = [reserved.anywhere[word] for word in (*said, *ends) if word in reserved.anywhere]
        found += [reserved.at_the_end[end] for end in ends if end in reserved.at_the_end]
        if found:
            return found[0]
    wholes = ("".join(_bare(_said(part))) for part in (name, *BESIDE.split(name)))
    return next((reserved.alone[whole] for whole in wholes if whole in reserved.alone), None)


def _said(part: str) -> list[str]:
    """The words of a part of a name, without a number behind them: “You 2”."""
    typed = [word for word in part.split() if has_sign(word)]
    while len(typed) > 1 and typed[-1].isdecimal():
        typed.pop()
    if typed and not typed[-1].isdecimal():
        typed[-1] = typed[-1].rstrip(digits)
    return [_plain(word) for word in typed]


def _bare(said: list[str]) -> list[str]:
    """Without the article: “The house”."""
    return said[1:] if len(said) > 1 and said[0] in ARTICLES else said
