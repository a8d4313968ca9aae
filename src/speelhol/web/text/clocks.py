"""Pace and absence in words: what a table chose, how long somebody has left, whose seat a bot holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from ...den import Pace, Remark, Table, TurnedAway
from ...den.tables import absence, restored
from ...den.tables.absence import Voting, waited_for
from ...den.tables.pace import DAY, Absent, Kind
from ...kernel import View, to_json
from ...kernel.cache import per_process
from .templates import say

PRESETS = (
    ("none", ("none",)),
    ("move", ("move:30", "move:60", "move:180")),
    ("match", ("match:600:10", "match:1200:20", "match:2700:30")),
    ("days", (f"days:{DAY}", f"days:{3 * DAY}", f"days:{7 * DAY}")),
)
SPELLED = re.compile(r"(none|move|match|days)(?::([0-9]{1,8}))?(?::([0-9]{1,8}))?")
USUAL_ABSENT = "vote"
UNITS = (("day", DAY), ("hour", 3_600), ("minute", 60), ("second", 1))


# ---- when a table is opened


def read_pace(data: Mapping[str, str]) -> Pace:
    """The pace that a form names, such as match:600:10. Raises TurnedAway if it names none."""
    named = SPELLED.fullmatch(data.get("pace", "none"))
    absent = data.get("absent", "wait")
    if named is None or absent not in get_args(Absent):
        raise TurnedAway("odd-pace")
    kind, seconds, increment = cast("Kind", named[1]), int(named[2] or 0), int(named[3] or 0)
    return Pace(kind, seconds, increment, cast("Absent", absent))


def spelled(pace: Pace) -> str:
    """A pace as forms name it."""
    numbers = (pace.seconds, pace.increment) if pace.increment else (pace.seconds,)
    return ":".join((pace.kind, *(str(n) for n in numbers if n)))


def pace_picker(language: str, data: Mapping[str, str]) -> dict[str, Any]:
    """What the form of a new table offers, with what was chosen before, also if no form of ours would offer it."""
    chosen = data.get("pace", "none")
    absent = data.get("absent", USUAL_ABSENT)
    own = SPELLED.fullmatch(chosen)
    return {
        "paces": [
            {
                "title": say(language, f"pace.{kind}.title"),
                "choices": [
                    {"value": value, "words": pace_words(read_pace({"pace": value}), language), "on": value == chosen}
                    for value in dict.fromkeys((*values, chosen) if own is not None and own[1] == kind else values)
                ],
            }
            for kind, values in PRESETS
        ],
        "absent": [
            {
                "value": value,
                "words": say(language, f"absent.{value}"),
                "more": say(language, f"absent.{value}.more"),
                "on": value == absent,
            }
            for value in get_args(Absent)
        ],
    }


@per_process(512)
def pace_words(pace: Pace, language: str) -> str:
    time, more = lasting(pace.seconds, language), lasting(pace.increment, language)
    key = f"{pace.kind}.plus" if pace.increment else pace.kind
    return say(language, f"pace.{key}", time=time, more=more)


def lasting(seconds: int, language: str) -> str:
    """A length of time: in its largest unit, and the next one if that does not fit exactly."""
    for at, (unit, size) in enumerate(UNITS):
        if seconds >= size or size == 1:
            number, rest = divmod(seconds, size)
            said = say(language, f"time.{unit}", n=number)
            smaller = UNITS[at + 1 : at + 2]
            if smaller and rest >= smaller[0][1]:
                said += " " + lasting(rest - rest % smaller[0][1], language)
            return said
    raise AssertionError("every number of seconds has a unit")


def told_before(table: Table, language: str) -> list[str]:
    """What whoever sits down should know about time at this table."""
    pace = table.opened.pace
    absent = say(language, f"absent.{pace.absent}")
    return [
        say(language, "Pace: {pace}", pace=pace_words(pace, language)),
        say(language, "When somebody does not answer: {absent}", absent=absent[:1].lower() + absent[1:]),
    ]


SHORT = 60
"""Seconds for a move that are soon gone where a device goes from hand to hand."""


def hurry(table: Table, language: str) -> str:
    """A warning where people share a device, some question is put to all at once, and the time for a move is short: it
    runs for everybody, and the device serves one after another. Else empty."""
    pace, people = table.opened.pace, [chair.person for chair in table.chairs if chair.person]
    if pace.kind != "move" or pace.seconds > SHORT or len(people) == len(set(people)):
        return ""
    if not any(getattr(step, "sealed", False) for step in table.game.steps):
        return ""
    return say(language, "hurry", time=lasting(pace.seconds, language))


# ---- at the table


def eyes(table: Table, seat: int | None) -> View:
    """A seat's view; where a bot holds the seat, its person looks on and comes back before deciding anything; while the
    match is paused, everybody does."""
    view = table.view(seat)
    looks_on = seat is not None and (table.chairs[seat].held or table.at_rest)
    return replace(view, offers=None) if looks_on else view


def stand_in(table: Table, view: View, language: str) -> tuple[str, str] | None:
    """What stands in place of the question while a bot holds the seat, or the match is paused."""
    if restored.waits(table) and not view.over:
        return restored_words(table, language), say(language, "restored.more")
    if table.at_rest and not view.over:
        more = say(language, "No clock runs, and nobody can play until it goes on.")
        if table.clock.by_house:
            return say(language, "The owner lets the house rest."), more
        if table.paused_by is None:
            return say(language, "The host has paused the match."), more
        if table.paused_by == view.seat:
            return say(language, "You have paused the match."), more
        return say(language, "{name} has paused the match.", name=table.chairs[table.paused_by].name), more
    if view.seat is None or view.over or not table.chairs[view.seat].held:
        return None
    more = say(language, "It sees only what you see. Take your seat again whenever you like.")
    return say(language, "A bot holds your seat."), more


def restored_words(table: Table, language: str) -> str:
    """To when a table was put back."""
    return say(language, "restored.head", at=restored.when(table.restored))


def deadline(table: Table, seat: int | None) -> int | None:
    """When the time of somebody who is asked is up, in milliseconds since 1970, for the page's script."""
    clock = table.clock
    if seat is None or clock.pace.kind == "none" or not table.chairs[seat].attends:
        return None
    at = clock.deadline(seat)
    return None if at is None else round(at * 1000)


def seconds_left(table: Table, seat: int) -> str:
    """What somebody who is not asked has left of the whole match, such as 9:50."""
    if table.clock.pace.kind != "match" or not table.chairs[seat].attends:
        return ""
    minutes, seconds = divmod(int(table.clock.left[seat]), 60)
    return f"{minutes}:{seconds:02}"


class Held(Struct, frozen=True):
    """An own seat that a bot holds; with a name if one has several."""

    seat: int
    name: str


class Slow(Struct, frozen=True):
    """A seat that one may vote on."""

    seat: int
    name: str
    why: str
    votes: str
    """How many there are, and how many it takes."""
    done: bool
    """One has voted, and others have to."""


NOBODY: dict[str, tuple[Struct, ...]] = {"held": (), "slow": ()}


def absences(table: Table, mine: Sequence[int], vote: Voting, language: str) -> dict[str, tuple[Struct, ...]]:
    """The own seats that a bot holds, and the seats that one may vote on: none of one's own device, whose people sit
    side by side, and none of somebody who is there to think in peace."""
    chairs = table.chairs
    slow = [seat for seat in waited_for(table) if seat not in vote.in_peace and seat not in mine]
    if table.phase == "over" or not (slow or any(chairs[s].held for s in mine)):
        return NOBODY
    alone = len(mine) == 1
    attending = frozenset(s for s in mine if table.chairs[s].attends)
    return {
        "held": tuple(Held(s, "" if alone else chairs[s].name) for s in mine if chairs[s].held),
        "slow": tuple(_slow(table, seat, attending, vote.here, language) for seat in slow if attending),
    }


def _slow(table: Table, seat: int, mine: frozenset[int], here: frozenset[int], language: str) -> Slow:
    """What somebody is told who may vote on a seat: that it does not answer, and what a bot still lacks."""
    name, votes, needed = table.chairs[seat].name, table.clock.votes[seat], absence.needed(table, seat, here | mine)
    if table.clock.pace.kind == "none":
        why = say(language, "{name} has not answered for a while.", name=name)
    else:
        why = say(language, "The time of {name} is up.", name=name)
    if needed == 1:
        count = say(language, "One vote is enough.")
    else:
        count = say(language, "{n:# vote|# votes} for a bot so far; {needed} are needed.", n=len(votes), needed=needed)
    # who has voted while others were here may do so again when they are gone: then it may be enough
    done = mine <= votes and len(votes) < needed
    return Slow(seat, name, why, f"{say(language, 'You have voted.')} {count}" if done else count, done)


def note_words(remark: Remark, language: str) -> str:
    """What the house noted down."""
    return say(language, f"note.{remark.note}", name=remark.name)


def facts(table: Table) -> bytes:
    """Clocks and absences as JSON, the same for every audience."""
    return table.once("facts", lambda: to_json(_facts(table)), ())


def _facts(table: Table) -> dict[str, Any]:
    clock = table.clock
    # who has answered a discreet question is not told, not even here
    thinking = table.asked
    return {
        "deadlines": [_seconds(table, s) if s in thinking else None for s in range(len(table.chairs))],
        "left": [round(left, 3) for left in clock.left] if clock.pace.kind == "match" else None,
        "held": [s for s, chair in enumerate(table.chairs) if chair.held],
        "overdue": waited_for(table),
        "paused": clock.paused is not None,
    }


def _seconds(table: Table, seat: int) -> float | None:
    at = deadline(table, seat)
    return None if at is None else at / 1000
