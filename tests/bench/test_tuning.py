"""The search for Counterfeiters' board: what it counts, what it may change, how a table goes on where it stopped."""

from __future__ import annotations

import copy
import random
from pathlib import Path

from bench.tuning import GAME, GREEDY, changed, fits, gather, given, known, lacks, register, summary, to_markdown, watch

from speelhol.games.counterfeiters.bot.evaluate import PACE
from speelhol.games.counterfeiters.table import KITS


def test_the_bank_is_short_when_the_notes_don_t_suffice() -> None:
    """68 fifties and 32 tens: five tens make up for a fifty."""
    assert not lacks([50 * 68 + 40], 0)
    assert not lacks([50 * 74], 0)  # six fifties in tens
    assert lacks([50 * 75], 0)
    assert not lacks([40] * 8, 0)
    assert lacks([50 * 68, *[40] * 9], 0)
    assert lacks([50 * 68], 8)


def test_equal_numbers_give_equal_luck() -> None:
    assert watch(2, 3, 7, GREEDY) == watch(2, 3, 7, GREEDY)
    one, other = watch(1, 2, 7, GREEDY), watch(2, 2, 7, GREEDY)
    assert (one.seats, one.number) == (other.seats, other.number)


def test_the_boards_that_are_played_on_fit_and_some_others_don_t() -> None:
    data = given(GAME.rules)
    assert fits(data)
    for broken in ("dear", "no end", "no lawyer"):
        other = copy.deepcopy(data)
        if broken == "dear":
            other["two"]["market"][0] = 20
        elif broken == "no end":
            other["more"]["track"]["last"] += 1
        else:
            other["deck"]["D"]["all"].remove("bad-lawyer")
        assert not fits(other), broken


def test_what_is_changed_can_be_played() -> None:
    rng = random.Random("tuning")
    data = given(GAME.rules)
    tried = [new for new in (changed(data, rng) for _ in range(60)) if fits(new) and new != data]
    assert len(tried) > 10
    assert data == given(GAME.rules)
    rules = register(tried[0], dict(PACE[GAME.rules]))
    assert watch(rules, 2, 1, GREEDY).rounds > 1
    del KITS[rules], PACE[rules]


def test_a_table_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    first = gather([2], GREEDY, 1, log)
    assert len(known(log, GREEDY)) == 3
    again = gather([2], GREEDY, 2, log)
    assert len(log.read_text().splitlines()) == 6
    assert again[2, 4][:1] == first[2, 4]
    assert summary(again[2, 3]).matches == 2
    assert to_markdown(again).count("\n") == 4
