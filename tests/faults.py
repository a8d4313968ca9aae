"""A store that fails at the Nth write, on purpose; and people who go on when it works again.

For `tests/den/storage/test_faults.py`, where every write of a match fails once, and for `python -m bench.faults`, where
every match has one fault and every write of it gets its match.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal, Protocol

import httpx
import sqlalchemy as sa
from msgspec import Struct

import speelhol
from speelhol.client import View, read_view
from speelhol.den.storage import postgres
from speelhol.den.storage.store import Store

Kind = Literal["blip", "cut", "full", "gone", "torn"]
KINDS: dict[Kind, str] = {
    "blip": "one write fails, the next is good",
    "cut": "one write is done and its answer is lost",
    "full": "nothing can be written; what was written can be read",
    "gone": "nothing can be written or read",
    "torn": "one write is done and its answer is lost; then nothing can be written or read",
}
LASTING = ("full", "gone", "torn")
"""Those that last until somebody mends the store."""
DONE = ("cut", "torn")
"""Those that come after the write."""

PATIENCE = 20.0

SAID = (
    (sqlite3.SQLITE_FULL, "database or disk is full"),
    (sqlite3.SQLITE_IOERR, "disk I/O error"),
    (sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
    (sqlite3.SQLITE_BUSY, "database is locked"),
    (sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
)


class Faults:
    """Stands between a store and its database; nothing fails before it is armed."""

    def __init__(self, store: Store) -> None:
        self._sqlite = not store.shared
        for engine in store.engines:
            commit = engine.dialect.do_commit
            engine.dialect.do_commit = partial(self._do, commit)  # type: ignore[method-assign]
            sa.event.listen(engine, "checkout", self._reach)
        if isinstance(store.writer, postgres.Writer):
            store.writer.ask = partial(self._ask, store.writer.ask)  # type: ignore[method-assign]
        self.kind: Kind = "blip"
        self._left = 0
        self._broken = False
        self.fired = 0
        """How often the fault has come that was waited for."""

    def arm(self, kind: Kind, at: int = 1) -> None:
        """Let the so-manyth write from now on fail."""
        self.kind, self._left = kind, at

    def mend(self) -> None:
        """What is broken works again."""
        self._broken = False

    def _do(self, commit: Callable[[Any], None], connection: Any) -> None:
        fails = self._count()
        if not fails or self.kind in DONE:
            commit(connection)
        if fails:
            raise self._error()

    async def _ask(self, ask: Callable[..., Awaitable[Any]], *given: Any) -> Any:
        fails = self._count()
        answer = await ask(*given) if not fails or self.kind in DONE else None
        if fails:
            raise self._error()
        return answer

    def _count(self) -> bool:
        """Whether the write that begins now is to fail."""
        if self._broken:
            raise self._error()
        self._left -= 1
        if self._left != 0:
            return False
        self.fired += 1
        self._broken = self.kind in LASTING
        return True

    def _reach(self, *_: object) -> None:
        if self._broken and self.kind != "full":
            raise self._error()

    def _error(self) -> Exception:
        if not self._sqlite:
            return ConnectionResetError("the line broke")
        code, words = SAID[self.fired % len(SAID)]
        error = sqlite3.OperationalError(words)
        error.sqlite_errorcode = code
        return error


class Outcome(Struct):
    """What came of a match in a house whose store failed."""

    code: str = ""
    noted: dict[int, list[str]] = {}
    """By seat, what was acknowledged, or refused and found at the table all the same."""
    refused: int = 0
    """How often somebody was told that it could not be done right now."""
    found: int = 0
    """How often it had been written all the same."""
    record: bytes = b""

    @property
    def whole(self) -> bool:
        """Whether the record holds what was acknowledged: all of it, once, in order."""
        actions = speelhol.Record.from_bytes(self.record).actions
        return all([text for s, text in actions if s == seat] == noted for seat, noted in self.noted.items())


class Trouble(Protocol):
    """What the people of an evening need to know of a fault."""

    kind: Kind

    def mend(self) -> None:
        """What is broken works again."""


class Evening:
    """Some people, and bots in the other chairs, play a match over HTTP, whatever the store does."""

    def __init__(self, url: str, faults: Trouble, game: str, seed: str, people: int = 2) -> None:
        self.line = httpx.Client(base_url=url, timeout=PATIENCE)
        self.faults = faults
        self.game = game
        self.people = people
        self.rng = random.Random(seed)
        self.outcome = Outcome(noted={})

    def play(self, before: Callable[[], object]) -> Outcome:
        """Play to the end. `before` is called before everything that people or bots do, and may arm a fault."""
        self.before = before
        with self.line:
            keys = self.seat()
            self.insist("POST", f"{self.path}/bots", keys[0], again="seat-taken")
            self.insist("POST", f"{self.path}/deal", keys[0], again="already-dealt")
            while not (views := [self.look(key) for key in keys])[0].over:
                asked = next((seat for seat, view in enumerate(views) if view.my_turn), None)
                if asked is not None:
                    self.move(keys[asked], views[asked])
                else:
                    self.faults.mend()  # for a bot that could not write
            self.outcome.record = self.line.get(f"{self.path}/record").content
        return self.outcome

    def seat(self) -> list[str]:
        """People sit down at a new table; their keys."""
        body = {"game": self.game, "seats": speelhol.game(self.game).seats[0], "name": "P0"}
        host = self.insist("POST", "/api/tables", "", body).json()
        self.outcome.code = host["code"]
        self.path = f"/api/tables/{host['code']}"
        keys = [host["key"]]
        for number in range(1, self.people):
            guest = self.insist("POST", f"{self.path}/sit", "", {"name": f"P{number}"}, again="name-taken")
            if not guest.is_success:  # they sit there and were never given their key: all try another table, in peace
                before, self.before = self.before, lambda: None
                keys = self.seat()
                self.before = before
                return keys
            keys.append(guest.json()["key"])
        return keys

    def look(self, key: str) -> View:
        """What a seat sees; while nothing can be read there is nothing to see."""
        last = time.monotonic() + PATIENCE
        while (answer := self.ask("GET", f"{self.path}/view?since=1000000000", key)).status_code == 503:
            assert time.monotonic() < last
            self.faults.mend()
        return read_view(answer.json())

    def move(self, key: str, view: View) -> None:
        """Play something and note it once the house has acknowledged it, or shows it all the same."""
        assert view.seat is not None
        assert view.offers is not None
        action = str(view.offers.sample(self.rng))
        body = {"action": action, "moment": view.moment}

        def shown() -> bool:
            return self.look(key).moment != view.moment

        answer = self.insist("POST", f"{self.path}/actions", key, body, "stale", shown)
        self.outcome.noted.setdefault(view.seat, []).append(action)
        self.outcome.found += answer.status_code == 409
        self.before()  # for the bot that is next

    def insist(
        self,
        method: str,
        path: str,
        key: str,
        body: dict[str, Any] | None = None,
        again: str = "",
        shown: Callable[[], bool] = lambda: True,
    ) -> httpx.Response:
        """Do something until it is done.

        again: how the house refuses it when it was done the first time
        shown: whether the house shows that it was; it has to do so by itself
        """
        self.before()
        answer = self.ask(method, path, key, body)
        if answer.status_code != 503:
            assert answer.is_success, answer.text
            return answer
        assert self.faults.kind in LASTING
        self.outcome.refused += 1
        self.faults.mend()
        done = self.faults.kind == "torn" and waited(shown)
        answer = self.ask(method, path, key, body)
        assert answer.is_success or (done and answer.json()["reason"] == again), answer.text
        return answer

    def ask(self, method: str, path: str, key: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """An answer, which says no in a sentence, and when to try again."""
        headers = {"authorization": f"Bearer {key}"} if key else {}
        answer = self.line.request(method, path, headers=headers, json=body)
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        if answer.status_code == 503:
            said = answer.json()
            assert said["reason"] == "books-away"
            assert said["error"].endswith(".")
            assert int(answer.headers["retry-after"]) > 0
        return answer


def waited(holds: Callable[[], bool]) -> bool:
    """Whether something comes about by itself."""
    last = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > last:
            return False
        time.sleep(0.01)
    return True
