"""Tests of the leak test: leaks planted on purpose in La Casa de Papel must be found."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import speelhol
from speelhol.games.casa_de_papel import actions as act
from speelhol.games.casa_de_papel import events as e
from speelhol.games.casa_de_papel import rules as r
from speelhol.games.casa_de_papel import rules_dark as d
from speelhol.games.casa_de_papel import table as t
from speelhol.games.casa_de_papel import view as v
from speelhol.kernel import Choices, Dealer, Refused
from speelhol.kernel.words import Panel

from . import leak
from .cases import moments, pool

GAME = speelhol.game("casa-de-papel")
Plant = Callable[[pytest.MonkeyPatch], None]


def role_in_an_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears who led by character's team."""
    run = r.StartRound.run

    def leaky(self: r.StartRound, p: t.Casa, dealer: Dealer) -> None:
        run(self, p, dealer)
        dealer.tell(e.RoundBegan(10 + (p.characters[p.leader] in t.RED), p.leader))

    patch.setattr(r.StartRound, "run", leaky)


def card_in_an_event(patch: pytest.MonkeyPatch) -> None:
    """Everybody hears which card seat 0 laid."""
    take = r.LayCard.take

    def leaky(self: r.LayCard, p: t.Casa, answers: tuple[act.Lay, ...], dealer: Dealer) -> None:
        take(self, p, answers, dealer)
        dealer.tell(e.YouLaid(answers[0].card))

    patch.setattr(r.LayCard, "take", leaky)


def order_follows_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    """The leader's choices are listed by what lies face down."""

    def leaky(self: r.ChooseCards, p: t.Casa, seat: int) -> Choices:
        return Choices(
            sorted(r.choices(p.seats, p.leader), key=lambda a: [p.laid[s][-1] for s in a.seats])  # type: ignore[attr-defined]
        )

    patch.setattr(r.ChooseCards, "offers", leaky)


def offer_count(patch: pytest.MonkeyPatch) -> None:
    """One may not suspect the Professor first: the number of offers tells who is beside him."""

    def leaky(self: d.Reach, p: t.Casa, seat: int) -> Choices:
        offers = offers_before(self, p, seat)
        return Choices(offers[:-1]) if p.characters[(seat + 1) % p.seats] == t.PROFESSOR else offers

    offers_before = d.Reach.offers
    patch.setattr(d.Reach, "offers", leaky)


def refusal_text(patch: pytest.MonkeyPatch) -> None:
    """A refused card is answered with Raquel's seat."""

    def leaky(self: r.LayCard, p: t.Casa, seat: int, action: Any) -> Refused:
        return Refused(self.rule, "not-in-hand", number=p.seat_of(t.RAQUEL))

    patch.setattr(r.LayCard, "refuse", leaky)


def number_of_the_table(patch: pytest.MonkeyPatch) -> None:
    """A number that everybody sees, like an id or a version, goes up when Raquel looks."""
    take = d.Reach.take

    def leaky(self: d.Reach, p: t.Casa, answers: tuple[Any, ...], dealer: Dealer) -> None:
        take(self, p, answers, dealer)
        if p.deed != d.NO_DEED:
            p.rules += 1

    patch.setattr(d.Reach, "take", leaky)


def order_of_owners(patch: pytest.MonkeyPatch) -> None:
    """The opened cards lie in the order of their owners: only the story of another world shows it."""
    tell = Dealer.tell

    def leaky(self: r.Print, p: t.Casa, dealer: Dealer) -> None:
        order = tuple(p.laid[s][-1] for s in p.chosen)

        def unsorted(told: Dealer, event: Any) -> None:
            same = isinstance(event, e.Pressed) and sorted(order) == list(event.cards)
            tell(told, replace(event, cards=order) if same else event)

        patch.setattr(Dealer, "tell", unsorted)
        run(self, p, dealer)
        patch.setattr(Dealer, "tell", tell)

    run = r.Print.run
    patch.setattr(r.Print, "run", leaky)


def view_field(patch: pytest.MonkeyPatch) -> None:
    """A field of the view depends on the neighbour's hand."""
    look = GAME.look

    def leaky(p: t.Casa, seat: int | None) -> v.Seen:
        seen: v.Seen = look(p, seat)
        rich = seat is not None and "s250" in p.hands[(seat + 1) % p.seats]
        return replace(seen, number=seen.number + rich)

    patch.setattr(GAME, "look", leaky)


def glance_field(patch: pytest.MonkeyPatch) -> None:
    """What a bot decides by at a glance depends on the neighbour's hand."""
    glance = GAME.glance

    def leaky(p: t.Casa, seat: int) -> v.Seen:
        seen: v.Seen = glance(p, seat)
        return replace(seen, number=seen.number + ("s250" in p.hands[(seat + 1) % p.seats]))

    patch.setattr(GAME, "glance", leaky)


class Knowing(Choices):
    """Offers that carry more than they show."""

    neighbour: str


def attribute_of_an_offer(patch: pytest.MonkeyPatch) -> None:
    """What a bot is offered carries the neighbour's hand, where neither its JSON nor its words show it."""
    offers = r.LayCard.offers

    def leaky(self: r.LayCard, p: t.Casa, seat: int) -> Choices:
        knowing = Knowing(list(offers(self, p, seat)))
        knowing.neighbour = str(p.hands[(seat + 1) % p.seats])
        return knowing

    patch.setattr(r.LayCard, "offers", leaky)


def only_raquel_is_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(d.Reach, "who", lambda self, p: (p.seat_of(t.RAQUEL),))


def second_question_only_if_she_looked(patch: pytest.MonkeyPatch) -> None:
    take = d.Reach.take

    def leaky(self: d.Reach, p: t.Casa, answers: tuple[Any, ...], dealer: Dealer) -> None:
        take(self, p, answers, dealer)
        if p.deed == d.NO_DEED:
            p.agenda = p.agenda[:-1]

    patch.setattr(d.Reach, "take", leaky)


def history_keeps_the_swap(patch: pytest.MonkeyPatch) -> None:
    """After the swap the round's memory holds whose cards were really printed."""
    run = r.Print.run

    def leaky(self: r.Print, p: t.Casa, dealer: Dealer) -> None:
        run(self, p, dealer)
        deed = p.deed
        if len(p.rounds) == 2 and deed is not None and deed.out is not None and deed.into is not None:
            chosen = tuple(deed.into if s == deed.out else s for s in p.rounds[1].chosen)
            p.rounds = (p.rounds[0], replace(p.rounds[1], chosen=chosen))

    patch.setattr(r.Print, "run", leaky)


def words_follow_a_role(patch: pytest.MonkeyPatch) -> None:
    """The text of the page says more than the view."""
    view = leak.CHANNELS["words"]

    def leaky(match: Any, seat: int) -> Any:
        return [view(match, seat), Panel("x", (str(match.position.seat_of(t.RAQUEL)),))]

    patch.setitem(leak.CHANNELS, "words", leaky)


def undo_looks_at_whispers(patch: pytest.MonkeyPatch) -> None:
    """Whether the last answer can be taken back depends on what Raquel was told."""
    real = speelhol.Match.why_not_undo

    def leaky(self: speelhol.Match, seat: int) -> Refused | None:
        if any(isinstance(event, e.Saw) for event, _ in self.dealer.news):
            return Refused("house/table.undo", "you-learned")
        return real(self, seat)

    patch.setattr(speelhol.Match, "why_not_undo", leaky)


def prompt_names_a_role(patch: pytest.MonkeyPatch) -> None:
    """The neighbour of the Professor is asked in other words."""

    def leaky(self: r.LayCard, p: t.Casa, seat: int) -> str:
        return "lay-card" if p.characters[(seat + 1) % p.seats] == t.PROFESSOR else "talk"

    patch.setattr(r.LayCard, "prompt", leaky)


def hunt(forward: bool) -> None:
    rng = random.Random(1)
    for seats in (4, 5, 7):
        some = pool(GAME, seats, {})
        for match in moments(GAME, seats, {}, "hunt", 25):
            for seat in range(seats):
                if forward:
                    leak.twins(match, seat, rng, some)
                else:
                    leak.story(match, seat, rng)


BOTH = [
    role_in_an_event,
    card_in_an_event,
    order_follows_hidden_cards,
    offer_count,
    number_of_the_table,
    view_field,
    glance_field,
    history_keeps_the_swap,
    prompt_names_a_role,
    only_raquel_is_asked,
    second_question_only_if_she_looked,
]
FORWARD_ONLY = [refusal_text, words_follow_a_role, undo_looks_at_whispers]
BACKWARD_ONLY = [order_of_owners]


@pytest.mark.parametrize("plant", [*BOTH, *FORWARD_ONLY], ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found_forward(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(leak.Leak):
        hunt(forward=True)


@pytest.mark.parametrize("plant", [*BOTH, *BACKWARD_ONLY], ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found_backward(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(leak.Leak):
        hunt(forward=False)


def test_a_leak_that_only_a_bot_could_reach_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    attribute_of_an_offer(monkeypatch)
    laying = GAME.start(4, "hunt")
    assert isinstance(laying.position.agenda[-1], r.LayCard)
    with pytest.raises(leak.Leak, match="handed"):
        leak.reach(laying, 0, random.Random(1))


def test_without_a_plant_nothing_is_found() -> None:
    hunt(forward=True)
    hunt(forward=False)
