"""Random play, legality, refusals, seeds, records, copies, undo: the same for every game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

import speelhol
from speelhol.kernel import Game, Match, Record, Refused, Stream
from tests.rules import rule

from .cases import every_game, every_variant, invariants, junk, moments, pool, random_match, step


def bytes_of(match: Match) -> list[bytes]:
    return [match.view(seat).to_bytes() for seat in (None, *range(match.seats))]


@every_variant
def test_random_play_ends_and_keeps_the_invariants(
    game: Game, seats: int, options: dict[str, Any], matches: int
) -> None:
    check = invariants(game)
    rng = random.Random(f"{game.name}{seats}{options}")
    for i in range(matches):
        match = game.start(seats, f"soak/{i}", **options)
        for _ in range(200_000):
            if match.over:
                break
            step(match, rng)
            if i < 5 or rng.random() < 0.05:
                check(match.position)
        check(match.position)
        result = match.result
        assert result is not None
        assert match.to_act == ()
        assert len(result.ranks) == len(result.scores) == seats
        assert result.winners == tuple(s for s in range(seats) if result.ranks[s] == 1)
        assert result.winners


@every_variant
def test_every_offered_action_is_taken_and_no_other(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(1)
    wrong = pool(game, seats, options)
    for match in moments(game, seats, options, "legal", 6):
        before = match.position.__copy__()  # type: ignore[attr-defined]
        seen = bytes_of(match)
        for seat in range(seats):
            offers = match.legal(seat)
            assert (offers.count > 0) == (seat in match.to_act)
            some = [offers.sample(rng) for _ in range(5)] if offers.count else []
            if offers.count <= 200:
                listed = list(offers)
                assert len(listed) == offers.count == len(set(map(str, listed)))
                some += listed
            for action in some:
                assert action in offers
                assert match.why_not(seat, action) is None
                match.copy().play(seat, action)
            for action in [junk(wrong, rng) for _ in range(20)]:
                if action in offers:
                    match.copy().play(seat, action)
                    continue
                with pytest.raises(Refused) as refused:
                    match.play(seat, action)
                why = match.why_not(seat, action)
                assert why is not None
                assert (why.rule, why.reason, why.data) == (
                    refused.value.rule,
                    refused.value.reason,
                    refused.value.data,
                )
                assert_names_a_rule(game, refused.value)
        assert match.position == before
        assert bytes_of(match) == seen


def assert_names_a_rule(game: Game, refused: Refused) -> None:
    from speelhol.kernel import LANGUAGES, house_rules

    book = house_rules() if refused.rule.startswith("house/") else game.rulebook
    assert refused.rule in book
    for language in LANGUAGES:
        assert game.speak(language).refused(refused)


@every_game
@rule("house/table.turn")
def test_nobody_plays_unasked_or_after_the_end(game: Game) -> None:
    seats, options = next(iter(game.variants()))
    match = random_match(game, seats, options, "over")
    (_, text), *_ = match.record().actions
    for seat in range(seats):
        with pytest.raises(Refused) as refused:
            match.play(seat, game.read(text))
        assert (refused.value.rule, refused.value.reason) == ("house/table.turn", "over")
    for match in moments(game, seats, options, "unasked", 8):
        for seat in set(range(-1, seats + 1)) - set(match.to_act) if not match.over else ():
            assert match.legal(seat).count == 0
            with pytest.raises(Refused) as refused:
                match.play(seat, game.read(text))
            assert (refused.value.rule, refused.value.reason) == ("house/table.turn", "not-asked")


@every_variant
def test_equal_seed_equal_match(game: Game, seats: int, options: dict[str, Any]) -> None:
    one, two = (random_match(game, seats, options, "same") for _ in range(2))
    assert one.position == two.position
    assert one.record().to_bytes() == two.record().to_bytes()
    assert bytes_of(one) == bytes_of(two)
    other = random_match(game, seats, options, "other")
    assert other.record().draws != one.record().draws


@every_game
def test_equal_seed_equal_match_in_another_process(game: Game) -> None:
    """Byte for byte, whatever the hash seed of the process."""
    *_, (seats, options) = game.variants()
    script = (
        "import hashlib, sys; import speelhol; from tests.contract.cases import random_match\n"
        f"m = random_match(speelhol.game({game.name!r}), {seats}, {options!r}, 'process')\n"
        "views = b''.join(m.view(s).to_bytes() for s in (None, *range(m.seats)))\n"
        "sys.stdout.write(hashlib.sha256(m.record().to_bytes() + views).hexdigest())"
    )
    digests = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
        for hash_seed in (1, 2)
    }
    assert len(digests) == 1


@every_variant
def test_record_replays_to_equal_bytes(game: Game, seats: int, options: dict[str, Any]) -> None:
    for match in moments(game, seats, options, "record", 3):
        file = match.record().to_bytes()
        again = speelhol.replay(file)
        assert again.position == match.position
        assert bytes_of(again) == bytes_of(match)
        assert again.record().to_bytes() == file
        rng, twin = random.Random(3), random.Random(3)
        for _ in range(20):  # a replayed match goes on as the first would have
            if match.over:
                break
            assert step(match, rng) == step(again, twin)
        assert bytes_of(again) == bytes_of(match)


@every_game
def test_tampered_record_is_refused_with_a_sentence(game: Game) -> None:
    seats, options = next(iter(game.variants()))
    match = random_match(game, seats, options, "tamper")
    record = match.record()
    from msgspec.structs import replace

    first = record.draws[0]
    other_seat = (record.actions[0][0] + 1) % seats
    tampered = {
        "draw 1 is": replace(record, draws=(first + 1, *record.draws[1:])),
        "draws that no rule asked for": replace(record, draws=(*record.draws, 0), seed=None),
        "is missing": replace(record, draws=record.draws[:-1], seed=None),
        "can't be read|No action": replace(record, actions=((0, "nonsense"), *record.actions[1:])),
        "against the rules": replace(record, actions=(*record.actions, (other_seat, record.actions[0][1]))),
        "result": replace(record, result=None),
        "version": replace(record, rules=99),
        "players": replace(record, seats=99),
    }
    for sentence, changed in tampered.items():
        with pytest.raises(speelhol.BadRecord, match=sentence):
            speelhol.replay(changed)
    file = record.to_bytes()
    with pytest.raises(speelhol.BadRecord, match="changed after it was written"):
        Record.from_bytes(file.replace(b'"seats":%d' % seats, b'"seats":%d' % (seats + 1)))
    with pytest.raises(speelhol.BadRecord, match="not a match record"):
        Record.from_bytes(file[: len(file) // 2])


@every_variant
def test_copies_are_independent(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(2)
    for match in moments(game, seats, options, "copies", 3):
        seen, file = bytes_of(match), match.record().to_bytes()
        same, other = match.copy(), match.copy(Stream("elsewhere"))
        assert bytes_of(same) == seen
        for twin in (same, other):
            for _ in range(30):
                if twin.over:
                    break
                step(twin, rng)
        assert bytes_of(match) == seen
        assert match.record().to_bytes() == file
        one, two = match.copy(), match.copy()
        for _ in range(30):
            if one.over:
                break
            seat = one.to_act[0]
            action = one.legal(seat).sample(rng)
            one.play(seat, action)
            two.play(seat, action)
        assert bytes_of(one) == bytes_of(two)  # the same future draws


@every_variant
def test_actions_have_a_text_and_a_json_form(game: Game, seats: int, options: dict[str, Any]) -> None:
    for action in pool(game, seats, options):
        assert game.read(str(action)) == action
        assert game.decode(speelhol.kernel.to_json(action)) == action
        assert hash(game.read(str(action))) == hash(action)


@every_variant
def test_the_order_of_sealed_answers_leaves_no_trace(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(5)
    tried = 0
    for match in moments(game, seats, options, "sealed", 12):
        if match.over or not match.position.agenda[-1].sealed or len(match.to_act) < 2:
            continue
        tried += 1
        answers = {seat: match.legal(seat).sample(rng) for seat in match.to_act}
        one, two = match.copy(), match.copy()
        for seat in list(answers)[:-1]:
            before = {s: one.view(s).to_bytes() for s in (None, *range(seats)) if s != seat}
            assert one.play(seat, answers[seat]) == []
            assert {s: one.view(s).to_bytes() for s in before} == before
        one.play(list(answers)[-1], answers[list(answers)[-1]])
        for seat in reversed(answers):
            two.play(seat, answers[seat])
        assert one.position == two.position
        assert bytes_of(one) == bytes_of(two)


@every_variant
@rule("house/table.undo")
def test_undo_gives_the_position_back_or_a_reason(game: Game, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(6)
    for match in moments(game, seats, options, "undo", 3):
        for _ in range(12):
            if match.over:
                break
            before = match.copy()
            seat = rng.choice(match.to_act)
            action = match.legal(seat).sample(rng)
            match.play(seat, action)
            undone = match.copy()
            why = undone.why_not_undo(seat)
            if why is not None:
                assert_names_a_rule(game, why)
                seen = bytes_of(undone)
                with pytest.raises(Refused):
                    undone.undo(seat)
                assert bytes_of(undone) == seen
                continue
            undone.undo(seat)
            assert undone.position == before.position
            assert bytes_of(undone) == bytes_of(before)
            assert undone.record() == before.record()
            undone.play(seat, action)
            one, two = random.Random(7), random.Random(7)
            ahead = match.copy()
            for _ in range(5):
                if ahead.over:
                    break
                step(ahead, one)
                step(undone, two)
            assert bytes_of(ahead) == bytes_of(undone)
        for seat in range(seats):
            if match.why_not_undo(seat) is None:
                others = [s for s in range(seats) if s != seat and s in match.to_act]
                if others and not match.position.agenda[-1].sealed:
                    match.play(others[0], match.legal(others[0]).sample(rng))
                    assert match.why_not_undo(seat) is not None
                    break


@every_game
def test_bad_starts_are_refused_with_a_sentence(game: Game) -> None:
    for seats in (0, 1, 99):
        with pytest.raises(ValueError, match="players"):
            game.start(seats)
    with pytest.raises(ValueError, match="no option 'nonsense'"):
        game.start(game.seats[0], nonsense=True)
    for name in game.option_values():
        with pytest.raises(ValueError, match="options"):
            game.start(game.seats[0], **{name: "nonsense"})
