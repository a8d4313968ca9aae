"""A possible world for a view: which bluff cards may lie where, and before the start which casinos.

The trail says how every bluff card moved; what a seat does not know is the faces, and which card of a hand went
under the stack. So the trail is walked with twenty-five cards whose faces are left open until something that the
seat saw fixes them. Where different cards could have gone, one is chosen at random; if the walk then contradicts
something seen later, the newest choice is made anew. What is open at the end is dealt at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from ...kernel import Random, Record, Scripted, View, shuffle_draws
from .ledger import trace
from .rules_duel import JudgeBluff
from .table import AT, BLUFFS, CASINOS, DECK, Cash, Trace
from .view import Seen

T = TypeVar("T")
CARDS = len(DECK)
COUNTS = {card: DECK.count(card) for card in BLUFFS}
RETRIES, RESTARTS = 300, 200


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


def _mixed(items: Sequence[T], rng: Random) -> list[T]:
    mixed = list(items)
    mixed.sort(key=lambda _, r=rng.random: r())  # type: ignore[misc]
    return mixed


def _owners(now: Seen, me: int, rng: Random) -> tuple[int | None, ...]:
    """The casino cards are face down: the others have any of those that I don't have."""
    owners: list[int | None] = [None] * len(CASINOS)
    others = iter(_mixed([c for c in CASINOS if c not in now.mine], rng))
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


class _Walk:
    """A walk along the trail. A card is a number: its place in the deck at the deal."""

    __slots__ = ("faces", "hands", "left", "queue", "top")

    def __init__(self, seats: int) -> None:
        self.faces: list[str | None] = [None] * CARDS
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.left = dict(COUNTS)
        """Faces that no card has yet."""
        self.queue = list(range(CARDS))
        """All cards in the order in which they lay, or came to lie, in the stack."""
        self.top = 0
        """How many of these have been drawn."""

    def copy(self) -> _Walk:
        twin = _Walk.__new__(_Walk)
        twin.faces, twin.left, twin.queue, twin.top = self.faces[:], self.left.copy(), self.queue[:], self.top
        twin.hands = [hand[:] for hand in self.hands]
        return twin

    def draw(self, seat: int, face: str | None) -> None:
        card = self.queue[self.top]
        self.top += 1
        self.hands[seat].append(card)
        if face is not None and self.faces[card] != face:
            if self.faces[card] is not None:
                raise _Contradiction
            self.fix(card, face)

    def fix(self, card: int, face: str) -> None:
        if not self.left[face]:
            raise _Contradiction
        self.left[face] -= 1
        self.faces[card] = face

    def find(self, seat: int, face: str) -> int:
        """A card of this hand with this face. One that has it already will do: an open one stays open for more."""
        open_card = None
        for card in self.hands[seat]:
            if self.faces[card] == face:
                return card
            if self.faces[card] is None:
                open_card = card
        if open_card is None:
            raise _Contradiction
        self.fix(open_card, face)
        return open_card

    def put(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.queue.append(card)

    def choices(self, seat: int, rng: Random) -> list[int]:
        """Cards of this hand that may have gone, one of each face, in random order: the last is tried first."""
        hand, faces = self.hands[seat], self.faces
        if len(hand) == 1:
            return [hand[0]]
        by_face = {faces[card]: card for card in hand}
        return list(by_face.values()) if len(by_face) == 1 else _mixed(list(by_face.values()), rng)


def _world(now: Seen, me: int, bluffer: int | None, rng: Random) -> World:
    seen_later = _seen_later(now.trail)
    for _ in range(RESTARTS):
        walk = _walk(now, seen_later, rng)
        if walk is not None:
            break
    else:
        raise RuntimeError("no world fits this view")
    laid = None
    if bluffer is not None:
        hand = walk.hands[bluffer]
        laid = walk.find(me, now.laid) if now.laid is not None else hand[int(rng.random() * len(hand))]
        hand.remove(laid)
    rest = iter(_mixed([card for card, n in walk.left.items() for _ in range(n)], rng))
    faces = [face if face is not None else next(rest) for face in walk.faces]
    return World(
        tuple([tuple(sorted([faces[card] for card in hand])) for hand in walk.hands]),
        tuple([faces[card] for card in walk.queue[walk.top :]]),
        None if laid is None else faces[laid],
        _told(now.trail, walk.queue, faces),
    )


def _seen_later(trail: tuple[Trace, ...]) -> dict[int, str]:
    """By its number among the cards put under the stack, the face that I saw when I drew the card again."""
    if len(trail) <= CARDS:
        return {}
    drawn = [t for t in trail if t.what == "got"][CARDS:]
    return {number: t.card for number, t in enumerate(drawn) if t.card is not None}


def _walk(now: Seen, seen_later: dict[int, str], rng: Random) -> _Walk | None:
    """None if too many choices ended in a contradiction; then a fresh start is cheaper."""
    trail, walk = now.trail, _Walk(now.seats)
    forks: list[tuple[int, _Walk, list[int]]] = []
    at, retries = 0, 0
    while at < len(trail):
        t = trail[at]
        try:
            if t.what == "got":
                walk.draw(t.seat, t.card)
            else:
                face = t.card if t.card is not None else seen_later.get(len(walk.queue) - CARDS)
                if face is not None:
                    card = walk.find(t.seat, face)
                else:
                    options = walk.choices(t.seat, rng)
                    card = options.pop()
                    if options:
                        forks.append((at, walk.copy(), options))
                walk.put(t.seat, card)
            at += 1
        except _Contradiction:
            retries += 1
            if not forks or retries > RETRIES:
                return None
            at, earlier, options = forks.pop()
            walk = earlier.copy() if len(options) > 1 else earlier
            card = options.pop()
            if options:
                forks.append((at, earlier, options))
            walk.put(trail[at].seat, card)
            at += 1
    return walk


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


# ---- the record that leads to such a world


def retell(record: Record, p: Cash, seat: int) -> Record:
    """The record had `p` been the true position: other cards dealt, laid and put away out of this seat's sight."""
    casino_draws, deck_draws = len(CASINOS) - 1, CARDS - 1
    draws = list(record.draws)
    choosing = p.first < 0
    if choosing:
        owners = p.owners
        dealt = [c for s in range(p.seats) for c in p.casinos_of(s)]
        order = [*dealt, *(c for c, owner in zip(CASINOS, owners, strict=True) if owner is None)]
        draws[:casino_draws] = shuffle_draws(CASINOS, order)
    drawn = [t.card for t in p.trail if t.what == "got"][:CARDS]
    deck = [*drawn, *p.stack[: CARDS - len(drawn)]]
    draws[casino_draws : casino_draws + deck_draws] = shuffle_draws(DECK, deck)
    for end, broke in _bankruptcies(record):
        cards = [t.card for t in p.trail if t.what == "left" and t.seat == broke]
        shuffle = shuffle_draws(sorted(map(str, cards)), cards)
        draws[end - len(shuffle) : end] = shuffle
    put = [iter([t.card for t in p.trail if t.seat == s and t.what in ("put", "shown")]) for s in range(p.seats)]
    actions = []
    for who, text in record.actions:
        verb = text.split(" ", 1)[0]
        if verb in ("bluff", "discard"):
            text = f"{verb} {next(put[who], p.laid)}"
        elif verb == "start" and choosing and who != seat:
            text = f"start {p.casinos_of(who)[0]}"
        actions.append((who, text))
    return replace(record, seed=None, draws=tuple(draws), actions=tuple(actions), result=p.result)


def _bankruptcies(record: Record) -> list[tuple[int, int]]:
    """Each bankruptcy of a match: how many draws had been made after it, the shuffle of its cards last; and whose."""
    from . import GAME

    script = Scripted(record.draws)
    match = GAME.begin(record.seats, GAME.read_options(to_builtins(record.options)), record.rules, script)
    found: list[tuple[int, int]] = []
    for who, text in record.actions:
        match.play(who, GAME.read(text))
        out = match.position.out  # type: ignore[attr-defined]  # a match of this game has this game's position
        if len(out) > len(found):
            found.append((len(record.draws) - script.left, out[-1]))
    return found
