"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec.structs import replace

from speelhol.kernel import Record, shuffle_draws

from .table import LOTS, OpenPurses


def retell(record: Record, p: OpenPurses, seat: int) -> Record:
    """The pile was shuffled otherwise; all else lay open."""
    draws = shuffle_draws(LOTS, [*p.shown, *p.pile])
    return replace(record, seed=None, draws=tuple(draws), result=p.result)
