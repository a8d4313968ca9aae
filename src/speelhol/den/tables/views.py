"""What a seat sees of one state of a table, and the position of a match as a digest."""

from __future__ import annotations

import hashlib
from functools import cached_property

from ...kernel import Match, View, to_json


class StateView:
    """What a seat sees of one state, as a view and as bytes."""

    def __init__(self, view: View, acts: int) -> None:
        self.view = view
        self._acts = acts

    @cached_property
    def plain(self) -> bytes:
        """The view as JSON, without the log."""
        plain = self.view.plain(since=len(self.view.log))
        return to_json({name: value for name, value in plain.items() if name not in ("log", "whispers")})

    @cached_property
    def moment(self) -> str:
        return hashlib.sha256(b"%d\0" % self._acts + self.plain).hexdigest()[:16]


def digest_of(match: Match) -> str:
    """The position of a match as a short digest, for the log."""
    return hashlib.blake2b(to_json(match.position), digest_size=6).hexdigest()
