"""The promise, the luck, the seed and the proof."""

from __future__ import annotations

import hashlib
import json
import random
import re

import pytest

import speelhol
from speelhol.kernel import BadRecord, Match, Record, fair

SECRET = "0123456789abcdef" * 4
LUCKS = ("clover", "", "7f-3", "x")


def played(lucks: tuple[str, ...] = LUCKS) -> Match:
    rng = random.Random(1)
    match = speelhol.game("thieves").start(4, fair.seed_of(SECRET, lucks))
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    return match


def proven() -> bytes:
    match = played()
    return fair.prove(match.game, match.record(), "velvet-lamp-42", SECRET, LUCKS)


def test_the_commitment_is_what_any_tool_computes_of_the_secret() -> None:
    assert fair.commitment(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()


def test_everybodys_luck_changes_every_deal() -> None:
    seeds = {fair.seed_of(SECRET, lucks) for lucks in (LUCKS, ("clover", "7f-3", "", "x"), ("", "", "", ""))}
    assert len(seeds) == 3
    assert played(("clover", "", "7f-3", "y")).record().draws[:20] != played().record().draws[:20]


@pytest.mark.parametrize("text", ["a:b", "é", "a" * 65, "a b", "a\n", "\0"])
def test_luck_holds_no_sign_that_could_be_mistaken(text: str) -> None:
    assert not fair.is_luck(text)


def test_a_file_with_a_proof_is_a_record_like_any_other() -> None:
    data = proven()
    record = Record.from_bytes(data)
    assert record.to_bytes() == played().record().to_bytes()
    assert record.to_bytes().startswith(data.partition(b',"fair":')[0])
    assert speelhol.replay(data).result == played().result
    assert fair.read_proof(record.to_bytes()) is None


def test_a_true_proof_holds_and_names_what_each_draw_was_below() -> None:
    data = proven()
    proof = fair.read_proof(data)
    assert proof is not None
    record = Record.from_bytes(data)
    fair.check_proof(speelhol.game("thieves"), record, proof)
    assert len(proof.bounds) == len(record.draws)
    assert all(0 <= x < n for x, n in zip(record.draws, proof.bounds, strict=True))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"secret": "f" * 64}, "broke its promise"),
        ({"commitment": "f" * 64}, "broke its promise"),
        ({"lucks": ["clover", "", "7f-3", "y"]}, "The seed is not the one"),
        ({"lucks": ["clover", "", "7f-3"]}, "luck for 3 seats, but 4 played"),
        ({"lucks": ["clover:", "7f-3", "x", ""]}, "The seed is not the one"),
    ],
)
def test_a_false_proof_is_refused(change: dict[str, object], complaint: str) -> None:
    file = json.loads(proven())
    file["fair"] |= change
    proof = fair.read_proof(json.dumps(file).encode())
    assert proof is not None
    with pytest.raises(BadRecord, match=complaint):
        fair.check_proof(speelhol.game("thieves"), played().record(), proof)


def test_a_proof_that_hides_possibilities_is_refused_with_the_draw() -> None:
    file = json.loads(proven())
    for change, number in (({9: 1}, 10), ({0: 2}, 1)):
        bounds = [change.get(i, n) for i, n in enumerate(file["fair"]["bounds"])]
        proof = fair.read_proof(json.dumps({**file, "fair": {**file["fair"], "bounds": bounds}}).encode())
        assert proof is not None
        with pytest.raises(BadRecord, match=re.escape(f"Draw {number} was not made")):
            fair.check_proof(speelhol.game("thieves"), played().record(), proof)


def test_a_damaged_proof_is_refused_in_a_sentence() -> None:
    data = proven().replace(b'"secret":"', b'"secret":7,"x":"')
    with pytest.raises(BadRecord, match="The proof in this record is damaged"):
        fair.read_proof(data)
