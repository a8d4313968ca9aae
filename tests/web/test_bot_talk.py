"""What bots say at a table: with the statement it belongs to, the same to everybody, and never for a person."""

from __future__ import annotations

import random

import speelhol
from speelhol.den import Table
from speelhol.den.tables import entries as e
from speelhol.games.casa_de_papel.events import Said
from speelhol.kernel import EVEN, LANGUAGES
from speelhol.web.pages.gallery import Quiet, person_in
from speelhol.web.table import page as table_page
from speelhol.web.text.templates import Reader, say

GAME = speelhol.game("casa-de-papel")
BOT, SEATS = 3, 5


def table_after(presses: int, seed: str) -> Table:
    """Four people and a bold bot, after so many presses and all that was said then."""
    opened = e.Opened(GAME.name, GAME.rules, SEATS, {}, person_in(0))
    people = [e.Sat(seat, person_in(seat), f"Name{seat}") for seat in range(SEATS) if seat != BOT]
    table = Table.of(0, "bold/talk", opened, *people, e.BotSat(BOT, "Bibi", "sharp", "bold"), e.Dealt(seed))
    rng = random.Random(seed)
    while sum(isinstance(event, Said) for event in table.view(None).log) < presses * SEATS:
        seat = table.playing.to_act[0]
        table.apply(e.Moved(seat, str(GAME.mind.prefer(table.view(seat), EVEN, rng))))
    return table


def test_a_bold_bot_is_known_by_its_words_and_everybody_reads_the_same() -> None:
    spoke = 0
    for number in range(6):
        table = table_after(2, f"talk/{number}")
        mine = [
            one for one in table.view(None).log if isinstance(one, Said) and one.seat == BOT and one.what is not None
        ]
        for language in LANGUAGES:
            manner = say(language, "bot.manner.bold")
            pages = [
                table_page.page(
                    Reader(language, "" if seat is None else person_in(seat), words=True), Quiet(), table, None,
                           seat is None, "", None)
                for seat in (None, *(seat for seat in range(SEATS) if seat != BOT))
            ]  # fmt: skip
            heard = {tuple(line.count(manner) for line in page.splitlines() if manner in line) for page in pages}
            assert len(heard) == 1, "the same to everybody"
            assert sum(*heard) <= len(mine)
            spoke += sum(*heard)
    assert spoke > 0
