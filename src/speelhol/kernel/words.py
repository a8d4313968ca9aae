"""From tags to sentences: what is asked, what happened, why not, in the reader's language.

`words.toml` holds one table per sentence, keyed by what it is for and by tag: `[ask.lay-card]`, `[do.lay]`,
`[event.printed]`, `[before.printed]`, `[refused.not-in-hand]`, `[step.score]`, `[term.m250]`, `[view.loot]`.
In a sentence `{field}` stands for a field of the value, said according to the field's type (a seat by
name, an amount in the reader's notation, a term by its own words), and `{n:card|cards}` for one of several
forms by number, as many as the language has, in which `#` is the number. A sentence of a page or of the terminal is
the same; one that stands in a template as it is has its English for a key: `[page."Take a chair"]`.
"""

from __future__ import annotations

import tomllib
import types
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from .cache import per_process
from .languages import FIRST, HOLE, LANGUAGES, SPOKEN, Texts, complete
from .values import Action, Event, Refused, Told
from .view import View

if TYPE_CHECKING:
    from .mind import Belief, Reason

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


class AtStake(Struct, frozen=True):
    """What may come of the present decision, in words."""

    words: str
    ends: bool = False
    """It ends the match; otherwise somebody loses much by it."""


class Words:
    """Sentences in all languages: those of a game, of the pages or of the terminal, those of the house beneath them."""

    def __init__(self, *texts: str) -> None:
        """Read words that are written as in `words.toml`; later ones stand for earlier ones of the same key.

        Raises ValueError where a language is missing, or has too few forms for its plural.
        """
        self.own: dict[str, Texts] = {}
        for text in texts:
            self.own |= flatten(tomllib.loads(text))
        known = {**_house(), **self.own}
        self._said = {language: {key: said[language] for key, said in known.items()} for language in LANGUAGES}

    def __contains__(self, key: object) -> bool:
        return key in self._said[FIRST]

    def sentence(self, key: str, language: str) -> str:
        """The sentence with its holes. Raises KeyError if there is none."""
        return self._said[language][key]

    def in_language(self, language: str) -> Mapping[str, str]:
        """All sentences of a language by key, with their holes."""
        return self._said[language]

    @staticmethod
    def holes(sentence: str) -> set[str]:
        """The names of the fields that a sentence asks for."""
        return {match[1] for match in HOLE.finditer(sentence)}


def flatten(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Texts]:
    """Nested tables as dotted keys, and what stands under `page` by its English.

    Raises ValueError where a language is missing, or has too few forms for its plural.
    """
    flat: dict[str, Texts] = {}
    texts = {k: v for k, v in tree.items() if isinstance(v, str)}
    if texts:
        flat[prefix] = _texts(prefix, texts)
    for key, value in tree.items():
        if not isinstance(value, dict):
            continue
        if prefix == "page":
            flat[key] = _texts(key, {FIRST: key, **value})
        else:
            flat |= flatten(value, f"{prefix}.{key}" if prefix else key)
    return flat


def _texts(key: str, texts: Texts) -> Texts:
    try:
        complete(texts)
    except ValueError as error:
        raise ValueError(f"words {key}: {error}") from None
    return {language: SPOKEN[language].typeset(text) for language, text in texts.items()}


@per_process(1)
def _house() -> dict[str, Texts]:
    return flatten(tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8")))


class Speech:
    """A game's words in one language, with the players' names."""

    def __init__(self, words: Words, language: str, names: Sequence[str] = ()) -> None:
        if language not in SPOKEN:
            raise ValueError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
        self.words = words
        self.language = language
        self.names = tuple(names)

    # ---- sentences

    def phrase(self, key: str, **values: str | int) -> str:
        """The words under a key, with holes filled by numbers and ready texts. Raises KeyError if there are none."""
        if not values:
            sentence = self.words.sentence(key, self.language)
            return filled(self.language, sentence, values) if "{" in sentence else sentence
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

    def begins(self, event: Event) -> str:
        """What is told of an event before it is seen how it ends: `[before.TAG]`; "" if there are no such words."""
        return self._beside(f"before.{event.__struct_config__.tag}", event)

    def follows(self, event: Event) -> str:
        """What follows from a big moment: `[after.…]`, split as the event's own words are; "" if there are none."""
        return self._beside(f"after.{event.wording()}", event)

    def _beside(self, key: str, event: Event) -> str:
        return self._fill(self.words.sentence(key, self.language), event) if key in self.words else ""

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

    def reason(self, reason: Reason, under: str = "bot.why") -> str:
        """Why something is advised: `[bot.why.TAG]`; or said, `[bot.talk.TAG]`. Raises KeyError if there are no such
        words."""
        told = {n: self.percent(v) if isinstance(v, float) else self._believed(n, v) for n, v in reason.data.items()}
        said = self.phrase(f"{under}.{reason.tag}", **told)
        return said[:1].upper() + said[1:]

    def believes(self, belief: Belief) -> str:
        """What it is that others more or less believe of the reader, as a heading: `[believes.TAG]`."""
        return self.phrase(f"believes.{belief.tag}", **{n: self._believed(n, v) for n, v in belief.data.items()})

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
        return f"{round(100 * share)}{SPOKEN[self.language].percent}"

    def kind(self, kind: type[Action]) -> str:
        """What a kind of action does before its fields are filled in: `[kind.…]`, or `[do.…]` with gaps."""
        tag = kind.__struct_config__.tag
        if f"kind.{tag}" in self.words:
            return self.phrase(f"kind.{tag}")
        key = next(k for k in self.words.own if k == f"do.{tag}" or k.startswith(f"do.{tag}."))
        return HOLE.sub("…", self.words.sentence(key, self.language))

    def field(self, kind: type[Action], name: str) -> str:
        """What a field of an action is called: `[field.<action>.<name>]`, or `[field.<name>]` for all actions."""
        for key in (f"field.{kind.__struct_config__.tag}.{name}", f"field.{name}"):
            if key in self.words:
                return self.phrase(key)
        return self.phrase("field.choice")

    def lack(self, kind: type[Action], name: str) -> str:
        """What is still to be chosen while a field of an action is open, as after "Choose": `[lack.<action>.<name>]`,
        or `[lack.<name>]` for all actions; "" for fields that nobody chooses one by one."""
        keys = (f"lack.{kind.__struct_config__.tag}.{name}", f"lack.{name}")
        return next((self.phrase(key) for key in keys if key in self.words), "")

    def value(self, kind: type[Action], name: str, value: Any) -> str:
        """A value that a field of an action can take."""
        return self._say(value, _kinds(kind)[name])

    # ---- values

    def seat(self, seat: int | None) -> str:
        if seat is None:
            return self.phrase("term.nobody")
        return self.names[seat] if seat < len(self.names) else self.phrase("unnamed.seat", number=str(seat + 1))

    def money(self, amount: int) -> str:
        return SPOKEN[self.language].number(amount)

    def term(self, term: str | None) -> str:
        return self.phrase("term.nothing" if term is None else f"term.{term}")

    def join(self, parts: Any) -> str:
        """A, B and C."""
        items = list(parts)
        if not items:
            return self.phrase("term.nothing")
        return SPOKEN[self.language].list.join([", ".join(items[:-1]), items[-1]] if items[1:] else items)

    # ---- inside

    def _told(self, what: str, value: Told) -> str:
        return _told(self.words, self.language, self.names, what, value)

    def _fill(self, sentence: str, *sources: Any, **ready: str) -> str:
        language = SPOKEN[self.language]

        def fill(name: str, forms: str) -> str:
            if name in ready:
                return ready[name]
            for source in sources:
                found = _sayers(source.__class__).get(name)
                if found is not None:
                    value = getattr(source, name)
                    if forms and isinstance(value, tuple):
                        value, found = len(value), PLAIN
                    say, kind = found
                    said = say(self, value, kind)
                    return language.form(forms, value, said) if forms else said
            raise KeyError(f"no field {name!r} for {sentence!r}")

        return language.filled(sentence, fill)

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


@per_process(8192)
def _phrase(words: Words, language: str, key: str, values: tuple[tuple[str, str | int], ...]) -> str:
    return filled(language, words.sentence(key, language), dict(values))


@per_process(8192)
def _told(words: Words, language: str, names: tuple[str, ...], what: str, value: Told) -> str:
    speech = Speech(words, language, names)
    return speech._fill(words.sentence(f"{what}.{value.wording()}", language), value)


def filled(code: str, sentence: str, values: Mapping[str, str | int]) -> str:
    """A sentence of a language with its holes filled by numbers and ready texts. Raises KeyError if one is missing."""
    language = SPOKEN[code]

    def fill(name: str, forms: str) -> str:
        value = values[name]
        said = language.number(value) if isinstance(value, int) else value
        return language.form(forms, value, said) if forms else said

    return language.filled(sentence, fill)


Sayer = Callable[[Speech, Any, Any], str]

PLAIN: tuple[Sayer, Any] = (Speech._plain, int)

_SAYERS: dict[str, Sayer] = {
    "seat": lambda speech, value, kind: speech.seat(value),
    "money": lambda speech, value, kind: speech.money(value),
    "term": lambda speech, value, kind: speech.term(value),
}


@per_process(1024)
def _kinds(struct: Any) -> dict[str, Any]:
    hints = get_type_hints(struct, include_extras=True)
    return {name: hints[name] for name in struct.__struct_fields__}


@per_process(1024)
def _sayers(struct: Any) -> dict[str, tuple[Sayer, Any]]:
    """How the value of each field is said, and its kind."""
    kinds = _kinds(struct).items()
    return {name: (_SAYERS.get(_meaning(kind), Speech._plain), kind) for name, kind in kinds if kind is not None}


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
