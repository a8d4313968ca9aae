"""How much the bots' beliefs are worth, round by round, beside an even belief.

python -m bench.calibration casa-de-papel --seats 5 --matches 200 --plot calibration.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path

import speelhol
from speelhol import plots
from speelhol.lab.calibration import by_part, by_round, observe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=speelhol.games())
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--parts", type=int, default=0, help="so many equal parts of each match, not rounds")
    parser.add_argument("--plot", type=Path, help="where to draw it, as SVG")
    given = parser.parse_args()
    seen = observe(speelhol.game(given.game), given.seats, given.matches, rounds=10**6 if given.parts else 8)
    stages = by_part(seen, given.parts) if given.parts else by_round(seen)
    print(f"{'part' if given.parts else 'round':5}  beliefs  log loss  even belief")
    for stage in stages:
        print(f"{stage.round:5}  {stage.beliefs:7,}  {stage.loss:8.3f}  {stage.even:11.3f}")
    if given.plot:
        even = [(stage.round, stage.even) for stage in stages]
        loss = [(stage.round, stage.loss) for stage in stages]
        titles = ("An even belief, by round", "What the bots believe, by round")
        given.plot.write_text(plots.two(even, loss, titles, "log loss"))


if __name__ == "__main__":
    main()
