"""What programs send to the JSON interface, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...den import Pace
from ...den.tables.door import DoorSettings, Level
from ...den.tables.entries import Hints, Speed
from ...den.tables.pace import NO_CLOCK
from ...den.tables.people import LONGEST_NAME, LONGEST_TEXT
from ...kernel import LANGUAGES
from ...kernel.fair import LUCK

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Lucky = Annotated[str, Meta(max_length=64, pattern=f"^{LUCK}$")]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
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
    """By level of bots: how many of 100 matches one of them wins among regulars. A level that is left out here would
    hardly differ from the next; pages don't offer it, and whoever asks for it gets it."""


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
    speed: Speed = "brisk"
    """How long bots wait for people to see what happened: `calm` is twice as long as `brisk`."""


class SeatBots(Struct, frozen=True, forbid_unknown_fields=True):
    """How well the bots play, and what they are like (`mixed`: each its own); as the table was opened, if left out."""

    level: BotLevel | None = None
    character: BotCharacter | None = None


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Your name at the table, luck of your own for the deal, chosen after you have seen its `commitment`, and the chair
    you want; the first free one, if it is left out. `program`: no person plays here, and everybody shall see it."""

    name: Name
    luck: Lucky = ""
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    program: bool = False


class GiveLuck(Struct, frozen=True, forbid_unknown_fields=True):
    """Luck of your own for the deal: any letters and digits that nobody could foresee."""

    luck: Annotated[str, Meta(min_length=1, max_length=64, pattern=f"^{LUCK}$")]


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The chair to free; your own, if it is left out. Here and below, with the `sitting` of the chair as the table told
    it the deed is refused if somebody else sits there now; without it, it meets whoever does."""

    chair: Annotated[int, Meta(ge=0, le=99)] | None = None
    sitting: Annotated[int, Meta(ge=0, le=999_999)] | None = None


class Admit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody whom the host sent away, by the number under which the table lists them."""

    who: Annotated[int, Meta(ge=0, le=9_999)]


class Silence(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who talks at the table, by the number under which it lists them: nobody reads them, or all do again."""

    who: Annotated[int, Meta(ge=0, le=9_999)]
    silent: bool = True
    sitting: Annotated[int, Meta(ge=0, le=999_999)] | None = None


class Remove(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to remove, by the number under which the table lists them among its `voices`; `bar`: they can't look at
    the table any more either."""

    who: Annotated[int, Meta(ge=0, le=9_999)]
    bar: bool = False
    sitting: Annotated[int, Meta(ge=0, le=999_999)] | None = None


class AnswerKnock(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who waits at the door, by the number under which the table lists them: whether they may sit down.
    `before`: a no is meant for everybody, too, who knocked before them."""

    who: Annotated[int, Meta(ge=0, le=999_999)]
    yes: bool = True
    before: bool = False


class PassHost(Struct, frozen=True, forbid_unknown_fields=True):
    """The chair of whoever is to be the host."""

    chair: Annotated[int, Meta(ge=0, le=99)]
    sitting: Annotated[int, Meta(ge=0, le=999_999)] | None = None


class Adjust(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may come: whether anybody may `watch`, whether they may `talk`, whether the host is to `approve` of whoever
    sits down; whether the table is `listed` in the lobby, with the `languages` that are spoken there and the `level` of
    whoever is welcome (`new`: also first-timers, `known`: those who know the rules). What is left out stays so."""

    watch: bool | None = None
    talk: bool | None = None
    approve: bool | None = None
    listed: bool | None = None
    languages: list[Language] | None = None
    level: Level | None = None


class QuickSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Which game (any, if empty), by which name; `soon`: where nobody waits, a new table waits five minutes; `bots`:
    fill the free chairs then, or at once."""

    name: Name
    game: str = ""
    soon: bool = False
    bots: bool = True
    language: Language = "en"


class SeekFacts(Struct, frozen=True):
    """A table that looks for players. `approve`: its host is asked first; `start`: when it begins by itself, in seconds
    since 1970."""

    code: str
    game: str
    opener: str
    opened: float
    free: int
    seats: int
    pace: Pace
    languages: list[str]
    level: Level
    approve: bool
    start: float | None


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table, all of them. `seats`: so many chairs; as many as there are, if it is left out."""

    options: dict[str, bool | int | str] = {}
    pace: Pace = NO_CLOCK
    hints: Hints = "alone"
    speed: Speed = "calm"
    seats: Annotated[int, Meta(ge=1, le=99)] | None = None


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the match is to rest, or to go on."""

    paused: bool = True


class VoiceFacts(Struct, frozen=True):
    """Somebody who may be silenced by the host: by their seat, or, of those who watch, by a number after the last."""

    who: int
    name: str
    silent: bool
    sitting: int
    """Of their chair: another one if somebody else sits there."""


class SentFacts(Struct, frozen=True):
    """Somebody whom the host sent away, or who waits at the door."""

    who: int
    name: str


class Waiting(Struct, frozen=True):
    """The host is asked whether you may sit down. Ask again with the `ticket` as a key, until you have your seat or a
    no."""

    code: str
    ticket: str


class Seated(Struct, frozen=True):
    """Your seat, and the key to it. Keep the key to yourself."""

    code: str
    seat: int
    key: str


class ChairFacts(Struct, frozen=True):
    """Who sits in a chair; `gone` is somebody who left the match for good. `held`: a bot holds the seat, of a person
    who did not answer in time or who has gone. `level` and `character` are those of a bot; at tables from before there
    were levels, its level is `random`. `luck` is told once the cards are dealt; before that only that there `has_luck`.
    `program`: who sits there said that no person plays."""

    seat: int
    name: str
    kind: Literal["person", "bot", "gone", "free"]
    here: bool
    held: bool
    luck: str
    has_luck: bool
    level: str | None
    character: str | None
    sitting: int
    """How often somebody stood up from it before."""
    program: bool


class TableFacts(Struct, frozen=True):
    """What everybody may know about a table. `again` is the code of the rematch, once it is open; `commitment` is the
    SHA-256 of the house's part of the seed, which the record tells after the match. `host` is the seat of the host,
    null if they have none; `takeover` is when somebody else may take over from them before the deal (in seconds since
    1970), null while they are there. `watching` counts the people who have it open without a chair; `settings` say who
    may come, and `knocks` are those who wait for the host's yes. `paused`: the host lets the match rest."""

    code: str
    game: str
    seats: int
    options: dict[str, bool | int | str]
    pace: Pace
    phase: Literal["gathering", "playing", "over", "closed"]
    chairs: list[ChairFacts]
    again: str | None
    commitment: str
    hints: Hints
    speed: Speed
    host: int | None
    takeover: float | None
    watching: int
    voices: list[VoiceFacts]
    sent: list[SentFacts]
    settings: DoorSettings
    knocks: list[SentFacts]
    paused: bool


class TimeFacts(Struct, frozen=True):
    """Clocks and absences: by seat, when its time is up (in seconds since 1970; null where there is no hurry) and the
    seconds left for the whole match; the seats that a bot holds for somebody; those that may be voted on; whether the
    host lets the match rest."""

    deadlines: list[float | None]
    left: list[float] | None
    held: list[int]
    overdue: list[int]
    paused: bool


class SeatView(Struct, frozen=True):
    """What a seat may know: its cards and the table (`now`), the question (`agenda`, the next step last), what it
    may do (`offers`; null when it has nothing to decide), what it heard (`log`; `whispers` are the numbers of those
    events that it alone has heard), clocks (`time`), and the mark of this `moment`."""

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
    whispers: list[int]
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


class ReasonFacts(Struct, frozen=True):
    """Why something is advised: the kind of reason, and its numbers and names."""

    tag: str
    data: dict[str, Any]


class Hint(Struct, frozen=True):
    """The action that a sharp bot would take, the best choices, what it believes, and why."""

    text: str
    choices: list[WeighedChoice]
    beliefs: list[BeliefFacts]
    rounds: int
    reasons: list[ReasonFacts]


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that a bot should hold."""

    about: Annotated[int, Meta(ge=0, le=99)]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]


class Done(Struct, frozen=True):
    """It is written down."""

    ok: bool = True
