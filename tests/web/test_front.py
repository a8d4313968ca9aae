"""The front of the house: which of somebody's tables want them, and why."""

from __future__ import annotations

import re

import httpx

from speelhol.den import person_of

from .gathering import GAME, opened, visitor, watching
from .house import House
from .tour import Furniture


def test_your_tables_say_what_is_asked_and_put_finished_ones_away(house: House) -> None:
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=30) as noor:
        noor.get("/")
        made = Furniture(house, person_of(noor.cookies["speelhol"]))
        over = made.dealt("thieves", 3, 10_000)
        gathering, asked = made.seated("casa-de-papel", 5, 1), made.dealt("counterfeiters", 3, 0)
        waits = made.dealt("thieves", 3, 0)
        while 0 in waits.playing.to_act:
            made.play(waits, 0)
        for table in (over, gathering, asked, waits):
            noor.get(f"/t/{table.code}")
        page = noor.get("/").text
    listed = re.findall(r'<a class="yt(?: turn)?" href="/t/([\w-]+)">.*?<small>(.*?)</small>', page, re.DOTALL)
    now = dict(listed)
    assert [code for code, _ in listed] == [asked.code, waits.code, gathering.code, over.code]
    assert page.index('<details class="ypast">') < page.index(f'href="/t/{over.code}"')
    question = asked.game.speak("en", asked.names).ask(asked.view(0))
    assert now[asked.code] == re.split(r"(?<=[.?!]) ", question)[0]
    assert now[waits.code].startswith("Still thinking: ")
    assert now[gathering.code] == f"{gathering.code} · 3 / 5 chairs taken"
    assert page.count('href="/static/art.svg#c-printer"') == 2  # the room's own sign, and not the same for all


def test_the_rooms_come_before_tables_that_are_not_there(house: House) -> None:
    """Who waits for players is the first thing to see; where nobody does, the games are."""
    with visitor(house) as host, visitor(house) as guest:

        def order() -> bool:
            page = guest.get("/").text
            return page.index('class="openhere"') < page.index('class="doors"')

        path = host.post("/new", data={"game": "thieves", "seats": "3", "name": "Ann", "listed": "1"}).headers[
            "location"
        ]
        with watching(host, path) as news:
            next(news)
            assert order()
        shown, house.den.lobby.shown = house.den.lobby.shown, ()
        assert not order()
        house.den.lobby.shown = shown


def test_who_plays_for_the_first_time_is_offered_the_lesson(house: House) -> None:
    """Once, by the button that deals at once; whoever wants to play without it does, and is not asked again."""
    wants = {"game": "thieves", "seats": "3", "bots": "1", "absent": "vote", "name": "Guest", "quick": "1"}
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=30) as noor:
        noor.get("/")
        page = noor.post("/new", data=wants)
        assert page.url.path == "/new"
        assert 'action="/learn/thieves"' in page.text
        filled = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(.*?)">', page.text))
        assert filled == {**wants, "back": "/"}  # which is that of the languages
        assert noor.post("/new", data={**filled, "knows": "1"}).url.path.startswith("/t/")
        assert noor.post("/new", data=wants).url.path.startswith("/t/")
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=30) as bram:
        bram.get("/")
        lesson = bram.post("/learn/thieves").url.path
        assert lesson.startswith("/t/")
        bram.get(f"/learn/thieves?lesson=1&finished={lesson.rpartition('/')[2]}")
        assert bram.post("/new", data=wants).url.path.startswith("/t/")


def test_only_a_lesson_is_forgotten_and_only_by_our_own_pages(house: House) -> None:
    """A link elsewhere makes no browser forget a table; nor does any link, one that is no lesson of theirs."""
    with visitor(house) as one:
        paths = [opened(one), str(one.post(f"/learn/{GAME}").headers["location"])]
        for path in paths:
            one.get(path)
        table, lesson = (path.removeprefix("/t/") for path in paths)

        def finishes(code: str, site: str) -> str:
            one.get(f"/learn/{GAME}?finished={code}", headers={"sec-fetch-site": site, "sec-fetch-dest": "document"})
            return one.cookies["tables"]

        for code, site in (
            (table, "cross-site"),
            (table, "same-origin"),
            (lesson, "cross-site"),
            (lesson, "same-site"),
        ):
            assert {table, lesson} <= set(finishes(code, site).strip('"').split("/")), (code, site)
        assert finishes(lesson, "same-origin").strip('"').split("/") == [table]
