"""A tour of the whole house: every kind of page, as full as it can get, with what is to be done before one looks."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from playwright.async_api import Page

import speelhol
from speelhol.den import Pace, Table, TurnedAway, person_of
from speelhol.den.tables import entries
from speelhol.web.pages import gallery
from tests.bots.indoors import Indoors

from .house import PATIENCE, House
from .people import Person
from .steady import steady

SIZES = (
    (320, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800), (1440, 900), (1920, 1080),
)  # fmt: skip
LONG = "Maximiliaan van Dijk"
FRIEND = "Wilhelmina Oranjestad"[:20]
CLOCK = Pace("match", 2700, 30, "vote")
FILE = "0" * 12
QUICK = ("regular", "beginner")
"""Bots who answer at once; those who think sit in the gallery."""
MIDDLE = 6
"""So many decisions lie before the middle of a match."""

T = TypeVar("T")
Prepare = Callable[[Page], Awaitable[None]]


class Stop(Struct, frozen=True):
    """A page to look at."""

    kind: str
    path: str
    look: str = "drawn"
    prepare: Prepare | None = None

    def __str__(self) -> str:
        return f"{self.kind} {self.path}" + ("" if self.look == "drawn" else f" in {self.look}")


@contextmanager
def open_house(folder: Path, bot_pause: float = 0.005) -> Iterator[House]:
    """A house whose bots think in its own process, with the same tables at every visit."""
    house = House(folder, bot_pause)
    house.open()
    house.den.bots.pool = Indoors()
    try:
        yield steady(house, "tour")
    finally:
        house.close()


def at_home(house: House, doing: Coroutine[Any, Any, T]) -> T:
    """Done by the house itself, in its own thread."""
    task = house.den.timers._task
    assert task is not None
    return asyncio.run_coroutine_threadsafe(doing, task.get_loop()).result(PATIENCE)


class Furniture:
    """Tables in every state, at which one visitor sits: full, with a friend of long name and bots."""

    def __init__(self, house: House, person: str) -> None:
        self.house = house
        self.person = person
        self.rng = random.Random(16)

    def seated(self, game: str, seats: int, bots: int, host: str | None = None, pace: Pace = CLOCK) -> Table:
        den, levels = self.house.den, cycle(QUICK)
        host = self.person if host is None else host
        table = at_home(self.house, den.open_table(game, seats, {}, host, pace, hints="on"))
        at_home(self.house, den.write(table, lambda now: now.sit(0, host, LONG)))
        at_home(self.house, den.write(table, lambda now: now.sit(1, "friend", FRIEND)))
        for seat in range(2, 2 + bots):
            at_home(self.house, den.sit_bot(table, seat, host, next(levels)))
        return table

    def dealt(self, game: str, seats: int, decisions: int, both: bool = False, pace: Pace = CLOCK) -> Table:
        """A match that has come so far that the visitor has decided so often, or to its end. both: the friend is asked
        at the same time."""
        table = self.seated(game, seats, seats - 2, pace=pace)
        at_home(self.house, self.house.den.deal(table, self.person))
        made, until = 0, time.monotonic() + PATIENCE
        while table.phase != "over" and time.monotonic() < until:
            asked = [seat for seat in table.playing.to_act if seat < 2]
            if 0 in asked and made >= decisions and (1 in asked or not both):
                break
            if not asked:
                time.sleep(0.005)
                continue
            made += self.play(table, asked[0]) and asked[0] == 0
        return self.house.settled(table.code)

    def play(self, table: Table, seat: int) -> bool:
        """One decision, at random. Whether it came in time: a bot may have been quicker."""
        moment, action = table.moment(seat), table.playing.legal(seat).sample(self.rng)
        try:
            at_home(self.house, self.house.den.play(table, seat, action, moment))
        except TurnedAway as turned:
            if turned.reason != "stale":
                raise
            return False
        return True

    def hosted(self, gathering: str, playing: str) -> list[Stop]:
        """What a host opens over a table, and the lobby with tables of which there is much to tell."""
        told = {"listed": True, "languages": ("nl", "fr"), "level": "known", "approve": True}
        for game in ("casa-de-papel", "cash-and-run"):
            table = self.seated(game, fullest(game), 2, game, Pace("days", 604_800))
            at_home(self.house, self.house.den.adjust(table, game, told))
        plain = self.seated("cash-and-run", 4, 1, pace=Pace()).code
        sheets = [Stop("sheet", f"/t/{code}#host", prepare=unfold) for code in (gathering, playing)]
        sends = Stop("sends away", f"/t/{gathering}", prepare=sending_away)
        return [Stop("lobby", "/lobby"), Stop("house", f"/t/{plain}/house"), *sheets, sends]

    def paused(self, game: str) -> Table:
        """A match that the visitor lets rest, and that their friend has left."""
        table = self.dealt(game, fullest(game), 1, pace=replace(CLOCK, absent="bot"))
        at_home(self.house, self.house.den.resign(table, 1, "friend"))
        at_home(self.house, self.house.den.pause(table, self.person))
        return table

    def left(self, game: str) -> Table:
        """A match that the visitor has left."""
        table = self.dealt(game, fullest(game), 1)
        at_home(self.house, self.house.den.resign(table, 0, self.person))
        return table

    def late(self, game: str, seats: int) -> Table:
        """All are asked at once, and the friend has let their time run out."""
        table = self.dealt(game, seats, 2, both=True)
        at_home(self.house, self.house.den.write(table, lambda now: entries.TimeUp((1,))))
        return table

    def lesson(self, game: str) -> Table:
        return self.house.settled(at_home(self.house, self.house.den.open_lesson(game, self.person, LONG)).code)

    def learned(self, game: str) -> Table:
        """A lesson that was followed to its end."""
        table, until = self.lesson(game), time.monotonic() + PATIENCE
        while not table.taught and time.monotonic() < until:
            if 0 in table.playing.to_act:
                action = table.scripted(0)
                assert action is not None
                at_home(self.house, self.house.den.play(table, 0, action, table.moment(0)))
            else:
                time.sleep(0.005)
        return self.house.settled(table.code)

    def shared(self, game: str) -> Table:
        """Two people on one device: a curtain falls between them."""
        den, seats = self.house.den, speelhol.game(game).seats[-1]
        table = at_home(self.house, den.open_table(game, seats, {}, self.person))
        for name in (LONG, FRIEND):
            at_home(self.house, den.write(table, lambda now, name=name: now.sit(None, self.person, name)))  # type: ignore[misc]
        for seat in range(2, seats):
            at_home(self.house, den.sit_bot(table, seat, self.person))
        at_home(self.house, den.deal(table, self.person))
        return self.house.settled(table.code)


# ---- what is done before one looks

OPEN = "which => document.querySelectorAll(which).forEach(one => { one.open = true; })"


async def unfold(page: Page) -> None:
    """Everything that is folded away is opened, but for what opens over the page."""
    await page.evaluate(
        "() => document.querySelectorAll('details:not(.why, .aslist, .sendaway)').forEach(d => { d.open = true; })"
    )


async def sending_away(page: Page) -> None:
    """The host is asked whether they mean it."""
    await page.evaluate(OPEN, ".sendaway")


async def listed(page: Page) -> None:
    """The choices as a list."""
    await page.evaluate(OPEN, ".aslist, .group")


async def asked_why(page: Page) -> None:
    await page.evaluate(OPEN, ".why:not(.hints)")


async def hinted(page: Page) -> None:
    await page.evaluate(OPEN, ".hints")
    await page.locator(".hints .hint").wait_for()


async def picked(page: Page) -> None:
    """A piece on the board that can be chosen is chosen, or whatever else can be."""
    await page.evaluate(
        """() => [".board [data-key][data-pick]", ".board [data-pick]"]
            .flatMap(which => [...document.querySelectorAll(which)])
            .find(e => e.checkVisibility())?.dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
    )


async def lifted(page: Page) -> None:
    """What I hold and can choose is chosen."""
    await page.evaluate(
        """() => [...document.querySelectorAll(".hand [data-pick]")].find(e => e.checkVisibility())
            ?.dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
    )


async def offline(page: Page) -> None:
    await page.evaluate("() => { document.getElementById('offline').hidden = false; }")


async def refused(page: Page) -> None:
    """What the house says to somebody who offers more than there is, or nothing at all."""
    await page.evaluate(
        """() => {
            const go = document.querySelector("form.act .btn-go"), amount = document.querySelector(".stepper .num");
            if (amount) { amount.value = 20000; amount.dispatchEvent(new Event("input", { bubbles: true })); }
            else for (const part of go.form.elements.part.values?.() ?? [go.form.elements.part]) { part.value = "x"; }
            go.click();
        }"""
    )
    await page.locator("#refusal").wait_for()


async def misspelt(page: Page) -> None:
    await page.locator("#code").fill("velvet-lamp-which-is-nowhere")
    await page.locator(".join button").click()
    await page.get_by_role("alert").wait_for()


async def without_a_name(page: Page) -> None:
    await page.evaluate("() => { document.querySelector('input[name=name]').value = ' '; }")
    await page.locator(".gobar .btn-go").click()
    await page.get_by_role("alert").wait_for()


async def told_the_story(page: Page) -> None:
    await page.locator(".story").wait_for()
    await unfold(page)


# ---- the tour


def fullest(game: str) -> int:
    return speelhol.game(game).seats[-1]


def titled(game: str, title: str) -> int:
    """The number of a moment in the gallery."""
    return next(at for at, moment in enumerate(gallery.moments(game), 1) if moment.title["en"] == title)


def most_told(table: Table) -> int:
    """The move of a match after which most is told to everybody: it needs most room in a replay."""
    record = table.playing.record()
    match = speelhol.game(record.game).replay(record, 0)
    told = [sum(to is None for _, to in match.play(seat, match.game.read(text))) for seat, text in record.actions]
    return 1 + told.index(max(told))


async def stops(house: House, guest: Person) -> list[Stop]:
    """Every page of the house, for a guest who sits at many tables."""
    await guest.go("/")
    secret = next(one["value"] for one in await guest.context.cookies() if one.get("name") == "speelhol")
    made = Furniture(house, person_of(secret))
    found, codes = [Stop("home", "/"), Stop("home", "/", prepare=misspelt)], []
    for game in speelhol.games():
        found += [Stop("new", f"/new?game={game}&bots=1", prepare=unfold), Stop("rules", f"/rules/{game}")]
        found += [Stop("lesson", f"/t/{made.lesson(game).code}"), Stop("lessons", f"/learn/{game}")]
        found.append(Stop("taught", f"/t/{made.learned(game).code}"))
        for at, moment in enumerate(gallery.moments(game), 1):
            looks = ("drawn", "words") if moment.seats == fullest(game) or at == 1 else ("drawn",)
            found += [Stop("moment", f"/gallery/{game}/{at}", look) for look in looks]
        opening, middle = (made.dealt(game, fullest(game), n).code for n in (0, MIDDLE))
        codes += [opening, middle]
        found += [Stop("picked", path, prepare=picked) for path in (f"/gallery/{game}/1", f"/t/{middle}")]
        found += [Stop("lifted", f"/t/{code}", prepare=lifted) for code in (opening, middle)]
        for look in ("drawn", "words"):
            found.append(Stop("middle", f"/t/{middle}", look, listed))
            found.append(Stop("offline", f"/t/{middle}", look, offline))
            found += [Stop(p.__name__, f"/t/{opening}", look, p) for p in (refused, asked_why, hinted)]
    found.append(Stop("dark", f"/gallery/casa-de-papel/{titled('casa-de-papel', 'In the dark')}", prepare=listed))
    found.append(Stop("new", "/new", prepare=without_a_name))
    found.append(Stop("late", f"/t/{made.late('casa-de-papel', 5).code}"))
    paused, left = made.paused("cash-and-run").code, made.left("casablanca").code
    for look in ("drawn", "words"):
        found += [Stop("paused", f"/t/{paused}", look), Stop("left", f"/t/{left}", look)]
    played = made.dealt("thieves", fullest("thieves"), 10_000)
    over, longest = played.code, most_told(played)
    codes.append(over)
    for look in ("drawn", "words"):
        found += [
            Stop("over", f"/t/{over}", look, unfold),
            Stop("replay", f"/t/{over}/replay?at={longest}", look),
            Stop("open table", f"/t/{middle}/table", look),
        ]
    gathering = made.seated("casa-de-papel", 8, 3).code
    codes.append(gathering)
    elsewhere = made.seated("casablanca", 8, 2, host="somebody").code
    found += made.hosted(gathering, middle)
    found += [
        Stop("story", f"/t/{over}/story", prepare=told_the_story),
        Stop("gather", f"/t/{gathering}", prepare=unfold),
        Stop("gather", f"/t/{elsewhere}"),
        Stop("curtain", f"/t/{made.shared('casa-de-papel').code}"),
        Stop("verify", f"/verify?table={over}"),
        Stop("message", "/credits"),
        Stop("message", f"/t/{gathering}/device"),
        Stop("message", f"/t/{gathering}/take#{FILE}"),
        Stop("error", "/t/no-such-table"),
        Stop("error", "/nothing/here"),
        Stop("docs", "/api/docs"),
        Stop("gallery", "/gallery", prepare=unfold),
    ]
    await guest.context.add_cookies([{"name": "tables", "value": "/".join(codes[-8:]), "url": house.url}])
    return found
