"""A gambler's sense. All games are nearly fair, so money is no reason to play high; casinos are.

Casinos have a price (`appraise`): what they bring towards a combination, and what it is worth that a rival has not got
them. Stakes are small unless a win would force the host to sell what one wants. A bluff costs no more than the card,
so most losers try one; whether to doubt is a matter of how many cards they hold and what is at stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel import Action, Belief, Match, Mind, Random, Temper, View
from . import actions as a
from . import appraise
from .gambling import CASINO_PICKS, PICKS, TAKEOVER_PICKS
from .rules import ChooseCombination, ChooseStart, RollAgain, StartTurn
from .rules_auction import Bidding, ChooseSale
from .rules_casino import BuyCasino, Stake
from .rules_duel import ChoosePrize, JudgeBluff, OfferBluff
from .rules_spaces import BuyBluff, DiscardBluff, GrandSlam, Jump, Takeover
from .table import AT, CASINOS, DECK, KIND, LAP, PLACE, PRICE, SPACES, SYMBOL, UNIT, Cash
from .view import Seen

CARD = 120_000
"""What a bluff card is worth."""
BLUFFS = 0.65
"""How often a loser without the symbol claims it."""
NERVE = 0.35
"""The part of the own chips that is staked for a casino that is wanted."""
WANTED = 600_000
"""A casino worth so much is worth a high stake."""


class Gambler(Mind):
    patience = 14

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        step = view.agenda[-1]
        action: Action = DECIDE.get(type(step), _any)(view, step, temper, rng)
        return action

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        """All where they are few; of bets, bids, jumps and challenges the telling ones."""
        step = view.agenda[-1]
        first = self.prefer(view, temper, rng)
        some: dict[Action, None] = {first: None}
        if isinstance(step, Stake):
            some |= dict.fromkeys(_bets(view, step, rng))
        elif isinstance(step, Bidding):
            most = min(step.purse, appraise.price(view.now, step.seat, AT[step.casino], step.seller))
            some |= {a.Pass(): None, a.Bid(step.least): None}
            if most >= step.least:
                some[a.Bid(most)] = None
        elif isinstance(step, Jump):
            rated = sorted(_jumps(view, temper, rng), key=_second, reverse=True)
            some |= dict.fromkeys([action for action, _ in rated[:6]])
        elif isinstance(step, Takeover):
            rated = sorted(_challenges(view, step, rng), key=_second, reverse=True)
            some |= dict.fromkeys([action for action, _ in rated[:4]])
            some[a.Decline()] = None
        elif isinstance(step, StartTurn):
            some |= {a.Roll(): None}
        elif _alike(step):
            return [first]
        else:
            assert view.offers is not None
            if view.offers.count <= 8:
                some |= dict.fromkeys(view.offers)
        return list(some)

    # ---- what the cards may be

    def weigh(self, view: View, world: Match) -> float:
        """Losers who have the symbol nearly always show a card; without it they do so less often."""
        p = world.position
        assert isinstance(p, Cash)
        step = view.agenda[-1]
        if isinstance(step, JudgeBluff) and step.bluffer != view.seat:
            return 0.0 if p.laid == step.symbol else _UNTRUE[step.symbol in p.hands[step.bluffer]]
        return 0.0

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Cash)
        return appraise.chances(p)

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Whether the card before me is what it is said to be; whether the other one can truly claim the symbol."""
        step = view.agenda[-1] if view.agenda else None
        if isinstance(step, JudgeBluff) and step.bluffer != view.seat:
            asked = Belief("bluff-false", 0.0, {"seat": step.bluffer, "symbol": step.symbol})
        elif isinstance(step, OfferBluff) and step.judge != view.seat:
            asked = Belief("has-symbol", 0.0, {"seat": step.judge, "symbol": step.symbol})
        elif isinstance(step, Stake) and step.host != view.seat:
            asked = Belief("has-symbol", 0.0, {"seat": step.host, "symbol": SYMBOL[step.casino]})
        else:
            return ()
        chance = sum([weight for world, weight in worlds if self.holds(asked, world)])
        return (Belief(asked.tag, chance, asked.data),)

    def round(self, view: View) -> int:
        now: Seen = view.now
        return now.round

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Cash)
        symbol = belief.data["symbol"]
        if belief.tag == "bluff-false":
            return p.laid != symbol
        return symbol in p.hands[belief.data["seat"]]


_UNTRUE = {True: -2.5, False: -0.45}
"""How much less likely a false claim is, with and without the true card in hand (a logarithm)."""


def _second(pair: tuple[Action, float]) -> float:
    return pair[1]


def _any(view: View, step: Any, temper: Temper, rng: Random) -> Action:
    assert view.offers is not None
    return view.offers.sample(rng)


def _alike(step: Any) -> bool:
    """Questions whose answers are as good as each other: which number, which colour."""
    return type(step) not in DECIDE


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
                    value = appraise.gain(now.owners, now.seats, me, AT[space]) - PRICE
            elif owner == me:
                value = 90_000
            else:
                wanted = _wanted(now, me, owner, AT[space])
                value = 0.12 * wanted if wanted > WANTED else 0.0
        elif kind == "pot":
            value = now.pot * 0.32
        elif kind == "grand-slam":
            value = 125_000 if now.bank > 500_000 else 0.0
        elif kind == "bluff":
            value = 60_000 if now.held[me] < 2 and chips > 800_000 else 0.0
        elif kind == "all-play":
            value = 500_000 / now.seats - 60_000 if now.bank >= 500_000 else 0.0
        elif kind == "takeover" and chips >= PRICE and me in now.owners:
            value = max([v for _, v in _targets(now, me)], default=0.0)
        if kind != "corner":
            rated.append((a.Go(space), value + 20_000 * rng.random()))
    return rated


def _jump(view: View, step: Jump, temper: Temper, rng: Random) -> Action:
    return max(_jumps(view, temper, rng), key=_second)[0]


# ---- 2. casinos


def _buy(view: View, step: BuyCasino, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    brings = appraise.gain(now.owners, now.seats, step.seat, AT[step.casino])
    return a.Buy() if brings > PRICE or now.chips[step.seat] >= 3 * PRICE else a.Decline()


def _wanted(now: Seen, me: int, host: int, at: int) -> float:
    """What it is worth to me that this casino becomes mine."""
    return appraise.gain(now.owners, now.seats, me, at) + appraise.denial(now, host, me, at)


def _attack(now: Seen, step: Stake, pays: int) -> int:
    """The stake at which a win takes all the host's chips and then buys the casino with the claim."""
    need = step.cash + 4 * PRICE
    return -(-need // (pays * UNIT)) * UNIT


def _stake(view: View, step: Stake, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    symbol = SYMBOL[step.casino]
    wanted = _wanted(now, step.seat, step.host, AT[step.casino])
    lap = now.laps[step.host]
    running = lap is not None and step.casino in lap.casinos
    if running or wanted > WANTED:
        nerve = NERVE + 0.5 * (temper.bold - 0.5) + (0.3 if running and lap is not None and lap.gone > 12 else 0.0)
        most = step.most * nerve
        for pays in (1, 2, 3, 5):
            stake = _attack(now, step, pays)
            picks = [pick for pick in CASINO_PICKS[symbol] if PICKS[symbol][pick].pays == pays and pick != "court"]
            if picks and UNIT <= stake <= most:
                return a.Bet(picks[int(rng.random() * len(picks))], stake)
    picks = [pick for pick in CASINO_PICKS[symbol] if PICKS[symbol][pick].pays == 1]
    units = 1 + int(rng.random() * (1 + 4 * temper.bold))
    return a.Bet(picks[int(rng.random() * len(picks))], min(step.most, units * UNIT))


def _bets(view: View, step: Stake, rng: Random) -> list[Action]:
    """The smallest stake, a quarter and all on an even chance; and what would force a sale, on each game."""
    symbol = SYMBOL[step.casino]
    some: list[Action] = []
    for pays in (1, 2, 3, 5):
        picks = [pick for pick in CASINO_PICKS[symbol] if PICKS[symbol][pick].pays == pays]
        if not picks:
            continue
        pick = picks[int(rng.random() * len(picks))]
        stakes = [_attack(view.now, step, pays)]
        if pays == 1:
            stakes += [UNIT, step.most // 4 // UNIT * UNIT]
        some += [a.Bet(pick, stake) for stake in stakes if UNIT <= stake <= step.most]
    return some


# ---- bluffing


def true_odds(now: Seen, me: int, bluffer: int, symbol: str) -> float:
    """The chance that a claimed card is true: how many cards the bluffer had to choose from, and what I hold myself."""
    mine = now.hand.count(symbol)
    unseen = len(DECK) - len(now.hand)
    one = max(0, DECK.count(symbol) - mine) / unseen
    have = 1 - (1 - one) ** (now.held[bluffer] + 1)
    return have / (have + (1 - have) * BLUFFS)


def _bluff(view: View, step: OfferBluff, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    hand = now.hand
    due = step.due or 700_000  # casinos are played for
    if step.symbol in hand:
        return a.Bluff(step.symbol) if due > UNIT or rng.random() < 0.5 else a.Concede()
    often = BLUFFS + 0.6 * (temper.liar - 0.5)
    if due < CARD:
        often *= 0.3
    if rng.random() >= often:
        return a.Concede()
    return a.Bluff("blank" if "blank" in hand else max(hand, key=hand.count))


def _judge(view: View, step: JudgeBluff, temper: Temper, rng: Random) -> Action:
    """All games are nearly fair, so to accept is worth nothing and costs nothing."""
    now: Seen = view.now
    true = true_odds(now, step.seat, step.bluffer, step.symbol)
    risk, gain = step.risk, step.gain
    if not step.game.stake:
        risk = gain = 1
    doubt = gain * (1 - true) - risk * true
    edge = doubt / (gain + risk) + 0.5 * (temper.bold - 0.5) + 0.2 * (rng.random() - 0.5)
    return a.Doubt() if edge > 0 else a.Accept()


def _buy_bluff(view: View, step: BuyBluff, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    chips, held = now.chips[step.seat], now.held[step.seat]
    enough = (400_000, 900_000, 1_800_000, 9_000_000)[min(3, held)]
    return a.Buy() if chips >= enough * (1.2 - 0.4 * temper.liar) else a.Decline()


def _discard(view: View, step: DiscardBluff, temper: Temper, rng: Random) -> Action:
    hand = view.now.hand
    return a.Discard("blank" if "blank" in hand else max(hand, key=hand.count))


# ---- 6. Grand Slam


def _slam(view: View, step: GrandSlam, temper: Temper, rng: Random) -> Action:
    worth = 0.5 * min(step.prize, view.now.bank)
    safe = min(step.safe, view.now.bank)
    return a.Dare() if worth * (0.8 + 0.4 * temper.bold) + 30_000 * (rng.random() - 0.5) > safe else a.Collect()


# ---- 7. takeover


def _targets(now: Seen, me: int) -> list[tuple[int, float]]:
    """What a challenge is worth: an even chance to win this casino, or to lose my best one."""
    own = [at for at, owner in enumerate(now.owners) if owner == me]
    if not own:
        return []
    mine = max([appraise.loss(now.owners, now.seats, me, at) for at in own])
    return [
        (at, 0.5 * (_wanted(now, me, owner, at) - mine) - PRICE)
        for at, owner in enumerate(now.owners)
        if owner is not None and owner != me
    ]


def _challenges(view: View, step: Takeover, rng: Random) -> list[tuple[Action, float]]:
    picks = TAKEOVER_PICKS[step.symbol]
    now: Seen = view.now
    bonus = 80_000 if step.symbol in now.hand else 0
    return [
        (a.Challenge(CASINOS[at], picks[int(rng.random() * len(picks))]), value + bonus + 30_000 * rng.random())
        for at, value in _targets(now, step.seat)
    ]


def _takeover(view: View, step: Takeover, temper: Temper, rng: Random) -> Action:
    best, value = max(_challenges(view, step, rng), key=_second)
    return best if value > 200_000 * (0.5 - temper.bold) else a.Decline()


def _prize(view: View, step: ChoosePrize, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    assert view.offers is not None
    return max(view.offers, key=lambda take: _wanted(now, step.seat, step.loser, AT[take.casino]))  # type: ignore[attr-defined]


# ---- auctions


def _bid(view: View, step: Bidding, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    worth = appraise.price(now, step.seat, AT[step.casino], step.seller)
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
        worth = appraise.loss(now.owners, now.seats, step.seat, AT[offer.casino])
        return worth + (10_000_000 if offer.casino in laid else 0)

    return min(view.offers, key=cost)


DECIDE: dict[type[Any], Any] = {
    ChooseStart: _start,
    StartTurn: _begin,
    RollAgain: _again,
    ChooseCombination: _lay_out,
    Jump: _jump,
    BuyCasino: _buy,
    Stake: _stake,
    OfferBluff: _bluff,
    JudgeBluff: _judge,
    BuyBluff: _buy_bluff,
    DiscardBluff: _discard,
    GrandSlam: _slam,
    Takeover: _takeover,
    ChoosePrize: _prize,
    Bidding: _bid,
    ChooseSale: _sale,
}
MIND = Gambler()
