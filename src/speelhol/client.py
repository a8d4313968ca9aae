"""Sit at a table of a running house from Python: for bots and other programs. Needs nothing beyond Python itself.

house = House("http://localhost:8000")
chair = house.join("velvet-lamp-42", "Robota")
chair.play_with(lambda view: view.offers.sample(random))
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from msgspec.structs import asdict

from . import kernel
from .connection import Backoff, Connection, Declined
from .games import game as find_game
from .kernel import Action

__all__ = ["Chair", "Declined", "House", "View"]


class View(kernel.View, frozen=True):
    """What a seat may know, as the house itself has it: `speelhol.game(view.game).imagine(view, rng)` works on it.

    `offers` is None when the seat has nothing to decide.
    """

    time: dict[str, Any]
    """Clocks: `deadlines` and `left` by seat, the seats that are `held` by a bot, and those that are `overdue`."""
    moment: str

    @property
    def my_turn(self) -> bool:
        return self.offers is not None

    @property
    def events(self) -> int:
        """How many there are in its log."""
        return len(self.log)


def read_view(plain: dict[str, Any]) -> View:
    """A view out of its JSON form, typed, its offers alive again."""
    read = asdict(find_game(plain["game"]).read_view(plain))
    return View(**read, time=plain["time"], moment=plain["moment"])


PATIENCE = 30.0
"""Seconds for which a house is tried again that does not answer."""

Choose = Callable[[View], Action | str]
"""A bot: a view in, an action out."""


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
        speed: str = "brisk",
        **options: Any,
    ) -> Chair:
        """Open a table and sit down as its host; with `bots`, fill the other chairs and begin at once.

        pace: such as {"kind": "move", "seconds": 60, "absent": "bot"}; no clock if it is left out
        level, character: of the bots, as for `Chair.fill`
        hints: who may ask for them: "alone" (whoever plays alone against bots), "on" (everybody), "off" (nobody)
        speed: of the bots, for those who watch: "calm", "brisk" or "instant"
        """
        body = {"game": game, "seats": seats, "name": name, "options": options, "pace": pace or {}, "hints": hints}
        body |= {"level": level, "character": character, "speed": speed}
        chair = self._seated(self._line.ask("POST", "/api/tables", body=body))
        chair.add_luck()
        if bots:
            chair.fill()
            chair.deal()
        return chair

    def join(self, code: str, name: str, *, seat: int | None = None, program: bool = True) -> Chair:
        """Take a free chair at a table, or this one; where the host is asked first, wait for their yes.

        program: everybody sees that no person plays here
        """
        path = f"/api/tables/{quote(code, safe='')}/sit"
        body = {"name": name, "seat": seat, "program": program}
        answer, away = self._line.ask("POST", path, body=body), Backoff(PATIENCE)
        while "ticket" in answer:
            time.sleep(1)
            try:
                answer = self._line.ask("POST", path, answer["ticket"], body)
                away.reset()
            except OSError:  # it is started anew, maybe; who waits at its door does so still
                away.pause()
        chair = self._seated(answer)
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

    def do(self, deed: str, **body: Any) -> None:
        """Whatever else a host does, or who leaves for good, by the last part of its address: `do("remove", who=1)`,
        `do("settings", watch=False)`, `do("pause")`, `do("resign")`."""
        self._ask("POST", f"/{deed}", body or None)

    def deal(self) -> None:
        """Begin the match; for the host."""
        self._ask("POST", "/deal")

    def view(self, since: int = 0) -> View:
        """What this seat may know now, with the events from number `since` on."""
        return read_view(self._ask("GET", f"/view?since={since}"))

    def views(self) -> Generator[View, None, None]:
        """A view now and whenever it has changed, once the match has begun; ends when the stream does."""
        return (view for view in self._changes() if view is not None)

    def _changes(self) -> Generator[View | None, None, None]:
        """A view whenever something has changed; None while people gather."""
        log: list[dict[str, Any]] = []
        own: list[int] = []
        for plain in self._line.listen(self._path + "/events", self.key):
            if "moment" not in plain:
                yield None
                continue
            known = plain["events"] - len(plain["log"])  # the stream tells only what is new
            log = plain["log"] = log[:known] + plain["log"]
            own = plain["whispers"] = [number for number in own if number < known] + plain["whispers"]
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

    def play_with(
        self, choose: Choose, patience: float = PATIENCE, line: Callable[[bool], object] | None = None
    ) -> View:
        """Let a bot play to the end; returns the last view.

        When the house goes away or its stream breaks, it is tried again, with growing pauses, for `patience` seconds
        from then on. Raises Declined when the house says no, such as when the table is closed.
        Nothing is played twice: an action that was under way is sent for a moment that has passed if it did arrive.

        line: is told False when the house stops answering, and True when it does so again
        """
        again = Backoff(patience, line)
        while True:
            try:
                for view in self._changes():
                    again.reset()
                    if view is not None and view.over:
                        return view
                    if view is not None and view.my_turn and not view.time["paused"]:
                        self._try(choose(view), view.moment)
            except OSError:
                again.broke()
            again.pause()

    def _try(self, action: Action | str, moment: str) -> None:
        try:
            self.play(action, moment)
        except Declined as no:
            if no.reason not in ("stale", "paused"):
                raise

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
