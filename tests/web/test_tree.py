"""What somebody hears who does not see a table: the accessibility tree of a question, as the browser makes it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

import speelhol
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import POCKET, Person

CONTROLS = ("button", "link", "radio", "checkbox", "switch", "combobox", "textbox", "spinbutton", "slider")
NODE = re.compile(r"^\s*- '?([a-z]+)(?: (\"(?:[^\"\\]|\\.)+\"|/.+/))?")


def nodes(tree: str) -> list[tuple[str, str]]:
    """Role and name of everything in it that has a role."""
    return [(found[1], (found[2] or "").strip('"')) for line in tree.splitlines() if (found := NODE.match(line))]


def test_a_control_without_a_name_is_found() -> None:
    assert nodes('- main:\n  - button "Go" [disabled]\n  - button\n  - text: x') == [
        ("main", ""),
        ("button", "Go"),
        ("button", ""),
        ("text", ""),
    ]


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_a_question_is_told_with_all_that_it_takes(name: str, house: House, browser: Browser, run: Run) -> None:
    """Its words are a heading; what can be chosen on the board is a button beside the golden one; every control has a
    name, and no two targets of a board are one in the other."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.asked_at(name, max(4, speelhol.game(name).seats[0]))
        await expect(noor.page.locator("main:not(.telling, .unfolding) .prompt h1")).to_be_visible()
        asked = await noor.page.locator(".prompt h1").inner_text()
        found = nodes(await noor.page.locator("main").aria_snapshot())
        controls = [(role, named) for role, named in found if role in CONTROLS]
        assert ("heading", asked) in [(role, re.sub(r"\s+", " ", named)) for role, named in found]
        assert [one for one in controls if not one[1]] == []
        picks = await noor.page.locator("[data-pick]:visible").count()
        assert len([one for one in controls if one[0] in ("button", "radio")]) > min(picks, 3)
        assert await noor.page.locator(":is(button, a, [role=button]) :is(button, a, [role=button])").count() == 0
        await noor.leave()

    run(visit())
