"""What a choice leads to, in words: every amount that is named there is one that comes."""

from __future__ import annotations

import random
import re

import pytest

from speelhol.games.counterfeiters.actions import Buy, Fetch, HandOver, Place, Stash
from speelhol.games.counterfeiters.draw.preview import then
from speelhol.games.counterfeiters.events import Paid, Printed
from speelhol.games.counterfeiters.table import GODFATHER
from speelhol.kernel import Action, Match
from tests.contract.promises import questions
from tests.rules import rule

from .town import GAME, position

ENGLISH = GAME.speak("en")
MATCHES = 3


def amounts(text: str) -> list[int]:
    return [int(sum_.replace(",", "")) for sum_ in re.findall(r"\$([\d,]+)", text)]


def comes(match: Match, seat: int, action: Action) -> set[int]:
    """The sums that a choice brings about: what is held then, what is paid, what the next sale can bring."""
    further = match.copy()
    before = position(match)
    told = [event for event, who in further.play(seat, action) if who in (None, seat)]
    after = position(further)
    visits = [event for event in told if isinstance(event, Paid)]
    held = before.cash[seat] + before.offshore[seat] - after.offshore[seat]
    sums = {held, after.cash[seat], after.offshore[seat]}
    for flow in after.flows[seat][len(before.flows[seat]) :]:
        if isinstance(flow, int):
            held += flow
            sums |= {held, flow}
        elif flow == GODFATHER:
            sums.add(visits[0].amount)
            held = visits[0].left
    if not further.over and further.to_act == (seat,):
        sales = [offer for offer in further.legal(seat) if isinstance(offer, HandOver)]
        sums |= {max((_brings(further, seat, offer) for offer in sales), default=0)}
    return sums


def _brings(match: Match, seat: int, sale: HandOver) -> int:
    notes = (sale.one, sale.two, sale.three)
    if str(match.view(seat).prompt) == "fence-notes":
        return sum(notes) * (20 if sale.one else 30 if sale.two else 40)
    return 50 * sum(notes)


@rule("counterfeiters/police.godfather", "counterfeiters/fence.worst", "counterfeiters/shop.three")
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_amount_that_a_choice_names_is_one_that_comes(seats: int) -> None:
    rng = random.Random("leads to")
    looked = 0
    for number in range(MATCHES):
        for match, seat in questions(GAME, seats, {}, GAME.rules, f"leads/{number}"):
            action = match.legal(seat).sample(rng)
            words = then(match.view(seat), action, ENGLISH)
            if isinstance(action, HandOver):
                words = words.partition(" a note")[2] or words  # the price of one
            if isinstance(action, Stash | Fetch):
                words = words.partition("would take")[0]
            if isinstance(action, Buy):
                words = words.rpartition(". ")[2]  # what the card does is another matter
            assert set(amounts(words)) <= comes(match, seat, action), words
            looked += bool(amounts(words))
            if isinstance(action, Place) and action.space.startswith("print"):
                further = match.copy()
                printed = [e for e, _ in further.play(seat, action) if isinstance(e, Printed)]
                assert f"You print {printed[0].notes}." in words
    assert looked > 50


def test_nothing_is_said_of_the_godfather_once_he_has_come_for_the_last_time() -> None:
    met = 0
    for number in range(12):
        for match, seat in questions(GAME, 2, {}, GAME.rules, f"late/{number}"):
            if position(match).closing:
                for action in match.legal(seat):
                    met += isinstance(action, Stash | Fetch)
                    assert "Godfather" not in then(match.view(seat), action, ENGLISH)
    assert met
