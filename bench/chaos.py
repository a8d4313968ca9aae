"""Kill the house again and again while programs play in it, and see that nothing acknowledged is lost or doubled.

python -m bench.chaos --kills 200

The real server runs in a process of its own over a folder of its own; SIGKILL ends it at random moments,
also while it starts. Programs at several tables of every game play over the JSON interface and note every
action that was acknowledged. In the end every match must have come to its end, and the record of each
table must hold every noted action, in the order of its seat, and nothing that no seat has sent.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import speelhol
from bench import meters
from speelhol.client import Chair, Declined, House, View

QUIET = 5.0


class Keeper:
    """Starts the house, ends it without a word, starts it again."""

    def __init__(self, data: Path, port: int) -> None:
        self.data = data
        self.port = port
        self.starts = 0
        self.slowest = 0.0
        # A fork server loads the modules once: starting is what a crash tests, not importing.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["speelhol.web.serve", *(f"speelhol.games.{n}" for n in folders())])
        self.process: BaseProcess | None = None

    def start(self) -> None:
        self.process = self._context.Process(target=run_house, args=(self.data, self.port), daemon=True)
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


def run_house(data: Path, port: int) -> None:
    from speelhol.web.serve import serve

    sys.stderr = (data / "log.jsonl").open("a", buffering=1)
    serve(port=port, data=data, browser=False, bot_pause=0.0, generosity=1000.0)


class Player:
    """A program in one chair, with its notes."""

    def __init__(self, chair: Chair, seed: str, pause: float) -> None:
        self.chair = chair
        self.rng = random.Random(seed)
        self.pause = pause
        self.noted: list[str] = []
        """Acknowledged, in order."""
        self.unsure = 0
        """How often something was sent and the line broke before an answer."""
        self.broken = 0
        self.sent: set[str] = set()
        self.stale = 0
        self.problem: Exception | None = None

    def run(self, stop: Callable[[], bool]) -> None:
        try:
            self._run(stop)
        except Exception as error:
            self.problem = error

    def _run(self, stop: Callable[[], bool]) -> None:
        while not stop():
            try:
                view = self.chair.view(since=10**9)
                if view.over:
                    return
                if not view.my_turn:
                    time.sleep(0.02)
                    continue
                self._move(view)
            except OSError:
                time.sleep(0.02)

    def _move(self, view: View) -> None:
        action = str(view.offers.sample(self.rng))
        self.sent.add(action)
        time.sleep(self.rng.random() * self.pause)
        try:
            self.chair.play(action, view.moment)
        except Declined as no:
            if no.reason != "stale":
                raise
            self.stale += 1
        except OSError:
            self.unsure += 1
            self.broken += 1
            if self.rng.random() < 0.5:  # a reader who clicks once more, for the same moment
                self._again(action, view.moment)
            return
        else:
            self.noted.append(action)

    def _again(self, action: str, moment: str) -> None:
        while True:
            try:
                self.chair.play(action, moment)
            except Declined as no:
                if no.reason != "stale":
                    raise
                self.stale += 1
                return
            except OSError:
                time.sleep(0.02)
                continue
            self.noted.append(action)  # so it had not been written the first time
            self.unsure -= 1
            return


def check(played: list[str], player: Player) -> tuple[int, int, int]:
    """(kept without an answer, lost, doubled): compare what a seat's record holds with what it noted.

    The record may hold one more for every time that a line broke, and for no other reason.
    """
    lost = extra = 0
    at = 0
    for number, action in enumerate(player.noted):
        gap = 0
        while at < len(played) and played[at] != action:
            at += 1
            gap += 1
        if at == len(played):
            return 0, len(player.noted) - number, 0
        at += 1
        extra += gap
    extra += len(played) - at
    doubled = max(0, extra - player.unsure) + sum(action not in player.sent for action in played)
    return extra, lost, doubled


def chaos(kills: int, tables: int, games: Sequence[str], seed: str, say: Callable[[str], None]) -> bool:
    """Returns whether all is well."""
    rng = random.Random(seed)
    begun = time.monotonic()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        keeper = Keeper(Path(folder), port)
        keeper.start()
        keeper.wait()
        house = House(f"http://127.0.0.1:{port}")
        finished: list[Player] = []
        seated = {game: [sit(house, game, f"{seed}/{game}/{n}") for n in range(tables)] for game in games}
        stop = threading.Event()
        running = [launch(player, stop) for rows in seated.values() for row in rows for player in row]
        made = 0
        while made < kills:
            time.sleep(rng.random() * rng.choice((0.05, 0.3, 0.6)))
            keeper.kill()
            made += 1
            keeper.start()
            while made < kills and rng.random() < 0.15:  # some blows fall while it gets up
                time.sleep(rng.random() * 0.3)
                keeper.kill()
                made += 1
                keeper.start()
            keeper.wait()
            for game, rows in seated.items():  # tables that ended make room for new ones
                for number, row in enumerate(rows):
                    if all(not thread.is_alive() for player, thread in running if player in row):
                        finished += row
                        running = [pair for pair in running if pair[0] not in row]
                        rows[number] = sit(house, game, f"{seed}/{game}/{number}/{made}")
                        running += [launch(player, stop) for player in rows[number]]
        say(f"{made} kills in {time.monotonic() - begun:.0f} s, slowest start {keeper.slowest:.2f} s; letting all end")
        for _, thread in running:
            thread.join(120)
        stop.set()
        players = finished + [player for player, _ in running]
        well = report(players, say)
        counted = meters.read(port)
        say(f"the last house counted {counted[meters.MOVES]:.0f} moves in {counted[meters.COMMITS]:.0f} commits")
        for player in players:
            player.chair.close()
        house.close()
        keeper.kill()
        complaints = [
            line for line in (keeper.data / "log.jsonl").read_text().splitlines() if '"level": "error"' in line
        ]
        for line in complaints[:3]:
            say(line)
        well = well and not complaints
    say(f"{time.monotonic() - begun:.0f} s in all, {keeper.starts} starts")
    return well


def sit(house: House, game: str, seed: str) -> list[Player]:
    """A table of programs and one bot of the house, dealt."""
    seats = speelhol.game(game).seats[0]
    host = house.open(game, seats, "P0")
    chairs = [host, *(house.join(host.code, f"P{n}") for n in range(1, seats - (seats > 2)))]
    if len(chairs) < seats:
        host.fill()
    host.deal()
    return [Player(chair, f"{seed}/{chair.seat}", 0.02) for chair in chairs]


def launch(player: Player, stop: threading.Event) -> tuple[Player, threading.Thread]:
    thread = threading.Thread(target=player.run, args=(stop.is_set,), daemon=True)
    thread.start()
    return player, thread


def report(players: list[Player], say: Callable[[str], None]) -> bool:
    records: dict[str, speelhol.Record] = {}
    unfinished = lost = doubled = kept = 0
    for player in players:
        if player.problem is not None:
            say(f"{player.chair.code}: {player.problem!r}")
        code = player.chair.code
        if code not in records:
            try:
                records[code] = speelhol.Record.from_bytes(player.chair.record())
                speelhol.replay(records[code])
            except Declined:
                unfinished += 1
                continue
        played = [action for seat, action in records[code].actions if seat == player.chair.seat]
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
    given = parser.parse_args()
    well = chaos(given.kills, given.tables, given.games, given.seed, lambda line: print(line, flush=True))
    sys.exit(not well)


if __name__ == "__main__":
    main()
