"""The end, the last trump, and the loot recomputed by other code."""

from __future__ import annotations

import random
from typing import Any

import pytest

from speelhol.games.casa_de_papel.events import Accused, Ended, GoalMet, InBox, Was
from speelhol.kernel import Match, Record
from tests.rules import rule

from .mint import GAME, deal, play, position, refused, round_of, tag


def to_the_end(money: bool) -> Match:
    """Five rounds with six players; seats 0, 1 and 2, of whom two are always chosen, hold money or sabotage."""
    rich = ["m0 m0 m0 m0 m0", "m250 m250 m250 m250 m250", "m500 m500 m0 m0 m0"]
    poor = ["s0 s0 s0 s0 s0", "s250 s250 s250 s250 s0", "s500 s500 s0 s0 m0"]
    match = deal(6, rich if money else poor, skills=False)
    for _ in range(5):
        round_of(match)
    return match


@rule("casa-de-papel/end.below", "casa-de-papel/end.masks")
def test_below_the_goal_the_hostages_win_at_once() -> None:
    match = to_the_end(money=False)
    p = position(match)
    assert p.loot < 2000
    assert match.over
    assert match.result is not None
    assert match.result.winners == (1, 5)  # Raquel and the hostage
    assert match.result.ranks == (3, 1, 3, 3, 3, 1)


@rule("casa-de-papel/end.trump", "casa-de-papel/end.masks")
def test_at_the_goal_raquel_shows_herself_and_must_accuse_somebody_else() -> None:
    match = to_the_end(money=True)
    assert position(match).loot >= 2000
    assert match.to_act == (1,)
    assert tag(match) == "last-trump"
    log = list(match.view(None).log)
    assert GoalMet(position(match).loot, 1) in log
    assert match.view(None).now.raquel == 1
    assert match.view(None).now.characters == ()
    assert not [event for event in log if isinstance(event, Was)]
    assert [str(a) for a in match.legal(1)] == ["accuse 0", "accuse 2", "accuse 3", "accuse 4", "accuse 5"]
    assert refused(match, "1 accuse 1") == ("end.trump", "accuse-another")
    assert refused(match, "0 accuse 1") == ("house/table.turn", "not-asked")


@rule("casa-de-papel/end.trump", "casa-de-papel/end.winner")
def test_right_accusation_costs_500() -> None:
    match = to_the_end(money=True)
    before = position(match).loot
    told = [event for event, _ in play(match, "1 accuse 0")]
    assert Accused(0, True, before - 500) in told
    assert position(match).loot == before - 500
    assert match.result is not None
    assert (match.result.winners == (1, 5)) == (before - 500 < 2000)


@rule("casa-de-papel/end.winner", "casa-de-papel/aim.goal")
@pytest.mark.parametrize(
    ("loot", "accused", "robbers_win"), [(2000, 0, False), (2000, 2, True), (2500, 0, True), (2250, 0, False)]
)
def test_exactly_the_goal_is_enough(loot: int, accused: int, robbers_win: bool) -> None:
    match = to_the_end(money=True)
    position(match).loot = loot
    told = [event for event, _ in play(match, f"1 accuse {accused}")]
    assert match.result is not None
    assert match.result.winners == ((0, 2, 3, 4) if robbers_win else (1, 5))
    assert Ended(loot - (500 if accused == 0 else 0), 2000, robbers_win) in told
    assert [event for event in told if isinstance(event, Was)][1] == Was(1, "raquel")


EXACT = ["m0 m0 m0 m0 s0", "m0 m0 m0 m0 s0", "s0 s0 s0 s0 s0", "s250 s250 s250 s250 s0", "m250 m250 m250 s500 s500"]
SHORT = ["m0 m0 m250 s0 s0", "m0 m0 m0 s0 s0", "s0 s0 s0 s0 s250", "m250 m250 s250 s250 s250", "m0 m0 m0 s500 s500"]


@rule("casa-de-papel/aim.goal", "casa-de-papel/end.below", "casa-de-papel/end.trump")
@pytest.mark.parametrize(("hands", "loot"), [(EXACT, 2000), (SHORT, 1750)])
def test_the_press_itself_prints_exactly_the_goal_or_just_too_little(hands: list[str], loot: int) -> None:
    """Seats 0 and 1 are at every press and lay their sabotage first; whoever stands beside them is in the minority."""
    match = deal(6, hands, skills=False)
    for _ in range(5):
        laying = position(match).hands[:2]
        round_of(match, *(hand[-1] for hand in laying if hand))
    assert position(match).loot == loot
    if loot < 2000:
        assert match.over
        return
    assert tag(match) == "last-trump"
    play(match, "1 accuse 2")
    assert match.result is not None
    assert match.result.winners == (0, 2, 3, 4)


@rule("casa-de-papel/setup.four")
@pytest.mark.parametrize("aside", ["berlin", "alison"])
def test_the_box_is_opened_when_all_is_over(aside: str) -> None:
    cast = ("professor", "raquel", "tokyo", "alison" if aside == "berlin" else "berlin")
    match = deal(4, cast=cast, aside=aside, skills=False)
    while not match.over:
        for seat in (None, 0, 1, 2, 3):
            assert aside.encode() not in match.view(seat).to_bytes()
        match.play(match.to_act[0], next(iter(match.legal(match.to_act[0]))))
    for seat in (None, 0, 3):
        view = match.view(seat)
        assert view.now.aside == aside
        assert InBox(aside) in list(view.log)
        mint = GAME.describe(view.now, GAME.speak("en"))[0]
        assert mint.lines[-1] == f"In the box: {GAME.speak('en').term(aside)}"


def recomputed_loot(record: Record, professor: int) -> int:
    """The loot from the record alone: plain arithmetic over the action texts, none of the game's code."""
    rounds: list[dict[str, Any]] = []
    hands = 0
    lays: dict[int, list[str]] = {s: [] for s in range(record.seats)}
    arrested = False
    for seat, text in record.actions:
        verb, *rest = text.split()
        if verb == "lay":
            lays[seat].append(rest[0])
        elif verb == "choose":
            rounds.append({"chosen": [int(s) for s in rest[0].split("+")]})
        elif verb == "swap":
            chosen = rounds[1]["chosen"]
            chosen[chosen.index(int(rest[0]))] = int(rest[1])
        elif verb == "accuse":
            arrested = int(rest[0]) == professor
        hands += verb == "lay"
    assert hands == 4 * record.seats
    last = last_cards(record, lays)
    loot = 0
    for number, one in enumerate(rounds):
        cards = [lays[s][number] if number < 4 else last[s] for s in one["chosen"]]
        money = [int(c[1:]) for c in cards if c.startswith("m")]
        sabotage = [int(c[1:]) for c in cards if c.startswith("s")]
        loot = loot + 500 + sum(money) if len(money) > len(sabotage) else max(0, loot - sum(sabotage))
    return loot - 500 * arrested


def last_cards(record: Record, lays: dict[int, list[str]]) -> dict[int, str]:
    """Everybody's fifth card: what was dealt, less what was laid."""
    hands = position(GAME.replay(record, moves=0)).hands
    last = {}
    for seat, hand in enumerate(hands):
        left = list(hand)
        for card in lays[seat]:
            left.remove(card)
        (last[seat],) = left
    return last


@rule("casa-de-papel/print.majority", "casa-de-papel/print.floor", "casa-de-papel/end.winner")
@pytest.mark.parametrize("skills", [True, False])
@pytest.mark.parametrize("seats", range(4, 9))
def test_loot_recomputed_from_the_record(seats: int, skills: bool, matches: int) -> None:
    rng = random.Random(f"{seats}{skills}")
    robbers_won = 0
    for i in range(matches):
        match = GAME.start(seats, f"loot/{i}", skills=skills)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
        p = position(match)
        loot = recomputed_loot(match.record(), p.characters.index("professor"))
        assert loot == p.loot
        won = loot >= (2500 if seats > 6 else 2000)
        robbers_won += won
        assert match.result is not None
        assert match.result.winners == tuple(
            s for s, c in enumerate(p.characters) if (c not in ("raquel", "alison", "arturo", "monica")) == won
        )
    assert 0 < robbers_won < matches
