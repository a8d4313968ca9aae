"""The JSON interface, explained on a page of our own: made from its OpenAPI description, nothing written twice."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any

from litestar import Response, get

from ... import __version__
from ..session.visitor import AnyRequest, address_of, reader_of
from ..text import templates

Schema = dict[str, Any]
BOT = resources.files(__package__).joinpath("robota.txt").read_text(encoding="utf-8")
"""A bot to paste: a test plays it as it stands on the page."""
HOUSE = "ADDRESS-OF-THIS-HOUSE"
"""Stands in the page as it is kept where every reader finds the address by which they read it."""


@get("/api/docs", include_in_schema=False, cache_control=None)
async def docs(request: AnyRequest) -> Response[str]:
    pages: dict[str, str] = request.app.state.setdefault("api_docs", {})
    reader = reader_of(request)
    if reader.language not in pages:  # made once: it takes long, and nothing in it changes but the address
        told = described(request.app.openapi_schema.to_schema())
        pages[reader.language] = templates.render(
            "apidocs.html", reader, bot=BOT, address=HOUSE, version=__version__, **told
        )
    house = escape(address_of(request).removeprefix("http://"))
    return Response(pages[reader.language].replace(HOUSE, house), media_type="text/html; charset=utf-8")


def described(schema: Schema) -> dict[str, Any]:
    """What the page shows: requests in the order of the description, and the shapes that they carry."""
    known: Schema = schema.get("components", {}).get("schemas", {})
    requests = [
        {
            "method": method.upper(),
            "path": path,
            "summary": operation.get("summary", ""),
            "text": _paragraphs(operation.get("description", "")),
            "key": _key(operation.get("security", [])),
            "fields": [
                {"name": p["name"], "where": p["in"], "kind": kind(p["schema"]), "text": p.get("description", "")}
                for p in operation.get("parameters", [])
            ],
            "body": body.removesuffix(MAY),
            "free": body.endswith(MAY),
            "answers": [
                {"status": status, "text": answer.get("description", ""), "kind": _content(answer)}
                for status, answer in sorted(operation.get("responses", {}).items())
            ],
        }
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        for body in [_content(operation.get("requestBody", {}))]
    ]
    shapes = [
        {
            "name": name,
            "text": _paragraphs(shape.get("description", "")),
            "fields": [
                {"name": field, "kind": kind(value), "needed": field in shape.get("required", ())}
                for field, value in shape.get("properties", {}).items()
            ],
        }
        for name, shape in known.items()
    ]
    return {"requests": requests, "shapes": shapes, "about": schema["info"].get("description", "")}


def kind(schema: Schema) -> str:
    """A short name for what a schema allows."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(kind(part) for part in schema[union])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    plain = schema.get("type", "any")
    if plain == "array":
        return f"[{kind(schema.get('items', {}))}]"
    if plain == "object":
        more = schema.get("additionalProperties")
        return f"{{…: {kind(more)}}}" if isinstance(more, dict) and more else "{…}"
    if isinstance(plain, list):
        return " | ".join(plain)
    limits = [f"{words} {schema[name]}" for name, words in LIMITS.items() if name in schema]
    return f"{plain} ({', '.join(limits)})" if limits else str(plain)


MAY = " | null"
"""Behind the shape of a body that may be left out."""
LIMITS = {"minimum": "from", "maximum": "to", "minLength": "at least", "maxLength": "at most"}


def _key(security: list[Any]) -> str:
    if not security:
        return ""
    return "may" if {} in security else "must"


def _content(holder: Schema) -> str:
    for media, content in holder.get("content", {}).items():
        return kind(content["schema"]) if media == "application/json" else str(media)
    return ""


def _paragraphs(text: str) -> list[str]:
    return [" ".join(part.split()) for part in (text or "").split("\n\n") if part.strip()]
