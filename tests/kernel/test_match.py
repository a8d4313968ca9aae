"""Match, agenda, log and undo on a toy game that has one of everything."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import Struct

from speelhol.kernel import (
    Action,
    Choices,
    Dealer,
    Decision,
    Event,
    Game,
    Log,
    Match,
    Panel,
    Position,
    Refused,
    Result,
    Scripted,
    Sealed,
    Seat,
    Step,
    View,
    put,
)
from tests.rules import rule


class Toy(Position):
    piles: tuple[int, ...] = ()
    heard: str = ""


class Take(Action, frozen=True, tag="take"):
    hidden = ("card",)
    seat: int
    card: int


class Roll(Action, frozen=True, tag="roll"):
    pass


class Shout(Action, frozen=True, tag="shout"):
    pass


class Peek(Action, frozen=True, tag="peek"):
    pass


class Took(Event, frozen=True, tag="took"):
    seat: Seat


class Rolled(Event, frozen=True, tag="rolled"):
    reveals = True
    number: int


class Whispered(Event, frozen=True, tag="whispered"):
    reveals = True
    word: str


class Turn(Decision[Toy, Action], frozen=True, tag="turn"):
    seat: int
    rule = "toy/turn"

    def who(self, p: Toy) -> int:
        return self.seat

    def offers(self, p: Toy, seat: int) -> Choices:
        return Choices([Take(seat, 1), Take(seat, 2), Roll(), Peek()])

    def take(self, p: Toy, seat: int, action: Action, dealer: Dealer) -> None:
        if isinstance(action, Take):
            p.piles = put(p.piles, seat, p.piles[seat] + action.card)
            dealer.tell(Took(seat))
            dealer.whisper(1 - seat, Whispered("for the other"))
        elif isinstance(action, Roll):
            dealer.tell(Rolled(dealer.draw(6)))
        else:
            dealer.whisper(seat, Whispered("for me"))
        p.then(Loud(1 - seat))


class Loud(Decision[Toy, Shout], frozen=True, tag="loud"):
    seat: int
    rule = "toy/loud"
    binding = True

    def who(self, p: Toy) -> int:
        return self.seat

    def offers(self, p: Toy, seat: int) -> Choices:
        return Choices([Shout()])

    def take(self, p: Toy, seat: int, action: Shout, dealer: Dealer) -> None:
        p.then(Both(), Note("a"), Note("b"), Finish())


class Both(Sealed[Toy], frozen=True, tag="both"):
    rule = "toy/both"
    discreet = True

    def who(self, p: Toy) -> tuple[int, ...]:
        return (0, 1)

    def offers(self, p: Toy, seat: int) -> Choices:
        return Choices([Take(seat, 1), Take(seat, 2)])

    def take(self, p: Toy, answers: tuple[Take, ...], dealer: Dealer) -> None:
        p.piles = tuple(pile + answer.card for pile, answer in zip(p.piles, answers, strict=True))


class Note(Step[Toy], frozen=True, tag="note"):
    letter: str

    def run(self, p: Toy, dealer: Dealer) -> None:
        p.heard += self.letter
        if self.letter == "a":
            p.then(Note("x"), Note("y"))
        if self.letter == "x":
            p.until(Finish)


class Finish(Step[Toy], frozen=True, tag="finish"):
    def run(self, p: Toy, dealer: Dealer) -> None:
        p.result = Result.of(p.piles)


class Seen(Struct, frozen=True):
    mine: int | None


def look(p: Toy, seat: int | None) -> Seen:
    return Seen(None if seat is None else p.piles[seat])


def imagine(view: View, rng: Any) -> Toy:
    return Toy(2, view.options, 1, view.agenda, piles=(0, 0))


TOY = Game(
    "toy",
    __name__,
    seats=range(2, 3),
    minutes=(1, 2),
    setup=lambda seats, options, rules: Toy(seats, options, rules, (Turn(0),), piles=(0, 0)),
    look=look,
    imagine=imagine,
    retell=lambda record, p, seat: record,
    describe=lambda now, speech: (Panel("x", ("y",)),),
)


def toy(match: Match) -> Toy:
    p = match.position
    assert isinstance(p, Toy)
    return p


def start(*draws: int) -> Match:
    return TOY.begin(2, None, 1, Scripted(draws))


def test_steps_run_in_reading_order_and_until_cuts_back() -> None:
    match = start()
    match.play(0, Take(0, 1))
    match.play(1, Shout())
    match.play(0, Take(0, 2))
    match.play(1, Take(1, 1))
    assert toy(match).heard == "ax"  # x cut y and b away, down to the finish
    assert match.over
    assert match.result == Result((0,), (1, 2), (3, 1))


def test_the_others_see_the_face_of_an_action() -> None:
    assert Take(0, 1).face() == Take(0, 2).face() != Take(1, 1).face()


def test_each_audience_hears_its_own_and_counts_its_own() -> None:
    match = start()
    told = match.play(0, Take(0, 1))
    assert told == [(Took(0), None), (Whispered("for the other"), 1)]
    assert list(match.view(None).log) == list(match.view(0).log) == [Took(0)]
    assert list(match.view(1).log) == [Took(0), Whispered("for the other")]
    assert [len(match.view(s).log) for s in (None, 0, 1)] == [1, 1, 2]
    assert match.view(1).log.since(1) == [Whispered("for the other")]


def test_a_log_keeps_the_order_of_open_and_own_events() -> None:
    dealer = Dealer(Scripted([]), 2)
    order: list[Event] = []
    rng = random.Random(1)
    for i in range(200):
        event = Rolled(i)
        to = rng.choice((None, 0, 1))
        if to is None:
            dealer.tell(event)
        else:
            dealer.whisper(to, event)
        if to != 1:
            order.append(event)
    log: Log = dealer.log(0)
    assert list(log) == order
    for start_ in (0, 1, 57, len(order) - 1, len(order), len(order) + 5):
        assert log.since(start_) == order[start_:]


# ---- undo


@rule("house/table.undo")
def test_an_open_move_is_taken_back_although_another_seat_was_whispered_to() -> None:
    match = start()
    match.play(0, Take(0, 1))
    match.undo(0)
    assert toy(match).piles == (0, 0)
    assert len(match.view(1).log) == 0
    assert match.record().actions == ()
    match.play(0, Take(0, 2))
    assert toy(match).piles == (2, 0)


@rule("house/table.undo")
@pytest.mark.parametrize(("action", "reason"), [(Roll(), "chance-spoke"), (Peek(), "you-learned")])
def test_no_undo_after_chance_or_news(action: Action, reason: str) -> None:
    match = start(3)
    match.play(0, action)
    with pytest.raises(Refused) as refused:
        match.undo(0)
    assert (refused.value.rule, refused.value.reason) == ("house/table.undo", reason)


@rule("house/table.undo")
def test_no_undo_of_what_was_said_or_after_another_moved() -> None:
    match = start()
    assert reason(match, 0) == "others-acted"
    match.play(0, Take(0, 1))
    assert reason(match, 1) == "others-acted"
    match.play(1, Shout())
    assert reason(match, 0) == "others-acted"
    assert reason(match, 1) == "others-acted"  # a discreet question is open: somebody may have answered


@rule("house/table.undo")
def test_a_sealed_answer_is_taken_back_until_the_last_is_in() -> None:
    match = start()
    match.play(0, Take(0, 1))
    match.play(1, Shout())
    match.play(1, Take(1, 2))
    match.undo(1)
    assert match.to_act == (0, 1)
    match.play(1, Take(1, 1))
    assert match.view(1).answer == Take(1, 1)
    assert match.view(0).answer is None
    match.play(0, Take(0, 1))
    assert toy(match).piles == (2, 1)
    assert reason(match, 0) == "all-answered"


def reason(match: Match, seat: int) -> str:
    refused = match.why_not_undo(seat)
    assert refused is not None
    return refused.reason


def test_an_imagined_match_can_be_undone_to_its_beginning() -> None:
    match = start()
    match.play(0, Take(0, 1))
    match.play(1, Shout())
    match.play(1, Take(1, 2))
    world = TOY.imagine(match.view(1), random.Random(1))
    asked = [world.to_act]
    twin = world.copy()
    world.undo(1)
    asked.append(world.to_act)
    world.play(1, Take(1, 1))
    world.undo(1)
    asked.append(world.to_act)
    assert asked == [(0,), (0, 1), (0, 1)]
    assert twin.to_act == (0,)


def test_the_open_table_imagines_nothing() -> None:
    with pytest.raises(ValueError, match="Only a seat"):
        TOY.imagine(start().view(None), random.Random(1))


def test_ranks_are_shared_and_winners_may_be_named() -> None:
    assert Result.of((5, 7, 7, 1)) == Result((1, 2), (3, 1, 1, 4), (5, 7, 7, 1))
    assert Result.of((5, 7, 7, 1), winners=(3,)) == Result((3,), (4, 2, 2, 1), (5, 7, 7, 1))


def test_copies_share_future_draws_but_no_source() -> None:
    """Whoever draws first takes nothing from the others, whatever was copied or undone before."""
    match = TOY.start(2, "seed")
    match.play(0, Take(0, 1))
    one = match.copy()
    match.undo(0)
    two = match.copy()
    rolls = []
    for twin in (two, match, one):
        if twin is one:
            twin.undo(0)
        twin.play(0, Roll())
        rolls.append([event.number for event in twin.view(None).log if isinstance(event, Rolled)])
    assert rolls[0] == rolls[1] == rolls[2]
    assert len({twin.dealer.draw(1000) for twin in (one, two, match)}) == 1
