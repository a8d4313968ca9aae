"""The static facts of a game, and the ways into a match of it."""

from __future__ import annotations

import importlib
import pkgutil
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from .agenda import Options, Position, Step, put
from .chance import Chance, Loose, Random, Stream
from .dealer import Dealer
from .folder import Folder
from .lesson import Lesson
from .match import Match
from .mind import Belief, Mind, Reason, Strength, Temper
from .offers import Offers, read_offers
from .passes import NO_PASSING, Passing
from .pieces import Shelf
from .reading import ViewReader
from .record import Record, replay
from .rulebook import Rulebook
from .summary import SummaryPart, load_summary
from .values import Action, ActionReader, Event, brief
from .view import View
from .words import AtStake, Closing, Panel, Speech, Words


class Game:
    """One game. A game's package makes one of these and calls it `GAME`."""

    def __init__(
        self,
        name: str,
        package: str,
        *,
        seats: range,
        minutes: tuple[int, int],
        setup: Callable[[int, Any, int], Position],
        look: Callable[[Any, int | None], Any],
        imagine: Callable[[View, Random], Position],
        retell: Callable[[Record, Any, int], Record],
        describe: Callable[[Any, Speech], Sequence[Panel]],
        options: type[Options] = Options,
        fits: Callable[[int, Any], str | None] = lambda seats, options: None,
        rules: int = 1,
        versions: tuple[int, ...] | None = None,
        glance: Callable[[Any, int], Any] | None = None,
        closing: Callable[[View, Speech], Closing] = lambda view, speech: Closing(),
    ) -> None:
        """Declare a game.

        setup(seats, options, rules): the position before anything was drawn, its agenda set
        look(position, seat or None): the game's part of a view, built by putting in
        imagine(view, rng): a position that this view can't tell from the real one
        retell(record, position, seat): the record had this imagined position been the true one
        describe(now, speech): what a view shows, as panels of words
        fits(seats, options): a sentence if they don't go together, else None
        glance(position, seat): `look` without what is dear and no mind decides by at a glance; `look` itself if None
        closing(view, speech): what is to be said beside the result; of the open table's view when it is over
        """
        self.name = name
        self.seats = seats
        self.minutes = minutes
        self.rules = rules
        self.versions = versions or tuple(range(1, rules + 1))
        self.options = options
        self.look = look
        self.glance = glance or look
        self.describe = describe
        self.closing = closing
        self.retell = retell
        self.package = package
        self.folder = Folder(package)
        self._setup = setup
        self._imagine = imagine
        self._fits = fits

    def __repr__(self) -> str:
        return f"speelhol.game({self.name!r})"

    # ---- ways into a match

    def start(self, seats: int, seed: str | None = None, **options: Any) -> Match:
        """A new match. Same seed, same match, on every machine; without a seed, one that nobody can guess.

        Raises ValueError, in a sentence, if seats or options don't fit the game.
        """
        seed = secrets.token_hex(16) if seed is None else seed
        return self.begin(seats, self.read_options(options), self.rules, Stream(seed), seed)

    def begin(self, seats: int, options: Any, rules: int, chance: Chance, seed: str | None = None) -> Match:
        """A new match with a chance source of one's own; replays and tests."""
        if seats not in self.seats:
            raise ValueError(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {brief(seats)}.")
        complaint = self._fits(seats, options)
        if complaint:
            raise ValueError(complaint)
        return Match(self, self._setup(seats, options, rules), Dealer(chance, seats), seed)

    def imagine(self, view: View, rng: Random, position: Position | None = None) -> Match:
        """A match that this seat's view can't tell from the real one; its chance comes from `rng`.

        `position`: one that the game's mind has imagined already.
        """
        if view.seat is None:
            raise ValueError("Only a seat can imagine; the open table has no secrets of its own.")
        p = self._imagine(view, rng) if position is None else position
        dealer = Dealer(Loose(rng), p.seats)
        dealer.recall(view.seat, view.log)
        match = Match(self, p, dealer)
        if view.answer is not None:
            p.answers = put(p.answers, view.seat, view.answer)
            p.waiting = tuple(s for s in p.waiting if s != view.seat)
        match._origin = match.copy()
        return match

    def replay(self, record: Record, moves: int | None = None) -> Match:
        """The match that a record tells, or its beginning. Raises BadRecord where it departs from the rules."""
        return replay(self, record, moves)

    # ---- options

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """The game's options struct. Raises ValueError, in a sentence, if one is unknown or has no such value."""
        if not isinstance(given, Mapping):
            raise ValueError("Options are given by name.")
        known = self.options.__struct_fields__
        for name in given:
            if name not in known:
                raise ValueError(f"{self.title} has no option {brief(name)}; it has {', '.join(known) or 'none'}.")
        try:
            return msgspec.convert(dict(given), self.options)
        except msgspec.ValidationError as error:
            raise ValueError(f"These options don't fit {self.title}: {error}.") from None

    def option_values(self) -> dict[str, tuple[Any, ...]]:
        """Each option with the values it can take, the default first."""
        hints = get_type_hints(self.options)
        values: dict[str, tuple[Any, ...]] = {}
        for field in msgspec.structs.fields(self.options):
            kind = hints[field.name]
            choices = (False, True) if kind is bool else get_args(kind)
            if kind is not bool and get_origin(kind) is not Literal:
                raise TypeError(f"option {field.name} must be a bool or a Literal")
            values[field.name] = (field.default, *(c for c in choices if c != field.default))
        return values

    def variants(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every seat count with every combination of options that fits it."""
        values = self.option_values()
        for seats in self.seats:
            for combination in product(*values.values()):
                options = dict(zip(values, combination, strict=True))
                if self._fits(seats, self.read_options(options)) is None:
                    yield seats, options

    # ---- words and values

    def read(self, text: str) -> Action:
        """The action behind its text form; ValueError, in a sentence, if there is none."""
        return self._reader.read(text)

    def decode(self, data: bytes | str) -> Action:
        """The action behind its JSON form; ValueError, in a sentence, if there is none."""
        return self._reader.decode(data)

    def read_offers(self, plain: Any) -> Offers:
        """The offers behind their plain form, as a view's JSON holds it; ValueError if there are none."""
        return read_offers(plain, self.actions)

    def read_view(self, plain: dict[str, Any]) -> View:
        """The view behind its plain form, as its JSON holds it, typed as in the house; ValueError if there is none."""
        return self._views.read(plain)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule of the game, in three languages."""
        return Rulebook.load(self.name, self.folder.text("rulebook.toml"))

    @cached_property
    def summary(self) -> tuple[SummaryPart, ...]:
        """The game on one page; empty where nobody has written one."""
        return load_summary(self.folder.text("summary.toml")) if self.folder.has("summary.toml") else ()

    def pieces(self, language: str) -> Sequence[Shelf]:
        """What is in the box, by shelves; empty where the game does not tell it."""
        if not self.folder.has("draw/pieces.py"):
            return ()
        shelves: Sequence[Shelf] = self.folder.given("draw/pieces.py")(self.speak(language))
        return shelves

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Matches to learn the game by, the first one first: `lesson.toml`, `lesson-2.toml` and so on."""
        found: list[Lesson] = []
        while self.folder.has(file := f"lesson-{len(found) + 1}.toml" if found else "lesson.toml"):
            found.append(Lesson.load(self.folder.text(file)))
        return tuple(found)

    @cached_property
    def mind(self) -> Mind:
        """The game's own sense, for bots."""
        mind: Mind = self.folder.given("bot/mind.py") if self.folder.has("bot/mind.py") else Mind()
        return mind

    @cached_property
    def beliefs(self) -> Callable[[View, int], Sequence[Belief]] | None:
        """What the holder of a view believes of a seat; None where the game does not tell it. For lessons alone."""
        given: Callable[[View, int], Sequence[Belief]] | None
        given = self.folder.given("bot/beliefs.py") if self.folder.has("bot/beliefs.py") else None
        return given

    @cached_property
    def reasons(self) -> Callable[[View, Action, Sequence[Belief]], Sequence[Reason]]:
        """Why a seat had better do something, from its view and what it believes; nothing where the game tells none."""
        given: Callable[[View, Action, Sequence[Belief]], Sequence[Reason]]
        file = "bot/reasons.py"
        given = self.folder.given(file) if self.folder.has(file) else lambda view, action, beliefs: ()
        return given

    @cached_property
    def reactions(self) -> tuple[str, ...]:
        """What is said quickly at its tables, by the names of the faces: `[reaction.…]` of its words, in their order.
        Empty where it leaves that to the house."""
        said = (key.partition(".") for key in self.words.own)
        return tuple(name for group, _, name in said if group == "reaction")

    @cached_property
    def talk(self) -> Callable[[Sequence[Event], Temper], Reason | None] | None:
        """What a bot adds to the newest of some open events, which is its own; None where bots don't talk."""
        file = "bot/talk.py"
        given: Callable[[Sequence[Event], Temper], Reason | None] | None
        given = self.folder.given(file) if self.folder.has(file) else None
        return given

    @cached_property
    def stakes(self) -> Callable[[View, Speech], Sequence[AtStake]]:
        """What may come of the decision that a view's seat is asked for; nothing where the game does not tell it."""
        given: Callable[[View, Speech], Sequence[AtStake]]
        given = self.folder.given("stakes.py") if self.folder.has("stakes.py") else lambda view, speech: ()
        return given

    @cached_property
    def passes(self) -> Callable[[View], Passing]:
        """Of the open table's view: who is asked something on which they may pass by themselves, and by which rules."""
        given: Callable[[View], Passing]
        given = self.folder.given("passes.py") if self.folder.has("passes.py") else lambda view: NO_PASSING
        return given

    @cached_property
    def strength(self) -> Strength | None:
        """How well bots play it; None where nobody has measured it."""
        file = "strength.toml"
        return msgspec.toml.decode(self.folder.text(file), type=Strength) if self.folder.has(file) else None

    @cached_property
    def words(self) -> Words:
        """What is asked, what happened, why not."""
        return Words(self.folder.text("words.toml"))

    def speak(self, language: str = "en", names: Sequence[str] = ()) -> Speech:
        """The game's words in one language, with the players' names."""
        return Speech(self.words, language, names)

    @property
    def title(self) -> str:
        return self.speak("en").phrase("title")

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        return self._kinds(Action)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        return self._kinds(Event)

    @cached_property
    def steps(self) -> tuple[type[Step[Any]], ...]:
        return self._kinds(Step)

    @cached_property
    def _reader(self) -> ActionReader:
        return ActionReader(self.actions)

    @cached_property
    def _views(self) -> ViewReader:
        now = get_type_hints(self.look)["return"]
        return ViewReader(self.options, now, self.steps, self.events, self.actions)

    def _kinds(self, base: Any) -> tuple[type[Any], ...]:
        """The tagged kinds of value that the game's modules define, in the order of their tags."""
        package = importlib.import_module(self.package)
        found: dict[str, type[Any]] = {}
        for module in pkgutil.iter_modules(package.__path__):
            values: list[Any] = list(vars(importlib.import_module(f"{self.package}.{module.name}")).values())
            for value in values:
                if isinstance(value, type) and issubclass(value, base) and value.__module__.startswith(self.package):
                    kind: Any = value
                    tag = str(kind.__struct_config__.tag)
                    if tag.islower():  # a base class has no tag of its own
                        found[tag] = value
        return tuple(found[tag] for tag in sorted(found))
