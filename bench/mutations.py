"""Small changes of a module, each of which some test should notice; `bench/mutants.py` tries them."""

from __future__ import annotations

import ast
import copy
import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sum": "len"}
SILENT = ("annotation", "returns", "decorator_list", "bases", "keywords", "type_comment", "simple")
"""Fields that say what something is, not what happens; the keywords are those of a class."""


class Mutant(NamedTuple):
    """One change of one module."""

    name: str
    """The same as long as the statement that it changes stays the same."""
    module: str
    scope: str
    """The outermost function that it is in, by its qualified name; empty where it is in none."""
    lines: range
    """Those of the statement, or of the head of a longer one."""
    kind: str
    was: str
    becomes: str
    site: int
    variant: int

    @property
    def place(self) -> str:
        return f"{self.module}:{self.lines.start}"


class Site(NamedTuple):
    """Somewhere in a tree where another node could stand."""

    parent: ast.AST
    field: str
    position: int | None
    node: ast.AST
    scope: str
    statement: ast.stmt


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every place of a tree that is not only there to be read, in order."""

    def below(node: ast.AST, scope: str, inside: bool, statement: ast.stmt | None) -> Iterator[Site]:
        for field, value in ast.iter_fields(node):
            if (field in SILENT and not isinstance(node, ast.Call)) or (field == "args" and node is statement):
                continue  # what stands for an argument that is not given is known before the function is called
            for position, child in enumerate(value) if isinstance(value, list) else ((None, value),):
                if isinstance(child, ast.AST) and not _idle(child):
                    yield from found(node, field, position, child, scope, inside, statement)

    def found(
        parent: ast.AST,
        field: str,
        position: int | None,
        node: ast.AST,
        scope: str,
        inside: bool,
        statement: ast.stmt | None,
    ) -> Iterator[Site]:
        statement = node if isinstance(node, ast.stmt) else statement
        assert statement is not None
        yield Site(parent, field, position, node, scope if inside else "", statement)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not inside:
            scope = f"{scope}.{node.name}" if scope else node.name
            yield from below(node, scope, isinstance(node, ast.FunctionDef), statement)
        else:
            yield from below(node, scope, inside, statement)

    yield from below(tree, "", False, None)


def _idle(node: ast.AST) -> bool:
    """Whether nothing can be changed there that a test could notice: imports, texts, what is asserted."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr, ast.expr_context))


def variants(site: Site) -> Iterator[tuple[str, ast.AST]]:
    """What could stand there instead, with the kind of change."""
    node = site.node
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in COMPARED[type(op)]:
                yield "comparison", _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])
    elif isinstance(node, ast.BoolOp):
        yield "and/or", _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            yield "condition dropped", rest[0] if len(rest) == 1 else _with(node, values=rest)
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        yield "arithmetic", _with(node, op=COMPUTED[type(node.op)]())
    elif isinstance(node, ast.UnaryOp):
        yield "sign", node.operand
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", _with(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield "filter dropped", _with(node, ifs=[*node.ifs[:at], *node.ifs[at + 1 :]])


def _statements(node: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, (ast.Expr, ast.Raise, ast.AugAssign)) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)
    ):
        yield "statement dropped", ast.Pass()
    if isinstance(node, ast.AugAssign) and type(node.op) in COMPUTED:
        yield "arithmetic", _with(node, op=COMPUTED[type(node.op)]())
    elif isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
        yield "condition turned", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Continue):
        yield "loop", ast.Break()
    elif isinstance(node, ast.Break):
        yield "loop", ast.Continue()
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "return value", _with(node, value=ast.Constant(None))


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)


def _calls(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield "function", _with(node, func=ast.Name(CALLED[node.func.id], ast.Load()))
    args = node.args
    if len(args) > 1 and not any(isinstance(arg, ast.Starred) for arg in args[:2]):
        yield "arguments swapped", _with(node, args=[args[1], args[0], *args[2:]])


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def mutants(file: Path) -> list[Mutant]:
    """Every change of a module, in its order."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    twins: Counter[str] = Counter()
    found = []
    for number, site in enumerate(sites(tree)):
        was = _head(site.statement)
        for at, (kind, other) in enumerate(variants(site)):
            becomes = _changed(site, other)
            if becomes == was or (not site.scope and _not_worth_it(site, kind)):
                continue
            text = f"{file.stem} {site.scope} {was} -> {becomes}"
            twins[text] += 1
            name = hashlib.sha256(f"{text} {twins[text]}".encode()).hexdigest()[:8]
            found.append(Mutant(name, file.stem, site.scope, _lines(site.statement), kind, was, becomes, number, at))
    return found


def _not_worth_it(site: Site, kind: str) -> bool:
    """Whether a change outside functions leaves a module that can't be read, or a number that nobody reads: that of a
    field before it is set."""
    field = isinstance(site.statement, ast.AnnAssign) and not isinstance(getattr(site.node, "value", None), bool)
    return kind in ("statement dropped", "arithmetic") or field


def sample(found: list[Mutant], seed: str, count: int) -> list[Mutant]:
    """So many of them by chance, or all for 0; more of the same seed begin with the same ones."""
    ordered = sorted(found, key=lambda one: one.name)
    random.Random(seed).shuffle(ordered)
    return ordered[:count] if count else ordered


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The module with the change in it."""
    tree = ast.parse(source)
    site = next(site for number, site in enumerate(sites(tree)) if number == mutant.site)
    other = next(node for at, (_, node) in enumerate(variants(site)) if at == mutant.variant)
    _put(site, ast.copy_location(other, site.node))
    return ast.fix_missing_locations(tree)


def _put(site: Site, node: ast.AST) -> None:
    if site.position is None:
        setattr(site.parent, site.field, node)
    else:
        getattr(site.parent, site.field)[site.position] = node


def _changed(site: Site, other: ast.AST) -> str:
    if site.node is site.statement:
        return _head(other)
    _put(site, other)
    text = _head(site.statement)
    _put(site, site.node)
    return text


def _head(node: ast.AST) -> str:
    """A statement as text, a longer one only as far as its body."""
    if hasattr(node, "body") and isinstance(node, ast.stmt):
        node = _with(node, body=[ast.Pass()], **({"orelse": []} if hasattr(node, "orelse") else {}))
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node)))


def _lines(statement: ast.stmt) -> range:
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno
    return range(statement.lineno, max(last or 0, statement.lineno) + 1)
