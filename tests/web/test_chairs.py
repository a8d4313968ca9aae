"""Chairs come to a table that waits and go again, as its host says: for pages, programs, the lobby and a rematch."""

from __future__ import annotations

import re

import httpx
import pytest

from speelhol.client import Declined
from speelhol.client import House as Door

from .gathering import GAME, opened, sits, visitor, watching
from .house import House
from .test_leaving import to_the_end


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


def chairs(who: httpx.Client, path: str, seats: int) -> int:
    """The host says how many there are to be, as the page does."""
    form = who.get(f"{path}/house").text
    filled = dict(re.findall(r'name="([\w.]+)"\s+value="([^"]*)" checked', form))
    return who.post(f"{path}/rules", data={**filled, "seats": str(seats)}).status_code


def there(who: httpx.Client, path: str) -> int:
    facts = who.get(f"/api/tables{path.removeprefix('/t')}").json()
    assert facts["seats"] == len(facts["chairs"])
    return len(facts["chairs"])


def test_chairs_come_and_go_while_nobody_sits_in_them(house: House) -> None:
    """Everybody sees it at once and reads it, also after the house was closed; a chair that is taken stays."""
    with visitor(house) as host, visitor(house) as guest, visitor(house) as late:
        path = opened(host, 4)
        assert sits(guest, path, "Gus") == 303
        with watching(late, path) as news:
            next(news)
            assert chairs(host, path, 5) == 303
            assert "There are 5 chairs now." in str(next(news))
        assert "The host changed the house rules." not in late.get(path).text
        assert late.get(path).text.count('class="chair') - late.get(path).text.count('class="chairlist') == 5
        assert late.post(f"{path}/sit", data={"name": "Lotte", "seat": "4"}).status_code == 303
        refused = host.post(f"{path}/rules", data={"seats": "4"})
        assert (refused.status_code, "Lotte sits in a chair that would go" in refused.text) == (409, True)
        assert '<option value="4"' not in host.get(f"{path}/house").text
        assert guest.post(f"{path}/rules", data={"seats": "5"}).status_code == 403
        assert chairs(host, path, 99) == 400
        house.close()
        house.open()
        assert there(host, path) == 5
        late.post(f"{path}/leave", data={"seat": "4", "sitting": "0"})
        assert chairs(host, path, 3) == 303
        assert sits(late, path, "Lotte") == 303
        assert host.post(f"{path}/deal").status_code == 303
        assert host.post(f"{path}/rules", data={"seats": "4"}).status_code == 409
        assert there(host, path) == house.table(path.removeprefix("/t/")).playing.seats == 3


def test_no_key_to_a_chair_that_was_taken_away_opens_another(house: House) -> None:
    with visitor(house) as host, visitor(house) as first, visitor(house) as other:
        path = opened(host, 4)
        assert first.post(f"{path}/sit", data={"name": "Fay", "seat": "3"}).status_code == 303
        key = re.search(r"#([0-9a-f]{40})", first.get(f"{path}/device").text)
        assert key is not None
        first.post(f"{path}/leave", data={"seat": "3", "sitting": "0"})
        assert (chairs(host, path, 3), chairs(host, path, 4)) == (303, 303)
        assert other.post(f"{path}/sit", data={"name": "Olga", "seat": "3"}).status_code == 303
        assert first.post(f"{path}/take", data={"key": key[1]}).status_code == 403
        sent = host.post(f"{path}/leave", data={"seat": "3", "sitting": "2"})
        assert (sent.status_code, chairs(host, path, 3)) == (303, 303)
        assert host.post(f"{path}/admit", data={"who": "0"}).status_code == 303
        assert sits(other, path, "Olga") == 303


def test_lobby_quick_seat_and_rematch_follow_the_number_of_chairs(house: House) -> None:
    with visitor(house) as host, visitor(house) as guest, visitor(house, "Quentin") as quick:
        path = opened(host, 3)
        code = path.removeprefix("/t/")
        host.post(f"{path}/settings", data={"listed": "1"})
        sits(guest, path, "Gus")
        host.post(f"{path}/fill")
        assert code not in guest.get("/lobby").text
        assert chairs(host, path, 4) == 303
        assert code in guest.get("/lobby").text
        answer = quick.post("/lobby/quick", data={"game": GAME, "name": "Quentin"})
        assert answer.headers["location"] == path
        host.post(f"{path}/deal")
        house.table(code).match = to_the_end(house.table(code).playing.copy())
        again = host.post(f"{path}/again").headers["location"].partition("?")[0]
        assert there(host, again) == 4


def test_programs_change_the_chairs(house: House) -> None:
    with Door(house.url) as door, door.open(GAME, 3, name="Ann") as ann:
        ann.do("rules", seats=5)
        assert len(ann.table()["chairs"]) == 5
        ann.do("rules", hints="on")
        assert len(ann.table()["chairs"]) == 5
        with door.join(ann.code, "Bo", seat=4):
            with pytest.raises(Declined, match="Bo sits in a chair that would go"):
                ann.do("rules", seats=4)
            with pytest.raises(Declined):
                ann.do("rules", seats=98)
        assert len(ann.table()["chairs"]) == 5
