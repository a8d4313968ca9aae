"""What a thief does at a glance, what it believes, and that it knows better than chance."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from speelhol.bots.worlds import Lucks, Worlds
from speelhol.games.thieves.actions import Give, Keep, Play, Swap
from speelhol.games.thieves.bot.evaluate import chances, odds
from speelhol.games.thieves.bot.infer import tells
from speelhol.games.thieves.bot.mind import MIND
from speelhol.games.thieves.table import WORTH_AT_END, Thieves
from speelhol.kernel import EVEN, LANGUAGES, Action, Match, Temper, View, put

from ...rules import rule
from ..duel import wins
from .tables import GAME, at, play, table


def chosen(match: Match, temper: Temper = EVEN, tries: int = 20) -> set[Action]:
    """All that the seat to act would do at a glance, over so many moods."""
    (seat,) = match.to_act
    rng = random.Random(1)
    return {MIND.prefer(match.view(seat), temper, rng) for _ in range(tries)}


@rule("thieves/raid.four", "thieves/raid.richest")
def test_who_is_poorer_calls_the_police_on_the_richest() -> None:
    match = table(
        "single m0 m0 m1", "m1 m1 m1", "m2 m2 m2",
        loot=["[m3]", "m3 m3 m2", "m1"], police="double single", getaways=5,
    )  # fmt: skip
    assert chosen(match) == {Play("single")}


@rule("thieves/raid.richest", "thieves/bribe.clear")
def test_the_richest_sends_the_police_away() -> None:
    match = table(
        "single bribe m0 m1", "m1 m1 m1", "m2 m2 m2",
        loot=["[m3] [m3] [m3]", "m1", "m2"], police="double single", getaways=3,
    )  # fmt: skip
    assert Play("single") not in chosen(match)
    assert Play("bribe") in chosen(match)


@rule("thieves/cards.ring", "thieves/money.give")
def test_a_ring_goes_to_a_rival_who_is_nearly_the_richest() -> None:
    match = table(
        "ring m0 m0 m0", "m1 m1 m1", "m2 m2 m2",
        loot=["[m3] [m2]", "m3 m2", "m1"], police="double single", getaways=2,
    )  # fmt: skip
    assert chosen(match) == {Give("ring", 1)}


@rule("thieves/end.score")
def test_just_before_the_end_the_best_money_is_kept() -> None:
    match = table("m3 m1 ring m0", "m1 m1 m1", "m2 m2 m2", loot=["[m2]", "m2 m1", "m3"], getaways=6)
    assert chosen(match) == {Keep("m3")}


@rule("thieves/swap.choose")
def test_a_swap_takes_good_money_for_bad() -> None:
    match = table("swap m1 m1 m1", "m2 m2 m2", "m2 m2 m2", loot=["[m0] [m2]", "horseshoe m1", "m1"], getaways=5)
    match.play(0, Play("swap"))
    (swap,) = {(action.mine, action.seat, action.theirs) for action in chosen(match)}  # type: ignore[attr-defined]
    assert swap == (1, 1, 1)


@rule("thieves/swap.blind", "thieves/swap.know")
def test_a_thief_points_at_the_good_card_that_it_once_had() -> None:
    """Seat 0 gave its hidden 3 away and knows which of the two face-down cards it is."""
    match = table("swap m1 m1 m1", "swap m2 m2", "m2 m2 m2", loot=["m0", "[m1] [m1]", "[m3]"], draws=["m2", "m2"])
    row = list(at(match).loot[1])
    row[1] = replace(row[1], card="horseshoe", seen=(0, 1))
    at(match).loot = put(at(match).loot, 1, tuple(row))
    match.play(0, Play("swap"))
    assert chosen(match) == {Swap(1, 1, 2)}


@rule("thieves/swap.know")
def test_a_swap_tells_what_its_player_gave_away() -> None:
    """Whoever gives one of two hidden cards away gives the worse one, mostly."""
    match = table("m1 m1 m1 m2", "swap m2 m2", "m2 m2 m2", loot=["m3", "[m0] [m3]", "m1"], draws=["m1", "m1"])
    play(match, "keep m1", "play swap", "swap 1 0 1")
    view = match.view(2)
    assert len(tells(view)) >= 1
    worth = {dream: [0.0, 0.0] for dream in (True, False)}
    for dream, worlds in ((True, MIND.dream(view, 400, random.Random(3))), (False, guesses(view, 400))):
        for world in worlds:
            for at_, slot in enumerate((world.loot[0][0], world.loot[1][1])):
                worth[dream][at_] += WORTH_AT_END[str(slot.card)] / 400
    assert worth[True][0] < worth[False][0] - 0.2
    assert worth[True][0] < worth[True][1] - 0.3


def guesses(view: View, many: int) -> list[Thieves]:
    rng = random.Random(4)
    return [at(GAME.imagine(view, rng)) for _ in range(many)]


def test_an_imagined_table_is_played_like_a_view_of_it() -> None:
    for seats in (3, 6):
        match = GAME.start(seats, f"open/{seats}")
        for mood in range(400):
            if match.over:
                break
            (seat,) = match.to_act
            twin = match.copy()
            one, other = (Lucks(random.Random(mood)).pair(0)[1] for _ in range(2))
            MIND.play_on(twin, EVEN, one, 1)
            other.turn(seat)
            match.play(seat, MIND.prefer(match.view(seat), EVEN, other))
            assert twin.position == match.position
        assert match.over


def test_the_handful_begins_with_something_sensible_and_is_legal() -> None:
    match = table("m3 siren swap double", "m1 m1 m1", "m2 m2 m2", loot=["[m0]", "m2", "m1"])
    some = MIND.consider(match.view(0), EVEN, random.Random(2))
    assert 2 <= len(set(some)) == len(some) <= 6
    assert all(action in match.legal(0) for action in some)


@rule("thieves/raid.open")
def test_hidden_loot_is_believed_to_be_good_money() -> None:
    """Worlds are imagined by the deck; behaviour makes those likelier in which good money was hidden."""
    match = table("m1 m1 m1", "m2 m2 m2", "m1 m2 m0 m3", turn=2)
    match.play(2, Keep("m3"))
    view, rng = match.view(0), random.Random(3)
    worlds = Worlds(view, rng, 300)
    possible, believed = (
        sum(WORTH_AT_END[str(at(world).loot[2][0].card)] for world in some) / 300
        for some in ([GAME.imagine(view, rng) for _ in range(300)], worlds.worlds)
    )
    assert believed > possible + 0.05


@rule("thieves/turn.play")
def test_a_last_play_tells_about_the_rest_of_the_hand() -> None:
    """Just before the end one keeps the best money: whoever bribes for nothing has none, most likely."""
    match = table("m1 m2 m0", "m2 m2 m2 single", "bribe m0 m0", turn=1, getaways=5, loot=["m1", "m1", "m1"])
    match.play(1, Keep("m2"))
    match.play(2, Play("bribe"))
    view, rng = match.view(0), random.Random(2)
    assert [tell.seat for tell in tells(view)] == [2]
    possible, believed = (
        sum("m3" in at(world).hands[2] for world in some) / 300
        for some in ([GAME.imagine(view, rng) for _ in range(300)], Worlds(view, rng, 300).worlds)
    )
    assert believed < 0.8 * possible


@rule("thieves/siren.known")
def test_nobody_fears_a_raid_from_those_who_had_to_lay_their_cars() -> None:
    before = table("m1 m1 m1 siren", "m2 m2 m2", "m1 m2 double", loot=["[m2]", "m3", "m1"], police="double")
    view = before.view(0)
    fear = {b.tag: b for b in MIND.beliefs(view, Worlds(view, random.Random(4), 120).weighted)}
    assert fear["richest"].data["seat"] == 1
    assert fear["raider"].chance > 0.1
    assert all(GAME.speak(language).belief(belief) for language in LANGUAGES for belief in fear.values())
    before.play(0, Play("siren"))  # which brings the raid, and after it nobody is known to hold a car
    view = before.view(0)
    assert "raider" not in {b.tag for b in MIND.beliefs(view, Worlds(view, random.Random(4), 120).weighted)}


@pytest.mark.parametrize(("cars", "left"), [(0, 7), (3, 7), (3, 1)])
def test_a_lead_is_worth_less_with_the_police_at_the_door(cars: int, left: int) -> None:
    lead = chances(odds([9, 4, 4], [9, 4, 4], cars, left))
    assert sum(lead) == pytest.approx(1)
    assert lead[1] == lead[2]
    assert (lead[0] < chances(odds([9, 4, 4], [9, 4, 4], 0, left))[0]) == (cars > 0)


def test_a_bold_thief_keeps_more() -> None:
    kept = []
    for bold in (0.0, 1.0):
        match = table("m1 m0 bribe swap", "m2 m2 m2", "m1 m1 m1", loot=["[m2]", "m3", "m2"], police="single")
        rng = random.Random(5)
        prefer = [MIND.prefer(match.view(0), Temper(bold=bold), rng) for _ in range(200)]
        kept.append(sum(isinstance(action, Keep) for action in prefer))
    assert kept[1] > kept[0]


def test_a_glance_beats_chance() -> None:
    """60 matches of three seats; fair would be 20."""
    assert wins("thieves", 3, "greedy", "random", 60) >= 29
