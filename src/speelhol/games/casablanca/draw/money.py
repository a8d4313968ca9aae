"""What is known of the money: one's own ledger, and what everybody has heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ....kernel import Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from ..table import AGENTS
from ..view import Seen, heard_rows
from .preview import heard_most


def capital(view: View) -> int:
    now: Seen = view.now
    return now.capital - sum(dict(view.answer.sums).values()) if isinstance(view.answer, a.Bribe) else now.capital


def ledger(view: View, picks: set[str], speech: Speech) -> list[dict[str, Any]]:
    """My own sums, and under them the most that was heard from somebody else."""
    now: Seen = view.now
    written = dict(view.answer.sums) if isinstance(view.answer, a.Bribe) else {}
    hot = "" if now.deed is None else now.deed.agent
    cells = []
    for number, agent in enumerate(AGENTS):
        heard, minus = heard_most(now, number, view.seat)
        mine = now.bribes[number] + written.get(agent, 0)
        by = (-minus, speech.seat(-minus)) if heard else (None, "")
        pick = f"agent={agent}" if picks and f"agent={agent}" in picks else ""
        out = now.places[number] is None
        cells.append(_line(speech.words, speech.language, agent, mine, heard, *by, pick, agent == hot, out))
    return cells


@per_process(2048)
def _line(
    words: Words,
    language: str,
    agent: str,
    mine: int,
    heard: int,
    by: int | None,
    by_name: str,
    pick: str,
    hot: bool,
    out: bool,
) -> dict[str, Any]:
    speech = Speech(words, language)
    return {
        "agent": agent,
        "name": speech.term(agent),
        "mine": speech.money(mine) if mine else "–",
        "heard": speech.money(heard) if heard else "",
        "heard_words": speech.phrase("draw.heard", seat=by_name, amount=speech.money(heard)) if heard else "",
        "by": by,
        "pick": pick,
        "hot": hot,
        "out": out,
    }


def told_of_money(now: Seen) -> Seen:
    """Of what everybody sees, what the notepad is made of."""
    return replace(
        now,
        turn=0,
        player=0,
        deed=None,
        barred=(),
        stopped=(),
        queue=(),
        bid=0,
        case="",
        carriers=(),
        ledgers=(),
        purses=(),
        bribes=(),
        capital=0,
        stake=0,
    )


@per_process(256)
def notepad(words: Words, language: str, names: tuple[str, ...], told: Seen) -> dict[str, Any]:
    return table(heard_rows(told, Speech(words, language, names)))


def table(rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """A table whose rows are the agents and, last, a sum."""
    head, *body, total = rows
    return {"head": head[1:], "rows": list(zip(AGENTS, body, strict=True)), "total": total}
