"""Whether a request comes from the machine of the house itself, asked directly."""

from __future__ import annotations

import re
from ipaddress import ip_address

from .visitor import AnyRequest

BY_A_PROXY = ("via", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-forwarded-proto", "x-forwarded-host")
"""What proxies add that say nothing certain about where a request came from."""
FORWARDED_FOR = re.compile(r'for="?\[?([^\]",;\s]+)', re.IGNORECASE)


def from_here(request: AnyRequest, proxied: bool) -> bool:
    """Whether whoever asks sits at this machine. proxied: nobody does, since anybody can write into what a proxy passes
    on where they come from"""
    if proxied or request.client is None:
        return False
    return all(map(_is_here, [request.client.host, *_forwarded(request)]))


def _forwarded(request: AnyRequest) -> list[str]:
    """The addresses for which a request was forwarded, as its headers tell it."""
    found = [part.strip() for line in request.headers.getall("x-forwarded-for", []) for part in line.split(",")]
    for line in request.headers.getall("forwarded", []):
        found += FORWARDED_FOR.findall(line) or ["unknown"]
    return found or ["unknown" for name in request.headers if name.lower() in BY_A_PROXY]


def _is_here(address: str) -> bool:
    """Whether an address is one of this machine for itself."""
    try:
        return ip_address(address.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
