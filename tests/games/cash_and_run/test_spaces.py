"""The pot, All play, Grand Slam and takeovers."""

from __future__ import annotations

import pytest

from speelhol.games.cash_and_run import events as e
from speelhol.games.cash_and_run.table import SLAM, Lap
from tests.rules import rule

from .scene import BLUES, K, M, asked, card, dice, do, landing, now, offered, prompt, why_not

# ---- 4. win the pot


@rule("cash-and-run/pot.games")
@pytest.mark.parametrize(
    ("space", "pick", "draw", "wins"),
    [
        ("pot-4", "dozen-1", 12, True),
        ("pot-4", "dozen-1", 13, False),
        ("pot-4", "dozen-3", 36, True),
        ("pot-17", "two-1-6", 5, True),
        ("pot-17", "two-1-6", 4, False),
    ],
)
def test_the_pot_is_won_as_printed(space: str, pick: str, draw: int, wins: bool) -> None:
    """Rulebook, '4A, 4B en 4C': twelve numbers with the wheel, two numbers with one die."""
    match = landing(space, draw, pot=700 * K)
    assert why_not(match, 0, "pick red") == ("cash-and-run/pot.games", "not-this-game")
    told = do(match, 0, f"pick {pick}")
    assert (e.PotWon(0, 700 * K) in told) == wins
    assert (now(match).chips[0], now(match).pot) == ((2_700_000, 0) if wins else (2 * M, 700 * K))


@rule("cash-and-run/pot.games")
@pytest.mark.parametrize(
    ("rank", "wins"), [("10", False), ("jack", True), ("queen", True), ("king", True), ("ace", True)]
)
def test_the_pot_with_cards(rank: str, wins: bool) -> None:
    """Rulebook, 'Vakje 4C': een Aas, een Koning, een Vrouw of een Boer."""
    match = landing("pot-31", card(rank, "spades"), pot=700 * K)
    assert (now(match).pot == 0) == wins


@rule("cash-and-run/pot.lost")
def test_a_lost_pot_stays() -> None:
    match = landing("pot-4", 13, pot=700 * K)
    assert e.PotLost(0, 700 * K) in do(match, 0, "pick dozen-1")
    assert (now(match).chips[0], now(match).pot) == (2 * M, 700 * K)


@rule("cash-and-run/pot.empty")
def test_an_empty_pot_is_not_played_for() -> None:
    for space in ("pot-4", "pot-17", "pot-31"):
        match = landing(space)
        assert e.Nothing(0, "empty-pot") in list(match.view(0).log)
        assert asked(match) == "1 start-turn"


# ---- 5. all play


@rule("cash-and-run/all-play.win")
@pytest.mark.parametrize(
    ("space", "draws"),
    [
        ("all-play-6", (0, 7, 30, 8, 9)),
        ("all-play-20", dice(2, 6, 3, 4)),
        ("all-play-29", (card("2", "hearts"), card("king", "hearts") - 1, 7, 8)),
    ],
)
def test_the_highest_gets_half_a_million(space: str, draws: tuple[int, ...]) -> None:
    """Rulebook, '5A, 5B, 5C': de speler die het hoogste scoort, ontvangt 500.000 van de bank."""
    match = landing(space, *draws)
    assert e.AllPlayWon(1, 500 * K) in list(match.view(0).log)
    assert now(match).chips == (2 * M, 2_500_000, 2 * M, 2 * M)
    assert now(match).bank == 11_500_000


@rule("cash-and-run/all-play.win")
def test_runners_play_and_bankrupts_don_t() -> None:
    lap = Lap("corner-0", 0, BLUES)
    match = landing("all-play-20", *dice(1, 6, 2), out=(3,), owns={1: BLUES}, laps={1: lap})
    assert e.AllPlayWon(1, 500 * K) in list(match.view(0).log)


@rule("cash-and-run/all-play.ranks")
def test_ace_is_high_and_cards_are_not_put_back() -> None:
    # each draw counts among the cards still there: the ace of hearts is number 12, then 12 is the 2 of diamonds
    match = landing("all-play-29", 11, 11, 11, 11)
    drawn = [event for event in match.view(0).log if isinstance(event, e.Drew)]
    assert [(d.rank, d.suit) for d in drawn] == [
        ("king", "hearts"),
        ("ace", "hearts"),
        ("2", "diamonds"),
        ("3", "diamonds"),
    ]
    assert e.AllPlayWon(1, 500 * K) in list(match.view(0).log)


@rule("cash-and-run/all-play.ranks")
def test_suits_are_equal() -> None:
    # queen of hearts and queen of spades tie; then the king beats the 2
    first = (card("queen", "hearts"), card("queen", "spades") - 1, 0, 1)
    match = landing("all-play-29", *first, card("2", "hearts"), card("king", "clubs") - 1)
    log = list(match.view(0).log)
    assert e.Tied((0, 1)) in log
    assert e.AllPlayWon(1, 500 * K) in log


@rule("cash-and-run/all-play.ties")
def test_only_the_tied_highest_play_again() -> None:
    match = landing("all-play-20", *dice(6, 6, 1, 1), *dice(3, 3), *dice(2, 5))
    log = list(match.view(0).log)
    assert log.count(e.Tied((0, 1))) == 2
    assert e.Tied((2, 3)) not in log  # the bank can pay, so the lowest does not matter
    assert e.AllPlayWon(1, 500 * K) in log


@rule("cash-and-run/all-play.ties", "cash-and-run/all-play.short")
def test_a_tie_for_the_lowest_is_played_off_if_the_bank_is_short() -> None:
    match = landing("all-play-20", *dice(6, 5, 1, 1), *dice(4, 2), bank=200 * K, chips={0: M, 1: M, 2: M})
    log = list(match.view(0).log)
    assert e.Tied((2, 3)) in log
    assert e.BankShort(3, 0, 300 * K) in log


@rule("cash-and-run/all-play.ties")
def test_if_all_tie_all_play_again_and_that_decides_both_ends() -> None:
    match = landing("all-play-20", *dice(3, 3, 3, 3), *dice(2, 5, 4, 3), bank=0, chips={0: M, 1: M, 2: M})
    log = list(match.view(0).log)
    assert e.Tied((0, 1, 2, 3)) in log
    assert e.BankShort(0, 1, 500 * K) in log


@rule("cash-and-run/all-play.short")
def test_the_lowest_pays_what_the_bank_can_t() -> None:
    """Rulebook, '5A, 5B, 5C': moet de speler met de laagste 'score' het verschil aanzuiveren."""
    match = landing("all-play-20", *dice(6, 1, 2, 3), bank=200 * K, chips={0: M, 1: M, 2: M})
    assert now(match).chips[:3] == (1_500_000, 700 * K, M)
    assert (now(match).bank, now(match).pot) == (0, 0)


@rule("cash-and-run/all-play.short", "cash-and-run/auction.choice")
def test_the_lowest_may_have_to_sell() -> None:
    """Rulebook, '5A, 5B, 5C': ook als dit betekent dat hij casino's moet verkopen."""
    match = landing(
        "all-play-20", *dice(6, 1, 2, 3), bank=0, chips={0: M, 1: 100 * K, 2: M}, owns={1: ("cairo", "macau")}
    )
    assert asked(match) == "1 choose-sale"
    assert offered(match) == ["offer cairo", "offer macau"]
    assert now(match).chips[:2] == (1_100_000, 0)


@rule("cash-and-run/all-play.no-bluff")
def test_all_play_knows_no_bluff() -> None:
    """Rulebook, '5A, 5B, 5C': bij 'Allen spelen' mogen er geen Blufkaarten gebruikt worden."""
    hands = dict.fromkeys(range(4), ("dice",))
    match = landing("all-play-20", *dice(6, 1, 2, 3), bank=0, chips={0: M, 1: M, 2: M}, hands=hands)
    assert asked(match) == "1 start-turn"
    assert now(match).chips[1] == 500 * K


# ---- 6. Grand Slam


@rule("cash-and-run/grand-slam.choice")
def test_a_hundred_thousand_for_certain() -> None:
    """Rulebook, '6 Grand Slam': 100.000 van de bank krijgen OF in drie stappen proberen 1.000.000 te ontvangen."""
    match = landing("grand-slam-8")
    assert offered(match) == ["collect", "dare"]
    assert why_not(match, 0, "decline") == ("cash-and-run/grand-slam.steps", "collect-or-dare")
    do(match, 0, "collect")
    assert (now(match).chips[0], now(match).bank) == (2_100_000, 11_900_000)


@rule("cash-and-run/grand-slam.steps")
@pytest.mark.parametrize(("steps", "sum_in_all"), [(1, 250 * K), (2, 500 * K), (3, M)])
def test_stopping_after_each_step(steps: int, sum_in_all: int) -> None:
    """Rulebook, '6 Grand Slam': stap 1 voor 250.000, stap 2 voor 500.000, stap 3 voor 1.000.000."""
    draws = (*dice(4), card("9", "diamonds"), 0, 35)[: steps + (steps == 3)]
    match = landing("grand-slam-8", *draws)
    for _ in range(steps):
        do(match, 0, "dare")
    if steps < 3:
        do(match, 0, "collect")
    assert now(match).chips[0] == 2 * M + sum_in_all
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/grand-slam.loss")
@pytest.mark.parametrize("draws", [dice(3), (*dice(2), card("2", "clubs")), (*dice(2), card("2", "hearts"), 36)])
def test_a_failed_step_loses_all_and_ends_the_turn(draws: tuple[int, ...]) -> None:
    """Rulebook, '6 Grand Slam': als je verliest ben je al je verdiende geld kwijt en is je beurt voorbij."""
    match = landing("grand-slam-8", *draws, roll=(1, 1))  # the double would have earned a roll
    for _ in draws:
        do(match, 0, "dare")
    assert now(match).chips[0] == 2 * M
    assert asked(match) == "1 start-turn"
    assert not now(match).again


def test_a_grand_slam_that_is_won_keeps_the_extra_roll() -> None:
    match = landing("grand-slam-8", roll=(1, 1))
    do(match, 0, "collect")
    assert asked(match) == "0 roll-again"


@rule("cash-and-run/grand-slam.short")
def test_a_short_bank_pays_what_it_has_and_an_empty_one_nothing() -> None:
    """Rulebook, '6 Grand Slam': als de bank geen geld meer heeft, gebeurt er niets op dit vakje."""
    match = landing("grand-slam-8", *dice(2), bank=150 * K)
    do(match, 0, "dare")
    assert e.SlamPaid(0, 150 * K) in do(match, 0, "collect")
    assert now(match).bank == 0
    match = landing("grand-slam-8", bank=0)
    assert e.Nothing(0, "empty-bank") in list(match.view(0).log)
    assert asked(match) == "1 start-turn"


@rule("cash-and-run/grand-slam.short")
@pytest.mark.parametrize("bank", [50 * K, 100 * K, 200 * K, 300 * K, 700 * K])
@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_short_bank_pays_what_was_said_and_says_why(bank: int, steps: int) -> None:
    """Before every step: what stopping brings is what is paid, and so is what one more step brings."""
    match = landing("grand-slam-8", *dice(2), card("2", "hearts"), 1, bank=bank)
    for won in range(steps + 1):
        if won == 3:
            break
        step = match.view(0).agenda[-1]
        assert (step.safe, step.prize) == (min(SLAM[won], bank), min(SLAM[won + 1], bank))
        assert ("The bank has only" in prompt(match, 0)) == (bank < SLAM[won + 1])
        if won < steps:
            told = do(match, 0, "dare")
            assert {e.SlamStep(0, step.prize), e.SlamPaid(0, step.prize)} & set(told)
    if steps < 3:
        assert e.SlamPaid(0, step.safe) in do(match, 0, "collect")
    assert now(match).chips[0] == 2 * M + min(SLAM[steps], bank)


# ---- 7. takeover


OWNS = {0: ("london", "manila"), 1: ("cairo",), 2: ("macau",)}


@rule("cash-and-run/takeover.challenge")
def test_a_takeover_needs_a_casino_of_one_s_own_and_is_a_choice() -> None:
    """Rulebook, '7A, 7B of 7C': één voorwaarde: je moet zelf een casino bezitten."""
    match = landing("takeover-13", owns={1: ("cairo",)})
    assert e.Nothing(0, "no-casino") in list(match.view(0).log)
    match = landing("takeover-13", owns={0: ("cairo",)})
    assert e.Nothing(0, "no-rival") in list(match.view(0).log)
    match = landing("takeover-13", owns=OWNS)
    do(match, 0, "decline")
    assert now(match).chips[0] == 2 * M
    assert now(match).pot == 0


@rule("cash-and-run/takeover.target")
def test_only_casinos_of_others_laid_out_ones_included() -> None:
    lap = Lap("corner-0", 0, BLUES)
    match = landing("takeover-13", owns={0: ("london",), 1: BLUES}, laps={1: lap})
    assert {text.split()[1] for text in offered(match) if text != "decline"} == set(BLUES)
    assert why_not(match, 0, "challenge london even") == ("cash-and-run/takeover.target", "your-own-casino")
    assert why_not(match, 0, "challenge cairo even") == ("cash-and-run/takeover.target", "nobodys-casino")


@rule("cash-and-run/takeover.games", "cash-and-run/takeover.won")
@pytest.mark.parametrize(
    ("space", "pick", "other", "draws"),
    [
        ("takeover-13", "even", "red", (0, 36)),
        ("takeover-13", "odd", "black", (1,)),
        ("takeover-26", "even", "red", dice(6)),
        ("takeover-26", "odd", "one-5", dice(5)),
        ("takeover-34", "red", "even", (card("2", "hearts"),)),
        ("takeover-34", "black", "spades", (card("ace", "clubs"),)),
    ],
)
def test_a_won_takeover(space: str, pick: str, other: str, draws: tuple[int, ...]) -> None:
    """Rulebook, '7A, 7B of 7C': even or odd with wheel or die, red or black with a card."""
    match = landing(space, *draws, owns=OWNS)
    assert why_not(match, 0, f"challenge cairo {other}") == ("cash-and-run/takeover.games", "not-this-game")
    told = do(match, 0, f"challenge cairo {pick}")
    assert e.TookOver(0, 1, "cairo") in told
    assert now(match).owner("cairo") == 0
    assert now(match).chips[:2] == (1_900_000, 2 * M)


@rule("cash-and-run/takeover.lost")
def test_a_lost_takeover_lets_the_owner_choose() -> None:
    """Rulebook, '7A, 7B of 7C': als je verliest mag de winnaar bij jou een casino uitkiezen."""
    match = landing("takeover-26", *dice(1), owns=OWNS)
    do(match, 0, "challenge cairo even")
    assert asked(match) == "1 choose-prize"
    assert offered(match) == ["take london", "take manila"]
    assert why_not(match, 1, "take macau") == ("cash-and-run/takeover.lost", "not-the-losers-casino")
    do(match, 1, "take manila")
    assert now(match).casinos_of(1) == ("cairo", "manila")


@rule("cash-and-run/takeover.lost")
def test_the_only_casino_goes_without_asking_and_its_loser_plays_on() -> None:
    match = landing("takeover-26", *dice(1), owns={0: ("london",), 1: ("cairo",)})
    do(match, 0, "challenge cairo even")
    assert now(match).casinos_of(1) == ("london", "cairo")
    assert now(match).out == ()


@rule("cash-and-run/takeover.lost")
def test_the_owner_may_take_from_a_laid_out_combination() -> None:
    lap = Lap("corner-0", 26, BLUES)
    match = landing(
        "takeover-26", *dice(1), owns={0: (*BLUES, "london"), 1: ("cairo",)}, laps={0: Lap("corner-0", 23, BLUES)}
    )
    assert now(match).laps[0] == lap
    do(match, 0, "challenge cairo even")
    told = do(match, 1, "take montreal")
    assert e.LapLost(0, "montreal") in told
    assert now(match).laps[0] is None


@rule("cash-and-run/takeover.bluff")
@pytest.mark.parametrize(
    ("space", "symbol", "draws", "pick"),
    [
        ("takeover-13", "roulette", (2,), "odd"),
        ("takeover-26", "dice", dice(2), "odd"),
        ("takeover-34", "cards", (card("2", "hearts"),), "black"),
    ],
)
def test_the_loser_of_a_takeover_may_bluff_with_the_symbol_of_the_space(
    space: str, symbol: str, draws: tuple[int, ...], pick: str
) -> None:
    """Rulebook, '7A, 7B of 7C': Let op! De verliezer mag Blufkaarten uitspelen."""
    match = landing(space, *draws, owns=OWNS, hands={0: (symbol,)})
    do(match, 0, f"challenge cairo {pick}")
    assert asked(match) == "0 offer-bluff"
    do(match, 0, f"bluff {symbol}")
    do(match, 1, "doubt")
    assert now(match).owner("cairo") == 0


@rule("cash-and-run/takeover.bluff", "cash-and-run/bluff.true")
def test_a_challenged_owner_who_is_doubted_with_a_true_card_picks_a_casino() -> None:
    match = landing("takeover-26", *dice(2), owns=OWNS, hands={1: ("dice",)})
    do(match, 0, "challenge cairo even")
    do(match, 1, "bluff dice")
    do(match, 0, "doubt")
    assert asked(match) == "1 choose-prize"


@rule("cash-and-run/bluff.replay")
def test_a_takeover_is_replayed_with_a_new_pick() -> None:
    match = landing("takeover-26", *dice(1), *dice(1), owns=OWNS, hands={0: ("blank",)})
    do(match, 0, "challenge cairo even")
    do(match, 0, "bluff blank")
    do(match, 1, "accept")
    assert offered(match) == ["pick even", "pick odd"]
    do(match, 0, "pick odd")
    assert now(match).owner("cairo") == 0
    assert now(match).pot == 100 * K  # paid once
