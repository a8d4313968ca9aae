"""A table: seats around a match, and what may be written about it next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from ...bots.roster import USUAL
from ...kernel import Action, Refused, Stream, fair
from . import entries as e
from . import hosting, takebacks
from .errors import HouseRests, TurnedAway
from .impostor_names import has_sign, house_word
from .lookalikes import alike, is_mixed
from .pace import Pace
from .people import LONGEST_NAME, LONGEST_TEXT, tidy
from .state import State
from .views import digest_of

MOST_DEVICES = 8


class Table(State):
    """What may be written next about a table: each method returns the entry, or raises TurnedAway or Refused."""

    @classmethod
    def of(cls, id: int, code: str, *entries: e.AnyEntry) -> Self:
        """The table whose log holds these entries."""
        table = cls(id, code)
        for entry in entries:
            table.apply(entry)
        return table

    def sit(
        self, seat: int | None, person: str, name: str, luck: str = "", place: str = "", program: bool = False
    ) -> e.Sat | e.Knocked:
        """Take a chair; or, where the host is asked first, wait for their yes. A program says that it is one."""
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
        if self.door.settings.approve and not self.is_host(person):
            return hosting.knock(self, person, name, luck, place, program)
        return e.Sat(seat, person, name, luck, program)

    def change_rules(
        self, person: str, options: dict[str, Any], pace: Pace, hints: e.Hints, speed: e.Speed, seats: int = 0
    ) -> e.Ruled:
        """Other house rules, before the match, and another number of chairs: those at the end come and go while nobody
        sits there, since a key is one to a chair by its number."""
        self.host_only(person)
        if self.match is not None:
            raise TurnedAway("already-dealt")
        if pace.problem is not None:
            raise TurnedAway(pace.problem)
        wanted = seats or self.opened.seats
        self.game.begin(wanted, self.game.read_options(options), self.opened.rules, Stream(""))
        for chair in self.chairs[wanted:]:
            if chair.taken:
                raise TurnedAway("last-chair", name=chair.name)
        return e.Ruled(options, pace, hints, speed, 0 if wanted == self.opened.seats else wanted)

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

    def may_seat_bots(self, person: str) -> None:
        """Raises TurnedAway for everybody but the host, and after the deal."""
        self.host_only(person)
        if self.match is not None:
            raise TurnedAway("already-dealt")

    def sit_bot(self, seat: int, person: str, name: str, level: str = USUAL, character: str = "even") -> e.BotSat:
        self.may_seat_bots(person)
        if not 0 <= seat < len(self.chairs):
            raise TurnedAway("no-such-seat")
        if self.chairs[seat].taken:
            raise TurnedAway("seat-taken")
        return e.BotSat(seat, name, level, character)

    def leave(self, seat: int, person: str) -> e.Left:
        """Free a chair: one's own, or, for the host, anybody's; before the match begins.

        A person whom the host removes can't sit down again; but for whoever opened the table and passed it on. Nobody
        frees the chair of a host for whom they stand in.
        """
        if not 0 <= seat < len(self.chairs) or not self.chairs[seat].taken:
            raise TurnedAway("no-such-seat")
        chair = self.chairs[seat]
        if not chair.holds(person):
            self.host_only(person)
            hosting.spare_host(self, chair.person or "")
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
        self._goes_on()
        refused = self.playing.why_not(seat, action)
        if refused is not None:
            raise refused
        if (wanted := self.scripted(seat)) is not None and action != wanted:
            raise TurnedAway("lesson")
        ahead = self.playing.copy()  # what the rules can't carry out must not get into the log
        ahead.take(seat, action)
        entry = e.Moved(seat, str(action), digest_of(ahead))
        self._tried = (self.seq, entry, ahead)
        return entry

    def undo(self, seat: int) -> e.Undone:
        self._goes_on()
        if self.coach is not None:
            raise TurnedAway("lesson")
        if self.clock.lapsed:  # the bots answer for whoever was missing then: one more or less would show
            raise Refused("house/table.undo", "others-acted")
        refused = takebacks.why_not(self, seat)
        if refused is not None:
            raise refused
        return e.Undone(seat)

    def decided(self, seats: Collection[int]) -> int:
        """How often these seats have acted, what they took back included."""
        return sum(self._acts[seat] for seat in seats)

    def _goes_on(self) -> None:
        """Raises TurnedAway while the host or the house lets the match rest."""
        if self.at_rest:
            raise HouseRests if self.clock.by_house else TurnedAway("paused")

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

    def only_bots_beside(self, person: str) -> bool:
        """Every chair is theirs or a bot's: nobody has to be waited for."""
        return all(chair.bot or chair.person == person for chair in self.chairs)

    def called(self, name: str, person: str = "") -> str | None:
        """The name of somebody else at this table who could be taken for this one; None if nobody can."""
        seated = [chair.name for chair in self.chairs if chair.taken]
        heard = [other for who, other in self.watched_by.items() if who != person]
        waiting = [one.name for one in self.door.knocks if one.person != person]
        return next((other for other in (*seated, *heard, *waiting) if alike(other, name)), None)

    def _may_be_called(self, name: str, person: str) -> None:
        """Raises TurnedAway if somebody can't have this name at the table."""
        if not name:
            raise TurnedAway("no-name")
        if (other := self.called(name, person)) is not None:
            raise TurnedAway("name-taken", name=other)
        if is_mixed(name):
            raise TurnedAway("mixed-name")
        if not has_sign(name):
            raise TurnedAway("no-letter")
        if (word := house_word(name)) is not None:
            raise TurnedAway("house-word", word=word)
