"""Above the question stands what may come of it, for whoever is asked and for nobody else."""

from __future__ import annotations

import re

import pytest

from speelhol.kernel import LANGUAGES
from speelhol.web.pages import gallery
from speelhol.web.table import page as table_page
from speelhol.web.text.templates import Reader

BAND = re.compile(r'<p class="stake"><svg.*?</svg><span>(.+?)</span></p>.*<h1', re.DOTALL)


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_asked_reads_above_the_question_what_is_at_stake(language: str, words: bool) -> None:
    at = next(at for at, one in enumerate(gallery.moments("casablanca")) if one.title["en"] == "What is at stake")
    table = gallery.table_at("casablanca", at)
    (told,) = table.game.stakes(table.view(0), table.game.speak(language, table.names))
    for seat in (0, 2):
        reader = Reader(language, gallery.person_in(seat), words=words)
        band = BAND.search(table_page.as_html(table_page.seen_by(reader, gallery.Quiet(), table, None, False, "")))
        assert (band is not None) == (seat == 0)
        if band is not None:
            assert band[1] == told.words
