"""Pairs of worlds that one seat can't tell apart, for the leak test with a clock."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import speelhol
from speelhol.den import Pace, Table
from speelhol.den.tables.pace import NO_CLOCK
from speelhol.kernel import Action, Match, Stream, View
from tests.contract import leak
from tests.contract.cases import moments

from .clock import CODE, Channels, Script, World, compare, live, revealed

LASTS = 60.0
"""Seconds that the seat looks on."""
LAST_ANSWER = 48.0

Deeds = tuple[tuple[float, int, str], ...]
"""When which seat answers (`actions`), or takes its answer back (`undo`)."""

HOSTS: Deeds = (
    (5.0, 0, "settings"), (6.0, 0, "silence"), (7.0, 0, "pause"), (8.0, 0, "remove"), (9.0, 0, "bots"),
    (26.0, 0, "resume"), (30.0, 0, "pass"),
)  # fmt: skip
"""What the host does in the dark: done, or refused in a sentence, alike whoever has answered."""
BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "settings": ("settings", {"talk": False}),
    "silence": ("silence", {"who": 1}),
    "remove": ("remove", {"who": 3}),
    "resume": ("pause", {"paused": False}),
    "pass": ("pass", {"chair": 1}),
}
"""What these say by JSON."""

DARK: dict[str, tuple[Deeds, Deeds]] = {
    "taken back, and given again": (
        ((4.0, 1, "actions"),),
        ((4.0, 1, "actions"), (9.0, 1, "undo"), (9.5, 2, "actions"), (22.2, 1, "actions"), (31.0, 2, "undo")),
    ),
    "sooner or later": (
        ((1.0, 1, "actions"), (2.2, 2, "actions"), (20.0, 0, "actions")),
        ((3.1, 2, "actions"), (18.4, 1, "actions"), (20.0, 0, "actions")),
    ),
    "what hosts do": (
        ((2.0, 1, "actions"), *HOSTS, (40.0, 1, "undo")),
        ((3.5, 3, "actions"), *HOSTS, (44.0, 1, "actions")),
    ),
    "somebody, or nobody": (((2.0, 0, "actions"),), ((2.0, 0, "actions"), (7.3, 1, "actions"))),
}
"""What may happen in the dark, in two worlds that seat 0 can't tell apart."""

PACES = {
    "no clock": NO_CLOCK,
    "time is up in the dark": Pace("move", 30, absent="bot"),
    "a vote in the dark": Pace("move", 30, absent="vote"),
    "a vote without a clock": Pace(absent="vote"),
    "a clock for the match": Pace("match", 600, 10, absent="bot"),
}

CASES = [("taken back, and given again", pace) for pace in PACES] + [
    *(("what hosts do", pace) for pace in ("no clock", "time is up in the dark")),
    ("sooner or later", "no clock"),
    ("sooner or later", "time is up in the dark"),
    ("somebody, or nobody", "a vote in the dark"),
]
"""Which of these are tried together."""


async def to_the_dark(world: World) -> None:
    """People play until they are asked a discreet question."""
    table = world.table
    while not table.clock.discreet:
        seat = table.playing.to_act[0]
        await world.den.play(table, seat, world.script.choose(table, table.view(seat)))


def in_the_dark(deeds: Deeds, pace: Pace, seats: int = 4, level: str = "sharp") -> Channels:
    """What seat 0 gets while people answer a discreet question, until everybody has answered it and longer."""

    async def play(world: World) -> None:
        await to_the_dark(world)
        world._begun = asyncio.get_running_loop().time()
        world.listen()
        begun = asyncio.get_running_loop().time()
        last = [(LAST_ANSWER, seat, "actions") for seat in range(seats)]
        for at, seat, deed in (*deeds, *last):
            await asyncio.sleep(begun + at - asyncio.get_running_loop().time())
            asked = world.table.view(seat).offers is not None and not world.table.chairs[seat].gone
            if deed != "actions" or asked:
                await world.act(seat, *BODIES.get(deed, (deed,)))
        await asyncio.sleep(begun + LASTS - asyncio.get_running_loop().time())

    return live("casa-de-papel", seats, play, people=seats, pace=pace, level=level)[0]


def dark_pair(deeds: str, pace: str) -> int:
    """Raises Leak if seat 0 can tell two worlds apart in which other things happen in the dark."""
    one, two = (in_the_dark(which, PACES[pace]) for which in DARK[deeds])
    return compare(one, two)


def noted_pair(game: str, notes: tuple[tuple[float, str], ...]) -> int:
    """Raises Leak if seat 0 can tell whether, when or how much somebody else writes into their notes while all play."""
    seats = speelhol.game(game).seats[0]

    def world_of(written: tuple[tuple[float, str], ...]) -> Channels:
        async def play(world: World) -> None:
            world.listen()
            world.begin(world.answer())
            for at, text in written:
                await asyncio.sleep(at - world.now)
                await world.ask("POST", f"/t/{CODE}/note", lambda _: None, 1, f"seat=1&text={text}")
            await asyncio.sleep(LASTS - world.now)
            assert world.table.notes[1].times == len(written)

        return live(game, seats, play, people=2)[0]

    return compare(world_of(()), world_of(notes))


class Contrary(Script):
    """Decides as somebody else did; from when it is told to, something else wherever there is a choice."""

    contrary = False

    def _choose(self, key: tuple[Any, ...], view: View) -> Action:
        wanted = super()._choose(key, view)
        if not self.contrary:
            return wanted
        assert view.offers is not None
        rng, other = random.Random(repr(key)), wanted
        while other == wanted:
            other = view.offers.sample(rng)
        return other


def one_thing_or_another(game: str, discreet: bool) -> int:
    """Raises Leak if seat 0, who has not answered, can tell what somebody else has answered to the same question."""
    seats = speelhol.game(game).seats[0]
    answers: list[Action] = []

    async def play(world: World) -> None:
        table = world.table
        while (who := _asked_with_me(table, discreet)) is None:
            seat = table.playing.to_act[0]
            await world.den.play(table, seat, world.script.choose(table, table.view(seat)))
        world._begun = asyncio.get_running_loop().time()
        world.listen()
        await asyncio.sleep(2.0)
        if isinstance(world.script, Contrary):
            world.script.contrary = True
        answers.append(world.script.choose(table, table.view(who)))
        await world.act(who)
        await asyncio.sleep(30.0)
        assert 0 in table.playing.to_act

    first = Script()
    one, _ = live(game, seats, play, people=seats, script=first)
    two, _ = live(game, seats, play, people=seats, script=Contrary(first))
    assert answers[0] != answers[1]
    return compare(one, two)


def _asked_with_me(table: Table, discreet: bool) -> int | None:
    """Somebody who is asked the same as seat 0 at the same time, and has a choice; None if nobody is."""
    match = table.playing
    step = match.position.agenda[-1]
    if not step.sealed or step.discreet != discreet or 0 not in match.to_act:
        return None
    return next((seat for seat in match.to_act if seat and match.legal(seat).count > 1), None)


Twins = tuple[Match, Match, int]
"""A match, an imagined one, and the seat that can't tell them apart."""


def some_twins(game: str, number: int, seed: str) -> list[Twins]:
    """So many pairs at moments of a game; first of all those in which a seat has no choice in one world only."""
    rng = random.Random(f"{game}/{seed}")
    rules = speelhol.game(game)
    telling: list[Twins] = []
    others: list[Twins] = []
    for match in moments(rules, rules.seats[0] + (rules.seats[0] == 2), {}, f"{seed}/{game}", 12 * number):
        # an imagined match has no newest move that could be taken back
        seats = [s for s in range(match.seats) if not match.over and match.why_not_undo(s) is not None]
        for seat in seats:
            a = leak.settled(match, seat)
            b = leak.imagined(a, seat, rng)
            forced = [[m.legal(s).count == 1 for s in m.to_act] for m in (a, b)]
            (telling if forced[0] != forced[1] else others).append((a, b, seat))
        if len(telling) >= number:
            break
    return (telling + rng.sample(others, len(others)))[:number]


def twin_pair(twins: Twins, seconds: float, **house: Any) -> int:
    """Raises Leak if a seat among bots can tell a match from an imagined one, as far as it may not."""
    a, b, seat = twins
    a.dealer.chance, b.dealer.chance = Stream("luck"), Stream("luck")

    async def play(world: World) -> None:
        world.listen()
        world.begin(world.answer())
        await asyncio.sleep(seconds)

    first = Script()
    one, there = live(a.game.name, a.seats, play, seat=seat, match=a, script=first, **house)
    second = Script(first)
    two, here = live(b.game.name, b.seats, play, seat=seat, match=b, script=second, **house)
    return compare(one, two, revealed(there, here, seat), second.parted)


def passed_pair(pause: float) -> int:
    """Raises Leak if seat 0 can tell by when the house passes for somebody what they have on the agent in question."""
    rng, game = random.Random("passes"), speelhol.game("casablanca")
    found = 0
    for match in moments(game, 3, {}, "passes", 60):
        asks = None if match.over else game.passes(match.view(None))
        if asks is None or not asks.seat:
            continue
        a = leak.settled(match, 0)
        b = leak.imagined(a, 0, rng)
        if a.view(asks.seat).now.bribes == b.view(asks.seat).now.bribes:
            continue
        a.dealer.chance, b.dealer.chance = Stream("luck"), Stream("luck")
        seat, key = asks.seat, asks.kinds[-1].key

        async def play(world: World, seat: int = seat, key: str = key) -> None:
            world.listen()
            await asyncio.sleep(1.0)
            body = f"seat={seat}&key={key}"
            await world.ask("POST", f"/t/{CODE}/passes", lambda _: None, seat, body)
            await asyncio.sleep(0.01)
            assert seat in world.table.passes
            await asyncio.sleep(4.0)

        script = Script()
        one, there = live("casablanca", 3, play, people=3, match=a, script=script, pause=pause)
        two, here = live("casablanca", 3, play, people=3, match=b, script=Script(script), pause=pause)
        found += compare(one, two, revealed(there, here, 0))
        if found > 20:
            break
    return found
