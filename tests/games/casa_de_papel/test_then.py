"""What a choice leads to, in words: it comes about when the choice is made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from speelhol.games.casa_de_papel.actions import Appoint, Choose, Claim, Lay, Look, Swap
from speelhol.games.casa_de_papel.draw.preview import then
from speelhol.games.casa_de_papel.events import Pressed
from speelhol.games.casa_de_papel.table import VAGUE
from speelhol.kernel import Action, Match
from tests.contract.promises import asked_next, questions
from tests.rules import rule

from .mint import GAME, position

NAMES = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gust", "Hanne"]
SPEECH = GAME.speak("en", NAMES)
MATCHES = 6
OFTEN = 60
"""So many times is a line looked at, by number of seats and rules."""


def on(match: Match, seat: int, action: Action) -> Match:
    """The match once this seat has done so, and the others have answered the same question."""
    further, asks = match.copy(), match.position.agenda[-1]
    further.play(seat, action)
    if further.position.agenda and further.position.agenda[-1] is asks:
        asked_next(further)
    return further


def pressed(match: Match, seat: int, action: Action) -> Pressed:
    """What comes out of the press in this round, whatever else happens in the dark."""
    further, before = on(match, seat, action), len(match.view(None).log)
    while True:
        for event in further.view(None).log.since(before):
            if isinstance(event, Pressed):
                return event
        asked_next(further)


def amount(card: str) -> int:
    """What a card brings or burns, as its line says."""
    return int(re.findall(r"\d+", GAME.words.sentence(f"about.{card}", "en") + " 0")[0])


def laid(match: Match, seat: int, action: Action, words: str) -> bool:
    """A card is told of as what it is; what its amount does, comes out at the press (`chosen`)."""
    assert isinstance(action, Lay)
    further = on(match, seat, action)
    kind = "money" if action.card[0] == "m" else "sabotage"
    return position(further).laid[seat][-1] == action.card and kind in words.lower()


def claimed(match: Match, seat: int, action: Action, words: str) -> bool:
    assert isinstance(action, Claim)
    card = position(match).laid[seat][-1]
    lies = not card.startswith(action.card)
    assert lies == words.startswith("That is a lie")
    return lies or ("without the amount" in words) == (action.card != card)


def chosen(match: Match, seat: int, action: Action, words: str) -> bool:
    """So many of a kind run the press or stop it, and then each card's amount counts, as its line says."""
    assert isinstance(action, Choose)
    came = pressed(match, seat, action)
    money = sum(card[0] == "m" for card in came.cards)
    need = int(re.findall(r"(\d+) of a kind", words)[0])
    runs = came.wording() == "pressed.ran"
    counts = [amount(card) for card in came.cards if (card[0] == "m") == runs]
    plain = 500 * came.cards.count("m0")
    change = 500 + sum(counts) - plain if runs else -min(sum(counts), position(match).loot)
    return len(came.cards) == len(action.seats) and runs == (money >= need) and came.change == change


def looked(match: Match, seat: int, action: Action, words: str) -> bool:
    """This card must go in, for one that was chosen."""
    assert isinstance(action, Look)
    further = on(match, seat, action)
    answers = list(further.legal(seat))
    return all(
        isinstance(one, Swap) and one.into == action.seat and one.out in position(match).chosen for one in answers
    )


def swapped(match: Match, seat: int, action: Action, words: str) -> bool:
    """The card that is named comes out of the press, for the one that was taken."""
    assert isinstance(action, Swap)
    p = position(match)
    cards = [p.laid[one][-1] for one in (*p.chosen, action.into) if one != action.out]
    came = pressed(match, seat, action)
    return (
        sorted(came.cards) == sorted(cards) and words == f"Into the press goes {SPEECH.term(p.laid[action.into][-1])}."
    )


def appointed(match: Match, seat: int, action: Action, words: str) -> bool:
    """They lead, and whatever they choose, their own card is in it."""
    assert isinstance(action, Appoint)
    further = on(match, seat, action)
    while not isinstance(next(iter(further.legal(further.to_act[0]))), Choose):
        asked_next(further)
    choices = further.legal(action.seat)
    leads = position(further).leader == action.seat and words.startswith(f"{NAMES[action.seat]} leads")
    return leads and all(isinstance(one, Choose) and action.seat in one.seats for one in choices)


LEADS: dict[type[Action], Callable[[Match, int, Action, str], bool]] = {
    Lay: laid,
    Claim: claimed,
    Choose: chosen,
    Look: looked,
    Swap: swapped,
    Appoint: appointed,
}


@rule("casa-de-papel/print.majority", "casa-de-papel/raquel.must", "casa-de-papel/successor.name")
@pytest.mark.parametrize("rules", GAME.versions)
def test_what_a_choice_is_said_to_lead_to_comes_about(rules: int) -> None:
    met: Counter[tuple[type[Action], int]] = Counter()
    said = set()
    for seats in (4, 5, 6, 8):
        for number in range(MATCHES):
            for match, seat in questions(GAME, seats, {}, rules, f"then/{number}"):
                for action in match.legal(seat):
                    words = then(match.view(seat), action, SPEECH)
                    if words and met[type(action), seats] < OFTEN:
                        assert LEADS[type(action)](match, seat, action, words), (words, str(action))
                        met[type(action), seats] += 1
                        said.add(words.partition(":")[0])
    assert set(met) == {(kind, seats) for kind in LEADS for seats in (4, 5, 6, 8)}
    assert {"That is the truth.", "That is a lie"} < said
    assert ("That is the truth, without the amount." in said) == (rules >= VAGUE)


@pytest.mark.parametrize("seats", [4, 7])
def test_of_a_card_that_she_does_not_know_raquel_reads_nothing(seats: int) -> None:
    met = 0
    for number in range(MATCHES):
        for match, seat in questions(GAME, seats, {}, GAME.rules, f"blind/{number}"):
            for action in match.legal(seat):
                if isinstance(action, Swap):
                    p = position(match)
                    known = action.into == seat or (p.deed is not None and p.deed.looked == action.into)
                    assert bool(then(match.view(seat), action, SPEECH)) == known
                    met += not known
    assert met
