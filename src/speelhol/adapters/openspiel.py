"""The games for OpenSpiel, registered as `speelhol_thieves` and so on. Needs the extra `openspiel`.

import pyspiel
from speelhol.adapters import openspiel

game = pyspiel.load_game("speelhol_thieves(players=4)")
state = game.new_initial_state()

Every draw of the dealer is a chance node. Seats that are asked at once answer one after another, lowest first; nobody
is told before the last has answered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from typing import Any, ClassVar

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: in the folder of Speelhol, pip install '.[openspiel]'.") from error

from ..games import game as find_game
from ..kernel import Action, Match, Record, View
from ..kernel.dealer import unroll
from ..kernel.values import to_json
from .actions import Catalogue
from .menu import Menu
from .observation import Lens
from .prizes import PRIZES, bounds, prizes
from .traits import ADAPTED, traits

WIDEST = 64
"""No draw has more outcomes."""
DRAWS = 128
"""No decision, and no beginning of a match, brings more draws."""


class Undecided(Exception):
    """The rules ask for a draw below `n` that chance has not made yet."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Draws:
    """A dealer's source: the draws that chance nodes have made."""

    def __init__(self, made: tuple[int, ...] = ()) -> None:
        self._made = made
        self._at = 0

    def below(self, n: int) -> int:
        if self._at == len(self._made):
            raise Undecided(n)
        self._at += 1
        return self._made[self._at - 1]

    def copy(self) -> Draws:
        twin = Draws(self._made)
        twin._at = self._at
        return twin


class Course:
    """How far a match has come: what was decided, and what chance still has to say to that.

    Decisions whose draws are not all made are tried again on a copy with each draw, because rules can't be stopped
    halfway.
    """

    def __init__(self, begin: Callable[[Draws], Match]) -> None:
        self._begin = begin
        self.match: Match | None = None
        """None until all draws of its beginning are made."""
        self.outcomes = 0
        """Of the draw that chance must make next; 0 if it is not chance's turn."""
        self.menus: dict[int, Menu] = {}
        """By player; OpenSpiel asks for the same menu many times."""
        self._answer: tuple[int, Action] | None = None
        self._draws: tuple[int, ...] = ()
        self._go_on()

    def decide(self, seat: int, action: Action) -> None:
        self._answer = seat, action
        self._go_on()

    def draw(self, outcome: int) -> None:
        self._draws += (outcome,)
        self._go_on()

    def imagine(self, match: Match) -> None:
        """Go on from an imagined match instead. From then on the course can't be written down."""
        self.match, self.menus = match, {}

    def _go_on(self) -> None:
        source = Draws(self._draws)
        try:
            if self.match is None:
                match = self._begin(source)
            else:
                assert self._answer is not None
                match = self.match.copy(source)
                match.play(*self._answer)
        except Undecided as draw:
            self.outcomes = draw.n
        else:
            self.match, self.outcomes, self.menus, self._answer, self._draws = match, 0, {}, None, ()

    def __str__(self) -> str:
        """All that happened: what was drawn and decided, and what waits for chance."""
        match = self.match
        lines = [] if match is None else [f"{seat}: {action}" for seat, action in unroll(match.moves)]
        drawn = [] if match is None else unroll(match.dealer.draws)
        lines.append(f"draws: {' '.join(map(str, (*drawn, *self._draws)))}")
        if self._answer is not None:
            lines.append(f"{self._answer[0]}: {self._answer[1]} …")
        return "\n".join(lines)

    def __copy__(self) -> Course:
        twin = Course.__new__(Course)
        twin.__dict__.update(self.__dict__)  # a match is not changed, only copied, so that two can share it
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__, "menus": {}}
        state["match"] = None if self.match is None else self.match.record().to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self.match is not None:
            record = Record.from_bytes(state["match"])
            self.match = find_game(record.game).replay(record)


class TableGame(pyspiel.Game):
    """A game of this house, with seats, options and prize as parameters. `register` makes a class of each."""

    name: ClassVar[str]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raises ValueError, in a sentence, if the parameters don't fit the game."""
        given = {**self.kind.parameter_specification, **(params or {})}
        self.source = find_game(self.name)
        self.seats: int = given["players"]
        self.prize: str = given["prize"]
        if self.prize not in PRIZES:
            raise ValueError(f"A prize is {' or '.join(PRIZES)}, not {self.prize!r}.")
        options = {option: given[option] for option in self.source.option_values()}
        self.first = Course(partial(_begin, self.name, self.seats, options))
        self.catalogue = Catalogue(self.name, self.seats)
        self.lens = Lens(self.name, self.seats)
        self.most: int = given["decisions"] or traits(self.name, self.seats).decisions
        least, greatest = bounds(self.seats, self.prize)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.catalogue.size,
            max_chance_outcomes=WIDEST,
            num_players=self.seats,
            min_utility=least,
            max_utility=greatest,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DRAWS * (self.most + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TableState(pyspiel.State):
    """A match, or the beginning of one that is still being dealt."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._course = copy(game.first)
        self._made = 0

    def view(self, player: int) -> View | None:
        """What the player may know; None before the match has begun."""
        match = self._course.match
        return None if match is None else match.view(player)

    def menu(self, player: int) -> Menu:
        """What the player can do, by number."""
        menus = self._course.menus
        if player not in menus:
            view, catalogue = self.view(player), self.get_game().catalogue
            menus[player] = catalogue.nothing if view is None else catalogue.menu(view)
        return menus[player]

    # ---- OpenSpiel's own

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        match = self._course.match
        if self._course.outcomes or match is None:
            return int(pyspiel.PlayerId.CHANCE)
        return match.to_act[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.menu(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self._course.outcomes
        return [(outcome, 1 / n) for outcome in range(n)]

    def _apply_action(self, action: int) -> None:
        if self._course.outcomes:
            self._course.draw(action)
            return
        player = self.current_player()
        self._made += 1
        self._course.decide(player, self.menu(player)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        found = self.menu(player).get(action)
        return self.get_game().catalogue.labels[action] if found is None else str(found)

    def is_terminal(self) -> bool:
        match = self._course.match
        if match is None or self._course.outcomes:
            return False
        return match.over or self._made >= self.get_game().most

    def returns(self) -> list[float]:
        """The prizes; nothing for anybody until the match is over, and in one that was stopped."""
        game, match = self.get_game(), self._course.match
        result = match.result if match is not None else None
        return [0.0] * game.seats if result is None else prizes(result, game.prize)

    def __str__(self) -> str:
        return str(self._course)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that the player can't tell from this one, imagined from the player's view alone.

        Where several are asked at once, those whose turn to answer is over answer something from their menu.
        """
        view = self.view(player)
        if view is None or self.current_player() < 0:
            raise ValueError("A state can be imagined only where somebody is asked.")
        rng = random.Random(sampler())  # noqa: S311
        match = self.get_game().source.imagine(view, rng)
        for seat in match.to_act:
            if seat < self.current_player():
                menu = self.get_game().catalogue.menu(match.view(seat))
                match.play(seat, rng.choice(list(menu.values())))
        twin: TableState = self.clone()
        twin._course.imagine(match)
        return twin


class Observer:
    """Tells a player's view: as a row of numbers, and as JSON."""

    def __init__(self, game: TableGame, kind: Any) -> None:
        self._game = game
        self._recall = kind.perfect_recall
        self.tensor: Any = np.zeros(game.lens.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        view = state.view(player)
        self.tensor[:] = 0 if view is None else np.frombuffer(self._game.lens.encode(view), np.float32)

    def string_from(self, state: TableState, player: int) -> str:
        """The view as JSON; what was told before is part of the information state, not of the observation."""
        view = state.view(player)
        if view is None:
            return ""
        plain = view.plain(0 if self._recall else len(view.log))
        return to_json(plain).decode()


def _begin(name: str, seats: int, options: dict[str, Any], draws: Draws) -> Match:
    source = find_game(name)
    return source.begin(seats, source.read_options(options), source.rules, draws)


def register(name: str) -> str:
    """Make a game known to OpenSpiel; its name there."""
    source = find_game(name)
    short = f"speelhol_{name.replace('-', '_')}"
    options = {option: values[0] for option, values in source.option_values().items()}
    kind = pyspiel.GameType(
        short_name=short,
        long_name=source.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=source.seats[0],
        max_num_players=source.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": source.seats[0], "prize": "win", "decisions": 0, **options},
    )
    # A class of its own, not a function: OpenSpiel lets go of it after the interpreter has ended, when a function
    # could no longer be freed.
    table = type(f"{TableGame.__name__}_{short}", (TableGame,), {"name": name, "kind": kind})
    pyspiel.register_game(kind, table)
    return short


NAMES = tuple(register(name) for name in ADAPTED)
"""What the games are called in OpenSpiel."""
