"""What the house promises about its dealing, and the file that shows that it kept its word.

A browser that opens a table gives its luck together with the wish for a table, so it must have seen the
commitment before: the page that asks carries a ticket. The secret and the table's name follow from the ticket
and a secret of the house, so nothing is kept for pages that are never sent. No ticket works twice: no two tables
have the same name, and that of a table that is deleted is kept for longer than a ticket lasts. What a backup does not
know of was opened with tickets from before it was restored, and those end with that.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from weakref import WeakKeyDictionary

from msgspec import Struct

from ...kernel import fair
from .cache import PER_TABLE
from .people import code_by
from .table import Table

TICKET = re.compile(r"(\d{1,12})-[0-9a-f]{16}")
TICKET_LASTS = 12 * 3600
TICKETS_SINCE = "tickets_since"
"""The value of the house that says before which moment all tickets ended."""


class Promise(Struct, frozen=True):
    """A table that may be opened: its name and its secret."""

    code: str
    secret: str


def new_secret() -> str:
    return secrets.token_hex(32)


def new_ticket(house_secret: str) -> tuple[str, str]:
    """A ticket for a table that may be opened, and the commitment to its secret."""
    ticket = f"{int(time.time())}-{secrets.token_hex(8)}"
    return ticket, fair.commitment(_promise(house_secret, ticket).secret)


def promised(house_secret: str, ticket: str, since: float = 0.0) -> Promise | None:
    """What the house promised by a ticket; None if it is no ticket, an old one, or not from after `since`."""
    found = TICKET.fullmatch(ticket)
    if found is None or not -60 <= time.time() - int(found[1]) <= TICKET_LASTS or int(found[1]) <= since:
        return None
    return _promise(house_secret, ticket)


def _promise(house_secret: str, ticket: str) -> Promise:
    def derived(what: str) -> bytes:
        return hmac.digest(house_secret.encode(), f"speelhol/{what}\0{ticket}".encode(), hashlib.sha256)

    return Promise(code_by(int.from_bytes(derived("code"), "big")), derived("fair").hex())


_files: WeakKeyDictionary[Table, asyncio.Task[bytes]] = WeakKeyDictionary()


async def kept_file(table: Table) -> bytes:
    """The record of a match that is over, made once and beside everything else: for a long match it takes a while."""
    making = _files.get(table)
    if making is not None:
        PER_TABLE.hits += 1
    else:
        PER_TABLE.misses += 1
        making = _files[table] = asyncio.create_task(asyncio.to_thread(record_file, table))
    return await asyncio.shield(making)


def record_file(table: Table) -> bytes:
    """The record of a match that is over, with the proof of a fair deal where the table gave its promise."""
    record = table.playing.record()
    if not table.opened.secret:
        return record.to_bytes()
    lucks = [chair.luck for chair in table.chairs]
    return fair.prove(table.game, record, table.code, table.opened.secret, lucks)
