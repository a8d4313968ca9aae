#!/usr/bin/env python3
"""Was this match dealt fairly?    python verify.py RECORD.json [SEAL [LUCK ...]]

Checks the record of a match with nothing but Python 3. This program shares no code with the one that dealt.
SEAL is what the table showed before the match. Without it you see that the record adds up; only the comparison with
what you noted shows that the house chose its secret in time. LUCK is what you added, or saw others add: after the match
everybody knows the secret, and could write such a file with luck of their own choosing. Keep your own copy of this
program.

A seed is the text "fair/1", the secret and everybody's luck by seat, with colons between. Block k of the stream is the
first 1,088 bytes of SHAKE-256 over "speelhol/1", a zero byte, k in eight bytes, and the seed. A draw below n takes as
many whole bytes as n - 1 needs, keeps as many low bits as n - 1 needs, and is made again while it is not below n.
What the draws meant, and that every move was legal, takes the rules: `speelhol verify RECORD.json --seal SEAL` checks
that too.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LARGEST = 2**24
MOST = 100_000
LUCK = re.compile(r"[0-9A-Za-z._-]{0,64}")
SEAL = re.compile(r"[0-9a-f]{64}")
SPACE = re.compile(r"[ \t\n\r]*")

Answer = tuple[str, bool | None, str]
"""What was looked at; whether it holds, None where that can't be told; and in words."""


def members(text: str) -> dict[str, str]:
    """The members of a JSON object, each as it is written there."""
    decoder, found = json.JSONDecoder(), {}

    def skip(at: int, sign: str = "") -> int:
        """Past spaces, and past a sign that must stand there."""
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]
        if not text.startswith(sign, at):
            raise ValueError("it is no JSON object")
        return at + len(sign)

    at = skip(skip(0, "{"))
    while True:
        key, at = decoder.raw_decode(text, at)
        at = skip(skip(at, ":"))
        _, end = decoder.raw_decode(text, at)
        if not isinstance(key, str) or key in found:
            raise ValueError("a member stands there twice, or has no name")
        found[key] = text[at:end]
        at = skip(end)
        if text.startswith("}", at):
            break
        at = skip(skip(at, ","))
    if skip(at + 1) < len(text):
        raise ValueError("something stands behind it")
    return found


def stream(seed: str) -> Iterator[int]:
    """The bytes that the draws are made of."""
    block = 0
    while True:
        text = b"speelhol/1\0" + block.to_bytes(8, "big") + seed.encode()
        yield from hashlib.shake_256(text).digest(1088)
        block += 1


def below(n: int, source: Iterator[int]) -> int:
    bits = (n - 1).bit_length()
    while True:
        value = 0
        for _ in range((bits + 7) // 8):
            value = value << 8 | next(source)
        value &= (1 << bits) - 1
        if value < n:
            return value


def read(text: str) -> tuple[dict[str, str], dict[str, Any], dict[str, Any]]:
    """A file's members as written, its record and its proof. Raises ValueError, KeyError or TypeError at others."""
    written = members(text)
    record, fair = json.loads(written["record"]), json.loads(written["fair"])
    for numbers in (record["draws"], fair["bounds"]):
        if not isinstance(numbers, list) or len(numbers) > MOST:
            raise ValueError("draws are a list")
        if not all(type(n) is int and 0 <= n <= 2**31 for n in numbers):
            raise ValueError("draws are numbers")
    if not all(fair["bounds"]):
        raise ValueError("nothing is below zero")
    lucks = fair["lucks"]
    if not isinstance(lucks, list) or not all(isinstance(one, str) and LUCK.fullmatch(one) for one in lucks):
        raise ValueError("luck is a list of short words")
    if not all(isinstance(one, str) for one in (record["seed"], fair["secret"], fair["commitment"])):
        raise ValueError("seed, secret and seal are texts")
    if not SEAL.fullmatch(fair["commitment"]):
        raise ValueError("a seal is 64 hexadecimal digits")
    return written, record, fair


def check(text: str) -> list[Answer]:
    """What holds of a file. Raises ValueError, KeyError or TypeError at what is no record with a proof."""
    written, record, fair = read(text)
    draws, bounds, lucks = record["draws"], fair["bounds"], fair["lucks"]

    def draw_by_draw() -> tuple[bool, str]:
        source = stream(record["seed"])
        for number, (told, bound) in enumerate(zip(draws, bounds, strict=False), 1):
            true = below(bound, source)
            if told != true:
                return False, f"Draw {number} is wrong: the file says {told}, the seed gives {true}."
        if not draws and not bounds:
            return False, "There is no draw in it: nothing was dealt."
        if len(draws) != len(bounds):
            return False, f"There are {len(draws)} draws, but {len(bounds)} were asked for."
        return True, f"All {len(draws)} draws follow from the seed."

    whole = hashlib.sha256(written["record"].encode()).hexdigest() == json.loads(written["digest"])
    kept = hashlib.sha256(fair["secret"].encode()).hexdigest() == fair["commitment"]
    made = len(lucks) == record["seats"] and record["seed"] == ":".join(["fair/1", fair["secret"], *lucks])
    answers: list[Answer] = [
        (
            "whole",
            whole,
            "The record fits its own digest, which whoever writes a file makes."
            if whole
            else "The record was changed after it was written.",
        ),
        ("promise", kept, f"The secret {'fits' if kept else 'does not fit'} the seal {fair['commitment']}."),
        ("luck", made, f"The seed {'is' if made else 'is not'} made of the secret and the luck in the record."),
        ("draws", *draw_by_draw()),
    ]
    bare = [str(seat) for seat, luck in enumerate(lucks, 1) if not luck]
    if made and len(bare) == len(lucks):
        answers.append(("alone", None, "Nobody added luck: the house alone chose."))
    elif made and bare:
        answers.append(("bare", None, f"Seats without luck: {', '.join(bare)}. Bots add none."))
    unseen = "whether the rules asked for these draws, the moves, and the result"
    answers.append(("moves", None, f"Not checked here: {unseen}; speelhol verify plays the match again."))
    return answers


def compare(text: str, noted: str) -> Answer:
    """The seal in a file and the one that was noted before the match."""
    if not noted:
        return "seal", None, "Not compared with any seal: give the one that you noted before the match."
    same = read(text)[2]["commitment"] == noted.strip().lower()
    return "seal", same, f"This {'is' if same else 'is not'} the seal that you noted."


def compare_luck(text: str, noted: list[str]) -> Answer:
    """The luck in a file and what was noted of it before the match."""
    lucks = read(text)[2]["lucks"]
    told = ", ".join(f"{seat}: {luck or '-'}" for seat, luck in enumerate(lucks, 1))
    if not noted:
        return "own luck", None, f"The luck was not compared; by seat it is {told}. Give the luck that you noted, too."
    missing = [one for one in noted if one not in lucks]
    if missing:
        return "own luck", False, "Luck that you noted is not in it."
    return "own luck", True, f"The luck that you noted is in it; by seat it is {told}."


def main() -> int:
    given = [one for one in sys.argv[1:] if one not in ("--seal", "--luck")]
    if not given:
        print(__doc__)
        return 2
    try:
        with Path(given[0]).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError("it is far too large")
        text = data.decode()
        answers = [*check(text), compare(text, given[1] if given[1:] else ""), compare_luck(text, given[2:])]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = f"it holds no {error}" if isinstance(error, KeyError) else str(error)
        plain = reason.encode("ascii", "backslashreplace").decode()[:120]
        print(f"This is no record with a proof of a fair deal: {plain}.")
        return 2
    for _, holds, words in answers:
        print("?  " if holds is None else "yes" if holds else "NO ", words)
    return 1 if any(holds is False for _, holds, _ in answers) else 0


if __name__ == "__main__":
    sys.exit(main())
