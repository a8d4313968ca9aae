"""A back room in Miami: what the drawn table shows. Beside it: `screen`, `motion`, `outlook`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...kernel import Action, Speech, View
from . import table as t
from .motion import PIECES, motions, picture
from .outlook import (
    GROUPS,
    SPOTS,
    about_card,
    bundle,
    counted,
    dollars,
    fence_pays,
    happenings,
    shop_pays,
    then,
    why,
    why_not,
    why_not_buy,
)
from .rules_henchmen import FARE, printed
from .rules_police import share
from .screen import mine, stage
from .table import CAP, KITS, RATES, SPACES
from .view import Seen

__all__ = ("motions", "scene", "then")

ICONS = {"print": "c-printer", "shop": "i-cart", "fence": "i-fence", "tax": "i-tax", "fly": "i-plane"}
BRIEF = ("great-lawyer", "bad-lawyer")
TRAIL = 8
"""So many of the newest movements of a player's money are shown."""


def scene(view: View, speech: Speech) -> Mapping[str, Any]:
    now: Seen = view.now
    seat = view.seat
    offers = _listed(view)
    question = str(view.prompt or "").partition(".")[0] if view.offers is not None else ""
    return {
        "say": speech.phrase,
        "seat": seat,
        "closing": now.closing,
        "strike": now.strike,
        "track": _track(now, speech),
        "stage": stage(view, question, offers, speech),
        "market": _market(now, seat, offers, speech),
        "deck": len(now.stock),
        "to_come": _tally(now.stock, speech),
        "gone": _tally(now.gone, speech),
        "venues": [_venue(venue, now, seat, offers, speech) for venue in GROUPS],
        "people": [_person(one, now, speech) for one in range(now.seats)],
        "cards": [_about(card, speech) for card in _kinds(now.seats)],
        "prices": _prices(now, speech),
        "mine": mine(now, seat, offers, speech) if seat is not None else None,
        "pieces": PIECES,
    }


def _listed(view: View) -> tuple[Action, ...]:
    """What is offered, where it is a list that is no secret in itself; sums are looked at where they are asked."""
    offers = view.offers
    if offers is None or str(view.prompt).startswith("move-money"):
        return ()
    return tuple(offers)


def _hench(seat: int, number: int) -> str:
    """The name by which a henchman is seen to walk: placed ones count from the first, those laid flat from the last."""
    return f"h{seat}-{number}"


# ---- the police


def _track(now: Seen, speech: Speech) -> dict[str, Any]:
    kit = KITS[now.seats]
    cells = [
        {
            "space": space,
            "what": happenings(now.seats, space),
            "past": space < now.officer,
            "now": space == now.officer,
        }
        for space in range(kit.start, kit.last + 1)
    ]
    ahead = [space for space in range(now.officer + 1, kit.last + 1) if happenings(now.seats, space)]
    known = {"space": str(now.officer), "last": str(kit.last)}
    return {
        "cells": cells,
        "next": ahead[0] if ahead else None,
        "long": len(cells) > 16,
        "label": speech.phrase("draw.track", **known),
        "officer": speech.phrase("draw.officer", **known),
        "news": _news(now, ahead[0], speech) if ahead else speech.phrase("draw.case-closed"),
        "abouts": [(name, speech.phrase(f"about.{name}")) for name in ("investigation", "godfather", "strike", "last")],
        "ahead": [f"{space}: {_what(now, space, speech)}" for space in ahead],
    }


def _news(now: Seen, space: int, speech: Speech) -> str:
    return speech.phrase("draw.next", what=_what(now, space, speech), n=str(space - now.officer))


def _what(now: Seen, space: int, speech: Speech) -> str:
    spots = SPOTS[KITS[now.seats].investigation.index(space)] if space in KITS[now.seats].investigation else ""
    return speech.join(speech.phrase(f"draw.what.{name}", stars=spots) for name in happenings(now.seats, space))


# ---- the black market


def _market(now: Seen, seat: int | None, offers: Sequence[Action], speech: Speech) -> list[dict[str, Any]]:
    kit = KITS[now.seats]
    buys = {action.slot - 1: action for action in offers if isinstance(action, t.Buy)}
    asked = any(isinstance(action, t.Skip) for action in offers)
    slots = []
    for slot, (card, price, name) in enumerate(zip(now.market, kit.prices, kit.slots, strict=True)):
        fate = speech.phrase("draw.bin") if slot in kit.bins and card else ""
        slots.append(
            {
                "slot": slot + 1,
                "price": dollars(price, speech),
                "bin": slot in kit.bins,
                "card": card,
                "picture": picture(card) if card else "",
                "name": _brief(card, speech) if card else speech.phrase("draw.sold"),
                "worth": dollars(t.TICKETS[card], speech) if card in t.TICKETS else "",
                "pick": f"do=buy&slot={slot + 1}" if slot in buys else "",
                "poor": asked and seat is not None and bool(why_not_buy(now, seat, slot, speech)),
                "label": " ".join(filter(None, (speech.do(buys[slot]) + "." if slot in buys else "", fate))),
                "here": _standing(now, name, seat, offers, speech),
                "at": "",
            }
        )
    _mark_prices(slots, kit.prices)
    return slots


def _mark_prices(slots: list[dict[str, Any]], prices: Sequence[int]) -> None:
    """An event of the market names a price: of two slots at that price, the one that has been sold is meant."""
    for price in set(prices):
        alike = [slot for slot, one in zip(slots, prices, strict=True) if one == price]
        min(alike, key=lambda slot: bool(slot["card"]))["at"] = f"price-{price}"


def _brief(card: str, speech: Speech) -> str:
    if card in t.TICKETS:
        return speech.phrase("draw.card.ticket")
    return speech.phrase(f"draw.card.{card}") if card in BRIEF else speech.term(card)


def _standing(
    now: Seen, space: str, seat: int | None, offers: Sequence[Action], speech: Speech
) -> list[dict[str, Any]]:
    """The henchmen on a space; mine can be tapped when a lawyer may fetch it."""
    here = [
        {
            "seat": who,
            "key": _hench(who, number),
            "label": speech.phrase("draw.hench", seat=speech.seat(who)),
            "pick": "",
        }
        for who, placed in enumerate(now.placed)
        for number, at in enumerate(placed)
        if at == space
    ]
    own = [one for one in here if one["seat"] == seat]
    if own and t.Recall(space) in offers:
        own[-1] |= {"pick": f"do=recall&space={space}", "label": speech.do(t.Recall(space))}
    return here


# ---- the city


def _venue(venue: str, now: Seen, seat: int | None, offers: Sequence[Action], speech: Speech) -> dict[str, Any]:
    spaces = [_space(space, now, seat, offers, speech) for space in GROUPS[venue]]
    return {
        "name": venue,
        "icon": ICONS[venue],
        "title": speech.phrase(f"draw.{venue}"),
        "rate": "" if venue == "shop" and now.refused == len(SPOTS) else _rate(venue, speech),
        "pays": _pays(venue, now, seat, speech) if seat is not None and not now.purses else "",
        "spaces": spaces,
        "about": speech.phrase(f"about.{venue}"),
        "why": list(dict.fromkeys(one["why"] for one in spaces if one["why"])),
        "takes": speech.phrase(f"draw.takes.{now.refused}") if venue == "shop" and now.refused else "",
        "supply": speech.phrase("draw.supply", notes=bundle(now.supply)) if venue == "print" else "",
    }


def _rate(venue: str, speech: Speech) -> str:
    money = {"shop": RATES.face_value, "tax": RATES.tax}.get(venue, 0)
    low, high = RATES.fence_prices[0], RATES.fence_prices[-1]
    sums = {"money": money, "low": low, "high": high}
    return speech.phrase(f"draw.rate.{venue}", **{name: dollars(n, speech) for name, n in sums.items()})


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
        return speech.phrase("draw.pays.print", notes=bundle(notes)) if any(notes) else _nothing(speech)
    if venue == "shop" and now.refused == len(SPOTS):
        return ""
    best = shop_pays(now.fakes[seat], now.refused) if venue == "shop" else fence_pays(now.fakes[seat])
    return speech.phrase("draw.pays.sale", money=dollars(best, speech)) if best else _nothing(speech)


def _nothing(speech: Speech) -> str:
    return speech.phrase("draw.pays.nothing")


def _space(space: str, now: Seen, seat: int | None, offers: Sequence[Action], speech: Speech) -> dict[str, Any]:
    free = now.room[SPACES.index(space)]
    asked = any(isinstance(action, t.Skip) for action in offers)
    closed = seat is not None and not now.purses and why_not(now, seat, space) not in ("", "space-taken")
    label = speech.do(t.Place(space)) + ", " + speech.phrase("draw.free", n=str(free))
    reason = why(now, seat, space, speech) if closed and seat is not None else ""
    return {
        "space": space,
        "cap": space in CAP,
        "badge": {"sunglasses": "i-shades", "jet": "c-jet"}.get(space, ""),
        "fare": dollars(FARE, speech) if space == "flight" else "",
        "free": free,
        "here": _standing(now, space, seat, offers, speech),
        "pick": f"do=place&space={space}" if t.Place(space) in offers else "",
        "closed": closed,
        "asked": asked,
        "why": reason,
        "label": f"{label}. {reason}".rstrip(". ") + ".",
    }


# ---- the people


def _person(seat: int, now: Seen, speech: Speech) -> dict[str, Any]:
    placed, flat = len(now.placed[seat]), now.flat[seat]
    flows = now.flows[seat]
    known = counted(flows)
    cards = now.cards[seat]
    return {
        "seat": seat,
        "name": speech.seat(seat),
        "first": seat == now.marker,
        "left": [_hench(seat, number) for number in range(placed, placed + now.left[seat])],
        "flat": [_hench(seat, number) for number in range(placed + now.left[seat], placed + now.left[seat] + flat)],
        "label": speech.phrase("draw.left", n=str(now.left[seat])),
        "cards": [(picture(card), n, _brief(card, speech), about_card(card, speech)) for card, n in _count(cards)],
        "fakes": [(at + 1, n) for at, n in enumerate(now.fakes[seat]) if n],
        "notes": bundle(now.fakes[seat]),
        "prints": speech.phrase("draw.prints", notes=bundle(printed(cards, now.supply))),
        "trail": [_flow(flow, speech) for flow in flows[-TRAIL:]],
        "known": speech.phrase("draw.counted", money=dollars(known, speech))
        if known is not None
        else speech.phrase("draw.uncounted"),
        "look": speech.phrase("draw.look", seat=speech.seat(seat)),
    }


def _flow(flow: t.Flow, speech: Speech) -> tuple[str, str]:
    """A movement of money that everybody saw: its drawing, or none for a plain sum, and its words."""
    if flow == t.FLIGHT:
        return "i-plane", speech.phrase("draw.flight")
    if flow == t.GODFATHER:
        return "i-godfather", speech.phrase("draw.tribute")
    assert isinstance(flow, int)
    return "", ("+" if flow > 0 else "−") + dollars(abs(flow), speech)


def _count(cards: Iterable[str]) -> list[tuple[str, int]]:
    """The same card counted, in the order of the rulebook; tickets by their worth."""
    counts = Counter(cards)
    return [(card, counts[card]) for card in _ORDER if counts[card]]


_ORDER = (t.PRINTER, t.INK, t.PAPER, t.HOLOGRAM, t.DINER, t.JET, *sorted(t.TICKETS, key=lambda c: t.TICKETS[c]), *BRIEF)


def _kinds(seats: int) -> list[str]:
    kit = KITS[seats]
    used = {*kit.kit_cards, *(card for cards in kit.classes for card in cards)}
    return [card for card in _ORDER if card in used]


def _tally(cards: Iterable[str], speech: Speech) -> list[tuple[str, int, str]]:
    return [(picture(card), n, speech.term(card)) for card, n in _count(cards)]


def _about(card: str, speech: Speech) -> dict[str, str]:
    return {"card": card, "picture": picture(card), "title": speech.term(card), "text": about_card(card, speech)}


def _prices(now: Seen, speech: Speech) -> list[tuple[str, str, str]]:
    """What a fake note brings today: the drawing, where, how much."""
    refused = now.refused == len(SPOTS)
    shop = speech.phrase("draw.refused") if refused else dollars(RATES.face_value, speech)
    rows = [("i-cart", speech.phrase("draw.price.shop"), shop)]
    for at, price in enumerate(RATES.fence_prices):
        rows.append((f"fake-{at + 1}", speech.phrase("draw.price.fence", stars=SPOTS[at]), dollars(price, speech)))
    return [*rows, ("c-diner", speech.phrase("draw.price.diner"), dollars(RATES.face_value, speech))]
