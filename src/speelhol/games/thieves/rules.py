"""The turn, in the rulebook's order: fill up your hand, play one card."""

from __future__ import annotations

from functools import cache

from ...kernel import Action, Choices, Dealer, Decision, Options, Random, Refused, Step, put
from . import table as t
from .chapters import note, open_chapter
from .rules_actions import BRIBE, SIREN, SWAP_CARDS
from .rules_raid import END, RAID, cars_on, raid_due
from .table import (
    CARS,
    DEAL,
    DECK,
    ESCAPE,
    EVERYONE,
    GETAWAY,
    GETAWAYS,
    HAND,
    OTHERS,
    WORTH_IN_RAID,
    Slot,
    Thieves,
)

Plays = t.Keep | t.Give | t.Play
"""What is done with a card."""


def setup(seats: int, options: Options, rules: int) -> Thieves:
    return Thieves(seats, options, rules, (SET_UP,))


# ---- set-up


class SetUp(Step[Thieves], frozen=True, tag="set-up"):
    def run(self, p: Thieves, dealer: Dealer) -> None:
        everyone = EVERYONE[p.seats]
        p.pile = DECK
        p.hands = tuple([tuple(sorted([take_from_pile(p, dealer) for _ in range(DEAL)])) for _ in everyone])
        p.pile = tuple(sorted((*p.pile, *(GETAWAY,) * GETAWAYS)))
        p.loot = p.held = ((),) * p.seats
        for seat in everyone:
            dealer.whisper(seat, t.Dealt(p.hands[seat]))
        open_chapter(p)
        p.turn = dealer.draw(p.seats)
        dealer.tell(t.Starts(p.turn))
        p.then(REFILL)


def take_from_pile(p: Thieves, dealer: Dealer) -> str:
    pile = p.pile
    at = dealer.draw(len(pile))
    p.pile = pile[:at] + pile[at + 1 :]
    return pile[at]


# ---- phase 1: fill up your hand


def draw_cards(p: Thieves, number: int, dealer: Dealer) -> tuple[list[str], int]:
    """Cards from the pile, and how many getaway cars were laid open and replaced meanwhile.

    The last getaway car ends the game: nothing is left on the agenda but the count, and no card replaces it.
    """
    cards: list[str] = []
    found = 0
    while len(cards) < number:
        card = take_from_pile(p, dealer)
        if card != GETAWAY:
            cards.append(card)
            continue
        found += 1
        p.getaways += 1
        if p.getaways == ESCAPE:
            p.agenda = (END,)
            break
    return cards, found


class Refill(Step[Thieves], frozen=True, tag="refill"):
    def run(self, p: Thieves, dealer: Dealer) -> None:
        seat = p.turn
        hand = p.hands[seat]
        p.then(PLAY_CARD, PASS_ON)
        cards, found = draw_cards(p, HAND - len(hand), dealer)
        p.hands = put(p.hands, seat, tuple(sorted((*hand, *cards))))
        if seat in p.quiet:
            p.quiet = tuple([quiet for quiet in p.quiet if quiet != seat])
        dealer.tell(t.Refilled(seat, len(cards), found, p.getaways))
        if cards:
            dealer.whisper(seat, t.YouDrew(tuple(sorted(cards))))


class PassOn(Step[Thieves], frozen=True, tag="pass-on"):
    def run(self, p: Thieves, dealer: Dealer) -> None:
        p.turn = (p.turn + 1) % p.seats
        p.then(REFILL)


# ---- phase 2: play one card


class Hand(Choices):
    """What can be done with some cards. The sampler picks a card, then keeps money as often as it gives it away."""

    cards: tuple[tuple[Action, ...], ...]

    def sample(self, rng: Random) -> Action:
        r = rng.random() * len(self.cards)
        at = int(r)
        ways = self.cards[at]
        rest = 2 * (r - at) - 1
        return ways[0] if rest < 0 or len(ways) == 1 else ways[1 + int(rest * (len(ways) - 1))]


@cache
def ways(card: str, seats: int, seat: int) -> tuple[Action, ...]:
    """How a seat may play a card."""
    if card in WORTH_IN_RAID:
        return (t.Keep(card), *(t.Give(card, other) for other in OTHERS[seats][seat]))
    return (t.Play(card),)


@cache
def plays(cards: tuple[str, ...], seats: int, seat: int) -> Hand:
    by_card = tuple(ways(card, seats, seat) for card in dict.fromkeys(cards))
    hand = Hand(action for actions in by_card for action in actions)
    hand.cards = by_card
    return hand


class PlayCard(Decision[Thieves, Plays], frozen=True, tag="play-card"):
    rule = "thieves/turn.play"

    def who(self, p: Thieves) -> int:
        return p.turn

    def offers(self, p: Thieves, seat: int) -> Hand:
        return plays(p.hands[seat], p.seats, seat)

    def take(self, p: Thieves, seat: int, action: Plays, dealer: Dealer) -> None:
        card, hand = action.card, p.hands[seat]
        at = hand.index(card)
        p.hands = put(p.hands, seat, hand[:at] + hand[at + 1 :])
        if type(action) is not t.Keep:
            note(p, seat, card)
        play(p, seat, action, seat, dealer)

    def refuse(self, p: Thieves, seat: int, action: Action) -> Refused:
        return refuse(seat, action, p.hands[seat], Refused(self.rule, "not-in-hand"))


def refuse(seat: int, action: Action, cards: tuple[str, ...], missing: Refused) -> Refused:
    """Why a card can't be played like this, or not at all."""
    if not isinstance(action, Plays):
        return Refused("thieves/swap.choose", "swap-card-first")
    card = action.card
    if card == GETAWAY:
        return Refused("thieves/turn.getaway", "getaway-opens-itself")
    if card not in cards:
        return missing
    if isinstance(action, t.Play):
        return Refused("thieves/money.where", "say-where")
    if card not in WORTH_IN_RAID:
        return Refused("thieves/money.where", "only-money-is-loot")
    itself = isinstance(action, t.Give) and action.seat == seat
    return Refused("thieves/money.give", "not-to-yourself" if itself else "no-such-player")


def play(p: Thieves, seat: int, action: Plays, hand: int | None, dealer: Dealer) -> None:
    """Lay a card on the table: out of this seat's hand or, with None, straight from the pile."""
    card = action.card
    if type(action) is t.Keep:
        slot = Slot(card, p.laid, False, (seat,), hand, len(p.chapters) - 1)
        p.loot = put(p.loot, seat, (*p.loot[seat], slot))
        p.laid += 1
        dealer.tell(kept(seat))
        dealer.whisper(seat, t.YouKept(card))
    elif type(action) is t.Give:
        p.loot = put(p.loot, action.seat, (*p.loot[action.seat], Slot(card, p.laid, True)))
        p.laid += 1
        dealer.tell(t.Gave(seat, action.seat, card))
    elif card in CARS:
        p.police += (card,)
        dealer.tell(t.Parked(seat, card, cars_on(p.police)))
        if raid_due(p):
            p.then(RAID)
    else:
        p.discard = tuple(sorted((*p.discard, card)))
        dealer.tell(t.Used(seat, card))
        p.then(*EFFECTS[card])


kept = cache(t.Kept)


# ---- the double strike


class DrawOne(Step[Thieves], frozen=True, tag="draw-one"):
    """The player alone looks at the card and has to play it. Asked also where there is nothing to choose: a secret."""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        p.then(PLAY_DRAWN)
        cards, found = draw_cards(p, 1, dealer)
        dealer.tell(t.Struck(p.turn, found, p.getaways))
        if cards:
            (p.drawn,) = cards
            dealer.whisper(p.turn, t.YouDrew((p.drawn,)))


class PlayDrawn(Decision[Thieves, Plays], frozen=True, tag="play-drawn"):
    rule = "thieves/strike.play"

    def who(self, p: Thieves) -> int:
        return p.turn

    def offers(self, p: Thieves, seat: int) -> Hand:
        assert p.drawn is not None
        return plays((p.drawn,), p.seats, seat)

    def take(self, p: Thieves, seat: int, action: Plays, dealer: Dealer) -> None:
        p.drawn = None
        play(p, seat, action, None, dealer)

    def refuse(self, p: Thieves, seat: int, action: Action) -> Refused:
        assert p.drawn is not None
        return refuse(seat, action, (p.drawn,), Refused(self.rule, "play-what-you-drew"))


SET_UP, REFILL, PASS_ON, PLAY_CARD = SetUp(), Refill(), PassOn(), PlayCard()
DRAW_ONE, PLAY_DRAWN = DrawOne(), PlayDrawn()

EFFECTS: dict[str, tuple[Step[Thieves], ...]] = {
    t.SIREN: (SIREN,),
    t.SWAP: (SWAP_CARDS,),
    t.STRIKE: (DRAW_ONE, DRAW_ONE),
    t.BRIBE: (BRIBE,),
}
