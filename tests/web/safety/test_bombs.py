"""What one seat can make the house write, and read again for ever after."""

from __future__ import annotations

from speelhol.den.tables.takebacks import MOST

from .visitors import House, bearer, offered

SENTENCES = {"en": "eight times already", "nl": "al acht keer", "fr": "déjà repris"}


def test_nobody_decides_and_takes_back_without_end(house: House) -> None:
    table, (host,) = house.opened()
    for _ in range(MOST):
        assert host.post(f"/t/{table.code}/act", seat="0", part=offered(table, 0)).status_code == 303
        assert 'class="undo"' in host.get(f"/t/{table.code}").text
        assert host.post(f"/t/{table.code}/undo", seat="0").status_code == 303
    assert host.post(f"/t/{table.code}/act", seat="0", part=offered(table, 0)).status_code == 303
    key = bearer(house, table, 0)
    seq = table.seq
    assert 'class="undo"' not in host.get(f"/t/{table.code}").text
    for language, words in SENTENCES.items():
        host.cookies["language"] = language
        answer = host.post(f"/t/{table.code}/undo", seat="0")
        assert answer.status_code == 400
        assert words in answer.text
        assert "house/table.undo" in answer.text
    answer = house.client.post(f"/api/tables/{table.code}/undo", headers=key)
    assert (answer.status_code, answer.json()["rule"]) == (409, "house/table.undo")
    assert table.seq == seq
