"""A house on a real port, with as many browsers as there are visitors."""

from __future__ import annotations

import asyncio
import inspect
import random
from collections.abc import Callable
from typing import Any

import httpx
from litestar import Litestar

import speelhol
from speelhol.den import Den, Table

GAME = "casa-de-papel"
SEATS = speelhol.game(GAME).seats[0]


class House:
    """The application, with as many browsers as there are visitors."""

    def __init__(self, app: Litestar, client: httpx.Client) -> None:
        self.app = app
        self.client = client
        self.den: Den = app.state.den

    def visitor(self) -> Browser:
        return Browser(self)

    def run(self, what: Callable[..., Any], *values: Any) -> Any:
        """Do something, or await it, where the house does its own things."""

        async def call() -> Any:
            found = what(*values)
            return await found if inspect.isawaitable(found) else found

        assert self.den.timers._task is not None
        return asyncio.run_coroutine_threadsafe(call(), self.den.timers._task.get_loop()).result(60)

    def finish(self, table: Table) -> None:
        """Play a match to its end."""
        rng = random.Random(2)

        async def play() -> None:
            while table.phase != "over":
                seat = table.playing.to_act[0]
                await self.den.play(table, seat, table.playing.legal(seat).sample(rng))

        self.run(play)

    def table(self, code: str) -> Table:
        table = self.den.memory.at_hand(code)
        assert table is not None
        return table

    def opened(self, people: int = 1, deal: bool = True) -> tuple[Table, list[Browser]]:
        """A table with people on pages in its first chairs and bots in the others."""
        host = self.visitor()
        host.post("/new", game=GAME, seats=str(SEATS), name="P0")
        code = host.last.headers["location"].removeprefix("/t/")
        guests = [self.visitor() for _ in range(1, people)]
        for number, guest in enumerate(guests, 1):
            assert guest.post(f"/t/{code}/sit", seat=str(number), name=f"P{number}").status_code == 303
        if deal:
            host.post(f"/t/{code}/fill")
            assert host.post(f"/t/{code}/deal").status_code == 303
        return self.table(code), [host, *guests]


class Browser:
    """Somebody with a cookie jar of their own."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cookies: dict[str, str] = {}
        self.last: httpx.Response

    def _send(self, method: str, path: str, headers: dict[str, str], **more: Any) -> httpx.Response:
        client = self.house.client
        client.cookies.clear()
        sent = {**headers}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        self.last = client.request(method, path, headers=sent, follow_redirects=False, **more)
        self.cookies |= dict(self.last.cookies.items())
        return self.last

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self._send("GET", path, {k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path: str, /, headers: Any = None, **form: str) -> httpx.Response:
        return self._send("POST", path, headers or {}, data=form)


def offered(table: Table, seat: int) -> str:
    return str(table.playing.legal(seat).sample(random.Random(1)))


def bearer(house: House, table: Table, seat: int) -> dict[str, str]:
    """The key to a seat, for a program; whoever sits there has been told that one uses it."""
    house.run(house.den.use_key, table, seat, "")
    return {"authorization": f"Bearer {house.den.key(table, seat)}"}
