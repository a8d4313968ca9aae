"""A postcard: the picture with which a link unfolds. A moment's is made of the open table's view alone."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec import Struct

from ...den import Table
from ...games import game as find_game
from ...games import games
from ...kernel import Game, Speech, View
from ...kernel.cache import per_process
from ..text import rooms
from ..text.lettering import drawable, fitted, lines
from ..text.raster import complete, symbols
from ..text.templates import say, template
from .drawing import drawing_of
from .seats import opens_of
from .staged import stage

ABOUT = "Games of money, crime and bluff, with friends or with bots. No account: open a table and send the link."
WIDTH, HEIGHT = 1200, 630
"""What messengers show whole."""
MARGIN, TEXT = 64, 680
"""How far words keep from the edge, and how wide they run beside the drawing."""
SIZES = ((62, 2), (54, 3), (46, 4), (40, 5))
"""How large a headline is in so many lines."""
FACT, NAME, WORD = 27, 28, 23
MOST_FACTS, MOST_LINES = 3, 6
ACROSS, ROWS = 4, (492, 466)
"""So many seats stand beside each other, more of them in two rows; and where these begin."""


class PostcardSeat(Struct, frozen=True):
    """Somebody at the table, in a place on the postcard."""

    mark: str
    x: float
    y: float
    name: str
    words: str
    lit: bool
    """It is their turn; or they have won."""


def moment(table: Table, language: str) -> str:
    """A table as everybody sees it, as an SVG: what has just happened, how the table stands, who sits there."""
    game, view = table.game, table.playing.view(None)
    unnamed = game.speak(language)
    names = [drawable(name) or unnamed.seat(seat) for seat, name in enumerate(table.names)]
    speech = game.speak(language, names)
    told = newest_words(view, speech)
    return _drawn(
        language,
        game.name,
        above=speech.phrase("title"),
        head=told or speech.phrase("tagline"),
        facts=_facts(game, view, speech),
        picture=_picture(game, view, speech),
        seats=_seats(table, view, speech),
    )


def newest_words(view: View, speech: Speech) -> str:
    """What happened last that is worth telling; "" before anything has."""
    event = next((one for one in view.log.newest_first() if not one.routine), None)
    return "" if event is None else speech.event(event)


@per_process()
def of_game(name: str, language: str) -> str:
    """A game without any table: its door, and what it is about."""
    speech = find_game(name).speak(language)
    return _drawn(
        language, name, "Speelhol", speech.phrase("title"), [speech.phrase("tagline")], _placed(rooms.door(name)), []
    )


@per_process()
def of_house(language: str) -> str:
    """The house, with a sign of every game."""
    signs = [_placed(rooms.sign(name), *_corner(at), 150, 112) for at, name in enumerate(games()[:6])]
    return _drawn(language, "den", "", "Speelhol", [say(language, ABOUT)], Markup("").join(signs), [])


def _corner(at: int) -> tuple[int, int]:
    return 800 + 180 * (at % 2), 90 + 160 * (at // 2)


def _drawn(
    language: str, room: str, above: str, head: str, facts: list[str], picture: Markup, seats: list[PostcardSeat]
) -> str:
    head = drawable(head)
    size, most = next((one for one in SIZES if len(lines(head, one[0], TEXT, 99)) <= one[1]), SIZES[-1])
    shown: list[str] = []
    for fact in (lines(drawable(fact), FACT, TEXT, MOST_FACTS) for fact in facts):
        shown += fact if len(shown) + len(fact) <= MOST_LINES - most else []
    svg = template(language, "postcard.svg").render(
        width=WIDTH,
        height=HEIGHT,
        margin=MARGIN,
        above=drawable(above),
        size=size,
        head=lines(head, size, TEXT, most),
        facts=shown,
        fact_size=FACT,
        picture=picture,
        seats=seats,
        strip=ROWS[len(seats) > ACROSS],
        name_size=NAME,
        word_size=WORD,
    )
    return complete(svg, room)


def _facts(game: Game, view: View, speech: Speech) -> list[str]:
    """The first short lines of the table in words."""
    panels = [panel for panel in game.describe(view.now, speech) if not panel.private]
    return [line for panel in panels[:1] for line in panel.lines if len(lines(line, FACT, TEXT, MOST_LINES)) == 1]


def _picture(game: Game, view: View, speech: Speech) -> Markup:
    """The motif of a big moment, or the door of the game."""
    event = next((one for one in view.log.newest_first() if not one.routine), None)
    drawing = drawing_of(game)
    big = None if event is None or drawing is None else stage(event, None, drawing, speech)
    if big is None or big.motif not in symbols():
        return _placed(rooms.door(game.name))
    wide, high = big.size
    motif = Markup('<svg viewBox="0 0 {} {}"><use href="/static/art.svg#{}"/></svg>').format(wide, high, big.motif)
    return _placed(motif, 820, 100, 300, 300)


def _placed(svg: Markup, x: int = 770, y: int = 100, wide: int = 380, high: int = 285) -> Markup:
    """A drawing at a place on the postcard."""
    where = f'<svg x="{x}" y="{y}" width="{wide}" height="{high}"'
    return Markup(str(svg).replace("<svg", where, 1))  # noqa: S704 - from the house's own drawings


def _seats(table: Table, view: View, speech: Speech) -> list[PostcardSeat]:
    words, lit = _standing(table, view, speech)
    count = len(table.chairs)
    rows = 1 if count <= ACROSS else 2
    across, top = -(-count // rows), ROWS[rows - 1]
    step, high = (WIDTH - 2 * MARGIN) / across, (HEIGHT - top) / rows
    room = step - 70
    return [
        PostcardSeat(
            f"seat-{seat + 1}",
            round(MARGIN + step * (seat % across), 1),
            top + high * (seat // across) + high / 2,
            fitted(speech.seat(seat), NAME, room),
            fitted(drawable(words.get(seat, "")), WORD, room),
            seat in lit,
        )
        for seat in range(count)
    ]


def _standing(table: Table, view: View, speech: Speech) -> tuple[dict[int, str], tuple[int, ...]]:
    """What is told of each seat in a word or two, and who is asked; after the end who won, and with how much."""
    ended = table.playing.result
    if view.over and ended is not None:
        points = {} if set(ended.scores) <= {0, 1} else dict(enumerate(map(speech.money, ended.scores)))
        won = say(speech.language, "draw" if ended.draw else "wins")
        return points or dict.fromkeys(ended.winners, won), ended.winners
    drawing = drawing_of(table.game)
    scene: Any = None if drawing is None else drawing.scene(view, speech)
    return dict(opens_of(scene)), view.asked
