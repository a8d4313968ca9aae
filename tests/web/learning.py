"""A lesson followed over HTTP in any language, each tip read on the page and done by the form under it."""

from __future__ import annotations

import html
import re
import time

import httpx
from msgspec import structs

import speelhol
from speelhol.kernel import SPOKEN, Action, Offers, Speech, filled
from speelhol.web.text.forms import offer_form

from .house import PATIENCE, House
from .people import Wish

COACH = re.compile(r'<p class="coach">.*?<span>(.*?)</span></p>', re.DOTALL)
MOMENT = re.compile(r'name="moment" value="(\w+)"')
NOT_FILLED = re.compile(r">[^<]*\{\w+(?::[^{}]*)?\}[^<]*<")
"""A sentence with a hole in it."""


def wish(offers: Offers, speech: Speech, action: Action) -> Wish:
    """Where in the form an action is, and how it is filled in."""
    parts = offer_form(offers, speech).parts
    listed = next((part for part in parts if part.action == action), None)
    if listed is not None:
        return {"part": listed.value, "fields": {}}
    tag = str(type(action).__struct_config__.tag)
    part = next(part for part in parts if part.kind != "choice" and part.picks == f"do={tag}")
    values = structs.asdict(action)
    if part.kind == "split":
        values = dict(next(iter(values.values())))
    names = {field.name: field.name.partition(".")[2] for field in part.fields}
    return {"part": part.value, "fields": {name: str(values.get(key, 0)) for name, key in names.items()}}


def learn(house: House, game: str, number: int, language: str) -> int:
    """Follow the coach to the end of a lesson. Returns how many tips there were; raises AssertionError if the page
    says anything else than the lesson does in this language, or leaves a hole in a sentence."""
    headers, lesson = {"accept-language": language}, speelhol.game(game).lessons[number - 1]
    with httpx.Client(base_url=house.url, headers=headers, cookies={"name": "Noor"}, timeout=PATIENCE) as noor:
        path = noor.post(f"/learn/{game}?lesson={number}").headers["location"]
        table = house.table(path.rpartition("/")[2])
        speech = table.game.speak(language, table.names)
        for tip in lesson.mine:
            page = _when_it_says(noor, path, expected(speech, tip.say[language]))
            assert table.match is not None
            offers = table.match.view(0).offers
            assert offers is not None
            chosen = wish(offers, speech, table.game.read(tip.do))
            (moment,) = set(MOMENT.findall(page))
            filled_in = {"seat": "0", "moment": moment, "part": chosen["part"], **chosen["fields"]}
            assert noor.post(f"{path}/act", data=filled_in).status_code < 400, tip.do
        _when_it_says(noor, path, expected(speech, lesson.end[language]))
        return len(lesson.mine)


def expected(speech: Speech, text: str) -> str:
    """What the coach says, with the names of the players."""
    names = {str(seat): name for seat, name in enumerate(speech.names)}
    return filled(speech.language, SPOKEN[speech.language].typeset(text), names)


def _when_it_says(reader: httpx.Client, path: str, text: str) -> str:
    until = time.monotonic() + PATIENCE
    while True:
        page = reader.get(path).text
        assert NOT_FILLED.findall(re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)) == []
        said = [html.unescape(one) for one in COACH.findall(page)]
        if said == [text]:
            return page
        assert time.monotonic() < until, (said, text)
        time.sleep(0.02)
