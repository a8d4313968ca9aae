"""Scripts made small: tokens of JavaScript without comments and space that mean nothing.

By hand, for what packs scripts from Python either trips over templates within templates or brings another runtime.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

WORD = re.compile(r"[\w$]+")
SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
SIGN = re.compile(r"=>|\?\?=?|\?\.(?!\d)|\.\.\.|[-+*/%&|^<>=!]+|.")
BEFORE_PATTERN = ("return", "typeof", "case", "in", "of", "=>")
OPENS = set("({[,;=+-*/%&|^<>!?:~")
"""Behind these a statement can't be over."""
CLOSES = set(")}],;=*/%&|^<>?:.")
"""Nor before these."""


def packed(script: str) -> str:
    """The same script in fewer signs."""
    out: list[str] = []
    for token in tokens(script):
        if token.isspace():
            out.append(token)
            continue
        if out and out[-1].isspace():
            broken = "\n" in out.pop()
            before = out[-1] if out else ""
            if broken and before and before[-1] not in OPENS and token[0] not in CLOSES:
                out.append("\n")
            elif _run_together(before, token):
                out.append(" ")
        out.append(token)
    return "".join(out).strip() + "\n"


def _run_together(one: str, two: str) -> bool:
    """Whether two tokens side by side would be read as another one."""
    return bool(one) and (
        (WORD.match(one[-1]) is not None and WORD.match(two[0]) is not None)
        or (one[-1] in "+-" and one[-1] == two[0])
        or (one[-1] == "/" and two[0] == "/")
    )


def tokens(script: str, at: int = 0) -> Iterator[str]:
    """Space is told as one space, or as a line break if there is one in it."""
    last = ""
    while at < len(script):
        if (space := SPACE.match(script, at)) is not None:
            yield "\n" if "\n" in space[0] else " "
            at = space.end()
            continue
        if script[at] == "`":
            end = _template_end(script, at)
            token = _template(script[at:end])
        else:
            token = _token(script, at, last)
            end = at + len(token)
        yield token
        last, at = token, end


def _token(script: str, at: int, last: str) -> str:
    for kind in (STRING, WORD):
        if (found := kind.match(script, at)) is not None:
            return found[0]
    if script[at] == "/" and (not last or last in BEFORE_PATTERN or last[-1] in OPENS):
        found = PATTERN.match(script, at)
        if found is not None:
            return found[0]
    found = SIGN.match(script, at)
    assert found is not None
    return found[0]


def _template_end(script: str, at: int) -> int:
    """Where a template that begins here is over, whatever templates stand within it."""
    at += 1
    while script[at] != "`":
        if script[at] == "\\":
            at += 1
        elif script.startswith("${", at):
            at = hole_end(script, at + 2)
            continue
        at += 1
    return at + 1


def hole_end(script: str, at: int) -> int:
    """Behind the brace that closes a hole whose code begins here."""
    depth = 1
    while depth:
        if script[at] == "`":
            at = _template_end(script, at)
            continue
        if (text := STRING.match(script, at)) is not None:
            at = text.end()
            continue
        depth += {"{": 1, "}": -1}.get(script[at], 0)
        at += 1
    return at


def _template(text: str) -> str:
    """Its words as they are, the code in its holes packed."""
    out, at = ["`"], 1
    while at < len(text) - 1:
        if text.startswith("${", at):
            end = hole_end(text, at + 2)
            out.append("${" + packed(text[at + 2 : end - 1]).strip() + "}")
            at = end
        else:
            size = 2 if text[at] == "\\" else 1
            out.append(text[at : at + size])
            at += size
    return "".join((*out, "`"))
