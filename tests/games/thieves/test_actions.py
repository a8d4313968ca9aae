"""The four kinds of action cards."""

from __future__ import annotations

import pytest

from speelhol.games.thieves.events import (
    Bribed,
    Caught,
    Counted,
    Heeded,
    NoSwap,
    RaidBegan,
    Struck,
    Swapped,
    Used,
    YouDrew,
    YouGot,
)
from speelhol.games.thieves.table import GETAWAY
from speelhol.kernel import Match, Refused
from tests.rules import rule

from .tables import GAME, at, loot_of, offered, only, play, table, why_not

# ---- all of them


@rule("thieves/action.discard")
def test_the_card_is_discarded_before_its_effect() -> None:
    """Printed rules, “Actiekaarten”: discards the card played and carries out its action at once.

    So a siren that brings a raid is shuffled back with the rest.
    """
    match = table("siren m1 m1 m1", "double m2 m2", "double m3 m3", loot=["m1"])
    before = at(match).pile.count("siren")
    told = play(match, "play siren")
    assert only(told, Used) == Used(0, "siren")
    assert [event.cars for event in told if isinstance(event, RaidBegan)] == [4]
    p = at(match)
    assert p.discard == ()
    assert p.pile.count("siren") == before + 1


@rule("thieves/action.nothing", "thieves/swap.nothing")
@pytest.mark.parametrize("loot", [["", "m1", "[m2]"], ["m1 [m2]", "", ""], ["", "", ""]])
def test_a_swap_without_loot_on_either_side_does_nothing(loot: list[str]) -> None:
    match = table("swap m0 m0 m0", "m2 m2 m2", "m3 m3 m3", loot=loot)
    before = at(match).loot
    told = play(match, "play swap")
    assert only(told, NoSwap) == NoSwap(0)
    assert at(match).loot == before
    assert at(match).discard == ("swap",)
    assert match.to_act == (1,)


@rule("thieves/action.nothing")
@pytest.mark.parametrize("card", ["siren", "bribe"])
def test_siren_and_bribe_may_be_played_without_effect(card: str) -> None:
    match = table(f"{card} m0 m0 m0", "m2 m2 m2", "m3 m3 m3")
    play(match, f"play {card}")
    assert at(match).discard == (card,)
    assert at(match).police == ()
    assert match.to_act == (1,)


# ---- the siren


@rule("thieves/siren.lay", "thieves/siren.own")
def test_the_others_lay_all_their_police_cars() -> None:
    match = table("siren single single m0", "m2 m2 m2", "single m3 single", "double m1 m1", turn=0, draws=["m1"])
    told = play(match, "play siren")
    p = at(match)
    assert [event for event in told if isinstance(event, Heeded)] == [
        Heeded(1, ()),
        Heeded(2, ("single", "single")),
        Heeded(3, ("double",)),
    ]
    assert p.hands[0] == ("m0", "single", "single")
    assert p.hands[2] == ("m3",)
    assert p.hands[3] == ("m1", "m1")


@rule("thieves/siren.raid")
def test_all_cars_are_laid_before_the_one_raid() -> None:
    """Nine cars come together; a raid at the fourth would leave cars on the table or bring a second raid."""
    match = table("siren m0 m0 m0", "double double single", "double double m1", police="", loot=["[m3]", "m1", "m2"])
    told = play(match, "play siren")
    assert [event.cars for event in told if isinstance(event, RaidBegan)] == [9]
    assert only(told, Caught) == Caught((0,))
    assert at(match).police == ()
    laid = [i for i, event in enumerate(told) if isinstance(event, Heeded)]
    assert max(laid) < next(i for i, event in enumerate(told) if isinstance(event, RaidBegan))


@rule("thieves/siren.known", "thieves/turn.once")
def test_after_a_siren_the_others_are_known_to_hold_no_police_until_they_draw() -> None:
    match = table("siren single m0 m0", "m2 single m2", "m3 m3 m3", "m1 m1 m1", draws=["double", "m1"])
    play(match, "play siren")
    assert at(match).quiet == (2, 3)  # seat 1 has drawn again, two cards this time
    assert len(at(match).hands[1]) == 4
    for seat in (None, 0, 1, 2, 3):
        assert match.view(seat).now.quiet == (2, 3)
    play(match, "keep m2")
    assert at(match).quiet == (3,)


# ---- the swap


@rule("thieves/swap.blind")
@pytest.mark.parametrize(("rules", "prompt"), [(1, "choose-swap.blind"), (2, "choose-swap")])
def test_who_swaps_is_asked_by_the_rules_of_the_match(rules: int, prompt: str) -> None:
    match = table("swap m0 m0 m0", "m2 m2 m2", "m3 m3 m3", loot=["m1", "[m2]", ""], rules=rules)
    play(match, "play swap")
    assert match.view(0).prompt == prompt


@rule("thieves/strike.draw")
def test_the_card_of_a_double_strike_is_told_to_its_player_alone() -> None:
    match = table("strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", draws=["ring"])
    play(match, "play strike")
    heard = [[event.cards for event in match.view(seat).log if isinstance(event, YouDrew)] for seat in range(3)]
    assert heard == [[("ring",)], [], []]


@rule("thieves/swap.choose")
def test_one_chooses_a_card_and_points_at_another_face_up_or_face_down() -> None:
    match = table("swap m0 m0 m0", "m2 m2 m2", "m3 m3 m3", "m1 m1 m1", loot=["m1 [m2]", "ring [m3] m2", "[m1]", ""])
    play(match, "play swap")
    assert match.to_act == (0,)
    assert offered(match) == {f"swap {mine} {rest}" for mine in (1, 2) for rest in ("1 1", "1 2", "1 3", "2 1")}
    for nowhere in (0, 3):
        assert why_not(match, f"swap {nowhere} 1 1") == ("thieves/swap.choose", "no-card-of-yours")
    assert why_not(match, "swap 1 0 1") == ("thieves/swap.choose", "swap-with-another")
    for nobody in (match.seats, 9):
        assert why_not(match, f"swap 1 {nobody} 1") == ("thieves/swap.choose", "swap-with-another")
    assert why_not(match, "swap 1 1 4") == ("thieves/swap.choose", "no-card-of-theirs")
    assert why_not(match, "swap 1 3 1") == ("thieves/swap.nothing", "no-loot-there")
    assert why_not(match, "keep m0") == ("thieves/swap.choose", "choose-what-to-swap")


@rule("thieves/swap.blind")
def test_one_points_at_a_face_down_card_without_having_seen_it() -> None:
    for place, card in ((2, "m3"), (4, "m0")):
        match = table("swap m1 m1 m1", "m2 m2 m2", "m3 m3 m3", loot=["m1", "ring [m3] m2 [m0]", "m1"])
        play(match, "play swap")
        assert why_not(match, "swap 1 1 -") == ("thieves/swap.blind", "point-at-a-card")
        assert [slot.card for slot in match.view(0).now.loot[1]] == ["ring", None, "m2", None]
        told = play(match, f"swap 1 1 {place}")
        assert only(told, Swapped) == Swapped(0, 1, 1, place, "m1", None)
        assert only(told, YouGot) == YouGot(card)
        with pytest.raises(Refused):
            match.undo(0)


@rule("thieves/swap.blind")
def test_by_the_first_rules_a_face_down_card_is_taken_by_chance_from_a_place_that_all_see() -> None:
    for lot, place in ((0, 2), (1, 4)):
        match = table(
            "swap m1 m1 m1",
            "m2 m2 m2",
            "m3 m3 m3",
            loot=["m1", "ring [m3] m2 [m0]", "m1"],
            draws=[lot, "m1"],
            rules=1,
        )
        play(match, "play swap")
        assert offered(match) == {"swap 1 1 1", "swap 1 1 3", "swap 1 1 -", "swap 1 2 1"}
        assert match.view(0).prompt == "choose-swap.blind"
        assert why_not(match, "swap 1 1 2") == ("thieves/swap.blind", "face-down-is-blind")
        assert why_not(match, "swap 1 2 -") == ("thieves/swap.blind", "nothing-face-down")
        told = play(match, "swap 1 1 -")
        assert only(told, Swapped) == Swapped(0, 1, 1, place, "m1", None)
        with pytest.raises(Refused, match="chance-spoke"):
            match.undo(0)


@rule("thieves/swap.sides")
def test_cards_change_places_and_keep_their_sides() -> None:
    match = table("swap m1 m1 m1", "m2 m2 m2", "m3 m3 m3", loot=["m0 [m1] m2", "ring horseshoe"])
    play(match, "play swap", "swap 2 1 1")
    assert [(slot.card, slot.up) for slot in at(match).loot[0]] == [("m0", True), ("ring", True), ("m2", True)]
    assert [(slot.card, slot.up) for slot in at(match).loot[1]] == [("m1", False), ("horseshoe", True)]


@rule("thieves/swap.know")
def test_a_card_that_comes_back_is_known_to_whom_it_was_known() -> None:
    """Seat 0 gives its hidden 3 to seat 1 and gets it back: nobody is noted twice."""
    match = table(
        "swap m0 m0 m0", "swap m2 m2", "m3 m3 m1", loot=["[m3]", "[ring]", ""], draws=["single", "double", "m1"]
    )
    play(match, "play swap", "swap 1 1 1", "play swap", "swap 1 0 1")
    assert [slot.seen for row in at(match).loot[:2] for slot in row] == [(0, 1), (0, 1)]


@rule("thieves/swap.choose")
def test_one_may_swap_with_whoever_sits_in_the_first_chair_and_with_no_chair_before_it() -> None:
    match = table("m0 m0 m0", "swap m2 m2 m2", "m3 m3 m3", turn=1, loot=["m1", "m2", "m2"])
    play(match, "play swap")
    assert why_not(match, "swap 1 0 2") == ("thieves/swap.choose", "no-card-of-theirs")
    assert why_not(match, "swap 1 -1 1") == ("thieves/swap.choose", "swap-with-another")


@rule("thieves/swap.know")
def test_knowledge_follows_a_face_down_card_until_a_raid_opens_it() -> None:
    """Seat 0 gives its hidden 3 to seat 1; seat 1 swaps it on to seat 2: all three know it then, seat 3 does not."""
    match = table(
        "swap m0 m0 m0",
        "swap m2 m2",
        "m3 m3 m1",
        "m1 m1 m1",
        loot=["[m3]", "[ring]", "[m1]", ""],
        draws=["single", "double"],
    )
    told = play(match, "play swap", "swap 1 1 1")
    assert [event.card for event in told if isinstance(event, YouGot)] == ["ring", "m3"]
    assert known(match, 1) == [("m3", {0, 1})]
    assert known(match, 0) == [("ring", {0, 1})]
    play(match, "play swap", "swap 1 2 1")
    assert known(match, 2) == [("m3", {0, 1, 2})]
    assert known(match, 1) == [("m1", {1, 2})]
    heard = [event.card for event in match.view(2).log if isinstance(event, YouGot)]
    assert heard == ["m3"]
    assert not [event for event in match.view(3).log if isinstance(event, YouGot)]


def known(match: Match, owner: int) -> list[tuple[str, set[int]]]:
    """The face-down cards of a seat, with those who see them in their views."""
    found = []
    for place, slot in enumerate(at(match).loot[owner]):
        views = [match.view(seat).now.loot[owner][place].card for seat in range(match.seats)]
        assert {card for card in views if card is not None} <= {slot.card}
        found.append((str(slot.card), {seat for seat, card in enumerate(views) if card is not None}))
    return found


@rule("thieves/swap.nothing")
def test_a_swap_that_is_possible_must_be_made() -> None:
    match = table("swap m1 m1 m1", "m2 m2 m2", "m3 m3 m3", loot=["[m3]", "m0", ""])
    play(match, "play swap")
    assert offered(match) == {"swap 1 1 1"}


# ---- the double strike


@rule("thieves/strike.draw")
def test_two_cards_are_drawn_seen_alone_and_played_at_once() -> None:
    match = table("strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", draws=["m3", GETAWAY, "horseshoe"])
    told = play(match, "play strike")
    assert only(told, Struck) == Struck(0, 0, 0)
    assert at(match).drawn == "m3"
    assert match.view(0).now.drawn == "m3"
    for seat in (None, 1, 2):
        assert match.view(seat).now.drawn is None
        assert not [event for event in match.view(seat).log if isinstance(event, YouDrew)]
    assert match.to_act == (0,)
    told = play(match, "keep m3")
    assert only(told, Struck) == Struck(0, 1, 1)
    play(match, "give horseshoe 2")
    p = at(match)
    assert loot_of(p.loot[0]) == ["m3"]
    assert loot_of(p.loot[2]) == ["horseshoe"]
    assert p.hands[0] == ("m0", "m0", "m0")
    assert match.to_act == (1,)


@rule("thieves/strike.play")
def test_a_drawn_card_is_played_as_if_out_of_the_hand() -> None:
    match = table("strike m0 m0 m0", "single m2 m2", "m3 m3 m3", draws=["m2", "siren"], police="single")
    play(match, "play strike")
    assert offered(match) == {"keep m2", "give m2 1", "give m2 2"}
    assert why_not(match, "keep m0") == ("thieves/strike.play", "play-what-you-drew")
    assert why_not(match, "play m2") == ("thieves/money.where", "say-where")
    play(match, "give m2 1")
    assert offered(match) == {"play siren"}  # asked all the same: that there is no choice is a secret
    play(match, "play siren")
    assert at(match).police == ("single", "single")
    assert at(match).discard == ("siren", "strike")


@rule("thieves/strike.raid")
def test_a_raid_by_the_first_card_comes_before_the_second() -> None:
    """The second card, a discarded bribe, can only come from the reshuffled pile; the own loot is lost before it."""
    match = table(
        "strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", loot=["[m3] m2", "m1"], police="double single",
        discard="bribe bribe", draws=["single", "bribe"],
    )  # fmt: skip
    assert "bribe" not in at(match).pile
    play(match, "play strike")
    told = play(match, "play single")
    assert only(told, Caught) == Caught((0,))
    assert at(match).drawn == "bribe"
    assert at(match).loot[0] == ()
    assert "strike" in at(match).pile


@rule("thieves/strike.nested")
def test_a_double_strike_in_a_double_strike_goes_first() -> None:
    match = table("strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", draws=["strike", "m1", "m2", "m3", "m1"])
    play(match, "play strike", "play strike")
    order = []
    while match.to_act == (0,):
        assert at(match).drawn is not None
        order.append(at(match).drawn)
        left = [step.__struct_config__.tag for step in match.view(1).agenda].count("draw-one")
        assert left == 3 - len(order)
        play(match, f"keep {at(match).drawn}")
    assert order == ["m1", "m2", "m3"]


@rule("thieves/end.seventh", "thieves/strike.draw")
def test_the_seventh_getaway_car_ends_a_double_strike() -> None:
    """Rulings on the printed rules, 19: the game ends at once, the second card is not played."""
    match = table("strike m0 m0 m0", "m2 m2 m2", "m3 m3 m3", getaways=6, loot=["m1"], draws=["m3", GETAWAY])
    play(match, "play strike")
    told = play(match, "keep m3")
    assert match.over
    assert only(told, Struck) == Struck(0, 1, 7)
    assert [event.value for event in told if isinstance(event, Counted)] == [4, 0, 0]
    assert GAME.speak("en").event(only(told, Struck)).endswith("the game is over!")


# ---- the bribe


@rule("thieves/bribe.clear")
def test_a_bribe_sends_all_police_cars_to_the_discard_pile() -> None:
    match = table("bribe m0 m0 m0", "m2 m2 m2", "m3 m3 m3", police="double single")
    told = play(match, "play bribe")
    assert only(told, Bribed) == Bribed(0, ("double", "single"))
    assert at(match).police == ()
    assert at(match).discard == ("bribe", "double", "single")


@rule("thieves/bribe.back")
def test_bribed_cars_stay_away_until_the_next_raid() -> None:
    match = table("bribe m0 m0 m0", "m2 m2 double", "m3 double m3", police="single single single")
    play(match, "play bribe")
    pile = at(match).pile.count("single")
    play(match, "play double")
    assert at(match).pile.count("single") == pile
    play(match, "play double")
    assert at(match).police == ()
    assert at(match).pile.count("single") + at(match).hands[0].count("single") == pile + 3
