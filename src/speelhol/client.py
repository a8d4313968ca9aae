"""Sit at a table of a running house from Python: for bots and other programs. Needs nothing beyond Python itself.

house = House("http://localhost:8000")
chair = house.join("velvet-lamp-42", "Robota")
chair.play_with(lambda view: view.offers.sample(random))
"""

from __future__ import annotations

import http.client
import json
import secrets
import select
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from .games import game as find_game
from .kernel import NOTHING, Action, Offers

QUIET = 40.0
"""Seconds without a sign of life after which a line is dead; the house sends one every 15."""

AWAY = (502, 503, 504)
"""What a house that can't work for a moment answers, or a proxy in front of one that is not there."""


class Declined(Exception):
    """The house says no: a sentence, its HTTP status, a reason code, and the rule where the rules refuse."""

    def __init__(self, status: int, error: str, reason: str = "", rule: str = "") -> None:
        super().__init__(error)
        self.status = status
        self.reason = reason
        self.rule = rule


class View(Struct, frozen=True):
    """What a seat may know. `now`, `agenda` and `log` are plain data; `offers` can be sampled and asked."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, Any]
    rules: int
    now: Any
    agenda: list[dict[str, Any]]
    asked: list[int]
    prompt: str | None
    answer: dict[str, Any] | None
    offers: Any
    events: int
    log: list[dict[str, Any]]
    result: dict[str, Any] | None
    time: dict[str, Any]
    """Clocks: `deadlines` and `left` by seat, the seats that are `held` by a bot, and those that are `overdue`."""
    moment: str

    @property
    def over(self) -> bool:
        return not self.agenda

    @property
    def my_turn(self) -> bool:
        return bool(self.offers.count)


def read_view(plain: dict[str, Any]) -> View:
    """A view out of its JSON form, its offers alive again."""
    offers: Offers = NOTHING if plain["offers"] is None else find_game(plain["game"]).read_offers(plain["offers"])
    return msgspec.convert({**plain, "offers": offers}, View)


Choose = Callable[[View], Action | str]
"""A bot: a view in, an action out."""


class Connection:
    """Requests to one house over a connection that is kept open."""

    def __init__(self, url: str, timeout: float = 30.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a house, such as http://localhost:8000.")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port, self._timeout = parts.hostname, parts.port, timeout
        self._kept: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, key: str = "", body: Any = None) -> Any:
        """The answer as plain data. Raises Declined, or OSError when the house can't be reached."""
        return json.loads(self.fetch(method, path, key, body))

    def fetch(self, method: str, path: str, key: str = "", body: Any = None) -> bytes:
        """The answer as it came."""
        while True:
            status, wait, data = self._send(method, path, key, body)
            if status == 429 and wait <= 60:
                time.sleep(max(wait, 1))
                continue
            if status in AWAY:
                raise ConnectionError(str(declined(status, data)))
            if status >= 400:
                raise declined(status, data)
            return data

    def _send(self, method: str, path: str, key: str, body: Any) -> tuple[int, int, bytes]:
        if self._kept is not None and _hung_up(self._kept):
            self.close()
        line, fresh = self._kept, self._kept is None
        if line is None:
            line = self._kept = self._kind(self._host, self._port, timeout=self._timeout)
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers(key))
            answer = line.getresponse()
            return answer.status, int(answer.headers.get("retry-after") or 0), answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if not fresh and method == "GET":  # it may only have been idle for too long
                return self._send(method, path, key, body)
            raise ConnectionError(f"The house at {self._host} does not answer.") from error

    def listen(self, path: str, key: str) -> Generator[dict[str, Any], None, None]:
        """What a stream sends, until it ends. Raises Declined, or OSError when it breaks."""
        line = self._kind(self._host, self._port, timeout=QUIET)
        try:
            line.request("GET", path, headers=headers(key))
            answer = line.getresponse()
            if answer.status in AWAY:
                raise ConnectionError(str(declined(answer.status, answer.read())))
            if answer.status >= 400:
                raise declined(answer.status, answer.read())
            for text in answer:
                if text.startswith(b"data: "):
                    yield json.loads(text[6:])
        except http.client.HTTPException as error:
            raise ConnectionError(f"The stream from {self._host} broke.") from error
        finally:
            line.close()

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _hung_up(line: http.client.HTTPConnection) -> bool:
    """Nothing is owed to us on an idle line; if something is there to read, it is the end."""
    return line.sock is None or bool(select.select([line.sock], [], [], 0)[0])


def headers(key: str) -> dict[str, str]:
    return {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})


def declined(status: int, data: bytes) -> Declined:
    try:
        said = json.loads(data)
        return Declined(status, said["error"], said.get("reason", ""), said.get("rule", ""))
    except (ValueError, LookupError, TypeError):
        return Declined(status, f"The house answered with {status}.")


class House:
    """A running house, by its address."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._line = Connection(self.url)

    def games(self) -> list[dict[str, Any]]:
        """The games, each with its seats and options."""
        games: list[dict[str, Any]] = self._line.ask("GET", "/api/games")
        return games

    def open(
        self,
        game: str,
        seats: int,
        name: str,
        bots: bool = False,
        pace: dict[str, Any] | None = None,
        *,
        level: str = "regular",
        character: str = "mixed",
        hints: str = "alone",
        **options: Any,
    ) -> Chair:
        """Open a table and sit down as its host; with `bots`, fill the other chairs and begin at once.

        pace: such as {"kind": "move", "seconds": 60, "absent": "bot"}; no clock if it is left out
        level, character: of the bots, as for `Chair.fill`
        hints: who may ask for them: "alone" (whoever plays alone against bots), "on" (everybody), "off" (nobody)
        """
        body = {"game": game, "seats": seats, "name": name, "options": options, "pace": pace or {}, "hints": hints}
        body |= {"level": level, "character": character}
        chair = self._seated(self._line.ask("POST", "/api/tables", body=body))
        chair.add_luck()
        if bots:
            chair.fill()
            chair.deal()
        return chair

    def join(self, code: str, name: str) -> Chair:
        """Take a free chair at a table."""
        chair = self._seated(self._line.ask("POST", f"/api/tables/{quote(code, safe='')}/sit", body={"name": name}))
        chair.add_luck()
        return chair

    def chair(self, code: str, seat: int, key: str) -> Chair:
        """A chair that one has the key to."""
        return Chair(self, code, seat, key)

    def _seated(self, answer: dict[str, Any]) -> Chair:
        return Chair(self, answer["code"], answer["seat"], answer["key"])

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Chair:
    """One's own seat at a table. Keep its `key` to yourself."""

    def __init__(self, house: House, code: str, seat: int, key: str) -> None:
        self.house = house
        self.code = code
        self.seat = seat
        self.key = key
        self.commitment = ""
        self.luck = ""
        """What the house had promised when this chair added its luck, and that luck: to compare with the record."""
        self._path = f"/api/tables/{quote(code, safe='')}"
        self._line = Connection(house.url)

    def _ask(self, method: str, what: str, body: Any = None) -> Any:
        return self._line.ask(method, self._path + what, self.key, body)

    def table(self) -> dict[str, Any]:
        """What everybody may know: the phase, who sits where, the code of the rematch."""
        facts: dict[str, Any] = self._ask("GET", "")
        return facts

    def add_luck(self) -> None:
        """Look at what the house promises about the deal, then add luck that nobody could foresee."""
        self.commitment = self.table()["commitment"]
        luck = secrets.token_hex(16)
        with suppress(Declined):  # dealt meanwhile, or given before
            self._ask("POST", "/luck", {"luck": luck})
            self.luck = luck

    def fill(self, level: str | None = None, character: str | None = None) -> None:
        """Fill the free chairs with bots; for the host. What is left out is as the table was opened.

        level: "beginner", "regular", "sharp" or "schemer"
        character: "even", "cautious", "bold", "liar", or "mixed" for a company of different ones
        """
        self._ask("POST", "/bots", {"level": level, "character": character})

    def take_over(self) -> None:
        """Become the host, before the match begins, once the host has been gone for a minute."""
        self._ask("POST", "/host")

    def leave(self) -> None:
        """Stand up, before the match begins."""
        self._ask("POST", "/leave")

    def send_away(self, seat: int) -> None:
        """Free somebody's chair, before the match begins; for the host. A person can't sit down here again then."""
        self._ask("POST", "/leave", {"chair": seat})

    def admit(self, who: int) -> None:
        """Let somebody in again, by their number in `table()["sent"]`; for the host."""
        self._ask("POST", "/admit", {"who": who})

    def silence(self, who: int, silent: bool = True) -> None:
        """Nobody reads what somebody says, or everybody does again, by their number in `table()["voices"]`; for the
        host."""
        self._ask("POST", "/silence", {"who": who, "silent": silent})

    def deal(self) -> None:
        """Begin the match; for the host."""
        self._ask("POST", "/deal")

    def view(self, since: int = 0) -> View:
        """What this seat may know now, with the events from number `since` on."""
        return read_view(self._ask("GET", f"/view?since={since}"))

    def views(self) -> Generator[View, None, None]:
        """A view now and whenever it has changed, once the match has begun; ends when the stream does."""
        log: list[dict[str, Any]] = []
        for plain in self._line.listen(self._path + "/events", self.key):
            if "moment" in plain:  # the stream tells only what is new
                log = plain["log"] = log[: plain["events"] - len(plain["log"])] + plain["log"]
                yield read_view(plain)

    def wait(self) -> View:
        """The view when it is this seat's turn, or when the match is over."""
        while True:
            for view in self.views():
                if view.my_turn or view.over:
                    return view

    def play(self, action: Action | str, moment: str | None = None) -> None:
        """Play an action. Raises Declined; its reason is "stale" if the `moment` has passed."""
        self._ask("POST", "/actions", {"action": str(action), "moment": moment})

    def hint(self) -> dict[str, Any]:
        """What a sharp bot would do in this seat, where the table allows hints: `text`, `choices`, `beliefs`."""
        hint: dict[str, Any] = self._ask("GET", "/hint")
        return hint

    def undo(self) -> None:
        """Take the newest action back."""
        self._ask("POST", "/undo")

    def come_back(self) -> None:
        """Take the seat again from the bot that holds it, if one does; playing does the same."""
        self._ask("POST", "/back")

    def vote(self, seat: int) -> None:
        """Vote that a bot holds the seat of somebody whose time is up."""
        self._ask("POST", "/vote", {"about": seat})

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        self._ask("POST", "/chat", {"text": text})

    def again(self) -> Chair:
        """One's chair at the rematch, which the host opens by this."""
        chair = self.house._seated(self._ask("POST", "/again"))
        chair.add_luck()
        return chair

    def record(self) -> bytes:
        """The record of the match, once it is over: for `speelhol.replay`."""
        return self._line.fetch("GET", self._path + "/record")

    def play_with(self, choose: Choose, patience: float = 30.0) -> View:
        """Let a bot play to the end; returns the last view.

        When the house goes away it is tried again for `patience` seconds. Nothing is played twice: an
        action that was under way is sent for a moment that has passed if it did arrive.
        """
        last = time.monotonic()
        while True:
            with suppress(OSError):
                for view in self.views():
                    last = time.monotonic()
                    if view.over:
                        return view
                    if view.my_turn:
                        self._try(choose(view), view.moment)
            if time.monotonic() - last > patience:
                raise ConnectionError("The house does not answer.")
            time.sleep(0.2)

    def _try(self, action: Action | str, moment: str) -> None:
        try:
            self.play(action, moment)
        except Declined as no:
            if no.reason != "stale":
                raise

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
