"""Offers as one form, and a filled-in form as an action. No rules here: what is offered comes from the match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from os.path import commonprefix
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from ...kernel import Action, Choices, Either, Form, Game, Offers, Speech, Split, Words
from ...kernel.cache import per_process

LISTED = 24
"""A form with no more possibilities than this is shown as a list of sentences, unless it has a long range."""
LONG_RANGE = 12
"""A range with more values than this is an amount to type, not a list to choose from."""
MANY = 8
"""More choices than this are put into groups."""
FOLDED = 14
"""With more choices than this, the groups are closed at first."""
FEW = 3
"""Where offers have to be told apart, so many values of a field are named one by one; of more, first and last."""


EVENLY = (3, 5)
"""Over so many of its keys a sum is divided evenly to start from."""


class Field(Struct, frozen=True):
    """One thing to fill in: a choice, or an amount within limits."""

    name: str
    id: str
    words: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    value: int = 0
    picks: tuple[tuple[int, str], ...] = ()


class Part(Struct, frozen=True):
    """One offer: a listed action, or a kind of action with fields."""

    kind: str
    value: str
    words: str
    fields: tuple[Field, ...] = ()
    note: str = ""
    say: str = ""
    """The sentence of the button with `{name}` where a field's value goes; empty if it depends on the values."""
    most: int = 0
    """Of a split: how much there is to divide."""
    least: int = 0
    """Of a split: over how many it is divided at least."""
    spreads: tuple[tuple[int, ...], ...] = ()
    """Of a split over many: sums to start from, whoever gets them."""
    action: Action | None = None
    """Of a listed action: the action itself."""
    picks: str = ""
    """What it is, field by field, so that it can be tapped together on a drawn table: `do=give&card=m3&seat=2`,
    a field that holds several things several times."""


class Group(Struct, frozen=True):
    """Offers that begin alike, under what they share."""

    words: str
    parts: tuple[Part, ...]


class OfferForm(Struct, frozen=True, dict=True):
    groups: tuple[Group, ...]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return tuple(part for group in self.groups for part in group.parts)

    def named(self, called: Callable[[Action], str]) -> OfferForm:
        """The same offers, each called as whoever sees what it is about would; "" leaves it its own words."""

        def group(one: Group) -> Group:
            parts = tuple(
                msgspec.structs.replace(part, words=called(part.action) or part.words) if part.action else part
                for part in one.parts
            )
            return Group(_heading([part.words for part in parts]) if one.words else "", parts)

        return OfferForm(tuple(map(group, self.groups)))

    @property
    def single(self) -> bool:
        """There is one thing to do, or one kind of thing: nothing to choose between."""
        return len(self.parts) == 1

    @property
    def folded(self) -> bool:
        return len(self.parts) > FOLDED

    @property
    def tight(self) -> bool:
        """The sentences are short enough for two columns."""
        return len(self.parts) > 3 and max(len(part.words) for part in self.parts) <= 22


class Misfit(ValueError):
    """A form that was not filled in so that it means an action. Its text is the key of a sentence."""


def offer_form(offers: Offers, speech: Speech) -> OfferForm:
    """The form for what a seat may do."""
    listed: list[tuple[Action, Part]] = []
    open_: list[Part] = []
    for number, one in enumerate(_flat(offers)):
        if isinstance(one, Choices) or (isinstance(one, Form) and _short(one)):
            listed += [(action, _choice(speech.words, speech.language, speech.names, action)) for action in one]
        elif isinstance(one, Form):
            open_.append(_form(one, f"form{number}", speech))
        elif isinstance(one, Split):
            open_.append(_split(one, f"form{number}", speech))
    open_ = _told_apart(open_)
    groups = _grouped(listed) if len(listed) > MANY else [Group("", tuple(part for _, part in listed))]
    return OfferForm((*(g for g in groups if g.parts), *((Group("", tuple(open_)),) if open_ else ())))


def _short(form: Form) -> bool:
    """Few possibilities, and no amounts among which a slider finds its way better than a list."""
    amounts = any(isinstance(domain, range) and len(domain) > LONG_RANGE for domain in form.domains.values())
    return form.count <= LISTED and not amounts


@per_process(8192)
def _choice(words: Words, language: str, names: tuple[str, ...], action: Action) -> Part:
    """A listed action. It is often offered again, to the same or to others."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    picks = urlencode({"do": _tag(type(action)), **fields}, doseq=True)
    return Part("choice", str(action), Speech(words, language, names).do(action), action=action, picks=picks)


def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


def _flat(offers: Offers) -> Iterable[Offers]:
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from _flat(part)
    else:
        yield offers


# ---- groups


def _grouped(listed: Sequence[tuple[Action, Part]]) -> list[Group]:
    """Many choices by kind of action and, where that tells something, by its first field."""
    kinds: dict[object, list[tuple[Action, Part]]] = {}
    for action, part in listed:
        kinds.setdefault(type(action), []).append((action, part))
    loose: list[Part] = []
    groups: list[Group] = []
    for same in kinds.values():
        firsts: dict[object, list[Part]] = {}
        for action, part in same:
            fields = action.__struct_fields__
            firsts.setdefault(getattr(action, fields[0]) if fields else None, []).append(part)
        whole = [part for _, part in same]
        by_first = len(same) > MANY and 1 < len(firsts) <= len(same) / 2
        for parts in firsts.values() if by_first else [whole]:
            heading = _heading([part.words for part in parts])
            if len(parts) > 1 and heading:
                groups.append(Group(heading, tuple(parts)))
            else:
                loose += parts
    return [Group("", tuple(loose)), *groups]


def _heading(sentences: Sequence[str]) -> str:
    """What sentences have in common at their beginning, in whole words."""
    shared = commonprefix(list(sentences))  # noqa: RUF071 - of words, not of paths
    whole = shared if all(s[len(shared) :][:1] in ("", " ") for s in sentences) else shared.rpartition(" ")[0]
    return whole.rstrip(" :,“«‘(") + " …" if len(whole.strip(" “«")) > 1 else ""


# ---- open amounts


def _form(form: Form, value: str, speech: Speech) -> Part:
    fields = tuple(
        _amount(f"{value}.{name}", f"{value}-{name}", speech.field(form.kind, name), domain, speech, form.kind.whole)
        if isinstance(domain, range) and len(domain) > LONG_RANGE
        else Field(
            f"{value}.{name}",
            f"{value}-{name}",
            speech.field(form.kind, name),
            tuple((str(v), speech.value(form.kind, name, v)) for v in domain),
        )
        for name, domain in form.domains.items()
    )
    ends = {form.kind(*values).wording() for values in _corners(form)}
    say = speech.words.sentence(f"do.{ends.pop()}", speech.language) if len(ends) == 1 else ""
    say = re.sub(r"\{(\w+)\}", rf"{{{value}-\1}}", say) if ":" not in "".join(re.findall(r"\{.*?\}", say)) else ""
    return Part("form", value, speech.kind(form.kind), fields, say=say, picks=urlencode({"do": _tag(form.kind)}))


def _told_apart(parts: Sequence[Part]) -> list[Part]:
    """Several offers of one kind with what makes each of them different, so that nobody has to guess which is which."""
    alike = [[other for other in parts if other.words == part.words] for part in parts]
    return [
        msgspec.structs.replace(part, words=" · ".join((part.words, *_differs(part, same)))) if len(same) > 1 else part
        for part, same in zip(parts, alike, strict=True)
    ]


def _differs(part: Part, same: Sequence[Part]) -> Iterable[str]:
    """The fields of an offer that can be filled in otherwise than in the others of its kind."""
    said = [{field.words: _span(field) for field in other.fields} for other in same]
    mine = {field.words: _span(field) for field in part.fields}
    return [f"{words} {span}" for words, span in mine.items() if any(other.get(words) != span for other in said)]


def _span(field: Field) -> str:
    """What a field can hold, in short."""
    words = [words for _, words in field.choices] or [words for _, words in field.picks] or [str(field.high)]
    return ", ".join(words) if field.choices and len(words) <= FEW else "–".join(dict.fromkeys((words[0], words[-1])))


def _corners(form: Form) -> Iterable[tuple[object, ...]]:
    """The form filled in with first values everywhere, and with each other listed value in turn."""
    first = {name: domain[0] for name, domain in form.domains.items()}
    yield tuple(first.values())
    for name, domain in form.domains.items():
        for value in domain[-1:] if isinstance(domain, range) else domain[1:]:
            yield tuple({**first, name: value}.values())


def _amount(name: str, id_: str, words: str, domain: range, speech: Speech, whole: Sequence[str] = ()) -> Field:
    picks = dict.fromkeys((domain[0], domain[len(domain) // 4], domain[len(domain) // 2], domain[-1]))
    return Field(
        name,
        id_,
        words,
        low=domain[0],
        high=domain[-1],
        step=domain.step,
        value=domain[-1 if name.rpartition(".")[2] in whole else 0],
        picks=tuple((n, speech.money(n)) for n in picks),
    )


def _split(split: Split, value: str, speech: Speech) -> Part:
    words = speech.kind(split.kind)
    if split.up_to == 1:
        keys = Field(f"{value}.key", f"{value}-key", words, tuple((key, speech.term(key)) for key in split.keys))
        domain = range(split.unit, split.most + 1, split.unit)
        amount = _amount(f"{value}.amount", f"{value}-amount", speech.phrase("field.amount"), domain, speech)
        return Part("form", value, words, (keys, amount), picks=urlencode({"do": _tag(split.kind)}))
    fields = tuple(
        Field(f"{value}.{key}", f"{value}-{key}", speech.term(key), low=0, high=split.most, step=split.unit)
        for key in split.keys
    )
    note = speech.phrase("offer.split", least=str(split.parts), most=speech.money(split.most))
    return Part(
        "split",
        value,
        words,
        fields,
        note,
        most=split.most,
        least=split.parts,
        spreads=_spreads(split) if len(split.keys) > EVENLY[-1] and split.parts > 1 else (),
        picks=urlencode({"do": _tag(split.kind)}),
    )


def _spreads(split: Split) -> tuple[tuple[int, ...], ...]:
    """Three quarters of it evenly over a few, four fifths to a favourite and two others, and nothing yet."""

    def share(part: float) -> int:
        return int(split.most * part) // split.unit * split.unit

    return (*((share(0.75 / n),) * n for n in EVENLY), (share(0.4), share(0.2), share(0.2)), ())


# ---- and back


def read_form(game: Game, offers: Offers, data: Mapping[str, str]) -> Action:
    """The action that a filled-in form means. Raises Misfit if it means none; whether it is legal is for the match."""
    part = data.get("part", "")
    if not part:
        raise Misfit("nothing-chosen")
    for number, one in enumerate(_flat(offers)):
        if part == f"form{number}" and isinstance(one, Form):
            return _read_fields(one, part, data)
        if part == f"form{number}" and isinstance(one, Split):
            return _read_split(one, part, data)
    try:
        return game.read(part[:400])
    except ValueError:
        raise Misfit("unreadable") from None


def fill_in(offers: Offers, action: Action) -> dict[str, str]:
    """The form as it is filled in for an action: what `read_form` reads as that action."""
    for number, one in enumerate(_flat(offers)):
        part = f"form{number}"
        if isinstance(one, Form) and not _short(one) and action in one:
            return {"part": part, **{f"{part}.{name}": str(getattr(action, name)) for name in one.domains}}
        if isinstance(one, Split) and action in one:
            return {"part": part, **_sums(one, part, action)}
    return {"part": str(action)}


def _sums(split: Split, part: str, action: Action) -> dict[str, str]:
    """What goes into the fields of a split; a sum for one key alone has a field for the key."""
    sums: dict[str, int] = dict(getattr(action, split.field))
    if split.up_to == 1:
        ((key, amount),) = sums.items()
        return {f"{part}.key": key, f"{part}.amount": str(amount)}
    return {f"{part}.{key}": str(sums.get(key, 0)) for key in split.keys}


def _read_fields(form: Form, part: str, data: Mapping[str, str]) -> Action:
    values = {}
    for name, domain in form.domains.items():
        text = data.get(f"{part}.{name}", "").strip()
        if isinstance(domain, range):
            values[name] = _number(text)
            continue
        found = [value for value in domain if str(value) == text]
        if not found:
            raise Misfit("unreadable")
        values[name] = found[0]
    try:
        return form.kind(**values)
    except (TypeError, msgspec.ValidationError):
        raise Misfit("unreadable") from None


def _read_split(split: Split, part: str, data: Mapping[str, str]) -> Action:
    if split.up_to == 1:
        filled = {data.get(f"{part}.key", ""): data.get(f"{part}.amount", "")}
    else:
        filled = {key: data.get(f"{part}.{key}", "") for key in split.keys}
    pairs = ((key, _number(text.strip() or "0")) for key, text in filled.items())
    return split.kind(tuple((key, amount) for key, amount in pairs if amount))


def _number(text: str) -> int:
    """A whole number as people type it. Raises Misfit if it is none."""
    if not re.fullmatch(r"-?[0-9]{1,12}", text):
        raise Misfit("unreadable")
    return int(text)
