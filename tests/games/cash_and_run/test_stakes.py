"""What is said to be at stake among casinos, held to the rules."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.games.cash_and_run.actions import Accept, Concede, Doubt, Roll
from speelhol.games.cash_and_run.draw.preview import then
from speelhol.games.cash_and_run.events import PutUp
from speelhol.games.cash_and_run.rules import StartTurn
from speelhol.games.cash_and_run.rules_duel import JudgeBluff, OfferBluff
from speelhol.games.cash_and_run.table import LAP
from speelhol.kernel import LANGUAGES, Match, Stream
from tests.drawn import Drawn
from tests.rules import rule
from tests.stakes import asked, told

GAME = speelhol.game("cash-and-run")


class Sixes(Stream):
    """The first two dice show six."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        super().__init__("sixes")
        self.rolled = 0

    def below(self, n: int) -> int:
        self.rolled += 1
        return n - 1 if self.rolled <= 2 else super().below(n)


def owes_too_much(match: Match, seat: int) -> bool:
    """Whether the worst answer brings a casino of this seat to auction."""
    twin, asks = match.copy(), match.position.agenda[-1]
    if isinstance(asks, JudgeBluff):
        twin.position.laid = asks.symbol  # type: ignore[attr-defined]
    happened = twin.play(seat, Doubt() if isinstance(asks, JudgeBluff) else Concede())
    return any(isinstance(event, PutUp) and event.seat == seat for event, _ in happened)


@rule("cash-and-run/auction.debt", "cash-and-run/bluff.judge")
def test_whoever_may_owe_more_than_they_have_is_told_and_nobody_else_is() -> None:
    met = set()
    for seed in range(8):
        for match, seat, _ in asked(GAME, 3, {}, f"debt/{seed}"):
            asks = match.position.agenda[-1]
            if not isinstance(asks, (JudgeBluff, OfferBluff)):
                continue
            owes = any(not stake.ends for stake in told(match, seat))
            assert owes == owes_too_much(match, seat)
            met.add((type(asks), owes))
    assert len(met) == 4


@rule("cash-and-run/bluff.judge", "cash-and-run/bluff.replay")
def test_whoever_judges_a_bluff_reads_what_either_answer_may_bring_and_cost() -> None:
    met = 0
    for match, seat, _ in asked(GAME, 3, {}, "judge"):
        asks = match.position.agenda[-1]
        if not isinstance(asks, JudgeBluff) or not asks.game.stake:
            continue
        met += 1
        for language in LANGUAGES:
            speech, view = GAME.speak(language), match.view(seat)
            sums = {speech.money(asks.gain), speech.money(asks.risk)}
            tiles = Drawn(GAME, view, speech).scene["stage"]["tiles"]
            for action, tile in zip((Accept(), Doubt()), tiles, strict=True):
                for words in (then(view, action, speech), tile["note"]):
                    assert all(one in words for one in sums), words
    assert met


@rule("cash-and-run/lap.finish")
@pytest.mark.parametrize("seats", [3, 5])
def test_a_roll_that_may_win_is_told_to_everybody_who_is_asked(seats: int) -> None:
    met = set()
    for seed in range(10):
        for match, seat, _ in asked(GAME, seats, {}, f"lap/{seed}"):
            ends = [stake.words for stake in told(match, seat) if stake.ends]
            asks = match.position.agenda[-1]
            if isinstance(asks, StartTurn) and match.view(seat).now.laps[seat] is not None:
                twin = match.copy(Sixes())
                twin.play(seat, Roll())
                assert any(said.startswith("You have") for said in ends) == twin.over
                met.add(twin.over)
            laps = match.view(None).now.laps
            assert len(ends) == sum(lap is not None and lap.gone + 12 >= LAP for lap in laps)
    assert met == {False, True}
