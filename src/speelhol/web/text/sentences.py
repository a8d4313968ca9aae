"""Why something was not done, in the reader's language."""

from __future__ import annotations

from typing import Any

from ...den import Table, TurnedAway
from ...kernel import Refused
from .forms import Misfit
from .templates import Notice, Reader, say


def notice_of(error: Exception, reader: Reader, table: Table | None) -> Notice:
    """Why something was not done, in one sentence, with its rule if there is one."""
    if isinstance(error, Refused) and table is not None:
        return Notice(table.game.speak(reader.language, table.names).refused(error), error.rule)
    if isinstance(error, TurnedAway):
        return Notice(turned_words(reader.language, error.reason, **error.data))
    if isinstance(error, Misfit):
        return Notice(say(reader.language, f"misfit.{error}"))
    return Notice(str(error))


def turned_words(language: str, reason: str, **data: Any) -> str:
    """Why the house says no."""
    return say(language, f"turned.{reason}", **data)
