"""Whole random matches: invariants, the safety stop, and money and winners recomputed by other code."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.kernel import Record
from tests.rules import rule

from .census import leaning, play_out, stopped, wild
from .town import GAME, position

VARIANTS = [pytest.param(n, options, id=f"{n}-{options['variant']}") for n, options in GAME.variants()]


@rule("casablanca/end.stop", "casablanca/agent.stop")
@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_random_matches_come_home(seats: int, options: dict[str, Any], matches: int) -> None:
    """Moves that lean homeward hardly ever reach the safety stop; `census` prints the shares."""
    number = max(20, matches // 4)
    stops = sum(stopped(play_out(seats, options, f"home/{i}", leaning, often=5)) for i in range(number))
    assert stops <= number // 10


@rule("casablanca/end.stop")
def test_wild_matches_reach_the_stop_and_end_there() -> None:
    ends = [play_out(2, {"variant": "casablanca"}, f"wild/{i}", wild, often=40) for i in range(6)]
    assert any(stopped(match) for match in ends)
    assert all(match.result is not None and match.result.winners for match in ends)


class Books:
    """The main game once more, from the texts of a record alone: plain dictionaries, none of the game's code."""

    def __init__(self, record: Record) -> None:
        self.money: list[dict[str, int]] = [{} for _ in range(record.seats)]
        self.capital = [10_000] * record.seats
        self.where = {
            "green": "cafe", "purple": "cafe", "blue": "hotel", "white": "hotel",
            "red": "airport", "brown": "airport", "yellow": "police", "grey": "police",
        }  # fmt: skip
        self.home = dict(self.where)
        self.case = "bazaar"
        self.carried: set[str] = set()
        self.winner: int | None = None
        self.final: tuple[str, int] | None = None
        mover, deed, silent, bid = -1, [""], 0, 0
        for seat, text in record.actions:
            verb, *rest = text.split()
            if verb == "bribe":
                for pair in rest[0].split("+"):
                    agent, _, amount = pair.partition(":")
                    self.money[seat][agent] = self.money[seat].get(agent, 0) + int(amount)
                    self.capital[seat] -= int(amount)
            elif verb in ("move", "strike"):
                mover, deed, silent, bid = seat, [verb, *rest], 0, 0
            elif verb in ("bid", "meet"):
                bid = int(rest[0]) if verb == "bid" else bid
                assert bid <= self.money[seat].get(deed[1], 0), "more than was paid"
            elif verb in ("allow", "give-up"):
                silent += 1
                if silent == record.seats - 1:
                    self.carry_out(mover, deed)

    def carry_out(self, mover: int, deed: list[str]) -> None:
        verb, agent, what, *case = deed
        if verb == "strike":
            assert self.where[agent] == self.where.pop(what)
            self.money[mover][agent] -= 1000
            assert self.money[mover][agent] >= 0
            for ledger in self.money:
                ledger.pop(what, None)
            return
        if case == ["yes"]:
            assert self.case == self.where[agent]
            self.case = what
            self.carried.add(agent)
            if what == self.home[agent] and (len(self.carried) > 1 or len(self.where) == 1):
                self.final = (agent, mover)
        self.where[agent] = what

    def winners(self) -> list[int]:
        everybody = list(range(len(self.money)))
        if self.final is None:
            sums = [sum(ledger.values()) for ledger in self.money]
            best = [seat for seat in everybody if sums[seat] == max(sums)]
        else:
            agent, mover = self.final
            sums = [ledger.get(agent, 0) for ledger in self.money]
            best = [seat for seat in everybody if sums[seat] == max(sums)]
            if mover in best:
                return [mover]
        return [seat for seat in best if self.capital[seat] == max(self.capital[s] for s in best)]


@rule("casablanca/end.winner", "casablanca/end.tie", "casablanca/bid.truth", "casablanca/strike.price")
@pytest.mark.parametrize("seats", range(2, 9))
def test_money_and_winners_recomputed_from_the_record(seats: int, matches: int) -> None:
    struck = 0
    for i in range(max(10, matches // 8)):
        match = play_out(seats, {}, f"books/{i}", leaning, often=50)
        books = Books(match.record())
        p = position(match)
        assert books.capital == list(p.capital)
        for seat, ledger in enumerate(books.money):
            assert [ledger.get(agent, 0) for agent in books.home] == list(p.bribes[seat])
        assert [books.where.get(agent) for agent in books.home] == list(p.places)
        assert books.case == p.case
        assert match.result is not None
        assert books.winners() == list(match.result.winners)
        struck += len(books.where) < 8
    assert struck > 0
