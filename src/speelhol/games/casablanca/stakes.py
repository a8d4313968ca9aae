"""What is at stake when somebody is asked: an announced move may bring the case home, or the turn is the last one."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .actions import Move
from .rules_objection import Answer, MayObject
from .table import CARRIERS, HOME
from .view import Seen


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    now: Seen = view.now
    blocked = isinstance(view.agenda[-1], Answer) and now.stake < now.bid  # more was named than I have there
    if isinstance(now.deed, Move) and brings_home(now, now.deed) and not blocked:
        return (AtStake(_home(view, now.deed.agent, speech), ends=True),)
    if now.turn and next_to_act(now) is None:
        return (AtStake(speech.phrase("stake.last-turn"), ends=True),)
    return ()


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
