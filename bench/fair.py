"""Do three verifiers agree on how matches were dealt?    python -m bench.fair --matches 1000

Plays random matches of every game from a secret and luck, and lets each be checked by the rules of the game, by
verify.py and by the page's script in Chromium; then again with one draw changed, which all must name.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import importlib.util
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

import speelhol
import speelhol.web
from speelhol.kernel import BadRecord, Game, Record, Stream, fair

STATIC = Path(next(iter(speelhol.web.__path__))) / "static"
BATCH = 25
IN_THE_PAGE = """texts => texts.map(text => {
    const found = speelhol.check(text);
    return [found.whole, found.promise, found.luck, found.draws, found.wrong ? found.wrong.number : 0];
})"""

Answer = tuple[bool, bool, bool, bool, int]
"""Whole, promise, luck, draws, and the number of the first wrong draw (0 if none is)."""

SOUND: Answer = (True, True, True, True, 0)


def load() -> Any:
    """The stand-alone program, as a module."""
    spec = importlib.util.spec_from_file_location("verify", STATIC / "verify.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_program(program: Any, text: str) -> Answer:
    answers = program.check(text)
    wrong = re.match(r"Draw (\d+) is wrong", answers[3][2])
    whole, promise, luck, draws = (holds for _, holds, _ in answers[:4])
    return whole, promise, luck, draws, int(wrong[1]) if wrong else 0


def by_rules(game: Game, data: bytes) -> int:
    """0 if the record and its proof hold, else the number of the draw that the rules complain about."""
    record, proof = Record.from_bytes(data), fair.read_proof(data)
    assert proof is not None
    try:
        game.replay(record)
    except BadRecord as bad:
        wrong = re.search(r"draw (\d+) is \d+, but the seed gives", str(bad))
        if wrong is None:
            raise
        return int(wrong[1])
    fair.check_proof(game, record, proof)
    return 0


def play(game: Game, rng: random.Random, variants: list[tuple[int, dict[str, Any]]]) -> tuple[Record, bytes]:
    seats, options = rng.choice(variants)
    secret = rng.randbytes(32).hex()
    lucks = [rng.choice(("", rng.randbytes(16).hex(), "clover")) for _ in range(seats)]
    match = game.start(seats, fair.seed_of(secret, lucks), **options)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    record = match.record()
    return record, fair.prove(game, record, "velvet-lamp-42", secret, lucks)


def dealt(game: Game, secret: str, lucks: Sequence[str]) -> bytes:
    """A record, with its proof, of some match that follows from this secret and this luck."""
    match, rng = game.start(len(lucks), fair.seed_of(secret, lucks)), random.Random(1)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    return fair.prove(game, match.record(), "velvet-lamp-42", secret, lucks)


def tampered(record: Record, data: bytes, rng: random.Random) -> tuple[int, bytes]:
    """The same file with one draw changed and the digest made to fit, and the number of that draw."""
    proof = fair.read_proof(data)
    assert proof is not None
    at = rng.choice([i for i, n in enumerate(proof.bounds) if n > 1])
    other = rng.choice([x for x in range(proof.bounds[at]) if x != record.draws[at]])
    draws = (*record.draws[:at], other, *record.draws[at + 1 :])
    _, comma, rest = data.partition(b',"fair":')
    return at + 1, replace(record, draws=draws).to_bytes().removesuffix(b"}\n") + comma + rest


def forged(record: Record, data: bytes) -> dict[str, bytes]:
    """Files that contradict the rules, though their digest fits and whatever draws they hold follow from the seed."""
    proof = fair.read_proof(data)
    assert proof is not None
    assert record.seed is not None
    assert record.result is not None
    bounds = tuple(n + 1 for n in proof.bounds)
    source = Stream(record.seed)
    result = replace(record.result, winners=(*record.result.winners, 0, 0))
    return {
        "other moves": _with_proof(replace(record, actions=record.actions[:3] + record.actions[:1]), proof),
        "another result": _with_proof(replace(record, result=result), proof),
        "other bounds": _with_proof(
            replace(record, draws=tuple(source.below(n) for n in bounds)), replace(proof, bounds=bounds)
        ),
        "no draws": _with_proof(replace(record, draws=()), replace(proof, bounds=())),
    }


def other_lucks(lucks: Sequence[str], seat: int) -> dict[str, list[str]]:
    """What whoever learnt the secret may write in place of the true luck: a record under the true seal follows from it.

    `seat` is the forger's, who added luck; some seat added none.
    """
    changed, invented = list(lucks), list(lucks)
    changed[seat] = "shamrock"
    invented[list(lucks).index("")] = "shamrock"
    return {"luck changed": changed, "luck invented": invented, "lucks moved": [*lucks[1:], lucks[0]]}


def passed_over(data: bytes) -> dict[str, bytes]:
    """Files with something in them that a lenient reader would not see; their digests fit."""
    head, comma, proof = data.partition(b',"fair":')
    body = head.partition(b'"record":')[2]

    def with_body(changed: bytes) -> bytes:
        digest = hashlib.sha256(changed).hexdigest().encode()
        return b'{"format":"speelhol-record/1","digest":"%s","record":%s' % (digest, changed) + comma + proof

    return {
        "a member twice in the record": with_body(body.replace(b'"seats":', b'"seats":9,"seats":', 1)),
        "a member twice in the result": with_body(body.replace(b'"winners":', b'"winners":[],"winners":', 1)),
        "a member twice in the proof": head + comma + proof.replace(b'"table":', b'"table":"x","t\\u0061ble":', 1),
        "a member of no record": with_body(body.removesuffix(b"}") + b',"note":"dealt by Ann"}'),
        "a member of no result": with_body(body.replace(b'"winners":', b'"losers":[0],"winners":', 1)),
    }


def _with_proof(record: Record, proof: fair.Proof) -> bytes:
    return record.to_bytes().removesuffix(b"}\n") + b',"fair":%s}\n' % msgspec.json.encode(proof)


def cases(game: Game, matches: int, rng: random.Random) -> Iterator[tuple[str, Answer]]:
    """Files, true and tampered, each with what every verifier must say of it; the rules have said so."""
    variants = list(game.variants())
    for _ in range(matches):
        record, data = play(game, rng, variants)
        assert by_rules(game, data) == 0
        yield data.decode(), SOUND
        number, false = tampered(record, data, rng)
        assert by_rules(game, false) == number
        yield false.decode(), (True, True, True, False, number)


async def compare(page: Any, game: Game, matches: int, rng: random.Random) -> int:
    """Check so many matches in three ways; returns how many draws that were. Any doubt is an AssertionError."""
    program = load()
    draws = 0
    waiting: list[tuple[str, Answer]] = []

    async def settle() -> None:
        answers = await page.evaluate(IN_THE_PAGE, [text for text, _ in waiting])
        for answer, (text, expected) in zip(answers, waiting, strict=True):
            assert tuple(answer) == expected, text
        waiting.clear()

    for text, expected in cases(game, matches, rng):
        assert by_program(program, text) == expected, text
        draws += len(Record.from_bytes(text.encode()).draws) if expected == SOUND else 0
        waiting.append((text, expected))
        if len(waiting) >= BATCH:
            await settle()
    await settle()
    return draws


async def main(matches: int, games: list[str]) -> None:
    from tests.web.people import launch

    playwright, browser = await launch()
    page = await browser.new_page()
    await page.add_script_tag(path=str(STATIC / "verify.js"))
    for name in games:
        start = time.perf_counter()
        draws = await compare(page, speelhol.game(name), matches, random.Random(f"fair/{name}"))
        took = time.perf_counter() - start
        print(f"{name}: {matches} matches, {draws} draws: rules, verify.py and page agree; {took:.0f} s", flush=True)
    await browser.close()
    await playwright.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="matches of every game")
    parser.add_argument("--game", action="append", choices=speelhol.games(), help="only this game")
    chosen = parser.parse_args()
    asyncio.run(main(chosen.matches, chosen.game or list(speelhol.games())))
