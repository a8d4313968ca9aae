"""Numbered actions, rows of numbers and prizes: what they promise, whatever library they are for."""

from __future__ import annotations

import importlib
import random
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

import speelhol
from speelhol.adapters import ADAPTED, Catalogue, Lens, prizes
from speelhol.adapters.actions import RUNGS
from speelhol.adapters.observation import squashed
from speelhol.adapters.traits import traits
from speelhol.adapters.value_cache import ValueCache
from speelhol.kernel import Action, Choices, Either, Form, Offers, Result, View
from tests.adapters.cases import CASES

GAMES = Path(__file__).parents[1] / "games"
OPTIONS = [
    (name, seats, options)
    for name in ADAPTED
    for seats, options in speelhol.game(name).variants()
    if seats in (speelhol.game(name).seats[0], 4, speelhol.game(name).seats[-1])
]

ENDS = [file for name in ADAPTED for file in sorted(GAMES.glob(f"*/records/{name}-rules-*.json"))]


def moments(name: str, seats: int, most: int, **options: object) -> Iterator[View]:
    """What the asked seats see in a match that is played half from menus, half from anything that is offered."""
    match = speelhol.game(name).start(seats, f"moments/{seats}", **options)
    catalogue, rng = Catalogue(name, seats), random.Random(f"{name}/{seats}")
    for number in range(most):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        yield view
        offers = match.legal(seat)
        match.play(seat, rng.choice(list(catalogue.menu(view).values())) if number % 2 else offers.sample(rng))


def listed(offers: Offers) -> Iterator[Action]:
    """The offers that are listed one by one."""
    if isinstance(offers, Either):
        for part in offers.parts:
            yield from listed(part)
    elif isinstance(offers, Choices):
        yield from offers


@pytest.mark.parametrize(("name", "seats", "options"), OPTIONS)
def test_a_menu_holds_every_listed_choice_and_only_what_is_offered(
    name: str, seats: int, options: dict[str, object]
) -> None:
    catalogue, lens = Catalogue(name, seats), Lens(name, seats)
    for view in moments(name, seats, 80, **options):
        menu = catalogue.menu(view)
        assert view.offers is not None
        assert menu
        assert list(menu) == sorted(menu)
        assert all(action in view.offers for action in menu.values())
        assert set(listed(view.offers)) <= set(menu.values())
        assert len(set(menu.values())) == len(menu)
        assert [number for number, there in enumerate(menu.mask) if there] == list(menu)
        assert len(menu.mask) == catalogue.size
        assert not any(number in menu for number in (-1, menu.mask.index(0), catalogue.size))
        row = lens.look(view)
        assert len(row) == lens.size
        assert min(row) >= -1
        assert max(row) <= 1


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_number_means_the_same_in_every_match(name: str, seats: int) -> None:
    catalogue = Catalogue(name, seats)
    assert len(set(catalogue.labels)) == catalogue.size
    for view in moments(name, seats, 60):
        for number, action in catalogue.menu(view).items():
            label = catalogue.labels[number]
            meant = label.split(" ")[: 1 if "*" in label else None]
            assert str(action).split(" ")[: len(meant)] == meant
    assert len(set(Lens(name, seats).labels)) == Lens(name, seats).size


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_what_is_kept_of_earlier_looks_changes_nothing(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue, lens = Catalogue(name, seats), Lens(name, seats)
    seen = [(view, lens.encode(view), dict(catalogue.menu(view))) for view in moments(name, seats, 120)]
    monkeypatch.setattr(ValueCache, "__missing__", lambda kept, value: kept._make(value))
    fresh, anew = Catalogue(name, seats), Lens(name, seats)
    for view, row, menu in seen[::5]:
        assert anew.encode(view) == row == array("f", lens.look(view)).tobytes()
        assert dict(fresh.menu(view)) == menu


def test_what_is_kept_is_begun_anew_when_it_has_grown_too_large() -> None:
    made: list[int] = []

    def make(value: int) -> int:
        made.append(value)
        return -value

    kept = ValueCache(make, 3)
    assert [kept[value] for value in (1, 2, 1, 3, 4, 1)] == [-1, -2, -1, -3, -4, -1]
    assert made == [1, 2, 3, 4, 1]
    assert len(kept) == 2


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_numbers(name: str, seats: int) -> None:
    catalogue, lens, rng = Catalogue(name, seats), Lens(name, seats), random.Random(5)
    differ = 0
    for number, view in enumerate(moments(name, seats, 41)):
        if number % 8:
            continue
        world = speelhol.game(name).imagine(view, rng)
        assert view.seat is not None
        again = world.view(view.seat)
        assert lens.look(again) == lens.look(view)
        assert catalogue.menu(again) == catalogue.menu(view)
        differ += any(lens.look(world.view(seat)) != lens.look(view) for seat in range(seats) if seat != view.seat)
    assert differ


def test_the_ends_of_an_open_amount_can_always_be_reached() -> None:
    catalogue = Catalogue("cash-and-run", 3)
    rungs = set()
    for view in moments("cash-and-run", 3, 300):
        for form in getattr(view.offers, "parts", ()):
            if isinstance(form, Form) and "amount" in form.domains:
                bids = [action for action in catalogue.menu(view).values() if type(action) is form.kind]
                amounts = [int(str(bid).split(" ")[1]) for bid in bids]
                assert amounts[0] == form.domains["amount"][0]
                assert amounts[-1] == form.domains["amount"][-1]
                rungs.add(len(set(amounts)))
    assert max(rungs) == len(RUNGS)


@pytest.mark.parametrize("file", ENDS, ids=lambda file: file.stem)
def test_the_end_of_a_match_can_be_told_too(file: Path) -> None:
    match = speelhol.replay(file.read_bytes())
    catalogue, lens = Catalogue(match.game.name, match.seats), Lens(match.game.name, match.seats)
    over = lens.labels.index("over")
    for seat in (*range(match.seats), None):
        view = match.view(seat)
        assert lens.look(view)[over] == 1
        assert not catalogue.menu(view)


def test_a_secret_is_in_its_owners_row_and_not_on_the_open_table() -> None:
    lens = Lens("casa-de-papel", 5)
    match = speelhol.game("casa-de-papel").start(5, "secrets")
    held = [i for i, label in enumerate(lens.labels) if label.startswith(("now.hand", "now.character="))]
    rows = [lens.look(match.view(seat)) for seat in range(5)]
    for seat, row in enumerate(rows):
        character = match.view(seat).now.character
        assert row[lens.labels.index(f"now.character={character}")] == 1
    assert not any(lens.look(match.view(None))[i] for i in held)


def test_numbers_keep_their_order() -> None:
    row = [squashed(n) for n in (-30, -1, 0, 1, 2, 8, 9, 10_000)]
    assert row == sorted(set(row))
    assert squashed(8) == 0.5


def test_prizes_add_up_to_nothing() -> None:
    tie = Result.of((7, 3, 7, 1))
    assert prizes(tie) == [0.25, -0.25, 0.25, -0.25]
    assert prizes(tie, "rank") == pytest.approx([2 / 3, -1 / 3, 2 / 3, -1])
    assert prizes(Result.of((1, 2)), "rank") == [-1, 1]
    with pytest.raises(ValueError, match="A prize is win or rank, not 'points'"):
        prizes(tie, "points")


def test_a_game_without_an_adapter_is_named() -> None:
    with pytest.raises(ValueError, match="There is no game 'chess'; there are "):
        Catalogue("chess", 2)


@pytest.mark.parametrize("part", [Catalogue, Lens])
def test_a_game_without_traits_is_told_so_by_the_adapters_only(beside: Path, part: type[Catalogue | Lens]) -> None:
    assert part("burglars", 3).size == part("thieves", 3).size
    traits.cache_clear()
    (beside / "traits.py").unlink()
    assert speelhol.game("burglars").start(seats=3).to_act
    with pytest.raises(ValueError, match=r"'burglars' has no adapter: there is no traits.py in its folder"):
        part("burglars", 3)


@pytest.mark.parametrize(("adapter", "library"), [("pettingzoo", "PettingZoo"), ("openspiel", "OpenSpiel")])
def test_a_library_that_is_not_installed_is_named(adapter: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, f"speelhol.adapters.{adapter}", raising=False)
    with pytest.raises(
        ImportError, match=rf"{library} is not installed: in the folder of Speelhol, pip install '\.\[{adapter}\]'"
    ):
        importlib.import_module(f"speelhol.adapters.{adapter}")
