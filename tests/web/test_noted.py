"""Records that only a note made at the deal tells from the true one, and what no reader may pass over."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

import speelhol
from bench import fair as agreement
from speelhol.kernel import fair

from .conftest import Run
from .test_verify import verify

LUCKS = ["clover", "", "7f"]


@pytest.mark.parametrize("what", agreement.other_lucks(LUCKS, 2))
def test_the_program_compares_every_seats_luck(what: str, tmp_path: Path) -> None:
    """A match under the true seal, with luck that somebody chose after it: a no, or it names what was not compared."""
    lucks = agreement.other_lucks(LUCKS, 2)[what]
    file = tmp_path / "match.json"
    file.write_bytes(agreement.dealt(speelhol.game("thieves"), "ab" * 32, lucks))
    seal = fair.commitment("ab" * 32)
    assert verify(str(file), seal, "1=clover", "2=-", "3=7f")[0] == 1
    code, lines = verify(str(file), seal, *(luck for luck in LUCKS if luck and luck in lucks))
    assert (code, lines[-2][:3]) == (0, "?  ")
    assert "whose it was is not compared. The luck of these seats was not compared: 1, 2, 3." in lines[-2]
    known = [f"{seat}={luck or '-'}" for seat, luck in enumerate(LUCKS, 1) if lucks[seat - 1] == luck]
    others = ", ".join(str(seat) for seat in (1, 2, 3) if lucks[seat - 1] != LUCKS[seat - 1])
    assert f"?   The luck of these seats was not compared: {others}." in verify(str(file), seal, *known)[1][-2]


def test_program_and_page_refuse_what_readers_would_pass_over(browser: Browser, run: Run, tmp_path: Path) -> None:
    files = agreement.passed_over(agreement.dealt(speelhol.game("thieves"), "ab" * 32, LUCKS))
    for what, data in files.items():
        (file := tmp_path / "match.json").write_bytes(data)
        assert verify(str(file))[0] == 2, what

    async def visit() -> None:
        page = await browser.new_page()
        await page.add_script_tag(path=str(agreement.STATIC / "verify.js"))
        refused = """texts => texts.filter(text => {
            try { speelhol.check(text); } catch { return true; }
        }).length"""
        assert await page.evaluate(refused, [data.decode() for data in files.values()]) == len(files)
        await page.close()

    run(visit())
