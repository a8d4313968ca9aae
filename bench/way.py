"""The way of one move through the code: from the click to what three readers are sent, as files and hops between them.

python -m bench.way

Four people sit at a drawn table of Thieves in a house of this process; one of them decides, and the calls that its
server's thread makes until every stream has told the others are followed. A hop is a call or a return that leads from a
file of ours to another one of ours.
"""

from __future__ import annotations

import random
import re
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import httpx
from tests.web.house import House

import speelhol

from .house import asked_in_html

OURS = str(Path(speelhol.__file__).parent)
GAME, SEATS = "thieves", 4
PATIENCE = 20
FORM = {"content-type": "application/x-www-form-urlencoded", "x-speelhol": "listens"}
WARM = 5


class Way:
    """Which files of ours were entered one after the other, while somebody looked."""

    def __init__(self) -> None:
        self.looking = False
        self.files: list[str] = []
        threading.setprofile(self.follow)

    def follow(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.looking or event not in ("call", "return") or threading.current_thread().name != "house":
            return
        at: FrameType | None = frame if event == "call" else frame.f_back
        if at is not None and at.f_code.co_filename.startswith(OURS):
            file = at.f_code.co_filename.removeprefix(OURS + "/")
            if not self.files or self.files[-1] != file:
                self.files.append(file)


class Reader:
    """Somebody at the table with an open page."""

    def __init__(self, url: str, name: str) -> None:
        self.client = httpx.Client(base_url=url, follow_redirects=True, timeout=PATIENCE)
        self.client.headers["origin"] = url
        self.client.get("/")
        self.name = name
        self.told = threading.Event()

    def listen(self, code: str) -> None:
        """Hear of news from now on, beside everything else; returns when the stream is open."""
        page = self.client.get(f"/t/{code}").text
        (live,) = re.findall(r'data-live="([^"]+)"', page)
        open_ = threading.Event()
        threading.Thread(target=self._hear, args=(live.replace("&amp;", "&"), open_), daemon=True).start()
        open_.wait(PATIENCE)

    def _hear(self, live: str, open_: threading.Event) -> None:
        with self.client.stream("GET", live, headers={"x-speelhol": "1"}, timeout=None) as stream:
            for line in stream.iter_lines():
                open_.set()
                if line.startswith("data"):
                    self.told.set()


@contextmanager
def evening(folder: Path) -> Iterator[tuple[str, list[Reader]]]:
    """A table in play, everybody's page open."""
    house = House(folder)
    house.open()
    people = [Reader(house.url, name) for name in ("Ann", "Bob", "Cleo", "Dirk")]
    host = people[0].client
    opened = host.post("/new", data={"game": GAME, "seats": str(SEATS), "name": "Ann"})
    code = opened.url.path.rpartition("/")[2]
    for one in people[1:]:
        one.client.post(f"/t/{code}/sit", data={"name": one.name})
    host.post(f"/t/{code}/deal")
    for one in people:
        one.listen(code)
    yield code, people
    house.close()


def decide(code: str, people: list[Reader], way: Way, looking: bool) -> None:
    """Whoever is asked decides, and all are told."""
    pages = [(one, asked_in_html(one.client.get(f"/t/{code}").text)) for one in people]
    asked, form = next((one, form) for one, form in pages if form.parts)
    body = urlencode([("seat", str(people.index(asked))), *form.filled_in(random.Random(1))])
    for one in people:
        one.told.clear()
    way.looking = looking
    asked.client.post(f"/t/{code}/act", content=body, headers=FORM)
    for one in people:
        one.told.wait(PATIENCE)
    way.looking = False


def walk(folder: Path) -> Way:
    """Follow one decision, after a few that load what is loaded once."""
    way = Way()
    with evening(folder) as (code, people):
        for number in range(WARM + 1):
            decide(code, people, way, number == WARM)
    threading.setprofile(None)
    return way


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        found = walk(Path(place))
    print(f"{len(set(found.files))} files, {len(found.files) - 1} hops between them with {SEATS} readers")
    for file, times in Counter(found.files).most_common():
        print(f"{times:6} {file}")
