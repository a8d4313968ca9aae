"""The six actions in the rulebook's order (market, print, supermarket, fence, tax, flight), and placing a henchman."""

from __future__ import annotations

from typing import Any, Literal

from ...kernel import Action, Choices, Dealer, Decision, Either, Form, Offers, Refused, Seat, put
from ...kernel.cache import per_process
from . import actions as act
from . import events as e
from . import table as t
from .rules_police import OFFICER
from .table import BIT, KITS, RATES, SPACES, Counterfeiters, Trio

# ---- money and notes


def gain(p: Counterfeiters, seat: int, amount: int) -> None:
    """Real money from the bank or, below 0, to the bank; everybody sees how much."""
    p.cash = put(p.cash, seat, p.cash[seat] + amount)
    p.flows = put(p.flows, seat, (*p.flows[seat], amount))


def give_up(p: Counterfeiters, seat: int, notes: Trio) -> None:
    """Fake notes go back to the supply and can be printed again."""
    have, supply = p.fakes[seat], p.supply
    p.fakes = put(p.fakes, seat, (have[0] - notes[0], have[1] - notes[1], have[2] - notes[2]))
    p.supply = (supply[0] + notes[0], supply[1] + notes[1], supply[2] + notes[2])


@per_process()
def bundles(notes: Trio, least: int, most: int) -> Choices:
    """Every way to hand over from `least` to `most` of these notes: the most and the worst of them first."""
    one, two, three = (range(n, -1, -1) for n in notes)
    ways = [(a, b, c) for a in one for b in two for c in three if least <= a + b + c <= most]
    return Choices(act.HandOver(*way) for way in sorted(ways, key=sum, reverse=True))


# ---- 1. the black market


def _buys(prices: tuple[int, ...]) -> tuple[tuple[int, dict[str, act.Buy]], ...]:
    cards = {card for kit in KITS.values() for cards in kit.classes for card in cards}
    return tuple((price, {card: act.Buy(slot, card, price) for card in cards}) for slot, price in enumerate(prices, 1))


BUYS = {seats: _buys(kit.prices) for seats, kit in KITS.items()}


def buy(p: Counterfeiters, seat: int, action: act.Buy, dealer: Dealer) -> None:
    gain(p, seat, -action.price)
    p.market = put(p.market, action.slot - 1, None)
    p.cards = put(p.cards, seat, tuple(sorted((*p.cards[seat], action.card))))
    dealer.tell(e.Bought(seat, action.card, action.price))


# ---- 2. print


def grade(cards: tuple[str, ...]) -> int:
    """How many stars a player's notes have: one for each different component."""
    return (t.INK in cards) + (t.PAPER in cards) + (t.HOLOGRAM in cards)


def printed(cards: tuple[str, ...], supply: Trio) -> Trio:
    """What printing would bring: the best grade first and, when that runs out, the next lower one."""
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
    """The seat's notes that the supermarket still takes for real."""
    one, two, three = p.fakes[seat]
    refused = p.refused
    return (0 if refused > 0 else one, 0 if refused > 1 else two, 0 if refused > 2 else three)


class SpendNotes(Decision[Counterfeiters, act.HandOver], frozen=True, tag="spend-notes"):
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

    def take(self, p: Counterfeiters, seat: int, action: act.HandOver, dealer: Dealer) -> None:
        notes = (action.one, action.two, action.three)
        money = RATES.face_value * sum(notes)
        give_up(p, seat, notes)
        gain(p, seat, money)
        dealer.tell(e.Sold(seat, "shop", e.Notes(*notes), money))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, act.HandOver):
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
    """What the fence pays for each note of this sale: he looks at the worst one."""
    return next(price for n, price in zip(notes, RATES.fence_prices, strict=True) if n)


class FenceNotes(Decision[Counterfeiters, act.HandOver], frozen=True, tag="fence-notes"):
    seat: Seat
    rule = "counterfeiters/fence.worst"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        one, two, three = p.fakes[seat]
        most = RATES.fence_limit
        return bundles((min(one, most), min(two, most), min(three, most)), 1, most)

    def take(self, p: Counterfeiters, seat: int, action: act.HandOver, dealer: Dealer) -> None:
        notes = (action.one, action.two, action.three)
        money = fence_price(notes) * sum(notes)
        give_up(p, seat, notes)
        gain(p, seat, money)
        dealer.tell(e.Sold(seat, "fence", e.Notes(*notes), money))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, act.HandOver):
            notes = (action.one, action.two, action.three)
            return refuse_notes(p, seat, notes, RATES.fence_limit, "counterfeiters/fence.eight")
        return Refused(self.rule, "not-offered")


# ---- 5. tax fraud


def cheat(p: Counterfeiters, seat: int, sunglasses: bool, dealer: Dealer) -> None:
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


class MoveMoney(Decision[Counterfeiters, act.Stash | act.Fetch], frozen=True, tag="move-money"):
    seat: Seat
    rule = "counterfeiters/flight.transfer"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def offers(self, p: Counterfeiters, seat: int) -> Offers:
        unit = RATES.unit
        return Either(
            Form(act.Stash, amount=range(unit, p.cash[seat] + 1, unit)),
            Form(act.Fetch, amount=range(unit, p.offshore[seat] + 1, unit)),
        )

    def take(self, p: Counterfeiters, seat: int, action: act.Stash | act.Fetch, dealer: Dealer) -> None:
        stash = type(action) is act.Stash
        moved = action.amount if stash else -action.amount
        p.cash = put(p.cash, seat, p.cash[seat] - moved)
        p.offshore = put(p.offshore, seat, p.offshore[seat] + moved)
        p.flights = put(p.flights, seat, (*p.flights[seat], moved))
        dealer.whisper(seat, e.Moved(action.amount, p.offshore[seat], stash))

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, act.Transfer):
            if action.amount < RATES.unit:
                return Refused("counterfeiters/henchmen.effect", "move-something", unit=RATES.unit)
            if action.amount % RATES.unit:
                return Refused("counterfeiters/money.tens", "tens-only", unit=RATES.unit)
            if isinstance(action, act.Stash):
                return Refused(self.rule, "not-in-hand", cash=p.cash[seat])
            return Refused(self.rule, "not-offshore", offshore=p.offshore[seat])
        return Refused(self.rule, "not-offered")


# ---- placing a henchman

PRINT = BIT["print"] | BIT["print-cap"]
SHOP = BIT["shop"] | BIT["shop-cap"]
FENCE = BIT["fence"] | BIT["fence-cap"]
TAX = BIT["tax"] | BIT["sunglasses"]
BY_JET, BY_FLIGHT = BIT["jet"], BIT["flight"]
INDEX = {space: at for at, space in enumerate(SPACES)}
FARE = RATES.fare
PLACE = {space: act.Place(space) for space in SPACES}
SKIP = act.Skip()


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


class PlaceHenchman(Decision[Counterfeiters, act.Place | act.Buy | act.Skip], frozen=True, tag="place-henchman"):
    """One question for the turns of a round, the last placements and the lawyers."""

    seat: Seat
    when: Literal["turn", "last", "lawyer"] = "turn"
    rule = "counterfeiters/henchmen.place"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def prompt(self, p: Counterfeiters, seat: int) -> str:
        return f"place-henchman.{self.when}"

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        cash, jet = p.cash[seat], t.JET
        buys: list[Action] = []
        for card, (price, slot) in zip(p.market, BUYS[p.seats], strict=True):
            if card is not None and price <= cash and (card != jet or jet not in p.cards[seat]):
                buys.append(slot[card])
        return Choices((*buys, *placings(free(p.room) & useful(p, seat))))

    def take(self, p: Counterfeiters, seat: int, action: act.Place | act.Buy | act.Skip, dealer: Dealer) -> None:
        p.left = put(p.left, seat, p.left[seat] - 1)
        if isinstance(action, act.Skip):
            p.flat = put(p.flat, seat, p.flat[seat] + 1)
            dealer.tell(SKIPPED[seat])
            return
        if isinstance(action, act.Buy):
            p.placed = put(p.placed, seat, (*p.placed[seat], KITS[p.seats].slots[action.slot - 1]))
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
        if isinstance(action, act.Buy):
            return refuse_buy(p, seat, action)
        if isinstance(action, act.Place):
            return refuse_place(p, seat, action.space)
        return Refused(self.rule, "not-offered")


def refuse_buy(p: Counterfeiters, seat: int, action: act.Buy) -> Refused:
    kit = KITS[p.seats]
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
    return tuple(kind(seat, *values) for seat in range(max(KITS)))


SPEND_NOTES, FENCE_NOTES, MOVE_MONEY = _by_seat(SpendNotes), _by_seat(FenceNotes), _by_seat(MoveMoney)
SKIPPED, TO_SHOP, TO_FENCE = _by_seat(e.Skipped), _by_seat(e.Went, "shop"), _by_seat(e.Went, "fence")
TURN, LAST, LAWYERS = (_by_seat(PlaceHenchman, when) for when in ("turn", "last", "lawyer"))
