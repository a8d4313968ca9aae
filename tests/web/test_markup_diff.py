"""Markup that becomes other markup by comparing texts ends as if it had been drawn anew, and keeps what it must."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from speelhol.web.text.packing import STATIC

from .conftest import Run

SCRIPTS = "".join((Path(STATIC) / file).read_text(encoding="utf-8") for file in ("morph.js", "markup_diff.js"))
PAGE = "<main><!--board--><!--/--></main>"
DRAW = """void (window.draw = html => {
    const start = document.querySelector("main").firstChild, old = [];
    let end = start.nextSibling;
    for (; end.nodeType !== 8; end = end.nextSibling) old.push(end);
    if (!speelhol.markup.redraw(start, old, html, end))
        speelhol.morph.run(start.parentNode, old, speelhol.morph.parse(html), end);
})"""
DIFFERS = """all => all.filter(html => {
    draw(html);
    const fresh = document.createElement("main");
    fresh.append(document.createComment("board"), ...speelhol.morph.parse(html), document.createComment("/"));
    return !document.querySelector("main").isEqualNode(fresh);
})"""
"""Those of a row of drawings after which the page is not what the last one says."""
TAGS = ["p", "span", "b", "ul", "button"]
SIGNS = ["one", "two", "&amp;", "&lt;b&gt;", " ", "1 &gt; 0", "/", "it&#39;s"]


def markup(rng: random.Random, depth: int = 3, drawing: bool = False) -> str:
    """Some siblings: words, elements with and without keys, drawings, and what has no end."""
    parts = []
    for _ in range(rng.randrange(5)):
        kind = rng.random()
        if kind < 0.3 or depth == 0:
            parts.append(rng.choice(SIGNS))
        elif drawing:
            parts.append(
                f'<g class="{rng.choice("ab")}">{markup(rng, depth - 1, True)}</g><use href="#{rng.choice("ab")}"/>'
            )
        elif kind < 0.4:
            parts.append(f'<svg viewBox="0 0 {rng.randrange(2)} 1">{markup(rng, depth - 1, True)}</svg>')
        elif kind < 0.5:
            parts.append(rng.choice(["<br>", '<img alt="a > b">', '<input value="/>">']))
        else:
            tag = rng.choice(TAGS if depth > 1 else ["span", "b"])
            key = f' data-key="{rng.randrange(4)}"' if rng.random() < 0.3 else ""
            held = f' data-held="{rng.randrange(3)}"' if rng.random() < 0.2 else ""
            title = f' title="{rng.choice(SIGNS)}"' if rng.random() < 0.2 else ""
            parts.append(f'<{tag}{key}{held}{title} class="{rng.choice("abc")}">{markup(rng, depth - 1)}</{tag}>')
    return "".join(parts)


def changed(rng: random.Random, html: str) -> str:
    """The same markup after a small change, or after several."""
    for _ in range(rng.randrange(1, 3)):
        pieces = html.split("<span")
        at = rng.randrange(len(pieces))
        pieces[at] = pieces[at].replace(rng.choice(["one", "two", "a", "b"]), rng.choice(["one", "c", "&amp;"]), 1)
        html = "<span".join(pieces)
    return html


@pytest.mark.parametrize("seed", range(4))
def test_what_was_compared_is_what_would_have_been_drawn(seed: int, browser: Browser, run: Run) -> None:
    """Also where a paragraph can't hold what is written in it, and tags do not nest."""
    rng = random.Random(seed)
    drawings: list[str] = []
    for _ in range(150):
        now = markup(rng)
        drawings += [now, *(changed(rng, now) for _ in range(3)), "<p>" + now]

    async def follow() -> list[str]:
        page = await browser.new_page()
        await page.set_content(PAGE)
        await page.evaluate(SCRIPTS)
        await page.evaluate(DRAW)
        found: list[str] = await page.evaluate(DIFFERS, drawings)
        await page.close()
        return found

    assert run(follow()) == []


def acted(number: int, more: str = "") -> str:
    return f'<form class="act"><input name="moment" value="{number}"><input id="bid">{more}</form>'


CASES: dict[str, tuple[list[str], str, str, object]] = {
    "a form half filled in, when what stood before it goes": (
        [f"<div><p>Late.</p>{acted(1)}</div>", f"<div>{acted(1, '<i>more</i>')}</div>"],
        "bid.value = '40'; bid.focus()",
        "[bid.value, document.activeElement === bid]",
        ["40", True],
    ),
    "a form of another question is another form": (
        [f"<div>{acted(1)}</div>", f"<div>{acted(2)}</div>"],
        "bid.value = '40'",
        "bid.value",
        "",
    ),
    "what waited for an answer waits no more when there is news": (
        ['<div><form class="undo"></form></div>', '<div><p>Yours.</p><form class="undo"></form></div>'],
        "document.querySelector('form').setAttribute('aria-busy', 'true')",
        "document.querySelector('form').hasAttribute('aria-busy')",
        False,
    ),
    "what was opened by hand stays open": (
        ['<p>a</p><details id="d" data-keep>x</details>', '<details id="d" data-keep>y</details>'],
        "d.open = true",
        "[d.open, d.textContent]",
        [True, "x"],
    ),
    "what comes and goes beside what was opened by hand": (
        [
            '<p>a</p><details id="d" data-keep>x</details><b>b</b>',
            '<p>c</p><i>d</i><details id="d" data-keep>x</details>',
        ],
        "d.open = true",
        "[d.open, document.querySelector('main').textContent]",
        [True, "cdx"],
    ),
    "what stands beside a question that is half filled in and comes again": (
        [f"<div>{acted(1)}<p>Late.</p></div>", f"<div><b>Soon.</b>{acted(1)}</div>"],
        "bid.value = '40'; bid.focus()",
        "[bid.value, document.activeElement === bid, document.querySelector('main').textContent]",
        ["40", True, "Soon."],
    ),
    "what is no longer held back shows what is true": (
        ['<p><b data-held="sum">5</b></p>', "<p><b>5</b> coins</p>"],
        "document.querySelector('b').textContent = '3'",
        "document.querySelector('b').textContent",
        "5",
    ),
    "what has the focus keeps it": (
        ["<p>a</p><button>Go</button>", "<p>b</p><button>Go now</button>"],
        "document.querySelector('button').focus()",
        "document.activeElement.textContent",
        "Go now",
    ),
    "a script has added something": (
        ["<p>a</p><p>b</p>", "<p>b</p><p>c</p>"],
        "document.querySelector('p').before(document.createElement('p'))",
        "document.querySelector('main').textContent",
        "bc",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_kept_and_what_is_not(case: str, browser: Browser, run: Run) -> None:
    drawings, deed, asks, expected = CASES[case]

    async def follow() -> Any:
        page = await browser.new_page()
        await page.set_content(PAGE)
        await page.evaluate(SCRIPTS)
        await page.evaluate(DRAW)
        await page.evaluate("html => draw(html)", drawings[0])
        await page.evaluate(deed)
        await page.evaluate("html => draw(html)", drawings[1])
        found = await page.evaluate(asks)
        await page.close()
        return found

    assert run(follow()) == expected
