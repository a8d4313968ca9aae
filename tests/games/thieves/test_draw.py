"""The drawn street: what stands where the police stood, and for how long."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from speelhol.games.thieves.actions import Give, Play, Swap
from speelhol.games.thieves.draw.motions import motions
from speelhol.games.thieves.draw.preview import then
from speelhol.games.thieves.draw.scene import scene as drawn_scene
from speelhol.games.thieves.events import Bribed, Caught, NoSwap, Parked, RaidBegan, Reshuffled
from speelhol.games.thieves.table import WORTH_IN_RAID
from speelhol.kernel import Action, Event, Match

from ...rules import rule
from .tables import GAME, at, play, table


def scene(match: Match, seat: int | None) -> Mapping[str, Any]:
    return drawn_scene(match.view(seat), GAME.speak("en", ("Ann", "Bram", "Cleo")))


def test_a_raid_stands_there_for_everybody_until_all_have_played_or_a_car_is_back() -> None:
    match = table("single m0 m0 m0", "m2 m2 m1", "m1 m1 single", loot=["m1", "m2 [m3]", ""], police="single double")
    assert scene(match, 0)["tense"]
    assert scene(match, 0)["raid"] is None
    play(match, "play single")
    for seat in (0, 1, 2, None):
        raid = scene(match, seat)["raid"]
        assert raid["caught"] == (1,)
        assert [one["value"] for one in raid["sums"]] == [1, 5, 0]
        assert "Bram" in raid["words"]
    play(match, "keep m2")
    assert scene(match, 0)["raid"] is not None
    play(match, "play single")
    assert scene(match, 0)["raid"] is None


def test_every_card_of_another_can_be_pointed_at() -> None:
    for rules, picks in ((2, ["theirs=1", "theirs=2", "theirs=3"]), (1, ["theirs=1", "theirs=None", "theirs=None"])):
        match = table("swap m0 m0 m1", "m2 m2 m1", "m1 m1 m1", loot=["[m1]", "m2 [m3] [m0]", ""], rules=rules)
        play(match, "play swap")
        (heap, *_) = scene(match, 0)["heaps"]
        assert [card["pick"] for card in heap["cards"]] == [f"seat=1&{pick}" for pick in picks]
        assert [card["picture"] for card in heap["cards"]] == ["loot-2", "back-thief", "back-thief"]


@rule("thieves/swap.know")
def test_the_line_above_the_button_says_who_will_know_a_swapped_card() -> None:
    match = table("swap m0 m0 m0", "m2 m2 m1", "m1 m1 m1", loot=["[m1] m1", "m2 [m3]", ""])
    play(match, "play swap")
    view, speech = match.view(0), GAME.speak("en", ("Ann", "Bram", "Cleo"))
    assert then(view, Swap(2, 1, 1), speech) == "You get: money 2."
    assert then(view, Swap(2, 1, 2), speech) == "You look at that card once it is yours; it stays known to Bram."
    assert then(view, Swap(1, 1, 1), speech) == "You get: money 2. Bram looks at your card, and you still know it."
    play(match, "swap 1 1 2")
    assert [slot.seen for slots in match.view(2).now.loot[:2] for slot in slots if not slot.up] == [(0, 1), (0, 1)]


def test_the_news_of_a_raid_end_when_everybody_has_played() -> None:
    match = table("single m0 m0 m0", "m2 m2 m1", "m1 m1 m1", loot=["m1", "m2", ""], police="single double")
    play(match, "play single", "keep m2", "keep m1")
    assert scene(match, 1)["raid"] is not None
    play(match, "keep m0")
    assert scene(match, 1)["raid"] is None


@rule("thieves/action.nothing")
def test_no_line_above_the_button_promises_what_does_not_come() -> None:
    """In random matches: how many cars stand there, whether a raid comes and catches somebody, what somebody shows,
    and what is in vain."""
    speech, rng, vain, raided = GAME.speak("en"), random.Random("then"), set(), set()
    for number in range(24):
        match = GAME.start(3 + number % 4, f"then/{number}")
        while not match.over:
            (seat,) = match.to_act
            for action in match.legal(seat):
                said = then(match.view(seat), action, speech)
                after = match.copy()
                told = [event for event, _ in after.play(seat, action)]
                assert ("does nothing" in said) == in_vain(match, seat, action, told), said
                if "does nothing" in said:
                    vain.add(str(action))
                assert ("starts a raid" in said) == parks(told, 4)
                assert not parks(told, 4) or raids(told)
                if raids(told) and "starts a raid" in said:
                    ends = said.rpartition("loses")[2]
                    caught = any(isinstance(event, Caught) and event.seats for event in told)
                    assert caught or ends != " everything.", said
                    assert not caught or ends != " anything.", said
                    raided.add((ends, caught))
                if isinstance(action, Give):
                    shown = [slot for slot in at(match).loot[action.seat] if slot.up]
                    worth = sum(WORTH_IN_RAID[str(slot.card)] for slot in shown) + WORTH_IN_RAID[action.card]
                    assert f"would show {worth}" in said
            match.play(seat, match.legal(seat).sample(rng))
    assert vain >= {"play bribe", "play swap"}
    assert {ends for ends, _ in raided} == {
        " everything.",
        " everything; if all is worth 0, nobody does.",
        " anything.",
    }


def raids(told: list[Event]) -> bool:
    return any(isinstance(event, RaidBegan) for event in told)


def parks(told: list[Event], cars: int) -> bool:
    """Whether a police card makes so many cars, or more."""
    return isinstance(told[0], Parked) and told[0].cars >= cars


def in_vain(match: Match, seat: int, action: Action, told: list[Event]) -> bool:
    """Whether an action card had no effect, for a reason that all can see."""
    if not isinstance(action, Play):
        return False
    if action.card == "siren":
        return set(at(match).quiet) >= set(range(match.seats)) - {seat}
    return any(isinstance(event, NoSwap) or (isinstance(event, Bribed) and not event.cards) for event in told[1:2])


def test_only_the_card_that_was_drawn_can_be_tapped_when_it_must_be_played() -> None:
    """Also where the hand holds another one like it."""
    match = table("strike m1 m0 m0", "m2 m2 m1", "m1 m1 m1", draws=["m1", "m2"])
    play(match, "play strike")
    hand = scene(match, 0)["hand"]
    assert [(card["card"], card["pick"]) for card in hand] == [("m0", ""), ("m0", ""), ("m1", ""), ("m1", "card=m1")]


def test_on_the_discard_pile_lies_what_was_played_last() -> None:
    match = table("siren m0 m0 m0", "bribe m2 m1 m1", "m1 m1 m1 m3", police="single double", discard="swap")
    assert scene(match, 0)["top"] == "act-swap"
    play(match, "play siren")
    assert [scene(match, seat)["top"] for seat in (0, 2, None)] == ["act-siren"] * 3
    play(match, "play bribe")
    assert scene(match, 0)["top"] == "cop-2", "the cars that were paid off lie on the bribe"


def test_the_police_stay_until_the_raid_is_over() -> None:
    """Their cars are seen from when they arrive until what they took has gone back into the pile."""
    match = table("double m0 m0 m0", "m2 m2 m1", "m1 m1 m1", loot=["", "m2", ""], police="double")
    told = play(match, "play double")
    raid = [event for event in told if motions(event)]
    assert isinstance(raid[0], Parked)
    last = max(n for n, event in enumerate(raid) if isinstance(event, Caught | Reshuffled))
    assert [(motion.kind, motion.at) for motion in motions(raid[last])] == [("clear", "police")]
