"""Chapter 1, bribing: everybody's first turn, and what may be written into a ledger at any time."""

from __future__ import annotations

from ...kernel import Action, Dealer, Refused, Sealed, Split
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import ledger
from .table import AGENTS, CAPITAL, NUMBER, OPENING, UNIT, Casablanca

EVERYONE = {seats: tuple(range(seats)) for seats in range(2, 9)}
ALL_BRIBED = e.AllBribed()
FIRST = Split(a.Bribe, AGENTS, unit=UNIT, most=CAPITAL, parts=OPENING)


class OpenBribes(Sealed[Casablanca], frozen=True, tag="open-bribes"):
    """Everybody's first turn. No agent has moved yet, so all may write at once."""

    rule = "casablanca/bribe.opening"

    def who(self, p: Casablanca) -> tuple[int, ...]:
        return EVERYONE[p.seats]

    def offers(self, p: Casablanca, seat: int) -> Split:
        return FIRST

    def take(self, p: Casablanca, answers: tuple[a.Bribe, ...], dealer: Dealer) -> None:
        for seat, bribe in enumerate(answers):
            write(p, seat, bribe, dealer)
        p.turn = p.seats
        dealer.tell(ALL_BRIBED)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bribe):
            return refuse_bribe(p, seat, action) or Refused(self.rule, "three-agents", number=OPENING)
        return Refused(self.rule, "first-bribe")


def write(p: Casablanca, seat: int, bribe: a.Bribe, dealer: Dealer) -> None:
    """Into the ledger, where it stays and only its owner reads it. [bribe.final] [bribe.secret]"""
    ledger.write(p, seat, bribe.sums)
    for agent, amount in bribe.sums:
        dealer.whisper(seat, e.Wrote(agent, amount))


@per_process(8192)
def bribes(living: tuple[str, ...], capital: int, one: bool) -> Split:
    return Split(a.Bribe, living, unit=UNIT, most=capital, up_to=1 if one else None)


def refuse_bribe(p: Casablanca, seat: int, bribe: a.Bribe) -> Refused | None:
    """What is wrong with the sums, whenever they are written."""
    agents = [agent for agent, _ in bribe.sums]
    if any(agent in NUMBER and p.places[NUMBER[agent]] is None for agent in agents):
        return Refused("casablanca/bribe.living", "agent-gone")
    if any(amount <= 0 or amount % UNIT for _, amount in bribe.sums):
        return Refused("casablanca/bribe.unit", "in-hundreds")
    if sum(amount for _, amount in bribe.sums) > p.capital[seat]:
        return Refused("casablanca/bribe.capital", "too-much", capital=p.capital[seat])
    if agents != [agent for agent in AGENTS if agent in agents]:
        return Refused("casablanca/bribe.unit", "each-agent-once")
    return None


OPEN_BRIBES = OpenBribes()
