"""OpenSpiel's own simulation over every game, and what it doesn't look at."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import UNLIMITED_NUM_WORLD_SAMPLES, ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from speelhol.adapters import openspiel, prizes
from tests.adapters.cases import CASES


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"speelhol_{name.replace('-', '_')}", params)


def play(state: Any, rng: random.Random, decisions: int = 100_000) -> Any:
    """Play so many decisions at random, or to the end; chance nodes are not left behind."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            assert len(outcomes) <= openspiel.WIDEST
            state.apply_action(rng.choice(outcomes))
        elif decisions:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= 1
        else:
            break
    return state


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_their_own_simulation(name: str, seats: int) -> None:
    game = load(name, players=seats, decisions=40)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("prize", ["win", "rank"])
@pytest.mark.parametrize("name", ["casa-de-papel", "cash-and-run", "counterfeiters", "thieves"])
def test_returns_are_the_prizes_of_the_match(name: str, prize: str) -> None:
    game = load(name, prize=prize)
    state = play(game.new_initial_state(), random.Random(3))
    match = state._course.match
    assert match.over
    assert state.returns() == prizes(match.result, prize)
    assert any(state.returns())
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_same_history_is_the_same_match(name: str, seats: int) -> None:
    game = load(name, players=seats)
    state = play(game.new_initial_state(), random.Random(6), 25)
    again = game.new_initial_state()
    for number in state.history():
        again.apply_action(number)
    assert str(again) == str(state)
    assert again._course.match.record() == state._course.match.record()


def test_a_clone_goes_its_own_way() -> None:
    state = play(load("thieves").new_initial_state(), random.Random(1), 6)
    before, twin = str(state), state.clone()
    play(twin, random.Random(2), 6)
    assert str(state) == before
    assert str(twin) != before


def test_a_state_can_be_stored_between_two_draws() -> None:
    rng = random.Random(7)
    state = load("cash-and-run").new_initial_state()
    while not (state.is_chance_node() and state.move_number() > 150):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    again = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert str(again) == str(state)
    assert "…" in str(again)
    assert again.chance_outcomes() == state.chance_outcomes()
    ends = [play(one, random.Random(8), 20) for one in (state, again)]
    assert str(ends[0]) == str(ends[1])
    assert ends[0].information_state_string(0) == ends[1].information_state_string(0)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_an_imagined_state_looks_the_same_to_the_player_who_imagines(name: str, seats: int) -> None:
    rng = random.Random(11)
    game = load(name, players=seats)
    state = game.new_initial_state()
    differ = 0
    for _ in range(6):
        play(state, rng, 11)
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.current_player() == player
        assert world.legal_actions() == state.legal_actions()
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        others = [seat for seat in range(seats) if seat != player]
        differ += any(world.information_state_string(o) != state.information_state_string(o) for o in others)
        play(world, rng, 5)
    assert differ


def test_a_state_is_not_imagined_while_chance_speaks() -> None:
    state = load("thieves").new_initial_state()
    assert state.is_chance_node()
    assert state.observation_string(0) == ""
    assert not any(state.observation_tensor(0))
    with pytest.raises(ValueError, match="only where somebody is asked"):
        state.resample_from_infostate(0, random.Random(1).random)


@pytest.mark.parametrize("name", [name for name, _ in CASES[::2]])
def test_their_tree_search_plays_from_imagined_worlds(name: str) -> None:
    game = load(name, decisions=40)
    luck = np.random.RandomState(1)
    bot = ISMCTSBot(
        game=game,
        uct_c=1.0,
        max_simulations=3,
        max_world_samples=UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=luck,
        evaluator=RandomRolloutEvaluator(1, luck),
    )
    state = play(game.new_initial_state(), random.Random(4), 3)
    assert bot.step(state) in state.legal_actions()


def test_nobody_notices_a_sealed_answer() -> None:
    seen = []
    for choice in (0, -1):
        state = play(load("casablanca", players=3).new_initial_state(), random.Random(1), 0)
        assert state.current_player() == 0
        state.apply_action(state.legal_actions()[choice])
        assert state.current_player() == 1
        seen.append([(state.information_state_string(seat), state.observation_tensor(seat)) for seat in (1, 2)])
    assert seen[0] == seen[1]


def test_an_information_state_remembers_and_an_observation_does_not() -> None:
    state = play(load("counterfeiters").new_initial_state(), random.Random(2), 20)
    told = len(state.view(0).log)
    assert told > 20
    assert state.information_state_string(0).count('"event":') == told
    assert state.observation_string(0).count('"event":') == 0


def test_what_does_not_fit_is_said_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="A prize is win or rank, not 'money'"):
        load("thieves", prize="money")
    with pytest.raises(ValueError, match="Casablanca is for 2 to 8 players, not 9"):
        load("casablanca", players=9)
    with pytest.raises(ValueError, match="The variant Agent is for 2 to 4 players, not 5"):
        load("casablanca", players=5, variant="agent")


def test_the_interpreter_ends_in_peace() -> None:
    """OpenSpiel keeps what is registered longer than Python lives."""
    code = "from speelhol.adapters import openspiel; print(*openspiel.NAMES)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(openspiel.NAMES)
