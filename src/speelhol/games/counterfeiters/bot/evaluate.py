"""What things are worth to a seat, in dollars at the end: notes, cards, money in hand, a henchman's job."""

from __future__ import annotations

from ....kernel.cache import per_process
from .. import table as t
from ..rules_henchmen import FARE, grade
from ..rules_police import share
from ..table import JET, KITS, RATES, TICKETS, Counterfeiters, Trio
from ..view import Seen

PACE = {1: {2: 1.9, 3: 3.6, 4: 4.3}, 2: {2: 1.7, 3: 2.8, 4: 4.0}}
"""Steps of the officer in a round, by version of the rules and seats."""
HASTE = 1.17
"""How much sooner than at that pace everything should be done.

This and what follows was found by letting players by many such figures play at a glance against each other
(`python -m bench.glance`)."""
PRINTS = 1.1
"""How often a player prints in a round."""
PRINTED = 0.63
"""The part of a note's price that printing earns; selling it earns the rest."""
SHOPPING = 0.23
"""How many of the notes that the supermarket would take end there, and not at the fence's."""
AGENT = 74.0
"""What a lawyer's henchman earns at the end."""
DANGER = 0.52
"""The part of the money in hand that counts as lost when the Godfather is at the door."""
CROWD = 36.0
"""With so many unsold notes nobody needs more of them."""
PRINTER_PAYS, COMPONENT_PAYS, DINER_PAYS = 0.77, 0.73, 0.4
"""How much of what a card could earn it does earn: henchmen are few."""
JET_PAYS = 12.0
"""What a jet saves at each visit of the Godfather."""
GODFATHER_HITS, SHOP_LEARNS, CASE_CLOSES = 0.32, 5.3, 19.0
"""What I care for the others' loss when the officer moves: of their money, for each note refused, for each unsold."""


@per_process()
def ahead(rules: int, seats: int, officer: int) -> tuple[int, int, float]:
    """Steps to the next visit of the Godfather, how many visits are to come, and the rounds left."""
    kit = KITS[rules][seats]
    visits = [space - officer for space in kit.godfather if space > officer]
    return (visits[0] if visits else 99), len(visits), max(0, kit.last - officer) / PACE[rules][seats]


@per_process(4096)
def season(
    rules: int, seats: int, officer: int, closing: bool, refused: int
) -> tuple[int, float, int, float, tuple[float, float, float]]:
    """What is the same for everybody: the Godfather's visits, the rounds left, how much to keep in hand, what the rest
    of it is worth, and a note's price by its stars."""
    near, visits, rounds = ahead(rules, seats, officer)
    rounds /= HASTE
    if closing:
        return visits, 0.0, 0, 1.0, (0.0, 0.0, 0.0)
    reserve = 20 if rounds > 3 else 10 if rounds > 1.5 else 0
    danger = max(0.1, min(1.0, 1.15 - (near - 1) / (1.3 * HASTE * PACE[rules][seats]))) if visits else 0.0
    sold = min(1.0, 0.55 + 0.3 * rounds) * 0.9
    prices = [
        sold * (fence if refused > at else fence + SHOPPING * (RATES.face_value - fence))
        for at, fence in enumerate(RATES.fence_prices)
    ]
    return visits, rounds, reserve, 1 - DANGER * danger, (prices[0], prices[1], prices[2])


@per_process(16384)
def workshop(cards: tuple[str, ...]) -> tuple[int, int, int, int, int]:
    """The stars of the notes that somebody prints, the printers, the diners, the worth of all tickets, the lawyers."""
    tickets = sum([TICKETS.get(card, 0) for card in cards])
    lawyers = (t.GREAT_LAWYER in cards) + (t.BAD_LAWYER in cards)
    return grade(cards), cards.count(t.PRINTER), cards.count(t.DINER), tickets, lawyers


class Prices:
    """One seat's prices. `cash` is what it has in hand: from its own view, or imagined."""

    __slots__ = (
        "cards",
        "cash",
        "closing",
        "diners",
        "fakes",
        "grade",
        "hold",
        "me",
        "prices",
        "printers",
        "refused",
        "reserve",
        "rounds",
        "supply",
        "visits",
    )

    def __init__(self, now: Seen | Counterfeiters, me: int, cash: int) -> None:
        self.me = me
        self.cash = cash
        cards = self.cards = now.cards[me]
        self.fakes = now.fakes[me]
        self.supply = now.supply
        self.closing = now.closing
        self.refused = now.refused
        self.visits, self.rounds, self.reserve, self.hold, self.prices = season(
            now.rules, now.seats, now.officer, now.closing, now.refused
        )
        self.grade, self.printers, self.diners, _, _ = workshop(cards)

    # ---- money

    def hand(self, amount: float) -> float:
        """What a sum is worth that comes to hand now."""
        free = self.reserve - self.cash
        if free <= 0:
            return amount * self.hold
        return amount if amount <= free else free + (amount - free) * self.hold

    def spent(self, price: int) -> float:
        """What it hurts to pay a price: money that the Godfather might have taken hurts less."""
        loose = self.cash - self.reserve
        if price <= loose:
            return price * self.hold
        return float(price) if loose <= 0 else loose * self.hold + price - loose

    # ---- notes

    def notes(self, notes: Trio) -> float:
        """What these notes are worth to somebody who has yet to sell them."""
        if self.closing:
            rest = sum(self.fakes) - sum(notes)
            washed = min(self.diners, sum(self.fakes)) - min(self.diners, rest)
            return float(washed * RATES.face_value)
        one, two, three = self.prices
        return PRINTED * (notes[0] * one + notes[1] * two + notes[2] * three)

    def printed(self, notes: Trio) -> float:
        if self.closing:
            return float(RATES.face_value * max(0, min(self.diners - sum(self.fakes), sum(notes))))
        room = max(0.25, 1 - sum(self.fakes) / CROWD)
        return self.notes(notes) * room

    def fence(self, notes: Trio) -> float:
        """What a sale to the fence earns over keeping the notes."""
        number = notes[0] + notes[1] + notes[2]
        price = RATES.fence_prices[0 if notes[0] else 1 if notes[1] else 2]
        return self.hand(price * number) - self.notes(notes)

    def best_fence(self) -> float:
        """The best of the three sales that make sense: all of it, without the one-star notes, three stars only."""
        best, left = 0.0, self.fakes
        limit = RATES.fence_limit
        for worst in range(3):
            if left[worst]:
                a, b, c = left
                c = min(c, limit)
                b = min(b, limit - c)
                a = min(a, limit - b - c)
                if a + b + c:
                    best = max(best, self.fence((a, b, c)))
            left = (0, left[1], left[2]) if worst == 0 else (0, 0, left[2])
        return best

    def best_shop(self) -> float:
        one, two, three = self.fakes
        limit = RATES.shop_limit
        a = min(one, limit) if self.refused < 1 else 0
        b = min(two, limit - a) if self.refused < 2 else 0
        c = min(three, limit - a - b) if self.refused < 3 else 0
        number = a + b + c
        return self.hand(RATES.face_value * number) - self.notes((a, b, c)) if number else 0.0

    # ---- a henchman's job

    def job(self, space: str) -> float:
        if space[0] == "p":
            return self.printed(_fresh(self.grade, self.printers, self.supply))
        if space == "shop" or space == "shop-cap":
            return self.best_shop()
        if space[0] == "f" and space != "flight":
            return self.best_fence()
        if space == "tax":
            return self.hand(RATES.tax)
        if space == "sunglasses":
            return self.hand(RATES.tax) + (0 if self.closing else 8)
        if space == "jet" and JET not in self.cards:
            return 0.0
        fare = FARE if space == "flight" else 0
        carried = self.cash - fare - self.reserve
        return carried * (1 - self.hold) - fare if carried > 0 else -fare - 10.0

    # ---- cards

    def card(self, card: str) -> float:
        """What a card earns until the end."""
        rounds = self.rounds
        prints = max(0.0, rounds - 0.6) * PRINTS
        if card in TICKETS:
            return float(TICKETS[card])
        if card == t.PRINTER:
            if not self.grade:
                return 0.0
            notes = max(0.0, min(2.0, (16 - 2 * self.printers) / 4))
            return prints * notes * self.prices[self.grade - 1] * PRINTER_PAYS
        if card == t.DINER:
            return (rounds + 0.7) * RATES.face_value * DINER_PAYS
        if card == JET:
            return JET_PAYS * self.visits + 6 * rounds
        if card == t.GREAT_LAWYER or card == t.BAD_LAWYER:
            return AGENT
        if card in self.cards:
            return 3.0
        if self.grade == 3:
            return 0.0
        better = self.prices[self.grade] - (self.prices[self.grade - 1] if self.grade else 0.0)
        return (prints + 0.4) * 2 * self.printers * better * COMPONENT_PAYS

    # ---- the police

    def officer_moves(self, now: Seen) -> float:
        """What it is to me that the officer takes a step, compared with the others."""
        if now.closing:
            return 0.0
        kit = now.kit
        space = now.officer + 1
        value = 0.0
        if space in kit.godfather:
            others = [_in_hand(now, seat) for seat in range(now.seats) if seat != self.me]
            value += GODFATHER_HITS * (0.5 * sum(others) / len(others) - share(self.cash))
        if space in kit.investigation:
            k = now.refused
            others = [now.fakes[seat][k] for seat in range(now.seats) if seat != self.me]
            value += SHOP_LEARNS * (sum(others) / len(others) - now.fakes[self.me][k])
        if space == kit.last:
            others = [sum(now.fakes[seat]) for seat in range(now.seats) if seat != self.me]
            value += CASE_CLOSES * (sum(others) / len(others) - sum(now.fakes[self.me]))
        return value


def _fresh(stars: int, printers: int, supply: Trio) -> Trio:
    wanted = RATES.notes_per_printer * printers
    notes = [0, 0, 0]
    for at in range(stars - 1, -1, -1):
        notes[at] = min(wanted, supply[at])
        wanted -= notes[at]
    return notes[0], notes[1], notes[2]


def _in_hand(now: Seen, seat: int) -> float:
    """What somebody else may have in hand: what has come in since the last flight, and a little more."""
    cash = 0.0
    for flow in now.flows[seat]:
        if isinstance(flow, int):
            cash = max(0.0, cash + flow)
        elif flow == t.FLIGHT:
            cash = min(cash, 40.0)
        else:
            cash /= 2
    return cash


# ---- who is ahead

LATER = (0.0, 1.5, 3.0, 5.5)
"""Rounds left; between these the figures below are mixed."""
BRINGS = {
    "offshore": (1.0, 1.0, 1.05, 0.8),
    "cash": (0.6, 0.8, 0.8, 0.6),
    "one": (3.0, 4.0, 8.0, 4.0),
    "two": (9.0, 12.0, 12.0, 8.0),
    "three": (13.0, 16.5, 18.0, 16.0),
    "left": (8.0, 25.0, 15.0, 10.0),
    "grade": (60.0, 110.0, 150.0, 60.0),
    "printers": (20.0, 80.0, 160.0, 170.0),
    "diners": (32.0, 48.0, 100.0, 95.0),
    "jet": (2.0, 12.0, 40.0, 40.0),
    "lawyers": (108.0, 105.0, 105.0, 80.0),
}
"""What each thing that somebody has brings in the end, in dollars; fitted to matches at a glance with two to four
seats and then smoothed. A henchman who has yet to be placed in this round counts too (`left`)."""


@per_process()
def brings(rules: int, seats: int, officer: int) -> tuple[float, ...]:
    """The figures of `BRINGS` at this moment."""
    rounds = min(LATER[-1], ahead(rules, seats, officer)[2])
    at = max(i for i, later in enumerate(LATER[:-1]) if later <= rounds)
    part = (rounds - LATER[at]) / (LATER[at + 1] - LATER[at])
    return tuple(row[at] * (1 - part) + row[at + 1] * part for row in BRINGS.values())


def wealth(p: Counterfeiters) -> tuple[list[float], float]:
    """By seat what everything comes to at the end, and the rounds left."""
    if p.closing:
        return [_closing(p, seat) for seat in range(p.seats)], 0.0
    offshore, cash, one, two, three, left, star, printer, diner, jet, lawyer = brings(p.rules, p.seats, p.officer)
    owned = []
    for seat in range(p.seats):
        cards, notes = p.cards[seat], p.fakes[seat]
        stars, printers, diners, tickets, lawyers = workshop(cards)
        owned.append(
            tickets
            + offshore * p.offshore[seat]
            + cash * p.cash[seat]
            + one * notes[0]
            + two * notes[1]
            + three * notes[2]
            + left * p.left[seat]
            + star * stars
            + printer * printers
            + diner * diners
            + jet * (JET in cards)
            + lawyer * lawyers
        )
    return owned, ahead(p.rules, p.seats, p.officer)[2]


def _closing(p: Counterfeiters, seat: int) -> float:
    """No more than what is washed by diners, and what lawyers' henchmen do."""
    prices = Prices(p, seat, p.cash[seat])
    _, _, _, tickets, lawyers = workshop(p.cards[seat])
    return p.offshore[seat] + p.cash[seat] + prices.notes(p.fakes[seat]) + tickets + AGENT * lawyers
