"""What is typed at the table besides an answer: by names of the reader's language, or in English."""

from __future__ import annotations

import pytest

from speelhol.cli.screen import COMMANDS, Screen
from speelhol.kernel import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_called_as_the_reader_would_and_in_english(language: str) -> None:
    screen = Screen(language)
    for name in COMMANDS:
        assert screen.command(screen.say(f"command.{name}").upper()) == name
        assert screen.command(name) == name
    assert screen.command("Bert") == "bert"
    assert len({screen.say(f"command.{name}") for name in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_keys_and_the_help_name_them_all(language: str) -> None:
    screen = Screen(language)
    short, long = ({key.strip() for key in screen.say(f"turn.{line}").split("·")} for line in ("keys", "keys-undo"))
    assert {screen.say(f"command.{name}") for name in COMMANDS} <= long
    assert short == long - {screen.say("command.undo")}
    for name in ("undo", "table", "hint", "quit"):
        assert screen.say(f"help.{name}").startswith(screen.say(f"command.{name}"))
    assert screen.say("command.log") in screen.say("help.table")
