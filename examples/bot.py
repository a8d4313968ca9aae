"""A bot that sits down at a table: python examples/bot.py http://localhost:8000 velvet-lamp-42 Robota"""

from __future__ import annotations

import random
import sys

from speelhol.client import Declined, House, View
from speelhol.kernel import Action


def choose(view: View) -> Action:
    """A view in, an action out. view.now is the table, view.log what happened, view.offers what may be done."""
    assert view.offers is not None
    return view.offers.sample(random)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    address, code, name = sys.argv[1:]
    try:
        with House(address) as house, house.join(code, name) as chair:
            last = chair.play_with(choose)
            print(last.result)
    except (Declined, OSError, ValueError) as error:
        sys.exit(str(error))
