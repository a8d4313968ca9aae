"""A possible world for a view: which cards may be in the other hands, face down in the loot, and in the pile.

A card in hand was drawn at some time, and a siren or a reshuffle since then says what it can't be. So first it is
drawn by lot how long each card was held, from the present back to the deal, so that each hand of each stretch fits
what left it later. Then the unknown cards get their faces, those held longest first. What does not fit is rejected.
Where nearly all cards are accounted for, hardly anything fits: then those that can be least are given faces first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from msgspec import Struct

from ...kernel import Random, View
from .rules import PlayDrawn
from .table import CARS, COUNTS, GETAWAY, GETAWAYS, WORTH_IN_RAID, Slot, Thieves, counts
from .view import Seen

TRIES = 10_000
EASY = 20
"""Tries after which a view is a tight one."""
GUESSES = 4
PEACEFUL = COUNTS.keys() - CARS.keys()

Room = dict[str, int]
"""How many more cards of each kind the other hands can have held at a reshuffle."""


def imagine(view: View, rng: Random) -> Thieves:
    now: Seen = view.now
    me = view.seat
    assert me is not None
    cards = _cards(view, now, me)
    whole = counts(view.options)
    pool = _out_of_sight(now, whole)
    for attempt in range(TRIES):
        past = _past(now, me, cards, whole, attempt > 0, rng.random)
        if past is not None:
            rest = pool.copy()
            faces = _faces(now, cards, past, rest, attempt >= EASY, rng.random)
            if faces is not None:
                break
    else:
        raise RuntimeError("no world fits this view")
    face = faces.__getitem__
    hands, held = [], []
    for seat, hand in enumerate(cards.hands):
        if seat == me:
            hands.append(now.hand)
            held.append(now.held)
        else:
            hands.append(tuple(sorted(map(face, hand))))
            held.append(tuple([tuple(sorted(map(face, hand))) for hand in reversed(past.held[seat])]))
    return Thieves(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        turn=now.turn,
        hands=tuple(hands),
        pile=tuple(sorted([*rest, *(GETAWAY,) * (GETAWAYS - now.getaways)])),
        loot=_loot(now, cards, faces) if cards.slots else now.loot,
        police=now.police,
        discard=now.discard,
        getaways=now.getaways,
        quiet=now.quiet,
        drawn=now.drawn if cards.drawn is None else faces[cards.drawn],
        laid=now.laid,
        stretches=now.stretches,
        played=now.played,
        held=tuple(held),
    )


def _loot(now: Seen, cards: Cards, faces: list[str]) -> tuple[tuple[Slot, ...], ...]:
    """The loot with a face on every card."""
    card_of = {slot.number: card for card, slot in cards.slots.items()}
    return tuple(
        [
            tuple(
                [
                    slot
                    if slot.card is not None
                    else Slot(faces[card_of[slot.number]], slot.number, False, slot.seen, slot.hand, slot.stretch)
                    for slot in slots
                ]
            )
            for slots in now.loot
        ]
    )


# ---- what is known and what is not


def _out_of_sight(now: Seen, whole: Room) -> list[str]:
    """All cards that this seat can't see, getaway cars not counted."""
    left = whole.copy()
    for card in (*now.hand, *now.police, *now.discard):
        left[card] -= 1
    for slots in now.loot:
        for slot in slots:
            if slot.card is not None:
                left[slot.card] -= 1
    if now.drawn is not None:
        left[now.drawn] -= 1
    return [card for card, n in left.items() for _ in range(n)]


class Cards(Struct):
    """The cards that are or were in other hands, numbered; those that this seat can't name come first."""

    unknown: int
    """How many this seat can't name."""
    faces: list[str]
    """Empty for those."""
    hands: list[list[int]]
    slots: dict[int, Slot]
    """Where the unknown cards of the loot lie."""
    drawn: int | None
    """The card that somebody else's double strike drew."""
    left: list[list[list[int]]]
    """By seat and stretch, the cards that left the hand."""


def _cards(view: View, now: Seen, me: int) -> Cards:
    hands: list[list[int]] = []
    count = 0
    for seat, size in enumerate(now.hands):
        size = 0 if seat == me else size
        hands.append(list(range(count, count + size)))
        count += size
    left: list[list[list[int]]] = [[[] for _ in now.stretches] for _ in now.hands]
    slots: dict[int, Slot] = {}
    known: list[Slot] = []
    for row in now.loot:
        for slot in row:
            if slot.card is None:
                slots[count] = slot
                if slot.hand is not None:
                    left[slot.hand][slot.stretch].append(count)
                count += 1
            elif slot.hand is not None:
                known.append(slot)
    drawn = None
    if now.turn != me and view.agenda and isinstance(view.agenda[-1], PlayDrawn):
        drawn = count
        count += 1
    faces = [""] * count
    for at, played in enumerate([*(stretch.played for stretch in now.stretches[:-1]), now.played]):
        for seat, card in played:
            left[seat][at].append(len(faces))
            faces.append(card)
    for slot in known:
        assert slot.hand is not None
        assert slot.card is not None
        left[slot.hand][slot.stretch].append(len(faces))
        faces.append(slot.card)
    return Cards(count, faces, hands, slots, drawn, left)


# ---- how long each card was held


class Past(Struct):
    held: list[list[list[int]]]
    """By seat, the hand at the beginning of each stretch, the latest first."""
    since: list[int]
    """By unknown card, the stretch in which it was drawn; -1 if it was dealt."""
    rooms: list[Room | None]
    """By stretch, what the unknown cards held at its beginning can be."""


def _past(now: Seen, me: int, cards: Cards, whole: Room, careful: bool, random: Callable[[], float]) -> Past | None:
    stretches, unknown, faces = now.stretches, cards.unknown, cards.faces
    rooms = _rooms(now, whole)
    last = len(stretches) - 1
    since = [-1] * unknown
    past = Past([[] for _ in now.hands], since, rooms)
    for card, slot in cards.slots.items():
        if slot.hand is None:
            since[card] = slot.stretch  # drawn by a double strike and laid at once
    for seat, kept in enumerate(cards.hands):
        if seat == me:
            continue
        held, left = past.held[seat], cards.left[seat]
        due = _due(now, seat, cards, whole) if careful else None
        for at in range(last, -1, -1):
            stretch, room = stretches[at], rooms[at]
            kept = kept + left[at]
            if room is not None or seat in stretch.quiet:
                kept = _possible(kept, cards, room, seat in stretch.quiet)
            size = len(kept)
            if size < stretch.sizes[seat]:
                return None
            while size > stretch.sizes[seat]:
                choices: Sequence[int] = due(kept, at) if due is not None else ()
                choice = choices[int(random() * len(choices))] if choices else int(random() * size)
                card = kept[choice]
                size -= 1
                kept[choice] = kept[size]
                kept.pop()
                if card < unknown:
                    since[card] = at
                elif room is not None:
                    room[faces[card]] += 1
            held.append(kept)
    return past


def _rooms(now: Seen, whole: Room) -> list[Room | None]:
    """What the other hands can have held at each stretch's beginning; None where nothing lay open."""
    rooms: list[Room | None] = []
    for stretch, mine in zip(now.stretches, now.held, strict=True):
        room = None
        if stretch.open:
            room = whole.copy()
            for card in stretch.open + mine:
                room[card] -= 1
        rooms.append(room)
    return rooms


def _possible(kept: list[int], cards: Cards, room: Room | None, quiet: bool) -> list[int]:
    """Those cards that can have been in hand when a stretch began; all others were drawn in it."""
    unknown, faces = cards.unknown, cards.faces
    possible = []
    for card in kept:
        if card >= unknown:
            face = faces[card]
            if quiet and face in CARS:
                continue
            if room is not None:
                if room[face] <= 0:
                    continue
                room[face] -= 1
        possible.append(card)
    return possible


def _due(now: Seen, seat: int, cards: Cards, whole: Room) -> Callable[[list[int], int], list[int]]:
    """Of the cards that a seat held, those of which one must have been drawn in this stretch.

    A kind that lay open, or a police car after a siren, must have been drawn later than that; where more cards wait
    for a draw than were drawn since, one of them can't wait any longer.
    """
    sizes = [*(stretch.sizes[seat] for stretch in now.stretches), now.hands[seat]]
    drawn = [sizes[at + 1] + len(left) - sizes[at] for at, left in enumerate(cards.left[seat])]
    shut = [{kind for kind, n in (room or {}).items() if n <= 0} for room in _rooms(now, whole)]
    for at, stretch in enumerate(now.stretches):
        if seat in stretch.quiet:
            shut[at] |= CARS.keys()

    def due(kept: list[int], at: int) -> list[int]:
        waiting: list[int] = []
        supply = 0
        rest = [(place, cards.faces[card]) for place, card in enumerate(kept) if card >= cards.unknown]
        for earlier in range(at - 1, -1, -1):
            supply += drawn[earlier]
            waiting += [place for place, face in rest if face in shut[earlier]]
            if len(waiting) > supply:
                return waiting
            rest = [(place, face) for place, face in rest if face not in shut[earlier]]
        return []

    return due


# ---- what the unknown cards are


def _faces(
    now: Seen, cards: Cards, past: Past, pool: list[str], tight: bool, random: Callable[[], float]
) -> list[str] | None:
    """A face for every card, taken out of the pool where it is unknown; None if one is left without."""
    faces = cards.faces.copy()
    since, rooms, slots = past.since, past.rooms, cards.slots
    last = len(now.stretches) - 1
    siren = [
        max([at for at, stretch in enumerate(now.stretches) if seat in stretch.quiet], default=-1)
        for seat in range(now.seats)
    ]
    holder = [seat for seat, hand in enumerate(cards.hands) for _ in hand]
    order = sorted(range(cards.unknown), key=since.__getitem__)
    if tight:

        def freedom(card: int) -> int:
            """Loot has a worth, an old hand holds no police car, and the rest can be anything."""
            return 0 if card in slots else 1 if card != cards.drawn and since[card] < siren[holder[card]] else 2

        order.sort(key=freedom)
    for card in order:
        kinds: Container[str] = COUNTS
        until = last
        if card in slots:
            kinds, until = WORTH_IN_RAID, slots[card].stretch
        elif card == cards.drawn:
            until = -1
        elif since[card] < siren[holder[card]]:
            kinds = PEACEFUL
        limits = [room for room in rooms[since[card] + 1 : until + 1] if room is not None]
        at = _pick(pool, kinds, limits, random)
        if at is None:
            return None
        face = faces[card] = pool[at]
        pool[at] = pool[-1]
        pool.pop()
        for room in limits:
            room[face] -= 1
    return faces


def _pick(pool: list[str], kinds: Container[str], limits: list[Room], random: Callable[[], float]) -> int | None:
    """A place in the pool whose card is of these kinds and finds room: mostly at the first guess."""
    size = len(pool)
    for _ in range(GUESSES):
        at = int(random() * size)
        face = pool[at]
        if face in kinds:
            for room in limits:
                if room[face] <= 0:
                    break
            else:
                return at
    places = [at for at, face in enumerate(pool) if face in kinds and all(room[face] > 0 for room in limits)]
    return places[int(random() * len(places))] if places else None
