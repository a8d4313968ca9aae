"""The street at night: what the drawn table shows, and how it moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from ....kernel import Action, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from .. import events as e
from ..rules_action_cards import CHOOSE_SWAP
from ..rules_raid import cards_of
from ..table import CARS, COUNTS, ESCAPE, POINTED, RAID_AT, WORTH_IN_RAID, Slot
from ..view import Seen

PICTURES = {
    "m0": "loot-0",
    "m1": "loot-1",
    "m2": "loot-2",
    "m3": "loot-3",
    "ring": "loot-ring",
    "horseshoe": "loot-horseshoe",
    "single": "cop-1",
    "double": "cop-2",
    "siren": "act-siren",
    "swap": "act-swap",
    "strike": "act-strike",
    "bribe": "act-bribe",
}
BACK = "back-thief"
PLAYED = (e.Gave, e.Kept, e.Parked, e.Used)
REMEMBERED = 60
"""A raid further back than so many events is old news."""


def common(view: View, speech: Speech) -> Mapping[str, Any]:
    """What everybody sees alike."""
    now: Seen = view.now
    return {
        "police": [CARS[card] for card in now.police],
        "cars": now.cars,
        "raid_at": RAID_AT,
        "cars_of": speech.phrase("draw.of", now=str(now.cars), goal=str(RAID_AT)),
        "getaways": now.getaways,
        "escape": ESCAPE,
        "fled_of": speech.phrase("draw.of", now=str(now.getaways), goal=str(ESCAPE)),
        "pile": now.pile,
        "spent": len(now.discard),
        "top": picture(_top(view)) if now.discard else "",
        "tense": now.cars == RAID_AT - 1,
        "raid": _raid(view, speech),
        "hands": now.hands,
        "plaques": {seat: speech.phrase("draw.hand", n=str(n)) for seat, n in enumerate(now.hands)},
        "about": _abouts(speech.words, speech.language),
        "pictures": [BACK, *PICTURES.values()],
    }


def scene(view: View, speech: Speech, shared: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    now: Seen = view.now
    me = now.seat
    swapping = view.rules if view.agenda[-1:] == (CHOOSE_SWAP,) and view.offers is not None else 0
    offered = tuple(view.offers) if view.offers is not None and not swapping else ()
    order = [seat for seat in range(now.seats) if seat != me] if me is not None else list(range(now.seats))
    return {
        **(common(view, speech) if shared is None else shared),
        "heaps": [_heap(now, seat, speech, offered, swapping) for seat in order],
        "mine": _heap(now, me, speech, offered, swapping) if me is not None else None,
        "hand": _hand(now, speech, bool(offered)) if me is not None else [],
        "keep": any(isinstance(action, a.Keep) for action in offered),
    }


def _top(view: View) -> str:
    """The card that came to the discard pile last: a position keeps its cards sorted."""
    now: Seen = view.now
    for event in view.log.newest_first():
        if isinstance(event, e.Reshuffled):
            break
        if isinstance(event, e.Bribed) and event.cards:
            return event.cards[-1]
        if isinstance(event, e.Used):
            return event.card
    return now.discard[-1]


def _raid(view: View, speech: Speech) -> dict[str, Any] | None:
    """What the police took, where their cars stood, until one comes back or everybody has played a card since.

    All of it was told to everybody.
    """
    if view.over or view.now.cars:
        return None
    played = 0
    found: dict[str, Any] | None = None
    for event in islice(view.log.newest_first(), REMEMBERED):
        if isinstance(event, PLAYED):
            played += 1
        elif isinstance(event, e.Caught):
            found = {"words": speech.event(event), "caught": event.seats, "sums": []}
        elif isinstance(event, e.Opened) and found is not None:
            found["sums"].insert(0, {"seat": event.seat, "name": speech.seat(event.seat), "value": event.value})
        if isinstance(event, e.RaidBegan) or played >= view.seats:
            break
    return found if played < view.seats else None


def picture(card: str | None) -> str:
    return BACK if card is None else PICTURES[card]


def _heap(now: Seen, seat: int, speech: Speech, offered: Sequence[Action], swapping: int) -> dict[str, Any]:
    give = bool(offered) and any(isinstance(action, a.Give) and action.seat == seat for action in offered)
    said = speech.words, speech.language
    return _loot(*said, speech.seat(seat), now.loot[seat], seat, seat == now.seat, swapping, seat in now.quiet, give)


@per_process(2048)
def _loot(
    words: Words,
    language: str,
    name: str,
    slots: tuple[Slot, ...],
    seat: int,
    mine: bool,
    swapping: int,
    quiet: bool,
    give: bool,
) -> dict[str, Any]:
    """The cards of a heap and their worth, as far as these slots tell; most heaps don't change from move to move."""
    speech = Speech(words, language)
    worth, hidden = sum(WORTH_IN_RAID[card] for card in cards_of(slots)), sum(not slot.up for slot in slots)
    return {
        "seat": seat,
        "name": name,
        "quiet": quiet,
        "give": give,
        "shows": speech.phrase("draw.shows", n=str(_shown_worth(slots))),
        "worth": speech.phrase("draw.worth", n=str(worth)),
        "hidden": speech.phrase("draw.hidden", n=str(hidden)) if hidden else "",
        "cards": [_slot(words, language, slot, place, seat, mine, swapping) for place, slot in enumerate(slots, 1)],
    }


@per_process(2048)
def _shown_worth(slots: tuple[Slot, ...]) -> int:
    """What everybody can see that a heap is worth to the police."""
    return sum(WORTH_IN_RAID[card] for card in cards_of(tuple(slot for slot in slots if slot.up)))


def _slot(words: Words, language: str, slot: Slot, place: int, seat: int, mine: bool, swapping: int) -> dict[str, Any]:
    pick = f"mine={place}" if mine else f"seat={seat}&theirs={place if slot.up or swapping >= POINTED else None}"
    return {
        "picture": picture(slot.card),
        "up": slot.up,
        "peek": not slot.up and slot.card is not None,
        "number": slot.number,
        "pick": pick if swapping else "",
        "label": _label(words, language, slot.up, place, slot.card),
    }


@per_process(4096)
def _label(words: Words, language: str, up: bool, place: int, card: str | None) -> str:
    """How a card in somebody's loot reads; there are few different ones, and many of each."""
    speech = Speech(words, language)
    name = "?" if card is None else speech.term(card)
    return speech.phrase("view.face-up" if up else "view.face-down", place=str(place), card=name)


def _hand(now: Seen, speech: Speech, asked: bool) -> list[dict[str, Any]]:
    cards = [*now.hand, *((now.drawn,) if now.drawn is not None else ())]
    return [
        {
            "card": card,
            "picture": picture(card),
            "label": speech.term(card),
            "drawn": now.drawn is not None and at == len(cards) - 1,
            "pick": f"card={card}" if asked and (now.drawn is None or at == len(cards) - 1) else "",
        }
        for at, card in enumerate(cards)
    ]


@per_process(8)
def _abouts(words: Words, language: str) -> tuple[dict[str, str], ...]:
    """What every card does; it is the same at every table."""
    speech = Speech(words, language)
    return tuple(
        {"picture": picture(card), "title": speech.term(card), "text": speech.phrase(f"about.{card}")}
        for card in COUNTS
    )
