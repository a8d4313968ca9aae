"""Tables of our own house under load: pages as browsers keep them, and programs over JSON."""

from __future__ import annotations

import html
import random
import re
from typing import Any
from urllib.parse import urlencode

import msgspec

from speelhol.web.table.patch import patched

from .light_clients import Answer, Listener
from .load import SEATS, LoadedTable, Viewer

AGENT = (
    "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
    "Safari/537.36\r\nAccept-Language: en-GB,en;q=0.9\r\n"
)
"""What a browser says of itself with every request."""
PROGRAM = "User-Agent: python-httpx/0.28.1\r\nAccept: */*\r\nContent-Type: application/json\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded;charset=UTF-8\r\nAccept: */*\r\n"


# ---- pages

LIVE = re.compile(r'data-live="([^"]+)"')
ACT = re.compile(r'<form[^>]* id="act".*?</form>', re.DOTALL)
MOMENT = re.compile(r'name="moment" value="(\w+)"')
PART = re.compile(r'name="part" value="([^"]*)"')
SELECT = re.compile(r'name="([^"]+)"[^>]*><option value="([^"]*)"')
AMOUNT = re.compile(r'type="number"[^>]* name="([^"]+)" min="(-?\d+)"[^>]* step="(\d+)"')


class Asked(msgspec.Struct, frozen=True):
    """What somebody is asked: the values that a form takes, and for which moment."""

    moment: str = ""
    parts: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """The first values of all that there is to fill in."""

    def filled_in(self, rng: random.Random) -> list[tuple[str, str]]:
        """The form with one of its parts chosen."""
        part = self.parts[int(rng.random() * len(self.parts))]
        mine = ((name, value) for name, value in self.fields if name.startswith(part + "."))
        return [("moment", self.moment), ("part", part), *mine]


def asked_in_html(page: str) -> Asked:
    """What a page, or a piece of it, asks."""
    found = ACT.search(page)
    if found is None:
        return Asked()
    form = found[0]
    fields = [(name, html.unescape(value)) for name, value in SELECT.findall(form)]
    fields += [(name, low if int(low) else step) for name, low, step in AMOUNT.findall(form)]
    return Asked(MOMENT.findall(form)[0], tuple(map(html.unescape, PART.findall(form))), tuple(fields))


def asked_in_scene(dock: Any) -> Asked:
    """What a scene asks, by its dock."""
    form = dock and dock["form"]
    if not form:
        return Asked()
    offers = [form["only"]] if form["only"] else [part for group in form["groups"] for part in group["parts"]]
    fields = [field for part in form["open"] for field in part["fields"]]
    values = (f["choices"][0][0] if f["choices"] else str(f["low"] or f["step"]) for f in fields)
    names = (field["name"] for field in fields)
    return Asked(dock["moment"], tuple(offer["value"] for offer in offers), tuple(zip(names, values, strict=True)))


class Shown:
    """What an open page shows, as far as somebody needs it who plays at random: what is asked, and whether it is over.

    This is all that the load knows of how pages travel.
    """

    KEPT = ("state", "dock")

    def __init__(self, page: str) -> None:
        self._scene: dict[str, Any] = {}
        self._read(page)

    def _read(self, page: str) -> None:
        self.asked = asked_in_html(page)
        self.over = 'data-state="over"' in page

    def read(self, data: bytes) -> None:
        """A message of the stream: a page in words, or a scene, or how it differs from the one before."""
        news = msgspec.json.decode(data)
        if "html" in news:
            self._read(news["html"])
            return
        if "scene" in news:
            self._scene = self._kept(news["scene"])
        else:
            patch = {mark: self._kept(news["patch"].get(mark, {})) for mark in ("=", "~")}
            self._scene = patched(self._scene, patch)
        self.asked = asked_in_scene(self._scene["dock"])
        self.over = self._scene["state"] == "over"

    def _kept(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {name: fields[name] for name in self.KEPT if name in fields}


class Page(Viewer):
    """Somebody with a browser."""

    table: PageTable
    shown = Shown("")
    played = ""

    def read(self, data: bytes) -> None:
        self.shown.read(data)
        self.over = self.shown.over

    def decision(self, rng: random.Random) -> Any:
        asked = self.shown.asked
        if not asked.moment or asked.moment == self.played:
            return None
        return [("seat", self.seat), *asked.filled_in(rng)]

    def headers(self, path: str = "") -> str:
        """Of a request by the page at this path; without one, of a visit."""
        told = f"Cookie: speelhol={self.secret}\r\nSec-Fetch-Site: same-origin\r\n{AGENT}"
        return f"{told}Referer: http://{self.place.host}{path}\r\n" if path else told

    async def first_page(self) -> str:
        """The page of the table as it comes whole. From then on its stream brings what is new."""
        path = self.table.path
        accept = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8\r\n"
        answer = await self.line.ask("GET", path, f"{self.headers()}{accept}Upgrade-Insecure-Requests: 1\r\n")
        if answer.status != 200:
            raise ConnectionError(f"{path} was answered with {answer.status}")
        return answer.body.decode()

    async def send(self, path: str, fields: Any, at: str = "/new", script: bool = False) -> Answer:
        """A form, from the page at `at`; by its script, whose stream is open, or by itself."""
        by = "X-Speelhol: listens\r\n" if script else ""
        headers = f"{self.headers(at)}{FORM}Origin: http://{self.place.host}\r\n{by}"
        return await self.line.ask("POST", path, headers, urlencode(fields).encode())


class PageTable(LoadedTable):
    viewer = Page
    path = ""

    async def begin(self) -> None:
        """The host opens a table, the others sit down, the host deals; then everybody's page and stream come."""
        host: Page = self.viewers[0]
        opened = await host.send("/new", {"game": self.game, "seats": SEATS, "name": "P0"})
        where = next((h for h in opened.head.split(b"\r\n") if h.lower().startswith(b"location:")), b"")
        if opened.status != 303 or not where:
            raise ConnectionError(f"no table could be opened: {opened.status}")
        self.path = where.split(b":", 1)[1].strip().decode()
        for viewer in self.viewers[1:]:
            await self._do(viewer, "sit", {"name": f"P{viewer.seat}"})
        await self._do(host, "deal", {})
        seen = self.expect()
        for viewer in self.viewers:
            page = await viewer.first_page()
            viewer.shown = Shown(page)
            live = html.unescape(LIVE.findall(page)[0])
            headers = viewer.headers(self.path)
            await viewer.listen(Listener(viewer.place, live, headers, viewer.heard, self.tally))
        await self.until_seen(seen)

    async def _do(self, viewer: Page, deed: str, fields: Any) -> None:
        answer = await viewer.send(f"{self.path}/{deed}", fields, self.path, script=True)
        if answer.status != 204:
            raise ConnectionError(f"{deed} was answered with {answer.status}: {fields!r} {answer.body[:300]!r}")

    async def post(self, viewer: Page, decision: Any) -> None:
        viewer.played = viewer.shown.asked.moment
        await self._do(viewer, "act", decision)


# ---- JSON


class Told(msgspec.Struct):
    """What a program is told, as far as it needs it here."""

    agenda: list[msgspec.Raw] = []
    offers: Any = None
    moment: str = ""


class Program(Viewer):
    """A program with the key to a seat."""

    view = Told()
    played = ""
    key = ""
    reader = msgspec.json.Decoder(Told)

    def read(self, data: bytes) -> None:
        self.view = self.reader.decode(data)
        self.over = not self.view.agenda

    def decision(self, rng: random.Random) -> Any:
        if self.view.offers is None or self.view.moment == self.played:
            return None
        return {"action": pick(self.view.offers, rng), "moment": self.view.moment}

    @property
    def headers(self) -> str:
        return f"{PROGRAM}Authorization: Bearer {self.key}\r\n" if self.key else PROGRAM

    async def ask(self, path: str, body: Any) -> Any:
        answer = await self.line.ask("POST", path, self.headers, msgspec.json.encode(body))
        if answer.status >= 300:
            raise ConnectionError(f"{path} was answered with {answer.status}: {answer.body!r}")
        return msgspec.json.decode(answer.body)


def pick(offers: Any, rng: random.Random) -> Any:
    """One of the offers in their plain form."""
    if "either" in offers:
        return pick(rng.choice(offers["either"]), rng)
    if "choices" in offers:
        return rng.choice(offers["choices"])
    if "form" in offers:
        fields = {k: d["from"] if isinstance(d, dict) else rng.choice(d) for k, d in offers["fields"].items()}
        return {"do": offers["form"], **fields}
    keys = offers["keys"][: offers["parts"][0]]
    return f"{offers['split']} " + ("+".join(f"{key}:{offers['unit']}" for key in keys) or "-")


class ProgramTable(LoadedTable):
    viewer = Program
    path = ""

    async def begin(self) -> None:
        host: Program = self.viewers[0]
        opened = await host.ask("/api/tables", {"game": self.game, "seats": SEATS, "name": "P0"})
        self.path, host.key = f"/api/tables/{opened['code']}", opened["key"]
        for viewer in self.viewers[1:]:
            viewer.key = (await viewer.ask(f"{self.path}/sit", {"name": f"P{viewer.seat}"}))["key"]
        await host.ask(f"{self.path}/deal", {})
        seen = self.expect()
        for viewer in self.viewers:
            path = f"{self.path}/events"
            await viewer.listen(Listener(viewer.place, path, viewer.headers, viewer.heard, self.tally))
        await self.until_seen(seen)

    async def post(self, viewer: Program, decision: Any) -> None:
        viewer.played = viewer.view.moment
        await viewer.ask(f"{self.path}/actions", decision)
