"""Contests: equal deals, every seat in turn, and figures that follow from what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from speelhol.bots import Budget
from speelhol.lab.contest import Plan, Played, Task, cells, play
from speelhol.lab.entrants import Entrant
from speelhol.lab.executors import Notes, alone, carry_out, processes

GREEDY, RANDOM, SHARP = Entrant("greedy"), Entrant("random"), Entrant("sharp", "bold", 4)
SCHEMER = Entrant("schemer", rounds=8)
BEGINNER, REGULAR = Entrant("beginner"), Entrant("regular")


def plan(*entrants: Entrant, deals: int = 3, seats: int = 4, game: str = "casa-de-papel", ladder: bool = False) -> Plan:
    return Plan(game, seats, {}, entrants, deals, "test", Budget(60, 8), ladder)


def told(played: Iterable[Played]) -> list[Played]:
    """What was played, in one order and without the time it took."""
    return sorted((replace(p, thought=()) for p in played), key=lambda p: (p.one, p.rest, p.deal, p.seat))


def test_every_pair_meets_in_every_seat_with_the_same_deals() -> None:
    contest = plan(RANDOM, GREEDY)
    played = carry_out(contest)
    assert len(played) == 3 * (2 * 4 + 2 * 4)
    for deal in range(3):
        ours = [p for p in played if p.deal == deal]
        assert sorted(p.seat for p in ours if (p.one, p.rest) == (1, 0)) == [0, 1, 2, 3]
        assert len({p.sides for p in ours}) == 1, "who is what is dealt, and the deal is the same"
    assert {p.sides for p in played if p.deal == 0} != {p.sides for p in played if p.deal == 1}


def test_one_kind_by_itself_plays_each_deal_once() -> None:
    assert [(p.deal, p.seat) for p in carry_out(plan(GREEDY, deals=5))] == [(deal, 0) for deal in range(5)]


def test_equal_plans_give_equal_matches_however_the_work_is_shared() -> None:
    contest = plan(SHARP, deals=2)
    assert told(carry_out(contest)) == told(carry_out(contest, processes(2)))
    assert told(carry_out(contest)) != told(carry_out(replace(contest, seed="another")))


def test_a_contest_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    contest, path = plan(RANDOM, GREEDY), tmp_path / "notes.jsonl"

    def tires(plan: Plan, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        for number, found in enumerate(alone(plan, tasks)):
            if number == 5:
                raise KeyboardInterrupt
            yield found

    with pytest.raises(KeyboardInterrupt):
        carry_out(contest, tires, Notes(path, contest))
    with path.open("ab") as file:
        file.write(b'[{"one": 1, "rest')  # the power went while it was written

    again = []

    def counts(plan: Plan, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        for task in tasks:
            again.append(task)
            yield play(plan, task)

    whole = carry_out(contest, counts, Notes(path, contest))
    assert len(again) == len(contest.tasks()) - 5
    assert told(whole) == told(carry_out(contest)) == told(Notes(path, contest).played)
    with pytest.raises(ValueError, match="holds another contest"):
        Notes(path, replace(contest, seed="other"))


def test_a_ladder_is_each_among_the_one_before_and_the_last_among_greedy_ones() -> None:
    tasks = plan(RANDOM, GREEDY, SHARP, SCHEMER, deals=1, ladder=True).tasks()
    assert [(t.one, t.rest) for t in tasks] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert len(plan(GREEDY, deals=1, ladder=True).tasks()) == 1


def test_the_last_of_a_ladder_of_the_table_is_among_regular_ones_too() -> None:
    tasks = plan(BEGINNER, REGULAR, SHARP, SCHEMER, deals=1, ladder=True).tasks()
    assert (3, 1) in [(t.one, t.rest) for t in tasks]


def match(one: int, rest: int, deal: int, seat: int, *winners: int, thought: tuple[int, ...] = ()) -> Played:
    sides = ("thief", "cop", "thief")
    ranks = tuple(1 if s in winners else 2 for s in range(3))
    return Played(one, rest, deal, seat, winners, ranks, (5, 7, 9), sides, 30, {"lay": 4}, {"raid": 2}, thought)


def test_a_share_is_measured_against_the_mirror_of_the_others() -> None:
    contest = plan(RANDOM, GREEDY, seats=3, deals=2)
    mirror = [match(0, 0, 0, 0, 0, 2), match(0, 0, 1, 0, 1)]
    mixed = [match(1, 0, deal, seat, seat) for deal in (0, 1) for seat in range(3)]
    mixed[0] = match(1, 0, 0, 0, 1, thought=(1_000, 9_000))
    found = {(cell.one, cell.rest): cell for cell in cells(contest, [*mirror, *mixed])}
    cell = found["greedy", "random"]
    assert (cell.wins.hits, cell.wins.of) == (5, 6)
    assert cell.fair == 0.5
    assert cell.ratio == pytest.approx(5 / 3)
    assert [s.hits for s in cell.seats] == [1, 2, 2]
    assert {s.side: (s.one.hits, s.one.of, s.mirror.hits, s.mirror.of) for s in cell.sides} == {
        "thief": (3, 4, 2, 4),
        "cop": (2, 2, 1, 2),
    }
    assert {s.side: s.points for s in cell.sides} == {"thief": 25.0, "cop": 50.0}
    assert (cell.actions, cell.events) == ({"lay": 4.0}, {"raid": 2.0})
    assert (cell.p50, cell.p95) == (9.0, 9.0)
    assert cell.better is (cell.wins.low > 0.5)
    own = found["random", "random"]
    assert own.mirror
    assert own.wins.share == own.fair == 0.5


@pytest.mark.parametrize(
    ("text", "words"),
    [("clever", "no bot 'clever'"), ("greedy:angry", "No bot is 'angry'"), ("sharp:even:many", "no number")],
)
def test_a_bot_that_is_not_there_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Entrant.read(text)


def test_a_bot_is_named_as_it_is_read() -> None:
    for name in ("random", "schemer:bold", "sharp:even:200"):
        assert Entrant.read(name).name == name
    assert Entrant.read("sharp:even:200").budget(Budget(1.0, 5)) == Budget(1.0, 200, named=True)
    assert Entrant.read("sharp").budget(Budget(1.0, 5)) == Budget(1.0, 5)
