"""A gambler's sense. All games are nearly fair, so money is no reason to play high; casinos are.

Casinos have a price (`evaluate`): what they bring towards a combination, and what it is worth that a rival has not got
them. Stakes are small unless a win would force the host to sell what one wants. A bluff costs no more than the card,
so most losers try one; whether to doubt is a matter of how many cards they hold and what is at stake.
"""

from __future__ import annotations

from typing import Any

from ....kernel import Action, Random, Temper, View
from .. import actions as a
from ..rules import ChooseCombination, ChooseStart, RollAgain, StartTurn
from ..rules_auction import Bidding, ChooseSale
from ..rules_casino import BuyCasino, Stake
from ..rules_duel import ChoosePrize, JudgeBluff, OfferBluff
from ..rules_spaces import BuyBluff, DiscardBluff, GrandSlam, Jump, Takeover
from ..table import AT, KIND, LAP, PLACE, PRICE, SPACES, UNIT
from ..view import Seen
from . import evaluate
from . import policy_duels as duels


def _second(pair: tuple[Action, float]) -> float:
    return pair[1]


def _any(view: View, step: Any, temper: Temper, rng: Random) -> Action:
    assert view.offers is not None
    return view.offers.sample(rng)


# ---- the turn


def _begin(view: View, step: StartTurn, temper: Temper, rng: Random) -> Action:
    """Run as soon as possible; sell nothing of free will."""
    assert view.offers is not None
    first = next(iter(view.offers))
    return first if isinstance(first, a.Announce) else a.Roll()


def _again(view: View, step: RollAgain, temper: Temper, rng: Random) -> Action:
    return a.Roll() if rng.random() < 0.9 else a.Stop()


def _start(view: View, step: ChooseStart, temper: Temper, rng: Random) -> Action:
    """Seven steps ahead there should be something to buy."""
    now: Seen = view.now

    def ahead(casino: str) -> float:
        free = [KIND[(PLACE[casino] + n) % LAP] == "casino" for n in (5, 6, 7, 8, 9)]
        return sum(free) + rng.random()

    return a.Start(max(now.mine, key=ahead))


def _lay_out(view: View, step: ChooseCombination, temper: Temper, rng: Random) -> Action:
    """Casinos that visitors reach soonest are left out, if possible."""
    assert view.offers is not None
    return view.offers.sample(rng)


# ---- 1. Cash & Run


def _jumps(view: View, temper: Temper, rng: Random) -> list[tuple[Action, float]]:
    now: Seen = view.now
    me = view.seat
    assert me is not None
    chips = now.chips[me]
    rated: list[tuple[Action, float]] = [(a.Decline(), 0.0)]
    for place, space in enumerate(SPACES):
        kind = KIND[place]
        value = 0.0
        if kind == "casino":
            owner = now.owners[AT[space]]
            if owner is None:
                if chips >= PRICE:
                    value = evaluate.gain(now.owners, now.seats, me, AT[space]) - PRICE
            elif owner == me:
                value = 90_000
            else:
                wanted = duels.wanted(now, me, owner, AT[space])
                value = 0.12 * wanted if wanted > duels.WANTED else 0.0
        elif kind == "pot":
            value = now.pot * 0.32
        elif kind == "grand-slam":
            value = 125_000 if now.bank > 500_000 else 0.0
        elif kind == "bluff":
            value = 60_000 if now.held[me] < 2 and chips > 800_000 else 0.0
        elif kind == "all-play":
            value = 500_000 / now.seats - 60_000 if now.bank >= 500_000 else 0.0
        elif kind == "takeover" and chips >= PRICE and me in now.owners:
            value = max([v for _, v in duels.targets(now, me)], default=0.0)
        if kind != "corner":
            rated.append((a.Go(space), value + 20_000 * rng.random()))
    return rated


def _jump(view: View, step: Jump, temper: Temper, rng: Random) -> Action:
    return max(_jumps(view, temper, rng), key=_second)[0]


# ---- 6. Grand Slam


def _slam(view: View, step: GrandSlam, temper: Temper, rng: Random) -> Action:
    worth = 0.5 * step.prize
    return a.Dare() if worth * (0.8 + 0.4 * temper.bold) + 30_000 * (rng.random() - 0.5) > step.safe else a.Collect()


# ---- auctions


def _bid(view: View, step: Bidding, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    worth = evaluate.price(now, step.seat, AT[step.casino], step.seller)
    chips = now.chips[step.seat]
    claim = step.purse - chips
    most = min(step.purse, int(worth * (0.7 + 0.6 * temper.bold)), claim + int(chips * 0.8))
    if step.best is None and claim >= step.least and most < step.least:
        most = step.least  # better than a debt that may never be paid
    if most < step.least:
        return a.Pass()
    raised = step.least + UNIT * int(rng.random() * rng.random() * max(1, (most - step.least) // UNIT // 2))
    return a.Bid(min(raised, most // UNIT * UNIT))


def _sale(view: View, step: ChooseSale, temper: Temper, rng: Random) -> Action:
    """What helps me least goes first; in a lap never the laid-out ones, if it can be helped."""
    now: Seen = view.now
    assert view.offers is not None
    lap = now.laps[step.seat]
    laid = lap.casinos if lap is not None else ()

    def cost(offer: Any) -> float:
        worth = evaluate.loss(now.owners, now.seats, step.seat, AT[offer.casino])
        return worth + (10_000_000 if offer.casino in laid else 0)

    return min(view.offers, key=cost)


DECIDE: dict[type[Any], Any] = {
    ChooseStart: _start,
    StartTurn: _begin,
    RollAgain: _again,
    ChooseCombination: _lay_out,
    Jump: _jump,
    BuyCasino: duels.buy,
    Stake: duels.stake,
    OfferBluff: duels.bluff,
    JudgeBluff: duels.judge,
    BuyBluff: duels.buy_bluff,
    DiscardBluff: duels.discard,
    GrandSlam: _slam,
    Takeover: duels.takeover,
    ChoosePrize: duels.prize,
    Bidding: _bid,
    ChooseSale: _sale,
}
