"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel import Record, shuffle_draws
from .table import (
    HOSTAGES,
    KITS,
    PROFESSOR,
    RAQUEL,
    ROBBERS,
    Casa,
    Deed,
)


def retell(record: Record, p: Casa, seat: int) -> Record:
    """The record had `p` been the true position: other cards dealt, and what was done out of sight told anew."""
    kit = KITS[p.seats]
    red = [name for name in (*p.characters, p.aside) if name in ROBBERS]
    blue = [name for name in (*p.characters, p.aside) if name in HOSTAGES]
    if p.aside is not None:  # the last of each is the one that may stay in the box
        for side in (red, blue):
            if p.aside in side:
                side.remove(p.aside)
                side.append(p.aside)
    robbers = [*red, *(n for n in ROBBERS if n not in red)]
    hostages = [*blue, *(n for n in HOSTAGES if n not in blue)]
    draws = shuffle_draws(ROBBERS, robbers) + shuffle_draws(HOSTAGES, hostages)
    if p.aside is not None:
        draws.append((red[-1], blue[-1]).index(p.aside))
    cast = [n for n in (PROFESSOR, RAQUEL, *red, *blue) if n != p.aside]
    draws += shuffle_draws(cast, p.characters)
    dealt = [card for s in kit.everyone for card in (*p.laid[s], *p.hands[s])]
    draws += shuffle_draws(kit.deck, dealt)
    draws.append(p.led[0])
    actions = []
    counts: dict[tuple[int, str], int] = {}
    for who, text in record.actions:
        verb = text.split(" ", 1)[0]
        kind = "dark" if verb in ("suspect", "look", "stay", "swap", "unmask") else verb
        turn = counts[who, kind] = counts.get((who, kind), -1) + 1
        if kind == "lay" and turn < len(p.laid[who]) and who != seat:
            text = f"lay {p.laid[who][turn]}"
        elif kind == "dark" and who != seat and turn < len(p.suspects[who]):
            text = _in_the_dark(p, who, turn)
        actions.append((who, text))
    return replace(record, seed=None, draws=tuple(draws), actions=tuple(actions), result=p.result)


def _in_the_dark(p: Casa, who: int, question: int) -> str:
    suspect = p.suspects[who][question]
    if suspect is not None:
        return f"suspect {suspect}"
    if question == 2:
        return "stay" if p.met is None else f"unmask {p.met}"
    deed = p.deed or Deed()
    if question == 0:
        return "stay" if deed.looked is None else f"look {deed.looked}"
    return "stay" if deed.out is None else f"swap {deed.out} {deed.into}"
