"""What a choice leads to, in words: it comes about when the choice is made."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run import actions as a
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.draw import preview
from speelhol.games.cash_and_run.draw.ring import race_words
from speelhol.games.cash_and_run.rules import ChooseCombination, RollAgain
from speelhol.games.cash_and_run.rules_auction import Bidding, ChooseSale
from speelhol.games.cash_and_run.rules_casino import BuyCasino, Stake
from speelhol.games.cash_and_run.rules_duel import ChoosePrize, OfferBluff, PickAgain
from speelhol.games.cash_and_run.rules_spaces import BuyBluff, GrandSlam, PotGame, Takeover
from speelhol.games.cash_and_run.table import ALL_PLAY, KIND, LAP, PLACE, PRICE, Cash
from speelhol.kernel import Action, Event, Match, Stream
from tests.contract.promises import questions
from tests.rules import rule

from .scene import now

NAMES = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn"]
SPEECH = GAME.speak("en", NAMES)
MATCHES = 30
OFTEN = 80
"""So many times is a line looked at, whatever its sums and names are."""


class After:
    """What becomes of it if this seat does so; `luck` decides what is drawn."""

    def __init__(self, match: Match, seat: int, action: Action, luck: str = "") -> None:
        self.match = match.copy(Stream(luck))
        self.told: list[Event] = [event for event, _ in self.match.play(seat, action)]

    @property
    def p(self) -> Cash:
        return now(self.match)

    @property
    def asks(self) -> object:
        return self.p.agenda[-1] if self.p.agenda else None

    def first(self, kind: type[Event]) -> object:
        return next((event for event in self.told if isinstance(event, kind)), None)

    def settle(self) -> After:
        """Whoever has lost gives in, and nobody bids."""
        while isinstance(self.asks, (OfferBluff, Bidding)):
            answer = a.Concede() if isinstance(self.asks, OfferBluff) else a.Pass()
            self.told += [event for event, _ in self.match.play(self.match.to_act[0], answer)]
        return self


def sums(words: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+|\b0\b", words)]


def announced(match: Match, seat: int, action: Action, words: str) -> bool:
    """A spade holds it back, any other card brings the pawn to that corner; the turn is over either way."""
    for number in range(12):
        after = After(match, seat, action, str(number))
        corner = f"corner {after.p.pawns[seat]} and the lap begins" in words
        held = after.first(e.HeldBack) is not None
        begins = after.p.laps[seat] is not None or isinstance(after.asks, ChooseCombination)
        if held == begins or (begins and not corner):
            return False
    return True


def offered(match: Match, seat: int, action: Action, words: str) -> bool:
    after = After(match, seat, action)
    least = after.asks.least if isinstance(after.asks, Bidding) else PRICE
    back = after.settle().first(e.BoughtBack)
    return isinstance(back, e.BoughtBack) and sums(words) == [least, back.amount]


def bid(match: Match, seat: int, action: Action, words: str) -> bool:
    assert isinstance(action, a.Bid)
    step = now(match).agenda[-1]
    sold = After(match, seat, action).settle().first(e.Sold)
    assert isinstance(sold, e.Sold)
    due = [step.due] if seat == step.creditor else []
    return (sold.buyer, sold.price) == (seat, action.amount) and sums(words) == [sold.price, *due]


def went(match: Match, seat: int, action: Action, words: str) -> bool:
    """What the space brings is what was said; a game that can't be played means a sale, or bankruptcy."""
    assert isinstance(action, a.Go)
    after, p = After(match, seat, action), now(match)
    kind, asks, said = KIND[PLACE[action.space]], after.asks, sums(words)
    if "othing happens" in words:
        return after.first(e.Nothing) is not None
    if kind == "casino":
        return visited(p, after, seat, action.space, words)
    if kind == "all-play":
        short = after.first(e.BankShort)
        won = after.first(e.AllPlayWon)
        assert isinstance(won, e.AllPlayWon)
        lacks = short.amount if isinstance(short, e.BankShort) else 0
        return won.amount + lacks == ALL_PLAY and said == [ALL_PLAY, *([p.bank] if lacks else [])]
    if kind == "pot":
        picked = isinstance(asks, PotGame) or after.first(e.Picked) is not None
        return picked and said == [p.pot] and p.pot > 0
    if kind == "grand-slam":
        return isinstance(asks, GrandSlam) and said[0] == asks.safe and said[1] >= asks.prize
    return isinstance(asks, BuyBluff if kind == "bluff" else Takeover) and said == [PRICE]


def visited(p: Cash, after: After, seat: int, casino: str, words: str) -> bool:
    owner, asks = p.owner(casino), after.asks
    if owner is None:
        return isinstance(asks, BuyCasino) and "is free: 100,000" in words
    if owner == seat:
        return isinstance(asks, RollAgain) and asks.seat == seat and "you may roll again" in words
    if f"against {NAMES[owner]}" not in words:
        return False
    bankrupt = any(isinstance(event, e.Bankrupted) and event.seat == seat for event in after.told)
    if "first a casino of yours is auctioned" in words:
        return isinstance(asks, ChooseSale) and asks.seat == seat and not bankrupt
    if "you are bankrupt and out of the game" in words:
        return bankrupt and seat in after.p.out
    return isinstance(asks, Stake) and asks.host == owner and sums(words) == [asks.cash] and not bankrupt


def bought(match: Match, seat: int, action: Action, words: str) -> bool:
    after = After(match, seat, action)
    return sums(words) == [after.p.pot - now(match).pot, after.p.chips[seat]]


def bluffed(match: Match, seat: int, action: Action, words: str) -> bool:
    """Doubted, a true card wins the game and another loses it; accepted, it is played again."""
    step = now(match).agenda[-1]
    again = After(match, seat, action).match
    accepted = After(again, step.judge, a.Accept())
    replayed = isinstance(accepted.asks, PickAgain) or accepted.first(e.Won) is not None
    doubted = After(again, step.judge, a.Doubt())
    verdict = doubted.first(e.Doubted)
    assert isinstance(verdict, e.Doubted)
    return replayed and verdict.true == words.startswith("It is true") and NAMES[step.judge] in words


def owed(after: After, loser: int, winner: int, amount: int) -> bool:
    """Chips go over, and the rest is a debt; or a casino does, where chips are not played for."""
    if not amount:
        return after.first(e.TookOver) is not None or isinstance(after.asks, ChoosePrize)
    paid = after.first(e.Paid)
    return isinstance(paid, e.Paid) and (paid.seat, paid.to, paid.amount + paid.left) == (loser, winner, amount)


def conceded(match: Match, seat: int, action: Action, words: str) -> bool:
    """Cards are kept by all who stay in the game."""
    step = now(match).agenda[-1]
    after = After(match, seat, action)
    kept = after.p.hands[seat] == now(match).hands[seat] or seat in after.p.out
    return kept and sums(words) == ([step.due] if step.due else []) and owed(after, seat, step.judge, step.due)


def accepted(match: Match, seat: int, action: Action, words: str) -> bool:
    step = now(match).agenda[-1]
    after = After(match, seat, action)
    unseen = not any(getattr(event, "card", None) for event in after.told if isinstance(event, (e.Accepted, e.Doubted)))
    replayed = isinstance(after.asks, PickAgain) or after.first(e.Won) is not None
    due = [step.game.due(step.bluffer), step.game.due(seat)] if step.game.stake else []
    return unseen and replayed and sums(words) == due


def doubted(match: Match, seat: int, action: Action, words: str) -> bool:
    p = now(match)
    step, true = p.agenda[-1], p.laid == p.agenda[-1].symbol
    due = [step.game.due(step.bluffer), step.game.due(seat)] if step.game.stake else [0, 0]
    loser, winner = (seat, step.bluffer) if true else (step.bluffer, seat)
    said = sums(words) == (due if step.game.stake else [])
    return said and owed(After(match, seat, action), loser, winner, due[true])


def collected(match: Match, seat: int, action: Action, words: str) -> bool:
    return sums(words) == [After(match, seat, action).p.chips[seat] - now(match).chips[seat]]


def dared(match: Match, seat: int, action: Action, words: str) -> bool:
    """Won, it is that sum, at once or if one stops there; lost, it is nothing, and another's turn."""
    outcomes = set()
    for number in range(12):
        after = After(match, seat, action, str(number))
        lost = after.first(e.SlamLost) is not None
        if isinstance(after.asks, GrandSlam):
            after.told += [event for event, _ in after.match.play(seat, a.Collect())]
        gain = after.p.chips[seat] - now(match).chips[seat]
        if lost != (gain == 0) or (not lost and sums(words) != [gain]):
            return False
        if lost and after.first(e.TurnBegan) is None and not after.match.over:
            return False
        outcomes.add(lost)
    return outcomes == {False, True}


def challenged(match: Match, seat: int, action: Action, words: str) -> bool:
    """Either of the two casinos goes over; a run with this one is over then, and only then."""
    assert isinstance(action, a.Challenge)
    host = now(match).owner(action.casino)
    assert host is not None
    outcomes = set()
    for number in range(12):
        after = After(match, seat, action, str(number)).settle()
        won = after.p.owner(action.casino) == seat
        taken = after.first(e.TookOver)
        if not won and isinstance(taken, e.TookOver) and (taken.seat, taken.loser) != (host, seat):
            return False
        ended = now(match).laps[host] is not None and after.p.laps[host] is None
        if ended != (won and "that run is over" in words):
            return False
        outcomes.add(won)
    return outcomes == {False, True} and f"{NAMES[host]} takes a casino of yours" in words


def taken(match: Match, seat: int, action: Action, words: str) -> bool:
    assert isinstance(action, a.Take)
    after = After(match, seat, action)
    race = race_words(after.match.view(seat).now, seat, SPEECH, action.casino)
    return after.p.owner(action.casino) == seat and words == f"With it: {race}."


def laid_out(match: Match, seat: int, action: Action, words: str) -> bool:
    """The lap is run with these, and is over once one of them is another's."""
    assert isinstance(action, a.LayOut)
    lap = After(match, seat, action).p.laps[seat]
    return lap is not None and lap.gone < LAP and set(lap.casinos) == set(action.casinos)


LEADS: dict[type[Action], Callable[[Match, int, Action, str], bool]] = {
    a.Announce: announced,
    a.Offer: offered,
    a.Bid: bid,
    a.Go: went,
    a.Buy: bought,
    a.Bluff: bluffed,
    a.Concede: conceded,
    a.Accept: accepted,
    a.Doubt: doubted,
    a.Collect: collected,
    a.Dare: dared,
    a.Challenge: challenged,
    a.Take: taken,
    a.LayOut: laid_out,
}


def said_of(match: Match, seat: int, action: Action) -> str:
    return preview.then(match.view(seat), action, SPEECH)


def lines() -> dict[str, re.Pattern[str]]:
    """By key, what a choice may be said to lead to; what a bet brings is told beside the cloth (`test_draw.py`)."""
    return {
        key: re.compile(re.sub(r"\\{.*?\\}", ".+", re.escape(GAME.words.sentence(key, "en"))))
        for key in GAME.words.own
        if key.startswith("then.") and key != "then.bet"
    }


def looked_at(match: Match, seat: int, rng: random.Random) -> list[Action]:
    """All spaces of a jump, all answers where there are few, and else one that is chosen at random."""
    legal = match.legal(seat)
    if isinstance(now(match).agenda[-1], Stake | Bidding | Takeover):
        return [legal.sample(rng) for _ in range(2)]
    return list(legal)


@rule("cash-and-run/casino.visit", "cash-and-run/bankruptcy.stake")
def test_what_a_choice_is_said_to_lead_to_comes_about() -> None:
    rng, every, met = random.Random("then"), lines(), Counter[str]()
    for seats in (3, 4, 6):
        for number in range(MATCHES):
            for match, seat in questions(GAME, seats, {}, GAME.rules, f"then/{number}"):
                for action in looked_at(match, seat, rng):
                    words = said_of(match, seat, action)
                    if not words:
                        continue
                    (key,) = (key for key, line in every.items() if line.fullmatch(words))
                    if met[key] < OFTEN:
                        assert LEADS[type(action)](match, seat, action, words), (words, str(action))
                        met[key] += 1
    assert set(met) == set(every)
