"""Programs that play over the JSON interface while the house is killed, and what became of what they sent."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from speelhol.client import Chair, Declined, View


class Player:
    """A program in one chair, with its notes. It asks any of the houses that serve its table."""

    def __init__(self, chairs: list[Chair], seed: str, pause: float) -> None:
        self.chairs = chairs
        self.rng = random.Random(seed)
        self.pause = pause
        self.noted: list[str] = []
        """Acknowledged, in order."""
        self.unsure = 0
        """How often something was sent and the line broke before an answer."""
        self.broken = 0
        self.sent: set[str] = set()
        self.stale = 0
        self.problem: Exception | None = None

    @property
    def chair(self) -> Chair:
        return self.rng.choice(self.chairs)

    @property
    def code(self) -> str:
        return self.chairs[0].code

    @property
    def seat(self) -> int:
        return self.chairs[0].seat

    def run(self, stop: Callable[[], bool]) -> None:
        try:
            self._run(stop)
        except Exception as error:
            self.problem = error

    def _run(self, stop: Callable[[], bool]) -> None:
        while not stop():
            try:
                view = self.chair.view(since=10**9)
                if view.over:
                    return
                if not view.my_turn:
                    time.sleep(0.02)
                    continue
                self._move(view)
            except OSError:
                time.sleep(0.02)

    def _move(self, view: View) -> None:
        assert view.offers is not None
        action = str(view.offers.sample(self.rng))
        self.sent.add(action)
        time.sleep(self.rng.random() * self.pause)
        try:
            self.chair.play(action, view.moment)
        except Declined as no:
            if no.reason != "stale":
                raise
            self.stale += 1
        except OSError:
            self.unsure += 1
            self.broken += 1
            if self.rng.random() < 0.5:  # a reader who clicks once more, for the same moment
                self._again(action, view.moment)
            return
        else:
            self.noted.append(action)

    def _again(self, action: str, moment: str) -> None:
        while True:
            try:
                self.chair.play(action, moment)
            except Declined as no:
                if no.reason != "stale":
                    raise
                self.stale += 1
                return
            except OSError:
                time.sleep(0.02)
                continue
            self.noted.append(action)  # so it had not been written the first time
            self.unsure -= 1
            return


def check(played: list[str], player: Player) -> tuple[int, int, int]:
    """(kept without an answer, lost, doubled): compare what a seat's record holds with what it noted.

    The record may hold one more for every time that a line broke, and for no other reason.
    """
    lost = extra = 0
    at = 0
    for number, action in enumerate(player.noted):
        gap = 0
        while at < len(played) and played[at] != action:
            at += 1
            gap += 1
        if at == len(played):
            return 0, len(player.noted) - number, 0
        at += 1
        extra += gap
    extra += len(played) - at
    doubled = max(0, extra - player.unsure) + sum(action not in player.sent for action in played)
    return extra, lost, doubled
