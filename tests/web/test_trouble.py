"""What people meet when the books can't be written: a sentence, a page that stands, and play that goes on by itself."""

from __future__ import annotations

import asyncio
import random
import re
import resource
from collections.abc import Callable, Iterator
from html import unescape
from itertools import chain, repeat
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import new_secret
from speelhol.den.storage import store
from tests.disk import fill, make_room, small_disk
from tests.faults import Evening, Faults, Kind

from .conftest import Run
from .house import House
from .people import Person
from .test_serve import process

AWAY = {
    "en": "We can't save right now",
    "nl": "We kunnen nu even niets bewaren",
    "fr": "Impossible d’enregistrer pour l’instant",
}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    house = House(tmp_path)
    house.open()
    yield house
    house.close()


def visitor(house: House, language: str = "en") -> httpx.Client:
    """A browser with a cookie of its own."""
    return httpx.Client(base_url=house.url, cookies={"speelhol": new_secret(), "language": language})


def opened(client: httpx.Client) -> str:
    """The path of a new table at which the visitor sits."""
    answer = client.post("/new", data={"game": "thieves", "seats": "3", "name": "Anna"})
    assert answer.status_code == 303
    return answer.headers["location"]


def told(answer: httpx.Response) -> str:
    """What a page says, once it has been refused for want of books."""
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", answer.text)))


@pytest.mark.parametrize("language", AWAY)
def test_every_page_says_so_and_stands(house: House, language: str) -> None:
    """A plain form, the page's own script, a new table: each is told in the reader's language, and nothing is lost."""
    faults = Faults(house.den.store)
    with visitor(house, language) as client:
        path = opened(client)
        faults.arm("full")
        for headers in ({}, {"x-speelhol": "1"}, {"x-speelhol": "listens"}):
            said = told(client.post(f"{path}/say", data={"text": "lost words"}, headers=headers))
            assert AWAY[language] in said
            assert "Anna" in said
        new = client.post("/new", data={"game": "thieves", "seats": "4", "name": "Somebody Else"})
        assert AWAY[language] in told(new)
        assert 'value="Somebody Else"' in new.text
        assert client.get(path).status_code == 200
        faults.mend()
        assert client.post(f"{path}/say", data={"text": "found words"}).status_code == 303
    assert [remark.text for remark in house.table(path.rpartition("/")[2]).talk] == ["found words"]


def test_a_page_that_can_not_be_read_comes_back_by_itself(house: House) -> None:
    with visitor(house) as client:
        path = opened(client)
        house.close()
        house.open()  # no table is in memory now
        faults = Faults(house.den.store)
        faults.arm("gone")
        told(client.post("/new", data={"game": "thieves", "seats": "3", "name": "Anna"}))
        page = client.get(path)
        assert "One moment" in told(page)
        assert "can’t reach its data right now" in told(page)
        assert int(page.headers["refresh"]) > 0
        faults.mend()
        assert client.get(path).status_code == 200


class Disk:
    """A disk that is full every now and then."""

    kind: Kind = "full"

    def __init__(self, full: Callable[[], object], mend: Callable[[], object]) -> None:
        self._full, self._mend = full, mend
        self._is_full = False
        self._when = chain((False,) * 8, (True,), (False,) * 5, (True,), repeat(False))

    def before(self) -> None:
        if next(self._when):
            self._is_full = True
            self._full()

    def mend(self) -> None:
        if self._is_full:
            self._is_full = False
            self._mend()


def test_a_disk_that_is_full_in_the_middle_of_a_match(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, nothing refused is played; nor when the plug is pulled in the end."""
    folder = tmp_path / "house"
    with small_disk(folder) as disk:
        with process(folder) as (running, address):
            usual = resource.prlimit(running.pid, resource.RLIMIT_FSIZE)
            if disk:
                trouble = Disk(lambda: fill(folder), lambda: make_room(folder))
            else:  # where we may put up no disk: files that may not grow
                trouble = Disk(
                    lambda: resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (0, usual[1])),
                    lambda: resource.prlimit(running.pid, resource.RLIMIT_FSIZE, usual),
                )
            outcome = Evening(address, trouble, "thieves", "x", people=3).play(trouble.before)
            assert outcome.refused == 2
            assert outcome.found == 0
            assert outcome.whole
            running.kill()
        with process(folder) as (_, address):
            answer = httpx.get(f"{address}/api/tables/{outcome.code}/record")
            assert answer.content == outcome.record
            assert speelhol.replay(speelhol.Record.from_bytes(answer.content)).over


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "in words"])
def test_a_page_says_so_in_the_middle_of_a_match_and_goes_on(
    house: House, browser: Browser, run: Run, drawn: bool
) -> None:
    """The disk is full when somebody decides: the page tells it, and the question stays with what was chosen. It is
    full when the bots do: they go on by themselves. Nobody has to load anything."""

    async def evening() -> None:
        faults, rng = Faults(house.den.store), random.Random(3)
        anna = await Person.come(browser, house.url, "Anna", drawn=drawn)
        await anna.page.add_init_script("sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0);")
        code = await anna.open_table("thieves", 3, bots=True)
        await anna.decide(rng)
        found = await anna.fill_in(rng)
        house.settled(code)
        loads, seq = await anna.page.evaluate("sessionStorage.loads"), house.table(code).seq
        faults.arm("full")
        await anna.touch(found)
        await expect(anna.page.get_by_role("alert")).to_contain_text("save right now")
        await expect(anna.go_button).to_be_enabled()
        assert house.table(code).seq == seq
        faults.mend()
        await anna.go_button.click()
        await anna.next_touch(None, found["moment"])
        await expect(anna.page.get_by_role("alert")).to_have_count(0)
        stopped = 0
        for _ in range(5):
            found = await anna.fill_in(rng)
            house.settled(code)
            fired = faults.fired
            faults.arm("full", 2)  # the first is Anna's
            await anna.touch(found)
            for _ in range(50):
                if faults.fired > fired and house.table(code).bots_to_act:
                    stopped += 1
                    break
                await asyncio.sleep(0.01)
            faults.mend()
            faults.arm("blip", 0)  # none any more
            await anna.next_touch(None, found["moment"])
        assert stopped
        assert await anna.page.evaluate("sessionStorage.loads") == loads
        await anna.leave()

    run(evening())
