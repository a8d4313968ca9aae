"""The Python client and the example bot against a house on a real port."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.client import Chair, Declined, House, View
from speelhol.kernel import Action, Record, fair
from tests.house import living

SHORT: dict[str, Any] = {"casablanca": {"variant": "agent"}}
"""Options with which a match of two takes a hundred moves instead of several hundred."""
every_game = pytest.mark.parametrize("game", speelhol.games())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("house")) as where:
        yield where


def by_chance(view: View) -> Action:
    assert view.offers is not None
    return view.offers.sample(random)


@every_game
def test_the_example_bot_plays_every_game(address: str, game: str) -> None:
    seats = speelhol.game(game).seats[0]
    example = Path(__file__).parents[2] / "examples" / "bot.py"
    with House(address) as house, house.open(game, seats, "Hanna", **SHORT.get(game, {})) as chair:
        bot = subprocess.Popen(  # noqa: S603 - our own interpreter and example
            [sys.executable, str(example), address, chair.code, "Robota"], stdout=subprocess.PIPE, text=True
        )
        with bot:
            while sum(c["kind"] == "person" for c in chair.table()["chairs"]) < 2:
                assert bot.poll() is None
            if seats > 2:
                chair.fill()
            chair.deal()
            last = chair.play_with(by_chance)
            out, _ = bot.communicate(timeout=60)
        assert bot.returncode == 0
        assert last.result is not None
        assert str(last.result.winners) in out
        record = speelhol.Record.from_bytes(chair.record())
        assert speelhol.replay(record).result == record.result


def test_the_example_bot_says_in_a_sentence_what_is_wrong(address: str) -> None:
    """How it is called, where nothing was given; and what the house says."""
    example = Path(__file__).parents[2] / "examples" / "bot.py"
    for given, words in (
        ((), "python examples/bot.py http://localhost:8000 velvet-lamp-42 Robota"),
        ((address, "no-such-table-1", "Robota"), "no table called"),
        (("http://127.0.0.1:1", "velvet-lamp-42", "Robota"), "The house at 127.0.0.1:1 does not answer"),
        (("velvet-lamp-42", "velvet-lamp-42", "Robota"), "is not the address of a house"),
    ):
        said = subprocess.run([sys.executable, str(example), *given], capture_output=True, text=True)  # noqa: S603
        assert said.returncode == 1
        assert words in said.stderr
        assert len(said.stderr.splitlines()) == 1


def test_a_whole_evening(address: str) -> None:
    game = speelhol.games()[0]
    seats = speelhol.game(game).seats[0]
    with House(address) as house:
        assert [g["name"] for g in house.games()] == list(speelhol.games())
        with house.open(game, seats, "Hanna") as host:
            guests = [house.join(host.code, f"Guest {n}") for n in range(1, seats)]
            with pytest.raises(Declined) as no:
                house.join(host.code, "Late")
            assert (no.value.status, no.value.reason) == (409, "table-full")
            with pytest.raises(Declined) as no:
                guests[0].deal()
            assert no.value.reason == "host-only"
            with pytest.raises(Declined) as no:
                host.view()
            assert no.value.reason == "not-dealt"
            with pytest.raises(Declined) as no:
                host.record()
            assert no.value.reason == "not-over"
            host.say("Good evening")
            host.deal()
            views = [chair.view() for chair in (host, *guests)]
            asked = next(view for view in views if view.my_turn)
            chair = [host, *guests][asked.seat or 0]
            action = by_chance(asked)
            chair.play(action, asked.moment)
            with pytest.raises(Declined) as no:
                chair.play(action, asked.moment)
            assert no.value.reason == "stale"
            with pytest.raises(Declined) as no:
                chair.play("nonsense")
            assert no.value.status == 400
            idle = next((c for c in (host, *guests) if not c.view().my_turn), None)
            if idle is not None:
                with pytest.raises(Declined) as no:
                    idle.play(action)
                assert no.value.rule
            finish([host, *guests])
            with pytest.raises(Declined) as no:
                guests[0].again()
            assert no.value.reason == "host-only"
            again = [chair.again() for chair in (host, *guests)]
            assert {c.code for c in again} == {again[0].code} != {host.code}
            assert [c.seat for c in again] == list(range(seats))
            again[0].deal()
            finish(again)
            for chair in (*guests, *again):
                chair.close()


def finish(chairs: list[Chair]) -> None:
    threads = [threading.Thread(target=chair.play_with, args=(by_chance,)) for chair in chairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert all(chair.view().over for chair in chairs)


def test_what_is_said_is_heard(address: str) -> None:
    game = speelhol.games()[0]
    with House(address) as house, house.open(game, speelhol.game(game).seats[0], "Hanna", bots=True) as chair:
        view = chair.wait()
        assert view.my_turn
        assert view.seat == chair.seat
        twin = house.chair(chair.code, chair.seat, chair.key)
        assert twin.view().seat == chair.seat
        twin.close()


def test_no_house_no_table_no_key(address: str) -> None:
    with pytest.raises(ValueError, match="not the address"):
        House("localhost")
    with pytest.raises(ConnectionError):
        House("http://127.0.0.1:1").games()
    with House(address) as house:
        with pytest.raises(Declined, match="no table called") as no:
            house.join("no-such-table", "X")
        assert no.value.status == 404
        with pytest.raises(Declined, match="no game") as no:
            house.open("chess", 2, "X")
        assert no.value.status == 400
        game = speelhol.games()[0]
        with pytest.raises(Declined, match="players") as no:
            house.open(game, 77, "X")
        with house.open(game, speelhol.game(game).seats[0], "X", bots=True) as chair:
            wrong = house.chair(chair.code, chair.seat, "0" * 40)
            with pytest.raises(Declined) as no:
                wrong.view()
            assert no.value.status == 401
            with pytest.raises(Declined) as no:
                next(iter(wrong.views()))
            assert no.value.status == 401
            wrong.close()


def test_a_bot_adds_luck_and_finds_it_in_the_record(address: str) -> None:
    with House(address) as house, house.open("thieves", 3, "Hanna") as chair:
        assert chair.commitment == chair.table()["commitment"]
        with house.join(chair.code, "Guest") as guest:
            chair.fill()
            told = [(one["luck"], one["has_luck"]) for one in chair.table()["chairs"]]
            assert told == [("", True), ("", True), ("", False)]
            chair.deal()
            assert [one["luck"] for one in chair.table()["chairs"]] == [chair.luck, guest.luck, ""]
            with pytest.raises(Declined, match="has begun"):
                chair._ask("POST", "/luck", {"luck": "late"})
            playing = threading.Thread(target=guest.play_with, args=(by_chance,), daemon=True)
            playing.start()
            chair.play_with(by_chance)
            playing.join(60)
        proof = fair.read_proof(chair.record())
        assert proof is not None
        assert proof.commitment == chair.commitment == fair.commitment(proof.secret)
        assert proof.lucks == (chair.luck, guest.luck, "")
        fair.check_proof(speelhol.game("thieves"), Record.from_bytes(chair.record()), proof)
        with chair.again() as again:
            assert again.luck
            assert again.luck != chair.luck
            assert again.commitment != chair.commitment


def test_a_program_may_have_thousands_of_lines_open(address: str) -> None:
    """Numbers of files beyond a thousand are nothing special: with so many chairs every kept line has one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 3_000)), hard))
    others = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        with House(address) as house, house.open("thieves", 3, "Hanna") as chair:
            assert [chair.table()["code"] for _ in range(3)] == [chair.code] * 3
    finally:
        for other in others:
            os.close(other)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
