"""The games for PettingZoo: agents act one after another (AEC). Needs the extra `pettingzoo`.

from speelhol.adapters import pettingzoo

env = pettingzoo.env("thieves", seats=4)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    over = termination or truncation
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import random
import secrets
from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError("PettingZoo is not installed: in the folder of Speelhol, pip install '.[pettingzoo]'.") from error

from ..games import game as find_game
from .actions import Catalogue
from .menu import MenuWords
from .observation import Lens
from .prizes import PRIZES, prizes
from .traits import traits


def env(game: str, seats: int, **how: Any) -> OrderEnforcingWrapper:
    """A `TableEnv` that also says so when it is used in the wrong order."""
    return OrderEnforcingWrapper(TableEnv(game, seats, **how))


class TableEnv(AECEnv):
    """One table of one game. Agents are called `seat_0`, `seat_1`, …

    Seats that are asked at once answer one after another, lowest first; nobody is told before the last has answered.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        prize: str = "win",
        decisions: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Lay a table.

        prize: what is rewarded at the end, `win` or `rank`; see `adapters.prizes`
        decisions: after so many the match is truncated; by default more than random play needs
        render_mode: `ansi`, or None
        options: the game's own

        Raises ValueError, in a sentence, if game, seats, options or prize don't fit.
        """
        super().__init__()
        self.game = find_game(game)
        self.seats = seats
        self.options = options
        if prize not in PRIZES:
            raise ValueError(f"A prize is {' or '.join(PRIZES)}, not {prize!r}.")
        self._match = self.game.start(seats, "", **options)  # complains of what does not fit
        self.prize = prize
        self.most = traits(game, seats).decisions if decisions is None else decisions
        self.catalogue = Catalogue(game, seats)
        self.lens = Lens(game, seats)
        self.render_mode = render_mode
        self.metadata = {"name": f"speelhol_{game.replace('-', '_')}_v1", "render_modes": ["ansi"]}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        numbers = self.catalogue.size
        self.action_spaces = {agent: Discrete(numbers) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                observation=Box(-1, 1, (self.lens.size,), np.float32), action_mask=Box(0, 1, (numbers,), np.int8)
            )
            for agent in self.possible_agents
        }
        self._seeds: random.Random | None = None
        self._menu = self.catalogue.nothing
        self._made = 0

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: the same for the same seed; without one the next after the last seed, or one nobody can guess.

        `options` are PettingZoo's, of which there are none here; a game's own belong to the table.
        """
        if seed is not None or self._seeds is None:
            self._seeds = random.Random(secrets.token_hex(16) if seed is None else f"speelhol/{seed}")  # noqa: S311
        self._match = self.game.start(self.seats, f"{self._seeds.getrandbits(128):032x}", **self.options)
        self._made = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action. Raises ValueError, with nothing changed, if it is not on its menu."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = None if action is None else int(action)
        if number is None or number not in self._menu:
            raise ValueError(f"{agent} can't do {number} now; it can do {', '.join(map(str, self._menu))}.")
        self._match.play(self.possible_agents.index(agent), self._menu[number])
        self._made += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {name: {} for name in self.agents}
        result = self._match.result
        if result is not None:
            self.rewards = dict(zip(self.possible_agents, prizes(result, self.prize), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._made >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()

    def _ask(self) -> None:
        """Select who answers next, with its menu in words."""
        seat = self._match.to_act[0] if self._match.to_act else 0
        self.agent_selection = self.possible_agents[seat]
        view = self._match.view(seat)
        self._menu = self.catalogue.nothing if self.truncations[self.agent_selection] else self.catalogue.menu(view)
        if self._menu:
            self.infos[self.agent_selection] = {"question": view.prompt, "menu": MenuWords(self._menu)}

    def observe(self, agent: str) -> dict[str, Any]:
        view = self._match.view(self.possible_agents.index(agent))
        menu = self._menu if agent == self.agent_selection else self.catalogue.nothing
        return {
            "observation": np.frombuffer(self.lens.encode(view), np.float32).copy(),
            "action_mask": np.frombuffer(menu.mask, np.int8).copy(),
        }

    def render(self) -> str | None:
        """What lies open on the table, in words."""
        if self.render_mode != "ansi":
            return None
        speech = self.game.speak("en", [f"seat_{seat}" for seat in range(self.seats)])
        lines = []
        for panel in self.game.describe(self._match.view(None).now, speech):
            lines += [panel.title, *panel.lines, *(" | ".join(row) for row in panel.table), ""]
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to close."""
