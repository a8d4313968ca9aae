"""What happened since one's last move: what touched me first, then what weighs most."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from speelhol.den import Table
from speelhol.games import game as game_of
from speelhol.games.casa_de_papel import events as p
from speelhol.games.casablanca import events as b
from speelhol.games.cash_and_run import events as c
from speelhol.games.counterfeiters import events as k
from speelhol.games.thieves import events as t
from speelhol.kernel import Event
from speelhol.web.table.cache import TableCache
from speelhol.web.table.drawing import drawing_of
from speelhol.web.table.since import MOST_LINES, Since, by_weight, since, unsettled
from tests.house import awaited, dealt, opened


def read(table: Table, seat: int) -> Since | None:
    return since(table, seat, table.view(seat), table.game.speak("en", table.names), TableCache())


@awaited
async def test_since_ones_last_move(tmp_path: Path) -> None:
    """What others did, what touched me first; nothing of it before I have played, and nothing of my own doing."""
    rng = random.Random(4)
    async with opened(tmp_path) as den:
        table = await dealt(den, "cash-and-run")
        touched = 0
        for _ in range(400):
            if table.phase == "over":
                break
            seat = rng.choice(table.playing.to_act)
            told = read(table, seat)
            news = [e for e in table.view(seat).log.since(table.heard(seat)) if not e.routine]
            if not table.heard(seat):
                assert told is None
            elif told is None:
                assert all(getattr(e, "seat", None) == seat and not e.touches(seat) for e in news)
            else:
                most = ("lost", "won", "accused")
                weights = [most.index(line.touch) if line.touch in most else 3 for line in told.lines]
                assert weights == sorted(weights)
                assert len(told.lines) == min(MOST_LINES, told.told) <= told.told <= len(news)
                (first,) = [line for line in told.lines if "less" not in line.look]
                assert first.touch == told.lines[0].touch or not {first.touch, told.lines[0].touch} & set(most)
                touched += told.lines[0].touch == "lost"
            await den.play(table, seat, table.playing.legal(seat).sample(rng))
        assert touched, "somebody lost something while others played"


WEIGHS: list[tuple[str, list[Event], list[Event]]] = [
    (  # a raid and a getaway car, and then somebody takes a card of mine
        "thieves",
        [
            t.Parked(1, "double", 4),
            t.RaidBegan(4),
            t.Caught((2,)),
            t.Reshuffled(9),
            t.Refilled(2, 1, 1, 5),
            t.Used(2, "swap"),
            t.Swapped(2, 1, 0, 1, None, "m1"),
        ],
        [t.RaidBegan(4), t.Caught((2,)), t.Swapped(2, 1, 0, 1, None, "m1")],
    ),
    (  # cards that are no longer mine weigh more than those of somebody else, and than cars
        "thieves",
        [t.Swapped(2, 1, 0, 1, None, None), t.Swapped(2, 1, 1, 1, None, None), t.Refilled(1, 1, 1, 2), t.Kept(2)],
        [t.Swapped(2, 1, 0, 1, None, None)],
    ),
    ("thieves", [t.Parked(1, "single", 3), t.Kept(2), t.Gave(1, 2, "m2"), t.Kept(2)], [t.Parked(1, "single", 3)]),
    ("thieves", [t.Parked(1, "single", 3), t.Kept(2), t.Gave(1, 0, "m2"), t.Kept(2)], [t.Gave(1, 0, "m2")]),
    (  # a rival's run begins and ends, and then there are bids
        "cash-and-run",
        [
            c.LapBegan(1, "corner-0", ("london",)),
            c.Sold("london", 1, 2, 200_000, 0),
            c.LapLost(1, "london"),
            c.Rolled(2, 1, 2, "cairo"),
            c.BidMade(1, 100_000),
            c.BidMade(2, 150_000),
        ],
        [c.LapBegan(1, "corner-0", ("london",)), c.LapLost(1, "london"), c.Sold("london", 1, 2, 200_000, 0)],
    ),
    (  # whoever says that I am a robber is told before the dark and the press
        "casa-de-papel",
        [
            p.Blackout(),
            p.Pressed(("m250", "m250"), 500, 500),
            p.Said(1, 2, "lied"),
            p.Said(2, 0, "robber"),
            p.Appointed(1),
        ],
        [p.Said(2, 0, "robber")],
    ),
    (
        "casa-de-papel",
        [
            p.Said(2, 0, "hostage"),
            p.Pressed(("m250", "m250"), 500, 500),
            p.Accused(0, False, 500),
            p.Said(1, 0, "honest"),
        ],
        [p.Accused(0, False, 500), p.Pressed(("m250", "m250"), 500, 500)],
    ),
    (
        "cash-and-run",
        [c.Paid(1, 0, 50_000, 0), c.LapLost(1, "london"), c.BidMade(1, 100_000)],
        [c.Paid(1, 0, 50_000, 0)],
    ),
]


@pytest.mark.parametrize(("game", "happened", "told"), WEIGHS)
def test_what_weighs_is_told_before_what_is_newer(game: str, happened: list[Event], told: list[Event]) -> None:
    """A raid, a police car, a run that begins or ends: never left out for a swap, a bid or a roll."""
    first = [
        happened[n] for n in by_weight([(event, event.touches(0)) for event in happened], drawing_of(game_of(game)))
    ]
    assert {*first[: len(told)]} == {*told}


@pytest.mark.parametrize(
    ("event", "accused"),
    [
        (p.Said(1, 0, "robber"), True),
        (p.Said(1, 0, "lied"), True),
        (p.Said(1, 0, "honest"), False),
        (p.Said(1, 0, "hostage"), False),
        (p.Said(0, 1, "robber"), False),
        (p.Accused(0, True, 500), True),
        (c.Doubted(1, 0, "ace", False), True),
        (c.Doubted(0, 1, "ace", False), False),
    ],
)
def test_who_is_accused(event: Event, accused: bool) -> None:
    assert (event.touches(0) == "accused") == accused


GREEN_HOME = b.WantsMove(1, "green", "cafe", True)
BLUE = b.Moved("blue", "7", False)


@pytest.mark.parametrize(
    ("happened", "told"),
    [
        (  # Bibi objected to what Abel wants, and gave up; Abel’s wish is on the table
            [
                BLUE,
                GREEN_HOME,
                b.Objected(2),
                b.Fought(1),
                b.GaveUp(2),
            ],
            [BLUE, GREEN_HOME, b.GaveUp(2)],
        ),
        (
            [
                GREEN_HOME,
                b.Objected(2),
                b.Fought(1),
                b.GaveUp(2),
                b.Moved("green", "1", True),
            ],
            [b.Moved("green", "1", True)],
        ),
        (
            [b.Bribed(2), b.WantsStrike(1, "green", "red"), b.Objected(2), b.Yielded(1, 2)],
            [b.Bribed(2), b.Yielded(1, 2)],
        ),
        ([b.WantsMove(1, "green", "1", False), b.Objected(2), b.Withdrew(1)], [b.Withdrew(1)]),
        ([BLUE, b.WantsMove(1, "green", "1", False), b.Objected(2)],) * 2,
    ],
)
def test_what_has_come_to_its_end_is_not_told_as_if_it_went_on(happened: list[Event], told: list[Event]) -> None:
    """Whoever reads “Bibi objects!” above the question whether they object takes the matter for stopped."""
    assert [event for event, _ in unsettled([(event, event.touches(0)) for event in happened])] == told


@pytest.mark.parametrize(
    "event",
    [
        c.Sold("london", 0, 1, 200_000, 0),
        c.Sold("london", 1, 0, 200_000, 0),
        c.BoughtBack("london", 0, 50_000),
        c.PotLost(0, 50_000),
        k.Washed(0, k.Notes(1, 0, 0), 10),
    ],
)
def test_what_is_paid_for_at_its_price_is_neither_won_nor_lost(event: Event) -> None:
    assert event.touches(0) in ("named", "")


@awaited
async def test_what_is_taken_back_was_not_ones_last_move(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den, "casa-de-papel")
        before = [table.heard(seat) for seat in range(len(table.chairs))]
        seat = table.playing.to_act[0]
        await den.play(table, seat, table.playing.legal(seat).sample(random.Random(1)))
        assert table.heard(seat) > before[seat]
        await den.undo(table, seat)
        assert [table.heard(seat) for seat in range(len(table.chairs))] == before
