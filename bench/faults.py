"""Let the store fail at the first, second, … last write of a match, and see that nothing acknowledged is lost.

python -m bench.faults
python -m bench.faults --database postgresql --games thieves casablanca

Every match has one fault, and every write of it gets its match: a match is played again and again over HTTP, by people
and bots, with the fault one write later each time, until it comes after the last one. `--kinds` says how the store
fails (see tests/faults.py): before a write or after it, for a moment or until somebody mends it, so that things can
still be read or not. What was acknowledged must be in the record, once and in order; what was refused must not, unless
the line broke after it had been written: then the house has to show it by itself. `tests/den/storage/test_faults.py` is
the short form.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import get_args

from msgspec import Struct
from tests.faults import Evening, Faults, Kind, Outcome
from tests.postgres import Postgres
from tests.web.house import House

import speelhol
from speelhol.den import bots, timers
from speelhol.den.storage import store


class Tally(Struct):
    """What came of the matches of one game with one kind of fault."""

    matches: int = 0
    acknowledged: int = 0
    refused: int = 0
    found: int = 0
    broken: int = 0
    """Matches whose record does not hold what it should."""

    def count(self, outcome: Outcome) -> None:
        self.matches += 1
        self.acknowledged += sum(map(len, outcome.noted.values())) - outcome.found
        self.refused += outcome.refused
        self.found += outcome.found
        self.broken += not outcome.whole


def hurry() -> None:
    """Wait less for a store that is broken on purpose: the tries are the same."""
    store.PATIENCE, store.PAUSE = 0.05, 0.01
    bots.PAUSE = timers.PAUSE = 0.05


def every_write(house: House, game: str, kind: Kind, most: int) -> Tally:
    """Play a match for each of its writes."""
    faults = Faults(house.den.store)
    tally = Tally()
    while tally.matches < most:
        fired, number = faults.fired, tally.matches + 1
        faults.arm(kind, number)
        tally.count(Evening(house.url, faults, game, f"{game}/{kind}").play(lambda: None))
        faults.mend()
        if faults.fired == fired:  # the match was over before
            break
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", nargs="+", choices=speelhol.games(), default=speelhol.games())
    parser.add_argument("--kinds", nargs="+", choices=get_args(Kind), default=get_args(Kind))
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--writes", type=int, default=10_000, help="stop after so many writes of each match")
    given = parser.parse_args()
    hurry()
    broken = 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as later:
        database = None
        if given.database == "postgresql":
            postgres = Postgres()
            later.callback(postgres.remove)
            database = postgres.fresh()
        for game in given.games:
            for kind in given.kinds:
                house = House(Path(folder), database=database)
                house.open()
                begun = time.monotonic()
                tally = every_write(house, game, kind, given.writes)
                house.close()
                broken += tally.broken
                print(
                    f"{game}, {kind}: {tally.matches} matches, {tally.acknowledged} acknowledged, {tally.refused} "
                    f"refused ({tally.found} of them written all the same, and shown), {tally.broken} records wrong, "
                    f"{time.monotonic() - begun:.0f} s",
                    flush=True,
                )
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
