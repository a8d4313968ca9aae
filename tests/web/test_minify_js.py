"""Scripts are made small without becoming others."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser

from speelhol.web.text.minify_js import packed
from speelhol.web.text.packing import STATIC
from speelhol.web.text.short_names import OURS, flat, new_names, shortened

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


# ---- short names


@pytest.mark.parametrize(
    ("script", "short"),
    [
        (
            "{const word=1;f(word,o.word,{word:word},'word',word?word:1)}",
            "{const a=1;f(a,o.word,{word:a},'word',a?a:1)}",
        ),
        ("{const {word,more:other=word}=o;({word,other})}", "{const {word:a,more:b=a}=o;({word:a,other:b})}"),
        ("{let word=1,more=2;for(const [one,two] of more)word=one}", "{let c=1,a=2;for(const [b,d] of a)c=b}"),
        ("((word,{more},other=outer)=>word(more,other))()", "((c,{more:a},b=outer)=>c(a,b))()"),
        ("{const word=b;`word ${word} ${`${word}`}`}", "{const a=b;`word ${a} ${`${a}`}`}"),
        (
            "{const word={word(more){return more},get word(){return 1},async more(){}}}",
            "{const b={word(a){return a},get word(){return 1},async more(){}}}",
        ),
        ("{class Word{more(){return new Word()}static more(){}}}", "{class a{more(){return new a()}static more(){}}}"),
        ("{try{word()}catch(word){more(word)}}", "{try{a()}catch(a){more(a)}}"),
        ("{const open=1,name=2,event=event?.open;f(open)}", "{const open=1,name=2,event=event?.open;f(open)}"),
        ("const word=1;{f(word)}", "const word=1;{f(word)}"),
        (
            "{const word=a;async()=>{for(const one of word)await one}}",
            "{const c=a;async()=>{for(const b of c)await b}}",
        ),
    ],
)
def test_variables_get_short_names_and_nothing_else_does(script: str, short: str) -> None:
    assert shortened(script) == short


def test_what_scripts_share_keeps_its_name() -> None:
    """Where a variable somewhere else is called alike, too."""
    shared = {
        name for file in STATIC.glob("*.js") for name in re.findall(r"globalThis\.(\w+)", file.read_text("utf-8"))
    }
    assert shared == set(OURS.split())
    assert shortened("{luck.read(one=>one.luck,luck=>luck)}") == "{luck.read(a=>a.luck,luck=>luck)}"


def a_method(code: list[str], at: int) -> bool:
    """Whether brackets follow, and then a block."""
    depth = 0
    for number, one in enumerate(code[at + 1 :], at + 2):
        depth += (one == "(") - (one == ")")
        if not depth:
            return one == ")" and code[number] == "{"
    return False


@pytest.mark.parametrize("file", sorted(file.name for file in STATIC.glob("*.js")))
def test_a_script_with_short_names_is_the_same_program(file: str, browser: Browser, run: Run) -> None:
    """It compiles; no new name was there before, or hides what a browser has; of an old one nothing is left but keys,
    properties and methods, and nothing else has changed. (Of scripts made of templates, test_scenes.py shows it.)"""
    script = (STATIC / file).read_text("utf-8")
    short, called = shortened(script), new_names(script)
    before, after = ([one for one in flat(text) if not one.isspace()] for text in (script, short))
    assert len(set(called.values())) == len(called)
    assert not {*before} & {*called.values()}
    at = 0
    for number, one in enumerate(before):
        if after[at : at + 3] == [one, ":", called.get(one)] and before[number + 1] != ":":
            at += 2  # a key that was one word with its variable
        elif after[at] == one and one in called:
            key = before[number - 1] in ("{", ",") and before[number + 1] == ":"
            assert before[number - 1] in (".", "?.") or key or a_method(before, number), before[number - 9 : number + 9]
        else:
            assert after[at] == called.get(one, one)
            key = before[number - 1] == "{" and before[number + 1] in (",", "}", ":")
            assert after[at] == one or not key, before[number - 9 : number + 9]
        at += 1
    assert at == len(after)

    async def look() -> tuple[bool, list[str]]:
        page = await browser.new_page()
        both = "names => names.filter(name => name in window)"
        fine = await page.evaluate(
            "text => { try { new Function(text); return true; } catch { return false; } }", short
        )
        there: list[str] = await page.evaluate(both, [*called, *called.values()])
        await page.close()
        return bool(fine), there

    assert run(look()) == (True, [])
