"""Chairs around a table and who sits in them, and what is said there."""

from __future__ import annotations

from msgspec import Struct


class Chair(Struct, frozen=True):
    """Who sits in a seat: a person, a bot, or nobody yet."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    devices: tuple[str, ...] = ()
    """The same person on other devices."""
    held: bool = False
    """The person does not answer; a bot holds the seat until they are back."""
    luck: str = ""
    """What this person's browser added to the seed."""
    character: str = "even"
    """What a bot is like."""
    sitting: int = 0
    """How often somebody stood up from it before: a key to it opens it for one sitting."""

    def holds(self, person: str) -> bool:
        return person == self.person or person in self.devices

    def still(self, before: Chair) -> bool:
        """Whether whoever sat here then has not stood up since."""
        return (self.person, self.sitting) == (before.person, before.sitting)

    @property
    def taken(self) -> bool:
        return self.person is not None or self.level is not None

    @property
    def bot(self) -> bool:
        return self.level is not None

    @property
    def attends(self) -> bool:
        """A person sits here and plays."""
        return self.person is not None and not self.held


class Remark(Struct, frozen=True):
    """What stands in the log besides the match: what somebody said, or, with a `note`, what the house notes down."""

    seat: int | None
    name: str
    text: str
    after: int
    """How many open events had been told before it: where it stands in the log."""
    note: str = ""
    to: int | None = None
    """The only seat that may read it; None if everybody may."""
    person: str = ""
    """Who said it."""
    hidden: bool = False
    """The host has silenced them: nobody reads it."""


EMPTY = Chair()
