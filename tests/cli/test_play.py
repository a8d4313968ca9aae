"""`play`: whole matches by keystrokes, what is shown, and what goes wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import speelhol
from speelhol.bots.roster import LEVELS, offered
from speelhol.cli.seated_bots import invited
from speelhol.kernel import LANGUAGES, house_rules

from .tools import ENGLISH, TERMINAL, Typist, failure, play, run, says, visible

GAMES = speelhol.games()
FIRST = GAMES[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_a_whole_match(name: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = play(name, "--lang", language, "--save", str(file), "--name", "Zoë", seed=language)
    assert result.exit_code == 0
    match = speelhol.replay(file.read_bytes())
    assert match.over
    assert match.result is not None
    assert "Zoë" in result.stdout
    bots = [bot.name for bot in invited(["Zoë"], match.seats, "regular")]
    speech = speelhol.game(name).speak(language, ["Zoë", *bots])
    for event in match.view(None).log.since(len(match.view(None).log) - 1):
        assert speech.event(event) in result.stdout


@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_and_the_largest_table_play_to_the_end(name: str, tmp_path: Path) -> None:
    for seats in (speelhol.game(name).seats[0], speelhol.game(name).seats[-1]):
        file = tmp_path / f"{seats}.json"
        assert play(name, "--seats", str(seats), "--quick", "--save", str(file), seed="b").exit_code == 0
        assert speelhol.replay(file.read_bytes()).over


@pytest.mark.parametrize("name", GAMES)
def test_everybody_is_a_person(name: str, tmp_path: Path) -> None:
    game = speelhol.game(name)
    file = tmp_path / "match.json"
    args = ("--human", str(game.seats[0]), "--seats", str(game.seats[0]), "--save", str(file))
    assert play(name, *args, seed="c").exit_code == 0
    assert speelhol.replay(file.read_bytes()).over


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_the_terminal(name: str) -> None:
    env = TERMINAL | {"COLUMNS": "80", "LINES": "24"}
    most = str(speelhol.game(name).seats[-1])
    result = play(name, "--seats", most, seed="d", env=env, typist=Typist("d", most=200))
    lines = re.split(r" > |\n|\x1b\[2J", visible(result.stdout))
    assert max(map(cell_len, lines)) <= 80
    assert says("end.heading") in result.stdout or says("end.quit") in result.stdout


def test_the_rule_the_chapter_the_log_and_the_table_can_be_asked_for() -> None:
    game = speelhol.game(FIRST)
    match = game.start(game.seats[0], "a")
    result = run("play", FIRST, "--seed", "a", keys="\n?\nr\nr all\nlog\ntable\nhelp\nquit\n")
    seat = match.to_act[0] if 0 not in match.to_act else 0
    if seat == 0:
        rule = game.rulebook[match.view(0).agenda[-1].rule]
        assert result.stdout.count(rule.text["en"]) == 3
    for rule in game.rulebook:
        assert rule.text["en"] in result.stdout
    assert says("turn.log") in result.stdout
    assert says("help.heading") in result.stdout
    assert says("end.quit") in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize("keys", ["", "\n", "\n1\n", "\nquit\n", "q\n"])
def test_the_end_of_input_and_quit_end_with_a_sentence(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = run("play", FIRST, "--save", str(file), keys=keys)
    assert result.exit_code == 0
    assert says("end.quit") in result.stdout
    assert not speelhol.replay(file.read_bytes()).over
    assert "speelhol-record" in file.read_text()


def test_control_c_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = run("play", FIRST)
    assert result.exit_code == 0
    assert result.stdout.rstrip().endswith(says("end.quit"))


def test_without_a_game_there_is_a_menu() -> None:
    number = GAMES.index(FIRST) + 1
    seats, levels = speelhol.game(FIRST).seats[1], offered(speelhol.game(FIRST))
    sharp = levels.index("sharp") + 1
    result = run("play", "--seed", "a", keys=f"99\nx\n{number}\n0\n{seats}\nWim\n7\n{sharp}\n\nquit\n")
    assert says("menu.number", low="1", high=str(len(GAMES))) in result.stdout
    roster = result.stdout.partition(says("welcome.table"))[2]
    assert roster.count(says("bot.seat.sharp")) == seats - 1
    menu = result.stdout.partition(says("welcome.table"))[0]
    assert [level for level in LEVELS if f" {says(f'bot.seat.{level}')}\n" in menu] == list(levels)
    assert says("bot.is.bold") in roster
    assert "Wim" in result.stdout
    assert says("end.quit") in run("play", keys="q\n").stdout


def test_wrong_input_gets_a_sentence_and_the_question_again() -> None:
    result = run("play", FIRST, "--seed", "a", keys="\n999\nbla bla\n" + "9" * 5000 + "\nquit\n")
    assert re.search(says("choose.number", high="[0-9]+"), result.stdout)
    assert "“bla bla”" in result.stdout
    assert "9" * 30 + "…" in result.stdout
    assert "9" * 31 not in result.stdout
    assert result.exit_code == 0


def test_a_choice_can_be_taken_back_before_the_bots_answer(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("play", "casa-de-papel", "--seed", "a", "--save", str(file), keys="\n1\nundo\nquit\n")
    assert speelhol.replay(file.read_bytes()).record().actions == ()


def test_a_refusal_names_its_rule_and_reason() -> None:
    text = run("play", "casa-de-papel", "--seed", "a", keys="\nclaim m0 -\nundo\nquit\n").stdout
    assert speelhol.game("casa-de-papel").rulebook["casa-de-papel/lay.one"].text["en"] in text
    assert house_rules()["house/table.undo"].text["en"] in text


def test_an_action_can_be_typed_in_its_text_form(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    game = speelhol.game("casa-de-papel")
    action = str(next(iter(game.start(4, "a").legal(0))))
    run("play", game.name, "--seed", "a", "--quick", "--save", str(file), keys=f"\n{action}\nquit\n")
    assert (0, action) in speelhol.replay(file.read_bytes()).record().actions


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for file in files:
        play(FIRST, "--save", str(file), seed="same")
    assert files[0].read_bytes() == files[1].read_bytes()


# ---- errors


def test_errors_are_one_sentence(tmp_path: Path) -> None:
    game = speelhol.game(FIRST)
    low, high, title = game.seats[0], game.seats[-1], game.title
    there = tmp_path / "there"
    there.write_text("")
    cases = {
        ("--seats", "99"): f"{title} is for {low} to {high} players, not 99.",
        ("--seats", str(low), "--human", "0"): f"Of {low} players 1 to {low} can be persons, not 0.",
        ("--seats", str(low), "--human", "99"): f"Of {low} players 1 to {low} can be persons, not 99.",
        ("--name", "A", "--name", "B"): "There are 2 names for 1 person.",
        ("--name", ""): "A name has 1 to 20 letters or signs, not ''.",
        ("--name", "\x1b[2J"): "A name has 1 to 20 letters or signs, not '\\x1b[2J'.",
        ("--human", "2", "--name", "A", "--name", "a"): "Two players can't have the same name.",
        ("--option", "skills"): "An option is given as KEY=VALUE, not as 'skills'.",
        ("--save", str(there)): f"{there} exists already; choose another name to save to.",
        ("--save", str(tmp_path / "no" / "x")): f"{tmp_path / 'no' / 'x'} can't be written: there is no folder "
        f"{tmp_path / 'no'}.",
    }
    for args, sentence in cases.items():
        assert failure("play", FIRST, *args) == (2, sentence)
    assert failure("play", FIRST, "--seats", "many")[0] == 2


def test_options_are_checked() -> None:
    for name in GAMES:
        game = speelhol.game(name)
        known = ", ".join(game.option_values()) or "none"
        expected = f"{game.title} has no option 'colour'; it has {known}."
        assert failure("play", name, "--option", "colour=red") == (2, expected)
        for option, values in game.option_values().items():
            code, sentence = failure("play", name, "--option", f"{option}=perhaps")
            assert code == 2
            assert sentence.startswith(f"The option {option!r} of {game.title} can be ")
            for value in values:
                args = ("play", name, "--option", f"{option}={str(value).lower()}", "--seats")
                fitting = next(s for s, o in game.variants() if o[option] == value)
                assert run(*args, str(fitting), keys="").exit_code == 0


def test_a_name_is_never_taken_for_markup() -> None:
    assert "[red]Jo[/red]" in run("play", FIRST, "--name", "[red]Jo[/red]", keys="\nquit\n").stdout


def test_the_terminal_of_eighty_columns_reads_page_by_page() -> None:
    env = TERMINAL | ENGLISH | {"COLUMNS": "80", "LINES": "24"}
    for name in GAMES:
        text = visible(run("play", name, "--seed", "a", keys="\n\n\n\nquit\n", env=env).stdout)
        for page in text.split("\x1b[2J")[1:]:
            assert page.split(" > ")[0].count("\n") <= 23
