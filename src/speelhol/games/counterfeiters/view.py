"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...kernel import Money, Panel, Seat, Speech, Term
from .events import Notes
from .rules_henchmen import printed
from .table import KITS, NO_NOTES, RATES, SPACES, Counterfeiters, Flow, Kit, Purse, Trio


class Seen(Struct, frozen=True):
    seats: int
    rules: int
    """The version of the rules: by it board and cards differ."""
    counting: bool
    """The table keeps count for everybody of fake notes, and of real money until a flight."""
    round: int
    marker: Seat
    officer: int
    refused: int
    """The supermarket takes no notes of up to this many stars."""
    strike: bool
    closing: bool
    market: tuple[Term | None, ...]
    stock: tuple[Term, ...]
    """Which cards are still in the deck, sorted in each class; in what order nobody knows."""
    gone: tuple[Term, ...]
    room: tuple[int, ...]
    """Free spaces, by kind of space."""
    left: tuple[int, ...]
    flat: tuple[int, ...]
    placed: tuple[tuple[Term, ...], ...]
    cards: tuple[tuple[Term, ...], ...]
    fakes: tuple[Trio, ...]
    supply: Trio
    flows: tuple[tuple[Flow, ...], ...]
    """By seat, all that everybody has seen of the money."""
    purses: tuple[Purse, ...]
    """Everybody's money, when it is over."""
    mine: bool = False
    """A seat looks, not the open table. From here on: what only this seat knows."""
    cash: Money = 0
    offshore: Money = 0
    flights: tuple[Money, ...] = ()
    notes: Trio = NO_NOTES
    """The seat's own fake notes."""

    @property
    def counts(self) -> bool:
        """Whether the table shows everybody's fake notes: as an aid, or when it is over. [money.aid]"""
        return self.counting or bool(self.purses)

    @property
    def kit(self) -> Kit:
        return KITS[self.rules][self.seats]


def look(p: Counterfeiters, seat: int | None) -> Seen:
    """What a seat may know, or the open table. [money.secret]"""
    public = (
        p.seats,
        p.rules,
        p.options.counting,
        p.round,
        p.marker,
        p.officer,
        p.refused,
        p.on_strike,
        p.closing,
        p.market,
        p.stock,
        p.gone,
        p.room,
        p.left,
        p.flat,
        p.placed,
        p.cards,
        p.fakes,
        p.supply,
        p.flows,
        () if p.agenda else tuple(map(Purse, p.cash, p.offshore, p.flights)),
    )
    if seat is None:
        return Seen(*public)
    return Seen(*public, True, p.cash[seat], p.offshore[seat], p.flights[seat], p.fakes[seat])


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the round, the police, the market, the spaces, the people, and my own money."""
    say = speech.phrase
    panels = [
        Panel(say("view.town"), _town(now, speech)),
        Panel(say("view.market"), table=_market(now, speech)),
        Panel(say("view.spaces"), table=_spaces(now, speech)),
        Panel(say("view.people"), table=_people(now, speech)),
    ]
    if now.purses:
        panels.append(Panel(say("view.money"), table=_money(now, speech)))
    if now.mine:
        panels.append(Panel(say("view.mine"), _mine(now, speech), private=True))
    return panels


def _town(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    kit = now.kit
    ahead = [
        say(f"view.ahead.{what}", space=str(space))
        for space in range(now.officer + 1, kit.last + 1)
        for what, where in (
            ("investigation", kit.investigation),
            ("godfather", kit.godfather),
            ("strike", kit.strike),
            ("last", (kit.last,)),
        )
        if space in where
    ]
    lines = [
        say("view.round", round=str(now.round), seat=speech.seat(now.marker)),
        say("view.officer", space=str(now.officer), last=str(kit.last)),
        say("view.ahead", what=", ".join(ahead)) if ahead else say("view.case-closed"),
        say(f"view.shop.{now.refused}"),
        say("view.supply", notes=_notes(now.supply)),
    ]
    if now.strike:
        lines.append(say("view.strike"))
    return tuple(lines)


def _market(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    kit = now.kit
    rows = [(say("view.slot"), say("view.price"), say("view.card"), say("view.after-round"))]
    for slot, (card, price) in enumerate(zip(now.market, kit.prices, strict=True)):
        fate = say("view.bin" if slot in kit.bins else "view.slides") if card else "–"
        rows.append((str(slot + 1), _dollars(price, speech), _card(card, speech), fate))
    rows.append((say("view.deck"), "", say("view.deck-cards", n=str(len(now.stock))), ""))
    return tuple(rows)


def _card(card: str | None, speech: Speech) -> str:
    return speech.term(card) if card else "–"


def _spaces(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.space"), say("view.free"), say("view.taken-by"))]
    for space, free, room in zip(SPACES, now.room, now.kit.room, strict=True):
        here = [speech.seat(s) for s, placed in enumerate(now.placed) for at in placed if at == space]
        rows.append((speech.term(space), say("view.free-of", free=str(free), room=str(room)), ", ".join(here) or "–"))
    return tuple(rows)


def _people(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    heads = ["view.player", "view.henchmen", "view.cards", "view.prints"]
    rows = [tuple(map(say, [*heads, "view.fakes"] if now.counts else heads))]
    for seat in range(now.seats):
        name = speech.seat(seat) + (" " + say("view.marker") if seat == now.marker else "")
        henchmen = say("view.henchmen-left", left=str(now.left[seat]), of=str(RATES.henchmen))
        if now.flat[seat]:
            henchmen += " " + say("view.henchmen-flat", flat=str(now.flat[seat]))
        cards = now.cards[seat]
        prints = _notes(printed(cards, now.supply))
        counted = (_notes(now.fakes[seat]),) if now.counts else ()
        rows.append((name, henchmen, _cards(cards, speech), prints, *counted))
    return tuple(rows)


def _cards(cards: Iterable[str], speech: Speech) -> str:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return ", ".join(f"{n} × {speech.term(card)}" if n > 1 else speech.term(card) for card, n in counts.items())


def _notes(notes: Trio) -> str:
    return str(Notes(*notes)) or "–"


def _money(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.player"), say("view.in-hand"), say("view.offshore"), say("view.total"), say("view.flights"))]
    for seat, purse in enumerate(now.purses):
        rows.append(
            (
                speech.seat(seat),
                _dollars(purse.cash, speech),
                _dollars(purse.offshore, speech),
                _dollars(purse.cash + purse.offshore, speech),
                _flights(purse.flights, speech),
            )
        )
    return tuple(rows)


def _dollars(amount: int, speech: Speech) -> str:
    return speech.phrase("view.dollars", amount=speech.money(amount))


def _mine(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    lines = [
        say("view.my-cash", amount=speech.money(now.cash)),
        say("view.my-offshore", amount=speech.money(now.offshore)),
        say("view.my-fakes", notes=_notes(now.notes)),
    ]
    if now.flights:
        lines.append(say("view.my-flights", what=_flights(now.flights, speech)))
    return tuple(lines)


def _flights(flights: Iterable[int], speech: Speech) -> str:
    sums = [
        speech.phrase("view.flight.out" if moved > 0 else "view.flight.home", amount=speech.money(abs(moved)))
        for moved in flights
    ]
    return ", ".join(sums) or "–"
