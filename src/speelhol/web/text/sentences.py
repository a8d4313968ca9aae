"""The pages' sentences that are chosen by a key; the others stand where they are said."""

from __future__ import annotations

from collections.abc import Iterable

from ...den import Table, TurnedAway
from ...kernel import Refused
from .forms import Misfit
from .templates import Notice, Reader, say

STATES = {"gathering": "Gathering", "playing": "In play", "over": "Over", "turn": "Your move"}
PRESENCE = {"here": "here", "away": "away", "you": "you", "thinks": "thinks", "held": "a bot plays"}
BOTS = {
    "level.beginner": "Beginner",
    "level.beginner.more": "knows the rules, and slips now and then",
    "level.regular": "Regular",
    "level.regular.more": "plays sensibly, at a glance",
    "level.sharp": "Sharp",
    "level.sharp.more": "tries every choice in its head first",
    "level.schemer": "Schemer",
    "level.schemer.more": "plans ahead, and expects you to",
    "character.mixed": "A mixed company",
    "character.even": "Even-tempered",
    "character.cautious": "Cautious",
    "character.bold": "Bold",
    "character.liar": "Born liars",
    "seat.random": "bot",
    "seat.beginner": "beginner bot",
    "seat.regular": "regular bot",
    "seat.sharp": "sharp bot",
    "seat.schemer": "scheming bot",
    "is.even": "even-tempered",
    "is.cautious": "cautious",
    "is.bold": "bold",
    "is.liar": "a born liar",
}
HINTS = {
    "alone": "When alone against bots",
    "on": "For everybody at the table",
    "off": "For nobody",
}
CREDITS = (
    "Inter, by The Inter Project Authors, and Fraunces, by The Fraunces Project Authors: SIL Open Font License.",
    "Idiomorph, by Big Sky Software: Zero-Clause BSD.",
    "All drawings are our own.",
)
ANOTHER_DEVICE = (
    "Open this link on your other device and you sit in the same chair there.",
    "It opens your cards: keep it to yourself.",
)
LASTING = {
    "second": "%(n)s second", "seconds": "%(n)s seconds", "minute": "%(n)s minute", "minutes": "%(n)s minutes",
    "hour": "%(n)s hour", "hours": "%(n)s hours", "day": "%(n)s day", "days": "%(n)s days",
}  # fmt: skip
PACES = {
    "none": "No clock",
    "move": "%(time)s for each move",
    "days": "%(time)s for each move",
    "match": "%(time)s each for the whole match",
    "match.plus": "%(time)s each, and %(more)s more with each move",
    "none.title": "Relaxed",
    "move.title": "A clock for each move",
    "match.title": "A clock for the whole match",
    "days.title": "Over days",
}
ABSENT = {
    "wait": "The table waits",
    "wait.more": "Nothing happens until they answer, however long it takes.",
    "bot": "A bot takes the seat",
    "bot.more": "When their time is up; it sees only what they would see. They take the seat again with one tap.",
    "vote": "The others vote",
    "vote.more": "When their time is up, or after a minute without a clock, the others can let a bot play for them.",
}
NOTES = {
    "held": "%(name)s did not answer in time; a bot holds the seat.",
    "voted": "The table voted: a bot plays for %(name)s.",
    "back": "%(name)s is back.",
    "hosted": "%(name)s is the host now.",
    "shared": "Your chair is now held on another device, too.",
    "lapsed": "Your time was up; a bot answered for you, this once.",
}
SHELVES = {
    "cards": "Cards",
    "luck": "Dice, wheel and chips",
    "street": "Loot and the police",
    "notes": "Notes and machines",
    "press": "The heist",
    "town": "Agents and houses",
    "people": "People at the table",
    "signs": "Signs",
}
TURNED = {
    "gallery": "This table stands in the gallery: look as long as you like, nothing is played here.",
    "lesson": "The coach has something else in mind here; do what the tip says.",
    "no-lesson": "There is no lesson for this game.",
    "already-dealt": "The match has begun; the chairs can't change any more.",
    "again-open": "The rematch is open already.",
    "books-away": "The house can't reach its books for a moment; nothing was lost. Look again and go on.",
    "bot-needs-clock": "Without a clock nobody’s time is ever up: choose a clock, or let the others vote.",
    "busy": "The table is very busy; please try once more.",
    "chairs-free": "Every chair must be taken first.",
    "host-here": "The host is here, or was a moment ago; nobody can take over yet.",
    "host-only": "Only the host can do that.",
    "house-full": "The house is full right now; this page tries again by itself.",
    "hush": "It is quiet at the table now: no talking.",
    "many-streams": "Very many pages are open from where you are; close some, and this one goes on by itself.",
    "mixed-name": "That name mixes letters of several alphabets; write each word in one.",
    "name-taken": "Somebody at this table is called %(name)s already; choose another name.",
    "no-hints": "There are no hints at this table.",
    "no-question": "There is nothing for you to decide right now.",
    "no-thought": "Nothing came of thinking about it; please try once more.",
    "no-thoughts": "The bots of this house don’t think, so there is nothing to tell.",
    "no-such-bot": "There is no bot like that; choose a level and a character from the list.",
    "no-code": "No free table name was found; please try once more.",
    "no-name": "Please type a name.",
    "no-such-person": "There is nobody like that at this table.",
    "no-such-seat": "There is no such chair.",
    "no-such-table": "There is no table called %(code)s; check the spelling.",
    "odd-pace": "The house has no clock for such a pace; choose another one.",
    "not-dealt": "The match has not begun yet.",
    "not-over": "The match is not over yet.",
    "not-here": "Those who sit at the table talk there, and those who have it open to watch.",
    "nothing-said": "Please type something.",
    "seat-taken": "That chair is taken.",
    "stale": "The table has moved on; nothing was played. Look again.",
    "sent-away": "The host has sent you away from this table; you can watch, but not sit down here.",
    "silenced": "The host has silenced you at this table; nobody reads what you write.",
    "still-here": "They have the table open, or had it a moment ago: give them a little more time.",
    "still-thinks": "There is nothing to vote on: nobody’s time is up.",
    "table-full": "All chairs are taken; you can watch.",
    "too-fast": "That was very fast; wait a moment and try again.",
    "no-luck": "Luck is at most 64 letters, digits, dots and dashes.",
    "luck-given": "You have added your luck already.",
    "many-devices": "This seat is open on many devices already.",
    "wrong-key": "This key opens no seat; ask for a new link at the table.",
    "not-yours": "That is not your seat.",
    "chair-gone": "Your chair at %(code)s is no longer yours; sit down there again if one is free.",
}
MISFIT = {"nothing-chosen": "Choose something first.", "unreadable": "That could not be read; please choose again."}
TABLES: tuple[Iterable[str], ...] = (
    STATES.values(),
    PRESENCE.values(),
    BOTS.values(),
    HINTS.values(),
    CREDITS,
    ANOTHER_DEVICE,
    LASTING.values(),
    PACES.values(),
    ABSENT.values(),
    NOTES.values(),
    SHELVES.values(),
    TURNED.values(),
    MISFIT.values(),
)
"""Everything that the catalogues must hold besides what templates and `say` name themselves."""


def notice_of(error: Exception, reader: Reader, table: Table | None) -> Notice:
    """Why something was not done, in one sentence, with its rule if there is one."""
    if isinstance(error, Refused) and table is not None:
        return Notice(table.game.speak(reader.language, table.names).refused(error), error.rule)
    if isinstance(error, TurnedAway):
        return Notice(say(reader.language, TURNED[error.reason], **error.data))
    if isinstance(error, Misfit):
        return Notice(say(reader.language, MISFIT[str(error)]))
    return Notice(str(error))
