"""Henchmen and the six actions."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.games.counterfeiters.events import Bought, Cheated, Flew, Moved, Notes, Printed, Skipped, Sold
from speelhol.games.counterfeiters.rules_henchmen import fence_price
from tests.rules import rule

from .town import deal, offered, play, position, refused, skip, tag, told, town

RICH: dict[str, Any] = {"cash": (200, 200), "flows": ((200,), (200,))}


# ---- placing


@rule("counterfeiters/henchmen.place")
def test_a_placement_is_carried_out_at_once() -> None:
    match = town()
    assert told(match, "0 place print") == [Printed(0, Notes(2, 0, 0))]
    p = position(match)
    assert (p.left, p.placed[0], p.fakes[0]) == ((2, 3), ("print",), (2, 0, 0))
    assert match.to_act == (1,)
    assert refused(match, "1 place casino") == ("henchmen.place", "no-such-space")
    assert refused(match, "1 stash 10") == ("henchmen.place", "not-offered")


@rule("counterfeiters/henchmen.once")
def test_each_space_serves_once_a_round() -> None:
    match = town()
    play(match, "0 place print")
    assert refused(match, "1 place print") == ("henchmen.once", "space-taken")
    play(match, "1 place print-cap")
    assert refused(match, "0 place print-cap") == ("henchmen.once", "space-taken")
    skip(match, 4)
    assert position(match).round == 2
    assert "place print" in offered(match, 0)


@rule("counterfeiters/henchmen.once")
def test_two_spaces_of_one_kind_serve_twice() -> None:
    match = town(3)
    play(match, "0 place tax", "1 place tax")
    assert refused(match, "2 place tax") == ("henchmen.once", "space-taken")


@rule("counterfeiters/henchmen.effect")
def test_an_action_must_do_something() -> None:
    match = town(cash=(30, 30), cards=(("ink", "jet", "printer"), ("paper", "printer")))
    assert refused(match, "0 place shop") == ("henchmen.effect", "no-fakes")
    assert refused(match, "0 place fence-cap") == ("henchmen.effect", "no-fakes")
    assert refused(match, "0 place flight") == ("henchmen.effect", "nothing-to-move")  # all would go for the fare
    play(match, "0 place jet")
    assert refused(match, "0 stash 0") == ("henchmen.effect", "move-something")
    broke = town(cash=(0, 0), cards=(("ink", "jet", "printer"), ("paper", "printer")))
    assert refused(broke, "0 place jet") == ("henchmen.effect", "nothing-to-move")
    selling = town(fakes=((1, 0, 0), (0, 0, 0)))
    play(selling, "0 place fence")
    assert refused(selling, "0 hand-over 0 0 0") == ("henchmen.effect", "at-least-one-note")


@rule("counterfeiters/henchmen.skip")
def test_skipping_lays_one_henchman_flat() -> None:
    match = town()
    assert told(match, "0 skip") == [Skipped(0)]
    p = position(match)
    assert (p.left, p.flat, p.placed) == ((2, 3), (1, 0), ((), ()))
    play(match, "1 place tax", "0 place sunglasses")
    assert (p.left, p.flat) == ((1, 2), (1, 0))
    assert all("skip" in offered(match, seat) for seat in match.to_act)


# ---- 1. the black market


@rule("counterfeiters/market.buy", "counterfeiters/market.keep")
def test_buying_a_card() -> None:
    match = town(top=["printer", "ink", "diner", "paper"], **RICH)
    assert [a for a in offered(match, 0) if a.startswith("buy")] == [
        "buy 1 paper 50",
        "buy 2 diner 50",
        "buy 3 ink 40",
        "buy 4 printer 20",
    ]
    assert told(match, "0 buy 1 paper 50") == [Bought(0, "paper", 50)]
    p = position(match)
    assert p.cash == (150, 200)
    assert p.cards[0] == ("ink", "paper", "printer")
    assert p.market == (None, "diner", "ink", "printer")
    assert p.placed[0] == ("m1",)
    assert refused(match, "1 buy 5 ink 10") == ("market.buy", "no-such-slot")
    assert refused(match, "1 buy 2 ink 50") == ("market.buy", "other-card")
    assert refused(match, "1 buy 2 diner 40") == ("market.buy", "other-card")
    skip(match, 5)
    assert p.round == 2
    assert p.cards[0] == ("ink", "paper", "printer")
    play(match, "0 place print", "1 skip", "0 place print-cap")
    assert p.cards[0] == ("ink", "paper", "printer")  # nothing is used up
    assert p.fakes[0] == (0, 4, 0)


@rule("counterfeiters/market.real")
def test_only_real_money_from_the_hand_buys() -> None:
    match = town(
        top=["printer", "ink", "diner", "paper"], cash=(40, 30), offshore=(500, 0), fakes=((9, 9, 9), (0, 0, 0))
    )
    assert [a for a in offered(match, 0) if a.startswith("buy")] == ["buy 3 ink 40", "buy 4 printer 20"]
    assert refused(match, "0 buy 2 diner 50") == ("market.real", "too-dear")
    play(match, "0 buy 3 ink 40")
    assert position(match).cash[0] == 0


@rule("counterfeiters/market.one-jet")
def test_nobody_buys_a_second_jet() -> None:
    market = ("jet", "ink", "jet", None)
    match = town(market=market, cards=(("ink", "printer"), ("jet", "printer")), **RICH)
    assert "buy 1 jet 50" in offered(match, 0)
    play(match, "0 buy 1 jet 50")
    assert refused(match, "1 buy 3 jet 40") == ("market.one-jet", "second-jet")
    assert "buy 3 jet 40" not in offered(match, 1)
    play(match, "1 skip")
    assert refused(match, "0 buy 3 jet 40") == ("market.one-jet", "second-jet")


@rule("counterfeiters/market.twice")
def test_doubles_may_be_bought_and_only_components_are_wasted() -> None:
    match = town(market=("ink", "printer", "diner", None), fakes=((0, 5, 0), (0, 0, 0)), **RICH)
    play(match, "0 buy 1 ink 50", "1 skip", "0 buy 2 printer 50", "1 skip")
    # two inks are one component, two printers print twice
    assert told(match, "0 place print") == [Printed(0, Notes(4, 0, 0))]
    cards = (("diner", "diner", "ink", "printer", "ticket-60", "ticket-80"), ("ink", "printer"))
    rich = town(cards=cards, fakes=((3, 0, 0), (0, 0, 0)), cash=(0, 0), left=(1, 0), flat=(2, 3))
    play(rich, "0 skip")
    assert position(rich).cash[0] == 100
    end = town(cards=cards, cash=(0, 0), left=(1, 0), flat=(2, 3), officer=9)
    play(end, "0 place print-cap")
    assert end.over
    assert position(end).cash[0] == 100 + 60 + 80  # two diners, two tickets


@rule("counterfeiters/market.empty")
def test_an_empty_slot_is_closed() -> None:
    match = town(top=["printer", "ink", "diner", "paper", "printer"], **RICH)
    play(match, "0 buy 4 printer 20")
    assert refused(match, "1 buy 4 printer 20") == ("market.empty", "empty-slot")
    assert not [a for a in offered(match, 1) if a.startswith("buy 4")]
    assert position(match).market[3] is None
    skip(match, 5)
    assert position(match).market[3] is not None


# ---- 2. print


@rule("counterfeiters/print.number", "counterfeiters/print.grade")
@pytest.mark.parametrize(
    ("cards", "notes"),
    [
        ("ink printer", (2, 0, 0)),
        ("paper printer", (2, 0, 0)),
        ("hologram printer", (2, 0, 0)),
        ("ink paper printer", (0, 2, 0)),
        ("hologram ink printer", (0, 2, 0)),
        ("ink ink paper printer printer", (0, 4, 0)),
        ("hologram ink paper printer printer printer", (0, 0, 6)),
        ("hologram hologram ink ink printer", (0, 2, 0)),
    ],
)
def test_two_notes_a_printer_and_a_star_for_each_different_component(cards: str, notes: tuple[int, int, int]) -> None:
    """Rulebook, Print valse bankbiljetten: 1, 2 or 3 different components; doubles don't count."""
    match = town(cards=(tuple(cards.split()), ("ink", "printer")))
    play(match, "0 place print")
    p = position(match)
    assert p.fakes[0] == notes
    assert p.supply == (30 - notes[0], 30 - notes[1], 40 - notes[2])


@rule("counterfeiters/print.supply")
@pytest.mark.parametrize(
    ("supply", "notes"),
    [
        ((9, 9, 9), (0, 0, 6)),
        ((9, 9, 4), (0, 2, 4)),
        ((9, 1, 2), (3, 1, 2)),
        ((1, 0, 1), (1, 0, 1)),
        ((6, 0, 0), (6, 0, 0)),
    ],
)
def test_a_grade_that_runs_out(supply: tuple[int, int, int], notes: tuple[int, int, int]) -> None:
    match = town(cards=(("hologram", "ink", "paper", *["printer"] * 3), ("ink", "printer")), supply=supply)
    play(match, "0 place print")
    assert position(match).fakes[0] == notes


@rule("counterfeiters/print.supply")
def test_nothing_left_to_print() -> None:
    match = town(supply=(0, 5, 5))
    assert refused(match, "0 place print") == ("print.supply", "nothing-to-print")
    assert "place print" not in offered(match, 0)


# ---- 3. the supermarket


@rule("counterfeiters/shop.three", "counterfeiters/shop.mixed", "counterfeiters/money.back")
def test_up_to_three_notes_at_fifty() -> None:
    match = town(fakes=((2, 1, 1), (0, 0, 0)), supply=(28, 29, 39))
    play(match, "0 place shop")
    assert tag(match) == "spend-notes"
    assert refused(match, "0 hand-over 2 1 1") == ("shop.three", "too-many-notes")
    assert refused(match, "0 hand-over 0 2 0") == ("shop.three", "not-that-many")
    assert refused(match, "0 skip") == ("shop.three", "not-offered")
    assert refused(match, "0 hand-over 4 -1 0") == ("shop.three", "not-that-many")
    assert "hand-over 1 1 1" in offered(match, 0)
    assert "hand-over 1 0 0" in offered(match, 0)
    assert told(match, "0 hand-over 1 1 1") == [Sold(0, "shop", Notes(1, 1, 1), 150)]
    p = position(match)
    assert p.cash[0] == 20 + 150
    assert p.fakes[0] == (1, 0, 0)
    assert p.supply == (29, 30, 40)


@rule("counterfeiters/shop.three")
def test_every_way_to_spend_is_offered_once() -> None:
    match = town(fakes=((3, 2, 1), (0, 0, 0)))
    play(match, "0 place shop")
    ways = {(a, b, c) for a in range(4) for b in range(3) for c in range(2) if 1 <= a + b + c <= 3}
    assert sorted(offered(match, 0)) == sorted(f"hand-over {a} {b} {c}" for a, b, c in ways)


# ---- 4. the fence


@rule("counterfeiters/fence.worst")
@pytest.mark.parametrize(
    ("notes", "money"), [((1, 1, 2), 80), ((0, 3, 3), 180), ((0, 0, 8), 320), ((8, 0, 0), 160), ((1, 0, 0), 20)]
)
def test_the_fence_pays_by_the_worst_grade(notes: tuple[int, int, int], money: int) -> None:
    """Rulebook, Was valse bankbiljetten wit via een heler: both examples, $80 for 1 + 1 + 2 and $180 for 3 + 3."""
    match = town(fakes=(notes, (0, 0, 0)), cash=(0, 0))
    assert fence_price(notes) * sum(notes) == money
    play(match, "0 place fence")
    assert told(match, f"0 hand-over {' '.join(map(str, notes))}") == [Sold(0, "fence", Notes(*notes), money)]
    assert position(match).cash[0] == money
    assert position(match).fakes[0] == (0, 0, 0)


@rule("counterfeiters/fence.eight", "counterfeiters/money.back")
def test_the_fence_takes_eight_at_most() -> None:
    match = town(fakes=((3, 3, 3), (0, 0, 0)), supply=(27, 27, 37))
    play(match, "0 place fence")
    assert refused(match, "0 hand-over 3 3 3") == ("fence.eight", "too-many-notes")
    assert refused(match, "0 hand-over 4 0 0") == ("fence.eight", "not-that-many")
    assert refused(match, "0 stay") == ("fence.worst", "not-offered")
    play(match, "0 hand-over 3 3 2")
    assert position(match).supply == (30, 30, 39)


@rule("counterfeiters/fence.always")
def test_the_fence_knows_no_investigation() -> None:
    match = town(fakes=((1, 1, 1), (0, 0, 0)), refused=3, officer=8)
    play(match, "0 place fence")
    assert "hand-over 1 1 1" in offered(match, 0)
    play(match, "0 hand-over 1 0 0")
    assert position(match).cash[0] == 40


# ---- 5. tax fraud


@rule("counterfeiters/tax.money")
def test_tax_fraud_brings_thirty() -> None:
    """Rulebook, Belastingfraude: take $30 from the bank."""
    match = town()
    assert told(match, "0 place tax") == [Cheated(0, 30, False)]
    assert position(match).cash == (50, 30)
    assert position(match).marker == 0


@rule("counterfeiters/tax.sunglasses")
def test_sunglasses_bring_the_marker_for_the_next_round() -> None:
    match = town(3, start=0)
    play(match, "0 skip")
    assert told(match, "1 place sunglasses") == [Cheated(1, 30, True)]
    assert position(match).marker == 1
    order = []
    while position(match).round == 1:
        order += list(match.to_act)
        skip(match, 1)
    assert order == [2, 0, 1, 2, 0, 1, 2]  # this round goes on as it began
    assert match.to_act == (1,)


@rule("counterfeiters/tax.marker")
def test_without_sunglasses_the_marker_stays() -> None:
    match = town(3, start=2)
    play(match, "2 place tax", "0 place tax")
    skip(match, 7)
    assert position(match).round == 2
    assert position(match).marker == 2
    assert match.to_act == (2,)


# ---- 6. flights


@rule("counterfeiters/flight.transfer", "counterfeiters/flight.jet")
def test_the_jet_moves_any_sum_both_ways_for_free() -> None:
    match = town(cash=(70, 30), offshore=(50, 0), cards=(("ink", "jet", "printer"), ("ink", "printer")))
    assert told(match, "0 place jet") == [Flew(0, 0)]
    assert sorted(offered(match, 0)) == sorted(
        [*(f"stash {n}" for n in range(10, 71, 10)), *(f"fetch {n}" for n in range(10, 51, 10))]
    )
    assert refused(match, "0 stash 80") == ("flight.transfer", "not-in-hand")
    assert refused(match, "0 fetch 60") == ("flight.transfer", "not-offshore")
    assert refused(match, "0 stash 15") == ("money.tens", "tens-only")
    assert refused(match, "0 skip") == ("flight.transfer", "not-offered")
    assert play(match, "0 stash 70") == [(Moved(70, 120, True), 0)]
    p = position(match)
    assert (p.cash[0], p.offshore[0], p.flights[0]) == (0, 120, (70,))
    again = town(cash=(70, 30), offshore=(50, 0), cards=(("ink", "jet", "printer"), ("ink", "printer")))
    play(again, "0 place jet", "0 fetch 50")
    p = position(again)
    assert (p.cash[0], p.offshore[0], p.flights[0]) == (120, 0, (-50,))


@rule("counterfeiters/flight.jet")
def test_no_jet_no_jet_space() -> None:
    match = town(**RICH)
    assert refused(match, "0 place jet") == ("flight.jet", "no-jet")
    assert "place jet" not in offered(match, 0)


@rule("counterfeiters/flight.fare")
def test_the_scheduled_flight_costs_thirty_before_the_transfer() -> None:
    """Rulebook, Vlieg naar de Caraïben: the fare is $30, for a jet owner too."""
    match = town(cash=(100, 100), cards=(("ink", "jet", "printer"), ("ink", "printer")))
    assert told(match, "0 place flight") == [Flew(0, 30)]
    assert position(match).cash[0] == 70
    assert refused(match, "0 stash 80") == ("flight.transfer", "not-in-hand")
    play(match, "0 stash 60")
    assert position(match).cash[0] == 10
    assert position(match).offshore[0] == 60


@rule("counterfeiters/flight.offshore", "counterfeiters/flight.fare")
def test_offshore_money_pays_for_nothing() -> None:
    match = town(cash=(20, 30), offshore=(500, 500), top=["printer", "ink", "diner", "paper"])
    assert refused(match, "0 place flight") == ("flight.fare", "no-fare")
    assert refused(match, "0 buy 1 paper 50") == ("market.real", "too-dear")
    skip(match, 1)
    play(match, "1 place flight")  # exactly the fare in hand, then money from the account
    assert offered(match, 1) == [f"fetch {n}" for n in range(10, 501, 10)]
    play(match, "1 fetch 200")
    assert position(match).cash[1] == 200


@rule("counterfeiters/henchmen.once")
def test_one_space_for_each_flight() -> None:
    match = deal(4)
    p = position(match)
    p.cash, p.cards = (500,) * 4, (("ink", "jet", "printer"),) * 4
    play(match, "0 place jet", "0 stash 10", "1 place flight", "1 stash 10")
    assert refused(match, "2 place jet") == ("henchmen.once", "space-taken")
    assert refused(match, "2 place flight") == ("henchmen.once", "space-taken")
