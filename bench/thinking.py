"""How long bots think, and whether people wait for them.

python -m bench.thinking                      # p50 and p95 of a decision, by game and level, at the house's time
python -m bench.thinking --crowd 4            # pages of four people while four schemers think at another table
python -m bench.thinking --tables 30          # how quickly bots move at thirty tables at once, by level
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from contextlib import suppress
from typing import Any

import msgspec
import uvloop

import speelhol
from speelhol.bots import LADDER, Budget
from speelhol.den.bots import BUDGET

from . import process, read_metrics
from .house import PROGRAM, PageTable, pick
from .light_clients import Connection, Place
from .load import Tally

LEVELS = ("regular", "sharp", "schemer")


def decisions(level: str, name: str, seconds: float) -> list[float]:
    """The times of one bot's decisions in matches among greedy ones, for so many seconds at least."""
    game = speelhol.game(name)
    seats = game.seats[len(game.seats) // 2]
    bot, other, rng = LADDER[level](), LADDER["greedy"](), random.Random(level)
    times: list[float] = []
    until = time.perf_counter() + seconds
    number = 0
    while time.perf_counter() < until:
        match = game.start(seats, f"thinking/{number}")
        mine = number % seats
        while not match.over and time.perf_counter() < until:
            seat = match.to_act[0]
            begun = time.perf_counter()
            one = bot if seat == mine else other
            action = one.think(match.view(seat), rng, Budget(BUDGET)).action
            if seat == mine:
                times.append(time.perf_counter() - begun)
            match.play(seat, action)
        number += 1
    return times


def alone(seconds: float) -> None:
    print("| game | level | decisions | p50 ms | p95 ms | longest ms |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for name in speelhol.games():
        for level in LEVELS:
            times = sorted(decisions(level, name, seconds))
            p50, p95 = (1000 * times[int(len(times) * share)] for share in (0.5, 0.95))
            print(f"| {name} | {level} | {len(times):,} | {p50:.1f} | {p95:.1f} | {1000 * times[-1]:.1f} |", flush=True)


async def keep_playing(port: int, number: int, level: str = "schemer") -> None:
    """One person among four bots, who answers at once and opens a new table when a match is over."""
    line, rng = Connection(Place(port, number)), random.Random(number)
    while True:
        table = {"game": "cash-and-run", "seats": 5, "name": f"P{number}", "bots": True, "level": level}
        opened = await _ask(line, "POST", "/api/tables", "", table)
        path, key = f"/api/tables/{opened['code']}", f"Authorization: Bearer {opened['key']}\r\n"
        while (view := await _ask(line, "GET", f"{path}/view", key))["agenda"]:
            if view["offers"] is not None:
                move = {"action": pick(view["offers"], rng), "moment": view["moment"]}
                with suppress(ConnectionError):  # a bot was quicker
                    await _ask(line, "POST", f"{path}/actions", key, move)
            await asyncio.sleep(0.1)


async def _ask(line: Connection, method: str, path: str, key: str, body: Any = None) -> Any:
    data = b"" if body is None else msgspec.json.encode(body)
    answer = await line.ask(method, path, PROGRAM + key, data)
    if answer.status >= 300:
        raise ConnectionError(f"{path} was answered with {answer.status}: {answer.body!r}")
    return msgspec.json.decode(answer.body)


async def crowded(schemers: int, seconds: float) -> None:
    """Four people play on pages, at first alone in the house, then while bots think at other tables, four at each."""
    with tempfile.TemporaryDirectory() as folder:
        port = process.free_port()
        with process.running(process.ours(port, folder), port, process.CORES):
            bots: list[asyncio.Task[None]] = []
            for words, tables in (("alone", 0), (f"while {schemers} schemers think", -(-schemers // 4))):
                bots += [asyncio.create_task(keep_playing(port, number)) for number in range(tables)]
                tally, stop = Tally(), asyncio.Event()
                people = PageTable(port, "thieves", 1, tally, pace=0.2)
                task = asyncio.create_task(people.run(stop))
                await asyncio.sleep(3)
                tally.counting = True
                await asyncio.sleep(seconds)
                stop.set()
                people.end()
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                seen = sorted(tally.seen)
                p50, p95, p99 = (1000 * seen[int(len(seen) * share)] for share in (0.5, 0.95, 0.99))
                print(f"{words}: {len(seen)} moves, seen by all p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms")
                for error in tally.errors:
                    print(error)
            for one in bots:
                one.cancel()
            for gone in await asyncio.gather(*bots, return_exceptions=True):
                if not isinstance(gone, asyncio.CancelledError):
                    print(repr(gone))


async def many(tables: int, seconds: float) -> None:
    """Many tables at once, each with a person among four bots; level by level, each in a house of its own."""
    print("| level | tables | bots' moves a second | a second and table | question to answer, mean ms |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for level in ("regular", "sharp", "schemer"):
        with tempfile.TemporaryDirectory() as folder:
            port = process.free_port()
            with process.running(process.ours(port, folder), port, process.CORES):
                people = [asyncio.create_task(keep_playing(port, number, level)) for number in range(tables)]
                await asyncio.sleep(5)
                before = await asyncio.to_thread(counted, port)
                await asyncio.sleep(seconds)
                after = await asyncio.to_thread(counted, port)
                for one in people:
                    one.cancel()
                await asyncio.gather(*people, return_exceptions=True)
                moves, taken = (b - a for a, b in zip(before, after, strict=True))
                rate, mean = moves / seconds, 1000 * taken / moves
                print(f"| {level} | {tables} | {rate:.1f} | {rate / tables:.2f} | {mean:.0f} |", flush=True)


def counted(port: int) -> tuple[float, float]:
    """The bots' decisions so far, and the seconds they took from question to answer."""
    told = read_metrics.read(port)
    return told["speelhol_bot_seconds_count"], told["speelhol_bot_seconds_sum"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row")
    parser.add_argument("--crowd", type=int, metavar="SCHEMERS")
    parser.add_argument("--tables", type=int, metavar="N")
    given = parser.parse_args()
    if given.crowd:
        uvloop.run(crowded(given.crowd, given.seconds))
    elif given.tables:
        uvloop.run(many(given.tables, given.seconds))
    else:
        alone(given.seconds)


if __name__ == "__main__":
    main()
