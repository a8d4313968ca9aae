"""What happened is told in the words that fit it."""

from __future__ import annotations

from typing import Literal

import speelhol
from speelhol.games.casa_de_papel import actions as a
from speelhol.games.casa_de_papel import events as e
from speelhol.kernel import Action, Event
from tests.wordings import Worded, each_wording, unworded

GAME = speelhol.game("casa-de-papel")
WISHES: tuple[Literal["choose", "leave"], ...] = ("choose", "leave")
SAYINGS: tuple[Literal["robber", "hostage", "lied", "honest"], ...] = ("robber", "hostage", "lied", "honest")

WORDED: Worded = [
    *((e.Claimed(0, "m0", wish), f"claimed.{wish}") for wish in WISHES),
    (e.Claimed(0, "m0", None), "claimed.leader"),
    (e.Pressed(("m0", "m0", "s0"), 500, 500), "pressed.ran"),
    (e.Pressed(("m0", "s0", "s500"), -500, 0), "pressed.stopped"),
    (e.Pressed(("m0", "m250", "s0", "s0", "s250"), -250, 0), "pressed.stopped"),
    (e.Pressed(("m0", "s0", "s0"), 0, 500), "pressed.kept"),
    *((e.Said(0, 1, what), f"said.{what}") for what in SAYINGS),
    (e.Said(0, None, None), "said.nothing"),
    (e.Accused(1, True, 1500), "accused.right"),
    (e.Accused(1, False, 2000), "accused.wrong"),
    (e.DarkDeed(None, None, None), "dark-deed.none"),
    (e.DarkDeed(0, 1, 0), "dark-deed.looked"),
    (e.DarkDeed(None, 1, 0), "dark-deed.swap"),
    (e.DarkLook(None), "dark-look.none"),
    (e.DarkLook(0), "dark-look"),
    (e.Ended(2000, 2000, True), "ended.robbers"),
    (e.Ended(1500, 2000, False), "ended.hostages"),
    *((a.Claim("m0", wish), f"claim.{wish}") for wish in WISHES),
    (a.Claim("m0", None), "claim.leader"),
    *((a.Say(1, what), f"say.{what}") for what in SAYINGS),
]


@each_wording(WORDED)
def test_it_is_told_in_the_words_that_fit(value: Event | Action, wording: str) -> None:
    assert value.wording() == wording


def test_every_wording_is_told_by_something() -> None:
    assert unworded(GAME, WORDED) == set()


def test_what_one_lays_oneself_is_no_news() -> None:
    assert e.YouLaid("m0").routine
