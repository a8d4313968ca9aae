"""What a choice leads to, as far as a seat can know: from its view, never from the position."""

from __future__ import annotations

from ....kernel import Action, Speech, View
from .. import actions as a
from ..table import BRIBE, CARS, RAID_AT, SIREN, SWAP, WORTH_AT_END, WORTH_IN_RAID, Slot
from ..view import Seen
from .scene import _shown_worth


def then(view: View, action: Action, speech: Speech) -> str:
    now: Seen = view.now
    if isinstance(action, a.Give):
        shows = [_shown_worth(slots) for slots in now.loot]
        after = shows[action.seat] + WORTH_IN_RAID[action.card]
        most = all(after > value for seat, value in enumerate(shows) if seat != action.seat)
        return speech.phrase("then.give.most" if most else "then.give", seat=speech.seat(action.seat), shows=str(after))
    if isinstance(action, a.Keep):
        return speech.phrase("then.keep", end=str(WORTH_AT_END[action.card]))
    if isinstance(action, a.Play) and action.card in CARS:
        cars = now.cars + CARS[action.card]
        key = f"then.raid{_poor(now)}" if cars >= RAID_AT else "then.car"
        return speech.phrase(key, cars=str(cars), raid=str(RAID_AT))
    if isinstance(action, a.Play):
        return speech.phrase(f"then.{action.card}.none" if _in_vain(now, action.card) else f"about.{action.card}")
    if isinstance(action, a.Swap) and action.theirs is not None:
        return _swapped(now, action.mine, action.seat, action.theirs, speech)
    return ""


def called(view: View, action: Action, speech: Speech) -> str:
    """A swap by the cards that lie there, as far as the seat knows them: "your money 1 for Abel's money 3"."""
    now: Seen = view.now
    if not isinstance(action, a.Swap) or action.theirs is None or now.seat is None:
        return ""
    gave, got = now.loot[now.seat][action.mine - 1], now.loot[action.seat][action.theirs - 1]
    mine, theirs = _lying(gave, action.mine, speech), _lying(got, action.theirs, speech)
    return speech.phrase("draw.swap", mine=mine, theirs=theirs, seat=speech.seat(action.seat))


def _lying(slot: Slot, place: int, speech: Speech) -> str:
    """A card of somebody's loot, as far as the seat knows it."""
    if slot.card is None:
        return speech.phrase("draw.swap.hidden", place=str(place))
    name = speech.term(slot.card)
    return name if slot.up else speech.phrase("draw.swap.down", card=name)


def _poor(now: Seen) -> str:
    """Whether a raid may catch nobody, as far as the seat knows the loot: `.perhaps`, `.nobody`; empty: it can't."""
    cards = [slot.card for slots in now.loot for slot in slots]
    if any(card is not None and WORTH_IN_RAID[card] for card in cards):
        return ""
    return ".perhaps" if None in cards else ".nobody"


def _in_vain(now: Seen, card: str) -> bool:
    """Whether everybody can see that an action card has no effect."""
    others = [seat for seat in range(now.seats) if seat != now.seat]
    if card == SWAP:
        return not now.loot[now.turn] or not any(now.loot[seat] for seat in others)
    return (card == BRIBE and not now.cars) or (card == SIREN and set(others) <= set(now.quiet))


def _swapped(now: Seen, mine: int, seat: int, theirs: int, speech: Speech) -> str:
    """What I get, and who will know the two cards."""
    assert now.seat is not None
    gave, got = now.loot[now.seat][mine - 1], now.loot[seat][theirs - 1]
    if got.card is None:
        said = [speech.phrase("then.swap.hidden", seats=speech.join(map(speech.seat, got.seen)))]
    else:
        said = [speech.phrase("then.swap.known", card=speech.term(got.card))]
    if not gave.up:
        said.append(speech.phrase("then.swap.given", seat=speech.seat(seat)))
    return " ".join(said)
