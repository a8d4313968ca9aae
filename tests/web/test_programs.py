"""Everybody sees which seats somebody's own program holds, wherever the seats are shown."""

from __future__ import annotations

import re
import threading
import time

import httpx
import pytest

from speelhol.client import Chair
from speelhol.client import House as Door
from speelhol.kernel import LANGUAGES

from .gathering import opened, visitor
from .house import House

WORDS = {"en": "program", "nl": "programma", "fr": "programme"}


def badges(url: str, language: str) -> int:
    """How often a page says that somebody is a program."""
    page = httpx.get(url, headers={"accept-language": language}, follow_redirects=True).text
    return page.count(f"</svg>{WORDS[language]}</span>") + page.count(f"</svg> {WORDS[language]}")


def test_a_host_who_is_asked_first_sees_that_a_program_knocks(house: House) -> None:
    with visitor(house) as host:
        path = opened(host)
        host.post(f"{path}/settings", data={"approve": "1", "watch": "1", "talk": "1"})
        for name, program in (("Robota", True), ("Silvi", False)):
            answer = httpx.post(f"{house.url}/api/tables{path[2:]}/sit", json={"name": name, "program": program})
            assert answer.status_code == 202
        forms = re.findall(rf'<form method="post" action="{path}/answer">.*?</form>', host.get(path).text, re.DOTALL)
        for name, program in (("Robota", True), ("Silvi", False)):  # above the chairs, and in the host's sheet
            assert [('<span class="tag">' in form) for form in forms if f"Let {name} sit down" in form] == [program] * 2


@pytest.mark.parametrize("asked_first", [False, True])
def test_a_program_has_its_mark_in_three_languages(house: House, asked_first: bool) -> None:
    """In the waiting room and at the table, whether or not the host was asked; whoever makes no such claim has none."""
    with Door(house.url) as door, door.open("thieves", 3, "Hanna") as host:
        chairs: list[Chair] = []
        if asked_first:
            host.do("settings", approve=True)
        seating = threading.Thread(target=lambda: chairs.append(door.join(host.code, "Robota")), daemon=True)
        seating.start()
        while asked_first and not host.table()["knocks"]:
            time.sleep(0.01)
        if asked_first:
            host.do("answer", who=host.table()["knocks"][0]["who"])
            host.do("settings", approve=False)
        seating.join(30)
        guest = chairs[0]
        with Door(house.url) as other:
            other.join(host.code, "Silvi", program=False).close()
        assert [one["program"] for one in host.table()["chairs"]] == [False, True, False]
        path = f"{house.url}/t/{host.code}"
        assert [badges(path, language) for language in LANGUAGES] == [1, 1, 1]
        host.deal()
        assert [badges(path, language) for language in LANGUAGES] == [1, 1, 1]
        guest.close()
