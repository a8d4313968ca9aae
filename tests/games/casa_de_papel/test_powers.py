"""Raquel in round 2 and the Professor in round 4. In `mint.CASTS` seat 0 is the Professor and seat 1 is Raquel."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from speelhol.games.casa_de_papel.events import Blackout, Noted, Saw, Swapped, Unmasked
from speelhol.games.casa_de_papel.table import Deed
from speelhol.kernel import Match
from tests.rules import rule

from .mint import choose, dark, deal, hand_over, lay, play, position, refused, round_of, tag, talk

RAQUEL = 1


def to_the_dark(
    seats: int, cards: list[str], chosen: tuple[int, ...], leader: int = 0, cast: Sequence[str] = ()
) -> Match:
    """Round 2, at the moment when the leader has chosen: everybody has laid these cards."""
    match = deal(seats, cards, cast, leader=(leader + 1) % seats)
    keep = []
    for hand, card in zip(position(match).hands, cards, strict=True):
        others = list(hand)
        others.remove(card)
        keep.append(others[0])
    lay(match, *keep)
    talk(match)
    first = position(match).leader
    choose(match, first, *[s for s in range(seats) if s != first][: len(chosen) - 1])
    hand_over(match, leader)
    assert position(match).leader == leader
    lay(match, *cards)
    talk(match)
    choose(match, *chosen)
    assert tag(match) == "reach"
    return match


FIVE = ["m0", "s0", "m250", "s250", "m500"]


@rule("casa-de-papel/dark.everyone")
def test_everybody_is_asked_twice_and_hears_the_same() -> None:
    open_logs = []
    for action, swap in (("stay", "stay"), ("stay", "swap 2 3"), ("look 3", "swap 2 3"), ("look 4", "swap 0 4")):
        match = to_the_dark(5, FIVE, (0, 1, 2))
        before = len(match.view(None).log)
        assert match.to_act == (0, 1, 2, 3, 4)
        dark(match, RAQUEL, action)
        assert tag(match) == "exchange"
        assert match.to_act == (0, 1, 2, 3, 4)
        dark(match, RAQUEL, swap)
        events = match.view(None).log.since(before)
        assert events[:2] == [Blackout(), Blackout()]
        assert len(events) == 3  # and the press
        open_logs.append(events[:2])
    assert all(log == open_logs[0] for log in open_logs)


@rule("casa-de-papel/dark.everyone")
def test_others_note_whom_they_suspect_and_see_only_their_own_note() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2))
    assert {str(a) for a in match.legal(3)} == {"suspect 0", "suspect 1", "suspect 2", "suspect 4"}
    assert refused(match, "3 suspect 3") == ("dark.everyone", "suspect-another")
    assert refused(match, "3 look 4") == ("dark.everyone", "not-offered")
    assert refused(match, "3 stay") == ("dark.everyone", "not-offered")
    play(match, "0 suspect 4", "1 stay", "2 suspect 1", "3 suspect 0", "4 suspect 2")
    assert Noted(0, "raquel") in list(match.view(3).log)
    for seat in (None, 0, 1, 2, 4):
        assert Noted(0, "raquel") not in list(match.view(seat).log)
    assert match.view(3).now.suspects == (0,)
    assert position(match).suspects == ((4,), (None,), (1,), (0,), (2,))


@rule("casa-de-papel/dark.everyone", "casa-de-papel/dark.time")
def test_who_has_answered_in_the_dark_is_nobodys_business() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2))
    assert match.position.agenda[-1].discreet
    before = [match.view(seat).to_bytes() for seat in (None, 0, 2, 3, 4)]
    play(match, "1 look 3")
    assert [match.view(seat).to_bytes() for seat in (None, 0, 2, 3, 4)] == before
    why = match.why_not_undo(0)  # the leader chose last, but somebody may have answered
    assert why is not None
    assert why.reason == "others-acted"


@rule("casa-de-papel/raquel.when")
def test_raquels_power_only_in_round_two_after_the_choice() -> None:
    match = deal(5)
    asked = []
    for _ in range(5):
        if position(match).round < 5:
            lay(match)
        while tag(match) in ("peek", "talk", "choose-cards", "reach", "exchange"):
            asked.append((position(match).round, tag(match)))
            if tag(match) == "talk":
                talk(match)
            elif tag(match) == "choose-cards":
                leader = position(match).leader
                choose(match, leader, *[s for s in range(5) if s != leader][:2])
            else:
                dark(match)
        if tag(match) == "say-all":
            hand_over(match)
    assert asked[asked.index((2, "choose-cards")) + 1 :][:2] == [(2, "reach"), (2, "exchange")]
    assert [number for number, what in asked if what in ("reach", "exchange")] == [2, 2]
    assert asked.index((4, "peek")) == asked.index((4, "talk")) - 1
    assert [number for number, what in asked if what == "peek"] == [4]


@rule("casa-de-papel/raquel.when")
def test_she_may_do_nothing_also_when_she_leads() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2), leader=RAQUEL)
    dark(match, RAQUEL, "stay")
    dark(match, RAQUEL, "stay")
    assert position(match).rounds[1].cards == ("m0", "m250", "s0")
    assert position(match).deed == Deed()


@rule("casa-de-papel/raquel.look")
def test_she_looks_only_at_unchosen_cards_of_others() -> None:
    match = to_the_dark(5, FIVE, (0, 2, 3))
    assert [str(a) for a in match.legal(RAQUEL)] == ["stay", "look 4"]  # 1 and 4 are not chosen; 1 is herself
    assert refused(match, "1 look 2") == ("raquel.look", "look-at-unchosen")
    assert refused(match, "1 look 1") == ("raquel.look", "look-at-unchosen")
    told = dark(match, RAQUEL, "look 4")
    assert (Saw(4, "m500"), RAQUEL) in told
    assert match.view(RAQUEL).now.saw == "m500"
    for seat in (None, 0, 2, 3, 4):
        assert not [event for event in match.view(seat).log if isinstance(event, Saw)]
        assert match.view(seat).now.deed is None


@rule("casa-de-papel/raquel.must")
def test_example_she_looks_and_finds_what_she_hoped_for() -> None:
    """Rulebook, example with 5 players: Raquel's own sabotage is chosen; she looks at a card said to be sabotage with a
    fine, and swaps it for one that she takes for money: sabotage has the majority."""
    match = to_the_dark(5, ["m0", "s0", "m250", "s250", "m500"], (0, 1, 2))
    dark(match, RAQUEL, "look 3")
    assert match.view(RAQUEL).prompt == "exchange.must"
    assert [str(a) for a in match.legal(RAQUEL)] == ["swap 0 3", "swap 1 3", "swap 2 3"]
    assert refused(match, "1 stay") == ("raquel.must", "swap-what-you-saw")
    assert refused(match, "1 swap 0 4") == ("raquel.must", "swap-what-you-saw")
    before = position(match).loot
    dark(match, RAQUEL, "swap 2 3")
    assert position(match).rounds[1].cards == ("m0", "s0", "s250")
    assert position(match).loot == max(0, before - 250)


@rule("casa-de-papel/raquel.must")
def test_example_she_looks_and_was_misled() -> None:
    """Rulebook, second half of that example: the card is money; she must bring it in and takes out a bonus for it."""
    match = to_the_dark(5, ["m500", "s0", "m250", "m0", "s0"], (0, 1, 2))
    dark(match, RAQUEL, "look 3")
    before = position(match).loot
    dark(match, RAQUEL, "swap 0 3")
    assert position(match).rounds[1].cards == ("m0", "m250", "s0")
    assert position(match).loot == before + 750


@rule("casa-de-papel/raquel.swap")
def test_example_she_brings_in_her_own_unchosen_card() -> None:
    """Rulebook, last example: her own card was not chosen; she swaps it in. Also for the leader's card."""
    match = to_the_dark(5, ["m0", "s500", "m250", "s0", "m0"], (0, 2, 3))
    dark(match, RAQUEL, "stay")
    assert match.view(RAQUEL).prompt == "exchange.own"
    assert "swap 0 1" in [str(a) for a in match.legal(RAQUEL)]
    dark(match, RAQUEL, "swap 0 1")
    assert position(match).rounds[1].cards == ("m250", "s0", "s500")


@rule("casa-de-papel/raquel.swap")
def test_blind_swap_takes_any_chosen_card_for_any_unchosen() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2), leader=RAQUEL)
    dark(match, RAQUEL, "stay")
    swaps = {f"swap {out} {into}" for out in (0, 1, 2) for into in (3, 4)}
    assert {str(a) for a in match.legal(RAQUEL)} == swaps | {"stay"}
    assert refused(match, "1 swap 3 0") == ("raquel.swap", "chosen-for-unchosen")
    dark(match, RAQUEL, "swap 1 4")  # her own chosen card goes out, though she leads
    assert position(match).rounds[1].cards == ("m0", "m250", "m500")


@rule("casa-de-papel/raquel.traces")
def test_a_swap_leaves_no_trace_but_the_cards() -> None:
    worlds = []
    for cards, swap in (
        (["m0", "s0", "m250", "s250", "m500"], "swap 2 3"),
        (["m0", "s0", "s250", "m250", "m500"], "stay"),
    ):
        match = to_the_dark(5, cards, (0, 1, 2))
        dark(match, RAQUEL, "stay")
        told = dark(match, RAQUEL, swap)
        assert position(match).rounds[1].chosen == (0, 1, 2)
        assert [to for event, to in told if isinstance(event, Swapped)] == ([RAQUEL] if swap != "stay" else [])
        worlds.append((position(match).rounds[1], match.view(None).log.since(len(match.view(None).log) - 3)))
    assert worlds[0] == worlds[1]


@rule("casa-de-papel/raquel.look")
@pytest.mark.parametrize(("seats", "unchosen"), [(4, 1), (5, 2), (6, 3), (7, 2), (8, 3)])
def test_there_is_always_an_unchosen_card(seats: int, unchosen: int) -> None:
    match = deal(seats)
    round_of(match)
    lay(match)
    talk(match)
    leader = position(match).leader
    choose(match, leader, *[s for s in range(seats) if s != leader][: seats - unchosen - 1])
    assert seats - len(position(match).chosen) == unchosen


# ---- the Professor


def to_round_four(seats: int) -> Match:
    match = deal(seats)
    for _ in range(3):
        round_of(match)
    lay(match)
    assert tag(match) == "peek"
    return match


@rule("casa-de-papel/professor.look")
def test_the_professor_looks_at_one_other_character() -> None:
    match = to_round_four(5)
    assert [str(a) for a in match.legal(0)] == ["stay", "unmask 1", "unmask 2", "unmask 3", "unmask 4"]
    assert refused(match, "0 unmask 0") == ("professor.look", "look-at-another")
    assert refused(match, "2 unmask 0") == ("dark.everyone", "not-offered")
    told = dark(match, 0, "unmask 1")
    assert (Unmasked(1, "raquel"), 0) in told
    assert match.view(0).now.met_character == "raquel"
    for seat in (None, 1, 2, 3, 4):
        assert match.view(seat).now.met is None
        assert not [event for event in match.view(seat).log if isinstance(event, Unmasked)]
    assert tag(match) == "talk"


@rule("casa-de-papel/professor.look")
def test_the_professor_need_not_look() -> None:
    match = to_round_four(6)
    told = dark(match, 0, "stay")
    assert not [event for event, _ in told if isinstance(event, Unmasked)]
    assert position(match).met is None


@rule("casa-de-papel/professor.box")
def test_the_professor_cannot_look_into_the_box() -> None:
    match = to_round_four(4)
    assert [str(a) for a in match.legal(0)] == ["stay", "unmask 1", "unmask 2", "unmask 3"]
    assert position(match).aside is not None
