"""The record that would have been made had an imagined position been the true one.

The real match is played once more to see what happened when. Then its twin is played: the same open moves, other
cards laid face down, and other cards drawn, so that every hand of every stretch is the imagined one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable

from msgspec import Struct

from ...kernel import Action, Dealer, Event, Match, Record
from .. import game
from . import actions as a
from . import events as e
from .rules import PlayCard, Plays, setup
from .rules_action_cards import face_down
from .table import ESCAPE, GETAWAY, Thieves

News = list[tuple[Event, int | None]]


class RetoldMove(Struct):
    """A move of the real match as it is told anew, and what followed from it."""

    seat: int
    action: Action
    news: News
    stretch: int
    """The stretch that the draws after it belong to."""
    blind: int = 0
    """Where chance picked among the face-down cards."""


def retell(record: Record, p: Thieves, seat: int) -> Record:
    """The record had `p` been the true position."""
    real = game(record.game).replay(record, 0)
    opening, start = real.dealer.news, real.position.turn  # type: ignore[attr-defined]
    faces = {slot.number: slot.card for slots in p.loot for slot in slots}
    left: dict[tuple[int, int], list[str]] = {}
    moments = [_moment(real, who, real.game.read(text), seat, faces, left) for who, text in record.actions]
    fresh = {
        (s, at): deque(_fresh(hand, left.get((s, at), []), (*p.held[s], p.hands[s])[at + 1]))
        for s in range(p.seats)
        for at, hand in enumerate(p.held[s])
    }
    chance = _Wanted(setup(p.seats, p.options, p.rules))
    chance.want(card for hands in p.held for card in hands[0])
    chance.want([start])
    _draws(opening, 0, moments[0] if moments else None, p, seat, fresh, chance)
    twin = Match(real.game, chance.p, Dealer(chance, p.seats))
    for moment, following in zip(moments, [*moments, None][1:], strict=True):
        if isinstance(moment.action, a.Swap) and moment.action.theirs is None:
            chance.want([moment.blind])
        _draws(moment.news, moment.stretch, following, p, seat, fresh, chance)
        twin.play(moment.seat, moment.action)
    return twin.record()


def _moment(
    real: Match, who: int, action: Action, me: int, faces: dict[int, str | None], left: dict[tuple[int, int], list[str]]
) -> RetoldMove:
    """Make the next move of the real match, and note what left which hand in which stretch as it is told anew."""
    p = real.position
    assert isinstance(p, Thieves)
    told = action
    if isinstance(action, a.Keep) and who != me:
        told = a.Keep(faces.get(p.laid) or action.card)
    stretch = len(p.stretches) - 1
    if isinstance(told, Plays) and isinstance(p.agenda[-1], PlayCard):
        left.setdefault((who, stretch), []).append(told.card)
    blind = face_down(p.loot[action.seat]) if isinstance(action, a.Swap) else []
    moment = RetoldMove(who, told, real.play(who, action), len(p.stretches) - 1)
    for event, _ in moment.news:
        if isinstance(event, e.Heeded):
            left.setdefault((event.seat, stretch), []).extend(event.cards)
        elif isinstance(event, e.Swapped) and event.theirs in blind:
            moment.blind = blind.index(event.theirs)
    return moment


def _fresh(before: Iterable[str], left: Iterable[str], after: Iterable[str]) -> list[str]:
    """What a seat drew during a stretch, what it played soonest first."""
    held, drawn = Counter(before), []
    for card in left:
        if held[card]:
            held[card] -= 1
        else:
            drawn.append(card)
    return [*drawn, *(Counter(after) - held).elements()]


def _draws(
    news: News,
    stretch: int,
    following: RetoldMove | None,
    p: Thieves,
    me: int,
    fresh: dict[tuple[int, int], deque[str]],
    chance: _Wanted,
) -> None:
    """The draws that follow a move: getaway cars where the real match had them, other cards as imagined."""
    for event, _ in news:
        if not isinstance(event, e.Refilled | e.Struck):
            continue
        last = bool(event.found) and event.getaways == ESCAPE
        chance.want([GETAWAY] * (event.found - last))
        if isinstance(event, e.Refilled):
            mine = [card for own, to in news if to == me and isinstance(own, e.YouDrew) for card in own.cards]
            queue = fresh[event.seat, stretch]
            chance.want(mine if event.seat == me else [queue.popleft() for _ in range(event.cards)])
        elif not last:
            card = p.drawn
            if following is not None:
                assert isinstance(following.action, Plays)
                card = following.action.card
            assert card is not None
            chance.want([card])
        chance.want([GETAWAY] * last)


class _Wanted:
    """Chance that gives what is wanted: a number, or a card out of the pile."""

    def __init__(self, p: Thieves) -> None:
        self.p = p
        self._wanted: deque[str | int] = deque()

    def want(self, draws: Iterable[str | int]) -> None:
        self._wanted.extend(draws)

    def below(self, n: int) -> int:
        wanted = self._wanted.popleft()
        return bisect_left(self.p.pile, wanted) if isinstance(wanted, str) else wanted

    def copy(self) -> _Wanted:
        raise NotImplementedError("a match that is being retold is not copied")
