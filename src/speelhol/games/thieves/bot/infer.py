"""What the others' last plays tell about their hands, and a swap about the cards that changed places.

Whoever has played holds the other three cards of the four that were to choose from. So in an imagined world one can
ask: would somebody with these four cards have played that one, as the table stood then? And whoever swaps knows what
they give away: would somebody with this loot have given that card?
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....kernel import EVEN, Action, View
from .. import actions as a
from .. import events as e
from ..rules import PLAY_CARD
from ..rules_action_cards import CHOOSE_SWAP
from ..rules_raid import cars_on
from ..table import CARS, POINTED, Slot, Thieves
from .policy import rated

SCALE, LEAST = 0.03, -3.0
"""How much worse a play may seem to be, in chance to win, to be e times rarer; and what is never rarer: people err."""


class Tell(Struct, frozen=True):
    """A seat's last play, and the table as it stood before it."""

    seat: int
    play: e.Kept | e.Gave | e.Parked | e.Used | e.Swapped
    laid: int
    """Loot cards laid by then."""
    cars: int
    getaways: int
    since: tuple[str, ...]
    """Police cars that a siren took out of the hand since."""


def tells(view: View) -> list[Tell]:
    """The others' last plays, as far back as the loot lies as it lay, and the swap before that."""
    now = view.now
    laid, cars, getaways = now.laid, now.cars, now.getaways
    played: dict[int, Tell] = {}
    found: list[Tell] = []
    gone: dict[int, tuple[str, ...]] = {}
    done = {view.seat}
    for event in view.log.newest_first():
        if isinstance(event, e.Swapped) and event.seat != view.seat and view.rules >= POINTED:
            found.append(Tell(event.seat, event, laid, cars, getaways, ()))
        if isinstance(event, e.RaidBegan | e.Swapped) or len(done) == view.seats:
            break
        if isinstance(event, e.Kept | e.Gave):
            laid -= 1
        elif isinstance(event, e.Parked):
            cars -= CARS[event.card]
        elif isinstance(event, e.Bribed):
            cars = cars_on(event.cards)
        elif isinstance(event, e.Heeded):
            cars -= cars_on(event.cards)
            gone[event.seat] = event.cards
        elif isinstance(event, e.Struck):
            getaways -= event.found
        elif isinstance(event, e.Refilled):
            getaways -= event.found
            if event.seat in played and event.seat not in done:
                found.append(played[event.seat])
            done.add(event.seat)
        if isinstance(event, e.Kept | e.Gave | e.Parked | e.Used) and event.seat not in done:
            # the first play of a turn comes out of the hand; a double strike plays more
            played[event.seat] = Tell(event.seat, event, laid, cars, getaways, gone.get(event.seat, ()))
    return found


class Then:
    """The table as somebody saw it who was about to play, in an imagined world."""

    __slots__ = ("cars", "discard", "drawn", "getaways", "hand", "hands", "loot", "pile", "police", "quiet")

    def __init__(self, p: Thieves, tell: Tell, *cards: str) -> None:
        """`cards`: what was in hand then and is not now."""
        self.hand = tuple(sorted((*p.hands[tell.seat], *tell.since, *cards)))
        self.drawn = None
        self.loot = tuple([tuple([slot for slot in slots if slot.number < tell.laid]) for slots in p.loot])
        self.cars, self.getaways = tell.cars, tell.getaways
        self.police, self.discard, self.quiet = p.police, p.discard, p.quiet
        self.pile = len(p.pile)
        self.hands = [len(hand) for hand in p.hands]


class _Still:
    """No moods."""

    def random(self) -> float:
        return 0.5


STILL = _Still()


def likely(p: Thieves, tell: Tell) -> float:
    """How likely a play is in an imagined world, as a logarithm."""
    play = tell.play
    if isinstance(play, e.Swapped):
        return _swap_likely(p, tell, play)
    if isinstance(play, e.Kept):
        slot = _slot(p.loot, tell)
        if slot is None or slot.card is None:
            return 0.0
        card = slot.card
        action: Action = a.Keep(card)
    elif isinstance(play, e.Gave):
        card, action = play.card, a.Give(play.card, play.to)
    else:
        card, action = play.card, a.Play(play.card)
    then = Then(p, tell, card)
    found = dict(rated(then, tell.seat, PLAY_CARD, EVEN, STILL, p.rules))
    if action not in found:  # money pushed onto somebody whom nobody would think of
        return LEAST
    return max(LEAST, (found[action] - max(found.values())) / SCALE)


def _swap_likely(p: Thieves, tell: Tell, swap: e.Swapped) -> float:
    """How likely somebody gave just that card for just that one, before they had looked at it."""
    then = Then(p, tell)
    rows = [list(slots) for slots in then.loot]
    mine, theirs = swap.mine - 1, swap.theirs - 1
    got, gave = rows[swap.seat][mine], rows[swap.other][theirs]
    if not got.up and got.hand != swap.seat:
        got = replace(got, seen=tuple([seat for seat in got.seen if seat != swap.seat]))
    rows[swap.seat][mine], rows[swap.other][theirs] = gave, got
    then.loot = tuple([tuple(row) for row in rows])
    found = dict(rated(then, tell.seat, CHOOSE_SWAP, EVEN, STILL, p.rules, True))
    return max(LEAST, (found[a.Swap(swap.mine, swap.other, swap.theirs)] - max(found.values())) / SCALE)


def _slot(loot: Sequence[Sequence[Slot]], tell: Tell) -> Slot | None:
    """The card that was kept."""
    return next((slot for slot in loot[tell.seat] if slot.number == tell.laid), None)
