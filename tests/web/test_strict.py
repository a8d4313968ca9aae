"""A file that readers of JSON take for different things, or that is of another format, is refused alike everywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.async_api import Browser, expect

import speelhol
from bench import fair as agreement
from speelhol.cli import cli

from .conftest import Run
from .house import House
from .people import Person
from .test_verify import choose, verify

NOT = "This is not a match record:"
NUMBER = f"{NOT} a number in it is not whole, or is too large."
TWICE = f"{NOT} a member stands in it twice."
OTHER = "This record is in the format '{}'; this version reads 'speelhol-record/1'."
MARK = b"\xef\xbb\xbf"


def sound() -> bytes:
    return agreement.dealt(speelhol.game("thieves"), "ab" * 32, ["clover", "", "7f"])


def beside(text: bytes) -> bytes:
    """The file with one more member beside the record: readers pass over those they don't know."""
    return sound().replace(b'{"format"', b'{"note":%s,"format"' % text, 1)


def within(old: bytes, new: bytes) -> bytes:
    """The file with a change inside its record, and a digest that fits."""
    head, comma, proof = sound().partition(b',"fair":')
    body = head.partition(b'"record":')[2].replace(old, new, 1)
    digest = hashlib.sha256(body).hexdigest().encode()
    return b'{"format":"speelhol-record/1","digest":"%s","record":%s' % (digest, body) + comma + proof


def in_the_proof(text: bytes) -> bytes:
    return sound().replace(b'"bounds":[', b'"bounds":[%s,' % text, 1)


def named(text: bytes) -> bytes:
    return sound().replace(b'"format":"speelhol-record/1",', text, 1)


PLACES: dict[str, Callable[[bytes], bytes]] = {
    "beside the record": beside,
    "deep in a list": lambda text: beside(b'[[{"a":[0,%s]}]]' % text),
    "among the draws": lambda text: within(b'"draws":[', b'"draws":[%s,' % text),
    "among the options": lambda text: within(b'"options":{}', b'"options":{"a":%s}' % text),
    "as the seats": lambda text: within(b'"seats":3', b'"seats":%s' % text),
    "in the result": lambda text: within(b'"scores":[', b'"scores":[%s,' % text),
    "in the proof": in_the_proof,
}

VALUES: dict[bytes, str] = {
    **{text: f"{NOT} {text.decode()} is no number of JSON." for text in (b"NaN", b"Infinity", b"-Infinity")},
    **dict.fromkeys(
        (b"1e999", b"-1e999", b"3.0", b"3e0", b"0.5", b"9007199254740992", b"9" * 400, b"9" * 5000), NUMBER
    ),
    b'{"b":1,"c":2,"b":1}': TWICE,
    b'{"b":1,"\\u0062":1}': TWICE,
}

FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "a format of tomorrow": (partial(named, b'"format":"speelhol-record/2",'), OTHER.format("speelhol-record/2")),
    "a format of others": (partial(named, b'"format":"PGN",'), OTHER.format("PGN")),
    "an empty format": (partial(named, b'"format":"",'), OTHER.format("")),
    "a missing format": (partial(named, b""), f"{NOT} it names no format."),
    "a format that is a number": (partial(named, b'"format":1,'), f"{NOT} it names no format."),
    "a format that is nothing": (partial(named, b'"format":null,'), f"{NOT} it names no format."),
    "two formats": (partial(named, b'"format":"speelhol-record/2","format":"speelhol-record/1",'), TWICE),
    "tomorrow's, and nothing else": (lambda: b'{"format":"speelhol-record/2"}', OTHER.format("speelhol-record/2")),
    **{
        f"{text[:24].decode()} {where}": (partial(put, text), sentence)
        for where, put in PLACES.items()
        for text, sentence in VALUES.items()
    },
}

IN_THE_PAGE = """texts => texts.map(text => {
    try {
        return speelhol.check(text);
    } catch ({ says, values }) {
        const words = document.querySelector(`#verify [data-part="${says}"]`).dataset;
        return speelhol.fill(words.words, values);
    }
})"""
"""With the words that the page has for what it threw; each was shown before."""

WORDS_OF_OTHERS = {
    "nl-NL": "Dit verslag heeft het formaat 'speelhol-record/2'; deze versie leest 'speelhol-record/1'.",
    "fr-FR": "Cet enregistrement est au format 'speelhol-record/2' ; cette version lit 'speelhol-record/1'.",
}


@pytest.mark.parametrize("what", FILES)
def test_the_command_and_the_program_refuse_it_with_the_same_sentence(what: str, tmp_path: Path) -> None:
    make, sentence = FILES[what]
    file = tmp_path / "match.json"
    file.write_bytes(make())
    with pytest.raises(speelhol.BadRecord) as bad:
        speelhol.replay(make())
    assert str(bad.value) == sentence
    done = CliRunner().invoke(cli, ["verify", str(file)])
    assert (done.exit_code, done.stderr.strip()) == (1, sentence)
    assert verify(str(file)) == (2, [sentence])


def test_the_page_refuses_them_with_the_same_sentences(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/verify")
        for make, sentence in {sentence: (make, sentence) for make, sentence in FILES.values()}.values():
            await choose(noor, sound())
            await expect(noor.page.locator("#verify[data-verdict=unseen]")).to_be_visible()
            await choose(noor, make())
            await expect(noor.page.get_by_role("status").locator("h2:visible")).to_have_text(sentence)
            await expect(noor.page.locator(".checks")).to_be_hidden()
        answers = await noor.page.evaluate(IN_THE_PAGE, [make().decode() for make, _ in FILES.values()])
        assert dict(zip(FILES, answers, strict=True)) == {what: sentence for what, (_, sentence) in FILES.items()}
        await noor.leave()
        for locale, words in WORDS_OF_OTHERS.items():
            noor = await Person.come(browser, house.url, "Noor", locale=locale)
            await noor.go("/verify")
            await choose(noor, FILES["a format of tomorrow"][0]())
            await expect(noor.page.get_by_role("status").locator("h2:visible")).to_have_text(words)
            await noor.leave()

    run(visit())


def test_constants_within_texts_are_texts(browser: Browser, run: Run, tmp_path: Path) -> None:
    """And so are numbers there: only what stands outside of quotes is looked at."""
    data = beside(b'"NaN, \\"Infinity\\", -Infinity, 1e999, 0.5"')
    (file := tmp_path / "match.json").write_bytes(data)
    speelhol.replay(data)
    assert verify(str(file))[0] == 0

    async def visit() -> None:
        page = await browser.new_page()
        await page.add_script_tag(path=str(agreement.STATIC / "verify.js"))
        assert await page.evaluate("text => speelhol.check(text).holds", data.decode()) is True
        await page.close()

    run(visit())


def test_a_mark_before_the_text_is_no_part_of_a_record(
    house: House, browser: Browser, run: Run, tmp_path: Path
) -> None:
    (file := tmp_path / "match.json").write_bytes(MARK + sound())
    with pytest.raises(speelhol.BadRecord, match="it is no JSON"):
        speelhol.replay(MARK + sound())
    assert verify(str(file)) == (2, [f"{NOT} it is no JSON."])

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/verify")
        await choose(noor, MARK + sound())
        await expect(noor.page.locator("#verify[data-verdict=unread]")).to_be_visible()
        await noor.leave()

    run(visit())
