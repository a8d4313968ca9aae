"""What do broken and hostile records do?    python -m bench.fuzz_records --files 100000

Takes sound records of every game and spoils them: values of other kinds, huge and deep ones, moves and draws of other
matches, members twice, bytes that are no text, files cut short. Hands each to everything that reads records:
`speelhol.replay`, `speelhol verify`, `verify.py` and the fold of `speelhol check-tables`. Each must say yes or no in a
sentence of bounded length, within a second of processor time. A file that makes one of them do otherwise is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

import speelhol
from bench import fair as agreement
from speelhol.cli import cli
from speelhol.cli.replay import examined, report
from speelhol.den.audit import audit
from speelhol.den.tables import entries
from speelhol.kernel import BadRecord
from speelhol.kernel.fair import Noted

LONGEST = 1_000
"""Signs that a sentence may have; the longest names everybody's luck at a full table."""
SLOW = 1.0
"""Seconds of processor time that one reader may take for one file."""
HANG = 60
"""Seconds after which a reader is stopped."""
COMMANDS = 500
"""Every so many files the whole command is run, not only what it calls."""

Tree = Any


class Hung(BaseException):
    """A reader did not come to an end."""


# ---- spoiling


class Raw(str):
    """Text that goes into a file as it stands: what no JSON writer would write."""


def deep(depth: int, sign: str = "[") -> Raw:
    return Raw(sign * depth + {"[": "]", '{"a":': "1}"}[sign] * depth)


ODD: tuple[Tree, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 99, 2**31, 2**31 + 1, -(2**31), 2**53 + 1, 2**63, 2**64, -(2**64), 10**400,
    1.5, -0.0, 1e308, Raw("NaN"), Raw("-Infinity"), Raw("1e999"), Raw("9" * 4000), Raw("9" * 10_000),
    "", " ", "-", "0", "fly away", "thieves", "x" * 100_000, "🂡" * 300, "\0", "a\nb", "__proto__", "%s{0}", "é̂",
    Raw('"\\ud800"'), Raw('"\\u0000"'),
    [], {}, [[]], [None], {"": 0}, [0] * 20_000, ["x"] * 5_000, {str(n): n for n in range(2_000)}, {"a" * 5_000: 1},
    deep(50), deep(900), deep(5_000), deep(100_000), deep(3_000, '{"a":'),
)  # fmt: skip


def odd(rng: random.Random) -> Tree:
    return deepcopy(rng.choice(ODD))


def places(tree: Tree, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree, by the way to it."""
    yield path
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from places(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from places(value, (*path, index))


def at(tree: Tree, path: tuple[Any, ...]) -> Tree:
    for step in path:
        tree = tree[step]
    return tree


def spoil(tree: Tree, other: Tree, rng: random.Random) -> None:
    """One change to a tree, at a place somewhere below its root; `other` is a tree to take things from."""
    path = choose(tree, rng)
    parent, last, value = at(tree, path[:-1]), path[-1], at(tree, path)
    how = rng.randrange(12)
    if how == 0 and isinstance(parent, dict):
        del parent[last]
    elif how == 0:
        parent[last : last + rng.choice((1, 1, 2, 1000))] = []
    elif how == 1 and isinstance(value, list) and value:
        value += value * rng.choice((1, 1, 3)) if len(value) < 10_000 else []
    elif how == 2 and isinstance(value, list):
        rng.shuffle(value)
    elif how == 3 and isinstance(parent, list):
        parent.insert(last, odd(rng))
    elif how == 4:
        parent[last] = deepcopy(at(other, choose(other, rng)))
    elif how in (5, 6, 7) and type(value) is int:
        parent[last] = value + rng.choice((-1, 1, 1, -value, 2 ** rng.randrange(70)))
    elif how in (5, 6, 7) and isinstance(value, str):
        parent[last] = scribbled(value, rng)
    elif how == 8 and isinstance(value, dict):
        value[rng.choice(("", "seats", "draws", "x" * 1_000, "fair"))] = odd(rng)
    else:
        parent[last] = odd(rng)


def choose(tree: Tree, rng: random.Random) -> tuple[Any, ...]:
    """A place below the root: half of the time near it, for most of a record are draws and moves."""
    near = [path for path in places(tree) if 0 < len(path) <= 2]
    return rng.choice(near if rng.random() < 0.5 else [path for path in places(tree) if path])


def scribbled(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    where = rng.randrange(len(words))
    words[where] = rng.choice(
        ("", "-", "999999999999999999999", "-1", "yes", "1+2", "a:b", "+" * 50, words[where] * 2, "٣")
    )
    return rng.choice((" ".join(words), text[::-1], text[:-1], text.upper(), text + " " + text, text + "\n"))


def written(tree: Tree) -> str:
    """A tree as JSON, raw text and all."""
    raws: list[str] = []

    def plain(value: Tree) -> Tree:
        if isinstance(value, Raw):
            raws.append(str(value))
            return f"@raw{len(raws) - 1}@"
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items()}
        return [plain(one) for one in value] if isinstance(value, list) else value

    text = json.dumps(plain(tree), separators=(",", ":"), ensure_ascii=False)
    for number, raw in enumerate(raws):
        text = text.replace(f'"@raw{number}@"', raw, 1)
    return text


def file_of(tree: dict[str, Tree], rng: random.Random) -> bytes:
    """The file of a spoilt tree; most of the time with a digest that fits, as a forger would write it."""
    body = written(tree.get("record"))
    if rng.random() < 0.9:
        tree = {**tree, "digest": hashlib.sha256(body.encode()).hexdigest()}
    members = [f'"{name}":{body if name == "record" else written(value)}' for name, value in tree.items()]
    if rng.random() < 0.05:
        members.append(rng.choice(members))
    return ("{" + ",".join(members) + "}").encode()


def bytes_of(data: bytes, rng: random.Random) -> bytes:
    """One change to bytes, wherever it falls."""
    where = rng.randrange(len(data) + 1)
    how = rng.randrange(6)
    if how == 0:
        return data[:where]
    if how == 1:
        return (
            data[:where]
            + rng.choice((b"\xff", b"\xed\xa0\x80", b"\0", b"\\", b'"', b"{" * 2_000, b" " * 50_000))
            + data[where:]
        )
    if how == 2:
        return data[:where] + data[where + rng.randrange(1, 40) :]
    if how == 3:
        return b"\xef\xbb\xbf" + data
    if how == 4:
        return data + data
    return data[:where] + bytes([rng.randrange(256)]) + data[where + 1 :]


def spoilt(trees: list[Tree], rng: random.Random) -> tuple[bytes, Tree]:
    """A spoilt file, and the tree that it was made of."""
    tree = deepcopy(rng.choice(trees))
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 3))):
        if not tree:
            break
        spoil(tree, rng.choice(trees), rng)
    if rng.random() < 0.15 and isinstance(tree.get("record"), dict):
        tree["record"]["game"] = rng.choice(speelhol.games())
    if rng.random() < 0.15 and isinstance(tree.get("record"), dict):
        tree["record"]["seed"] = None
    data = file_of(tree, rng)
    return (bytes_of(data, rng) if rng.random() < 0.2 else data), tree


def sound(rng: random.Random, each: int = 3) -> list[Tree]:
    """Sound records of every game, whole and unfinished, with a proof."""
    trees = []
    for name in speelhol.games():
        game = speelhol.game(name)
        for _ in range(each):
            record, data = agreement.play(game, rng, list(game.variants()))
            trees.append(json.loads(data))
        half = game.replay(record, len(record.actions) // 2).record()
        trees.append(json.loads(half.to_bytes()))
    return trees


# ---- reading


def by_replay(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
    try:
        speelhol.replay(data)
    except BadRecord as bad:
        return "no", str(bad)
    return "yes", ""


def by_verify(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
    try:
        noted = Noted()
        json.dumps(report(*examined(data, noted), noted))
    except BadRecord as bad:
        return "no", str(bad)
    return "yes", ""


def by_command(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
    """The command itself. What it says in several lines about sound records is no sentence."""
    file.write_bytes(data)
    done = CliRunner().invoke(cli, ["verify", str(file)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in (0, 1), done.exit_code
    return ("no", done.stderr) if done.exit_code else ("yes", "")


PROGRAM = agreement.load()


def by_program(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
    file.write_bytes(data)
    before, sys.argv = sys.argv, ["verify.py", str(file)]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = PROGRAM.main()
    finally:
        sys.argv = before
    lines = said.getvalue().splitlines()
    assert 0 < len(lines) < 10, len(lines)
    return {0: "yes", 1: "no", 2: "none"}[code], max(lines, key=len)


def by_audit(data: bytes, tree: Tree, file: Path) -> tuple[str, str]:
    """A table's log of this match, as spoilt as the record."""
    try:
        log = [entries.decode(line) for line in log_of(tree)]
    except (msgspec.DecodeError, ValueError, RecursionError):  # what `audit_all` calls unreadable
        return "none", ""
    difference = audit("velvet-lamp-42", log)
    return ("yes", "") if difference is None else ("no", difference.words)


def log_of(tree: Tree) -> list[str]:
    record = tree.get("record") if isinstance(tree.get("record"), dict) else {}
    proof = tree.get("fair") if isinstance(tree.get("fair"), dict) else {}
    facts = {name: record.get(name, 0) for name in ("game", "rules", "seats", "options")}
    log: list[Tree] = [{"kind": "opened", **facts, "host": "h", "secret": proof.get("secret", "")}]
    lucks = proof.get("lucks")
    for seat, luck in enumerate(lucks[:20] if isinstance(lucks, list) else ()):
        log.append({"kind": "sat", "seat": seat, "person": "h", "name": f"N{seat}", "luck": luck})
    log.append({"kind": "dealt", "seed": record.get("seed", "")})
    actions = record.get("actions")
    for action in actions if isinstance(actions, list) else ():
        pair = action if isinstance(action, list) and len(action) == 2 else (0, action)
        log.append({"kind": "moved", "seat": pair[0], "action": pair[1]})
    return [written({**entry, "at": 1.0}) for entry in log]


Reader = Callable[[bytes, Tree, Path], tuple[str, str]]
READERS: dict[str, Reader] = {
    "speelhol.replay": by_replay,
    "speelhol verify": by_verify,
    "verify.py": by_program,
    "check-tables": by_audit,
}


class Tally:
    """What the readers said, how long it took, and what they should not have done."""

    def __init__(self) -> None:
        self.said: Counter[tuple[str, str]] = Counter()
        self.slowest: dict[str, float] = {}
        self.longest: dict[str, int] = {}
        self.faults: list[tuple[str, str]] = []

    def read(self, name: str, reader: Reader, data: bytes, tree: Tree, file: Path) -> bool:
        """Whether a reader did as it must with a file."""
        signal.alarm(HANG)
        begun, fault = time.process_time(), ""
        try:
            answer, words = reader(data, tree, file)
        except (Exception, Hung):
            answer, words, fault = "fault", "", traceback.format_exc(limit=-3)[-1_500:]
        finally:
            signal.alarm(0)
        took = time.process_time() - begun
        self.said[name, answer] += 1
        self.slowest[name] = max(took, self.slowest.get(name, 0.0))
        self.longest[name] = max(len(words), self.longest.get(name, 0))
        if not fault and took > SLOW:
            fault = f"took {took:.1f} s"
        if not fault and len(words) > LONGEST:
            fault = f"said {len(words)} signs: {words[:80]}"
        if fault:
            self.faults.append((name, fault))
        return not fault


def stop(*_: object) -> None:
    raise Hung


def fuzz(files: int, seed: str, keep: Path | None = None, most: int = 20) -> Tally:
    """Spoil so many files and have them read; ends early after `most` faults. The same seed, the same files."""
    rng, tally = random.Random(seed), Tally()
    trees = sound(rng)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.json"
            for number in range(files):
                data, tree = spoilt(trees, rng)
                readers = READERS | ({"the command": by_command} if number % COMMANDS == 0 else {})
                well = [tally.read(name, reader, data, tree, file) for name, reader in readers.items()]
                if not all(well) and keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{number}.json").write_bytes(data)
                if len(tally.faults) >= most:
                    break
    finally:
        signal.signal(signal.SIGALRM, before)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, default=Path("fuzzed"), help="where files are kept that were read wrongly")
    chosen = parser.parse_args()
    begun = time.perf_counter()
    tally = fuzz(chosen.files, chosen.seed, chosen.keep)
    for name in [*READERS, "the command"]:
        told = ", ".join(f"{n:,} {answer}" for (who, answer), n in sorted(tally.said.items()) if who == name)
        worst = f"slowest {tally.slowest.get(name, 0):.2f} s, longest sentence {tally.longest.get(name, 0)} signs"
        print(f"{name}: {told}; {worst}")
    for name, fault in tally.faults:
        print(f"\n{name}: {fault}")
    files = sum(n for (name, _), n in tally.said.items() if name == "verify.py")
    print(f"{files:,} files, {len(tally.faults)} faults, {time.perf_counter() - begun:.0f} s")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
