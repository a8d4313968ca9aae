"""Who left a match for good, and a match that rests: what the table, the result and their own page say of it."""

from __future__ import annotations

import random
import re

import httpx
import pytest

from speelhol.kernel import Match

from .gathering import dealt, opened, sits, visitor
from .house import House

OTHERS = {
    "en": ("left; a bot plays", "left; a bot played"),
    "nl": ("weg; bot speelt", "weg; bot speelde"),
    "fr": ("parti\u202f; un bot joue", "parti\u202f; un bot a joué"),
}
"""What everybody reads of who left, in the match and after it."""
RESIGNED = {
    "en": ("You resigned; a bot plays on for you.", "You resigned; a bot played on for you."),
    "nl": ("Je hebt opgegeven; een bot speelt", "Je hebt opgegeven; een bot heeft"),
    "fr": ("Vous avez abandonné\u202f; un bot joue", "Vous avez abandonné\u202f; un bot a joué"),
}


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


def to_the_end(match: Match) -> Match:
    rng = random.Random(1)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    return match


def read(who: httpx.Client, path: str, language: str, words: bool = False) -> str:
    who.cookies.set("language", language)
    who.cookies.set("look", "words" if words else "drawn")
    return who.get(path).text


def plaque(page: str, name: str) -> str:
    found: list[str] = re.findall(r'<li\s+class="seat.*?</li>', page, re.DOTALL)
    return next(one for one in found if name in one)


def test_everybody_reads_that_a_bot_plays_on_for_who_left(house: House) -> None:
    """On the plaque, in the result and on the page of who left, drawn and in words, in every language."""
    with visitor(house) as host, visitor(house) as gus, visitor(house) as rudy, visitor(house) as looker:
        path = dealt(host, (gus, "Gus"), (rudy, "Rudy"))
        code = path.removeprefix("/t/")
        assert gus.post(f"{path}/resign", data={"seat": "1"}).status_code == 303
        assert host.post(f"{path}/remove", data={"who": "2", "sitting": "0"}).status_code == 303
        for at in (0, 1):
            for language, told in RESIGNED.items():
                for words in (False, True):
                    for who in (host, gus, looker):
                        page = read(who, path, language, words)
                        assert (told[at] in page) == (who is gus), (language, words)
                        if not at:
                            assert OTHERS[language][0] in plaque(page, "Gus"), (language, words)
                        else:
                            result = page[page.index("podium-box") :]
                            assert result.count(f"<small>{OTHERS[language][1]}</small>") == 2, (language, words)
            assert "The host removed you; a bot play" in rudy.get(path).text
            if not at:
                house.table(code).match = to_the_end(house.table(code).playing.copy())  # no bot comes to its move here


def test_who_comes_to_their_seat_again_has_not_left(house: House) -> None:
    with visitor(house) as host, visitor(house) as gus:
        path = dealt(host, (gus, "Gus"))
        host.post(f"{path}/remove", data={"who": "1", "sitting": "0"})
        assert "The host removed you" in gus.get(path).text
        host.post(f"{path}/admit", data={"who": "0"})
        page = gus.get(path).text
        assert "The host removed you" not in page
        assert "left; a bot plays" not in page


def test_a_pause_says_who_made_it_and_shows_the_host_how_to_go_on(house: House) -> None:
    """Beside the question, not in a sheet: for the host alone; the others read the name, also once the host is
    another."""
    button = re.compile(
        r'<section class="prompt(?:(?!</section>).)*action="(?:/t/[^"]+/pause)".*?</section>', re.DOTALL
    )
    with visitor(house) as host, visitor(house) as gus, visitor(house) as looker:
        path = dealt(host, (gus, "Gus"))
        assert button.search(host.get(path).text) is None
        assert host.post(f"{path}/pause").status_code == 303
        for words in (False, True):
            found = button.search(read(host, path, "en", words))
            assert found is not None
            assert "You have paused the match." in found[0]
            for who, where in ((gus, path), (looker, path), (host, f"{path}/table")):
                page = read(who, where, "en", words)
                assert "Ann has paused the match." in page
                assert button.search(page) is None
            assert "Ann heeft de partij stilgelegd." in read(gus, path, "nl", words)
        host.post(f"{path}/pass", data={"seat": "1", "sitting": "0"})
        page = read(gus, path, "en")
        assert "Ann has paused the match." in page
        assert button.search(page) is not None
        assert gus.post(f"{path}/pause", data={"paused": "0"}).status_code == 303
        assert "has paused the match." not in host.get(path).text


def test_who_was_barred_reads_so_above_the_page(house: House) -> None:
    with visitor(house) as host, visitor(house) as rudy, visitor(house) as looker:
        path = dealt(host, (rudy, "Rudy"))
        host.post(f"{path}/bar", data={"who": "1", "sitting": "0"})
        host.post(f"{path}/settings", data={"watch": "0"})
        assert "<h1>You were removed from this table</h1>" in rudy.get(path).text
        assert "<h1>Je bent van deze tafel verwijderd</h1>" in read(rudy, path, "nl")
        assert "<h1>Only for those who play</h1>" in looker.get(path).text
        assert "<h1>That did not work</h1>" in looker.get("/t/no-such-table").text


def test_who_knocked_can_stop_waiting(house: House) -> None:
    """The host is not asked any more, and they may knock again."""
    with visitor(house) as host, visitor(house) as gus, visitor(house) as other:
        path = opened(host)
        host.post(f"{path}/settings", data={"approve": "1"})
        for _ in range(2):
            assert sits(gus, path, "Gus") == 303
            assert "Let Gus sit down" in host.get(path).text
            assert f'action="{path}/withdraw"' in gus.get(path).text
            assert other.post(f"{path}/withdraw").status_code == 303
            assert "Let Gus sit down" in host.get(path).text
            assert gus.post(f"{path}/withdraw").status_code == 303
            assert "Let Gus sit down" not in host.get(path).text
            assert "Take a chair" in gus.get(path).text


def test_what_a_host_is_offered_fits(house: House) -> None:
    """Whom they silenced they let talk again, by words and picture; nobody removes whom they stand in for."""
    with visitor(house) as host, visitor(house) as gus, visitor(house) as wim:
        path = opened(host)
        sits(gus, path, "Gus"), sits(wim, path, "Wim")
        host.post(f"{path}/silence", data={"who": "1", "sitting": "0"})
        button = re.search(r'aria-label="Let Gus talk again">(.*?)</button>', host.get(path).text, re.DOTALL)
        assert button is not None
        assert "#u-chat" in button[1]
        assert "all read it again" in host.get(path).text
        code = path.removeprefix("/t/")
        house.jump(61)
        assert gus.post(f"{path}/host").status_code == 303
        page = gus.get(path).text
        assert house.table(code).door.lent
        assert ("Send Wim away" in page, "Remove Wim" in page) == (True, True)
        assert ("Send Ann away" in page, "Remove Ann" in page, "Remove and bar Ann" in page) == (False, False, False)
        assert "Make Ann the host" in page
