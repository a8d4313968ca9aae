"""The numbers of the house, for whoever looks after it: on this machine, or with a key.

They count every move, also one that nobody at the table can see: whoever could read them would know when it was made.
"""

from __future__ import annotations

import re
import secrets
from ipaddress import ip_address
from typing import Any

from litestar import MediaType, Response, get
from msgspec import Struct

from ..session.visitor import AnyRequest, TheDen

SORRY = "These numbers are for the machine of the house itself, or for whoever shows the key of --metrics-key."
BY_A_PROXY = ("via", "x-real-ip", "cf-connecting-ip", "true-client-ip", "x-forwarded-proto", "x-forwarded-host")
"""What proxies add that say nothing certain about where a request came from."""
FORWARDED_FOR = re.compile(r'for="?\[?([^\]",;\s]+)', re.IGNORECASE)


class Access(Struct, frozen=True):
    """Who may read the numbers."""

    key: str = ""
    """Whoever shows it may; with an empty one, nobody from elsewhere."""
    proxied: bool = False
    """Requests come through a proxy: a neighbour is no neighbour unless the proxy says so."""

    def allows(self, request: AnyRequest) -> bool:
        shown = request.headers.get("authorization", "")
        if self.key and secrets.compare_digest(shown.encode(), f"Bearer {self.key}".encode()):
            return True
        came_from = _forwarded(request)
        if self.proxied and not came_from:
            return False
        return request.client is not None and all(map(_is_here, [request.client.host, *came_from]))


HERE = Access()


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


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, den: TheDen) -> Response[Any]:
    from prometheus_client.exposition import CONTENT_TYPE_LATEST

    access: Access = request.app.state.access
    if not access.allows(request):
        return Response(SORRY, media_type=MediaType.TEXT, status_code=403)
    return Response(den.metrics.text(), media_type=CONTENT_TYPE_LATEST)
