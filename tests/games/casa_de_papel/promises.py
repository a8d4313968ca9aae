"""What each question of the mint says in words, as facts about its offers and about what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from speelhol.games.casa_de_papel.actions import (
    Accuse,
    Appoint,
    Choose,
    Claim,
    Keep,
    Lay,
    Look,
    Say,
    Stay,
    Suspect,
    Swap,
    Unmask,
)
from speelhol.games.casa_de_papel.table import CARDS, KINDS, LOOT, PROFESSOR, RAQUEL
from speelhol.kernel import Match
from tests.contract.promises import asked_next

from .mint import position, tag


def laying(match: Match, seat: int, leads: bool) -> bool:
    p = position(match)
    return (p.leader == seat) == leads and set(match.legal(seat)) == {Lay(card) for card in p.hands[seat]}


def talking(match: Match, seat: int, vague: bool, leads: bool) -> bool:
    """Money and sabotage, with every amount and perhaps with none; a wish unless one leads."""
    wishes = (None,) if leads else ("choose", "leave")
    cards = (*KINDS, *CARDS) if vague else CARDS
    return set(match.legal(seat)) == {Claim(card, wish) for card in cards for wish in wishes}  # type: ignore[arg-type]


def choosing(match: Match, seat: int) -> bool:
    number = match.view(seat).now.number
    return all(isinstance(a, Choose) and len(a.seats) == number and seat in a.seats for a in match.legal(seat))


def suspecting(match: Match, seat: int) -> bool:
    return all(isinstance(a, Suspect) and a.seat != seat for a in match.legal(seat)) and len(match.legal(seat)) > 1


def reaching(match: Match, seat: int) -> bool:
    """Raquel may look at a card that was not chosen and then must bring it in; or look at none, then swap or not."""
    after = {}
    for action in match.legal(seat):
        further = match.copy()
        further.play(seat, action)
        if tag(further) == "reach":  # others have not answered yet
            asked_next(further)
        after[action] = set(further.legal(seat))
    looks = [a for a in after if isinstance(a, Look)]
    unchosen = {s for s in range(match.seats) if s not in position(match).chosen} - {seat}
    return (
        {a.seat for a in looks} == unchosen
        and all(isinstance(a, Swap) and a.into == look.seat for look in looks for a in after[look])
        and {type(a) for a in after[Stay()]} == {Swap, Stay}
    )


def swapping(match: Match, seat: int, out: bool, into: bool, stay: bool = True) -> bool:
    """Whether her own card can go out, or come in; and whether everything can be left as it is."""
    swaps = [a for a in match.legal(seat) if isinstance(a, Swap)]
    return (
        any(a.out == seat for a in swaps) == out
        and any(a.into == seat for a in swaps) == into
        and (Stay() in match.legal(seat)) == stay
        and position(match).characters[seat] == RAQUEL
    )


def bringing_in(match: Match, seat: int) -> bool:
    deed = position(match).deed
    assert deed is not None
    return all(isinstance(a, Swap) and a.into == deed.looked for a in match.legal(seat))


def unmasking(match: Match, seat: int) -> bool:
    return {a.seat for a in match.legal(seat) if isinstance(a, Unmask)} == set(range(match.seats)) - {seat}


def saying(match: Match, seat: int, successor: bool) -> bool:
    """Something of one player, and then the leader is asked for a successor, or is not."""
    further = match.copy()
    asked_next(further)
    says = {type(a) for a in match.legal(seat)} == {Say, Keep}
    return says and (tag(further) == "name-successor") == successor


def naming(match: Match, seat: int) -> bool:
    return all(isinstance(a, Appoint) and a.seat != seat for a in match.legal(seat)) and len(match.legal(seat)) > 1


def accusing(match: Match, seat: int) -> bool:
    """The goal is reached, and whoever finds the Professor takes 500 of the loot."""
    p = position(match)
    right = match.copy()
    right.play(seat, Accuse(p.seat_of(PROFESSOR)))
    others = {a.seat for a in match.legal(seat) if isinstance(a, Accuse)} == set(range(match.seats)) - {seat}
    return others and position(right).loot == p.loot - LOOT and p.loot >= match.view(seat).now.goal


PROMISES: Mapping[str, Callable[[Match, int], bool]] = {
    "lay-card": lambda match, seat: laying(match, seat, leads=False),
    "lay-card.leader": lambda match, seat: laying(match, seat, leads=True),
    "talk": lambda match, seat: talking(match, seat, vague=True, leads=False),
    "talk.leader": lambda match, seat: talking(match, seat, vague=True, leads=True),
    "talk.exact": lambda match, seat: talking(match, seat, vague=False, leads=False),
    "talk.exact.leader": lambda match, seat: talking(match, seat, vague=False, leads=True),
    "choose-cards": choosing,
    "reach": suspecting,
    "reach.raquel": reaching,
    "exchange": suspecting,
    "exchange.may": lambda match, seat: swapping(match, seat, out=True, into=False),
    "exchange.own": lambda match, seat: swapping(match, seat, out=False, into=True),
    "exchange.must": bringing_in,
    "peek": suspecting,
    "peek.professor": unmasking,
    "say-all": lambda match, seat: saying(match, seat, successor=True),
    "say-all.only": lambda match, seat: saying(match, seat, successor=False),
    "name-successor": naming,
    "last-trump": accusing,
}
"""By question: whether what it says is so, for the seat that is asked."""
