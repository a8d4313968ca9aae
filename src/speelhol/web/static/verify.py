#!/usr/bin/env python3
"""Was this match dealt fairly?    python verify.py RECORD.json [SEAL]

Checks the record of a match with nothing but Python 3. This program shares no code with the one that dealt.
SEAL is what the table showed before the match; give it to be sure that the house shows you the same one now.

A seed is the text "fair/1", the secret and everybody's luck by seat, with colons between. Block k of the stream is the
first 1,088 bytes of SHAKE-256 over "speelhol/1", a zero byte, k in eight bytes, and the seed. A draw below n takes as
many whole bytes as n - 1 needs, keeps as many low bits as n - 1 needs, and is made again while it is not below n.
What the draws meant, and that every move was legal, takes the rules: `speelhol verify RECORD.json` checks that too.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def members(text: str) -> dict[str, str]:
    """The members of a JSON object, each as it is written there."""
    decoder, found = json.JSONDecoder(), {}
    at = text.index("{") + 1
    while True:
        key, at = decoder.raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
        at = text.index(":", at) + 1
        at += len(text[at:]) - len(text[at:].lstrip())
        _, end = decoder.raw_decode(text, at)
        if key in found:
            raise ValueError(f"{key} stands there twice")
        found[key] = text[at:end]
        rest = text[end:].lstrip()
        if not rest.startswith(","):
            return found
        at = len(text) - len(rest) + 1


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


def check(text: str) -> list[tuple[str, bool, str]]:
    """What was looked at, whether it holds, and in words. Raises ValueError, KeyError or TypeError at other files."""
    written = members(text)
    record, fair = json.loads(written["record"]), json.loads(written["fair"])
    draws, bounds, lucks = record["draws"], fair["bounds"], fair["lucks"]
    for numbers in (draws, bounds):
        if not all(type(n) is int and 0 <= n <= 2**31 for n in numbers):
            raise ValueError("draws are numbers")
    if not all(bounds):
        raise ValueError("nothing is below zero")

    def draw_by_draw() -> tuple[bool, str]:
        source = stream(record["seed"])
        for number, (told, bound) in enumerate(zip(draws, bounds, strict=False), 1):
            true = below(bound, source)
            if told != true:
                return False, f"Draw {number} is wrong: the file says {told}, the seed gives {true}."
        if len(draws) != len(bounds):
            return False, f"There are {len(draws)} draws, but {len(bounds)} were asked for."
        return True, f"All {len(draws)} draws follow from the seed."

    whole = hashlib.sha256(written["record"].encode()).hexdigest() == json.loads(written["digest"])
    kept = hashlib.sha256(fair["secret"].encode()).hexdigest() == fair["commitment"]
    made = len(lucks) == record["seats"] and record["seed"] == ":".join(["fair/1", fair["secret"], *lucks])
    answers: list[Any] = [
        (
            "whole",
            whole,
            "The record is as it was written." if whole else "The record was changed after it was written.",
        ),
        ("promise", kept, f"The secret {'fits' if kept else 'does not fit'} the seal {fair['commitment']}."),
        ("luck", made, f"The seed {'is' if made else 'is not'} made of the secret and everybody's luck."),
    ]
    return [*answers, ("draws", *draw_by_draw())]


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    try:
        text = Path(sys.argv[1]).read_text(encoding="utf-8")
        answers = check(text)
        if sys.argv[2:]:
            same = json.loads(members(text)["fair"])["commitment"] == sys.argv[2]
            answers.append(("seal", same, f"This {'is' if same else 'is not'} the seal that you noted."))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"This is no record with a proof of a fair deal: {error}.")
        return 2
    for _, holds, words in answers:
        print("yes" if holds else "NO ", words)
    return 0 if all(holds for _, holds, _ in answers) else 1


if __name__ == "__main__":
    sys.exit(main())
