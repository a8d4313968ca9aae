"""Offers become a form and a filled-in form becomes an action again: for every game, at many moments."""

from __future__ import annotations

import random
from typing import Any

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Action, Choices, Either, Form, Game, Money, Offers, Split, Term
from speelhol.kernel.words import Speech, Words
from speelhol.web.text.forms import LISTED, MANY, Misfit, OfferForm, Part, fill_in, offer_form, read_form
from tests.contract.cases import every_game, moments

CASA = speelhol.game("casa-de-papel")


class Stake(Action, frozen=True, tag="stake"):
    amount: Money
    on: Term | None


class Carry(Stake, frozen=True, tag="stake"):
    whole = ("amount",)


class Share(Action, frozen=True, tag="share"):
    sums: tuple[tuple[Term, Money], ...]


WORDS = Words(
    "".join(
        f'[{key}]\nen = "{text}"\nnl = "{text}"\nfr = "{text}"\n'
        for key, text in {
            "do.stake": "Stake {amount} on {on}", "do.share": "Share {sums:#|#}", "field.on": "On",
            "term.red": "red", "term.black": "black", "kind.share": "Share out",
        }.items()
    )
)  # fmt: skip
SPEECH = speelhol.kernel.Speech(WORDS, "en")


def filled(part: Part, rng: random.Random) -> dict[str, str]:
    """A part of a form with something in every field, as far as a sum over several goes round."""
    data = {"part": part.value}
    left = part.most
    for field in part.fields:
        if field.choices:
            data[field.name] = rng.choice(field.choices)[0]
        elif part.most:
            data[field.name] = str(min(left, field.step))
            left -= min(left, field.step)
        else:
            data[field.name] = str(rng.choice((field.low, field.high, field.low + field.step)))
    return data


def test_offers_of_one_kind_are_told_apart() -> None:
    """A bid above the last: as much on black, or more on either."""
    higher = Form(Stake, amount=range(31, 61), on=("red", "black"))
    form = offer_form(Either(Form(Stake, amount=range(30, 61, 1), on=("black",)), higher), SPEECH)
    assert [part.words for part in form.parts] == [
        "Stake … on … · Amount 30–60 · On black",
        "Stake … on … · Amount 31–60 · On red, black",
    ]
    assert [part.words for part in offer_form(higher, SPEECH).parts] == ["Stake … on …"]


@every_game
def test_every_question_has_offers_that_can_be_told_apart(game: Game) -> None:
    for match in moments(game, game.seats[-1], {}, "apart", 60):
        for seat in match.to_act:
            words = [part.words for part in offer_form(match.legal(seat), game.speak("en")).parts]
            assert len(set(words)) == len(words)


@every_game
def test_every_form_reads_back_as_what_is_offered(game: Game) -> None:
    rng = random.Random(1)
    seats = game.seats[0]
    for match in moments(game, seats, {}, "forms", 40):
        for seat in match.to_act:
            offers = match.legal(seat)
            form = offer_form(offers, game.speak(LANGUAGES[seat % 3]))
            assert form.parts
            for part in form.parts:
                assert part.words
                assert read_form(game, offers, filled(part, rng)) in offers
                for field in part.fields:
                    assert field.words
            for _ in range(3):
                action = offers.sample(rng)
                assert read_form(game, offers, fill_in(offers, action)) == action


@every_game
def test_every_open_field_has_a_name_of_its_own(game: Game) -> None:
    """Forms too long to list ask field by field: `[field.<action>.<name>]` or `[field.<name>]` says for what."""
    missing = set()
    for match in moments(game, game.seats[0], {}, "fields", 40):
        for seat in match.to_act:
            for one in _flat(match.legal(seat)):
                if isinstance(one, Form) and one.count > LISTED:
                    tag = one.kind.__struct_config__.tag
                    missing |= {
                        f"field.{tag}.{name}"
                        for name in one.domains
                        if f"field.{tag}.{name}" not in game.words and f"field.{name}" not in game.words
                    }
    assert not missing


def _flat(offers: Offers) -> list[Offers]:
    return [x for part in offers.parts for x in _flat(part)] if isinstance(offers, Either) else [offers]


def test_a_short_form_is_a_list_and_a_long_one_asks_for_an_amount() -> None:
    short = offer_form(Form(Stake, amount=range(1, 4), on=("red", None)), SPEECH)
    assert [part.words for part in short.parts][:2] == ["Stake 1 on red", "Stake 1 on nothing"]
    (part,) = offer_form(Form(Stake, amount=range(50, 5001, 50), on=("red", "black")), SPEECH).parts
    amount, on = part.fields
    assert (amount.words, amount.low, amount.high, amount.step) == ("Amount", 50, 5000, 50)
    assert [words for _, words in on.choices] == ["red", "black"]
    (carried,) = offer_form(Form(Carry, amount=range(50, 5001, 50), on=("red", "black")), SPEECH).parts
    assert (amount.value, carried.fields[0].value) == (50, 5000)
    assert part.words == "Stake … on …"
    assert part.say == "Stake {form0-amount} on {form0-on}"


def test_one_key_of_a_split_is_a_choice_and_an_amount() -> None:
    one = Split(Share, ("red", "black"), unit=100, most=2000, up_to=1)
    (part,) = offer_form(one, SPEECH).parts
    assert [field.name for field in part.fields] == ["form0.key", "form0.amount"]
    data = {"part": "form0", "form0.key": "black", "form0.amount": "300"}
    assert read_form(CASA, one, data) == Share((("black", 300),))
    several = Split(Share, ("red", "black"), unit=100, most=2000, parts=2)
    data = {"part": "form0", "form0.red": "100", "form0.black": " 200 "}
    assert read_form(CASA, several, data) == Share((("red", 100), ("black", 200)))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "nothing-chosen"),
        ({"part": "nonsense"}, "unreadable"),
        ({"part": "form0"}, "unreadable"),
        ({"part": "form0", "form0.amount": "1e3", "form0.on": "red"}, "unreadable"),
        ({"part": "form0", "form0.amount": "--5", "form0.on": "red"}, "unreadable"),
        ({"part": "form0", "form0.amount": "9" * 5000, "form0.on": "red"}, "unreadable"),
        ({"part": "form0", "form0.amount": "50", "form0.on": "green"}, "unreadable"),
        ({"part": "form1", "form1.red": "٣"}, "unreadable"),
    ],
)
def test_what_means_nothing_is_a_misfit(data: dict[str, str], reason: str) -> None:
    offers = Either(
        Form(Stake, amount=range(50, 5001, 50), on=("red", "black")), Split(Share, ("red", "black"), unit=1, most=9)
    )
    with pytest.raises(Misfit, match=reason):
        read_form(CASA, offers, data)


class Walk(Action, frozen=True, tag="walk"):
    who: Term
    to: Term


class Rest(Action, frozen=True, tag="rest"):
    pass


PLAIN = Speech(
    Words(
        "".join(
            f"[do.{tag}]\n" + "".join(f'{language} = "{said}"\n' for language in LANGUAGES)
            for tag, said in (("walk", "walk {who} {to}"), ("rest", "rest"))
        )
        + "".join(
            f"[term.{term}]\n" + "".join(f'{language} = "{term}"\n' for language in LANGUAGES)
            for term in ("red", "blue", "grey", "a", "b", "c", "d")
        )
    ),
    "en",
)
"""Says an action as it is written."""


def test_many_choices_are_grouped_by_how_they_begin() -> None:
    walks = [Walk(who, to) for who in ("red", "blue", "grey") for to in ("a", "b", "c", "d")]
    form: OfferForm = offer_form(Choices([*walks, Rest()]), PLAIN)
    assert [(g.words, len(g.parts)) for g in form.groups] == [
        ("", 1), ("walk red …", 4), ("walk blue …", 4), ("walk grey …", 4)
    ]  # fmt: skip
    few: OfferForm = offer_form(Choices(walks[:MANY]), PLAIN)
    assert [g.words for g in few.groups] == [""]
    _: Any = form.parts
    assert not form.single
    assert not form.folded
