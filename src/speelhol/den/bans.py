"""Whom the house does not let in: people, and places that they come from.

Of a place the house keeps a mark that only its own secret can make, or, where the owner typed one, a range of
addresses.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from math import inf
from typing import Any, Literal

from ..kernel.cache import per_process
from .tables.errors import TurnedAway

Kind = Literal["person", "place", "range"]
Network = IPv4Network | IPv6Network
WIDEST = {4: 16, 6: 32}
"""By the version of addresses, how many bits of a range must be given: a slip must not lock everybody out."""
NARROWEST = {4: 32, 6: 64}
"""Of a longer address (IPv6) the network counts, since whoever has one address has all in it."""


@per_process(4096)
def mark_of(secret: str, place: str) -> str:
    """What is kept of a place: the same for the same place, and no way back from it without the secret."""
    return hmac.new(secret.encode(), b"speelhol/place\0" + place.encode(), hashlib.sha256).hexdigest()[:24]


def read_range(text: str) -> str:
    """An address or a range of them as the owner typed it. Raises TurnedAway if it is none, or too wide."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise TurnedAway("no-range") from None
    if found.is_loopback or found.prefixlen < WIDEST[found.version]:
        raise TurnedAway("wide-range")
    if found.prefixlen > NARROWEST[found.version]:
        found = found.supernet(new_prefix=NARROWEST[found.version])
    return str(found)


class Bans:
    """The bans of a house, as they were last read."""

    def __init__(self, rows: Iterable[Mapping[str, Any]] = ()) -> None:
        self._until: dict[tuple[str, str], float] = {}
        self._ranges: list[tuple[Network, float]] = []
        for row in rows:
            until = inf if row["until"] is None else float(row["until"])
            if row["kind"] == "range":
                self._ranges.append((ip_network(row["value"]), until))
            else:
                key = (row["kind"], row["value"])
                self._until[key] = max(until, self._until.get(key, 0.0))

    def __bool__(self) -> bool:
        return bool(self._until or self._ranges)

    def until(self, person: str) -> float:
        """Until when somebody is not let in; 0 for who never was banned."""
        return self._until.get(("person", person), 0.0)

    def bans_person(self, person: str, now: float) -> bool:
        return self.until(person) > now

    def bans_place(self, place: str, secret: str, now: float) -> bool:
        """Whether whoever comes from a place (an address, or the network of a longer one) is not let in."""
        if not self._until and not self._ranges:
            return False
        if self._until.get(("place", mark_of(secret, place)), 0.0) > now:
            return True
        return any(until > now and _lies_in(place, range_) for range_, until in self._ranges)


def _lies_in(place: str, range_: Network) -> bool:
    try:
        found = ip_network(place)
    except ValueError:
        return False
    if isinstance(found, IPv4Network):
        return isinstance(range_, IPv4Network) and found.subnet_of(range_)
    return isinstance(range_, IPv6Network) and found.subnet_of(range_)
