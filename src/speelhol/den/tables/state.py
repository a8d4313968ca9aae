"""What the log of a table adds up to: a fold, pure. Every entry changes it, nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from typing import Any, Self, TypeVar

from msgspec.structs import replace

from ...games import game as find_game
from ...kernel import LEARNER, Action, Game, Lesson, Match, Pass, Stream, Tip, View, fair, put
from . import absence, hosting, keys, passes
from . import entries as e
from .cache import EVERYBODY, StateCache
from .chairs import Chair, Remark
from .company import Company
from .door import OPEN
from .errors import TurnedAway
from .notes import NONE, SeatNotes
from .pace import Clock
from .views import StateView

T = TypeVar("T")


class State(Company):
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
        """Seats that have done something since then that nobody else can notice."""
        self.game: Game
        self.opened: e.Opened
        self.chairs: tuple[Chair, ...] = ()
        self.match: Match | None = None
        self.dealt_in = 0
        """In how many chairs people sat when the match began."""
        self.clock: Clock
        self.paused_by: int | None = None
        """The chair of the host who lets the match rest."""
        self.talk: tuple[Remark, ...] = ()
        self.notes: tuple[SeatNotes, ...] = ()
        """By seat, what its person alone reads."""
        self.passes: dict[int, Pass] = {}
        """By seat, on what the house passes for it. Rebound, never changed."""
        self.keys_used: frozenset[tuple[int, int, int]] = frozenset()
        """Of which keys programs have made use, by seat, sitting and renewal; no part of the chairs, which all see."""
        self.again: str | None = None
        self.host = ""
        """The person who may start, seat bots and remove people."""
        self.sent: tuple[hosting.SentAway, ...] = ()
        self.silenced: frozenset[str] = frozenset()
        self.door = OPEN
        self.watched_by: dict[str, str] = {}
        """Those who have said something without a chair, by person: their names. Rebound, never changed."""
        self.told_newly = 1
        """How many open events worth seeing the newest entry brought, of those that everybody may notice."""
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
        self._heard: tuple[tuple[int, int], ...] = ()
        """By seat, how many events it had heard of when it acted, the last time and the time before."""
        self._seen = StateCache()

    # ---- what the log says

    def apply(self, entry: e.AnyEntry) -> None:
        """Take the next entry of the log in. It was checked before it was written."""
        dark, told = self._dark(entry), self._told
        current = dark is not None and self._seen.is_of(self._state)
        self._take(entry)
        self.seq += 2 if isinstance(entry, e.TakenBack) else 1
        if dark is None:
            self.noticed, self.noticed_at, self.unnoticed = self.seq, entry.at, frozenset()
            self.told_newly = self._worth_seeing(told)
        else:
            self.unnoticed |= {dark}
            if current:
                self._seen.carry_over(self._state, dark)

    def _dark(self, entry: e.AnyEntry) -> int | None:
        """The only seat that can notice an entry: who writes notes, whose key is used, whose answer to a discreet
        question it is, while others are missing, or who takes such an answer back. None if everybody may."""
        if isinstance(entry, e.NotesWritten | e.KeyUsed):
            return entry.seat
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
                self.door = replace(OPEN, settings=entry.settings, listed_from=entry.listed_from)
                self._commitment = fair.commitment(entry.secret) if entry.secret else ""
                self.game = find_game(entry.game)
                self.arrange(entry.seats)
                self.clock = Clock.of(entry.pace, entry.seats)
            case e.Sat():
                sitting = self.chairs[entry.seat].sitting
                chair = Chair(entry.person, entry.name, luck=entry.luck, sitting=sitting, program=entry.program)
                self.sit_person(entry.seat, chair)
                hosting.no_longer_waits(self, entry.person)
            case e.Luck():
                self.seat(entry.seat, replace(self.chairs[entry.seat], luck=entry.luck))
            case e.Shared():
                chair = self.chairs[entry.seat]
                self.seat(entry.seat, replace(chair, devices=(*chair.devices, entry.person)))
                self.note("shared", entry.seat, to=entry.seat)
            case e.KeyUsed() | e.KeyRenewed():
                keys.apply(self, entry)
            case e.BotSat():
                sitting = self.chairs[entry.seat].sitting
                bot = Chair(None, entry.name, entry.level, character=entry.character, sitting=sitting)
                self.seat(entry.seat, bot)
            case e.Left():
                left = self.chairs[entry.seat]
                if entry.away and left.person is not None:
                    hosting.send_away(self, left, entry.seat, entry.barred)
                self.seat(entry.seat, Chair(sitting=left.sitting + 1))
            case e.Dealt():
                # by the rules that were in force when the table was opened, not by newer ones
                options = self.game.read_options(self.opened.options)
                chance, self.dealt_in = Stream(entry.seed), self.people
                self.match = self.game.begin(self.opened.seats, options, self.opened.rules, chance, entry.seed)
                self._ask(entry.at)
            case e.Moved():
                alone = self.playing.to_act == (entry.seat,)
                self.told_before = self._told
                # what comes of an answer is told to who gave the last one and to who waited for it alike
                before, heard = self.playing.copy(), len(self.playing.dealer.log(entry.seat))
                self._play(entry)
                self._before = before
                self._acted(entry.seat, 1)
                self._hears(entry.seat, self.heard(entry.seat), heard)
                self.clock = self.clock.answered(entry.seat, entry.at)
                if alone:
                    self._ask(entry.at)
            case e.Undone():
                self._go_back(entry.seat)
                self._acted(entry.seat, -1)
                self._hears(entry.seat, self._heard[entry.seat][1])
                self._reopen(entry.seat, entry.at)
            case e.TakenBack():
                self.told_before = self._told
                self._acted(entry.seat, 1)
                self._acted(entry.seat, -1)
                self._hears(entry.seat, self.heard(entry.seat))
                self.clock = self.clock.answered(entry.seat, entry.moved)
                self._reopen(entry.seat, entry.at)
            case e.TimeUp() | e.Voted() | e.Returned():
                absence.apply(self, entry)
            case e.Said():
                person = entry.person if entry.seat is None else self.chairs[entry.seat].person or ""
                if entry.seat is None and person:
                    self.watched_by = {**self.watched_by, person: entry.name}
                self.talk += (Remark(entry.seat, entry.name, entry.text, self._told, person=person),)
            case e.PassChosen():
                passes.apply(self, entry)
            case e.NotesWritten():
                self.notes = put(self.notes, entry.seat, self.notes[entry.seat].written(entry.text))
            case e.Again():
                self.again = entry.code
            case _:
                hosting.apply(self, entry)

    def arrange(self, seats: int) -> None:
        super().arrange(seats)
        self.notes, self._heard = (NONE,) * seats, ((0, 0),) * seats
        self._acts = self._standing = (0,) * seats

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

    def _worth_seeing(self, told: int) -> int:
        """How many of the open events after the first so many people want to see."""
        return sum(not event.routine for event in self.match.dealer.log(None).since(told)) if self.match else 0

    def _hears(self, seat: int, before: int, now: int | None = None) -> None:
        """A seat has acted, knowing so many events before and so many now; or has taken that back."""
        self._heard = put(self._heard, seat, (before if now is None else now, before))

    def heard(self, seat: int) -> int:
        """How many events a seat, as it counts them, had heard of when it last acted."""
        return self._heard[seat][0]

    def taken_back(self, seat: int) -> int:
        """How often a seat has taken back what it decided where it last decided: made of its own actions only."""
        return self._taken_back.get((seat, self._standing[seat] - 1), 0)

    def _ask(self, at: float) -> None:
        """A question was put, or the match is over: whoever must answer it has their time from now on."""
        p = self.playing.position
        owing = (s for s in p.waiting if self.chairs[s].attends)
        self.clock = self.clock.ask(owing, bool(p.agenda) and p.agenda[-1].discreet, at)

    def note(self, what: str, seat: int | None, to: int | None = None, name: str = "") -> None:
        """The house notes something down about a seat, or somebody by name, in the log that people read."""
        name = name if seat is None else self.chairs[seat].name
        self.talk += (Remark(seat, name, "", self._told, what, to),)

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
        if self.door.closed:
            return "closed"
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def at_rest(self) -> bool:
        """Nothing is played: the host has paused the match, or closed the table."""
        return self.door.closed or self.clock.paused is not None

    @property
    def commitment(self) -> str:
        """What the house shows of its secret; nothing at a table that is older than its promises."""
        return self._commitment

    @property
    def hints(self) -> bool:
        """Whether seats may ask for hints at this table."""
        people = self.people if self.match is None else self.dealt_in  # whoever sends the others away is not alone
        told = self.opened.hints
        return (told == "on" or (told == "alone" and people == 1)) and not self.opened.lesson

    # ---- a lesson

    @property
    def lesson(self) -> Lesson | None:
        """What is taught at this table; None if it is a table like others."""
        return self.game.lessons[self.opened.number - 1] if self.opened.lesson else None

    @property
    def learned(self) -> int:
        """How many decisions the learner has made."""
        return self._acts[LEARNER]

    @property
    def coach(self) -> Tip | None:
        """What the learner is to do next; None outside a lesson and once its script has ended."""
        lesson = self.lesson if self.match is not None else None
        if lesson is None or self.learned >= len(lesson.mine):
            return None
        strayed = LEARNER in self.playing.to_act and self.scripted(LEARNER) is None
        return None if strayed else lesson.mine[self.learned]

    @property
    def taught(self) -> bool:
        """Everything that was written down for a lesson has been played, and the learner has not gone on yet."""
        lesson = self.lesson
        return (
            lesson is not None
            and self.learned == len(lesson.mine)
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
        acts = 0 if seat is None else self._acts[seat]
        return self.once(seat, lambda: StateView(self.playing.view(seat), acts), () if seat is None else (seat,))

    def once(self, key: object, make: Callable[[], T], of: Collection[int] | None = EVERYBODY) -> T:
        """What `make` makes; made once for every state of the table, and found again by its key.

        of: the seats whose own deeds it shows besides what everybody may know; what others do in the dark leaves it
        """
        match = self.playing if self.match is None else self.match
        return self._seen.once((match, match.moves, self.seq), key, make, of)

    @property
    def _state(self) -> tuple[Any, ...]:
        return self.match, self.match and self.match.moves, self.seq

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """Seats for which a bot decides: its own, those it holds, and who was too slow for a discreet question; and
        for whom the house passes."""
        return () if self.match is None or self.at_rest else self._for_bots(self.match.to_act)

    @property
    def bots_asked(self) -> tuple[int, ...]:
        """The same as far as everybody may know: those, too, that have answered a question which is discreet."""
        return self._for_bots(self.asked)

    def _for_bots(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        passing = passes.passing(self)
        passes_for = None if passing is None else passing[0]
        return tuple(s for s in seats if self.clock.lapsed or self.chairs[s].by_bot or s == passes_for)

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
        twin.match, twin._seen = match, StateCache()
        return twin

    def due_after(self, entry: e.AnyEntry) -> float | None:
        """When something would be due if this entry were written."""
        twin = self.at(self.match and self.match.copy())
        twin.apply(entry)
        return twin.due
