"""What a choice leads to, in words: it comes about when the choice is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from speelhol.games.casablanca.actions import (
    Allow,
    Bid,
    Fight,
    GiveUp,
    Meet,
    Move,
    Object,
    Rest,
    Settle,
    Strike,
    Withdraw,
    Yield,
)
from speelhol.games.casablanca.draw import preview
from speelhol.games.casablanca.table import NUMBER
from speelhol.kernel import Action, Match
from tests.contract.promises import questions

from .census import stopped
from .promises import after, ends_turn, fails, tries_more
from .town import GAME, agent_town, heard, place, play, position, tag, town

NAMES = ["Ann", "Bram", "Cleo"]
SPEECH = GAME.speak("en", NAMES)
OFTEN = 100
"""So many times is a kind of action looked at in a variant."""


def said(match: Match, seat: int, action: Action) -> str:
    return preview.then(match.view(seat), action, SPEECH)


def next_turn(match: Match, seat: int, action: Action, words: str) -> bool:
    further = after(match, seat, action)
    if "the game is stopped" in words:
        return stopped(further)
    return tag(further) == "act" and words == f"Then it is {NAMES[further.to_act[0]]}’s turn."


def let_pass(match: Match, seat: int, action: Action, words: str) -> bool:
    """Who may still object is asked next; where nobody may, it has happened."""
    further = after(match, seat, action)
    if "then it happens" in words:
        return position(further).deed is None and ends_turn(further, seat)
    return tag(further) == "may-object" and NAMES[further.to_act[0]] in words and "may still object" in words


def spoken(match: Match, seat: int, action: Action, words: str) -> bool:
    deed = position(match).deed
    assert deed is not None
    bound = heard(after(match, seat, action), seat, deed.agent)
    least = action.amount if isinstance(action, Bid) else position(match).bid
    return bound >= least and f"${least:,} or more on {SPEECH.phrase(f'draw.named.{deed.agent}')}" in words


def blocked(match: Match, seat: int, action: Action, words: str) -> bool:
    further = after(match, seat, action)
    over = "your turn is over" in words.lower()
    return ends_turn(further, seat) if over else "but not bribe" in words and tries_more(further, seat)


def struck(match: Match, seat: int, action: Action, words: str) -> bool:
    """If everybody lets it pass, the victim is gone, with one's money; the blow is paid from what is on the agent."""
    assert isinstance(action, Strike)
    before, further = position(match), after(match, seat, action)
    while tag(further) == "may-object":
        further.play(further.to_act[0], Allow())
    p, victim, agent = position(further), NUMBER[action.victim], NUMBER[action.agent]
    stake, lost = before.bribes[seat][agent], before.bribes[seat][victim]
    return (
        p.places[victim] is None
        and p.bribes[seat][victim] == 0
        and f"leaves the game with your ${lost:,};" in words
        and f"${stake - p.bribes[seat][agent]:,} of your ${stake:,} on" in words
    )


def most(match: Match, seat: int) -> int:
    """The highest sum that can be named; nothing: only giving up is left."""
    return max([action.amount for action in match.legal(seat) if isinstance(action, Bid)], default=0)


def objected(match: Match, seat: int, action: Action, words: str) -> bool:
    """The player is asked; once there is a fight, so much can be named, and giving up may cost a turn."""
    further = after(match, seat, action)
    answers = set(further.legal(further.to_act[0]))
    player = further.to_act[0]
    fought = after(further, player, Fight())
    sum_ = most(fought, seat)
    can = f"up to ${sum_:,} on" in words if sum_ else words.startswith("A bluff: you have nothing on")
    costs = "you lose your next turn" in words
    return (
        answers == {Fight(), Withdraw()}
        and f"{NAMES[player]} fights or withdraws" in words
        and can
        and costs == position(match).agent_game
        and fails(fought, seat)
    )


def fought(match: Match, seat: int, action: Action, words: str) -> bool:
    """Sums are named by the objector; the player can go along with one up to the stake, and with none above it."""
    further = after(match, seat, action)
    objector = further.to_act[0]
    p = position(match)
    assert p.deed is not None
    stake = p.bribes[seat][NUMBER[p.deed.agent]]
    if (
        NAMES[objector] not in words
        or (f"up to ${stake:,}" if stake else "A bluff: you have nothing there") not in words
    ):
        return False
    for bid in further.legal(objector):
        if isinstance(bid, Bid):
            goes_along = Meet() in after(further, objector, bid).legal(seat)
            if goes_along != (bid.amount <= stake):
                return False
    return True


def settled(match: Match, seat: int, action: Action, words: str) -> bool:
    """The quarters are this seat's, and whoever has the police station has the first turn of all."""
    assert isinstance(action, Settle)
    further = after(match, seat, action)
    if position(further).quarters[seat] != action.place:
        return False
    while tag(further) == "choose-quarter":
        further.play(further.to_act[0], next(iter(further.legal(further.to_act[0]))))
    begins = position(further).quarters[further.to_act[0]] == "police"
    return begins and ("police station begins" in words) == (action.place == "police")


def moved(match: Match, seat: int, action: Action, words: str) -> bool:
    """The end is told where it comes if everybody lets it pass, and nowhere else."""
    further = after(match, seat, action)
    while tag(further) == "may-object":
        further.play(further.to_act[0], Allow())
    ends = "ends the game" in words or "you win" in words
    return (further.over and not stopped(further)) == ends


LEADS: dict[type[Action], Callable[[Match, int, Action, str], bool]] = {
    Rest: next_turn,
    Allow: let_pass,
    GiveUp: let_pass,
    Bid: spoken,
    Meet: spoken,
    Withdraw: blocked,
    Yield: blocked,
    Move: moved,
    Strike: struck,
    Object: objected,
    Fight: fought,
    Settle: settled,
}


@pytest.mark.parametrize("rules", GAME.versions)
def test_what_a_choice_is_said_to_lead_to_comes_about(rules: int) -> None:
    met: Counter[tuple[type[Action], str]] = Counter()
    for variant in ("casablanca", "agent"):
        for number in range(6):
            for match, seat in questions(GAME, 3, {"variant": variant}, rules, f"then/{number}"):
                for action in firsts(match, seat):
                    kind = type(action)
                    if kind in LEADS and met[kind, variant] < OFTEN:
                        words = said(match, seat, action)
                        assert LEADS[kind](match, seat, action, words), (words, str(action))
                        met[kind, variant] += 1
    assert {kind for kind, _ in met} == set(LEADS)


def firsts(match: Match, seat: int) -> list[Action]:
    """One of each kind that is offered, and every move with the case: the first of open amounts."""
    found: dict[object, Action] = {}
    for action in match.legal(seat):
        if type(action) not in found and len(found) > 40:
            break
        found.setdefault(str(action) if isinstance(action, Move) and action.case else type(action), action)
        if "bribe" in str(action):
            break
    return list(found.values())


def test_at_the_last_turn_a_rest_ends_the_game() -> None:
    match = town(2)
    position(match).turn = match.view(None).now.last
    assert said(match, 0, Rest()) == "Then the game is stopped: nobody has brought the case home."


def test_a_turn_that_only_turns_a_ledger_up_is_passed_over() -> None:
    match = agent_town(3, ["green:500"])
    while match.to_act != (0,):
        play(match, f"{match.to_act[0]} rest")
    play(match, "0 move green 1 no", "1 object", "0 fight", "1 give-up", "2 allow", "2 rest")
    assert place(match, "green") == "1"
    position(match).down = (False, True, False)
    assert said(match, 0, Rest()) == "Then it is Cleo’s turn."
