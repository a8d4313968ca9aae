"""How often bots of each character bluff where they can: a false claim, an objection with nothing behind it, a card
that does not show the symbol, a worthless card hidden as if it were loot.

    python -m bench.characters --matches 60
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import speelhol
from speelhol.bots.roster import CHARACTERS
from speelhol.games.casa_de_papel.actions import Claim
from speelhol.games.casablanca.actions import Allow, Object
from speelhol.games.casablanca.table import NUMBER
from speelhol.games.cash_and_run.actions import Bluff, Concede
from speelhol.games.thieves.actions import Keep
from speelhol.games.thieves.table import WORTH_AT_END
from speelhol.kernel import Temper, View

LONGEST = 600
"""Decisions of a match that are looked at."""


def _claims(view: View, action: Any) -> bool | None:
    return bool(view.now.mine[-1][0] != action.card[0]) if isinstance(action, Claim) else None


def _objects(view: View, action: Any) -> bool | None:
    if not isinstance(action, Object | Allow) or view.now.bribes[NUMBER[view.now.deed.agent]]:
        return None
    return isinstance(action, Object)


def _bluffs(view: View, action: Any) -> bool | None:
    if not isinstance(action, Bluff | Concede) or view.agenda[-1].symbol in view.now.hand:
        return None
    return isinstance(action, Bluff)


def _hides(view: View, action: Any) -> bool | None:
    return WORTH_AT_END[action.card] <= 0 if isinstance(action, Keep) else None


CHANCES: Mapping[str, Callable[[View, Any], bool | None]] = {
    "casa-de-papel": _claims,
    "casablanca": _objects,
    "cash-and-run": _bluffs,
    "thieves": _hides,
}
"""By game whether an action is a bluff; None where there was no chance to make one."""


def bluffs(name: str, temper: Temper, matches: int) -> float:
    """The share of the chances to bluff that players of a temper take, at a glance and among themselves."""
    found = list(_chances(name, temper, matches))
    return sum(found) / max(1, len(found))


def _chances(name: str, temper: Temper, matches: int) -> Iterator[bool]:
    game, rng = speelhol.game(name), random.Random(name)
    for number in range(matches):
        match = game.start(game.seats[1], f"characters/{number}")
        for _ in range(LONGEST):
            if match.over:
                break
            seat = match.to_act[0]
            view = match.view(seat)
            action = game.mind.prefer(view, temper, rng)
            bluff = CHANCES[name](view, action)
            if bluff is not None:
                yield bluff
            match.play(seat, action)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    matches = parser.parse_args().matches
    print("| game |", " | ".join(CHARACTERS), "|")
    for name in CHANCES:
        shares = [f"{100 * bluffs(name, temper, matches):.0f} %" for temper in CHARACTERS.values()]
        print(f"| {speelhol.game(name).title} |", " | ".join(shares), "|")


if __name__ == "__main__":
    main()
