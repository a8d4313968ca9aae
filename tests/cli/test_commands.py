"""What is typed at the table besides an answer: by names of the reader's language, or in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelhol
from speelhol.cli.screen import CHOOSING, COMMANDS, STEPPING, Screen
from speelhol.kernel import LANGUAGES

from .tools import TERMINAL, run, save_random, visible


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_called_as_the_reader_would_and_in_english(language: str) -> None:
    screen = Screen(language)
    for names in (COMMANDS, CHOOSING, STEPPING):
        for name in names:
            assert screen.command(screen.say(f"command.{name}").upper(), names) == name
            assert screen.command(name, names) == name
        assert screen.command("Bert", names) == "bert"
    said = [screen.say(f"command.{name}") for name in (*COMMANDS, *CHOOSING)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_one_place_means_something_else_in_english(language: str) -> None:
    screen = Screen(language)
    for names in (COMMANDS, (*COMMANDS, *CHOOSING), STEPPING):
        for name in names:
            word = screen.say(f"command.{name}")
            assert word not in set(names) - {name} or language == "en", word


SENTENCES = {
    "choose.more": ("more",),
    "choose.quick": ("min", "half", "max", "back"),
    "choose.other": ("back",),
    "split.ask": ("done", "back"),
    "choose.number": ("help",),
    "choose.only": ("help",),
    "choose.none": ("help",),
    "welcome.how": ("help",),
    "help.rule": ("all",),
    "lesson.basics": ("quit",),
    "hand.undo": ("undo",),
    "turn.confirm": ("undo",),
    "replay.keys": ("b", "g", "q"),
    "replay.what": ("b", "g", "q"),
}
"""The commands that a sentence names."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_commands_in_its_own_language(language: str) -> None:
    screen = Screen(language)
    holes = dict.fromkeys(("n", "low", "half", "high", "example", "text", "name", "all"), "7")
    for key, names in SENTENCES.items():
        words = set(re.findall(r"\w+", screen.say(key, **holes)))
        said = {screen.say(f"command.{name}") for name in names}
        assert said <= words, key
        assert not (set(names) - said) & words, key


TYPED = {
    "nl": "\nhulp\nr alles\nlog\ntafel\nwoord dat er niet is\nstop\n",
    "fr": "\naide\nr tout\njournal\ntable\nmot qui n’y est pas\nquitter\n",
}


@pytest.mark.parametrize("language", TYPED)
def test_a_match_is_played_with_the_words_of_the_language(language: str) -> None:
    screen, game = Screen(language), speelhol.game("casa-de-papel")
    text = run("play", game.name, "--seed", "a", "--lang", language, keys=TYPED[language]).stdout
    for key in ("help.heading", "turn.log", "end.quit"):
        assert screen.say(key) in text
    for rule in game.rulebook:
        assert rule.text[language] in text


@pytest.mark.parametrize(("language", "keys"), [("nl", "g 3|t|terug|s"), ("fr", "a3|r|retour|quitter")])
def test_a_record_is_stepped_through_with_the_keys_of_the_language(language: str, keys: str, tmp_path: Path) -> None:
    file, screen = tmp_path / "match.json", Screen(language)
    moves = str(len(save_random("casa-de-papel", file).actions))
    shown = run(
        "replay", str(file), "--all", "--lang", language, keys=keys.replace("|", "\n") + "\n", env=TERMINAL
    ).stdout
    where = [page.splitlines()[0] for page in visible(shown).split("\x1b[H\x1b[2J")[1:]]
    assert len(where) == 4
    for line, now in zip(where[1:], ("3", "2", "1"), strict=True):
        assert screen.say("replay.step", now=now, all=moves) in line
    assert screen.say("replay.what", all=moves) not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_keys_and_the_help_name_them_all(language: str) -> None:
    screen = Screen(language)
    short, long = ({key.strip() for key in screen.say(f"turn.{line}").split("·")} for line in ("keys", "keys-undo"))
    assert {screen.say(f"command.{name}") for name in COMMANDS} <= long
    assert short == long - {screen.say("command.undo")}
    for name in ("undo", "table", "hint", "quit"):
        assert screen.say(f"help.{name}").startswith(screen.say(f"command.{name}"))
    assert screen.say("command.log") in screen.say("help.table")
