"""How events move on the drawn table: chips flow, pawns walk, the wheel turns, cards are opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ....kernel import Event, Motion, deal, fly, toss, walk
from .. import events as e
from ..table import CORNERS, LAP, PLACE, PRICE, SPACES

CHIPS = {1_000_000: "chip-1m", 500_000: "chip-500k", 250_000: "chip-250k", 100_000: "chip-100k", 50_000: "chip-50k"}
MOST_CHIPS = 5
"""So many fly at most; a larger sum looks no different from there on."""
WHEEL = (0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18,
         29, 7, 28, 12, 35, 3, 26)  # fmt: skip
"""The pockets of the drawn wheel, clockwise from the top."""
BACK, BLUFF_BACK = "back", "back-bluff"
MIDDLE, POT, BANK, STACK, PACK, GAVEL = "middle", "pot", "bank", "stack", "pack", "gavel"


def angle(number: int) -> float:
    """How far the wheel is turned when this number lies at the top."""
    return round(-360 / len(WHEEL) * WHEEL.index(number), 2)


def card(rank: str, suit: str) -> str:
    """The drawing of a playing card."""
    short = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
    return f"card-{short.get(rank, rank)}{suit[0].upper()}"


def chips(amount: int) -> list[str]:
    """A sum as chips, the largest first."""
    found: list[str] = []
    for value, picture in CHIPS.items():
        n, amount = divmod(amount, value)
        found += [picture] * n
    return found[:MOST_CHIPS]


def _flow(amount: int, start: str, at: str) -> tuple[Motion, ...]:
    return tuple(fly(chip, start, at) for chip in chips(amount))


def _plaque(seat: int) -> str:
    return f"plaque-{seat}"


def _space(term: str) -> str:
    return f"space-{PLACE[term]}"


def _mark(seat: int, casino: str) -> tuple[Motion, ...]:
    """A new owner's mark lands on the casino."""
    return (fly(f"seat-{seat + 1}", _plaque(seat), _space(casino)), Motion("beat", _space(casino), later=True))


def _there(kind: str, seat: int) -> tuple[Motion, ...]:
    """Something that can only be seen at whoever it happens to: they win (`wins`), lose (`shake`), let it be (`pass`)
    or say something (`beat`)."""
    return (Motion(kind, _plaque(seat)),)


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table."""
    return ()


# ---- chance


@motions.register
def _(event: e.Rolled) -> Sequence[Motion]:
    here = _plaque(event.seat)
    end, steps = PLACE[event.space], event.first + event.second
    path = [f"space-{(end - left) % LAP}" for left in range(steps, -1, -1)]
    return (
        toss(f"die-{event.first}", here, "die-1"),
        toss(f"die-{event.second}", here, "die-2"),
        walk(f"pawn-{event.seat}", *path, later=True),
    )


@motions.register
def _(event: e.Threw) -> Sequence[Motion]:
    return (toss(f"die-{event.number}", _plaque(event.seat), MIDDLE),)


@motions.register
def _(event: e.Spun) -> Sequence[Motion]:
    return (Motion("spin", "wheel", value=f"{angle(event.number)}deg"),)


@motions.register
def _(event: e.Zero) -> Sequence[Motion]:
    return (Motion("spin", "wheel", value="0deg"),)


@motions.register
def _(event: e.Drew) -> Sequence[Motion]:
    return (deal(card(event.rank, event.suit), BACK, PACK, MIDDLE),)


@motions.register(e.RolledFirst)
@motions.register(e.Begins)
@motions.register(e.SlamStep)
def _(event: e.RolledFirst | e.Begins | e.SlamStep) -> Sequence[Motion]:
    return _there("beat", event.seat)


@motions.register
def _(event: e.Won) -> Sequence[Motion]:
    return (*_there("wins", event.seat), *_there("shake", event.loser))


@motions.register
def _(event: e.Picked) -> Sequence[Motion]:
    return (fly(f"seat-{event.seat + 1}", _plaque(event.seat), MIDDLE),)


@motions.register
def _(event: e.AllPlays) -> Sequence[Motion]:
    return (Motion("beat", MIDDLE),)


@motions.register
def _(event: e.Tied) -> Sequence[Motion]:
    return tuple(Motion("beat", _plaque(seat)) for seat in event.seats)


@motions.register(e.Conceded)
@motions.register(e.SlamLost)
@motions.register(e.Bankrupted)
@motions.register(e.HeldBack)
def _(event: e.Conceded | e.SlamLost | e.Bankrupted | e.HeldBack) -> Sequence[Motion]:
    return _there("shake", event.seat)


@motions.register(e.Declined)
@motions.register(e.Nothing)
@motions.register(e.Passed)
def _(event: e.Declined | e.Nothing | e.Passed) -> Sequence[Motion]:
    return _there("pass", event.seat)


# ---- pawns


@motions.register
def _(event: e.Jumped) -> Sequence[Motion]:
    return (walk(f"pawn-{event.seat}", _space(event.space)),)


@motions.register
def _(event: e.LapBegan) -> Sequence[Motion]:
    corner = f"space-{CORNERS[[SPACES[c] for c in CORNERS].index(event.corner)]}"
    lit = [Motion("beat", _space(casino)) for casino in event.casinos]
    return (walk(f"pawn-{event.seat}", corner), *lit, Motion("run", "ring", later=True))


@motions.register(e.Announced)
@motions.register(e.LapWent)
def _(event: e.Announced | e.LapWent) -> Sequence[Motion]:
    return _there("beat", event.seat)


@motions.register
def _(event: e.LapLost) -> Sequence[Motion]:
    return (Motion("shake", _space(event.casino)), Motion("tear", "ring"))


@motions.register
def _(event: e.Ended) -> Sequence[Motion]:
    return (Motion("run", "ring"),) if event.why == "lap" else ()


# ---- chips and casinos


@motions.register
def _(event: e.AtHome) -> Sequence[Motion]:
    return (Motion("beat", _space(event.casino)),)


@motions.register
def _(event: e.Declared) -> Sequence[Motion]:
    return (Motion("beat", _space(event.casino)), *_there("beat", event.seat))


@motions.register
def _(event: e.PotLost) -> Sequence[Motion]:
    return (Motion("shake", POT), *_there("shake", event.seat))


@motions.register
def _(event: e.BankShort) -> Sequence[Motion]:
    return (Motion("shake", BANK),)


@motions.register
def _(event: e.BidMade) -> Sequence[Motion]:
    return (*_there("beat", event.seat), *(fly(chip, _plaque(event.seat), GAVEL) for chip in chips(event.amount)[:1]))


@motions.register
def _(event: e.BoughtCasino) -> Sequence[Motion]:
    return (*_flow(PRICE, _plaque(event.seat), POT), *_mark(event.seat, event.casino))


@motions.register
def _(event: e.Staked) -> Sequence[Motion]:
    return _flow(event.stake, _plaque(event.seat), MIDDLE)


@motions.register
def _(event: e.Paid) -> Sequence[Motion]:
    return _flow(event.amount, _plaque(event.seat), _plaque(event.to))


@motions.register
def _(event: e.PotWon) -> Sequence[Motion]:
    return _flow(event.amount, POT, _plaque(event.seat))


@motions.register(e.AllPlayWon)
@motions.register(e.SlamPaid)
def _(event: e.AllPlayWon | e.SlamPaid) -> Sequence[Motion]:
    return _flow(event.amount, BANK, _plaque(event.seat))


@motions.register
def _(event: e.Challenged) -> Sequence[Motion]:
    return (*_flow(PRICE, _plaque(event.seat), POT), Motion("beat", _space(event.casino)))


@motions.register
def _(event: e.TookOver) -> Sequence[Motion]:
    return _mark(event.seat, event.casino)


@motions.register
def _(event: e.PutUp) -> Sequence[Motion]:
    return (Motion("beat", _space(event.casino)),)


@motions.register
def _(event: e.Sold) -> Sequence[Motion]:
    paid = _flow(event.price - event.offset, _plaque(event.buyer), _plaque(event.seller))
    return (Motion("knock", "gavel"), *paid, *_mark(event.buyer, event.casino))


@motions.register
def _(event: e.BoughtBack) -> Sequence[Motion]:
    return (Motion("knock", "gavel"), *_flow(event.amount, BANK, _plaque(event.seller)))


# ---- bluff cards


@motions.register
def _(event: e.BoughtBluff) -> Sequence[Motion]:
    here = _plaque(event.seat)
    return (*_flow(PRICE, here, POT), fly(BLUFF_BACK, STACK, here))


@motions.register
def _(event: e.Discarded) -> Sequence[Motion]:
    return (fly(BLUFF_BACK, _plaque(event.seat), STACK),)


@motions.register
def _(event: e.Bluffed) -> Sequence[Motion]:
    return (fly(BLUFF_BACK, _plaque(event.seat), MIDDLE),)


@motions.register
def _(event: e.Accepted) -> Sequence[Motion]:
    return (fly(BLUFF_BACK, MIDDLE, STACK),)


@motions.register
def _(event: e.Doubted) -> Sequence[Motion]:
    opened = deal(f"bluff-{event.card}", BLUFF_BACK, _plaque(event.bluffer), MIDDLE)
    return (Motion("breath", "ring"), opened)
