"""Notes that somebody writes for themselves at a table: kept with the seat, in nobody else's hands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from playwright.async_api import Browser, expect

from speelhol.den.tables import entries, notes
from speelhol.kernel.timeline import ALL, OPEN
from speelhol.web.pages.replay import Replayed, drawn, timeline_of
from speelhol.web.text.templates import Reader

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_replay import finished

NOTED = "Ann bluffs whenever she sighs"


def dealt(house: House, ann: httpx.Client, bram: httpx.Client) -> str:
    """A table of three at which Ann and Bram sit and a bot: its path."""
    path = str(ann.post("/new", data={"game": "thieves", "seats": "3", "name": "Ann"}).headers["location"])
    bram.get(path)
    bram.post(f"{path}/sit", data={"name": "Bram"})
    ann.post(f"{path}/fill", data={})
    ann.post(f"{path}/deal", data={})
    assert house.table(path.rpartition("/")[2]).match is not None
    return path


def test_notes_are_kept_and_nobody_else_reads_them(tmp_path: Path) -> None:
    """After a restart, too; not on another's page, nor at the open table, nor by whoever names the seat."""
    house = House(tmp_path, bot_pause=3600)
    house.open()
    with httpx.Client(base_url=house.url) as ann, httpx.Client(base_url=house.url) as bram:
        path = dealt(house, ann, bram)
        form = {"seat": "1", "text": f"{NOTED}\r\n\u200b\x00no 7 &lt;"}
        assert bram.post(f"{path}/note", data=form, headers={"x-speelhol": "1"}).status_code == 204
        for asks in (f"{path}/notes?seat=1", path, f"{path}/table", f"/api/tables{path.removeprefix('/t')}/view"):
            assert NOTED not in ann.get(asks).text
        assert ann.get(f"{path}/notes?seat=1").status_code == 403
        assert ann.post(f"{path}/note", data={"seat": "1", "text": "mine"}).status_code == 403
        house.close()
        house.open()
        read = bram.get(f"{path}/notes?seat=1", headers={"x-speelhol": "1"}).text
        assert f">{NOTED}\nno 7 &amp;lt;</textarea>" in read
        assert bram.post(f"{path}/note", data={"seat": "1", "text": ""}).headers["location"] == path
        assert NOTED not in bram.get(f"{path}/notes?seat=1").text
    house.close()


def test_notes_do_not_fill_the_log(still_house: House) -> None:
    """Neither long ones, nor the same ones again; and not without end."""
    with httpx.Client(base_url=still_house.url) as ann, httpx.Client(base_url=still_house.url) as bram:
        path = dealt(still_house, ann, bram)
        table = still_house.table(path.rpartition("/")[2])
        for text in ("x" * 5_000, "x" * notes.LONGEST, "\n".join("abc") * 900):
            bram.post(f"{path}/note", data={"seat": "1", "text": text})
            assert len(table.notes[1].text) <= notes.LONGEST
        assert table.notes[1].times == 2
        table.notes = (table.notes[0], notes.SeatNotes("full", notes.MOST), table.notes[2])
        refused = bram.post(f"{path}/note", data={"seat": "1", "text": "more"}, headers={"x-speelhol": "1"})
        assert (refused.status_code, refused.headers["content-type"]) == (409, "text/plain; charset=utf-8")
        assert "they stay as they are" in refused.text


def test_notes_stand_in_the_replay_of_who_wrote_them() -> None:
    """Through the eyes of their own seat; nobody else reads them there, whosever eyes they choose."""
    table = finished("thieves", 3, {})
    table.apply(entries.NotesWritten(1, NOTED))
    timeline = timeline_of(table)
    seen = {
        (person, eyes)
        for person in ("p0", "p1", "somebody")
        for eyes in (0, 1, ALL, OPEN)
        if NOTED in str(drawn(Replayed(Reader("en", person, words=True), table, timeline, 3, eyes).shown("")))
    }
    assert seen == {("p1", 1)}


def test_somebody_takes_notes(still_house: House, browser: Browser, run: Run) -> None:
    """Unfolded at the table, kept when one leaves the field, still there after a reload and when others act."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **{**POCKET, "locale": "nl"})
        code = await noor.open_table("casablanca", 3, bots=True)
        await noor.page.locator(".topbar a[href='#log']").click()
        await noor.page.locator(".notes > summary").click()
        await noor.page.locator("#note").fill("Abel zucht bij 7")
        await noor.page.locator("#say").fill("Hallo")
        await expect(noor.page.locator(".noting output")).to_have_text("Bewaard.")
        await noor.page.locator(".say .btn").click()
        await expect(noor.page.locator(".log > .said").first).to_have_text("Noor: Hallo")
        await expect(noor.page.locator("#note")).to_have_value("Abel zucht bij 7")
        assert still_house.table(code).notes[0].text == "Abel zucht bij 7"
        await noor.page.reload()
        await noor.page.locator(".notes > summary").click()
        await expect(noor.page.locator("#note")).to_have_value("Abel zucht bij 7")
        await asyncio.gather(noor.leave())

    run(evening())
