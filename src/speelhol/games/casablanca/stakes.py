"""What is at stake when somebody is asked: a move may bring the case home, a strike takes an agent with my money on it,
or the turn is the last one."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .actions import Move, Strike
from .rules import Act
from .rules_objection import Answer, MayObject
from .table import AGENTS, CARRIERS, HOME, NUMBER
from .view import Seen


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    now: Seen = view.now
    if isinstance(view.agenda[-1], Act) and view.seat is not None:
        ending = _ending(view, speech)
        if ending:
            return (AtStake(ending, ends=True),)
    blocked = isinstance(view.agenda[-1], Answer) and now.stake < now.bid  # more was named than I have there
    if isinstance(now.deed, Move) and brings_home(now, now.deed) and not blocked:
        return (AtStake(_home(view, now.deed.agent, speech), ends=True),)
    lost = "" if blocked else _struck(view, speech)
    told = (AtStake(lost),) if lost else ()
    if now.turn and next_to_act(now) is None:
        return (AtStake(speech.phrase("stake.last-turn"), ends=True), *told)
    return told


def _ending(view: View, speech: Speech) -> str:
    """That whoever acts can bring the case home."""
    now: Seen = view.now
    assert view.seat is not None
    homes = now.quarters[view.seat : view.seat + 1]
    moves = [
        Move(agent, homes[0] or "" if homes else HOME[agent], True)
        for agent, place in zip(AGENTS, now.places, strict=True)
        if place == now.case
    ]
    agents = [move.agent for move in moves if brings_home(now, move) and move in (view.offers or ())]
    if not agents:
        return ""
    if now.agent_game:
        return speech.phrase("stake.act.agent")
    named = [speech.phrase(f"draw.named.{agent}") for agent in agents]
    return speech.phrase("stake.act.several" if named[1:] else "stake.act", agent=speech.join(named))


def _struck(view: View, speech: Speech) -> str:
    """That an agent is to be struck on which I have money."""
    now: Seen = view.now
    lost = now.bribes[NUMBER[now.deed.victim]] if isinstance(now.deed, Strike) and now.bribes else 0
    if not lost:
        return ""
    assert isinstance(now.deed, Strike)
    key = "stake.strike.pass" if isinstance(view.agenda[-1], MayObject) else "stake.strike.fail"
    return speech.phrase(key, amount=speech.money(lost), agent=speech.phrase(f"draw.named.{now.deed.victim}"))


def _home(view: View, agent: str, speech: Speech) -> str:
    now: Seen = view.now
    key = "stake.pass" if isinstance(view.agenda[-1], MayObject) else "stake.fail"
    if not now.agent_game:
        return speech.phrase(key, agent=speech.phrase(f"draw.named.{agent}"))
    if now.player == view.seat:
        return speech.phrase("stake.fail.mine")
    return speech.phrase(f"{key}.agent", player=speech.seat(now.player))


def brings_home(now: Seen, move: Move) -> bool:
    """Whether this move, if it is carried out, ends the match."""
    if not move.case:
        return False
    if now.agent_game:
        return move.to == now.quarters[now.player]
    enough = len({*now.carriers, move.agent}) >= CARRIERS or sum(place is not None for place in now.places) == 1
    return enough and move.to == HOME[move.agent]


def next_to_act(now: Seen) -> int | None:
    """Who acts when this turn is over: a turn that only turns a ledger up is none; nobody if the game is stopped."""
    for number in range(1, min(now.seats, now.last - now.turn) + 1):
        seat = (now.player + number) % now.seats
        if not (now.down and now.down[seat]):
            return seat
    return None
