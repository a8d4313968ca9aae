"""How much there may be at a time of one address, table or chair, as the owner sets it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bench.process import free_port
from click.testing import CliRunner

from speelhol.cli import cli
from speelhol.den import TurnedAway
from speelhol.den.storage import startup
from speelhol.web.server import run
from speelhol.web.session.limits import MOST, Streams, read_most

from .owners import dealt, house, opened, owner, visitor

SMALL = dict.fromkeys(MOST, 1) | {"connections": 50}


def test_whatever_the_owner_types_counts_and_the_rest_stays() -> None:
    assert read_most([]) == MOST
    assert read_most(["streams=500", "listed=9"]) == {**MOST, "streams": 500, "listed": 9}


@pytest.mark.parametrize(
    "typed", ["streams", "streams=", "streams=0", "streams=-1", "streams=many", "streams=1e9", "visits=3"]
)
def test_what_is_no_number_of_anything_is_said_in_a_sentence(typed: str) -> None:
    result = CliRunner().invoke(cli, ["serve", "--most", typed])
    assert result.exit_code == 2
    assert "such as streams=500" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("kind", "visitors", "tables", "stranger"),
    [("streams", "one", "many", False), ("streams-table", "one", "one", False), ("watchers", "many", "one", True)],
)
@pytest.mark.parametrize("most", [2, 7])
def test_so_many_streams_as_the_owner_says(kind: str, visitors: str, tables: str, stranger: bool, most: int) -> None:
    plenty = dict.fromkeys(MOST, 100)
    room = Streams(1_000, 1.0, {**plenty, kind: most})

    def come(n: int) -> None:
        room.enter("here" if visitors == "one" else f"192.0.2.{n}", 1 if tables == "one" else n, stranger)

    for n in range(most):
        come(n)
    with pytest.raises(TurnedAway):
        come(most)


def test_so_many_streams_of_a_chair_as_the_owner_says() -> None:
    room, ended = Streams(1_000, 1.0, {**MOST, "streams-chair": 2}), []
    leave: dict[int, Any] = {}
    for n in range(3):

        def end(n: int = n) -> None:
            ended.append(n)
            leave[n]()

        leave[n] = room.sit(0, 0, end)
    assert ended == [0]


def test_reports_and_tables_in_the_lobby_as_the_owner_says(tmp_path: Path) -> None:
    with house(tmp_path, generosity=1.0, most=SMALL) as address, visitor(address) as hanna, visitor(address) as bram:
        path = dealt(hanna, (bram, "Bram"))
        answers = [bram.post(f"{path}/report", data={"what": "name:0"}) for _ in range(2)]
        assert [one.status_code for one in answers] == [200, 409]
        assert "reported enough" in answers[1].text
        opened(hanna, "Hanna", listed="1")
        again = bram.post("/new", data={"game": "thieves", "seats": "3", "name": "Bram", "listed": "1"})
        assert "wait in the lobby" in again.text


def test_the_owner_sees_what_holds(tmp_path: Path) -> None:
    """With the generosity of this house, a hundred times as much."""
    with house(tmp_path, most={**MOST, "streams": 7}) as address, owner(address) as olga:
        page = olga.get("/admin").text
    shown = dict(re.findall(r"<td><code>([a-z-]+)</code> [^<]+</td><td>(\d+)</td></tr>", page))
    assert shown == {kind: str(100 * number) for kind, number in {**MOST, "streams": 7}.items()}


@pytest.mark.parametrize("workers", [1, 2])
def test_every_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    told: list[Mapping[str, int]] = []

    def create_app(*given: Any) -> None:
        told.append(given[-1])
        raise OSError("enough")

    def supervise(_: int, settings: Any, __: object) -> None:
        told.append(settings.most)
        raise OSError("enough")

    async def prepared(_: str) -> None:
        pass

    monkeypatch.setattr(run, "create_app", create_app)
    monkeypatch.setattr(run, "supervise", supervise)
    monkeypatch.setattr(startup, "prepare", prepared)
    where = ["--data", str(tmp_path)] if workers == 1 else ["--database", "postgresql://nobody@127.0.0.1:1/x"]
    env = {"SPEELHOL_MOST": "streams=500 connections=900"}
    given = ["serve", "--port", str(free_port()), "--workers", str(workers), *where]
    result = CliRunner().invoke(cli, given, env=env)
    assert "enough" in result.output
    assert told == [{**MOST, "streams": 500, "connections": 900}]
