"""Two people share a device: its address says who of them has it in hand."""

from __future__ import annotations

import re

import pytest

from speelhol.den import Table

from .test_ended_devices import live, next_html
from .visitors import GAME, SEATS, Browser, House, offered


def shared(house: House) -> tuple[Table, Browser]:
    """A table with two people at the host's device and bots in the other chairs."""
    host = house.visitor()
    host.post("/new", game=GAME, seats=str(SEATS), name="Ann")
    path = host.last.headers["location"]
    assert host.post(f"{path}/sit", seat="1", name="Kit").status_code == 303
    host.post(f"{path}/fill")
    assert host.post(f"{path}/deal").status_code == 303
    return house.table(path.removeprefix("/t/")), host


def test_whoever_takes_the_device_over_says_so_in_the_address(house: House) -> None:
    table, host = shared(house)
    path = f"/t/{table.code}"
    curtain = host.get(path).text
    assert '<button class="btn btn-go" name="holder" value="0">' in curtain
    mine = host.get(f"{path}?holder=0").text
    assert mine != curtain
    assert f"{path}/live?holder=0" in mine
    answer = host.post(f"{path}/act", seat="0", part=offered(table, 0))
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?holder=0")


def shown(page: str) -> str:
    """A page but for the time at which it was made."""
    return re.sub(r'data-now="\d+"', "", page)


@pytest.mark.parametrize("seat", [0, 1])
def test_links_with_the_name_of_before_show_the_same(house: House, seat: int) -> None:
    """A page that was open when the house got its new version, and an address that somebody kept."""
    table, host = shared(house)
    path = f"/t/{table.code}"
    now = shown(host.get(f"{path}?holder={seat}").text)
    assert now == shown(host.get(f"{path}?face={seat}").text) == shown(host.get(f"{path}?holder={seat}&face=9").text)
    streams = (live(house, host, table, f"html=1&{name}={seat}") for name in ("face", "holder"))
    with next(streams) as old, next(streams) as new:
        assert next_html(old) == next_html(new)
    assert now != shown(host.get(path).text)
