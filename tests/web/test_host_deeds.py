"""What hosts do, over HTTP: by the forms of the pages, by the JSON interface, and what the others' streams bring."""

from __future__ import annotations

import re
from contextlib import ExitStack

import httpx
import pytest

from speelhol.client import Declined
from speelhol.client import House as Door
from speelhol.den.tables import entries
from speelhol.web.pages.table import DEEDS

from .gathering import GAME, SEATS, dealt, opened, sits, visitor, watching
from .house import House


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


def test_who_is_barred_sees_nothing_more(house: House) -> None:
    """Their open stream ends; page, streams, JSON, replay, keys and device links are closed to them, under whatever
    name; and open again when the host says so."""
    with visitor(house) as host, visitor(house) as rude, visitor(house) as friend:
        path = dealt(host, (rude, "Rudy"), (friend, "Fay"))
        key = re.search(r"#([0-9a-f]{40})", rude.get(f"{path}/device").text)
        assert key is not None
        with watching(rude, path) as news:
            next(news)
            assert friend.post(f"{path}/bar", data={"who": "1", "sitting": "0"}).status_code == 403
            assert host.post(f"{path}/bar", data={"who": "1", "sitting": "0"}).status_code == 303
            list(news)  # the stream ends
        house.close()
        house.open()
        for what in ("", "/table", "/live?holder=", "/live?open=1", "/record", "/replay", "/device"):
            answer = rude.get(path + what)
            assert (answer.status_code, "removed you from this table" in answer.text) == (403, True), what
        for deed, data in (("sit", {"name": "Somebody Else"}), ("say", {"text": "hi", "name": "Else"}), ("host", {})):
            assert rude.post(f"{path}/{deed}", data=data).status_code == 403
        assert rude.post(f"{path}/take", data={"key": key[1]}).status_code == 403
        api = f"/api/tables{path.removeprefix('/t')}"
        for method, what in (("GET", "/view"), ("GET", "/events"), ("POST", "/resign")):
            answer = httpx.request(method, house.url + api + what, headers={"authorization": f"Bearer {key[1]}"})
            assert (answer.status_code, answer.json()["reason"]) == (403, "barred"), what
        assert "The host removed Rudy, who can’t come back." in friend.get(path).text
        assert "Rudy" not in str(host.get(api).json()["voices"])
        assert host.post(f"{path}/admit", data={"who": "0"}).status_code == 303
        assert "I am back" in rude.get(path).text


def test_who_is_removed_in_the_match_looks_on(house: House) -> None:
    with visitor(house) as host, visitor(house) as guest:
        path = dealt(host, (guest, "Gus"))
        with watching(guest, path) as news:
            next(news)
            assert host.post(f"{path}/remove", data={"who": "1", "sitting": "0"}).status_code == 303
            assert next(news)["patch"]
        page = guest.get(path).text
        assert 'name="seat" value="1"' not in page
        assert "The host removed Gus." in page
        assert "left" in host.get(path).text
        assert guest.post(f"{path}/undo", data={"seat": "1"}).status_code == 403


def test_a_host_who_resigns_leaves_the_table_to_those_who_play(house: House) -> None:
    """Page and JSON say whose it is now, who goes on with a match that was paused; whoever left only looks on."""
    with visitor(house) as host, visitor(house) as guest:
        path = dealt(host, (guest, "Gus"))
        api = f"/api/tables{path.removeprefix('/t')}"
        with watching(host, path) as news:
            next(news)
            assert host.post(f"{path}/pause").status_code == 303
            assert host.post(f"{path}/resign", data={"seat": "0"}).status_code == 303
            assert host.get(api).json()["host"] == 1
            for deed, data in HOSTS_DEEDS.items():
                assert host.post(f"{path}/{deed}", data=data).status_code == 403, deed
            assert guest.post(f"{path}/pause", data={"paused": "0"}).status_code == 303
        assert "Gus is the host now." in host.get(path).text
        assert f'action="{path}/pause"' in guest.get(path).text
        assert f'action="{path}/pause"' not in host.get(path).text


def test_a_table_is_closed_to_spectators_and_opened(house: House) -> None:
    """Those who watch are sent away at once; those who play, and their other devices, are not."""
    with visitor(house) as host, visitor(house) as guest, visitor(house) as looker, visitor(house) as phone:
        path = dealt(host, (guest, "Gus"))
        api = f"/api/tables{path.removeprefix('/t')}"
        with watching(looker, path) as news, watching(guest, path) as more:
            next(news), next(more)
            assert host.post(f"{path}/settings", data={"watch": "0"}).status_code == 303
            list(news)
            assert next(more)
        for what in (path, f"{path}/table", api, f"{api}/view"):
            assert looker.get(what).status_code == 403, what
        assert guest.get(path).status_code == 200
        key = re.search(r"#([0-9a-f]{40})", guest.get(f"{path}/device").text)
        assert key is not None
        assert phone.post(f"{path}/take", data={"key": key[1]}).status_code == 303
        assert phone.get(path).status_code == 200
        assert host.post(f"{path}/settings", data={"watch": "1"}).status_code == 303
        assert looker.get(path).status_code == 200


@pytest.mark.parametrize("fragment", [False, True], ids=["page", "fragment"])
def test_no_refusal_draws_a_table_for_who_may_not_look_at_it(house: House, fragment: bool) -> None:
    """By any of its addresses, whether asked by a form or by a page's own script: not for who is barred, not for who
    never came, not for who has just left."""
    headers = {"x-speelhol": "1"} if fragment else {}
    with visitor(house) as host, visitor(house) as rude, visitor(house) as gone, visitor(house) as stranger:
        path = dealt(host, (rude, "Rudy"), (gone, "Gus"))
        key = re.search(r"#([0-9a-f]{40})", rude.get(f"{path}/device").text)
        assert key is not None
        host.post(f"{path}/say", data={"text": "between us"})
        host.post(f"{path}/bar", data={"who": "1", "sitting": "0"})
        host.post(f"{path}/settings", data={"watch": "0"})
        assert "between us" in host.get(path).text
        left = gone.post(f"{path}/resign", data={"seat": "2"}, headers=headers, follow_redirects=True)
        answers = {"resign": left}
        keys = {"wrong": "0" * 40, "old": key[1], "none": ""}
        for name, who in (("rude", rude), ("gone", gone), ("stranger", stranger)):
            for deed in (*DEEDS, "nothing"):
                data = {"seat": "0", "who": "1", "name": "Else", "text": "hi"}
                answers[f"{name} {deed}"] = who.post(f"{path}/{deed}", data=data, headers=headers)
            for kind, shown in keys.items():
                answers[f"{name} take {kind}"] = who.post(f"{path}/take", data={"key": shown}, headers=headers)
            for what in ("", "/table", "/live?holder=", "/record", "/replay", "/device", "/house", "/take"):
                answers[f"{name} {what}"] = who.get(path + what, headers=headers)
        for what, answer in answers.items():
            assert "between us" not in answer.text, what
            assert "Ann" not in answer.text, what
            assert answer.status_code in (403, 404) or what.endswith("/take"), what


@pytest.mark.parametrize("own", [0, 2], ids=["host before guest", "guest before host"])
def test_who_sits_at_the_hosts_device_is_a_guest_on_their_own(house: House, own: int) -> None:
    """Several people share the host's device; one of them gets the link to their seat: by page and by key they play
    it, and do nothing that hosts do."""
    with visitor(house) as host, visitor(house) as kid, visitor(house) as other:
        path = str(host.post("/new", data={"game": GAME, "seats": "4", "name": "Nora"}).headers["location"])
        table = house.den.at_hand(path.removeprefix("/t/"))
        assert table is not None
        host.post(f"{path}/leave", data={"seat": "0", "sitting": "0"})
        for seat, name in ((own, "Ann"), (1, "Kit")):
            assert host.post(f"{path}/sit", data={"seat": str(seat), "name": name}).status_code == 303
        assert sits(other, path, "Olga") == 303
        key, mine = house.den.key(table, 1), house.den.key(table, own)
        assert kid.post(f"{path}/take", data={"key": key}).status_code == 303
        api = f"/api/tables{path.removeprefix('/t')}"
        with_key, with_mine = ({"authorization": f"Bearer {one}"} for one in (key, mine))
        for deed, data in HOSTS_DEEDS.items():
            assert kid.post(f"{path}/{deed}", data=data).status_code == 403, deed
        for deed, json in HOSTS_JSON.items():
            answer = httpx.post(f"{house.url}{api}/{deed}", headers=with_key, json=json)
            assert (answer.status_code, answer.json()["reason"]) == (403, "host-only"), deed
        assert host.get(api).json()["host"] == own
        assert httpx.post(f"{house.url}{api}/bots", headers=with_mine).status_code == 200
        assert host.post(f"{path}/deal").status_code == 303
        assert kid.post(f"{path}/pause").status_code == 403
        for headers in (with_key, with_mine):
            assert httpx.get(f"{house.url}{api}/view", headers=headers).status_code == 200
        assert kid.post(f"{path}/say", data={"text": "mine"}).status_code == 303
        assert httpx.post(f"{house.url}{api}/chat", headers=with_key, json={"text": "too"}).status_code == 200


HOSTS_DEEDS = {
    "silence": {"who": "3"},
    "remove": {"who": "3"},
    "bar": {"who": "3"},
    "leave": {"seat": "0"},
    "settings": {"watch": "0"},
    "pass": {"seat": "1"},
    "fill": {},
    "close": {},
}
HOSTS_JSON: dict[str, dict[str, object]] = {
    "silence": {"who": 3},
    "remove": {"who": 3},
    "settings": {"watch": False},
    "pass": {"chair": 1},
    "bots": {},
    "deal": {},
    "close": {},
}


def test_spectators_talk_if_they_may(house: House) -> None:
    with visitor(house) as host, visitor(house, "Wim") as looker:
        path = dealt(host)
        with watching(looker, path) as news:
            next(news)
            assert looker.post(f"{path}/say", data={"text": "hello", "name": "Wim"}).status_code == 303
            host.post(f"{path}/settings", data={"talk": "0"})
            answer = looker.post(f"{path}/say", data={"text": "hello", "name": "Wim"})
            assert (answer.status_code, "only those who play may talk" in answer.text) == (403, True)
            assert 'class="jr say"' not in looker.get(path).text
            assert host.post(f"{path}/say", data={"text": "quiet now"}).status_code == 303


def test_the_host_nods_at_the_door(house: House) -> None:
    with visitor(house) as host, visitor(house) as one, visitor(house) as two:
        path = opened(host)
        host.post(f"{path}/settings", data={"approve": "1"})
        assert "The host is asked first." in one.get(path).text
        host.post(f"{path}/leave", data={"seat": "0", "sitting": "0"})
        assert "Sit down" in host.get(path).text
        assert "The host is asked first." not in host.get(path).text  # it is them
        assert sits(host, path, "Ann") == 303
        with watching(one, path) as news, watching(host, path) as more:
            next(news), next(more)
            assert sits(one, path, "Una") == 303
            assert "You knocked" in next(str(page["html"]) for page in news if "You knocked" in str(page["html"]))
            assert any("Let Una sit down" in str(page["html"]) for page in more)
            assert sits(two, path, "Duo") == 303
            assert one.post(f"{path}/answer", data={"who": "0", "yes": "1"}).status_code == 403
            assert host.post(f"{path}/answer", data={"who": "0", "yes": "1"}).status_code == 303
            assert any("You knocked" not in str(page["html"]) for page in news)
        assert host.post(f"{path}/answer", data={"who": "1", "yes": "0"}).status_code == 303
        assert "Una" in two.get(path).text
        assert sits(two, path, "Another") == 403


def test_a_late_click_of_the_host_meets_nobody_else(house: House) -> None:
    """A second click, or one on an old page, when somebody else has come to where it pointed: by forms and by JSON."""
    with visitor(house) as host, visitor(house) as one, visitor(house) as two:
        path = opened(host)
        assert sits(one, path, "Una") == 303
        forms = re.findall(r'<form method="post" action="([^"]*)">(.*?)</form>', host.get(path).text, re.DOTALL)
        found = {deed: dict(FIELD.findall(inner)) for deed, inner in forms if "Una" in inner}
        old = {deed.rpartition("/")[2]: data for deed, data in found.items()}
        assert set(old) == {"silence", "leave", "pass", "remove", "bar"}
        one.post(f"{path}/leave", data={"seat": "1", "sitting": "0"})
        assert sits(two, path, "Duo") == 303
        for deed, data in old.items():
            for meant in (data, {name: value for name, value in data.items() if name != "sitting"}):
                answer = host.post(f"{path}/{deed}", data=meant)  # and one that does not say whom it means
                assert (answer.status_code, "Somebody else sits there now" in answer.text) == (409, True), deed
        table = house.den.at_hand(path.removeprefix("/t/"))
        assert table is not None
        api, key = f"{house.url}/api/tables/{table.code}", {"authorization": f"Bearer {house.den.key(table, 0)}"}
        assert [voice["sitting"] for voice in httpx.get(api).json()["voices"]] == [1]
        for deed, who in (("silence", "who"), ("leave", "chair"), ("pass", "chair"), ("remove", "who")):
            late = httpx.post(f"{api}/{deed}", headers=key, json={who: 1, "sitting": 0})
            assert (late.status_code, late.json()["reason"]) == (409, "somebody-else"), deed
        assert host.post(f"{path}/leave", data={"seat": "1", "sitting": "1"}).status_code == 303


FIELD = re.compile(r'name="(\w+)" value="(\d+)"')


def test_a_second_yes_at_the_door_lets_nobody_else_in(house: House) -> None:
    with visitor(house) as host, visitor(house) as one, visitor(house) as two:
        path = opened(host)
        host.post(f"{path}/settings", data={"approve": "1"})
        assert (sits(one, path, "Una"), sits(two, path, "Duo")) == (303, 303)
        yes = {"who": "0", "yes": "1"}
        assert [host.post(f"{path}/answer", data=yes).status_code for _ in range(2)] == [303, 409]
        facts = host.get(f"/api/tables{path.removeprefix('/t')}").json()
        assert ([chair["name"] for chair in facts["chairs"]][:3], facts["knocks"]) == (
            ["Ann", "Una", ""],
            [{"who": 1, "name": "Duo"}],
        )


def test_programs_wait_at_the_door_too(house: House) -> None:
    with Door(house.url) as door, door.open(GAME, SEATS, "Ann") as ann:
        ann.do("settings", approve=True)
        path = f"{house.url}/api/tables/{ann.code}/sit"

        def asks(ticket: str = "", name: str = "Robota") -> httpx.Response:
            return httpx.post(
                path, json={"name": name}, headers={"authorization": f"Bearer {ticket}"} if ticket else {}
            )

        first = asks()
        ticket = first.json()["ticket"]
        assert (first.status_code, asks(ticket).status_code) == (202, 202)
        assert [one["name"] for one in ann.table()["knocks"]] == ["Robota"]
        ann.do("answer", who=0)
        seated = asks(ticket)
        assert (seated.status_code, seated.json()["seat"]) == (201, 1)
        mine = {"authorization": f"Bearer {seated.json()['key']}"}
        assert httpx.post(f"{house.url}/api/tables/{ann.code}/key", headers=mine).status_code == 200
        assert asks(ticket).json()["reason"] == "new-link"  # a new key ends this one, too
        other = asks(name="Other").json()["ticket"]
        ann.do("answer", who=ann.table()["knocks"][0]["who"], yes=False)
        assert asks(other).json()["reason"] == "sent-away"


def test_programs_do_what_hosts_do(house: House) -> None:
    with ExitStack() as later:
        door = later.enter_context(Door(house.url))
        ann = later.enter_context(door.open("thieves", 3, "Ann"))
        bea, rude = (later.enter_context(door.join(ann.code, name)) for name in ("Bea", "Rudy"))
        with pytest.raises(Declined, match="Only the host"):
            bea.do("close")
        ann.do("rules", pace={"kind": "move", "seconds": 60, "absent": "vote"}, hints="off")
        assert (ann.table()["pace"]["seconds"], ann.table()["hints"]) == (60, "off")
        with pytest.raises(Declined, match="option"):
            ann.do("rules", options={"no such thing": True})
        ann.deal()
        ann.do("pause")
        assert ann.view().time["paused"]
        with pytest.raises(Declined, match="paused"):
            ann.undo()
        ann.do("pause", paused=False)
        ann.do("remove", who=rude.seat, bar=True)
        assert ann.table()["chairs"][rude.seat]["kind"] == "gone"
        with pytest.raises(Declined, match="removed you"):
            rude.view()
        ann.do("pass", chair=bea.seat)
        ann.do("resign")
        with pytest.raises(Declined, match="opens no seat"):
            ann.view()
        bea.do("close")
        assert bea.table()["phase"] == "closed"
        with pytest.raises(Declined, match="table is closed"):
            next(bea.views())


def test_the_host_changes_the_rules_by_a_form(house: House) -> None:
    """It is filled in as the table is; everybody reads of it."""
    with visitor(house) as host, visitor(house) as guest:
        path = opened(host)
        sits(guest, path, "Gus")
        assert guest.get(f"{path}/house").status_code == 403
        page = host.get(f"{path}/house").text
        assert 'value="none" selected' in page
        filled = {"pace": "match:600:10", "absent": "bot", "hints": "off"}
        assert guest.post(f"{path}/rules", data=filled).status_code == 403
        assert host.post(f"{path}/rules", data=filled).status_code == 303
        assert 'value="match:600:10" selected' in host.get(f"{path}/house").text
        assert "The host changed the house rules." in guest.get(path).text
        host.post(f"{path}/rules", data={**filled, "pace": "move:77"})  # as a program may choose
        assert 'value="move:77" selected' in host.get(f"{path}/house").text


def test_what_is_closed_says_so_everywhere(house: House) -> None:
    with visitor(house) as host, visitor(house) as guest:
        path = dealt(host, (guest, "Gus"))
        with watching(guest, path) as news:
            next(news)
            assert guest.post(f"{path}/close").status_code == 403
            assert host.post(f"{path}/close").status_code == 303
            assert "This table is closed" in str(next(news)["html"])
        assert "The host, Ann, closed the table. This table is closed" in guest.get(path).text
        assert guest.post(f"{path}/say", data={"text": "oh"}).status_code == 409
        assert guest.get(f"{path}/record").status_code == 409
        assert "Closed" in guest.get("/").text


def test_a_table_that_was_closed_names_who_did_it_as_far_as_the_log_knows(house: House) -> None:
    """A host who has stood up has no name; and what earlier versions wrote says nothing of anybody."""
    with visitor(house) as host:
        path = opened(host)
        host.post(f"{path}/leave", data={"seat": "0", "sitting": "0"})
        host.post(f"{path}/close")
        table = house.table(path.removeprefix("/t/"))
        assert [one.note for one in table.talk] == ["closed.nobody"]
        assert "The host closed the table." in host.get(path).text
        assert "L’hôte a fermé la table." in host.get(path, headers={"accept-language": "fr"}).text
        path = opened(host)
        table = house.table(path.removeprefix("/t/"))
        table.apply(entries.decode('{"kind":"closed"}'))
        assert (table.phase, table.talk) == ("closed", ())
        assert "closed the table" not in host.get(path).text


def test_posts_of_other_sites_do_nothing_for_a_host(house: House) -> None:
    """Whatever a host can do, no page elsewhere can do with their cookie."""
    with visitor(house) as host, visitor(house) as guest:
        path = dealt(host, (guest, "Gus"))
        before = house.table(path.rpartition("/")[2]).seq
        for deed in ("remove", "bar", "settings", "pass", "pause", "close", "resign", "rules", "answer", "admit"):
            for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
                answer = host.post(f"{path}/{deed}", data={"who": "1", "seat": "0", "watch": "0"}, headers=headers)
                assert answer.status_code == 403, deed
        assert house.table(path.rpartition("/")[2]).seq == before
