"""Templates and style sheets are written to be read; what travels is small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelhol
from speelhol.web.table.scripts import JOINED
from speelhol.web.text.packing import JOINED_SHEETS, small_style
from speelhol.web.text.templates import joined

ROOT = Path(speelhol.__file__).parent
SHEETS = sorted([*ROOT.glob("web/static/*.css"), *ROOT.glob("games/*/draw/*.css")])
TEMPLATES = sorted([*ROOT.glob("web/templates/**/*.html"), *ROOT.glob("games/*/draw/*.html")])
SCRIPTS = sorted(ROOT.glob("web/static/*.js"))
LONGEST = 200
LONGEST_OF_A_SCRIPT = 140
SENTENCE = re.compile(r"""_\((?:"[^"]*"|'[^']*')\)""")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<b>one</b>\n  <b>two</b>", "<b>one</b><b>two</b>"),
        ("<b>one</b>\n<b>two</b>", "<b>one</b>\n<b>two</b>"),
        ('<a\n    href="/"\n    class="x">', '<a href="/" class="x">'),
        ("one\n  two {{ three }}\n  {{ four }}", "one two {{ three }}{{ four }}"),
        ("{% if a %}\n  word\n  {% endif %}", "{% if a %}word{% endif %}"),
        ("{% macro a() %}\n  <p></p>\n{% endmacro %}\n", "{% macro a() %}<p></p>{% endmacro %}\n"),
    ],
)
def test_an_indented_line_goes_on_where_the_last_one_ended(written: str, read: str) -> None:
    assert joined(written) == read


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_style_sheet_has_a_declaration_a_line(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    assert [
        line for line in text.splitlines() if re.search(r";\s*\S|\{\s*\S|\S\s*\}", line) and "url(" not in line
    ] == []


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_template_has_no_long_lines(file: Path) -> None:
    """Beyond sentences, which stand in one piece."""
    lines = file.read_text("utf-8").splitlines()
    assert [line for line in lines if len(SENTENCE.sub("", line)) > LONGEST] == []


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_has_no_long_lines(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST_OF_A_SCRIPT] == []


def test_every_script_travels_with_some_page() -> None:
    """Alone, as a part of another, fetched by another, or when something is unfolded; `worker.js` has an address of its
    own."""
    texts = "".join(file.read_text("utf-8") for file in (*TEMPLATES, *SCRIPTS))
    found = re.findall(r"/scripts/([a-z_]+\.js)|register\(\"/([a-z]+\.js)|data-load=\"([a-z]+)\"", texts)
    named = {script or worker or f"{unfolded}.js" for script, worker, unfolded in found}
    assert named | {part for file in named for part in JOINED.get(file, ())} == {file.name for file in SCRIPTS}


def test_every_style_sheet_travels_with_some_page() -> None:
    """Alone, or as a part of another."""
    templates = "".join(file.read_text("utf-8") for file in TEMPLATES)
    (house,) = re.findall(r"for sheet in \(([^)]*)\)", templates)
    named = {f"{name}.css" for name in re.findall(r'"(\w+)"', house)} | set(
        re.findall(r"/static/(\w+\.css)", templates)
    )
    travel = [part for file in sorted(named) for part in JOINED_SHEETS.get(file, (file,))]
    assert sorted(travel) == [file.name for file in SHEETS if file.parent.name == "static"]


def test_every_class_that_has_a_look_is_worn() -> None:
    """By something in a template, a script or what fills them; some have a number or a name at their end."""
    kinds = ("*.html", "*.js", "*.py", "*.svg")
    files = [file for package in ("web", "games", "kernel") for kind in kinds for file in (ROOT / package).rglob(kind)]
    worn = "".join(file.read_text("utf-8") for file in [*files, ROOT / "plots.py"])
    whole, begun = set(re.findall(r"[\w-]+", worn)), set(re.findall(r"([a-z-]+)(?:\{\{|\$\{|\{)", worn))
    for file in (file for file in SHEETS if file.parent.name == "static"):
        rules = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL))
        bare = set(re.findall(r"\.([a-z][\w-]*)", rules)) - whole
        numbered = {name for name in bare if re.sub(r"(?:\d+|(?<=-)\w+)$", "", name) in begun}
        assert sorted(bare - numbered) == [], file.name


def test_a_style_sheet_travels_without_what_only_its_writer_needs() -> None:
    assert small_style("/* why */\na > b {\n  width: calc(1px + 2px);\n}\n") == b"a>b{width:calc(1px + 2px)}"
