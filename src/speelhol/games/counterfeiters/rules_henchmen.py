"""The six actions in the rulebook's order (market, print, supermarket, fence, tax, flight), and placing a henchman."""

from __future__ import annotations

from typing import Any, Literal

from ...kernel import Action, Choices, Dealer, Decision, Either, Form, Offers, Refused, Seat, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import table as t
from .rules_police import OFFICER
from .table import BIT, MOST, RATES, SPACES, Counterfeiters, Trio

# ---- money and notes


def gain(p: Counterfeiters, seat: int, amount: int) -> None:
    """Real money from the bank or, below 0, to the bank; everybody sees how much."""
    p.cash = put(p.cash, seat, p.cash[seat] + amount)
    p.flows = put(p.flows, seat, (*p.flows[seat], amount))


def give_up(p: Counterfeiters, seat: int, notes: Trio) -> None:
    """Fake notes go back to the supply and can be printed again. [money.fakes] [money.back]"""
    have, supply = p.fakes[seat], p.supply
    p.fakes = put(p.fakes, seat, (have[0] - notes[0], have[1] - notes[1], have[2] - notes[2]))
    p.supply = (supply[0] + notes[0], supply[1] + notes[1], supply[2] + notes[2])


@per_process()
def bundles(notes: Trio, least: int, most: int) -> Choices:
    """Every way to hand over from `least` to `most` of these notes: the most and the worst of them first."""
    one, two, three = (range(n, -1, -1) for n in notes)
    ways = [(i, j, k) for i in one for j in two for k in three if least <= i + j + k <= most]
    return Choices(a.HandOver(*way) for way in sorted(ways, key=sum, reverse=True))


# ---- 1. the black market


for_sale = per_process(4096)(a.Buy)


def buy(p: Counterfeiters, seat: int, action: a.Buy, dealer: Dealer) -> None:
    """The card is the seat's for good, and its slot is empty. [market.keep] [market.twice]"""
    gain(p, seat, -action.price)
    p.market = put(p.market, action.slot - 1, None)
    p.cards = put(p.cards, seat, tuple(sorted((*p.cards[seat], action.card))))
    dealer.tell(e.Bought(seat, action.card, action.price))


# ---- 2. print


def grade(cards: tuple[str, ...]) -> int:
    """How many stars a player's notes have: one for each different component. [print.grade]"""
    return (t.INK in cards) + (t.PAPER in cards) + (t.HOLOGRAM in cards)


def printed(cards: tuple[str, ...], supply: Trio) -> Trio:
    """What printing would bring: the best grade first and, when that runs out, the next lower one. [print.number]"""
    wanted = RATES.notes_per_printer * cards.count(t.PRINTER)
    notes = [0, 0, 0]
    for at in range(grade(cards) - 1, -1, -1):
        notes[at] = min(wanted, supply[at])
        wanted -= notes[at]
    return notes[0], notes[1], notes[2]


def print_notes(p: Counterfeiters, seat: int, dealer: Dealer) -> None:
    have, supply = p.fakes[seat], p.supply
    notes = printed(p.cards[seat], supply)
    p.fakes = put(p.fakes, seat, (have[0] + notes[0], have[1] + notes[1], have[2] + notes[2]))
    p.supply = (supply[0] - notes[0], supply[1] - notes[1], supply[2] - notes[2])
    dealer.tell(e.Printed(seat, e.Notes(*notes)))


# ---- 3. the supermarket


def accepted(p: Counterfeiters, seat: int) -> Trio:
    """The seat's notes that the supermarket still takes for real. [shop.mixed]"""
    one, two, three = p.fakes[seat]
    refused = p.refused
    return (0 if refused > 0 else one, 0 if refused > 1 else two, 0 if refused > 2 else three)


class SpendNotes(Decision[Counterfeiters, a.HandOver], frozen=True, tag="spend-notes"):
    seat: Seat
    rule = "counterfeiters/shop.three"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def prompt(self, p: Counterfeiters, seat: int) -> str:
        return f"spend-notes.{p.refused}"

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        one, two, three = accepted(p, seat)
        most = RATES.shop_limit
        return bundles((min(one, most), min(two, most), min(three, most)), 1, most)

    def take(self, p: Counterfeiters, seat: int, action: a.HandOver, dealer: Dealer) -> None:
        notes = (action.one, action.two, action.three)
        money = RATES.face_value * sum(notes)
        give_up(p, seat, notes)
        gain(p, seat, money)
        dealer.tell(e.Sold(seat, "shop", e.Notes(*notes), money))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.HandOver):
            notes = (action.one, action.two, action.three)
            if any(notes[: p.refused]):
                return Refused("counterfeiters/police.investigation", "grade-refused")
            return refuse_notes(p, seat, notes, RATES.shop_limit, self.rule)
        return Refused(self.rule, "not-offered")


def refuse_notes(p: Counterfeiters, seat: int, notes: Trio, most: int, rule: str) -> Refused:
    if any(n > have for n, have in zip(notes, p.fakes[seat], strict=True)):
        return Refused(rule, "not-that-many")
    if sum(notes) > most:
        return Refused(rule, "too-many-notes", most=most)
    if not any(notes):
        return Refused("counterfeiters/henchmen.effect", "at-least-one-note")
    return Refused(rule, "not-offered")


# ---- 4. the fence


def fence_price(notes: Trio) -> int:
    """What the fence pays for each note of this sale: he looks at the worst one. [fence.worst]"""
    return next(price for n, price in zip(notes, RATES.fence_prices, strict=True) if n)


class FenceNotes(Decision[Counterfeiters, a.HandOver], frozen=True, tag="fence-notes"):
    """Notes for the fence, whatever the police has found out. [fence.always]"""

    seat: Seat
    rule = "counterfeiters/fence.worst"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        one, two, three = p.fakes[seat]
        most = RATES.fence_limit
        return bundles((min(one, most), min(two, most), min(three, most)), 1, most)

    def take(self, p: Counterfeiters, seat: int, action: a.HandOver, dealer: Dealer) -> None:
        notes = (action.one, action.two, action.three)
        money = fence_price(notes) * sum(notes)
        give_up(p, seat, notes)
        gain(p, seat, money)
        dealer.tell(e.Sold(seat, "fence", e.Notes(*notes), money))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.HandOver):
            notes = (action.one, action.two, action.three)
            return refuse_notes(p, seat, notes, RATES.fence_limit, "counterfeiters/fence.eight")
        return Refused(self.rule, "not-offered")


# ---- 5. tax fraud


def cheat(p: Counterfeiters, seat: int, sunglasses: bool, dealer: Dealer) -> None:
    """Money from the tax office; with the sunglasses the next start. [tax.money] [tax.sunglasses] [tax.marker]"""
    gain(p, seat, RATES.tax)
    if sunglasses:
        p.marker = seat
    dealer.tell(e.Cheated(seat, RATES.tax, sunglasses))


# ---- 6. fly to the Caribbean


def fly(p: Counterfeiters, seat: int, fare: int, dealer: Dealer) -> None:
    if fare:
        gain(p, seat, -fare)
    p.flows = put(p.flows, seat, (*p.flows[seat], t.FLIGHT))
    dealer.tell(e.Flew(seat, fare))
    p.then(MOVE_MONEY[seat])


class MoveMoney(Decision[Counterfeiters, a.Stash | a.Fetch], frozen=True, tag="move-money"):
    """Money goes out of the country, or comes back. [flight.offshore]"""

    seat: Seat
    rule = "counterfeiters/flight.transfer"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def prompt(self, p: Counterfeiters, seat: int) -> str:
        """Both ways are asked about, or the only one that there is."""
        if not p.offshore[seat]:
            return "move-money.out"
        return "move-money" if p.cash[seat] else "move-money.home"

    def offers(self, p: Counterfeiters, seat: int) -> Offers:
        unit = RATES.unit
        return Either(
            Form(a.Stash, amount=range(unit, p.cash[seat] + 1, unit)),
            Form(a.Fetch, amount=range(unit, p.offshore[seat] + 1, unit)),
        )

    def take(self, p: Counterfeiters, seat: int, action: a.Stash | a.Fetch, dealer: Dealer) -> None:
        stash = type(action) is a.Stash
        moved = action.amount if stash else -action.amount
        p.cash = put(p.cash, seat, p.cash[seat] - moved)
        p.offshore = put(p.offshore, seat, p.offshore[seat] + moved)
        p.flights = put(p.flights, seat, (*p.flights[seat], moved))
        dealer.whisper(seat, e.Moved(action.amount, p.offshore[seat], stash))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Transfer):
            if action.amount < RATES.unit:
                return Refused("counterfeiters/henchmen.effect", "move-something", unit=RATES.unit)
            if action.amount % RATES.unit:
                return Refused("counterfeiters/money.tens", "tens-only", unit=RATES.unit)
            if isinstance(action, a.Stash):
                return Refused(self.rule, "not-in-hand", cash=p.cash[seat])
            return Refused(self.rule, "not-offshore", offshore=p.offshore[seat])
        return Refused(self.rule, "not-offered")


# ---- placing a henchman

PRINT = BIT["print"] | BIT["print-cap"]
SHOP = BIT["shop"] | BIT["shop-cap"]
FENCE = BIT["fence"] | BIT["fence-cap"]
TAX = BIT["tax"] | BIT["sunglasses"]
CAPS = sum(BIT[space] for space in t.CAP)
BY_JET, BY_FLIGHT = BIT["jet"], BIT["flight"]
INDEX = {space: at for at, space in enumerate(SPACES)}
FARE = RATES.fare
PLACE = {space: a.Place(space) for space in SPACES}
SKIP = a.Skip()


@per_process()
def placings(mask: int) -> tuple[Action, ...]:
    return (*(PLACE[space] for space in SPACES if mask & BIT[space]), SKIP)


@per_process()
def free(room: tuple[int, ...]) -> int:
    """The kinds of space that still have room, as bits."""
    return sum(BIT[space] for space, n in zip(SPACES, room, strict=True) if n)


def useful(p: Counterfeiters, seat: int) -> int:
    """The kinds of space where this seat's henchman could do something, as bits."""
    cards, supply, (one, two, three), refused = p.cards[seat], p.supply, p.fakes[seat], p.refused
    mask = TAX
    if supply[0] or any(supply[1 : grade(cards)]):
        mask |= PRINT
    if one or two or three:
        mask |= FENCE
        if (one and refused < 1) or (two and refused < 2) or (three and refused < 3):
            mask |= SHOP
    if not p.on_strike:
        cash, offshore = p.cash[seat], p.offshore[seat]
        if (cash or offshore) and t.JET in cards:
            mask |= BY_JET
        if cash >= FARE and cash + offshore > FARE:
            mask |= BY_FLIGHT
    return mask


class PlaceHenchman(Decision[Counterfeiters, a.Place | a.Buy | a.Skip], frozen=True, tag="place-henchman"):
    """One question for the turns of a round, the last placements and the lawyers. [henchmen.skip]"""

    seat: Seat
    when: Literal["turn", "last", "lawyer"] = "turn"
    rule = "counterfeiters/henchmen.place"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def prompt(self, p: Counterfeiters, seat: int) -> str:
        if self.when != "turn":
            return f"place-henchman.{self.when}"
        return "place-henchman.turn" if free(p.room) & useful(p, seat) & CAPS else "place-henchman.turn.plain"

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        cash, jet = p.cash[seat], t.JET
        buys: list[Action] = []
        for at, price in enumerate(p.kit.prices):
            card = p.market[at]
            if card is not None and price <= cash and (card != jet or jet not in p.cards[seat]):
                buys.append(for_sale(at + 1, card, price))
        return Choices((*buys, *placings(free(p.room) & useful(p, seat))))

    def take(self, p: Counterfeiters, seat: int, action: a.Place | a.Buy | a.Skip, dealer: Dealer) -> None:
        p.left = put(p.left, seat, p.left[seat] - 1)
        if isinstance(action, a.Skip):
            p.flat = put(p.flat, seat, p.flat[seat] + 1)
            dealer.tell(SKIPPED[seat])
            return
        if isinstance(action, a.Buy):
            p.placed = put(p.placed, seat, (*p.placed[seat], p.kit.slots[action.slot - 1]))
            buy(p, seat, action, dealer)
            return
        space = action.space
        at = INDEX[space]
        p.room = put(p.room, at, p.room[at] - 1)
        p.placed = put(p.placed, seat, (*p.placed[seat], space))
        if space in t.CAP and not p.closing:
            p.then(OFFICER[seat])
        bit = BIT[space]
        if bit & PRINT:
            print_notes(p, seat, dealer)
        elif bit & SHOP:
            dealer.tell(TO_SHOP[seat])
            p.then(SPEND_NOTES[seat])
        elif bit & FENCE:
            dealer.tell(TO_FENCE[seat])
            p.then(FENCE_NOTES[seat])
        elif bit & TAX:
            cheat(p, seat, space == "sunglasses", dealer)
        else:
            fly(p, seat, FARE if space == "flight" else 0, dealer)

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Buy):
            return refuse_buy(p, seat, action)
        if isinstance(action, a.Place):
            return refuse_place(p, seat, action.space)
        return Refused(self.rule, "not-offered")


def refuse_buy(p: Counterfeiters, seat: int, action: a.Buy) -> Refused:
    kit = p.kit
    if not 1 <= action.slot <= len(kit.prices):
        return Refused("counterfeiters/market.buy", "no-such-slot", slots=len(kit.prices))
    card, price = p.market[action.slot - 1], kit.prices[action.slot - 1]
    if card is None:
        return Refused("counterfeiters/market.empty", "empty-slot")
    if (action.card, action.price) != (card, price):
        return Refused("counterfeiters/market.buy", "other-card", price=price)
    if card == t.JET and t.JET in p.cards[seat]:
        return Refused("counterfeiters/market.one-jet", "second-jet")
    if price > p.cash[seat]:
        return Refused("counterfeiters/market.real", "too-dear", price=price, cash=p.cash[seat])
    return Refused("counterfeiters/market.buy", "not-offered")


def refuse_place(p: Counterfeiters, seat: int, space: str) -> Refused:
    if space not in BIT:
        return Refused("counterfeiters/henchmen.place", "no-such-space")
    if not p.room[INDEX[space]]:
        return Refused("counterfeiters/henchmen.once", "space-taken")
    bit = BIT[space]
    effect = "counterfeiters/henchmen.effect"
    if bit & (SHOP | FENCE) and not any(p.fakes[seat]):
        return Refused(effect, "no-fakes")
    if bit & SHOP:
        closed = p.refused == len(t.STARS)
        return Refused("counterfeiters/police.investigation", "shop-closed" if closed else "all-refused")
    if bit & PRINT:
        return Refused("counterfeiters/print.supply", "nothing-to-print")
    if p.on_strike:
        return Refused("counterfeiters/police.strike", "strike")
    if space == "jet" and t.JET not in p.cards[seat]:
        return Refused("counterfeiters/flight.jet", "no-jet")
    if space == "flight" and p.cash[seat] < FARE:
        return Refused("counterfeiters/flight.fare", "no-fare", fare=FARE, cash=p.cash[seat])
    if bit & (BY_JET | BY_FLIGHT):
        return Refused(effect, "nothing-to-move")
    return Refused("counterfeiters/henchmen.place", "not-offered")


def _by_seat(kind: Any, *values: Any) -> tuple[Any, ...]:
    return tuple(kind(seat, *values) for seat in range(MOST))


SPEND_NOTES, FENCE_NOTES, MOVE_MONEY = _by_seat(SpendNotes), _by_seat(FenceNotes), _by_seat(MoveMoney)
SKIPPED, TO_SHOP, TO_FENCE = _by_seat(e.Skipped), _by_seat(e.Went, "shop"), _by_seat(e.Went, "fence")
TURN, LAST, LAWYERS = (_by_seat(PlaceHenchman, when) for when in ("turn", "last", "lawyer"))
