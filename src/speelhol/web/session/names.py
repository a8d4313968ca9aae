"""By which names the house answers, and which one its links carry.

A page of another site may let its own name lead to this machine and then speak to the house as if it were one of our
pages (DNS rebinding). It can't do so under an address or under a name that is not its own: so names that nobody
gave the house are refused.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct

SORRY = "This house is not called that: start it with --public-url and this address, or open it by its IP address."


class HouseNames(Struct, frozen=True):
    public_url: str = ""
    """Where visitors find the house, without a path; empty if nobody said so."""
    names: tuple[str, ...] = ()
    """Names of this machine."""
    anything: bool = False
    """A proxy in front decides which names lead here."""
    nearby: str = ""
    """Where the house is found in its own network, without a path; empty if it listens to this machine only."""

    def welcomes(self, host: str) -> bool:
        """Whether a request that names this host (and port) is meant for this house."""
        name = hostname(host)
        if not name:
            return False
        if self.public_url and name == hostname(urlsplit(self.public_url).netloc):
            return True
        return self.anything or name in self.names or name.endswith(".localhost") or name == "localhost" or _is_ip(name)

    def sent(self, origin: str, host: str) -> bool:
        """Whether a request that names this host comes from one of our own pages."""
        netloc = _netloc(origin)
        return bool(netloc) and netloc in (host, urlsplit(self.public_url).netloc)

    def address(self, scheme: str, host: str) -> str:
        """Where links to this house lead, without a path: what its owner said, or how the visitor came; for whoever
        came from this machine itself, where the others find it."""
        if self.public_url:
            return self.public_url
        return self.nearby if self.nearby and _is_here(hostname(host)) else f"{scheme}://{host}"


UNNAMED = HouseNames()
"""A house that is found by an address of its machine only."""


def read_public_url(text: str) -> str:
    """The address of a house as its owner typed it. Raises OSError, in a sentence, if it is none."""
    try:
        parts = urlsplit(text.strip())
        fits = parts.scheme in ("http", "https") and parts.username is None and parts.port != 0
    except ValueError:
        fits = False
    if not fits or not hostname(parts.netloc) or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise OSError("The public URL must look like https://games.example.org, without anything after the name.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def own_names(host: str) -> tuple[str, ...]:
    """The names of this machine that need no asking anybody, and the one it was told to listen on."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return tuple(dict.fromkeys((own, short, f"{short}.local", host.lower())))


def hostname(host: str) -> str:
    """A host without its port, in small letters; empty if it is none."""
    name, colon, port = ("", "", "") if host.endswith("]") else host.rpartition(":")
    if not colon:
        name, port = host, ""
    if name.startswith("["):
        name = name[1:-1] if name.endswith("]") and _is_ip(name[1:-1]) else ""
    elif ":" in name:
        name = ""
    return name.lower().removesuffix(".") if port.isascii() and (port.isdigit() or not port) else ""


def only_here(link: str) -> bool:
    """Whether a link of ours leads nowhere but on this machine."""
    return _is_here(hostname(urlsplit(link).netloc))


def _is_here(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost") or (_is_ip(name) and ip_address(name).is_loopback)


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
