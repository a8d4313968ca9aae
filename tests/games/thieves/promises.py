"""What each question of the thieves says in words, as facts about its offers and about what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from speelhol.games.thieves.actions import Give, Keep, Play, Swap
from speelhol.games.thieves.rules_raid import cars_on
from speelhol.games.thieves.table import CARS, ESCAPE, RAID_AT, WORTH_IN_RAID, Thieves
from speelhol.kernel import Action, Match

from .tables import at


def ways(match: Match, seat: int, cards: tuple[str, ...]) -> set[Action]:
    """Money face down into one's own loot or face up into that of any other; other cards are played."""
    others = [other for other in range(match.seats) if other != seat]
    money = [card for card in cards if card in WORTH_IN_RAID]
    return {
        *(Keep(card) for card in money),
        *(Give(card, other) for card in money for other in others),
        *(Play(card) for card in cards if card not in WORTH_IN_RAID),
    }


def raided(match: Match, seat: int) -> bool:
    """A card that makes four police cars, and only such a card, brings a raid: the richest lose everything."""
    p = at(match)
    for action in match.legal(seat):
        if isinstance(action, Play) and action.card in CARS:
            after = match.copy()
            after.play(seat, action)
            comes = cars_on(p.police) + CARS[action.card] >= RAID_AT
            if comes != (at(after).police == ()) or (comes and not _richest_lost(p, after)):
                return False
    return True


def _richest_lost(p: Thieves, after: Match) -> bool:
    worth = [sum(WORTH_IN_RAID[str(slot.card)] for slot in slots) for slots in p.loot]
    lost = [seat for seat, value in enumerate(worth) if value == max(worth) > 0]
    return all(not at(after).loot[seat] for seat in lost)


def playing(match: Match, seat: int, money: bool) -> bool:
    p = at(match)
    counts = match.view(seat).now
    return (
        set(match.legal(seat)) == ways(match, seat, p.hands[seat])
        and any(isinstance(action, Keep | Give) for action in match.legal(seat)) == money
        and (counts.cars, counts.getaways) == (cars_on(p.police), p.getaways)
        and p.getaways < ESCAPE
        and raided(match, seat)
    )


def playing_drawn(match: Match, seat: int) -> bool:
    p = at(match)
    assert p.drawn is not None
    return set(match.legal(seat)) == ways(match, seat, (p.drawn,)) and raided(match, seat)


def swapping(match: Match, seat: int, pointing: bool) -> bool:
    """Every card of one's own for every card of another, or for one that chance takes; whoever knew one still does."""
    p = at(match)
    asked = set()
    for other, slots in enumerate(p.loot):
        if other != seat:
            for place, slot in enumerate(slots, 1):
                asked.add((other, place if slot.up or pointing else None))
    offered = {(action.mine, action.seat, action.theirs) for action in match.legal(seat) if isinstance(action, Swap)}
    mine = range(1, len(p.loot[seat]) + 1)
    return offered == {(place, *theirs) for place in mine for theirs in asked} and known(match, seat)


def known(match: Match, seat: int) -> bool:
    """After a swap both cards lie as they lay, the new owners know them, and so does whoever knew them."""
    p = at(match)
    before = {slot.number: slot for slots in p.loot for slot in slots}
    for action in list(match.legal(seat))[:3]:
        after = match.copy()
        after.play(seat, action)
        if after.over:  # the seventh getaway car was drawn: all is open
            continue
        for owner, slots in enumerate(at(after).loot):
            for slot in slots:
                if slot.number not in before or slot.up != before[slot.number].up:
                    return False
                if not slot.up and not {owner, *before[slot.number].seen} <= set(slot.seen):
                    return False
    return True


PROMISES: Mapping[str, Callable[[Match, int], bool]] = {
    "play-card": lambda match, seat: playing(match, seat, money=True),
    "play-card.no-money": lambda match, seat: playing(match, seat, money=False),
    "play-drawn": playing_drawn,
    "choose-swap": lambda match, seat: swapping(match, seat, pointing=True),
    "choose-swap.blind": lambda match, seat: swapping(match, seat, pointing=False),
}
"""By question: whether what it says is so, for the seat that is asked."""
