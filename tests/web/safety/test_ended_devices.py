"""A page or a program that was open when its key was ended: it hears no more of the seat, from that moment on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from speelhol.den import Table

from .test_seat_keys import SEAT, own, taken
from .visitors import Browser, House, bearer

SAID = "now we are alone"
TOLD = "This device no longer holds the chair of P1: a new link was made."
DOCK = re.compile(r'\s*<div class="dock">.*?</div>\s*', re.DOTALL)


@contextmanager
def listening(house: House, path: str, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
    """What a stream says, message by message; it ends where the house ends it."""
    with (
        httpx.Client(base_url=house.client.base_url, timeout=20) as line,
        line.stream("GET", path, headers=headers) as stream,
    ):
        assert stream.status_code == 200
        yield (json.loads(one[5:]) for one in stream.iter_lines() if one.startswith("data:") and one != "data:")


def cookies(who: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in who.cookies.items())


def live(house: House, who: Browser, table: Table, more: str) -> Any:
    return listening(house, f"/t/{table.code}/live?{more}", cookie=cookies(who))


def next_html(messages: Iterator[dict[str, Any]]) -> str:
    return next(str(message["html"]) for message in messages if "html" in message)


def hand(house: House, table: Table) -> set[str]:
    """What the page of a seat says that the open table does not: the lines of its own panels."""
    game = table.playing.game
    speech = game.speak("en", table.names)
    panels = [panel for panel in game.describe(table.playing.view(SEAT).now, speech) if panel.private]
    return {panel.title for panel in panels}


@pytest.mark.parametrize("more", ["html=1", "html=1&words=1", f"html=1&holder={SEAT}"])
def test_an_open_page_is_shown_the_open_table_at_once(house: House, more: str) -> None:
    """And nothing of the seat afterwards: what it is sent is byte for byte what a passer-by is sent, but for a sentence
    that says what became of its chair."""
    table, people = house.opened(people=2)
    thief, passer = taken(house, table, house.den.key(table, SEAT)), house.visitor()
    passer.get("/")
    secrets = hand(house, table)
    assert secrets
    with live(house, thief, table, more) as stolen, live(house, passer, table, more) as open_table:
        mine, theirs = next_html(stolen), next_html(open_table)
        assert all(secret in mine and secret not in theirs for secret in secrets)
        assert people[SEAT].post(f"/t/{table.code}/device", seat=str(SEAT)).status_code == 200
        while any(secret in mine for secret in secrets):  # without anything else having happened
            mine = next_html(stolen)
        play_one(house, table)
        while table.playing.view(None).hush:  # nobody talks now
            play_one(house, table)
        house.run(house.den.say, table, SEAT, table.chairs[SEAT].person, SAID)
        while SAID not in theirs:
            theirs = next_html(open_table)
        while SAID not in mine:
            mine = next_html(stolen)
            assert not any(secret in mine for secret in secrets)
        assert TOLD in mine
        assert TOLD not in theirs
        assert DOCK.sub("", mine) == theirs


def play_one(house: House, table: Table) -> None:
    seat = table.playing.to_act[0]
    house.run(house.den.play, table, seat, next(iter(table.playing.legal(seat))))


def test_an_open_scene_is_patched_to_the_open_table_at_once(house: House) -> None:
    """A page that draws gets patches: the first one after the end takes the seat's own part away."""
    table, people = house.opened(people=2)
    thief = taken(house, table, house.den.key(table, SEAT))
    with live(house, thief, table, "") as messages:
        scene = next(messages)["scene"]
        assert (scene["seat"], scene["mine"]) == (SEAT, [SEAT])
        people[SEAT].post(f"/t/{table.code}/device", seat=str(SEAT))
        set_anew = next(patch for patch in (one["patch"].get("=", {}) for one in messages) if "seat" in patch)
        assert (set_anew["seat"], set_anew["mine"], set_anew["notes"]) == (None, [], "")
        assert set_anew["notice"]["text"] == TOLD


@pytest.mark.parametrize("deal", [True, False])
def test_an_ended_device_is_told_until_it_has_a_chair_again(house: House, deal: bool) -> None:
    """Before the match, too; the others are told nothing, nor is a big screen."""
    table, people = house.opened(people=2, deal=deal)
    device = taken(house, table, house.den.key(table, SEAT))
    people[SEAT].post(f"/t/{table.code}/device", seat=str(SEAT))
    page = f"/t/{table.code}"
    assert TOLD in device.get(page).text
    assert all(TOLD not in who.get(page).text for who in people)
    assert not deal or TOLD not in device.get(f"{page}/table").text
    device.cookies["look"] = "words"
    assert TOLD in device.get(page).text
    device.post(f"{page}/take", key=house.den.key(table, SEAT))
    assert TOLD not in device.get(page).text


@pytest.mark.parametrize("by", ["page", "program", "device"])
def test_an_open_program_ends_whoever_asked_for_the_new_link(house: House, by: str) -> None:
    table, people = house.opened(people=2)
    headers, events = bearer(house, table, SEAT), f"/api/tables/{table.code}/events"
    device = taken(house, table, house.den.key(table, SEAT))
    with listening(house, events, **headers) as messages:
        next(messages)
        if by == "program":
            house.client.post(f"/api/tables/{table.code}/key", headers=headers)
        else:
            (people[SEAT] if by == "page" else device).post(f"/t/{table.code}/device", seat=str(SEAT))
        play_one(house, table)
        assert list(messages) == []
    with listening(house, events, **own(house.den.key(table, SEAT))) as messages:
        assert next(messages)["seat"] == SEAT
