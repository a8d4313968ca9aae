"""Match, agenda, offers, chance, views, records. Pure: no clock, no I/O beyond its own word lists, no other room."""

from . import fair
from .agenda import Decision, Options, Position, Sealed, Step, put
from .chance import Random, Scripted, Stream, shuffle_draws
from .dealer import Dealer, Log
from .drawing import Motion, deal, fly, toss, walk
from .game import Game
from .languages import FIRST, LANGUAGES, SPOKEN
from .lesson import Lesson, Tip
from .match import Match
from .mind import EVEN, Belief, Mind, Temper
from .offers import NOTHING, Choices, Either, Form, Offers, Split
from .record import BadRecord, Record
from .rulebook import Rule, Rulebook, house_rules
from .timeline import Timeline
from .values import Action, Event, Money, Refused, Result, Seat, Term, to_json
from .view import View
from .words import Closing, Panel, Speech, Words, filled

__all__ = [
    "EVEN", "FIRST", "LANGUAGES", "NOTHING", "SPOKEN", "Action", "BadRecord", "Belief", "Choices", "Closing",
    "Dealer", "Decision", "Either", "Event", "Form", "Game", "Lesson", "Log", "Match", "Mind", "Money", "Motion",
    "Offers", "Options", "Panel", "Position", "Random", "Record", "Refused", "Result", "Rule", "Rulebook",
    "Scripted", "Sealed", "Seat", "Speech", "Split", "Step", "Stream", "Temper", "Term", "Timeline", "Tip", "View",
    "Words", "deal", "fair", "filled", "fly", "house_rules", "put", "shuffle_draws", "to_json", "toss", "walk",
]  # fmt: skip
