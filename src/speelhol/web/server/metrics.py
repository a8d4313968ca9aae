"""The numbers of the house, for whoever looks after it: on this machine, or with a key.

They count every move, also one that nobody at the table can see: whoever could read them would know when it was made.
"""

from __future__ import annotations

import secrets
from typing import Any

from litestar import MediaType, Response, get
from msgspec import Struct

from ..session.origin import from_here
from ..session.visitor import AnyRequest, TheDen

SORRY = "These numbers are for the machine of the house itself, or for whoever shows the key of --metrics-key."


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
        return from_here(request, self.proxied)


HERE = Access()


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, den: TheDen) -> Response[Any]:
    from prometheus_client.exposition import CONTENT_TYPE_LATEST

    access: Access = request.app.state.access
    if not access.allows(request):
        return Response(SORRY, media_type=MediaType.TEXT, status_code=403)
    return Response(den.metrics.text(), media_type=CONTENT_TYPE_LATEST)
