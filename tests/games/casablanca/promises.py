"""What each question of the town says in words, as facts about its offers and about what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from speelhol.games.casablanca.actions import (
    Allow,
    Bid,
    Bribe,
    Fight,
    GiveUp,
    Meet,
    Move,
    Object,
    Rest,
    Settle,
    Strike,
    Withdraw,
    Yield,
)
from speelhol.games.casablanca.table import DISTANCE, HEADQUARTERS, NUMBER
from speelhol.kernel import Action, Choices, Either, Form, Match, Offers, Split

from .town import position, tag

OPEN: Mapping[type[Offers], set[type[Action]]] = {Split: {Bribe}, Form: {Bid}}
"""Which amounts are open."""


def kinds(match: Match, seat: int) -> set[type[Action]]:
    """What can be done, with open amounts or without."""
    legal = match.legal(seat)
    found: set[type[Action]] = set()
    for part in legal.parts if isinstance(legal, Either) else (legal,):
        found |= {type(action) for action in part} if isinstance(part, Choices) else OPEN[type(part)]
    return found


def after(match: Match, seat: int, *actions: Action) -> Match:
    """What becomes of it if this seat does so, and then whoever is asked does the next thing."""
    further = match.copy()
    for number, action in enumerate(actions):
        further.play(seat if not number else further.to_act[0], action)
    return further


def stake(match: Match, seat: int) -> int:
    p = position(match)
    assert p.deed is not None
    return p.bribes[seat][NUMBER[p.deed.agent]]


def opening(match: Match, seat: int) -> bool:
    """At least three agents, out of all the money there is."""
    legal = match.legal(seat)
    return isinstance(legal, Split) and legal.parts == 3 and legal.most == match.view(seat).now.capital


def acting(match: Match, seat: int, bribe: bool, strike: bool) -> bool:
    """What is named is there and nothing else; and bribes take no more than what is left."""
    p = position(match)
    named = {Move, Rest} | ({Bribe} if bribe else set()) | ({Strike} if strike else set())
    some = next(action for action in match.legal(seat) if isinstance(action, Move))
    further = after(match, seat, some)
    heard = tag(further) == "may-object" or all(p.down[other] for other in range(p.seats) if other != seat)
    return kinds(match, seat) == named and bool(p.capital[seat] or not bribe) and heard


def again(match: Match, seat: int, strike: bool) -> bool:
    return bool(position(match).barred) and kinds(match, seat) == {Move, Rest} | ({Strike} if strike else set())


def tries_more(match: Match, seat: int) -> bool:
    """Another move is offered, and no bribe; or no agent has one left, and the turn is over."""
    if match.to_act == (seat,) and tag(match) == "act" and position(match).barred:
        return {Move, Rest} <= kinds(match, seat) <= {Move, Rest, Strike}
    return not position(match).barred


def ends_turn(match: Match, seat: int) -> bool:
    """Nothing of this turn is left: it is somebody's next one, or the match is over."""
    p = position(match)
    return match.over or (tag(match) == "act" and not p.barred and p.deed is None)


def blocked(match: Match, seat: int, action: Action) -> bool:
    """What follows a withdrawal or a pass: another try, or in the variant the end of the turn."""
    further = after(match, seat, action)
    return (ends_turn if position(match).agent_game else tries_more)(further, seat)


def fails(match: Match, seat: int) -> bool:
    """Giving up lets the objection fail; in the variant it costs the next turn."""
    p = position(after(match, seat, GiveUp()))
    return (p.down[seat] or p.turn > position(match).turn + p.seats - 2) if p.agent_game else not p.down


def objecting(match: Match, seat: int, something: bool) -> bool:
    """One may object; if the other fights there are sums to name up to what one has, or none."""
    fought = after(match, seat, Object(), Fight())
    sums = {action.amount for action in fought.legal(seat) if isinstance(action, Bid)}
    most = max(sums, default=0)
    return set(match.legal(seat)) == {Allow(), Object()} and most == stake(match, seat) and bool(most) == something


def standing(match: Match, seat: int, something: bool) -> bool:
    return (
        set(match.legal(seat)) == {Fight(), Withdraw()}
        and bool(stake(match, seat)) == something
        and kinds(after(match, seat, Fight()), after(match, seat, Fight()).to_act[0]) <= {Bid, GiveUp}
        and blocked(match, seat, Withdraw())
    )


def naming(match: Match, seat: int, first: bool) -> bool:
    """Sums in steps of $100 above the one that stands, up to what one has; or giving up."""
    p = position(match)
    sums = [action.amount for action in match.legal(seat) if isinstance(action, Bid)]
    return (
        (p.bid == 0) == first
        and sums == list(range(p.bid + 100, stake(match, seat) + 100, 100))
        and bool(sums)
        and fails(match, seat)
    )


def naming_no_more(match: Match, seat: int) -> bool:
    return list(match.legal(seat)) == [GiveUp()] and stake(match, seat) <= position(match).bid and fails(match, seat)


def answering(match: Match, seat: int) -> bool:
    further = after(match, seat, Meet())
    return (
        set(match.legal(seat)) == {Meet(), Yield()}
        and tag(further) == "raise"
        and GiveUp() in further.legal(further.to_act[0])
        and blocked(match, seat, Yield())
    )


def only_passing(match: Match, seat: int) -> bool:
    short = stake(match, seat) < position(match).bid
    return list(match.legal(seat)) == [Yield()] and short and blocked(match, seat, Yield())


def choosing(match: Match, seat: int) -> bool:
    free = [action.place for action in match.legal(seat) if isinstance(action, Settle)]
    return set(free) <= set(HEADQUARTERS) and all(DISTANCE[place]["bazaar"] == 3 for place in free)


Kept = Callable[[Match, int], bool]


def within(agent_game: bool, kept: Kept) -> Kept:
    return lambda match, seat: position(match).agent_game == agent_game and kept(match, seat)


def both(asked: str, how: str, kept: Kept) -> dict[str, Kept]:
    """The same in the main game and in the variant."""
    variants = (("", False), ("agent", True))
    return {".".join(filter(None, (asked, variant, how))): within(agent, kept) for variant, agent in variants}


PROMISES: Mapping[str, Kept] = {
    "open-bribes": opening,
    **both("act", "", lambda match, seat: acting(match, seat, bribe=True, strike=False)),
    **both("act", "strike", lambda match, seat: acting(match, seat, bribe=True, strike=True)),
    **both("act", "broke", lambda match, seat: acting(match, seat, bribe=False, strike=False)),
    **both("act", "broke.strike", lambda match, seat: acting(match, seat, bribe=False, strike=True)),
    "act.again": lambda match, seat: again(match, seat, strike=False),
    "act.again.strike": lambda match, seat: again(match, seat, strike=True),
    **both("may-object", "", lambda match, seat: objecting(match, seat, something=True)),
    **both("may-object", "nothing", lambda match, seat: objecting(match, seat, something=False)),
    **both("stand", "", lambda match, seat: standing(match, seat, something=True)),
    **both("stand", "nothing", lambda match, seat: standing(match, seat, something=False)),
    **both("raise.first", "", lambda match, seat: naming(match, seat, first=True)),
    **both("raise", "", lambda match, seat: naming(match, seat, first=False)),
    **both("raise.no-more", "", naming_no_more),
    **both("answer", "", answering),
    **both("answer", "short", only_passing),
    "choose-quarter": choosing,
}
"""By question: whether what it says is so, for the seat that is asked."""
