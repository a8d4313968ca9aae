"""Visitors without a browser at a table that waits for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from .house import House

GAME, SEATS = "cash-and-run", 4


@contextmanager
def visitor(house: House, name: str = "") -> Iterator[httpx.Client]:
    cookies = {"name": name} if name else {}
    with httpx.Client(base_url=house.url, cookies=cookies, headers={"accept-language": "en"}) as client:
        yield client


def opened(host: httpx.Client, seats: int = SEATS) -> str:
    """A table that waits for people: its path."""
    return str(host.post("/new", data={"game": GAME, "seats": str(seats), "name": "Ann"}).headers["location"])


def sits(who: httpx.Client, path: str, name: str) -> int:
    return who.post(f"{path}/sit", data={"name": name}).status_code


@contextmanager
def watching(who: httpx.Client, path: str) -> Iterator[Iterator[dict[str, object]]]:
    """What a page is told by its stream, while it is open."""
    with who.stream("GET", f"{path}/live?face=", timeout=60) as stream:
        lines = stream.iter_lines()
        yield (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: "))
