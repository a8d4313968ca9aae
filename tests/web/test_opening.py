"""What takes several choices: sums to start from with a running total, and swaps by the cards that lie there."""

from __future__ import annotations

import random

from playwright.async_api import Browser, expect

import speelhol
from speelhol.games.thieves.actions import Swap
from speelhol.games.thieves.draw.preview import called
from speelhol.kernel import Choices, View
from speelhol.web.text.forms import offer_form

from .conftest import Run
from .house import House
from .people import POCKET, Person


def test_the_first_bribes_start_from_a_preset_and_add_up(house: House, browser: Browser, run: Run) -> None:
    """All agents are in sight, the sum runs along, and the button says how many are missing."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("casablanca", 4, bots=True)
        await noor.my_move_or_over()
        page, total = noor.page, noor.page.locator(".total")
        for label in await page.locator(".fields label").all():
            await expect(label).to_be_in_viewport()
        await expect(noor.go_button).to_have_text("Choose 3 more")
        await expect(noor.go_button).to_have_attribute("aria-disabled", "true")
        for preset, sum_, agents in (("3 × 2,500", "7,500", 3), ("5 × 1,500", "7,500", 5), ("1 × 4,000", "8,000", 3)):
            await page.get_by_role("button", name=preset).tap()
            await expect(total).to_have_text(f"{sum_} / 10,000")
            given = await page.locator(".fields .num").evaluate_all("all => all.filter(e => +e.value).length")
            assert given == agents
            await expect(noor.go_button).to_have_text("Bribe")
            await expect(noor.go_button).to_have_attribute("aria-disabled", "false")
        await page.get_by_role("button", name="Empty").tap()
        await page.locator(".fields [data-by='1']").first.tap()
        await expect(noor.go_button).to_have_text("Choose 2 more")
        await page.get_by_role("button", name="3 × 2,500").tap()
        await noor.decide(random.Random(1))
        await noor.leave()

    run(visit())


def test_a_swap_is_called_by_the_cards_that_lie_there() -> None:
    """As far as the seat knows them; what it does not know is told by its place, and offers are told apart."""
    game, rng = speelhol.game("thieves"), random.Random(3)
    seen: set[bool] = set()
    for seed in range(30):
        match = game.start(seats=4, seed=f"swap {seed}")
        while not match.over:
            seat = match.to_act[0]
            seen |= {_unknown(match.view(seat), one) for one in match.legal(seat) if isinstance(one, Swap)}
            match.play(seat, match.legal(seat).sample(rng))
    assert seen == {True, False}


def _unknown(view: View, action: Swap) -> bool:
    """Whether a seat does not know what it would get; its words are checked on the way."""
    speech = speelhol.game("thieves").speak("en", ("Noor", "Abel", "Bibi", "Caro"))
    (part,) = offer_form(Choices((action,)), speech).named(lambda one: called(view, one, speech)).parts
    assert action.theirs is not None
    card = view.now.loot[action.seat][action.theirs - 1].card
    assert part.words.startswith("Swap your ")
    assert ("face-down card" if card is None else speech.term(card)) in part.words
    assert speech.seat(action.seat) in part.words
    return card is None
