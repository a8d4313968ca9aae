"""Nobody is called what the house itself puts beside names, or by a name without a letter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import speelhol
from speelhol.den.tables import entries as e
from speelhol.den.tables import impostor_names
from speelhol.den.tables.door import DoorSettings
from speelhol.kernel import LANGUAGES, Words
from speelhol.web.text.templates import say
from tests.house import HOST, awaited, facts, fewest, opened, play_on

from .test_people import turned


def said(alone: bool) -> list[str]:
    """The words of the house: those that are no name by themselves only, or the others."""
    found = Words(impostor_names.words()).own.items()
    texts = [text for key, texts in found if key.startswith(impostor_names.ALONE) == alone for text in texts.values()]
    return sorted({word for text in texts for word in text.split(", ")})


WORDS, ALONE = said(False), said(True)
KINDS = (
    "host", "bot", "program", "gastheer", "programma", "hôte", "programme", "Speelhol", "owner", "admin", "moderator",
    "beheerder", "eigenaar", "propriétaire", "modérateur", "l’admin",
)  # fmt: skip
FINE = (
    "Ann", "You Jin", "Yousef", "Talbot", "Robota", "Hostyn", "Marcel·la", "D’Arcy", "Jean-Luc", "Anne-Marie", "R2-D2",
    "Gregory House", "Ann House", "Lou Bank", "Winnie", "Alle", "Personnaz", "Chairman", "Adminah", "Jean-Personne",
    "Ann 2", "X", "7", "小明", "Анна", "Zoë", "Left Eye", "Wegman", "Ann (Utrecht)", "Ann & Bo", "<b>Al</b>", "Ann 🦊",
)  # fmt: skip


def test_the_house_has_words_for_people_in_every_language() -> None:
    assert {"you", "jij", "je", "vous", "toi", "host", "gastheer", "hôte", "bot", "program", "away", "weg"} <= set(
        WORDS
    )


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_the_house_is_no_name_and_ends_none(word: str) -> None:
    for name in (word, word.upper(), word.title(), f"Ann {word}", f"Ann · {word}", f"Ann ({word})", f"Ann – {word}",
                 f"[{word}]", f"Ann, {word}", f"{word}: A", f"Al · {word} · B", f"{word} 2", f"A_{word}"):  # fmt: skip
        assert impostor_names.house_word(name) is not None, name


@pytest.mark.parametrize("word", ALONE)
def test_what_stands_for_the_house_for_all_or_for_none_is_no_name(word: str) -> None:
    for name in (word, word.upper(), f"The {word}", f"le {word}", f"De {word}", f"Ann ({word})", f"[{word}]",
                 f"Ann · {word}", f"{word}: A", f"{word} 1", f"{word}2", f"-{word}-"):  # fmt: skip
        assert impostor_names.house_word(name) is not None, name


def test_what_the_house_says_in_place_of_a_name_is_none() -> None:
    for language in LANGUAGES:
        speech = speelhol.game("thieves").speak(language)
        for instead in (speech.seat(None), *(speech.seat(seat) for seat in range(8))):
            assert impostor_names.house_word(instead) is not None, instead


@pytest.mark.parametrize("said", ["Open chair", "free"])
def test_what_the_pages_say_of_a_chair_where_nobody_sits_is_no_name(said: str) -> None:
    for language in LANGUAGES:
        assert impostor_names.house_word(say(language, said)) is not None, language
    assert impostor_names.house_word("Open") is not None


def test_what_somebody_is_stands_nowhere_in_a_name() -> None:
    for word in KINDS:
        for name in (f"{word} Ann", f"Ann {word} Bo", f"Ann {word} 3"):
            assert impostor_names.house_word(name) is not None, name


@pytest.mark.parametrize(
    "name",
    ["Y.o.u", "You 1", "You 10", "H0st", "B0t", "ＨＯＳＴ", "𝐇ost", "hote", "-you-", "y o u", "ʏᴏᴜ", "Ho\u0335st"],
)
def test_however_it_is_written(name: str) -> None:
    assert impostor_names.house_word(name) is not None


@pytest.mark.parametrize("name", FINE)
def test_names_of_people_are_names(name: str) -> None:
    assert impostor_names.house_word(name) is None
    assert impostor_names.has_sign(name)


@pytest.mark.parametrize("name", [".", "·", "---", "!!!", "…", "’", "(", "🦊", "👑", "~*~", "_"])
def test_a_name_has_a_letter_or_a_digit(name: str) -> None:
    assert not impostor_names.has_sign(name)


@awaited
async def test_no_way_to_a_table_takes_such_a_name(tmp_path: Path) -> None:
    """Opening it, sitting down, waiting at its door and talking beside it."""
    async with opened(tmp_path) as den:
        table = await den.open_table("casa-de-papel", fewest(), {}, HOST)
        shut = await den.open_table("casa-de-papel", fewest(), {}, HOST, settings=DoorSettings(approve=True))
        before = facts(table), facts(shut)
        for name, why in (
            ("You", "house-word"),
            ("Ann · host", "house-word"),
            ("---", "no-letter"),
            ("·", "no-letter"),
        ):
            with turned(why):
                await den.open_table("casa-de-papel", fewest(), {}, HOST, name=name)
            for one in (table, shut):
                with turned(why):
                    await den.sit(one, None, "guest", name)
            with turned(why):
                table.say(None, name, "psst", "watcher")
        assert (facts(table), facts(shut)) == before
        await den.sit(table, None, "guest", "You Jin")


@awaited
async def test_tables_of_people_who_had_such_names_open_and_go_on(tmp_path: Path) -> None:
    names = ("You", "Ann · host", "---", "Bot 4")
    async with opened(tmp_path) as den:
        table = await den.open_table("casa-de-papel", fewest(), {}, HOST)
        for seat, name in enumerate(names[: fewest()]):
            await den.write(table, lambda _, seat=seat, name=name: e.Sat(seat, HOST, name))  # type: ignore[misc]
        await den.deal(table, HOST)
        code = table.code
    async with opened(tmp_path) as den:
        table = await den.table(code)
        assert tuple(table.names) == names[: fewest()]
        await play_on(den, table, 2_000, random.Random(1))
        again = await den.rematch(table, HOST)
        assert tuple(again.names) == names[: fewest()]
