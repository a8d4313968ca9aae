"""The table of Cash & Run as it is held: what is chosen beforehand, and a list of casinos that keeps its heading."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, expect

from speelhol.games.cash_and_run.actions import Roll
from speelhol.games.cash_and_run.table import CASINOS
from speelhol.kernel import Match
from tests.games.cash_and_run.scene import ROULETTES, before, dice, landing, scene

from .conftest import Run
from .house import House
from .people import DESK, POCKET, Person
from .tour import at_home

WHOLE = """() => {
    const inside = document.querySelector(".felt").getBoundingClientRect(),
        within = e => { const r = e.getBoundingClientRect(); return r.top >= inside.top && r.bottom <= inside.bottom; };
    return [...document.querySelectorAll(".stage.deeds, .stage.deeds h2, .stage.deeds .yesno")].map(within);
}"""
"""Whether the panel, its heading and its answers lie inside the ring."""


def takeover(seats: int, taken: int) -> Match:
    """So many casinos belong to others, and one to whoever may take one over."""
    others = [casino for casino in CASINOS if casino != "london"][:taken]
    owns = {seat: others[seat - 1 :: seats - 1] for seat in range(1, seats)}
    return landing("takeover-13", seats=seats, owns={0: ["london"], **owns})


@pytest.mark.parametrize(("seats", "taken", "device"), [(4, 12, POCKET), (6, 14, POCKET), (6, 14, {"viewport": DESK})])
def test_many_casinos_move_under_their_heading(
    seats: int, taken: int, device: dict[str, object], house: House, browser: Browser, run: Run
) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **device)
        code = await noor.open_table("cash-and-run", seats, bots=True)
        await noor.my_move_or_over()
        house.put(code, takeover(seats, taken))
        await noor.go(f"/t/{code}")
        last = noor.page.locator(".stage.deeds .deedpick").last
        await expect(noor.page.locator(".stage.deeds .deedpick")).to_have_count(taken)
        assert await noor.page.evaluate(WHOLE) == [True] * 3
        await last.scroll_into_view_if_needed()
        await last.click()
        await expect(last).to_have_attribute("aria-pressed", "true")
        assert await noor.page.evaluate(WHOLE) == [True] * 3
        await noor.leave()

    run(visit())


GOLD = """() => [...document.querySelectorAll("main :is(button, [role=button])")]
    .filter(e => e.checkVisibility() && getComputedStyle(e).backgroundImage.startsWith("linear-gradient"))
    .map(e => e.textContent.trim())"""
"""What every golden button on the page says."""


def test_what_is_chosen_on_the_board_is_no_second_golden_button(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        code = await noor.open_table("cash-and-run", 3, bots=True)
        await noor.my_move_or_over()
        chosen = noor.page.locator(".stage [aria-pressed=true]")
        house.put(code, scene(*dice(1, 2), seats=3, turn=0, owns={0: ["london", "cairo", *ROULETTES]}))
        await noor.go(f"/t/{code}")
        await expect(chosen).to_have_text("Roll the dice")
        assert await noor.page.evaluate(GOLD) == ["Roll the dice"]
        house.put(code, landing("cairo", seats=3, owns={0: ["london"], 1: ["cairo"]}))
        await noor.go(f"/t/{code}")
        await noor.page.get_by_role("button", name="hearts").click()
        await expect(chosen).to_have_count(1)
        assert await noor.page.evaluate(GOLD) == ["Stake 50,000 on hearts"]
        await noor.leave()

    run(visit())


def test_rolling_is_chosen_once_it_can_be_seen(still_house: House, browser: Browser, run: Run) -> None:
    """Also where the question comes while it is still shown what somebody else has done."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        code = await noor.open_table("cash-and-run", 3, bots=True)
        table = still_house.table(code)
        table.match = scene(
            *dice(1, 2), seats=3, turn=2, pawns={2: before("pot-4")}, owns={0: ["london", "cairo", *ROULETTES]}
        )
        await noor.go(f"/t/{code}")
        await expect(noor.page.locator("#live:not([data-state=mine])")).to_be_visible()
        await asyncio.to_thread(at_home, still_house, still_house.den.play(table, 2, Roll()))
        await expect(noor.page.locator("#live[data-state=mine]")).to_be_visible()
        await expect(noor.page.locator("main:not(.unfolding) .stage [data-first]")).to_be_visible()
        await expect(noor.go_button).to_have_text("Roll the dice")
        await noor.leave()

    run(evening())
