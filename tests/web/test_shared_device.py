"""Several people at one device: what is secret lies open on it for the one who has it in hand, and no longer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import Table
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import DESK, PHONE, Person
from .tour import at_home

GAMES = having("draw/table.html")
DECISIONS = 3
"""After so many one has seen it covered, looked at, and covered again."""
MOST = 80
SECRETS = (
    "[...document.querySelectorAll('.hand, .act, .log .secret, .undo, .notes, .passes')].map(one => one.className)"
)
"""Where a page shows what one seat alone may know or do."""

WATCH = f"""window.leaked = []; setInterval(() => {{
    if (document.querySelector("#live")?.dataset.eyes === "None") leaked.push(...{SECRETS}); }}, 10);"""
"""Also while something is still being shown."""


def private(table: Table, seat: int) -> Iterator[str]:
    """What a seat alone is told at the table in words."""
    speech = table.game.speak("en", table.names)
    for panel in table.game.describe(table.playing.view(seat).now, speech):
        if panel.private:
            yield from panel.lines


async def share(person: Person, game: str) -> str:
    """A table with two people at one device and bots in the other chairs, dealt. Returns its name."""
    code = await person.open_table(game, max(4, speelhol.game(game).seats[0]))
    await person.page.locator(".more-people summary").click()
    await person.page.get_by_label("Their name").fill("Ivo")
    await person.page.get_by_role("button", name="Seat them too").click()
    await expect(person.page.locator(".chair", has_text="Ivo")).to_be_visible()
    await person.bots_for_the_rest()
    await person.page.locator("form[action$='/deal'] button").click()
    await expect(person.page.locator("#live.table")).to_be_visible()
    return code


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "words"])
@pytest.mark.parametrize("game", GAMES)
def test_while_others_move_no_hand_lies_open(
    still_house: House, browser: Browser, run: Run, game: str, drawn: bool
) -> None:
    """After a decision the hand is covered, until somebody of the device says who they are; and after the next."""
    house, rng = still_house, random.Random(game)
    motion = "no-preference" if drawn and game == "casa-de-papel" else "reduce"

    async def evening() -> None:
        hanna = await Person.come(
            browser, house.url, "Hanna", drawn=drawn, viewport=DESK if drawn else PHONE, reduced_motion=motion
        )
        page = hanna.page
        await page.add_init_script(WATCH)
        own, cover = (page.get_by_role("button", name=words) for words in ("I am Hanna", "Cover the hand"))
        code = await share(hanna, game)
        covered, opened = 0, False

        async def is_covered() -> None:
            await expect(own).to_be_visible()
            await expect(page.get_by_role("button", name="I am Ivo")).to_be_visible()
            assert await page.evaluate(SECRETS) == []
            shown = await page.locator("#live").inner_text()
            assert await page.evaluate("leaked") == []
            if not drawn:
                assert [line for seat in (0, 1) for line in private(house.table(code), seat) if line in shown] == []

        async def opens() -> None:
            await own.click()
            await expect(cover).to_be_visible()
            assert await page.evaluate(SECRETS) != []

        for _ in range(MOST):
            table = house.table(code)
            if table.phase != "playing" or covered == DECISIONS:
                break
            asked = [seat for seat in table.playing.to_act if seat < 2]
            if not asked:
                await (expect(cover).to_be_visible() if opened else is_covered())
                others_move(house, table, rng)
                continue
            curtain = page.locator(".curtain .btn-go")
            if opened and 0 in asked:
                await expect(hanna.form).to_be_visible()
            else:
                await expect(curtain.or_(hanna.form)).to_be_visible()
            if await curtain.count():
                assert await page.evaluate(SECRETS) == []
                await curtain.click()
                await page.wait_for_url("**?*holder=*")
                await expect(hanna.form).to_be_visible()
            seat = int(await hanna.form.locator("input[name=seat]").input_value())
            moment = house.table(code).moment(seat)
            await hanna.touch(await hanna.fill_in(rng))
            await expect(page.locator(f"form.act [name=moment][value='{moment}']")).to_have_count(0)
            opened = False
            if not {0, 1} & set(house.table(code).playing.to_act) and house.table(code).phase == "playing":
                covered += 1
                await is_covered()
                if covered == 1:  # looked at on purpose, and covered again
                    await opens()
                    await cover.click()
                    await is_covered()
                elif covered == 2:  # looked at on purpose, it stays until somebody at this device has decided
                    await opens()
                    opened = True
        assert covered == DECISIONS
        await hanna.leave()

    run(evening())


def others_move(house: House, table: Table, rng: random.Random) -> None:
    """Somebody of the others decides."""
    seat = next(seat for seat in table.playing.to_act if seat > 1)
    at_home(house, house.den.play(table, seat, table.playing.legal(seat).sample(rng)))
