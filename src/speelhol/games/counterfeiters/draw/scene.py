"""A back room in Miami: what the drawn table shows. Beside it: `people`, `screen`, `motions`, `preview`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....kernel import Action, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from .. import table as t
from ..rules_henchmen import FARE, INDEX, printed
from ..rules_police import share
from ..table import CAP, RATES, Kit
from ..view import Seen
from .motions import PIECES, picture
from .people import ORDER, brief, hench, person, tally
from .preview import (
    GROUPS,
    SPOTS,
    about_card,
    bundle,
    dollars,
    fence_pays,
    happenings,
    shop_pays,
    why,
    why_not,
    why_not_buy,
)
from .screen import mine, prices, stage

BADGES = {"sunglasses": "i-shades", "jet": "c-jet"}
ICONS = {"print": "c-printer", "shop": "i-cart", "fence": "i-fence", "tax": "i-tax", "fly": "i-plane"}


def common(view: View, speech: Speech) -> Mapping[str, Any]:
    """What everybody sees alike; the market, as long as they have nothing to tap there."""
    now: Seen = view.now
    said = speech.words, speech.language
    return {
        "closing": now.closing,
        "strike": now.strike,
        "track": _track(*said, now.kit, now.officer),
        "market": _market(now, None, (), _standing(*said, speech.names, now.placed), speech),
        "deck": speech.phrase("draw.deck", n=str(len(now.stock))),
        "stock": _stock(*said, now.stock, now.gone),
        "people": [person(one, now, speech) for one in range(now.seats)],
        "cards": _abouts(*said, now.kit),
        "prices": prices(*said, now.refused),
        "pieces": PIECES,
    }


def scene(view: View, speech: Speech, shared: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    now: Seen = view.now
    seat = view.seat
    offers = _listed(view)
    question = str(view.prompt or "").partition(".")[0] if view.offers is not None else ""
    standing = _standing(speech.words, speech.language, speech.names, now.placed)
    venues = [_venue(venue, now, seat, offers, standing, speech) for venue in GROUPS]
    return {
        **(common(view, speech) if shared is None else shared),
        "seat": seat,
        "placing": seat if any(isinstance(action, a.Place) for action in offers) else None,
        "stage": stage(view, question, offers, speech),
        "venues": venues,
        "insides": [_inside(venue, now, speech) for venue in venues],
        "mine": mine(now, seat, offers, speech) if seat is not None else None,
        **({"market": _market(now, seat, offers, standing, speech)} if offers else {}),
    }


def _listed(view: View) -> tuple[Action, ...]:
    """What is offered, where it is a list that is no secret in itself; sums are looked at where they are asked."""
    offers = view.offers
    if offers is None or str(view.prompt).startswith("move-money"):
        return ()
    return tuple(offers)


# ---- the police


@per_process(256)
def _track(words: Words, language: str, kit: Kit, officer: int) -> dict[str, Any]:
    speech = Speech(words, language)
    cells = [
        {"space": space, "what": happenings(kit, space), "past": space < officer, "now": space == officer}
        for space in range(kit.start, kit.last + 1)
    ]
    ahead = [space for space in range(officer + 1, kit.last + 1) if happenings(kit, space)]
    what = [_what(kit, space, speech) for space in ahead]
    known = {"space": str(officer), "last": str(kit.last)}
    return {
        "cells": cells,
        "next": ahead[0] if ahead else None,
        "long": len(cells) > 16,
        "label": speech.phrase("draw.track", **known),
        "officer": speech.phrase("draw.officer", **known),
        "news": speech.phrase("draw.next", what=what[0], n=str(ahead[0] - officer))
        if ahead
        else speech.phrase("draw.case-closed"),
        "abouts": [(name, speech.phrase(f"about.{name}")) for name in ("investigation", "godfather", "strike", "last")],
        "ahead": speech.phrase("view.ahead", what=", ".join(map(": ".join, zip(map(str, ahead), what, strict=True))))
        if ahead
        else "",
    }


def _what(kit: Kit, space: int, speech: Speech) -> str:
    spots = SPOTS[kit.investigation.index(space)] if space in kit.investigation else ""
    return speech.join(speech.phrase(f"draw.what.{name}", stars=spots) for name in happenings(kit, space))


# ---- the black market


def _market(
    now: Seen, seat: int | None, offers: Sequence[Action], standing: Standing, speech: Speech
) -> list[dict[str, Any]]:
    slots = _slots(speech.words, speech.language, now.kit, now.market)
    buys = {action.slot - 1: action for action in offers if isinstance(action, a.Buy)}
    asked = seat is not None and any(isinstance(action, a.Skip) for action in offers)
    return [
        {
            **one,
            "here": _here(kind, seat, offers, standing, speech),
            **(_for_sale(now, seat, slot, buys.get(slot), one["label"], speech) if asked and seat is not None else {}),
        }
        for slot, (one, kind) in enumerate(zip(slots, now.kit.slots, strict=True))
    ]


def _for_sale(now: Seen, seat: int, slot: int, buy: a.Buy | None, label: str, speech: Speech) -> dict[str, Any]:
    """A slot to a seat that may buy: what a tap does, and whether it has the money."""
    return {
        "pick": f"do=buy&slot={slot + 1}" if buy else "",
        "poor": bool(why_not_buy(now, seat, slot, speech)),
        "label": f"{speech.do(buy)}. {label}".rstrip() if buy else label,
    }


@per_process(256)
def _slots(words: Words, language: str, kit: Kit, market: tuple[str | None, ...]) -> list[dict[str, Any]]:
    """The slots of the market as everybody sees them."""
    speech = Speech(words, language)
    slots: list[dict[str, Any]] = [
        {
            "price": dollars(price, speech),
            "bin": slot in kit.bins,
            "card": card,
            "picture": picture(card) if card else "",
            "name": brief(card, speech) if card else speech.phrase("draw.sold"),
            "worth": dollars(t.TICKETS[card], speech) if card in t.TICKETS else "",
            "pick": "",
            "poor": False,
            "label": speech.phrase("draw.bin") if slot in kit.bins and card else "",
            "at": "",
        }
        for slot, (card, price) in enumerate(zip(market, kit.prices, strict=True))
    ]
    _mark_prices(slots, kit.prices)
    return slots


def _mark_prices(slots: list[dict[str, Any]], prices: Sequence[int]) -> None:
    """An event of the market names a price: of two slots at that price, the one that has been sold is meant."""
    for price in set(prices):
        alike = [slot for slot, one in zip(slots, prices, strict=True) if one == price]
        min(alike, key=lambda slot: bool(slot["card"]))["at"] = f"price-{price}"


Standing = Mapping[str, Sequence[Mapping[str, Any]]]
"""The henchmen on each kind of space."""


@per_process(256)
def _standing(words: Words, language: str, names: tuple[str, ...], placed: tuple[tuple[str, ...], ...]) -> Standing:
    speech = Speech(words, language, names)
    standing: dict[str, list[dict[str, Any]]] = {}
    for who, spaces in enumerate(placed):
        label = speech.phrase("draw.hench", seat=speech.seat(who))
        for number, space in enumerate(spaces):
            one = {"seat": who, "key": hench(who, number), "label": label, "pick": ""}
            standing.setdefault(space, []).append(one)
    return standing


def _here(
    space: str, seat: int | None, offers: Sequence[Action], standing: Standing, speech: Speech
) -> Sequence[Mapping[str, Any]]:
    """The henchmen on a space; mine can be tapped when a lawyer may fetch it."""
    here = standing.get(space, ())
    if not here or not offers or a.Recall(space) not in offers:
        return here
    last = max(at for at, one in enumerate(here) if one["seat"] == seat)
    mine = {**here[last], "pick": f"do=recall&space={space}", "label": speech.do(a.Recall(space))}
    return [*here[:last], mine, *here[last + 1 :]]


# ---- the city


def _venue(
    venue: str, now: Seen, seat: int | None, offers: Sequence[Action], standing: Standing, speech: Speech
) -> dict[str, Any]:
    return {
        **_front(speech.words, speech.language, venue, now.refused),
        "pays": _pays(venue, now, seat, speech) if seat is not None and not now.purses else "",
        "spaces": [_space(space, now, seat, offers, standing, speech) for space in GROUPS[venue]],
    }


@per_process(128)
def _front(words: Words, language: str, venue: str, refused: int) -> dict[str, str]:
    """What a venue is to everybody; of those who sell, only the supermarket refuses notes."""
    speech = Speech(words, language)
    money = {"shop": RATES.face_value, "tax": RATES.tax}.get(venue, 0)
    sums = {"money": money, "low": RATES.fence_prices[0], "high": RATES.fence_prices[-1]}
    rate = speech.phrase(f"draw.rate.{venue}", **{name: dollars(n, speech) for name, n in sums.items()})
    return {
        "name": venue,
        "icon": ICONS[venue],
        "title": speech.phrase(f"draw.{venue}"),
        "rate": "" if venue == "shop" and refused == len(SPOTS) else rate,
        "takes": speech.phrase(f"draw.takes.{refused}") if venue == "shop" and refused else "",
    }


def _inside(venue: dict[str, Any], now: Seen, speech: Speech) -> dict[str, Any]:
    """What a venue is for, and why I can't go there."""
    name, reasons = venue["name"], dict.fromkeys(space["why"] for space in venue["spaces"] if space["why"])
    return {
        "name": name,
        "title": venue["title"],
        "about": speech.phrase(f"about.{name}"),
        "supply": speech.phrase("draw.supply", notes=bundle(now.supply)) if name == "print" else "",
        "why": [speech.phrase("draw.why", why=reason) for reason in reasons],
    }


def _pays(venue: str, now: Seen, seat: int, speech: Speech) -> str:
    """What this venue would bring me right now."""
    if venue == "tax":
        return speech.phrase("draw.pays.tax", money=dollars(RATES.tax, speech))
    if venue == "fly":
        wanted = share(now.cash)
        if now.strike:
            return speech.phrase("draw.pays.strike")
        return speech.phrase("draw.pays.fly", money=dollars(wanted, speech)) if wanted and not now.closing else ""
    if venue == "print":
        notes = printed(now.cards[seat], now.supply)
        return (
            speech.phrase("draw.pays.print", notes=bundle(notes)) if any(notes) else speech.phrase("draw.pays.nothing")
        )
    if venue == "shop" and now.refused == len(SPOTS):
        return ""
    best = shop_pays(now.fakes[seat], now.refused) if venue == "shop" else fence_pays(now.fakes[seat])
    return speech.phrase("draw.pays.sale", money=dollars(best, speech)) if best else speech.phrase("draw.pays.nothing")


def _space(
    space: str, now: Seen, seat: int | None, offers: Sequence[Action], standing: Standing, speech: Speech
) -> dict[str, Any]:
    free = now.room[INDEX[space]]
    shut = why_not(now, seat, space) if seat is not None and not now.purses else ""
    closed = shut not in ("", "space-taken")
    reason = why(now, shut, speech) if closed else ""
    return {
        "cap": space in CAP,
        "badge": BADGES.get(space, ""),
        "fare": dollars(FARE, speech) if space == "flight" else "",
        "free": free,
        "here": _here(space, seat, offers, standing, speech),
        "pick": f"do=place&space={space}" if offers and a.Place(space) in offers else "",
        "closed": closed,
        "why": reason,
        "label": _label(speech.words, speech.language, space, free, reason),
    }


@per_process(1024)
def _label(words: Words, language: str, space: str, free: int, reason: str) -> str:
    speech = Speech(words, language)
    label = speech.do(a.Place(space)) + ", " + speech.phrase("draw.free", n=str(free))
    return f"{label}. {reason}".rstrip(". ") + "."


# ---- the cards


def _kinds(kit: Kit) -> list[str]:
    used = {*kit.kit_cards, *(card for cards in kit.classes for card in cards)}
    return [card for card in ORDER if card in used]


@per_process(256)
def _stock(words: Words, language: str, stock: tuple[str, ...], gone: tuple[str, ...]) -> dict[str, Any]:
    """The cards that nobody has: those to come, and those that are gone."""
    speech = Speech(words, language)
    return {"to_come": _tally(stock, speech), "gone": _tally(gone, speech)}


def _tally(cards: Iterable[str], speech: Speech) -> list[tuple[str, int, str]]:
    return [(picture(card), n, speech.term(card)) for card, n in tally(cards)]


@per_process(32)
def _abouts(words: Words, language: str, kit: Kit) -> list[dict[str, str]]:
    """What every card does; it is the same at every table of so many seats."""
    speech = Speech(words, language)
    return [
        {"card": card, "picture": picture(card), "title": speech.term(card), "text": about_card(card, speech)}
        for card in _kinds(kit)
    ]
