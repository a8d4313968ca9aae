"""The rest of an imagined match, played at a glance by everybody: by the rules, without views and events.

Look-ahead plays thousands of these. What people say after the press and note in the dark moves no card, and nobody
counts it at a glance, so it is left out. The tests hold this against the rules themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....kernel import Temper
from ....kernel.chance import SharedNumbers
from .. import actions as a
from .. import rules as r
from .. import rules_dark as dark
from .. import table as t
from ..actions import Claim
from ..table import KITS, PROFESSOR, PROFESSORS_ROUND, RAQUEL, RAQUELS_ROUND, RED, ROUNDS, Casa
from . import policy
from .evaluate import stand

_ORDER = (
    r.LayCard,
    dark.Peek,
    r.Talk,
    r.ChooseCards,
    dark.Reach,
    dark.Exchange,
    r.SayAll,
    r.NameSuccessor,
    r.LastTrump,
)
_LAY, _PEEK, _TALK, _CHOOSE, _REACH, _EXCHANGE, _SAY, _APPOINT, _TRUMP = range(9)
_AT: Mapping[type, int] = {kind: at for at, kind in enumerate(_ORDER)}


class Rest:
    """A match from an open position on; the position stays as it is."""

    __slots__ = (
        "card", "chosen", "claims", "hands", "laid", "leader", "led", "looked", "loot", "met", "number", "p", "past",
        "plotter", "professor", "raquel", "red", "rng", "swap", "temper",
    )  # fmt: skip

    def __init__(self, p: Casa, temper: Temper, rng: SharedNumbers, plotter: int | None = None) -> None:
        """plotter: a seat that speaks of its card as suits it best"""
        self.p, self.temper, self.rng, self.plotter = p, temper, rng, plotter
        self.red = [character in RED for character in p.characters]
        self.raquel, self.professor = p.characters.index(RAQUEL), p.characters.index(PROFESSOR)
        done = len(p.rounds)
        self.past = policy.shown(p.rounds, p.options.skills)
        self.laid = [list(laid[:done]) for laid in p.laid]
        """By seat, the cards of the rounds that have been printed."""
        self.card = [laid[-1] for laid in p.laid] if len(p.laid[0]) > done else []
        self.hands = list(p.hands)
        self.claims: Sequence[Claim] = p.claims
        self.chosen = p.chosen
        self.leader, self.led, self.number, self.loot, self.met = p.leader, p.led, p.round, p.loot, p.met
        self.looked = p.deed.looked if p.deed is not None else None
        self.swap: tuple[int | None, int | None] = (None, None)

    def play(self, presses: int) -> float:
        """The robbers' chance after so many more presses, when the next leader is named; 0 or 1 at the end."""
        p = self.p
        at, given, skills = _AT[type(p.agenda[-1])], p.answers, p.options.skills
        if at == _TRUMP:
            return self._end()
        if at == _SAY:
            given = ()
        while True:
            if at == _LAY:
                self._lay(given)
                given = ()
            if at <= _PEEK and self.number == PROFESSORS_ROUND and skills:
                self._peek(given)
                given = ()
            if at <= _TALK:
                self._talk(given)
                given = ()
            if at <= _CHOOSE:
                red = self.red[self.leader]
                self.rng.turn(self.leader)
                found, picks = self._found(self.leader), KITS[p.seats].chosen
                self.chosen = policy.choose(
                    self.leader, red, self.claims, found, self.number, picks, self.temper, self.rng
                )
            if at <= _EXCHANGE:
                if self.number == RAQUELS_ROUND and skills:
                    if at <= _REACH:
                        self._reach(given)
                        given = ()
                    self._exchange(given)
                    given = ()
                self._print()
                presses -= 1
                if self.number == ROUNDS:
                    return self._end()
            self._appoint()
            if presses <= 0:
                return stand(self.red, self.loot, ROUNDS + 1 - self.number, self.leader, self.led, self.hands)
            at = _LAY

    def _found(self, me: int) -> list[float]:
        """Whom a seat suspects, with what the Professor knows for certain."""
        found = [0.0] * self.p.seats
        for past, card in zip(self.past, self.laid[me], strict=True):
            past.add(found, me, card[0] == "m")
        if me == self.professor and self.met is not None:
            found[self.met] = -policy.SURE if self.red[self.met] else policy.SURE
        return found

    def _peers(self, me: int) -> list[int]:
        return [s for s in range(self.p.seats) if s != me]

    def _lay(self, given: Sequence[Any]) -> None:
        hands, led, rng = self.hands, self.led, self.rng
        self.card = []
        for s, hand in enumerate(hands):
            if given and given[s] is not None:
                card = given[s].card
            elif len(hand) == 1:
                card = hand[0]
            else:
                rng.turn(s)
                card = policy.lay(
                    hand, self.red[s], s == self.leader, s not in led, self.number, self.loot, self.temper, rng
                )
            at = hand.index(card)
            hands[s] = hand[:at] + hand[at + 1 :]
            self.card.append(card)

    def _peek(self, given: Sequence[Any]) -> None:
        me = self.professor
        answer = given[me] if given else None
        if answer is None:
            self.rng.turn(me)
            self.met = policy.unmask(self._peers(me), self._found(me), self.led, self.rng)
        elif type(answer) is a.Unmask:
            self.met = answer.seat

    def _talk(self, given: Sequence[Any]) -> None:
        red, leader, temper, rng = self.red, self.leader, self.temper, self.rng
        vague = self.p.rules >= t.VAGUE
        claims: list[Claim] = []
        for s, card in enumerate(self.card):
            if given and given[s] is not None:
                claims.append(given[s])
            elif s == self.plotter and s != leader:
                claims.append(policy.plot(card, red[s]))
            else:
                rng.turn(s)
                claims.append(policy.claim(card, red[s], s == leader, self.number, vague, temper, rng))
        self.claims = claims

    def _reach(self, given: Sequence[Any]) -> None:
        me = self.raquel
        answer = given[me] if given else None
        if answer is None:
            self.rng.turn(me)
            answer = policy.reach(me, self.card[me], self.claims, self.chosen, self._found(me))
        self.looked = answer.seat if type(answer) is a.Look else None

    def _exchange(self, given: Sequence[Any]) -> None:
        me, looked = self.raquel, self.looked
        answer = given[me] if given else None
        if answer is None:
            saw = None if looked is None else self.card[looked]
            self.rng.turn(me)
            answer = policy.exchange(me, self.card[me], self.claims, self.chosen, self._found(me), looked, saw)
        self.swap = (answer.out, answer.into) if type(answer) is a.Swap else (None, None)

    def _print(self) -> None:
        chosen, card = self.chosen, self.card
        out, into = self.swap
        owners: Sequence[Any] = chosen if out is None else [into if s == out else s for s in chosen]
        self.swap = (None, None)
        cards = [card[s] for s in owners]
        self.loot = r.printed(self.loot, cards)
        swaps = self.number == RAQUELS_ROUND and self.p.options.skills
        self.past.append(policy.Shown(self.leader, self.claims, chosen, cards, swaps))
        for laid, own in zip(self.laid, card, strict=True):
            laid.append(own)

    def _appoint(self) -> None:
        """The next leader, and with it the next round."""
        heirs = [action.seat for action in r.heirs(self.p.seats, self.led)]  # type: ignore[attr-defined]
        if len(heirs) > 1:
            self.rng.turn(self.leader)
            found = self._found(self.leader)
            self.leader = policy.heir(self.red[self.leader], heirs, found, self.rng)
        else:
            (self.leader,) = heirs
        self.led += (self.leader,)
        self.number += 1

    def _end(self) -> float:
        """Raquel's last trump, where it comes to that."""
        goal, loot = KITS[self.p.seats].goal, self.loot
        if loot >= goal:
            self.rng.turn(self.raquel)
            accused = policy.soundest(self._peers(self.raquel), self._found(self.raquel), self.rng)
            loot -= t.LOOT * (accused == self.professor)
        return float(loot >= goal)
