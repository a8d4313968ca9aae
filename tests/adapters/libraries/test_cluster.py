"""A contest on a Ray cluster comes to the same as in two processes of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
import ray
from msgspec.structs import replace

from speelhol.bots import Budget
from speelhol.lab.contest import Plan, Played
from speelhol.lab.entrants import Entrant
from speelhol.lab.executors import carry_out, cluster, processes


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody's cluster but our own, which begins with the first task and ends with the test."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    yield
    ray.shutdown()


def told(played: Iterable[Played]) -> list[Played]:
    """What was played, in one order and without the time it took."""
    return sorted((replace(p, thought=()) for p in played), key=lambda p: (p.one, p.rest, p.deal, p.seat))


@pytest.mark.usefixtures("machines")
def test_a_cluster_plays_the_same_matches_as_two_processes() -> None:
    entrants = (Entrant("random"), Entrant("sharp", "bold", 4))
    contest = Plan("thieves", 3, {}, entrants, 2, "cluster", Budget(60, 8))
    there = told(carry_out(contest, cluster()))
    assert ray.is_initialized()
    assert len(there) == 2 * (2 * 3 + 3 + 1)  # each among the others, and among themselves at a glance and not
    assert there == told(carry_out(contest, processes(2)))
