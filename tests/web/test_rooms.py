"""The rooms of the games: a door, a sign and colours from each folder, and any number of them side by side."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser

import speelhol
from speelhol.web.text.rooms import columns, tokens
from tests.contract.cases import having
from tests.game_copy import beside as copied

from .conftest import Run
from .house import House
from .people import PHONE

PAIRS = [(ink, ground) for ink in ("--felt-ink", "--felt-ink-2") for ground in ("--felt", "--felt-2")]
PAIRS += [("--bar-ink", "--bar"), ("--wall-ink", "--wall")]
"""What is written, and on what."""
ENOUGH = 4.5


def colours(sheet: str, room: str, dark: bool) -> dict[str, str]:
    """The tokens of a room as a page has them, by day or by night."""
    blocks = re.findall(rf'\[data-room(?:="{room}")?\] \{{(.*?)\}}', sheet, re.DOTALL)
    said = dict(re.findall(r"(--[\w-]+): (.+?);", "".join(blocks)))
    said = {
        name: re.sub(r"light-dark\((.+?), (.+?)\)", r"\2" if dark else r"\1", value) for name, value in said.items()
    }
    return {name: re.sub(r"var\((.+?)\)", lambda other: said[other[1]], value) for name, value in said.items()}


def brightness(colour: str) -> float:
    digits = colour.lstrip("#")
    parts = [digits[i : i + 2] for i in (0, 2, 4)] if len(digits) > 4 else [digit * 2 for digit in digits]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(p, 16) / 255 for p in parts)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def unreadable(sheet: str, room: str) -> list[str]:
    """Where somebody can't read what is written in a room."""
    found = []
    for dark in (False, True):
        said = colours(sheet, room, dark)
        for ink, ground in PAIRS:
            if ink in said:
                light, deep = sorted((brightness(said[ink]), brightness(said[ground])), reverse=True)
                if (light + 0.05) / (deep + 0.05) < ENOUGH:
                    found.append(f"{ink} on {ground} {'by night' if dark else 'by day'}")
    return found


@pytest.mark.parametrize("room", ["den", *speelhol.games()])
def test_whatever_is_written_in_a_room_can_be_read_by_day_and_by_night(room: str) -> None:
    assert unreadable(tokens(), room) == []


def test_dark_letters_on_a_dark_table_are_found() -> None:
    dim = '[data-room="cellar"] {\n --felt: light-dark(#5c2a1e, #eeeeee);\n --felt-ink: #222;\n}'
    assert unreadable(tokens() + dim, "cellar") == [
        "--felt-ink on --felt by day",
        "--felt-ink on --felt-2 by day",
        "--bar-ink on --bar by day",
        "--felt-ink on --felt-2 by night",
        "--felt-ink-2 on --felt by night",
        "--bar-ink on --bar by night",
    ]


@pytest.mark.parametrize("name", speelhol.games())
def test_a_room_paints_no_other(name: str) -> None:
    folder = speelhol.game(name).folder
    sheet = folder.text("draw/room.css") if folder.has("draw/room.css") else ""
    assert re.findall(r"^(.*?)\s*\{", sheet, re.MULTILINE) in ([], [f'[data-room="{name}"]'])


def fronts(house: House) -> tuple[str, str, str]:
    with httpx.Client(base_url=house.url, timeout=30) as noor:
        page, new = noor.get("/").text, noor.get("/new?game=burglars").text
        (sheet,) = re.findall(r'href="(/static/tokens.css[^"]*)"', page)
        return page, new, noor.get(sheet).text


def door_of(page: str, name: str) -> str:
    (found,) = re.findall(rf'<a class="door" data-room="{name}".*?</a>', page, re.DOTALL)
    return str(found)


def test_a_folder_brings_its_own_door_sign_and_colours(tmp_path: Path) -> None:
    with copied(tmp_path / "games", "burglars"):
        house = House(tmp_path)
        house.open()
        page, new, sheet = fronts(house)
        house.close()
    assert "#loot-ring" in door_of(page, "burglars")
    assert new.count("#police-car") == 2
    assert '[data-room="burglars"]{' in sheet
    assert sheet.count("[data-room") == 2 + len(having("draw/room.css"))


def test_a_folder_without_drawings_has_a_plain_door_and_the_colours_of_the_den(tmp_path: Path) -> None:
    with copied(tmp_path / "games", "burglars", without=("draw",)):
        house = House(tmp_path)
        house.open()
        page, new, sheet = fronts(house)
        house.close()
    assert ">T</text>" in door_of(page, "burglars")
    assert new.count(">T</text>") == 1
    assert "burglars" not in sheet


def test_a_door_needs_no_drawn_table_behind_it(beside: Path) -> None:
    for file in (*(beside / "draw").glob("*.py"), beside / "draw" / "table.html"):
        file.unlink()
    assert speelhol.game("burglars").start(seats=3).to_act


@pytest.mark.parametrize(
    ("count", "beside_each_other"), [(1, 3), (3, 3), (4, 4), (5, 5), (6, 3), (7, 4), (8, 4), (11, 4)]
)
def test_rows_of_doors_are_as_even_as_they_can_be(count: int, beside_each_other: int) -> None:
    assert columns(count) == beside_each_other


OVER = """() => {
    const cards = [...document.querySelectorAll(".door, .groom")].map(e => [e.dataset.room, e.getBoundingClientRect()]);
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const shut = [...document.querySelectorAll(".door b, .groom b")].filter(e => e.scrollWidth > e.clientWidth + 1);
    const aside = cards.filter(([, box]) => box.left < 0 || box.right > innerWidth).map(([room]) => room);
    const pairs = cards.flatMap((one, i) => cards.slice(i + 1).map(other => [one, other]));
    const crossed = pairs.filter(([[, a], [, b]]) => over(a, b)).map(([[room], [other]]) => room + " " + other);
    return [cards.length, [...aside, ...shut.map(e => e.textContent), ...crossed]];
}"""


@pytest.mark.parametrize(("more", "alone"), [(1, True), (1, False), (3, False)])
def test_any_number_of_games_stand_side_by_side(
    more: int, alone: bool, tmp_path: Path, browser: Browser, run: Run
) -> None:
    many = [f"burglars{number}" for number in range(more)]
    count = more if alone else more + len(speelhol.games())

    async def look(house: House) -> None:
        page = await browser.new_page()
        for size in (PHONE, {"width": 1280, "height": 800}):
            await page.set_viewport_size(size)  # type: ignore[arg-type]
            for path in ("/", "/new"):
                await page.goto(house.url + path)
                assert await page.evaluate(OVER) == [count, []], (size, path)
        await page.close()

    with copied(tmp_path / "games", *many, without=("draw",), alone=alone):
        house = House(tmp_path)
        house.open()
        run(look(house))
        house.close()
