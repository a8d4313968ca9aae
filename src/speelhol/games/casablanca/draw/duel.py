"""Beside the town: what has no place on it, and an announced action as a duel of two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....kernel import Action, Choices, Either, Form, Offers, Speech, Split, View
from .. import actions as a
from .. import events as e
from ..view import Seen
from .preview import objector_of, short

QUICK = 5
"""Up to so many sums to name are all buttons; of more there are a few, and the dock takes any."""
RUNGS = 5
"""The newest rungs of the ladder of named sums that are shown."""
DUEL = (a.Allow, a.Object, a.Fight, a.Withdraw, a.Meet, a.Yield)


def listed(offers: Offers) -> Iterable[Action]:
    """The offers without open amounts."""
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from listed(part)
    elif isinstance(offers, Choices):
        yield from offers


def open_part(offers: Offers | None, kind: type[Split | Form]) -> Any:
    """The one part of the offers with open amounts of that kind, if there is one."""
    parts = offers.parts if isinstance(offers, Either) else (offers,)
    return next((part for part in parts if isinstance(part, kind)), None)


def deeds(view: View, offered: Sequence[Action], speech: Speech) -> list[dict[str, str]]:
    """Buttons for what has no place on the map: bribing, striking, leaving it at that."""
    found = []
    if view.now.deed is None and not isinstance(view.offers, Split) and open_part(view.offers, Split) is not None:
        found.append(
            {"pick": "do=bribe", "words": speech.kind(a.Bribe), "icon": "eyeoff", "agent": "", "kind": "bribe"}
        )
    victims = dict.fromkeys(action.victim for action in offered if isinstance(action, a.Strike))
    for victim in victims:
        words = speech.phrase("draw.strike", agent=short(victim, speech))
        pick = f"do=strike&victim={victim}"
        found.append({"pick": pick, "words": words, "icon": "", "agent": victim, "kind": "strike"})
    if any(isinstance(action, a.Rest) for action in offered) and len(offered) > 1:
        found.append(
            {"pick": "do=rest", "words": speech.phrase("draw.rest"), "icon": "check", "agent": "", "kind": "rest"}
        )
    return found


def duel(view: View, speech: Speech) -> dict[str, Any]:
    """An announced action: who wants it, who stands against it, and the sums that were named."""
    now: Seen = view.now
    deed = now.deed
    assert deed is not None
    objector = objector_of(view)
    asked = view.asked[0] if view.asked else None
    case = isinstance(deed, a.Move) and deed.case
    aim = deed.to if isinstance(deed, a.Move) else deed.victim
    rungs = _rungs(view) if objector is not None else []
    return {
        "player": now.player,
        "player_name": _who(view, now.player, speech),
        "wants": speech.phrase("draw.wants.you")
        if now.player == view.seat
        else speech.phrase("draw.wants", seat=speech.seat(now.player)),
        "agent": deed.agent,
        "words": speech.do(deed),
        "case": case,
        "strike": isinstance(deed, a.Strike),
        "aim": aim,
        "aim_words": _aim(deed, speech),
        "objector": objector,
        "objector_name": _who(view, objector, speech) if objector is not None else "",
        "objects": _does("objects", view, objector, speech),
        "stands": _does("stands", view, now.player, speech),
        "asked": asked,
        "asks": speech.phrase("draw.asked", seat=speech.seat(asked)) if asked is not None else "",
        "mine": view.offers is not None,
        "rungs": [{"named": _dollars(n, speech), "met": met} for n, met in rungs[-RUNGS:]],
        "choices": _duel_choices(view, speech),
        "sums": _sums(view, speech),
    }


def _aim(deed: a.Deed, speech: Speech) -> str:
    if isinstance(deed, a.Strike):
        return speech.phrase("draw.strike", agent=short(deed.victim, speech))
    return speech.term(deed.to) if deed.to.isdigit() else speech.phrase(f"draw.short.{deed.to}")


def _who(view: View, seat: int, speech: Speech) -> str:
    return speech.phrase("draw.you") if seat == view.seat else speech.seat(seat)


def _does(what: str, view: View, seat: int | None, speech: Speech) -> str:
    """What somebody does, under their name: said to the reader as to a reader."""
    return speech.phrase(f"draw.{what}.you" if seat == view.seat else f"draw.{what}")


def _dollars(amount: int, speech: Speech) -> str:
    return speech.phrase("draw.dollars", amount=speech.money(amount))


def _rungs(view: View) -> list[tuple[int, bool]]:
    """The sums named since the last objection, and whether the player went along."""
    rungs: list[tuple[int, bool]] = []
    met = False
    for event in view.log.newest_first():
        if isinstance(event, e.Objected):
            break
        if isinstance(event, e.Met):
            met = True
        elif isinstance(event, e.Named):
            rungs.append((event.amount, met))
            met = False
    return rungs[::-1]


def _duel_choices(view: View, speech: Speech) -> list[dict[str, str]]:
    if view.offers is None or view.offers.count < 2:
        return []
    choices = [
        {"pick": f"do={action.wording()}", "words": speech.do(action)}
        for action in listed(view.offers)
        if isinstance(action, DUEL)
    ]
    give_up = {"pick": "do=give-up", "words": speech.phrase("draw.give-up")}
    return [give_up, *choices] if open_part(view.offers, Form) is not None else choices


def _sums(view: View, speech: Speech) -> list[dict[str, str]]:
    form: Form | None = open_part(view.offers, Form)
    if form is None:
        return []
    domain = form.domains["amount"]
    few = domain if len(domain) <= QUICK else [domain[len(domain) * part // 4] for part in range(4)] + [domain[-1]]
    return [
        {"pick": f"do=bid&amount={amount}", "words": _dollars(amount, speech), "all": amount == domain[-1]}
        for amount in few
    ]
