"""Is the file of an SQLite database still what was written? A disk may spoil it without a word."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlencode

import sqlalchemy as sa

from .sqlite import damaged
from .unusable import file_of

OFTEN = 10_000
"""Steps of SQLite after which it is asked whether to go on."""


class Spoilt(sqlite3.DatabaseError):
    """A file is not what was written, whatever it was that found it out."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def __init__(self) -> None:
        super().__init__("database disk image is malformed")


def look_through(url: str, go_on: Callable[[], bool] = lambda: True) -> None:
    """Read the whole file of an SQLite database. Raises Spoilt if it does not hold together; what else keeps it from
    being read is for others to say. `go_on`: asked now and then"""
    if file_of(url) is None:
        return
    named = sa.make_url(url)
    only_read = str(named.database).startswith("file:")
    name = f"{named.database}?{urlencode(named.query)}" if only_read else str(named.database)
    try:
        with closing(sqlite3.connect(name, uri=only_read)) as database:
            database.set_progress_handler(lambda: not go_on(), OFTEN)
            found = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if damaged(error):
            raise Spoilt from error
    else:
        if found != ("ok",):
            raise Spoilt
