"""PettingZoo's own tests over every game, and what they don't look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from speelhol.adapters import pettingzoo, prizes
from tests.adapters.cases import CASES

# An observation with a mask is a dictionary, as in PettingZoo's own card games; its test knows those by name only.
dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test.api_test",
    "ignore:Observation space for each agent probably should be:UserWarning:pettingzoo.test.api_test",
)


def play(env: Any, most: int = 100_000) -> dict[str, float]:
    """Play at random, by the spaces' own seeds; everybody's rewards."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observation, reward, ended, stopped, _ = env.last()
        got[agent] += reward
        env.step(None if ended or stopped else env.action_space(agent).sample(observation["action_mask"]))
    return got


@dictionaries
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_their_own_test_of_the_interface(name: str, seats: int) -> None:
    api_test(pettingzoo.env(name, seats), num_cycles=20)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_their_own_test_of_seeds(name: str, seats: int) -> None:
    seed_test(lambda: pettingzoo.env(name, seats), num_cycles=10)


@pytest.mark.parametrize("prize", ["win", "rank"])
def test_rewards_are_the_prizes_and_come_at_the_end(prize: str) -> None:
    env = pettingzoo.TableEnv("thieves", 4, prize=prize)
    env.reset(seed=3)
    got = play(env)
    result = env._match.result
    assert result is not None
    assert list(got.values()) == prizes(result, prize)
    assert any(got.values())
    assert env.agents == []


def test_a_match_that_takes_too_long_is_truncated() -> None:
    env = pettingzoo.TableEnv("casablanca", 3, decisions=12)
    env.reset(seed=1)
    for _ in range(12):
        assert not any(env.truncations.values())
        env.step(min(env.infos[env.agent_selection]["menu"]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.last()[0]["action_mask"])
    assert play(env) == {"seat_0": 0.0, "seat_1": 0.0, "seat_2": 0.0}


def test_an_action_that_is_not_on_the_menu_changes_nothing() -> None:
    env = pettingzoo.TableEnv("thieves", 3)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.last()
    wrong = int(np.argmin(before[0]["action_mask"]))
    with pytest.raises(ValueError, match=rf"{agent} can't do {wrong} now; it can do \d+"):
        env.step(wrong)
    after = env.last()
    assert env.agent_selection == agent
    assert np.array_equal(before[0]["observation"], after[0]["observation"])
    assert before[4] == after[4]


def test_a_menu_comes_with_words_for_people() -> None:
    env = pettingzoo.TableEnv("casablanca", 2, render_mode="ansi")
    env.reset(seed=4)
    info = env.infos[env.agent_selection]
    assert info["question"] == "open-bribes"
    assert all(words.startswith("bribe ") for words in info["menu"].values())
    assert sorted(info["menu"]) == np.flatnonzero(env.last()[0]["action_mask"]).tolist()
    assert "seat_1" in (env.render() or "")
    assert pettingzoo.TableEnv("casablanca", 2).render() is None


@pytest.mark.parametrize("name", ["casa-de-papel", "casablanca"])
def test_nobody_notices_a_sealed_answer(name: str) -> None:
    seen = []
    for choice in (0, -1):
        env = pettingzoo.TableEnv(name, 4)
        env.reset(seed=9)
        while len(env._match.to_act) < 4:
            env.step(min(env.infos[env.agent_selection]["menu"]))
        assert env.agent_selection == "seat_0"
        env.step(sorted(env.infos["seat_0"]["menu"])[choice])
        assert env.agent_selection == "seat_1"
        seen.append([*(env.observe(f"seat_{seat}")["observation"].tobytes() for seat in (1, 2, 3)), str(env.infos)])
    assert seen[0] == seen[1]


def test_what_does_not_fit_is_said_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="A prize is win or rank, not 'money'"):
        pettingzoo.env("thieves", 4, prize="money")
    with pytest.raises(ValueError, match="Thieves! is for 3 to 6 players, not 7"):
        pettingzoo.env("thieves", 7)
    with pytest.raises(ValueError, match="Thieves! has no option 'jokers'"):
        pettingzoo.env("thieves", 4, jokers=True)
