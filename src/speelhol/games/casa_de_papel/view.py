"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Closing, Money, Panel, Seat, Speech, Term, View
from .actions import Claim, Say
from .rules import LastTrump
from .table import KITS, PROFESSOR, RAQUEL, RAQUELS_ROUND, RED, ROUNDS, Casa, Deed, Round

NOTES = (RAQUEL, PROFESSOR, PROFESSOR)
"""Whom each question in the dark asks the others to guess."""


class Seen(Struct, frozen=True):
    seats: int
    round: int
    loot: Money
    goal: Money
    number: int
    """How many cards the leader chooses."""
    leader: Seat
    led: tuple[Seat, ...]
    laid: bool
    """This round's cards lie on the table."""
    claims: tuple[Claim, ...]
    chosen: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    raquel: Seat | None
    """Once she has shown herself."""
    characters: tuple[Term, ...]
    """Of everybody, when it is over; then also who stayed in the box, and what everybody noted in the dark."""
    aside: Term | None
    notes: tuple[tuple[Seat | None, ...], ...]
    deed: Deed | None
    """What Raquel did in the dark: for her, and for all when it is over."""
    met: Seat | None
    """Whom the Professor looked at: for him, and for all when it is over."""
    character: Term | None = None
    """From here on: what only this seat knows."""
    hand: tuple[Term, ...] = ()
    mine: tuple[Term, ...] = ()
    """The cards that I have laid, round by round."""
    saw: Term | None = None
    """If I am Raquel: the card that I looked at."""
    met_character: Term | None = None
    """If I am the Professor: who that is whom I looked at."""
    suspects: tuple[Seat | None, ...] = ()
    """My notes in the dark."""


def look(p: Casa, seat: int | None) -> Seen:
    over = not p.agenda
    kit = KITS[p.seats]
    character = None if seat is None else p.characters[seat]
    deed = p.deed if over or character == RAQUEL else None
    met = p.met if over or character == PROFESSOR else None
    table = (
        p.seats,
        p.round,
        p.loot,
        kit.goal,
        kit.chosen,
        p.leader,
        p.led,
        len(p.laid[0]) > len(p.rounds),
        p.claims,
        p.chosen,
        p.rounds,
        p.seat_of(RAQUEL) if over or type(p.agenda[-1]) is LastTrump else None,
        p.characters if over else (),
        p.aside if over else None,
        p.suspects if over else (),
        deed,
        met,
    )
    if seat is None:
        return Seen(*table)
    saw = deed.looked if deed is not None and character == RAQUEL else None
    return Seen(
        *table,
        character,
        p.hands[seat],
        p.laid[seat],
        None if saw is None else p.laid[saw][RAQUELS_ROUND - 1],
        None if met is None or character != PROFESSOR else p.characters[met],
        p.suspects[seat],
    )


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the loot, the people, the rounds so far, and behind the screen my own cards."""
    say = speech.phrase
    mint = [
        say("view.loot", loot=speech.money(now.loot), goal=speech.money(now.goal)),
        say("view.round", round=str(now.round), rounds=str(ROUNDS), leader=speech.seat(now.leader)),
    ]
    if now.aside is not None:
        mint.append(say("view.box", character=speech.term(now.aside)))
    panels = [Panel(say("view.mint"), tuple(mint)), Panel(say("view.people"), table=_people(now, speech))]
    if now.rounds:
        panels.append(Panel(say("view.rounds"), table=_rounds(now, speech)))
    if any(past.said for past in now.rounds):
        panels.append(Panel(say("view.talk"), _talk(now, speech)))
    if any(note is not None for row in now.notes for note in row):
        panels.append(Panel(say("view.notes"), _notes(now, speech)))
    if now.character is not None:
        panels.append(Panel(say("view.mine"), _mine(now, speech), private=True))
    return panels


def _people(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [(say("view.player"), say("view.part"), say("view.says"), say("view.card"))]
    for seat in range(now.seats):
        if now.characters:
            character = now.characters[seat]
            part = f"{speech.term(character)} ({say('term.robbers' if character in RED else 'term.hostages')})"
        elif seat == now.raquel:
            part = speech.term(RAQUEL)
        elif seat == now.leader:
            part = say("view.leads")
        else:
            part = say("view.has-led") if seat in now.led else "–"
        claim = now.claims[seat] if now.claims else None
        says = say(f"view.claim.{claim.wish or 'leader'}", card=speech.term(claim.card)) if claim else "–"
        card = "view.at-press" if seat in now.chosen else "view.face-down"
        rows.append((speech.seat(seat), part, says, say(card) if now.laid else "–"))
    return tuple(rows)


def _rounds(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    head = ("view.round-no", "view.leader", "view.sent", "view.came-out", "view.change")
    rows = [tuple(say(key) for key in head)]
    for number, past in enumerate(now.rounds, 1):
        rows.append(
            (
                str(number),
                speech.seat(past.leader),
                speech.join(map(speech.seat, past.chosen)),
                speech.join(map(speech.term, past.cards)),
                ("+" if past.change > 0 else "") + speech.money(past.change),
            )
        )
    return tuple(rows)


def _talk(now: Seen, speech: Speech) -> tuple[str, ...]:
    """What was said of whom after each round."""
    lines = []
    for number, past in enumerate(now.rounds, 1):
        said = [
            speech.phrase(f"view.said.{s.what}", who=speech.seat(who), about=speech.seat(s.about))
            for who, s in enumerate(past.said)
            if isinstance(s, Say)
        ]
        if past.said:
            lines.append(f"{number}. {'; '.join(said) or '–'}")
    return tuple(lines)


def _notes(now: Seen, speech: Speech) -> tuple[str, ...]:
    """Who suspected whom in the dark, told when it is over."""
    lines = []
    for seat, notes in enumerate(now.notes):
        said = [
            speech.phrase("view.suspected", about=speech.seat(note), role=speech.term(role))
            for note, role in zip(notes, NOTES, strict=True)
            if note is not None
        ]
        lines.append(f"{speech.seat(seat)}: {'; '.join(said) or '–'}")
    return tuple(lines)


def _mine(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    assert now.character is not None
    side = "view.i-am.robber" if now.character in RED else "view.i-am.hostage"
    lines = [say(side, character=speech.term(now.character))]
    if now.hand:
        lines.append(say("view.hand", cards=speech.join(map(speech.term, now.hand))))
    if now.laid:
        lines.append(say("view.i-laid", card=speech.term(now.mine[-1])))
    if now.saw is not None:
        lines.append(i_saw(now, speech))
    if now.character == RAQUEL and now.deed is not None and now.deed.out is not None:
        lines.append(say("view.i-swapped", out=speech.seat(now.deed.out), into=speech.seat(now.deed.into)))
    if now.met_character is not None:
        lines.append(say("view.i-met", seat=speech.seat(now.met), character=speech.term(now.met_character)))
    if not now.characters:
        for note, role in zip(now.suspects, NOTES, strict=False):
            if note is not None:
                lines.append(say("view.i-suspect", seat=speech.seat(note), role=speech.term(role)))
    return tuple(lines)


def i_saw(now: Seen, speech: Speech) -> str:
    """The card that I looked at in the dark; once the press has shown it, as something that was."""
    assert now.saw is not None
    assert now.deed is not None
    key = "view.i-saw" if len(now.rounds) < RAQUELS_ROUND else "view.i-saw.past"
    return speech.phrase(key, card=speech.term(now.saw), seat=speech.seat(now.deed.looked))


def closing(view: View, speech: Speech) -> Closing:
    """Who everybody was, and on which side."""
    now: Seen = view.now
    sides = ["draw.robber" if character in RED else "draw.hostage" for character in now.characters]
    named = [speech.term(character) for character in now.characters]
    return Closing(
        tuple(f"{name[:1].upper()}{name[1:]}, {speech.phrase(side)}" for name, side in zip(named, sides, strict=True))
    )
