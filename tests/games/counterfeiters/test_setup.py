"""Set-up: the board, the cards and the money, and the data that they come from."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from speelhol.games.counterfeiters.events import Equipped, MarketFilled, Starts
from speelhol.games.counterfeiters.table import FAKES, RATES, REAL_MONEY, SPACES, TICKETS
from speelhol.kernel import LANGUAGES
from tests.rules import rule

from .invariants import check
from .town import GAME, NOW, deal, play, position, skip, town

ROOM = {
    2: {"print": 1, "shop": 1, "fence": 1, "tax": 1, "sunglasses": 1, "jet": 1, "flight": 1}
    | {"print-cap": 1, "shop-cap": 1, "fence-cap": 1},
    4: {"print": 1, "shop": 1, "fence": 1, "tax": 2, "sunglasses": 1, "jet": 1, "flight": 1}
    | {"print-cap": 2, "shop-cap": 2, "fence-cap": 2},
}


@rule("counterfeiters/setup.board")
def test_two_sides_of_the_board() -> None:
    """Our reconstruction: 14 spaces on the side for two, 20 on the side for three or four."""
    assert NOW[2].prices == (50, 50, 40, 20)
    assert NOW[2].bins == (3,)
    assert NOW[3].prices == NOW[4].prices == (70, 50, 50, 40, 30, 20)
    assert NOW[3].bins == NOW[4].bins == (3, 4, 5)
    for seats, room in ((2, ROOM[2]), (3, ROOM[4]), (4, ROOM[4])):
        assert dict(zip(SPACES, NOW[seats].room, strict=True)) == room
    assert sum(NOW[2].room) + len(NOW[2].prices) == 14
    assert sum(NOW[4].room) + len(NOW[4].prices) == 20


@rule("counterfeiters/setup.first")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_lot_names_the_start_player(start: int) -> None:
    match = deal(3, start)
    assert position(match).marker == start
    assert match.to_act == (start,)
    assert next(iter(match.view(None).log)) == Starts(start)


@rule("counterfeiters/setup.money")
@pytest.mark.parametrize(
    ("seats", "start", "cash"),
    [(2, 0, (20, 30)), (2, 1, (30, 20)), (3, 1, (40, 20, 30)), (4, 0, (20, 30, 40, 50)), (4, 2, (40, 50, 20, 30))],
)
def test_start_money_grows_clockwise_from_the_start_player(seats: int, start: int, cash: tuple[int, ...]) -> None:
    """Rulebook, Voorbereiding: the start player takes $20, then $30, $40 and $50."""
    assert position(deal(seats, start)).cash == cash
    assert position(deal(seats, start)).offshore == (0,) * seats


@rule("counterfeiters/setup.kit")
def test_a_printer_and_a_component_each_and_the_rest_leaves_the_game() -> None:
    p = position(deal(2, components="paper ink ink paper"))
    assert p.cards == (("paper", "printer"), ("ink", "printer"))
    assert p.gone == ("ink", "paper", "printer", "printer")
    three = deal(3, components="ink ink paper paper")
    assert position(three).gone == ("paper", "printer")
    assert Equipped(2, ("paper", "printer"), 40) in list(three.view(0).log)
    assert position(deal(4)).gone == ()


CLASSES = {
    "A": ("ink paper printer printer diner", "ink printer", "paper printer"),
    "B": ("ink paper printer jet diner", "paper jet", "ink diner"),
    "C": ("hologram paper printer jet diner", "hologram diner", "hologram"),
    "D": ("ticket-60 ticket-80 ticket-100 great-lawyer bad-lawyer", "ticket-80", "printer ticket-80"),
}
"""Our reconstruction, card by card: those without a mark, those marked 3+, those marked 4."""


@rule("counterfeiters/setup.deck", "counterfeiters/setup.classes")
@pytest.mark.parametrize(("seats", "number"), [(2, 20), (3, 27), (4, 34)])
def test_the_deck_by_class_and_number_of_players(seats: int, number: int) -> None:
    expected = [sorted(card for cards in marked[: seats - 1] for card in cards.split()) for marked in CLASSES.values()]
    assert [list(cards) for cards in NOW[seats].classes] == expected
    assert sum(map(len, expected)) == number


CARDS = ("printer", "ink", "paper", "hologram", "diner", "jet", "ticket", "great-lawyer", "bad-lawyer")


@rule("counterfeiters/setup.cards", "counterfeiters/setup.tickets")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_lists_the_cards_as_the_data_have_them(language: str) -> None:
    """In every language: how many of each card by number of players, and what the tickets pay."""
    found = re.findall(r"(\d) / (\d) / (\d)", GAME.rulebook["counterfeiters/setup.cards"].text[language])
    assert [tuple(map(int, row)) for row in found[-len(CARDS) :]] == [
        tuple(sum(card.startswith(kind) for group in NOW[seats].classes for card in group) for seats in GAME.seats)
        for kind in CARDS
    ]
    paid = [int(n) for n in re.findall(r"\d+", GAME.rulebook["counterfeiters/setup.tickets"].text[language])]
    for seats, number in ((2, 3), (3, 4), (4, 5)):
        cards = [card for group in NOW[seats].classes for card in group]
        assert Counter(paid[:number]) == Counter(TICKETS[card] for card in cards if card in TICKETS)


@rule("counterfeiters/setup.cards", "counterfeiters/setup.deck", "counterfeiters/money.fakes")
def test_the_tables_of_the_rulebook_count_every_card_and_note() -> None:
    cards, classes, notes = GAME.pieces("en")
    for at, number in enumerate((20, 27, 34)):
        assert sum(int(piece.cells[at].replace("–", "0")) for piece in cards.pieces) == number
        cells = [cell.split(" / ") for piece in classes.pieces for cell in piece.cells if cell != "–"]
        assert sum(int(cell[at % len(cell)]) for cell in cells) == number
    assert [int(piece.cells[0]) for piece in notes.pieces] == [30, 30, 40, 32, 68]


@rule("counterfeiters/setup.classes")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_tells_every_class_as_the_data_have_it(language: str) -> None:
    """Of the classes A to C, whose cards are named one by one."""
    speech = GAME.speak(language)
    parts = re.split(r"[.;]", GAME.rulebook["counterfeiters/setup.classes"].text[language])[:9]
    for part, cards in zip(parts, [cards for name in "ABC" for cards in CLASSES[name]], strict=True):
        for card in {"printer", "ink", "paper", "hologram", "diner", "jet"}:
            assert len(re.findall(rf"\b{speech.term(card)}\b", part)) == cards.split().count(card), (part, card)


@rule("counterfeiters/setup.board", "counterfeiters/setup.officer")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_tells_the_prices_and_the_start_as_the_data_have_them(language: str) -> None:
    board = GAME.rulebook["counterfeiters/setup.board"].text[language]
    prices = [int(n) for n in re.findall(r"\d\d", board)]
    assert prices == [*NOW[2].prices, *NOW[4].prices]
    officer = GAME.rulebook["counterfeiters/setup.officer"].text[language]
    assert [int(n) for n in re.findall(r"\d", officer)] == [NOW[2].start, NOW[3].start]
    assert NOW[2].start == NOW[4].start


@rule("counterfeiters/setup.cards")
def test_holograms_are_rarer_than_players() -> None:
    """Rulebook, De zwarte markt: holograms are rare."""
    for seats in GAME.seats:
        assert sum(cards.count("hologram") for cards in NOW[seats].classes) == seats - 1


@rule("counterfeiters/setup.deck")
def test_the_classes_lie_in_alphabetical_order() -> None:
    for i in range(20):
        p = position(GAME.start(4, f"deck{i}"))
        order = [*reversed([c for c in p.market if c]), *p.deck]
        for cards in NOW[4].classes:
            assert sorted(order[: len(cards)]) == list(cards)
            order = order[len(cards) :]
    assert len({position(GAME.start(4, f"deck{i}")).deck for i in range(20)}) > 1


@rule("counterfeiters/setup.market")
def test_the_market_is_filled_from_right_to_left() -> None:
    match = deal(2, top=["printer", "ink", "diner", "paper", "printer"])
    p = position(match)
    assert p.market == ("paper", "diner", "ink", "printer")
    assert p.deck[0] == "printer"
    assert len(p.deck) == 16
    assert MarketFilled(("printer", "ink", "diner", "paper")) in list(match.view(None).log)


@rule("counterfeiters/setup.officer")
def test_the_officer_starts_by_number_of_players() -> None:
    assert [position(deal(seats)).officer for seats in (2, 3, 4)] == [0, 6, 0]
    for seats in (2, 3, 4):
        assert position(deal(seats)).refused == 0
        assert position(deal(seats)).cash[0] == 20  # no Godfather at the start


@rule("counterfeiters/money.fakes")
def test_a_hundred_fake_notes_of_three_grades() -> None:
    """Rulebook, Spelmateriaal: 30, 30 and 40 fake notes, all of $50."""
    p = position(deal(2))
    assert p.supply == FAKES == (30, 30, 40)
    assert p.fakes == ((0, 0, 0), (0, 0, 0))
    assert RATES.face_value == 50


@rule("counterfeiters/money.tens")
def test_the_bank_pays_on_paper_when_it_is_empty() -> None:
    """Rulebook, Spelmateriaal: 32 × $10 and 68 × $50 are $3,720."""
    assert REAL_MONEY == 3720
    match = town(2, cash=(3000, 710), flows=((3000,), (710,)))
    p = position(match)
    assert p.bank == 10
    play(match, "0 place tax")
    assert p.cash == (3030, 710)
    assert p.bank == -20
    check(p)


@rule("counterfeiters/henchmen.place", "counterfeiters/henchmen.order")
def test_three_henchmen_each_clockwise_from_the_start_player() -> None:
    match = town(4, start=2)
    order = []
    while position(match).round == 1:
        order += list(match.to_act)
        skip(match, 1)
    assert order == [2, 3, 0, 1] * 3


@rule("counterfeiters/henchmen.order")
def test_whoever_has_no_henchman_left_is_passed_over() -> None:
    match = town(3, left=(1, 0, 2), flat=(2, 3, 1))
    order = []
    while position(match).round == 1:
        order += list(match.to_act)
        skip(match, 1)
    assert order == [0, 2, 2]
