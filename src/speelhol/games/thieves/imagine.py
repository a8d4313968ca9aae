"""A possible world for a view: which cards may be in the other hands, face down in the loot, and in the pile.

A card in hand was drawn at some time, and a siren or a reshuffle since then says what it can't be. So first it is
drawn by lot how long each card was held, from the present back to the deal, so that each hand of each chapter fits
what left it later. Then the unknown cards get their faces, those held longest first. What does not fit is rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from msgspec import Struct

from ...kernel import Random, View
from .rules import PlayDrawn
from .table import CARS, COUNTS, GETAWAY, GETAWAYS, WORTH_IN_RAID, Slot, Thieves
from .view import Seen

TRIES = 10_000
GUESSES = 4
PEACEFUL = COUNTS.keys() - CARS.keys()

Card = str | int
"""A card by its kind or, where that is unknown, by its number among the unknown cards."""
Room = dict[str, int]
"""How many more cards of each kind the hands can have held at a reshuffle."""


def imagine(view: View, rng: Random) -> Thieves:
    now: Seen = view.now
    me = view.seat
    assert me is not None
    unknown = _unknown(view, now, me)
    pool = _out_of_sight(now)
    for attempt in range(TRIES):
        past = _past(now, me, unknown, attempt > 0, rng.random)
        if past is not None:
            cards = pool.copy()
            faces = _faces(unknown, past, cards, rng.random)
            if faces is not None:
                break
    else:
        raise RuntimeError("no world fits this view")
    hands, held = [], []
    for seat in range(now.seats):
        if seat == me:
            hands.append(now.hand)
            held.append(now.held)
        else:
            hands.append(_named(unknown.hands[seat], faces))
            held.append(tuple([_named(hand, faces) for hand in reversed(past.held[seat])]))
    return Thieves(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        turn=now.turn,
        hands=tuple(hands),
        pile=tuple(sorted([*cards, *(GETAWAY,) * (GETAWAYS - now.getaways)])),
        loot=tuple(
            [
                tuple([slot if slot.card is not None else _open(slot, unknown.slots, faces) for slot in slots])
                for slots in now.loot
            ]
        ),
        police=now.police,
        discard=now.discard,
        getaways=now.getaways,
        quiet=now.quiet,
        drawn=now.drawn if unknown.drawn is None else faces[unknown.drawn],
        laid=now.laid,
        chapters=now.chapters,
        played=now.played,
        held=tuple(held),
    )


def _named(cards: Sequence[Card], faces: list[str]) -> tuple[str, ...]:
    return tuple(sorted([card if isinstance(card, str) else faces[card] for card in cards]))


def _open(slot: Slot, slots: dict[int, int], faces: list[str]) -> Slot:
    return Slot(faces[slots[slot.number]], slot.number, False, slot.seen, slot.hand, slot.chapter)


def _out_of_sight(now: Seen) -> list[str]:
    """All cards that this seat can't see, getaway cars not counted."""
    left = COUNTS.copy()
    for card in (*now.hand, *now.police, *now.discard):
        left[card] -= 1
    for slots in now.loot:
        for slot in slots:
            if slot.card is not None:
                left[slot.card] -= 1
    if now.drawn is not None:
        left[now.drawn] -= 1
    return [card for card, n in left.items() for _ in range(n)]


# ---- what is unknown


class Unknown(Struct):
    """The cards that this seat can't name, numbered: those in hands first, then those in the loot."""

    hands: list[list[Card]]
    in_hand: int
    """How many of them are in hands."""
    slots: dict[int, int]
    """By the number of the loot card."""
    left: list[list[list[Card]]]
    """By seat and chapter: cards that left the hand, known or not."""
    drawn: int | None
    """The card that somebody else's double strike drew."""
    count: int


def _unknown(view: View, now: Seen, me: int) -> Unknown:
    hands: list[list[Card]] = []
    count = 0
    for seat, size in enumerate(now.hands):
        hands.append([] if seat == me else list(range(count, count + size)))
        count += len(hands[-1])
    in_hand = count
    slots: dict[int, int] = {}
    chapters = now.chapters
    left: list[list[list[Card]]] = [[[] for _ in chapters] for _ in now.hands]
    for at, chapter in enumerate(chapters):
        for seat, kind in chapter.played:
            left[seat][at].append(kind)
    for seat, kind in now.played:
        left[seat][-1].append(kind)
    for cards in now.loot:
        for slot in cards:
            if slot.up:
                continue
            card: Card | None = slot.card
            if card is None:
                card = slots[slot.number] = count
                count += 1
            if slot.hand is not None:
                left[slot.hand][slot.chapter].append(card)
    drawn = None
    if now.turn != me and view.agenda and isinstance(view.agenda[-1], PlayDrawn):
        drawn = count
        count += 1
    return Unknown(hands, in_hand, slots, left, drawn, count)


# ---- how long each card was held


class Past(Struct):
    held: list[list[list[Card]]]
    """By seat, the hand at the beginning of each chapter, the latest first."""
    rooms: list[list[Room]]
    """By unknown card, what is left for it at each reshuffle that it was held through."""
    quiet: set[int]
    """Unknown cards that are no police cars: they were still in hand after a siren."""


def _past(now: Seen, me: int, unknown: Unknown, careful: bool, random: Callable[[], float]) -> Past | None:
    chapters = now.chapters
    rooms = _rooms(now)
    past = Past([[] for _ in now.hands], [[] for _ in range(unknown.count)], set())
    last = len(chapters) - 1
    for seat, cards in enumerate(unknown.hands):
        if seat == me:
            continue
        held = past.held[seat]
        left = unknown.left[seat]
        due = _due(now, seat, left) if careful else None
        for at in range(last, -1, -1):
            chapter, room = chapters[at], rooms[at]
            quiet = seat in chapter.quiet
            kept = _possible([*cards, *left[at]], room, quiet)
            fresh = len(kept) - chapter.sizes[seat]
            if fresh < 0:
                return None
            for _ in range(fresh):
                choices: Sequence[int] = due(kept, at) if due is not None else ()
                choice = choices[int(random() * len(choices))] if choices else int(random() * len(kept))
                card = kept[choice]
                kept[choice] = kept[-1]
                kept.pop()
                if room is not None and isinstance(card, str):
                    room[card] += 1
            for card in kept:
                if isinstance(card, int):
                    if room is not None:
                        past.rooms[card].append(room)
                    if quiet:
                        past.quiet.add(card)
            held.append(kept)
            cards = kept
    return past


def _rooms(now: Seen) -> list[Room | None]:
    """What the other hands can have held at each chapter's beginning; None where nothing is known."""
    rooms: list[Room | None] = []
    for chapter, mine in zip(now.chapters, now.held, strict=True):
        room = None
        if chapter.open:
            room = COUNTS.copy()
            for card in (*chapter.open, *mine):
                room[card] -= 1
        rooms.append(room)
    return rooms


def _possible(cards: list[Card], room: Room | None, quiet: bool) -> list[Card]:
    """Those cards that can have been in hand when a chapter began; all others were drawn in it."""
    if not quiet and room is None:
        return cards
    kept = []
    for card in cards:
        if isinstance(card, str):
            if quiet and card in CARS:
                continue
            if room is not None:
                if room[card] <= 0:
                    continue
                room[card] -= 1
        kept.append(card)
    return kept


def _due(now: Seen, seat: int, left: list[list[Card]]) -> Callable[[list[Card], int], list[int]]:
    """Of the cards that a seat held, those of which one must have been drawn in this chapter.

    A kind that was in sight, or a police car after a siren, must have been drawn later than that; where as many
    cards wait for a draw as were drawn since, one of them can't wait any longer.
    """
    sizes = [*(chapter.sizes[seat] for chapter in now.chapters), now.hands[seat]]
    drawn = [sizes[at + 1] + len(cards) - sizes[at] for at, cards in enumerate(left)]
    shut = [
        {kind for kind, n in room.items() if n <= 0} if room is not None else frozenset[str]() for room in _rooms(now)
    ]
    for at, chapter in enumerate(now.chapters):
        if seat in chapter.quiet:
            shut[at] = shut[at] | CARS.keys()

    def due(kept: list[Card], at: int) -> list[int]:
        waiting: list[int] = []
        supply = 0
        rest = [place for place, card in enumerate(kept) if isinstance(card, str)]
        for earlier in range(at - 1, -1, -1):
            supply += drawn[earlier]
            waiting += [place for place in rest if kept[place] in shut[earlier]]
            if len(waiting) > supply:
                return waiting
            rest = [place for place in rest if kept[place] not in shut[earlier]]
        return []

    return due


# ---- what the unknown cards are


def _faces(unknown: Unknown, past: Past, pool: list[str], random: Callable[[], float]) -> list[str] | None:
    """A face for each unknown card, taken out of the pool; None if one is left without."""
    faces = [""] * unknown.count
    money = range(unknown.in_hand, unknown.in_hand + len(unknown.slots))
    rooms, quiet = past.rooms, past.quiet
    for card in sorted(range(unknown.count), key=lambda card: (-len(rooms[card]), card not in money)):
        kinds = WORTH_IN_RAID if card in money else PEACEFUL if card in quiet else COUNTS
        at = _pick(pool, kinds, rooms[card], random)
        if at is None:
            return None
        face = faces[card] = pool[at]
        pool[at] = pool[-1]
        pool.pop()
        for room in rooms[card]:
            room[face] -= 1
    return faces


def _pick(pool: list[str], kinds: Container[str], rooms: list[Room], random: Callable[[], float]) -> int | None:
    """A place in the pool whose card is of these kinds and finds room: mostly at the first guess."""

    def fits(face: str) -> bool:
        return face in kinds and (not rooms or all(room[face] > 0 for room in rooms))

    for _ in range(GUESSES):
        at = int(random() * len(pool))
        if fits(pool[at]):
            return at
    places = [at for at, face in enumerate(pool) if fits(face)]
    return places[int(random() * len(places))] if places else None
