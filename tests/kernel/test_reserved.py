"""A field can't have a name that means something to the house: it is refused in a sentence when its class is made."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from msgspec import defstruct

from speelhol.kernel import Action, Decision, Event, Form, Options, Position, Sealed, Step

TAKEN: dict[Any, tuple[str, ...]] = {
    Action: ("do", "face", "hidden", "whole", "wording"),
    Event: (
        *(
            "accuses",
            "alters",
            "costs",
            "event",
            "gains",
            "reveals",
            "routine",
            "settles",
            "touches",
            "turning",
            "weighty",
        ),
        "wording",
    ),
    Step: ("asks", "run", "step"),
    Decision: ("asks", "binding", "binds", "offers", "prompt", "refuse", "rule", "sealed", "step", "take", "who"),
    Sealed: ("discreet", "hush", "offers", "run", "take", "who"),
    Position: ("agenda", "answers", "options", "result", "rules", "seats", "then", "until", "waiting"),
    Options: ("decisions", "players", "prize", "render_mode", "seats", "seed"),
}


@pytest.mark.parametrize(("base", "name"), [(base, name) for base, names in TAKEN.items() for name in names])
def test_a_name_that_means_something_is_refused(base: Any, name: str) -> None:
    with pytest.raises(TypeError, match=rf"Mine can't have a field '{name}': .* has a meaning for that name\. Call it"):
        defstruct("Mine", [(name, int)], bases=(base,), frozen=base is not Position, kw_only=True, module="mine")


def test_every_name_that_the_kernel_gives_a_meaning_is_among_them() -> None:
    for base, names in TAKEN.items():
        public = {name for name in dir(base) if not name.startswith("_")}
        shown = {name for names in TAKEN.values() for name in names}
        assert public - shown == set(), (base, names)


def test_what_the_base_says_may_be_answered_anew() -> None:
    class Loud(Event, frozen=True, tag="loud"):
        reveals: ClassVar[bool] = True
        loudness: int

    class Hide(Action, frozen=True, tag="hide"):
        hidden = ("card",)
        card: str

        def wording(self) -> str:
            return "hide.away"

    assert Loud(3).reveals
    assert Hide("m1").face() == (Hide,)


def test_a_form_has_its_fields_in_their_order() -> None:
    class Bid(Action, frozen=True, tag="bid"):
        kind: str
        count: int

    assert Form(Bid, kind=("six", "five"), count=range(1, 4)).count == 6
    with pytest.raises(TypeError, match="A form of Bid needs its fields kind, count in this order, not count, kind"):
        Form(Bid, count=range(1, 4), kind=("six",))
    with pytest.raises(TypeError, match="needs its fields kind, count in this order, not count"):
        Form(Bid, count=range(1, 4))
