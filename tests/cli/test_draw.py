"""A match that ends in a draw, as the terminal tells it."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelhol
from speelhol.cli.screen import Screen

from .tools import TERMINAL, run, visible


@pytest.mark.parametrize(
    ("language", "won"), [("en", "Winner"), ("nl", "Winnaar"), ("fr", "Vainqueur")], ids=lambda text: text
)
def test_a_draw_has_no_winners(language: str, won: str, tmp_path: Path) -> None:
    """In Casablanca nobody brings the case home where everybody rests to the last turn."""
    file = tmp_path / "match.json"
    match = speelhol.game("casablanca").start(2, "a draw")
    while not match.over:
        seat, offers = match.to_act[0], match.legal(match.to_act[0])
        rest = match.game.read("rest")
        match.play(seat, rest if rest in offers else next(iter(offers)))
    assert match.result is not None
    assert match.result.draw
    file.write_bytes(match.record().to_bytes())
    screen = Screen(language)
    keys = f"g {len(match.record().actions)}\nq\n"
    end = run("replay", str(file), "--lang", language, keys=keys, env=TERMINAL).stdout.split("\x1b[H\x1b[2J")[-1]
    assert screen.say("end.draw") in visible(end)
    assert won not in end
    verified = run("verify", str(file), "--lang", language).stdout
    assert screen.say("verify.draw") in verified
    assert screen.say("verify.won", who="").strip() not in verified
