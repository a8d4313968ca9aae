"""Getting ready: the aim, the teams, the deck, the first leader."""

from __future__ import annotations

from collections import Counter

import pytest

from speelhol.games.casa_de_papel.events import Dealt, Leads
from speelhol.games.casa_de_papel.table import CARDS, KITS, RED
from tests.rules import rule

from .mint import GAME, position

SEATS = range(4, 9)

DECKS = {
    4: (6, 4, 1, 5, 3, 1),
    5: (7, 4, 2, 7, 4, 1),
    6: (8, 6, 2, 8, 4, 2),
    7: (8, 7, 3, 10, 5, 2),
    8: (10, 8, 3, 11, 6, 2),
}


@rule("casa-de-papel/aim.goal")
@pytest.mark.parametrize(("seats", "goal"), [(4, 2000), (5, 2000), (6, 2000), (7, 2500), (8, 2500)])
def test_goal_by_number_of_players(seats: int, goal: int) -> None:
    """Rulebook, table "Doel van de dieven"."""
    assert GAME.start(seats, "x").view(None).now.goal == goal


@rule("casa-de-papel/setup.start")
@pytest.mark.parametrize("seats", SEATS)
def test_the_loot_starts_at_nothing(seats: int) -> None:
    assert GAME.start(seats, "x").view(None).now.loot == 0


@rule("casa-de-papel/setup.team-size", "casa-de-papel/setup.special", "casa-de-papel/aim.teams")
@pytest.mark.parametrize(("seats", "robbers", "hostages"), [(5, 3, 2), (6, 4, 2), (7, 4, 3), (8, 5, 3)])
@pytest.mark.parametrize("skills", [True, False])
def test_teams_by_number_of_players(seats: int, robbers: int, hostages: int, skills: bool) -> None:
    """Rulebook, table of teams; the Professor and Raquel always take part."""
    for i in range(50):
        characters = position(GAME.start(seats, f"{i}", skills=skills)).characters
        red = [c for c in characters if c in RED]
        assert (len(red), len(characters) - len(red)) == (robbers, hostages)
        assert "professor" in red
        assert "raquel" in characters


@rule("casa-de-papel/setup.four")
def test_four_players_leave_one_character_in_the_box() -> None:
    """Rulebook, preparation for 4 players: two against two or three against one, about equally often."""
    teams: Counter[int] = Counter()
    for i in range(400):
        p = position(GAME.start(4, f"{i}"))
        red = sum(c in RED for c in p.characters)
        teams[red] += 1
        assert {"professor", "raquel"} <= set(p.characters)
        assert p.aside is not None
        assert p.aside not in p.characters
        assert (p.aside in RED) == (red == 2)
        for seat in (None, 0, 1, 2, 3):
            assert p.aside.encode() not in GAME.start(4, f"{i}").view(seat).to_bytes()
    assert set(teams) == {2, 3}
    assert min(teams.values()) > 150  # both are even; under 150 of 400 has a chance below one in a million


@rule("casa-de-papel/setup.names")
def test_names_are_drawn_by_lot() -> None:
    seen = Counter(c for i in range(300) for c in position(GAME.start(5, f"{i}")).characters)
    assert len(seen) == 13
    assert seen["professor"] == seen["raquel"] == 300


@rule("casa-de-papel/setup.deck")
@pytest.mark.parametrize("seats", SEATS)
def test_deck_by_number_of_players(seats: int) -> None:
    """Rulebook, table of action cards."""
    p = position(GAME.start(seats, "x"))
    dealt = Counter(card for hand in p.hands for card in hand)
    assert tuple(dealt[card] for card in CARDS) == DECKS[seats]
    assert {len(hand) for hand in p.hands} == {5}


def test_decks_fit_into_the_box() -> None:
    """Rulebook, contents: 12 + 10 + 5 money, 13 + 8 + 4 sabotage."""
    for seats in SEATS:
        counts = Counter(KITS[seats].deck)
        for card, most in zip(CARDS, (12, 10, 5, 13, 8, 4), strict=True):
            assert counts[card] <= most


@rule("casa-de-papel/setup.first-leader")
@pytest.mark.parametrize("seats", SEATS)
def test_first_leader_is_drawn_by_lot(seats: int) -> None:
    leaders = {position(GAME.start(seats, f"{i}")).leader for i in range(200)}
    assert leaders == set(range(seats))
    match = GAME.start(seats, "x")
    assert Leads(position(match).leader) in list(match.view(None).log)


@rule("casa-de-papel/setup.first-game")
@pytest.mark.parametrize("seats", SEATS)
def test_without_powers_there_is_no_dark(seats: int) -> None:
    for i in range(20):
        match = GAME.start(seats, f"{i}", skills=False)
        tags = set()
        while not match.over:
            tags.add(match.position.agenda[-1].__struct_config__.tag)
            seat = match.to_act[0]
            match.play(seat, next(iter(match.legal(seat))))
        assert not tags & {"reach", "exchange", "peek"}
        assert position(match).suspects == ((),) * seats


def test_everybody_is_told_only_their_own() -> None:
    match = GAME.start(5, "x")
    p = position(match)
    for seat in range(5):
        dealt = [event for event in match.view(seat).log if isinstance(event, Dealt)]
        assert dealt == [Dealt(p.characters[seat], p.hands[seat])]
    assert not [event for event in match.view(None).log if isinstance(event, Dealt)]
