"""The form for a new table: nothing that was filled in is lost, whoever says no and in whatever language it is read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlencode

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import LANGUAGES
from speelhol.web.text.sentences import turned_words
from tests.house import living

from .conftest import Run
from .house import House
from .people import Person

NAMES = ("", "   ", "Аnn", "Ann", 'O"Neil & <b>', "A+B 100%", "Zoë 🎲", "*~'")
"""None, nothing to see, of two alphabets, and such as forms and addresses stumble over."""
ONCE = ("ticket", "luck")
"""What belongs to one deal, and is made anew."""


class Form(HTMLParser):
    """The form for a new table on a page: what can be filled in, and what is."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.offered: dict[str, list[str]] = {}
        self.filled: dict[str, str] = {}
        self.back = ""
        self._select = self._option = ""
        self._within = False
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        has = dict(given)
        name, value = has.get("name") or "", has.get("value") or ""
        if tag == "form":
            self._within = has.get("action") == "/new"
        elif name == "back":
            self.back = value
        elif self._within and tag == "input" and name not in ONCE:
            if has["type" if "type" in has else "name"] in ("radio", "checkbox"):
                self._offer(name, value, "checked" in has)
            else:
                self.filled[name] = value
        elif self._within and tag == "select":
            self._select = name
        elif self._within and tag == "option":
            self._option = "selected" if "selected" in has else "other"
            if "value" in has:
                self._choose(value)

    def handle_data(self, data: str) -> None:
        if self._option:
            self._choose(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "option":
            self._option = ""

    def _choose(self, value: str) -> None:
        self._offer(self._select, value, self._option == "selected")
        self._option = ""

    def _offer(self, name: str, value: str, on: bool) -> None:
        self.offered.setdefault(name, []).append(value)
        if on:
            self.filled[name] = value

    def any(self, rng: random.Random, game: str) -> dict[str, str]:
        """The form filled in somehow, for a game."""
        filled = {name: rng.choice(values) for name, values in self.offered.items()}
        if rng.random() < 0.5:
            del filled["bots"]
        return filled | {"game": game, "name": rng.choice(NAMES)}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("new"), bot_pause=3600) as url:
        yield url


@pytest.mark.parametrize("game", speelhol.games())
def test_a_refused_form_comes_back_as_it_was_filled_in(address: str, game: str) -> None:
    """Every field of it: whoever corrects one thing has not to look after the others."""
    rng, refused = random.Random(game), 0
    with httpx.Client(base_url=address) as somebody:
        form = Form(somebody.get(f"/new?game={game}").text)
        for _ in range(60):
            filled = form.any(rng, game)
            answer = somebody.post("/new", data=filled)
            if answer.status_code != 303:
                refused += 1
                assert 'role="alert"' in answer.text
                assert Form(answer.text).filled == filled
    assert refused > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("welcome", ["any", "known"])
def test_no_table_is_dealt_at_once_and_offered_to_others(address: str, language: str, welcome: str) -> None:
    """Whatever of the form promises that others find the table: it is refused where nobody could sit down any more."""
    with httpx.Client(base_url=address, cookies={"language": language}) as somebody:
        filled = Form(somebody.get("/new?game=thieves").text).filled | {"name": "Ann", "bots": "1"}
        asked = filled | {"listed": "1", "welcome": welcome}
        answer = somebody.post("/new", data=asked)
        assert answer.status_code == 409
        assert unescape(turned_words(language, "listed-but-dealt")) in unescape(answer.text)
        assert Form(answer.text).filled == asked
        for left_out in ("listed", "bots"):
            opened = somebody.post("/new", data={name: value for name, value in asked.items() if name != left_out})
            phase = somebody.get(f"/api{opened.headers['location'].replace('/t/', '/tables/')}").json()["phase"]
            assert phase == ("playing" if left_out == "listed" else "gathering")


def test_the_form_says_that_it_deals_at_once(house: House, browser: Browser, run: Run) -> None:
    """At the switch, above the button and on it; then nothing promises that friends can come by a link."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/new?game=thieves")
        bar, promise = noor.page.locator(".gobar"), noor.page.get_by_text("You get a link for your friends.")
        await expect(bar.get_by_role("button", name="Open the table", exact=True)).to_be_visible()
        await expect(promise).to_be_visible()
        await noor.page.get_by_role("switch", name=re.compile("^Deal at once")).check()
        await expect(bar.get_by_role("button", name="Deal at once", exact=True)).to_be_visible()
        await expect(promise).to_be_hidden()
        await noor.leave()

    run(visit())


def test_a_variant_for_fewer_players_is_said_and_kept(address: str) -> None:
    with httpx.Client(base_url=address) as somebody:
        form = Form(somebody.get("/new?game=casablanca").text)
        filled = form.filled | {"name": "Ann", "option.variant": "agent", "seats": form.offered["seats"][-1]}
        answer = somebody.post("/new", data=filled)
        assert answer.status_code == 400
        assert Form(answer.text).filled == filled


@pytest.mark.parametrize("game", speelhol.games())
def test_a_form_is_read_in_another_language_as_it_was_filled_in(address: str, game: str) -> None:
    """By its address, also without a script; after a refusal, and once more."""
    rng = random.Random(game)
    with httpx.Client(base_url=address, follow_redirects=True) as somebody:
        form = Form(somebody.get(f"/new?game={game}").text)
        for language in ("nl", "fr", "en"):
            filled = form.any(rng, game) | {"name": "   "}
            refused = Form(somebody.post("/new", data=filled).text)
            page = somebody.post("/language", data={"language": language, "back": refused.back}).text
            assert f'<html lang="{language}"' in page
            assert Form(page).filled == filled
            filled["name"] = rng.choice(NAMES)
            again = Form(somebody.get(f"/new?{urlencode(filled)}").text)
            assert again.filled == filled
            assert Form(somebody.post("/language", data={"language": "en", "back": again.back}).text).filled == filled


def test_a_page_is_read_in_another_language_where_it_stands(address: str) -> None:
    """And what is refused where nobody can look leads to the front door."""
    with httpx.Client(base_url=address, follow_redirects=True) as somebody:
        for path in ("/new?bots=1", "/gallery", "/rules/thieves"):
            assert Form(somebody.get(path).text).back == path
        refused = somebody.post("/join", data={"code": "no-such-table"})
        assert refused.status_code == 404
        assert somebody.post("/language", data={"language": "nl", "back": Form(refused.text).back}).status_code == 200


@pytest.mark.parametrize("fill", ["1", ""])
def test_the_bots_that_were_chosen_are_those_of_the_lobby(address: str, fill: str) -> None:
    """Also if none was seated at once: the picker says them, and so are those that are seated without a word."""
    chosen = {"level": "schemer", "character": "liar", "hints": "off"}
    with httpx.Client(base_url=address, follow_redirects=True) as host:
        form = {"game": "thieves", "seats": "4", "name": "Ann", **chosen} | ({"bots": "1", "luck": "x"} if fill else {})
        lobby = host.post("/new", data=form)
        code = lobby.url.path.rpartition("/")[2]
        facts = host.get(f"/api/tables/{code}").json()
        assert facts["hints"] == "off"
        if fill:
            assert {(c["level"], c["character"]) for c in facts["chairs"][1:]} == {("schemer", "liar")}
            host.post(f"/t/{code}/leave", data={"seat": "3", "sitting": "0"})
            lobby = host.get(f"/t/{code}")
        for value in (chosen["level"], chosen["character"]):
            assert f'<option value="{value}" selected' in lobby.text
    body = {"game": "thieves", "seats": 4, "name": "Robota", "level": "schemer", "character": "liar"}
    seat = httpx.post(f"{address}/api/tables", json=body).json()
    path, key = f"{address}/api/tables/{seat['code']}", {"authorization": f"Bearer {seat['key']}"}
    assert httpx.post(f"{path}/bots", headers=key).status_code == 200
    chairs = httpx.get(path).json()["chairs"][1:]
    assert {(chair["level"], chair["character"]) for chair in chairs} == {("schemer", "liar")}


def test_another_game_and_another_language_keep_what_is_filled_in(house: House, browser: Browser, run: Run) -> None:
    """As somebody taps through the form, before anything was sent."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        page = noor.page
        await noor.go("/new")
        await page.get_by_label("Your name").fill("Noor & co")
        await page.locator("select[name=level]").select_option("schemer")
        await page.locator(".change > summary").click()
        await page.locator("select[name=pace]").select_option("match:600:10")
        await page.locator("input[name=bots]").check()
        await page.locator(".groom[data-room=casablanca]").click()
        await page.wait_for_url("**/new?*game=casablanca*")
        await page.locator("select[name=seats]").select_option("7")
        await page.locator("input[name='option.variant'][value=agent]").check()
        before = await page.evaluate(FILLED)
        assert before["name"] == "Noor & co"
        assert before["pace"] == "match:600:10"
        await page.locator(".lang[value=nl]").click()
        await expect(page.locator("html[lang=nl]")).to_be_attached()
        assert await page.evaluate(FILLED) == before
        await page.locator(".gobar .btn-go").click()
        await expect(page.get_by_role("alert")).to_be_visible()
        assert await page.evaluate(FILLED) == before
        await noor.leave()

    run(evening())


def test_the_rooms_are_gone_through_by_their_keys(house: House, browser: Browser, run: Run) -> None:
    """Each arrow leads one further, also where the form had to come anew for the room; a tap puts the focus nowhere."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        page, names = noor.page, speelhol.games()
        await noor.go("/new")
        rooms = [str(await one.get_attribute("value")) for one in await page.locator("input[name=game]").all()]
        assert sorted(rooms) == sorted(names)
        await page.locator("input[name=game]:checked").focus()
        begun = rooms.index(str(await page.locator("input[name=game]:checked").get_attribute("value")))
        for step in range(1, 4):
            room = rooms[(begun + step) % len(rooms)]
            await page.keyboard.press("ArrowRight")
            await page.wait_for_url(f"**/new?*game={room}&*")
            await expect(page.locator(f"input[name=game][value={room}]")).to_be_focused()
        await page.locator(f".groom[data-room={rooms[begun]}]").click()
        await page.wait_for_url(f"**/new?*game={rooms[begun]}&*")
        await expect(page.locator("input[name=game]:focus")).to_have_count(0)
        await noor.leave()

    run(visit())


def test_two_taps_to_a_game(house: House, browser: Browser, run: Run) -> None:
    """From the front page to cards in one's hand among bots, without a form; a name that nobody chose is forgotten. Who
    was never here before is offered the lesson in between."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/")
        await noor.page.get_by_role("link", name="Play with bots").click()
        await noor.page.get_by_role("button", name=re.compile("^Play.*Thieves")).click()
        await expect(noor.page.get_by_role("button", name="Begin with the lesson")).to_be_visible()
        await noor.page.get_by_role("button", name="Play without it").click()
        assert await noor.my_move_or_over() == "mine"
        await noor.go("/")
        await noor.page.get_by_role("link", name="Play with bots").click()
        await noor.page.get_by_role("button", name=re.compile("^Play.*Thieves")).click()
        assert await noor.my_move_or_over() == "mine"
        table = house.table(noor.page.url.rpartition("/")[2])
        assert [chair.bot for chair in table.chairs] == [False, *[True] * (len(table.chairs) - 1)]
        assert table.chairs[0].name == "Guest"
        assert table.chairs[0].luck, "the browser added luck to the deal"
        assert [one["name"] for one in await noor.context.cookies() if one["name"] == "name"] == []
        await noor.leave()

    run(evening())


FILLED = """() => {
  const filled = Object.fromEntries(new FormData(document.querySelector("form.nform")));
  delete filled.ticket; delete filled.luck;
  return filled;
}"""
