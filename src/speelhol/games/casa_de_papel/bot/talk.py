"""What a bot adds to what it has just said of somebody: the ground for it, as far as everybody saw it happen.

Made of open events and the bot's character alone: whoever was at the table could have said the same, so it tells
nothing of what the bot holds, and it comes with the statement itself. Who has no ground, or does not care for one,
names a feeling.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Event, Reason, Temper
from ..events import Chosen, Claimed, Pressed, RoundBegan, Said

AGAINST = ("hostage", "lied")


def talk(told: Sequence[Event], temper: Temper) -> Reason | None:
    """Told: the open events, with the bot's own statement last. None: it leaves it at that."""
    said = told[-1]
    if not isinstance(said, Said) or said.about is None or said.what is None:
        return None
    mood = _mood(told)
    if mood > 0.25 + 0.6 * temper.bold:
        return None  # the cautious say little
    ground = _ground(told, said.about, said.what in AGAINST)
    if ground is None or mood < 0.3 * temper.liar:
        return Reason("feeling.against" if said.what in AGAINST else "feeling.for", {"seat": said.about})
    return ground


def _mood(told: Sequence[Event]) -> float:
    """Between 0 and 1, by what everybody has heard: the same for all who read it, and at any time."""
    return len(told) * 0.6180339887 % 1


def _ground(told: Sequence[Event], about: int, against: bool) -> Reason | None:
    """The newest press that speaks for it, if there is one."""
    for claim, chosen, pressed in _presses(told, about):
        at_press = about in chosen.seats
        if at_press and claim.card.startswith("m"):
            missing = claim.card != "m" and claim.card not in pressed.cards
            if against and missing:
                return Reason("missing", {"seat": about, "card": claim.card})
            if not against and not missing and claim.card != "m":
                return Reason("came-out", {"seat": about, "card": claim.card})
        if against and at_press and pressed.change <= 0:
            return Reason("was-there", {"seat": about})
    return None


def _presses(told: Sequence[Event], about: int) -> list[tuple[Claimed, Chosen, Pressed]]:
    """What somebody claimed in every round, who was chosen, and what came out; the newest first."""
    found: list[tuple[Claimed, Chosen, Pressed]] = []
    claim: Claimed | None = None
    chosen: Chosen | None = None
    for event in told:
        if isinstance(event, RoundBegan):
            claim = chosen = None
        elif isinstance(event, Claimed) and event.seat == about:
            claim = event
        elif isinstance(event, Chosen):
            chosen = event
        elif isinstance(event, Pressed) and claim is not None and chosen is not None:
            found.append((claim, chosen, event))
    return found[::-1]
