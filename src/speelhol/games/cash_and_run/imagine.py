"""A possible world for a view: which bluff cards may lie where, and before the start which casinos.

The trail says how every bluff card moved; what a seat does not know is the faces, and which card of a hand went
under the stack. So the trail is walked with twenty-five cards whose faces are left open until something that the
seat saw fixes them, and where different cards could have gone one is chosen at random. When the walk comes to a card
that was seen in a hand which can't hold it, two cards trade places from a moment on at which nobody could tell
them apart. If that does not help either, more and more walks set out together, and those that fail follow the
others. What is open at the end is dealt at random.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from ...kernel import Random, View
from ...kernel.chance import mixed
from .holdings import trace
from .rules_duel import JudgeBluff
from .table import AT, BLUFFS, CASINOS, DECK, Cash, Trace
from .view import Seen

CARDS = len(DECK)
COUNTS = {card: DECK.count(card) for card in BLUFFS}
TRADES = 40
COMPANIES = (1, 1, 4, 16, 64, 256, 1024)
"""How many walks set out together, one try after another."""


def imagine(view: View, rng: Random) -> Cash:
    now: Seen = view.now
    me = view.seat
    assert me is not None
    step = view.agenda[-1] if view.agenda else None
    bluffer = step.bluffer if isinstance(step, JudgeBluff) else None
    world = _world(now, me, bluffer, rng)
    return Cash(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        chips=now.chips,
        bank=now.bank,
        pot=now.pot,
        owners=now.owners or _owners(now, me, rng),
        pawns=now.pawns,
        hands=world.hands,
        stack=world.stack,
        laid=world.laid,
        trail=world.trail,
        first=now.first,
        turn=now.turn,
        round=now.round,
        again=now.again,
        laps=now.laps,
        out=now.out,
    )


def _owners(now: Seen, me: int, rng: Random) -> tuple[int | None, ...]:
    """The casino cards are face down: the others have any of those that I don't have."""
    owners: list[int | None] = [None] * len(CASINOS)
    others = iter(mixed([c for c in CASINOS if c not in now.mine], rng))
    for seat in range(now.seats):
        for casino in now.mine:
            owners[AT[casino if seat == me else next(others)]] = seat
    return tuple(owners)


# ---- bluff cards


class World(Struct):
    hands: tuple[tuple[str, ...], ...]
    stack: tuple[str, ...]
    laid: str | None
    trail: tuple[Trace, ...]


class _Contradiction(Exception):
    """No card can be where the seat saw one."""


class _Fork(NamedTuple):
    """A moment when a card went under the stack unseen: which one of the hand was it?"""

    at: int
    """The number of the trace."""
    place: int
    """Where the card came to lie in the queue."""
    put: int
    rest: tuple[int, ...]


class _Walk:
    """A walk along the trail. A card is a number: its place in the deck at the deal."""

    __slots__ = ("faces", "forks", "hands", "left", "queue", "random", "seen", "thrift", "top")

    def __init__(self, now: Seen, rng: Random, thrift: float) -> None:
        self.random = rng.random
        self.thrift = thrift
        """How often two cards trade places although an open one could get the face that is wanted."""
        self.faces: list[str | None] = [None] * CARDS
        self.left = dict(COUNTS)
        """Faces that no card has yet."""
        self.hands: list[list[int]] = [[] for _ in range(now.seats)]
        self.queue = list(range(CARDS))
        """All cards in the order in which they lay, or came to lie, in the stack."""
        self.top = 0
        """How many of these have been drawn."""
        self.seen = [-1] * CARDS
        """By card, the last trace at which its face was seen: from there on it can't trade places."""
        self.forks: list[_Fork] = []
        drawn = 0
        for t in now.trail:  # what I draw from the deck itself is taken, whatever else happens
            if t.what == "got":
                if t.card is not None and drawn < CARDS:
                    self.faces[drawn] = t.card
                    self.left[t.card] -= 1
                drawn += 1

    def copy(self) -> _Walk:
        twin = _Walk.__new__(_Walk)
        twin.random, twin.thrift, twin.top = self.random, self.thrift, self.top
        twin.faces, twin.left, twin.queue = self.faces[:], self.left.copy(), self.queue[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.seen, twin.forks = self.seen[:], self.forks[:]
        return twin

    def step(self, at: int, t: Trace, face: str | None) -> None:
        """The next trace; `face` if I saw it then or later. Raises _Contradiction if no card fits."""
        hand, queue = self.hands[t.seat], self.queue
        if t.what == "got":
            card = queue[self.top]
            hand.append(card)
            self.top += 1
            if face is not None:
                self.seen[card] = at
            return
        if face is not None:
            card = self.find(hand, face)
            self.seen[card] = at
            hand.remove(card)
        elif len(hand) == 1:
            card = hand.pop()
        else:
            card = hand.pop(int(self.random() * len(hand)))
            self.forks.append(_Fork(at, len(queue), card, tuple(hand)))
        queue.append(card)

    def find(self, hand: list[int], face: str) -> int:
        """A card of this hand with this face. One that has it already will do: an open one stays open for more."""
        faces = self.faces
        open_card = None
        for card in hand:
            if faces[card] == face:
                return card
            if faces[card] is None:
                open_card = card
        if open_card is not None and not self.left[face]:
            open_card = None
        if open_card is None or (self.thrift and self.random() < self.thrift):
            found = self.fetch(hand, face)
            if found is not None:
                return found
        if open_card is None:
            raise _Contradiction
        self.left[face] -= 1
        faces[open_card] = face
        return open_card

    # ---- two cards trade places

    def trades(self, hand: list[int]) -> list[tuple[int, int, int]]:
        """Cards elsewhere that could as well be in this hand: (since when, here, elsewhere)."""
        seen = self.seen
        found = []
        for number, (at, _, put, rest) in enumerate(self.forks):
            if seen[put] >= at:
                continue
            if put in hand:
                found += [(number, put, card) for card in rest if card not in hand and seen[card] < at]
            else:
                found += [(number, card, put) for card in rest if card in hand and seen[card] < at]
        return found

    def trade(self, fork: int, one: int, other: int) -> None:
        """Since that fork each of the two went where the other one did. The same trade again undoes it."""
        other_way = {one: other, other: one}
        forks, queue = self.forks, self.queue
        for i in range(forks[fork].place, len(queue)):
            if queue[i] in other_way:
                queue[i] = other_way[queue[i]]
        for hand in self.hands:
            for i, card in enumerate(hand):
                if card in other_way:
                    hand[i] = other_way[card]
        for i in range(fork, len(forks)):
            at, place, put, rest = forks[i]
            if put in other_way or one in rest or other in rest:
                swapped = tuple([other_way.get(card, card) for card in rest])
                forks[i] = _Fork(at, place, other_way.get(put, put), swapped)

    def fetch(self, hand: list[int], face: str) -> int | None:
        """Bring a card with this face into the hand by one trade, or by two."""
        trades = self.trades(hand)
        good = [trade for trade in trades if self.faces[trade[2]] == face]
        if good:
            fork, here, elsewhere = good[int(self.random() * len(good))]
            self.trade(fork, here, elsewhere)
            return elsewhere
        for first in mixed(trades, self)[:TRADES]:
            self.trade(*first)
            for fork, here, elsewhere in self.trades(hand):
                if self.faces[elsewhere] == face:
                    self.trade(fork, here, elsewhere)
                    return elsewhere
            self.trade(*first)
        return None


def _world(now: Seen, me: int, bluffer: int | None, rng: Random) -> World:
    walk = _walk(now, rng)
    laid = None
    if bluffer is not None:
        hand = walk.hands[bluffer]
        laid = walk.find(hand, now.laid) if now.laid is not None else hand[int(rng.random() * len(hand))]
        hand.remove(laid)
    rest = iter(mixed([card for card, n in walk.left.items() for _ in range(n)], rng))
    faces = [face if face is not None else next(rest) for face in walk.faces]
    return World(
        tuple([tuple(sorted([faces[card] for card in hand])) for hand in walk.hands]),
        tuple([faces[card] for card in walk.queue[walk.top :]]),
        None if laid is None else faces[laid],
        _told(now.trail, walk.queue, faces),
    )


def _walk(now: Seen, rng: Random) -> _Walk:
    """A walk to the end of the trail. One alone nearly always gets there."""
    faces = _faces(now.trail)
    for number in COMPANIES:
        walks = [_Walk(now, rng, 0.0 if number == 1 else rng.random()) for _ in range(number)]
        for at, t in enumerate(now.trail):
            fit = []
            for walk in walks:
                try:
                    walk.step(at, t, faces[at])
                    fit.append(walk)
                except _Contradiction:
                    continue
            if not fit:
                break
            if len(fit) < number:
                fit += [fit[int(rng.random() * len(fit))].copy() for _ in range(number - len(fit))]
            walks = fit
        else:
            return walks[0]
    raise RuntimeError("no world fits this view")


def _faces(trail: tuple[Trace, ...]) -> list[str | None]:
    """By trace, the card's face if I saw it then, or when I drew the card again after it had gone under the stack."""
    faces = [t.card for t in trail]
    drawn = [t.card for t in trail if t.what == "got"]
    if len(drawn) > CARDS:
        under = [at for at, t in enumerate(trail) if t.what != "got"]
        for at, card in zip(under, drawn[CARDS:], strict=False):
            if card is not None:
                faces[at] = card
    return faces


def _told(trail: tuple[Trace, ...], queue: list[int], faces: list[str]) -> tuple[Trace, ...]:
    """The trail with every face: as cards are drawn and put in the order of the queue, it needs no more than that."""
    told = []
    drawn, under = 0, CARDS
    for t in trail:
        if t.what == "got":
            card = faces[queue[drawn]]
            drawn += 1
        else:
            card = faces[queue[under]]
            under += 1
        told.append(t if t.card is not None else trace(t.seat, t.what, card))
    return tuple(told)
