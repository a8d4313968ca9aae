"""What is told and asked on the way, and refusals of what belongs to another moment."""

from __future__ import annotations

import pytest

from speelhol.games.casa_de_papel import events as e
from speelhol.games.casa_de_papel.table import PROFESSOR, RAQUEL, WORTH
from speelhol.kernel import Event, Match
from tests.rules import rule

from .mint import choose, chosen_by_default, dark, deal, hand_over, lay, play, position, refused, round_of, tag, talk


def to_the_end(match: Match) -> list[Event]:
    """Everybody does the first thing that they can; returns all that the open table heard."""
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, next(iter(match.legal(seat))))
    return list(match.view(None).log)


@rule("casa-de-papel/round.phases")
def test_everybody_hears_which_round_begins_and_who_leads_it() -> None:
    match = deal(5, leader=3)
    round_of(match)
    began = [event for event in match.view(None).log if isinstance(event, e.RoundBegan)]
    assert began == [e.RoundBegan(1, 3), e.RoundBegan(2, position(match).leader)]


@rule("casa-de-papel/talk.leader", "casa-de-papel/talk.claim")
def test_whoever_talks_lays_no_card() -> None:
    match = deal(5)
    lay(match)
    leader = position(match).leader
    assert refused(match, f"{leader} lay m0") == ("talk.claim", "not-offered")


@rule("casa-de-papel/successor.talk", "casa-de-papel/successor.name")
def test_who_speaks_is_told_whether_a_successor_is_still_to_be_named() -> None:
    match = deal(5)
    prompts = []
    for _ in range(4):
        lay(match)
        while tag(match) != "say-all":
            if tag(match) == "talk":
                talk(match)
            elif tag(match) == "choose-cards":
                choose(match, *chosen_by_default(match))
            else:
                dark(match)
        prompts.append(match.view(0).prompt)
        hand_over(match)
    assert prompts == ["say-all", "say-all", "say-all", "say-all.only"]


@rule("casa-de-papel/successor.talk")
def test_what_is_said_belongs_to_the_round_it_was_said_in() -> None:
    match = deal(5)
    round_of(match)
    lay(match)
    talk(match)
    choose(match, position(match).leader, 3, 4)
    dark(match)
    dark(match)
    play(match, "0 say 1 lied", *(f"{seat} keep" for seat in range(1, 5)))
    first, second = position(match).rounds
    assert first.chosen != second.chosen
    assert [str(said) for said in first.said] == ["keep"] * 5
    assert [str(said) for said in second.said] == ["say 1 lied", *["keep"] * 4]


@rule("casa-de-papel/professor.look", "casa-de-papel/dark.everyone")
def test_only_the_professor_is_asked_whose_mask_to_look_behind() -> None:
    match = deal(5)
    for _ in range(3):
        round_of(match)
    lay(match)
    p = position(match)
    asked = {seat: match.view(seat).prompt for seat in range(5)}
    assert asked == {seat: "peek.professor" if p.characters[seat] == PROFESSOR else "peek" for seat in range(5)}
    professor = p.seat_of(PROFESSOR)
    assert refused(match, f"{professor} unmask {professor}") == ("professor.look", "look-at-another")
    assert refused(match, f"{professor} keep")[1] != "look-at-another"


@rule("casa-de-papel/raquel.swap")
def test_raquel_is_told_what_she_swapped_and_others_swap_nothing() -> None:
    match = deal(5)
    round_of(match)
    lay(match)
    talk(match)
    p = position(match)
    choose(match, *chosen_by_default(match))
    raquel, chosen = p.seat_of(RAQUEL), position(match).chosen
    out, into = next(s for s in chosen if s != raquel), next(s for s in range(5) if s not in chosen)
    dark(match, raquel, "stay")
    other = (raquel + 1) % 5
    assert refused(match, f"{other} swap {out} {into}")[1]
    told = dark(match, raquel, f"swap {out} {into}")
    assert [(event, to) for event, to in told if isinstance(event, e.Swapped)] == [(e.Swapped(out, into), raquel)]


@rule("casa-de-papel/dark.everyone", "casa-de-papel/raquel.traces")
def test_when_the_match_is_over_everybody_hears_that_raquel_touched_nothing() -> None:
    match = deal(5)
    for _ in range(5):
        round_of(match)
    assert [event for event in to_the_end(match) if isinstance(event, e.DarkDeed)] == [e.DarkDeed(None, None, None)]


@rule("casa-de-papel/lay.one", "casa-de-papel/lay.last")
def test_everybody_hears_that_all_have_laid_a_card_and_only_oneself_which() -> None:
    match = deal(5)
    for _ in range(5):
        round_of(match)
    laid = position(match).laid
    assert [len(cards) for cards in laid] == [5] * 5
    for seat in range(5):
        log = list(match.view(seat).log)
        assert [event.card for event in log if isinstance(event, e.YouLaid)] == list(laid[seat])
        assert log.count(e.AllLaid()) == 5
    assert not any(isinstance(event, e.YouLaid) for event in match.view(None).log)


@rule("casa-de-papel/print.shuffled", "casa-de-papel/print.majority", "casa-de-papel/print.fine")
def test_what_the_press_brought_is_told_as_a_change_of_the_loot() -> None:
    match = deal(5, ["m500 s250", "m250 s250", "m0 m250"])
    round_of(match, "m500", "m250", "m0")
    round_of(match, "s250", "s250", "m250")
    first, second = [event for event in match.view(None).log if isinstance(event, e.Pressed)]
    assert first.change == first.loot > 0
    assert second.change == second.loot - first.loot < 0
    for event, kept in zip((first, second), position(match).rounds, strict=True):
        assert (kept.cards, kept.change) == (event.cards, event.change)


@rule("casa-de-papel/dark.everyone", "casa-de-papel/raquel.look", "casa-de-papel/raquel.traces")
def test_in_the_dark_raquel_alone_is_asked_what_to_do_and_all_of_it_comes_out_at_the_end() -> None:
    match = deal(5)
    round_of(match)
    lay(match)
    talk(match)
    choose(match, *chosen_by_default(match))
    p = position(match)
    raquel, chosen = p.seat_of(RAQUEL), p.chosen
    looked = next(seat for seat in range(5) if seat not in (*chosen, raquel))
    out = next(seat for seat in chosen if seat != raquel)
    asked = {seat: match.view(seat).prompt for seat in range(5)}
    assert asked == {seat: "reach.raquel" if seat == raquel else "reach" for seat in range(5)}
    assert dark(match, raquel, f"look {looked}")[0] == (e.Blackout(), None)
    asked = {seat: match.view(seat).prompt for seat in range(5)}
    assert asked == {seat: "exchange.must" if seat == raquel else "exchange" for seat in range(5)}
    assert dark(match, raquel, f"swap {out} {looked}")[0] == (e.Blackout(), None)
    told = to_the_end(match)
    assert [event for event in told if isinstance(event, e.DarkDeed)] == [e.DarkDeed(looked, out, looked)]


@rule("casa-de-papel/dark.everyone", "casa-de-papel/professor.look")
@pytest.mark.parametrize("looks", [True, False])
def test_at_whom_the_professor_looked_comes_out_at_the_end(looks: bool) -> None:
    match = deal(5)
    for _ in range(3):
        round_of(match)
    lay(match)
    professor = position(match).seat_of(PROFESSOR)
    other = (professor + 2) % 5
    heard = dark(match, professor, f"unmask {other}" if looks else "stay")
    assert heard[0] == (e.Blackout(), None)
    told = to_the_end(match)
    assert [event for event in told if isinstance(event, e.DarkLook)] == [e.DarkLook(other if looks else None)]


@rule("casa-de-papel/talk.claim", "casa-de-papel/choose.number", "casa-de-papel/successor.name")
def test_what_belongs_to_another_moment_is_refused_by_the_rule_of_this_one() -> None:
    match = deal(5)
    rules = {
        "lay-card": "lay.one",
        "talk": "talk.claim",
        "choose-cards": "choose.number",
        "reach": "dark.everyone",
        "exchange": "dark.everyone",
        "say-all": "successor.talk",
        "name-successor": "successor.name",
    }
    met = set()
    for _ in range(60):
        asked, seat = tag(match), match.to_act[-1]
        if asked in rules:
            assert refused(match, f"{seat} accuse 0") == (rules[asked], "not-offered")
            met.add(asked)
        match.play(seat, next(iter(match.legal(seat))))
    assert met == set(rules)


@rule("casa-de-papel/talk.vague")
def test_a_claim_without_an_amount_is_worth_nothing() -> None:
    assert {card: WORTH[card] for card in ("m", "m0", "s", "s0")} == {"m": 0, "m0": 0, "s": 0, "s0": 0}


def test_what_comes_to_light_is_what_a_match_that_is_looked_at_again_marks() -> None:
    told = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind != Event]
    assert {kind.__name__ for kind in told if not kind.reveals} == {
        "AllLaid",
        "Appointed",
        "Blackout",
        "Chosen",
        "Noted",
        "RoundBegan",
        "Swapped",
        "YouLaid",
    }
