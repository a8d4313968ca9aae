"""Whole matches in a real browser, tapped on a phone's glass with everything moving: does a page ever freeze?

    python -m bench.matches                                     # 3 matches of each game, in Chromium
    python -m bench.matches --casa 60 --others 20 --pages 4 --log matches.jsonl
    python -m bench.matches --game thieves --first 17 --others 1 --pictures DIR
    python -m bench.matches --browser firefox --game casa-de-papel --others 1

Noor plays against bots that hardly pause, so that news keeps arriving in the middle of what moves. The deal and her
whims follow from the number of the match. Every fault is told with that number:

- freeze: the match asks her, and the page shows no way to answer for ten seconds
- slow: a question was on the page for so long before it could be answered
- bare: for two seconds there was hardly anything on the screen
- end: the result did not come, or its headline can't be read
- script: the page's scripts complained
- touch: something that should be tapped could not be

With --log one line is kept for each match; matches in it are not played again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from tests.web.house import House
from tests.web.people import BUSY, HANDS, MOST_TOUCHES

import speelhol
from speelhol.den import Table

from .phones import BROWSERS, Browser, Phone

WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
SEATS = {
    "casa-de-papel": (4, 5, 6, 7, 8),
    "casablanca": (2, 3, 4),
    "cash-and-run": (3, 4),
    "counterfeiters": (2, 3, 4),
    "thieves": (3, 4, 5, 6),
}
FOND = {"casablanca": ["case=True", "do=allow"]}
"""What she likes to do, so that a match comes to an end."""
FREEZE, SLOW, BARE, HANG = 10.0, 13.0, 2.0, 120.0
"""Seconds: until an unanswered question is a freeze, a late one slow, a screen bare, and a match without her stuck."""
STEP = 0.1
MISSED, TRIES = 2.0, 3
"""After so many seconds a tap that changed nothing is made again; what can't be touched is tried again so often."""
OPEN = """({ game, seats, name }) => {
    const form = document.querySelector("form:has(select[name=seats])");
    form.querySelector("input[name=name]").value = name;
    form.querySelector("select[name=seats]").value = seats;
    form.querySelector("input[name=bots]").checked = true;
    form.requestSubmit(form.querySelector(".gobar .btn-go"));
}"""
SHUT = """() => {
    const open = document.querySelectorAll(":popover-open");
    open.forEach(one => one.hidePopover());
    return open.length;
}"""
"""What a finger that came too late has opened is closed again."""
SET = """({ id, value }) => {
    const field = document.getElementById(id);
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}"""


class Played(Struct, frozen=True):
    """What became of one match."""

    game: str
    number: int
    seats: int
    decisions: int
    seconds: float
    longest: float
    """Seconds that a question on the page could not be answered, at most."""
    missed: int
    """Taps that had to be made again because nothing came of them."""
    faults: list[str]


class Frozen(Exception):
    """The page has stopped: nothing more can be done in this match."""


class Evening:
    """One match, from the open table to the result."""

    def __init__(self, house: House, phone: Phone, game: str, number: int) -> None:
        self.house, self.phone, self.game, self.number = house, phone, game, number
        self.rng = random.Random(f"{game} {number}")
        self.seats = self.rng.choice(SEATS[game])
        self.decisions = self.missed = 0
        self.faults: list[str] = []
        self.code = ""

    async def play(self) -> Played:
        began = time.monotonic()
        longest = 0.0
        try:
            await self._open()
            while await self._asked():
                await self._decide()
            await self._end()
        except Frozen as frozen:
            self.faults.append(str(frozen))
        if self.code:
            kept = (await self._look())["longest"]
            longest = kept["mute"] / 1000
            if longest > SLOW:
                self.faults.append(f"slow: {longest:.1f} s without a way to answer")
            if kept["bare"] / 1000 > BARE:
                self.faults.append(f"bare: {kept['bare'] / 1000:.1f} s of hardly anything on the screen")
        self.faults += [f"script: {text}" for text in self.phone.complaints if not BUSY.search(text)]
        seconds = time.monotonic() - began
        return Played(self.game, self.number, self.seats, self.decisions, seconds, longest, self.missed, self.faults)

    async def _look(self) -> dict[str, Any]:
        look: dict[str, Any] | None = None
        while look is None:
            look = await self.phone.call("() => window.watched ? watched.look() : null")
            if look is None:
                await self.phone.call(WATCH)
        return look

    async def _frozen(self, fault: str) -> Frozen:
        return Frozen(f"{fault}; the page shows {await self.phone.call('() => watched.text()')!r}")

    async def _open(self) -> None:
        await self.phone.go(f"{self.house.url}/new?game={self.game}")
        await self.phone.call(OPEN, {"game": self.game, "seats": str(self.seats), "name": name(self.number)})
        until = time.monotonic() + HANG
        while "/t/" not in (address := await self._address()):
            if time.monotonic() > until:
                raise Frozen("open: the table did not open")
            await asyncio.sleep(STEP)
        self.code = address.rpartition("/")[2]

    async def _address(self) -> str:
        try:
            return str(await self.phone.call("() => location.href"))
        except Exception:  # between two pages there is nothing to ask
            return ""

    async def _asked(self) -> bool:
        """Wait for the next question that can be answered; False when the match is over."""
        began = time.monotonic()
        open_since: float | None = None
        while not (look := await self._look())["answerable"]:
            now, playing = time.monotonic(), self.house.table(self.code).playing
            if look["state"] == "over":
                return False
            open_since = (open_since or now) if 0 in playing.to_act else None
            if open_since is not None and now - open_since > FREEZE + (look["state"] == "mine") * 3:
                raise await self._frozen(f"freeze: asked for {now - open_since:.0f} s")
            if now - began > HANG:
                raise await self._frozen(f"hang: nothing was asked for {HANG:.0f} s")
            await asyncio.sleep(STEP)
        return True

    async def _decide(self) -> None:
        """One decision, as a person would: look, choose on the board or in the list, press the button."""
        await asyncio.sleep(self.rng.choice((0.0, 0.05, 0.3)))
        luck = [self.rng.random(), self.rng.random(), self.rng.choice((0.0, 0.3, 0.6, 0.9)), self.rng.random()]
        given = {"last": "", "luck": luck, "fond": FOND.get(self.game, []), "wish": None, "patience": 1000 * FREEZE}
        failed = 0
        for _ in range(MOST_TOUCHES):
            self.missed += await self.phone.call(SHUT)
            try:
                found = await self.phone.call(HANDS, given)
            except Exception as problem:
                failed += 1
                if not (await self._look())["answerable"]:
                    return  # the page has moved on under the finger
                if failed == TRIES:
                    raise Frozen(f"touch: {str(problem)[:300]}") from None
                continue
            if found["what"] == "over":
                return
            if found["what"] == "alarm":
                self.faults.append(f"refused: {found['words']}")
                await self.phone.call("() => document.querySelectorAll('[role=alert]').forEach(e => e.remove())")
                continue
            if found["what"] in ("select", "type"):
                await self.phone.call(SET, {"id": found["id"], "value": found["value"]})
                continue
            if found["what"] == "go":
                await self.phone.call("() => watched.send()")
            await self.phone.tap(found["x"], found["y"])
            if found["what"] == "go" and await self._sent(found["moment"]):
                self.decisions += 1
                return
        raise Frozen(f"touch: touched in vain {found}")

    async def _sent(self, moment: str) -> bool:
        """Wait until the page shows that the decision was taken; False if nothing came of the tap."""
        began = time.monotonic()
        while (look := await self._look())["moment"] == moment and look["state"] == "mine":
            if look["alarm"] or (not look["busy"] and time.monotonic() - began > MISSED):
                self.missed += not look["alarm"]
                return False
            if time.monotonic() - began > FREEZE:
                raise await self._frozen("freeze: the decision was not taken")
            await asyncio.sleep(STEP / 2)
        return True

    async def _end(self) -> None:
        """The result comes by itself, and its headline can be read."""
        until = time.monotonic() + 2 * SLOW
        while not (await self._look())["told"]:
            if time.monotonic() > until:
                raise Frozen("end: no headline of a result can be read")
            await asyncio.sleep(STEP)
        if not self.house.table(self.code).playing.over:
            self.faults.append("end: the page tells a result, and the match goes on")


def name(number: int) -> str:
    return f"Noor {number}"


def seeded(deal: Callable[..., Any]) -> Callable[..., Any]:
    """`Table.deal` made so that the deal follows from the name of who opened the table."""
    return lambda table, *given: replace(deal(table, *given), seed=table.chairs[0].name)


async def play(
    browser: Browser, house: House, wanted: Iterable[tuple[str, int]], pages: int, pictures: Path | None = None
) -> AsyncIterator[Played]:
    """Play these matches, so many at a time; each as it comes to its end."""
    todo, done = iter(wanted), asyncio.Queue[Played | None]()

    async def seat() -> None:
        for game, number in todo:
            phone = await browser.phone(number)
            try:
                played = await Evening(house, phone, game, number).play()
                if pictures is not None:
                    await phone.picture(pictures / f"{game}-{number}.png")
            except Exception as problem:
                played = Played(game, number, 0, 0, 0.0, 0.0, 0, [f"broken: {problem!r}"])
            await phone.leave()
            await done.put(played)
        await done.put(None)

    seats = [asyncio.create_task(seat()) for _ in range(pages)]
    for _ in seats:
        while (played := await done.get()) is not None:
            yield played


def known(log: Path | None) -> list[Played]:
    """What an earlier run has left."""
    if log is None or not log.exists():
        return []
    return [Played(**json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]


def report(everything: list[Played]) -> str:
    """A line for each game that was played."""
    rows = ["| game | matches | decisions | freezes | other faults | missed taps | longest wait |"]
    rows.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for game in speelhol.games():
        mine = [played for played in everything if played.game == game]
        if not mine:
            continue
        faults = [fault for played in mine for fault in played.faults]
        freezes = sum(fault.startswith(("freeze", "hang")) for fault in faults)
        counts = len(mine), sum(one.decisions for one in mine), freezes, len(faults) - freezes
        missed, longest = sum(one.missed for one in mine), max(one.longest for one in mine)
        rows.append(f"| {game} | {' | '.join(map(str, counts))} | {missed} | {longest:.1f} s |")
    return "\n".join(rows)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.matches", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--browser", choices=tuple(BROWSERS), default="chromium")
    parser.add_argument("--casa", type=int, default=None, help="matches of La Casa de Papel; as many as of the others")
    parser.add_argument("--others", type=int, default=3, help="matches of each other game")
    parser.add_argument("--game", choices=speelhol.games(), help="only this one")
    parser.add_argument("--first", type=int, default=1, help="the number of the first match")
    parser.add_argument("--pages", type=int, default=3, help="matches at a time")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between the moves of bots")
    parser.add_argument("--log", type=Path, help="a line for each match; matches in it are not played again")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of the end of every match")
    asked = parser.parse_args()
    played = known(asked.log)
    over = {(one.game, one.number) for one in played}
    counts = {game: asked.others for game in speelhol.games() if asked.game in (None, game)}
    if "casa-de-papel" in counts and asked.casa is not None:
        counts["casa-de-papel"] = asked.casa
    rounds = range(asked.first, asked.first + max(counts.values()))
    wanted = [(g, n) for n in rounds for g in counts if n < asked.first + counts[g] and (g, n) not in over]
    Table.deal = seeded(Table.deal)  # type: ignore[method-assign]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), bot_pause=asked.pause)
        house.open()
        try:
            async with BROWSERS[asked.browser]() as browser:
                async for one in play(browser, house, wanted, asked.pages, asked.pictures):
                    played.append(one)
                    print(f"{one.game} {one.number}: {one.seats} seats, {one.decisions} decisions, {one.seconds:.0f} s,"
                          f" longest wait {one.longest:.1f} s", *one.faults, sep="\n  ", flush=True)  # fmt: skip
                    if asked.log is not None:
                        with asked.log.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(to_builtins(one)) + "\n")
        finally:
            house.close()
    print(f"\n{report(played)}\n\n{time.monotonic() - began:.0f} s with {asked.pages} pages of {asked.browser}")


if __name__ == "__main__":
    asyncio.run(main())
