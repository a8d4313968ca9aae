"""Scripts are made small without becoming others."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from speelhol.web.text.minify_js import packed
from speelhol.web.text.packing import STATIC

from .conftest import Run


@pytest.mark.parametrize(
    ("script", "small"),
    [
        ("const a = 1;  // why\nlet b;", "const a=1;let b;\n"),
        ("a = b\nc()", "a=b\nc()\n"),
        ("f(\n  a,\n  b\n)", "f(a,b)\n"),
        ("x = a + +b - -c", "x=a+ +b- -c\n"),
        ("s = 'a  // b' + \"c  /* d */\"", "s='a  // b'+\"c  /* d */\"\n"),
        ("t = `a  ${ b ? `  ${ c }` : 'd' }  // e`", "t=`a  ${b?`  ${c}`:'d'}  // e`\n"),
        ("r = /[/ ]  '/g.test(a / b) ? 1 / 2 : 3", "r=/[/ ]  '/g.test(a/b)?1/2:3\n"),
        ("return  /  x/.exec(y)", "return/  x/.exec(y)\n"),
        ("a?.b ?? c; [...d]", "a?.b??c;[...d]\n"),
        ("/* first */ if (a) { b() } // last", "if(a){b()}\n"),
    ],
)
def test_room_that_means_nothing_goes_and_no_other(script: str, small: str) -> None:
    assert packed(script) == small
    assert packed(small) == small


@pytest.mark.parametrize("file", sorted(file.name for file in STATIC.glob("*.js")))
def test_a_packed_script_is_the_same_program(file: str, browser: Browser, run: Run) -> None:
    """As the browser reads it: it compiles, and nothing in it but comments and space is gone."""
    script = (STATIC / file).read_text("utf-8")

    async def compiles(text: str) -> bool:
        page = await browser.new_page()
        fine = await page.evaluate("text => { try { new Function(text); return true; } catch { return false; } }", text)
        await page.close()
        return bool(fine)

    small = packed(script)
    assert run(compiles(small))
    assert packed(small) == small
    assert len(small) < len(script)
