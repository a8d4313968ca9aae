"""Chairs around a table and who sits in them, and what is said there."""

from __future__ import annotations

from msgspec import Struct

from .people import BY_KEY


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
    guest: str = ""
    """Where its person has a chair of their own, too, and lets somebody sit here on their device: who shows the key to
    this chair, and no other. Empty in everybody's own chair."""
    gone: bool = False
    """Its person left the match for good; `held` once a bot plays on."""
    former: tuple[str, ...] = ()
    """Who that was, on whatever device: they hold nothing here any more, and read what became of their seat."""
    program: bool = False
    """Whoever sits here said that they are a program of somebody's own."""

    renewed: int = 0
    """How often its person made a new key to it."""
    alone: bool = False
    """One of these was made at this very table: at a rematch, the key to the table before leads here no longer."""

    def holds(self, person: str) -> bool:
        return person == self.person or person in self.devices or bool(self.guest and person == self.guest)

    @property
    def by_key(self) -> str:
        """Who shows the key to this chair; empty if nobody can."""
        return self.guest or self.person or ""

    def still(self, before: Chair) -> bool:
        """Whether whoever sat here then has not stood up since, nor made a new key."""
        return (self.person, self.sitting, self.renewed) == (before.person, before.sitting, before.renewed)

    @property
    def inherited(self) -> bool:
        """Whoever was seated here for a rematch sits here since, and made no new key at this table."""
        return not self.sitting and not self.alone

    @property
    def keyed(self) -> bool:
        """Whoever sits here came with no browser, and holds the chair by its key."""
        return (self.person or "").startswith(BY_KEY)

    @property
    def taken(self) -> bool:
        return self.person is not None or self.level is not None or self.gone

    @property
    def bot(self) -> bool:
        return self.level is not None

    @property
    def attends(self) -> bool:
        """A person sits here and plays."""
        return self.person is not None and not self.held

    @property
    def by_bot(self) -> bool:
        """A bot decides here, in its own chair or in somebody's place."""
        return self.level is not None or self.held


def holders_of(chairs: tuple[Chair, ...]) -> dict[str, tuple[int, ...]]:
    """Everybody's seats, by person and device, as `Chair.holds` has it."""
    found: dict[str, tuple[int, ...]] = {}
    for seat, chair in enumerate(chairs):
        own = () if chair.person is None else (chair.person,)
        for person in {*own, *chair.devices, *((chair.guest,) if chair.guest else ())}:
            found[person] = (*found.get(person, ()), seat)
    return found


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
