"""Several persons at one keyboard: nobody sees or can scroll to what another one may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelhol
from speelhol.cli.screen import WIPE
from speelhol.cli.seated_bots import invited
from speelhol.kernel import Record
from tests.contract.cases import own_secrets

from .tools import TERMINAL, Typist, pieces, play, private_texts, run, says, visible

NAMES = ("Qadir", "Wanda", "Xenia")
LINES = 140
"""So much is typed; a long match is left in the middle."""
MATCHES = 12
"""So many are played at most until everybody was asked something."""


def screens(output: str) -> list[tuple[str | None, str]]:
    """What stands on the screen between two wipes, with who sits before it; None for the hand-over itself."""
    found: list[tuple[str | None, str]] = []
    who: str | None = None
    for screen in visible(output).split(WIPE):
        name = next((n for n in NAMES if says("hand.over", name=n) in screen), None)
        if name:
            who = name
        found.append((None if name else who, screen))
    return found


@pytest.mark.parametrize("name", speelhol.games())
@pytest.mark.parametrize("seed", ["1", "2"])
def test_no_screen_holds_another_seats_secrets(name: str, seed: str, tmp_path: Path) -> None:
    """In as many matches as it takes until each of them was asked something: a short one is over before."""
    people = NAMES[: min(3, speelhol.game(name).seats[-1])]
    asked: set[int] = set()
    had, saw = [0] * len(people), [0] * len(people)
    for number in range(MATCHES):
        record, output = sitting(name, people, f"{seed}/{number}", tmp_path / f"{number}.json")
        named = (*people, *(bot.name for bot in invited(people, record.seats, "regular")))
        private, hidden = private_texts(record, named)
        looked = looks(output, people, private, hidden)
        asked |= {seat for seat, _ in record.actions}
        had = [sum(one) for one in zip(had, map(len, private), strict=False)]
        saw = [sum(one) for one in zip(saw, looked, strict=True)]
        if asked.issuperset(range(len(people))):
            break
    idle = ", ".join(str(seat) for seat in range(len(people)) if seat not in asked)
    assert not idle, f"In {MATCHES} matches of {name} seat {idle} was asked nothing, so nobody looked with its eyes."
    own_secrets(name, had, "in these matches")
    own_secrets(name, saw, "on the screens that it looked at")


def sitting(name: str, people: tuple[str, ...], seed: str, file: Path) -> tuple[Record, str]:
    """A match with these people at one keyboard, and all that stood on its screen."""
    named = [part for n in people for part in ("--name", n)]
    args = ("--human", str(len(people)), "--save", str(file), *named)
    seats = ("--seats", str(max(len(people), speelhol.game(name).seats[0])))
    result = play(name, *args, *seats, seed=seed, env=TERMINAL, typist=Typist(seed, most=LINES))
    return Record.from_bytes(file.read_bytes()), result.stdout


def looks(output: str, people: tuple[str, ...], private: list[set[str]], hidden: list[set[str]]) -> list[int]:
    """How many of its own secrets each person came upon; on no screen stands one that only somebody else may read."""
    looked = dict.fromkeys(people, 0)
    *before, (_, last) = screens(output)
    assert says("end.heading") in last or says("end.quit") in last
    for who, screen in before:
        shown = pieces(screen)
        for seat, texts in enumerate(hidden):
            if who is None or seat >= len(people) or people[seat] != who:
                assert not texts & shown, (who, seat)
            else:
                looked[who] += len(private[seat] & shown)
    return list(looked.values())


def test_every_hand_over_wipes_the_scroll_back() -> None:
    name = speelhol.games()[0]
    output = play(name, "--human", "2", "--name", "Qadir", "--name", "Wanda", seed="1", env=TERMINAL).stdout
    for person in ("Qadir", "Wanda"):
        before = [part[-200:] for part in output.split(says("hand.over", name=person))[:-1]]
        assert before
        assert all(WIPE in part for part in before)


def test_leaving_wipes_too() -> None:
    output = run("play", speelhol.games()[0], "--human", "2", keys="\n\nquit\n", env=TERMINAL).stdout
    assert says("end.quit") in output.split(WIPE)[-1]
    assert says("turn.log") not in output.split(WIPE)[-1]


def test_the_one_before_can_take_a_choice_back_at_the_hand_over(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    keys = "\n\n1\nundo\nquit\n"
    args = ("--human", "4", "--seed", "1", "--save", str(file))
    output = run("play", "casa-de-papel", *args, keys=keys, env=TERMINAL).stdout
    assert says("hand.undo", name="Ann") in visible(output)
    assert Record.from_bytes(file.read_bytes()).actions == ()
    last = visible(output).split(WIPE)[-2]
    assert says("hand.over", name="Ann") in last
