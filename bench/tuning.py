"""Counterfeiters' board and cards: how matches by them go, and a search for better ones.

python -m bench.tuning table --rules 1 2 --matches 2000                       # before and after, at a glance
python -m bench.tuning table --bot sharp:even:24 --matches 1000 --log sharp.jsonl   # goes on where it stopped
python -m bench.tuning search --minutes 30 --out found.json                   # better and better ones

Only what nobody could read on the printed board and cards is moved: prices, spaces, caps, bins, the track, which cards
there are and what a ticket pays. What is printed in the rulebook stays (`rates` and `box` in board.toml).
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import speelhol
from speelhol.bots import Budget
from speelhol.games.counterfeiters import table as t
from speelhol.games.counterfeiters.bot.evaluate import PACE
from speelhol.games.counterfeiters.table import KITS, Counterfeiters
from speelhol.kernel import Stream
from speelhol.lab.entrants import Entrant
from speelhol.lab.report import percent
from speelhol.lab.simulate import Share

GAME = speelhol.game("counterfeiters")
SEATS = tuple(GAME.seats)
GREEDY = Entrant("greedy")


# ---- what a match came to


class Seen(Struct, frozen=True):
    """One match, as far as the box and the fairness of the board go."""

    rules: int
    seats: int
    number: int
    rounds: int
    steps: int
    """Of the officer."""
    short: bool
    """The bank could not have paid with the notes in the box."""
    sold_out: bool
    """The three-star notes were all printed."""
    holograms: int
    """How many players have one at the end."""
    places: tuple[int, ...]
    """The winners' places in the order of the first round."""
    totals: tuple[int, ...]
    """Everybody's money, in that order."""


def lacks(sums: Sequence[int], spare: int) -> bool:
    """Whether these sums, each by itself, can't be paid with the real notes of the box less so many fifties."""
    fifties = sum([sum_ // 50 for sum_ in sums])
    tens = sum([sum_ % 50 // 10 for sum_ in sums])
    return tens + 5 * max(0, fifties - (t.FIFTIES - spare)) > t.TENS


def watch(rules: int, seats: int, number: int, entrant: Entrant, spare: int = 0) -> Seen:
    """Deal `number` by this version of the rules, the same bot in every seat. Equal numbers, equal luck."""
    match = GAME.begin(seats, GAME.read_options({}), rules, Stream(f"tuning/{number}"))
    rngs = [random.Random(f"tuning/{number}/{seat}") for seat in range(seats)]
    bot, budget = entrant.bot(match), entrant.budget(Budget(60.0))
    p = match.position
    assert isinstance(p, Counterfeiters)
    first, begin = p.marker, p.officer
    short = sold_out = False
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bot.think(match.view(seat), rngs[seat], budget).action)
        short = short or lacks((*p.cash, *p.offshore), spare)
        sold_out = sold_out or not p.supply[2]
    assert p.result is not None
    holograms = sum(t.HOLOGRAM in cards for cards in p.cards)
    places = tuple((seat - first) % seats for seat in p.result.winners)
    totals = tuple(int(p.result.scores[(first + place) % seats]) for place in range(seats))
    return Seen(rules, seats, number, p.round, p.officer - begin, short, sold_out, holograms, places, totals)


class Summary(Struct, frozen=True):
    """Many matches with one number of seats."""

    seats: int
    matches: int
    rounds: float
    pace: float
    short: Share
    sold_out: Share
    holograms: Share
    """Everybody ends with one."""
    places: tuple[Share, ...]
    money: float
    leads: tuple[tuple[float, float], ...]
    """By place, what somebody has above the mean of their match, with the standard error."""
    tenth: tuple[int, int]
    """Of ten matches eight lie between these numbers of rounds."""

    @property
    def worst(self) -> float:
        """The greatest share by place in the first round, over the fair one."""
        fair = sum(share.share for share in self.places) / self.seats
        return max(share.share for share in self.places) / fair


def _lead(seen: Sequence[Seen], place: int) -> tuple[float, float]:
    leads = [one.totals[place] - statistics.fmean(one.totals) for one in seen]
    return statistics.fmean(leads), statistics.pstdev(leads) / len(leads) ** 0.5


def summary(seen: Sequence[Seen]) -> Summary:
    seats, of = seen[0].seats, len(seen)
    rounds = sorted(one.rounds for one in seen)
    return Summary(
        seats,
        of,
        statistics.fmean(rounds),
        sum(one.steps for one in seen) / sum(rounds),
        Share.count(sum(one.short for one in seen), of),
        Share.count(sum(one.sold_out for one in seen), of),
        Share.count(sum(one.holograms == seats for one in seen), of),
        tuple(Share.count(sum(place in one.places for one in seen), of) for place in range(seats)),
        statistics.fmean(total for one in seen for total in one.totals),
        tuple(_lead(seen, place) for place in range(seats)),
        (rounds[of // 10], rounds[of * 9 // 10]),
    )


# ---- the search

Data = dict[str, Any]
"""A board and a deck, as they stand in board.toml and deck.toml."""
MARGIN = 8
"""So many fifties are left out of the box during the search: bots that think ahead may earn more."""
KINDS = ("printer", "ink", "paper", "hologram", "diner", "jet")
ROUNDS = (6.0, 7.5)
"""How many rounds a match should take on average: about 35 minutes."""
LAWYERS = (t.GREAT_LAWYER, t.BAD_LAWYER)
PRICES = range(10, 81, 10)
LEAST_OF_KIND = {"printer": 3, "ink": 2, "paper": 2, "hologram": 1, "diner": 2, "jet": 2}
"""With two players; everything that the rulebook names must be there."""


def given(rules: int) -> Data:
    board, deck = t.DATA[rules]
    return copy.deepcopy({"two": board["two"], "more": board["more"], "deck": deck})


def register(data: Data, pace: dict[int, float]) -> int:
    """Make a board and its cards playable under a number of their own."""
    rules = max(KITS) + 1
    KITS[rules] = t.kits(data, data["deck"])
    for seats in SEATS:
        t.TICKETS.update(
            {card: int(card[7:]) for c in KITS[rules][seats].classes for card in c if card[:7] == "ticket-"}
        )
    PACE[rules] = pace
    return rules


def changed(data: Data, rng: random.Random) -> Data:
    """The same with one thing moved; it may not fit the rules any more."""
    new = copy.deepcopy(data)
    side = new[rng.choice(("two", "more", "more"))]
    rng.choice((_price, _bin, _space, _space, _track, _track, _track, _card, _card, _card, _card))(new, side, rng)
    return new


def _price(data: Data, side: Data, rng: random.Random) -> None:
    at = rng.randrange(len(side["market"]))
    side["market"][at] += rng.choice((-10, 10))


def _bin(data: Data, side: Data, rng: random.Random) -> None:
    slots = len(side["market"])
    number = len(side["bins"]) + rng.choice((-1, 1))
    side["bins"] = list(range(slots - number + 1, slots + 1))


def _space(data: Data, side: Data, rng: random.Random) -> None:
    space = rng.choice(("print", "print-cap", "shop", "shop-cap", "fence", "fence-cap", "tax"))
    side["spaces"][space] += rng.choice((-1, 1))


def _track(data: Data, side: Data, rng: random.Random) -> None:
    track = side["track"]
    what = rng.choice(("last", "start", "investigation", "godfather", "strike", "stretch"))
    by = rng.choice((-1, 1))
    if what == "last":
        track["last"] += by
        track["godfather"][-1] += by
    elif what == "start":
        if "3" in track["start"]:
            track["start"]["3"] += by
    elif what == "stretch":  # everything from a space on
        cut = rng.randrange(1, track["last"] + 1)
        for name in ("investigation", "godfather", "strike"):
            track[name] = [space + by if space >= cut else space for space in track[name]]
        track["last"] += by
    else:
        at = rng.randrange(len(track[what]) - (what == "godfather"))
        track[what][at] += by


def _card(data: Data, side: Data, rng: random.Random) -> None:
    deck = data["deck"]
    places = [(group, mark, at) for group in t.CLASSES for mark in deck[group] for at in range(len(deck[group][mark]))]
    group, mark, at = rng.choice(places)
    card = deck[group][mark][at]
    if card.startswith("ticket-") and rng.random() < 0.7:
        deck[group][mark][at] = f"ticket-{int(card[7:]) + rng.choice((-20, -10, 10, 20))}"
    elif rng.random() < 0.4 and "lawyer" not in card:
        deck[group][mark][at] = rng.choice((*KINDS, "ticket-60", "ticket-80"))
    else:
        other, its_mark, its_at = rng.choice(places)
        deck[group][mark][at], deck[other][its_mark][its_at] = deck[other][its_mark][its_at], card


def fits(data: Data) -> bool:
    """Whether a board and its cards are still those of this game."""
    for side in (data["two"], data["more"]):
        prices, spaces, track = side["market"], side["spaces"], side["track"]
        special = [*track["investigation"], *track["godfather"], *track["strike"]]
        if prices != sorted(prices, reverse=True) or not all(price in PRICES for price in prices):
            return False
        if not 1 <= len(side["bins"]) <= len(prices) // 2:
            return False
        if min(spaces.values()) < 0 or not all(spaces[f"{job}-cap"] for job in ("print", "shop", "fence")):
            return False
        if not all(1 <= spaces[job] + spaces[f"{job}-cap"] <= 4 for job in ("print", "shop", "fence")):
            return False
        if not 0 <= spaces["tax"] <= 2 or spaces["print"] + spaces["print-cap"] < 2:
            return False
        if len(set(special)) < len(special) or track["godfather"][-1] != track["last"] or max(special) > track["last"]:
            return False
        if any(row != sorted(row) for row in (track["investigation"], track["godfather"], track["strike"])):
            return False
        if min(special) <= max(track["start"].values()) or min(track["start"].values()) < 0:
            return False
        if min(track["investigation"]) != min(special):
            return False
    return all(_cards_fit(seats, kit.classes) for seats, kit in t.kits(data, data["deck"]).items())


def _cards_fit(seats: int, classes: Sequence[Sequence[str]]) -> bool:
    cards = [card for group in classes for card in group]
    if any(
        cards.count(lawyer) != 1 or lawyer in (*classes[0], *classes[1]) for lawyer in ("great-lawyer", "bad-lawyer")
    ):
        return False
    tickets = [card for card in cards if card.startswith("ticket-")]
    if not 2 <= len(tickets) <= seats + 1 or not all(40 <= int(card[7:]) <= 120 for card in tickets):
        return False
    if not seats - 1 <= cards.count("hologram") <= seats or cards.count("jet") > seats or "hologram" in classes[0]:
        return False
    return all(cards.count(kind) >= least for kind, least in LEAST_OF_KIND.items())


def faults(found: Summary) -> float:
    """How far matches are from what they should be, with one number of seats: 0 is perfect."""
    least, most = ROUNDS
    return (
        20 * max(0.0, found.short.share - 0.005)
        + 20 * max(0.0, found.sold_out.share - 0.005)
        + 5 * max(0.0, found.holograms.share - 0.2)
        + 6 * max(0.0, found.worst - 1.05)
        + max(0.0, least - found.rounds, found.rounds - most)
    )


def judge(data: Data, pace: dict[int, float], matches: range, bound: float) -> tuple[float, dict[int, Summary]]:
    """The faults of a board at a glance, in all numbers of seats; as soon as they pass the bound it is given up."""
    rules = register(data, pace)
    total, found = 0.0, {}
    for seats in SEATS:
        found[seats] = summary([watch(rules, seats, number, GREEDY, MARGIN) for number in matches])
        total += faults(found[seats])
        if total > bound:
            break
    del KITS[rules], PACE[rules]
    return total, found


def search(data: Data, seconds: float, matches: int, seed: str) -> Iterator[tuple[float, Data, dict[int, Summary]]]:
    """Better and better boards, each with its faults; one thing, or two, are changed at a time."""
    rng = random.Random(seed)
    pace = dict(PACE[GAME.rules])
    best, found = judge(data, pace, range(matches), 1e9)
    yield best, data, found
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        new = changed(data, rng)
        while rng.random() < 0.4 or not fits(new):
            new = changed(new if fits(new) else data, rng)
        pace = {seats: one.pace for seats, one in found.items()}
        rough, _ = judge(new, pace, range(matches // 4), 1e9)
        if rough > best + 0.6:
            continue
        total, its = judge(new, pace, range(matches), best)
        if total < best:
            best, data, found = total, new, its
            yield best, data, found


# ---- tables


def known(log: Path | None, entrant: Entrant) -> dict[tuple[int, int, int], Seen]:
    """What an earlier run with the same bot has left."""
    if log is None or not log.exists():
        return {}
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    seen = [msgspec.convert(line["seen"], Seen) for line in lines if line["bot"] == entrant.name]
    return {(one.rules, one.seats, one.number): one for one in seen}


def gather(rules: Sequence[int], entrant: Entrant, matches: int, log: Path | None) -> dict[tuple[int, int], list[Seen]]:
    """The matches of every version and number of seats, as far as they are not in the log yet."""
    kept = known(log, entrant)
    found: dict[tuple[int, int], list[Seen]] = {}
    for number, version, seats in product(range(matches), rules, SEATS):
        one = kept.get((version, seats, number))
        if one is None:
            one = watch(version, seats, number, entrant)
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"bot": entrant.name, "seen": msgspec.to_builtins(one)}) + "\n")
        found.setdefault((version, seats), []).append(one)
    return found


def to_markdown(found: dict[tuple[int, int], list[Seen]]) -> str:
    heads = [
        "rules",
        "players",
        "matches",
        "bank short",
        "★★★ gone",
        "all have a hologram",
        "by order of the first round",
    ]
    heads += ["greatest / fair", "money by order", "rounds, eight of ten", "steps a round", "money"]
    lines = [heads, ["---"] * len(heads)]
    for (version, seats), seen in sorted(found.items()):
        one = summary(seen)
        places = " / ".join(f"{100 * share.share:.0f}" for share in one.places) + " %"
        leads = " / ".join(f"{mean:+.0f}" for mean, _ in one.leads) + f" (±{max(error for _, error in one.leads):.0f})"
        rounds = f"{one.rounds:.1f}, {one.tenth[0]}–{one.tenth[1]}"
        lines.append([
            str(version), str(seats), str(one.matches), percent(one.short), percent(one.sold_out),
            percent(one.holograms), places, f"{one.worst:.2f}", leads, rounds, f"{one.pace:.2f}", f"${one.money:.0f}",
        ])  # fmt: skip
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tuning", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    table = commands.add_parser("table", help="how matches go, by version of the rules and number of players")
    table.add_argument("--rules", type=int, nargs="+", default=[GAME.rules], choices=GAME.versions)
    table.add_argument("--bot", type=Entrant.read, default=GREEDY, help="greedy, sharp:even:24, beginner …")
    table.add_argument("--matches", type=int, default=1000, help="for each number of players")
    table.add_argument("--log", type=Path, help="a line for each match; matches in it are not played again")
    finder = commands.add_parser("search", help="look for a better board and better cards")
    finder.add_argument("--rules", type=int, default=GAME.rules, choices=GAME.versions, help="from which to begin")
    finder.add_argument("--minutes", type=float, default=30.0)
    finder.add_argument("--matches", type=int, default=400, help="for each number of players and board")
    finder.add_argument("--seed", default="tuning")
    finder.add_argument("--out", type=Path, help="where the best so far is written")
    asked = parser.parse_args()
    if asked.command == "table":
        print(to_markdown(gather(asked.rules, asked.bot, asked.matches, asked.log)))
        return
    for best, data, found in search(given(asked.rules), 60 * asked.minutes, asked.matches, asked.seed):
        if asked.out is not None:
            asked.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        worst = ", ".join(f"{seats} players {one.worst:.2f} × fair" for seats, one in found.items())
        print(f"faults {best:.3f}: {worst}", flush=True)


if __name__ == "__main__":
    main()
