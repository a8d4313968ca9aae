"""Many matches in lock-step: what their arrays tell, and what becomes of the processes that play them."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

import speelhol
from speelhol.adapters import ADAPTED, Catalogue, Lens, prizes
from speelhol.adapters.batch import Batch, WorkerFailed

ARRAYS = ("observation", "mask", "seat", "reward", "ended", "cut")


def rows(array: memoryview[Any]) -> list[Any]:
    """An array as a list for each match."""
    return array.tolist()


def some(batch: Batch, rng: random.Random) -> list[int]:
    """For every match an action that its mask allows."""
    return [rng.choice([number for number, there in enumerate(mask) if there]) for mask in rows(batch.mask)]


def course(batch: Batch, steps: int) -> Iterator[str]:
    """A digest of all that the arrays tell, at the beginning and after every step of random play."""
    rng = random.Random(7)
    for _ in range(steps):
        yield sha256(b"".join(getattr(batch, name).tobytes() for name in ARRAYS)).hexdigest()
        batch.step(some(batch, rng))


def test_the_same_seed_gives_the_same_matches_whatever_the_number_of_workers() -> None:
    courses = []
    for workers in (0, 3):
        with Batch("thieves", 3, 5, workers=workers, seed=4, decisions=25) as batch:
            courses.append(list(course(batch, 60)))
            assert len(set(courses[-1])) == 60
            batch.reset()
            assert list(course(batch, 3)) == courses[-1][:3]
            batch.reset("another")
            assert next(course(batch, 1)) != courses[-1][0]
    assert courses[0] == courses[1]


@pytest.mark.parametrize("name", ADAPTED)
def test_arrays_tell_what_each_match_alone_would_tell(name: str) -> None:
    game, rng, most = speelhol.game(name), random.Random(1), 30
    lens, catalogue = Lens(name, 4), Catalogue(name, 4)
    batch = Batch(name, 4, 3, workers=0, seed="alone", decisions=most, prize="rank")
    played, made = [0, 0, 0], [0, 0, 0]
    matches = [game.start(4, f"alone/{number}/0") for number in range(3)]
    for _ in range(70):
        for number, match in enumerate(matches):
            seat = match.to_act[0]
            view = match.view(seat)
            assert batch.seat[number] == seat
            assert rows(batch.observation)[number] == lens.look(view)
            assert bytes(rows(batch.mask)[number]) == catalogue.menu(view).mask
        actions = some(batch, rng)
        batch.step(actions)
        for number, match in enumerate(matches):
            seat = match.to_act[0]
            match.play(seat, catalogue.menu(match.view(seat))[actions[number]])
            made[number] += 1
            result, cut = match.result, not match.over and made[number] == most
            assert (batch.ended[number], batch.cut[number]) == (match.over, cut)
            assert rows(batch.reward)[number] == pytest.approx([0] * 4 if result is None else prizes(result, "rank"))
            if match.over or cut:
                played[number], made[number] = played[number] + 1, 0
                matches[number] = game.start(4, f"alone/{number}/{played[number]}")
    assert all(played)


def test_an_action_that_a_mask_does_not_allow_changes_nothing() -> None:
    batch = Batch("thieves", 4, 3, workers=0, seed=1)
    before = next(course(batch, 1))
    right = some(batch, random.Random(1))
    wrong = rows(batch.mask)[2].index(0)
    for action in (wrong, -1, 10_000):
        with pytest.raises(ValueError, match=rf"In match 2 seat \d can't do {action} now: see its mask."):
            batch.step([*right[:2], action])
    with pytest.raises(ValueError, match="There are 3 matches, and 2 actions for them"):
        batch.step(right[:2])
    assert next(course(batch, 1)) == before


def test_a_worker_that_breaks_down_is_told_in_a_sentence_and_the_others_end() -> None:
    batch = Batch("thieves", 4, 6, workers=2, seed=1)
    first, second = (worker.process for worker in batch._workers)
    second.send_signal(signal.SIGKILL)
    told = "The worker that plays matches 3 to 5 has broken down: it was ended by SIGKILL"
    with pytest.raises(WorkerFailed, match=told):
        batch.step(some(batch, random.Random(1)))
    assert first.returncode == 0
    with pytest.raises(WorkerFailed, match="This batch is closed"):
        batch.reset()


def test_what_goes_wrong_in_a_worker_is_told_and_nobody_is_left_behind() -> None:
    batch = Batch("thieves", 4, 2, workers=1, seed=1)
    worker = batch._workers[0].process
    batch.action[1] = rows(batch.mask)[1].index(0)  # past what `step` looks at
    with pytest.raises(WorkerFailed, match="matches 0 to 1 has broken down: KeyError: "):
        batch._all("step")
    assert worker.returncode == 0
    batch = Batch("thieves", 4, 2, workers=1, seed=1)
    worker = batch._workers[0].process
    del batch
    gc.collect()
    assert worker.returncode == 0


def test_workers_end_when_whoever_started_them_was_killed() -> None:
    """Workers hold the error channel open: it ends with the last of them."""
    code = """
from speelhol.adapters.batch import Batch
batch = Batch("thieves", 4, 4, workers=2)
print("ready", flush=True)
input()
"""
    paths = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.kill()
    _, errors = process.communicate(timeout=60)
    assert errors == b""


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"prize": "money"}, "A prize is win or rank, not 'money'"),
        ({"seats": 7}, "Thieves! is for 3 to 6 players, not 7"),
        ({"jokers": True}, "Thieves! has no option 'jokers'"),
        ({"matches": 0}, "A batch has one match or more, not 0"),
        ({"workers": -1}, "There can't be -1 workers"),
        ({"decisions": 0}, "A match is cut after one decision or more, not after 0"),
        ({"seed": "a\nb"}, "A seed is one line"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(how: dict[str, object], told: str) -> None:
    usual: dict[str, object] = {"seats": 4, "matches": 2, "workers": 0}
    with pytest.raises(ValueError, match=told):
        Batch("thieves", **{**usual, **how})  # type: ignore[arg-type]
