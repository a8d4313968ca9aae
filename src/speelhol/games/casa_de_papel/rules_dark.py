"""The powers of Raquel and the Professor. In the dark everybody is asked, always and equally often."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...kernel import Action, Choices, Dealer, Refused, Sealed
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import table as t
from .table import KITS, PROFESSOR, RAQUEL, Casa


@per_process()
def suspicions(seats: int, seat: int) -> Choices:
    return Choices(a.Suspect(s) for s in range(seats) if s != seat)


@per_process()
def reaches(seats: int, seat: int, chosen: tuple[int, ...]) -> Choices:
    return Choices((STAY, *(a.Look(s) for s in range(seats) if s not in chosen and s != seat)))


@per_process()
def exchanges(seats: int, chosen: tuple[int, ...], looked: int | None) -> Choices:
    rest = [looked] if looked is not None else [s for s in range(seats) if s not in chosen]
    swaps = [a.Swap(out, into) for into in rest for out in chosen]
    return Choices(swaps if looked is not None else (STAY, *swaps))


@per_process()
def peeks(seats: int, seat: int) -> Choices:
    """Somebody at the table: the character in the box is nobody's. [professor.box]"""
    return Choices((STAY, *(a.Unmask(s) for s in range(seats) if s != seat)))


class Dark(Sealed[Casa], frozen=True):
    """One character may act; all others note whom they suspect, so that nobody can tell who did what. [dark.time]"""

    discreet = True
    hush = True

    def who(self, p: Casa) -> tuple[int, ...]:
        return KITS[p.seats].everyone

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Suspect):
            return Refused("casa-de-papel/dark.everyone", "suspect-another")
        return Refused("casa-de-papel/dark.everyone", "not-offered")


def note(p: Casa, answers: tuple[Any, ...], role: str, dealer: Dealer) -> None:
    """Keep the suspicions, and tell each seat no more than what it wrote itself."""
    suspects = []
    for seat, answer in enumerate(answers):
        suspect = answer.seat if type(answer) is a.Suspect else None
        suspects.append((*p.suspects[seat], suspect))
        if suspect is not None:
            dealer.whisper(seat, noted(suspect, role))
    p.suspects = tuple(suspects)


class Reach(Dark, frozen=True, tag="reach"):
    """Raquel may look at one unchosen card; the others note whom they take for Raquel."""

    rule = "casa-de-papel/raquel.look"

    def offers(self, p: Casa, seat: int) -> Choices:
        if p.characters[seat] == RAQUEL:
            return reaches(p.seats, seat, p.chosen)
        return suspicions(p.seats, seat)

    def prompt(self, p: Casa, seat: int) -> str:
        return "reach.raquel" if p.characters[seat] == RAQUEL else "reach"

    def take(self, p: Casa, answers: tuple[Any, ...], dealer: Dealer) -> None:
        dealer.tell(BLACKOUT)
        note(p, answers, RAQUEL, dealer)
        raquel = p.seat_of(RAQUEL)
        answer = answers[raquel]
        if type(answer) is a.Look:
            p.deed = t.Deed(looked=answer.seat)
            dealer.whisper(raquel, e.Saw(answer.seat, p.laid[answer.seat][-1]))
        else:
            p.deed = NO_DEED

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Look) and p.characters[seat] == RAQUEL:
            return Refused(self.rule, "look-at-unchosen")
        return super().refuse(p, seat, action)


class Exchange(Dark, frozen=True, tag="exchange"):
    """Raquel may swap a chosen card for an unchosen one; the others note whom they take for the Professor."""

    rule = "casa-de-papel/raquel.swap"

    def offers(self, p: Casa, seat: int) -> Choices:
        if p.characters[seat] == RAQUEL:
            assert p.deed is not None
            return exchanges(p.seats, p.chosen, p.deed.looked)
        return suspicions(p.seats, seat)

    def prompt(self, p: Casa, seat: int) -> str:
        if p.characters[seat] != RAQUEL:
            return "exchange"
        assert p.deed is not None
        if p.deed.looked is not None:
            return "exchange.must"
        return "exchange.may" if seat in p.chosen else "exchange.own"

    def take(self, p: Casa, answers: tuple[Any, ...], dealer: Dealer) -> None:
        dealer.tell(BLACKOUT)
        note(p, answers, PROFESSOR, dealer)
        raquel = p.seat_of(RAQUEL)
        answer = answers[raquel]
        if type(answer) is a.Swap:
            assert p.deed is not None
            p.deed = replace(p.deed, out=answer.out, into=answer.into)
            dealer.whisper(raquel, e.Swapped(answer.out, answer.into))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if p.characters[seat] == RAQUEL:
            assert p.deed is not None
            if p.deed.looked is not None:
                return Refused("casa-de-papel/raquel.must", "swap-what-you-saw")
            if isinstance(action, a.Swap):
                return Refused(self.rule, "chosen-for-unchosen")
        return super().refuse(p, seat, action)


class Peek(Dark, frozen=True, tag="peek"):
    """The Professor may look at one player's character; the others note whom they take for the Professor."""

    rule = "casa-de-papel/professor.look"

    def offers(self, p: Casa, seat: int) -> Choices:
        return peeks(p.seats, seat) if p.characters[seat] == PROFESSOR else suspicions(p.seats, seat)

    def prompt(self, p: Casa, seat: int) -> str:
        return "peek.professor" if p.characters[seat] == PROFESSOR else "peek"

    def take(self, p: Casa, answers: tuple[Any, ...], dealer: Dealer) -> None:
        dealer.tell(BLACKOUT)
        note(p, answers, PROFESSOR, dealer)
        professor = p.seat_of(PROFESSOR)
        answer = answers[professor]
        if type(answer) is a.Unmask:
            p.met = answer.seat
            dealer.whisper(professor, e.Unmasked(answer.seat, p.characters[answer.seat]))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Unmask) and p.characters[seat] == PROFESSOR:
            return Refused(self.rule, "look-at-another")
        return super().refuse(p, seat, action)


noted = per_process()(e.Noted)
STAY = a.Stay()
BLACKOUT, NO_DEED = e.Blackout(), t.Deed()
REACH, EXCHANGE, PEEK = Reach(), Exchange(), Peek()
