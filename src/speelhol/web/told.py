"""What happened at a table, as one audience hears it: the log, what was said, and how it moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ..den import Remark
from ..kernel import Dealer, Event, Log
from . import times
from .album import Album
from .art import line, movement
from .drawn import RECENT, Drawn
from .sight import Sight

LOG_LINES = 60


def talk(sight: Sight) -> str:
    """A line to talk into, for those who may; that nobody may now, for all."""
    hush = sight.view.hush
    if not hush and not sight.talks:
        return ""
    return sight.show("piece/say.html", code=sight.table.code, seat=sight.seat, hush=hush)


class Told(Struct, frozen=True):
    """Pieces of what was told, with what they were made of: more is only added to it until a move is taken back."""

    dealer: Dealer
    names: tuple[str, ...]
    remarks: tuple[Remark, ...]
    count: int
    pieces: list[Any]


def log(sight: Sight) -> list[str]:
    """The newest events and remarks, newest first."""
    table, told = sight.table, sight.view.log
    key = ("log", sight.seat, sight.language)
    dealer, names = table.playing.dealer, table.names
    known: Told | None = sight.album.recall(key)
    same = known is not None and known.dealer is dealer and known.names == names and known.remarks is table.talk
    if known is not None and same and not sight.view.over:
        new = [_event(sight, event, secret) for event, secret in told.own_since(known.count)]
        shown = [*reversed(new), *known.pieces][:LOG_LINES]
    else:
        shown = [*reversed(list(_lines(sight, told)))][:LOG_LINES]
    sight.album.keep(key, Told(dealer, names, table.talk, len(told), shown))
    return shown


def motions(sight: Sight, drawn: Drawn) -> list[str]:
    """How the newest events move, oldest first, each with its number as this audience counts."""
    told, dealer = sight.view.log, sight.table.playing.dealer
    key = ("motions", sight.seat)
    known: Told | None = sight.album.recall(key)
    oldest = max(0, len(told) - RECENT)
    if known is None or known.dealer is not dealer:
        known = Told(dealer, (), (), oldest, [])
    moves = [(n, piece) for n, piece in known.pieces if n > oldest]
    start = max(known.count, oldest)
    for n, event in enumerate(told.since(start), start + 1):
        if found := _movements(sight.album, drawn, event):
            moves.append((n, "".join([f'<i data-n="{n}"{motion}' for motion in found])))
    sight.album.keep(key, Told(dealer, (), (), len(told), moves))
    return [piece for _, piece in moves]


def _movements(album: Album, drawn: Drawn, event: Event) -> tuple[str, ...]:
    """How an event moves; the same for everybody who hears of it."""
    key = ("moves", event)
    found: tuple[str, ...] | None = album.recall(key)
    if found is None:
        found = tuple(map(movement, drawn.motions(event)))
        album.keep(key, found)
    return found


def _lines(sight: Sight, told: Log) -> Iterator[str]:
    """Oldest first, remarks where they were made."""
    start = number = max(0, len(told) - LOG_LINES)
    open_count = told.open_before(start)
    mine = [r for r in sight.table.talk if r.to is None or r.to == sight.seat]
    remarks = [r for r in mine[-LOG_LINES:] if r.after >= open_count]
    for event, secret in told.own_since(start):
        while remarks and remarks[0].after <= open_count:
            yield _remark(sight, remarks.pop(0))
        number += 1
        yield _event(sight, event, secret, number if sight.view.over else 0)
        open_count += not secret
    for remark in remarks:
        yield _remark(sight, remark)


def _event(sight: Sight, event: Event, secret: bool, number: int = 0) -> str:
    """What happened. It reads the same to everybody who hears it, so it is put into words once; after the match its
    number leads to the moment."""
    key = ("event", sight.language, secret, event)
    known: tuple[str, str] | None = sight.album.recall(key)
    if known is None:
        text = sight.speech.event(event)
        known = text, line(text, secret=secret)
        sight.album.keep(key, known)
    if not number:
        return known[1]
    eyes = "open" if sight.seat is None else sight.seat
    return line(known[0], secret=secret, link=f"/t/{sight.table.code}/replay?event={number}&eyes={eyes}")


def _remark(sight: Sight, one: Remark) -> str:
    if one.note:
        return line(times.note_words(one, sight.language), secret=one.to is not None, seat=one.seat)
    return line(one.text, said=True, seat=one.seat, name=one.name)
