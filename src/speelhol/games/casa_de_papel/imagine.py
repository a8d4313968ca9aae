"""A possible world for a view: who may be who, what Raquel may have done, which cards may lie where.

Each is drawn at random among those that the view allows: built, checked, and rejected where it does not fit.
`retell` gives the record that would have led to such a world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from ...kernel import Random, View
from ...kernel.chance import mixed
from .rules_dark import Exchange, Peek, Reach
from .table import (
    CARDS,
    HOSTAGES,
    KITS,
    PROFESSOR,
    PROFESSORS_ROUND,
    RAQUEL,
    RAQUELS_ROUND,
    ROBBERS,
    ROUNDS,
    Casa,
    Deed,
)
from .view import Seen

T = TypeVar("T")
TRIES = 10_000
COUNTS = {seats: {card: kit.deck.count(card) for card in CARDS} for seats, kit in KITS.items()}
"""How many of each card are in the deck."""


Cast = tuple[tuple[str, ...], str | None]
"""Characters by seat, and the one in the box."""
Lean = Callable[[tuple[str, ...], int, int, list[str]], int]
"""By characters, seat, round and the cards that may lie there: the number of the one that does."""


def imagine(view: View, rng: Random) -> Casa:
    me = view.seat
    assert me is not None
    return imagine_cast(view, rng, lambda: _characters(view.now, me, rng))


def imagine_cast(view: View, rng: Random, cast: Callable[[], Cast], lean: Lean | None = None) -> Casa:
    """A possible world with such a cast. `lean` chooses unseen cards that were laid; without, chance does."""
    now: Seen = view.now
    me = view.seat
    assert me is not None
    for _ in range(TRIES):
        characters, aside = cast()
        deed = _deed(view, now, characters.index(RAQUEL), me, rng)
        cards = _cards(now, me, deed, rng, None if lean is None else partial(lean, characters))
        if cards is not None:
            break
    else:
        raise RuntimeError("no world fits this view")
    laid, hands = cards
    met = _met(view, now, characters.index(PROFESSOR), me, rng)
    return Casa(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        characters=characters,
        aside=aside,
        hands=hands,
        laid=laid,
        leader=now.leader,
        led=now.led,
        claims=now.claims,
        chosen=now.chosen,
        rounds=now.rounds,
        loot=now.loot,
        deed=deed,
        met=met,
        suspects=_suspects(now, characters, me, rng),
    )


def _any(items: Sequence[T], rng: Random) -> T:
    return items[int(rng.random() * len(items))]


# ---- who is who


def _characters(now: Seen, me: int, rng: Random) -> Cast:
    """A cast that fits what I know of it: myself, whom I unmasked, Raquel when she has shown herself."""
    if now.characters:
        return now.characters, now.aside
    assert now.character is not None
    known = {me: now.character}
    if now.met is not None and now.met_character is not None:
        known[now.met] = now.met_character
    if now.raquel is not None:
        known[now.raquel] = RAQUEL
    kit = KITS[now.seats]
    names = frozenset(known.values())
    red = [name for name in ROBBERS if name in names]
    blue = [name for name in HOSTAGES if name in names]
    red += mixed([name for name in ROBBERS if name not in names], rng)[: kit.robbers - 1 - len(red)]
    blue += mixed([name for name in HOSTAGES if name not in names], rng)[: kit.hostages - 1 - len(blue)]
    cast = [PROFESSOR, RAQUEL, *red, *blue]
    aside = None
    if len(cast) > now.seats:
        free = [name for name in (*red, *blue) if name not in names]
        aside = _any(free, rng)
        cast.remove(aside)
    rest = iter(mixed([name for name in cast if name not in names], rng))
    return tuple([known[s] if s in known else next(rest) for s in range(now.seats)]), aside


# ---- what happened in the dark


def _deed(view: View, now: Seen, raquel: int, me: int, rng: Random) -> Deed | None:
    if raquel == me or view.over or not view.options.skills:
        return now.deed
    done = len(now.rounds)
    asked = view.agenda[-1]
    chosen = now.rounds[1].chosen if done >= RAQUELS_ROUND else now.chosen
    if now.round < RAQUELS_ROUND or not chosen or isinstance(asked, Reach):
        return None
    rest = [s for s in range(now.seats) if s not in chosen]
    others = [s for s in rest if s != raquel]
    looked = _any(others, rng) if others and rng.random() < 0.4 else None
    if isinstance(asked, Exchange):
        return Deed(looked)
    if looked is not None:
        return Deed(looked, _any(chosen, rng), looked)
    return Deed() if rng.random() < 0.5 else Deed(None, _any(chosen, rng), _any(rest, rng))


def _met(view: View, now: Seen, professor: int, me: int, rng: Random) -> int | None:
    if professor == me or view.over:
        return now.met
    laid = len(now.mine) >= PROFESSORS_ROUND
    if not laid or not view.options.skills or isinstance(view.agenda[-1], Peek):
        return None
    seat = int(rng.random() * now.seats)
    return None if seat == professor else seat


def _suspects(now: Seen, characters: tuple[str, ...], me: int, rng: Random) -> tuple[tuple[int | None, ...], ...]:
    """Everybody's notes, as many as mine; those who act in the dark have none for that question."""
    if now.notes:
        return now.notes
    actors = (RAQUEL, RAQUEL, PROFESSOR)[: len(now.suspects)]
    if not actors:
        return ((),) * now.seats
    random, others = rng.random, now.seats - 1
    notes = []
    for seat, character in enumerate(characters):
        own: list[int | None] = []
        for actor in actors:
            at = int(random() * others)
            own.append(None if character == actor else at + (at >= seat))
        notes.append(tuple(own))
    notes[me] = now.suspects
    return tuple(notes)


# ---- which cards lie where


def _cards(
    now: Seen, me: int, deed: Deed | None, rng: Random, lean: Callable[[int, int, list[str]], int] | None
) -> tuple[Any, Any] | None:
    """Cards laid and in hand, by seat; None if Raquel's deed does not fit what came out of the press."""
    left = COUNTS[now.seats].copy()
    laid: list[list[str | None]] = [[None] * len(now.mine) for _ in range(now.seats)]
    laid[me] = list(now.mine)
    for card in (*now.mine, *now.hand):
        left[card] -= 1
    if now.saw is not None and deed is not None and deed.looked is not None:
        laid[deed.looked][RAQUELS_ROUND - 1] = now.saw
        left[now.saw] -= 1
    for number, past in enumerate(now.rounds):
        owners = list(past.chosen)
        if number == RAQUELS_ROUND - 1 and deed is not None and deed.out is not None:
            assert deed.into is not None
            owners[owners.index(deed.out)] = deed.into
        cards = list(past.cards)
        open_owners = []
        for seat in owners:
            card_known = laid[seat][number]
            if card_known is None:
                open_owners.append(seat)
            elif card_known in cards:
                cards.remove(card_known)
            else:
                return None
        for seat, card in zip(open_owners, mixed(cards, rng), strict=True):
            laid[seat][number] = card
            left[card] -= 1
    if min(left.values()) < 0:
        return None
    rest: list[str] = []
    for card, n in left.items():
        rest += [card] * n
    rest = mixed(rest, rng)
    if lean is not None:
        for seat, own in enumerate(laid):
            for number in range(len(own)):
                if own[number] is None:
                    own[number] = rest.pop(lean(seat, number, rest))
    in_hand = ROUNDS - len(now.mine)
    hands = []
    for seat, own in enumerate(laid):
        if seat == me:
            hands.append(now.hand)
            continue
        if None in own:
            laid[seat] = [rest.pop() if card is None else card for card in own]
        hand = rest[len(rest) - in_hand :]
        del rest[len(rest) - in_hand :]
        hand.sort()
        hands.append(tuple(hand))
    return tuple(map(tuple, laid)), tuple(hands)
