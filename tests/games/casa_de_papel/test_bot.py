"""The mind of La Casa de Papel: what it does where the sensible thing is known, and what it believes."""

from __future__ import annotations

import random

import pytest

from speelhol.bots import Chancer, Greedy
from speelhol.bots.worlds import Lucks
from speelhol.games.casa_de_papel.actions import Accuse, Choose, Claim, Keep, Lay, Look, Suspect, Swap
from speelhol.games.casa_de_papel.bot import infer
from speelhol.games.casa_de_papel.bot.mind import MIND
from speelhol.games.casa_de_papel.bot.policy import Shown
from speelhol.games.casa_de_papel.bot.rollout import Rest
from speelhol.games.casa_de_papel.table import PROFESSOR, RAQUEL, RED
from speelhol.kernel import EVEN, Action, Match, Temper
from speelhol.kernel.chance import SharedNumbers
from tests.rules import rule

from .mint import GAME, choose, dark, deal, hand_over, lay, play, position, round_of, tag

MONEY, SABOTAGE = "m0 m0 m250 s0 s0", "s0 s0 s250 m0 m0"


def preferred(match: Match, seat: int, temper: Temper = EVEN, times: int = 40) -> list[Action]:
    rng = random.Random(1)
    return [MIND.prefer(match.view(seat), temper, rng) for _ in range(times)]


def share(actions: list[Action], *wanted: Action) -> float:
    return sum(action in wanted for action in actions) / len(actions)


def robber(match: Match, seat: int, about: int) -> float:
    """How likely a seat takes another for a robber."""
    return next(b.chance for b in MIND.beliefs(match.view(seat), ()) if b.data["seat"] == about)


def claims(match: Match, *words: str) -> None:
    """What everybody says, by seat: "m0" with the wish to be chosen, "s0" without."""
    leader = position(match).leader
    play(
        match,
        *(
            f"{seat} claim {card} {'-' if seat == leader else 'choose' if card[0] == 'm' else 'leave'}"
            for seat, card in enumerate(words)
        ),
    )


# ---- at a glance


@rule("casa-de-papel/choose.own")
@pytest.mark.parametrize(("hand", "seat", "kind"), [(MONEY, 0, "m"), (SABOTAGE, 1, "s")])
def test_a_leader_lays_what_its_side_needs(hand: str, seat: int, kind: str) -> None:
    """The leader's own card is always chosen. Seat 0 is the Professor, seat 1 Raquel."""
    match = deal(5, [hand] * 1 if seat == 0 else ["", hand], leader=seat)
    laid = preferred(match, seat)
    assert sum(isinstance(a, Lay) and a.card[0] == kind for a in laid) > 0.8 * len(laid)


@rule("casa-de-papel/talk.claim")
def test_robbers_tell_the_truth_and_hostages_their_temper() -> None:
    match = deal(5, ["m0", "s0", "s0", "m0", "s0"], leader=3)
    lay(match, "m0", "s0", "s0", "m0", "s0")
    truth = GAME.read("claim s0 leave"), GAME.read("claim s leave")
    lies = [1 - share(preferred(match, 1, Temper(liar=liar), 200), *truth) for liar in (0.0, 0.5, 1.0)]
    assert share(preferred(match, 2), *truth) > 0.85
    assert 0.3 < lies[0] < lies[1] < lies[2]


def vague_lies(match: Match, seat: int) -> float:
    """How many of a seat's lies about money leave the amount out."""
    said = [a.card for a in preferred(match, seat, times=400) if isinstance(a, Claim) and a.card[0] == "m"]
    return said.count("m") / len(said)


@rule("casa-de-papel/talk.vague")
def test_a_hostage_lies_without_an_amount_where_it_would_be_found_out_and_is_chosen_anyway() -> None:
    """Seat 1 is Raquel with sabotage only: most of all when she leads; in the last round she rather gets chosen."""
    poor = ["", "s0 s0 s0 s250 s250"]
    leading, following = deal(5, poor, leader=1), deal(5, poor, leader=0)
    for match in (leading, following):
        lay(match)
    last = deal(5, poor, leader=0, skills=False)
    for _ in range(4):
        round_of(last)
    leader = position(last).leader
    assert (leader, tag(last)) == (4, "talk")
    assert vague_lies(leading, 1) > vague_lies(following, 1) > 0.3 > vague_lies(last, 1)


@rule("casa-de-papel/talk.vague")
def test_a_bot_names_amounts_where_the_rules_ask_for_them() -> None:
    match = deal(5, rules=1)
    lay(match)
    for seat in range(5):
        view = match.view(seat)
        offers = view.offers
        assert offers is not None
        assert all(action in offers for action in preferred(match, seat))
        assert all(action in offers for action in MIND.consider(view, EVEN, random.Random(1)))


@rule("casa-de-papel/print.majority")
def test_a_robber_sends_those_who_offer_money() -> None:
    match = deal(5, leader=0)
    lay(match)
    claims(match, "m0", "m0", "s0", "m250", "s0")
    assert share(preferred(match, 0), Choose((0, 1, 3))) == 1


@rule("casa-de-papel/raquel.look", "casa-de-papel/raquel.must")
def test_raquel_brings_in_what_is_called_sabotage() -> None:
    match = deal(5, ["m0 m0", "m0 m0", "m0 m0", "s0 s0", "m250 m250"], leader=2)
    round_of(match, "m0", "m0", "m0", "s0", "m250")
    lay(match, "m0", "m0", "m0", "s0", "m250")
    claims(match, "m0", "m0", "m0", "s0", "m0")
    leader = position(match).leader
    choose(match, leader, *[s for s in (0, 2, 4) if s != leader][:2])
    assert tag(match) == "reach"
    assert share(preferred(match, 1), Look(3)) == 1
    dark(match, 1, "look 3")
    assert all(isinstance(a, Swap) and a.into == 3 for a in preferred(match, 1))


# ---- what it believes


def after_a_bad_press(leader: int = 0) -> Match:
    """Seats 0, 2 and 4 said money, and two sabotage cards came out; it was seat 0 who told the truth."""
    match = deal(5, ["m0", "m0", "s0", "s0", "s0"], leader=leader)
    lay(match, "m0", "m0", "s0", "s0", "s0")
    claims(match, "m0", "m0", "m0", "s0", "m0")
    choose(match, 0, 2, 4)
    return match


def test_those_at_a_bad_press_are_suspected() -> None:
    match = after_a_bad_press()
    before = 3 / 4  # Raquel knows that three of the four others are robbers
    assert robber(match, 1, 2) < before < robber(match, 1, 3)
    assert robber(match, 1, 2) == pytest.approx(robber(match, 1, 4))


def seen_from_outside(*words: str) -> list[float]:
    """How far seat 3 takes seats 0, 1 and 2 for robbers, who said this and showed plain money twice and sabotage."""
    match = deal(5, ["m0", "m0", "s0"], leader=0)
    lay(match, "m0", "m0", "s0")
    claims(match, *words, "s0", "s0")
    choose(match, 0, 1, 2)
    return [robber(match, 3, seat) for seat in (0, 1, 2)]


@rule("casa-de-papel/talk.vague", "casa-de-papel/print.shuffled")
def test_an_exact_claim_that_did_not_come_out_is_found_out_and_a_vague_one_is_not() -> None:
    """All three said money. Who named a bonus that nobody has seen is the liar; without an amount it may be anybody."""
    named, unnamed, plain = (seen_from_outside("m0", "m0", said) for said in ("m250", "m", "m0"))
    assert named[2] < unnamed[2] < plain[2]
    assert named[1] > unnamed[1] > plain[1]
    glance = []
    for said in ("m250", "m", "m0"):
        past = Shown(
            0, [Claim("m0", None), *(Claim(c, "choose") for c in ("m0", said))], (0, 1, 2), ("m0", "m0", "s0"), False
        )
        found = [0.0] * 4
        past.add(found, 3, False)
        glance.append(found[2] - found[1])
    assert glance[0] > 0 == glance[1] == glance[2]


def test_my_own_card_sharpens_what_i_believe() -> None:
    """Seat 0 knows that both others at the press lied; to seat 1 it might have been any two of three."""
    match = after_a_bad_press()
    outside = robber(match, 1, 2) / (robber(match, 1, 2) + robber(match, 1, 3))
    inside = robber(match, 0, 2) / (robber(match, 0, 2) + robber(match, 0, 3))
    assert inside < outside


def test_a_leader_who_leaves_money_lying_is_suspected() -> None:
    chances = []
    for some in ((0, 1, 2), (0, 3, 4)):
        match = deal(5, leader=0)
        lay(match)
        claims(match, "m0", "m0", "m0", "s0", "s0")
        choose(match, *some)
        chances.append(robber(match, 1, 0))
    assert chances[1] < 0.3 * chances[0]


@rule("casa-de-papel/professor.look")
def test_the_professor_is_sure_of_whom_he_saw() -> None:
    match = deal(5)
    for _ in range(3):
        round_of(match)
    lay(match)
    dark(match, 0, "unmask 4")
    assert robber(match, 0, 4) == 0
    assert robber(match, 2, 4) > 0


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_beliefs_count_the_teams(seats: int) -> None:
    """With five or more players the number of robbers is known; with four it may be two or three."""
    match = deal(seats)
    round_of(match)
    for seat in range(seats):
        sides = infer.sides(match.view(seat))
        assert sum(chance for _, chance in sides) == pytest.approx(1)
        sizes = {len(red) for red, _ in sides}
        assert sizes == ({2, 3} if seats == 4 else {sum(c in RED for c in position(match).characters)})
        assert all((seat in red) == (position(match).characters[seat] in RED) for red, _ in sides)


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_what_it_dreams_can_not_be_told_from_what_is(seats: int) -> None:
    """At every decision of a match, for the seat that decides: the same view, the same offers, another truth."""
    rng = random.Random(seats)
    match = GAME.start(seats, "dreams")
    casts = set()
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        for dreamt in MIND.dream(view, 2, rng):
            world = GAME.imagine(view, rng, dreamt)
            assert world.view(seat).to_bytes() == view.to_bytes()
            assert set(dreamt.characters) >= {PROFESSOR, RAQUEL}
            casts.add(dreamt.characters)
        match.play(seat, MIND.prefer(view, EVEN, rng))
    assert len(casts) > 20


# ---- what it is worth


@rule("casa-de-papel/aim.goal")
def test_worth_goes_with_the_loot_and_adds_up_to_the_winners() -> None:
    chances = []
    for loot in (0, 1000, 2000):
        match = deal(5)
        for _ in range(3):
            round_of(match)
        position(match).loot = loot
        worth = MIND.worth(match)
        chances.append(worth[0])
        assert [each == worth[0] for each in worth] == [True, False, True, True, False]
        assert worth[0] + worth[1] == pytest.approx(1)
    assert chances[0] < 0.25
    assert chances[0] < chances[1] < chances[2]


def whims(mood: int) -> SharedNumbers:
    return Lucks(random.Random(mood)).pair(0)[1]


def quietly(match: Match, rng: SharedNumbers) -> None:
    """Play a match to its end at a glance; nobody speaks after the press, and notes in the dark take no thought."""
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        assert view.offers is not None
        dull = isinstance(view.offers[0], Suspect | Keep)  # type: ignore[index]
        if not dull:
            rng.turn(seat)
        match.play(seat, next(iter(view.offers)) if dull else MIND.prefer(view, EVEN, rng))


@pytest.mark.parametrize("skills", [True, False])
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_the_rest_of_a_match_is_what_the_rules_make_of_it(seats: int, skills: bool) -> None:
    for seed in range(2):
        match = GAME.start(seats, f"rest/{seed}", skills=skills)
        rng = random.Random(seed)
        while not match.over:
            by_rules = match.copy()
            quietly(by_rules, whims(seed))
            chance = Rest(position(match), EVEN, whims(seed)).play(9)
            assert chance == float(any(position(match).characters[s] in RED for s in by_rules.result.winners))  # type: ignore[union-attr]
            seat = match.to_act[0]
            match.play(seat, MIND.prefer(match.view(seat), EVEN, rng))


@pytest.mark.parametrize(("seat", "hand"), [(1, "s0 s0 s0 s0 s0"), (2, "m0 m0 m0 m0 m0")])
def test_who_plots_gets_to_the_press_what_its_side_needs(seat: int, hand: str) -> None:
    """Seat 1 is Raquel, seat 2 a robber; somebody else leads."""
    p = position(deal(5, [""] * seat + [hand], leader=3))
    at_a_glance, plotting = (
        sum(Rest(p, EVEN, whims(mood), plotter).play(1) for mood in range(300)) / 300 for plotter in (None, seat)
    )
    assert plotting < at_a_glance if seat == 1 else plotting > at_a_glance


@rule("casa-de-papel/end.trump")
def test_raquel_accuses_somebody_she_takes_for_a_robber() -> None:
    match = deal(5, ["m250 m250 m0 m0 m0", "s0 s0 s0 s0 s0", "m500 m500 m0 m0 m0"], leader=0)
    while tag(match) != "last-trump":
        asked = tag(match)
        if asked == "talk":
            p = position(match)
            claims(match, *(laid[-1] for laid in p.laid))
        elif asked == "choose-cards":
            p = position(match)
            some = sorted(range(5), key=lambda s: (s != p.leader, s not in (0, 2)))[:3]
            choose(match, *some)
        elif asked == "lay-card":
            lay(match)
        elif asked == "say-all":
            hand_over(match)
        else:
            dark(match)
    assert all(isinstance(a, Accuse) and a.seat in (0, 2) for a in preferred(match, 1))


def test_greedy_beats_random_on_either_side() -> None:
    """The same deals, three times: who plays greedily wins more."""
    wins = {"random": 0, "robbers": 0, "hostages": 0}
    for who in wins:
        for number in range(120):
            rng = random.Random(number)
            match = GAME.start(5, f"contest/{number}")
            while not match.over:
                seat = match.to_act[0]
                side = "robbers" if position(match).characters[seat] in RED else "hostages"
                bot = Greedy() if side == who else Chancer()
                match.play(seat, bot.choose(match.view(seat), rng))
            assert match.result is not None
            wins[who] += position(match).characters[match.result.winners[0]] in RED
    assert wins["robbers"] > wins["random"] + 10
    assert wins["hostages"] < wins["random"] - 5
