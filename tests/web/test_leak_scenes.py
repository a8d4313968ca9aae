"""No leak by scenes: a page hears more than it shows, so what its stream says is compared as it travels, in every game.

Forward, worlds that a seat can't tell apart are followed by a stream each: the scene, then a patch after every
decision. Backward, the story of an imagined world is told from the deal on: the scene at the deal, how the present one
differs from it, and the present one whole.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast
from zlib import crc32

import msgspec
import pytest

import speelhol
from speelhol.den import Den, Table
from speelhol.kernel import LANGUAGES, Game, Match, to_json
from speelhol.web.table import page as table_page
from speelhol.web.table import patch as patching
from speelhol.web.table import scene, stream
from speelhol.web.table.options import NOTHING
from speelhol.web.table.scene import Scene
from speelhol.web.text.templates import Reader
from tests.contract import leak
from tests.contract.cases import every_variant, having, moments, pool, small_variant

from .test_leak import LINK, Nobody, at_table

Plant = Callable[[pytest.MonkeyPatch], None]
News = Callable[[], bytes | None]


def seen(match: Match, seat: int | None) -> Scene:
    """What the page of a seat is drawn from; with None, of somebody who watches."""
    reader = Reader(LANGUAGES[(seat or 0) % len(LANGUAGES)], "nobody" if seat is None else f"p{seat}")
    shown = table_page.seen_by(reader, cast("Den", Nobody(keeps=False)), at_table(match), None, seat is None, LINK)
    assert not isinstance(shown, str)
    return _without_undo(shown)


def _without_undo(shown: Scene) -> Scene:
    """Whether there is an undo depends on moves that an imagined world has not seen; the pages are compared with it."""
    dock = shown["dock"]
    if dock is None:
        return shown
    left = {**dock, "undo": False}
    return {**shown, "dock": None if left | {"listed": False} == NOTHING else left}


def following(of: Callable[[], tuple[Match, int | None]]) -> News:
    """A stream, as it travels."""
    return stream.page_news(lambda: seen(*of()))


def eyes(seat: int) -> tuple[int | None, ...]:
    return seat, None


class Followed:
    """The streams of the worlds that are compared: what each has told since it was last looked at."""

    def __init__(self) -> None:
        self._streams: dict[tuple[int, int | None], tuple[Match, News]] = {}

    def __call__(self, match: Match, seat: int) -> list[str]:
        return [self._heard(match, who) for who in eyes(seat)]

    def _heard(self, match: Match, who: int | None) -> str:
        key = id(match), who
        if key not in self._streams:
            self._streams[key] = match, following(lambda: (match, who))
        return (self._streams[key][1]() or b"").decode()


def told_from_the_deal(match: Match, seat: int) -> list[str]:
    """The scene at the deal, and what has become of it."""
    told: list[str] = []
    for who in eyes(seat):
        now = match.game.replay(match.record(), 0)
        news = following(lambda: (now, who))  # noqa: B023 - asked here and now
        told.append((news() or b"").decode())
        now = match
        told.append((news() or b"").decode())
        told.append(msgspec.json.encode(seen(match, who)).decode())
    return told


def forward(game: Game, seats: int, options: dict[str, Any], patch: pytest.MonkeyPatch, number: int) -> int:
    rng = random.Random(7)
    some = pool(game, seats, options)
    patch.setattr(leak, "LATER", {})
    together = 0
    for match in moments(game, seats, options, "scenes", number):
        for seat in range(seats):
            patch.setattr(leak, "CHANNELS", {"stream": Followed()})
            together += leak.twins(match, seat, rng, some, moves=3)
    return together


def backward(game: Game, seats: int, options: dict[str, Any], patch: pytest.MonkeyPatch, number: int) -> None:
    rng = random.Random(8)
    patch.setattr(leak, "CHANNELS", {"stream": told_from_the_deal})
    for match in moments(game, seats, options, "scenes", number):
        for seat in rng.sample(range(seats), min(3, seats)):
            leak.story(match, seat, rng)


@small_variant
def test_scenes_and_patches_leak_nothing_forward(
    game: Game, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert forward(game, seats, options, monkeypatch, 3) > 0


@every_variant
def test_scenes_and_patches_leak_nothing_backward(
    game: Game, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    backward(game, seats, options, monkeypatch, 2)


# ---- the tests of the tests


def in_the_scene(patch: pytest.MonkeyPatch) -> None:
    """A scene carries what somebody else holds, and no template shows it."""
    honest = scene._scene

    def leaky(table: Table, *rest: Any) -> Scene:
        return {**honest(table, *rest), "order": _hidden(table.playing)}

    patch.setattr(scene, "_scene", leaky)


def in_the_patch(patch: pytest.MonkeyPatch) -> None:
    """Scenes are honest; but what is sent of a change is put in another way by what somebody else holds."""
    honest = patching.differences

    def leaky(old: Any, new: Any, found: Any = None) -> Any:
        differs = honest(old, new, found)
        if differs is not None and _hidden(Now.match) % 2:
            differs = {**differs, "=": {**differs.get("=", {}), "state": new["state"]}}
        return differs

    patch.setattr(stream, "differences", leaky)
    real = at_table

    def noting(match: Match) -> Table:
        Now.match = match
        return real(match)

    patch.setattr(__name__ + ".at_table", noting)


class Now:
    """Where it is looked."""

    match: Match


def _hidden(match: Match) -> int:
    """Something that follows from what lies hidden in a match."""
    return crc32(to_json([match.view(seat).now for seat in range(match.seats)]))


@pytest.mark.parametrize("way", [forward, backward], ids=lambda way: way.__name__)
@pytest.mark.parametrize("plant", [in_the_scene, in_the_patch], ids=lambda plant: plant.__name__)
@pytest.mark.parametrize("name", having("draw/table.html"))
def test_a_planted_leak_that_no_page_shows_is_found(
    name: str, plant: Plant, way: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = speelhol.game(name)
    plant(monkeypatch)
    with pytest.raises(leak.Leak, match="stream"):
        way(game, game.seats[0], {}, monkeypatch, 12)


def test_a_leak_that_was_planted_shows_on_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the tests of pages could not find it."""
    game = speelhol.game(having("draw/table.html")[0])
    matches = list(moments(game, game.seats[0], {}, "scenes", 4))
    honest = [table_page.as_html(seen(match, 0)) for match in matches]
    in_the_scene(monkeypatch)
    assert [table_page.as_html(seen(match.copy(), 0)) for match in matches] == honest
    assert all("order" in seen(match.copy(), 0) for match in matches)
