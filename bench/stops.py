"""How often random matches end by a game's safety stop instead of by its own rules.

PYTHONPATH=src python bench/stops.py --matches 10000
"""

from __future__ import annotations

import random

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

import speelhol

STOPS = {"cash-and-run": "ended.stop", "casablanca": "stopped", "counterfeiters": "time-up"}
"""The event that tells of the stop, in the games that have one; the others end by themselves."""


@click.command()
@click.option("--matches", type=click.IntRange(1), default=1000, show_default=True, help="Matches a game.")
@click.option("--game", "only", type=click.Choice(sorted(STOPS)), help="One game instead of all.")
def main(matches: int, only: str | None) -> None:
    """Play random matches over all seat counts and options, and count those that were stopped."""
    table = Table("game", "matches", "stopped", "share", "moves, mean", "longest")
    for name in [only] if only else sorted(STOPS):
        game = speelhol.game(name)
        variants = list(game.variants())
        stopped, lengths = 0, []
        for number in track(range(matches), name):
            seats, options = variants[number % len(variants)]
            rng = random.Random(number)
            match = game.start(seats, f"stops/{number}", **options)
            moves = 0
            while not match.over:
                seat = match.to_act[0]
                match.play(seat, match.legal(seat).sample(rng))
                moves += 1
            lengths.append(moves)
            stopped += any(event.wording() == STOPS[name] for event in match.view(None).log)
        share = f"{stopped / matches:.2%}"
        table.add_row(name, str(matches), str(stopped), share, f"{sum(lengths) / matches:.0f}", str(max(lengths)))
    Console().print(table)


if __name__ == "__main__":
    main()
