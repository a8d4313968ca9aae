"""What the host changes about the lobby is a line that everybody at the table reads."""

from __future__ import annotations

from pathlib import Path

from speelhol.den import Den
from speelhol.kernel import LANGUAGES
from speelhol.web.text.clocks import note_words
from tests.house import HOST, awaited, opened


async def told(den: Den, *changes: dict[str, object]) -> list[str]:
    """What is noted when the host makes these changes, one after another."""
    table = await den.open_table("thieves", 3, {}, HOST)
    for one in changes:
        await den.adjust(table, HOST, one)
    for remark in table.talk:
        assert len({note_words(remark, language) for language in LANGUAGES}) == len(LANGUAGES)
    return [note_words(remark, "en") for remark in table.talk]


@awaited
async def test_languages_and_who_is_welcome_are_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        assert await told(
            den, {"languages": ("nl", "fr")}, {"level": "known"}, {"level": "new"}, {"level": "any"}, {"languages": ()}
        ) == [
            "Languages spoken here, as the lobby tells: Nederlands, Fran\u00e7ais.",
            "This table is for those who know the rules, the lobby says.",
            "First-timers are welcome here, the lobby says.",
            "Everybody is welcome here, the lobby says.",
            "The lobby names no language for this table any more.",
        ]


@awaited
async def test_every_change_has_its_line_and_nothing_else_has(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        lines = await told(
            den, {"listed": True, "languages": ("en",), "level": "new"}, {"watch": False}, {"approve": True}
        )
        assert len(lines) == 5
        assert len(set(lines)) == 5
