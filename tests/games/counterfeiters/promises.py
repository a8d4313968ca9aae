"""What each question in town says in words, as facts about its offers and about what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from speelhol.games.counterfeiters.actions import Buy, Fetch, HandOver, Place, Recall, Skip, Stash, Stay
from speelhol.games.counterfeiters.table import CAP, RATES
from speelhol.kernel import Action, Match

from .town import position


def placing(match: Match, seat: int, closing: bool, caps: bool | None = None) -> bool:
    """One can always skip; caps are among the spaces, or are not, and move the officer unless the case is closed."""
    p = position(match)
    actions = list(match.legal(seat))
    found = [action for action in actions if isinstance(action, Place) and action.space in CAP]
    if any(not isinstance(action, Place | Buy | Skip) for action in actions) or Skip() not in actions:
        return False
    if p.closing != closing or (caps is not None and bool(found) != caps):
        return False
    return all(_moves_the_officer(match, seat, action) != closing for action in found[:1])


def _moves_the_officer(match: Match, seat: int, action: Place) -> bool:
    further = match.copy()
    further.play(seat, action)
    if not further.over and isinstance(sold := next(iter(further.legal(seat)), None), HandOver):
        further.play(seat, sold)
    return position(further).officer == position(match).officer + 1


def some(actions: Iterable[Action]) -> list[Action]:
    """The first, the last and the one in the middle: playing all of them on would take long."""
    every = list(actions)
    return [every[0], every[len(every) // 2], every[-1]]


def spending(match: Match, seat: int, refused: int) -> bool:
    """One to three notes with more stars than those that are refused, each for a real fifty."""
    have = position(match).fakes[seat]
    return position(match).refused == refused and all(
        isinstance(a, HandOver)
        and 1 <= sum(notes := (a.one, a.two, a.three)) <= 3
        and not any(notes[:refused])
        and all(n <= m for n, m in zip(notes, have, strict=True))
        and gained(match, seat, a) == 50 * sum(notes)
        for a in some(match.legal(seat))
    )


def fencing(match: Match, seat: int) -> bool:
    """One to eight notes, each paid as the worst of them."""

    def right(a: HandOver) -> bool:
        price = 20 if a.one else 30 if a.two else 40
        number = a.one + a.two + a.three
        return 1 <= number <= 8 and gained(match, seat, a) == price * number

    return all(isinstance(a, HandOver) and right(a) for a in some(match.legal(seat)))


def gained(match: Match, seat: int, action: HandOver) -> int:
    """What a sale brings in, by what everybody sees of it: the Godfather may come right after."""
    further = match.copy()
    further.play(seat, action)
    flow = position(further).flows[seat][len(position(match).flows[seat])]
    assert isinstance(flow, int)
    return flow


def moving(match: Match, seat: int, out: bool, home: bool) -> bool:
    """The ways in which money can go, from the least note to all there is."""
    p = position(match)
    stash = [a.amount for a in match.legal(seat) if isinstance(a, Stash)]
    fetch = [a.amount for a in match.legal(seat) if isinstance(a, Fetch)]
    every = [list(range(RATES.unit, most + 1, RATES.unit)) for most in (p.cash[seat], p.offshore[seat])]
    return (bool(stash), bool(fetch)) == (out, home) and [stash, fetch] == every


def washing(match: Match, seat: int) -> bool:
    """There is a choice, and each diner takes one note as far as they go."""
    p = position(match)
    number = min(p.cards[seat].count("diner"), sum(p.fakes[seat]))
    ways = [a for a in match.legal(seat) if isinstance(a, HandOver)]
    return len(ways) == len(match.legal(seat)) > 1 and all(a.one + a.two + a.three == number for a in ways)


def calling(match: Match, seat: int) -> bool:
    """Any of one's own henchmen on the board can be had back, and is asked where to go; or all stay."""
    recalls = {a for a in match.legal(seat) if isinstance(a, Recall)}
    for action in recalls:
        further = match.copy()
        further.play(seat, action)
        if further.view(seat).prompt != "place-henchman.lawyer":
            return False
    return {a.space for a in recalls} == set(position(match).placed[seat]) and Stay() in match.legal(seat)


PROMISES: Mapping[str, Callable[[Match, int], bool]] = {
    "place-henchman.turn": lambda match, seat: placing(match, seat, closing=False, caps=True),
    "place-henchman.turn.plain": lambda match, seat: placing(match, seat, closing=False, caps=False),
    "place-henchman.last": lambda match, seat: placing(match, seat, closing=True),
    "place-henchman.lawyer": lambda match, seat: placing(match, seat, closing=True),
    "spend-notes.0": lambda match, seat: spending(match, seat, 0),
    "spend-notes.1": lambda match, seat: spending(match, seat, 1),
    "spend-notes.2": lambda match, seat: spending(match, seat, 2),
    "fence-notes": fencing,
    "move-money": lambda match, seat: moving(match, seat, out=True, home=True),
    "move-money.out": lambda match, seat: moving(match, seat, out=True, home=False),
    "move-money.home": lambda match, seat: moving(match, seat, out=False, home=True),
    "choose-wash": washing,
    "call-lawyer": calling,
}
"""By question: whether what it says is so, for the seat that is asked."""
