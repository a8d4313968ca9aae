"""A view out of its plain form, typed again: what travelled as JSON is worth as much as where it came from."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Union

import msgspec

from .agenda import Options, Step
from .dealer import packed_log
from .offers import Offers, read_offers
from .values import Action, Event, Result
from .view import View

_ONE_AT_A_TIME = threading.Lock()
"""msgspec learns a type when it first meets it, and two threads that teach it the same one crash the process."""


class ViewReader:
    """Reads views of one game."""

    def __init__(
        self,
        options: type[Options],
        now: Any,
        steps: Sequence[type[Step[Any]]],
        events: Sequence[type[Event]],
        actions: Sequence[type[Action]],
    ) -> None:
        """now: the type of what the game's `look` returns; the others are all the kinds that it has"""
        self._types: dict[str, Any] = {
            "game": str,
            "seat": int | None,
            "seats": int,
            "options": options,
            "rules": int,
            "now": now,
            "agenda": tuple[Union[tuple(steps)], ...],  # type: ignore[misc]  # noqa: UP007
            "asked": tuple[int, ...],
            "prompt": str | None,
            "answer": Union[(*actions, None)],
            "result": Result | None,
        }
        self._events: Any = list[Union[tuple(events)]]  # type: ignore[misc]  # noqa: UP007
        self._actions = actions

    def read(self, plain: dict[str, Any]) -> View:
        """The view that `plain()` told, with as many of its newest events; also after a way through JSON.

        Raises ValueError, in a sentence, if that is not what the data are.
        """
        with _ONE_AT_A_TIME:
            return self._read(plain)

    def _read(self, plain: dict[str, Any]) -> View:
        try:
            fields = {name: msgspec.convert(plain[name], kind) for name, kind in self._types.items()}
            told = msgspec.convert(plain["log"], self._events)
            first = plain["events"] - len(told)
            own = set(msgspec.convert(plain["whispers"], list[int]))
        except (msgspec.ValidationError, LookupError, TypeError) as error:
            raise ValueError(f"This is no view: {error}.") from None
        offers: Offers | None = None if plain.get("offers") is None else read_offers(plain["offers"], self._actions)
        return View(**fields, offers=offers, log=packed_log((event, n in own) for n, event in enumerate(told, first)))
