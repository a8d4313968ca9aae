"""The time before a match, with people as they are: a host who goes, somebody rude, somebody who only watches."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack

import httpx
import pytest
from playwright.async_api import Browser, expect

from speelhol.client import Declined
from speelhol.client import House as Door

from .conftest import Run
from .gathering import GAME, SEATS, opened, sits, visitor, watching
from .house import House
from .people import Person


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


# ---- the host goes


def test_somebody_stands_in_when_the_host_is_gone(house: House, browser: Browser, run: Run) -> None:
    """By itself when the minute is up, and everybody's page follows; the host has the role again when they are back."""

    async def evening() -> None:
        noor, bram, cleo = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram", "Cleo")]
        code = await noor.open_table(GAME, SEATS)
        await bram.sit_down(code)
        await cleo.sit_down(code)
        chair = bram.page.locator(".chair", has_text="Noor")
        await expect(chair).to_contain_text("host")
        await expect(bram.page.locator(".gobar")).to_contain_text("Waiting until the host deals.")
        kept = await noor.context.storage_state()
        await noor.leave()
        clock = bram.page.locator(".gobar .clock")
        await expect(clock).to_have_text(re.compile(r"^1:00$|^0:\d\d$"))
        await expect(bram.page.get_by_role("link", name="You are the host")).to_have_count(0)
        house.jump(61)
        await expect(bram.page.get_by_role("link", name="You are the host")).to_be_visible()
        await expect(cleo.page.locator(".chair", has_text="Bram")).to_contain_text("host")
        await expect(cleo.page.locator(".chair", has_text="Noor")).not_to_contain_text("host")
        await expect(cleo.page.locator(".gobar")).to_contain_text("Waiting until the host deals.")
        again = await Person.come(browser, house.url, "Noor", storage_state=kept)
        await again.go(f"/t/{code}")
        await expect(again.page.get_by_role("link", name="You are the host")).to_be_visible()
        await expect(bram.page.get_by_role("link", name="You are the host")).to_have_count(0)
        await again.bots_for_the_rest()
        await again.deal()
        await expect(bram.page.locator("#live.table")).to_be_visible()
        await expect(cleo.page.locator(".log")).to_contain_text("Bram is the host now.")
        await expect(cleo.page.locator(".log")).to_contain_text("The host is back and looks after the table again.")
        for one in (again, bram, cleo):
            await one.leave()

    run(evening())


@pytest.mark.parametrize("beside", ["house", "report"])
def test_a_host_on_a_page_beside_the_table_is_there(beside: str, house: House, browser: Browser, run: Run) -> None:
    """However long they take to read it: nobody else stands in for them."""

    async def evening() -> None:
        noor, bram = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram")]
        code = await noor.open_table(GAME, SEATS)
        await bram.sit_down(code)
        await noor.go(f"/t/{code}/{beside}")
        chair = bram.page.locator(".chair", has_text="Noor")
        await expect(bram.page.locator(".gobar .clock")).to_have_count(0)
        house.jump(61)
        await bram.go(f"/t/{code}")
        await expect(chair).to_contain_text("host")
        await expect(bram.page.get_by_role("link", name="You are the host")).to_have_count(0)
        await noor.leave()
        await expect(chair).to_contain_text("away")
        house.jump(61)
        await expect(bram.page.get_by_role("link", name="You are the host")).to_be_visible()
        await bram.leave()

    run(evening())


def test_a_host_who_is_there_or_was_a_moment_ago_stays(house: House) -> None:
    """However it is known: by an open page, or by one that was looked at. Nobody takes over who does not sit there."""
    with visitor(house) as host, visitor(house) as guest, visitor(house) as passer_by:
        path = opened(host)
        assert sits(guest, path, "Bram") == 303

        def takes(who: httpx.Client) -> int:
            return who.post(f"{path}/host").status_code

        assert takes(guest) == 409
        with watching(host, path) as news:
            next(news)
            house.jump(300)
            assert takes(guest) == 409
        house.jump(50)
        assert takes(guest) == 409
        host.get(path)  # without a script, say
        house.jump(50)
        assert takes(guest) == 409
        assert "Take over as host" not in guest.get(path).text
        house.jump(11)
        assert takes(passer_by) == 403
        assert "Take over as host" not in passer_by.get(path).text
        assert "Take over as host" in guest.get(path).text
        assert takes(guest) == 303
        assert takes(guest) == 409
        house.close()  # and it stands in the books
        house.open()
        assert "Deal the cards" in guest.get(path).text
        assert "Deal the cards" in host.get(path).text  # and is theirs again
        assert "Deal the cards" not in guest.get(path).text
        host.post(f"{path}/fill")
        assert guest.post(f"{path}/deal").status_code == 403
        assert host.post(f"{path}/deal").status_code == 303
        house.jump(300)
        assert takes(guest) == 409


def test_who_opened_a_table_is_not_sent_away_from_it(house: House) -> None:
    """Whoever stands in while they send the invitation can't free their chair. To whom they passed the role can; and it
    is theirs again if they want."""
    with visitor(house) as host, visitor(house) as guest:
        path = opened(host)
        assert sits(guest, path, "Bram") == 303
        host.get(path)
        house.jump(61)
        guest.get(path)
        assert guest.post(f"{path}/host").status_code == 303
        answer = guest.post(f"{path}/leave", data={"seat": "0", "sitting": "0"})
        assert (answer.status_code, "You only stand in for this host" in answer.text) == (409, True)
        host.get(path)
        assert host.post(f"{path}/pass", data={"seat": "1", "sitting": "0"}).status_code == 303
        assert guest.post(f"{path}/leave", data={"seat": "0", "sitting": "0"}).status_code == 303
        assert sits(host, path, "Ann") == 303


def test_programs_take_over_too(house: House) -> None:
    with Door(house.url) as door, door.open(GAME, SEATS, "Ann") as ann, door.join(ann.code, "Robota") as bot:
        assert bot.table()["host"] == ann.seat
        with pytest.raises(Declined, match="nobody can take over yet"):
            bot.take_over()
        house.jump(61)
        takeover = bot.table()["takeover"]
        assert takeover <= house.den.now()
        bot.take_over()
        assert bot.table()["host"] == bot.seat
        bot.fill()
        bot.deal()
        assert bot.table()["takeover"] is None


def test_a_program_hears_that_the_host_has_gone(house: House) -> None:
    with visitor(house) as host, visitor(house) as line:
        path = opened(host)
        code = path.rpartition("/")[2]
        with watching(host, path) as news:
            next(news)
            with line.stream("GET", f"/api/tables/{code}/events", timeout=60) as stream:
                lines = stream.iter_lines()
                heard = (json.loads(one.removeprefix("data: ")) for one in lines if one.startswith("data: "))
                first = next(heard)
                assert (first["host"], first["takeover"]) == (0, None)
        with line.stream("GET", f"/api/tables/{code}/events", timeout=60) as stream:
            lines = stream.iter_lines()
            one = next(json.loads(one.removeprefix("data: ")) for one in lines if one.startswith("data: "))
            while one["takeover"] is None:
                one = next(json.loads(one.removeprefix("data: ")) for one in lines if one.startswith("data: "))
            assert one["takeover"] > house.den.now()


# ---- somebody rude


def test_who_was_sent_away_is_told_so_and_stays_away(house: House) -> None:
    """From this browser, whatever name they give, until the host lets them in; others take the chair."""
    with visitor(house) as host, visitor(house) as rude, visitor(house) as friend:
        path = opened(host)
        sits(rude, path, "Rudy")
        with watching(rude, path) as news:
            assert "Your name" not in str(next(news)["html"])
            assert host.post(f"{path}/leave", data={"seat": "1", "sitting": "0"}).status_code == 303
            told = next(page for page in (str(one["html"]) for one in news) if "sent you away" in page)
            assert "Your name" not in told
        for name in ("Rudy", "Somebody Else"):
            assert sits(rude, path, name) == 403
        assert "sent you away" in rude.post(f"{path}/sit", data={"name": "Rudy"}).text
        house.close()
        house.open()
        assert sits(rude, path, "Rudy") == 403
        assert sits(friend, path, "Fay") == 303
        key = re.search(r"#([0-9a-f]{40})", friend.get(f"{path}/device").text)
        assert key is not None
        assert rude.post(f"{path}/take", data={"key": key[1]}).status_code == 403  # nor by a friend's chair
        assert rude.post(f"{path}/admit", data={"who": "0"}).status_code == 403
        assert friend.post(f"{path}/admit", data={"who": "0"}).status_code == 403
        assert "Let Rudy in again" in host.get(path).text
        assert "Let Rudy in again" not in friend.get(path).text
        assert host.post(f"{path}/admit", data={"who": "0"}).status_code == 303
        assert sits(rude, path, "Rudy") == 303


def test_who_frees_an_own_chair_may_sit_down_again(house: House) -> None:
    with visitor(house) as host, visitor(house) as guest:
        path = opened(host)
        for who, seat, name in ((guest, "1", "Bram"), (host, "0", "Ann")):
            sits(who, path, name)
            assert who.post(f"{path}/leave", data={"seat": seat, "sitting": "0"}).status_code == 303
            assert sits(who, path, name) == 303


def test_a_program_that_was_sent_away_is_told_so(house: House) -> None:
    """By its key, wherever it shows it."""
    with Door(house.url) as door, door.open(GAME, SEATS, "Ann") as ann, door.join(ann.code, "Rudy") as rude:
        ann.send_away(rude.seat)
        with pytest.raises(Declined, match="sent you away") as no:
            rude.say("well, well")
        assert (no.value.status, no.value.reason) == (403, "sent-away")
        path, key = f"{house.url}/api/tables/{ann.code}", {"authorization": f"Bearer {rude.key}"}
        for method, what in (("GET", "/view"), ("GET", "/events"), ("POST", "/sit")):
            body = {"json": {"name": "Rudy"}} if what == "/sit" else {}
            answer = httpx.request(method, path + what, headers=key, **body)  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["reason"]) == (403, "sent-away"), what
        assert [one["name"] for one in ann.table()["sent"]] == ["Rudy"]
        ann.admit(0)
        assert httpx.post(f"{path}/sit", headers=key, json={"name": "Rudy"}).status_code == 201


def test_nobody_reads_who_is_silenced(house: House) -> None:
    """Neither what they said nor what they would; they are told so; all of it comes back when they may talk again."""
    with visitor(house) as host, visitor(house) as rude, visitor(house) as friend:
        path = opened(host, 3)
        sits(rude, path, "Rudy")
        sits(friend, path, "Fay")
        assert friend.post(f"{path}/silence", data={"who": "1", "sitting": "0"}).status_code == 403
        host.post(f"{path}/deal")
        assert rude.post(f"{path}/say", data={"text": "you are fools"}).status_code == 303
        assert "you are fools" in friend.get(path).text
        assert host.post(f"{path}/silence", data={"who": "1", "sitting": "0"}).status_code == 303
        answer = rude.post(f"{path}/say", data={"text": "all of you"})
        assert (answer.status_code, "has silenced you" in answer.text) == (403, True)
        house.close()
        house.open()
        for who in (host, friend, rude):
            page = who.get(path).text
            assert "The host silenced Rudy." in page  # what a host does is told to all
            assert "fools" not in page
            assert ("has silenced you" in page, 'class="jr say"' in page) == (who is rude, who is not rude)
        assert friend.post(f"{path}/say", data={"text": "peace"}).status_code == 303
        assert friend.post(f"{path}/silence", data={"who": "1", "silent": "0", "sitting": "0"}).status_code == 403
        assert host.post(f"{path}/silence", data={"who": "0", "sitting": "0"}).status_code == 409  # not oneself
        assert host.post(f"{path}/silence", data={"who": "1", "silent": "0", "sitting": "0"}).status_code == 303
        assert "you are fools" in friend.get(path).text
        assert "The host lets Rudy talk again." in friend.get(path).text
        assert rude.post(f"{path}/say", data={"text": "sorry"}).status_code == 303


def test_who_watches_is_silenced_too(house: House) -> None:
    with visitor(house) as host, visitor(house, "Wim") as rude, visitor(house, "Wanda") as other:
        path = opened(host, 3)
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        with watching(rude, path) as news, watching(other, path) as more:
            next(news), next(more)
            assert rude.post(f"{path}/say", data={"text": "hiss"}).status_code == 303
            assert other.post(f"{path}/say", data={"text": "shh"}).status_code == 303
            voices = host.get(f"/api/tables{path.removeprefix('/t')}").json()["voices"]
            (wim,) = (one["who"] for one in voices if one["name"] == "Wim")
            assert "Silence Wim" in host.get(path).text
            assert "Silence Wim" not in other.get(path).text
            assert host.post(f"{path}/silence", data={"who": str(wim), "sitting": "0"}).status_code == 303
            assert rude.post(f"{path}/say", data={"text": "hiss", "name": "Another"}).status_code == 403
            assert "has silenced you" in rude.get(path).text
            assert other.post(f"{path}/say", data={"text": "thanks"}).status_code == 303
            assert "hiss" not in host.get(path).text.partition('class="log"')[2]
            assert "The host silenced Wim." in other.get(path).text


def test_a_silence_is_no_sign_while_all_are_quiet(house: House) -> None:
    """Where nobody may talk, the host tells nobody anything by silencing, or by not silencing any longer."""
    with Door(house.url) as door, door.open("casa-de-papel", 4, "Ann") as ann, door.join(ann.code, "Rudy") as rude:
        ann.silence(rude.seat)
        assert ann.table()["voices"] == [{"who": 1, "name": "Rudy", "silent": True, "sitting": 0}]
        ann.fill()
        ann.deal()
        assert house.table(ann.code).playing.view(None).hush
        for silent in (True, False):
            with pytest.raises(Declined, match="quiet at the table"):
                ann.silence(rude.seat, silent)
        assert ann.table()["voices"][0]["silent"]


def test_a_rematch_keeps_the_host_and_the_silence(house: House) -> None:
    with ExitStack() as later:
        door = later.enter_context(Door(house.url))
        ann = later.enter_context(door.open("thieves", 3, "Ann"))
        bea, rude = (later.enter_context(door.join(ann.code, name)) for name in ("Bea", "Rudy"))
        ann.do("pass", chair=bea.seat)
        bea.silence(rude.seat)
        bea.deal()
        table = house.table(ann.code)
        while not table.playing.over:
            seat = table.playing.to_act[0]
            (ann, bea, rude)[seat].play(table.playing.legal(seat).sample(house.den.rng))
        facts = later.enter_context(bea.again()).table()
        assert facts["host"] == bea.seat
        assert [one["name"] for one in facts["voices"] if one["silent"]] == ["Rudy"]
        notes = [one.name for one in house.table(facts["code"]).talk if one.note == "silenced"]
        assert notes == ["Rudy"]  # and nobody without a name
