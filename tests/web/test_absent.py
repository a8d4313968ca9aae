"""The absent friend in real browsers: clocks that run out, bots that hold seats, votes, and coming back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_looks import fits

GAME = "counterfeiters"  # for two, one after the other
KEPT = re.compile(r"\bkept\b")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with a time of its own."""
    house = House(tmp_path)
    house.open()
    yield house
    house.close()


async def open_at(person: Person, pace: str, absent: str) -> str:
    """Open a table for two by the form; also at a pace that is too short to be offered there."""
    await person.go(f"/new?game={GAME}")
    await person.page.get_by_label("Your name").fill(person.name)
    await person.page.locator("select[name=seats]").select_option("2")
    await person.page.locator(".change > summary").click()
    await person.page.locator("select[name=pace] option").nth(1).evaluate("(o, pace) => { o.value = pace }", pace)
    await person.page.locator("select[name=pace]").select_option(pace)
    await person.page.locator(f"input[name=absent][value={absent}]").check()
    await person.page.locator(".gobar .btn-go").click()
    await person.page.wait_for_url("**/t/*")
    return person.page.url.rpartition("/")[2]


async def two(browser: Browser, house: House, pace: str, absent: str) -> tuple[str, Person, Person]:
    """Two friends at a table: its name, who must decide now, and who waits for them."""
    people = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram")]
    code = await open_at(people[0], pace, absent)
    await people[1].sit_down(code)
    await expect(people[0].page.locator(".chair", has_text="Bram")).to_be_visible()
    await people[0].deal()
    await expect(people[1].page.locator("#live.table")).to_be_visible()
    (seat,) = house.table(code).playing.to_act
    await expect(people[seat].form).to_be_visible()
    return code, people[seat], people[1 - seat]


def test_a_bot_takes_over_and_the_friend_comes_back(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        rng = random.Random(1)
        code, slow, other = await two(browser, house, "move:60", "bot")
        plaque = other.page.locator(".seat", has_text=slow.name)
        for clock in (slow.page.locator(".prompt .clock"), plaque.locator(".clock")):
            await expect(clock).to_have_text(re.compile(r"^1:00$|^0:\d\d$"))
        await fits(slow, "a clock")
        kept = await slow.context.storage_state()
        await slow.leave()  # the battery is empty
        house.jump(61)
        await expect(plaque).to_have_class(KEPT)
        await expect(plaque).to_contain_text("a bot plays")
        line = f"{slow.name} did not answer in time; a bot holds the seat."
        await expect(other.page.locator(".log")).to_contain_text(line)
        assert await other.my_move_or_over() == "mine"  # the evening goes on

        again = await Person.come(browser, house.url, slow.name, storage_state=kept)
        await again.go(f"/t/{code}")
        await expect(again.page.locator(".prompt h1")).to_have_text("A bot holds your seat.")
        await expect(again.page.locator(".hand, .hands").first).to_be_visible()
        await expect(again.form).to_have_count(0)
        await fits(again, "a bot holds the seat")
        await again.page.get_by_role("button", name="I am back").click()
        await expect(again.page.locator("form.absent")).to_have_count(0)
        await expect(plaque).not_to_have_class(KEPT)
        await expect(other.page.locator(".log")).to_contain_text(f"{slow.name} is back.")
        table = house.table(code)
        while table.names[table.playing.to_act[0]] != slow.name:
            await other.decide(rng)
        await expect(again.form).to_be_visible()
        await again.decide(rng)
        await again.leave()
        await other.leave()

    run(evening())


def test_whoever_comes_back_does_so_whatever_is_being_shown(house: House, browser: Browser, run: Run) -> None:
    """That a bot holds the seat is read beside the button, since others' moves are told in the headline meanwhile."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await open_at(noor, "move:60", "bot")
        await noor.bots_for_the_rest()
        await noor.deal()
        await noor.my_move_or_over()
        house.jump(61)
        held = noor.page.locator(".dock > .absent")
        await expect(held).to_have_count(1)
        await noor.page.locator("main").evaluate("e => e.classList.add('unfolding', 'telling')")
        await expect(held.get_by_text("A bot holds your seat.")).to_be_visible()
        await held.get_by_role("button", name="I am back").tap()
        await expect(held).to_have_count(0)
        await noor.leave()

    run(evening())


def test_the_host_reads_beside_the_deal_who_is_not_here_yet(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor, bram = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram")]
        code = await open_at(noor, "none", "vote")
        missing = noor.page.locator(".gobar").get_by_text("Not here yet:")
        await bram.sit_down(code)
        await expect(noor.page.locator(".chair", has_text="Bram")).to_be_visible()
        await expect(missing).to_have_count(0)
        await bram.leave()
        await expect(missing).to_have_text("Not here yet: Bram")
        await fits(noor, "a friend is missing")
        await noor.leave()

    run(evening())


def test_whoever_waits_is_told_for_whom_and_that_they_are_away(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        code, slow, other = await two(browser, house, "none", "vote")
        question, words = other.page.locator(".prompt h1"), f"Waiting for {slow.name}, who is away."
        await expect(question).not_to_have_text(words)
        kept = await slow.context.storage_state()
        await slow.leave()
        await expect(question).to_have_text(words)
        await fits(other, "somebody is away")
        again = await Person.come(browser, house.url, slow.name, storage_state=kept)
        await again.go(f"/t/{code}")
        await expect(question).not_to_have_text(words)
        await again.leave()
        await other.leave()

    run(evening())


def test_clocks_run_on_over_a_restart(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        _, slow, other = await two(browser, house, "match:600:10", "bot")
        clock = slow.page.locator(".prompt .clock")
        before = await clock.get_attribute("data-deadline")
        house.close()
        house.open()
        await expect(slow.page.locator("#offline")).to_be_hidden()
        await slow.page.reload()
        await expect(clock).to_have_attribute("data-deadline", before or "")
        house.close()
        house.ahead += 601  # the time runs out while the house is closed
        house.open()
        await expect(other.page.locator(".seat", has_text=slow.name)).to_have_class(KEPT)
        await slow.page.get_by_role("button", name="I am back").click()
        await expect(other.page.locator(".seat", has_text=slow.name)).not_to_have_class(KEPT)
        await slow.leave()
        await other.leave()

    run(evening())


def test_the_others_vote(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        code, slow, other = await two(browser, house, "none", "vote")
        await expect(slow.page.locator(".clock")).to_have_count(0)
        await expect(other.page.locator("form.absent")).to_have_count(0)
        house.jump(61)
        while not house.table(code).clock.overdue:
            await other.page.wait_for_timeout(20)
        await other.page.wait_for_timeout(200)
        await expect(other.page.locator("form.absent")).to_have_count(0)  # who is here may think
        house.jump(240)
        await expect(other.page.locator("form.absent")).to_contain_text(f"{slow.name} has not answered for a while.")
        await expect(other.page.locator("form.absent")).to_contain_text("One vote is enough.")
        await expect(slow.page.locator("form.absent")).to_have_count(0)
        await fits(other, "a vote")
        await other.page.get_by_role("button", name=f"Let a bot play for {slow.name}").click()
        await expect(other.page.locator(".log")).to_contain_text(f"The table voted: a bot plays for {slow.name}.")
        await expect(slow.page.get_by_role("button", name="I am back")).to_be_visible()
        await slow.leave()
        await other.leave()

    run(evening())


def test_a_short_clock_counts_down_and_runs_out(house: House, browser: Browser, run: Run) -> None:
    """By the real time, and seen by the one who sits there doing nothing."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await open_at(noor, "move:6", "bot")
        await noor.bots_for_the_rest()
        await noor.deal()
        await expect(noor.page.locator(".prompt .clock.urgent")).to_have_text(re.compile(r"^0:0[1-6]$"))
        await expect(noor.page.locator("#warn")).to_have_text("Ten seconds left.")
        await expect(noor.page.get_by_role("button", name="I am back")).to_be_visible()
        await expect(noor.page.locator("#warn")).to_have_text("")
        await noor.leave()

    run(evening())
