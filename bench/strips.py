"""How the play can be followed on a phone: a strip of one round of each game, and ten moments of each as they are told.

    python -m bench.strips                          # all of it, and docs/follow.md
    python -m bench.strips --games thieves --what moments
    python -m bench.strips --what page              # only the page: no browser

A saved match (`bench/follow/GAME.toml`) is played again at a calm table in a real browser, 390 x 844, with everything
that moves. A picture is taken whenever the headline, or a big moment on its stage, tells something else. `says` is what
somebody who has never played the game would say about it, with nothing but the screen before them.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import tempfile
from collections.abc import Coroutine
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from playwright.async_api import Browser, CDPSession
from tests.web.house import House
from tests.web.people import POCKET, Person, launch

import speelhol
from speelhol.den import Table, new_secret, person_of
from speelhol.kernel import Match

SAVED = Path(__file__).parent / "follow"
DOCS = Path(__file__).parent.parent / "docs"
SHOTS = DOCS / "shots/follow"
NAMES = ("Noor", "Bram", "Cleo", "Dirk", "Elsa")
QUALITY = 62
PAUSE = 1.4
"""Seconds for which a calm table lets an event stand."""
POLL, SETTLED, LONGEST = 0.15, 1.0, 30.0
"""Seconds: how often the page is looked at, how long a move stays over before it is, and how long it is waited for."""
MOST_FRAMES = 10
WIDE = 195
"""How wide a frame of a strip is."""
TELLS = """() => {
    const seen = e => e && e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const stage = document.querySelector(".onstage");
    const on = [...stage?.querySelectorAll(".tells, .begins") ?? []].filter(seen).at(-1)?.textContent.trim();
    const head = [...document.querySelectorAll(".prompt .news:not([hidden]) span, .prompt h1")].find(seen);
    const busy = document.querySelector("main.telling, main.unfolding");
    return { words: on || head?.textContent.trim() || "", staged: !!stage, busy: !!busy };
}"""
CALM = "pause => document.fonts.ready.then(() => { document.querySelector('main').dataset.pause = pause; })"
BEFORE = "before"
"""What a strip is called that was taken of an earlier version."""


class Said(Struct, frozen=True):
    """A moment: the number of the move, and what a newcomer would say has just happened."""

    at: int
    says: str


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """A match, the moves of one round of it, and moments."""

    seats: int
    seed: str
    round: tuple[int, int]
    play: str
    moment: tuple[Said, ...]

    def until(self, game: str, moves: int) -> Match:
        """The match after so many moves."""
        match = speelhol.game(game).start(self.seats, self.seed)
        for line in self.play.split("\n")[:moves]:
            seat, _, text = line.partition(" ")
            match.play(int(seat), match.game.read(text))
        return match

    def last_own(self, moves: int) -> int:
        """The last move of the first seat among so many."""
        lines = self.play.split("\n")[:moves]
        return max((at for at, line in enumerate(lines, 1) if line.startswith("0 ")), default=0)

    def move(self, number: int) -> tuple[int, str]:
        seat, _, text = self.play.split("\n")[number - 1].partition(" ")
        return int(seat), text


def followed() -> list[str]:
    """The games of which a match is saved."""
    return [name for name in speelhol.games() if (SAVED / f"{name}.toml").exists()]


def saved(game: str) -> Saved:
    return msgspec.toml.decode((SAVED / f"{game}.toml").read_bytes(), type=Saved)


class Frame(Struct, frozen=True):
    """A picture, and what the headline said on it."""

    words: str
    staged: bool
    picture: bytes


class Screen:
    """A phone at the first seat of a table whose others are played for."""

    def __init__(self, house: House, noor: Person, line: CDPSession, table: Table) -> None:
        self.house, self.noor, self.line, self.table = house, noor, line, table

    @classmethod
    async def at(cls, browser: Browser, house: House, game: str, moves: int) -> Screen:
        """A table at which a saved match has come so far."""
        secret, kept = new_secret(), saved(game)
        table = await asyncio.to_thread(at_home, house, seat(house, game, kept, person_of(secret)))
        table.match = kept.until(game, moves)  # the saved deal, not the one that this house would make
        heard = len(kept.until(game, kept.last_own(moves)).view(0).log)
        table._heard = ((heard, heard),) * kept.seats
        how = {**POCKET, "device_scale_factor": 1, "color_scheme": "light"}
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference", **how)
        await noor.context.add_cookies([{"name": "speelhol", "value": secret, "url": house.url}])
        await noor.go(f"/t/{table.code}")
        await noor.page.evaluate(CALM, PAUSE * 500)  # and a calm table lets it stand twice as long
        return cls(house, noor, await noor.context.new_cdp_session(noor.page), table)

    async def shoot(self) -> bytes:
        shot = await self.line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        return base64.b64decode(shot["data"])

    async def play(self, game: str, number: int) -> list[Frame]:
        """A move of the saved match: a picture of each thing that is told of it."""
        who, text = saved(game).move(number)
        before = (await self.noor.page.evaluate(TELLS))["words"]
        await asyncio.to_thread(at_home, self.house, self.house.den.play(self.table, who, self.table.game.read(text)))
        found: list[Frame] = []
        still, waited = 0.0, 0.0
        while still < SETTLED and waited < LONGEST:
            await asyncio.sleep(POLL)
            now = await self.noor.page.evaluate(TELLS)
            last = found[-1].words if found else before
            fresh = now["words"] and now["words"] != last
            if fresh:
                await asyncio.sleep(POLL)  # what comes with the words has begun to move
                found.append(Frame(now["words"], now["staged"], await self.shoot()))
            still = 0.0 if fresh or now["busy"] or now["staged"] else still + POLL
            waited += POLL
        return found

    async def leave(self) -> None:
        await self.noor.context.close()


async def seat(house: House, game: str, kept: Saved, person: str) -> Table:
    """A table of one person and bots who never get round to decide, dealt."""
    table = await house.den.open_table(game, kept.seats, {}, person)
    await house.den.write(table, lambda now: now.sit(0, person, NAMES[0]))
    for chair in range(1, kept.seats):
        await house.den.write(table, lambda now, chair=chair: now.sit_bot(chair, person, NAMES[chair]))  # type: ignore[misc]
    await house.den.deal(table, person)
    return table


def at_home(house: House, doing: Coroutine[Any, Any, Any]) -> Any:
    """Done by the house itself, in its own thread."""
    task = house.den.timers._task
    assert task is not None
    return asyncio.run_coroutine_threadsafe(doing, task.get_loop()).result(60)


async def strip(browser: Browser, house: House, game: str, name: str) -> None:
    """One round, as one picture of frames beside each other."""
    first, last = saved(game).round
    screen = await Screen.at(browser, house, game, first - 1)
    frames = [frame for number in range(first, last + 1) for frame in await screen.play(game, number)]
    await screen.leave()
    images = "".join(
        f'<img width="{WIDE}" src="data:image/webp;base64,{base64.b64encode(one.picture).decode()}">'
        for one in thinned(frames)
    )
    page = await browser.new_page(viewport={"width": (WIDE + 6) * min(len(frames), MOST_FRAMES), "height": 422})
    await page.set_content(f'<body style="margin:0;display:flex;gap:6px;background:#fff">{images}')
    line = await page.context.new_cdp_session(page)
    shot = await line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (SHOTS / f"{game}-{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    await page.close()
    print(f"{game}: {len(frames)} things told in one round", flush=True)


def thinned(frames: list[Frame]) -> list[Frame]:
    """As many frames as a strip holds, evenly."""
    step = max(1.0, len(frames) / MOST_FRAMES)
    return [frames[int(at * step)] for at in range(min(len(frames), MOST_FRAMES))]


async def moment(browser: Browser, house: House, game: str, at: int) -> None:
    """What is told of one move: the big moment in it, or the last thing."""
    screen = await Screen.at(browser, house, game, at - 1)
    frames = await screen.play(game, at)
    picture = (
        next((one for one in reversed(frames) if one.staged), frames[-1]).picture if frames else await screen.shoot()
    )
    await screen.leave()
    (SHOTS / f"{game}-{at}.webp").write_bytes(picture)
    print(f"{game} {at}: {' | '.join(one.words for one in frames)}", flush=True)


def page() -> str:
    """The page that shows them."""
    parts = [HEAD]
    for game in followed():
        kept = saved(game)
        parts.append(f"## {speelhol.game(game).speak('en').phrase('title')}\n")
        for name, words in ((BEFORE, "Before"), ("strip", "Now")):
            if (SHOTS / f"{game}-{name}.webp").exists():
                parts.append(
                    f'{words}:\n\n<img src="shots/follow/{game}-{name}.webp" alt="One round, {words.lower()}">\n'
                )
        cells = [
            f'<td width="210" valign="top"><img src="shots/follow/{game}-{one.at}.webp" width="{WIDE}" alt=""><br>'
            f"“{escape(one.says, quote=False)}”</td>"
            for one in kept.moment
        ]
        rows = ["<tr>\n" + "\n".join(cells[at : at + 5]) + "\n</tr>" for at in range(0, len(cells), 5)]
        parts.append("<table>\n" + "\n".join(rows) + "\n</table>\n")
    return "\n".join(parts)


HEAD = """# Following the play

One round of each game on a phone, before and after the headline began to tell what happens, one thing after another:
each picture is a thing that it told. Below stand ten moments of the same match, each with the sentence that somebody
who has never played the game would say about it, with nothing but the screen before them. Where the screen would not
let one say it, the screen is wrong.

`python -m bench.strips` takes the pictures anew from saved matches (`bench/follow`), except those from before.
"""


async def main(games: list[str], what: str, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    if what != "page":
        with tempfile.TemporaryDirectory() as folder:
            house = House(Path(folder), bot_pause=3600)
            house.open()
            playwright, browser = await launch()
            try:
                for game in games:
                    if what in ("all", "strips"):
                        await strip(browser, house, game, name)
                    for one in saved(game).moment if what in ("all", "moments") else ():
                        await moment(browser, house, game, one.at)
            finally:
                await browser.close()
                await playwright.stop()
                house.close()
    (DOCS / "follow.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=followed())
    parser.add_argument("--what", choices=("all", "strips", "moments", "page"), default="all")
    parser.add_argument("--name", default="strip", help="what a strip is called: strip, or before")
    given = parser.parse_args()
    asyncio.run(main(given.games, given.what, given.name))
