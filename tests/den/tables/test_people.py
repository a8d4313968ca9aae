"""Who may do what at a table, names, keys, devices, talk."""

from __future__ import annotations

import asyncio
import random
import unicodedata
from contextlib import nullcontext
from pathlib import Path

import pytest

import speelhol
from speelhol.den import TurnedAway, new_secret, person_of
from speelhol.den.tables.confusables import LOOKING_LIKE
from speelhol.den.tables.lookalikes import alike, folded, is_mixed
from speelhol.den.tables.people import LONGEST_NAME, new_code, tidy
from speelhol.den.tables.table import MOST_DEVICES
from tests.house import HOST, awaited, dealt, facts, fewest, opened, play_on, seated


def turned(reason: str) -> pytest.RaisesExc[TurnedAway]:
    return pytest.RaisesExc(TurnedAway, match=f"^{reason}$")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna   Bo ", "Anna Bo"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("李小龍", "李小龍"),
        ("Ольга", "Ольга"),
        ("a\nb\tc\x00d\x7f", "a b c d"),
        ("\u202eevil", "evil"),
        ("\u2066a\u2069", "a"),
        ("\ufeffname", "name"),
        ("\u200d", ""),
        ("\u200b\u200c\u2060", ""),
        ("\u3164\u2800\u115f", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("🦊" * 30, "🦊" * LONGEST_NAME),
        ("x" * 500, "x" * LONGEST_NAME),
        ("e" + "\u0301" * 40, "é\u0301\u0301"),
        ("\u0301" * 9, ""),
        ("<b>Al</b>", "<b>Al</b>"),
        ("", ""),
        ("\ud800x", "x"),
    ],
)
def test_names_are_one_visible_line(typed: str, kept: str) -> None:
    assert tidy(typed, LONGEST_NAME) == kept
    assert tidy(kept, LONGEST_NAME) == kept


def test_names_that_look_the_same_are_the_same() -> None:
    assert folded("ANNA") == folded("anna") == folded("Ａnna")
    assert folded("Straße") == folded("STRASSE")


@pytest.mark.parametrize(
    ("one", "two"),
    [("Ann", "Аnn"), ("Ann", "АNN"), ("ann", "Аnn"), ("Coco", "Сосо"), ("Nikos", "Νikοs"), ("Ian", "lan"),
     ("Iris", "1ris"), ("Bo", "B0"), ("Bob", "Воb"), ("Ivo", "Іvo"), ("Arno", "Amo"), ("Walt", "VValt"), ("Max", "Μах"),
     ("Ann", "𝐀nn"), ("ANN", "ΑΝΝ"), ("Oto", "Ото"), ("Ada", "аdа"), ("Jan", "ᴊᴀɴ"), ("Ｊan", "jan"),
     ("Ann", "Ann\ufe0f"), ("Ann", "A\ufe00nn"), ("Ann", "An\U000e0100n"), ("Ann", "An\u034fn"), ("Ann", "Ann\u180b"),
     ("Hal", "Hał"), ("Ann", "An\u0335n"), ("Ann", "An\u20ddn"), ("Ann", "Ann."), ("Ann", "A-nn"), ("Ann", "_AnN_"),
     ("Ann", "ꓮnn"), ("Ann", "ꓮꓠꓠ"), ("ann", "ꓮꓠꓠ"), ("Bob", "ꓐob"), ("Bob", "ꓐꓳꓐ"), ("Bob", "𐊡ob"), ("Bob", "𐌁ob"),
     ("bob", "ᗷOᗷ"), ("Bob", "ꞵob"), ("BOB", "BOƅ"), ("Boƅ", "Bob"), ("Bo6", "Bob"), ("BO6", "bob"), ("Ann", "ᗩnn"),
     ("Ann", "ᴀɴɴ"), ("Ann", "Aɴɴ"), ("Hal", "Ⲏal"), ("hal", "Ⲏal"), ("Bob", "B\u0c02b"), ("Ole", "০le"),
     ("Ute", "ሀte"), ("Coco", "ϹοϲΟ"),
     ("Ann Lee", "AnnLee"), ("D’Arcy", "Darcy"), ("Ann", "А-nn"), ("Bill", "Bi||."), ("Arno", "Ar-no")],
)  # fmt: skip
def test_names_that_look_alike_are_taken_for_each_other(one: str, two: str) -> None:
    assert alike(one, two)
    assert alike(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [("Ian", "Lan"), ("Ann", "Anna"), ("Änn", "Ann"), ("Clara", "Dara"), ("Name 1", "Name 2"), ("Анна", "Нина"),
     ("Иван", "Ivan"), ("Bjørn", "Bjarn"), ("Νίκος", "Nikos"), ("小明", "小红"), ("P0", "P1"),
     ("Боб", "Bob"), ("Ann 2", "Ann 3"),
     ("Ann", "Ann 🦊"), ("!!!", "???"), ("🦊", "🐻"), ("カー", "カ"), ("C++", "D--")],
)  # fmt: skip
def test_names_that_people_tell_apart_are_two(one: str, two: str) -> None:
    assert not alike(one, two)


SEVERAL = (
    "Аnn", "Νick", "Annа", "Ann Вob", "aбв", "Анна Smith", "ꓮnn", "ꓮ nn", "ꓮппа", "한글 Ann", "Ann小明", "B〇b",
)  # fmt: skip
ONE = (
    "Ann", "Анна", "Анна Иванова", "Νίκος", "小明", "Ann 🂡", "Ñandú", "R2-D2", "한글", "田中さくら", "タナカー", "µ",
    "7", "ʻOkina", "Ｊan", "𝐀nn", "Ann ❤️", "Ann 👩🏽‍🚀", "Ann½", "Łukasz", "Nguyễn", "मीरा", "أمينة", "ნინო", "1️⃣ Ann",
)  # fmt: skip


def test_a_name_in_several_alphabets_is_no_name() -> None:
    assert [name for name in SEVERAL if not is_mixed(name)] == []
    assert [name for name in ONE if is_mixed(name)] == []


def test_no_letter_figure_or_mark_of_any_other_alphabet_stands_beside_ours() -> None:
    """Whatever Unicode has, and whatever it looks like."""
    passed = set()
    for sign in map(chr, range(0x80, 0x110000)):
        plain, name = unicodedata.normalize("NFKC", sign), unicodedata.name(sign, "")
        other = unicodedata.category(sign) in ("Lu", "Ll", "Lt", "Lo", "Nl", "Nd", "Mn", "Mc") and name
        if other and plain == sign and not name.startswith(("LATIN", "COMBINING", "VARIATION")):
            passed |= {sign} - {sign for word in (f"An{sign}", f"{sign}nn", f"A{sign} n") if is_mixed(word)}
    assert not passed, sorted(map(unicodedata.name, passed))[:20]


def test_every_sign_that_looks_like_one_of_ours_is_taken_for_it() -> None:
    """In small and large letters, whatever stands around it."""
    for ours, signs in LOOKING_LIKE.items():
        for sign in signs:
            assert unicodedata.normalize("NFKC", sign) == sign
            for around in ("x{}z", "X{}Z", "{}{}{}"):
                assert alike(around.replace("{}", ours), around.replace("{}", sign)), (ours, sign)


def test_secrets_are_long_and_ids_tell_nothing() -> None:
    one, two = new_secret(), new_secret()
    assert len(one) >= 32
    assert one != two
    assert person_of(one) != person_of(two)
    assert one not in person_of(one)
    assert len({new_code() for _ in range(200)}) > 150


@awaited
async def test_sitting_down(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await den.open_table("casa-de-papel", fewest(), {}, HOST)
        await den.write(table, lambda now: now.sit(0, "a", "Anna"))
        for seat, name, reason in (
            (1, " ", "no-name"),
            (1, "ANNA", "name-taken"),
            (0, "Bo", "seat-taken"),
            (99, "Bo", "no-such-seat"),
            (-1, "Bo", "no-such-seat"),
        ):
            before = facts(table)
            with turned(reason):
                await den.write(table, lambda now, seat=seat, name=name: now.sit(seat, "b", name))  # type: ignore[misc]
            assert facts(table) == before
        for seat in range(1, fewest()):
            await den.write(table, lambda now, seat=seat: now.sit(None, "b", f"B{seat}"))  # type: ignore[misc]
        with turned("table-full"):
            await den.write(table, lambda now: now.sit(None, "c", "C"))
        assert table.seats_of("b") == tuple(range(1, fewest()))  # several people may share a device


@awaited
async def test_host_rights(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den, people=2)
        with turned("host-only"):
            await den.deal(table, "p1")
        with turned("host-only"):
            await den.write(table, lambda now: now.leave(0, "p1"))
        with turned("host-only"):
            await den.write(table, lambda now: now.leave(2, "p1"))
        await den.write(table, lambda now: now.leave(2, HOST))
        with turned("host-only"):
            await den.sit_bot(table, 2, "p1")
        with turned("chairs-free"):
            await den.deal(table, HOST)
        with turned("no-such-seat"):
            await den.write(table, lambda now: now.leave(2, HOST))
        with turned("no-such-seat"):
            await den.sit_bot(table, 77, HOST)
        await den.sit_bot(table, 2, HOST)
        with turned("seat-taken"):
            await den.sit_bot(table, 2, HOST)
        with turned("not-over"):
            await den.rematch(table, HOST)
        with turned("not-dealt"):
            await den.write(table, lambda now: now.undo(0))
        await den.deal(table, HOST)
        for late in (
            lambda now: now.leave(0, "p0"),
            lambda now: now.sit(0, "x", "X"),
            lambda now: now.sit_bot(0, HOST, "X"),
            lambda now: now.deal(HOST, "seed"),
        ):
            with turned("already-dealt"):
                await den.write(table, late)


@awaited
async def test_the_key_to_a_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table, other = await seated(den, people=2), await seated(den, people=2)
        key = den.key(table, 0)
        assert den.seat_by_key(table, key) == 0
        assert key not in {den.key(table, 1), den.key(other, 0)}
        for wrong in ("", "x", key[:-1], key + "0", den.key(table, 1)[:20] + key[20:], "ключ", "\udc80"):
            with turned("wrong-key"):
                den.seat_by_key(table, wrong)
        with turned("wrong-key"):
            den.seat_by_key(other, key)
        with turned("no-such-seat"):
            den.key(table, 2)  # a bot's seat has no key
        await den.write(table, lambda now: now.leave(0, "p0"))
        await den.write(table, lambda now: now.sit(0, "new", "New"))
        with turned("wrong-key"):  # it changed with the one who sits there
            den.seat_by_key(table, key)
        kept = den.key(table, 0)
    async with opened(tmp_path) as den:
        assert den.key(await den.table(table.code), 0) == kept


@awaited
async def test_devices(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await den.open_table("casa-de-papel", fewest(), {}, HOST)
        await den.write(table, lambda now: now.sit(0, HOST, "Hanna"))
        key = den.key(table, 0)
        assert await den.share(table, key, "phone") == 0
        seq = table.seq
        assert await den.share(table, key, "phone") == 0
        assert table.seq == seq  # the same device twice is once
        assert table.seats_of("phone") == (0,)
        assert [(one.note, one.to) for one in table.talk] == [("shared", 0)]  # whoever sits there is told, nobody else
        assert table.is_host("phone")
        assert not table.is_host("stranger")
        for number in range(MOST_DEVICES - 1):
            await den.share(table, key, f"d{number}")
        with turned("many-devices"):
            await den.share(table, key, "one-too-many")
        await den.write(table, lambda now: now.leave(0, "phone"))
        assert not table.seats_of("phone")


@awaited
async def test_talk(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den)
        with turned("nothing-said"):
            await den.write(table, lambda now: now.say(0, "", " \n "))
        await den.write(table, lambda now: now.say(0, "Mallory", "x" * 900))
        assert table.talk[-1].name == "Name 0"  # a chair speaks in its own name
        assert len(table.talk[-1].text) == 300
        for name, why in (("NAME 1", "name-taken"), ("", "no-name"), ("Nаme", "mixed-name")):
            with turned(why):  # nobody speaks in the name of somebody at the table, or without one
                await den.write(table, lambda now, name=name: now.say(None, name, "psst", "w"))  # type: ignore[misc]
        await den.write(table, lambda now: now.say(None, "Wanda\n", "hi", "w"))
        assert table.talk[-1].name == "Wanda"
        with turned("name-taken"):
            await den.write(table, lambda now: now.say(None, "wanda", "hi", "somebody else"))


QUIET = [name for name in speelhol.games() if any(getattr(step, "hush", False) for step in speelhol.game(name).steps)]
"""Games in which some questions are answered in silence."""


@pytest.mark.parametrize("game", QUIET)
@awaited
async def test_hush(game: str, tmp_path: Path) -> None:
    """While such a question is open nobody talks, at the table or beside it; at all others everybody may."""
    rng, heard = random.Random(7), set[bool]()
    async with opened(tmp_path) as den:
        table = await dealt(den, game)
        while table.phase != "over" and len(heard) < 2:
            hush = table.playing.view(None).hush
            for seat in (0, None):
                with turned("hush") if hush else nullcontext():
                    await den.write(table, lambda now, seat=seat: now.say(seat, "W", "now?"))  # type: ignore[misc]
            heard.add(hush)
            await play_on(den, table, 1, rng)
    assert heard == {True, False}


@awaited
async def test_presence(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await seated(den)
        told = asyncio.Event()
        one, twin, door = den.watch(table, "p0"), den.watch(table, "p0"), den.watch(table, None, told.set)
        assert den.present(table) == {"p0"}
        assert len(den.watchers) == 3
        told.clear()
        den.unwatch(table, twin)
        async with asyncio.timeout(5):  # at once, or after a moment if somebody has just come
            await told.wait()
        assert den.present(table) == {"p0"}
        den.unwatch(table, one)
        den.unwatch(table, one)
        assert den.present(table) == frozenset()
        told.clear()
        await den.write(table, lambda now: now.say(0, "", "anybody?"))
        assert told.is_set()
        den.unwatch(table, door)
        assert not len(den.watchers)


@awaited
async def test_a_rematch_seats_everybody_again_and_is_opened_once(tmp_path: Path) -> None:
    rng = random.Random(8)
    async with opened(tmp_path) as den:
        table = await seated(den)
        await den.share(table, den.key(table, 1), "phone")
        await den.deal(table, HOST)
        await play_on(den, table, 10_000, rng)
        with turned("host-only"):
            await den.rematch(table, "p1")
        first, *others = await asyncio.gather(*(den.rematch(table, HOST) for _ in range(5)))
        assert all(other is first for other in others)
        assert first.chairs == table.chairs
        assert first.seats_of("phone") == (1,)
        assert first.opened.options == table.opened.options
        assert await den.rematch(table, "p1") is first  # whoever comes later is led there
        assert len(den.memory) == 2
        assert den.key(first, 0) != den.key(table, 0)
