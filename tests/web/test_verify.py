"""The page and the program that check a record: they agree with the rules, and name what is wrong."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol
from bench import fair as agreement
from speelhol.kernel import fair

from .conftest import Run
from .house import House
from .people import Person
from .test_looks import PROFILES, fits

MATCHES = 2


def proven(seed: int = 1) -> tuple[Any, bytes]:
    game = speelhol.game("thieves")
    return agreement.play(game, random.Random(seed), list(game.variants()))


def test_the_hashes_of_the_page_are_the_right_ones(browser: Browser, run: Run) -> None:
    async def visit() -> None:
        page = await browser.new_page()
        await page.add_script_tag(path=str(agreement.STATIC / "verify.js"))
        rng = random.Random(1)
        sizes = [
            0,
            1,
            55,
            56,
            63,
            64,
            65,
            119,
            120,
            135,
            136,
            137,
            271,
            272,
            1000,
            *(rng.randrange(600) for _ in range(20)),
        ]
        texts = [rng.randbytes(size) for size in sizes]
        found = await page.evaluate(
            """all => all.map(one => [speelhol.sha256(new Uint8Array(one)),
                                      speelhol.hex(speelhol.shake256(new Uint8Array(one), 1088))])""",
            [list(text) for text in texts],
        )
        assert [one for one, _ in found] == [hashlib.sha256(text).hexdigest() for text in texts]
        assert [one for _, one in found] == [hashlib.shake_256(text).hexdigest(1088) for text in texts]
        await page.close()

    run(visit())


@pytest.mark.parametrize("game", speelhol.games())
def test_rules_program_and_page_agree(game: str, browser: Browser, run: Run) -> None:
    """`python -m bench.fair` compares a thousand matches of every game."""

    async def visit() -> None:
        page = await browser.new_page()
        await page.add_script_tag(path=str(agreement.STATIC / "verify.js"))
        assert await agreement.compare(page, speelhol.game(game), MATCHES, random.Random(game)) >= MATCHES
        await page.close()

    run(visit())


def verify(*args: str) -> tuple[int, list[str]]:
    """The program on its own: without the packages that the house needs."""
    command = [sys.executable, "-I", "-S", str(agreement.STATIC / "verify.py"), *args]
    done = subprocess.run(  # noqa: S603 - our own program
        command, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_the_program_runs_alone_and_says_what_holds(tmp_path: Path) -> None:
    record, data = proven()
    proof = fair.read_proof(data)
    assert proof is not None
    file = tmp_path / "match.json"
    file.write_bytes(data)
    by_seat = [f"{seat}={luck or '-'}" for seat, luck in enumerate(proof.lucks, 1)]
    noted = (*by_seat, "--table", "velvet-lamp-42")
    code, lines = verify(str(file), proof.commitment, *noted)
    assert code == 0
    assert {line[:3] for line in lines if "without luck" not in line and "Not checked here" not in line} == {"yes"}
    assert any(line.startswith("?   Not checked here: whether the rules asked for these draws") for line in lines)
    flags = [part for one in by_seat for part in ("--luck", one)]
    for way in ((*flags, "--seal", proof.commitment.upper()), ("--seal", proof.commitment, *by_seat)):
        assert verify(str(file), "--table", "velvet-lamp-42", *way) == (code, lines)
    for wrong in ("of-my-choosing", "1=of-my-choosing", "0=clover", "1=", "9=-"):
        code, lines = verify(str(file), proof.commitment, *noted, wrong)
        assert code == 1
        assert lines[-2].startswith(f"NO  Luck that you noted is not in it: {wrong}.")
    for seal in (("00" * 32,), ("--seal", "00" * 32), ("clover",)):
        code, lines = verify(str(file), *seal)
        assert (code, lines[-3]) == (1, "NO  This is not the seal that you noted.")
    code, lines = verify(str(file))
    assert (code, lines[-3][:34]) == (0, "?   Not compared with any seal: gi")
    assert lines[-1].startswith("?   Not compared with the table's name: the file says velvet-lamp-42;")
    assert verify(str(file), "--table", "quiet-fox-11")[0] == 1
    seats = ", ".join(str(seat) for seat in range(1, len(proof.lucks) + 1))
    for little in ((), ("",), ("", "")):
        line = verify(str(file), proof.commitment, *little)[1][-2]
        assert line.startswith(f"?   The luck of these seats was not compared: {seats}. By seat it is 1=")
    number, false = agreement.tampered(record, data, random.Random(2))
    file.write_bytes(false)
    code, lines = verify(str(file))
    assert code == 1
    assert any(line.startswith(f"NO  Draw {number} is wrong: the file says ") for line in lines)
    imports = re.findall(r"^\s*(?:import|from) (\S+)", (agreement.STATIC / "verify.py").read_text(), re.MULTILINE)
    assert {name.partition(".")[0] for name in imports} <= sys.stdlib_module_names


FALSE: dict[str, tuple[Callable[[Any], object], str]] = {
    "the record was changed": (lambda file: file["record"].update(seats=5), "whole"),
    "another secret": (lambda file: file["fair"].update(secret="f" * 64), "promise"),
    "another luck": (lambda file: file["fair"]["lucks"].__setitem__(0, "shamrock"), "luck"),
    "a luck for nobody": (lambda file: file["fair"]["lucks"].append(""), "luck"),
    "a draw too few": (lambda file: file["fair"]["bounds"].append(2), "draws"),
    "no draws": (lambda file: (file["record"].update(draws=[]), file["fair"].update(bounds=[])), "draws"),
    "a die with fewer sides": (lambda file: file["fair"]["bounds"].__setitem__(0, 1), "draws"),
}


@pytest.mark.parametrize("what", FALSE)
def test_program_and_page_see_the_same_fault(what: str, browser: Browser, run: Run) -> None:
    change, part = FALSE[what]
    _, data = proven(3)
    file = json.loads(data)
    change(file)
    if file["record"]["draws"][:1] == [0]:  # a die with one side always shows 0
        file["record"]["draws"][0] = 1
    text = json.dumps(file, separators=(",", ":"))
    names = ("whole", "promise", "luck", "draws")
    by_program = dict(zip(names, agreement.by_program(agreement.load(), text), strict=False))
    assert by_program[part] is False

    async def visit() -> None:
        page = await browser.new_page()
        await page.add_script_tag(path=str(agreement.STATIC / "verify.js"))
        (answer,) = await page.evaluate(agreement.IN_THE_PAGE, [text])
        assert dict(zip(names, answer, strict=False)) == by_program
        await page.close()

    run(visit())


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"record":{}}', '{"record":{},"record":{}}', '{"record":{"draws":[-1]},"fair":{}}'],
)
def test_what_is_no_record_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(text)
    code, lines = verify(str(file))
    assert code == 2
    assert lines[0].startswith("This is not a match record: ")


# ---- the page, with people


async def choose(noor: Person, data: bytes) -> None:
    await noor.page.locator("input[type=file]").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": data}
    )


def test_a_record_is_checked_in_the_browser_and_a_false_one_is_refused(
    house: House, browser: Browser, run: Run
) -> None:
    record, data = proven()
    number, false = agreement.tampered(record, data, random.Random(2))

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", locale="nl-NL")
        await noor.go("/verify")
        sent: list[str] = []
        noor.page.on("request", lambda request: sent.append(request.url))
        await choose(noor, data)
        await expect(noor.page.get_by_role("heading", name="deze browser heeft het zegel niet gezien")).to_be_visible()
        await expect(noor.page.get_by_role("heading", name="Niet alles kon vergeleken worden.")).to_be_visible()
        await expect(noor.page.locator(".checks li:visible")).to_have_count(6)
        await expect(noor.page.locator('.checks li[data-holds="true"]')).to_have_count(4)
        await expect(noor.page.locator('[data-check="mine"][data-holds="open"]')).to_be_visible()
        await expect(noor.page.locator('[data-check="others"][data-holds="open"]')).to_contain_text("het geluk van de")
        await choose(noor, false)
        await expect(noor.page.get_by_role("heading", name="Nee. Dit verslag klopt niet.")).to_be_visible()
        await expect(noor.page.get_by_text("Wat niet past, staat hieronder gemarkeerd")).to_be_visible()
        await expect(noor.page.locator('.checks li[data-holds="false"]')).to_contain_text(
            f"Trekking {number} klopt niet"
        )
        await choose(noor, b"no record")
        await expect(
            noor.page.get_by_role("heading", name="Dit bestand is geen verslag van een partij.")
        ).to_be_visible()
        await expect(noor.page.locator(".checks")).to_be_hidden()
        await choose(noor, record.to_bytes())
        await expect(noor.page.get_by_role("heading", name="Dat is niet te zeggen. Dit verslag draagt")).to_be_visible()
        assert [url for url in sent if not url.endswith("/icon.svg")] == []
        await noor.leave()

    run(visit())


def test_a_headline_claims_no_more_than_was_checked(house: House, browser: Browser, run: Run, tmp_path: Path) -> None:
    """Without the rules a forged match can look sound; then nothing is said but that its draws follow from the seed."""
    record, data = proven()
    forged = agreement.forged(record, data)
    program = {}
    for what, false in forged.items():
        (file := tmp_path / "match.json").write_bytes(false)
        code, lines = verify(str(file))
        unseen = "Not checked here: whether the rules asked for these draws, the moves, and the result; "
        assert any(unseen in line for line in lines)
        program[what] = code
    assert program == {"other moves": 0, "another result": 0, "other bounds": 0, "no draws": 1}

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/verify")
        for what, false in forged.items():
            await choose(noor, false)
            status = noor.page.get_by_role("status")
            if program[what]:
                await expect(status).to_contain_text("This record does not hold.")
                continue
            await expect(noor.page.locator("#verify[data-verdict=unseen]")).to_be_visible()
            await expect(status).to_contain_text("Every draw follows from the seed")
            await expect(noor.page.get_by_role("heading", name="Yes")).to_have_count(0)
            await expect(status).to_contain_text(
                "Not checked here: whether the rules asked for these draws, the moves, and the result."
            )
            await choose(noor, b"no record")
            await expect(noor.page.locator("#verify[data-verdict=unread]")).to_be_visible()
            await expect(noor.page.locator("[data-part=rules]")).to_be_hidden()
        await noor.leave()

    run(visit())


def test_a_table_is_checked_against_what_this_browser_remembers(
    house: House, browser: Browser, run: Run, tmp_path: Path
) -> None:
    """And the command to note down at the deal says the same to the record afterwards."""

    async def evening() -> None:
        rng = random.Random(1)
        noor = await Person.come(browser, house.url, "Noor")
        code = await noor.open_table("thieves", 3, bots=True)
        luck = house.table(code).chairs[0].luck
        assert len(luck) == 32
        assert house.table(code).playing.seed == f"fair/1:{house.table(code).opened.secret}:{luck}::"
        await noor.page.locator(".fair summary").click()
        await expect(noor.page.locator(".fair")).to_contain_text(house.table(code).commitment)
        noted = await noor.page.locator(".fair .note").inner_text()
        assert noted == f"python verify.py {code}.json {house.table(code).commitment} 1={luck} 2=- 3=- --table {code}"
        await noor.play_on(rng)
        assert await noor.page.locator(".fair .note").text_content() == noted
        await noor.go(f"/verify?table={code}")
        await expect(
            noor.page.get_by_role(
                "heading", name="Yes, as far as can be told without the rules. Every draw follows from"
            )
        ).to_be_visible()
        await expect(noor.page.locator('[data-check="mine"]')).to_contain_text("its own luck is in the seed")
        commands = (await noor.page.locator("[data-part=command]").inner_text()).splitlines()
        assert commands[0] == noted.replace(f" {code}.json", " RECORD.json")
        flags = f"--seal {house.table(code).commitment} --luck 1={luck} --luck 2=- --luck 3=- --table {code}"
        assert commands[1] == f"speelhol verify RECORD.json {flags}"
        file = tmp_path / f"{code}.json"
        file.write_text(await noor.page.evaluate("code => fetch(`/t/${code}/record`).then(a => a.text())", code))
        status, lines = verify(str(file), *noted.split()[3:])
        assert (status, [line[:3] for line in lines[-3:]]) == (0, ["yes"] * 3)
        _, other = proven()
        await noor.page.route(f"**/t/{code}/record", lambda route: route.fulfill(body=other))
        await noor.page.reload()  # it names a table that was never seen here, but another one was asked for
        await expect(noor.page.get_by_role("heading", name="This record does not hold.")).to_be_visible()
        await expect(noor.page.locator('[data-check="mine"]')).to_contain_text("this browser saw another seal")
        await noor.page.unroute(f"**/t/{code}/record")
        await noor.page.evaluate(
            "localStorage['fair/2'] = localStorage['fair/2'].replaceAll(/[0-9a-f]{32}/g, 'another')"
        )
        await noor.page.reload()
        await expect(noor.page.get_by_role("heading", name="This record does not hold.")).to_be_visible()
        await noor.leave()

    run(evening())


def test_guests_add_luck_and_at_a_rematch_again(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        rng = random.Random(2)
        noor = await Person.come(browser, house.url, "Noor")
        bram = await Person.come(browser, house.url, "Bram")
        code = await noor.open_table("thieves", 3)
        seal = house.table(code).commitment
        await noor.page.locator(".fair summary").click()
        await expect(noor.page.locator(".fair")).to_contain_text(seal)
        await bram.sit_down(code)
        first = [chair.luck for chair in house.table(code).chairs[:2]]
        assert all(len(luck) == 32 for luck in first)
        await expect(noor.page.locator(".fair li").nth(1)).to_contain_text("✓")  # whose, not which, until the deal
        await expect(noor.page.locator(".fair")).not_to_contain_text(first[1])
        await noor.bots_for_the_rest()
        await noor.deal()
        assert house.table(code).commitment == seal
        await asyncio.gather(noor.play_on(rng), bram.play_on(rng))
        await noor.page.get_by_role("button", name="Play again").click()
        await expect(noor.page.locator("#live[data-state=gathering]")).to_be_visible()
        again = noor.page.url.rpartition("/")[2]
        await bram.page.get_by_role("link", name="To the rematch").click()
        await noor.page.locator(".fair summary").click()
        await expect(noor.page.locator(".fair li code")).to_have_count(2)
        await expect(noor.page.locator(".fair li").nth(1)).not_to_contain_text("–")
        fresh = [chair.luck for chair in house.table(again).chairs[:2]]
        assert all(len(luck) == 32 for luck in fresh)
        assert not set(fresh) & set(first)
        for person, luck in ((noor, fresh[0]), (bram, fresh[1])):
            remembered = json.loads(await person.page.evaluate("localStorage['fair/2']"))[-1]
            assert (remembered["table"], remembered["seal"]) == (again, house.table(again).commitment)
            assert (remembered["early"], list(remembered["own"].values())) == (True, [luck])
        await noor.leave()
        await bram.leave()

    run(evening())


def test_luck_given_for_another_seal_does_not_count(house: House) -> None:
    """The ticket was used before: this table has another secret, so the luck is asked for again, at the table."""
    with httpx.Client(base_url=house.url, follow_redirects=True) as client:
        ticket = client.get("/new").text.partition('name="ticket" value="')[2].partition('"')[0]
        form = {"game": "thieves", "seats": "3", "name": "Noor", "ticket": ticket, "luck": "clover", "bots": "1"}
        first, second = (client.post("/new", data=form).url.path.rpartition("/")[2] for _ in range(2))
        assert house.table(first).chairs[0].luck == "clover"
        assert house.table(first).phase == "playing"
        assert house.table(second).chairs[0].luck == ""
        assert house.table(second).phase == "gathering"
        assert client.post(f"/t/{second}/luck", data={"seat": "0", "luck": "shamrock"}).status_code == 200
        assert house.table(second).chairs[0].luck == "shamrock"
        assert client.post(f"/t/{second}/luck", data={"seat": "1", "luck": "shamrock"}).status_code == 403
        assert client.post(f"/t/{second}/luck", data={"seat": "0", "luck": "shamrock"}).status_code == 409


def test_the_secret_is_on_no_page_before_the_end(house: House) -> None:
    with httpx.Client(base_url=house.url, follow_redirects=True) as client:
        client.get("/new")
        answer = client.post("/new", data={"game": "casa-de-papel", "seats": "4", "name": "Noor", "bots": "1"})
        code = answer.url.path.rpartition("/")[2]
        secret = house.table(code).opened.secret
        assert len(secret) == 64
        paths = ["", "/table", "/device", "/record", "/replay"]
        pages = [client.get(f"/t/{code}{path}") for path in paths]
        pages += [client.get(f"/api/tables/{code}{path}") for path in ("", "/view", "/record")]
        pages += [client.get(f"/verify?table={code}"), client.get("/"), client.get("/metrics")]
        assert house.table(code).phase == "playing"
        assert all(secret not in page.text for page in pages)
        assert house.table(code).commitment in pages[0].text
        assert [page.status_code for page in pages[3:5]] == [409, 409]
        assert pages[-3].status_code == 409


@pytest.mark.parametrize("profile", PROFILES)
def test_the_page_fits(profile: str, house: House, browser: Browser, run: Run) -> None:
    _, data = proven()

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", **PROFILES[profile])
        await noor.go("/verify")
        seen = "[{ table: 'velvet-lamp-42', seal: 'ab'.repeat(32), early: true }]"
        await noor.page.evaluate(f"localStorage['fair/2'] = JSON.stringify({seen})")
        await choose(noor, data.replace(b'"draws":[', b'"draws":[0,'))
        await expect(noor.page.locator(".checks")).to_be_visible()
        await fits(noor, "verify")
        await noor.leave()

    run(visit())
