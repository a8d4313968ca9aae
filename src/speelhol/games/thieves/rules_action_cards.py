"""Three of the four action cards: the siren, the swap and the bribe. The double strike plays cards: see `rules`."""

from __future__ import annotations

from ...kernel import Action, Dealer, Decision, Either, Form, Refused, Step, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .rules_raid import RAID, raid_due
from .stretches import open_stretch
from .table import CARS, OTHERS, POINTED, Slot, Thieves


class Siren(Step[Thieves], frozen=True, tag="siren"):
    """The others lay all their police cars; only then may there be a raid, and only one.

    [siren.lay] [siren.raid] [siren.own] [siren.known]
    """

    def run(self, p: Thieves, dealer: Dealer) -> None:
        others = OTHERS[p.seats][p.turn]
        for seat in others:
            hand = p.hands[seat]
            cars = tuple([card for card in hand if card in CARS])
            dealer.tell(e.Heeded(seat, cars))
            if cars:
                p.hands = put(p.hands, seat, tuple([card for card in hand if card not in CARS]))
                p.police += cars
                p.played += tuple([(seat, card) for card in cars])
        p.quiet = tuple(sorted(others))
        if raid_due(p):
            p.then(RAID)  # which opens a stretch itself
        else:
            open_stretch(p)


class Bribe(Step[Thieves], frozen=True, tag="bribe"):
    """The police cars on the table are discarded, and come back with the next raid. [bribe.clear] [bribe.back]"""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        dealer.tell(e.Bribed(p.turn, p.police))
        p.discard = tuple(sorted((*p.discard, *p.police)))
        p.police = ()


# ---- the swap


class SwapCards(Step[Thieves], frozen=True, tag="swap-cards"):
    """Asks, unless one side has no loot, which everybody sees. [action.nothing]"""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        if p.loot[p.turn] and any(p.loot[seat] for seat in OTHERS[p.seats][p.turn]):
            p.then(CHOOSE_SWAP)
        else:
            dealer.tell(e.NoSwap(p.turn))


def face_down(slots: tuple[Slot, ...]) -> list[int]:
    return [place for place, slot in enumerate(slots, 1) if not slot.up]


def targets(slots: tuple[Slot, ...], rules: int) -> tuple[int | None, ...] | range:
    """What can be asked for: every card by its place; by the first rules the face-down ones only as one of them."""
    if rules >= POINTED:
        return range(1, len(slots) + 1)
    up = [place for place, slot in enumerate(slots, 1) if slot.up]
    return (*up, None) if len(up) < len(slots) else tuple(up)


@per_process()
def swap_form(mine: int, seat: int, theirs: tuple[int | None, ...] | range) -> Form:
    return Form(a.Swap, mine=range(1, mine + 1), seat=(seat,), theirs=theirs)


class ChooseSwap(Decision[Thieves, a.Swap], frozen=True, tag="choose-swap"):
    rule = "thieves/swap.choose"

    def who(self, p: Thieves) -> int:
        return p.turn

    def offers(self, p: Thieves, seat: int) -> Either:
        mine = len(p.loot[seat])
        return Either(*[swap_form(mine, s, targets(p.loot[s], p.rules)) for s in OTHERS[p.seats][seat] if p.loot[s]])

    def prompt(self, p: Thieves, seat: int) -> str:
        return "choose-swap" if p.rules >= POINTED else "choose-swap.blind"

    def take(self, p: Thieves, seat: int, action: a.Swap, dealer: Dealer) -> None:
        """The two cards change places, each as it lay. [swap.sides]"""
        other, theirs = action.seat, action.theirs
        if theirs is None:
            theirs = dealer.choice(face_down(p.loot[other]))
        gave, got = p.loot[seat][action.mine - 1], p.loot[other][theirs - 1]
        p.loot = put(p.loot, seat, put(p.loot[seat], action.mine - 1, shown_to(got, seat)))
        p.loot = put(p.loot, other, put(p.loot[other], theirs - 1, shown_to(gave, other)))
        dealer.tell(
            e.Swapped(seat, action.mine, other, theirs, gave.card if gave.up else None, got.card if got.up else None)
        )
        for slot, owner in ((got, seat), (gave, other)):
            if not slot.up:
                assert slot.card is not None
                dealer.whisper(owner, e.YouGot(slot.card))

    def refuse(self, p: Thieves, seat: int, action: Action) -> Refused:
        if not isinstance(action, a.Swap):
            return Refused(self.rule, "choose-what-to-swap")
        if action.seat == seat or not 0 <= action.seat < p.seats:
            return Refused(self.rule, "swap-with-another")
        theirs = p.loot[action.seat]
        if not theirs:
            return Refused("thieves/swap.nothing", "no-loot-there")
        if not 1 <= action.mine <= len(p.loot[seat]):
            return Refused(self.rule, "no-card-of-yours", place=action.mine)
        if action.theirs is None:
            reason = "point-at-a-card" if p.rules >= POINTED else "nothing-face-down"
            return Refused("thieves/swap.blind", reason)
        if action.theirs in face_down(theirs):
            return Refused("thieves/swap.blind", "face-down-is-blind")
        return Refused(self.rule, "no-card-of-theirs", place=action.theirs)


def shown_to(slot: Slot, owner: int) -> Slot:
    """The card in its new owner's loot: the owner looks at it, and whoever knew it still does.

    [swap.know] [money.look]
    """
    if slot.up or owner in slot.seen:
        return slot
    return Slot(slot.card, slot.number, False, tuple(sorted((*slot.seen, owner))), slot.hand, slot.stretch)


SIREN, BRIBE, SWAP_CARDS, CHOOSE_SWAP = Siren(), Bribe(), SwapCards(), ChooseSwap()
