"""The whole tour of the house: beside its rooms (tour.py) the owner's side, whatever belongs to a table without being
it, and what is shown in place of a page."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar
from playwright.async_api import Page

import speelhol
from speelhol.den import Table, person_of
from speelhol.den import reports as reporting

from . import tour
from .house import House
from .owners import KEY
from .people import Person
from .tour import FRIEND, LONG, Furniture, Prepare, Stop, at_home, fullest, unfold

UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitaen" * 7
"""More than any line holds, without a place to break it."""
STRANGER = "somebody-who-came-from-elsewhere"
BANNED = "somebody-whom-the-owner-banned"
"""Cookies of other people."""
NO_PAGES = (
    r"/api/(?!docs).*", r"/static/.*", r"/scripts/.*", r"/tables/.*", r"/postcards/.*", r".*\.(js|svg|png)",
    r"/health|/ready|/metrics", r"/t/\{code\}/record", r"/t/gallery/.*",
)  # fmt: skip
"""Paths at which there is something else than a page to look at: data, pictures, scripts; of the gallery what its
tables ask for."""


# ---- what is done before one looks


def opened_again(before: Callable[[], Any], after: Callable[[], Any]) -> Prepare:
    """The page is opened once more while something is otherwise in the house."""

    async def prepare(page: Page) -> None:
        before()
        await page.reload()
        after()
        await everything(page)

    return prepare


@asynccontextmanager
async def without(page: Page, *names: str) -> Any:
    """A browser that forgets some cookies for a while."""
    kept = await page.context.cookies()
    for name in names:
        await page.context.clear_cookies(name=name)
    yield
    for name in names:
        await page.context.clear_cookies(name=name)
    await page.context.add_cookies(kept)  # type: ignore[arg-type] # as Playwright gave them


def as_other(secret: str, *forgets: str, then: Callable[[Page], Awaitable[Any]] = Page.reload) -> Prepare:
    """The page is opened once more by somebody else."""

    async def prepare(page: Page) -> None:
        async with without(page, "speelhol", *forgets):
            await page.context.add_cookies([{"name": "speelhol", "value": secret, "url": page.url}])
            await then(page)

    return prepare


async def at_once(page: Page) -> None:
    """Somebody who has never been here wants to play at once."""
    async with page.expect_navigation(wait_until="load"):
        await page.evaluate(
            """() => {
                const form = Object.assign(document.createElement("form"), { method: "post", action: "/new" });
                for (const [name, value] of [["game", "thieves"], ["seats", "3"], ["quick", "1"]])
                    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
                document.body.append(form);
                form.submit();
            }"""
        )
    await page.locator("form[action='/learn/thieves']").wait_for()


async def everything(page: Page) -> None:
    """Whatever is folded away is opened."""
    await page.evaluate(tour.OPEN, "details")


async def looked_back(page: Page) -> None:
    """The bots have seen what could have been better."""
    await page.locator(".turns, section.block > p:first-child").first.wait_for()


# ---- the tour


class Owned:
    """A house about which its owner has been told much."""

    def __init__(self, house: House, person: str, made: Furniture) -> None:
        self.house = house
        self.person = person
        self.made = made

    def told(self) -> Table:
        """A table at which somebody talks without a space, and was reported for it."""
        den, table = self.house.den, self.made.dealt("thieves", fullest("thieves"), 3)
        for text in ("You are all wretched fools, and I have seen better liars in a nunnery.", UNBROKEN):
            at_home(self.house, den.say(table, 1, "friend", text))
            at_home(self.house, den.say(table, 0, self.person, "Please be kind to each other, it is a game."))
        for what, why in (("talk:2", UNBROKEN[:200]), ("name:1", "again and again, and to everybody at the table")):
            at_home(self.house, reporting.report(den, table, self.person, what, why))
        return table

    def stops(self, table: Table) -> list[Stop]:
        """Every page of the owner's side."""
        admin, limits = self.house.den.admin, self.house.app.state.limits
        for who, name in ((self.person, LONG), ("friend", FRIEND)):
            for place in ("203.0.113.7", "198.51.100.9"):
                self.in_the_house(partial(admin.note_visit, who, place, name, openly=True))
        at_home(self.house, admin.write_down(LONG, "announce", UNBROKEN))
        at_home(self.house, admin.ban("Olga", [person_of(BANNED)], LONG, 7, places=False))
        at_home(self.house, admin.ban_range("Olga", "2001:db8:1:2::/64", 30))
        generous = limits.generosity

        def usual(on: bool) -> Callable[[], None]:
            return lambda: setattr(limits, "generosity", 1.0 if on else generous)

        overview = Stop("the owner's", "/admin", prepare=opened_again(usual(True), usual(False)))
        parts = ("/tables", f"/tables/{table.code}", "/people", "/reports", "/bans", "/log")
        return [overview, *(Stop("the owner's", f"/admin{one}", prepare=everything) for one in parts)]

    def in_the_house(self, do: Callable[[], Any]) -> None:
        async def doing() -> None:
            do()

        at_home(self.house, doing())

    def announced(self) -> Stop:
        """A page while the owner tells everybody something."""
        admin = self.house.den.admin

        def say(text: str) -> Callable[[], Any]:
            return lambda: at_home(self.house, admin.announce("Olga", text))

        long = f"The kitchen closes at ten tonight, so order before that, please, all of you. {UNBROKEN[:100]}"
        return Stop("announced", "/lobby", prepare=opened_again(say(long), say("")))


async def stops(house: House, guest: Person) -> list[Stop]:
    """Every page of the house, for a guest who sits at many tables and holds the owner's key."""
    found = await tour.stops(house, guest)
    secret = next(str(one["value"]) for one in await guest.context.cookies() if one.get("name") == "speelhol")
    me = person_of(secret)
    made = Furniture(house, me)
    own = Owned(house, me, made)
    over = next(one.path for one in found if one.kind == "over")
    asked = next(one.path for one in found if one.kind == "hinted")
    table = own.told()
    closed, barred = (
        made.dealt("casablanca", fullest("casablanca"), 1),
        made.seated("counterfeiters", 4, 0, host="host"),
    )
    at_home(house, house.den.close_table(closed, me))
    at_home(house, house.den.sit(barred, 2, me, "Noor"))
    at_home(house, house.den.remove(barred, 2, "host", bar=True))
    gathering = made.seated("casa-de-papel", 8, 3).code
    await guest.context.request.post(f"{guest.url}/admin/enter", form={"key": KEY, "name": "Olga"})
    for game in speelhol.games():
        found.append(Stop("summary", f"/rules/{game}/summary"))
        if game != "thieves":  # which was played out already
            path = f"/t/{made.dealt(game, fullest(game), 10_000).code}"
            found += [Stop("over", path, look, unfold) for look in ("drawn", "words")]
    found += [Stop("closed", f"/t/{closed.code}", look) for look in ("drawn", "words")]
    found += [
        *own.stops(table),
        Stop("the owner's key", "/admin", prepare=as_other(STRANGER, "admin")),
        Stop("report", f"/t/{table.code}/report", prepare=everything),
        Stop("big screen", f"/t/{gathering}/table"),
        Stop("notes", f"/t/{table.code}/notes?seat=0"),
        Stop("hint", f"{asked}/hint?seat=0"),
        Stop("why", f"{over}/why?at=5"),
        Stop("better", f"{over}/better", prepare=looked_back),
        Stop("no network", "/offline"),
        own.announced(),
        Stop("first match", "/", prepare=as_other(STRANGER, "tables", "admin", then=at_once)),
        Stop("barred", f"/t/{barred.code}"),
        Stop("banned", "/lobby", prepare=as_other(BANNED, "admin")),
        Stop("lobby", "/lobby", "words"),
        Stop("home", "/", "words"),
    ]
    return found


# ---- does it know every page?


def pages(app: Litestar) -> list[str]:
    """The paths of all pages of a house, as its routes name them."""
    named = {
        re.sub(r":\w+\}", "}", route.path_format if "{" in route.path else route.path): route for route in app.routes
    }
    looked_at = [path for path, route in named.items() if "GET" in (getattr(route, "methods", None) or ())]
    return sorted(path for path in looked_at if not any(re.fullmatch(one, path) for one in NO_PAGES))


def unknown(app: Litestar, tour: Iterable[Stop]) -> list[str]:
    """Pages of a house that a tour never comes to."""
    seen = {re.split(r"[?#]", stop.path)[0] for stop in tour}
    ways = {path: re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) for path in pages(app)}
    return [path for path, way in ways.items() if not any(re.fullmatch(way, one) for one in seen)]
