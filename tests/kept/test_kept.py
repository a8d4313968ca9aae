"""Houses that earlier versions wrote: everybody finds their table as they left it, plays on, and the proof holds."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from pathlib import Path
from typing import Any

import httpx
import pytest

import speelhol
from speelhol.client import House as Client
from speelhol.den import Den
from speelhol.den.tables import fair
from speelhol.web.server.run import database_url
from tests.cli.tools import run
from tests.house import awaited, choice
from tests.postgres import Postgres
from tests.web.house import House

VERSIONS = sorted(path.parent for path in Path(__file__).parent.glob("*/house.json"))
KINDS = ("sqlite", "postgresql")
NEVER = 1e6
"""A pause of the bots that no test outlasts."""


class Kept:
    """A copy of a house that was kept, in one of its databases, and what it says about its tables."""

    def __init__(self, version: Path, kind: str, folder: Path, postgres: Callable[[], Postgres]) -> None:
        self.told: dict[str, Any] = json.loads((version / "house.json").read_text())
        self.tables: list[dict[str, Any]] = self.told["tables"]
        self.folder = folder
        self.kind = kind
        if kind == "postgresql":
            self.database = postgres().restored(gzip.decompress((version / "house.sql.gz").read_bytes()))
        else:
            (folder / "speelhol.db").write_bytes(gzip.decompress((version / "house.db.gz").read_bytes()))
            self.database = f"sqlite:///{folder / 'speelhol.db'}"

    @contextmanager
    def opened(self, at: float, bot_pause: float = 0.0) -> Iterator[House]:
        """The house, open again at a moment of its own clock."""
        house = House(self.folder, bot_pause, self.database)
        house.ahead = at - time.time()
        house.open()
        try:
            yield house
        finally:
            house.close()

    @property
    def url(self) -> str:
        return database_url(None, self.database)

    @property
    def before(self) -> float:
        """A moment at which nobody's time is up yet."""
        return float(min(table["due"] for table in self.tables if table["due"] is not None)) - 900

    def cookie(self, name: str, device: int = 0) -> dict[str, str]:
        return {"cookie": f"speelhol={self.told['people'][name][device]}; language=en"}

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        return [table for table in self.tables if table["kind"] in kinds]


@pytest.fixture(params=[(v, kind) for v in VERSIONS for kind in KINDS], ids=lambda p: f"{p[0].name}-{p[1]}")
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    version, kind = request.param
    return Kept(version, kind, tmp_path, lambda: request.getfixturevalue("postgres"))


def people(table: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """The chairs with a person in them, with their seats."""
    return [(seat, chair) for seat, chair in enumerate(table["chairs"]) if chair["person"]]


def bearer(chair: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {chair['key']}"}


def test_every_kind_of_table_is_kept() -> None:
    """Or the other tests would say little."""
    assert VERSIONS
    for version in VERSIONS:
        tables = json.loads((version / "house.json").read_text())["tables"]
        games = {table["game"] for table in tables}
        assert games
        assert games <= set(speelhol.games())
        for phase in ("gathering", "playing", "over"):
            assert {table["game"] for table in tables if table["phase"] == phase} == games


def test_every_table_is_as_it_was_left(kept: Kept) -> None:
    """For everybody: as facts, as the view of each seat, as a page; and the rules still lead to where they led."""
    with kept.opened(kept.before, NEVER) as house, httpx.Client(base_url=house.url) as visitor:
        for table in kept.tables:
            same_facts(visitor.get(f"/api/tables/{table['code']}").json(), table)
            for seat, chair in people(table):
                if stood_up(table, seat):
                    chair["key"] = own_key(visitor, kept, table, chair)
                same_view(visitor.get(f"/api/tables/{table['code']}/view", headers=bearer(chair)), table, seat)
            same_page(visitor, kept, table)
            inside = house.table(table["code"])
            assert [[remark.name, remark.text] for remark in inside.talk if not remark.note] == table["talk"]
            assert inside.due == table["due"]
    report = run("check-tables", "--database", kept.database, "--json").stdout
    assert json.loads(report) == {"tables": len(kept.tables), "differences": []}


def same_facts(facts: dict[str, Any], table: dict[str, Any]) -> None:
    """What everybody may know about a table is what was written down about it."""
    for name in ("code", "game", "options", "pace", "hints", "phase", "again"):
        assert facts[name] == table[name], (table["kind"], name)
    assert facts["commitment"] == table["seal"]
    for now, then in zip(facts["chairs"], table["chairs"], strict=True):
        kind = "bot" if then["level"] else "person" if then["person"] else "free"
        luck = "" if table["phase"] == "gathering" else then["luck"]
        assert (now["name"], now["kind"], now["held"], now["luck"], now["has_luck"], now["level"]) == (
            *(then["name"], kind, then["held"], luck, bool(then["luck"]), then["level"]),
        )


def stood_up(table: dict[str, Any], seat: int) -> bool:
    """Whether somebody stood up from this chair and came back: the key of 0.1.0, which outlived that, opens no more."""
    return bool(table["kind"] == "gathering" and seat == 1)


def own_key(visitor: httpx.Client, kept: Kept, table: dict[str, Any], chair: dict[str, Any]) -> str:
    """The key that the house gives somebody who comes with the cookie of back then."""
    page = visitor.get(f"/t/{table['code']}/device", headers=kept.cookie(chair["person"]))
    found = re.search(r"#([0-9a-f]{40})", page.text)
    assert found is not None
    return found[1]


def same_view(answer: httpx.Response, table: dict[str, Any], seat: int) -> None:
    """A key opens the seat that it was given for, and the seat is asked what it was asked."""
    if table["phase"] == "gathering":
        assert (answer.status_code, answer.json()["reason"]) == (409, "not-dealt")
        return
    assert answer.status_code == 200, answer.text
    view = answer.json()
    assert (view["seat"], view["rules"], view["result"]) == (seat, table["rules"], table["result"])
    assert (view["offers"] is not None) == (seat in table["to_act"])
    assert view["time"]["overdue"] == [s for s in table["overdue"] if not table["chairs"][s]["held"]]
    for now, then in zip(view["time"]["deadlines"], table["deadlines"], strict=True):
        assert now is None or now == pytest.approx(then, abs=1)


def same_page(visitor: httpx.Client, kept: Kept, table: dict[str, Any]) -> None:
    """Somebody comes back with the cookie of back then, and reads who sits here and what was said."""
    _, chair = people(table)[-1]
    page = visitor.get(f"/t/{table['code']}", headers=kept.cookie(chair["person"]))
    assert page.status_code == 200
    for other in table["chairs"]:
        assert escape(other["name"]) in page.text
    for _, text in table["talk"][-3:] if table["phase"] == "playing" else ():
        assert escape(text, quote=False) in page.text, text
    for device in range(1 + chair["devices"]):
        assert visitor.get(f"/t/{table['code']}/device", headers=kept.cookie(chair["person"], device)).is_success
    assert visitor.get(f"/t/{table['code']}/device", headers=kept.cookie("Henk")).is_client_error


def test_what_was_due_happens(kept: Kept) -> None:
    """Time ran out while the house was closed, or runs out now: a bot holds the seat, and its person can come back."""
    with kept.opened(kept.told["at"]) as house, httpx.Client(base_url=house.url) as visitor:

        def held(table: dict[str, Any]) -> list[int]:
            chairs = visitor.get(f"/api/tables/{table['code']}").json()["chairs"]
            return [seat for seat, chair in enumerate(chairs) if chair["held"]]

        def all_held(tables: list[dict[str, Any]]) -> bool:
            return all(set(table["to_act"]) <= set(held(table)) for table in tables)

        late = [table for table in kept.tables if table["due"] is not None and table["due"] < kept.told["at"]]
        assert {table["kind"] for table in late} >= {"late", "held"}
        until(lambda: all_held(late))
        (days,) = kept.of("days")
        assert held(days) == []
        house.jump(4 * 86_400)
        until(lambda: all_held([days]))
        (seat,) = days["to_act"]
        path = f"/api/tables/{days['code']}/back"
        assert visitor.post(path, headers=bearer(days["chairs"][seat])).status_code == 200
        assert seat not in held(days)


def until(holds: Callable[[], bool]) -> None:
    last = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < last
        time.sleep(0.02)


@awaited
async def test_every_match_is_played_to_its_end(kept: Kept) -> None:
    """And its record proves that it was dealt as it was promised back then. Each database plays every other one."""
    den = Den(kept.url, NEVER, now=lambda: kept.before, bot_workers=0)
    await den.open()
    try:
        mine = kept.tables[KINDS.index(kept.kind) :: len(KINDS)]
        tables = {table["code"]: table for table in [*mine, *kept.of("over")]}
        records = await asyncio.gather(*(play_out(den, code) for code in tables))
    finally:
        await den.close()
    for told, record in zip(tables.values(), records, strict=True):
        proven(kept, told, record)


async def play_out(den: Den, code: str) -> bytes:
    """The record of a match that all play to its end, at random, a learner as the lesson has it; first it is dealt."""
    table, rng = await den.table(code), random.Random(code)
    if table.phase == "gathering":
        for seat, chair in enumerate(table.chairs):
            if not chair.taken:
                await den.sit_bot(table, seat, table.opened.host)
        await den.deal(table, table.opened.host)
    while table.phase != "over":
        seat, action = choice(table, rng)
        await den.play(table, seat, table.scripted(seat) or action)
    return fair.record_file(table)


def proven(kept: Kept, told: dict[str, Any], record: bytes) -> None:
    """The record is sound and dealt under the seal that the table showed; so is the one that was taken home then."""
    seal = ["--seal", told["seal"]] if told["seal"] else []
    taken = told["record"] and json.dumps(told["record"], separators=(",", ":"), ensure_ascii=False).encode()
    assert not taken or speelhol.Record.from_bytes(taken) == speelhol.Record.from_bytes(record)
    for data in filter(None, (record, taken)):
        file = kept.folder / "record.json"
        file.write_bytes(data)
        assert run("verify", str(file), *seal).exit_code == 0, told["kind"]


def test_people_play_on_with_the_keys_of_back_then(kept: Kept) -> None:
    """Over the interface for programs, and with the bots that sit at the table."""
    (table,) = [table for table in kept.of("middle") if table["game"] == "thieves"]
    rng = random.Random(1)
    with kept.opened(kept.before) as house, ExitStack() as later:
        client = later.enter_context(Client(house.url))
        chairs = [later.enter_context(client.chair(table["code"], seat, chair["key"])) for seat, chair in people(table)]
        while not (views := [chair.view() for chair in chairs])[0].over:
            for chair, view in zip(chairs, views, strict=True):
                if view.offers is not None:
                    chair.play(view.offers.sample(rng), view.moment)
        proven(kept, table, chairs[0].record())


def test_a_rematch_is_found_by_whoever_asks_for_it(kept: Kept) -> None:
    (over,), (again,) = kept.of("again"), kept.of("rematch")
    with kept.opened(kept.before) as house, Client(house.url) as client:
        for seat, told in people(over):
            with client.chair(over["code"], seat, told["key"]) as chair:
                found = chair._ask("POST", "/again")
            assert (found["code"], found["seat"]) == (again["code"], seat)
