"""What an event is to a seat: who wins and loses by it, whom it names, and what goes without saying."""

from __future__ import annotations

import speelhol
from speelhol.kernel import Event, Seat
from speelhol.kernel.values import seat_fields


class Robbed(Event, frozen=True, tag="robbed"):
    gains = ("seat",)
    costs = ("victims",)
    seat: Seat
    victims: tuple[Seat, ...]
    amount: int
    seen_by: Seat | None = None


def test_what_an_event_is_to_a_seat() -> None:
    event = Robbed(0, (1, 2), amount=4, seen_by=3)
    assert [event.touches(seat) for seat in range(5)] == ["won", "lost", "lost", "named", ""]
    assert Robbed(0, (1,), amount=4).touches(4) == "", "an amount is no seat"
    assert [Robbed(0, (1,), amount=0).touches(seat) for seat in range(2)] == ["", "named"], "nothing is no loss"
    assert not event.routine


def test_who_did_it_is_not_touched_by_it() -> None:
    class Waved(Event, frozen=True, tag="waved"):
        seat: Seat
        to: Seat

    assert [Waved(0, 1).touches(seat) for seat in range(3)] == ["", "named", ""]


def test_fields_of_gains_and_costs_hold_seats() -> None:
    for name in speelhol.games():
        for kind in speelhol.game(name).events:
            assert {*kind.gains, *kind.costs} <= set(seat_fields(kind)), kind
            assert not set(kind.gains) & set(kind.costs), kind
