"""Kill the house again and again while programs play in it, and see that nothing acknowledged is lost or doubled.

python -m bench.chaos --kills 200
python -m bench.chaos --kills 100 --database postgresql --processes 2 --restarts 20

The real server runs in a process of its own over a folder of its own; SIGKILL ends it at random moments,
also while it starts. With PostgreSQL several of them serve the same tables, everybody asks now this one and
now that one, and PostgreSQL itself (a private one, durable) is stopped and started, every other time without
being let finish. Programs at several tables of every game play over the JSON interface and note every
action that was acknowledged. In the end every match must have come to its end, and the record of each
table must hold every noted action, in the order of its seat, and nothing that no seat has sent.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from tests.postgres import Postgres

import speelhol
from bench import read_metrics
from bench.players import Player, check
from bench.process import free_port
from speelhol.client import Declined, House

QUIET = 5.0
STAGE = 25
"""How many kills between two lines on the screen."""


class Keeper:
    """Starts a house, ends it without a word, starts it again."""

    def __init__(self, data: Path, port: int, database: str | None = None) -> None:
        self.data = data
        self.port = port
        self.database = database
        self.starts = 0
        self.slowest = 0.0
        # A fork server loads the modules once: starting is what a crash tests, not importing.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["speelhol.web.server.run", *(f"speelhol.games.{n}" for n in folders())])
        self.process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        given = (self.data, self.port, self.database)
        self.process = self._context.Process(target=run_house, args=given, daemon=True)
        self.process.start()
        self.starts += 1

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def wait(self) -> None:
        """Until it answers."""
        begun = time.monotonic()
        while time.monotonic() - begun < 30:
            if self.process is not None and self.process.exitcode is not None:
                self.start()  # it found no database; whatever looks after services starts it again
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=QUIET)
            with suppress(OSError, http.client.HTTPException):
                line.request("GET", "/health")
                if line.getresponse().status == 200:
                    self.slowest = max(self.slowest, time.monotonic() - begun)
                    line.close()
                    return
            line.close()
            time.sleep(0.02)
        raise RuntimeError("the house does not come up any more")


def folders() -> list[str]:
    return [name.replace("-", "_") for name in speelhol.games()]


def run_house(data: Path, port: int, database: str | None) -> None:
    from speelhol.web.server.run import serve

    sys.stderr = (data / f"{port}.jsonl").open("a", buffering=1)
    # Bots move without thinking: it is the prices that are put to the test.
    serve(port=port, data=data, database=database, browser=False, bot_pause=0.0, generosity=1000.0, bot_workers=0)


class Storm(Struct, frozen=True):
    """What is to happen."""

    kills: int = 200
    tables: int = 2
    seed: str = "chaos"
    games: tuple[str, ...] = ()
    postgresql: bool = False
    processes: int = 1
    restarts: int = 0


def chaos(storm: Storm, say: Callable[[str], None]) -> bool:
    """Returns whether all is well."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as later:
        postgres = None
        if storm.postgresql:
            postgres = Postgres(durable=True)
            later.callback(postgres.remove)
        keepers = [
            Keeper(Path(folder), free_port(), postgres.fresh() if postgres and not n else None)
            for n in range(storm.processes)
        ]
        for keeper in keepers:
            keeper.database = keepers[0].database
            keeper.start()
        for keeper in keepers:
            keeper.wait()
        well = rage(storm, keepers, postgres, say)
        lines = [line for path in Path(folder).glob("*.jsonl") for line in path.read_text().splitlines()]
    complaints = [line for line in lines if '"level": "error"' in line]
    for line in complaints[:3]:
        say(line)
    return well and not complaints


def rage(storm: Storm, keepers: list[Keeper], postgres: Postgres | None, say: Callable[[str], None]) -> bool:
    rng = random.Random(storm.seed)
    begun = time.monotonic()
    houses = [House(keeper.url) for keeper in keepers]
    games = storm.games or speelhol.games()
    finished: list[Player] = []
    seated = {game: [sit(houses, game, f"{storm.seed}/{game}/{n}") for n in range(storm.tables)] for game in games}
    stop = threading.Event()
    running = [launch(player, stop) for rows in seated.values() for row in rows for player in row]
    blows = ["kill"] * storm.kills + ["restart"] * (storm.restarts if postgres else 0)
    rng.shuffle(blows)
    made = {"kill": 0, "restart": 0}
    told = 0
    while blows:
        time.sleep(rng.random() * rng.choice((0.05, 0.3, 0.6)))
        blow = blows.pop()
        made[blow] += 1
        if blow == "restart" and postgres is not None:
            postgres.restart(("fast", "immediate")[made["restart"] % 2])
        else:
            keeper = rng.choice(keepers)
            keeper.kill()
            keeper.start()
            while "kill" in blows and rng.random() < 0.15:  # some blows fall while it gets up
                time.sleep(rng.random() * 0.3)
                keeper.kill()
                blows.remove("kill")
                made["kill"] += 1
                keeper.start()
        for keeper in keepers if len(keepers) == 1 or rng.random() < 0.5 else ():
            keeper.wait()
        if made["kill"] // STAGE > told:
            told = made["kill"] // STAGE
            say(f"{made['kill']} kills in {time.monotonic() - begun:.0f} s")
        for game, rows in seated.items():  # tables that ended make room for new ones
            for number, row in enumerate(rows):
                if all(not thread.is_alive() for player, thread in running if player in row):
                    finished += row
                    running = [pair for pair in running if pair[0] not in row]
                    rows[number] = sit(houses, game, f"{storm.seed}/{game}/{number}/{len(blows)}")
                    running += [launch(player, stop) for player in rows[number]]
    for keeper in keepers:
        keeper.wait()
    slowest = max(keeper.slowest for keeper in keepers)
    say(
        f"{made['kill']} kills and {made['restart']} restarts of the database in {time.monotonic() - begun:.0f} s, "
        f"slowest start {slowest:.2f} s; letting all end"
    )
    for _, thread in running:
        thread.join(120)
    stop.set()
    players = finished + [player for player, _ in running]
    well = report(players, say)
    counted = [read_metrics.read(keeper.port) for keeper in keepers]
    moves, commits = (sum(one[name] for one in counted) for name in (read_metrics.MOVES, read_metrics.COMMITS))
    say(f"the houses that are left counted {moves:.0f} moves in {commits:.0f} commits")
    for player in players:
        for chair in player.chairs:
            chair.close()
    for house in houses:
        house.close()
    for keeper in keepers:
        keeper.kill()
    say(f"{time.monotonic() - begun:.0f} s in all, {sum(keeper.starts for keeper in keepers)} starts")
    return well


T = TypeVar("T")


def insist(deed: Callable[[House], T], houses: list[House]) -> T:
    """Ask one house after the other until one does it."""
    for number in range(400):
        with suppress(OSError):
            return deed(houses[number % len(houses)])
        time.sleep(0.05)
    raise RuntimeError("no house answers any more")


def sit(houses: list[House], game: str, seed: str) -> list[Player]:
    """A table of programs and one bot of the house, dealt. What breaks on the way is left, and another one opened."""
    while True:
        try:
            return try_to_sit(houses, game, seed)
        except Declined as no:
            if no.reason not in ("name-taken", "table-full", "already-dealt", "seat-taken"):
                raise


def try_to_sit(houses: list[House], game: str, seed: str) -> list[Player]:
    seats = speelhol.game(game).seats[0]
    host = insist(lambda house: house.open(game, seats, "P0"), houses)
    chairs = [host]
    for n in range(1, seats - (seats > 2)):
        chairs.append(insist(lambda house, n=n: house.join(host.code, f"P{n}"), houses))  # type: ignore[misc]
    if len(chairs) < seats:
        insist(lambda house: house.chair(host.code, host.seat, host.key).fill(), houses)
    insist(lambda house: house.chair(host.code, host.seat, host.key).deal(), houses)
    return [Player([house.chair(c.code, c.seat, c.key) for house in houses], f"{seed}/{c.seat}", 0.02) for c in chairs]


def launch(player: Player, stop: threading.Event) -> tuple[Player, threading.Thread]:
    thread = threading.Thread(target=player.run, args=(stop.is_set,), daemon=True)
    thread.start()
    return player, thread


def report(players: list[Player], say: Callable[[str], None]) -> bool:
    records: dict[str, speelhol.Record] = {}
    unfinished = lost = doubled = kept = 0
    for player in players:
        if player.problem is not None:
            say(f"{player.code}: {player.problem!r}")
        code = player.code
        if code not in records:
            try:
                records[code] = speelhol.Record.from_bytes(player.chair.record())
                speelhol.replay(records[code])
            except Declined:
                unfinished += 1
                continue
        played = [action for seat, action in records[code].actions if seat == player.seat]
        extra, gone, twice = check(played, player)
        kept, lost, doubled = kept + extra, lost + gone, doubled + twice
    say(
        f"{len(records)} tables, {sum(len(p.noted) for p in players)} actions acknowledged, "
        f"{sum(p.broken for p in players)} broken off ({kept} of them had been written), "
        f"{sum(p.stale for p in players)} sent twice and refused"
    )
    say(f"lost {lost}, doubled {doubled}, tables without an end {unfinished}")
    return not (lost or doubled or unfinished or any(player.problem for player in players))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=2, help="tables of each game at a time")
    parser.add_argument("--games", nargs="+", choices=speelhol.games(), default=speelhol.games())
    parser.add_argument("--seed", default="chaos")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="servers over the same prices; needs postgresql")
    parser.add_argument("--restarts", type=int, default=0, help="of PostgreSQL")
    given = parser.parse_args()
    postgresql = given.database == "postgresql"
    if not postgresql and (given.processes > 1 or given.restarts):
        parser.error("several processes and restarts need --database postgresql")
    storm = Storm(
        given.kills,
        given.tables,
        given.seed,
        tuple(given.games),
        postgresql,
        given.processes,
        given.restarts,
    )
    sys.exit(not chaos(storm, lambda line: print(line, flush=True)))


if __name__ == "__main__":
    main()
