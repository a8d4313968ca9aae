"""The turn, in the rulebook's order: fill up your hand, play one card."""

from __future__ import annotations

from itertools import chain

from ...kernel import Action, Choices, Dealer, Decision, Random, Refused, Step, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import table as t
from .rules_action_cards import BRIBE, SIREN, SWAP_CARDS
from .rules_end import END
from .rules_raid import RAID, cars_on, raid_due
from .stretches import open_stretch
from .table import (
    CARS,
    DEAL,
    ESCAPE,
    EVERYONE,
    GETAWAY,
    GETAWAYS,
    HAND,
    MONEY,
    OTHERS,
    WORTH_IN_RAID,
    Slot,
    Thieves,
    ThievesOptions,
    deck,
)

Plays = a.Keep | a.Give | a.Play
"""What is done with a card."""


def setup(seats: int, options: ThievesOptions, rules: int) -> Thieves:
    """A match before anything was dealt. [aim.loot] [aim.players]"""
    return Thieves(seats, options, rules, (SET_UP,))


# ---- set-up


class SetUp(Step[Thieves], frozen=True, tag="set-up"):
    """Everybody gets a hand, the getaway cars go into the rest, and the lot says who begins.

    [setup.deal] [setup.getaways] [setup.first]
    """

    def run(self, p: Thieves, dealer: Dealer) -> None:
        everyone = EVERYONE[p.seats]
        p.pile = deck(p.options)
        p.hands = tuple([draw_cards(p, DEAL, dealer)[0] for _ in everyone])
        p.pile = tuple(sorted((*p.pile, *(GETAWAY,) * GETAWAYS)))
        p.loot = p.held = ((),) * p.seats
        for seat in everyone:
            dealer.whisper(seat, e.Dealt(p.hands[seat]))
        open_stretch(p)
        p.turn = dealer.draw(p.seats)
        dealer.tell(e.Starts(p.turn))
        refill(p, dealer)


# ---- phase 1: fill up your hand


def draw_cards(p: Thieves, number: int, dealer: Dealer) -> tuple[tuple[str, ...], int]:
    """Cards from the pile, sorted, and how many getaway cars were laid open and replaced meanwhile.

    The last getaway car ends the game: nothing is left on the agenda but the count, and no card replaces it.

    [turn.pile] [end.seventh]
    """
    pile, found = list(p.pile), 0
    cards: list[str] = []
    while len(cards) < number:
        card = pile.pop(dealer.draw(len(pile)))
        p.pile = tuple(pile)
        if card != GETAWAY:
            cards.append(card)
            continue
        found += 1
        p.getaways += 1
        if p.getaways == ESCAPE:
            p.agenda = (END,)
            break
    cards.sort()
    return tuple(cards), found


def refill(p: Thieves, dealer: Dealer) -> None:
    """Whoever's turn it is fills up their hand, once. [turn.refill] [turn.once]"""
    p.agenda = TURN
    seat, hands = p.turn, p.hands
    hand = hands[seat]
    cards, found = draw_cards(p, HAND - len(hand), dealer)
    p.hands = put(hands, seat, tuple(sorted(hand + cards)))
    if seat in p.quiet:
        p.quiet = tuple([quiet for quiet in p.quiet if quiet != seat])
    dealer.tell(refilled(seat, len(cards), found, p.getaways))
    if cards:
        dealer.whisper(seat, you_drew(cards))


class NextTurn(Step[Thieves], frozen=True, tag="next-turn"):
    """The turn goes to the left. [turn.order]"""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        p.turn = (p.turn + 1) % p.seats
        refill(p, dealer)


# ---- phase 2: play one card


class Hand(Choices):
    """What can be done with some cards. The sampler picks a card, then keeps money as often as it gives it away."""

    lots: tuple[Action, ...]

    def sample(self, rng: Random) -> Action:
        return self.lots[int(rng.random() * len(self.lots))]


@per_process()
def ways(card: str, seats: int, seat: int) -> tuple[Action, ...]:
    """How a seat may play a card."""
    if card in WORTH_IN_RAID:
        return (a.Keep(card), *(a.Give(card, other) for other in OTHERS[seats][seat]))
    return (a.Play(card),)


@per_process()
def lots(card: str, seats: int, seat: int) -> tuple[Action, ...]:
    """The same, each way as often as the sampler has it in its hat."""
    first, *rest = ways(card, seats, seat)
    return (*(first,) * (seats - 1 if rest else 2 * (seats - 1)), *rest)


@per_process()
def plays(cards: tuple[str, ...], seats: int, seat: int) -> Hand:
    kinds = dict.fromkeys(cards)
    hand = Hand(chain.from_iterable([ways(card, seats, seat) for card in kinds]))
    hand.lots = tuple(chain.from_iterable([lots(card, seats, seat) for card in kinds]))
    return hand


class PlayCard(Decision[Thieves, Plays], frozen=True, tag="play-card"):
    rule = "thieves/turn.play"

    def who(self, p: Thieves) -> int:
        return p.turn

    def offers(self, p: Thieves, seat: int) -> Hand:
        return plays(p.hands[seat], p.seats, seat)

    def prompt(self, p: Thieves, seat: int) -> str:
        return "play-card.no-money" if MONEY.isdisjoint(p.hands[seat]) else "play-card"

    def take(self, p: Thieves, seat: int, action: Plays, dealer: Dealer) -> None:
        card, hand = action.card, p.hands[seat]
        at = hand.index(card)
        p.hands = put(p.hands, seat, hand[:at] + hand[at + 1 :])
        if type(action) is not a.Keep:
            p.played += ((seat, card),)
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
    if isinstance(action, a.Play):
        return Refused("thieves/money.where", "say-where")
    if card not in WORTH_IN_RAID:
        return Refused("thieves/money.where", "only-money-is-loot")
    itself = isinstance(action, a.Give) and action.seat == seat
    return Refused("thieves/money.give", "not-to-yourself" if itself else "no-such-player")


def play(p: Thieves, seat: int, action: Plays, hand: int | None, dealer: Dealer) -> None:
    """Lay a card on the table: out of this seat's hand or, with None, straight from the pile.

    [money.keep] [raid.lay] [action.discard]
    """
    card = action.card
    if type(action) is a.Keep:
        slot = Slot(card, p.laid, False, (seat,), hand, len(p.stretches) - 1)
        p.loot = put(p.loot, seat, (*p.loot[seat], slot))
        p.laid += 1
        dealer.tell(kept(seat))
        dealer.whisper(seat, you_kept(card))
    elif type(action) is a.Give:
        p.loot = put(p.loot, action.seat, (*p.loot[action.seat], Slot(card, p.laid, True)))
        p.laid += 1
        dealer.tell(e.Gave(seat, action.seat, card))
    elif card in CARS:
        p.police += (card,)
        dealer.tell(e.Parked(seat, card, cars_on(p.police)))
        if raid_due(p):
            p.then(RAID)
    else:
        p.discard = tuple(sorted((*p.discard, card)))
        dealer.tell(e.Used(seat, card))
        p.then(*EFFECTS[card])


# ---- the double strike


class DrawOne(Step[Thieves], frozen=True, tag="draw-one"):
    """The player alone looks at the card and has to play it. Asked also where there is nothing to choose: a secret.

    [strike.draw] [strike.raid] [strike.nested]
    """

    def run(self, p: Thieves, dealer: Dealer) -> None:
        p.then(PLAY_DRAWN)
        cards, found = draw_cards(p, 1, dealer)
        dealer.tell(e.Struck(p.turn, found, p.getaways))
        if cards:
            (p.drawn,) = cards
            dealer.whisper(p.turn, you_drew(cards))


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


refilled, you_drew, kept, you_kept = (
    per_process()(e.Refilled),
    per_process()(e.YouDrew),
    per_process()(e.Kept),
    per_process()(e.YouKept),
)
SET_UP, NEXT_TURN, PLAY_CARD = SetUp(), NextTurn(), PlayCard()
DRAW_ONE, PLAY_DRAWN = DrawOne(), PlayDrawn()
TURN = (NEXT_TURN, PLAY_CARD)
"""The agenda while somebody plays a card: the last step is next."""

EFFECTS: dict[str, tuple[Step[Thieves], ...]] = {
    t.SIREN: (SIREN,),
    t.SWAP: (SWAP_CARDS,),
    t.STRIKE: (DRAW_ONE, DRAW_ONE),
    t.BRIBE: (BRIBE,),
}
