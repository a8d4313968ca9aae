"""Tables laid by hand, and chance that gives what a test wants."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import speelhol
from speelhol.games.thieves.rules import NEXT_TURN, PLAY_CARD
from speelhol.games.thieves.stretches import open_stretch
from speelhol.games.thieves.table import GETAWAY, GETAWAYS, Slot, Thieves, ThievesOptions, counts
from speelhol.kernel import Dealer, Event, Match, Refused

GAME = speelhol.game("thieves")
E = TypeVar("E", bound=Event)


class Wanted:
    """Draws the wanted cards and numbers in turn, afterwards the first card of the pile that is no getaway car."""

    def __init__(self, p: Thieves, draws: Sequence[str | int]) -> None:
        self.p = p
        self.draws = list(draws)

    def below(self, n: int) -> int:
        want = self.draws.pop(0) if self.draws else next(card for card in self.p.pile if card != GETAWAY)
        if isinstance(want, int):
            assert want < n
            return want
        assert want in self.p.pile, f"{want} is not in the pile"
        return bisect_left(self.p.pile, want)

    def copy(self) -> Wanted:
        raise NotImplementedError


def table(
    *hands: str,
    turn: int = 0,
    loot: Sequence[str] = (),
    police: str = "",
    discard: str = "",
    getaways: int = 0,
    draws: Sequence[str | int] = (),
    refill: bool = False,
    rules: int = GAME.rules,
    one_ring: bool = False,
) -> Match:
    """A match in the middle: seat `turn` plays a card or, with `refill`, is about to fill up its hand.

    Cards are named as in the deck, with spaces between them; [m2] lies face down. All others are in the pile.
    """
    seats = len(hands)
    p = Thieves(seats, ThievesOptions(one_ring), rules)
    p.hands = tuple(tuple(sorted(hand.split())) for hand in hands)
    p.loot, p.held = ((),) * seats, ((),) * seats
    open_stretch(p)
    rows = []
    for seat, row in enumerate([*loot, *[""] * (seats - len(loot))]):
        slots = []
        for card in row.split():
            down = card.startswith("[")
            slots.append(Slot(card.strip("[]"), p.laid, not down, (seat,) if down else ()))
            p.laid += 1
        rows.append(tuple(slots))
    p.loot = tuple(rows)
    p.police, p.discard, p.getaways = tuple(police.split()), tuple(sorted(discard.split())), getaways
    left = Counter(counts(p.options)) + Counter({GETAWAY: GETAWAYS - getaways})
    for cards in (*p.hands, p.police, p.discard, *map(loot_of, p.loot)):
        for card in cards:
            left[card] -= 1
            assert left[card] >= 0, f"too many of {card}"
    p.pile = tuple(sorted(left.elements()))
    p.turn = (turn - 1) % seats if refill else turn
    p.agenda = (NEXT_TURN,) if refill else (NEXT_TURN, PLAY_CARD)
    return Match(GAME, p, Dealer(Wanted(p, draws), seats))


def at(match: Match) -> Thieves:
    assert isinstance(match.position, Thieves)
    return match.position


def loot_of(slots: tuple[Slot, ...]) -> list[str]:
    return [str(slot.card) for slot in slots]


def play(match: Match, *texts: str) -> list[Event]:
    """Whoever is asked plays these, one after another. Returns all that was told."""
    told: list[Event] = []
    for text in texts:
        (seat,) = match.to_act
        told += [event for event, _ in match.play(seat, GAME.read(text))]
    return told


def only(events: Sequence[Event], kind: type[E]) -> E:
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def why_not(match: Match, text: str) -> tuple[str, str]:
    """The rule and the reason by which the seat that is asked is refused."""
    (seat,) = match.to_act
    refused = match.why_not(seat, GAME.read(text))
    assert isinstance(refused, Refused), f"{text} is legal"
    assert GAME.speak("nl").refused(refused)
    return refused.rule, refused.reason


def offered(match: Match) -> set[str]:
    (seat,) = match.to_act
    return {str(action) for action in match.legal(seat)}
