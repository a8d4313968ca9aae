"""What is told and asked on the way, what chance is asked, and refusals of what belongs to another moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from speelhol.games.cash_and_run import actions as a
from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.table import PLACE, Lap
from speelhol.kernel import Event, Match
from tests.rules import rule

from .scene import BLUES, ROULETTES, K, M, before, card, dice, do, landing, now, scene, why_not

LONDON: dict[str, Any] = {"owns": {1: ("london",)}}
SHORT: dict[str, Any] = {"bank": 200 * K, "chips": {0: M, 1: M, 2: M}}
RIVALS: dict[str, Any] = {"owns": {0: ("london", "manila"), 1: ("cairo",)}}


def arranged(space: str, *draws: int, **facts: Any) -> Match:
    """Seat 0 begins its turn or, with a space, has come there."""
    return landing(space, *draws, **facts) if space else scene(*draws, **facts)


# ---- told to everybody

TOLD: list[tuple[str, Sequence[int], dict[str, Any], Sequence[str], Event]] = [
    ("bluff-2", (), {"roll": (1, 1)}, ("0 decline", "0 stop"), e.Stopped(0)),
    ("london", (), {}, ("0 decline",), e.Declined(0)),
    ("bluff-2", (), {}, ("0 decline",), e.Declined(0)),
    ("corner-9", (), {}, ("0 decline",), e.Declined(0)),
    ("takeover-13", (), RIVALS, ("0 decline",), e.Declined(0)),
    ("corner-9", (), {}, ("0 go havana",), e.Jumped(0, "havana")),
    ("london", dice(1), LONDON, ("0 bet even 100000",), e.Staked(0, "even", 100 * K)),
    ("london", dice(1), LONDON, ("0 bet even 100000",), e.Paid(0, 1, 100 * K, 0)),
    ("london", dice(2), LONDON, ("0 bet even 100000",), e.Paid(1, 0, 100 * K, 0)),
    ("pot-4", (5,), {"pot": M}, ("0 pick dozen-2",), e.Picked(0, "dozen-2")),
    ("grand-slam-8", dice(1), {}, ("0 dare",), e.SlamLost(0)),
    ("takeover-26", dice(1), RIVALS, ("0 challenge cairo even",), e.Challenged(0, 1, "cairo", "even")),
    ("", (), {"owns": {0: ("cairo",)}}, ("0 offer cairo",), e.PutUp(0, "cairo", None, 0)),
    ("", (), {"owns": {0: ("cairo",)}}, ("0 offer cairo", "1 bid 100000"), e.BidMade(1, 100 * K)),
    ("", (), {"owns": {0: ("cairo",)}}, ("0 offer cairo", "1 pass"), e.Passed(1)),
    ("", (card("2", "clubs"),), {"owns": {0: BLUES}}, ("0 announce",), e.Announced(0)),
    ("", (card("2", "spades"),), {"owns": {0: BLUES}}, ("0 announce",), e.HeldBack(0)),
    ("", (card("2", "clubs"),), {"owns": {0: BLUES}}, ("0 announce",), e.LapBegan(0, "corner-0", BLUES)),
    ("", dice(1, 3), {"owns": {0: BLUES}, "laps": {0: Lap("corner-0", 0, BLUES)}}, ("0 roll",), e.LapWent(0, 32)),
    ("all-play-20", dice(6, 1, 2, 3), {}, (), e.AllPlays(0, "dice")),
    ("all-play-20", dice(6, 1, 2, 3), SHORT, (), e.AllPlayWon(0, 200 * K)),
    ("all-play-20", dice(6, 1, 2, 3), SHORT, (), e.BankShort(1, 0, 300 * K)),
]


@rule("cash-and-run/set-up.open")
@pytest.mark.parametrize(("space", "draws", "facts", "moves", "event"), TOLD)
def test_everybody_hears_what_somebody_does(
    space: str, draws: Sequence[int], facts: dict[str, Any], moves: Sequence[str], event: Event
) -> None:
    match = arranged(space, *draws, **facts)
    for move in moves:
        do(match, int(move[0]), move[2:])
    for audience in (None, 0, 3):
        assert list(match.view(audience).log).count(event) == 1


@rule("cash-and-run/bluff.offer", "cash-and-run/bluff.replay", "cash-and-run/bluff.judge")
def test_everybody_hears_how_a_bluff_goes_and_only_its_owner_which_card_it_was() -> None:
    match = landing("london", *dice(1), *dice(1), hands={0: ("blank", "dice")}, **LONDON)
    do(match, 0, "bet even 100000")
    assert [type(event) for event in do(match, 0, "bluff blank")] == [e.Bluffed, e.YouPut]
    assert do(match, 1, "accept") == [e.Accepted(1, 0)]
    do(match, 0, "pick even")
    assert e.Conceded(0) in do(match, 0, "concede")
    heard = {audience: list(match.view(audience).log) for audience in (None, 0, 1)}
    assert (e.YouPut("blank") in heard[0], e.YouPut("blank") in heard[1]) == (True, False)
    assert e.Accepted(1, 0) in heard[None]


def test_what_comes_to_light_is_what_a_match_that_is_looked_at_again_marks() -> None:
    told = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind != Event]
    assert {kind.__name__ for kind in told if kind.reveals} == {
        "Begins",
        "Dealt",
        "Doubted",
        "Drew",
        "Opened",
        "Rolled",
        "RolledFirst",
        "Spun",
        "Threw",
        "YouDrew",
        "Zero",
    }


# ---- asked

PROMPTS: list[tuple[str, Sequence[int], dict[str, Any], Sequence[str], str]] = [
    ("bluff-2", (), {}, (), "0 buy-bluff"),
    ("bluff-2", (), {"hands": {0: ("dice", "dice", "dice")}}, (), "0 buy-bluff.full"),
    ("bluff-2", (), {"hands": {0: ("dice", "dice")}}, (), "0 buy-bluff"),
    ("pot-4", (), {"pot": M}, (), "0 pot-game.roulette"),
    ("pot-17", (), {"pot": M}, (), "0 pot-game.dice"),
    ("las-vegas", (), {"owns": {1: ("las-vegas",)}}, (), "0 stake.roulette"),
    ("london", (), LONDON, (), "0 stake.dice"),
    ("cairo", (), {"owns": {1: ("cairo",)}}, (), "0 stake.cards"),
    ("takeover-13", (), RIVALS, (), "0 takeover.roulette"),
    ("takeover-26", (), RIVALS, (), "0 takeover.dice"),
    ("takeover-34", (), RIVALS, (), "0 takeover.cards"),
    ("grand-slam-8", (), {}, (), "0 grand-slam.dice"),
    ("grand-slam-8", dice(2), {}, ("0 dare",), "0 grand-slam.cards"),
    ("grand-slam-8", dice(2), {"bank": 300 * K}, ("0 dare",), "0 grand-slam.short.cards"),
    ("london", dice(1), {**LONDON, "hands": {0: ("dice",)}}, ("0 bet even 50000",), "0 offer-bluff"),
    ("london", dice(1), {**LONDON, "hands": {0: ("dice",)}}, ("0 bet even 50000", "0 bluff dice"), "1 judge-bluff"),
    (
        "takeover-26",
        dice(1),
        {**RIVALS, "hands": {0: ("dice",)}},
        ("0 challenge cairo even",),
        "0 offer-bluff.takeover",
    ),
    (
        "takeover-26",
        dice(1),
        {**RIVALS, "hands": {0: ("dice",)}},
        ("0 challenge cairo even", "0 bluff dice"),
        "1 judge-bluff.takeover",
    ),
    ("", (), {"owns": {0: ("cairo",)}}, ("0 offer cairo",), "1 bidding.free"),
    ("london", (), {"owns": {0: ("cairo",), 1: ("london",)}, "chips": {0: 0}}, (), "0 choose-sale.stake"),
    (
        "london",
        (),
        {"owns": {0: ("cairo",), 1: ("london",)}, "chips": {0: 0}},
        ("0 offer cairo",),
        "1 bidding.stake",
    ),
    ("london", dice(6), {**LONDON, "chips": {1: 0}}, ("0 bet one-6 50000",), "2 bidding.debt"),
    (
        "london",
        dice(6),
        {**LONDON, "chips": {1: 0}},
        ("0 bet one-6 50000", "2 pass", "3 pass"),
        "0 bidding.creditor",
    ),
]


@rule("cash-and-run/casino.games", "cash-and-run/pot.games", "cash-and-run/takeover.games", "cash-and-run/bluff.limit")
@pytest.mark.parametrize(("space", "draws", "facts", "moves", "question"), PROMPTS)
def test_a_question_is_put_by_the_game_and_for_the_reason_that_there_is(
    space: str, draws: Sequence[int], facts: dict[str, Any], moves: Sequence[str], question: str
) -> None:
    match = arranged(space, *draws, **facts)
    for move in moves:
        do(match, int(move[0]), move[2:])
    (seat,) = match.to_act
    assert f"{seat} {match.view(seat).prompt}" == question


# ---- chance


class Asked:
    """A source of chance that notes what it is asked, and always gives the second number."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def below(self, n: int) -> int:
        self.sizes.append(n)
        return 1

    def copy(self) -> Asked:
        return self


@rule("cash-and-run/turn.roll", "cash-and-run/lap.spade", "cash-and-run/all-play.ranks", "cash-and-run/turn.zero")
@pytest.mark.parametrize(
    ("space", "moves", "sizes"),
    [
        ("corner-0", ("roll",), [6, 6]),
        ("corner-0", ("announce",), [52]),
        ("pot-4", ("roll", "pick dozen-1"), [6, 6, 37]),
        ("pot-17", ("roll", "pick two-1-2"), [6, 6, 6]),
        ("pot-31", ("roll",), [6, 6, 52]),
        ("all-play-29", ("roll",), [6, 6, 52, 51, 50, 49]),
    ],
)
def test_dice_have_six_faces_the_wheel_a_zero_and_the_pack_52_cards(
    space: str, moves: Sequence[str], sizes: list[int]
) -> None:
    """The second number of a die is a two, so a roll goes four spaces."""
    chance = Asked()
    pawn = space if moves[0] == "announce" else before(space, 4)
    match = scene(chance=chance, pawns={0: pawn}, owns={0: BLUES}, pot=M)
    for move in moves:
        do(match, 0, move)
    assert chance.sizes == sizes


@rule("cash-and-run/turn.start", "cash-and-run/lap.announce")
@pytest.mark.parametrize(("owns", "usual"), [(BLUES, "announce"), (BLUES[:2], "roll"), ((), "roll")])
def test_random_play_announces_when_it_can_and_otherwise_mostly_rolls(owns: Sequence[str], usual: str) -> None:
    rng = random.Random("usual")
    match = scene(owns={0: owns})
    taken = Counter(str(match.legal(0).sample(rng)) for _ in range(500))
    assert taken.most_common(1)[0][0] == usual
    assert taken[usual] > 450
    assert set(taken) == {str(action) for action in match.legal(0)}


# ---- refused


@rule("cash-and-run/auction.bid", "cash-and-run/casino.stake")
@pytest.mark.parametrize("amount", ["100000", None, 100_000.5, True])
def test_what_is_no_number_is_neither_bid_nor_staked(amount: Any) -> None:
    auction = scene(owns={0: ("cairo",)})
    do(auction, 0, "offer cairo")
    visit = landing("london", **LONDON)
    for match, seat, action, rule_id, reason in (
        (auction, 1, a.Bid(amount), "auction.bid", "bid-or-pass"),
        (visit, 0, a.Bet("even", amount), "casino.stake", "not-in-steps"),
    ):
        refused = match.why_not(seat, action)
        assert refused is not None
        assert (refused.rule, refused.reason) == (f"cash-and-run/{rule_id}", reason)


@rule("cash-and-run/goal.three", "cash-and-run/goal.more", "cash-and-run/lap.combination")
@pytest.mark.parametrize(("seats", "goal"), [(3, "goal.three"), (4, "goal.more"), (5, "goal.more"), (6, "goal.more")])
def test_who_lacks_a_combination_is_told_what_so_many_players_need(seats: int, goal: str) -> None:
    match = scene(seats=seats, owns={0: ("london", "cairo")})
    assert why_not(match, 0, "announce") == (f"cash-and-run/{goal}", "no-combination")
    several = scene(card("2", "clubs"), seats=seats, owns={0: (*ROULETTES, "cairo")})
    do(several, 0, "announce")
    assert why_not(several, 0, "lay-out cairo+havana") == (f"cash-and-run/{goal}", "not-a-combination")


@rule("cash-and-run/turn.start")
@pytest.mark.parametrize(
    ("space", "facts", "question"),
    [
        ("london", {}, "casino.buy"),
        ("bluff-2", {}, "bluff.buy"),
        ("corner-9", {}, "corner.jump"),
        ("takeover-13", RIVALS, "takeover.challenge"),
    ],
)
def test_in_the_middle_of_a_turn_something_else_is_asked(space: str, facts: dict[str, Any], question: str) -> None:
    match = landing(space, **facts)
    assert why_not(match, 0, "announce") == ("cash-and-run/turn.start", "only-at-turn-start")
    assert why_not(match, 0, "offer cairo") == ("cash-and-run/turn.start", "only-at-turn-start")
    assert why_not(match, 0, "roll") == (f"cash-and-run/{question}", "not-offered")


# ---- turns, laps and the end


@rule("cash-and-run/set-up.first", "cash-and-run/bankruptcy.out")
def test_passing_over_a_bankrupt_begins_no_round() -> None:
    match = scene(*dice(1, 2), turn=1, first=0, out=(2,), chips={1: 0}, round=7)
    do(match, 1, "roll")
    assert (now(match).turn, now(match).round) == (3, 7)


@rule("cash-and-run/lap.corner", "cash-and-run/lap.finish")
@pytest.mark.parametrize(
    ("pawn", "corner"), [("cairo", "corner-9"), ("grand-slam-35", "corner-0"), ("havana", "corner-18")]
)
def test_a_lap_begins_at_the_corner_nearest_to_the_pawn(pawn: str, corner: str) -> None:
    match = scene(card("2", "clubs"), owns={0: BLUES}, pawns={0: pawn})
    do(match, 0, "announce")
    assert now(match).pawns[0] == PLACE[corner]
    assert now(match).laps[0] == Lap(corner, 0, BLUES)


@rule("cash-and-run/bankruptcy.last", "cash-and-run/turn.again")
def test_when_it_is_over_nothing_is_left_of_a_roll_that_earned_another() -> None:
    match = landing("london", roll=(2, 2), seats=3, out=(2,), chips={0: 0}, **LONDON)
    assert match.over
    assert not now(match).again
    assert now(match).agenda == ()
