"""The table in words: what a newcomer needs to decide."""

from __future__ import annotations

from speelhol.kernel import Match
from tests.rules import rule

from .tables import GAME, play, table


def said(match: Match, seat: int | None) -> str:
    speech = GAME.speak("en", ["Ann", "Bram", "Cleo", "Dirk"])
    panels = GAME.describe(match.view(seat).now, speech)
    return "\n".join(" | ".join(row) for panel in panels for row in [panel.lines, *panel.table])


@rule("thieves/money.look", "thieves/cards.ring")
def test_face_down_cards_stand_in_brackets_and_only_for_those_who_know_them() -> None:
    match = table("m1 ring m0 m0", "m2 m2 m2", "m3 m3 m3", loot=["m2", "[m3]"])
    play(match, "keep ring")
    assert "1: money 2, 2: (ring) | 5 |" in said(match, 0)
    assert "Your loot is worth 5 in a raid and 3 at the end." in said(match, 0)
    assert "Mind the ring: 3 in a raid, 1 at the end." in said(match, 0)
    for seat in (None, 2):
        assert "1: money 2, 2: (?) | 2 + one unknown |" in said(match, seat)
        assert "ring" not in said(match, seat)


@rule("thieves/siren.known", "thieves/swap.know")
def test_what_everybody_can_conclude_is_noted() -> None:
    match = table(
        "siren m1 m0 m0", "swap m2 m2", "m3 m3 m3", "m1 m1 m1", loot=["", "[m3]", "[ring]"], draws=["m2", "m1"]
    )
    play(match, "play siren", "play swap", "swap 1 2 1")
    rows = said(match, None).splitlines()
    (dirk,) = [row for row in rows if "Dirk" in row]
    assert dirk.endswith("no police car in hand until the next draw")
    (bram,) = [row for row in rows if row.startswith("Bram")]
    assert bram.endswith("card 1 is known to Bram and Cleo")
    assert "money 3" not in said(match, None)
