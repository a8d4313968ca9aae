"""The load plays at every server that it knows, and its tables say what was measured. No times are asserted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.browser import found
from bench.house import PageTable, ProgramTable
from bench.load import SEATS, Crowd, LoadedTable
from bench.measure import RIVAL, Run, Setup
from bench.process import free_port
from bench.rivals.floor import Floor
from bench.rivals.tables import LENGTH, FloorTable

import speelhol
from bench import report
from tests.web.house import House


async def play(kind: type[LoadedTable], port: int, games: tuple[str, ...], moves: int) -> Crowd:
    crowd = Crowd(lambda number, tally: kind(port, games[number], number, tally))
    await crowd.come(len(games), matches=1)
    crowd.tally.counting = True
    await asyncio.wait_for(crowd.until(moves), 60)
    await crowd.go()
    return crowd


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> object:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house.port
    house.close()


@pytest.mark.parametrize(("kind", "games"), [(PageTable, speelhol.games()), (ProgramTable, ("thieves",))])
def test_the_load_plays_on_pages_of_every_game_and_over_json(
    port: int, kind: type[LoadedTable], games: tuple[str, ...]
) -> None:
    crowd = asyncio.run(play(kind, port, games, 6))
    assert not crowd.tally.errors
    assert crowd.tally.openings == len(games)
    assert crowd.tally.moves == 6 * len(games) == len(crowd.tally.seen)
    assert 0 < crowd.tally.plain <= crowd.tally.wire < 1.1 * crowd.tally.plain, "streams come unpacked"


def test_a_match_on_the_floor_is_seen_to_its_end() -> None:
    async def on_the_floor() -> Crowd:
        port = free_port()
        floor = asyncio.create_task(Floor().serve(port))
        await asyncio.sleep(0.1)
        crowd = await play(FloorTable, port, ("any",), LENGTH)
        floor.cancel()
        return crowd

    crowd = asyncio.run(on_the_floor())
    assert not crowd.tally.errors
    assert crowd.tally.moves == LENGTH
    assert crowd.tally.plain > SEATS * LENGTH * 100


# ---- what is told


def run(kind: str, move: float, tables: int = 50, workers: int = 0) -> Run:
    setup = Setup(kind, tables, workers=workers)
    return Run(setup, 1000, 500.0, move, 3.6, 0.0, 0.1, (1.0, 2.0), 300.0, 100.0, 50.0, 0.5, 0.0, ())


def test_the_best_of_the_rounds_is_a_multiple_of_the_rivals_best() -> None:
    text = report.servers([run("JSON", 0.9), run(RIVAL, 1.0), run("JSON", 0.4), run(RIVAL, 0.8)])
    json, rival = text.splitlines()[2:]
    assert json.startswith("| JSON | 50 | 0.40 … 0.90 | 0.50 | 0.50 … 1.00 | 0.56 |")
    assert rival.startswith(f"| {RIVAL} | 50 | 0.80 … 1.00 | 1.00 |")


def test_several_processes_are_a_multiple_of_one() -> None:
    text = report.processes([run("JSON", 0.5, workers=1), run("JSON", 0.6, workers=2)])
    assert text.splitlines()[3].startswith("| JSON | 50 | 2 | 0.60 | 1.20 |")


def test_a_part_is_put_between_its_marks_and_nowhere_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- bench.server games -->\nold\n<!-- games ends -->\nz\n", encoding="utf-8")
    report.put(page, "games", "new")
    report.put(page, "games", "newer")
    assert page.read_text(encoding="utf-8") == ("a\n<!-- bench.server games -->\n\nnewer\n\n<!-- games ends -->\nz\n")
    with pytest.raises(ValueError, match="no place for the part paced"):
        report.put(page, "paced", "new")


def test_an_update_lasts_from_its_message_to_the_next_frame_in_the_time_of_the_main_thread() -> None:
    def event(name: str, ts: int, ms: int = 0, tid: int = 1, size: int = 0) -> dict[str, object]:
        args = {"data": {"requestId": "1", "encodedDataLength": size}}
        return {"name": name, "pid": 1, "tid": tid, "ts": ts, "dur": 1000 * ms, "tdur": 900 * ms, "args": args}

    updates = list(
        found(
            [
                event("RunTask", 0, 5),  # before
                event("RunTask", 10_000, 10),
                event("ResourceReceivedData", 11_000, size=900),
                event("FunctionCall", 12_000, 4),
                event("RunTask", 11_000, 50, tid=2),  # another thread
                event("RunTask", 30_000, 20),
                event("Commit", 45_000),
                event("RunTask", 60_000, 30),  # after
                event("ResourceReceivedData", 61_000, size=24),  # a sign of life
                event("Commit", 80_000),
            ]
        )
    )
    assert [(one.whole, one.script) for one in updates] == [(27.0, 3.6)]
