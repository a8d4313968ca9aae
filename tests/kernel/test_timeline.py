"""A match again, position by position, as each pair of eyes saw it."""

from __future__ import annotations

import random
from functools import cache

import pytest

import speelhol
from speelhol.kernel import Timeline
from speelhol.kernel.timeline import ALL, OPEN, Eyes, seat_of

GAME = "casa-de-papel"
EYES: tuple[Eyes, ...] = (0, 2, OPEN, ALL)


@cache
def timeline() -> Timeline:
    """The first moves of a match with secrets."""
    rng, match = random.Random(3), speelhol.game(GAME).start(seats=4, seed="again")
    for _ in range(60):
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    return Timeline(match.game, match.record())


def test_every_position_can_be_gone_to_forward_and_back() -> None:
    again, record = timeline(), timeline().frames[-1].record()
    assert (again.last, again.seats) == (60, 4)
    for at in (60, 17, 0, 18):
        then = speelhol.game(GAME).replay(record, at)
        assert [again.frames[at].view(seat).to_bytes() for seat in (None, 0, 1, 2, 3)] == [
            then.view(seat).to_bytes() for seat in (None, 0, 1, 2, 3)
        ]


@pytest.mark.parametrize("eyes", EYES)
def test_each_pair_of_eyes_hears_what_its_log_says(eyes: Eyes) -> None:
    again = timeline()
    heard = [event for event, to in again.since(None, again.last, eyes) if eyes != ALL or to is None]
    assert heard == list(again.frames[-1].view(seat_of(eyes)).log)
    assert again.since(None, 20, eyes) + again.since(20, again.last, eyes) == again.since(None, again.last, eyes)
    for number in range(1, len(heard) + 1, 9):
        assert heard[number - 1] in [event for event, _ in again.heard(again.after(number, eyes), eyes)]


@pytest.mark.parametrize("eyes", EYES)
def test_nobody_sees_a_move_but_who_made_it_or_sees_everything(eyes: Eyes) -> None:
    again = timeline()
    assert again.did(0, eyes) is None
    for at, move in enumerate(again.moves, 1):
        assert again.did(at, eyes) == (move if eyes in (ALL, move[0]) else None)


@pytest.mark.parametrize("eyes", [0, OPEN])
def test_a_stop_is_where_these_eyes_see_something_new(eyes: Eyes) -> None:
    again, seat = timeline(), seat_of(eyes)
    stops = again.stops(eyes)
    assert stops[0] == 0
    assert len(stops) < again.last + 1 == len(again.stops(ALL))
    for at in range(1, again.last + 1):
        new = again.frames[at].view(seat).to_bytes() != again.frames[at - 1].view(seat).to_bytes()
        assert new == (at in stops)
