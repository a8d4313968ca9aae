"""Hand-made situations: a match taken up in the middle, with chance written down beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from speelhol.games.cash_and_run import GAME
from speelhol.games.cash_and_run.draw import preview
from speelhol.games.cash_and_run.gambling import RANKS, SUITS
from speelhol.games.cash_and_run.rules import NEXT_TURN, START_TURN
from speelhol.games.cash_and_run.table import (
    AT,
    CASINOS,
    DECK,
    LAP,
    PLACE,
    SPACES,
    TOTAL,
    Cash,
    CashOptions,
    Lap,
    Trace,
)
from speelhol.kernel import Dealer, Event, Match, Scripted
from speelhol.kernel.chance import Chance

from .invariants import check

M = 1_000_000
K = 1_000
ROULETTES = ("las-vegas", "sydney", "monte-carlo", "havana", "marrakech")
BLUES = ("las-vegas", "montreal", "atlantic-city")


def scene(
    *draws: int,
    seats: int = 4,
    turn: int = 0,
    first: int = 0,
    round: int = 1,
    chips: Mapping[int, int] | None = None,
    bank: int | None = None,
    pot: int = 0,
    owns: Mapping[int, Sequence[str]] | None = None,
    pawns: Mapping[int, str] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    laps: Mapping[int, Lap] | None = None,
    out: tuple[int, ...] = (),
    top: str | None = None,
    chance: Chance | None = None,
) -> Match:
    """Seat `turn` begins its turn. Unnamed seats have 2,000,000, a pawn on corner 0, no casinos and no bluff cards.

    With `bank` given, the last seat's chips make up what is missing of the 20,000,000.
    """
    money = [0 if s in out else 2 * M for s in range(seats)]
    for seat, amount in (chips or {}).items():
        money[seat] = amount
    if bank is None:
        bank = TOTAL - sum(money) - pot
    else:
        money[-1] += TOTAL - sum(money) - pot - bank
    owners: list[int | None] = [None] * len(CASINOS)
    for seat, casinos in (owns or {}).items():
        for casino in casinos:
            owners[AT[casino]] = seat
    stack, trail, held = list(DECK), [], []
    for seat in range(seats):
        hand = tuple(sorted((hands or {}).get(seat, ())))
        held.append(hand)
        for card in hand:
            stack.remove(card)
            trail.append(Trace(seat, "got", card))
    if top is not None:
        stack.remove(top)
        stack.insert(0, top)
    p = Cash(
        seats,
        CashOptions(),
        1,
        (NEXT_TURN, START_TURN[turn]),
        chips=tuple(money),
        bank=bank,
        pot=pot,
        owners=tuple(owners),
        pawns=tuple(None if s in out else PLACE[(pawns or {}).get(s, "corner-0")] for s in range(seats)),
        hands=tuple(held),
        stack=tuple(stack),
        trail=tuple(trail),
        first=first,
        turn=turn,
        round=round,
        laps=tuple((laps or {}).get(s) for s in range(seats)),
        out=out,
    )
    check(p)
    return Match(GAME, p, Dealer(chance or Scripted(draws), seats))


def before(space: str, steps: int = 3) -> str:
    """The space so many steps before another."""
    return SPACES[(PLACE[space] - steps) % LAP]


def landing(space: str, *draws: int, roll: tuple[int, int] = (1, 2), turn: int = 0, **facts: Any) -> Match:
    """Seat `turn` has rolled and come to this space; `draws` follow."""
    pawns = {turn: before(space, sum(roll)), **facts.pop("pawns", {})}
    match = scene(*dice(*roll), *draws, turn=turn, pawns=pawns, **facts)
    do(match, turn, "roll")
    return match


def do(match: Match, seat: int, text: str) -> list[Event]:
    """Play an action by its text; the invariants hold afterwards. Returns what was told, whispers included."""
    news = match.play(seat, GAME.read(text))
    check(now(match))
    return [event for event, _ in news]


def why_not(match: Match, seat: int, text: str) -> tuple[str, str]:
    """The rule and the reason of a refusal."""
    refused = match.why_not(seat, GAME.read(text))
    assert refused is not None, f"{text} is allowed"
    return refused.rule, refused.reason


def now(match: Match) -> Cash:
    assert isinstance(match.position, Cash)
    return match.position


def asked(match: Match) -> str:
    """What is being asked, and whom: `0 roll-again`."""
    step = match.position.agenda[-1]
    return f"{match.to_act[0]} {step.__struct_config__.tag}"


def offered(match: Match) -> list[str]:
    return [str(action) for action in match.legal(match.to_act[0])]


def prompt(match: Match, seat: int) -> str:
    return GAME.speak("en", ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn"]).ask(match.view(seat))


def then(match: Match, seat: int, text: str) -> str:
    """What a choice leads to, in words."""
    speech = GAME.speak("en", ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn"])
    return preview.then(match.view(seat), GAME.read(text), speech)


# ---- chance, as it is drawn


def dice(*faces: int) -> tuple[int, ...]:
    return tuple(face - 1 for face in faces)


def card(rank: str, suit: str) -> int:
    return 13 * SUITS.index(suit) + RANKS.index(rank)
