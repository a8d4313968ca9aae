"""From tags to sentences: what is asked, what happened, why not, in the reader's language.

`words.toml` holds one table per sentence, keyed by what it is for and by tag: `[ask.lay-card]`,
`[do.lay]`, `[event.printed]`, `[refused.not-in-hand]`, `[step.score]`, `[term.m250]`, `[view.loot]`.
In a sentence `{field}` stands for a field of the value, said according to the field's type (a seat by
name, an amount in the reader's notation, a term by its own words), and `{n:card|cards}` for one of two
forms by number, in which `#` is the number.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from .rulebook import LANGUAGES
from .values import Action, Event, Refused, Told
from .view import View

if TYPE_CHECKING:
    from .mind import Belief

_HOLE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_FILLED = "\0"
"""Stands before what filled a hole, until the sentence is joined."""
_ELIDED = re.compile(r"\b(d|qu)e \0(?=[aeiouàâäéèêëîïôöùûüœæ])", re.IGNORECASE)

_SIGN = re.compile(r" (?=[:;!?»])|(?<=«) ")

AND = {"en": " and ", "nl": " en ", "fr": " et "}
SEAT = {"en": "Player", "nl": "Speler", "fr": "Joueur"}
GROUP = {"en": ",", "nl": ".", "fr": "\xa0"}
"""Between thousands. The narrow space of French can't be seen in large figures."""
PERCENT = {"en": "%", "nl": "%", "fr": "\u202f%"}
PLAYERS = frozenset(("seat", "who", "by", "to", "of", "seats"))
"""Fields of a belief that name players."""


class Panel(Struct, frozen=True):
    """A piece of what a view shows: a heading with lines, or with a table whose first row is its head."""

    title: str
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    private: bool = False
    """Only this seat sees it."""


class Closing(Struct, frozen=True):
    """What a game adds to its result in words."""

    parts: tuple[str, ...] = ()
    """By seat who they were; empty where nobody played a part."""
    order: str = ""
    """Why the ranks are not simply the order of the scores; empty where they are."""


class Words:
    """A game's sentences in all languages, those of the house beneath them."""

    def __init__(self, text: str) -> None:
        self.own = flatten(tomllib.loads(text))
        self._all = {**_house(), **self.own}

    def __contains__(self, key: object) -> bool:
        return key in self._all

    def sentence(self, key: str, language: str) -> str:
        """The sentence with its holes. Raises KeyError if there is none."""
        return self._all[key][language]

    def in_language(self, language: str) -> dict[str, str]:
        """All sentences of a language by key, with their holes."""
        return {key: said[language] for key, said in self._all.items()}

    @staticmethod
    def holes(sentence: str) -> set[str]:
        """The names of the fields that a sentence asks for."""
        return {match[1] for match in _HOLE.finditer(sentence)}


def typeset(text: str, language: str) -> str:
    """The text as it is set: in French no line begins with a sign that has a space before it."""
    return _SIGN.sub("\u202f", text) if language == "fr" else text


def flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, dict[str, str]]:
    """Nested tables as dotted keys. Raises ValueError where a language is missing."""
    flat: dict[str, dict[str, str]] = {}
    texts = {k: v for k, v in tree.items() if isinstance(v, str)}
    if texts:
        if set(texts) != set(LANGUAGES):
            raise ValueError(f"words {prefix}: has {sorted(texts)}, needs {sorted(LANGUAGES)}")
        flat[prefix] = {language: typeset(text, language) for language, text in texts.items()}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}.{key}" if prefix else key)
    return flat


@lru_cache(maxsize=1)
def _house() -> dict[str, dict[str, str]]:
    return flatten(tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8")))


class Speech:
    """A game's words in one language, with the players' names."""

    def __init__(self, words: Words, language: str, names: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
        self.words = words
        self.language = language
        self.names = tuple(names)

    # ---- sentences

    def phrase(self, key: str, **values: str) -> str:
        """The words under a key, with holes filled by ready texts. Raises KeyError if there are none."""
        if not values:
            sentence = self.words.sentence(key, self.language)
            return self._join(sentence, lambda hole: values[hole[1]]) if "{" in sentence else sentence
        return _phrase(self.words, self.language, key, tuple(values.items()))

    def ask(self, view: View) -> str:
        """The question that is put to the seat, or whom the table waits for."""
        if not view.agenda:
            return self.phrase("ask.over")
        step = view.agenda[-1]
        if view.prompt is not None and view.answer is None:
            return self._fill(self.words.sentence(f"ask.{view.prompt}", self.language), step, view.now)
        if view.answer is not None:
            return self.phrase("ask.answered", action=self.do(view.answer))
        key = f"wait.{step.__struct_config__.tag}"
        who = self.join(self.seat(s) for s in view.asked)
        if key in self.words:
            return self._fill(self.words.sentence(key, self.language), step, view.now, who=who)
        return self.phrase("wait.somebody", who=who)

    def step(self, step: Any) -> str:
        """What a step on the agenda is about."""
        return self._fill(self.words.sentence(f"step.{step.__struct_config__.tag}", self.language), step)

    def do(self, action: Action) -> str:
        """What an action does, as on the button that does it."""
        return self._told("do", action)

    def event(self, event: Event) -> str:
        """What happened."""
        return self._told("event", event)

    def refused(self, refused: Refused) -> str:
        """Why not."""
        key = f"refused.{refused.reason}"
        values = {k: self._say(v, type(v)) for k, v in refused.data.items()}
        return self.phrase(key, **values)

    def belief(self, belief: Belief) -> str | None:
        """What a bot believes: `[bot.belief.TAG]`, with `{percent}` for how firmly; None if there are no such words.

        What is known of a value is its name and itself: `seat` and `who` are players, a text is a term if the game
        has one of that name, and a number is an amount.
        """
        key = f"bot.belief.{belief.tag}"
        if key not in self.words:
            return None
        values = {name: self._believed(name, value) for name, value in belief.data.items()}
        percent = self.percent(belief.chance)
        try:
            return self.phrase(key, **{"percent": percent, "chance": percent, **values})
        except KeyError:
            return None

    def _believed(self, name: str, value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return self.join(self._believed(name, one) for one in value)
        if name in PLAYERS and isinstance(value, int):
            return self.seat(value)
        if isinstance(value, str) and f"term.{value}" in self.words:
            return self.term(value)
        return self._plain(round(value) if isinstance(value, float) else value, type(value))

    def percent(self, share: float) -> str:
        """A share of one, in hundredths."""
        return f"{round(100 * share)}{PERCENT[self.language]}"

    def kind(self, kind: type[Action]) -> str:
        """What a kind of action does before its fields are filled in: `[kind.…]`, or `[do.…]` with gaps."""
        tag = kind.__struct_config__.tag
        if f"kind.{tag}" in self.words:
            return self.phrase(f"kind.{tag}")
        key = next(k for k in self.words.own if k == f"do.{tag}" or k.startswith(f"do.{tag}."))
        return _HOLE.sub("…", self.words.sentence(key, self.language))

    def field(self, kind: type[Action], name: str) -> str:
        """What a field of an action is called: `[field.<action>.<name>]`, or `[field.<name>]` for all actions."""
        for key in (f"field.{kind.__struct_config__.tag}.{name}", f"field.{name}"):
            if key in self.words:
                return self.phrase(key)
        return self.phrase("field.choice")

    def value(self, kind: type[Action], name: str, value: Any) -> str:
        """A value that a field of an action can take."""
        return self._say(value, _kinds(kind)[name])

    # ---- values

    def seat(self, seat: int | None) -> str:
        if seat is None:
            return self.phrase("term.nobody")
        return self.names[seat] if seat < len(self.names) else f"{SEAT[self.language]} {seat + 1}"

    def money(self, amount: int) -> str:
        return f"{amount:,}".replace(",", GROUP[self.language]).replace("-", "\u2212")

    def term(self, term: str | None) -> str:
        return self.phrase("term.nothing" if term is None else f"term.{term}")

    def join(self, parts: Any) -> str:
        """A, B and C."""
        items = list(parts)
        if not items:
            return self.phrase("term.nothing")
        return AND[self.language].join([", ".join(items[:-1]), items[-1]] if items[1:] else items)

    # ---- inside

    def _told(self, what: str, value: Told) -> str:
        return _told(self.words, self.language, self.names, what, value)

    def _fill(self, sentence: str, *sources: Any, **ready: str) -> str:
        def fill(hole: re.Match[str]) -> str:
            name, forms = hole[1], hole[2]
            if name in ready:
                return ready[name]
            for source in sources:
                kind = _kinds(source.__class__).get(name)
                if kind is not None:
                    value = getattr(source, name)
                    if forms and isinstance(value, tuple):
                        value, kind = len(value), int
                    said = self._say(value, kind)
                    return _form(said, forms, single=_single(value, self.language)) if forms else said
            raise KeyError(f"no field {name!r} for {sentence!r}")

        return self._join(sentence, fill)

    def _join(self, sentence: str, fill: Callable[[re.Match[str]], str]) -> str:
        """The sentence with its holes filled; in French, "de" and "que" lose their e before a vowel: "d’Ann"."""
        if self.language != "fr":
            return _HOLE.sub(fill, sentence)
        marked = _HOLE.sub(lambda hole: _FILLED + fill(hole), sentence)
        return _ELIDED.sub("\\1’", marked).replace(_FILLED, "")

    def _say(self, value: Any, kind: Any) -> str:
        return _SAYERS.get(_meaning(kind), Speech._plain)(self, value, kind)

    def _plain(self, value: Any, kind: Any) -> str:
        if isinstance(value, bool):
            return self.phrase("term.yes" if value else "term.no")
        if isinstance(value, int):
            return self.money(value)
        if isinstance(value, Action):
            return self.do(value)
        if isinstance(value, tuple):
            item = get_args(_bare(kind))
            if item and item[-1] is not Ellipsis:  # a pair such as (agent, sum)
                return " ".join(self._say(v, k) for v, k in zip(value, item, strict=True))
            return self.join(self._say(v, item[0] if item else type(v)) for v in value)
        return self.phrase("term.nothing") if value is None else str(value)


# What is said is often said again, to several people and at many tables.


@lru_cache(maxsize=8192)
def _phrase(words: Words, language: str, key: str, values: tuple[tuple[str, str], ...]) -> str:
    known = dict(values)
    return Speech(words, language)._join(words.sentence(key, language), lambda hole: _form(known[hole[1]], hole[2]))


@lru_cache(maxsize=8192)
def _told(words: Words, language: str, names: tuple[str, ...], what: str, value: Told) -> str:
    speech = Speech(words, language, names)
    return speech._fill(words.sentence(f"{what}.{value.wording()}", language), value)


def _single(value: Any, language: str) -> bool:
    return value == 1 or (language == "fr" and value == 0)


def _form(said: str, forms: str | None, single: bool | None = None) -> str:
    if not forms:
        return said
    one, many = forms.split("|")
    return (one if (said == "1" if single is None else single) else many).replace("#", said)


_SAYERS: dict[str, Callable[[Speech, Any, Any], str]] = {
    "seat": lambda speech, value, kind: speech.seat(value),
    "money": lambda speech, value, kind: speech.money(value),
    "term": lambda speech, value, kind: speech.term(value),
}


@lru_cache(maxsize=1024)
def _kinds(struct: Any) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


def _bare(kind: Any) -> Any:
    """The kind without None."""
    if get_origin(kind) in (Union, types.UnionType):
        return next(k for k in get_args(kind) if k is not type(None))
    return kind


def _meaning(kind: Any) -> str:
    bare = _bare(kind)
    if get_origin(bare) is Annotated:
        for meta in get_args(bare)[1:]:
            extra = getattr(meta, "extra", None)
            if extra:
                return str(extra.get("kind", ""))
    return ""
