"""Templates as JavaScript: the macros of `table.html` become functions that give the same markup in the browser.

What a table's templates use of Jinja is small and plain, so a page of code translates it: macros, `if`, `for`, `set`,
a dozen operators and filters. Anything else is refused with a sentence when the script is made, that is, by every
test. Nunjucks would bring a second interpreter of a language that is nearly Jinja (empty lists are true in it, missing
fields print nothing) and more bytes than all our templates together.

Sentences are put in here, since a script is made for one language; nothing is evaluated in the browser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import nodes
from markupsafe import escape

from ..text.templates import Environment

BUILT_IN = {
    "piece": ("name", "width", "height", "cls", "given", "word"),
    "icon": ("name", "cls"),
    "mark": ("seat", "cls"),
    "part": ("name", "html"),
    "range": ("start", "stop"),
}
"""Functions that templates may call, with their parameters; `scene.js` has the same under these names."""

JAVASCRIPT = (
    "break case catch class const continue default delete do else export extends false finally for function if import"
    " in instanceof let new null of return static super switch this throw true try typeof var void while with yield"
)
HELPERS = "Markup str len has same cap fmt newest and or range piece icon mark part"
"""What `scene.js` offers to the functions made here."""
SHORT = {"text": "$", "truth": "_"}
"""What it offers, too, and is called so often that it has a sign for a name."""
RESERVED = frozenset((*JAVASCRIPT.split(), *HELPERS.split(), *SHORT.values(), "o", "words", "fixed")) - BUILT_IN.keys()
COMPARED = {"lt": "<", "gt": ">", "lteq": "<=", "gteq": ">="}


class Untold(TypeError):
    """A template says something that the browser could not be told."""


def name_of(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


def literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def markup(text: str) -> str:
    """Markup as a literal: it holds many quotation marks and hardly an apostrophe."""
    plain = json.dumps(text.replace('"', "\0"), ensure_ascii=False)[1:-1]
    return "'" + plain.replace("'", "\\'").replace("\\u0000", '"') + "'"


STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
"""A text as `literal` writes it."""
Macros = Mapping[str, nodes.Macro]


def parsed(house: Environment, file: str, seen: set[str] | None = None) -> dict[str, nodes.Macro]:
    """The macros of a template and of those that it imports from, by name."""
    seen = set() if seen is None else seen
    seen.add(file)
    assert house.loader is not None
    tree = house.parse(house.loader.get_source(house, file)[0])
    macros: dict[str, nodes.Macro] = {}
    for other in tree.find_all(nodes.FromImport):
        source = other.template.value  # type: ignore[attr-defined]
        if source not in seen:
            macros |= parsed(house, source, seen)
    return macros | {macro.name: macro for macro in tree.find_all(nodes.Macro)}


class Translator:
    """Macros as functions of one language."""

    def __init__(self, macros: Macros, words: Mapping[str, str], known: Iterable[str] = ()) -> None:
        for name in macros:
            if name in BUILT_IN or name == "say":
                raise Untold(f"a drawn table's template can't have a macro {name}(): the house has one of that name")
        self.macros = macros
        self.words = words
        """What `say` says by key."""
        self.prefixes: set[str] = set()
        """How the keys begin that are put together in the browser."""
        self.known = frozenset(known) | BUILT_IN.keys()
        self._loops = 0
        self._called: set[str] = set()

    def script(self, wanted: Iterable[str]) -> str:
        """These macros, and those that they call, as functions."""
        made: dict[str, str] = {}
        left = list(wanted)
        while left:
            if (name := left.pop()) not in made:
                self._called.clear()
                made[name] = self.function(self.macros[name])
                left += sorted(self._called)
        return "".join(made.values())

    def spoken(self) -> dict[str, str]:
        """The words that are looked up in the browser."""
        return {key: said for key, said in self.words.items() if key.startswith(tuple(self.prefixes))}

    def function(self, macro: nodes.Macro) -> str:
        names = [arg.name for arg in macro.args]
        given = dict(zip(reversed(names), reversed(macro.defaults), strict=False))
        scope = set(names)
        outer = [one for one in macro.find_all(nodes.Assign) if not _within_loop(macro, one)]
        fixed = sorted({_target(one) for one in outer} - scope)
        scope.update(fixed)
        declared = f"let {','.join(map(name_of, fixed))};" if fixed else ""
        parameters = ",".join(name_of(n) + (f"={self.value(given[n], set())}" if n in given else "") for n in names)
        body = self.body(macro.body, scope, top=True)
        begins = f"let o={body[3:]}" if body.startswith("o+=") else f'let o="";{body}'
        return f"const {name_of(macro.name)}=({parameters})=>{{{declared}{begins}return new Markup(o)}};\n"

    # ---- statements

    def body(self, statements: Iterable[nodes.Node], scope: set[str], top: bool = False) -> str:
        return "".join(self.statement(one, scope, top) for one in statements)

    def statement(self, one: nodes.Node, scope: set[str], top: bool) -> str:
        match one:
            case nodes.Output():
                return self.output(one, scope)
            case nodes.If():
                return self.choice(one, scope, top)
            case nodes.For():
                return self.loop(one, scope)
            case nodes.Assign():
                name = _target(one)
                value = self.value(one.node, scope)
                if top:
                    return f"{name_of(name)}={value};"
                scope.add(name)
                return f"let {name_of(name)}={value};"
        raise Untold(f"a drawn table's template can't use {type(one).__name__.lower()} (line {one.lineno})")

    def output(self, one: nodes.Output, scope: set[str]) -> str:
        parts: list[str] = []
        plain = ""
        """What is written out already and has not been put down yet."""
        for part in one.nodes:
            value = "" if isinstance(part, nodes.TemplateData) else self.value(part, scope)
            if isinstance(part, nodes.TemplateData):
                plain += part.data
            elif STRING.fullmatch(value):  # a sentence: escaped here, once for all
                plain += str(escape(json.loads(value)))
            else:
                parts += [markup(plain)] if plain else []
                parts.append(self.printed(part, value, scope))
                plain = ""
        parts += [markup(plain)] if plain else []
        return f"o+={'+'.join(parts)};" if parts else ""

    def printed(self, part: nodes.Expr, value: str, scope: set[str]) -> str:
        """A value as it stands on the page."""
        if isinstance(part, nodes.Filter) and part.name == "safe" and part.node is not None:
            return f"str({self.value(part.node, scope)})"
        return f"{SHORT['text']}({value})"

    def choice(self, one: nodes.If, scope: set[str], top: bool) -> str:
        if _always(one.test):
            return self.body(one.body, scope, top)
        branches = [(one.test, one.body), *((more.test, more.body) for more in one.elif_)]
        said = "else ".join(
            f"if({self.truth(test, scope)}){{{self.body(body, scope, top)}}}" for test, body in branches
        )
        return said + (f"else{{{self.body(one.else_, scope, top)}}}" if one.else_ else "")

    def loop(self, one: nodes.For, scope: set[str]) -> str:
        target = one.target
        names = [target.name] if isinstance(target, nodes.Name) else [n.name for n in target.items]  # type: ignore[attr-defined]
        inner = scope | {*names, "loop"}
        bound = ",".join(map(name_of, names))
        bound = bound if isinstance(target, nodes.Name) else f"[{bound}]"
        only = self.truth(one.test, inner) if one.test is not None else ""
        # a name that stands on both sides would be read before it is there
        if one.else_ or not _named(one.iter).isdisjoint(names) or "loop" in _named(*one.body):
            return self._counted(one, scope, inner, bound, only)
        return (
            f"for(const {bound} of {self.value(one.iter, scope)}){f'if({only})' if only else ''}"
            f"{{{self.body(one.body, inner)}}}"
        )

    def _counted(self, one: nodes.For, scope: set[str], inner: set[str], bound: str, only: str) -> str:
        """A loop whose body asks where it is, or that may have to say that there is nothing."""
        self._loops += 1
        items, at = f"l{self._loops}", f"i{self._loops}"
        only = f".filter(({bound})=>{only})" if only else ""
        facts = ""
        if "loop" in _named(*one.body):
            last = f"{items}.length-1"
            facts = f"const loop={{index0:{at},index:{at}+1,first:!{at},last:{at}==={last}}};"
        number = f",{at}" if facts else ""
        body = self.body(one.body, inner)
        empty = f"if(!{items}.length){{{self.body(one.else_, scope)}}}" if one.else_ else ""
        return (
            f"{{const {items}=[...{self.value(one.iter, scope)}]{only};"
            f"{items}.forEach(({bound}{number})=>{{{facts}{body}}});{empty}}}"
        )

    # ---- expressions

    def truth(self, node: nodes.Node, scope: set[str]) -> str:
        match node:
            case nodes.Not():
                return f"!{self.truth(node.node, scope)}"
            case nodes.And():
                return f"({self.truth(node.left, scope)}&&{self.truth(node.right, scope)})"
            case nodes.Or():
                return f"({self.truth(node.left, scope)}||{self.truth(node.right, scope)})"
            case nodes.Compare() | nodes.Test():
                return self.value(node, scope)
        return f"{SHORT['truth']}({self.value(node, scope)})"

    def value(self, node: nodes.Node, scope: set[str]) -> str:
        def of(one: nodes.Node) -> str:
            return self.value(one, scope)

        match node:
            case nodes.Const():
                return literal(node.value)
            case nodes.Name():
                return self.variable(node, scope)
            case nodes.Getattr():
                return f"{of(node.node)}.{node.attr}"
            case nodes.Getitem(arg=nodes.Slice() as cut):
                start, stop = of(cut.start) if cut.start else "0", f",{of(cut.stop)}" if cut.stop else ""
                return f"{of(node.node)}.slice({start}{stop})"
            case nodes.Getitem():
                return f"{of(node.node)}[{of(node.arg)}]"
            case nodes.Tuple() | nodes.List():
                return f"[{','.join(map(of, node.items))}]"
            case nodes.Dict():
                return "{" + ",".join(f"[{of(pair.key)}]:{of(pair.value)}" for pair in node.items) + "}"
            case nodes.Concat():
                return f"({'+'.join(map(self.joined, map(of, node.nodes)))})"
            case nodes.CondExpr() if _always(node.test):
                return of(node.expr1)
            case nodes.CondExpr():
                other = of(node.expr2) if node.expr2 is not None else '""'
                return f"({self.truth(node.test, scope)}?{of(node.expr1)}:{other})"
            case nodes.And() | nodes.Or():
                both = "and" if isinstance(node, nodes.And) else "or"
                return f"{both}({of(node.left)},()=>{of(node.right)})"
            case nodes.Not():
                return self.truth(node, scope)
            case nodes.Add() | nodes.Sub() | nodes.Mul():
                return f"({of(node.left)}{node.operator}{of(node.right)})"
            case nodes.Neg():
                return f"-{of(node.node)}"
            case nodes.Compare():
                return self.comparison(node, scope)
            case nodes.Test(name="none"):
                return f"({of(node.node)}==null)"
            case nodes.Filter():
                return self.filtered(node, scope)
            case nodes.Call():
                return self.call(node, scope)
        raise Untold(f"a drawn table's template can't use {type(node).__name__.lower()} (line {node.lineno})")

    @staticmethod
    def joined(value: str) -> str:
        """A value that is put together with others to one text."""
        return value if STRING.fullmatch(value) else f"str({value})"

    def variable(self, node: nodes.Name, scope: set[str]) -> str:
        if node.name in scope or node.name in self.macros or node.name in self.known:
            return name_of(node.name)
        if node.name == "fixed":
            return "fixed"
        raise Untold(f"a drawn table's template knows nothing called {node.name} (line {node.lineno})")

    def comparison(self, node: nodes.Compare, scope: set[str]) -> str:
        said, left = [], node.expr
        for operand in node.ops:
            a, b = self.value(left, scope), self.value(operand.expr, scope)
            match operand.op:
                case "eq" | "ne":
                    said.append(f"{'!' if operand.op == 'ne' else ''}same({a},{b})")
                case "in" | "notin":
                    said.append(f"{'!' if operand.op == 'notin' else ''}has({b},{a})")
                case other:
                    said.append(f"{a}{COMPARED[other]}{b}")
            left = operand.expr
        return f"({'&&'.join(said)})"

    def filtered(self, node: nodes.Filter, scope: set[str]) -> str:
        assert node.node is not None
        value = self.value(node.node, scope)
        match node.name:
            case "string":
                return f"str({value})"
            case "length":
                return f"len({value})"
            case "safe":
                return f"new Markup(str({value}))"
            case "capitalize":
                return f"cap({value})"
            case "newest":
                return f"newest({value})"
            case "min" | "max":
                return f"Math.{node.name}(...{value})"
            case "join":
                return f"{value}.join({self.value(node.args[0], scope) if node.args else literal('')})"
            case "format":
                return f"fmt({value},{{{self.named(node.kwargs, scope)}}})"
        raise Untold(f"a drawn table's template can't use the filter {node.name} (line {node.lineno})")

    def named(self, given: Iterable[Any], scope: set[str]) -> str:
        return ",".join(f"{one.key}:{self.value(one.value, scope)}" for one in given)

    def call(self, node: nodes.Call, scope: set[str]) -> str:
        called = node.node
        if isinstance(called, nodes.Name) and called.name == "say":
            return self.words_of(node, scope)
        args = [self.value(arg, scope) for arg in node.args]
        if node.dyn_args is not None:
            args.append(f"...{self.value(node.dyn_args, scope)}")
        if isinstance(called, nodes.Getattr):
            return self.method(called, args, node, scope)
        if not isinstance(called, nodes.Name):
            raise Untold(f"a drawn table's template can only call what has a name (line {node.lineno})")
        macro = self.macros.get(called.name)
        names = [arg.name for arg in macro.args] if macro is not None else BUILT_IN.get(called.name)
        if names is None:
            raise Untold(f"a drawn table's template knows no {called.name}() (line {node.lineno})")
        if macro is not None:
            self._called.add(called.name)
        for one in node.kwargs:
            at = list(names).index(one.key)
            args += ["undefined"] * (at + 1 - len(args))
            args[at] = self.value(one.value, scope)
        return f"{name_of(called.name)}({','.join(args)})"

    def method(self, called: nodes.Getattr, args: list[str], node: nodes.Call, scope: set[str]) -> str:
        owner = self.value(called.node, scope)
        match called.attr:
            case "startswith" if isinstance(node.args[0], nodes.Tuple):
                return f"{args[0]}.some(one=>{owner}.startsWith(one))"
            case "startswith":
                return f"{owner}.startsWith({args[0]})"
            case "endswith":
                return f"{owner}.endsWith({args[0]})"
            case "items":
                return f"Object.entries({owner})"
            case "get":
                return f"({owner}[{args[0]}]??{args[1] if args[1:] else 'null'})"
            case _ if isinstance(called.node, nodes.Name) and called.node.name == "g":
                return f"g.{called.attr}({','.join(args)})"
        raise Untold(f"a drawn table's template can't call .{called.attr}() (line {node.lineno})")

    def words_of(self, node: nodes.Call, scope: set[str]) -> str:
        """What `say` says, put in where that is known now; what needs a number or a name belongs into the scene."""
        (key, *_) = node.args
        if node.kwargs or node.args[1:]:
            raise Untold(f"a sentence with something to fill in belongs into the scene (line {node.lineno})")
        if isinstance(key, nodes.Const):
            return literal(self.words[key.value])
        if isinstance(key, nodes.CondExpr) and key.expr2 is not None:
            both = [self.words_of(_said(node, one), scope) for one in (key.expr1, key.expr2)]
            return f"({self.truth(key.test, scope)}?{both[0]}:{both[1]})"
        if isinstance(key, nodes.Concat) and isinstance(key.nodes[0], nodes.Const):
            self.prefixes.add(key.nodes[0].value)
            return f"words[{self.value(key, scope)}]"
        raise Untold(f"how the key of a sentence begins must stand in the template (line {node.lineno})")


def _always(test: nodes.Node) -> bool:
    """Whether it is asked if the table is drawn: in the browser it is."""
    return isinstance(test, nodes.Getattr) and test.attr == "drawn" and isinstance(test.node, nodes.Name)


def _said(node: nodes.Call, key: nodes.Expr) -> nodes.Call:
    return nodes.Call(node.node, [key], [], None, None, lineno=node.lineno)


def _named(*parts: nodes.Node) -> set[str]:
    return {part.name for part in parts if isinstance(part, nodes.Name)} | {
        name.name for part in parts for name in part.find_all(nodes.Name)
    }


def _target(one: nodes.Assign) -> str:
    if not isinstance(one.target, nodes.Name):
        raise Untold(f"a drawn table's template can set one name at a time (line {one.lineno})")
    return one.target.name


def _within_loop(macro: nodes.Macro, one: nodes.Assign) -> bool:
    return any(one is inner for loop in macro.find_all(nodes.For) for inner in loop.find_all(nodes.Assign))
