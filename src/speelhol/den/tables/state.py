"""What the log of a table adds up to: a fold, pure. Every entry changes it, nothing else does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from copy import copy
from functools import cached_property
from typing import Any, Self, TypeVar

from msgspec.structs import replace

from ...games import game as find_game
from ...kernel import Action, Game, Lesson, Match, Stream, Tip, View, fair, put, to_json
from . import absence, hosting
from . import entries as e
from .cache import PER_TABLE
from .chairs import EMPTY, Chair, Remark
from .errors import TurnedAway
from .pace import Clock

T = TypeVar("T")


class StateView:
    """What a seat sees of one state, as a view and as bytes."""

    def __init__(self, view: View, acts: int) -> None:
        self.view = view
        self._acts = acts

    @cached_property
    def plain(self) -> bytes:
        """The view as JSON, without the log."""
        plain = self.view.plain(since=len(self.view.log))
        del plain["log"]
        return to_json(plain)

    @cached_property
    def moment(self) -> str:
        return hashlib.sha256(b"%d\0" % self._acts + self.plain).hexdigest()[:16]


def mark(match: Match) -> str:
    """The position of a match as a short digest, for the log."""
    return hashlib.blake2b(to_json(match.position), digest_size=6).hexdigest()


class State:
    """What the log of one table adds up to."""

    def __init__(self, id: int, code: str) -> None:
        self.id = id
        self.code = code
        self.seq = 0
        """How many entries it has taken in."""
        self.noticed = 0
        """The number of the newest entry that everybody may notice."""
        self.noticed_at = 0.0
        """When that was written."""
        self.unnoticed: frozenset[int] = frozenset()
        """Seats that have answered a discreet question, or taken such an answer back, since then."""
        self.game: Game
        self.opened: e.Opened
        self.chairs: tuple[Chair, ...] = ()
        self.match: Match | None = None
        self.clock: Clock
        self.talk: tuple[Remark, ...] = ()
        self.again: str | None = None
        self.host = ""
        """The person who may start, seat bots and remove people."""
        self.sent: tuple[hosting.SentAway, ...] = ()
        self.silenced: frozenset[str] = frozenset()
        self.watched_by: dict[str, str] = {}
        """Those who have said something without a chair, by person: their names. Rebound, never changed."""
        self.told_before = 0
        """How many open events had been told before the newest move."""
        self._commitment = ""
        self._tried: tuple[int, e.Moved, Match] | None = None
        """The move that was tried last, before which entry, and the match after it: if it is written down, the rules
        need not be played again."""
        self._before: Match | None = None
        """The match before the newest action: taking that back need not play everything again."""
        self._acts: tuple[int, ...] = ()
        self._standing: tuple[int, ...] = ()
        """By seat, how many of its actions have not been taken back."""
        self._taken_back: dict[tuple[int, int], int] = {}
        """By seat and by how many of its actions stood then: how often it took one back. Rebound, never changed."""
        self._seen: dict[object, Any] = {}
        self._seen_at: tuple[Any, Any, int] = (None, None, 0)

    # ---- what the log says

    def take(self, entry: e.AnyEntry) -> None:
        """Take the next entry of the log in. It was checked before it was written."""
        dark = self._dark(entry)
        self._take(entry)
        self.seq += 2 if isinstance(entry, e.TakenBack) else 1
        if dark is None:
            self.noticed, self.noticed_at, self.unnoticed = self.seq, entry.at, frozenset()
        else:
            self.unnoticed |= {dark}

    def _dark(self, entry: e.AnyEntry) -> int | None:
        """The only seat that can notice an entry: whose answer to a discreet question it is, while others are missing,
        or who takes such an answer back. None if everybody may."""
        if self.match is None or not isinstance(entry, e.Moved | e.Undone | e.TakenBack):
            return None
        agenda, last = self.match.position.agenda, self.match.to_act == (entry.seat,)
        hidden = bool(agenda) and agenda[-1].discreet and (isinstance(entry, e.Undone) or not last)
        return entry.seat if hidden else None

    def _take(self, entry: e.AnyEntry) -> None:
        match entry:
            case e.Opened():
                self.opened = entry
                self.host = entry.host
                self._commitment = fair.commitment(entry.secret) if entry.secret else ""
                self.game = find_game(entry.game)
                self.chairs = (EMPTY,) * entry.seats
                self.clock = Clock.of(entry.pace, entry.seats)
                self._acts = self._standing = (0,) * entry.seats
            case e.Sat():
                sitting = self.chairs[entry.seat].sitting
                self.seat(entry.seat, Chair(entry.person, entry.name, luck=entry.luck, sitting=sitting))
            case e.Luck():
                self.seat(entry.seat, replace(self.chairs[entry.seat], luck=entry.luck))
            case e.Shared():
                chair = self.chairs[entry.seat]
                self.seat(entry.seat, replace(chair, devices=(*chair.devices, entry.person)))
                self.note("shared", entry.seat, to=entry.seat)
            case e.BotSat():
                sitting = self.chairs[entry.seat].sitting
                bot = Chair(None, entry.name, entry.level, character=entry.character, sitting=sitting)
                self.seat(entry.seat, bot)
            case e.Left():
                left = self.chairs[entry.seat]
                if entry.away and left.person is not None:
                    people = (left.person, *left.devices)
                    self.sent += (hosting.SentAway(entry.seat, left.sitting, people, left.name),)
                self.seat(entry.seat, Chair(sitting=left.sitting + 1))
            case e.Dealt():
                # by the rules that were in force when the table was opened, not by newer ones
                options = self.game.read_options(self.opened.options)
                chance = Stream(entry.seed)
                self.match = self.game.begin(self.opened.seats, options, self.opened.rules, chance, entry.seed)
                self._ask(entry.at)
            case e.Moved():
                alone = self.playing.to_act == (entry.seat,)
                self.told_before = self._told
                before = self.playing.copy()
                self._play(entry)
                self._before = before
                self._acted(entry.seat, 1)
                self.clock = self.clock.answered(entry.seat, entry.at)
                if alone:
                    self._ask(entry.at)
            case e.Undone():
                self._go_back(entry.seat)
                self._acted(entry.seat, -1)
                self._reopen(entry.seat, entry.at)
            case e.TakenBack():
                self.told_before = self._told
                self._acted(entry.seat, 1)
                self._acted(entry.seat, -1)
                self.clock = self.clock.answered(entry.seat, entry.moved)
                self._reopen(entry.seat, entry.at)
            case e.TimeUp() | e.Voted() | e.Returned():
                absence.take(self, entry)
            case e.Hosted() | e.Admitted() | e.Silenced():
                hosting.take(self, entry)
            case e.Said():
                person = entry.person if entry.seat is None else self.chairs[entry.seat].person or ""
                if entry.seat is None and person:
                    self.watched_by = {**self.watched_by, person: entry.name}
                self.talk += (Remark(entry.seat, entry.name, entry.text, self._told, person=person),)
            case e.Again():
                self.again = entry.code

    def seat(self, seat: int, chair: Chair) -> None:
        self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])

    def _play(self, entry: e.Moved) -> None:
        tried, self._tried = self._tried, None
        if tried is not None and tried[0] == self.seq and tried[1] == replace(entry, at=0.0):
            self.playing.go_on_as(tried[2])
        else:
            self.playing.play(entry.seat, self.game.read(entry.action))

    def _go_back(self, seat: int) -> None:
        """Take the newest action of a seat back: at once, where nothing came after it."""
        before, self._before = self._before, None
        match = self.playing
        if before is not None and match.follows(before, seat) and match.why_not_undo(seat) is None:
            match.go_back_to(before)
        else:
            match.undo(seat)

    def _reopen(self, seat: int, at: float) -> None:
        """A seat has taken an action back, and owes the answer again."""
        if self.playing.to_act == (seat,):
            self._ask(at)
        self.clock = self.clock.reopened(seat, at)
        question = (seat, self._standing[seat])
        self._taken_back = {**self._taken_back, question: self._taken_back.get(question, 0) + 1}

    def _acted(self, seat: int, kept: int) -> None:
        """A seat played an action, so that it has one more on the table, or took one back."""
        self._acts = put(self._acts, seat, self._acts[seat] + 1)
        self._standing = put(self._standing, seat, self._standing[seat] + kept)

    def taken_back(self, seat: int) -> int:
        """How often a seat has taken back what it decided where it last decided: made of its own actions only."""
        return self._taken_back.get((seat, self._standing[seat] - 1), 0)

    def _ask(self, at: float) -> None:
        """A question was put, or the match is over: whoever must answer it has their time from now on."""
        p = self.playing.position
        owing = (s for s in p.waiting if self.chairs[s].attends)
        self.clock = self.clock.ask(owing, bool(p.agenda) and p.agenda[-1].discreet, at)

    def note(self, what: str, seat: int, to: int | None = None) -> None:
        """The house notes something down about a seat, in the log that people read."""
        self.talk += (Remark(seat, self.chairs[seat].name, "", self._told, what, to),)

    @property
    def _told(self) -> int:
        return len(self.match.dealer.log(None)) if self.match else 0

    # ---- what it is like now

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise TurnedAway("not-dealt")
        return self.match

    @property
    def phase(self) -> str:
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name or f"#{seat + 1}" for seat, chair in enumerate(self.chairs))

    @property
    def commitment(self) -> str:
        """What the house shows of its secret; nothing at a table that is older than its promises."""
        return self._commitment

    def seats_of(self, person: str) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.holds(person))

    def own(self, seat: int, person: str) -> int:
        """The seat, if this person holds it now. Raises TurnedAway."""
        if not 0 <= seat < len(self.chairs) or not self.chairs[seat].holds(person):
            raise TurnedAway("not-yours")
        return seat

    def is_host(self, person: str) -> bool:
        host = self.host
        return person == host or any(chair.person == host and chair.holds(person) for chair in self.chairs)

    def may_talk(self, person: str, present: Collection[str]) -> bool:
        """Who sits here may talk; and who has come to watch a match, while they have it open and so are `present`."""
        return bool(self.seats_of(person)) or (self.match is not None and person in present)

    def host_only(self, person: str) -> None:
        """Raises TurnedAway for everybody but the host."""
        if not self.is_host(person):
            raise TurnedAway("host-only")

    @property
    def hints(self) -> bool:
        """Whether seats may ask for hints at this table."""
        people = sum(chair.person is not None for chair in self.chairs)
        told = self.opened.hints
        return (told == "on" or (told == "alone" and people == 1)) and not self.opened.lesson

    # ---- a lesson

    @property
    def lesson(self) -> Lesson | None:
        """What is taught at this table; None if it is a table like others."""
        return self.game.lessons[self.opened.chapter - 1] if self.opened.lesson else None

    @property
    def coach(self) -> Tip | None:
        """What the learner is to do next; None outside a lesson and once its script has ended."""
        lesson = self.lesson if self.match is not None else None
        if lesson is None or self._acts[0] >= len(lesson.mine):
            return None
        strayed = 0 in self.playing.to_act and self.scripted(0) is None
        return None if strayed else lesson.mine[self._acts[0]]

    @property
    def taught(self) -> bool:
        """Everything that was written down for a lesson has been played, and the learner has not gone on yet."""
        lesson = self.lesson
        return (
            lesson is not None
            and self._acts[0] == len(lesson.mine)
            and all(done >= len(lesson.script(seat)) for seat, done in enumerate(self._acts))
        )

    def scripted(self, seat: int) -> Action | None:
        """What the lesson lets this seat do now; None where it is free.

        So it is, too, where the script does not fit: the lesson was rewritten after this match had begun.
        """
        lesson = self.lesson
        script = lesson.script(seat) if lesson is not None else ()
        done = self._acts[seat]
        action = self.game.read(script[done]) if done < len(script) else None
        return action if action is not None and action in self.playing.legal(seat) else None

    def moment(self, seat: int | None) -> str:
        """What a seat is looking at, as a short mark: a click made for another moment is recognised by it.

        Made of the seat's own view and of how often it has acted, so that no moment comes back, not even
        when an action is taken back; and of nothing that the seat can't know.
        """
        return self.state_view(seat).moment

    def view(self, seat: int | None) -> View:
        """What a seat may know now; made once for every state of the table."""
        return self.state_view(seat).view

    def state_view(self, seat: int | None) -> StateView:
        return self.once(seat, lambda: StateView(self.playing.view(seat), 0 if seat is None else self._acts[seat]))

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What `make` makes; made once for every state of the table, and found again by its key."""
        match = self.playing
        if self._seen_at[0] is not match or self._seen_at[1] is not match.moves or self._seen_at[2] != self.seq:
            self._seen_at = (match, match.moves, self.seq)
            self._seen = {}
        found: T | None = self._seen.get(key)
        if found is None:
            PER_TABLE.misses += 1
            found = self._seen[key] = make()
        else:
            PER_TABLE.hits += 1
        return found

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """Seats for which a bot decides: its own, those it holds, and who was too slow for a discreet question."""
        return () if self.match is None else self._for_bots(self.match.to_act)

    @property
    def bots_asked(self) -> tuple[int, ...]:
        """The same as far as everybody may know: those, too, that have answered a question which is discreet."""
        return self._for_bots(self.asked)

    def _for_bots(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(s for s in seats if self.clock.lapsed or not self.chairs[s].attends)

    @property
    def asked(self) -> tuple[int, ...]:
        """Who owes an answer as far as everybody may know; where who has given one is not shown, all who were asked."""
        if self.match is None:
            return ()
        p = self.match.position
        return p.agenda[-1].who(p) if self.clock.discreet and p.agenda else p.waiting

    @property
    def due(self) -> float | None:
        """When somebody's time is up and something happens; None while nothing can."""
        return absence.due(self)

    def at(self, match: Match | None) -> Self:
        """This table around another match: an earlier position of its own, or one that a seat takes for possible.

        It is read, and let go: what it takes in happens to it alone.
        """
        twin = copy(self)
        twin.match = match
        return twin

    def due_after(self, entry: e.AnyEntry) -> float | None:
        """When something would be due if this entry were written."""
        twin = self.at(self.match and self.match.copy())
        twin.take(entry)
        return twin.due
