"""A moment for a game's gallery: a match among bots up to a question, as the game's `moments.toml` wants it.

python -m bench.moments thieves                            # which questions a match puts, and how often
python -m bench.moments thieves choose-swap --seats 5 --seed lamp-7 --time 2 >> src/speelhol/games/thieves/moments.toml

The moment is seen by whoever is asked. Its title is yours to write, in every language.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

import click

import speelhol
from speelhol.bots import Greedy
from speelhol.kernel import LANGUAGES, Game, Match


def questions(game: Game, seats: int, seed: str) -> Iterator[tuple[str, Match, list[str]]]:
    """A match among bots, before each of its moves: the tag of the question, and what was played until then."""
    match, rng, bot, played = game.start(seats, seed), random.Random(seed), Greedy(), list[str]()
    while not match.over:
        yield str(match.position.agenda[-1].__struct_config__.tag), match, played
        seat = match.to_act[0]
        action = bot.choose(match.view(seat), rng)
        match.play(seat, action)
        played.append(f"{seat} {action}")


def moment(game: Game, question: str, seats: int, seed: str, nth: int = 1) -> str | None:
    """The moment at which a question is put the nth time, as a file of moments holds it; None if it is not."""
    for tag, match, played in questions(game, seats, seed):
        nth -= tag == question
        if not nth:
            title = ", ".join(f'{language} = "{question}"' for language in LANGUAGES)
            head = f'[[moment]]\ntitle = {{ {title} }}\nseats = {seats}\nseed = "{seed}"\neyes = {match.to_act[0]}\n'
            return head + 'play = """\n' + "".join(f"{line}\n" for line in played) + '"""\n'
    return None


@click.command()
@click.argument("name", type=click.Choice(speelhol.games()))
@click.argument("question", default="")
@click.option("--seats", type=int, help="How many play; as few as can, if nothing is said.")
@click.option("--seed", default="lamp", show_default=True)
@click.option("--time", type=click.IntRange(1), default=1, show_default=True, help="Which time it is asked.")
def main(name: str, question: str, seats: int | None, seed: str, time: int) -> None:
    """Record a moment of a game."""
    game = speelhol.game(name)
    many = game.seats[0] if seats is None else seats
    if not question:
        for tag, often in Counter(tag for tag, *_ in questions(game, many, seed)).most_common():
            print(f"{often:5} {tag}")
        return
    found = moment(game, question, many, seed, time)
    if found is None:
        sys.exit(f"“{question}” is not asked so often here: try another --seed, or leave it out to see what is.")
    print("\n" + found, end="")


if __name__ == "__main__":
    main()
