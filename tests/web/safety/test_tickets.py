"""Nobody deals with a secret that is known, and nobody fits their luck to that of the others."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from tests.web.owners import do, house, opened, owner, sits, visitor


def ticket_of(who: httpx.Client) -> tuple[str, str]:
    """A ticket and the seal that the page shows with it."""
    page = who.get("/new?game=thieves").text
    return page.partition('name="ticket" value="')[2].partition('"')[0], page.partition('data-of="')[2].partition('"')[
        0
    ]


def facts(who: httpx.Client, path: str) -> dict[str, object]:
    told: dict[str, object] = who.get(f"/api/tables/{path.removeprefix('/t/')}").json()
    return told


def test_a_deleted_tables_ticket_opens_neither_its_name_nor_its_secret(tmp_path: Path) -> None:
    """Its secret was told with the record: who deals with it again knows every card."""
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host:
        ticket, seal = ticket_of(host)
        first = opened(host, "Hanna", ticket=ticket, bots="1")
        assert facts(host, first)["commitment"] == seal
        assert do(olga, "delete", code=first.removeprefix("/t/")).status_code == 200
        assert host.get(first).status_code == 404
        second = opened(host, "Hanna", ticket=ticket)
        assert second != first
        assert facts(host, second)["commitment"] != seal


def test_nobody_sees_the_luck_of_others_before_the_deal(tmp_path: Path) -> None:
    """Only that there is some; whoever adds theirs last could choose it. After the deal it is everybody's to note."""
    with house(tmp_path) as at, visitor(at) as host, visitor(at) as guest, visitor(at) as stranger:
        ticket, _ = ticket_of(host)
        path = opened(host, "Hanna", ticket=ticket, luck="four-leaves-9")
        assert sits(guest, path, "Gus").status_code == 200
        for who in (guest, stranger):
            for where in (path, f"{path}/table", f"/api{path.replace('/t/', '/tables/')}"):
                assert "four-leaves-9" not in who.get(where).text, where
        page = guest.get(path).text
        assert re.findall(r"<b>(\w+)</b>\s*<code>(.)</code>", page) == [("Hanna", "✓"), ("Gus", "–")]
        assert "four-leaves-9" in host.get(path).text
        chairs = facts(guest, path)["chairs"]
        assert [(one["luck"], one["has_luck"]) for one in chairs] == [("", True), ("", False), ("", False)]  # type: ignore[attr-defined]
        host.post(f"{path}/fill")
        assert host.post(f"{path}/deal").status_code == 200
        assert facts(guest, path)["chairs"][0]["luck"] == "four-leaves-9"  # type: ignore[index]
        assert "1=four-leaves-9" in guest.get(path).text
