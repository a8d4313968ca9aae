"""Pages from templates: what one person may see of a table, in their language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any

import jinja2
import polib
from markupsafe import Markup
from msgspec import Struct

from ..den import Chair, Den, Table, Turned
from ..games import game as find_game
from ..games import games
from ..kernel import Game, Refused, Speech, View
from .forms import Misfit, offer_form

LANGUAGES = ("en", "nl", "fr")
LOG_LINES = 60


@cache
def catalogue(language: str) -> dict[str, str]:
    """The pages' own sentences, English to another language; empty for English."""
    if language == "en":
        return {}
    text = resources.files(__package__).joinpath(f"locale/{language}.po").read_text(encoding="utf-8")
    return {entry.msgid: entry.msgstr for entry in polib.pofile(text) if entry.msgstr}


@cache
def environment(language: str) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = catalogue(language)
    env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: words.get(text, text), lambda one, many, n: words.get(one if n == 1 else many, many)
    )
    return env


def say(language: str, text: str, **values: Any) -> str:
    """A sentence of the pages, in a language."""
    return catalogue(language).get(text, text) % values if values else catalogue(language).get(text, text)


class Reader(Struct, frozen=True):
    """Who reads a page: their language and theme, and the person behind them."""

    language: str
    person: str
    theme: str = ""
    name: str = ""
    path: str = "/"


class Notice(Struct, frozen=True):
    text: str
    rule: str = ""


def render(template: str, reader: Reader, **values: Any) -> str:
    page = environment(reader.language).get_template(template)
    return page.render(lang=reader.language, theme=reader.theme, path=reader.path, **values)


# ---- the front of the house


def game_card(game: Game, language: str) -> dict[str, Any]:
    speech = game.speak(language)
    seats = list(game.seats)
    return {
        "name": game.name,
        "title": speech.phrase("title"),
        "tagline": speech.phrase("tagline"),
        "players": f"{seats[0]}–{seats[-1]}",
        "minutes": "–".join(map(str, dict.fromkeys(game.minutes))),
        "seats": seats,
        "usual": seats[min(1, len(seats) - 1)],
        "options": [
            {
                "name": name,
                "title": speech.phrase(f"option.{name}"),
                "choices": [
                    {"value": str(v).lower(), "words": speech.phrase(f"option.{name}.{str(v).lower()}")} for v in values
                ],
            }
            for name, values in game.option_values().items()
        ],
    }


def home(reader: Reader, tables: Sequence[Table], notice: str = "") -> str:
    mine = []
    for table in tables:
        seats = table.seats_of(reader.person)
        turn = table.match is not None and any(s in table.match.to_act for s in seats)
        state = STATES["turn" if turn else table.phase]
        mine.append(
            {
                "code": table.code,
                "game": table.game.name,
                "title": table.game.speak(reader.language).phrase("title"),
                "turn": turn,
                "state": say(reader.language, state),
            }
        )
    cards = [game_card(find_game(name), reader.language) for name in games()]
    return render("home.html", reader, games=cards, tables=mine, notice=notice)


def new_table(reader: Reader, game: str, bots: bool, notice: str = "") -> str:
    cards = [game_card(find_game(name), reader.language) for name in games()]
    chosen = next((card for card in cards if card["name"] == game), cards[0])
    return render("new.html", reader, games=cards, chosen=chosen, bots=bots, name=reader.name, notice=notice)


def rules(reader: Reader, game: Game) -> str:
    speech = game.speak(reader.language)
    return render(
        "rules.html",
        reader,
        game=game.name,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        chapters=game.rulebook.chapters,
    )


def message(reader: Reader, title: str, *lines: str, back: str = "/") -> str:
    return render("message.html", reader, title=title, lines=lines, back=back, secret_link="", key="", take=False)


def credits_page(reader: Reader) -> str:
    return message(reader, say(reader.language, "Credits"), *(say(reader.language, line) for line in CREDITS))


def device_page(reader: Reader, table: Table, link: str, key: str) -> str:
    return render(
        "message.html",
        reader,
        title=say(reader.language, "Play on another device"),
        lines=[say(reader.language, line) for line in ANOTHER_DEVICE],
        back=f"/t/{table.code}",
        secret_link=link,
        key=key,
        take=False,
    )


def take_page(reader: Reader, table: Table) -> str:
    return render(
        "message.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        lines=[say(reader.language, "Your chair is waiting at %(code)s.", code=table.code)],
        back=f"/t/{table.code}",
        secret_link="",
        key="",
        take=True,
        code=table.code,
    )


# ---- a table


def page(
    reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, link: str, notice: Notice | None
) -> str:
    """The whole page of a table; from then on only its fragment travels."""
    query = "open=1" if spectator else f"face={'' if face is None else face}"
    return render(
        "page.html",
        reader,
        title=table.game.speak(reader.language).phrase("title"),
        game=table.game.name,
        live=f"/t/{table.code}/live?{query}",
        fragment=Markup(fragment(reader, den, table, face, spectator, link, notice)),  # noqa: S704 - made by our own templates
    )


def fragment(
    reader: Reader,
    den: Den,
    table: Table,
    face: int | None,
    spectator: bool,
    link: str,
    notice: Notice | None = None,
) -> str:
    """What one reader may see of a table right now."""
    if table.match is None:
        return _gathering(reader, den, table, link, notice)
    return _playing(reader, den, table, face, spectator, notice)


def _gathering(reader: Reader, den: Den, table: Table, link: str, notice: Notice | None) -> str:
    speech = table.game.speak(reader.language)
    here = den.present(table)
    chairs = [
        {
            "seat": seat,
            "name": chair.name,
            "taken": chair.taken,
            "bot": chair.bot,
            "me": chair.holds(reader.person),
            "here": _here(chair, here),
        }
        for seat, chair in enumerate(table.chairs)
    ]
    taken = sum(chair.taken for chair in table.chairs)
    options = [
        f"{speech.phrase(f'option.{name}')}: {speech.phrase(f'option.{name}.{str(value).lower()}')}"
        for name, value in table.opened.options.items()
    ]
    return render(
        "gather.html",
        reader,
        title=speech.phrase("title"),
        tagline=speech.phrase("tagline"),
        game=table.game.name,
        code=table.code,
        chairs=chairs,
        mine=table.seats_of(reader.person),
        host=table.is_host(reader.person),
        taken=taken,
        free=len(chairs) - taken,
        options=options or [say(reader.language, "As in the rulebook.")],
        link=link,
        name=reader.name,
        notice=notice.text if notice else "",
    )


def _playing(reader: Reader, den: Den, table: Table, face: int | None, spectator: bool, notice: Notice | None) -> str:
    match = table.playing
    language = reader.language
    mine = () if spectator else table.seats_of(reader.person)
    seat, curtain = facing(table, mine, face)
    view = match.view(seat)
    speech = table.game.speak(language, table.names)
    asked = bool(view.agenda) and view.offers is not None
    state = "over" if view.over else "mine" if asked else "waiting"
    question = view.agenda[-1] if view.agenda else None
    values: dict[str, Any] = {}
    if curtain is None:
        values = {
            "prompt": _headline(speech.ask(view)),
            "panels": table.game.describe(view.now, speech),
            "form": offer_form(view.offers, speech) if view.offers is not None else None,
            "moment": table.moment(seat) if view.offers is not None else "",
            "undo": seat is not None and not view.over and match.why_not_undo(seat) is None,
            "log": _log(table, view, speech),
            "rule": _rule(table.game, question, language) if question is not None else None,
            "agenda": [speech.step(step) for step in reversed(view.agenda[:-1])],
            "chat_open": not view.hush and (bool(mine) or spectator),
            "result": _result(table, speech, language) if view.result else None,
            "waiting": _thinking(table, view, speech) if not asked and view.agenda else "",
        }
    return render(
        "table.html",
        reader,
        title=speech.phrase("title"),
        game=table.game.name,
        code=table.code,
        names=table.names,
        mine=mine,
        seat=seat,
        spectator=spectator,
        state=state,
        curtain=curtain,
        seats=_plaques(den, table, mine, language),
        host=table.is_host(reader.person),
        again=table.again,
        notice=notice,
        **values,
    )


def facing(table: Table, mine: Sequence[int], face: int | None) -> tuple[int | None, int | None]:
    """Whose eyes the page shows, and for whom a curtain must fall first: several people may share one device."""
    if not mine:
        return None, None
    if len(mine) == 1:
        return mine[0], None
    asked = [s for s in mine if s in table.playing.to_act]
    if not asked:
        return (face, None) if face in mine and not table.playing.over else (None, None)
    if face in asked:
        return face, None
    return None, asked[0]


def _plaques(den: Den, table: Table, mine: Sequence[int], language: str) -> list[dict[str, Any]]:
    here = den.present(table)
    match = table.playing
    open_view = match.view(None)
    discreet = bool(open_view.agenda) and open_view.agenda[-1].discreet
    plaques = []
    for seat, chair in enumerate(table.chairs):
        asked = seat in open_view.asked
        thinking = asked and (discreet or seat in match.to_act)
        words = "bot" if chair.bot else "here" if _here(chair, here) else "away"
        if mine == (seat,):
            words = "you"
        elif thinking:
            words = "thinks"
        plaques.append(
            {
                "seat": seat,
                "name": chair.name,
                "me": seat in mine,
                "turn": thinking,
                "bot": chair.bot,
                "here": _here(chair, here),
                "words": say(language, PRESENCE[words]),
            }
        )
    return plaques


def _headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{8,110}?[:;](?=\s)", question)
    if end is None:
        return question, ""
    rest = question[end.end() :].strip()
    return question[: end.end()].rstrip(":;\u202f\xa0 "), rest[:1].upper() + rest[1:]


def _here(chair: Chair, present: frozenset[str]) -> bool:
    return any(chair.holds(person) for person in present)


def _thinking(table: Table, view: View, speech: Speech) -> str:
    """Whom the table waits for, as far as that may be told."""
    if view.agenda[-1].discreet or view.answer is None:
        return ""
    return speech.join(speech.seat(s) for s in table.playing.to_act)


def _rule(game: Game, question: Any, language: str) -> dict[str, str]:
    rule = game.rulebook[question.rule]
    return {"id": rule.id, "text": rule.text[language]}


def _log(table: Table, view: View, speech: Speech) -> list[dict[str, Any]]:
    """The newest events and remarks, newest first."""
    lines: list[dict[str, Any]] = []
    start = max(0, len(view.log) - LOG_LINES)
    own = view.log.own_since(start)
    open_count = view.log.open_before(start)
    remarks = [r for r in table.talk if r.after >= open_count]
    for event, secret in own:
        while remarks and remarks[0].after <= open_count:
            lines.append(_remark(remarks.pop(0)))
        lines.append({"text": speech.event(event), "secret": secret, "said": False, "seat": None, "name": ""})
        open_count += not secret
    lines += [_remark(remark) for remark in remarks]
    lines.reverse()
    return lines[:LOG_LINES]


def _remark(remark: Any) -> dict[str, Any]:
    return {"text": remark.text, "secret": False, "said": True, "seat": remark.seat, "name": remark.name}


def _result(table: Table, speech: Speech, language: str) -> list[dict[str, Any]]:
    result = table.playing.result
    assert result is not None
    rows = [
        {
            "seat": seat,
            "name": speech.seat(seat),
            "won": seat in result.winners,
            "rank": result.ranks[seat],
            "words": say(language, "wins") if seat in result.winners else speech.money(result.scores[seat]),
        }
        for seat in range(table.playing.seats)
    ]
    return sorted(rows, key=lambda row: row["rank"])


# ---- why not


def notice_of(error: Exception, reader: Reader, table: Table | None) -> Notice:
    """Why something was not done, in one sentence, with its rule if there is one."""
    if isinstance(error, Refused) and table is not None:
        return Notice(table.game.speak(reader.language, table.names).refused(error), error.rule)
    if isinstance(error, Turned):
        return Notice(say(reader.language, TURNED[error.reason], **error.data))
    if isinstance(error, Misfit):
        return Notice(say(reader.language, MISFIT[str(error)]))
    return Notice(str(error))


# ---- sentences that are chosen by a key; the others stand where they are said

STATES = {"gathering": "Gathering", "playing": "In play", "over": "Over", "turn": "Your move"}
PRESENCE = {"bot": "bot", "here": "here", "away": "away", "you": "you", "thinks": "thinks"}
CREDITS = (
    "Inter, by The Inter Project Authors, and Fraunces, by The Fraunces Project Authors: SIL Open Font License.",
    "Idiomorph, by Big Sky Software: Zero-Clause BSD.",
    "All drawings are our own.",
)
ANOTHER_DEVICE = (
    "Open this link on your other device and you sit in the same chair there.",
    "It opens your cards: keep it to yourself.",
)
TURNED = {
    "already-dealt": "The match has begun; the chairs can't change any more.",
    "again-open": "The rematch is open already.",
    "busy": "The table is very busy; please try once more.",
    "chairs-free": "Every chair must be taken first.",
    "host-only": "Only the host can do that.",
    "hush": "It is quiet at the table now: no talking.",
    "name-taken": "Somebody at this table is called %(name)s already; choose another name.",
    "no-code": "No free table name was found; please try once more.",
    "no-name": "Please type a name.",
    "no-such-seat": "There is no such chair.",
    "no-such-table": "There is no table called %(code)s; check the spelling.",
    "not-dealt": "The match has not begun yet.",
    "not-over": "The match is not over yet.",
    "nothing-said": "Please type something.",
    "seat-taken": "That chair is taken.",
    "stale": "The table has moved on; nothing was played. Look again.",
    "table-full": "All chairs are taken; you can watch.",
    "too-fast": "That was very fast; wait a moment and try again.",
    "many-devices": "This seat is open on many devices already.",
    "wrong-key": "This key opens no seat; ask for a new link at the table.",
    "not-yours": "That is not your seat.",
}
MISFIT = {"nothing-chosen": "Choose something first.", "unreadable": "That could not be read; please choose again."}
TABLES: tuple[Iterable[str], ...] = (
    STATES.values(),
    PRESENCE.values(),
    CREDITS,
    ANOTHER_DEVICE,
    TURNED.values(),
    MISFIT.values(),
)
"""Everything that the catalogues must hold besides what templates and `say` name themselves."""
