"""The table's log: every kind of entry that can stand in it. What is not here was not acknowledged."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from ...bots.roster import MIXED, USUAL
from ...kernel import Pass
from .door import USUAL_DOOR, DoorSettings
from .pace import NO_CLOCK, Pace

Hints = Literal["alone", "on", "off"]
Speed = Literal["calm", "brisk", "instant"]


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
    number: int = field(default=1, name="chapter")
    """Which of the game's lessons it is; logs call it a chapter."""
    level: str = USUAL
    character: str = MIXED
    """The bots that the host had in mind, whether or not they were seated at once."""
    speed: Speed = "calm"
    """How fast one thing happens after another while bots play."""
    settings: DoorSettings = USUAL_DOOR
    """Who may come, watch and talk."""
    listed_from: str = ""
    """The mark of where it was put into the lobby from, if it was."""


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a chair; on one device several people may share it."""

    seat: int
    person: str
    name: str
    luck: str = ""
    program: bool = False
    """A program plays here: so it said when it sat down, and everybody sees it."""


class Luck(Entry, frozen=True, tag="luck"):
    """A person who sat down without luck added some: at a rematch nobody fills in a form."""

    seat: int
    luck: str


class Shared(Entry, frozen=True, tag="shared"):
    """The person in a chair opened the table on another device too."""

    seat: int
    person: str


class KeyUsed(Entry, frozen=True, tag="key-used"):
    """A program showed the key to a chair whose person came by a page. Nobody else ever notices."""

    seat: int


class KeyRenewed(Entry, frozen=True, tag="key-renewed"):
    """Whoever sits in a chair made a new key to it: the old ones open nothing, and other devices are out."""

    seat: int
    person: str
    """Whose chair it is from now on: the one before, or who took it along from their device."""
    devices: tuple[str, ...] = ()
    """The other devices that stay."""
    along: bool = False
    """They made it at the table of which this one is a rematch."""


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
    barred: bool = False
    """Nor look at it."""


class Knocked(Entry, frozen=True, tag="knocked"):
    """Somebody wants to sit down at a table whose host is asked first."""

    person: str
    name: str
    luck: str = ""
    place: str = ""
    """Where they came from, as a mark that only this house can make and that leads back to no address."""
    program: bool = False


class Withdrew(Entry, frozen=True, tag="withdrew"):
    """Somebody waits for the host's yes no longer."""

    person: str


class KeptOut(Entry, frozen=True, tag="kept-out"):
    """Somebody without a chair may not sit down here: who watched, or waited at the door."""

    people: tuple[str, ...]
    name: str
    barred: bool = False
    """Nor look at it."""


class GaveUp(Entry, frozen=True, tag="gave-up"):
    """The person of a seat plays no longer: they resigned, or the host removed them."""

    seat: int
    removed: bool = False
    barred: bool = False
    host: int | None = None
    """In which chair the host sits from now on, where the role was theirs or was to go back to them."""


class Hosted(Entry, frozen=True, tag="hosted"):
    """The person in a chair is the host from now on."""

    seat: int
    lent: bool = False
    """Until the host before them, who was gone, is back."""


class HostBack(Entry, frozen=True, tag="host-back"):
    """The host from whom the role went while they were gone has it again."""


class Adjusted(Entry, frozen=True, tag="adjusted"):
    """The host chose who may come, watch and talk."""

    settings: DoorSettings
    listed_from: str = ""
    """The mark of where the table was put into the lobby from, if it was now."""


class Ruled(Entry, frozen=True, tag="ruled"):
    """The host changed the house rules, before the match."""

    options: dict[str, Any]
    pace: Pace = NO_CLOCK
    hints: Hints = "alone"
    speed: Speed = "calm"
    seats: int = 0
    """So many chairs from now on; 0: as many as before."""


class SpeedChanged(Entry, frozen=True, tag="speed"):
    """The host chose how fast one thing happens after another, from now on."""

    speed: Speed


class Paused(Entry, frozen=True, tag="paused"):
    """The host let the match rest, or go on; or the owner of the house did, for all tables."""

    paused: bool = True
    house: bool = False


class Closed(Entry, frozen=True, tag="closed"):
    """The host closed the table, or the owner of the house did, or its last player left: nothing more happens there.
    Earlier versions did not write down who it was."""

    by: str | None = None
    """The name of the host, "" if they had no chair; None if it was not the host, or nobody knows."""
    house: bool = False
    left: bool = False
    """Everybody has left the match for good."""


class Restored(Entry, frozen=True, tag="restored"):
    """The table was put back from a backup: a match that was running rests, what had not begun is closed, and links,
    keys and devices from before have ended."""

    backup: float
    """When that was written."""
    keys: int
    """From which number on new keys to chairs are counted."""


class Admitted(Entry, frozen=True, tag="admitted"):
    """Somebody who was sent away may come again, to their seat if it is still theirs: the one of this number, in the
    order in which they were."""

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


class PassChosen(Entry, frozen=True, tag="pass-chosen"):
    """The person of a seat lets the house pass for them by a public rule, or with None does so no longer."""

    seat: int
    on: Pass | None = None


class NotesWritten(Entry, frozen=True, tag="noted"):
    """The person of a seat wrote their notes anew. Nobody else ever notices."""

    seat: int
    text: str


class Again(Entry, frozen=True, tag="again"):
    """A rematch was opened at another table, with the same people."""

    code: str


AnyEntry = (
    Opened
    | Sat
    | Luck
    | Shared
    | KeyUsed
    | KeyRenewed
    | BotSat
    | Left
    | Knocked
    | Withdrew
    | KeptOut
    | GaveUp
    | Hosted
    | HostBack
    | Adjusted
    | Ruled
    | SpeedChanged
    | Paused
    | Closed
    | Restored
    | Admitted
    | Silenced
    | Dealt
    | Moved
    | Undone
    | TimeUp
    | Voted
    | Returned
    | Said
    | PassChosen
    | NotesWritten
    | Again
    | TakenBack
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(text: str | bytes) -> AnyEntry:
    return _decoder.decode(text)
