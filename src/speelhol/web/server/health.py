"""How the house is, for whoever looks after it: whether it lives, and whether it can write."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from ... import __version__
from ...den.storage.trouble import Damaged
from ..session.visitor import TheDen

SORRY = "The house can't write to its database right now; its log says why. It goes on by itself as soon as it can."
DAMAGED = "The file of the house's database is damaged; its log says what to do."


@get("/health", include_in_schema=False)
async def health() -> dict[str, Any]:
    """Alive: this process answers, whatever its database does."""
    return {"status": "ok", "version": __version__}


@get("/ready", include_in_schema=False)
async def ready(den: TheDen) -> Response[dict[str, Any]]:
    """Ready: what is played now is written down. Strangers may ask; why not is for the log."""
    error = await den.readiness.check()
    if error is None:
        return Response({"status": "ready", "version": __version__})
    sorry = DAMAGED if isinstance(error, Damaged) else SORRY
    return Response({"status": "not ready", "error": sorry}, status_code=503, headers={"retry-after": "2"})
