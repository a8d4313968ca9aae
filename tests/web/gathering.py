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
    with who.stream("GET", f"{path}/live?holder=", timeout=60) as stream:
        yield pages(stream.iter_lines())


def pages(lines: Iterator[str]) -> Iterator[dict[str, object]]:
    """What is new on the page; heartbeats and what the house tells everybody have names and are left out."""
    named = False
    for line in lines:
        if line.startswith("data: ") and not named:
            yield json.loads(line.removeprefix("data: "))
        named = line.startswith("event: ")


def dealt(host: httpx.Client, *guests: tuple[httpx.Client, str]) -> str:
    """A table that is being played, with these people and bots in the other chairs: its path."""
    path = opened(host)
    for who, name in guests:
        assert sits(who, path, name) == 303
    host.post(f"{path}/fill")
    assert host.post(f"{path}/deal").status_code == 303
    return path
