"""A browser that keeps little, nothing, or what an earlier version kept: what it says of records."""

from __future__ import annotations

import json
import random
from pathlib import Path

from playwright.async_api import Browser

import speelhol
from bench import fuzz_records
from speelhol.den import Table
from speelhol.kernel import fair

from .conftest import Run
from .house import House
from .people import Person
from .test_browser_memory import NO_LUCK, OTHER, record_of, verdict, verdicts

BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
NEARLY_FULL = """const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (value.length > 3000) throw new DOMException('full', 'QuotaExceededError');
  return set.call(this, key, value);
};"""


def test_a_browser_that_keeps_nothing_claims_nothing(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.context.add_init_script(BLOCKED)
        code = await noor.open_table("thieves", 3, bots=True)
        table = house.table(code)
        assert len(table.chairs[0].luck) == 32
        await noor.go("/verify")
        assert await verdict(noor, record_of(table)) == ("unseen", "unseen")
        await noor.leave()

    run(evening())


def test_the_memory_is_bounded_and_the_oldest_goes_first(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        for script, most in (("", 200), (NEARLY_FULL, 30)):
            noor = await Person.come(browser, house.url, "Noor")
            await noor.go("/")
            lines = [{"table": f"t-{n}", "seal": f"{n:064x}", "early": True} for n in range(400)]
            await noor.page.evaluate("lines => { localStorage['fair/2'] = JSON.stringify(lines); }", lines)
            await noor.context.add_init_script(script or "0")
            code = await noor.open_table("thieves", 3, bots=True)
            kept = json.loads(await noor.page.evaluate("localStorage['fair/2']"))
            assert len(kept) <= most
            assert [line["table"] for line in kept[-2:]] == ["t-399", code]
            await noor.go("/verify")
            assert await verdict(noor, record_of(house.table(code))) == ("yes", "luck")
            await noor.page.evaluate("localStorage['fair/2'] = '{\"odd\": [1, null, {}]}'")
            assert (await verdict(noor, record_of(house.table(code))))[0] == "unseen"
            await noor.leave()

    run(evening())


def test_what_the_first_version_kept_still_counts(house: House, browser: Browser, run: Run) -> None:
    """It kept luck by seal and knew no tables: what it knew is compared, and nothing more is claimed."""
    table = Table(0, "velvet-lamp-42")
    secret, mine = "ab" * 32, "0123456789abcdef0123456789abcdef"

    def record(luck: str, secret: str = secret) -> bytes:
        table.game = speelhol.game("thieves")
        return record_of(table, secret=secret, lucks=[luck, "", ""])

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/")
        key = f"fair:{fair.commitment(secret)}"
        await noor.page.evaluate("([key, luck]) => { localStorage[key] = ' ' + luck; }", [key, mine])
        files = {
            "true": record(mine),
            "luck dropped": record(""),
            "another seal": record(mine, OTHER),
            "both": record("clover", OTHER),
        }
        assert await verdicts(noor, files) == {
            "true": ("part", "luck"),
            "luck dropped": NO_LUCK,
            "another seal": ("no", "elsewhere"),
            "both": ("unseen", "unseen"),
        }
        assert await noor.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('fair:'))") == []
        await noor.leave()

    run(visit())


SPOILT = 120
REFUSED = ("unread", "none", "no", "format", "nameless", "constant", "number", "twice")


def test_spoilt_files_are_told_apart_from_records(house: House, browser: Browser, run: Run, tmp_path: Path) -> None:
    """Whatever is dropped on the page, it comes to a verdict; and it approves nothing that the program refuses."""
    rng = random.Random("spoilt")
    trees = fuzz_records.sound(rng, 1)
    files = [fuzz_records.spoilt(trees, rng) for _ in range(SPOILT)]
    texts = {number: (data, tree) for number, (data, tree) in enumerate(files) if data.isascii()}

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        found = await verdicts(noor, {str(number): data for number, (data, _) in texts.items()})
        assert {told for told, _ in found.values()} >= {"unread", "none", "no", "unseen"}
        for number, (data, tree) in texts.items():
            told, _ = found[str(number)]
            if told not in REFUSED:
                assert told in ("unseen", "alone"), number
                assert fuzz_records.by_program(data, tree, tmp_path / "match.json")[0] == "yes", number
        await noor.leave()

    run(visit())
