"""`simulate`, and the counting beneath it."""

from __future__ import annotations

import json

import pytest

import speelhol
from speelhol.lab.simulate import Share, Spread, simulate

from .tools import failure, run

GAMES = speelhol.games()


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_count_is_simulated(name: str) -> None:
    game = speelhol.game(name)
    data = json.loads(run("simulate", name, "--matches", "3", "--seed", "a", "--json").stdout)
    assert [r["seats"] for r in data["runs"]] == list(game.seats)
    for result in data["runs"]:
        assert result["matches"] == 3
        assert len(result["wins"]) == result["seats"]
        assert result["decisions_per_second"] > 0
        assert result["mean_length"] == result["decisions"] / 3


@pytest.mark.parametrize("name", GAMES)
def test_the_table_names_seats_and_shares(name: str) -> None:
    game = speelhol.game(name)
    seats = str(game.seats[0])
    result = run("simulate", name, "--seats", seats, "--matches", "5", "--seed", "a")
    assert result.exit_code == 0
    assert f"{game.title}, {seats} players, seed a" in result.stdout
    assert result.stdout.count(" % (") == game.seats[0]


def test_equal_seeds_give_equal_tallies() -> None:
    game = speelhol.game(GAMES[0])
    first, second = (simulate(game, game.seats[0], 20, "same") for _ in range(2))
    assert (first.decisions, first.wins, first.scores) == (second.decisions, second.wins, second.scores)


def test_options_and_seats_are_checked() -> None:
    for name in GAMES:
        game = speelhol.game(name)
        low, high = game.seats[0], game.seats[-1]
        sentence = f"{game.title} is for {low} to {high} players, not 99."
        assert failure("simulate", name, "--seats", "99") == (2, sentence)
        assert failure("simulate", name, "--matches", "0")[0] == 2
        assert failure("simulate", name, "--option", "x=1")[0] == 2
        for option, values in game.option_values().items():
            data = json.loads(
                run(
                    "simulate", name, "--matches", "1", "--json", "--option", f"{option}={str(values[-1]).lower()}"
                ).stdout
            )
            assert data["options"] == {option: values[-1]}


def test_the_api_refuses_no_matches() -> None:
    game = speelhol.game(GAMES[0])
    with pytest.raises(ValueError, match="At least one match"):
        simulate(game, game.seats[0], 0)


def test_wilson_intervals() -> None:
    share = Share.count(50, 100)
    assert share.share == 0.5
    assert (round(share.low, 3), round(share.high, 3)) == (0.404, 0.596)
    none = Share.count(0, 10)
    assert (none.low, round(none.high, 3)) == (0.0, 0.278)
    assert round(Share.count(10, 10).low, 3) == 0.722
    assert Share.count(0, 0).high == 1.0


def test_spread() -> None:
    spread = Spread.of([5, 1, 2, 3, 4])
    assert (spread.least, spread.lower, spread.median, spread.upper, spread.greatest) == (1, 2, 3, 4, 5)
    assert spread.mean == 3
    with pytest.raises(ValueError, match="nothing"):
        Spread.of([])
