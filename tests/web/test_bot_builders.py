"""The page for bot builders keeps its word: what is pasted from it plays in the lab, and against a person."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from pathlib import Path

from playwright.async_api import Browser, expect

from .conftest import Run
from .house import House
from .people import Person

SOURCE = Path(__file__).parents[2] / "src"


async def speelhol(folder: Path, *words: str) -> asyncio.subprocess.Process:
    """The command, in a folder, as somebody types it."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "speelhol", *words, cwd=folder, env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


def test_the_bot_of_the_page_plays_in_the_lab_and_against_a_person(
    house: House, browser: Browser, run: Run, tmp_path: Path
) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/")
        await noor.page.get_by_role("link", name="For bot builders").click()
        code = await noor.page.locator("#bot").inner_text()
        assert len([line for line in code.splitlines() if line.strip()]) <= 20
        (tmp_path / "robota.py").write_text(code)
        one = ("--bots", "robota.Robota", "--matches", "1", "--seats", "3", "--jobs", "1")
        lab = await speelhol(tmp_path, "tournament", "thieves", *one)
        told, _ = await lab.communicate()
        assert lab.returncode == 0, told.decode()
        assert "robota.Robota" in told.decode()

        table = await noor.open_table("thieves", 3)
        bots = await speelhol(
            tmp_path, "join", f"{house.url}/t/{table}", "--bot", "robota.py:Robota", "--name", "Robota", "--count", "2"
        )
        await expect(noor.page.locator(".chair", has_text="Robota 2")).to_contain_text("program")
        await noor.deal()
        await expect(noor.page.locator(".seat", has_text="Robota 1").locator(".programsign")).to_have_text("program")
        assert await noor.play_on(random.Random("robota")) > 0
        told, _ = await bots.communicate()
        assert bots.returncode == 0, told.decode()
        assert told.decode().count("the match is over") == 2
        await noor.leave()

    run(evening())
