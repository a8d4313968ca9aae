"""Templates and the pages' own sentences, in the reader's language."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, MutableMapping
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from msgspec import Struct

from ...bots import roster
from ...den.tables import impostor_names
from ...games import game as find_game
from ...games import games
from ...kernel import SPOKEN, Words, filled
from ...kernel.cache import per_process
from ..build import BUILD
from . import art, rooms

HOME = "speelhol.web"
"""Where templates and sentences lie."""
OFFERED = tuple((code, language.name) for code, language in SPOKEN.items())
"""The languages to choose from."""
ROOT = Path(__file__).parents[4]
"""In a checkout its folder; where the house was installed, one without `play`."""


@per_process()
def own_words() -> Words:
    """The pages' own sentences, over those about bots and what stands beside names."""
    own = resources.files(HOME).joinpath("words.toml").read_text(encoding="utf-8")
    return Words(roster.words(), impostor_names.words(), own)


def _rooms() -> jinja2.BaseLoader:
    """The drawings of each game under its name: `thieves/table.html` lies in its folder `draw`."""
    folders = {name: str(resources.files(find_game(name).package).joinpath("draw")) for name in games()}
    return jinja2.PrefixLoader({name: jinja2.FileSystemLoader(folder) for name, folder in folders.items()})


ENDED = re.compile(r"\n(?={% endmacro)")
INDENTED = re.compile(r"(?<=(.))\n +(?=(.))")


def joined(source: str) -> str:
    """A template as it is read: an indented line goes on where the line before it ended, so that markup can be written
    an element a line and means the same as in one.

    Nothing is between them beside a tag or a block, and a space between words or attributes. Nor does the line break
    before the end of a macro mean anything; any other line break stands.
    """
    return INDENTED.sub(lambda at: "" if at[1] in ">}" or at[2] in "<{" else " ", ENDED.sub("", source))


SAID = re.compile(r"""\b_\((?:"([^"]*)"|'([^']*)')\)""")


def _shown(value: Any) -> Any:
    """A whole number without a point, as a browser's script writes it."""
    return int(value) if type(value) is float and value.is_integer() else value


def part(name: str, html: Markup) -> Markup:
    """A part of a table between two marks, by which the page's script finds it."""
    return Markup("<!--%s-->%s<!--/-->") % (Markup(name), html)  # noqa: S704 - a name of our own templates


def newest(lines: Mapping[int, Any]) -> list[Any]:
    """What is kept by growing numbers, the newest first."""
    return list(lines.values())[::-1]


def command(root: Path) -> str:
    """How whoever has the house there starts it: from a checkout, or installed."""
    return "./play" if (root / "play").is_file() else "speelhol serve"


class Environment(jinja2.Environment):
    """Templates in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(
            loader=jinja2.ChoiceLoader([jinja2.PackageLoader(HOME), _rooms()]),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # or every include would ask the disk whether it has changed
            finalize=_shown,
        )
        self.language = language
        self.globals |= {
            "icon": art.icon,
            "mark": art.mark,
            "piece": art.piece,
            "corners": art.corners,
            "part": part,
            "build": BUILD,
        }
        self.globals |= {"door": rooms.door, "sign": rooms.sign, "columns": rooms.columns}
        self.globals |= {"offered": OFFERED, "direction": SPOKEN[language].direction, "command": command(ROOT)}
        self.filters["newest"] = newest
        self.filters["format"] = partial(_formatted, language)

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Join its lines and put the sentences of `_("…")` into it: they are looked up once, not at every rendering."""
        words = own_words().in_language(self.language)
        text = joined(super().preprocess(source, name, filename))
        return SAID.sub(lambda said: json.dumps(words[said[1] or said[2]]), text)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `one.name` means. Of a dictionary it is nearly always a key, so look there first."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dictionary instead of a chain of them: it is copied for every piece that is rendered."""
        return {**self.globals, **(d or {})}


@per_process()
def environment(language: str) -> Environment:
    return Environment(language)


@per_process()
def template(language: str, name: str) -> jinja2.Template:
    return environment(language).get_template(name)


def say(language: str, key: str, **values: str | int) -> str:
    """A sentence of the pages in a language, by its key or its English. Raises KeyError if there is none."""
    sentence = own_words().sentence(key, language)
    return filled(language, sentence, values) if values else sentence


def _formatted(language: str, sentence: str, /, **values: Any) -> str:
    """What a template fills into a sentence; `fmt` of `scene.js` does the same."""
    return filled(language, sentence, {name: numeral(value) for name, value in values.items()})


def numeral(value: Any) -> str:
    """A number as people write it, without decimals where it has none; whatever else as it is."""
    return f"{value:g}" if isinstance(value, float) else str(value)


class Reader(Struct, frozen=True):
    """Who reads a page: their language and theme, and the person behind them."""

    language: str
    person: str
    theme: str = ""
    name: str = ""
    path: str = "/"
    words: bool = False
    """Wants the table in words, even where it is drawn."""
    announced: str = ""
    """What the owner of the house tells everybody."""
    house: str = ""
    """Where the house is found, if its owner said so: links to it unfold there."""


class Notice(Struct, frozen=True):
    text: str
    rule: str = ""


def render(page: str, reader: Reader, /, **values: Any) -> str:
    known = {"lang": reader.language, "theme": reader.theme, "path": reader.path, "announced": reader.announced}
    known["house"] = reader.house
    return template(reader.language, page).render(**known, **values)
