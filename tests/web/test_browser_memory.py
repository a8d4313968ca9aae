"""What a browser remembers of a table, and what it says to records of it: true, forged, and never seen."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
from bench.fair import other_lucks
from playwright.async_api import Browser, expect

from speelhol.den import Table
from speelhol.kernel import fair

from .conftest import Run
from .house import House
from .people import Person
from .test_verify import verify

OTHER = "5e" * 32
"""Another secret than the one that the house promised."""


def record_of(table: Table, code: str = "", secret: str = "", lucks: list[str] | None = None) -> bytes:
    """A record of this table with a proof that adds up, as the house could write one: a match from that secret and
    that luck, under that name; the table's own where nothing is said."""
    secret = secret or table.opened.secret
    lucks = [chair.luck for chair in table.chairs] if lucks is None else lucks
    match = table.game.start(len(lucks), fair.seed_of(secret, lucks))
    rng = random.Random(1)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    return fair.prove(table.game, match.record(), code or table.code, secret, lucks)


ASK = """async texts => {
  const page = document.getElementById("verify"), input = page.querySelector("input[type=file]"), answers = [];
  for (const text of texts) {
    const chosen = new DataTransfer();
    chosen.items.add(new File([text], "match.json"));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
    while (page.dataset.verdict === "reading") await new Promise(done => setTimeout(done, 5));
    const shown = [...page.querySelectorAll("[data-part]:not([hidden])")].map(part => part.dataset.part);
    const said = page.querySelector('[data-check="mine"] [data-when]:not([hidden])');
    answers.push([shown.filter(part => part === page.dataset.verdict).join(), said ? said.dataset.when : ""]);
  }
  return answers;
}"""
"""Choose files on the page; of each, the verdict that is shown, and what is said of this browser's own memory."""


async def verdict(person: Person, data: bytes) -> tuple[str, str]:
    told, said = (await person.page.evaluate(ASK, [data.decode()]))[0]
    return told, said


async def verdicts(person: Person, files: dict[str, bytes]) -> dict[str, tuple[str, str]]:
    await person.go("/verify")
    answers = await person.page.evaluate(ASK, [data.decode() for data in files.values()])
    return {what: (told, said) for what, (told, said) in zip(files, answers, strict=True)}


def files_of(table: Table, seat: int) -> dict[str, bytes]:
    """A true record of a table and what a false house, or anybody else, could make of it; `seat` has luck."""
    lucks = [chair.luck for chair in table.chairs]
    dropped = list(lucks)
    dropped[seat] = ""
    changed, grown, moved = other_lucks(lucks, seat).values()
    return {
        "true": record_of(table),
        "another seal": record_of(table, secret=OTHER),
        "luck dropped": record_of(table, lucks=dropped),
        "luck changed": record_of(table, lucks=changed),
        "luck for a bot": record_of(table, lucks=grown),
        "lucks moved": record_of(table, lucks=moved),
        "another seal, luck dropped": record_of(table, secret=OTHER, lucks=dropped),
        "another name": record_of(table, code="quiet-fox-11"),
        "another name and seal": record_of(table, code="quiet-fox-11", secret=OTHER),
        "another name, seal and luck": record_of(table, code="quiet-fox-11", secret=OTHER, lucks=changed),
        "a strange name": record_of(table, code="__proto__", secret=OTHER, lucks=changed),
        "the house alone": record_of(table, code="quiet-fox-11", secret=OTHER, lucks=[""] * len(lucks)),
    }


NO_LUCK = ("no", "luck-lost")
UNKNOWN = {
    "another name, seal and luck": ("unseen", "unseen"),
    "a strange name": ("unseen", "unseen"),
    "the house alone": ("alone", "unseen"),
}
SAT = {
    "true": ("yes", "luck"),
    "another seal": ("no", "other-seal"),
    "luck dropped": NO_LUCK,
    "luck changed": NO_LUCK,
    "luck for a bot": ("no", "other-lucks"),
    "lucks moved": NO_LUCK,
    "another seal, luck dropped": ("no", "other-seal"),
    "another name": ("no", "elsewhere"),
    "another name and seal": ("unseen", "unseen"),
    **UNKNOWN,
}
LOOKED = SAT | {
    "true": ("yes", "seal"),
    "luck dropped": ("no", "other-lucks"),
    "luck changed": ("no", "other-lucks"),
    "lucks moved": ("no", "other-lucks"),
}


def test_a_forged_record_of_a_table_that_one_sat_at(house: House, browser: Browser, run: Run) -> None:
    """The table is dealt at once: the seal was shown, and luck given, with the form that opened it."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        stranger = await Person.come(browser, house.url, "Stranger")
        code = await noor.open_table("thieves", 3, bots=True)
        files = files_of(house.table(code), 0)
        assert await verdicts(noor, files) == SAT
        unknown = {what: ("alone" if "dropped" in what or "alone" in what else "unseen", "unseen") for what in files}
        assert await verdicts(stranger, files) == unknown
        for person in (noor, stranger):
            await person.leave()

    run(evening())


def test_guests_and_onlookers_remember_too_and_latecomers_do_not(house: House, browser: Browser, run: Run) -> None:
    """And another device of the same person: no luck of its own is missed, that of its seat came from elsewhere."""

    async def evening() -> None:
        people = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram", "Phone", "Oda", "Lars")]
        noor, bram, phone, oda, lars = people
        code = await noor.open_table("thieves", 3)
        await bram.sit_down(code)
        await bram.go(f"/t/{code}/device")
        await phone.page.goto(await bram.page.locator("input[readonly]").input_value())
        await phone.page.get_by_role("button", name="Take my seat here").click()
        await expect(phone.page.locator("#live[data-state=gathering]")).to_be_visible()
        await bram.go(f"/t/{code}")
        await oda.go(f"/t/{code}/table")
        await noor.bots_for_the_rest()
        await noor.deal()
        for person in (bram, phone, oda):
            await expect(person.page.locator("#live.table")).to_be_visible()
        await lars.go(f"/t/{code}")
        files = files_of(house.table(code), 1)
        assert await verdicts(bram, files) == SAT
        assert await verdicts(phone, files) == LOOKED
        assert await verdicts(oda, files) == LOOKED
        assert await verdicts(lars, files) == LOOKED | {"true": ("unseen", "unseen")}
        for person in people:
            await person.leave()

    run(evening())


def test_whoever_left_before_the_deal_is_told_whose_luck_was_not_compared(
    house: House, browser: Browser, run: Run
) -> None:
    """After the match the others know the secret: of their luck a browser vouches for nothing that it did not see."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        with httpx.Client(base_url=f"{house.url}/api") as plain:
            opened = plain.post("/tables", json={"game": "thieves", "seats": 3, "name": "Ann"}).json()
            code, key = opened["code"], {"authorization": f"Bearer {opened['key']}"}
            assert plain.post(f"/tables/{code}/luck", headers=key, json={"luck": "-"}).status_code == 409
            assert plain.post(f"/tables/{code}/luck", headers=key, json={"luck": "ann"}).is_success
            await noor.sit_down(code)
            await noor.go("/verify")
            for path in ("bots", "deal"):
                assert plain.post(f"/tables/{code}/{path}", headers=key, json={}).is_success
        table = house.table(code)
        lucks = [chair.luck for chair in table.chairs]
        files = {what: record_of(table, lucks=other) for what, other in other_lucks(lucks, 0).items()}
        assert await verdicts(noor, {"true": record_of(table), **files}) == {
            "true": ("part", "luck"),
            "luck changed": ("part", "luck"),
            "luck invented": ("part", "luck"),
            "lucks moved": NO_LUCK,
        }
        await verdict(noor, files["luck changed"])
        await expect(noor.page.get_by_role("status")).to_contain_text("it did not see everybody’s luck")
        await expect(noor.page.locator("[data-check=others]")).to_contain_text("The luck of seats 1 and 3 was not")
        command = f"verify.py RECORD.json {table.commitment} 1=LUCK 2={lucks[1]} 3=LUCK --table {code}"
        await expect(noor.page.locator("[data-part=command]")).to_contain_text(command)
        await noor.leave()

    run(evening())


def test_several_people_at_one_browser_and_somebody_who_sat_down_twice(
    house: House, browser: Browser, run: Run
) -> None:
    """Each chair's own luck counts; what was given before somebody stood up does not."""

    async def evening() -> None:
        noor, bram = await Person.come(browser, house.url, "Noor"), await Person.come(browser, house.url, "Bram")
        code = await noor.open_table("thieves", 4)
        await noor.page.locator(".more-people summary").click()
        await noor.page.locator("#other").fill("Nele")
        await noor.page.get_by_role("button", name="Seat them too").click()
        await expect(noor.page.locator(".chair", has_text="Nele")).to_be_visible()
        await bram.sit_down(code)
        first = house.table(code).chairs[2].luck
        await bram.page.get_by_role("button", name="Free the chair of Bram").click()
        await bram.sit_down(code)
        assert house.table(code).chairs[2].luck != first
        await noor.bots_for_the_rest()
        await noor.deal()
        await expect(bram.page.locator("#live.table")).to_be_visible()
        for seat in (0, 1):
            assert await verdicts(noor, files_of(house.table(code), seat)) == SAT
        assert await verdicts(bram, files_of(house.table(code), 2)) == SAT
        for person in (noor, bram):
            await person.leave()

    run(evening())


def test_whose_chair_was_freed_before_the_deal_reads_that_their_luck_was_not_used(
    house: House, browser: Browser, run: Run
) -> None:
    """Whether they look at the table once more after the deal or not; without asking the house a browser can't know,
    and to whoever has a chair luck that is missing stays a no."""

    async def evening() -> None:
        people = [await Person.come(browser, house.url, name) for name in ("Ann", "Bob", "Cas")]
        ann, bob, cas = people
        code = await ann.open_table("thieves", 3)
        for person in (bob, cas):
            await person.sit_down(code)
            await person.go("/verify")
        for name in ("Bob", "Cas"):
            chair = ann.page.locator(".chair", has_text=name)
            await chair.locator(".sendaway summary").click()
            await chair.get_by_role("button", name=f"Send {name} away").click()
            await expect(chair).to_have_count(0)
        await ann.bots_for_the_rest()
        await ann.deal()
        await bob.go(f"/t/{code}")
        table = house.table(code)
        true, changed = record_of(table), record_of(table, lucks=["clover", "", ""])
        assert await verdicts(bob, {"true": true, "changed": changed}) == {
            "true": ("freed", "freed"),
            "changed": ("no", "other-lucks"),
        }
        await expect(bob.page.locator('[data-check="mine"]')).to_contain_text("same seal")
        assert await verdicts(cas, {"changed": changed}) == {"changed": NO_LUCK}
        await ann.play_on(random.Random(1))
        for person, told in ((ann, "yes"), (bob, "freed"), (cas, "freed")):
            await person.go(f"/verify?table={code}")
            await expect(person.page.locator(f"#verify[data-verdict={told}]")).to_be_visible()
        await expect(cas.page.get_by_role("status")).to_contain_text("This browser had no chair in it.")
        for person in people:
            await person.leave()

    run(evening())


def test_luck_that_somebody_repeats_is_a_note_and_no_fault(house: House, browser: Browser, run: Run) -> None:
    """After a deal everybody knows everybody's luck: whoever gives it again at a later table makes no fair deal false,
    at a table where its browser sat, looked on, or never was. Another seal, or luck of its own missing, stays a no."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        first = await noor.open_table("thieves", 3, bots=True)
        spent = house.table(first).chairs[0].luck
        with httpx.Client(base_url=f"{house.url}/api") as plain:

            async def later(sits: bool, comes: bool = True) -> Table:
                opened = plain.post("/tables", json={"game": "thieves", "seats": 3, "name": "Eve"}).json()
                code, key = opened["code"], {"authorization": f"Bearer {opened['key']}"}
                if comes:
                    await (noor.sit_down(code) if sits else noor.go(f"/t/{code}"))
                assert plain.post(f"/tables/{code}/luck", headers=key, json={"luck": spent}).is_success
                for path in ("bots", "deal"):
                    assert plain.post(f"/tables/{code}/{path}", headers=key, json={}).is_success
                if comes:
                    await expect(noor.page.locator("#live.table")).to_be_visible()
                return house.table(code)

            sat, watched, unseen = await later(True), await later(False), await later(False, comes=False)
        files = files_of(sat, 1)
        assert await verdicts(noor, files) == SAT
        note = noor.page.locator("[data-check=repeated]")
        for table, told in ((sat, ("yes", "luck")), (watched, ("yes", "seal")), (unseen, ("unseen", "unseen"))):
            assert await verdict(noor, record_of(table)) == told
            await expect(note).to_contain_text(f"added at another table, {first}, was added here, too")
        assert await verdict(noor, record_of(house.table(first))) == ("yes", "luck")
        await expect(note).to_be_hidden()
        await noor.leave()

    run(evening())


def test_luck_from_nobody_is_the_houses_choice(house: House, browser: Browser, run: Run, tmp_path: Path) -> None:
    """Without a script no browser adds luck, and bots have none: then no proof can show that nobody chose the cards."""
    with httpx.Client(base_url=house.url, follow_redirects=True) as plain:
        plain.get("/new")
        form = {"game": "thieves", "seats": "3", "name": "Plain", "bots": "1"}
        code = plain.post("/new", data=form).url.path.rpartition("/")[2]
    table = house.table(code)
    assert [chair.luck for chair in table.chairs] == ["", "", ""]
    data = record_of(table)
    file = tmp_path / "match.json"
    file.write_bytes(data)
    status, lines = verify(str(file), table.commitment)
    assert status == 0
    assert "?   Nobody added luck: the house alone chose." in lines
    assert not any("everybody" in line for line in lines)

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go("/verify")
        assert await verdict(noor, data) == ("alone", "unseen")
        await expect(noor.page.get_by_role("heading", name="the house alone chose")).to_be_visible()
        await expect(noor.page.locator('[data-check="luck"]')).to_contain_text("Nobody added luck")
        data_with_some = record_of(table, lucks=["clover", "", ""])
        assert (await verdict(noor, data_with_some))[0] == "unseen"
        await expect(noor.page.locator('[data-check="luck"]')).to_contain_text("Seats without luck: 2 and 3.")
        await noor.leave()

    run(visit())


def test_luck_for_a_table_that_got_another_name_vouches_for_nothing_else(
    house: House, browser: Browser, run: Run
) -> None:
    """The name in the form for a new table was given away before it was sent: what is seen at the table of that name
    counts from then on, and luck that was meant for another seal is named where it turns up under this one."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        with httpx.Client(base_url=house.url) as plain:
            code = plain.post("/api/tables", json={"game": "thieves", "seats": 3, "name": "Ann"}).json()["code"]
        table, mine = house.table(code), "0123456789abcdef" * 2
        asked = {"table": code, "seal": fair.commitment(OTHER), "early": True, "made": [mine], "asked": True}
        await noor.go("/")
        await noor.page.evaluate("line => { localStorage['fair/2'] = JSON.stringify([line]); }", asked)
        await noor.go(f"/t/{code}")
        files = {
            "true": record_of(table, lucks=["", "clover", ""]),
            "what was promised": record_of(table, secret=OTHER, lucks=[mine, "", ""]),
            "luck for another seal": record_of(table, lucks=[mine, "", ""]),
        }
        assert await verdicts(noor, files) == {
            "true": ("part", "seal"),
            "what was promised": ("no", "other-seal"),
            "luck for another seal": ("part", "seal"),
        }
        await expect(noor.page.locator("[data-check=repeated]")).to_contain_text("added at another table, ?, was added")
        await noor.leave()

    run(evening())
