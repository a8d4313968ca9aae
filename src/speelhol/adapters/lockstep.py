"""Matches that are played in lock-step: each makes one decision a step, and begins anew when it is over."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ..games import game as find_game
from .actions import Catalogue
from .menu import Menu
from .observation import Lens
from .prizes import prizes
from .shared_arrays import Layout
from .traits import traits


class BatchShare(Struct, frozen=True):
    """What is played, and which part of a batch."""

    game: str
    seats: int
    options: Mapping[str, Any]
    prize: str
    decisions: int
    """After so many a match is cut; 0: as many as the game's traits say."""
    matches: int
    """Of the whole batch."""
    first: int
    """The matches from this one on …"""
    after: int
    """… and before this one."""


def layout_of(share: BatchShare) -> Layout:
    """Where the arrays of the whole batch lie. Raises ValueError if the game has no adapter."""
    row, actions = Lens(share.game, share.seats).size, Catalogue(share.game, share.seats).size
    return Layout(share.matches, share.seats, row, actions)


class Lockstep:
    """Plays its part of a batch, and writes what is seen into the arrays."""

    def __init__(self, share: BatchShare, memory: mmap.mmap) -> None:
        self._share = share
        self._game = find_game(share.game)
        self._lens, self._catalogue = Lens(share.game, share.seats), Catalogue(share.game, share.seats)
        self._most = share.decisions or traits(share.game, share.seats).decisions
        layout = Layout(share.matches, share.seats, self._lens.size, self._catalogue.size)
        self._observation, self._mask, self._reward = (
            layout.raw(memory, name) for name in ("observation", "mask", "reward")
        )
        self._action, self._seat, self._ended, self._cut = (
            layout.array(memory, name) for name in ("action", "seat", "ended", "cut")
        )
        self._row, self._width = 4 * self._lens.size, self._catalogue.size
        self._prizes = struct.Struct(f"{share.seats}f")
        self._seed = ""
        self._numbers = range(share.first, share.after)
        many = len(self._numbers)
        self._played = [0] * many
        self._made = [0] * many
        self._menus: list[Menu] = [self._catalogue.nothing] * many
        self._matches = [self._game.start(share.seats, "", **share.options)] * many

    def reset(self, seed: str) -> None:
        """Every match begins anew; which ones they are follows from the seed and from nothing else."""
        self._seed = seed
        self._played = [0] * len(self._numbers)
        for at, number in enumerate(self._numbers):
            self._begin(at, number)
            self._tell(number, None, ended=False, cut=False)
            self._ask(at, number)

    def step(self) -> None:
        """Carry out the action of every match, which is on its menu."""
        matches, menus, made, most = self._matches, self._menus, self._made, self._most
        seats, actions = self._seat, self._action
        for at, number in enumerate(self._numbers):
            match = matches[at]
            match.take(seats[number], menus[at][actions[number]])
            made[at] += 1
            result = match.result
            if result is not None or made[at] >= most:
                self._tell(number, result, ended=result is not None, cut=result is None)
                self._begin(at, number)
            elif self._ended[number] or self._cut[number]:
                self._tell(number, None, ended=False, cut=False)
            self._ask(at, number)

    def _begin(self, at: int, number: int) -> None:
        """The next match in this place: the same whichever process plays it."""
        seed = f"{self._seed}/{number}/{self._played[at]}"
        self._matches[at] = self._game.start(self._share.seats, seed, **self._share.options)
        self._played[at] += 1
        self._made[at] = 0

    def _ask(self, at: int, number: int) -> None:
        """Who decides next, what that seat sees, and what it can do."""
        match = self._matches[at]
        seat = match.to_act[0]
        view = match.view(seat)
        menu = self._menus[at] = self._catalogue.menu(view)
        self._seat[number] = seat
        self._observation[number * self._row : (number + 1) * self._row] = self._lens.encode(view)
        self._mask[number * self._width : (number + 1) * self._width] = menu.mask

    def _tell(self, number: int, result: Any, *, ended: bool, cut: bool) -> None:
        """Whether the last step ended a match here, and what that brought to everybody."""
        self._ended[number], self._cut[number] = ended, cut
        got = [0.0] * self._share.seats if result is None else prizes(result, self._share.prize)
        self._prizes.pack_into(self._reward, number * self._prizes.size, *got)
