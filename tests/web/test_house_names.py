"""By which names the house answers: a page whose name was bent to this machine is not one of ours."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from speelhol.cli.serve import serve
from speelhol.web.server import run as serving
from speelhol.web.session.names import HouseNames, own_names
from tests.house import living

GAME, SEATS = "casa-de-papel", 4
PUBLIC = "https://games.example.org"
STRANGE = (
    "evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "evil.localhost.example",
    "127.0.0.1@evil.example", "[::1].evil.example", "[evil]", "a:b:c", "127.0.0.1:x", "2130706433", "",
)  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house that nobody gave a name."""
    names = serving.known_as("127.0.0.1", None, "")
    with living(tmp_path_factory.mktemp("names"), bot_pause=3600, names=names) as url:
        yield url


def seated(line: httpx.Client) -> tuple[str, dict[str, str], dict[str, Any]]:
    """A dealt table: its name, the key of its host, and a decision."""
    seat = line.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "A", "bots": True}).json()
    key = {"authorization": f"Bearer {seat['key']}"}
    view = line.get(f"/api/tables/{seat['code']}/view", headers=key).json()
    return seat["code"], key, {"action": view["offers"]["choices"][0], "moment": view["moment"]}


@pytest.mark.parametrize("host", STRANGE)
def test_other_names_are_refused_everywhere(address: str, host: str) -> None:
    """Pages, the JSON interface, streams, files, and the short way of a decision."""
    with httpx.Client(base_url=address) as line:
        code, key, play = seated(line)
        named = {**key, "host": host}
        answers = [
            line.get(path, headers=named)
            for path in ("/", "/new", f"/t/{code}", f"/t/{code}/live", f"/t/{code}/table", "/api/games", "/metrics",
                         f"/api/tables/{code}/view", f"/api/tables/{code}/events", "/static/den.js", "/gallery")
        ]  # fmt: skip
        answers += [
            line.post(f"/api/tables/{code}/actions", headers=named, json=play),
            line.post(f"/api/tables/{code}/actions", headers={**named, "origin": f"http://{host}"}, json=play),
            line.post("/api/tables", headers=named, json={"game": GAME, "seats": SEATS, "name": "A"}),
            line.post("/new", headers={**named, "origin": f"http://{host}"}, data={"game": GAME, "name": "A"}),
        ]
        for answer in answers:
            assert answer.status_code in (421, 400), answer.url
            assert answer.status_code == 400 or "--public-url" in answer.text
        assert line.get(f"/api/tables/{code}/view", headers=key).json()["answer"] is None
        assert line.get("/health", headers={"host": host}).status_code in (200, 400)
    assert "--public-url" in httpx.get(address, headers={"host": "evil.example", "accept-language": "fr"}).text
    assert "heet niet zo" in httpx.get(address, headers={"host": "evil.example", "accept-language": "nl"}).text


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:80", "[::1]:8000", "[::1]", "192.168.1.20:8000", "LOCALHOST:1", "den.localhost",
     "localhost.", *own_names("192.168.1.20")],
)  # fmt: skip
def test_addresses_and_names_of_this_machine_are_welcome(address: str, host: str) -> None:
    assert socket.gethostname().lower() in own_names("x")
    with httpx.Client(base_url=address) as line:
        code, key, play = seated(line)
        page = line.get(f"/t/{code}", headers={"host": host})
        assert page.status_code == 200
        named = {"host": host, "origin": f"http://{host}"}
        assert line.post("/language", headers=named, data={"language": "nl"}).status_code == 303
        assert line.post(f"/api/tables/{code}/actions", headers={**key, "host": host}, json=play).status_code == 200


def test_links_carry_the_name_that_the_owner_gave(tmp_path: Path) -> None:
    names = serving.known_as("127.0.0.1", "127.0.0.1", PUBLIC + "/")
    with (
        living(tmp_path, bot_pause=3600, proxy="127.0.0.1", names=names) as address,
        httpx.Client(base_url=address) as line,
    ):
        opened = line.post("/new", data={"game": GAME, "seats": str(SEATS), "name": "A"})
        path = opened.headers["location"]
        # a proxy may say the visitor's name, its own, or none that counts
        for host in ("games.example.org", "GAMES.example.org:443", "127.0.0.1:8000"):
            for page in (line.get(p, headers={"host": host}) for p in (path, f"{path}/device")):
                assert f"{PUBLIC}{path}" in page.text
                assert "127.0.0.1" not in page.text
            ours = {"host": host, "origin": PUBLIC, "sec-fetch-site": "same-origin"}
            assert line.post("/language", headers=ours, data={"language": "en"}).status_code == 303
            theirs = {"host": host, "origin": "https://evil.example"}
            assert line.post("/language", headers=theirs, data={"language": "en"}).status_code == 403
        assert line.get("/", headers={"host": "evil.example"}).status_code == 421
        assert line.get("/", headers={"host": "other.example.org"}).status_code == 421


def test_behind_a_proxy_that_nobody_named_every_name_is_believed(tmp_path: Path) -> None:
    names = serving.known_as("127.0.0.1", "127.0.0.1", "")
    with living(tmp_path, proxy="127.0.0.1", names=names) as address:
        assert httpx.get(address, headers={"host": "games.example.org"}).status_code == 200
        assert httpx.get(address, headers={"host": ""}).status_code == 421


@pytest.mark.parametrize("url", ["games.example.org", "ftp://x.org", "https://", "https://x.org/games", "https://x.org?a",
                                 "https://a@x.org", "https://x.org:y", "https://[::1", "https://x.org#a"])  # fmt: skip
def test_a_public_url_that_is_none_is_said_in_a_sentence(tmp_path: Path, url: str) -> None:
    said = CliRunner().invoke(serve, ["--public-url", url, "--data", str(tmp_path), "--no-browser"])
    assert said.exit_code != 0
    assert "The public URL must look like https://games.example.org" in said.output
    assert "Traceback" not in said.output


def test_the_command_hands_the_public_url_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[HouseNames] = []

    def app(*args: Any, **_: Any) -> None:
        seen.extend(arg for arg in args if isinstance(arg, HouseNames))
        raise OSError("enough")

    monkeypatch.setattr(serving, "create_app", app)
    CliRunner().invoke(serve, ["--port", "0", "--data", str(tmp_path), "--no-browser"])
    for more in (["--public-url", PUBLIC], ["--public-url", PUBLIC, "--proxy"], ["--proxy"], []):
        CliRunner().invoke(serve, ["--port", "18764", "--data", str(tmp_path), "--no-browser", *more])
    assert [(names.public_url, names.anything) for names in seen] == [
        (PUBLIC, False), (PUBLIC, False), ("", True), ("", False),
    ]  # fmt: skip
