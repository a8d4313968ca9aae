"""Bots at a table in any house: `speelhol join`."""

from __future__ import annotations

import random
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.bots import Budget
from speelhol.bots.by_name import BotFailed, ask, make
from speelhol.cli.join import JoinedBot, play_together
from speelhol.client import Chair, House, View
from speelhol.kernel import Action
from tests.cli.tools import failure, run
from tests.house import living
from tests.web.house import House as Building

EXAMPLES = Path(__file__).parents[2] / "examples"
CLEVER = str(EXAMPLES / "clever.py") + ":Clever"

WRONG = '''
import sys
from speelhol.games.thieves.actions import Keep

class Wrong:
    """Everything that a bot can do wrong, one after the other."""

    def __init__(self):
        self.asked = 0

    def choose(self, view):
        self.asked += 1
        match self.asked % 8:
            case 0: return None
            case 1: return "dance a tango"
            case 2: return Keep("a kingdom")
            case 3: return [1, 2]
            case 4: sys.exit()
            case 5: sys.exit(7)
            case 6: return object()
        return {}["nowhere"]

class Waits:
    async def choose(self, view):
        return next(iter(view.offers))

class Unmade:
    def __init__(self, secret):
        pass

    def choose(self, view):
        return next(iter(view.offers))

class Statue:
    pass
'''
SLOW = """
import time
from pathlib import Path

class Slow:
    def choose(self, view, rng):
        if not Path(__file__).with_name("asked").exists():
            Path(__file__).with_name("asked").touch()
            time.sleep(0.8)
            Path(__file__).with_name("answered").touch()
        return view.offers.sample(rng)
"""
SENTENCES = (
    "it answered with None, which is no action",
    "its answer 'dance a tango' is no action: No action is called 'dance'",
    "its answer was not among the offers: 'keep a kingdom'.",
    "it answered with [1, 2], which is no action",
    "SystemExit (wrong.py, line ",
    "SystemExit: 7 (wrong.py, line ",
    "it answered with <object object>, which is no action",
    "KeyError: 'nowhere' (wrong.py, line ",
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("house")) as where:
        yield where


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    return file


def by_chance(view: View) -> Action:
    assert view.offers is not None
    return view.offers.sample(random)


@contextmanager
def host_plays(chair: Chair, guests: int) -> Iterator[None]:
    """The host deals once so many have sat down, with bots in what is free, and plays to the end."""

    def evening() -> None:
        while sum(one["kind"] == "person" for one in chair.table()["chairs"]) <= guests:
            time.sleep(0.01)
        if any(one["kind"] == "free" for one in chair.table()["chairs"]):
            chair.fill()
        chair.deal()
        chair.play_with(by_chance)

    thread = threading.Thread(target=evening, daemon=True)
    thread.start()
    yield
    thread.join(60)
    assert not thread.is_alive()


@contextmanager
def host_goes_on(chair: Chair) -> Iterator[None]:
    """The host plays to the end of the match, which comes if everybody else plays, too."""
    thread = threading.Thread(target=chair.play_with, args=(by_chance,), daemon=True)
    thread.start()
    yield
    thread.join(30)
    assert not thread.is_alive(), "somebody does not play any more"


def kinds(chair: Chair) -> list[tuple[str, bool]]:
    return [(one["kind"], one["program"]) for one in chair.table()["chairs"]]


def test_the_same_bot_plays_at_a_table_and_in_the_lab(address: str) -> None:
    """As many as one likes, marked as programs; unchanged from the one place to the other."""
    with House(address) as house, house.open("casa-de-papel", 4, "Hanna") as chair:
        with host_plays(chair, 2):
            told = run("join", f"{address}/t/{chair.code}", "--bot", CLEVER, "--name", "Robota", "--count", "2")
        assert told.exit_code == 0, told.output
        assert told.stderr == ""
        assert [line.split(" sits")[0] for line in told.stdout.splitlines()[:2]] == ["Robota 1", "Robota 2"]
        assert len(re.findall(r"Robota \d: the match is over", told.stdout)) == 2
        assert kinds(chair) == [("person", False), ("person", True), ("person", True), ("bot", False)]
    lab = run("tournament", "thieves", "--seats", "3", "--matches", "1", "--jobs", "1", "--bots", f"random,{CLEVER}")
    assert lab.exit_code == 0, lab.output
    assert "Clever" in lab.output


def test_a_level_of_the_house_takes_the_chair_it_is_told_and_stays_for_a_rematch(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["speelhol.cli.join"], "BETWEEN", 0.05)
    with House(address) as house, house.open("thieves", 3, "Hanna") as chair:
        url = f"{address}/t/{chair.code}?from=invitation"
        done: list[Any] = []
        call = ("join", url, "--bot", "greedy", "--seat", "3", "--again", "--patience", "1")
        thread = threading.Thread(target=lambda: done.append(run(*call)), daemon=True)
        with host_plays(chair, 1):
            thread.start()
        assert kinds(chair) == [("person", False), ("bot", False), ("person", True)]
        with chair.again() as again:
            assert kinds(again) == kinds(chair)
            with host_plays(again, 1):
                pass
            thread.join(60)
            assert again.table()["phase"] == "over"
        assert done[0].stdout.count("the match is over") == 2


def test_what_a_bot_does_wrong_is_said_in_the_same_sentence_at_the_table_and_in_the_lab(
    address: str, wrong: Path
) -> None:
    """Once each; and the others at the table do not wait for it."""
    with House(address) as house, house.open("counterfeiters", 3, "Hanna") as chair:  # long enough for all of them
        with host_plays(chair, 1):
            told = run("join", f"{address}/t/{chair.code}", "--bot", f"{wrong}:Wrong", "--name", "Oops")
        assert told.exit_code == 1
        said = told.stderr.splitlines()
        assert len(said) == len(SENTENCES)
        assert all(line.startswith(f"Oops, {wrong}:Wrong: ") for line in said)
        assert [sentence for sentence in SENTENCES if sentence not in told.stderr] == []
    code, sentence = failure("balance", "thieves", "--matches", "1", "--jobs", "1", "--bot", f"{wrong}:Wrong")
    assert code == 2
    assert f"seat 1, decision 1: {SENTENCES[1]}" in sentence
    bot, view = make(f"{wrong}:Wrong"), speelhol.game("thieves").start(3, "x").view(0)
    for at in (1, 2, 3, 4, 5, 6, 7, 0):
        with pytest.raises(BotFailed, match=re.escape(SENTENCES[at])):
            ask(bot, view, random.Random(1), Budget(rounds=1))


def test_a_bot_that_is_async_is_told_so_once(address: str, wrong: Path) -> None:
    """And nothing else is said, such as that nobody waited for it."""
    with House(address) as house, house.open("thieves", 3, "Hanna") as chair, host_plays(chair, 1):
        told = run("join", f"{address}/t/{chair.code}", "--bot", f"{wrong}:Waits", "--name", "Oops")
    assert told.exit_code == 1
    assert [("`async def`" in line, "write `def`" in line) for line in told.stderr.splitlines()] == [(True, True)]


@pytest.mark.parametrize("error", [RuntimeError("no line"), AttributeError("nothing"), SystemExit(4)])
def test_no_bot_ends_in_silence(error: BaseException) -> None:
    """Whatever ends its thread, there is a word for it, and so an exit code that is not 0."""

    class Broken:
        def play_with(self, *_: Any) -> None:
            raise error

    chair: Any = Broken()
    guest = JoinedBot("greedy", "even", Budget(1.0), 1.0, False, chair, "Robota")
    play_together([guest])
    assert guest.trouble.startswith(f"{type(error).__name__}: ")


def test_join_refuses_in_a_sentence_and_leaves_no_chair_taken(
    address: str, wrong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    gone = wrong.with_name("gone.py")
    gone.write_text("raise SystemExit(3)")
    with House(address) as house, house.open("thieves", 3, "Hanna") as chair:
        url = f"{address}/t/{chair.code}"
        for call, words in (
            ((address,), "is not the address of a table"),
            ((f"{address}/t/no-such-table",), "no table called"),
            ((url, "--bot", "nobody"), "There is no bot 'nobody'"),
            ((url, "--bot", f"{wrong}:Statue"), "it has to be a class with a method choose(self, view)"),
            ((url, "--bot", f"{wrong}:Unmade"), "can't be made: TypeError"),
            ((url, "--bot", f"{gone}:Bot"), "can't be imported: SystemExit: 3"),
            ((url, "--bot", "away.py:Bot"), "there is no file away.py"),
            ((url, "--seat", "1"), "taken"),
            ((url, "--count", "3"), "All chairs are taken"),
            (("http://127.0.0.1:1/t/velvet-lamp-42",), "The house at 127.0.0.1:1 does not answer"),
            (("http://[::1]:1/t/velvet-lamp-42",), "The house at [::1]:1 does not answer"),
            ((url.replace("http:", "https:"),), "speaks no TLS; its address begins with http://"),
            ((url, "--name", " "), "give it one with --name"),
        ):
            told = run("join", *call)
            assert told.exit_code == 2, call
            assert words in told.stderr
            assert len(told.stderr.splitlines()) == 1
        assert [kind for kind, _ in kinds(chair)] == ["person", "free", "free"]


def test_a_bot_waits_while_the_host_lets_the_match_rest(address: str, tmp_path: Path) -> None:
    """What it decides meanwhile is refused, and that is no reason to go."""
    (tmp_path / "slow.py").write_text(SLOW)
    with House(address) as house, house.open("thieves", 3, "Hanna") as chair:
        call = ("join", f"{address}/t/{chair.code}", "--bot", f"{tmp_path / 'slow.py'}:Slow", "--count", "2")
        done: list[Any] = []
        thread = threading.Thread(target=lambda: done.append(run(*call)), daemon=True)
        thread.start()
        while len([one for one in kinds(chair) if one[1]]) < 2:
            time.sleep(0.01)
        chair.deal()
        while (view := chair.view()).my_turn:
            chair.play(by_chance(view))
        while not (tmp_path / "asked").exists():
            time.sleep(0.01)
        chair.do("pause", paused=True)
        while not (tmp_path / "answered").exists():
            time.sleep(0.01)
        time.sleep(0.2)
        chair.do("pause", paused=False)
        with host_goes_on(chair):
            thread.join(30)
        assert done[0].exit_code == 0, done[0].output


def test_bots_come_back_to_a_house_that_was_started_anew(tmp_path: Path) -> None:
    """While people gather, and in the middle of a match; nothing is played twice, and nobody gives up."""
    building = Building(tmp_path)
    building.open()
    with House(building.url) as house, house.open("thieves", 3, "Hanna") as chair:
        call = ("join", f"{building.url}/t/{chair.code}", "--bot", "greedy", "--count", "2", "--patience", "30")
        done: list[Any] = []
        thread = threading.Thread(target=lambda: done.append(run(*call)), daemon=True)
        thread.start()
        while len([one for one in kinds(chair) if one[1]]) < 2:
            time.sleep(0.01)
        building.close()
        building.open()
        chair.deal()
        played = 0

        def anew() -> None:
            building.close()
            building.open()

        renewal = threading.Thread(target=anew, daemon=True)

        def choose(view: View) -> Action:
            nonlocal played
            played += 1
            if played == 3:
                renewal.start()
            return by_chance(view)

        last = chair.play_with(choose)
        thread.join(30)
        renewal.join(30)
        assert done, "the bots never came back"
        assert done[0].exit_code == 0, done[0].output
        said = [line.partition(": ")[2] for line in done[0].stderr.splitlines()]
        broke, back = "the line to the house broke; it is tried again for 30 seconds.", "the line to the house is back."
        assert set(said) == {broke, back}
        assert said.count(broke) == said.count(back)
        assert last.over
        assert speelhol.replay(speelhol.Record.from_bytes(chair.record())).over
    building.close()


def test_a_bot_that_lists_what_is_too_much_is_told_so() -> None:
    """Where there are hundreds of billions of offers, Python itself has no words for it."""

    class Lister:
        def think(self, view: Any, rng: random.Random, budget: Budget) -> Any:
            return list(view.offers)[0]  # noqa: RUF015 - what is to be told

    lister: Any = Lister()
    view = speelhol.game("casablanca").start(3, "x").view(0)
    assert view.offers is not None
    assert view.offers.count > 10**9
    with pytest.raises(BotFailed, match="offers are too many to list"):
        ask(lister, view, random.Random(1), Budget(rounds=1))
