"""What a seat may do now, as data: everything that is offered, and what else can be done at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict, replace

from ...den import Table
from ...den.tables import takebacks
from ...den.tables.absence import Voting
from ...kernel import Action, Speech, View, Words
from ...kernel.cache import per_process
from ..text import clocks
from ..text.forms import Field, Group, OfferForm, Part, offer_form
from ..text.templates import say
from .audience import Audience
from .drawing import Drawing

Then = Callable[[Action], str]


class Offer(Struct, frozen=True):
    """One thing to choose."""

    kind: str
    value: str
    words: str
    picks: str
    then: str | None
    """What it leads to, on a drawn table."""


def dock(
    table: Table,
    audience: Audience,
    view: View,
    speech: Speech,
    drawing: Drawing | None,
    scene: Mapping[str, Any],
    vote: Voting,
) -> dict[str, Any] | None:
    """What the seat may do now; None if there is nothing. `vote`: how it stands with voting on who does not answer."""
    seat = audience.seat
    wanted = table.scripted(seat) if seat is not None and table.coach is not None else None
    undo = (
        seat is not None
        and not view.over
        and not table.at_rest
        and wanted is None
        and takebacks.why_not(table, seat) is None
    )
    absent = clocks.absences(table, audience.mine, vote, audience.language)
    if view.offers is None and not undo and not any(absent.values()):
        return None
    form = None
    if view.offers is not None:
        then = None if drawing is None else lambda action: drawing.then(view, action, speech)
        offered = offer_form(view.offers, speech)
        if drawing is not None and drawing.called is not None:
            called = drawing.called
            offered = offered.named(lambda action: called(view, action, speech))
        form = shown_form(offered, then, scene.get("tokens", {}), wanted, speech)
        form["lacks"] = "" if drawing is None or offered.single else lacks(offered, speech)
    advised = next((part["value"] for part in form["open"] if part["advised"]), "") if form is not None else ""
    return {
        "form": form,
        "moment": table.moment(seat) if form is not None else "",
        "listed": bool(scene.get("listed", False)),
        "wanted": advised or ("" if wanted is None else str(wanted)),
        "undo": undo,
        **absent,
    }


NOTHING: dict[str, Any] = {
    "form": None, "moment": "", "listed": False, "wanted": "", "undo": False, "held": (), "slow": ()
}  # fmt: skip
"""A dock in which there is only room for a refusal."""


def shown_form(
    form: OfferForm, then: Then | None, tokens: Mapping[str, Any], wanted: Action | None, speech: Speech
) -> dict[str, Any]:
    """A form as data: what can be chosen by groups, and what has fields to fill in.

    wanted: what the coach of a lesson advises; fields that say so are filled in
    """
    return {
        "tight": form.tight,
        "folded": form.folded,
        "only": _offer(form.parts[0], then) if form.single else None,
        "groups": () if form.single else [_group(group, then) for group in form.groups],
        "open": [_open(part, tokens, wanted, speech) for part in form.parts if part.kind != "choice"],
    }  # fmt: skip


def lacks(form: OfferForm, speech: Speech) -> str:
    """By field of what is listed, what is still to be chosen while it is open."""
    kinds = dict.fromkeys(type(part.action) for part in form.parts if part.action is not None)
    return _lacks(speech.words, speech.language, tuple(kinds))


@per_process(256)
def _lacks(own: Words, language: str, kinds: tuple[type[Action], ...]) -> str:
    speech = Speech(own, language)
    words: dict[str, str] = {}
    for kind in kinds:
        for name in kind.__struct_fields__:
            words.setdefault(name, speech.lack(kind, name))
    return urlencode({name: said for name, said in words.items() if said})


def _group(group: Group, then: Then | None) -> dict[str, Any]:
    """Offers that begin alike; where all of them lead to the same, it is told once."""
    parts = [_offer(part, then) for part in group.parts]
    leads = {part.then for part in parts}
    if len(parts) == 1 or len(leads) > 1:
        return {"words": group.words, "then": None, "parts": parts}
    return {"words": group.words, "then": leads.pop(), "parts": [replace(part, then=None) for part in parts]}


def _offer(part: Part, then: Then | None) -> Offer:
    leads = None if then is None or part.action is None else then(part.action)
    return Offer(part.kind, part.value, part.words, part.picks, leads)


def _open(part: Part, tokens: Mapping[str, Any], wanted: Action | None, speech: Speech) -> dict[str, Any]:
    advised = advice(part, wanted)
    return {
        "advised": bool(advised),
        "value": part.value,
        "words": part.words,
        "say": part.say,
        "note": part.note,
        "most": part.most,
        "least": part.least,
        "spreads": [(" ".join(map(str, sums)), _spread(sums, speech)) for sums in part.spreads],
        "fields": [_field(field, tokens, advised) for field in part.fields],
    }


def _spread(sums: Sequence[int], speech: Speech) -> str:
    """Sums to start from, in short: "3 × 2,500"."""
    kinds = [f"{sums.count(one)} × {speech.money(one)}" for one in dict.fromkeys(sums)]
    return " + ".join(kinds) or say(speech.language, "Empty")


def _field(field: Field, tokens: Mapping[str, Any], advised: Mapping[str, Any]) -> dict[str, Any]:
    name = field.name.rpartition(".")[2]
    value = advised.get(name)
    shown = {**asdict(field), "token": tokens.get(name, ()), "advised": "" if value is None else str(value)}
    return shown if value is None or field.choices else {**shown, "value": value}


def advice(part: Part, wanted: Action | None) -> dict[str, Any]:
    """What the coach would fill in, by field; empty if this is not what they advise."""
    if wanted is None or part.picks != f"do={wanted.__struct_config__.tag}":
        return {}
    fields = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    sums = next((value for value in fields.values() if isinstance(value, tuple)), None)
    if part.kind == "split" and sums is not None:
        return dict(sums)
    if sums is not None:
        ((key, amount),) = sums
        return {"key": key, "amount": amount}
    return fields
