"""Which changes of a game's rules does no test notice?    python -m bench.mutants thieves --count 200

Changes the rules, table, actions and events of a game in one small way at a time (`bench/mutations.py`) and runs the
tests of that game's rules that come by there, the quickest first, until one fails. What none of them notices is put to
the tests that every game faces. What is left is listed with its place: it becomes a test that names its rule, or stands
in `tests/games/GAME/equivalent.toml` with the reason why it changes nothing. What was found is kept in a file; the same
command goes on from there, and asks again only about what was left. `--count 0` is all of them.

The tests are collected once. A change inside a function is made in a fork, where its code is exchanged; any other one
in a process of its own that reads the changed module.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bench.mutations import Mutant, mutants, mutated, sample

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "speelhol" / "games"
TESTS = ROOT / "tests" / "games"
SERVE_BOTS = ("__init__", "imagine", "retell", "traits", "stakes", "view")
"""Modules that tell or guess what the rules have done: they have tests of their own kind."""
NOT_RULES = ("test_bot.py", "test_draw.py", "test_lesson.py", "test_matches.py", "test_odds.py", "test_stakes.py")
CONTRACT = ("test_golden.py", "test_lesson.py")
"""Tests that every game faces, the quick ones among them; what one of them notices no rule's own test did."""
LEAKS = "test_leak.py::test_no_leak_forward"
"""Asked only about what an event reveals: it takes long."""
PATIENCE = 20
"""Seconds after which a change counts as noticed: something goes round in circles."""
CAUGHT, CONTRACT_ONLY, LEFT = "caught", "by the contract only", "left"


def folder_of(game: str) -> str:
    return game.replace("-", "_")


def modules(game: str) -> list[Path]:
    """The modules that hold a game's rules."""
    return [file for file in sorted((GAMES / folder_of(game)).glob("*.py")) if file.stem not in SERVE_BOTS]


def all_mutants(game: str) -> list[Mutant]:
    return [one for file in modules(game) for one in mutants(file)]


def equivalents(game: str) -> dict[str, dict[str, str]]:
    """Changes of which it is known why they change nothing, by name."""
    file = TESTS / folder_of(game) / "equivalent.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


# ---- a change in a process


class Changed(importlib.abc.MetaPathFinder):
    """Reads one module of a game with a change in it."""

    def __init__(self, game: str, mutant: Mutant) -> None:
        self.name = f"speelhol.games.{folder_of(game)}.{mutant.module}"
        self.file = GAMES / folder_of(game) / f"{mutant.module}.py"
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        file, mutant = self.file, self.mutant

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, _: str) -> CodeType:
                return compile(mutated(file.read_text(encoding="utf-8"), mutant), str(file), "exec")

        return importlib.machinery.ModuleSpec(name, Loader(name, str(file)), origin=str(file))


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


class Functions:
    """The functions of a game's modules, to exchange what they do."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.files = {file.stem: file for file in files}
        places = {str(file) for file in self.files.values()}
        self.alive: dict[tuple[str, str, int], list[FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename in places:
                self.alive.setdefault(self._key(one.__code__), []).append(one)

    @staticmethod
    def _key(code: CodeType) -> tuple[str, str, int]:
        return code.co_filename, code.co_qualname, code.co_firstlineno

    def change(self, mutant: Mutant) -> None:
        """Let the functions of the changed scope do the changed thing, wherever they are held."""
        file = self.files[mutant.module]
        tree = mutated(file.read_text(encoding="utf-8"), mutant)
        for code in codes(compile(tree, str(file), "exec")):
            if code.co_qualname == mutant.scope:
                for function in self.alive.get(self._key(code), ()):
                    function.__code__ = code


# ---- tests


Seen = dict[str, tuple[float, set[tuple[str, int]]]]
"""By test how many seconds it took and which lines it came by."""


def first_failure(items: Sequence[pytest.Item]) -> str:
    """The first test that fails, or an empty text."""
    for item, after in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return item.nodeid
    return ""


def traced(item: pytest.Item, files: Iterable[Path]) -> list[Any]:
    """Run a test once and note how long it takes and where it comes by."""
    names = {str(file): file.stem for file in files}
    lines: set[tuple[str, int]] = set()

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            lines.add((names[frame.f_code.co_filename], frame.f_lineno))
        return line

    def call(frame: FrameType, _: str, __: Any) -> Any:
        return line if frame.f_code.co_filename in names else None

    began = time.process_time()
    sys.settrace(call)
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    finally:
        sys.settrace(None)
    if any(report.failed for report in reports):
        raise RuntimeError(f"{item.nodeid} fails without a change")
    return [time.process_time() - began, sorted(lines)]


def in_fork(work: Callable[[], Any]) -> Any:
    """What a function returns in a process of its own; a sentence if it takes too long or breaks off."""
    out, end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        with contextlib.suppress(BaseException), os.fdopen(end, "w") as pipe:
            json.dump(work(), pipe)
        os._exit(0)
    os.close(end)
    with os.fdopen(out) as pipe:
        late = not select.select([pipe], [], [], PATIENCE)[0]
        if late:
            os.kill(child, signal.SIGKILL)
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else "takes too long" if late else "breaks off"


class Trial:
    """A pytest plugin that runs the collected tests once for every change."""

    def __init__(self, game: str, chosen: Sequence[Mutant], log: Path) -> None:
        self.game, self.chosen, self.log = game, chosen, log

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if own(item.nodeid, self.game) or self.game in item.nodeid]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = Functions(modules(self.game))
        rules = [item for item in session.items if own(item.nodeid, self.game)]
        seen = self.seen(rules, functions)
        ordered = sorted((item for item in rules if item.nodeid in seen), key=lambda item: seen[item.nodeid][0])
        contract = [item for item in session.items if item not in rules]
        for number, mutant in enumerate(self.chosen, 1):
            began = time.monotonic()
            touched = [i for i in ordered if any((mutant.module, n) in seen[i.nodeid][1] for n in mutant.lines)]
            if mutant.scope and touched:
                verdict, by = inside(mutant, functions, touched, contract)
            else:
                verdict, by = elsewhere(self.game, mutant, [item.nodeid for item in (*ordered, *contract)])
            note(self.log, mutant, verdict, by, time.monotonic() - began)
            print(f"{number}/{len(self.chosen)} {verdict}: {mutant.place} {mutant.kind} ({by})", flush=True)
        return True

    def seen(self, rules: Sequence[pytest.Item], functions: Functions) -> Seen:
        """Where each test of the rules comes by; found once for the same files."""
        files = [*functions.files.values(), *sorted((TESTS / folder_of(self.game)).glob("*.py"))]
        kept = self.log.with_name(f"{self.game}-{digest(files)}.lines.json")
        if not kept.exists():
            found: dict[str, Any] = {}
            for item in rules:  # each in a process of its own, so that none finds what another has worked out
                one = in_fork(partial(traced, item, list(functions.files.values())))
                found |= {item.nodeid: one} if isinstance(one, list) else {}
            kept.write_text(json.dumps(found), encoding="utf-8")
        known_lines = json.loads(kept.read_text(encoding="utf-8"))
        return {name: (seconds, {(m, n) for m, n in lines}) for name, (seconds, lines) in known_lines.items()}


def inside(
    mutant: Mutant, functions: Functions, rules: Sequence[pytest.Item], contract: Sequence[pytest.Item]
) -> tuple[str, str]:
    """Who notices a change inside a function."""
    for verdict, items in ((CAUGHT, rules), (CONTRACT_ONLY, contract)):

        def run(items: Sequence[pytest.Item] = items) -> str:
            functions.change(mutant)
            return first_failure(items)

        by = in_fork(run)
        if by:
            return verdict, by
    return LEFT, f"{len(rules)} tests come by"


def own(test: str, game: str) -> bool:
    """Whether a test is one of the game's rules, and none that every game faces."""
    return f"games/{folder_of(game)}/" in test


class Alone:
    """A pytest plugin for a process that has read a changed module: tests in a given order, up to the first failure."""

    def __init__(self, game: str, order: Sequence[str]) -> None:
        self.order = {name: at for at, name in enumerate(order)}
        self.leaks = f"{LEAKS}[{game}"
        self.by = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        last = len(self.order)
        chosen = (item for item in items if item.nodeid in self.order or self.leaks in item.nodeid)
        items[:] = sorted(chosen, key=lambda item: self.order.get(item.nodeid, last))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.by = "no test can be collected" if len(session.items) < len(self.order) else first_failure(session.items)
        return True


def elsewhere(game: str, mutant: Mutant, order: Sequence[str]) -> tuple[str, str]:
    """Who notices a change that is read with its module."""
    for verdict, rules in ((CAUGHT, True), (CONTRACT_ONLY, False)):
        tests = [name for name in order if own(name, game) == rules]
        try:
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-m", "bench.mutants", game, "--alone", mutant.name],
                input="\n".join(tests), capture_output=True, text=True, timeout=6 * PATIENCE, cwd=ROOT, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return verdict, "takes too long"
        by = done.stdout.strip().splitlines()[-1:] or ["the module can't be read"]
        if by != ["nobody"]:
            return verdict, by[0]
    return LEFT, "no function holds it, or no test comes by"


def alone(game: str, name: str, order: Sequence[str]) -> None:
    """In a process of its own: read the changed module, run tests, print who noticed."""
    mutant = next(one for one in all_mutants(game) if one.name == name)
    sys.meta_path.insert(0, Changed(game, mutant))
    plugin = Alone(game, order)
    with Path(os.devnull).open("w", encoding="utf-8") as null, contextlib.redirect_stdout(null):
        status = pytest.main(arguments(game, leaks=mutant.was.startswith("reveals")), plugins=[plugin])
    broken = status in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR)
    print(plugin.by or ("the module can't be read" if broken else "nobody"))


def arguments(game: str, leaks: bool = False) -> list[str]:
    """What pytest is to collect."""
    rules = [file for file in sorted((TESTS / folder_of(game)).glob("test_*.py")) if file.name not in NOT_RULES]
    contract = [ROOT / "tests" / "contract" / name for name in (*CONTRACT, *([LEAKS] if leaks else ()))]
    return [*map(str, (*rules, *contract)), "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--matches", "3"]


# ---- what was found


def note(log: Path, mutant: Mutant, verdict: str, by: str, seconds: float) -> None:
    entry = mutant._asdict() | {"lines": [mutant.lines.start, mutant.lines.stop], "verdict": verdict, "by": by}
    with log.open("a", encoding="utf-8") as file:
        print(json.dumps(entry | {"seconds": round(seconds, 2)}, ensure_ascii=False), file=file)


def known(log: Path) -> dict[str, dict[str, Any]]:
    """What was found before, by the name of the change."""
    if not log.exists():
        return {}
    return {entry["name"]: entry for entry in map(json.loads, log.read_text(encoding="utf-8").splitlines())}


def report(game: str, chosen: Sequence[Mutant], found: dict[str, dict[str, Any]]) -> int:
    """Print what is left, and how many of each. Returns how many nobody notices and nobody has argued for."""
    argued = equivalents(game)
    left = 0
    for mutant in sorted(chosen, key=lambda one: (one.module, one.lines.start)):
        verdict = found[mutant.name]["verdict"]
        if verdict == CAUGHT or mutant.name in argued:
            continue
        left += verdict == LEFT
        was, becomes = (text.replace("\n", "\n    ") for text in (mutant.was, mutant.becomes))
        print(f"\n{mutant.name} {mutant.place} {mutant.scope}, {mutant.kind}: {verdict}\n  - {was}\n  + {becomes}")
    counts = Counter("argued" if m.name in argued else found[m.name]["verdict"] for m in chosen)
    print(f"\n{game}: {len(chosen)} changes; " + ", ".join(f"{n} {verdict}" for verdict, n in counts.most_common()))
    return left


def digest(files: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=200, help="so many changes by chance; 0: all")
    parser.add_argument("--log", type=Path, help="where what was found is kept; otherwise data/mutants/GAME.jsonl")
    parser.add_argument("--alone", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.alone:
        alone(asked.game, asked.alone, sys.stdin.read().splitlines())
        return
    log: Path = asked.log or ROOT / "data" / "mutants" / f"{asked.game}-{digest(modules(asked.game))}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    chosen = sample(all_mutants(asked.game), asked.seed, asked.count)
    before, argued = known(log), equivalents(asked.game)
    settled = {name for name, entry in before.items() if entry["verdict"] == CAUGHT}
    todo = [one for one in chosen if one.name not in settled and (one.name not in argued or one.name not in before)]
    if todo:
        status = pytest.main([*arguments(asked.game), "-s"], plugins=[Trial(asked.game, todo, log)])
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            sys.exit(int(status))
    sys.exit(1 if report(asked.game, chosen, known(log)) else 0)


if __name__ == "__main__":
    main()
