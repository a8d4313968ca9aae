"""How a database grows in a year of evenings, with and without tables that are deleted after some days.

TMPDIR=/dev/shm python -m bench.year

Plays whole evenings one after another on a clock that jumps from day to day: a table of each game in turn, people who
play at random and talk now and then. A whole year of them takes a minute; of fewer evenings or more, what they add is
scaled to a year.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path

from speelhol.den import Den
from speelhol.den.retention import DAY, FOR_EVER, Keep
from speelhol.games import game as find_game
from speelhol.games import games

YEAR = 365
TALK = 0.05
"""How often somebody says something after a move."""


class Calendar:
    """A clock on which an evening is over when it was played, and the next day comes at once."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return time.time() + self.ahead

    def next_day(self) -> None:
        self.ahead += DAY


async def evening(den: Den, names: list[str], rng: random.Random) -> int:
    """A table of each of these games, played to the end; how many moves that took."""
    moves = 0
    for name in names:
        seats = find_game(name).seats[0]
        table = await den.open_table(name, seats, {}, "p0")
        for seat in range(seats):
            await den.sit(table, seat, f"p{seat}", f"Name {seat}")
        await den.deal(table, "p0")
        while table.phase != "over":
            seat = rng.choice(table.playing.to_act)
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
            moves += 1
            if rng.random() < TALK and not table.playing.view(None).hush:
                await den.say(table, seat, f"p{seat}", "Well played, I did not see that coming.")
    return moves


def put_ahead(file: Path, ahead: float) -> None:
    """The database writes down when by the clock of the machine: put what is of tonight where the calendar is."""
    tonight = time.time() + DAY / 2
    with closing(sqlite3.connect(file)) as line, line:
        line.execute("UPDATE log SET at = at + ? WHERE at < ?", (ahead, tonight))
        line.execute("UPDATE tables SET opened_at = opened_at + ? WHERE opened_at < ?", (ahead, tonight))


def size(file: Path) -> int:
    """Bytes of a database on disk, what it has yet to move into its file included."""
    with closing(sqlite3.connect(file)) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


async def year(folder: Path, evenings: int, tables: int, keep: Keep) -> list[int]:
    """The size of the database after each evening."""
    file, calendar, rng = folder / "speelhol.db", Calendar(), random.Random(1)
    den = Den(f"sqlite+aiosqlite:///{file}", 0.0, now=calendar.now, bot_workers=0, keep=keep)
    await den.open()
    await den.timers.stop()  # its days are swept here, one by one
    rooms, sizes, moves = cycle(games()), [], 0
    try:
        for _ in range(evenings):
            calendar.next_day()
            moves += await evening(den, [next(rooms) for _ in range(tables)], rng)
            put_ahead(file, calendar.ahead)
            while keep != FOR_EVER and await den.retention.sweep():
                pass
            sizes.append(size(file))
    finally:
        await den.close()
    print(f"  {evenings} evenings, {evenings * tables} matches, {moves:,} moves")
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--evenings", type=int, default=YEAR)
    parser.add_argument("--tables", type=int, default=1, help="matches in an evening")
    parser.add_argument("--keep", type=float, default=30, help="days, where tables are deleted")
    given = parser.parse_args()
    for words, keep in (("kept for ever", FOR_EVER), (f"kept for {given.keep:g} days", Keep(given.keep, given.keep))):
        print(words)
        with tempfile.TemporaryDirectory() as folder:
            sizes = asyncio.run(year(Path(folder), given.evenings, given.tables, keep))
        half = len(sizes) // 2
        grown = (sizes[-1] - sizes[half]) / max(1, len(sizes) - 1 - half)
        print(f"  {sizes[-1] / 2**20:.2f} MiB at the end; the second half added {grown / 1024:.1f} KiB an evening")
        if given.evenings != YEAR:
            print(f"  after a year of evenings: {(sizes[-1] + grown * (YEAR - given.evenings)) / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
