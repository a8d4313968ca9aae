"""What somebody has to themselves at a table besides the match, as HTML: notes, settings, passes."""

from __future__ import annotations

from ...den import Table
from ...den.tables import passes
from ...kernel import Speech
from ..text.bots import speed_picker
from ..text.templates import say, template
from .audience import Audience


def notes_of(table: Table, seat: int | None, language: str) -> str:
    """Where a seat's notes unfold; what stands in them is fetched then, and is no part of this."""
    if seat is None:
        return ""
    return str(template(language, "table/own.html").module.own_notes(table.code, seat))  # type: ignore[attr-defined]


def passes_of(table: Table, seat: int | None, speech: Speech) -> str:
    """What a seat may leave to the house; where it has left something, that it may be asked again."""
    if seat is None or not table.once("passes", lambda: _any_passes(table), ()):
        return ""
    if seat in passes.standing(table):
        kinds = [("", say(speech.language, "Ask me again"))]
    else:
        offered = passes.offered(table, seat)
        kinds = [(one.key, speech.phrase(one.phrase, what=one.what and speech.phrase(one.what))) for one in offered]
    if not kinds:
        return ""
    draw = template(speech.language, "table/own.html").module
    return str(draw.own_passes(table.code, seat, kinds))  # type: ignore[attr-defined]


def _any_passes(table: Table) -> bool:
    """Whether anybody can leave a pass to the house now, or has left one."""
    return bool(passes.standing(table)) or any(passes.offered(table, seat) for seat in range(len(table.chairs)))


def left_words(table: Table, audience: Audience) -> str:
    """What became of the seat that whoever looks left for good; empty for everybody else."""
    if audience.left is None:
        return ""
    who, over = "removed" if audience.removed else "resigned", table.playing.over
    held = table.chairs[audience.left].held
    return say(
        audience.language, f"left.{who}.{('played' if over else 'bot') if held else ('over' if over else 'vote')}"
    )


def beside_question(table: Table, audience: Audience) -> str:
    """What stands beside the question for somebody, as HTML: that they have left the match; how a host goes on with one
    that rests."""
    if table.playing.over:
        return ""
    covers = len(audience.mine) > 1 and not asked_at(table, audience.mine)
    rests = table.clock.paused is not None and not table.clock.by_house
    goes_on = rests and audience.host and not audience.spectator
    left = left_words(table, audience)
    if not goes_on and not left and not covers:
        return ""
    draw = template(audience.language, "table/own.html").module
    people = [(seat, table.names[seat]) for seat in audience.mine if covers and audience.seat is None]
    shared = str(draw.own_hands(table.code, people, table.decided(audience.mine))) if covers else ""  # type: ignore[attr-defined]
    return str(draw.own_standing(table.code, left, goes_on)) + shared  # type: ignore[attr-defined]


def asked_at(table: Table, mine: tuple[int, ...]) -> bool:
    """Whether somebody who sits at this device is asked for a decision."""
    return any(seat in table.playing.to_act and table.chairs[seat].attends for seat in mine)


def settings_of(table: Table, audience: Audience, in_hand: bool, drawn: bool, can_draw: bool) -> str:
    """How somebody likes it here: light, speed, sounds, language, the device. The host chooses the speed.

    in_hand: whether the device is in the hands of whoever looks; one that several share is, while they are asked
    """
    language, speed = audience.language, table.opened.speed
    hosts = audience.host and table.phase != "over"
    shown = {
        "code": table.code,
        "path": f"/t/{table.code}" + ("/table" if audience.spectator else ""),
        "lang": language,
        "seat": audience.seat if in_hand else None,
        "drawn": drawn,
        "can_draw": can_draw,
        "dealt": table.match is not None,
        "speed": say(language, f"speed.{speed}"),
        "speeds": speed_picker(language, {"speed": speed}) if hosts else (),
    }
    return str(template(language, "table/settings.html").module.settings_sheet(shown))  # type: ignore[attr-defined]
