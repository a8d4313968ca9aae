"""One play of a game: a position and how it came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .agenda import Position, advance, put
from .chance import Chance, Scripted
from .dealer import Chain, Dealer, unroll
from .offers import NOTHING, Offers
from .record import Record
from .values import Action, Event, Refused, Result
from .view import View

if TYPE_CHECKING:
    from .game import Game


class Match:
    """A match. `legal` what a seat may do, `play` it, `view` what an audience may know."""

    __slots__ = ("_drawn", "_last", "_offers", "_origin", "dealer", "game", "moves", "position", "seed")

    def __init__(self, game: Game, position: Position, dealer: Dealer, seed: str | None = None) -> None:
        """Take up a match at a position. `Game.start` and `Game.imagine` call this."""
        self.game = game
        self.position = position
        self.dealer = dealer
        self.seed = seed
        self.moves: Chain | None = None
        self._origin: Match | None = None
        self._offers: dict[int, Offers] = {}
        self._last: Any = None  # the question that the newest move answered, and
        self._drawn: Chain | None = None  # the draws made before that move
        advance(position, dealer)

    @property
    def seats(self) -> int:
        return self.position.seats

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats whose answer is missing; () when it is over. For the house: a view does not tell who has answered."""
        return self.position.waiting

    @property
    def over(self) -> bool:
        return not self.position.agenda

    @property
    def result(self) -> Result | None:
        """Winners, ranks and scores by seat; None until it is over."""
        return self.position.result

    def legal(self, seat: int) -> Offers:
        """What the seat may do now; empty if it is not asked."""
        offers = self._offers.get(seat)
        if offers is None:
            p = self.position
            if seat not in p.waiting:
                return NOTHING
            offers = self._offers[seat] = p.agenda[-1].offers(p, seat)
        return offers

    def play(self, seat: int, action: Action) -> list[tuple[Event, int | None]]:
        """Carry out what a seat decides.

        Returns what was told, each event with the seat it was whispered to or None; for the house.
        Raises Refused, with nothing changed, if the seat is not asked or the action is not among the offers.
        """
        p = self.position
        if seat not in p.waiting:
            raise Refused("house/table.turn", "over" if not p.agenda else "not-asked")
        step = p.agenda[-1]
        offers = self._offers.get(seat)
        if offers is None:
            offers = step.offers(p, seat)
        if offers.find(action) is None:
            raise step.refuse(p, seat, action)
        return self.take(seat, action)

    def take(self, seat: int, action: Action) -> list[tuple[Event, int | None]]:
        """The same, unchecked: for imagined matches, in which a mind picks one of the offers a thousand times."""
        p = self.position
        step = p.agenda[-1]
        dealer = self.dealer
        news: list[tuple[Event, int | None]] = []
        dealer.news = news
        self.moves = (self.moves, (seat, action))
        self._last = step
        self._drawn = dealer.draws
        if step.sealed:
            given = list(p.answers)
            given[seat] = action
            answers = tuple(given)
            waiting = p.waiting
            if len(waiting) > 1:
                at = waiting.index(seat)
                p.waiting = waiting[:at] + waiting[at + 1 :]
                p.answers = answers
                self._offers.pop(seat, None)
                return news
            p.answers = ()
            p.agenda = p.agenda[:-1]
            step.take(p, answers, dealer)
        else:
            p.agenda = p.agenda[:-1]
            step.take(p, seat, action, dealer)
        self._offers = {}
        advance(p, dealer)
        return news

    def why_not(self, seat: int, action: Action) -> Refused | None:
        """Why this action would be refused, or None if it would be taken."""
        p = self.position
        if seat not in p.waiting:
            return Refused("house/table.turn", "over" if not p.agenda else "not-asked")
        if self.legal(seat).find(action) is not None:
            return None
        refused: Refused = p.agenda[-1].refuse(p, seat, action)
        return refused

    # ---- undo

    def why_not_undo(self, seat: int) -> Refused | None:
        """Why the seat can't take its newest action back, or None if it can.

        A sealed answer can be taken back while others still think. An open action can if it was the
        newest one, is not binding, and brought no draw and nothing new to see. What other seats were
        whispered is not looked at: it would tell.
        """
        p = self.position
        if p.answers and p.answers[seat] is not None:
            return None
        if self.moves is None or self.moves[1][0] != seat:
            return Refused("house/table.undo", "others-acted")
        if p.agenda and p.agenda[-1].discreet:
            return Refused("house/table.undo", "others-acted")
        if self._last.sealed:
            return Refused("house/table.undo", "all-answered")
        if self._last.binds(self.moves[1][1], p.rules):
            return Refused("house/table.undo", "binding")
        if self._drawn is not self.dealer.draws:
            return Refused("house/table.undo", "chance-spoke")
        if any(event.reveals for event, to in self.dealer.news if to is None or to == seat):
            return Refused("house/table.undo", "you-learned")
        return None

    def undo(self, seat: int) -> None:
        """Take the seat's newest action back, or raise Refused with nothing changed."""
        refused = self.why_not_undo(seat)
        if refused is not None:
            raise refused
        p = self.position
        moves = unroll(self.moves)
        newest = max((i for i, (s, _) in enumerate(moves) if s == seat), default=None)
        if newest is None:  # an imagined match may begin with the seat's own sealed answer
            assert self._origin is not None
            self._origin = self._origin.copy()
            for q in (p, self._origin.position):
                q.answers = put(q.answers, seat, None)
                q.waiting = tuple(sorted((*q.waiting, seat)))
        else:
            self._rewind(moves[:newest] + moves[newest + 1 :])

    def _rewind(self, moves: list[tuple[int, Action]]) -> None:
        """Become the match in which only these moves were made."""
        p, script = self.position, Scripted(unroll(self.dealer.draws))
        if self._origin is None:
            past = self.game.begin(p.seats, p.options, p.rules, script, self.seed)
        else:
            past = self._origin.copy(script)
        for seat, action in moves:
            past.play(seat, action)
        past.dealer.go_on_from(self.dealer)
        self.position, self.dealer, self.moves = past.position, past.dealer, past.moves
        self._last, self._drawn, self._offers = past._last, past._drawn, {}

    # ---- views, copies, records

    def view(self, seat: int | None) -> View:
        """What a seat may know; what lies open on the table, with None."""
        p = self.position
        game = self.game
        agenda = p.agenda
        asked: tuple[int, ...] = ()
        prompt = answer = offers = None
        if agenda:
            step = agenda[-1]
            asked = step.who(p) if step.sealed else p.waiting
            if seat is not None:
                if seat in asked:
                    prompt = step.prompt(p, seat)
                if seat in p.waiting:
                    offers = self.legal(seat)
                elif p.answers:
                    answer = p.answers[seat]
        return View(
            game.name,
            seat,
            p.seats,
            p.options,
            p.rules,
            game.look(p, seat),
            agenda,
            asked,
            prompt,
            answer,
            offers,
            self.dealer.log(seat),
            p.result,
        )

    def glance(self, seat: int) -> View:
        """The view of a seat that is asked, less what no mind looks at to decide at a glance; for imagined matches."""
        p = self.position
        game, waiting = self.game, p.waiting
        now, log = game.glance(p, seat), self.dealer.log(seat)
        offers = self.legal(seat)
        return View(game.name, seat, p.seats, p.options, p.rules, now, p.agenda, waiting, None, None, offers, log, None)

    def copy(self, chance: Chance | None = None) -> Match:
        """An independent match with the same past, and the same future draws unless another source is given."""
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.position = self.position.__copy__()  # type: ignore[attr-defined]  # msgspec does not declare it
        dealer = twin.dealer = self.dealer.copy(chance)
        dealer.news = self.dealer.news
        twin.seed = self.seed if chance is None else None
        twin.moves = self.moves
        twin._origin = self._origin
        twin._offers = {}
        twin._last = self._last
        twin._drawn = self._drawn
        return twin

    def go_on_as(self, twin: Match) -> None:
        """Become what a copy of this match has become by moves made since; the copy is laid aside.

        What was told so far stays as it is, so whoever follows this match sees only something added.
        """
        self.position, self.moves = twin.position, twin.moves
        self.dealer.go_on_as(twin.dealer)
        self._last, self._drawn, self._offers = twin._last, twin._drawn, twin._offers

    def follows(self, before: Match, seat: int) -> bool:
        """Whether this match is a copy of an earlier one, and one action that this seat played since."""
        return self.moves is not None and self.moves[0] is before.moves and self.moves[1][0] == seat

    def go_back_to(self, before: Match) -> None:
        """Become what this match was before its newest action, of which a copy was kept; the copy is laid aside.

        As after `undo`, what was told since is no longer told, and chance goes on where it was.
        """
        self.position, self.moves, self.dealer = before.position, before.moves, before.dealer
        self._last, self._drawn, self._offers = before._last, before._drawn, before._offers

    def record(self) -> Record:
        """The match as a record: what was drawn and decided. For the house until the match is over."""
        if self._origin is not None:
            raise ValueError("An imagined match has no record: nobody played its beginning.")
        p = self.position
        return Record(
            self.game.name,
            p.rules,
            p.seats,
            p.options,
            self.seed,
            tuple(unroll(self.dealer.draws)),
            tuple((seat, str(action)) for seat, action in unroll(self.moves)),
            p.result,
        )
