"""Random play through the adapter for PettingZoo: decisions a second of processor time. Needs the extra `pettingzoo`.

python -m bench.adapters
"""

from __future__ import annotations

import random
import time

import speelhol
from speelhol.adapters.pettingzoo import TableEnv

SEATS = 4
SECONDS = 3.0


def pace(name: str) -> float:
    """Decisions a second, an observation with each."""
    env, rng = TableEnv(name, SEATS), random.Random(1)
    made, seed, begun = 0, 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        env.reset(seed=seed)
        seed += 1
        while not (env.terminations["seat_0"] or env.truncations["seat_0"]):
            env.observe(env.agent_selection)
            env.step(rng.choice(list(env.infos[env.agent_selection]["menu"])))
            made += 1
    return made / (time.process_time() - begun)


if __name__ == "__main__":
    for game in speelhol.games():
        print(f"{game:15} {pace(game):8,.0f} decisions/s")
