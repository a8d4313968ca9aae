"""A house that was put back from a backup: everybody at its tables reads so, and the host decides."""

from __future__ import annotations

import pytest

from speelhol.den import Table
from speelhol.den.tables import entries as e

from .visitors import House

BACKUP = 1_700_000_000.0
WHEN = "2023-11-14 22:13 UTC"
HEADS = {"en": "Table put back to", "nl": "Tafel teruggezet naar", "fr": "Table ramenée à"}


def put_back(house: House, table: Table) -> None:
    house.run(house.den.write, table, lambda _: e.Restored(BACKUP, 12345))


@pytest.mark.parametrize("look", ["drawn", "words"])
@pytest.mark.parametrize("language", HEADS)
def test_everybody_reads_that_a_match_was_put_back(house: House, language: str, look: str) -> None:
    """Players and who looks on, on either page, until the host lets it go on; in the log from then on."""
    table, (host, guest) = house.opened(people=2)
    put_back(house, table)
    watcher = house.visitor()
    watcher.get("/")
    for who in (host, guest, watcher):
        who.cookies |= {"language": language, "look": look}
        page = who.get(f"/t/{table.code}").text
        assert f"{HEADS[language]} {WHEN}." in page
        assert '<h1 class="long"' not in page, "it would leave no room for what it means"
        assert page.count(WHEN) >= 2, "it stands in the log, too"
    assert house.client.get(f"/api/tables/{table.code}").json()["paused"]
    assert f"/t/{table.code}/pause" in host.get(f"/t/{table.code}").text
    assert f"/t/{table.code}/close" in host.last.text
    assert host.post(f"/t/{table.code}/pause", paused="0").status_code == 303
    page = guest.get(f"/t/{table.code}").text
    assert HEADS[language] not in page
    assert WHEN in page


def test_what_had_not_begun_is_closed_and_says_why(house: House) -> None:
    table, (host,) = house.opened(deal=False)
    put_back(house, table)
    page = host.get(f"/t/{table.code}").text
    assert f"{HEADS['en']} {WHEN}." in page
    assert "please open another table" in page


def test_a_record_of_a_match_that_was_put_back_is_as_sound_as_any(house: House) -> None:
    table, (host,) = house.opened()
    put_back(house, table)
    host.post(f"/t/{table.code}/pause", paused="0")
    house.finish(table)
    assert host.get(f"/t/{table.code}").is_success
    record = house.client.get(f"/api/tables/{table.code}/record").json()
    assert record["fair"]["commitment"] == table.commitment
