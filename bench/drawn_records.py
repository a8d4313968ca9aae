"""What do records do that Hypothesis draws?    nice -n 10 python -m bench.drawn_records --files 100000

Beside the mutations of bench/fuzz_records.py, which spoil as somebody would who knows records: here Hypothesis draws
what is put where. Sound records with anything at any place, records made up member by member, and bytes put into
files. The same readers read them, and each must say yes or no in a sentence of bounded length, within a second of
processor time. What fails is made as small as it gets, and printed.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
import time
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import speelhol
from bench import fuzz_records
from bench.fuzz_records import READERS, Raw, Tally, Tree

CHUNK = 1_000
"""Files that are drawn before Hypothesis forgets which it has drawn."""
STRETCHES = (1, 1, 1, 50, 5_000)
"""How often something is repeated: a long text, a deep list, or neither."""

Drawn = tuple[bytes, Tree]
"""A file, and the tree that it was made of."""

numbers = st.one_of(
    st.integers(-3, 9),
    st.integers(-(2**70), 2**70),
    st.sampled_from((2**31, 2**53, 10**400)),
    st.sampled_from(("NaN", "-Infinity", "1e999", "-0", "0.1", "1e2", "9" * 5_000, "01", "0x1")).map(Raw),
    st.floats(allow_nan=False, allow_infinity=False),
)
texts = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(categories=["Cc", "Cf", "Mn", "Nd", "So"]), max_size=8),
    st.sampled_from(("fair/1", "speelhol-record/1", "pass", "-", "1=2", "__proto__", "null")),
    st.sampled_from(('"\\ud800"', '"\\u0000"', '"\\x"', "tru", "'a'")).map(Raw),
    st.builds(lambda sign, often: sign * often, st.characters(codec="utf-8"), st.sampled_from(STRETCHES)),
)
deep = st.builds(fuzz_records.deep, st.sampled_from((2, 60, 1_200, 60_000)), st.sampled_from(("[", '{"a":')))
names = st.one_of(st.sampled_from(("seats", "draws", "fair", "")), st.text(max_size=9))
some: st.SearchStrategy[Tree] = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.sampled_from(("seats", "draws", "fair", "")), st.text(max_size=9)), inner, max_size=4
        ),
    ),
    max_leaves=8,
)
plenty = st.builds(
    lambda one, often: [one] * often, st.one_of(numbers, st.text(max_size=9)), st.sampled_from(STRETCHES)
)
anything = st.one_of(some, some, some, plenty, deep)
splices = st.one_of(
    st.binary(max_size=12), st.sampled_from((b"\xed\xa0\x80", b"\xef\xbb\xbf", b"{" * 2_000, b"\\u", b"," * 9, b'"'))
)


@cache
def sound() -> list[Tree]:
    return fuzz_records.sound(random.Random("drawn"), each=2)


@cache
def ways(number: int) -> list[tuple[Any, ...]]:
    """Every place below the root of a sound record, those near it first."""
    return sorted((path for path in fuzz_records.places(sound()[number]) if path), key=len)


@st.composite
def places(draw: st.DrawFn, number: int) -> tuple[Any, ...]:
    """A place in a sound record: half of the time near the root, for most of a record are draws and moves."""
    known = ways(number)
    near = sum(len(path) <= 2 for path in known)
    return known[draw(st.integers(0, draw(st.sampled_from((near, len(known)))) - 1))]


@st.composite
def put(draw: st.DrawFn, number: int) -> tuple[str, tuple[Any, ...], Tree]:
    """One change to a sound record: where something is put in, set or taken away, and what."""
    how = draw(st.sampled_from(("set", "set", "insert", "delete", "borrow")))
    path = draw(places(number))
    if how == "borrow":
        other = draw(st.integers(0, len(sound()) - 1))
        return "set", path, deepcopy(fuzz_records.at(sound()[other], draw(places(other))))
    return how, path, None if how == "delete" else draw(anything)


def change(tree: Tree, how: str, path: tuple[Any, ...], value: Tree) -> None:
    """Where the place is gone after another change, nothing."""
    try:
        parent, last = fuzz_records.at(tree, path[:-1]), path[-1]
        if isinstance(parent, str):
            return
        if how == "delete":
            del parent[last]
        elif how == "insert" and isinstance(parent, list):
            parent.insert(last, value)
        else:
            parent[last] = value
    except (KeyError, IndexError, TypeError):
        return


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A record with some changes; or one that is made up member by member."""
    number = draw(st.integers(0, len(sound()) - 1))
    tree = deepcopy(sound()[number])
    if draw(st.integers(0, 4)):
        for how, path, value in draw(st.lists(put(number), min_size=1, max_size=4)):
            change(tree, how, path, value)
        return tree
    for part in (tree["record"], tree.get("fair", {}), tree):
        for name in list(part):
            if not draw(st.integers(0, 3)) and part[name] is not tree.get("record"):
                part[name] = draw(anything)
    if not draw(st.integers(0, 3)):
        tree["record"] = draw(anything)
    elif isinstance(tree["record"], dict):
        tree["record"]["game"] = draw(st.sampled_from(speelhol.games()))
    return tree


@st.composite
def files(draw: st.DrawFn) -> Drawn:
    """A file of such a record, most of the time with a digest that fits; now and then with bytes put into it."""
    tree = draw(trees())
    data = fuzz_records.file_of(tree, random.Random(draw(st.integers(0, 2**32))))
    if not draw(st.integers(0, 4)):
        for where, length, more in draw(
            st.lists(st.tuples(st.floats(0, 1), st.sampled_from((0, 0, 1, 40, 2**24)), splices), min_size=1, max_size=3)
        ):
            at = int(where * len(data))
            data = data[:at] + more + data[at + length :]
    return data, tree


def fuzz(count: int, first: str, chunk: int = CHUNK) -> tuple[Tally, str]:
    """Let so many files be read. What the readers said, and the smallest file that one of them read wrongly."""
    tally, worst = Tally(), ""
    before = signal.signal(signal.SIGALRM, fuzz_records.stop)
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "match.json"
            for number, begin in enumerate(range(0, count, chunk)):

                @seed(f"{first} {number}")
                @settings(
                    max_examples=min(chunk, count - begin),
                    database=None,
                    deadline=None,
                    phases=[Phase.generate, Phase.shrink],
                    suppress_health_check=list(HealthCheck),
                )
                @given(files())
                def read(drawn: Drawn) -> None:
                    data, tree = drawn
                    for name, reader in READERS.items():
                        assert tally.read(name, reader, data, tree, file), (name, tally.faults[-1][1], data[:2_000])

                try:
                    read()
                except AssertionError as error:
                    worst = str(error)
                    break
                except KeyboardInterrupt:  # what was read until then counts
                    break
    finally:
        signal.signal(signal.SIGALRM, before)
    return tally, worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    chosen = parser.parse_args()
    begun = time.perf_counter()
    tally, worst = fuzz(chosen.files, chosen.seed)
    for name in READERS:
        told = json.dumps({answer: n for (who, answer), n in sorted(tally.said.items()) if who == name})
        print(f"{name}: {told}; slowest {tally.slowest[name]:.2f} s, longest sentence {tally.longest[name]} signs")
    print(worst)
    count = sum(n for (name, _), n in tally.said.items() if name == "verify.py")
    print(f"{count:,} files, {time.perf_counter() - begun:.0f} s")
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
