"""What each question at the ring says in words, as facts about its offers, about sums, and about what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import actions as a
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.draw import preview
from speelhol.games.cash_and_run.gambling import CASINO_PICKS, PICKS, POT_PICKS, TAKEOVER_PICKS
from speelhol.games.cash_and_run.table import (
    CASINOS,
    CORNERS,
    HAND_LIMIT,
    PRICE,
    SLAM,
    SPACES,
    UNIT,
    Cash,
    combinations_in,
)
from speelhol.kernel import Action, Event, Match, Scripted

from .scene import K, card, dice, do, landing, now

NAMES = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn"]
WON = (*dice(2), card("2", "hearts"), 1)
"""Draws that win the steps of the Grand Slam."""


def done(match: Match, seat: int, action: Action, *draws: int) -> tuple[Cash, list[Event]]:
    """What is so after an action, and what was told; with these draws, if there are any."""
    further = match.copy(Scripted(draws) if draws else None)
    told = further.play(seat, action)
    return now(further), [event for event, _ in told]


def kinds(match: Match, seat: int) -> set[type[Action]]:
    return {type(action) for action in match.legal(seat)}


def starting(match: Match, seat: int) -> bool:
    return {action.casino for action in match.legal(seat)} == set(now(match).casinos_of(seat))  # type: ignore[attr-defined]


def beginning(match: Match, seat: int, running: bool, announce: bool, auction: bool) -> bool:
    p = now(match)
    given = {a.Roll, *([a.Announce] if announce else ()), *([a.Offer] if auction else ())}
    casinos = p.casinos_of(seat)
    broke = not p.chips[seat] or not (running and auction)
    owned = announce == (bool(combinations_in(p.seats, casinos)) and not running)
    return kinds(match, seat) == given and (p.laps[seat] is not None) == running and broke and owned


def rolling_again(match: Match, seat: int) -> bool:
    return set(match.legal(seat)) == {a.Roll(), a.Stop()}


def jumping(match: Match, seat: int) -> bool:
    """Any space but a corner; where nothing will happen, the hint says so, and only there."""
    view, speech = match.view(seat), GAME.speak("en", NAMES)
    spaces = [action for action in match.legal(seat) if isinstance(action, a.Go)]
    if {action.space for action in spaces} != {s for place, s in enumerate(SPACES) if place not in CORNERS}:
        return False
    for action in spaces:
        _, told = done(match, seat, action)
        nothing = any(isinstance(event, e.Nothing) for event in told)
        if nothing != ("othing happens" in preview.then(view, action, speech)):
            return False
    return a.Decline() in match.legal(seat)


def buying(match: Match, seat: int, what: str) -> bool:
    """For 100,000, which goes to the pot; a casino, or a bluff card that may be one too many."""
    p = now(match)
    after, _ = done(match, seat, a.Buy())
    paid = (after.chips[seat], after.pot) == (p.chips[seat] - PRICE, p.pot + PRICE)
    if what == "casino":
        return paid and after.owner(p.agenda[-1].casino) == seat
    full = len(p.hands[seat]) == HAND_LIMIT
    return paid and len(after.hands[seat]) == len(p.hands[seat]) + 1 and full == (what == "full")


def discarding(match: Match, seat: int) -> bool:
    hand = now(match).hands[seat]
    return len(hand) == HAND_LIMIT + 1 and {x.card for x in match.legal(seat)} == set(hand)  # type: ignore[attr-defined]


def staking(match: Match, seat: int, symbol: str, pays: Mapping[str, int]) -> bool:
    """From 50,000 to all that one has; and each of the games pays as often as it is said to."""
    p = now(match)
    step = p.agenda[-1]
    offers = match.legal(seat)
    most = p.chips[seat]
    ends = all(a.Bet(pick, sum_) in offers for pick in CASINO_PICKS[symbol] for sum_ in (UNIT, most))
    return (
        ends
        and (step.cash, step.most) == (p.chips[step.host], most)
        and a.Bet(CASINO_PICKS[symbol][0], most + UNIT) not in offers
        and {wins.game: wins.pays for wins in PICKS[symbol].values() if wins.pays} == pays
    )


def bluffing(match: Match, seat: int, takeover: bool) -> bool:
    """A loser gives in, and owes what was said, or lays any card."""
    p = now(match)
    step = p.agenda[-1]
    cards = {action.card for action in match.legal(seat) if isinstance(action, a.Bluff)}
    due = 0 if takeover else step.game.due(seat)
    return cards == set(p.hands[seat]) and a.Concede() in match.legal(seat) and step.due == due


def judging(match: Match, seat: int, takeover: bool) -> bool:
    """Doubt: what either owes is what was said; accept: the card goes unseen, and it is played again."""
    p = now(match)
    step = p.agenda[-1]
    if set(match.legal(seat)) != {a.Accept(), a.Doubt()} or bool(step.game.stake) == takeover:
        return False
    after, told = done(match, seat, a.Doubt())
    true = p.laid == step.symbol
    loser, winner, owed = (seat, step.bluffer, step.risk) if true else (step.bluffer, seat, step.gain)
    if takeover:
        taken = next((event.loser for event in told if isinstance(event, e.TookOver)), None)
        return loser == (taken if taken is not None else after.agenda[-1].loser)
    paid = next(event for event in told if isinstance(event, e.Paid))
    return (paid.seat, paid.to, paid.amount + paid.left) == (loser, winner, owed)


def picking(match: Match, seat: int) -> bool:
    """The same game for the same stake, with more than one thing to bet on."""
    game = now(match).agenda[-1].game
    picks = PICKS[game.symbol]
    same = {pick for pick, wins in picks.items() if wins.game == picks[game.pick].game}
    return {action.pick for action in match.legal(seat)} == same and len(same) > 1  # type: ignore[attr-defined]


def potting(match: Match, seat: int, symbol: str) -> bool:
    """A pot that is not empty is won or stays, and costs nothing."""
    p = now(match)
    pick = POT_PICKS[symbol][0]
    wins = min(PICKS[symbol][pick].on)
    won, _ = done(match, seat, a.Pick(pick), *((wins,) if symbol == "roulette" else dice(wins)))
    after, _ = done(match, seat, a.Pick(pick), *((36,) if symbol == "roulette" else dice(6)))
    return won.chips[seat] == p.chips[seat] + p.pot > p.chips[seat] and after.chips == p.chips


def slamming(match: Match, seat: int, won: int, short: bool) -> bool:
    """What stopping brings, and what the next step brings, is paid; and it is less than usual if it is said so."""
    p = now(match)
    step = p.agenda[-1]
    after, _ = done(match, seat, a.Collect())
    further = match.copy(Scripted(WON[won:]))
    further.play(seat, a.Dare())
    if won < len(SLAM) - 2:
        further.play(seat, a.Collect())
    return (
        after.chips[seat] == p.chips[seat] + step.safe
        and now(further).chips[seat] == p.chips[seat] + step.prize
        and (p.bank < SLAM[won + 1]) == short
        and set(match.legal(seat)) == {a.Collect(), a.Dare()}
    )


def taking_over(match: Match, seat: int, symbol: str) -> bool:
    """Any casino of anybody else, for 100,000 and one of one's own."""
    p = now(match)
    offers = [action for action in match.legal(seat) if isinstance(action, a.Challenge)]
    others = {c for c, owner in zip(CASINOS, p.owners, strict=True) if owner not in (None, seat)}
    after, _ = done(match, seat, offers[0])
    return (
        {action.casino for action in offers} == others
        and {action.pick for action in offers} == set(TAKEOVER_PICKS[symbol])
        and a.Decline() in match.legal(seat)
        and after.pot == p.pot + PRICE
        and bool(p.casinos_of(seat))
    )


def choosing_a_prize(match: Match, seat: int) -> bool:
    p = now(match)
    return {action.casino for action in match.legal(seat)} == set(p.casinos_of(p.agenda[-1].loser))  # type: ignore[attr-defined]


def selling(match: Match, seat: int, debt: bool) -> bool:
    """Because the chips are gone: for what one owes, or for the smallest stake."""
    p = now(match)
    step = p.agenda[-1]
    own = {action.casino for action in match.legal(seat)} == set(p.casinos_of(seat))  # type: ignore[attr-defined]
    return own and p.chips[seat] == 0 and (step.creditor is not None) == debt and (debt or step.due == UNIT)


def bidding(match: Match, seat: int, why: str) -> bool:
    """From what is said to all that one has, and the creditor with the claim too; the highest bid is what it costs."""
    p = now(match)
    step = p.agenda[-1]
    claim = step.due if seat == step.creditor else 0
    offers = match.legal(seat)
    last = match.copy()
    last.play(seat, a.Bid(step.least))
    while last.position.agenda and last.position.agenda[-1].__class__ is step.__class__:
        last.play(last.to_act[0], a.Pass())
    sold = next(event for event in last.view(None).log.newest_first() if isinstance(event, e.Sold))
    kind = "creditor" if claim else "debt" if step.creditor is not None else "stake" if step.due else "free"
    return (
        kind == why
        and step.purse == p.chips[seat] + claim
        and a.Bid(step.least) in offers
        and a.Bid(step.purse + UNIT) not in offers
        and (sold.buyer, sold.price, sold.offset) == (seat, step.least, min(claim, step.least))
    )


def laying_out(match: Match, seat: int) -> bool:
    p = now(match)
    found = combinations_in(p.seats, p.casinos_of(seat))
    return {action.casinos for action in match.legal(seat)} == set(found) and len(found) > 1  # type: ignore[attr-defined]


PROMISES: Mapping[str, Callable[[Match, int], bool]] = {
    "choose-start": starting,
    "start-turn": partial(beginning, running=False, announce=False, auction=False),
    "start-turn.auction": partial(beginning, running=False, announce=False, auction=True),
    "start-turn.ready": partial(beginning, running=False, announce=True, auction=False),
    "start-turn.ready.auction": partial(beginning, running=False, announce=True, auction=True),
    "start-turn.running": partial(beginning, running=True, announce=False, auction=False),
    "start-turn.running.auction": partial(beginning, running=True, announce=False, auction=True),
    "roll-again": rolling_again,
    "jump": jumping,
    "buy-casino": partial(buying, what="casino"),
    "stake.roulette": partial(staking, symbol="roulette", pays={"colour": 1, "dozen": 2, "six": 5}),
    "stake.dice": partial(staking, symbol="dice", pays={"parity": 1, "two": 2, "one": 5}),
    "stake.cards": partial(staking, symbol="cards", pays={"colour": 1, "court": 2, "suit": 3}),
    "offer-bluff": partial(bluffing, takeover=False),
    "offer-bluff.takeover": partial(bluffing, takeover=True),
    "judge-bluff": partial(judging, takeover=False),
    "judge-bluff.takeover": partial(judging, takeover=True),
    "pick-again": picking,
    "buy-bluff": partial(buying, what="card"),
    "buy-bluff.full": partial(buying, what="full"),
    "discard-bluff": discarding,
    "pot-game.roulette": partial(potting, symbol="roulette"),
    "pot-game.dice": partial(potting, symbol="dice"),
    "grand-slam.dice": partial(slamming, won=0, short=False),
    "grand-slam.cards": partial(slamming, won=1, short=False),
    "grand-slam.roulette": partial(slamming, won=2, short=False),
    "grand-slam.short.dice": partial(slamming, won=0, short=True),
    "grand-slam.short.cards": partial(slamming, won=1, short=True),
    "grand-slam.short.roulette": partial(slamming, won=2, short=True),
    "takeover.roulette": partial(taking_over, symbol="roulette"),
    "takeover.dice": partial(taking_over, symbol="dice"),
    "takeover.cards": partial(taking_over, symbol="cards"),
    "choose-prize": choosing_a_prize,
    "choose-sale.debt": partial(selling, debt=True),
    "choose-sale.stake": partial(selling, debt=False),
    "bidding.free": partial(bidding, why="free"),
    "bidding.stake": partial(bidding, why="stake"),
    "bidding.debt": partial(bidding, why="debt"),
    "bidding.creditor": partial(bidding, why="creditor"),
    "choose-combination": laying_out,
}
"""By question: whether what it says is so, for the seat that is asked."""


def poor_slam(bank: int, *dared: int) -> tuple[Match, int]:
    """A Grand Slam with so little in the bank, after these draws."""
    match = landing("grand-slam-8", *dared, bank=bank)
    for _ in dared:
        do(match, 0, "dare")
    return match, 0


RARE = [poor_slam(bank, *WON[:won]) for bank in (50 * K, 200 * K, 700 * K) for won in range(3) if bank < SLAM[won + 1]]
