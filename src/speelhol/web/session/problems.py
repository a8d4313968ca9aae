"""How the JSON interface says no: one shape for every refusal, and which requests can meet which."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why not: one sentence; a reason code; and the rule, where the rules refuse."""

    error: str
    reason: str = ""
    rule: str = ""


SENTENCES = {
    400: "The request can't be read.",
    401: "There is no key, or it opens no seat at this table.",
    403: "The request came from another site, the host does not want you at this table, or it is not yours to do.",
    404: "There is no such table.",
    409: "The rules or the house refuse; nothing has changed.",
    413: "The request is too large.",
    429: "Too many requests, or streams, at once; the header Retry-After says how long to wait.",
    503: "The house is full or can't save for a moment; the header Retry-After says when to try again.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {s: ResponseSpec(Problem, description=SENTENCES[s], generate_examples=False) for s in statuses}


LOOKS = problems(400, 403, 404, 429, 503)
KNOCKS = problems(400, 403, 404, 409, 413, 429, 503)
ACTS = problems(400, 401, 403, 404, 409, 413, 429, 503)
BY_SEAT = [{"seat": []}]  # type: list[dict[str, list[str]]]
BY_ANYBODY = [{"seat": []}, {}]  # type: list[dict[str, list[str]]]
