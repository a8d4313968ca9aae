"""What a bot believes of somebody, by its own view: have they bribed the agent that was announced last?"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....kernel import Belief, View
from ..events import WantsMove, WantsStrike
from ..table import NUMBER
from .infer import ledgers, watch

LEDGERS = 120
"""So many are imagined, as likely as they are."""


def beliefs(view: View, about: int) -> Sequence[Belief]:
    agent = next((told.agent for told in view.log.newest_first() if isinstance(told, WantsMove | WantsStrike)), None)
    if agent is None:
        return ()
    rng = random.Random(agent)  # noqa: S311 - imagined ledgers
    rows = ledgers(view, about, watch(view)[about], LEDGERS, rng)
    return [Belief("paid", sum(row[NUMBER[agent]] > 0 for row in rows) / LEDGERS, {"agent": agent})]
