"""What happens to people at a table in real browsers."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.async_api import Browser, expect

from .conftest import Run
from .house import House
from .people import Person

GAME = "casa-de-papel"  # its first question is put to everybody at once, behind the screen


async def dealt(browser: Browser, house: House, *names: str) -> tuple[str, list[Person]]:
    """A table at which these people and two bots play, dealt."""
    people = [await Person.come(browser, house.url, name) for name in names]
    host = people[0]
    code = await host.open_table(GAME, 4)
    for guest in people[1:]:
        await guest.sit_down(code)
        await expect(host.page.locator(".chair", has_text=guest.name)).to_be_visible()
    await host.bots_for_the_rest()
    await host.deal()
    for person in people:
        await expect(person.form).to_be_visible()
    return code, people


def test_a_control_that_cannot_be_used_says_why(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.open_table(GAME, 4)
        deal = noor.page.get_by_role("button", name="Deal the cards")
        await expect(deal).to_have_attribute("aria-disabled", "true")
        await deal.dispatch_event("click")
        await expect(noor.page.get_by_role("alert")).to_have_text("Every chair must be taken first.")
        await noor.bots_for_the_rest()
        await expect(deal).not_to_have_attribute("aria-disabled", "true")
        await noor.deal()
        await expect(noor.go_button).to_have_text("Choose first")
        await expect(noor.go_button).to_have_attribute("aria-disabled", "true")
        await noor.go_button.dispatch_event("click")
        await expect(noor.page.get_by_role("alert")).to_have_text("Choose something first.")
        await noor.form.locator(".offer").first.click()
        await expect(noor.go_button).to_have_text(await noor.form.locator(".offer").first.inner_text())
        await expect(noor.page.get_by_role("alert")).to_have_count(0)  # who chooses has understood
        await noor.leave()

    run(evening())


def test_a_refusal_goes_when_the_choice_is_corrected(house: House, browser: Browser, run: Run) -> None:
    """By the buttons beside an amount, by typing, and by tapping the board; and an amount reads as money does."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        await noor.open_table("casablanca", 3, bots=True)
        await noor.my_move_or_over()
        alert, more = noor.page.get_by_role("alert"), noor.page.locator("[data-by='1']").first
        amount = noor.page.locator(".stepper .num").first
        await amount.fill("20000")
        await expect(noor.page.locator(".stepper").first).to_have_attribute("data-shown", "20,000")
        await noor.go_button.dispatch_event("click")  # it says what is missing, and can be asked all the same
        await expect(alert).to_be_visible()
        await more.click()
        await expect(alert).to_have_count(0)
        await amount.fill("20000")
        await noor.go_button.dispatch_event("click")  # it says what is missing, and can be asked all the same
        await expect(alert).to_be_visible()
        await amount.press_sequentially("1")
        await expect(alert).to_have_count(0)
        await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        await noor.go_button.dispatch_event("click")
        await expect(alert).to_have_text("Choose something first.")
        await noor.page.locator(".hand [data-pick]").first.click()
        await expect(alert).to_have_count(0)
        await noor.leave()

    run(evening())


def test_a_curtain_falls_between_people_who_share_a_device(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        rng = random.Random(1)
        noor = await Person.come(browser, house.url, "Noor")
        code = await noor.open_table(GAME, 4)
        await noor.page.locator(".more-people summary").click()
        await noor.page.get_by_label("Their name").fill("Yara")
        await noor.page.get_by_role("button", name="Seat them too").click()
        await expect(noor.page.locator(".chair", has_text="Yara")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        for name, seat in (("Noor", 0), ("Yara", 1)):
            await expect(noor.page.locator(".curtain h1")).to_have_text(name)
            for secret in (".hand", ".act", ".log", ".board", ".undo"):
                await expect(noor.page.locator(secret)).to_have_count(0)
            html = await noor.page.content()
            for line in private_lines(house, code):
                assert line not in html
            await noor.page.get_by_role("button", name=f"I am {name}").click()
            await expect(noor.form.locator("input[name=seat]")).to_have_value(str(seat))
            await expect(noor.page.locator(".hand")).to_contain_text(private_lines(house, code, seat)[0])
            await noor.decide(rng)
        await noor.leave()

    def private_lines(house: House, code: str, *seats: int) -> list[str]:
        table = house.table(code)
        speech = table.game.speak("en", table.names)
        return [
            line
            for seat in seats or range(2)
            for panel in table.game.describe(table.playing.view(seat).now, speech)
            if panel.private
            for line in panel.lines
        ]

    run(evening())


def test_spectators_see_the_open_table_only(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        code, (noor,) = await dealt(browser, house, "Noor")
        guest = await Person.come(browser, house.url, "Gust")
        for path in (f"/t/{code}", f"/t/{code}/table"):
            await guest.go(path)
            await expect(guest.page.locator(".board .panel").first).to_be_visible()
            for private in (".hand", ".act", ".undo", ".log .secret", ".seat.me"):
                await expect(guest.page.locator(private)).to_have_count(0)
        await noor.go(f"/t/{code}/table")  # a player who looks at the big screen
        await expect(noor.page.locator(".board .panel").first).to_be_visible()
        await expect(noor.page.locator(".hand, .act, .log .secret")).to_have_count(0)
        await guest.leave()
        await noor.leave()

    run(evening())


def test_people_leave_and_come_back_to_their_cards(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        _, (noor, bram) = await dealt(browser, house, "Noor", "Bram")
        hand = await noor.page.locator(".hand").inner_text()
        kept = await noor.context.storage_state()
        await noor.leave()
        await expect(bram.page.locator(".seat", has_text="Noor")).to_have_class("seat turn away")
        again = await Person.come(browser, house.url, "Noor", storage_state=kept)
        await again.go("/")
        await again.page.locator(".yt.turn").click()
        await expect(again.page.locator(".hand")).to_have_text(hand, use_inner_text=True)
        await expect(bram.page.locator(".seat", has_text="Noor")).to_have_class("seat turn")
        await again.decide(random.Random(2))
        await again.leave()
        await bram.leave()

    run(evening())


def test_a_page_can_be_loaded_again_in_the_middle_of_a_secret_choice(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        _, (noor, bram) = await dealt(browser, house, "Noor", "Bram")
        half = bram.form.locator(".offer input").nth(1)
        await bram.form.locator(".offer").nth(1).click()
        await noor.decide(random.Random(3))
        prompt = await noor.page.locator(".prompt h1").inner_text()
        await noor.page.reload()
        await expect(noor.page.locator(".prompt h1")).to_have_text(prompt)
        await expect(noor.form).to_have_count(0)
        await expect(bram.page.locator(".seat", has_text="Noor")).to_have_class("seat")  # has chosen
        await expect(half).to_be_checked()  # the other one's half-made choice was not touched
        await noor.page.locator(".undo button").click()
        await expect(noor.form).to_be_visible()
        await noor.leave()
        await bram.leave()

    run(evening())


def test_a_stale_click_in_another_tab_loses_nothing_and_says_so(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        code, (noor, bram) = await dealt(browser, house, "Noor", "Bram")
        other = await noor.tab()
        await other.page.route("**/live*", lambda route: route.abort())  # this tab hears nothing
        await other.go(f"/t/{code}")
        await other.form.locator(".offer").first.click()
        await noor.decide(random.Random(4))
        answer = house.table(code).playing.view(0).answer
        await other.go_button.dispatch_event("click")
        await expect(other.page.get_by_role("alert")).to_contain_text("The table has moved on; nothing was played.")
        await expect(other.form).to_have_count(0)
        assert answer is not None
        assert house.table(code).playing.view(0).answer == answer
        await noor.leave()
        await bram.leave()

    run(evening())


def test_a_private_link_opens_the_seat_on_another_device(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        code, (noor,) = await dealt(browser, house, "Noor")
        hand = await noor.page.locator(".hand").inner_text()
        await noor.page.get_by_role("link", name="Settings").click()
        await noor.page.get_by_role("link", name="Play on another device").click()
        link = await noor.page.get_by_label("Private link").input_value()
        phone = await Person.come(browser, house.url, "Noor")
        await phone.page.goto(link)
        assert "#" not in phone.page.url  # the key does not stay in the address
        await phone.page.get_by_role("button", name="Take my seat here").click()
        await expect(phone.page.locator(".hand")).to_have_text(hand, use_inner_text=True)
        await phone.decide(random.Random(5))
        assert house.table(code).playing.view(0).answer is not None or house.table(code).seq > 7
        await phone.leave()
        await noor.leave()

    run(evening())


def test_pages_speak_the_readers_language(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", locale="nl-BE")
        await noor.go("/")
        await expect(noor.page.locator("html")).to_have_attribute("lang", "nl")
        await expect(noor.page.locator("h1")).to_have_text("Schuif aan.")
        await noor.page.get_by_role("button", name="Français").click()
        await expect(noor.page.locator("h1")).to_have_text("Prenez place.")
        await noor.go(f"/new?game={GAME}")
        await noor.page.get_by_label("Votre nom").fill("Noor")
        await noor.page.locator("input[name=bots]").check()
        await noor.page.get_by_role("button", name="Distribuer tout de suite").click()
        await expect(noor.page.locator(".yourturn")).to_have_text("À vous de jouer")
        await noor.page.get_by_role("link", name="Réglages").click()
        await noor.page.get_by_role("button", name="Nederlands").click()
        await expect(noor.page.locator(".yourturn")).to_have_text("Jij bent aan zet")
        await noor.page.get_by_role("button", name="English").click()
        await expect(noor.page.locator(".yourturn")).to_have_text("Your move")
        await noor.leave()

    run(evening())


def test_a_page_comes_back_by_itself_after_the_house_was_closed(tmp_path: Path, browser: Browser, run: Run) -> None:
    house = House(tmp_path)
    house.open()

    async def before() -> tuple[str, Person, Person]:
        code, (noor,) = await dealt(browser, house, "Noor")
        gust = await Person.come(browser, house.url, "Gust", drawn=True)  # only watches
        await gust.page.clock.install()
        await gust.go(f"/t/{code}")
        for person in (noor, gust):
            await expect(person.page.locator("#offline")).to_be_hidden()
        return code, noor, gust

    async def lost(person: Person) -> None:
        await expect(person.page.locator("#offline")).to_have_text("No connection. Trying again …")
        await expect(person.page.locator("#offline")).to_be_visible()

    async def found(person: Person) -> None:
        await expect(person.page.locator("#offline")).to_be_hidden()

    async def unheard(gust: Person) -> None:
        """A stream that dies without a word, and a device that loses its network."""
        await gust.page.clock.fast_forward(45_000)
        await lost(gust)
        await gust.page.clock.fast_forward(5_000)
        await found(gust)
        await gust.context.set_offline(True)
        await lost(gust)
        await gust.context.set_offline(False)
        await found(gust)

    async def closed(*everybody: Person) -> None:
        for person in everybody:
            await lost(person)

    async def after(code: str, noor: Person, gust: Person) -> None:
        await gust.page.clock.fast_forward(5_000)
        for person in (noor, gust):
            await found(person)
        await noor.decide(random.Random(6))
        assert house.table(code).playing.moves is not None
        for person in (noor, gust):
            await person.leave()

    try:
        code, noor, gust = run(before())
        run(unheard(gust))
        house.close()
        run(closed(noor, gust))
        house.open()
        run(after(code, noor, gust))
    finally:
        house.close()


def test_a_decision_by_keyboard_alone(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        _, (noor, bram) = await dealt(browser, house, "Noor", "Bram")
        keys = noor.page.keyboard
        focused = noor.page.locator(":focus-visible")
        await noor.page.reload()
        await keys.press("Tab")
        await expect(focused).to_have_text("Skip to the table")
        for _ in range(30):
            await keys.press("Tab")
            if await noor.form.locator("input[type=radio]:focus-visible").count():
                break
        await keys.press("Space")
        await keys.press("ArrowDown")
        await expect(noor.form.locator(".offer input").nth(1)).to_be_checked()
        ring = "e => getComputedStyle(e.nextElementSibling).outlineStyle"
        assert await focused.evaluate(ring) == "solid"
        await keys.press("Tab")
        await expect(noor.go_button).to_be_focused()
        await keys.press("Enter")
        await expect(noor.form).to_have_count(0)
        await expect(noor.page.locator(".prompt")).to_be_focused()
        await noor.leave()
        await bram.leave()

    run(evening())
