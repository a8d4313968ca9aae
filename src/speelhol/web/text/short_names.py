"""Names of variables made short in scripts before they are packed, where each token says by itself what it is.

A script is read as tokens in brackets. A name is given another if it is declared in the script and is nothing that a
browser has; all that is a variable of that name then is called alike, wherever it was declared, by a name that stood
nowhere in the script: what was one variable stays one, what were two are still two. What stands behind a point or
before a colon, methods, words in quotation marks and whatever is shared on `speelhol` keep their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from string import ascii_letters
from typing import NamedTuple

from .minify_js import hole_end, tokens

NAME = re.compile(r"[A-Za-z_$][\w$]*")
LANGUAGE = (
    "arguments as async await break case catch class const constructor continue debugger default delete do else eval"
    " export extends false finally for from function get if implements import in instanceof interface let new null of"
    " package private protected public return set static super switch this throw true try typeof undefined var void"
    " while with yield"
)
BROWSER = (
    "blur close closed event external find focus frames history length location menubar moveBy moveTo name open"
    " opener origin parent performance print prompt screen scroll scrollbars self status stop top toolbar when"
)
"""What a browser has, and a script might call something of its own: whether it means one or the other is left open."""
OURS = "luck speelhol"
"""What one script has on `globalThis` for others."""
KEPT = frozenset((*LANGUAGE.split(), *BROWSER.split(), *OURS.split()))
OPEN, CLOSE = frozenset("([{"), frozenset(")]}")
BLOCK = frozenset(("", ";", "{", "}", ")", "=>", "else", "try", "catch", "finally", "do"))
"""Behind these a brace opens statements, behind others an object or what is taken out of one."""
CONTROL = frozenset(("if", "for", "while", "switch", "catch", "with"))


class Token(NamedTuple):
    text: str
    before: str
    after: str
    kind: str
    """Of the brackets around it: as they open, `block` or `class` for braces that hold no object."""
    depth: int
    mate: int
    """Of a bracket that closes, where it opened; else -1."""
    method: bool
    """Whether brackets and a block follow, as behind the name of a method."""


def shortened(script: str) -> str:
    """A script with short names for its variables; each of its statements ends with a semicolon or a brace."""
    read = _read(script)
    names = _new_names(read)
    return "".join(_called(one, names) for one in read)


def _called(one: Token, names: dict[str, str]) -> str:
    if one.text not in names or not _variable(one):
        return one.text
    return f"{one.text}:{names[one.text]}" if _short_hand(one) else names[one.text]


def new_names(script: str) -> dict[str, str]:
    """What the variables of a script are called instead."""
    return _new_names(_read(script))


def _new_names(read: list[Token]) -> dict[str, str]:
    used = Counter(one.text for one in read if NAME.fullmatch(one.text))
    own = set(_declared(read)) - KEPT
    # what stands outside of all brackets belongs to every script of the page
    own -= {one.text for one in read if not one.depth}
    free = (name for name in _free() if name not in used and name not in KEPT)
    often = sorted(own, key=lambda name: (-used[name], name))
    return {name: short for name in often if len(name) > len(short := next(free))}


def _free() -> Iterator[str]:
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_letters, repeat=length))


# ---- reading


def _read(script: str) -> list[Token]:
    texts = list(flat(script))
    read: list[Token] = []
    open_at: list[int] = []
    kinds = [""]
    for at, text in enumerate(texts):
        before, after = _beside(texts, at, -1), _beside(texts, at, 1)
        mate = -1
        if text in CLOSE or text.startswith("}"):
            mate = open_at.pop()
            kinds.pop()
        method = after == "(" and _beside(texts, _end(texts, at), 1) == "{"
        read.append(Token(text, before, after, kinds[-1], len(open_at), mate, method))
        if text in OPEN or text.endswith("${"):
            open_at.append(at)
            kinds.append(_kind(text, before, texts, at))
    return read


def _end(texts: list[str], at: int) -> int:
    """Where the brackets that open next are closed."""
    depth = 0
    for place in range(at + 1, len(texts)):
        depth += (texts[place] == "(") - (texts[place] == ")")
        if not depth and texts[place] == ")":
            return place
    return len(texts)


def _kind(text: str, before: str, texts: list[str], at: int) -> str:
    if text != "{":
        return text
    if any(one == "class" for one in texts[max(0, at - 4) : at]):
        return "class"
    return "block" if before in BLOCK else "{"


def _beside(texts: list[str], at: int, way: int) -> str:
    """The next token that is no space."""
    at += way
    while 0 <= at < len(texts) and texts[at].isspace():
        at += way
    return texts[at] if 0 <= at < len(texts) else ""


def flat(script: str) -> Iterator[str]:
    """Tokens, those in the holes of a template among them; what stands between two holes is one."""
    for token in tokens(script):
        if not token.startswith("`"):
            yield token
            continue
        at, last = 1, 0
        while at < len(token) - 1:
            if token.startswith("${", at):
                end = hole_end(token, at + 2)
                yield token[last : at + 2]
                yield from flat(token[at + 2 : end - 1])
                at, last = end, end - 1
            else:
                at += 2 if token[at] == "\\" else 1
        yield token[last:]


# ---- what a name is


def _variable(one: Token) -> bool:
    if not NAME.fullmatch(one.text) or one.before in (".", "?."):
        return False
    if one.kind not in ("{", "class"):
        return True
    if one.method:
        return False
    return one.before not in ("{", ",") or one.after != ":"


def _short_hand(one: Token) -> bool:
    """One word for a key and the variable of that name."""
    return one.kind == "{" and one.before in ("{", ",") and one.after in (",", "}", "=")


def _declared(read: list[Token]) -> Iterator[str]:
    for at, one in enumerate(read):
        if one.text in ("const", "let") and one.before != ".":
            yield from _declarations(read, at + 1)
        elif one.text in ("class", "function") and NAME.fullmatch(one.after):
            yield one.after
        elif one.text == "=>" and one.before == ")":
            yield from _bound(read, *_brackets(read, at))
        elif one.text == "=>":
            yield one.before
        elif one.text == "{" and one.before == ")" and one.kind != "(":
            begin, end = _brackets(read, at)
            if read[begin].before not in CONTROL or read[begin].before == "catch":
                yield from _bound(read, begin, end)


def _brackets(read: list[Token], at: int) -> tuple[int, int]:
    """The brackets that close before a place."""
    end = next(n for n in range(at - 1, -1, -1) if read[n].text == ")")
    return read[end].mate, end


def _declarations(read: list[Token], at: int) -> Iterator[str]:
    """`a = 1, { b } = 2` behind `let`, to where the statement ends."""
    depth, begins = read[at].depth, True
    while at < len(read):
        one = read[at]
        if one.depth < depth or (one.depth == depth and one.text in (";", "of", "in")):
            return
        if one.depth == depth and begins and not one.text.isspace():
            begins = False
            if NAME.fullmatch(one.text):
                yield one.text
            elif one.text in ("{", "["):
                end = next(n for n in range(at, len(read)) if read[n].mate == at)
                yield from _bound(read, at, end)
                at = end
        begins = begins or (one.depth == depth and one.text == ",")
        at += 1


def _bound(read: list[Token], begin: int, end: int) -> Iterator[str]:
    """The names that are declared between two brackets, less what they are if nothing is given."""
    at = begin + 1
    while at < end:
        one = read[at]
        if one.text == "=":
            depth = one.depth
            while at < end and not (read[at].depth <= depth and read[at].text in (",", *CLOSE)):
                at += 1
            continue
        if _variable(one) and one.text not in KEPT:
            yield one.text
        at += 1
