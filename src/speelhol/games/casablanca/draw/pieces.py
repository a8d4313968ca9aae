"""What is in the box: the agents with their headquarters."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Piece, Shelf, Speech
from ..table import HOME

AGENT = (48, 58)
"""The size of the drawings."""


def pieces(speech: Speech) -> Sequence[Shelf]:
    agents = tuple(Piece(speech.term(agent), (speech.term(at),), f"agent-{agent}", AGENT) for agent, at in HOME.items())
    return (Shelf(speech.phrase("pieces.agents"), (speech.phrase("pieces.home"),), agents),)
