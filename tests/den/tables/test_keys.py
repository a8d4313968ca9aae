"""A new key to a chair: whatever held the old one holds nothing, and whoever looked through it is woken at once."""

from __future__ import annotations

import random
from pathlib import Path

from speelhol.den import Den, Table
from speelhol.den.rematch import key_there
from speelhol.den.tables import entries as e
from tests.house import HOST, awaited, dealt, opened, play_on

from .test_people import turned

SEAT = 1


@awaited
async def test_devices_that_looked_on_are_woken_and_hold_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den)
        person = table.chairs[SEAT].person or ""
        old = den.key(table, SEAT)
        await den.share(table, old, "phone")
        woken: list[str] = []
        watchers = [den.watch(table, who, lambda who=who: woken.append(who)) for who in ("phone", person)]  # type: ignore[misc]
        assert table.seats_of("phone") == (SEAT,)
        woken.clear()
        new = await den.renew_key(table, SEAT, person)
        assert set(woken) == {"phone", person}
        assert (table.seats_of("phone"), table.seats_of(person)) == ((), (SEAT,))
        with turned("wrong-key"):
            den.seat_by_key(table, old)
        with turned("wrong-key"):
            await den.share(table, old, "phone")
        assert den.seat_by_key(table, new) == SEAT
        woken.clear()
        await den.write_note(table, SEAT, person, "for nobody else")  # only the seat can notice it
        assert set(woken) == {person}
        with turned("not-yours"):
            await den.write_note(table, SEAT, "phone", "and mine?")
        for watcher in watchers:
            den.unwatch(table, watcher)


@awaited
async def test_a_key_from_another_device_spares_who_sat_down(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den)
        person = table.chairs[SEAT].person or ""
        for device in ("phone", "tablet"):
            await den.share(table, den.key(table, SEAT), device)
        await den.renew_key(table, SEAT, "phone")
        assert [table.seats_of(who) for who in (person, "phone", "tablet")] == [(SEAT,), (SEAT,), ()]
        await den.renew_key(table, SEAT, person)
        assert [table.seats_of(who) for who in (person, "phone", "tablet")] == [(SEAT,), (), ()]


async def over(den: Den, table: Table) -> Table:
    """The rematch of a table whose match was played to its end."""
    await play_on(den, table, 10_000, random.Random(3))
    return await den.rematch(table, HOST)


def held_by(*tables: Table, who: tuple[str, ...]) -> list[list[bool]]:
    """At each table, which of these hold the chair."""
    return [[table.chairs[SEAT].holds(one) for one in who] for table in tables]


@awaited
async def test_a_key_that_was_made_at_a_rematch_is_not_for_keys_of_the_table_before(tmp_path: Path) -> None:
    """However often one is made: whoever has the key of an earlier match of the evening gets none."""
    async with opened(tmp_path) as den:
        old = await dealt(den)
        person, stolen = old.chairs[SEAT].person or "", den.key(old, SEAT)
        new = await over(den, old)
        assert (await key_there(den, old, den.seat_by_key(old, stolen), person))[1] == den.key(new, SEAT)
        for _ in range(2):
            mine = await den.renew_key(new, SEAT, person)
            with turned("new-link"):
                await key_there(den, old, den.seat_by_key(old, stolen), person)
        await den.deal(new, HOST)
        newest = await over(den, new)
        assert (await key_there(den, new, den.seat_by_key(new, mine), person))[1] == den.key(newest, SEAT)
        with turned("new-link"):
            await key_there(den, old, den.seat_by_key(old, stolen), person)


@awaited
async def test_a_new_key_is_one_in_every_rematch_where_the_chair_is_theirs(tmp_path: Path) -> None:
    """Devices that came along are out there, too; who holds a chair by its key alone can still fetch the next."""
    async with opened(tmp_path) as den:
        old = await dealt(den)
        person, who = old.chairs[SEAT].person or "", (old.chairs[SEAT].person or "", "thief")
        await den.share(old, den.key(old, SEAT), "thief")
        new = await over(den, old)
        await den.deal(new, HOST)
        newest = await over(den, new)
        keys = [den.key(table, SEAT) for table in (old, new, newest)]
        assert held_by(old, new, newest, who=who) == [[True, True]] * 3
        await den.renew_key(old, SEAT, person)
        assert held_by(old, new, newest, who=who) == [[True, False]] * 3
        for table, key in zip((old, new, newest), keys, strict=True):
            with turned("wrong-key"):
                den.seat_by_key(table, key)
        assert (await key_there(den, old, SEAT, person))[1] == den.key(new, SEAT)
        await den.renew_key(new, SEAT, person)
        await den.share(newest, den.key(newest, SEAT), "phone")
        seq = new.seq
        await den.renew_key(old, SEAT, person)  # of this nobody there has to fear anything any more
        assert (new.seq, held_by(newest, who=("phone",))) == (seq, [[True]])


@awaited
async def test_who_stays_at_the_table_before_ends_nobodys_device_at_the_rematch(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        old = await dealt(den)
        person = old.chairs[SEAT].person or ""
        await den.share(old, den.key(old, SEAT), "thief")
        new = await over(den, old)
        await den.renew_key(new, SEAT, person)
        await den.share(new, den.key(new, SEAT), "phone")
        await den.renew_key(old, SEAT, "thief")
        assert held_by(new, who=(person, "phone", "thief")) == [[True, True, False]]


@awaited
async def test_a_key_that_is_made_while_people_are_seated_for_a_rematch_counts(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        old = await dealt(den)
        person = old.chairs[SEAT].person or ""
        await den.share(old, den.key(old, SEAT), "thief")
        await play_on(den, old, 10_000, random.Random(3))
        write, made = den.write, False

        async def slowly(table: Table, make: object) -> e.AnyEntry:
            nonlocal made
            if table is not old and not made:
                made = True
                await den.renew_key(old, SEAT, person)
            return await write(table, make)  # type: ignore[arg-type]

        den.write = slowly  # type: ignore[method-assign]
        new = await den.rematch(old, HOST)
        assert made
        assert held_by(old, new, who=(person, "thief")) == [[True, False]] * 2
