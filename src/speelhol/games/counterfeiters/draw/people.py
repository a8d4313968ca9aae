"""The people round the table: their henchmen, what lies before them and, as an aid, what everybody could count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ....kernel import Speech, Words
from ....kernel.cache import per_process
from .. import table as t
from ..rules_henchmen import printed
from ..view import Seen
from .motions import picture
from .preview import about_card, bundle, counted, dollars

BRIEF = ("great-lawyer", "bad-lawyer")
TRAIL = 8
"""So many of the newest movements of a player's money are shown."""
ORDER = (t.PRINTER, t.INK, t.PAPER, t.HOLOGRAM, t.DINER, t.JET, *sorted(t.TICKETS, key=lambda c: t.TICKETS[c]), *BRIEF)


NOT_COUNTED: dict[str, Any] = {"fakes": [], "notes": "", "trail": [], "known": ""}
"""What the table shows of somebody's money unless it keeps count: nothing."""


def hench(seat: int, number: int) -> str:
    """The name by which a henchman is seen to walk: placed ones count from the first, those laid flat from the last."""
    return f"h{seat}-{number}"


def brief(card: str, speech: Speech) -> str:
    if card in t.TICKETS:
        return speech.phrase("draw.card.ticket")
    return speech.phrase(f"draw.card.{card}") if card in BRIEF else speech.term(card)


def person(seat: int, now: Seen, speech: Speech) -> dict[str, Any]:
    gang = len(now.placed[seat]), now.left[seat], now.flat[seat]
    cards = now.cards[seat]
    prints = printed(cards, now.supply)
    said = speech.words, speech.language
    return {
        **_gang(*said, seat, speech.seat(seat), *gang),
        **_goods(*said, cards, prints),
        **(_counted(*said, now.fakes[seat], now.flows[seat]) if now.counts else NOT_COUNTED),
        "first": seat == now.marker,
    }


@per_process(1024)
def _gang(words: Words, language: str, seat: int, name: str, placed: int, left: int, flat: int) -> dict[str, Any]:
    speech = Speech(words, language)
    return {
        "seat": seat,
        "name": name,
        "left": [hench(seat, number) for number in range(placed, placed + left)],
        "flat": [hench(seat, number) for number in range(placed + left, placed + left + flat)],
        "label": speech.phrase("draw.left", n=str(left)),
        "look": speech.phrase("draw.look", seat=name),
    }


@per_process(1024)
def _goods(words: Words, language: str, cards: tuple[str, ...], prints: t.Trio) -> dict[str, Any]:
    speech = Speech(words, language)
    return {
        "cards": [(picture(card), n, brief(card, speech), about_card(card, speech)) for card, n in tally(cards)],
        "prints": speech.phrase("draw.prints", notes=bundle(prints)),
    }


@per_process(1024)
def _counted(words: Words, language: str, fakes: t.Trio, flows: tuple[t.Flow, ...]) -> dict[str, Any]:
    """What everybody could have counted: the fake notes, and the real money until a flight."""
    speech, known = Speech(words, language), counted(flows)
    return {
        "fakes": [(at + 1, n) for at, n in enumerate(fakes) if n],
        "notes": speech.phrase("draw.holds", notes=bundle(fakes)),
        "trail": [_flow(flow, speech) for flow in flows[-TRAIL:]],
        "known": speech.phrase("draw.counted", money=dollars(known, speech))
        if known is not None
        else speech.phrase("draw.uncounted"),
    }


def _flow(flow: t.Flow, speech: Speech) -> tuple[str, str]:
    """A movement of money that everybody saw: its drawing, or none for a plain sum, and its words."""
    if flow == t.FLIGHT:
        return "i-plane", speech.phrase("draw.flight")
    if flow == t.GODFATHER:
        return "i-godfather", speech.phrase("draw.tribute")
    assert isinstance(flow, int)
    return "", ("+" if flow > 0 else "−") + dollars(abs(flow), speech)


def tally(cards: Iterable[str]) -> list[tuple[str, int]]:
    """The same card counted, in the order of the rulebook; tickets by their worth."""
    counts = Counter(cards)
    return [(card, counts[card]) for card in ORDER if counts[card]]
