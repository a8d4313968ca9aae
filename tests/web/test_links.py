"""The link to send leads where the friends are, or says that it does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import speelhol
from speelhol.web.server import run
from speelhol.web.server.capacity import Capacity
from speelhol.web.session.names import HouseNames
from speelhol.web.text import templates
from tests.house import living

GAME = "casa-de-papel"
LAN = "http://192.168.1.20:8000"
PUBLIC = "https://games.example.org"
ONLY_HERE = {
    "en": "This link works on this machine only. For phones in the same network, start the house with ./play --lan.",
    "nl": "Deze link werkt alleen op deze computer.",
    "fr": "Ce lien ne fonctionne que sur cet ordinateur.",
}


def links(address: str, host: str, language: str = "en") -> tuple[str, str]:
    """The pages with a link to send, as the host of a table sees them who opened the house as `host`: the table before
    the deal, and the one for another device."""
    named = {"host": host, "accept-language": language}
    with httpx.Client(base_url=address, headers=named, follow_redirects=False) as ann:
        ann.get("/")
        form = {"game": GAME, "seats": str(speelhol.game(GAME).seats[0]), "name": "Ann"}
        table = ann.post("/new", data=form).headers["location"]
        return ann.get(table).text, ann.get(f"{table}/device").text


def shown(page: str) -> set[str]:
    """Where the links to send lead, without their paths."""
    found: list[str] = re.findall(r'(?:data-copy|value)="(https?://[^/"]+)/', page)
    return set(found)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[..., HouseNames]:
    """What a house goes by that was started in a certain way, on a machine in a network."""
    monkeypatch.setattr(run, "lan_address", lambda: "192.168.1.20")

    def start(host: str, public_url: str = "") -> HouseNames:
        return run.known_as(host, None, public_url, 8000)

    return start


def test_a_link_that_works_here_only_says_so(tmp_path: Path, opened: Callable[..., HouseNames]) -> None:
    with living(tmp_path, names=opened("127.0.0.1")) as address:
        for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
            for language, words in ONLY_HERE.items():
                for page in links(address, host, language):
                    assert shown(page) == {f"http://{host}"}
                    assert words in page
                    assert "./play --lan" in page


def test_whoever_installed_a_wheel_is_told_another_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no `play` beside what is installed."""
    said = templates.Environment("en").get_template("only_here.html").render()
    assert "start the house with ./play --lan." in said
    monkeypatch.setattr(templates, "ROOT", tmp_path)
    said = templates.Environment("en").get_template("only_here.html").render()
    assert "start the house with speelhol serve --lan." in said


@pytest.mark.parametrize(
    ("listens", "public_url", "came"),
    [
        (
            "0.0.0.0",  # noqa: S104 - nothing listens: it is a house's word
            "",
            {
                "localhost:8000": LAN,
                "127.0.0.1:8000": LAN,
                "[::1]:8000": LAN,
                "192.168.1.20:8000": LAN,
                "10.0.0.7:8000": "http://10.0.0.7:8000",  # another network of this machine
            },
        ),
        ("::", "", {"[::1]:8000": LAN}),
        ("192.168.1.20", "", {"192.168.1.20:8000": LAN}),
        ("127.0.0.1", PUBLIC, {"localhost:8000": PUBLIC, "games.example.org": PUBLIC}),
        ("0.0.0.0", PUBLIC, {"localhost:8000": PUBLIC}),  # noqa: S104
    ],
)
def test_a_link_leads_where_the_others_find_the_house(
    tmp_path: Path, opened: Callable[..., HouseNames], listens: str, public_url: str, came: dict[str, str]
) -> None:
    """However the one who sends it opened the house."""
    with living(tmp_path, names=opened(listens, public_url)) as address:
        for host, leads in came.items():
            for page in links(address, host):
                assert shown(page) == {leads}
                assert ONLY_HERE["en"] not in page


def test_the_start_says_where_it_works(
    opened: Callable[..., HouseNames], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def told(host: str, lan: bool = False, public_url: str = "") -> str:
        run.greet(run.front_door(opened(host, public_url), host, 8000), lan, False, Capacity(1_600, 2_000))
        return " ".join(capsys.readouterr().out.split())

    assert "http://localhost:8000/" in told("127.0.0.1")
    assert "this machine only; started with --lan" in told("127.0.0.1")
    assert "There is room for 1,600 streams and 2,000 connections." in told("127.0.0.1")
    for words in (told("0.0.0.0", lan=True), told("192.168.1.20")):  # noqa: S104
        assert f"{LAN}/" in words
        assert "only" not in words
    assert f"{PUBLIC}/" in told("127.0.0.1", public_url=PUBLIC)
    assert "only" not in told("127.0.0.1", public_url=PUBLIC)
    monkeypatch.setattr(run, "lan_address", lambda: "")
    assert "in no network" in told("0.0.0.0", lan=True)  # noqa: S104
