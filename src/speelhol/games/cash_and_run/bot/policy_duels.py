"""How a gambler plays against somebody: what to stake, when to bluff and to doubt, whom to challenge."""

from __future__ import annotations

from ....kernel import Action, Random, Temper, View
from .. import actions as a
from ..gambling import CASINO_PICKS, PICKS, TAKEOVER_PICKS
from ..rules_casino import BuyCasino, Stake
from ..rules_duel import ChoosePrize, JudgeBluff, OfferBluff
from ..rules_spaces import BuyBluff, DiscardBluff, Takeover
from ..table import AT, CASINOS, DECK, PRICE, SYMBOL, UNIT
from ..view import Seen
from . import evaluate

CARD = 120_000
"""What a bluff card is worth."""
BLUFFS = 0.65
"""How often a loser without the symbol claims it."""
NERVE = 0.35
"""The part of the own chips that is staked for a casino that is wanted."""
WANTED = 600_000
"""A casino worth so much is worth a high stake."""


# ---- 2. casinos


def buy(view: View, step: BuyCasino, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    brings = evaluate.gain(now.owners, now.seats, step.seat, AT[step.casino])
    return a.Buy() if brings > PRICE or now.chips[step.seat] >= 3 * PRICE else a.Decline()


def wanted(now: Seen, me: int, host: int, at: int) -> float:
    """What it is worth to me that this casino becomes mine."""
    return evaluate.gain(now.owners, now.seats, me, at) + evaluate.denial(now, host, me, at)


def _attack(now: Seen, step: Stake, pays: int) -> int:
    """The stake at which a win takes all the host's chips and then buys the casino with the claim."""
    need = step.cash + 4 * PRICE
    return -(-need // (pays * UNIT)) * UNIT


def stake(view: View, step: Stake, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    symbol = SYMBOL[step.casino]
    prize_worth = wanted(now, step.seat, step.host, AT[step.casino])
    lap = now.laps[step.host]
    running = lap is not None and step.casino in lap.casinos
    if running or prize_worth > WANTED:
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


def bets(view: View, step: Stake, rng: Random) -> list[Action]:
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


def true_odds(now: Seen, cards: int, symbol: str) -> float:
    """The chance that a claimed card is true: of how many cards it could be chosen, and what I hold myself."""
    mine = now.hand.count(symbol)
    unseen = len(DECK) - len(now.hand)
    one = max(0, DECK.count(symbol) - mine) / unseen
    have = 1 - (1 - one) ** cards
    return have / (have + (1 - have) * BLUFFS)


def bluff(view: View, step: OfferBluff, temper: Temper, rng: Random) -> Action:
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


def judge(view: View, step: JudgeBluff, temper: Temper, rng: Random) -> Action:
    """All games are nearly fair, so to accept is worth nothing and costs nothing."""
    now: Seen = view.now
    true = true_odds(now, now.held[step.bluffer] + 1, step.symbol)
    risk, gain = step.risk, step.gain
    if not step.game.stake:
        risk = gain = 1
    doubt = gain * (1 - true) - risk * true
    edge = doubt / (gain + risk) + 0.5 * (temper.bold - 0.5) + 0.2 * (rng.random() - 0.5)
    return a.Doubt() if edge > 0 else a.Accept()


def buy_bluff(view: View, step: BuyBluff, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    chips, held = now.chips[step.seat], now.held[step.seat]
    enough = (400_000, 900_000, 1_800_000, 9_000_000)[min(3, held)]
    return a.Buy() if chips >= enough * (1.2 - 0.4 * temper.liar) else a.Decline()


def discard(view: View, step: DiscardBluff, temper: Temper, rng: Random) -> Action:
    hand = view.now.hand
    return a.Discard("blank" if "blank" in hand else max(hand, key=hand.count))


# ---- 7. takeover


def targets(now: Seen, me: int) -> list[tuple[int, float]]:
    """What a challenge is worth: an even chance to win this casino, or to lose my best one."""
    own = [at for at, owner in enumerate(now.owners) if owner == me]
    if not own:
        return []
    mine = max([evaluate.loss(now.owners, now.seats, me, at) for at in own])
    return [
        (at, 0.5 * (wanted(now, me, owner, at) - mine) - PRICE)
        for at, owner in enumerate(now.owners)
        if owner is not None and owner != me
    ]


def challenges(view: View, step: Takeover, rng: Random) -> list[tuple[Action, float]]:
    picks = TAKEOVER_PICKS[step.symbol]
    now: Seen = view.now
    bonus = 80_000 if step.symbol in now.hand else 0
    return [
        (a.Challenge(CASINOS[at], picks[int(rng.random() * len(picks))]), value + bonus + 30_000 * rng.random())
        for at, value in targets(now, step.seat)
    ]


def takeover(view: View, step: Takeover, temper: Temper, rng: Random) -> Action:
    best, value = max(challenges(view, step, rng), key=lambda pair: pair[1])
    return best if value > 200_000 * (0.5 - temper.bold) else a.Decline()


def prize(view: View, step: ChoosePrize, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    assert view.offers is not None
    return max(view.offers, key=lambda take: wanted(now, step.seat, step.loser, AT[take.casino]))  # type: ignore[attr-defined]
