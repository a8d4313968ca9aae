"""The languages of the house: `languages.toml` lists them, with how each writes numbers and chooses among forms.

Whoever adds a language adds it there and to every file of words; nothing else knows how many there are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from gettext import c2py
from importlib import resources
from typing import Literal

import msgspec
from msgspec import Struct

from .cache import per_process

HOLE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
"""Where something is filled in: `{field}`, or `{n:card|cards}` for one of several forms."""
FILLED = "\0"
"""Stands before what filled a hole, until the sentence is joined."""
NARROW = "\u202f"
DOLLARS = re.compile("\\$[ \u00a0]?(?=[\\d{])")
"""The sign before a sum."""
MANY = 100
"""Stands for a number that can't be read from its text; the form that it takes is the one for most numbers."""


@per_process(8192)
def _at_holes(sentence: str) -> tuple[str, ...]:
    """What stands before a hole, its name, its forms or nothing, what stands before the next one, and so on."""
    return tuple(part or "" for part in HOLE.split(sentence))


class Language(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How one language is written."""

    name: str
    plural: str
    thousands: str
    decimal: str
    percent: str
    list: str
    direction: Literal["ltr", "rtl"] = "ltr"
    before: str = ""
    after: str = ""
    dollars: str = "$"
    elided: tuple[str, ...] = ()
    vowels: str = ""

    @cached_property
    def form_of(self) -> Callable[[int], int]:
        """Which of its forms a number takes, counted from 0."""
        return c2py(self.plural)

    @cached_property
    def forms(self) -> int:
        """How many forms it has."""
        return 1 + max(self.form_of(n) for n in range(1000))

    @cached_property
    def shared(self) -> frozenset[int]:
        """Those of its forms that more than one number takes: in French none is said like one."""
        taken = Counter(self.form_of(n) for n in range(1000))
        return frozenset(form for form, numbers in taken.items() if numbers > 1)

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", self.thousands).replace("-", "\u2212")

    def form(self, forms: str, value: int | str, said: str) -> str:
        """That of the forms which fits a number, or the number that a text holds; `#` in it is what is said."""
        number = value if isinstance(value, int) else int("".join(filter(str.isdecimal, value)) or MANY)
        return forms.split("|")[self.form_of(abs(number))].replace("#", said)

    def filled(self, sentence: str, fill: Callable[[str, str], str]) -> str:
        """The sentence with its holes filled, each given its name and forms; words before a vowel are shortened:
        "d’Ann"."""
        parts = list(_at_holes(sentence))
        mark = FILLED if self.elided else ""
        for hole in range(1, len(parts), 3):
            parts[hole], parts[hole + 1] = mark, fill(parts[hole], parts[hole + 1])
        joined = "".join(parts)
        return self.shortened.sub("\\1’", joined).replace(FILLED, "") if mark and len(parts) > 1 else joined

    @cached_property
    def shortened(self) -> re.Pattern[str]:
        """Finds what is elided before something that was filled in."""
        last = {word[-1] for word in self.elided}
        stems = "|".join(word[:-1] for word in self.elided)
        return re.compile(rf"\b({stems})[{''.join(sorted(last))}] \0(?=[{self.vowels}])", re.IGNORECASE)

    def typeset(self, text: str) -> str:
        """The text as it is set: sums as the language writes them, and no line begins with a sign that has a space
        before it."""
        if "$" in text:
            text = DOLLARS.sub(self.dollars, text)
        return self._spaces.sub(NARROW, text) if self.before or self.after else text

    @cached_property
    def _spaces(self) -> re.Pattern[str]:
        return re.compile(rf"[ \u00a0](?=[{self.before}])|(?<=[{self.after}])[ \u00a0]")


SPOKEN: dict[str, Language] = msgspec.toml.decode(
    resources.files(__package__).joinpath("languages.toml").read_bytes(), type=dict[str, Language]
)
LANGUAGES: tuple[str, ...] = tuple(SPOKEN)
"""All of them by their codes, in the order in which they are offered."""
FIRST = LANGUAGES[0]

Texts = dict[str, str]
"""The same in every language."""


def complete(texts: Mapping[str, str]) -> None:
    """Raises ValueError if a language is missing or unknown, has another number of forms than its plural needs, or
    names a number where several take the form: a French “une carte” would be said of none as well."""
    if texts.keys() != SPOKEN.keys():
        raise ValueError(f"has {', '.join(sorted(texts))}, needs {', '.join(sorted(LANGUAGES))}")
    for language, text in texts.items():
        if "|" in text:
            _check_forms(language, text)


def _check_forms(code: str, text: str) -> None:
    language = SPOKEN[code]
    for hole in HOLE.finditer(text):
        if hole[2] is None:
            continue
        forms = hole[2].split("|")
        if len(forms) != language.forms:
            raise ValueError(f"{code} needs {language.forms} forms in {hole[0]}")
        if "#" in hole[2] and any("#" not in forms[form] for form in language.shared):
            raise ValueError(f"{code} needs # in every form of {hole[0]} that more than one number takes")
