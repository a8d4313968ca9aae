"""A hint says why: for every game, from what the seat knows and nothing else, in every language."""

from __future__ import annotations

import random
import re
from typing import Any

import speelhol
from speelhol.bots import Adviser, Budget
from speelhol.games.casa_de_papel.actions import Lay, Say
from speelhol.games.casa_de_papel.table import RED
from speelhol.games.casablanca.bot.reasons import PERHAPS
from speelhol.games.casablanca.rules import Act
from speelhol.games.casablanca.table import CAPITAL, HOME
from speelhol.kernel import EVEN, LANGUAGES, Belief, Game

from .cases import moments, small_variant


@small_variant
def test_a_reason_is_a_sentence_and_knows_no_more_than_its_seat(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    """The same in a world that the seat can't tell from the real one; its numbers are those of view and action."""
    rng, adviser = random.Random(5), Adviser(EVEN)
    names = [f"N{seat}" for seat in range(seats)]
    said = 0
    for match in moments(game, seats, options, "why", 12):
        for seat in match.to_act:
            view = match.view(seat)
            action = game.mind.plan(view, adviser.temper, rng) or game.mind.prefer(view, EVEN, rng)
            for done in (action, *(view.offers.sample(rng) for _ in range(4) if view.offers is not None)):
                told = game.reasons(view, done, ())
                assert list(told) == list(game.reasons(game.imagine(view, rng).view(seat), done, ()))
                said += bool(told)
                for language in LANGUAGES:
                    for one in told[:2]:
                        sentence = game.speak(language, names).reason(one)
                        assert re.fullmatch(r"[A-ZÀÂÉÈÊÎÔ0-9][^{}#|]+[.]", sentence), sentence
    assert said > 0 or not game.folder.has("bot/reasons.py")


def test_the_opening_of_casablanca_tells_its_plan() -> None:
    """Two agents of one house, and the sum on the stronger one is the one that is advised."""
    game = speelhol.game("casablanca")
    view = game.start(4, "plan").view(0)
    action: Any = Adviser().think(view, random.Random(1), Budget(rounds=4)).action
    plan, half = game.reasons(view, action, ())
    most = max(amount for _, amount in action.sums)
    assert {HOME[agent] for agent in plan.data["agents"]} == {HOME[half.data["agent"]]}
    assert len(plan.data["agents"]) == 2
    assert half.data["amount"] == most
    said = game.speak("en").reason(half)
    assert f"{most:,}" in said
    assert ("more than half of what anybody has" in said) == (2 * most > CAPITAL)


def test_a_card_of_la_casa_is_explained_by_what_it_is() -> None:
    """Nobody is told to lay money because sabotage helps them, nor the other way round."""
    game, told = speelhol.game("casa-de-papel"), set()
    for deal in range(12):
        match = game.start(5, f"cards {deal}")
        for seat in match.to_act:
            view = match.view(seat)
            for card in view.now.hand:
                (why,) = game.reasons(view, Lay(card), ())
                robber = view.now.character in RED
                helps = (card[0] == "m") == robber
                bare = all(other[0] == card[0] for other in view.now.hand)
                assert why.tag == ("robber" if robber else "hostage") + ("" if helps else ".bare" if bare else ".hides")
                told.add(why.tag)
    assert {"robber", "hostage", "robber.hides", "hostage.hides"} <= told


def test_a_fight_over_somebody_unpaid_is_explained_as_a_mask() -> None:
    """Casablanca: whoever has nothing on an agent is not told that they have 0 on it."""
    game, rng, told = speelhol.game("casablanca"), random.Random(4), 0
    for deal in range(40):
        match = game.start(4, f"fights {deal}")
        for _ in range(60):
            if match.over:
                break
            for seat in match.to_act:
                view = match.view(seat)
                for action in (view.offers.sample(rng) for _ in range(3) if view.offers is not None):
                    for why in game.reasons(view, action, ()):
                        assert why.data.get("amount") != 0 or why.tag == "lets", (why, action)
                        told += why.tag == "not-mine"
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
    assert told


def test_a_thing_that_is_done_about_somebody_is_explained_by_what_is_believed_of_them() -> None:
    game = speelhol.game("casa-de-papel")
    view = game.start(5, "why").view(0)
    side, suspects = game.reasons(view, Say(2, "robber"), [Belief("robber", 0.9, {"seat": s}) for s in (1, 2)])
    assert suspects.data == {"seat": 2, "chance": 0.9}
    assert game.speak("en", list("ABCDE")).reason(suspects).startswith("C is a robber, 90% likely")
    assert side.data == {"amount": view.now.goal - view.now.loot}


def test_how_many_want_an_agent_is_what_is_believed() -> None:
    """In Casablanca the rivals of a reason are those who are believed to have perhaps paid the most."""
    game, rng = speelhol.game("casablanca"), random.Random(3)
    told = 0
    for number in range(3):
        match = game.start(4, f"rivals/{number}")
        for _ in range(40):
            seat = match.to_act[0]
            view = match.view(seat)
            thought = Adviser().think(view, rng, Budget(rounds=8)) if isinstance(view.agenda[-1], Act) else None
            for one in game.reasons(view, thought.action, thought.beliefs) if thought is not None else ():
                if one.tag in ("contested", "rivals"):
                    assert thought is not None
                    about = [belief for belief in thought.beliefs if belief.data["agent"] == one.data["agent"]]
                    others = [belief for belief in about if belief.data["seat"] != seat and belief.chance >= PERHAPS]
                    assert one.data["n"] == len(others) > 0
                    told += 1
            match.play(seat, game.mind.prefer(view, EVEN, rng))
    assert told > 0
