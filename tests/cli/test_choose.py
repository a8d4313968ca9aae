"""Amounts and sums: how forms are asked for, field by field."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from speelhol.cli.choose import Chooser, read_amount
from speelhol.cli.screen import Screen, grid, without_empty_columns
from speelhol.kernel import (
    LANGUAGES,
    Action,
    Choices,
    Either,
    Form,
    Money,
    Offers,
    Refused,
    Rule,
    Seat,
    Speech,
    Split,
    Term,
)
from speelhol.kernel.words import Words

WORDS = """
[do.skip]
en = "Pass"
nl = "Pas"
fr = "Passer"
[do.bid]
en = "Bid {amount}"
nl = "Bied {amount}"
fr = "Miser {amount}"
[do.pay]
en = "Pay {amount} to {to} for {what}"
nl = "Betaal {amount} aan {to} voor {what}"
fr = "Payer {amount} à {to} pour {what}"
[do.bribe]
en = "Bribe {bribes}"
nl = "Koop om: {bribes}"
fr = "Acheter {bribes}"
[refused.too-rich]
en = "You have only 5,000."
nl = "Je hebt maar 5.000."
fr = "Vous n'avez que 5.000."
[refused.not-offered]
en = "No."
nl = "Nee."
fr = "Non."
""" + "".join(f'[term.{t}]\nen = "{t} in words"\nnl = "{t}"\nfr = "{t}"\n' for t in ("rick", "ilsa", "sam", "car"))


class Skip(Action, frozen=True, tag="skip"):
    pass


class Bid(Action, frozen=True, tag="bid"):
    amount: Money


class Pay(Action, frozen=True, tag="pay"):
    amount: Money
    to: Seat
    what: Term


class Bribe(Action, frozen=True, tag="bribe"):
    bribes: tuple[tuple[Term, Money], ...]


SKIP = Choices((Skip(),))
BIDS = Form(Bid, amount=range(100, 5001, 100))
PAYS = Form(Pay, amount=range(0, 1001, 50), to=(0, 2), what=("car",))
BRIBES = Split(Bribe, ("rick", "ilsa", "sam"), unit=100, most=2000, parts=1, up_to=2)


MONEY = {
    "toy/money": Rule("toy/money", "toy", "R", dict.fromkeys(LANGUAGES, "Nobody pays what they do not have.")),
}


class Table:
    """A chooser with typed keys and a screen to read."""

    def __init__(self, offers: Offers, keys: str, language: str = "en") -> None:
        self.out = io.StringIO()
        screen = Screen(language, Console(file=self.out, width=100, highlight=False, markup=False, emoji=False))
        lines: Iterator[str] = iter(keys.split("|"))

        def why_not(action: Action) -> Refused | None:
            if action in offers:
                return None
            rich = isinstance(action, Bid) and action.amount > 5000
            return Refused("toy/money", "too-rich" if rich else "not-offered")

        def read(text: str) -> Action:
            raise ValueError

        speech = Speech(Words(WORDS), language, ("Ann", "Bram", "Cleo"))
        self.chooser = Chooser(screen, speech, offers, lambda prompt: next(lines), why_not, read, MONEY.get)

    def choose(self) -> Action:
        self.chooser.screen.show(self.chooser.menu())
        return self.chooser.choose()

    @property
    def text(self) -> str:
        return self.out.getvalue()


@pytest.mark.parametrize(
    ("offers", "keys", "action"),
    [
        (Either(SKIP, BIDS), "1", Skip()),
        (Either(SKIP, BIDS), "2|300", Bid(300)),
        (Either(SKIP, BIDS), "2 300", Bid(300)),
        (Either(SKIP, BIDS), "2 min", Bid(100)),
        (Either(SKIP, BIDS), "2|max", Bid(5000)),
        (Either(SKIP, BIDS), "2|half", Bid(2600)),
        (Either(SKIP, BIDS), "2|1.200", Bid(1200)),
        (Either(SKIP, BIDS), "2|1,200", Bid(1200)),
        (Either(SKIP, BIDS), "2|back|1", Skip()),
        (Either(SKIP, BIDS), "2|150|x||99999999999999999999|5100|200", Bid(200)),
        (Either(SKIP, BIDS), "3|0|-1|bid|1", Skip()),
        (BIDS, "700", Bid(700)),
        (BIDS, "back|700", Bid(700)),
        (PAYS, "50|3|x|2", Pay(50, 2, "car")),
        (Either(SKIP, PAYS), "2 50 1", Pay(50, 0, "car")),
        (Either(SKIP, PAYS), "2 50 9|1", Pay(50, 0, "car")),
        (BRIBES, "1 300|3 200|done", Bribe((("rick", 300), ("sam", 200)))),
        (BRIBES, "3 200|1 300|1 0|done", Bribe((("sam", 200),))),
        (BRIBES, "2 max|done", Bribe((("ilsa", 2000),))),
        (BRIBES, "1 1000|1 1 500|done", Bribe((("rick", 1500),))),
        (BRIBES, "done|4 100|x|1|1 150|1 2100||1 100|2 100|3 100|done", Bribe((("rick", 100), ("ilsa", 100)))),
        (BRIBES, "back|1 100|done", Bribe((("rick", 100),))),
        (Either(SKIP, BRIBES), "2 1 500 done", Bribe((("rick", 500),))),
        (Either(SKIP, BRIBES), "2 1 500 2 100|done", Bribe((("rick", 500), ("ilsa", 100)))),
        (Form(Bid, amount=range(1, 4)), "2", Bid(2)),
    ],
)
def test_what_is_typed_becomes_an_action(offers: Offers, keys: str, action: Action) -> None:
    table = Table(offers, keys)
    assert table.choose() == action
    assert action in offers


MANY = Choices(Bid(n) for n in range(1, 1001))


@pytest.mark.parametrize(
    ("language", "offers", "keys", "action"),
    [
        ("nl", Either(SKIP, BIDS), "2|helft", Bid(2600)),
        ("nl", Either(SKIP, BIDS), "2|andere|2 MAX", Bid(5000)),
        ("nl", BRIBES, "2 helft|1 100|klaar", Bribe((("rick", 100), ("ilsa", 1000)))),
        ("nl", BRIBES, "andere|1 100|done", Bribe((("rick", 100),))),
        ("nl", Either(SKIP, BRIBES), "2 1 500 klaar", Bribe((("rick", 500),))),
        ("nl", MANY, "meer|Bied 777|777", Bid(777)),
        ("fr", Either(SKIP, BIDS), "2|moitié", Bid(2600)),
        ("fr", Either(SKIP, BIDS), "2|autre|2 half", Bid(2600)),
        ("fr", BRIBES, "2 moitié|1 100|fini", Bribe((("rick", 100), ("ilsa", 1000)))),
        ("fr", BRIBES, "autre|1 100|fini", Bribe((("rick", 100),))),
        ("fr", MANY, "suite|Miser 777|777", Bid(777)),
    ],
)
def test_what_is_typed_in_the_readers_language(language: str, offers: Offers, keys: str, action: Action) -> None:
    """Nothing of it is answered by a complaint."""
    table = Table(offers, keys, language)
    assert table.choose() == action
    said = table.chooser.screen.say
    for key in ("choose.none", "choose.number", "choose.wrong-range", "split.wrong"):
        assert said(key, text="", high="", range="").partition("“")[0].partition("«")[0][:20] not in table.text


def test_forms_are_shown_in_words_with_their_range() -> None:
    text = Table(Either(SKIP, BIDS, PAYS, BRIBES), "1")
    text.choose()
    assert "1 Pass" in text.text
    assert "2 Bid … (100 to 5,000, in steps of 100)" in text.text
    assert "3 Pay … to … for car in words (0 to 1,000, in steps of 50)" in text.text
    assert "4 Bribe … (≤ 2,000)" in text.text


def test_fields_are_asked_one_by_one_in_words() -> None:
    table = Table(PAYS, "50|2")
    table.choose()
    assert "min 0 · half 500 · max 1,000" in table.text
    assert "Pay 50 to … for car in words" in table.text
    assert "2 Cleo" in table.text


def test_a_wrong_amount_is_refused_in_the_games_own_words_where_it_has_some() -> None:
    table = Table(BIDS, "5100|50|100")
    table.choose()
    assert "You have only 5,000.\n  Nobody pays what they do not have.\n" in table.text
    assert "It must be a number: 100 to 5,000, in steps of 100." in table.text


def test_the_split_shows_what_is_left() -> None:
    table = Table(BRIBES, "1 300|done")
    table.choose()
    assert "left: 2,000" in table.text
    assert "left: 1,700" in table.text
    assert "rick in words" in table.text


def test_long_lists_come_in_parts_and_can_be_searched() -> None:
    table = Table(MANY, "more|Bid 777|777")
    assert table.choose() == Bid(777)
    assert "more; type a word" in table.text
    assert "Bid 1,000" not in table.text
    assert "777 Bid 777" in table.text


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("-3", -3), ("1 200", 1200), ("1.200.000", 1200000), ("min", 0), ("MAX", 9)]
    + [(t, None) for t in ("", "x", "1.2", "12,34", "1e3", "²", "١", "1" * 5000, "--1")],
)
def test_amounts_are_read_as_people_type_them(text: str, number: int | None) -> None:
    assert read_amount(text, range(10)) == number


def drawn(rows: Any, width: int) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, emoji=False)
    console.print(grid(rows, width, console))
    return out.getvalue().splitlines()


def test_a_table_that_would_be_cramped_becomes_paragraphs() -> None:
    rows = (("who", "place", "said", "paid"), ("Ann", "Paris", "a long story " * 10, "–"), ("Bram", "Lyon", "no", "7"))
    assert drawn(rows, 200)[0].split() == ["who", "place", "said", "paid"]
    lines = drawn(rows, 40)
    assert lines[0].startswith("Ann   place Paris · said a long story")
    assert lines[1].startswith("      ")
    assert lines[-1].strip() == "Bram  place Lyon · said no · paid 7"
    assert max(map(len, lines)) <= 40


def test_columns_that_say_nothing_are_left_out() -> None:
    assert without_empty_columns((("a", "b", "c"), ("–", "–", "1"), ("–", "", "2"))) == [
        ["a", "c"],
        ["–", "1"],
        ["–", "2"],
    ]
