"""What a seat may do now, as data: everything that is offered, and what else can be done at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ...den import Table
from ...den.tables import takebacks
from ...kernel import Action, Speech, View
from ..text import clocks
from ..text.forms import Field, OfferForm, Part, offer_form
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
    table: Table, audience: Audience, view: View, speech: Speech, drawing: Drawing | None, scene: Mapping[str, Any]
) -> dict[str, Any] | None:
    """What the seat may do now; None if there is nothing."""
    seat = audience.seat
    wanted = table.scripted(seat) if seat is not None and table.coach is not None else None
    undo = seat is not None and not view.over and wanted is None and takebacks.why_not(table, seat) is None
    absent = clocks.absences(table, audience.mine)
    if view.offers is None and not undo and not any(absent.values()):
        return None
    form = None
    if view.offers is not None:
        then = None if drawing is None else lambda action: drawing.then(view, action, speech)
        form = shown_form(offer_form(view.offers, speech), then, scene.get("tokens", {}), wanted)
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


def shown_form(form: OfferForm, then: Then | None, tokens: Mapping[str, Any], wanted: Action | None) -> dict[str, Any]:
    """A form as data: what can be chosen by groups, and what has fields to fill in.

    wanted: what the coach of a lesson advises; fields that say so are filled in
    """
    return {
        "tight": form.tight,
        "folded": form.folded,
        "only": _offer(form.parts[0], then) if form.single else None,
        "groups": () if form.single else [
            {"words": group.words, "parts": [_offer(part, then) for part in group.parts]} for group in form.groups
        ],
        "open": [_open(part, tokens, wanted) for part in form.parts if part.kind != "choice"],
    }  # fmt: skip


def _offer(part: Part, then: Then | None) -> Offer:
    leads = None if then is None or part.action is None else then(part.action)
    return Offer(part.kind, part.value, part.words, part.picks, leads)


def _open(part: Part, tokens: Mapping[str, Any], wanted: Action | None) -> dict[str, Any]:
    advised = advice(part, wanted)
    return {
        "advised": bool(advised),
        "value": part.value,
        "words": part.words,
        "say": part.say,
        "note": part.note,
        "most": part.most,
        "fields": [_field(field, tokens, advised) for field in part.fields],
    }


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
