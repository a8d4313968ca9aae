"""Refusals that a player meets by no fault of theirs: in their language, and about what they did."""

from __future__ import annotations

import pytest

from .visitors import House

ELSEWHERE = {
    "en": "This came from another site",
    "nl": "Dit kwam van een andere site",
    "fr": "Cela venait d’un autre site",
}
SIZE = {"en": "is for 4 to", "nl": "is voor 4 tot", "fr": "se joue de 4 à"}


@pytest.mark.parametrize("language", ELSEWHERE)
def test_refusals_are_in_the_language_of_the_page(house: House, language: str) -> None:
    guest = house.visitor()
    guest.get("/")
    guest.cookies["language"] = language
    for origin in ("https://evil.example", "null"):
        answer = guest.post("/new", headers={"origin": origin}, game="thieves")
        assert (answer.status_code, ELSEWHERE[language] in answer.text) == (403, True)
    answer = guest.post("/new", game="casa-de-papel", seats="9", name="Ann")
    assert (answer.status_code, SIZE[language] in answer.text) == (409, True)


def test_who_is_not_here_reads_who_can_report(house: House) -> None:
    table, _ = house.opened(people=2)
    answer = house.visitor().post(f"/t/{table.code}/report", what="name:0")
    assert (answer.status_code, "can report something" in answer.text) == (403, True)


def test_reports_of_a_neighbour_are_their_own(strict: House) -> None:
    """Somebody at the same address who reports without end leaves the others theirs."""
    table, (ann, bob) = strict.opened(people=2)
    answers = [bob.post(f"/t/{table.code}/report", what="name:0").status_code for _ in range(9)]
    assert answers[-1] == 429
    assert ann.post(f"/t/{table.code}/report", what="name:1").status_code == 200


def test_the_word_before_a_key_may_be_written_in_any_letters(house: House) -> None:
    table, _ = house.opened(people=2)
    key = house.den.key(table, 1)
    for word in ("Bearer", "bearer", "BEARER"):
        view = house.client.get(f"/api/tables/{table.code}/view", headers={"authorization": f"{word} {key}"})
        assert view.json()["seat"] == 1
    for header in (key, f"Basic {key}", "Bearer", f"Bearer{key}"):
        path = f"/api/tables/{table.code}/view"
        assert house.client.get(path, headers={"authorization": header}).status_code == 401
