"""What a link to a table unfolds to in a messenger, in words that everybody may read, and where its picture lies."""

from __future__ import annotations

from msgspec import Struct

from ...den import Table
from ...kernel import LANGUAGES
from ..text.templates import Reader, say
from .postcard import newest_words


class Unfolded(Struct, frozen=True):
    """A title, a sentence and a picture, by its path; empty where there is none."""

    title: str
    text: str
    picture: str = ""
    language: str = ""


def is_pictured(table: Table) -> bool:
    """Whether strangers may see how a match went: it is over, and whoever has the link may watch."""
    return table.phase == "over" and table.door.settings.watch


def of_table(table: Table, reader: Reader) -> Unfolded | None:
    """An invitation before the deal, how it ended after the match; in between only which game it is.

    None in a house of which nobody said where it is found.
    """
    if not reader.house:
        return None
    spoken = [one for one in table.door.settings.languages if one in LANGUAGES]
    language = spoken[0] if spoken else reader.language
    speech = table.game.speak(language, table.names)
    title, text = speech.phrase("title"), speech.phrase("tagline")
    picture = f"/postcards/{table.game.name}?lang={language}" if table.door.settings.watch else ""
    if table.phase == "gathering":
        text = say(language, "Come and play {game}: the table is called {table}.", game=title, table=table.code)
    elif is_pictured(table):
        text = newest_words(table.view(None), speech) or text
        picture = f"/t/{table.code}/postcard.png?lang={language}"
    return Unfolded(f"{title} · Speelhol", text, picture, language)


def of_moment(then: Table, reader: Reader, at: int, language: str) -> Unfolded | None:
    """A moment of a match that is over, as everybody saw it: `then` is the table as it stood."""
    if not reader.house:
        return None
    speech = then.game.speak(language, then.names)
    text = newest_words(then.playing.view(None), speech) or speech.phrase("tagline")
    picture = f"/t/{then.code}/postcard.png?at={at}&lang={language}" if then.door.settings.watch else ""
    return Unfolded(f"{speech.phrase('title')} · Speelhol", text, picture, language)
