"""What can be worked out about a ledger: imagined worlds against all worlds that the rules could have produced."""

from __future__ import annotations

import random
from itertools import product

import pytest

from speelhol.games.casablanca import ledger
from speelhol.games.casablanca.imagine import imagine, one_by_one, opening_first
from speelhol.games.casablanca.table import AGENTS, Casablanca
from speelhol.games.casablanca.view import known_spending
from speelhol.kernel import Action, Match, Random, Scripted
from tests.contract import leak
from tests.rules import rule

from .invariants import check
from .town import GAME, MAIN, agent_town, play, position, town

ALIVE = 3
SMALL = 5
"""How many units the imagined seat can have spent on the living agents; the rest is known to be lost."""
LOST = 100 - SMALL


class Story:
    """A short public history of seat 1: bribing turns, and sums that were heard in between.

    Green, purple and blue live; the other agents are struck. So that all ledgers can be listed, grey took most of
    the capital with it, after its one bribe in the first bribing turn.
    """

    def __init__(self, agent_game: bool, rng: random.Random) -> None:
        self.agent_game = agent_game
        self.heard: list[tuple[int, int, int]] = []  # after turn, agent, units
        match = agent_town(2) if agent_game else GAME.begin(2, MAIN, GAME.rules, Scripted([0]))
        self.p = position(match)
        self.match = match
        self.turns = 0
        row = [0] * ALIVE
        self._bribe([(7, LOST)] + ([] if agent_game else self._opening(row, rng)))
        for _ in range(rng.randrange(6)):
            left = SMALL - sum(row)
            if left and rng.random() < 0.6:
                agent = rng.randrange(ALIVE)
                units = rng.choice((1, 1, 1, left))
                row[agent] += units
                self._bribe([(agent, units)])
            elif any(row):
                agent = rng.choice([i for i in range(ALIVE) if row[i]])
                units = rng.randint(1, row[agent])
                ledger.hear(self.p, 1, agent, units * 100)
                self.heard.append((self.turns, agent, units))
        self.row = tuple(row)

    def _opening(self, row: list[int], rng: random.Random) -> list[tuple[int, int]]:
        agents = rng.sample(range(ALIVE), 2)
        for agent in agents:
            row[agent] = 1
        return [(agent, 1) for agent in agents]

    def _bribe(self, sums: list[tuple[int, int]]) -> None:
        ledger.write(self.p, 1, [(AGENTS[agent], units * 100) for agent, units in sums])
        if not self.turns:
            ledger.lose(self.p, 7)
            self.p.places = ("cafe", "cafe", "hotel", None, None, None, None, None)
        self.turns += 1

    def possible(self) -> set[tuple[int, ...]]:
        """Every row that some sequence of bribing turns leads to: listed turn by turn, with none of the game's code."""
        rows = {(0,) * ALIVE}
        for turn in range(self.turns):
            new = set()
            for row in rows:
                for more in product(range(SMALL + 1), repeat=ALIVE):
                    now = tuple(a + b for a, b in zip(row, more, strict=True))
                    agents = sum(n > 0 for n in more) + (turn == 0)  # grey was bribed in the first turn
                    fits = agents == 1 if self.agent_game else agents >= 3 if turn == 0 else agents >= 1
                    if sum(now) <= SMALL and fits:
                        new.add(now)
            rows = {
                row
                for row in new
                if all(row[agent] >= units for after, agent, units in self.heard if after == turn + 1)
            }
        return rows

    def imagined(self, rng: Random) -> tuple[int, ...]:
        world = imagine(self.match.view(0), rng)
        check_money(world)
        return tuple(n // 100 for n in world.bribes[1][:ALIVE])


def check_money(p: Casablanca) -> None:
    assert p.capital[1] + sum(p.bribes[1]) + sum(p.gone[1]) == 10_000
    assert min(p.bribes[1]) >= 0
    assert p.capital[1] >= 0


@rule("casablanca/bid.heard", "casablanca/bribe.secret")
@pytest.mark.parametrize("agent_game", [False, True])
def test_imagined_ledgers_are_exactly_the_possible_ones(agent_game: bool) -> None:
    rng = random.Random(f"ledgers {agent_game}")
    sizes = set()
    for _ in range(60):
        story = Story(agent_game, rng)
        possible = story.possible()
        assert story.row in possible
        seen = {story.imagined(rng) for _ in range(40 * len(possible))}
        assert seen <= possible
        missing = possible - seen
        for _ in range(20_000):
            if not missing:
                break
            missing.discard(story.imagined(rng))
        assert not missing
        sizes.add(len(possible))
    assert min(sizes) <= 2  # some stories leave hardly a doubt
    assert max(sizes) > 20


# ---- whole matches


def stingy(match: Match, rng: random.Random) -> tuple[int, Action]:
    """Play on in the way that tells most: many bribes of $100, objections, and bids up to the last dollar."""
    seat = rng.choice(match.to_act)
    legal = match.legal(seat)
    asked = match.position.agenda[-1].__struct_config__.tag
    wanted = {"may-object": "object", "stand": "fight", "answer": "meet"}.get(asked)
    if asked == "act" and rng.random() < 0.5:
        living = [agent for agent, at in zip(AGENTS, position(match).places, strict=True) if at is not None]
        wanted = f"bribe {rng.choice(living)}:100"
    elif asked == "open-bribes":
        wanted = "bribe " + "+".join(f"{AGENTS[i]}:{rng.choice((100, 1100))}" for i in sorted(rng.sample(range(8), 3)))
    elif asked == "raise":
        stake = match.view(seat).now.stake
        wanted = f"bid {stake}" if stake > position(match).bid else None
    action = GAME.read(wanted) if wanted and rng.random() < 0.8 else None
    if action is None or action not in legal:
        action = legal.sample(rng)
    match.play(seat, action)
    return seat, action


@rule("casablanca/bid.heard", "casablanca/bribe.secret")
@pytest.mark.parametrize(("seats", "variant"), [(2, "casablanca"), (3, "casablanca"), (2, "agent"), (4, "agent")])
def test_worlds_are_possible_when_much_was_heard(seats: int, variant: str) -> None:
    """Told from the deal on, an imagined world must lead to the same view: bribing turns need their money in time."""
    rng = random.Random(f"{seats} {variant}")
    known = 0
    for i in range(12):
        match = GAME.start(seats, f"stingy/{i}", variant=variant)
        for number in range(240):
            if match.over:
                break
            stingy(match, rng)
            check(position(match))
            if number % 12 == 0:
                for seat in range(seats):
                    leak.story(match, seat, rng)
                    now = match.view(seat).now
                    known += any(now.floor[s] > sum(now.heard[s]) + sum(now.gone[s]) for s in range(seats))
    assert known > 20  # the floor mattered


@rule("casablanca/bid.heard")
def test_every_bribing_turn_adds_to_what_must_have_been_spent() -> None:
    """At first three agents; then a known sum and each turn after it, at least $100 each."""
    match = town(2, ["green:1500 purple:100 blue:100", "green:300 purple:100 blue:100"])
    now = match.view(1).now
    assert known_spending(now, 0) == 300
    play(match, "0 bribe green:100", "1 rest")
    assert known_spending(match.view(1).now, 0) == 400
    play(match, "0 strike green purple", "1 allow")
    # $1,000 on green, $100 on purple, a third agent, and the second bribe may be part of the thousand
    assert known_spending(match.view(1).now, 0) == 1200
    play(match, "1 rest", "0 bribe green:100")
    assert known_spending(match.view(1).now, 0) == 1300
    assert known_spending(match.view(1).now, 0) <= 10_000 - position(match).capital[0]
    words = GAME.describe(match.view(1).now, GAME.speak("en"))
    assert ("Spent in all", "≥ $1,300", "≥ $300") in [row for panel in words for row in panel.table]


def test_bribing_turns_told_backward_respect_what_was_heard() -> None:
    """Main game: green showed 5 before the third bribe; the others made up the three of the opening."""
    none, five = (0,) * 8, (5, *(0,) * 7)
    assert opening_first((6, 1, 1, 0, 0, 0, 0, 0), [none, none, five]) == [
        [4, 1, 1, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
    ]
    assert opening_first(none, []) == []


def test_bribing_turns_of_the_variant_told_backward_respect_what_was_heard() -> None:
    """Green showed 5 before turn 2 and 6 before turn 3, so purple's only turn can't come before the third."""
    none = (0,) * 8
    five, six = (5, *none[1:]), (6, *none[1:])
    assert one_by_one((6, 1, 0, 0, 0, 0, 0, 0), [none, five, six]) == [
        [5, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 0],
    ]


def test_imagine_bribes_all_eight_agents_too() -> None:
    rng = random.Random(8)
    seen = town(2).view(0)
    counts = {sum(n > 0 for n in position(GAME.imagine(seen, rng)).bribes[1]) for _ in range(500)}
    assert counts == {3, 4, 5, 6, 7, 8}


def test_a_seat_that_has_not_bribed_has_an_empty_ledger() -> None:
    rng = random.Random(9)
    seen = agent_town(2).view(0)
    for _ in range(50):
        world = position(GAME.imagine(seen, rng))
        assert world.bribes[1] == (0,) * 8
        assert world.capital[1] == 10_000
