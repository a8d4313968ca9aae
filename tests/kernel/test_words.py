from __future__ import annotations

from typing import Literal

import pytest

from speelhol.kernel import LANGUAGES, SPOKEN, Action, Event, Money, Refused, Seat, Speech, Term
from speelhol.kernel.values import ActionReader
from speelhol.kernel.words import Words, flatten


class Sold(Event, frozen=True, tag="sold"):
    seat: Seat
    buyer: Seat | None
    price: Money
    cards: tuple[Term, ...]
    witnesses: tuple[Seat, ...]
    sure: bool = True


class Give(Action, frozen=True, tag="give"):
    to: Seat
    how: Literal["open", "closed"] | None
    sums: tuple[tuple[str, int], ...]
    seats: tuple[int, ...] = ()
    gladly: bool = False


TEXT = """
[event.sold]
en = "{seat} sells {cards} to {buyer} for {price}; {witnesses} watch. {cards:one card|# cards}. {sure}"
nl = "{seat} verkoopt {cards} aan {buyer} voor {price}; {witnesses} kijken. {cards:een kaart|# kaarten}. {sure}"
fr = "{seat} vend {cards} à {buyer} pour {price} ; {witnesses} regardent. {cards:# carte|# cartes}. {sure}"
[refused.too-much]
en = "At most {most:one coin|# coins}, not {given}."
nl = "Hoogstens {most:één munt|# munten}, niet {given}."
fr = "Au plus {most:# pièce|# pièces}, pas {given}."
[term.ace]
en = "the ace"
nl = "de aas"
fr = "l'as"
[term.ten]
en = "the ten"
nl = "de tien"
fr = "le dix"
"""

WORDS = Words(TEXT)
EVENT = Sold(0, 2, 12_500, ("ace", "ten"), (0, 1, 2))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ann", "C’est le tour d’Ann. Il faut qu’Ann joue\u202f; ce que Bram dit d’Ann."),
        ("Élise", "C’est le tour d’Élise. Il faut qu’Élise joue\u202f; ce que Bram dit d’Élise."),
        ("Noor", "C’est le tour de Noor. Il faut que Noor joue\u202f; ce que Bram dit de Noor."),
        ("Hugo", "C’est le tour de Hugo. Il faut que Hugo joue\u202f; ce que Bram dit de Hugo."),
    ],
)
def test_french_words_lose_their_last_letter_before_a_vowel(name: str, sentence: str) -> None:
    texts = [
        f'{language} = "C’est le tour de {{a}}. Il faut que {{a}} joue ; ce que {{b}} dit de {{a}}."'
        for language in LANGUAGES
    ]
    words = Words("[ask.x]\n" + "\n".join(texts))
    assert Speech(words, "fr").phrase("ask.x", a=name, b="Bram") == sentence
    assert "de Ann" in Speech(words, "nl").phrase("ask.x", a="Ann", b="Bram")


def test_a_sentence_says_each_field_by_its_kind() -> None:
    speech = Speech(WORDS, "en", ["Ann", "Bram", "Cleo"])
    assert speech.event(EVENT) == (
        "Ann sells the ace and the ten to Cleo for 12,500; Ann, Bram and Cleo watch. 2 cards. yes"
    )
    nl = Speech(WORDS, "nl", ["Ann"])
    assert nl.event(Sold(0, None, 1, ("ace",), (1,), False)) == (
        "Ann verkoopt de aas aan niemand voor 1; Speler 2 kijken. een kaart. nee"
    )
    fr = Speech(WORDS, "fr", ["Ann", "Bram", "Cleo"])
    assert fr.event(Sold(0, 1, 1_000_000, (), ())) == (
        "Ann vend rien à Bram pour 1\xa0000\xa0000\u202f; rien regardent. 0 carte. oui"
    )


def test_a_refusal_says_its_data() -> None:
    assert Speech(WORDS, "en").refused(Refused("x/y", "too-much", most=1, given=1500)) == "At most one coin, not 1,500."
    assert Speech(WORDS, "nl").refused(Refused("x/y", "too-much", most=3, given=4)) == "Hoogstens 3 munten, niet 4."


def test_a_form_that_several_numbers_take_names_none_of_them() -> None:
    """In French none is said like one: “1 carte” for one card would be read where there is none."""
    said = {"en": "{n:one card|# cards}", "nl": "{n:één kaart|# kaarten}", "fr": "{n:# carte|# cartes}"}
    speech = Speech(Words("[x]\n" + "\n".join(f'{code} = "{text}"' for code, text in said.items())), "fr")
    assert [speech.phrase("x", n=n) for n in range(3)] == ["0 carte", "1 carte", "2 cartes"]
    for wrong in ("1 carte", "une carte"):
        with pytest.raises(ValueError, match="fr needs # in every form"):
            flatten({"x": said | {"fr": f"{{n:{wrong}|# cartes}}"}})
    flatten({"x": said | {"fr": "{n:carte|cartes}"}})


def test_a_missing_language_or_field_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"event\.x"):
        flatten({"event": {"x": {"en": "a", "nl": "b"}}})
    with pytest.raises(ValueError, match="no language 'de'"):
        Speech(WORDS, "de")
    broken = Words('[event.sold]\nen = "{nothing}"\nnl = "x"\nfr = "x"\n')
    with pytest.raises(KeyError, match="nothing"):
        Speech(broken, "en").event(EVENT)


READER = ActionReader([Give])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Give(2, "open", (("a", 100), ("b", 50)), (1, 2), True), "give 2 open a:100+b:50 1+2 yes"),
        (Give(0, None, ()), "give 0 - - - no"),
    ],
)
def test_text_form_of_an_action(action: Give, text: str) -> None:
    assert str(action) == text
    assert READER.read(text) == action


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("take 1", "No action is called 'take'; there are give"),
        ("give 1", "takes 5 values"),
        ("give x - - - no", "can't be read"),
        ("give 1 - - - maybe", "can't be read"),
        ("give -0 - - - no", "did you mean 'give 0 - - - no'"),
        ("give 1 sideways - - no", "can't be read"),
        ("", "No action is called ''"),
    ],
)
def test_unreadable_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        READER.read(text)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"do":"take"}', b'{"do":"give","to":"x"}', b'{"to":1}', b"\xff"])
def test_unreadable_json_gets_a_sentence(data: bytes) -> None:
    with pytest.raises(ValueError, match="not an action"):
        READER.decode(data)


@pytest.mark.parametrize("written", ["op $1.000, op ${sum}", "op $ 1.000, op $ {sum}", "op $\u00a01.000, op $ {sum}"])
def test_sums_are_written_one_way_in_a_language(written: str) -> None:
    """However a sentence has them: the sign keeps its distance, and no line ends between it and the sum."""
    assert SPOKEN["nl"].typeset(written) == "op $\u00a01.000, op $\u00a0{sum}"
    assert SPOKEN["en"].typeset(written) == "op $1.000, op ${sum}"


def test_a_sign_behind_a_sum_stays_on_its_line() -> None:
    for space in (" ", "\u00a0"):
        assert SPOKEN["fr"].typeset(f"pour {{sum}}{space}$") == "pour {sum}\u202f$"
