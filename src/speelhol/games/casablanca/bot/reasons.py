"""Why a briber is advised to do something: from the own ledger, the streets and what was named."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Action, Belief, Reason, View
from .. import actions as a
from ..rules_bribing import OpenBribes
from ..stakes import brings_home
from ..table import CAPITAL, DISTANCE, HOME, NUMBER
from ..view import Seen

PERHAPS = 0.2
"""So likely at least has somebody paid the most who is counted as a rival."""


def reasons(view: View, action: Action, beliefs: Sequence[Belief]) -> Sequence[Reason]:
    now: Seen = view.now
    if isinstance(action, a.Bribe):
        return _opening(action) if isinstance(view.agenda[-1], OpenBribes) else _more(view, action, beliefs)
    if isinstance(action, a.Move):
        return (_moved(now, action), _owned(view, action.agent, beliefs))
    if isinstance(action, a.Strike):
        streets = DISTANCE[now.places[NUMBER[action.victim]] or now.case][now.case]
        return (Reason("strikes", {"victim": action.victim, "n": streets}), _owned(view, action.agent, beliefs))
    if isinstance(action, a.Rest):
        return (Reason("rests", {}),)
    if isinstance(action, a.Settle):
        return (Reason("settles", {}),)
    return _contested(now, action)


def _opening(action: a.Bribe) -> list[Reason]:
    """Two of one house, or the one that most is on."""
    (first, most), *others = sorted(action.sums, key=lambda pair: -pair[1])
    pair = [agent for agent, _ in others if HOME[agent] == HOME[first]][:1]
    said = [Reason("opening", {"agents": [first, *pair]})] if pair else []
    return [*said, Reason("half" if 2 * most > CAPITAL else "more", {"agent": first, "amount": most})]


def _more(view: View, action: a.Bribe, beliefs: Sequence[Belief]) -> list[Reason]:
    agent, amount = max(action.sums, key=lambda pair: pair[1])
    total = view.now.bribes[NUMBER[agent]] + amount
    many = rivals(view, agent, beliefs)
    said = [Reason("rivals", {"agent": agent, "n": many})] if many else []
    return [Reason("more", {"agent": agent, "amount": total}), *said]


def rivals(view: View, agent: str, beliefs: Sequence[Belief]) -> int:
    """How many others are believed to have perhaps paid an agent the most."""
    about = [one for one in beliefs if one.tag == "most" and one.data["agent"] == agent]
    return sum(one.chance >= PERHAPS for one in about if one.data["seat"] != view.seat)


def _moved(now: Seen, move: a.Move) -> Reason:
    if brings_home(now, move) and not now.agent_game:
        return Reason("home", {"agent": move.agent})
    if move.case and not now.agent_game:
        return Reason("carries", {"agent": move.agent, "n": DISTANCE[move.to][HOME[move.agent]]})
    streets = 0 if move.case else DISTANCE[move.to][now.case]
    return (
        Reason("nearer", {"agent": move.agent, "n": streets}) if streets else Reason("at-case", {"agent": move.agent})
    )


def _owned(view: View, agent: str, beliefs: Sequence[Belief]) -> Reason:
    amount, many = view.now.bribes[NUMBER[agent]], rivals(view, agent, beliefs)
    if amount and many:
        return Reason("contested", {"agent": agent, "amount": amount, "n": many})
    return Reason("mine", {"agent": agent, "amount": amount}) if amount else Reason("not-mine", {"agent": agent})


def _contested(now: Seen, action: Action) -> Sequence[Reason]:
    if now.deed is None:
        return ()
    agent = now.deed.agent
    about = {"agent": agent, "amount": now.bribes[NUMBER[agent]]}
    if isinstance(action, a.Allow):
        return (Reason("lets", about),)
    if isinstance(action, a.Object) and not about["amount"]:
        return (Reason("bluffs", {"agent": agent, "seat": now.player}),)
    if isinstance(action, a.Object):
        return (Reason("objects", {**about, "seat": now.player}),)
    if not about["amount"]:
        return (Reason("not-mine", {"agent": agent}),)
    return (Reason("bids", {**about, "bid": now.bid}),) if now.bid else (Reason("mine", about),)
