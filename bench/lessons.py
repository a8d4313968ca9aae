"""Can every lesson be followed to its end in every language?    python -m bench.lessons

Opens a house on this machine and goes through all lessons of all games over HTTP, in each language: every tip must be
on the page in that language, and what it advises must be accepted from the form under it. `--game` and `--language`
choose.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.web.house import House
from tests.web.learning import learn

import speelhol
from speelhol.kernel import LANGUAGES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=speelhol.games(), action="append", help="only this one; several times")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this one; several times")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.open()
        try:
            for game in asked.game or speelhol.games():
                for number in range(1, len(speelhol.game(game).lessons) + 1):
                    for language in asked.language or LANGUAGES:
                        began = time.monotonic()
                        tips = learn(house, game, number, language)
                        print(f"{game} {number} {language}: {tips} tips, {time.monotonic() - began:.1f} s", flush=True)
        finally:
            house.close()


if __name__ == "__main__":
    main()
