"""The Cash & Run lap: announcing, the spade, the corner, the combination, losing it, finishing."""

from __future__ import annotations

from typing import Any

import pytest

from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.table import CORNERS, LAP, PLACE, Lap, nearest_corner
from tests.rules import rule

from .scene import BLUES, ROULETTES, K, M, asked, card, dice, do, landing, now, offered, prompt, scene, why_not

HEART = card("5", "hearts")
RUN = Lap("corner-0", 0, BLUES)
START: list[dict[str, Any]] = [
    {},
    {"owns": {0: ("cairo",)}},
    {"owns": {0: ("cairo",), 1: BLUES}, "laps": {1: RUN}},
    {"owns": {0: ("cairo",), 1: BLUES}, "laps": {1: RUN}, "chips": {0: 0}},
    {"owns": {0: BLUES}},
    {"owns": {0: BLUES, 1: ROULETTES[1:4]}, "laps": {1: Lap("corner-0", 0, ROULETTES[1:4])}},
    {"owns": {0: BLUES}, "laps": {0: RUN}},
    {"owns": {0: BLUES}, "laps": {0: RUN}, "chips": {0: 0}},
]
"""Beginnings of a turn: with and without casinos, a combination, chips, and somebody who runs."""


@rule("cash-and-run/lap.announce", "cash-and-run/goal.win")
def test_announcing_is_a_whole_turn() -> None:
    """Rulebook, 'De Cash & Run slotronde': nu is de volgende speler aan de beurt."""
    match = scene(HEART, owns={0: BLUES}, pawns={0: "london"})
    assert "you own a winning combination" in prompt(match, 0)
    told = do(match, 0, "announce")
    assert told[:2] == [e.Announced(0), e.Drew(0, "5", "hearts")]
    assert e.LapBegan(0, "corner-0", BLUES) in told
    assert now(match).laps[0] == RUN
    assert now(match).pawns[0] == 0
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.announce")
def test_who_runs_already_does_not_announce_again() -> None:
    match = scene(owns={0: (*BLUES, *ROULETTES)}, laps={0: RUN})
    assert why_not(match, 0, "announce") == ("cash-and-run/lap.announce", "already-running")
    assert "on your Cash & Run lap" in prompt(match, 0)


@rule("cash-and-run/lap.spade")
@pytest.mark.parametrize("suit", ["hearts", "diamonds", "spades", "clubs"])
def test_a_spade_holds_back(suit: str) -> None:
    """Rulebook, 'De Cash & Run slotronde': als het schoppen is, is je beurt voorbij."""
    match = scene(card("9", suit), card("9", "hearts"), owns={0: BLUES}, pawns={0: "london"})
    do(match, 0, "announce")
    runs = suit != "spades"
    assert (now(match).laps[0] is not None) == runs
    assert now(match).pawns[0] == (0 if runs else PLACE["london"])
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.corner")
def test_the_nearest_corner_in_either_direction() -> None:
    for place in range(LAP):
        ahead = {corner: (corner - place) % LAP for corner in CORNERS}
        back = {corner: (place - corner) % LAP for corner in CORNERS}
        shortest = min(min(ahead[c], back[c]) for c in CORNERS)
        near = [c for c in CORNERS if shortest in (ahead[c], back[c])]
        assert len(near) == 1  # on this board there are no ties
        assert nearest_corner(place) == near[0]
    assert nearest_corner(PLACE["corner-18"]) == 18
    assert nearest_corner(PLACE["grand-slam-35"]) == 0
    assert nearest_corner(PLACE["pot-4"]) == 0
    assert nearest_corner(PLACE["cairo"]) == 9


@rule("cash-and-run/lap.combination")
def test_exactly_the_casinos_that_count_are_laid_out() -> None:
    match = scene(HEART, owns={0: (*BLUES, *ROULETTES[1:3], "london")})
    do(match, 0, "announce")
    assert asked(match) == "0 choose-combination"
    assert sorted(offered(match)) == [
        "lay-out las-vegas+montreal+atlantic-city",
        "lay-out las-vegas+sydney+monte-carlo",
    ]
    assert why_not(match, 0, "lay-out las-vegas+sydney+london") == ("cash-and-run/goal.more", "not-a-combination")
    assert why_not(match, 0, "lay-out las-vegas+sydney+havana") == ("cash-and-run/lap.combination", "not-your-casino")
    do(match, 0, "lay-out las-vegas+sydney+monte-carlo")
    assert now(match).laps[0] == Lap("corner-0", 0, ("las-vegas", "sydney", "monte-carlo"))
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.combination", "cash-and-run/goal.three")
def test_with_three_players_four_are_laid_out() -> None:
    match = scene(HEART, seats=3, owns={0: ROULETTES})
    do(match, 0, "announce")
    assert len(offered(match)) == 5
    do(match, 0, f"lay-out {'+'.join(ROULETTES[1:])}")
    assert now(match).laps[0] == Lap("corner-0", 0, ROULETTES[1:])


@rule("cash-and-run/lap.spaces", "cash-and-run/corner.runner")
def test_a_runner_does_what_the_spaces_say_except_on_corners() -> None:
    """Rulebook, '1. Cash & Run': als je aan je slotronde bezig bent, dan gebeurt er voor jou niets."""
    match = scene(*dice(1, 2), owns={0: BLUES}, laps={0: RUN})
    do(match, 0, "roll")
    assert asked(match) == "0 buy-casino"
    match = scene(*dice(4, 5), owns={0: BLUES}, laps={0: RUN})
    assert e.Nothing(0, "running") in do(match, 0, "roll")
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.no-extra")
def test_a_runner_does_not_roll_again() -> None:
    """Rulebook, 'De Cash & Run slotronde': mag je niet nog een keer gooien als je dubbel gooit of op een casino van
    jezelf komt."""
    match = scene(*dice(1, 1), owns={0: BLUES}, laps={0: RUN})
    do(match, 0, "roll")
    do(match, 0, "decline")
    assert asked(match) == "1 start-turn"
    match = scene(*dice(6, 6), owns={0: BLUES}, laps={0: RUN})  # Montreal is the runner's own
    do(match, 0, "roll")
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.lost", "cash-and-run/goal.win")
def test_losing_a_laid_out_casino_ends_the_lap_even_with_another_combination() -> None:
    """Rulebook, 'De Cash & Run slotronde': is je "Cash & Run"-ronde meteen beëindigd."""
    owns = {0: ("london",), 1: (*BLUES, *ROULETTES)}
    match = landing("takeover-26", *dice(2), owns=owns, laps={1: RUN})
    told = do(match, 0, "challenge montreal even")
    assert e.LapLost(1, "montreal") in told
    assert now(match).laps[1] is None
    assert asked(match) == "1 start-turn"
    assert "announce" in offered(match)  # a new attempt is possible


@rule("cash-and-run/lap.lost")
def test_losing_another_casino_does_not_end_it() -> None:
    owns = {0: ("london",), 1: (*BLUES, "macau")}
    match = landing("takeover-26", *dice(2), owns=owns, laps={1: RUN})
    do(match, 0, "challenge macau even")
    assert now(match).laps[1] == RUN


@rule("cash-and-run/lap.lost")
def test_a_runner_gambled_out_of_a_laid_out_casino() -> None:
    """Rulebook, 'De Cash & Run slotronde': door je blut te spelen op een van jouw casino's."""
    match = landing("montreal", card("ace", "hearts"), owns={1: BLUES}, laps={1: RUN}, chips={1: 0})
    do(match, 0, "bet red 500000")
    do(match, 2, "bid 500000")
    do(match, 3, "pass")
    told = do(match, 0, "pass")
    assert e.LapLost(1, "montreal") in told
    assert now(match).owner("montreal") == 2


@rule("cash-and-run/lap.lost-roll")
def test_a_lap_lost_in_the_own_roll_earns_no_extra_roll() -> None:
    lap = Lap("corner-0", 9, BLUES)
    match = scene(*dice(2, 2), 1, owns={0: (*BLUES, "london"), 1: ("cairo",)}, laps={0: lap}, pawns={0: "corner-9"})
    do(match, 0, "roll")  # a double, to the takeover on 13
    do(match, 0, "challenge cairo even")
    do(match, 1, "take montreal")
    assert now(match).laps[0] is None
    assert now(match).pawns[0] == 13
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/lap.several")
def test_several_run_and_the_first_to_finish_wins() -> None:
    """Rulebook, last sentence: de speler die als eerste zijn Cash & Run ronde voltooit, wint het spel."""
    reds = ("london", "monte-carlo", "baden-baden")
    match = scene(
        HEART,
        *dice(5, 6),
        owns={0: BLUES, 1: reds},
        laps={1: Lap("corner-0", 35, reds)},
        pawns={1: "grand-slam-35"},
    )
    do(match, 0, "announce")
    assert sum(lap is not None for lap in now(match).laps) == 2
    do(match, 1, "roll")
    assert match.over
    assert match.result is not None
    assert match.result.winners == (1,)


@rule("cash-and-run/lap.auctions")
def test_in_a_lap_only_those_without_chips_auction() -> None:
    """Rulebook, 'Veilingen': alleen worden geveild door spelers die zonder geld zitten."""
    match = scene(owns={0: ("cairo",), 1: BLUES}, laps={1: RUN})
    assert offered(match) == ["roll"]
    assert why_not(match, 0, "offer cairo") == ("cash-and-run/lap.auctions", "no-auction-in-lap")
    match = scene(owns={0: ("cairo",), 1: BLUES}, laps={1: RUN}, chips={0: 0})
    assert offered(match) == ["roll", "offer cairo"]


@rule("cash-and-run/lap.auctions")
def test_a_runner_with_chips_does_not_auction() -> None:
    match = scene(owns={0: (*BLUES, "cairo")}, laps={0: RUN}, chips={0: 50 * K})
    assert offered(match) == ["roll"]
    for casino in ("cairo", "montreal"):
        assert why_not(match, 0, f"offer {casino}") == ("cash-and-run/lap.auctions", "no-auction-in-lap")


@rule("cash-and-run/lap.auctions", "cash-and-run/turn.start")
@pytest.mark.parametrize("facts", START)
def test_a_turn_begins_with_words_for_what_is_offered(facts: dict[str, Any]) -> None:
    """Auctions and announcements are spoken of if they are possible, and only then."""
    match = scene(**facts)
    offers, text = offered(match), prompt(match, 0)
    assert ("auction" in text) == any(offer.startswith("offer") for offer in offers)
    assert ("Announce" in text) == ("announce" in offers)
    assert ("on your Cash & Run lap" in text) == (now(match).laps[0] is not None)


@rule("cash-and-run/lap.spaces", "cash-and-run/bluff.offer")
def test_a_runner_who_loses_may_bluff() -> None:
    facts: dict[str, Any] = {"owns": {0: BLUES, 1: ("london",)}, "laps": {0: RUN}, "hands": {0: ("dice",)}}
    match = scene(*dice(1, 2), *dice(1), **facts)
    do(match, 0, "roll")
    do(match, 0, "bet even 500000")
    assert asked(match) == "0 offer-bluff"
    do(match, 0, "bluff dice")
    do(match, 1, "doubt")
    assert now(match).chips[:2] == (2_500_000, 1_500_000)


@rule("cash-and-run/lap.auctions")
def test_a_runner_without_chips_who_sells_from_the_combination_plays_on_as_usual() -> None:
    match = scene(owns={0: BLUES}, laps={0: RUN}, chips={0: 0})
    do(match, 0, "offer montreal")
    for seat in (1, 2, 3):
        told = do(match, seat, "pass")
    assert e.LapLost(0, "montreal") in told
    assert asked(match) == "0 start-turn"
    assert offered(match) == ["roll", "offer las-vegas", "offer atlantic-city"]  # no lap any more: all may auction


@rule("cash-and-run/lap.auctions")
def test_forced_auctions_go_on_in_a_lap() -> None:
    match = landing("london", *dice(6), owns={1: ("london", "cairo"), 2: BLUES}, laps={2: RUN}, chips={1: 50 * K})
    do(match, 0, "bet one-6 1000000")
    assert asked(match) == "2 bidding"


@rule("cash-and-run/lap.finish", "cash-and-run/goal.win")
@pytest.mark.parametrize(("gone", "roll", "wins"), [(33, (1, 1), False), (33, (1, 2), True), (33, (3, 2), True)])
def test_reaching_or_passing_the_start_corner_wins_before_the_space_counts(
    gone: int, roll: tuple[int, int], wins: bool
) -> None:
    lap = Lap("corner-9", gone, BLUES)
    start = {0: "all-play-6"}
    match = scene(*dice(*roll), owns={0: BLUES, 1: ("san-juan",)}, laps={0: lap}, pawns=start, chips={0: M})
    told = do(match, 0, "roll")
    assert match.over == wins
    if wins:
        assert told[-1] == e.Ended((0,), "lap")
        assert match.result is not None
        assert match.result.winners == (0,)
        assert match.result.ranks[0] == 1
        assert match.result.ranks[1] > 1  # although richer
