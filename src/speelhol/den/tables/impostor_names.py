"""Names by which somebody would be taken for what the house itself says of people: “You”, “Ann · host”, “Ann (bot)”."""

from __future__ import annotations

import re
import unicodedata
from importlib import resources
from itertools import chain

from ...kernel import LANGUAGES, Words
from ...kernel.cache import per_process
from .lookalikes import likeness

KINDS = ("presence.host", "presence.bot", "presence.program", "also.host")
"""What somebody is: no name has it anywhere. The rest may stand at the beginning of one: “You Jin”."""
APART = re.compile(r"(?:(?!['’])[^\w\s]|_)+")
"""Signs that set a part of a name apart."""


def words() -> str:
    """What stands beside names in every language, as a file of words."""
    return resources.files("speelhol.den").joinpath("words.toml").read_text(encoding="utf-8")


@per_process()
def _reserved() -> tuple[dict[str, str], dict[str, str]]:
    """By their likeness: the words that may stand nowhere in a name, and those that may neither end it nor a part."""
    anywhere: dict[str, str] = {}
    at_the_end: dict[str, str] = {}
    for key, texts in Words(words()).own.items():
        said = chain.from_iterable(texts[language].split(", ") for language in LANGUAGES)
        (anywhere if key in KINDS else at_the_end).update({_plain(word): word for word in said})
    return anywhere, at_the_end


def _plain(word: str) -> str:
    """What a word looks like to somebody who reads over its accents, too."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", likeness(word)) if not unicodedata.combining(sign))


def has_sign(name: str) -> bool:
    """Whether a name has a letter or a digit: without one it looks like a mark, and can't be said aloud."""
    return any(sign.isalnum() for sign in name)


def house_word(name: str) -> str | None:
    """The word in a name that the house itself puts beside names, in whichever language; None if there is none."""
    anywhere, at_the_end = _reserved()
    for part in (name, *APART.split(name)):
        said = [_plain(word) for word in part.split() if has_sign(word)]
        while len(said) > 1 and said[-1].isdigit():  # “You 2”
            said.pop()
        ends = ("".join(said[first:]) for first in range(len(said)))
        found = [anywhere[word] for word in said if word in anywhere]
        found += [(anywhere | at_the_end)[end] for end in ends if end in anywhere or end in at_the_end]
        if found:
            return found[0]
    return None
