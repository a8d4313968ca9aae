"""Who is connected: how many in all and from one address, who has not finished asking, and who could be spared."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from itertools import chain
from typing import Protocol

from ..session.limits import place_of

NO_PROXY = "--proxy takes addresses or networks, such as 10.0.0.2 or 10.0.0.0/24,10.1.0.7; {one!r} is none."

REQUEST = 15.0
"""Seconds for a whole request, from the first byte to the last; as many for the first byte of a connection."""
ROUND = 1.0
"""Seconds between two looks for those who take longer."""


class AnyConnection(Protocol):
    """A connection, as far as it is counted here."""

    place: str
    """Where it comes from; empty for a proxy of ours, which is not counted."""
    seated: bool
    """Whether whoever asked last by it holds a seat at the table that they asked about."""

    def time_out(self) -> None:
        """Say that the request took too long, and close."""

    def spare(self) -> None:
        """Close: somebody else needs the room."""


class Connections:
    """All connections of a process, with room for so many."""

    def __init__(self, most: int, most_each: float, proxies: str = "") -> None:
        """most_each: from one address. proxies: addresses (comma-separated, `*` for all) that are never too many."""
        self._most = most
        self._most_each = most_each
        self._proxies = _networks(proxies)
        self._all: set[AnyConnection] = set()
        self._from: dict[str, dict[AnyConnection, None]] = {}
        """By where they come from, the oldest first; a proxy's are not kept here."""
        self._asking: dict[AnyConnection, float] = {}
        """Since when somebody has been in the middle of a request, the longest first."""
        self._idle: dict[AnyConnection, None] = {}
        """Who has been answered and may ask again, the longest idle first."""
        self._round: asyncio.TimerHandle | None = None
        self._clock: Callable[[], float] = float

    def __len__(self) -> int:
        return len(self._all)

    def place(self, address: str) -> str:
        """Where a connection from this address is counted; empty for a proxy."""
        return "" if self._is_proxy(address) else place_of(address)

    def admit(self, line: AnyConnection) -> bool:
        """Count a new connection; False if there is no room for it. In a full house whoever idles or dawdles goes; so
        it is in a household, where those who hold no seat go first."""
        if len(self._from.get(line.place, ())) >= self._most_each and not self._spare(self._least_missed(line.place)):
            return False
        if len(self._all) >= self._most and not self._spare(next(chain(self._idle, self._asking), None)):
            return False
        self._all.add(line)
        if line.place:
            self._from.setdefault(line.place, {})[line] = None
        self.asks(line)
        return True

    def _least_missed(self, place: str) -> AnyConnection | None:
        """Of those from one place, who idles or dawdles; rather without a seat, rather idle, rather for long."""
        some = [line for line in self._from[place] if line in self._idle or line in self._asking]
        return min(some, key=lambda line: (line.seated, line in self._asking), default=None)

    def _spare(self, line: AnyConnection | None) -> bool:
        """Close a connection for the sake of another one; False if there is none to close."""
        if line is None:
            return False
        line.spare()
        self.remove(line)
        return True

    def remove(self, line: AnyConnection) -> None:
        """A connection is over; whoever was never admitted or is removed already is nobody."""
        if line not in self._all:
            return
        self._all.discard(line)
        self.rests(line, idle=False)
        there = self._from.get(line.place, {})
        there.pop(line, None)
        if line.place and not there:
            del self._from[line.place]

    def asks(self, line: AnyConnection) -> None:
        """The other side is in the middle of a request, or has not begun one."""
        self._idle.pop(line, None)
        if line in self._asking:
            return
        if self._round is None:
            loop = asyncio.get_running_loop()
            self._clock = loop.time
            self._round = loop.call_later(ROUND, self._go_round)
        self._asking[line] = self._clock()

    def rests(self, line: AnyConnection, idle: bool) -> None:
        """The other side has asked, or (`idle`) has got its answer as well."""
        self._asking.pop(line, None)
        self._idle.pop(line, None)
        if idle and line in self._all:
            self._idle[line] = None

    def _go_round(self) -> None:
        now = self._clock()
        late = [line for line, since in self._asking.items() if now - since >= REQUEST]
        for line in late:
            self.rests(line, idle=False)
            line.time_out()
        again = asyncio.get_running_loop().call_later
        self._round = again(ROUND, self._go_round) if self._asking else None

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False


def read_proxies(text: str) -> str:
    """The addresses of proxies as an owner named them, spelled as the server reads them. Raises OSError, in a sentence,
    if one is no address and no network."""
    if text.strip() == "*":
        return "*"
    found = []
    for one in text.split(","):
        try:
            network = ip_network(one.strip(), strict=False)
        except ValueError:
            raise OSError(NO_PROXY.format(one=one.strip())) from None
        found.append(str(network if network.num_addresses > 1 else network.network_address))
    return ",".join(found)


def _networks(proxies: str) -> list[IPv4Network | IPv6Network]:
    """What an owner named as proxies, as far as they are addresses."""
    if proxies.strip() == "*":
        return [ip_network("0.0.0.0/0"), ip_network("::/0")]
    found = []
    for one in proxies.split(","):
        try:
            found.append(ip_network(one.strip(), strict=False))
        except ValueError:
            continue
    return found
