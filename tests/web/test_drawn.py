"""Drawn tables: whatever is offered can be tapped together, in every language, and motions find their places."""

from __future__ import annotations

import html
import random
import re
from urllib.parse import parse_qs, parse_qsl

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Game, Match
from speelhol.web.album import Album
from speelhol.web.drawn import Drawn, drawing_of, folder_of, stylesheet
from speelhol.web.forms import Part, offer_form

from .test_leak import NAMES, page

DRAWN = [name for name in speelhol.games() if drawing_of(speelhol.game(name)) is not None]
VARIANTS = [(name, seats, options) for name in DRAWN for seats, options in speelhol.game(name).variants()]


def drawn(game: Game, match: Match, seat: int | None, language: str = "en") -> Drawn:
    speech = game.speak(language, NAMES[: match.seats])
    return Drawn(Album(), game, match.view(seat), speech)


def named(text: str, attribute: str) -> set[str]:
    return {html.unescape(value) for value in re.findall(rf'{attribute}="([^"]*)"', text)}


def meets(part: Part, pick: str) -> bool:
    """As the page's script does: an offer has this value, or a field that can take it."""
    own = parse_qs(part.picks, keep_blank_values=True)
    fields = {field.name.partition(".")[2]: field for field in part.fields}
    for key, value in parse_qsl(pick, keep_blank_values=True):
        if key in own:
            if value not in own[key]:
                return False
        elif key not in fields:
            return False
        elif fields[key].choices:
            if value not in [choice for choice, _ in fields[key].choices]:
                return False
        elif not fields[key].low <= int(value) <= fields[key].high:
            return False
    return True


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS, ids=str)
def test_what_is_offered_can_be_tapped(name: str, seats: int, options: dict[str, object]) -> None:
    game = speelhol.game(name)
    rng = random.Random(f"{name} {seats} {options}")
    match = game.start(seats, seed=f"taps {seats}", **options)
    for number in range(60):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        offers = match.legal(seat)
        form = offer_form(offers, game.speak("en", NAMES))
        table = drawn(game, match, seat, LANGUAGES[number % 3])
        targets = named("".join(table.board + table.mine), "data-pick")
        if not table.listed and not form.single:
            for part in form.parts:
                mine = [pick for pick in targets if meets(part, pick)]
                left = [other for other in form.parts if all(meets(other, pick) for pick in mine)]
                assert left == [part], f"{part.value}: tapping {mine} leaves {[other.value for other in left]}"
        for pick in targets:
            assert any(meets(part, pick) for part in form.parts), f"{pick} can be tapped but means nothing"
        match.play(seat, offers.sample(rng))


@pytest.mark.parametrize("name", DRAWN)
def test_motions_find_their_places(name: str) -> None:
    game = speelhol.game(name)
    drawing = drawing_of(game)
    assert drawing is not None
    moved = 0
    styles = stylesheet(name).decode() + (folder_of(name).parents[1] / "web" / "static" / "drawn.css").read_text()
    for seats in (game.seats[0], game.seats[-1]):
        rng = random.Random(seats)
        match = game.start(seats, seed=f"motions {seats}")
        for _ in range(400):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            told = match.play(seat, match.legal(seat).sample(rng))
            motions = [(motion, to) for event, to in told for motion in drawing.motions(event)]
            if not motions:
                continue
            moved += len(motions)
            for motion, to in motions:
                table = drawn(game, match, to)
                text = "".join(table.board + table.mine)
                places = named(text, "data-at")
                if motion.kind == "fly":
                    assert motion.piece in named(text, "data-name"), motion
                    assert motion.start in places, motion
                else:
                    assert f".m-{motion.kind}" in styles, motion
                assert motion.at in places, motion
    assert moved


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_page_holds_no_style_and_shows_the_end(name: str) -> None:
    game = speelhol.game(name)
    rng = random.Random(7)
    match = game.start(game.seats[-1], seed="to the end")
    for _ in range(4000):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    assert match.over
    for language in LANGUAGES:
        for seat_or_none in (0, None):
            text = page(match, seat_or_none, language)
            assert " style=" not in text
            assert 'class="table drawn"' in text
            assert "data-pick" not in text
