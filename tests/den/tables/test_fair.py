"""The house promises, people add luck, the cards follow from both; and nobody learns the secret early."""

from __future__ import annotations

import logging
import random
import time
from pathlib import Path

import pytest

import speelhol
from speelhol.den import Den, Table, TurnedAway
from speelhol.den.tables import entries, fair
from speelhol.kernel import Record, Refused, Stream
from speelhol.kernel import fair as rules
from tests.house import HOST, awaited, dealt, opened, play_on, seated


@awaited
async def test_the_seed_follows_from_the_secret_and_everybodys_luck(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, people=2)
        promised = table.commitment
        await den.write(table, lambda now: now.add_luck(0, "clover"))
        await den.write(table, lambda now: now.leave(1, "p1"))
        await den.write(table, lambda now: now.sit(1, "p1", "Nina", "7f"))
        await den.deal(table, HOST)
        assert rules.commitment(table.opened.secret) == promised == table.commitment
        assert table.playing.seed == f"fair/1:{table.opened.secret}:clover:7f::"


@awaited
async def test_luck_is_given_once_and_before_the_deal(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, people=2)

        async def refused(seat: int, luck: str, reason: str) -> None:
            with pytest.raises(TurnedAway, match=reason):
                await den.write(table, lambda now: now.add_luck(seat, luck))

        await refused(0, "", "no-luck")
        await refused(0, "a:b", "no-luck")
        await refused(2, "a", "no-such-seat")  # a bot's chair
        await den.write(table, lambda now: now.add_luck(0, "a"))
        await refused(0, "b", "luck-given")
        await den.deal(table, HOST)
        await refused(1, "b", "already-dealt")
        with pytest.raises(TurnedAway, match="no-luck"):
            Table.sit(await den.open_table("thieves", 3, {}, HOST), 0, "p", "Nina", "a:b")


@awaited
async def test_a_rematch_has_a_secret_of_its_own_and_waits_for_fresh_luck(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, "thieves")
        await den.write(table, lambda now: now.add_luck(0, "old"))
        await den.deal(table, HOST)
        await play_on(den, table, 200, random.Random(1))
        again = await den.rematch(table, HOST)
        assert again.opened.secret != table.opened.secret
        assert [chair.luck for chair in again.chairs] == ["", "", ""]


@awaited
async def test_the_file_of_a_match_proves_that_it_was_dealt_fairly(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, "thieves")
        await den.write(table, lambda now: now.add_luck(1, "clover"))
        await den.deal(table, HOST)
        await play_on(den, table, 200, random.Random(1))
        data = fair.record_file(table)
        proof = rules.read_proof(data)
        assert proof is not None
        assert (proof.table, proof.commitment, proof.lucks) == (table.code, table.commitment, ("", "clover", ""))
        rules.check_proof(table.game, Record.from_bytes(data), proof)


@awaited
async def test_after_the_end_nothing_is_taken_back(tmp_path: Path) -> None:
    """The secret has been told by then: whoever went back would know what comes."""
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")
        await play_on(den, table, 200, random.Random(1))
        for seat in range(3):
            with pytest.raises(Refused) as caught:
                table.undo(seat)
            assert (caught.value.rule, caught.value.reason) == ("house/table.undo", "over")


@awaited
async def test_no_line_of_the_log_tells_the_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")
        await play_on(den, table, 200, random.Random(1))
        assert table.opened.secret not in caplog.text
        assert table.opened.secret not in repr([vars(record) for record in caplog.records])


def test_tables_from_before_the_promise_still_load() -> None:
    """Entries as they were written by the first version: no secret, no luck, no marks."""
    log = (
        '{"kind":"opened","game":"thieves","rules":1,"seats":3,"options":{},"host":"h","at":1.0}',
        '{"kind":"sat","seat":0,"person":"h","name":"Noor","at":2.0}',
        '{"kind":"bot-sat","seat":1,"name":"Abel","at":3.0}',
        '{"kind":"bot-sat","seat":2,"name":"Bibi","at":3.0}',
    )
    table = Table(1, "velvet-lamp-42")
    for line in log:
        table.apply(entries.decode(line))
    assert table.commitment == ""
    assert table.deal("h", "some chance") == entries.Dealt("some chance")
    table.apply(entries.decode('{"kind":"dealt","seed":"any text","at":4.0}'))
    game = speelhol.game("thieves")
    twin = game.begin(3, game.read_options({}), 1, Stream("any text"), "any text")
    rng = random.Random(1)
    while not twin.over:
        seat = rng.choice(twin.to_act)
        action = twin.legal(seat).sample(rng)
        twin.play(seat, action)
        table.apply(entries.decode(f'{{"kind":"moved","seat":{seat},"action":"{action}","at":5.0}}'))
    assert table.playing.result == twin.result
    assert fair.record_file(table) == twin.record().to_bytes()


# ---- tickets: luck that is given together with the wish for a table


@awaited
async def test_a_ticket_promises_one_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        ticket, commitment = fair.new_ticket(den.secret)
        first = await open_by(den, ticket)
        assert first.commitment == commitment
        second = await open_by(den, ticket)
        assert second.code != first.code
        assert second.opened.secret != first.opened.secret


async def open_by(den: Den, ticket: str) -> Table:
    promise = fair.promised(den.secret, ticket)
    assert promise is not None
    return await den.open_table("thieves", 3, {}, HOST, promise=promise)


def test_tickets_grow_old_and_are_not_made_by_others() -> None:
    now = int(time.time())
    assert fair.promised("house", f"{now}-0123456789abcdef") is not None
    assert fair.promised("house", f"{now - fair.TICKET_LASTS - 5}-0123456789abcdef") is None
    assert fair.promised("house", f"{now + 3600}-0123456789abcdef") is None
    for text in (
        "",
        "now",
        f"{now}-0123",
        f"{now}-0123456789ABCDEF",
        f"{'9' * 40}-0123456789abcdef",
        "²-0123456789abcdef",
    ):
        assert fair.promised("house", text) is None
    here, elsewhere = (fair.promised(house, f"{now}-0123456789abcdef") for house in ("house", "another"))
    assert here is not None
    assert elsewhere is not None
    assert here.secret != elsewhere.secret
