"""Match, agenda, offers, chance, views, records. Pure: no clock, no I/O beyond its own word lists, no other package."""

from . import fair
from .agenda import Decision, Options, Position, Sealed, Step, put
from .chance import Random, Scripted, Stream, shuffle_draws
from .dealer import Dealer, Log
from .drawing import Motion, Staged, deal, fly, toss, walk
from .game import Game
from .languages import FIRST, LANGUAGES, SPOKEN
from .lesson import LEARNER, Conviction, Lesson, Tip, convictions
from .match import Match
from .mind import EVEN, Belief, Mind, Reason, Temper
from .offers import NOTHING, Choices, Either, Form, Offers, Split
from .passes import Pass, Passing
from .pieces import Piece, Shelf
from .record import BadRecord, Record
from .rulebook import Rule, Rulebook, house_rules
from .timeline import Timeline
from .values import Action, Event, Money, Refused, Result, Seat, Term, to_json
from .view import View
from .words import AtStake, Closing, Panel, Speech, Words, filled

__all__ = [
    "EVEN",
    "FIRST",
    "LANGUAGES",
    "LEARNER",
    "NOTHING",
    "SPOKEN",
    "Action",
    "AtStake",
    "BadRecord",
    "Belief",
    "Choices",
    "Closing",
    "Conviction",
    "Dealer",
    "Decision",
    "Either",
    "Event",
    "Form",
    "Game",
    "Lesson",
    "Log",
    "Match",
    "Mind",
    "Money",
    "Motion",
    "Offers",
    "Options",
    "Panel",
    "Pass",
    "Passing",
    "Piece",
    "Position",
    "Random",
    "Reason",
    "Record",
    "Refused",
    "Result",
    "Rule",
    "Rulebook",
    "Scripted",
    "Sealed",
    "Seat",
    "Shelf",
    "Speech",
    "Split",
    "Staged",
    "Step",
    "Stream",
    "Temper",
    "Term",
    "Timeline",
    "Tip",
    "View",
    "Words",
    "convictions",
    "deal",
    "fair",
    "filled",
    "fly",
    "house_rules",
    "put",
    "shuffle_draws",
    "to_json",
    "toss",
    "walk",
]  # fmt: skip
