"""`games`, `rules`, and what holds for every command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import speelhol
import speelhol.cli
from speelhol.cli import main
from speelhol.cli.screen import own_words
from speelhol.kernel import LANGUAGES, house_rules

from .tools import ENGLISH, failure, run

CODE = re.compile(r"(?:\[|[a-z]/)[a-z-]+\.[a-z-]+\S*")
"""What looks like the id of a rule, in full or as a mark behind it."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_every_game(language: str) -> None:
    text = run("games", "--lang", language).stdout
    for name in speelhol.games():
        speech = speelhol.game(name).speak(language)
        assert name in text
        assert speech.phrase("title") in text
        assert speech.phrase("tagline") in text


def test_games_as_json() -> None:
    games = json.loads(run("games", "--json").stdout)
    assert [g["name"] for g in games] == list(speelhol.games())
    for facts in games:
        game = speelhol.game(facts["name"])
        assert facts["seats"] == [game.seats[0], game.seats[-1]]
        assert set(facts["options"]) == set(game.option_values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", speelhol.games())
def test_rules_prints_every_rule(name: str, language: str) -> None:
    text = " ".join(run("rules", name, "--lang", language).stdout.split())
    for rule in (*speelhol.game(name).rulebook, *house_rules()):
        assert " ".join(rule.text[language].split()) in text
    for option in speelhol.game(name).option_values():
        assert f"--option {option}=" in text


@pytest.mark.parametrize("name", speelhol.games())
def test_ids_of_rules_are_one_option_away(name: str) -> None:
    """Nobody who reads the rules, or asks for one while playing, meets a code."""
    rules = (*speelhol.game(name).rulebook, *house_rules())
    labelled = run("rules", name, "--ids").stdout
    assert all(f"[{rule.id.split('/')[1]}\u00a0·\u00a0{rule.label}]" in labelled for rule in rules)
    for text in (run("rules", name).stdout, run("play", name, keys="?\nr\nr all\nundo\n99\nquit\n").stdout):
        assert CODE.findall(text) == []


@pytest.mark.parametrize("name", speelhol.games())
def test_rules_as_json(name: str) -> None:
    data = json.loads(run("rules", name, "--json").stdout)
    ids = [rule["id"] for chapter in data["chapters"] for rule in chapter["rules"]]
    assert ids == [rule.id for rule in speelhol.game(name).rulebook]
    assert [rule["id"] for chapter in data["house"] for rule in chapter["rules"]] == [r.id for r in house_rules()]


def test_rules_stay_within_eighty_columns() -> None:
    for name in speelhol.games():
        for line in run("rules", name, env=ENGLISH | {"COLUMNS": "80"}).stdout.splitlines():
            assert len(line) <= 80


def test_a_games_name_may_be_written_loosely() -> None:
    for name in speelhol.games():
        assert run("rules", name.replace("-", "_").upper(), "--json").exit_code == 0


def test_the_language_follows_the_system() -> None:
    game = speelhol.game(speelhol.games()[0])
    tagline = game.speak("nl").phrase("tagline")
    assert tagline in run("games", env={"COLUMNS": "400", "LANG": "nl_BE.UTF-8"}).stdout
    assert tagline not in run("games", env={"COLUMNS": "400", "LANG": "de_DE.UTF-8"}).stdout


def test_version() -> None:
    assert run("--version").stdout.split()[-1] == speelhol.__version__


@pytest.mark.parametrize(
    "command",
    ["play", "rules", "games", "replay", "verify", "simulate", "check-tables", "backup", "restore", "upgrade"],
)
def test_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


@pytest.mark.parametrize("command", ["rules", "play", "simulate"])
def test_an_unknown_game_is_one_sentence(command: str) -> None:
    code, sentence = failure(command, "chess")
    assert code == 2
    assert sentence == f"There is no game 'chess'; there are {', '.join(speelhol.games())}."


def test_an_unknown_command_or_flag_is_one_sentence() -> None:
    assert failure("dance")[0] == 2
    code, sentence = failure("games", "--loud")
    assert code == 2
    assert "--loud" in sentence
    assert sentence.endswith("games --help shows what there is.")
    assert failure("rules")[0] == 2
    assert failure("games", "--lang", "de")[0] == 2


def test_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "speelhol", "games", "--json"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)


def test_a_fault_of_our_own_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("the cat sat on it")

    monkeypatch.setattr("speelhol.cli.cli.main", fail)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 70
    assert len(capsys.readouterr().err.splitlines()) == 1
    monkeypatch.setenv("SPEELHOL_DEBUG", "1")
    with pytest.raises(RuntimeError, match="cat"):
        main()


def test_no_sentence_of_the_command_line_is_unused_or_missing() -> None:
    source = "".join(file.read_text() for file in Path(speelhol.cli.__path__[0]).glob("*.py"))
    spelled = {key for key in own_words().own if f'"{key}"' in source or f"'{key}'" in source}
    put_together = {key for key in own_words().own if key.split(".")[0] in ("games", "help", "command", "bot")}
    assert spelled | put_together == set(own_words().own)
    named = set(re.findall(r"""say\(\s*['"]([a-z]+\.[a-z-]+)['"]""", source))
    assert named
    assert named <= set(own_words().own)
