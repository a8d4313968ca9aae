"""No leak by work: what others do in the dark lets nothing be made anew for a seat, nor for the open table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from speelhol.den.tables.cache import PER_TABLE, StateCache
from speelhol.kernel.cache import found_per_process

from .visitors import House, bearer

Counts = list[tuple[int, ...]]


def work(house: House, hidden: str) -> Counts:
    """What is found and what is made when seat 0 looks at a table after something has happened there in the dark, in
    each of its channels; the second look is for whatever was left for it."""
    table, (ann, *_) = house.opened(people=4)
    rng = Random("work")

    def play(seat: int) -> None:
        house.run(house.den.play, table, seat, table.playing.legal(seat).sample(rng))

    while not table.clock.discreet or 0 not in table.playing.to_act:
        play(table.playing.to_act[0])
    one = next(seat for seat in table.playing.to_act if seat)
    key = bearer(house, table, 0)
    looks: list[Callable[[], object]] = [
        lambda: ann.get(f"/t/{table.code}"),
        lambda: ann.get(f"/t/{table.code}/table"),
        lambda: house.visitor().get(f"/t/{table.code}/table"),
        lambda: ann.get(f"/api/tables/{table.code}/view", **key),
        lambda: house.visitor().get(f"/api/tables/{table.code}/view"),
    ]
    for look in looks * 2:
        look()
    person = table.chairs[one].person
    if hidden == "note":
        house.run(house.den.write_note, table, one, person, "Ann bluffs")
    elif hidden:
        play(one)
    if hidden == "undo":
        house.run(house.den.undo, table, one)
    counts = []
    for look in looks * 2:
        before = (*PER_TABLE.found(), *found_per_process())
        look()
        counts.append(tuple(b - a for a, b in zip(before, (*PER_TABLE.found(), *found_per_process()), strict=True)))
    return counts


@pytest.mark.parametrize("hidden", ["answer", "undo", "note"])
def test_what_happens_in_the_dark_makes_nobody_elses_page_anew(house: House, hidden: str) -> None:
    assert work(house, hidden) == work(house, "")


def test_a_planted_leak_of_work_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made goes with every state of the table, whoever can notice it."""
    monkeypatch.setattr(StateCache, "carry_over", lambda self, state, seat: None)
    assert work(house, "answer") != work(house, "")
