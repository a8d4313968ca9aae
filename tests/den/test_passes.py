"""Passes that somebody leaves to the house: played for them by a public rule, kept over a restart, and revocable."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from speelhol.den import Den, Table
from speelhol.den.tables import passes
from speelhol.games.casablanca.rules_objection import MayObject
from tests.house import HOST, awaited, opened

from .test_hosting import turned

pytestmark = pytest.mark.sqlite

PEOPLE = ("p0", "p1", "p2")


async def asked_to_object(den: Den, rng: random.Random) -> tuple[Table, int]:
    """A table of people at which somebody may object to an agent's move, and who."""
    table = await den.open_table("casablanca", len(PEOPLE), {}, HOST)
    for person in PEOPLE:
        await den.sit(table, None, person, f"Name {person}")
    await den.deal(table, HOST)
    return table, await objects_next(den, table, rng)


async def objects_next(den: Den, table: Table, rng: random.Random) -> int:
    """Play until somebody is asked to object for whom the house does not pass."""
    while True:
        step, seat = table.playing.position.agenda[-1], table.playing.to_act[0]
        if isinstance(step, MayObject) and passes.passing(table) is None:
            return seat
        if passes.passing(table) is None:
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
        else:
            await asyncio.sleep(0.01)


def turn_of(table: Table) -> int:
    return table.game.passes(table.view(None)).turn


@awaited
async def test_the_house_passes_until_ones_own_turn(tmp_path: Path) -> None:
    """On everything, after a restart too; everybody is told; whoever wants is asked again."""
    rng = random.Random(3)
    async with opened(tmp_path) as den:
        table, seat = await asked_to_object(den, rng)
        on_all = next(one for one in passes.offered(table, seat) if one.phrase == "pass.all")
        with turned("not-yours"):
            await den.choose_pass(table, seat, PEOPLE[seat - 1], on_all.key)
        with turned("stale"):
            await den.choose_pass(table, (seat + 1) % 3, PEOPLE[(seat + 1) % 3], on_all.key)
        with turned("stale"):
            await den.choose_pass(table, seat, PEOPLE[seat], "nothing of the kind")
        said = len(table.talk)
        den.watchers.closing = True  # the house is about to close, and begins nothing more
        await den.choose_pass(table, seat, PEOPLE[seat], on_all.key)
        await den.choose_pass(table, seat, PEOPLE[seat], on_all.key)  # twice is once
        assert [(one.note, one.seat, one.to) for one in table.talk[said:]] == [("passes", seat, None)]
        assert table.bots_to_act == (seat,)
    async with opened(tmp_path) as den:
        table = await den.table(table.code)
        assert passes.standing(table) == {seat: on_all}
        den.visit(table, PEOPLE[seat])
        asked: list[tuple[int, int]] = []
        while table.phase == "playing" and turn_of(table) <= on_all.until:
            other = await objects_next(den, table, rng)
            asked.append((turn_of(table), other))
            await den.play(table, other, table.game.read("allow"))
        assert [turn for turn, other in asked if other == seat and turn < on_all.until] == []
        assert passes.standing(table) == {}


@awaited
async def test_who_is_asked_again_decides(tmp_path: Path) -> None:
    """Also while the house is about to pass for them; and may object without taking anything back."""
    async with opened(tmp_path, bot_pause=3600.0) as den:
        table, seat = await asked_to_object(den, random.Random(3))
        kind = passes.offered(table, seat)[0]
        await den.choose_pass(table, seat, PEOPLE[seat], kind.key)
        await den.choose_pass(table, seat, PEOPLE[seat], "")
        assert table.bots_to_act == ()
        await den.choose_pass(table, seat, PEOPLE[seat], kind.key)
        await den.play(table, seat, table.game.read("object"))
        assert passes.passing(table) is None
