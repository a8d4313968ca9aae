"""What programs send to the JSON interface, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...den import Pace
from ...den.tables.entries import Hints
from ...den.tables.pace import NO_CLOCK
from ...den.tables.people import LONGEST_NAME, LONGEST_TEXT
from ...kernel.fair import LUCK

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Lucky = Annotated[str, Meta(max_length=64, pattern=f"^{LUCK}$")]
BotLevel = Literal["beginner", "regular", "sharp", "schemer"]
BotCharacter = Literal["mixed", "even", "cautious", "bold", "liar"]


class GameFacts(Struct, frozen=True):
    """A game, for how many, for how long, and its options, each with the default first."""

    name: str
    title: str
    seats: list[int]
    minutes: list[int]
    rules: int
    options: dict[str, list[bool | int | str]]
    strength: dict[str, int]
    """By level of bots: how many of 100 matches one of them wins among regulars."""


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table, with yourself in the first chair."""

    game: str
    seats: int
    name: Name
    options: dict[str, bool | int | str] = {}
    bots: bool = False
    """Fill the other chairs with bots and deal at once; there is no time then to add luck of your own."""
    pace: Pace = NO_CLOCK
    level: BotLevel = "regular"
    character: BotCharacter = "mixed"
    """How well the bots play, and what they are like: those that are seated at once, or later."""
    hints: Hints = "alone"
    """Who may ask for hints: whoever plays alone against bots, everybody, or nobody."""


class SeatBots(Struct, frozen=True, forbid_unknown_fields=True):
    """How well the bots play, and what they are like (`mixed`: each its own); as the table was opened, if left out."""

    level: BotLevel | None = None
    character: BotCharacter | None = None


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Your name at the table, and luck of your own for the deal, chosen after you have seen its `commitment`."""

    name: Name
    luck: Lucky = ""


class GiveLuck(Struct, frozen=True, forbid_unknown_fields=True):
    """Luck of your own for the deal: any letters and digits that nobody could foresee."""

    luck: Annotated[str, Meta(min_length=1, max_length=64, pattern=f"^{LUCK}$")]


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The chair to free; your own, if it is left out."""

    chair: Annotated[int, Meta(ge=0, le=99)] | None = None


class Admit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody whom the host sent away, by the number under which the table lists them."""

    who: Annotated[int, Meta(ge=0, le=9_999)]


class Silence(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who talks at the table, by the number under which it lists them: nobody reads them, or all do again."""

    who: Annotated[int, Meta(ge=0, le=9_999)]
    silent: bool = True


class VoiceFacts(Struct, frozen=True):
    """Somebody who may be silenced by the host: by their seat, or, of those who watch, by a number after the last."""

    who: int
    name: str
    silent: bool


class SentFacts(Struct, frozen=True):
    """Somebody whom the host sent away."""

    who: int
    name: str


class Seated(Struct, frozen=True):
    """Your seat, and the key to it. Keep the key to yourself."""

    code: str
    seat: int
    key: str


class ChairFacts(Struct, frozen=True):
    """Who sits in a chair. `held`: a bot holds the seat of a person who did not answer in time. `level` and
    `character` are those of a bot; at tables from before there were levels, its level is `random`."""

    seat: int
    name: str
    kind: Literal["person", "bot", "free"]
    here: bool
    held: bool
    luck: str
    level: str | None
    character: str | None


class TableFacts(Struct, frozen=True):
    """What everybody may know about a table. `again` is the code of the rematch, once it is open; `commitment` is the
    SHA-256 of the house's part of the seed, which the record tells after the match. `host` is the seat of the host,
    null if they have none; `takeover` is when somebody else may take over from them before the deal (in seconds since
    1970), null while they are there. `watching` counts the people who have it open without a chair."""

    code: str
    game: str
    seats: int
    options: dict[str, bool | int | str]
    pace: Pace
    phase: Literal["gathering", "playing", "over"]
    chairs: list[ChairFacts]
    again: str | None
    commitment: str
    hints: Hints
    host: int | None
    takeover: float | None
    watching: int
    voices: list[VoiceFacts]
    sent: list[SentFacts]


class TimeFacts(Struct, frozen=True):
    """Clocks and absences: by seat, when its time is up (in seconds since 1970; null where there is no hurry) and the
    seconds left for the whole match; the seats that a bot holds for somebody; those that may be voted on."""

    deadlines: list[float | None]
    left: list[float] | None
    held: list[int]
    overdue: list[int]


class SeatView(Struct, frozen=True):
    """What a seat may know: its cards and the table (`now`), the question (`agenda`, the next step last), what it
    may do (`offers`; null when it has nothing to decide), what it heard (`log`), clocks (`time`), and the mark of this
    `moment`."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, Any]
    rules: int
    now: Any
    agenda: list[Any]
    asked: list[int]
    prompt: str | None
    answer: dict[str, Any] | None
    offers: dict[str, Any] | None
    events: int
    log: list[Any]
    result: Any
    time: TimeFacts
    moment: str


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """An action in its JSON form (`{"do": …}`) or its text form, and the `moment` of the view it was decided on.

    A moment that has passed is refused, so a request may be sent again after a broken connection.
    """

    action: dict[str, Any] | Annotated[str, Meta(max_length=400)]
    moment: Annotated[str, Meta(max_length=40)] | None = None


class WeighedChoice(Struct, frozen=True):
    """An action in both forms, the chance to win that it seems to give, and how many imagined plays that rests on."""

    action: dict[str, Any]
    text: str
    worth: float
    plays: int


class BeliefFacts(Struct, frozen=True):
    """Something that your seat does not know, and how likely it seems."""

    tag: str
    chance: float
    data: dict[str, Any]


class Hint(Struct, frozen=True):
    """The action that a sharp bot would take, the best choices, and what it believes."""

    text: str
    choices: list[WeighedChoice]
    beliefs: list[BeliefFacts]
    rounds: int


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that a bot should hold."""

    about: Annotated[int, Meta(ge=0, le=99)]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class Done(Struct, frozen=True):
    """It is written down."""

    ok: bool = True
