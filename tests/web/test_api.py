"""The JSON interface: its description, its page, and that the description is true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

import speelhol
from bench import public
from tests.house import living

EXAMPLES = 8
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("house"), bot_pause=0.2, generosity=1e6) as where:
        yield where


@pytest.fixture(scope="module")
def house(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as client:
        yield client


def tables(house: httpx.Client) -> list[dict[str, Any]]:
    """A table that gathers and one in play, with our keys to them."""
    game = speelhol.games()[0]
    body = {"game": game, "seats": speelhol.game(game).seats[0], "name": "Ann"}
    return [house.post("/api/tables", json={**body, "bots": bots}).json() for bots in (False, True)]


def test_the_description_is_true(address: str, house: httpx.Client) -> None:
    """Whatever is sent, right or wrong: no server error, and no answer that the description does not know."""
    seats = tables(house)
    config = SchemathesisConfig(seed=1)
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", config=config)
    operations = [
        found.ok() for found in schema.exclude(path_regex="/events$").get_all_operations() if isinstance(found, Ok)
    ]
    assert len(operations) == 31
    for operation in operations:
        for mode in GenerationMode:
            try_out(operation, mode, seats)


def try_out(operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, seats: list[dict[str, Any]]) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS)
        if "code" in (case.path_parameters or {}):  # and at tables that exist, with a key that fits
            for seat in seats:
                case.path_parameters["code"] = seat["code"]
                case.call_and_validate(checks=CHECKS, headers={"authorization": f"Bearer {seat['key']}"})

    try:
        send()
    except Unsatisfiable:  # nothing about this request can be wrong
        assert mode is GenerationMode.NEGATIVE


def test_the_description(house: httpx.Client) -> None:
    answer = house.get("/api/openapi.json")
    assert answer.status_code == 200
    described = answer.json()
    assert described["openapi"].startswith("3.1")
    assert described["info"]["version"] == speelhol.__version__
    assert public.description(answer.content) == public.description(public.made())
    operations = {
        (method, path): operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    for (method, path), operation in operations.items():
        assert operation["summary"], path
        documented = set(operation["responses"])
        if "{code}" in path:
            assert {"404", "429"} <= documented, path
        if method == "post":
            assert {"400", "403", "409", "413", "429"} <= documented, path
        if operation.get("security"):
            assert "401" in documented, path
        for status, response in operation["responses"].items():
            if status >= "400":
                assert response["content"]["application/json"]["schema"]["$ref"].endswith("/Problem"), path
    assert ("get", "/api/tables/{code}/events") in operations
    assert not [path for _, path in operations if not path.startswith("/api/")]
    assert described["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"


def test_the_page_says_what_the_description_says(house: httpx.Client) -> None:
    page = house.get("/api/docs")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    described = house.get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in page.text
            assert operation["summary"].replace("'", "&#39;") in page.text
    for name in described["components"]["schemas"]:
        assert f'id="{name}"' in page.text
    assert not re.search(r"style=|<script>|https?://", page.text)
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= set(ids)


def test_the_page_names_the_house_by_which_it_is_read(house: httpx.Client) -> None:
    """What is copied from it leads to this house, at its own port, for every reader; and to no other."""
    for host in (f"127.0.0.1:{house.base_url.port}", "localhost:8123", "games.localhost"):
        page = house.get("/api/docs", headers={"host": host})
        assert re.findall(r"speelhol join (\S+)/t/", page.text) == [host]
    assert "8000" not in page.text
    assert house.get("/api/docs", headers={"host": "elsewhere.example"}).status_code == 421


def test_every_no_is_a_sentence(house: httpx.Client) -> None:
    seats = tables(house)
    code, key = seats[1]["code"], seats[1]["key"]
    auth = {"authorization": f"Bearer {key}"}
    asked = [
        (404, house.get("/api/tables/no-such-table")),
        (404, house.get("/api/nothing-here")),
        (405, house.put("/api/games")),
        (401, house.post(f"/api/tables/{code}/deal")),
        (401, house.post(f"/api/tables/{code}/deal", headers={"authorization": "Bearer x"})),
        (401, house.get(f"/api/tables/{code}/view", headers={"authorization": "Basic x"})),
        (400, house.post(f"/api/tables/{code}/actions", headers=auth, json={"action": "dance"})),
        (400, house.post(f"/api/tables/{code}/actions", headers=auth, json={"action": {"do": "dance"}})),
        (400, house.post(f"/api/tables/{code}/actions", headers=auth, json={})),
        (400, house.post(f"/api/tables/{code}/actions", headers=auth, content=b"{")),
        (400, house.post("/api/tables", json={"game": "chess", "seats": 2, "name": "A"})),
        (400, house.post("/api/tables", json={"game": speelhol.games()[0], "seats": 99, "name": "A"})),
        (400, house.post("/api/tables", json={"game": speelhol.games()[0], "seats": "four", "name": "A"})),
        (400, house.get(f"/api/tables/{code}/view?since=-1")),
        (409, house.post(f"/api/tables/{code}/deal", headers=auth)),
        (409, house.get(f"/api/tables/{seats[0]['code']}/view")),
        (409, house.get(f"/api/tables/{code}/record")),
        (413, house.post("/api/tables", content=json.dumps({"game": "x" * 30_000}))),
    ]
    for status, answer in asked:
        assert answer.status_code == status, answer.text
        said = answer.json()
        assert re.fullmatch(r"[A-Z].*[.?!]", said["error"]), said
        assert "Traceback" not in answer.text
    assert asked[3][1].headers["www-authenticate"] == "Bearer"


def test_the_stream_begins_with_what_is_now(address: str, house: httpx.Client) -> None:
    seats = tables(house)
    for seat, first in zip(seats, ("phase", "moment"), strict=True):
        path = f"{address}/api/tables/{seat['code']}/events"
        with httpx.stream("GET", path, headers={"authorization": f"Bearer {seat['key']}"}, timeout=10) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            data = next(line for line in answer.iter_lines() if line.startswith("data: "))
        assert first in json.loads(data.removeprefix("data: "))
    view = house.get(f"/api/tables/{seats[1]['code']}/view", headers={"authorization": f"Bearer {seats[1]['key']}"})
    assert view.json()["seat"] == 0
