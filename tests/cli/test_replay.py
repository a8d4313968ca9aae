"""`replay` from everybody's eyes, `verify` on good and on tampered records."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bench.fair import forged, other_lucks, passed_over

import speelhol
from speelhol.cli.screen import Screen
from speelhol.kernel import LANGUAGES, BadRecord, Record, fair, to_json
from tests.contract.cases import own_secrets

from .tools import TERMINAL, failure, pieces, play_randomly, private_texts, run, save_random, says, visible

GAMES = speelhol.games()
FIRST = GAMES[0]
MOVES = 40
"""Of long matches, so much is read."""


@pytest.mark.parametrize("name", GAMES)
def test_every_pair_of_eyes_sees_its_own_secrets_only(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(name, file, MOVES)
    private, hidden = private_texts(record)
    own_secrets(name, private, "in this match")
    moves = str(len(record.actions))
    for seat in (0, record.seats - 1, None):
        args = ("--seat", str(seat + 1)) if seat is not None else ("--open",)
        text = run("replay", str(file), *args, "--lang", "en").stdout
        ended = record.result is not None
        shown = pieces(text.split(says("replay.step", now=moves, all=moves))[0] if ended else text)
        for owner, texts in enumerate(hidden):
            if owner == seat:
                assert texts <= pieces(text)
            else:
                assert not texts & shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_all_open_shows_every_move_and_event(name: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(name, file, MOVES)
    game = speelhol.game(name)
    speech = game.speak(language)
    text = run("replay", str(file), "--all", "--lang", language).stdout
    for _, spelled in record.actions:
        assert speech.do(game.read(spelled)) in text
    for seat in range(record.seats):
        for event in speelhol.replay(record).view(seat).log:
            assert speech.event(event) in text


@pytest.mark.parametrize("name", GAMES)
def test_stepping_forward_back_and_to_a_move(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(name, file)
    moves, far = str(len(record.actions)), min(3, len(record.actions))
    keys = f"\n\nb\nb\nb\ng {far}\ng{far}\ng 99999\ng x\nwhat\nq\n"
    text = visible(run("replay", str(file), "--all", keys=keys, env=TERMINAL).stdout)
    where = [screen.splitlines()[0] for screen in text.split("\x1b[H\x1b[2J")[1:]]
    steps = [0, 1, 2, 1, 0, 0, far, far]
    assert len(where) == len(steps)
    for line, now in zip(where, steps, strict=True):
        expected = says("replay.step", now=str(now), all=moves) if now else says("replay.start", all=moves)
        assert expected in line
    assert text.count(says("replay.what", all=moves)) == 3


def test_stepping_ends_after_the_last_move_and_at_the_end_of_input(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(FIRST, file)
    text = run("replay", str(file), "--seat", "1", keys=f"g {len(record.actions)}\n\n", env=TERMINAL).stdout
    assert says("end.heading") in text
    assert run("replay", str(file), keys="", env=TERMINAL).exit_code == 0


def test_a_command_can_be_given_before_everything_is_read(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(FIRST, file)
    small, last = TERMINAL | {"COLUMNS": "80", "LINES": "12"}, str(len(record.actions))
    text = visible(run("replay", str(file), "--all", keys=f"g {last}\nq\n", env=small).stdout)
    assert says("replay.step", now=last, all=last) in text


def test_names_can_be_given(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save_random(FIRST, file)
    text = run("replay", str(file), "--seat", "1", "--name", "Zita").stdout
    assert says("replay.eyes", name="Zita") in text
    assert failure("replay", str(file), "--name", " ")[0] == 2


def test_an_unfinished_record_is_replayed_to_where_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    game = speelhol.game(FIRST)
    match = game.start(game.seats[0], "a")
    match.play(match.to_act[0], next(iter(match.legal(match.to_act[0]))))
    file.write_bytes(match.record().to_bytes())
    assert says("replay.unfinished") in run("replay", str(file), "--all").stdout
    assert says("verify.open") in run("verify", str(file)).stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_verify_says_in_a_sentence_that_a_record_is_sound(name: str, language: str, tmp_path: Path) -> None:
    """And in another that nothing of the dealing was checked: a proof that was cut out is missed."""
    file = tmp_path / "match.json"
    record = save_random(name, file)
    result = run("verify", str(file), "--lang", language)
    assert result.exit_code == 0
    assert [Screen(language).say("verify.unproven")] == result.stdout.splitlines()[1:]
    assert speelhol.game(name).speak(language).phrase("title") in result.stdout
    assert str(len(record.actions)) in result.stdout


def test_verify_as_json(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = save_random(FIRST, file)
    data = json.loads(run("verify", str(file), "--json").stdout)
    assert record.result is not None
    assert data["sound"] is True
    assert data["moves"] == len(record.actions)
    assert data["result"]["winners"] == list(record.result.winners)


def test_without_a_seed_the_draws_are_taken_as_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    record = msgspec.structs.replace(save_random(FIRST, file), seed=None)
    file.write_bytes(record.to_bytes())
    assert "no seed" in run("verify", str(file)).stdout


def sealed(record: object) -> bytes:
    """Any record with a fitting digest: a forger knows how to compute one."""
    body = to_json(record)
    digest = hashlib.sha256(body).hexdigest()
    return b'{"format":"speelhol-record/1","digest":"%s","record":%s}' % (digest.encode(), body)


def other_seed(record: Record) -> str:
    """A seed that deals differently; where little is drawn, some seeds agree."""
    game = speelhol.game(record.game)
    deals = ((seed, game.start(record.seats, seed).record().draws) for seed in map(str, range(1000)))
    return next(seed for seed, draws in deals if draws != record.draws[: len(draws)])


def tampered(record: Record) -> dict[str, bytes]:
    plain = msgspec.to_builtins(record)
    draws, actions = list(record.draws), [list(a) for a in record.actions]
    return {
        "a changed byte": record.to_bytes().replace(b'"rules":', b'"rules":1'),
        "no JSON": b"hello",
        "nothing": b"",
        "another format": record.to_bytes().replace(b"record/1", b"record/9"),
        "a draw": sealed(plain | {"draws": [(draws[0] + 1) % 2, *draws[1:]]}),
        "a draw too few": sealed(plain | {"draws": draws[:-1]}),
        "a draw too many": sealed(plain | {"draws": [*draws, 0]}),
        "a move left out": sealed(plain | {"actions": actions[1:]}),
        "a move that is none": sealed(plain | {"actions": [[0, "fly away"], *actions]}),
        "a seat that is none": sealed(plain | {"actions": [[99, actions[0][1]], *actions[1:]]}),
        "another winner": sealed(plain | {"result": {"winners": [], "ranks": [], "scores": []}}),
        "another seed": sealed(plain | {"seed": other_seed(record)}),
        "another game": sealed(plain | {"game": "chess"}),
        "too many seats": sealed(plain | {"seats": 99}),
        "options of no kind": sealed(plain | {"options": 7}),
        "an unknown option": sealed(plain | {"options": {"colour": "red"}}),
        "rules of tomorrow": sealed(plain | {"rules": 99}),
        "brackets without end": b"[" * 200_000,
        "members without end": b'{"a":' * 200_000,
        "a record without end": b'{"format":"speelhol-record/1","digest":"","record":' + b"[" * 200_000,
        "options without end": sealed(plain | {"options": msgspec.Raw(b"[" * 5_000 + b"]" * 5_000)}),
        "a long format": record.to_bytes().replace(b"speelhol-record", b"x" * 1_000_000),
        "a long name": sealed(plain | {"game": "x" * 1_000_000}),
        "a long move": sealed(plain | {"actions": [[0, "x" * 1_000_000], *actions]}),
        "a long option": sealed(plain | {"options": {"x" * 1_000_000: 1}}),
        "a large number": sealed(plain | {"draws": msgspec.Raw(b"[" + b"9" * 5_000 + b"]")}),
        "no text": record.to_bytes().replace(b'"seed":"', b'"seed":"\xff'),
    }


@pytest.mark.parametrize("name", GAMES)
def test_verify_says_what_is_wrong(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    for what, data in tampered(save_random(name, file)).items():
        file.write_bytes(data)
        code, sentence = failure("verify", str(file))
        assert code == 1, what
        assert 20 < len(sentence) <= 400, what
        result = run("verify", str(file), "--json")
        assert json.loads(result.stdout) == {"sound": False, "reason": sentence}
        assert failure("replay", str(file))[0] == 2
        with pytest.raises(BadRecord) as caught:
            speelhol.replay(data)
        assert sentence == str(caught.value)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    gone = tmp_path / "gone.json"
    sentence = f"{gone} can't be read: no such file or directory."
    assert failure("replay", str(gone)) == (2, sentence)
    assert failure("verify", str(gone)) == (1, sentence)
    assert failure("replay", str(tmp_path)) == (2, f"{tmp_path} is a folder, not a match record.")


def test_the_eyes_must_be_one_pair_of_the_table(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seats = save_random(FIRST, file).seats
    for seat in ("0", str(seats + 1)):
        assert failure("replay", str(file), "--seat", seat) == (2, f"This match has seats 1 to {seats}, not {seat}.")
    assert failure("replay", str(file), "--all", "--open") == (2, "Choose one of --seat, --open and --all.")


# ---- the proof of a fair deal


LUCKS = ("clover", "", "7f")


def save_proven(file: Path, lucks: tuple[str, ...] = LUCKS) -> str:
    """A match dealt from a secret and luck, saved with its proof; returns the seal."""
    game, secret = speelhol.game("thieves"), "ab" * 32
    match = play_randomly(game.start(3, fair.seed_of(secret, lucks)))
    file.write_bytes(fair.prove(game, match.record(), "velvet-lamp-42", secret, lucks))
    return fair.commitment(secret)


NOTED = ("--luck", "1=clover", "--luck", "2=-", "--luck", "3=7f")


def told(file: Path, *noted: str) -> dict[str, Any]:
    """What `speelhol verify` says of a sound record, as JSON."""
    data: dict[str, Any] = json.loads(run("verify", str(file), "--json", *noted).stdout)
    assert data["sound"] is True
    return data


def test_verify_checks_the_promise(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = save_proven(file)
    assert says("verify.some") in run("verify", str(file), "--lang", "en").stdout
    assert told(file, "--seal", seal.upper(), *NOTED)["fair"] is True
    file.write_bytes(file.read_bytes().replace(b'"clover"', b'"cloven"'))
    code, text = failure("verify", str(file))
    assert (code, text) == (1, "The seed is not the one that follows from the secret and the luck in it.")


def test_a_forged_match_is_a_loud_no_where_the_rules_are_at_hand(tmp_path: Path) -> None:
    """Digest, seal, luck, seed and draws fit together; only the rules can tell."""
    file = tmp_path / "match.json"
    save_proven(file)
    data = file.read_bytes()
    for what, false in forged(Record.from_bytes(data), data).items():
        file.write_bytes(false)
        code, text = failure("verify", str(file))
        assert code == 1, what
        assert 20 < len(text) <= 400, what


def test_another_seal_than_the_noted_one_is_a_loud_no(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = save_proven(file)
    for wrong in ("00" * 32, seal[:-1], "clover"):
        code, text = failure("verify", str(file), "--seal", wrong)
        assert (code, text) == (1, "This record was not dealt under the seal that you noted.")
        told = json.loads(run("verify", str(file), "--json", "--seal", wrong).stdout)
        assert told == {"sound": False, "reason": text}


def test_a_match_made_up_under_the_true_seal_is_not_called_fair(tmp_path: Path) -> None:
    """After the match everybody knows the secret: with luck of their own choosing they can deal what they like."""
    file = tmp_path / "match.json"
    save_proven(file)
    seal = save_proven(file, ("of-my-choosing", "", ""))
    said = told(file, "--seal", seal)
    assert (said["fair"], said["seal_compared"], said["luck_compared"]) == (False, True, False)
    assert "In the record it is, by seat: 1=of-my-choosing 2=- 3=-." in run("verify", str(file), "--seal", seal).stdout
    for noted in ("clover", "1=clover"):
        code, text = failure("verify", str(file), "--seal", seal, "--luck", noted)
        assert (code, text) == (1, f"This record was not dealt with the luck that you noted, '{noted}'.")


@pytest.mark.parametrize("what", other_lucks(LUCKS, 2))
def test_other_luck_under_the_true_seal_is_never_called_fair(what: str, tmp_path: Path) -> None:
    """Whoever noted every seat's luck gets a no; whoever noted less is told of which seats nothing was compared."""
    file = tmp_path / "match.json"
    forged_lucks = tuple(other_lucks(LUCKS, 2)[what])
    seal = save_proven(file, forged_lucks)
    assert failure("verify", str(file), "--seal", seal, *NOTED)[0] == 1
    somewhere = [part for luck in LUCKS if luck and luck in forged_lucks for part in ("--luck", luck)]
    assert told(file, "--seal", seal, *somewhere)["seats_not_compared"] == [1, 2, 3]
    for seat in range(3):
        seen = [seat + 1] if forged_lucks[seat] == LUCKS[seat] else []
        noted = ("--seal", seal, "--luck", f"{seat + 1}={LUCKS[seat] or '-'}")
        if not seen:
            assert failure("verify", str(file), *noted)[0] == 1
            continue
        said = told(file, *noted, *somewhere)
        left = [one for one in (1, 2, 3) if one not in seen]
        assert (said["fair"], said["luck_compared"], said["seats_not_compared"]) == (False, False, left)
        words = run("verify", str(file), *noted, *somewhere, "--lang", "en").stdout
        assert f"the luck of these seats was not compared: {', '.join(map(str, left))}." in words
        assert ("whose it was is not compared" in words) == bool(somewhere)


def test_an_empty_note_compares_nothing_and_a_strange_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = save_proven(file)
    for little in (("--luck", ""), ("--luck", " "), ("--luck", "clover", "--luck", "7f")):
        said = told(file, "--seal", seal, *little)
        assert (said["fair"], said["luck_compared"], said["seats_not_compared"]) == (False, False, [1, 2, 3])
    assert told(file, *NOTED)["fair"] is False
    for noted in ("0=clover", "x=clover", "1=", "=", "1=clo ver", "4=-", "99=clover", "2=clover", "1=-"):
        code, text = failure("verify", str(file), "--seal", seal, *NOTED, "--luck", noted)
        assert code == 1, noted
        assert "luck" in text.lower(), noted


def test_the_tables_name_is_compared_where_it_is_given(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = save_proven(file)
    assert "not compared with the table's name" in run("verify", str(file), "--lang", "en").stdout
    assert told(file, "--seal", seal)["table_compared"] is False
    assert told(file, "--table", "velvet-lamp-42")["table_compared"] is True
    file.write_bytes(file.read_bytes().replace(b"velvet-lamp-42", b"quiet-fox-11"))
    assert "calls its table 'quiet-fox-11'" in run("verify", str(file), "--lang", "en").stdout
    assert failure("verify", str(file), "--table", "velvet-lamp-42")[0] == 1


def test_what_readers_would_pass_over_is_refused(tmp_path: Path) -> None:
    """A member twice, of which readers take one or the other; and members that no record has."""
    file = tmp_path / "match.json"
    save_proven(file)
    for what, data in passed_over(file.read_bytes()).items():
        file.write_bytes(data)
        code, text = failure("verify", str(file))
        assert code == 1, what
        assert "twice" in text or "unknown field" in text, what


@pytest.mark.parametrize("language", LANGUAGES)
def test_verify_says_what_it_could_not_compare(language: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    seal = save_proven(file)
    asked = run("verify", str(file), "--lang", language).stdout.splitlines()
    assert asked[-3] == Screen(language).say("verify.unsealed")
    noted = run("verify", str(file), "--lang", language, "--seal", seal).stdout.splitlines()
    assert noted[-3] == Screen(language).say("verify.seal")
    assert [json.loads(run("verify", str(file), "--json", *more).stdout)["seal_compared"]
            for more in ((), ("--seal", seal))] == [False, True]  # fmt: skip


def test_seats_without_luck_are_named_and_luck_from_nobody_is_the_houses_choice(tmp_path: Path) -> None:
    """The house can try secrets until it likes the cards where nobody adds anything that it can't foresee."""
    file = tmp_path / "match.json"
    told = {}
    for lucks in (("clover", "", ""), ("a", "b", "c"), ("", "", "")):
        save_proven(file, lucks)
        told[lucks] = (
            run("verify", str(file), "--lang", "en").stdout,
            json.loads(run("verify", str(file), "--json").stdout),
        )
    some, everybody, nobody = told.values()
    assert "Seats without luck: 2, 3. Bots add none." in some[0]
    assert (some[1]["lucks"], some[1]["seats_without_luck"]) == (["clover", "", ""], [2, 3])
    assert says("verify.fair") in everybody[0]
    assert "without luck" not in everybody[0]
    assert "the house alone chose" in nobody[0]
    assert says("verify.fair") not in some[0] + nobody[0]
    assert (nobody[1]["fair"], nobody[1]["house_alone"]) == (False, True)


def test_a_record_without_a_promise_is_not_called_fair(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save_random("thieves", file)
    shown = run("verify", str(file), "--lang", "en").stdout
    assert not any(says(f"verify.{key}") in shown for key in ("fair", "some", "alone", "seal", "unsealed"))
    assert json.loads(run("verify", str(file), "--json").stdout)["fair"] is False
    assert failure("verify", str(file), "--seal", "00" * 32)[0] == 1
