"""Send the house what no browser sends, and see that it answers everything with a sentence, and never with a 500.

python -m bench.odd_requests --count 100000 --seed 1

Every route gets requests whose path, query, cookies, headers and body are made of odd pieces: other scripts, NUL,
halves of characters, percent signs that mean nothing, very long ones, brackets within brackets. They enter where the
web server hands a request on, so that nothing in front tidies them up. A wrong answer is a 500, a line of the log that
says error, no answer at all, or one that repeats more of the request than it should.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_from_bytes, unquote

from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct
from tests.house import dealt, play_on, seated

from speelhol.den import Den, Table, person_of
from speelhol.web.server.app import create_app
from speelhol.web.server.fast import MOST as MOST_BODY
from speelhol.web.server.fast import FastPath
from speelhol.web.session.limits import Streams

PATIENCE = 30.0
"""Seconds after which a request counts as unanswered."""
MOST = 1_000_000
"""Bytes of any answer; the largest, a gallery of all pictures, takes half of that."""
MOST_REFUSAL = 50_000
"""Bytes of a refusal: a page around a sentence."""
LONGEST = 60_000
"""Bytes of a path, a query or a header: what is longer is stopped by every proxy."""

TEXTS = (
    "", " ", "0", "1", "-1", "00", "1e9", "99999999999999999999", "true", "null", "NaN", "é", "ключ", "鍵", "🂡", "ß",
    "İ", "\0", "a\0b", "\x01\x1f", "\x7f", "\u202e", "\u200b", "\ufeff", "\ufffd", "e" + "\u0301" * 50, "'", '"',
    "<b>", "{{7*7}}", "%s%n", "%(code)s", "{0}", "..", ".", "/", "\\", "//x", "a/b", "a;b", "a,b", "a=b", "a&b", "#",
    "?", "+", "\r\n", "\t", "x" * 300, "é" * 400, "9" * 5_000, "velvet-lamp-42", "velvet lamp 42", "bid 5", "pass",
    "{}", "[]", "0.5", "٣", "²",
)  # fmt: skip
RAW = (
    b"\xff",
    b"\xfe\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"\x80" * 20,
    b"%",
    b"%zz",
    b"%u0041",
)
FIELDS = (
    "seat", "part", "moment", "name", "code", "game", "seats", "bots", "luck", "ticket", "language", "back", "look",
    "text", "key", "level", "character", "hints", "pace", "seconds", "minutes", "days", "increment", "absent",
    "option.skills", "holder", "open", "at", "eyes", "since", "lesson", "table", "action", "about", "options", "card",
    "amount",
)  # fmt: skip
KINDS = (
    b"application/x-www-form-urlencoded", b"application/json", b"multipart/form-data; boundary=x",
    b"multipart/form-data", b"", b"text/plain", b"application/x-www-form-urlencoded; charset=nothing",
    b"application/json; charset=utf-16", b"\xff", b"a/b/c;;=", b"application/x-www-form-urlencoded; charset=\"",
    b"multipart/form-data; boundary=" + b"x" * 300, b"application/x-msgpack",
)  # fmt: skip
NAMES = (
    b"accept", b"accept-language", b"accept-encoding", b"authorization", b"range", b"if-none-match",
    b"if-modified-since", b"origin", b"sec-fetch-site", b"x-speelhol", b"x-forwarded-for", b"x-forwarded-proto",
    b"content-length", b"content-encoding", b"te", b"expect", b"upgrade", b"x-http-method-override", b"referer",
    b"last-event-id",
)  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY", "")


class Odd(Struct, frozen=True):
    """A request, as the web server would hand it on."""

    method: str
    path: bytes
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def told(self) -> str:
        """What it is, for whoever looks into a wrong answer."""
        headers = [(name.decode(), value[:120]) for name, value in self.headers]
        return f"{self.method} {self.path[:200]!r}?{self.query[:200]!r} {headers} {self.body[:200]!r}"


class Answer(Struct):
    status: int = 0
    kind: bytes = b""
    body: bytes = b""


class Maker:
    """Makes odd requests: the same seed, the same requests, but for the names and keys of the tables."""

    def __init__(self, app: Litestar, tables: Sequence[Table], people: Sequence[str], seed: int) -> None:
        self.rng = random.Random(seed)
        den: Den = app.state.den
        routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
        self.routes = [(route.path, sorted(route.methods - {"OPTIONS"})) for route in routes]
        self.codes = [table.code for table in tables]
        self.keys = [den.key(table, 0) for table in tables]
        self.people = people

    def request(self) -> Odd:
        path, methods = self.rng.choice(self.routes)
        method = self.rng.choice(methods) if self.rng.random() < 0.85 else self.rng.choice(METHODS)
        body, kind = self._body() if method not in ("GET", "HEAD") or self.rng.random() < 0.05 else (b"", b"")
        headers = [(b"host", self._host()), *self._headers()]
        headers += [(b"content-type", kind)] if kind else []
        return Odd(method, self._path(path), self._query(), tuple(headers), body)

    def _host(self) -> bytes:
        if self.rng.random() < 0.95:
            return b"127.0.0.1:8000"
        return self.rng.choice((b"", b"127.0.0.1:")) + self._raw()

    def _path(self, template: str) -> bytes:
        parts = []
        for part in template.split("/"):
            if not part.startswith("{"):
                parts.append(part.encode())
            elif part.startswith("{code") and self.rng.random() < 0.7:
                parts.append(self.rng.choice(self.codes).encode())
            elif part.startswith("{name") and self.rng.random() < 0.5:
                parts.append(self.rng.choice((b"thieves", b"casa-de-papel", b"casablanca")))
            elif part.startswith("{deed") and self.rng.random() < 0.8:
                parts.append(
                    self.rng.choice((b"act", b"undo", b"say", b"sit", b"luck", b"bot", b"leave", b"vote", b"back"))
                )
            else:
                parts.append(self._quoted())
        if self.rng.random() < 0.03:
            parts.insert(self.rng.randrange(len(parts) + 1), self._quoted())
        return b"/".join(parts)[:LONGEST] or b"/"

    def _text(self) -> str:
        text = self.rng.choice(TEXTS)
        if self.rng.random() < 0.02:
            text = (text or "x") * self.rng.choice((10, 1_000, 20_000))
        return text[:LONGEST]

    def _quoted(self) -> bytes:
        """A piece of a path, a query or a form."""
        if self.rng.random() < 0.2:
            raw = self.rng.choice(RAW)
            return raw if raw.isascii() else quote_from_bytes(raw).encode()
        return quote(self._text(), safe="").encode()[:LONGEST]

    def _raw(self) -> bytes:
        """A header's value: whatever a line can hold."""
        text = self.rng.choice(RAW) if self.rng.random() < 0.2 else self._text().encode()
        return bytes(b for b in text if b not in b"\r\n\0")[:LONGEST]

    def _query(self) -> bytes:
        if self.rng.random() < 0.5:
            return b""
        pairs = [self.rng.choice(FIELDS).encode() + b"=" + self._quoted() for _ in range(self.rng.randrange(1, 4))]
        return b"&".join(pairs)[:LONGEST]

    def _headers(self) -> Iterator[tuple[bytes, bytes]]:
        cookies = []
        if self.rng.random() < 0.6:
            cookies.append(b"speelhol=" + self.rng.choice(self.people).encode())
        for name in (b"speelhol", b"tables", b"name", b"language", b"look", b"other"):
            if self.rng.random() < 0.15:
                cookies.append(name + b"=" + (self._raw() if self.rng.random() < 0.5 else self._quoted()))
        if self.rng.random() < 0.1:
            cookies.append(b"tables=" + b"/".join([self.rng.choice(self.codes).encode(), self._raw()]))
        if cookies:
            yield b"cookie", b"; ".join(cookies)
        if self.rng.random() < 0.3:
            yield b"authorization", b"Bearer " + self.rng.choice(self.keys).encode()
        if self.rng.random() < 0.3:
            yield b"x-speelhol", self.rng.choice((b"1", b"listens"))
        for _ in range(self.rng.randrange(3)):
            yield self.rng.choice(NAMES), self._raw()

    def _body(self) -> tuple[bytes, bytes]:
        luck = self.rng.random()
        fields = self.rng.sample(FIELDS, self.rng.randrange(8))
        if luck < 0.45:
            form = b"&".join(name.encode() + b"=" + self._quoted() for name in fields)
            return form, KINDS[0] if self.rng.random() < 0.8 else self.rng.choice(KINDS)
        if luck < 0.8:
            text = json.dumps({name: self._value() for name in fields}, ensure_ascii=self.rng.random() < 0.5)
            return text.encode(errors="surrogatepass"), KINDS[1] if self.rng.random() < 0.8 else self.rng.choice(KINDS)
        raw = self.rng.choice((b"", b"{", b"[" * 9_000, b'{"a":' * 3_000, b"\0", b"null", b"--x--", b"=&=&", *RAW))
        return raw, self.rng.choice(KINDS)

    def _value(self) -> Any:
        some: tuple[Any, ...] = (
            self._text(),
            self.rng.choice((0, 1, -1, 2**63, 2**200, 1e308)),
            None,
            True,
            [],
            {},
            "\ud800",
            [{"do": "\udfff"}],
        )
        return self.rng.choice((*some, {"do": self._text(), "x": self._text()}))


async def send(app: Any, fast: FastPath, odd: Odd) -> Answer:
    """The answer to a request; of a stream its beginning. Raises TimeoutError."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": odd.method, "scheme": "http",
        "path": unquote(odd.path.decode()), "raw_path": odd.path, "query_string": odd.query, "root_path": "",
        "headers": list(odd.headers), "client": ("192.0.2.7", 1), "server": ("127.0.0.1", 8000), "state": {},
        "extensions": {},
    }  # fmt: skip
    answer = Answer()
    short = fast.handler(odd.method, str(scope["path"])) if len(odd.body) <= MOST_BODY else None
    if short is not None:
        async with asyncio.timeout(PATIENCE):
            got = await fast.answer(*short, scope, odd.body)  # type: ignore[arg-type]
        if got is not None:
            if got.feed is not None:
                got.feed.end()
            answer.status, answer.body, answer.kind = got.status, got.body, dict(got.headers).get(b"content-type", b"")
            return answer
    enough = asyncio.Event()
    heard = iter([{"type": "http.request", "body": odd.body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in heard:
            return message
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.kind = dict(message["headers"]).get(b"content-type", b"")
        else:
            answer.body += message.get("body", b"")
            if not message.get("more_body") or answer.kind.startswith(b"text/event-stream"):
                enough.set()

    async with asyncio.timeout(PATIENCE):
        await app(scope, receive, send)
    return answer


def wrong(answer: Answer) -> str:
    """What is wrong with an answer; empty if it is as it should be."""
    if not 200 <= answer.status < 500:
        return f"status {answer.status}"
    if b"Traceback" in answer.body:
        return "a traceback"
    if len(answer.body) > (MOST_REFUSAL if answer.status >= 400 and b'id="board"' not in answer.body else MOST):
        return f"{len(answer.body)} bytes"
    if answer.status >= 400 and answer.kind.startswith(b"application/json") and len(answer.body) > 1_000:
        return f"a sentence of {len(answer.body)} bytes"
    return ""


class Ears(logging.Handler):
    """Hears what the house logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


async def attack(folder: Path, count: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Send so many requests. Returns how often each status came, and the wrong answers."""
    app = create_app(f"sqlite+aiosqlite:///{folder / 'speelhol.db'}", bot_pause=3600, generosity=1e9, bot_workers=0)
    fast, ears = FastPath(app, Streams(100, 1e9)), Ears()
    statuses: Counter[int] = Counter()
    found: list[str] = []
    logging.getLogger().addHandler(ears)
    try:
        async with app.lifespan():
            den: Den = app.state.den
            people = [f"visitor-with-a-secret-{n:02}" for n in range(2)]
            tables = [await dealt(den), await seated(den, people=1), await dealt(den, "thieves"), await dealt(den)]
            await play_on(den, tables[-1], 10_000, random.Random(seed))
            for table in tables[2:]:
                await den.share(table, den.key(table, 0), person_of(people[0]))
                await den.share(table, den.key(table, 1), person_of(people[1]))
            maker = Maker(app, tables, people, seed)
            for _ in range(count):
                odd = maker.request()
                try:
                    answer = await send(app, fast, odd)
                except Exception as error:
                    found.append(f"{type(error).__name__}: {error}: {odd.told}")
                    continue
                statuses[answer.status] += 1
                problem = wrong(answer) + "".join(f" {said[-400:]}" for said in ears.heard)
                if problem:
                    found.append(f"{problem}: {odd.told}")
                ears.heard.clear()
    finally:
        logging.getLogger().removeHandler(ears)
    return statuses, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        statuses, found = asyncio.run(attack(Path(folder), asked.count, asked.seed))
    print(", ".join(f"{status}: {times}" for status, times in sorted(statuses.items())))
    print(f"{len(found)} of {asked.count} answered wrongly")
    for one in found[:20]:
        print("  " + one)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
