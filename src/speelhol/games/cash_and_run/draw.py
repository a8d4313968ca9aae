"""The casino: what the drawn table shows, and what a choice leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import singledispatch
from typing import Any

from ...kernel import Action, Event, Form, Offers, Speech, View
from ...kernel.offers import Either
from . import actions as a
from . import events as e
from .draw_motions import angle, card, chips, motions
from .draw_ring import deed, deeds, laps, painted, pawns, race, race_words, spaces
from .draw_stage import pick, stage
from .gambling import SYMBOLS
from .table import ALL_PLAY, AT, CASINOS, COLOUR, FOR_LAP, KIND, PLACE, PRICE, SPACES, SYMBOL, nearest_corner
from .view import Seen

__all__ = ["motions", "scene", "then"]

RECENT = 80
"""Of so many events at the end of the log the pieces that move lie ready."""
M = 1_000_000
POINT = {"en": ".", "nl": ",", "fr": ","}
TEN_THOUSAND = 10_000


def scene(view: View, speech: Speech) -> Mapping[str, Any]:
    now: Seen = view.now
    recent = view.log.since(max(0, len(view.log) - RECENT))
    picks = targets(view.offers)
    middle = stage(view, speech)
    return {
        "say": speech.phrase,
        "painted": painted,
        "spaces": spaces(now, speech, picks, _lit(view)),
        "label": speech.phrase("draw.ring"),
        "pawns": pawns(now, speech),
        "laps": laps(now),
        "stage": middle,
        "listed": middle is not None and middle["listed"],
        "pot": {"sum": speech.money(now.pot), "chips": chips(now.pot)[:3]},
        "bank": speech.money(now.bank),
        "stack": now.stack,
        "deeds": deeds(now, speech, picks),
        "symbols": [speech.phrase(f"draw.symbol.{s}") for s in SYMBOLS],
        "seats": {seat: _person(now, seat, speech) for seat in range(now.seats)},
        "mine": _mine(view, speech) if view.seat is not None else None,
        "plaques": {seat: _plaque(now, seat, speech) for seat in range(now.seats)},
        "about": _abouts(now, speech),
        "kinds": [_kind(kind, speech) for kind in dict.fromkeys(KIND) if kind != "casino"],
        "goal": speech.phrase("about.goal.three" if now.seats == 3 else "about.goal", need=str(FOR_LAP[now.seats])),
        "pieces": sorted(
            {name for event in recent for m in motions(event) for name in (m.piece, m.value) if _piece(name)}
        ),
        **_chance(recent),
    }


def _piece(name: str) -> bool:
    return bool(name) and not name.endswith("deg")


# ---- what can be tapped


def targets(offers: Offers | None) -> dict[str, str]:
    """Spaces of the ring that stand for an offer, and as what."""
    found: dict[str, str] = {}
    for one in _flat(offers):
        if isinstance(one, Form):
            if one.kind is a.Challenge:
                found |= {casino: f"do=challenge&casino={casino}" for casino in one.domains["casino"]}
            continue
        for action in one:
            if isinstance(action, a.Start | a.Offer | a.Take):
                found[action.casino] = pick(action)
            elif isinstance(action, a.Go):
                found[action.space] = pick(action)
    return found


def _flat(offers: Offers | None) -> Iterable[Any]:
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from _flat(part)
    elif offers is not None:
        yield offers


def _lit(view: View) -> Collection[str]:
    """The space or casino that it is about now."""
    if not view.agenda:
        return ()
    step = view.agenda[-1]
    casino = getattr(step, "casino", None) or getattr(getattr(step, "game", None), "casino", None)
    if casino is not None:
        return (casino,)
    seat = getattr(step, "seat", None)
    place = view.now.pawns[seat] if seat is not None else None
    return (SPACES[place],) if place is not None else ()


# ---- people


def short(amount: int, language: str) -> str:
    """A sum in a tight place: 1.85 M."""
    if amount < TEN_THOUSAND:
        return str(amount)
    whole, rest = divmod(amount // TEN_THOUSAND, 100)
    digits = f"{rest:02d}".rstrip("0")
    return f"{whole}{POINT[language] + digits if digits else ''} M"


def _plaque(now: Seen, seat: int, speech: Speech) -> str:
    return speech.phrase("draw.bust") if seat in now.out else short(now.chips[seat], speech.language)


def _person(now: Seen, seat: int, speech: Speech) -> dict[str, Any]:
    own = [c for c in CASINOS if now.owners and now.owners[AT[c]] == seat]
    most, _ = race(now, seat) if now.owners else (0, [])
    return {
        "seat": seat,
        "name": speech.seat(seat),
        "cards": speech.phrase("draw.cards", n=str(now.held[seat])),
        "out": seat in now.out,
        "race": race_words(now, seat, speech) if now.owners else "",
        "near": most,
        "runs": bool(now.laps) and now.laps[seat] is not None,
        "deeds": [{"name": speech.term(c), "colour": COLOUR[c], "icon": f"g-{SYMBOL[c]}"} for c in own],
    }


def _mine(view: View, speech: Speech) -> dict[str, Any]:
    now: Seen = view.now
    assert view.seat is not None
    held = [(card_, now.hand.count(card_)) for card_ in dict.fromkeys(now.hand)]
    offered = {action.card for one in _flat(view.offers) if not isinstance(one, Form)
               for action in one if isinstance(action, a.Bluff | a.Discard)}  # fmt: skip
    return {
        "seat": view.seat,
        "cards": [
            {
                "picture": f"bluff-{name}",
                "label": speech.phrase("draw.held", card=speech.term(name), n=str(n)),
                "n": n,
                "pick": f"card={name}" if name in offered else "",
            }
            for name, n in held
        ],
        "laid": f"bluff-{now.laid}" if now.laid else "",
        "laid_words": speech.phrase("view.my-laid", card=speech.term(now.laid)) if now.laid else "",
        "chips": chips(now.chips[view.seat])[:4],
        "sum": speech.money(now.chips[view.seat]),
        "race": race_words(now, view.seat, speech) if now.owners or now.mine else "",
        "none": speech.phrase("view.no-hand"),
    }


# ---- the newest results


def _chance(recent: Iterable[Event]) -> dict[str, Any]:
    """What dice, wheel and cards show since they were used last."""
    shown: dict[str, Any] = {"dice": (), "wheel": 0.0, "spun": None, "drawn": "", "last": None}
    for event in recent:
        if isinstance(event, e.Rolled):
            shown |= {"dice": (event.first, event.second), "last": None}
        elif isinstance(event, e.Spun):
            spun = {"number": event.number, "colour": event.colour}
            shown |= {"wheel": angle(event.number), "spun": spun, "last": {"spun": spun}}
        elif isinstance(event, e.Threw):
            shown["last"] = {"die": event.number}
        elif isinstance(event, e.Drew):
            shown |= {"drawn": card(event.rank, event.suit), "last": {"card": card(event.rank, event.suit)}}
    return shown


# ---- explanations


def _kind(kind: str, speech: Speech) -> dict[str, str]:
    return {"kind": kind, "title": speech.phrase(f"draw.kind.{kind}"), "text": speech.phrase(f"about.{kind}")}


def _abouts(now: Seen, speech: Speech) -> list[dict[str, str]]:
    """A casino tells whose it is and what is played there."""
    return [
        {
            "casino": c,
            "title": speech.term(c),
            "text": deed(now, c, speech, {})["whose"],
            "games": speech.phrase(f"about.{SYMBOL[c]}"),
        }
        for c in CASINOS
    ]


# ---- what a choice leads to, as far as this seat can know


def then(view: View, action: Action, speech: Speech) -> str:
    return _then(action, view, speech)


@singledispatch
def _then(action: Action, view: View, speech: Speech) -> str:
    return ""


def _me(view: View) -> int:
    assert view.seat is not None
    return view.seat


@_then.register
def _(action: a.Announce, view: View, speech: Speech) -> str:
    place = view.now.pawns[_me(view)]
    return speech.phrase("then.announce", corner=str(nearest_corner(place or 0)))


@_then.register
def _(action: a.Offer, view: View, speech: Speech) -> str:
    return speech.phrase("then.offer", casino=speech.term(action.casino))


@_then.register
def _(action: a.Go, view: View, speech: Speech) -> str:
    now: Seen = view.now
    kind, name = KIND[PLACE[action.space]], speech.term(action.space)
    if kind != "casino":
        return speech.phrase(
            f"then.go.{kind}", pot=speech.money(now.pot), price=speech.money(PRICE), prize=speech.money(ALL_PLAY)
        )
    owner = now.owners[AT[action.space]]
    if owner is None:
        return speech.phrase("then.go.free", casino=name, race=race_words(now, _me(view), speech, action.space))
    if owner == view.seat:
        return speech.phrase("then.go.own", casino=name)
    return speech.phrase("then.go.other", casino=name, seat=speech.seat(owner), cash=speech.money(now.chips[owner]))


@_then.register
def _(action: a.Buy, view: View, speech: Speech) -> str:
    left = view.now.chips[_me(view)] - PRICE
    return speech.phrase("then.buy", left=speech.money(left))


@_then.register
def _(action: a.Bluff, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    true = action.card == step.symbol
    return speech.phrase("then.bluff.true" if true else "then.bluff.false", seat=speech.seat(step.judge))


@_then.register
def _(action: a.Concede, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.due:
        return speech.phrase("then.concede.casino")
    return speech.phrase("then.concede", seat=speech.seat(step.judge), sum=speech.money(step.due))


@_then.register
def _(action: a.Accept, view: View, speech: Speech) -> str:
    return speech.phrase("then.accept")


@_then.register
def _(action: a.Doubt, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.game.stake:
        return speech.phrase("then.doubt.casino")
    return speech.phrase("then.doubt", gain=speech.money(step.gain), risk=speech.money(step.risk))


@_then.register
def _(action: a.Collect, view: View, speech: Speech) -> str:
    return speech.phrase("then.collect", sum=speech.money(min(view.agenda[-1].safe, view.now.bank)))


@_then.register
def _(action: a.Dare, view: View, speech: Speech) -> str:
    return speech.phrase("then.dare", prize=speech.money(view.agenda[-1].prize))


@_then.register
def _(action: a.Challenge, view: View, speech: Speech) -> str:
    owner = view.now.owners[AT[action.casino]]
    return speech.phrase("then.challenge", casino=speech.term(action.casino), seat=speech.seat(owner))


@_then.register
def _(action: a.Take, view: View, speech: Speech) -> str:
    return speech.phrase("then.take", race=race_words(view.now, _me(view), speech, action.casino))


@_then.register
def _(action: a.LayOut, view: View, speech: Speech) -> str:
    return speech.phrase("then.lay-out")
