"""Matches of Counterfeiters arranged by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import speelhol
from speelhol.games.counterfeiters.table import KITS, Counterfeiters, CounterfeitersOptions
from speelhol.kernel import Dealer, Event, Match, Refused, Scripted, shuffle_draws
from tests.moves import play as play

GAME = speelhol.game("counterfeiters")
NOW = KITS[GAME.rules]
"""By number of players, the board and the cards of the newest rules."""


def deal(seats: int, start: int = 0, components: str = "ink ink paper paper", top: Sequence[str] = ()) -> Match:
    """A match with this start player, these start components by seat, and these cards first in the deck."""
    kit = NOW[seats]
    draws = [start, *shuffle_draws(kit.kit_cards, components.split())]
    rest = list(top)
    for cards in kit.classes:
        left, order = list(cards), []
        while rest and rest[0] in left:
            order.append(rest[0])
            left.remove(rest.pop(0))
        draws += shuffle_draws(cards, [*order, *left])
    assert not rest, f"{rest[0]} can't come next: the classes lie in alphabetical order"
    return GAME.begin(seats, CounterfeitersOptions(), GAME.rules, Scripted(draws))


def town(seats: int = 2, start: int = 0, top: Sequence[str] = (), **fields: Any) -> Match:
    """A fresh match in which some things are as given: cash, offshore, fakes, cards, market, officer, …"""
    match = deal(seats, start, top=top)
    p = position(match)
    for name, value in fields.items():
        setattr(p, name, value)
    return Match(GAME, p, Dealer(Scripted(()), seats))


def position(match: Match) -> Counterfeiters:
    p = match.position
    assert isinstance(p, Counterfeiters)
    return p


def told(match: Match, *moves: str) -> list[Event]:
    """The same, without who heard it."""
    return [event for event, _ in play(match, *moves)]


def skip(match: Match, times: int) -> None:
    """So many henchmen in turn are laid flat."""
    for _ in range(times):
        (seat,) = match.to_act
        play(match, f"{seat} skip")


def offered(match: Match, seat: int) -> list[str]:
    return [str(action) for action in match.legal(seat)]


def refused(match: Match, move: str) -> tuple[str, str]:
    """The rule and the reason why a move is refused."""
    seat, _, text = move.partition(" ")
    with pytest.raises(Refused) as error:
        match.play(int(seat), GAME.read(text))
    return error.value.rule.removeprefix("counterfeiters/"), error.value.reason


def tag(match: Match) -> str:
    """What is being asked; nothing when it is over."""
    return str(match.position.agenda[-1].__struct_config__.tag) if not match.over else ""
