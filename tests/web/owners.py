"""Houses with an owner, and who comes there: what tests of the owner's side share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from speelhol.den.admin import AdminSettings
from speelhol.web.server.app import create_app
from tests.house import served, url

KEY = "the-owners-key-0123456789"
OWNER = AdminSettings(KEY)


@contextmanager
def house(path: Path, admin: AdminSettings = OWNER, generosity: float = 100.0, **more: Any) -> Iterator[str]:
    with served(create_app(url(path), 0.0, generosity, 0, admin=admin, **more)) as address:
        yield address


@contextmanager
def visitor(address: str) -> Iterator[httpx.Client]:
    """Somebody with a browser of their own."""
    with closing(httpx.Client(base_url=address, follow_redirects=True)) as client:
        client.get("/")
        yield client


@contextmanager
def owner(address: str, name: str = "Olga") -> Iterator[httpx.Client]:
    with visitor(address) as client:
        assert client.post("/admin/enter", data={"key": KEY, "name": name}).status_code == 200
        yield client


def do(who: httpx.Client, deed: str, **data: str) -> httpx.Response:
    return who.post(f"/admin/do/{deed}", data=data)


def opened(who: httpx.Client, name: str, **more: str) -> str:
    """A table that somebody opened: its path."""
    data = {"game": "thieves", "seats": "3", "name": name, **more}
    answer = who.post("/new", data=data)
    assert answer.status_code == 200
    return answer.url.path


def sits(who: httpx.Client, path: str, name: str) -> httpx.Response:
    return who.post(f"{path}/sit", data={"name": name})


def dealt(host: httpx.Client, *guests: tuple[httpx.Client, str], **more: str) -> str:
    path = opened(host, "Hanna", **more)
    for who, name in guests:
        assert sits(who, path, name).status_code == 200
    host.post(f"{path}/fill")
    assert host.post(f"{path}/deal").status_code == 200
    return path


def people_in(page: str) -> dict[str, str]:
    """Whom a page of the owner can ban, by name."""
    found = re.findall(r'name="people" value="([^"]*)">\s*<input type="hidden" name="name" value="([^"]*)"', page)
    return {name: people for people, name in found}
