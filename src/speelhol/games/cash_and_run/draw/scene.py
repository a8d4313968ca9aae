"""The casino: what the drawn table shows, and what a choice leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from ....kernel import SPOKEN, Form, Offers, Speech, View, Words
from ....kernel.cache import per_process
from ....kernel.offers import Either
from .. import actions as a
from .. import events as e
from ..gambling import SYMBOLS
from ..table import AT, BLUFFS, CASINOS, COLOUR, FOR_LAP, KIND, SPACES, SYMBOL
from ..view import Seen
from .middle import pick, stage
from .motions import BACK, BLUFF_BACK, CHIPS, angle, card, chips
from .ring import GROUND, ICONS, deeds, laps, pawns, race_words, spaces

FIXED = GROUND
"""What every table shows alike."""
RECENT = 80
"""Of so many events at the end of the log dice, wheel and pack still show what came, and opened cards lie ready."""
TEN_THOUSAND = 10_000
PIECES = (*CHIPS.values(), *(f"die-{n}" for n in range(1, 7)), BACK, BLUFF_BACK, *(f"bluff-{card}" for card in BLUFFS))
"""What flies again and again; marks of seats and playing cards come with it."""


def common(view: View, speech: Speech) -> Mapping[str, Any]:
    """What everybody sees alike; the spaces and deeds, as long as they have nothing to tap there."""
    now: Seen = view.now
    known = deeds(now, speech, {})
    return {
        "spaces": spaces(now, speech, {}, _lit(view)),
        "label": speech.phrase("draw.ring"),
        "pawns": pawns(now, speech),
        "laps": laps(now.laps),
        "pot": speech.money(now.pot),
        "bank": speech.money(now.bank),
        "stack": now.stack,
        "deeds": known,
        "known": known,
        "seats": [_person(now, seat, speech) for seat in range(now.seats)],
        "plaques": {seat: _plaque(now, seat, speech) for seat in range(now.seats)},
        "goal": speech.phrase("about.goal.three" if now.seats == 3 else "about.goal", need=str(FOR_LAP[now.seats])),
        "pieces": _pieces(now.seats),
        **_legend(speech.words, speech.language),
        **_chance(view),
    }


def scene(view: View, speech: Speech, shared: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    now: Seen = view.now
    picks = targets(view.offers)
    middle = stage(view, speech)
    return {
        **(common(view, speech) if shared is None else shared),
        "stage": middle,
        "listed": middle is not None and middle["listed"],
        "mine": _mine(view, speech) if view.seat is not None else None,
        **({"spaces": spaces(now, speech, picks, _lit(view)), "deeds": deeds(now, speech, picks)} if picks else {}),
    }


@per_process()
def _pieces(seats: int) -> tuple[str, ...]:
    return (*PIECES, *(f"seat-{seat + 1}" for seat in range(seats)))


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


def _lit(view: View) -> tuple[str, ...]:
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
    return f"{whole}{SPOKEN[language].decimal + digits if digits else ''} M"


def _plaque(now: Seen, seat: int, speech: Speech) -> str:
    return speech.phrase("draw.bust") if seat in now.out else short(now.chips[seat], speech.language)


class Person(Struct, frozen=True):
    """What everybody may know of a player."""

    seat: int
    cards: str
    out: bool
    runs: bool
    race: str
    deeds: tuple[tuple[str, str, str], ...]


def _person(now: Seen, seat: int, speech: Speech) -> Person:
    return Person(
        seat,
        speech.phrase("draw.cards", n=str(now.held[seat])),
        seat in now.out,
        bool(now.laps) and now.laps[seat] is not None,
        race_words(now, seat, speech) if now.owners else "",
        _owned(speech.words, speech.language, now.owners, seat),
    )


@per_process(1024)
def _owned(words: Words, language: str, owners: tuple[int | None, ...], seat: int) -> tuple[tuple[str, str, str], ...]:
    """A player's casinos: name, colour, and drawing."""
    speech = Speech(words, language)
    own = [c for c in CASINOS if owners and owners[AT[c]] == seat]
    return tuple((speech.term(c), COLOUR[c], f"g-{SYMBOL[c]}") for c in own)


def _mine(view: View, speech: Speech) -> dict[str, Any]:
    now: Seen = view.now
    assert view.seat is not None
    offered = {action.card for one in _flat(view.offers) if not isinstance(one, Form)
               for action in one if isinstance(action, a.Bluff | a.Discard)}  # fmt: skip
    return {
        "seat": view.seat,
        "cards": _hand(speech.words, speech.language, now.hand, tuple(sorted(offered))),
        "chips": chips(now.chips[view.seat])[:4],
        "sum": speech.money(now.chips[view.seat]),
        "race": race_words(now, view.seat, speech) if now.owners or now.mine else "",
    }


@per_process(256)
def _hand(words: Words, language: str, hand: tuple[str, ...], offered: tuple[str, ...]) -> list[dict[str, Any]]:
    speech = Speech(words, language)
    return [
        {
            "picture": f"bluff-{name}",
            "label": speech.phrase("draw.held", card=speech.term(name), n=str(n)),
            "n": n,
            "pick": f"card={name}" if name in offered else "",
        }
        for name, n in Counter(hand).items()
    ]


# ---- the newest results


SHOWS = {e.Rolled: "dice", e.Spun: "spun", e.Threw: "die", e.Drew: "drawn"}


def _chance(view: View) -> dict[str, Any]:
    """What dice, wheel and cards show since they were used last; `opened`: the cards that were opened of late."""
    newest: dict[str, Any] = {}
    opened: set[str] = set()
    last = ""
    for event in islice(view.log.newest_first(), RECENT):
        shows = SHOWS.get(event.__class__)
        if shows is None:
            continue
        last = last or shows
        newest.setdefault(shows, event)
        if isinstance(event, e.Drew):
            opened.add(card(event.rank, event.suit))
    rolled, spun, drew = newest.get("dice"), newest.get("spun"), newest.get("drawn")
    shown: dict[str, Any] = {
        "dice": (rolled.first, rolled.second) if rolled else (),
        "wheel": angle(spun.number) if spun else 0.0,
        "spun": {"number": spun.number, "colour": spun.colour} if spun else None,
        "drawn": card(drew.rank, drew.suit) if drew else "",
        "opened": sorted(opened),
    }
    came = {"spun": shown["spun"], "die": newest["die"].number if last == "die" else 0, "drawn": shown["drawn"]}
    return {**shown, "last": {last: came[last]} if last in came else None}


# ---- explanations


@per_process(8)
def _legend(words: Words, language: str) -> dict[str, Any]:
    """What is the same at every table."""
    speech = Speech(words, language)
    symbols = {s: speech.phrase(f"draw.symbol.{s}") for s in SYMBOLS}
    titles = {kind: speech.phrase(f"draw.kind.{kind}") for kind in dict.fromkeys(KIND) if kind != "casino"}
    abouts = [
        {"kind": kind, "icon": ICONS[kind], "title": title, "text": speech.phrase(f"about.{kind}")}
        for kind, title in (titles | {s: name.capitalize() for s, name in symbols.items()}).items()
    ]
    return {
        "symbols": list(symbols.values()),
        "kinds": abouts[: len(titles)],
        "abouts": abouts,
        "games": {ICONS[s]: speech.phrase(f"about.{s}") for s in SYMBOLS},
    }
