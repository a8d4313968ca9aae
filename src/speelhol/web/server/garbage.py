"""When the garbage collector comes by: a full house is hundreds of thousands of small things, hardly one of them in a
circle, and to look at all of them holds everybody up for a fifth of a second."""

from __future__ import annotations

import gc

YOUNG, BATCHES, NEVER = 5_000, 5, 1_000_000_000
"""How many new things are looked at together, how many such batches once more, and everything: not by itself."""
EVERY = 6_000
"""Ticks of the server, ten a second, between two looks at everything."""
BUSY = 20
"""So many second looks since the last one: with fewer, there is nothing to find."""


def collect_rarely() -> None:
    """Leave alone what stays until the end, and look at everything only when it is due."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, BATCHES, NEVER)


def collect_when_due(tick: int) -> None:
    """Called at every tick of the server: look at everything once in a while."""
    if tick and tick % EVERY == 0 and gc.get_count()[2] >= BUSY:
        gc.collect()
