"""The table's log: every kind of entry that can stand in it. What is not here was not acknowledged."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from ...bots.roster import MIXED, USUAL
from .pace import NO_CLOCK, Pace

Hints = Literal["alone", "on", "off"]


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """Something that happened at a table."""

    at: float = 0.0
    """When it was written, in seconds since 1970."""


class Opened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    host: str
    """The person (an id, not a secret) who may start, seat bots and remove people."""
    lesson: bool = False
    """The game's first match, with a coach; the chairs of the others are taken by its script."""
    pace: Pace = NO_CLOCK
    secret: str = ""
    """The house's part of the seed. Stays in the house until the match is over; everybody sees its commitment."""
    hints: Hints = "alone"
    """Who may ask for hints: nobody, everybody, or somebody who plays alone against bots."""
    chapter: int = 1
    """Which of the game's lessons it is."""
    level: str = USUAL
    character: str = MIXED
    """The bots that the host had in mind, whether or not they were seated at once."""


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a chair; on one device several people may share it."""

    seat: int
    person: str
    name: str
    luck: str = ""


class Luck(Entry, frozen=True, tag="luck"):
    """A person who sat down without luck added some: at a rematch nobody fills in a form."""

    seat: int
    luck: str


class Shared(Entry, frozen=True, tag="shared"):
    """The person in a chair opened the table on another device too."""

    seat: int
    person: str


class BotSat(Entry, frozen=True, tag="bot-sat"):
    seat: int
    name: str
    level: str = "random"
    character: str = "even"


class Left(Entry, frozen=True, tag="left"):
    """The chair is free again: its person left, or the host removed person or bot."""

    seat: int
    away: bool = False
    """The host sent its person away: they can't sit down at this table again."""


class Hosted(Entry, frozen=True, tag="hosted"):
    """The person in a chair took over as host, since the host was gone."""

    seat: int


class Admitted(Entry, frozen=True, tag="admitted"):
    """Somebody who was sent away may sit down again: the one of this number, in the order in which they were."""

    number: int


class Silenced(Entry, frozen=True, tag="silenced"):
    """What somebody says, or said, is no longer shown; or is shown again."""

    people: tuple[str, ...]
    """The person and their other devices."""
    silent: bool = True


class Dealt(Entry, frozen=True, tag="dealt"):
    """The match began. The seed stays in the house until the match is over."""

    seed: str


class Moved(Entry, frozen=True, tag="moved"):
    seat: int
    action: str
    mark: str = ""
    """Where it led to, as a digest of the position: do the rules of a later day still lead there?"""


class Undone(Entry, frozen=True, tag="undone"):
    seat: int


class TakenBack(Entry, frozen=True, tag="taken-back"):
    """A `Moved` and the `Undone` right after it, in one: in the log there are always both, in a snapshot only this."""

    seat: int
    moved: float
    """When the action was played; `at` is when it was taken back."""


class TimeUp(Entry, frozen=True, tag="time-up"):
    """These seats did not answer in time. What follows from it, the table chose when it was opened."""

    seats: tuple[int, ...]


class Voted(Entry, frozen=True, tag="voted"):
    """Somebody wants a bot to hold a seat whose time is up."""

    seat: int
    by: tuple[int, ...]
    """The seats of the one who votes; on one device several people may share it."""
    of: tuple[int, ...]
    """The seats whose people had the table open at that moment and could have voted."""


class Returned(Entry, frozen=True, tag="returned"):
    """The person of a seat that a bot holds is back."""

    seat: int


class Said(Entry, frozen=True, tag="said"):
    """Free talk around the table. `seat` is None for somebody who only watches, by their `person`."""

    seat: int | None
    name: str
    text: str
    person: str = ""


class Again(Entry, frozen=True, tag="again"):
    """A rematch was opened at another table, with the same people."""

    code: str


AnyEntry = (
    Opened
    | Sat
    | Luck
    | Shared
    | BotSat
    | Left
    | Hosted
    | Admitted
    | Silenced
    | Dealt
    | Moved
    | Undone
    | TimeUp
    | Voted
    | Returned
    | Said
    | Again
    | TakenBack
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(text: str | bytes) -> AnyEntry:
    return _decoder.decode(text)
