"""Templates compiled to scripts: what draws the parts of a table in the browser, and what each part is made of."""

from __future__ import annotations

import re

import msgspec
from jinja2 import nodes

from ...games import game as find_game
from ...kernel import SPOKEN
from ...kernel.cache import per_process
from ...kernel.languages import HOLE, MANY
from ..text.short_names import shortened
from ..text.templates import OFFERED, environment
from .drawing import MACROS, fixed_of
from .translate import HELPERS, SHORT, Macros, Translator, Untold, literal, parsed

# ---- what a macro reads of the scene


def reads(macros: Macros, name: str, place: int = 0) -> frozenset[str]:
    """The fields of the scene that a macro reads, itself or in those that it hands the scene on to.

    The scene is its argument at `place`. Raises Untold where that can't be told from the template.
    """
    macro = macros[name]
    if place >= len(macro.args):
        return frozenset()
    scene = macro.args[place].name
    fields: set[str] = set()
    whole = sum(one.name == scene and one.ctx == "load" for one in macro.find_all(nodes.Name))
    for read in macro.find_all(nodes.Getattr):
        if isinstance(read.node, nodes.Name) and read.node.name == scene:
            fields.add(read.attr)
            whole -= 1
    for call in macro.find_all(nodes.Call):
        for at, given in enumerate(call.args):
            if isinstance(given, nodes.Name) and given.name == scene and isinstance(call.node, nodes.Name):
                fields.update(reads(macros, call.node.name, at))
                whole -= 1
    if whole:
        raise Untold(f"{name} hands its scene on to something that is no macro")
    return frozenset(fields)


def uses(macros: Macros, name: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The macros of the game that one of the house's draws with, itself or in those that it calls."""
    found: set[str] = set()
    for call in macros[name].find_all(nodes.Call):
        called = call.node
        if isinstance(called, nodes.Getattr) and isinstance(called.node, nodes.Name) and called.node.name == "g":
            found.add(called.attr)
        elif isinstance(called, nodes.Name) and called.name in macros and called.name not in seen:
            found |= uses(macros, called.name, seen | {name})
    return frozenset(found)


# ---- the scripts

FRAME = "table/frame.html"
PARTS = (
    "top",
    "prompt",
    "seats",
    "result",
    "board",
    "legend",
    "motions",
    "hand",
    "dock",
    "left",
    "slow",
    "talk",
    "log",
    "foot",
    "host",
)
"""The parts of a table, each a macro of the frame."""


def _closed(body: str, gives: str) -> str:
    given = ",".join((*HELPERS.split(), *(f"{name}:{sign}" for name, sign in SHORT.items())))
    return shortened(f'"use strict";(()=>{{const {{{given}}}=speelhol.helpers;\n{body}{gives}}})();\n')


@per_process()
def words_script(language: str) -> bytes:
    """How the browser fills in any sentence of a language, as `filled` does here."""
    return _filling(language, forms=True, elided=bool(SPOKEN[language].elided))


def _worded(language: str, drawn: str) -> bytes:
    """A script behind what its own sentences need to be filled in, and no more."""
    stems = "|".join(SPOKEN[language].elided)
    forms = any(re.search(r"(?<!\|)\|(?!\|)", hole[2] or "") for hole in HOLE.finditer(drawn))  # `||` is a script's
    elided = bool(stems) and re.search(rf"\b({stems}) \{{\w", drawn) is not None
    return _filling(language, forms, elided) + drawn.encode()


def _filling(language: str, forms: bool, elided: bool) -> bytes:
    spoken = SPOKEN[language]
    count = f'+t.replace(/\\D/g,"")||(/\\d/.test(t)?0:{MANY})'
    form = f'f?f.split("|")[+(n=>{spoken.plural})({count})].replaceAll("#",t):t' if forms else "t"
    mark = join = ""
    if elided:
        mark, join = '"\\0"+', f'.replace(/{spoken.shortened.pattern}/gi,"$1’").replaceAll("\\0","")'
    filled = f"(_,k,f)=>{{const t=String(v[k]);return {mark}({form})}}" if forms or elided else "(_,k)=>v[k]"
    hole = HOLE.pattern if forms else r"\{(\w+)}"
    fill = f"speelhol.fill=(s,v)=>s.replace(/{hole}/g,{filled}){join};"
    return f'"use strict";globalThis.speelhol??={{}};{fill}\n'.encode()


@per_process()
def house_script(language: str) -> bytes:
    """The frame of every table, and how to draw each of its parts alone."""
    macros = parsed(environment(language), FRAME)
    known = []
    for name in PARTS:
        fields, drawn = literal(sorted(reads(macros, name))), literal(sorted(uses(macros, name)))
        known.append(f"{name}:{{draw:{name},reads:{fields},uses:{drawn}}}")
    body = f"const offered={literal(OFFERED)};\n" + Translator(macros, {}, ["offered"]).script(["table", *PARTS])
    drawn = _closed(body, f"speelhol.table=table;speelhol.parts={{{','.join(known)}}};")
    return _worded(language, drawn)


@per_process()
def replay_script(language: str) -> bytes:
    """How a moment of a match that is over is drawn."""
    macros = parsed(environment(language), "table/replay.html")
    drawn = _closed(Translator(macros, {}).script(["replay"]), "speelhol.replay=replay;")
    return _worded(language, drawn)


@per_process()
def game_script(name: str, language: str) -> bytes:
    """The macros of a game's drawn table, with what each reads of the scene."""
    game = find_game(name)
    macros = parsed(environment(language), f"{name}/table.html")
    own = [macro for macro in MACROS if macro in macros]
    translator = Translator(macros, game.words.in_language(language))
    body = translator.script(own)
    constants = f"const words={literal(translator.spoken())},fixed={msgspec.json.encode(fixed_of(game)).decode()};\n"
    known = literal({macro: sorted(reads(macros, macro)) for macro in own})
    drawn = ",".join(macro if macro in macros else f'{macro}:()=>new Markup("")' for macro in MACROS)
    return _closed(constants + body, f"speelhol.game={{draw:{{{drawn}}},reads:{known}}};").encode()
