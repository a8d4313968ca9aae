"""Leaks planted on purpose in Casablanca must be found by the leak test."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from speelhol.games.casablanca import actions as a
from speelhol.games.casablanca import events as e
from speelhol.games.casablanca import ledger
from speelhol.games.casablanca import rules as r
from speelhol.games.casablanca import rules_bribing as b
from speelhol.games.casablanca import rules_objection as o
from speelhol.games.casablanca import table as t
from speelhol.games.casablanca import view as v
from speelhol.kernel import Action, Dealer, Refused
from tests.contract import leak
from tests.contract.cases import moments, pool
from tests.rules import rule

from .town import GAME

Plant = Callable[[pytest.MonkeyPatch], None]


def number_of_agents_in_an_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears how many agents were bribed."""
    write = b.write

    def leaky(p: t.Casablanca, seat: int, bribe: a.Bribe, dealer: Dealer) -> None:
        write(p, seat, bribe, dealer)
        dealer.tell(e.Streets(seat, len(bribe.sums)))

    patch.setattr(b, "write", leaky)


def empty_objection_fails_at_once(patch: pytest.MonkeyPatch) -> None:
    """An objector without a dollar is not asked for a sum."""
    take = o.Stand.take

    def leaky(self: o.Stand, p: t.Casablanca, seat: int, action: a.Fight | a.Withdraw, dealer: Dealer) -> None:
        if type(action) is a.Fight and not o.stake(p, self.objector):
            dealer.tell(e.Fought(seat))
            o.fail(p, self.objector, dealer)
        else:
            take(self, p, seat, action, dealer)

    patch.setattr(o.Stand, "take", leaky)


def refusal_names_the_other_bribe(patch: pytest.MonkeyPatch) -> None:
    """A refused answer is told how much the objector has."""

    def leaky(self: o.Answer, p: t.Casablanca, seat: int, action: Action) -> Refused:
        return Refused(self.rule, "more-than-you-paid", stake=o.stake(p, self.objector))

    patch.setattr(o.Answer, "refuse", leaky)


def capital_in_the_view(patch: pytest.MonkeyPatch) -> None:
    """The last turn that is shown depends on what the neighbour has left."""
    look = GAME.look

    def leaky(p: t.Casablanca, seat: int | None) -> v.Seen:
        seen: v.Seen = look(p, seat)
        poor = seat is not None and p.capital[(seat + 1) % p.seats] < 3000
        return replace(seen, last=seen.last + poor)

    patch.setattr(GAME, "look", leaky)


def objections_of_the_rich_first(patch: pytest.MonkeyPatch) -> None:
    """Who may object first follows the bribes instead of the clock."""

    def leaky(p: t.Casablanca, seat: int, deed: a.Deed) -> None:
        p.deed = deed
        p.queue = tuple(sorted(r.AFTER[p.seats][seat], key=lambda s: -o.stake(p, s)))
        p.then(r.OUTCOME)
        o.ask_next(p)

    patch.setattr(r, "announce", leaky)


def floor_from_the_real_sum(patch: pytest.MonkeyPatch) -> None:
    """The notepad knows what was really spent."""
    write = ledger.write

    def leaky(p: t.Casablanca, seat: int, sums: Any) -> None:
        write(p, seat, sums)
        p.floor = tuple(t.CAPITAL - left for left in p.capital)

    patch.setattr(ledger, "write", leaky)


PLANTS = (
    number_of_agents_in_an_event,
    empty_objection_fails_at_once,
    refusal_names_the_other_bribe,
    capital_in_the_view,
    objections_of_the_rich_first,
    floor_from_the_real_sum,
)


def hunt() -> None:
    rng = random.Random(7)
    some = pool(GAME, 4, {})
    for match in moments(GAME, 4, {}, "planted", 60):
        for seat in range(4):
            leak.twins(match, seat, rng, some)
            leak.story(match, seat, rng)


@rule("casablanca/bribe.secret", "casablanca/bid.stop", "casablanca/objection.bluff")
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant.__name__))
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(leak.Leak):
        hunt()


def test_without_a_plant_nothing_is_found() -> None:
    hunt()
