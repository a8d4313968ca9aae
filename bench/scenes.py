"""What a move sends to an open page of a drawn table, and what finding that out costs of a core.

python -m bench.scenes [GAME …] [--moves 60] [--matches 5]

Four people watch their own pages while random moves are played. A viewer either waits or is asked for the next move.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from statistics import mean

from msgspec import Struct

import speelhol
from speelhol.den import Table
from speelhol.den.tables import entries
from speelhol.web.pages.gallery import PEOPLE, Quiet, person_in
from speelhol.web.table import page as table_page
from speelhol.web.table.cache import found_at
from speelhol.web.table.stream import page_news
from speelhol.web.text.templates import Reader

SEATS = 4


class Open(Quiet):
    """A house in which everybody's page is open."""

    def watched(self, table: Table) -> bool:
        return True


class Sent(Struct, frozen=True):
    """What one viewer got of one move."""

    asked: bool
    size: int
    seconds: float


def dealt(game: str, seed: str) -> Table:
    table = Table(1, "velvet-lamp-42")
    table.apply(entries.Opened(game, speelhol.game(game).rules, SEATS, {}, person_in(0)))
    for seat in range(SEATS):
        table.apply(entries.Sat(seat, person_in(seat), PEOPLE[seat]))
    table.apply(entries.Dealt(seed))
    return table


def followed(game: str, seed: str, moves: int) -> Iterator[Sent]:
    table, house, rng = dealt(game, seed), Open(), random.Random(seed)
    readers = [Reader("en", person_in(seat)) for seat in range(SEATS)]
    pages = [
        page_news(lambda one=one: table_page.seen_by(one, house, table, None, False, ""), found=lambda: found_at(table))  # type: ignore[misc]
        for one in readers
    ]
    for page in pages:
        page()
    for _ in range(moves):
        seat = table.playing.to_act[0]
        table.apply(table.move(seat, table.playing.legal(seat).sample(rng)))
        if table.phase == "over":
            return
        for viewer, page in enumerate(pages):
            begun = time.thread_time()
            data = page()
            spent = time.thread_time() - begun
            yield Sent(viewer in table.playing.to_act, len(data or b""), spent)


def row(game: str, matches: int, moves: int) -> str:
    """A line of Markdown. Times are those of the quickest match: the machine may have had other work in the others."""
    found = [list(followed(game, f"{game} {n}", moves)) for n in range(matches + 1)][1:]
    cells = [speelhol.game(game).title]
    for asked in (False, True):
        sizes = [sent.size for match in found for sent in match if sent.asked == asked]
        times = [mean(sent.seconds for sent in match if sent.asked == asked) for match in found]
        cells += [f"{mean(sizes):,.0f}", f"{1e6 * min(times):,.0f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=speelhol.games(), metavar="GAME")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--matches", type=int, default=5)
    asked = parser.parse_args()
    print("| game | waiting: bytes a move | µs | asked: bytes a move | µs |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game in asked.games:
        print(row(game, asked.matches, asked.moves), flush=True)


if __name__ == "__main__":
    main()
