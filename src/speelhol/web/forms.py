"""Offers as one form, and a filled-in form as an action. No rules here: what is offered comes from the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from ..kernel import Action, Choices, Either, Form, Game, Offers, Speech, Split


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


class OfferForm(Struct, frozen=True):
    parts: tuple[Part, ...]

    @property
    def single(self) -> bool:
        """There is one thing to do, or one kind of thing: nothing to choose between."""
        return len(self.parts) == 1


class Misfit(ValueError):
    """A form that was not filled in so that it means an action. Its text is the key of a sentence."""


def offer_form(offers: Offers, speech: Speech) -> OfferForm:
    """The form for what a seat may do."""
    return OfferForm(tuple(_parts(offers, speech)))


def _flat(offers: Offers) -> Iterable[Offers]:
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from _flat(part)
    else:
        yield offers


def _parts(offers: Offers, speech: Speech) -> Iterable[Part]:
    for number, part in enumerate(_flat(offers)):
        if isinstance(part, Choices):
            for action in part:
                yield Part("choice", str(action), speech.do(action))
        elif isinstance(part, Form):
            yield _form(part, f"form{number}", speech)
        elif isinstance(part, Split):
            yield _split(part, f"form{number}", speech)


def _form(form: Form, value: str, speech: Speech) -> Part:
    fields = []
    for name, domain in form.domains.items():
        words = speech.field(form.kind, name)
        id_ = f"{value}-{name}"
        if isinstance(domain, range) and len(domain) > 6:
            middle = domain[len(domain) // 2]
            picks = dict.fromkeys((domain[0], middle, domain[-1]))
            fields.append(
                Field(
                    f"{value}.{name}",
                    id_,
                    words,
                    low=domain[0],
                    high=domain[-1],
                    step=domain.step,
                    value=domain[0],
                    picks=tuple((n, speech.money(n)) for n in picks),
                )
            )
        else:
            choices = tuple((str(v), speech.value(form.kind, name, v)) for v in domain)
            fields.append(Field(f"{value}.{name}", id_, words, choices))
    return Part("form", value, speech.kind(form.kind), tuple(fields))


def _split(split: Split, value: str, speech: Speech) -> Part:
    fields = tuple(
        Field(
            f"{value}.{key}",
            f"{value}-{key}",
            speech.term(key),
            low=0,
            high=split.most,
            step=split.unit,
        )
        for key in split.keys
    )
    note = speech.phrase("offer.split", least=str(split.parts), most=speech.money(split.most))
    return Part("split", value, speech.kind(split.kind), fields, note)


def read_form(game: Game, offers: Offers, data: Mapping[str, str]) -> Action:
    """The action that a filled-in form means. Raises Misfit if it means none; whether it is legal is for the match."""
    part = data.get("part", "")
    if not part:
        raise Misfit("nothing-chosen")
    flat = list(_flat(offers))
    for number, one in enumerate(flat):
        if part == f"form{number}" and isinstance(one, Form):
            return _read_fields(one, part, data)
        if part == f"form{number}" and isinstance(one, Split):
            return _read_split(one, part, data)
    try:
        return game.read(part)
    except ValueError:
        raise Misfit("unreadable") from None


def _read_fields(form: Form, part: str, data: Mapping[str, str]) -> Action:
    values = {}
    for name, domain in form.domains.items():
        text = data.get(f"{part}.{name}", "").strip()
        if len(text) > 40:
            raise Misfit("unreadable")
        found = next((v for v in domain if str(v) == text), None) if not isinstance(domain, range) else None
        if found is None:
            try:
                found = int(text) if isinstance(domain, range) else msgspec.convert(text, type(domain[0]), strict=False)
            except (ValueError, msgspec.ValidationError):
                raise Misfit("unreadable") from None
        values[name] = found
    return form.kind(**values)


def _read_split(split: Split, part: str, data: Mapping[str, str]) -> Action:
    pairs = []
    for key in split.keys:
        text = data.get(f"{part}.{key}", "").strip() or "0"
        if not text.isascii() or not text.lstrip("-").isdigit() or len(text) > 12:
            raise Misfit("unreadable")
        if int(text):
            pairs.append((key, int(text)))
    return split.kind(tuple(pairs))
