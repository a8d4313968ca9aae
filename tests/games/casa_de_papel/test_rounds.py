"""The five phases of a round."""

from __future__ import annotations

import pytest

from speelhol.games.casa_de_papel.events import Appointed, Claimed, Pressed, Said
from speelhol.games.casa_de_papel.rules import printed
from speelhol.kernel import Match
from tests.rules import rule

from .mint import GAME, choose, chosen_by_default, deal, hand_over, lay, play, position, refused, round_of, tag, talk

# ---- 1. lay a card


@rule("casa-de-papel/round.phases")
def test_a_round_has_five_phases_and_there_are_five_rounds() -> None:
    match = deal(6, skills=False)
    for number in range(1, 6):
        assert position(match).round == number
        if number < 5:
            assert tag(match) == "lay-card"
            lay(match)
        assert tag(match) == "talk"
        talk(match)
        assert tag(match) == "choose-cards"
        leader = position(match).leader
        choose(match, leader, *[s for s in range(6) if s != leader][:2])
        if number < 5:
            assert tag(match) == "say-all"
            hand_over(match)
    assert match.over or tag(match) == "last-trump"


@rule("casa-de-papel/lay.one")
def test_one_card_each_all_at_once() -> None:
    match = deal(5, ["m500 m0", "s500"])
    assert match.to_act == (0, 1, 2, 3, 4)
    assert play(match, "0 lay m500") == []  # nothing is told before the last card lies
    assert "m500" not in position(match).answers[1:]
    assert refused(match, "0 lay m0") == ("house/table.turn", "not-asked")
    assert refused(match, "1 lay m500") == ("lay.one", "not-in-hand")
    assert refused(match, "1 claim m0 choose") == ("lay.one", "not-offered")
    lay_rest = [f"{s} lay {position(match).hands[s][0]}" for s in (1, 2, 3, 4)]
    play(match, *lay_rest)
    p = position(match)
    assert p.laid[0] == ("m500",)
    assert len(p.hands[0]) == 4
    assert "m500" not in p.hands[0]
    assert tag(match) == "talk"


@rule("casa-de-papel/lay.last")
def test_the_last_card_lies_by_itself() -> None:
    match = deal(5, skills=False)
    for _ in range(4):
        round_of(match)
    assert position(match).round == 5
    assert position(match).hands == ((),) * 5
    assert {len(own) for own in position(match).laid} == {5}
    assert tag(match) == "talk"


@rule("casa-de-papel/lay.silence", "casa-de-papel/talk.free", "casa-de-papel/end.trump")
def test_when_free_talk_is_open() -> None:
    """At every question of a match that goes on to Raquel's last trump; there she asks nobody."""
    rich = ["m0 m0 m0 m0 m0", "m250 m250 m250 m250 m250", "m500 m500 m0 m0 m0"]
    match = deal(6, rich)
    hushed: dict[str, set[bool]] = {}
    while not match.over:
        for seat in (None, *range(6)):
            hushed.setdefault(tag(match), set()).add(match.view(seat).hush)
        if tag(match) == "choose-cards":
            choose(match, *chosen_by_default(match))
        else:
            seat = match.to_act[0]
            match.play(seat, next(iter(match.legal(seat))))
    assert {asked for asked, hush in hushed.items() if hush == {True}} == {
        "lay-card",
        "reach",
        "exchange",
        "peek",
        "last-trump",
    }
    assert {asked for asked, hush in hushed.items() if hush == {False}} == {
        "talk",
        "choose-cards",
        "say-all",
        "name-successor",
    }


# ---- 2. talk


@rule("casa-de-papel/talk.claim")
def test_claims_are_shown_together_and_may_be_false() -> None:
    match = deal(5, ["s500"])
    lay(match, "s500")
    claims = ["0 claim s0 -", "1 claim m500 choose", "2 claim s250 leave", "3 claim m0 leave"]
    assert play(match, *claims) == []
    assert position(match).claims == ()
    assert refused(match, "4 claim m0 -") == ("talk.claim", "say-your-wish")
    told = [event for event, to in play(match, "4 claim m250 choose") if to is None]
    assert told[:2] == [Claimed(0, "s0", None), Claimed(1, "m500", "choose")]
    assert len([event for event in told if isinstance(event, Claimed)]) == 5
    assert tag(match) == "choose-cards"


@rule("casa-de-papel/talk.leader")
def test_the_leader_has_no_wish() -> None:
    match = deal(5, leader=3)
    lay(match)
    assert refused(match, "3 claim m0 choose") == ("talk.leader", "leader-has-no-wish")
    assert match.view(3).prompt == "talk.leader"
    assert match.view(2).prompt == "talk"
    assert [str(action) for action in match.legal(3)] == [
        f"claim {card} -" for card in ("m", "s", "m0", "m250", "m500", "s0", "s250", "s500")
    ]
    play(match, "3 claim m0 -")


@rule("casa-de-papel/talk.vague")
def test_a_claim_may_leave_the_amount_out() -> None:
    """Rulebook, a robber's words: it is a sabotage card, don't choose it."""
    match = deal(5, ["m500", "s250"])
    lay(match, "m500", "s250")
    assert {str(a) for a in match.legal(1)} >= {"claim s leave", "claim m choose", "claim s250 leave"}
    told = [event for event, _ in play(match, "0 claim m -", *(f"{s} claim s leave" for s in (1, 2, 3, 4)))]
    assert told[:2] == [Claimed(0, "m", None), Claimed(1, "s", "leave")]
    assert position(match).claims[1].card == "s"
    said = GAME.speak("en", ["Ann", "Bram", "Cleo", "Dirk", "Elsa"]).event(told[1])
    assert said == "Bram: “It is sabotage. Leave it!”"


@rule("casa-de-papel/talk.vague")
def test_a_match_by_the_first_rules_knows_exact_claims_only() -> None:
    match = deal(5, rules=1)
    lay(match)
    assert refused(match, "1 claim s leave") == ("talk.claim", "not-offered")
    assert refused(match, "0 claim m -") == ("talk.claim", "not-offered")
    assert [match.view(seat).prompt for seat in (0, 1)] == ["talk.exact.leader", "talk.exact"]
    assert len(match.legal(1)) == 12


# ---- 3. the leader chooses


@rule("casa-de-papel/choose.number")
@pytest.mark.parametrize(("seats", "number"), [(4, 3), (5, 3), (6, 3), (7, 5), (8, 5)])
def test_how_many_cards_the_leader_chooses(seats: int, number: int) -> None:
    """Rulebook, table of chosen cards."""
    match = deal(seats, leader=1)
    lay(match)
    talk(match)
    assert match.to_act == (1,)
    assert {len(action.seats) for action in match.legal(1)} == {number}  # type: ignore[attr-defined]
    few, many = range(number - 1), range(number + 1)
    for seats_ in (few, many):
        if len(seats_) <= seats:
            assert refused(match, f"1 choose {'+'.join(map(str, seats_))}") == ("choose.number", "choose-this-many")
    assert refused(match, "0 choose 0+1+2") == ("house/table.turn", "not-asked")


@rule("casa-de-papel/choose.own")
def test_the_leaders_own_card_is_always_chosen() -> None:
    match = deal(5, leader=1)
    lay(match)
    talk(match)
    assert all(1 in action.seats for action in match.legal(1))  # type: ignore[attr-defined]
    assert len(match.legal(1)) == 6
    assert refused(match, "1 choose 0+2+3") == ("choose.own", "own-card-too")


# ---- 4. the press


@rule("casa-de-papel/print.majority", "casa-de-papel/print.bonus")
def test_example_majority_of_money_with_three_cards() -> None:
    """Rulebook, first example: a majority of plain money and one bonus of 250 prints 500 + 250."""
    assert printed(0, ("m0", "m250", "s0")) == 750
    assert printed(1000, ("m0", "m0", "s500")) == 1500


@rule("casa-de-papel/print.fine", "casa-de-papel/print.majority")
def test_example_majority_of_sabotage_with_three_cards() -> None:
    """Rulebook, second example: two sabotage cards, one with a fine: the press stops and 250 is lost."""
    assert printed(1000, ("m0", "s0", "s250")) == 750


@rule("casa-de-papel/print.minority")
def test_example_majority_of_money_with_five_cards() -> None:
    """Rulebook, third example: 500 + 2 × 250; the fine of 250 is in the minority and does not count."""
    assert printed(0, ("m0", "m250", "m250", "s0", "s250")) == 1000


@rule("casa-de-papel/print.fine", "casa-de-papel/print.minority")
def test_example_majority_of_sabotage_with_five_cards() -> None:
    """Rulebook, fourth example: 2 × 250 is lost; the bonus of 500 is in the minority and does not count."""
    assert printed(2000, ("m0", "m500", "s0", "s250", "s250")) == 1500


@rule("casa-de-papel/print.floor")
def test_the_loot_never_falls_below_nothing() -> None:
    match = deal(5, ["s0", "s250", "s250"])
    lay(match, "s0", "s250", "s250")
    talk(match)
    told = choose(match, 0, 1, 2)
    assert (Pressed(("s0", "s250", "s250"), 0, 0), None) in told
    assert printed(250, ("s0", "s250", "s500")) == 0


@rule("casa-de-papel/print.shuffled", "casa-de-papel/print.unchosen")
def test_opened_cards_tell_no_owner_and_the_others_stay_unseen() -> None:
    seen = []
    for hands in (["m0", "s500", "s0", "m500"], ["s0", "m0", "s500", "m250"]):
        match = deal(5, hands)
        lay(match, *hands)
        talk(match)
        told = choose(match, 0, 1, 2)
        seen.append([event for event, to in told if isinstance(event, Pressed) and to is None])
        assert hands[3].encode() not in match.view(None).to_bytes()
        assert position(match).rounds[0].cards == ("m0", "s0", "s500")
    assert seen[0] == seen[1] == [Pressed(("m0", "s0", "s500"), 0, 0)]


# ---- 5. the next leader


def one_round(seats: int, leader: int = 0) -> Match:
    match = deal(seats, leader=leader, skills=False)
    lay(match)
    talk(match)
    choose(match, leader, *[s for s in range(seats) if s != leader][: (2 if seats < 7 else 4)])
    return match


@rule("casa-de-papel/successor.talk")
def test_statements_are_shown_together() -> None:
    match = one_round(5)
    assert play(match, "0 say 1 lied", "1 say 0 robber", "2 keep", "3 say 4 honest") == []
    assert refused(match, "4 say 4 honest") == ("successor.talk", "speak-of-another")
    told = [event for event, to in play(match, "4 say 3 hostage") if to is None]
    assert told == [
        Said(0, 1, "lied"),
        Said(1, 0, "robber"),
        Said(2, None, None),
        Said(3, 4, "honest"),
        Said(4, 3, "hostage"),
    ]
    assert [str(s) for s in position(match).rounds[0].said][:2] == ["say 1 lied", "say 0 robber"]


@rule("casa-de-papel/successor.name")
def test_successor_has_not_led_yet() -> None:
    match = one_round(5, leader=2)
    play(match, *(f"{s} keep" for s in range(5)))
    assert match.to_act == (2,)
    assert refused(match, "2 appoint 2") == ("successor.name", "has-led")
    play(match, "2 appoint 4")
    assert position(match).leader == 4
    lay(match)
    talk(match)
    choose(match, 4, 0, 1)
    play(match, *(f"{s} keep" for s in range(5)))
    assert refused(match, "4 appoint 2") == ("successor.name", "has-led")
    assert [str(a) for a in match.legal(4)] == ["appoint 0", "appoint 1", "appoint 3"]


@rule("casa-de-papel/successor.name")
def test_with_five_players_the_last_leader_is_not_asked_for() -> None:
    match = deal(5, skills=False)
    for _ in range(3):
        round_of(match)
    assert position(match).led == (0, 1, 2, 3)
    lay(match)
    talk(match)
    choose(match, 3, 0, 1)
    told = play(match, *(f"{s} keep" for s in range(5)))
    assert (Appointed(4), None) in told
    assert position(match).led == (0, 1, 2, 3, 4)


@rule("casa-de-papel/successor.four")
def test_with_four_players_one_leads_twice_but_not_running() -> None:
    match = deal(4, skills=False)
    for _ in range(3):
        round_of(match)
    assert position(match).led == (0, 1, 2, 3)
    lay(match)
    talk(match)
    choose(match, 3, 0, 1)
    play(match, *(f"{s} keep" for s in range(4)))
    assert match.to_act == (3,)
    assert [str(a) for a in match.legal(3)] == ["appoint 0", "appoint 1", "appoint 2"]
    assert refused(match, "3 appoint 3") == ("successor.four", "not-yourself")
    play(match, "3 appoint 1")
    assert position(match).led == (0, 1, 2, 3, 1)


@rule("casa-de-papel/successor.none")
@pytest.mark.parametrize("seats", [4, 6, 8])
def test_after_round_five_nobody_is_named(seats: int) -> None:
    match = deal(seats, skills=False)
    for _ in range(5):
        round_of(match)
    assert position(match).rounds[4].said == ()
    assert len(position(match).led) == 5
    assert match.over or tag(match) == "last-trump"


def test_undo_of_a_laid_card_until_the_last_one_lies() -> None:
    match = deal(5, ["m500 m0"])
    play(match, "0 lay m500")
    match.undo(0)
    play(match, "0 lay m0")
    lay_rest = [f"{s} lay {position(match).hands[s][0]}" for s in (1, 2, 3, 4)]
    play(match, *lay_rest)
    assert position(match).laid[0] == ("m0",)
    refused_undo = match.why_not_undo(4)
    assert refused_undo is not None
    assert refused_undo.reason == "all-answered"
    assert GAME.speak("nl").refused(refused_undo).startswith("Terugnemen kan niet")
