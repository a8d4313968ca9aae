"""The arithmetic of clocks: what a seat has left, and that a discreet question leaves no trace in it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from speelhol.den import Pace
from speelhol.den.tables import entries as e
from speelhol.den.tables.pace import DAY, PATIENCE, Clock

SEATS = 4
MATCH = Pace("match", 600, 10, "bot")
MOVE = Pace("move", 60, absent="bot")

paces = st.sampled_from([MATCH, Pace("match", 20, absent="vote"), MOVE, Pace("days", 3 * DAY, absent="vote"), Pace()])
moments = st.floats(0, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("pace", "problem"),
    [
        (Pace(), None),
        (Pace(absent="vote"), None),
        (Pace(absent="bot"), "bot-needs-clock"),
        (Pace("none", 60), "odd-pace"),
        (Pace("move", 60), None),
        (Pace("move", 0), "odd-pace"),
        (Pace("move", DAY + 1), "odd-pace"),
        (Pace("move", 60, 5), "odd-pace"),
        (Pace("match", 600, 10, "bot"), None),
        (Pace("match", 600, 3_601), "odd-pace"),
        (Pace("match", 0, 10), "odd-pace"),
        (Pace("days", DAY), None),
        (Pace("days", 30 * DAY), None),
        (Pace("days", 31 * DAY), "odd-pace"),
        (Pace("days", DAY + 1), "odd-pace"),
    ],
)
def test_which_paces_go_together(pace: Pace, problem: str | None) -> None:
    assert pace.problem == problem


def test_logs_from_before_there_were_clocks() -> None:
    old = '{"kind":"opened","at":1.5,"game":"thieves","rules":1,"seats":3,"options":{},"host":"h"}'
    entry = e.decode(old)
    assert isinstance(entry, e.Opened)
    assert entry.pace == Pace()
    assert "pace" not in e.encode(entry)
    with_pace = msgspec.structs.replace(entry, pace=MATCH)
    assert e.decode(e.encode(with_pace)) == with_pace


def test_a_move_clock_gives_everybody_the_same_time() -> None:
    clock = Clock.of(MOVE, SEATS).ask((0, 2), False, 100.0)
    assert [clock.deadline(seat) for seat in range(SEATS)] == [160.0, None, 160.0, None]
    assert clock.answered(0, 130.0).deadline(0) is None
    assert clock.answered(0, 130.0).deadline(2) == 160.0


def test_a_match_clock_runs_only_while_one_thinks() -> None:
    clock = Clock.of(MATCH, SEATS).ask((0,), False, 100.0)
    assert clock.deadline(0) == 700.0
    clock = clock.answered(0, 130.0).ask((1,), False, 130.0)
    assert clock.left == (580.0, 600.0, 600.0, 600.0)
    clock = clock.answered(1, 135.0).ask((0,), False, 1_000.0)
    assert clock.left[1] == 605.0
    assert clock.deadline(0) == 1_580.0


def test_without_a_clock_the_others_may_vote_after_a_while() -> None:
    assert Clock.of(Pace(absent="vote"), SEATS).ask((1,), False, 100.0).deadline(1) == 100.0 + PATIENCE
    assert Clock.of(Pace(), SEATS).ask((1,), False, 100.0).deadline(1) is None


def test_nobody_wins_time_by_taking_an_answer_back() -> None:
    for pace in (MOVE, MATCH):
        asked = Clock.of(pace, SEATS).ask((0, 1), False, 100.0)
        again = asked.answered(0, 140.0).reopened(0, 150.0)
        late, due = again.deadline(0), asked.deadline(0)
        assert late is not None
        assert due is not None
        assert late == due + 10  # the ten seconds in which it owed nothing
        assert again.left == asked.left


def test_whoever_comes_back_has_time_to_think() -> None:
    clock = Clock.of(MATCH, SEATS).ask((0,), False, 0.0).held(0, 600.0)
    assert clock.left[0] == 0
    assert clock.deadline(0) is None
    back = clock.returned(0, 900.0, owes=True)
    assert back.deadline(0) == 960.0
    assert clock.returned(0, 900.0, owes=False).deadline(0) is None


@settings(deadline=None)  # a busy machine is no fault
@given(paces, st.data())
def test_time_is_neither_made_nor_owed(pace: Pace, data: st.DataObject) -> None:
    clock, at = Clock.of(pace, SEATS), 0.0
    answers = [0] * SEATS
    for _ in range(data.draw(st.integers(1, 12))):
        seats = data.draw(st.sets(st.integers(0, SEATS - 1), min_size=1))
        clock = clock.ask(seats, data.draw(st.booleans()), at)
        for seat in data.draw(st.permutations(sorted(seats))):
            at += data.draw(st.floats(-5, 500))  # the clock on the wall may be put back
            clock = clock.answered(seat, at)
            answers[seat] += 1
    for seat, left in enumerate(clock.left):
        assert 0 <= left <= pace.seconds + (pace.increment + 5) * answers[seat]
        assert clock.deadline(seat) is None or clock.discreet


def public(clock: Clock) -> tuple[Any, ...]:
    """What others may see of it."""
    shown = None if clock.pace.kind == "none" else [clock.deadline(seat) for seat in range(SEATS)]
    return shown, clock.left, clock.overdue, clock.votes


@settings(deadline=None)  # a busy machine is no fault
@given(paces, st.data())
def test_a_discreet_question_leaves_no_trace(pace: Pace, data: st.DataObject) -> None:
    """When, in which order and whether somebody has answered: all that others see stays as it was."""
    everyone = range(SEATS)
    clock = Clock.of(pace, SEATS).ask((1,), False, 0.0).answered(1, 7.0).ask(everyone, True, 7.0)
    before = public(clock)
    at = 7.0
    for seat in data.draw(st.lists(st.sampled_from(everyone), min_size=1, max_size=8)):
        at += data.draw(st.floats(0, 300))
        owes = clock.since[seat] is not None
        clock = clock.answered(seat, at) if owes else clock.reopened(seat, at)
        assert public(clock) == before
    assert public(clock.ask((2,), False, 500.0)) == public(
        Clock.of(pace, SEATS).ask((1,), False, 0.0).answered(1, 7.0).ask((2,), False, 500.0)
    )
