"""Words that a house does not want in names and talk, if its owner gave it a list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from .tables.errors import TurnedAway
from .tables.lookalikes import SIGNS

SEPARATE = re.compile(r"[\W_]+")
MOST_WORDS = 10_000


class WordList:
    """Finds whole words, however they are spelled: large or small, with accents, with letters that look alike, or with
    spaces between them. A word that ends in * stands for all that begin so."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        wanted = [word.strip() for word in words]
        self._whole = frozenset(_plain(word) for word in wanted if word and not word.endswith("*"))
        self._begin = tuple(_plain(word[:-1]) for word in wanted if word.endswith("*") and _plain(word[:-1]))

    def __len__(self) -> int:
        return len(self._whole) + len(self._begin)

    def check(self, text: str) -> None:
        """Raises TurnedAway if one of the words is in a text; it does not say which."""
        if len(self) and any(word in self._whole or word.startswith(self._begin) for word in _words(text)):
            raise TurnedAway("bad-word")


def _words(text: str) -> list[str]:
    """The words of a text; letters that stand alone, one after another, are a word too."""
    found, alone = [], ""
    for word in [*(_plain(part) for part in SEPARATE.split(unicodedata.normalize("NFKC", text))), ""]:
        if len(word) == 1:
            alone += word
            continue
        found += [word, alone]
        alone = ""
    return [word for word in found if word]


def _plain(word: str) -> str:
    """A word as it looks, in small letters without accents; a stroke may be an i or an l."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(sign))
    return bare.translate(SIGNS).casefold().replace("l", "i")


def read_words(file: Path) -> tuple[str, ...]:
    """The words of a file, one a line; lines that begin with # are for people. Raises OSError, in a sentence."""
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise OSError(f"The list of words {str(file)!r} can't be read ({why}); --words takes a text file.") from None
    words = tuple(line for line in lines if line and not line.startswith("#"))
    if len(words) > MOST_WORDS:
        raise OSError(f"The list of words {str(file)!r} has more than {MOST_WORDS:,} words; shorten it.")
    return words
