"""Your turn: bribing, moving, striking."""

from __future__ import annotations

import pytest

from speelhol.games.casablanca.actions import Bid, Bribe
from speelhol.games.casablanca.events import Bribed, Lost, Moved, Rested, Struck, WantsMove, Wrote
from speelhol.games.casablanca.table import AGENTS
from speelhol.games.casablanca.view import heard_rows
from speelhol.kernel import Scripted
from tests.rules import rule

from .town import GAME, MAIN, act, agent_town, allow, heard, on, place, play, position, refused, tag, texts, town

RICH = "green:3000 purple:2000 blue:1000"


# ---- the turn


@rule("casablanca/turn.one")
@pytest.mark.parametrize("action", ["bribe green:100", "move green 1 no", "strike green purple", "rest"])
def test_one_action_ends_the_turn(action: str) -> None:
    match = town(3, [RICH] * 3)
    act(match, action)
    assert match.to_act == (1,)
    assert tag(match) == "act"
    assert position(match).turn == 5


@rule("casablanca/turn.anyone")
def test_every_agent_may_be_moved_by_everybody() -> None:
    """Rulebook, "Opmerking: De agenten zijn geen eigendom van bepaalde spelers"."""
    match = town(2)
    assert {text.split()[1] for text in texts(match, "move")} == set(AGENTS)
    assert on(match, 0, "green") == 0
    act(match, "move green 1 no")
    assert place(match, "green") == "1"
    assert refused(match, "1 move orange 2 no") == ("turn.anyone", "no-such-agent")
    assert refused(match, "1 strike green orange") == ("turn.anyone", "no-such-agent")


@rule("casablanca/turn.rest")
def test_a_player_may_do_nothing() -> None:
    match = town(2)
    assert play(match, "0 rest") == [Rested(0)]
    assert match.to_act == (1,)


# ---- 1. bribing


@rule("casablanca/bribe.capital", "casablanca/bribe.unit")
def test_the_worked_example_of_a_bribe() -> None:
    """Rulebook, "Voorbeeld omkoping": $1300 on Lila Sheela, $500 on Don Greenwood, $400 on Michael Gray."""
    match = GAME.begin(2, MAIN, GAME.rules, Scripted([0]))
    play(match, "0 bribe green:500+purple:1300+grey:400", "1 bribe green:100+purple:100+grey:100")
    assert (on(match, 0, "purple"), on(match, 0, "green"), on(match, 0, "grey")) == (1300, 500, 400)
    assert match.view(0).now.capital == 10_000 - 2_200
    assert [event for event in match.view(0).log if isinstance(event, Wrote)] == [
        Wrote("green", 500),
        Wrote("purple", 1300),
        Wrote("grey", 400),
    ]


@rule("casablanca/bribe.opening")
def test_the_first_bribe_goes_to_three_agents_or_more() -> None:
    match = GAME.begin(2, MAIN, GAME.rules, Scripted([0]))
    assert refused(match, "0 bribe green:500+purple:500") == ("bribe.opening", "three-agents")
    assert refused(match, "0 bribe -") == ("bribe.opening", "three-agents")
    assert refused(match, "0 rest") == ("bribe.opening", "first-bribe")
    assert refused(match, "0 move green 1 no") == ("bribe.opening", "first-bribe")
    play(match, "0 bribe green:100+purple:100+blue:100", f"1 bribe {'+'.join(f'{agent}:100' for agent in AGENTS)}")
    assert match.view(1).now.capital == 9_200


@rule("casablanca/bribe.unit")
def test_sums_are_hundreds_and_each_agent_is_named_once() -> None:
    match = GAME.begin(2, MAIN, GAME.rules, Scripted([0]))
    for wrong in ("green:150+purple:100+blue:100", "green:0+purple:100+blue:100", "green:-100+purple:100+blue:100"):
        assert refused(match, f"0 bribe {wrong}") == ("bribe.unit", "in-hundreds")
    for wrong in ("purple:100+green:100+blue:100", "green:100+green:100+blue:100", "green:100+blue:100+orange:100"):
        assert refused(match, f"0 bribe {wrong}") == ("bribe.unit", "each-agent-once")
    match = town(2)
    assert refused(match, "0 bribe -") == ("bribe.unit", "in-hundreds")
    assert refused(match, "0 bribe green:50") == ("bribe.unit", "in-hundreds")


@rule("casablanca/bribe.capital")
def test_no_more_than_the_capital_but_all_of_it() -> None:
    match = GAME.begin(2, MAIN, GAME.rules, Scripted([0]))
    assert refused(match, "0 bribe green:9000+purple:900+blue:200") == ("bribe.capital", "too-much")
    play(match, "0 bribe green:9000+purple:900+blue:100", "1 bribe green:100+purple:100+blue:100")
    assert match.view(0).now.capital == 0
    assert refused(match, "0 bribe green:100") == ("bribe.capital", "too-much")
    play(match, "0 rest", f"1 bribe {'+'.join(f'{agent}:100' for agent in AGENTS)}")
    assert match.view(1).now.capital == 10_000 - 300 - 800
    assert on(match, 1, "green") == 200  # it comes on top
    assert on(match, 1, "grey") == 100


@rule("casablanca/bribe.final")
def test_nothing_brings_money_back_or_to_another_agent() -> None:
    """Whatever is played, a sum never shrinks but by the own strike or the agent's end."""
    match = town(2, ["green:1500 purple:600 blue:100"] * 2)
    before = position(match).bribes[0]
    act(match, "bribe white:300")
    act(match, "move green 1 no")
    act(match, "move purple 3 no")
    after = position(match).bribes[0]
    assert after == tuple(n + 300 * (agent == "white") for agent, n in zip(AGENTS, before, strict=True))
    assert refused(match, "1 bribe green:-100+blue:100") == ("bribe.unit", "in-hundreds")


@rule("casablanca/bribe.living", "casablanca/strike.removed")
def test_a_struck_agent_is_neither_bribed_nor_used() -> None:
    match = town(2, [RICH] * 2)
    act(match, "strike green purple")
    assert refused(match, "1 bribe purple:100") == ("bribe.living", "agent-gone")
    assert refused(match, "1 bribe green:100+purple:100") == ("bribe.living", "agent-gone")
    assert refused(match, "1 move purple 1 no") == ("strike.removed", "agent-gone")
    assert refused(match, "1 strike purple green") == ("strike.removed", "agent-gone")
    assert refused(match, "1 strike green purple") == ("strike.removed", "agent-gone")
    play(match, "1 bribe green:100+blue:100")


@rule("casablanca/bribe.secret")
def test_only_that_a_bribe_was_made_is_seen() -> None:
    worlds = []
    for sums in ("green:100", "green:4000", "blue:100+grey:200", "+".join(f"{agent}:100" for agent in AGENTS)):
        match = town(3, [RICH] * 3)
        assert play(match, f"0 bribe {sums}") == [Bribed(0)]
        worlds.append([match.view(seat).to_bytes() for seat in (None, 1, 2)])
    assert all(world == worlds[0] for world in worlds)
    assert GAME.read("bribe green:100").face() == GAME.read("bribe blue:900+grey:100").face()


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_open_amounts_have_words_to_ask_for_them(language: str) -> None:
    speech = GAME.speak(language)
    assert speech.kind(Bribe)
    assert speech.kind(Bid)
    assert speech.field(Bid, "amount")
    assert all(speech.term(agent) for agent in AGENTS)


# ---- 2. moving


@rule("casablanca/move.streets")
def test_the_streets_of_the_airport() -> None:
    """Rulebook, "Verplaatsen": from the airport to houses 2 or 6, but not to house 7."""
    match = town(2)
    assert texts(match, "move red") == {"move red 2 no", "move red 6 no"}
    assert refused(match, "0 move red 7 no") == ("move.streets", "no-street")
    assert refused(match, "0 move red airport no") == ("move.streets", "no-street")
    assert refused(match, "0 move red nowhere no") == ("move.streets", "no-street")
    told = act(match, "move red 6 no")
    assert told[0] == WantsMove(0, "red", "6", False)
    assert told[-1] == Moved("red", "6", False)
    assert place(match, "red") == "6"
    assert place(match, "brown") == "airport"
    assert texts(match, "move red") == {"move red airport no", "move red 5 no", "move red 7 no"}


@rule("casablanca/move.share")
def test_foreign_headquarters_are_open_and_buildings_hold_many() -> None:
    match = town(2, places=dict.fromkeys(("green", "purple", "blue", "white", "red", "yellow"), "10"))
    act(match, "move green police no")
    act(match, "move purple police no")
    act(match, "move blue police no")
    assert [agent for agent in AGENTS if place(match, agent) == "police"] == ["green", "purple", "blue", "grey"]
    assert not match.over


# ---- 3. striking


@rule("casablanca/strike.place")
def test_only_in_the_same_building() -> None:
    match = town(2, [RICH] * 2, {"blue": "3"})
    assert texts(match, "strike") == {"strike green purple", "strike purple green"}
    assert refused(match, "0 strike green blue") == ("strike.place", "not-together")
    assert refused(match, "0 strike green green") == ("strike.place", "not-itself")
    for where in ("4", "bazaar", "airport"):  # a house, the bazaar, a headquarters
        match = town(2, [RICH] * 2, {"blue": where, "green": where, "red": "2", "brown": "2"})
        assert texts(match, "strike") == {"strike green blue", "strike blue green"}
        act(match, "strike blue green")
        assert place(match, "green") is None


@rule("casablanca/strike.price")
def test_a_strike_needs_a_thousand_and_takes_it() -> None:
    match = town(2, ["green:900 purple:1000 blue:100", RICH])
    assert refused(match, "0 strike green purple") == ("strike.price", "thousand-needed")
    assert texts(match, "strike") == {"strike purple green"}
    play(match, "0 strike purple green")
    assert on(match, 0, "purple") == 1000  # nothing is paid before it is carried out
    assert heard(match, 0, "purple") == 1000
    allow(match)
    assert on(match, 0, "purple") == 0
    assert heard(match, 0, "purple") == 0
    assert match.view(0).now.capital == 10_000 - 2_000


@rule("casablanca/strike.removed")
def test_sums_on_the_victim_are_said_and_lost() -> None:
    match = town(3, ["green:1500 purple:700 blue:100", "purple:2000 blue:100 white:100"])
    told = act(match, "strike green purple")
    assert told[-4:] == [
        Struck("green", "purple"),
        Lost(0, "purple", 700),
        Lost(1, "purple", 2000),
        Lost(2, "purple", 0),
    ]
    assert place(match, "purple") is None
    assert [on(match, seat, "purple") for seat in range(3)] == [0, 0, 0]
    now = match.view(None).now
    assert [row[1] for row in now.gone] == [700, 2000, 0]
    assert [row[0] for row in now.gone] == [1000, 0, 0]
    assert match.view(1).now.capital == 10_000 - 2_200  # lost money does not come back
    words = GAME.speak("en", ["Ann", "Bram", "Cleo"])
    assert [words.event(event) for event in told[-2:]] == [
        "Bram loses $2,000 on Lila Sheela (purple).",
        "Cleo had nothing on Lila Sheela (purple).",
    ]


@rule("casablanca/strike.removed", "casablanca/bid.heard")
def test_the_notepad_tells_what_strikes_used_from_what_was_lost() -> None:
    """Lila has struck for a thousand when she is struck herself with seven hundred still on her."""
    match = town(2, ["purple:1700 blue:100 white:100", "green:1000 blue:1000 white:100"], {"blue": "cafe"})
    act(match, "strike purple green")
    cell = GAME.speak("en").phrase
    assert heard_rows(match.view(None).now, GAME.speak("en"))[2][1] == cell("view.used", amount="1,000")
    act(match, "strike blue purple")
    lila = heard_rows(match.view(None).now, GAME.speak("en"))[2]
    assert lila[1:] == ("used $1,000, lost $700", "–")


@rule("casablanca/strike.turn")
def test_no_strike_in_the_turn_of_a_move_and_one_strike_a_turn() -> None:
    match = town(2, [RICH] * 2, {"blue": "1"})
    act(match, "move green 1 no")
    assert match.to_act == (1,)
    match = town(2, [RICH] * 2, {"blue": "cafe"})
    act(match, "strike green blue")
    assert match.to_act == (1,)
    assert place(match, "purple") == "cafe"
    match = agent_town(2, ["green:2000"], {"blue": "1"})
    act(match, "move green 1 no")
    assert match.to_act == (1,)
