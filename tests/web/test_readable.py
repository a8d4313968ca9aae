"""Templates and style sheets are written to be read; what travels is small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import speelhol
from speelhol.web.text.small import small_style
from speelhol.web.text.templates import joined

ROOT = Path(speelhol.__file__).parent
SHEETS = sorted([*ROOT.glob("web/static/*.css"), *ROOT.glob("games/*/draw/*.css")])
TEMPLATES = sorted([*ROOT.glob("web/templates/**/*.html"), *ROOT.glob("games/*/draw/*.html")])
LONGEST = 200
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


def test_a_style_sheet_travels_without_what_only_its_writer_needs() -> None:
    assert small_style("/* why */\na > b {\n  width: calc(1px + 2px);\n}\n") == b"a>b{width:calc(1px + 2px)}"
