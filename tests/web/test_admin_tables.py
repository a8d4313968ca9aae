"""The owner's list of tables: how each stands and who sits there, found by its name or theirs, and woken by nobody."""

from __future__ import annotations

import asyncio
import html
import re
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from speelhol.den.storage.schema import log
from speelhol.web.server.app import create_app
from speelhol.web.session.limits import MOST, RATES
from tests.house import HOST, dealt, opened, play_on, seated, served, url

from .owners import OWNER, owner

NAMES = ("Zoë Ångström", 'O"Gus 100%', "Karel")
Row = tuple[str, ...]


async def build(path: Path) -> dict[str, str]:
    """Tables of every kind, in a house that was closed since: their names, by how they stand."""
    async with opened(path) as den:
        waiting, over, closed = await seated(den, people=1), await dealt(den), await seated(den, people=0)
        playing = await den.open_table("casa-de-papel", 4, {}, HOST)
        for seat, name in enumerate((*NAMES, "Noor")):
            await den.sit(playing, seat, f"q{seat}", name)
        await den.deal(playing, HOST)
        await play_on(den, over, 2_000, Random("over"))
        await den.close_table(closed, HOST)
        return {"Gathering": waiting.code, "In play": playing.code, "Over": over.code, "Closed": closed.code}


def rows(olga: httpx.Client, **asked: str) -> dict[str, Row]:
    """What the page says of each table, by its name: game, state, players."""
    page = olga.get("/admin/tables", params=asked).text
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)]
    return {re.sub("<.*?>", "", row[0]): tuple(map(html.unescape, row[1:4])) for row in cells if row}


def test_after_a_restart_each_says_how_it_stands_and_who_sits_there(tmp_path: Path) -> None:
    codes = asyncio.run(build(tmp_path))
    app: Any = create_app(url(tmp_path), 0.0, 100.0, 0, admin=OWNER)
    with served(app) as address, owner(address) as olga:
        told = rows(olga)
        assert {code: state for code, (_, state, _) in told.items()} == {code: state for state, code in codes.items()}
        assert told[codes["In play"]][2] == ", ".join((*NAMES, "Noor"))
        assert told[codes["Gathering"]][2].startswith("Name 0, ")
        assert len(app.state.den.memory) == 0
        assert not app.state.den.bots._at_work


def test_a_table_is_found_by_its_name_and_by_who_sat_there(tmp_path: Path) -> None:
    codes = asyncio.run(build(tmp_path))
    mine = codes["In play"]
    with served(create_app(url(tmp_path), 0.0, 100.0, 0, admin=OWNER)) as address, owner(address) as olga:
        for name in (mine, mine[:7].upper(), "zoë", "ÅNG", "ström", 'o"gus', "100%", "KAREL", "noor"):
            assert mine in rows(olga, name=name), name
        for name in ("nobody-7", "%", "_", "q0", "seat", '"', "karel%noor"):
            found = rows(olga, name=name)
            assert set(found) <= ({mine} if name in '%"' else set()), name
        assert len(rows(olga, name="name 0")) == 2


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_each_limit_has_its_words(tmp_path: Path, language: str) -> None:
    with served(create_app(url(tmp_path), 0.0, 100.0, 0, admin=OWNER)) as address, owner(address) as olga:
        olga.cookies.set("language", language)
        told = dict(re.findall(r"<td><code>([\w-]+)</code> (.*?)</td>", olga.get("/admin").text))
    assert set(told) == {*RATES, *MOST}
    assert len(set(told.values())) == len(told)
    assert not [words for words in told.values() if not words or "limit." in words]


def test_one_that_can_not_be_read_hurts_no_other(tmp_path: Path) -> None:
    codes = asyncio.run(build(tmp_path))

    async def spoil() -> None:
        async with opened(tmp_path) as den:
            broken = await den.store.find(codes["In play"])
            spoilt = sa.update(log).where(log.c.table_id == broken, log.c.seq == 2).values(entry='{"kind":"riddle"}')
            await den.store.ask(lambda connection: connection.execute(spoilt), change=True)

    asyncio.run(spoil())
    with served(create_app(url(tmp_path), 0.0, 100.0, 0, admin=OWNER)) as address, owner(address) as olga:
        told = rows(olga)
        assert told.pop(codes["In play"]) == ("casa-de-papel", "can’t be read", "")
        assert {state for _, state, _ in told.values()} == {"Gathering", "Over", "Closed"}
