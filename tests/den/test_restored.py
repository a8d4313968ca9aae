"""What a backup puts back: matches that somebody may have played on, and keys that had ended since."""

from __future__ import annotations

import random
from pathlib import Path

from speelhol.den import Den, Table
from speelhol.den.tables import restored
from speelhol.den.tables.pace import Pace
from tests.den.tables.test_people import turned
from tests.house import HOST, awaited, dealt, opened, play_on, seated, url

from .test_backup import said

SEAT = 1
PROGRAM = "key-0123456789abcdef0123"


async def put_back(path: Path) -> str:
    return await said("restore", str(path / "house.backup"), "--database", url(path), "--force")


async def saved(path: Path) -> None:
    await said("backup", str(path / "house.backup"), "--database", url(path), "--force")


def notes(table: Table) -> list[tuple[int | None, str]]:
    return [(one.to, one.name) for one in table.talk if one.note == "restored"]


async def codes(den: Den) -> list[str]:
    """A table of each kind: running with a clock, over, not begun, a lesson, closed by its host."""
    clock = await dealt(den, "thieves", pace=Pace("move", 60))
    over, waiting, closed = await dealt(den, "thieves"), await seated(den, "thieves"), await seated(den, "thieves")
    await play_on(den, over, 10_000, random.Random(1))
    lesson = await den.open_lesson("thieves", "pupil", "Pia")
    await den.close_table(closed, HOST)
    return [table.code for table in (clock, over, waiting, lesson, closed)]


@awaited
async def test_a_running_match_rests_and_everybody_reads_why(tmp_path: Path) -> None:
    """What had not begun is closed; lessons and matches that are over are as they were. The clock has lost no time."""
    async with opened(tmp_path) as den:
        names = await codes(den)
        clock, closed = await den.table(names[0]), await den.table(names[4])
        deadlines, seq = clock.clock, closed.seq
    await saved(tmp_path)
    sentence = await put_back(tmp_path)
    assert "1 running match waits" in sentence
    assert "1 table that had not begun is closed" in sentence
    async with opened(tmp_path) as den:
        running, over, waiting, lesson, closed = [await den.table(name) for name in names]
        assert [one.phase for one in (running, over, waiting, lesson)] == ["playing", "over", "closed", "playing"]
        assert notes(running) == [(None, restored.when(running.restored))]
        assert (notes(over), notes(lesson), lesson.at_rest, closed.seq) == ([], [], False, seq)
        assert (running.at_rest, restored.waits(running), running.due) == (True, True, None)
        assert await den.store.due(1e12) == []
        with turned("paused"):
            await play_on(den, running, 1, random.Random(1))
        await den.pause(running, HOST, paused=False)
        assert not restored.waits(running)
        seat = running.playing.to_act[0]
        left = (running.clock.deadline(seat) or 0) - den.now()
        assert left > 55 - (running.restored - (deadlines.since[seat] or 0))
        await play_on(den, running, 3, random.Random(1))
        await den.pause(running, HOST)
        assert not restored.waits(running)  # this time it is the host


@awaited
async def test_links_keys_and_devices_from_before_have_ended(tmp_path: Path) -> None:
    """Those that were made after the backup, too, which the house knows nothing of; the browser in which somebody sat
    down stays, and a program that has nothing else keeps its key."""
    async with opened(tmp_path) as den:
        table = await seated(den, "thieves", people=2)
        await den.leave(table, 2, HOST)
        await den.sit(table, 2, PROGRAM, "Robo", program=True)
        await den.deal(table, HOST)
        person, code = table.chairs[SEAT].person or "", table.code
        before, robo = den.key(table, SEAT), den.key(table, 2)
        await den.share(table, before, "thief")
        await den.share(table, robo, "thief")
        await saved(tmp_path)
        later = [await den.renew_key(table, SEAT, person) for _ in range(3)]
    for _ in range(2):
        await put_back(tmp_path)
        async with opened(tmp_path) as den:
            table = await den.table(code)
            for key in (before, *later):
                with turned("wrong-key"):
                    den.seat_by_key(table, key)
            assert table.seats_of("thief") == ()
            assert table.seats_of(person) == (SEAT,)
            assert den.seat_by_key(table, robo) == 2
            later.append(den.key_for(table, SEAT, person))
            later.append(await den.renew_key(table, SEAT, person))
    assert len(set(later)) == len(later)


@awaited
async def test_a_backup_of_what_was_restored_can_be_restored(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        names = await codes(den)
    for _ in range(2):
        await saved(tmp_path)
        sentence = await put_back(tmp_path)
        assert "1 running match waits" in sentence
    assert "had not begun" not in sentence
    assert "5 tables checked; 0 differ." in await said("check-tables", "--database", url(tmp_path))
    async with opened(tmp_path) as den:
        assert len(notes(await den.table(names[0]))) == 2
