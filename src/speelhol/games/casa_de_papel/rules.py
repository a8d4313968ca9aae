"""The rounds, in the rulebook's order: lay a card, talk, choose, print, name a successor; then the last trump."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from ...kernel import Action, Choices, Dealer, Decision, Refused, Result, Sealed, Step, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import table as t
from .rules_dark import EXCHANGE, NO_DEED, PEEK, REACH
from .table import KITS, PROFESSOR, PROFESSORS_ROUND, RAQUEL, RAQUELS_ROUND, RED, ROUNDS, Casa


def setup(seats: int, options: t.CasaOptions, rules: int) -> Casa:
    return Casa(seats, options, rules, (SET_UP,))


# ---- set-up


class SetUp(Step[Casa], frozen=True, tag="set-up"):
    """Who takes part, who holds what and who leads first, by lot.

    [aim.teams] [setup.start] [setup.special] [setup.team-size] [setup.four] [setup.names] [setup.deck]
    [setup.first-leader]
    """

    def run(self, p: Casa, dealer: Dealer) -> None:
        kit = KITS[p.seats]
        robbers = dealer.shuffled(t.ROBBERS)[: kit.robbers - 1]
        hostages = dealer.shuffled(t.HOSTAGES)[: kit.hostages - 1]
        cast = [PROFESSOR, RAQUEL, *robbers, *hostages]
        if len(cast) > p.seats:  # four players: one robber or the hostage stays in the box, unseen
            p.aside = dealer.choice((robbers[-1], hostages[-1]))
            cast.remove(p.aside)
        p.characters = tuple(dealer.shuffled(cast))
        cards = dealer.shuffled(kit.deck)
        p.hands = tuple(tuple(sorted(cards[i : i + ROUNDS])) for i in range(0, len(cards), ROUNDS))
        p.laid = p.suspects = ((),) * p.seats
        for seat in kit.everyone:
            dealer.whisper(seat, e.Dealt(p.characters[seat], p.hands[seat]))
        p.leader = dealer.draw(p.seats)
        dealer.tell(e.Leads(p.leader))
        p.then(START_ROUND)


class StartRound(Step[Casa], frozen=True, tag="start-round"):
    """A round's phases, with a power cut where there is one. [round.phases] [setup.first-game] [raquel.when]"""

    def run(self, p: Casa, dealer: Dealer) -> None:
        p.led += (p.leader,)
        dealer.tell(e.RoundBegan(p.round, p.leader))
        p.then(
            LAY_CARD if p.round < ROUNDS else LAY_LAST,
            *((PEEK,) if p.round == PROFESSORS_ROUND and p.options.skills else ()),
            TALK,
            CHOOSE_CARDS,
            *((REACH, EXCHANGE) if p.round == RAQUELS_ROUND and p.options.skills else ()),
            PRINT,
        )


# ---- 1. everybody lays a card


@per_process()
def lays(hand: tuple[str, ...]) -> Choices:
    return Choices(a.Lay(card) for card in dict.fromkeys(hand))


def lay(p: Casa, cards: tuple[str, ...], dealer: Dealer) -> None:
    hands, laid = [], []
    for seat, card in enumerate(cards):
        hand = p.hands[seat]
        at = hand.index(card)
        hands.append(hand[:at] + hand[at + 1 :])
        laid.append((*p.laid[seat], card))
        dealer.whisper(seat, you_laid(card))
    p.hands, p.laid = tuple(hands), tuple(laid)
    dealer.tell(ALL_LAID)


class LayCard(Sealed[Casa], frozen=True, tag="lay-card"):
    """Everybody lays a card, in silence. [lay.silence]"""

    rule = "casa-de-papel/lay.one"
    hush = True

    def who(self, p: Casa) -> tuple[int, ...]:
        return KITS[p.seats].everyone

    def offers(self, p: Casa, seat: int) -> Choices:
        return lays(p.hands[seat])

    def prompt(self, p: Casa, seat: int) -> str:
        return "lay-card.leader" if seat == p.leader else "lay-card"

    def take(self, p: Casa, answers: tuple[a.Lay, ...], dealer: Dealer) -> None:
        lay(p, tuple([answer.card for answer in answers]), dealer)

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Lay):
            return Refused(self.rule, "not-in-hand")
        return Refused(self.rule, "not-offered")


class LayLast(Step[Casa], frozen=True, tag="lay-last"):
    """In the last round everybody has one card left, and everybody knows it: nobody needs to be asked. [lay.last]"""

    def run(self, p: Casa, dealer: Dealer) -> None:
        lay(p, tuple([hand[0] for hand in p.hands]), dealer)


# ---- 2. talk


@per_process()
def claims(leads: bool, vague: bool) -> Choices:
    """Whatever can be said of a card, true or not, with a wish. [talk.vague]"""
    wishes: tuple[Any, ...] = (None,) if leads else ("choose", "leave")
    return Choices(a.Claim(card, wish) for card in (t.CLAIMS if vague else t.CARDS) for wish in wishes)


class Talk(Sealed[Casa], frozen=True, tag="talk"):
    """Everybody claims something of their card; nobody is hushed meanwhile. [talk.free]"""

    rule = "casa-de-papel/talk.claim"

    def who(self, p: Casa) -> tuple[int, ...]:
        return KITS[p.seats].everyone

    def offers(self, p: Casa, seat: int) -> Choices:
        return claims(seat == p.leader, p.rules >= t.VAGUE)

    def prompt(self, p: Casa, seat: int) -> str:
        said = "talk" if p.rules >= t.VAGUE else "talk.exact"
        return f"{said}.leader" if seat == p.leader else said

    def take(self, p: Casa, answers: tuple[a.Claim, ...], dealer: Dealer) -> None:
        p.claims = answers
        for seat, claim in enumerate(answers):
            dealer.tell(claimed(seat, claim.card, claim.wish))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Claim) and seat == p.leader and action.wish is not None:
            return Refused("casa-de-papel/talk.leader", "leader-has-no-wish")
        if isinstance(action, a.Claim) and seat != p.leader and action.wish is None:
            return Refused(self.rule, "say-your-wish")
        return Refused(self.rule, "not-offered")


# ---- 3. the leader chooses cards


@per_process()
def choices(seats: int, leader: int) -> Choices:
    others = [s for s in range(seats) if s != leader]
    return Choices(a.Choose(tuple(sorted((leader, *some)))) for some in combinations(others, KITS[seats].chosen - 1))


class ChooseCards(Decision[Casa, a.Choose], frozen=True, tag="choose-cards"):
    rule = "casa-de-papel/choose.number"

    def who(self, p: Casa) -> int:
        return p.leader

    def offers(self, p: Casa, seat: int) -> Choices:
        return choices(p.seats, p.leader)

    def take(self, p: Casa, seat: int, action: a.Choose, dealer: Dealer) -> None:
        p.chosen = action.seats
        dealer.tell(e.Chosen(action.seats))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Choose):
            if p.leader not in action.seats:
                return Refused("casa-de-papel/choose.own", "own-card-too")
            return Refused(self.rule, "choose-this-many", number=KITS[p.seats].chosen)
        return Refused(self.rule, "not-offered")


# ---- 4. the press


def printed(loot: int, cards: Sequence[str]) -> int:
    """The loot after these cards: the majority counts, the minority does not.

    [print.majority] [print.bonus] [print.fine] [print.minority] [print.floor]
    """
    money = [card for card in cards if card[0] == "m"]
    if 2 * len(money) > len(cards):
        return loot + t.LOOT + sum([t.WORTH[card] for card in money])
    return max(0, loot + sum([t.WORTH[card] for card in cards if card[0] == "s"]))


class Print(Step[Casa], frozen=True, tag="print"):
    """The chosen cards are opened in an order that tells nothing; then it goes on, or it ends.

    [print.shuffled] [print.unchosen] [raquel.traces] [successor.none] [end.below]
    """

    def run(self, p: Casa, dealer: Dealer) -> None:
        owners = p.chosen
        if p.round == RAQUELS_ROUND and p.deed is not None and p.deed.out is not None:
            assert p.deed.into is not None
            owners = put(owners, owners.index(p.deed.out), p.deed.into)
        cards = tuple(sorted([p.laid[seat][-1] for seat in owners]))
        before, p.loot = p.loot, printed(p.loot, cards)
        change = p.loot - before
        p.rounds += (t.Round(p.leader, p.claims, p.chosen, cards, change),)
        p.claims = p.chosen = ()
        dealer.tell(e.Pressed(cards, change, p.loot))
        if p.round < ROUNDS:
            p.then(SAY, SUCCESSION, START_ROUND)
        elif p.loot >= KITS[p.seats].goal:
            dealer.tell(e.GoalMet(p.loot, p.seat_of(RAQUEL)))
            p.then(LAST_TRUMP, END)
        else:
            p.then(END)


# ---- 5. what the players think, and the next leader


@per_process()
def statements(seats: int, seat: int) -> Choices:
    whats: tuple[Any, ...] = ("robber", "hostage", "lied", "honest")
    return Choices((KEEP, *(a.Say(s, what) for s in range(seats) if s != seat for what in whats)))


class SayAll(Sealed[Casa], frozen=True, tag="say-all"):
    rule = "casa-de-papel/successor.talk"

    def who(self, p: Casa) -> tuple[int, ...]:
        return KITS[p.seats].everyone

    def offers(self, p: Casa, seat: int) -> Choices:
        return statements(p.seats, seat)

    def prompt(self, p: Casa, seat: int) -> str:
        return "say-all" if len(heirs(p.seats, p.led)) > 1 else "say-all.only"

    def take(self, p: Casa, answers: tuple[a.Say | a.Keep, ...], dealer: Dealer) -> None:
        p.rounds = (*p.rounds[:-1], replace(p.rounds[-1], said=answers))
        for seat, answer in enumerate(answers):
            if isinstance(answer, a.Say):
                dealer.tell(said(seat, answer.about, answer.what))
            else:
                dealer.tell(said(seat, None, None))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Say):
            return Refused(self.rule, "speak-of-another")
        return Refused(self.rule, "not-offered")


@per_process()
def heirs(seats: int, led: tuple[int, ...]) -> Choices:
    fresh = [s for s in range(seats) if s not in led]
    return Choices(a.Appoint(s) for s in fresh or [s for s in range(seats) if s != led[-1]])


class Succession(Step[Casa], frozen=True, tag="succession"):
    """Asks the leader, unless everybody knows that only one player is left."""

    def run(self, p: Casa, dealer: Dealer) -> None:
        offers = heirs(p.seats, p.led)
        if len(offers) > 1:
            p.then(NAME_SUCCESSOR)
        else:
            (only,) = offers
            appoint(p, only, dealer)


def appoint(p: Casa, action: Any, dealer: Dealer) -> None:
    p.leader = action.seat
    dealer.tell(e.Appointed(action.seat))


class NameSuccessor(Decision[Casa, a.Appoint], frozen=True, tag="name-successor"):
    rule = "casa-de-papel/successor.name"
    binding = True

    def who(self, p: Casa) -> int:
        return p.leader

    def offers(self, p: Casa, seat: int) -> Choices:
        return heirs(p.seats, p.led)

    def take(self, p: Casa, seat: int, action: a.Appoint, dealer: Dealer) -> None:
        appoint(p, action, dealer)

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Appoint):
            if len(p.led) >= p.seats:
                return Refused("casa-de-papel/successor.four", "not-yourself")
            return Refused(self.rule, "has-led")
        return Refused(self.rule, "not-offered")


# ---- the end


@per_process()
def accusations(seats: int, seat: int) -> Choices:
    return Choices(a.Accuse(s) for s in range(seats) if s != seat)


class LastTrump(Decision[Casa, a.Accuse], frozen=True, tag="last-trump"):
    rule = "casa-de-papel/end.trump"
    binding = True
    hush = True

    def who(self, p: Casa) -> int:
        return p.seat_of(RAQUEL)

    def offers(self, p: Casa, seat: int) -> Choices:
        return accusations(p.seats, seat)

    def take(self, p: Casa, seat: int, action: a.Accuse, dealer: Dealer) -> None:
        right = p.characters[action.seat] == PROFESSOR
        if right:
            p.loot -= t.LOOT
        dealer.tell(e.Accused(action.seat, right, p.loot))

    def refuse(self, p: Casa, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Accuse):
            return Refused(self.rule, "accuse-another")
        return Refused(self.rule, "not-offered")


class End(Step[Casa], frozen=True, tag="end"):
    """The masks come off, and one side wins. [aim.goal] [end.masks] [end.winner]"""

    def run(self, p: Casa, dealer: Dealer) -> None:
        goal = KITS[p.seats].goal
        robbers_won = p.loot >= goal
        scores = [int((character in RED) == robbers_won) for character in p.characters]
        p.result = Result.of(scores)
        for seat, character in enumerate(p.characters):
            dealer.tell(e.Was(seat, character))
        if p.aside is not None and p.rules >= t.VAGUE:
            dealer.tell(e.InBox(p.aside))
        if p.options.skills:
            deed = p.deed or NO_DEED
            dealer.tell(e.DarkDeed(deed.looked, deed.out, deed.into))
            dealer.tell(e.DarkLook(p.met))
        dealer.tell(e.Ended(p.loot, goal, robbers_won))


you_laid, claimed, said = per_process()(e.YouLaid), per_process()(e.Claimed), per_process()(e.Said)
KEEP = a.Keep()
ALL_LAID = e.AllLaid()
SET_UP, START_ROUND, LAY_CARD, LAY_LAST, TALK, CHOOSE_CARDS = (
    SetUp(), StartRound(), LayCard(), LayLast(), Talk(), ChooseCards(),
)  # fmt: skip
PRINT, SAY, SUCCESSION = Print(), SayAll(), Succession()
NAME_SUCCESSOR, LAST_TRUMP, END = NameSuccessor(), LastTrump(), End()
