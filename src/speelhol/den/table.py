"""A table: seats around a match. A fold over the log, pure: every entry changes it, nothing else does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..bots.roster import USUAL
from ..games import game as find_game
from ..kernel import Action, Game, Lesson, Match, Refused, Stream, Tip, View, fair, put, to_json
from . import absence, hosting, takebacks
from . import entries as e
from .errors import TurnedAway
from .lookalikes import alike, is_mixed
from .pace import Clock
from .people import LONGEST_NAME, LONGEST_TEXT, tidy

T = TypeVar("T")


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


class Look:
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


EMPTY = Chair()
MOST_DEVICES = 8


class Table:
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
        return self.look(seat).moment

    def view(self, seat: int | None) -> View:
        """What a seat may know now; made once for every state of the table."""
        return self.look(seat).view

    def look(self, seat: int | None) -> Look:
        return self.once(seat, lambda: Look(self.playing.view(seat), 0 if seat is None else self._acts[seat]))

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What `make` makes; made once for every state of the table, and found again by its key."""
        match = self.playing
        if self._seen_at[0] is not match or self._seen_at[1] is not match.moves or self._seen_at[2] != self.seq:
            self._seen_at = (match, match.moves, self.seq)
            self._seen = {}
        found: T | None = self._seen.get(key)
        if found is None:
            found = self._seen[key] = make()
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

    def at(self, match: Match | None) -> Table:
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

    # ---- what may be written next: each returns the entry, or raises TurnedAway or Refused

    def sit(self, seat: int | None, person: str, name: str, luck: str = "") -> e.Sat:
        name = tidy(name, LONGEST_NAME)
        if self.match is not None:
            raise TurnedAway("already-dealt")
        if hosting.is_sent_away(self, person):
            raise TurnedAway("sent-away")
        self._may_be_called(name, person)
        if seat is None:
            seat = next((s for s, chair in enumerate(self.chairs) if not chair.taken), None)
            if seat is None:
                raise TurnedAway("table-full")
        if not 0 <= seat < len(self.chairs):
            raise TurnedAway("no-such-seat")
        if self.chairs[seat].taken:
            raise TurnedAway("seat-taken")
        if not fair.is_luck(luck):
            raise TurnedAway("no-luck")
        return e.Sat(seat, person, name, luck)

    def add_luck(self, seat: int, luck: str) -> e.Luck:
        """Add luck to the seed, for somebody who was seated without any."""
        if self.match is not None:
            raise TurnedAway("already-dealt")
        if self.chairs[seat].person is None:
            raise TurnedAway("no-such-seat")
        if not luck or not fair.is_luck(luck):
            raise TurnedAway("no-luck")
        if self.chairs[seat].luck:
            raise TurnedAway("luck-given")
        return e.Luck(seat, luck)

    def share(self, seat: int, person: str) -> e.Shared:
        """Let the person in a chair in on another device."""
        chair = self.chairs[seat]
        if chair.person is None:
            raise TurnedAway("wrong-key")
        if hosting.is_sent_away(self, person):
            raise TurnedAway("sent-away")
        if len(chair.devices) >= MOST_DEVICES:
            raise TurnedAway("many-devices")
        return e.Shared(seat, person)

    def sit_bot(self, seat: int, person: str, name: str, level: str = USUAL, character: str = "even") -> e.BotSat:
        self.host_only(person)
        if self.match is not None:
            raise TurnedAway("already-dealt")
        if not 0 <= seat < len(self.chairs):
            raise TurnedAway("no-such-seat")
        if self.chairs[seat].taken:
            raise TurnedAway("seat-taken")
        return e.BotSat(seat, name, level, character)

    def leave(self, seat: int, person: str) -> e.Left:
        """Free a chair: one's own, or, for the host, anybody's; before the match begins.

        A person whom the host removes can't sit down again; but for whoever opened the table, when somebody else has
        taken over from them.
        """
        if not 0 <= seat < len(self.chairs) or not self.chairs[seat].taken:
            raise TurnedAway("no-such-seat")
        chair = self.chairs[seat]
        if not chair.holds(person):
            self.host_only(person)
        if self.match is not None:
            raise TurnedAway("already-dealt")
        removed = chair.person is not None and not chair.holds(person)
        return e.Left(seat, away=removed and not chair.holds(self.opened.host))

    def deal(self, person: str, chance: str) -> e.Dealt:
        """Begin. The seed follows from the secret and everybody's luck; `chance` is for tables without a secret."""
        self.host_only(person)
        if self.match is not None:
            raise TurnedAway("already-dealt")
        if not all(chair.taken for chair in self.chairs):
            raise TurnedAway("chairs-free")
        secret = self.opened.secret
        return e.Dealt(fair.seed_of(secret, (chair.luck for chair in self.chairs)) if secret else chance)

    def move(self, seat: int, action: Action) -> e.Moved:
        refused = self.playing.why_not(seat, action)
        if refused is not None:
            raise refused
        if (wanted := self.scripted(seat)) is not None and action != wanted:
            raise TurnedAway("lesson")
        ahead = self.playing.copy()  # what the rules can't carry out must not get into the log
        ahead.take(seat, action)
        entry = e.Moved(seat, str(action), mark(ahead))
        self._tried = (self.seq, entry, ahead)
        return entry

    def undo(self, seat: int) -> e.Undone:
        if self.coach is not None:
            raise TurnedAway("lesson")
        if self.clock.lapsed:  # the bots answer for whoever was missing then: one more or less would show
            raise Refused("house/table.undo", "others-acted")
        refused = takebacks.why_not(self, seat)
        if refused is not None:
            raise refused
        return e.Undone(seat)

    def say(self, seat: int | None, name: str, text: str, person: str = "") -> e.Said:
        """A remark from a chair, or from a person who watches and has no chair to take a name from."""
        if seat is None:
            name = tidy(name, LONGEST_NAME)
            self._may_be_called(name, person)
        else:
            name, person = self.chairs[seat].name, self.chairs[seat].person or ""
        text = tidy(text, LONGEST_TEXT)
        if not text:
            raise TurnedAway("nothing-said")
        if self.match is not None and self.match.view(None).hush:
            raise TurnedAway("hush")
        if hosting.is_silent(self, person):
            raise TurnedAway("silenced")
        return e.Said(seat, name, text, person if seat is None else "")

    def play_again(self, person: str, code: str) -> e.Again:
        self.host_only(person)
        if self.phase != "over":
            raise TurnedAway("not-over")
        if self.again is not None:
            raise TurnedAway("again-open")
        return e.Again(code)

    def called(self, name: str, person: str = "") -> str | None:
        """The name of somebody else at this table who could be taken for this one; None if nobody can."""
        seated = [chair.name for chair in self.chairs if chair.taken]
        heard = [other for who, other in self.watched_by.items() if who != person]
        return next((other for other in (*seated, *heard) if alike(other, name)), None)

    def _may_be_called(self, name: str, person: str) -> None:
        """Raises TurnedAway if somebody can't have this name at the table."""
        if not name:
            raise TurnedAway("no-name")
        if (other := self.called(name, person)) is not None:
            raise TurnedAway("name-taken", name=other)
        if is_mixed(name):
            raise TurnedAway("mixed-name")

    def host_only(self, person: str) -> None:
        """Raises TurnedAway for everybody but the host."""
        if not self.is_host(person):
            raise TurnedAway("host-only")


__all__ = ["Chair", "Refused", "Remark", "Table", "TurnedAway"]
