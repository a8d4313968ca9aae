"""What bots add to what they say of others: from open events and their character, and from nothing else."""

from __future__ import annotations

import random
from collections import Counter

import speelhol
from speelhol.bots.roster import CHARACTERS
from speelhol.games.casa_de_papel.bot.talk import talk
from speelhol.games.casa_de_papel.events import Chosen, Claimed, Pressed, RoundBegan, Said
from speelhol.kernel import EVEN, LANGUAGES, Event, Temper

GAME = speelhol.game("casa-de-papel")
TALKS = Temper(bold=1.0, liar=0.0)
"""Never silent, and never content with a feeling where there is a ground."""


def said(card: str, cards: tuple[str, ...], change: int, what: str) -> tuple[Event, ...]:
    """A round in which seat 1 claimed a card and was chosen, and what seat 2 says of seat 1."""
    return (
        RoundBegan(1, 0), Claimed(1, card, "choose"), Chosen((0, 1)), Pressed(cards, change, change),
        Said(2, 1, what),  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_ground_is_what_everybody_saw() -> None:
    for card, cards, change, what, tag in (
        ("m500", ("m0", "s0"), 0, "lied", "missing"),
        ("m500", ("m0", "m500"), 1500, "robber", "came-out"),
        ("m", ("m0", "s0"), 0, "hostage", "was-there"),
        ("m500", ("m0", "m500"), 1500, "hostage", "feeling.against"),
        ("m500", ("m0", "s0"), 0, "honest", "feeling.for"),
    ):
        reason = talk(said(card, cards, change, what), TALKS)
        assert reason is not None
        assert reason.tag == tag
        for language in LANGUAGES:
            sentence = GAME.speak(language, ["Ann", "Bo", "Cas"]).reason(reason, "bot.talk")
            assert "Bo" in sentence
            assert "{" not in sentence


def test_characters_differ_and_nobody_talks_all_the_time() -> None:
    """In whole matches at a glance: the bold give their grounds most often, the cautious seldom; liars feel."""
    spoke: dict[str, Counter[str]] = {name: Counter() for name in CHARACTERS}
    for number in range(30):
        match, rng = GAME.start(5, f"talk/{number}"), random.Random(number)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, GAME.mind.prefer(match.view(seat), EVEN, rng))
        told = list(match.view(None).log)
        for place, event in enumerate(told, 1):
            if isinstance(event, Said) and event.what is not None:
                for name, temper in CHARACTERS.items():
                    reason = talk(told[:place], temper)
                    spoke[name]["silent" if reason is None else reason.tag.partition(".")[0]] += 1
    share = {name: 1 - counted["silent"] / counted.total() for name, counted in spoke.items()}
    assert share["cautious"] < share["even"] < share["bold"] < 1
    assert spoke["liar"]["feeling"] / spoke["liar"].total() > spoke["cautious"]["feeling"] / spoke["cautious"].total()


def test_what_is_added_is_the_same_in_worlds_that_nobody_can_tell_apart() -> None:
    """It is made of the open table's events: whatever the bot holds, it says the same."""
    match, rng = GAME.start(5, "talk"), random.Random(7)
    while not any(isinstance(event, Said) for event in match.view(None).log):
        seat = match.to_act[0]
        match.play(seat, GAME.mind.prefer(match.view(seat), EVEN, rng))
    for seat in range(match.seats):
        twin = GAME.imagine(match.view(seat), random.Random(seat))
        for temper in CHARACTERS.values():
            one, two = (talk(list(world.view(None).log), temper) for world in (match, twin))
            assert one == two
