"""The simulation of many people at once adds up."""

from __future__ import annotations

from bench import scale

COSTS = scale.Costs(read=0.4, draw=0.8, commit=3.0, row=0.4, stream=100.0, bytes=250.0)


def test_people_play_at_their_own_pace_while_there_is_room() -> None:
    needs = scale.simulate(4_000, 1, 1, 16, COSTS, 30.0)
    expected = 1_000 / (scale.THINK + 0.0045)
    assert abs(needs.moves / expected - 1) < 0.1
    assert abs(needs.busy - needs.moves * 1.2 / 1000) < 0.02
    assert needs.seen[0] >= 4.2  # reading, the disk and drawing


def test_who_is_too_few_makes_everybody_wait() -> None:
    processes, _ = scale.enough(20_000, 16, COSTS)
    assert processes > 1
    enough, few = (scale.simulate(20_000, some, 1, 16, COSTS, 20.0) for some in (processes, 1))
    assert few.busy > 0.95 > enough.busy
    assert few.seen[1] > 10 * enough.seen[1]
    assert enough.batch < few.batch
