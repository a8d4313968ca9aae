#!/usr/bin/env python3
"""Was this match dealt fairly?    python verify.py RECORD.json SEAL 1=LUCK 2=LUCK 3=- [--table NAME]

Checks the record of a match with nothing but Python 3. This program shares no code with the one that dealt.
SEAL is what the table showed before the match. Without it you see that the record adds up; only the comparison with
what you noted shows that the house chose its secret in time. 2=LUCK is what seat 2 added, 3=- says that seat 3 added
none: after the match everybody knows the secret, and could write such a file with luck of their own choosing, for a
single seat, too. So note every seat's luck at the deal; seats that you leave out are named. Keep your own copy of this
program.

A seed is the text "fair/1", the secret and everybody's luck by seat, with colons between. Block k of the stream is the
first 1,088 bytes of SHAKE-256 over "speelhol/1", a zero byte, k in eight bytes, and the seed. A draw below n takes as
many whole bytes as n - 1 needs, keeps as many low bits as n - 1 needs, and is made again while it is not below n.
What the draws meant, and that every move was legal, takes the rules: `speelhol verify` checks that too.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FORMAT = "speelhol-record/1"
LARGEST = 2**24
WHOLE = 2**53 - 1
MOST = 100_000
LUCK = re.compile(r"[0-9A-Za-z._-]{0,64}")
SEAL = re.compile(r"[0-9a-f]{64}")
NOTED = re.compile(r"([1-9][0-9]?)=(.+)")
SPACE = re.compile(r"[ \t\n\r]*")
RECORD = {"game", "rules", "seats", "options", "seed", "draws", "actions", "result"}
RESULT = {"winners", "ranks", "scores"}

Answer = tuple[str, bool | None, str]
"""What was looked at; whether it holds, None where that can't be told; and in words."""


class NotHere(Exception):
    """A record that this program can't check; its text is a sentence."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object that names no member twice: readers differ on which of the two counts."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a member stands in it twice")
    return dict(pairs)


def no_number(text: str) -> None:
    """Refuse NaN and Infinity, which some readers take for numbers."""
    raise ValueError(f"{text} is no number of JSON")


def whole_number(text: str) -> int:
    """Refuse numbers that some readers would round."""
    if not text.removeprefix("-").isdigit() or len(text) > len(str(-WHOLE)) or abs(int(text)) > WHOLE:
        raise ValueError("a number in it is not whole, or is too large")
    return int(text)


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
            raise ValueError("a member has no name, or stands in it twice")
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


def holds(thing: object, names: set[str]) -> bool:
    """Whether it is an object with these members and no others."""
    return isinstance(thing, dict) and thing.keys() == names


def read(text: str) -> tuple[dict[str, str], dict[str, Any], dict[str, Any]]:
    """A file's members as written, its record and its proof. Raises NotHere, ValueError, KeyError or TypeError."""
    try:
        whole = json.loads(
            text, object_pairs_hook=once, parse_constant=no_number, parse_int=whole_number, parse_float=whole_number
        )
    except json.JSONDecodeError:
        raise ValueError("it is no JSON") from None
    if not isinstance(whole, dict):
        raise ValueError("it is no JSON object")
    if not isinstance(named := whole.get("format"), str):
        raise ValueError("it names no format")
    if named != FORMAT:
        raise NotHere(f"This record is in the format '{plain(named)[:60]}'; this version reads '{FORMAT}'.")
    written, record, fair = members(text), whole["record"], whole.get("fair")
    if not holds(record, RECORD) or (record["result"] is not None and not holds(record["result"], RESULT)):
        raise ValueError("it lacks something of a record, or holds what belongs to none")
    if fair is None:
        raise NotHere("This record carries no proof of a fair deal; only the rules can check it: speelhol verify.")
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
    if not all(isinstance(one, str) for one in (record["seed"], fair["secret"], fair["commitment"], fair["table"])):
        raise ValueError("seed, secret, seal and the table's name are texts")
    if not SEAL.fullmatch(fair["commitment"]):
        raise ValueError("a seal is 64 hexadecimal digits")
    return written, record, fair


def check(text: str) -> list[Answer]:
    """What holds of a file. Raises NotHere, ValueError, KeyError or TypeError at what is no record with a proof."""
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
        all_of_them = "The only draw follows" if len(draws) == 1 else f"All {len(draws)} draws follow"
        return True, f"{all_of_them} from the seed."

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
        answers.append(("bare", None, f"Seats without luck: {short(', '.join(bare), 200)}. Bots add none."))
    unseen = "whether the rules asked for these draws, the moves, and the result"
    answers.append(("moves", None, f"Not checked here: {unseen}; speelhol verify plays the match again."))
    return answers


def compare(fair: dict[str, Any], noted: str) -> Answer:
    """The seal in a file and the one that was noted before the match."""
    if not noted:
        return "seal", None, "Not compared with any seal: give the one that you noted before the match."
    same = fair["commitment"] == noted.strip().lower()
    return "seal", same, f"This {'is' if same else 'is not'} the seal that you noted."


def compare_luck(fair: dict[str, Any], noted: list[str]) -> Answer:
    """The luck in a file and what was noted of it at the deal, seat by seat."""
    lucks = fair["lucks"]
    told = short(" ".join(f"{seat}={luck or '-'}" for seat, luck in enumerate(lucks, 1)), 600)
    unseen, homeless = set(range(1, len(lucks) + 1)), False
    for one in filter(None, noted):
        by_seat = NOTED.fullmatch(one)
        seat, luck = (int(by_seat[1]), by_seat[2]) if by_seat else (0, one)
        there = lucks[seat - 1 : seat] if seat else lucks
        if ("" if seat and luck == "-" else luck) not in there:
            return "lucks", False, f"Luck that you noted is not in it: {plain(one)}. By seat it is {told}."
        unseen.discard(seat)
        homeless = homeless or not seat
    if noted and not unseen:
        return "lucks", True, f"Every seat's luck is as you noted it: {told}."
    some = "Luck that you noted is somewhere in it, but whose it was is not compared. " if homeless else ""
    seats = short(", ".join(map(str, sorted(unseen))), 200)
    return "lucks", None, f"{some}The luck of these seats was not compared: {seats}. By seat it is {told}."


def compare_table(fair: dict[str, Any], noted: str) -> Answer:
    """The table's name in a file and the one that was noted; a file can be given another name."""
    name = plain(fair["table"])
    if not noted:
        return "table", None, f"Not compared with the table's name: the file says {name}; give the true one as --table."
    same = name == noted.strip()
    return "table", same, f"This {'is' if same else 'is not'} the table that you noted; the file says {name}."


def short(text: str, most: int) -> str:
    """A list as long as any table's, so that a file with luck for thousands of seats is not told back at length."""
    return text if len(text) <= most else f"{text[:most]}…"


def plain(text: str) -> str:
    """A text from outside, short and without signs that a terminal takes for commands."""
    return text.encode("unicode_escape").decode()[:120]


def why(error: Exception) -> str:
    """What is wrong with a file that can't be read, as the end of a sentence."""
    if isinstance(error, KeyError):
        return f"it holds no {error}"
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def main() -> int:
    loose: list[str] = []
    given: dict[str, list[str]] = {"--seal": [], "--luck": [], "--table": []}
    args = iter(sys.argv[1:])
    for one in args:
        given.get(one, loose).append(next(args, "") if one in given else one)
    if not loose:
        print(__doc__)
        return 2
    file, *rest = loose
    seals = given["--seal"] or rest[:1]
    lucks = [*given["--luck"], *(rest if given["--seal"] else rest[1:])]
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError("it is far too large")
        text = data.decode()
        fair = read(text)[2]
        answers = [*check(text), compare(fair, "".join(seals)), compare_luck(fair, lucks)]
        answers.append(compare_table(fair, "".join(given["--table"])))
    except NotHere as error:
        print(error)
        return 2
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"This is not a match record: {plain(why(error))}.")
        return 2
    for _, holds, words in answers:
        print("?  " if holds is None else "yes" if holds else "NO ", words)
    return 1 if any(holds is False for _, holds, _ in answers) else 0


if __name__ == "__main__":
    sys.exit(main())
