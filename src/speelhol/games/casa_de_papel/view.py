"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Money, Panel, Seat, Speech, Term
from .rules import LastTrump
from .table import KITS, PROFESSOR, RAQUEL, RED, ROUNDS, Casa, Claim, Deed, Round, Say


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
    """Of everybody, when it is over."""
    character: Term | None = None
    """From here on: what only this seat knows."""
    hand: tuple[Term, ...] = ()
    mine: tuple[Term, ...] = ()
    """The cards that I have laid, round by round."""
    deed: Deed | None = None
    """If I am Raquel: what I did in the dark, and which card I saw."""
    saw: Term | None = None
    met: Seat | None = None
    """If I am the Professor: whom I looked at, and who that is."""
    met_character: Term | None = None
    suspects: tuple[Seat | None, ...] = ()
    """My notes in the dark."""


def look(p: Casa, seat: int | None) -> Seen:
    over = not p.agenda
    kit = KITS[p.seats]
    public = (
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
    )
    if seat is None:
        return Seen(*public)
    character = p.characters[seat]
    deed = p.deed if character == RAQUEL else None
    met = p.met if character == PROFESSOR else None
    return Seen(
        *public,
        character,
        p.hands[seat],
        p.laid[seat],
        deed,
        p.laid[deed.looked][1] if deed is not None and deed.looked is not None else None,
        met,
        p.characters[met] if met is not None else None,
        p.suspects[seat],
    )


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the loot, the people, the rounds so far, and behind the screen my own cards."""
    say = speech.phrase
    mint = (
        say("view.loot", loot=speech.money(now.loot), goal=speech.money(now.goal)),
        say("view.round", round=str(now.round), rounds=str(ROUNDS), leader=speech.seat(now.leader)),
    )
    panels = [Panel(say("view.mint"), mint), Panel(say("view.people"), table=_people(now, speech))]
    if now.rounds:
        panels.append(Panel(say("view.rounds"), table=_rounds(now, speech)))
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
    head = ("view.round-no", "view.leader", "view.sent", "view.came-out", "view.change", "view.talk")
    rows = [tuple(say(key) for key in head)]
    for number, past in enumerate(now.rounds, 1):
        said = [
            say(f"view.said.{s.what}", who=speech.seat(who), about=speech.seat(s.about))
            for who, s in enumerate(past.said)
            if isinstance(s, Say)
        ]
        rows.append(
            (
                str(number),
                speech.seat(past.leader),
                speech.join(map(speech.seat, past.chosen)),
                speech.join(map(speech.term, past.cards)),
                ("+" if past.change > 0 else "") + speech.money(past.change),
                "; ".join(said) or "–",
            )
        )
    return tuple(rows)


def _mine(now: Seen, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    assert now.character is not None
    side = "view.i-am.robber" if now.character in RED else "view.i-am.hostage"
    lines = [say(side, character=speech.term(now.character))]
    if now.hand:
        lines.append(say("view.hand", cards=speech.join(map(speech.term, now.hand))))
    if now.laid:
        lines.append(say("view.i-laid", card=speech.term(now.mine[-1])))
    if now.deed is not None and now.deed.looked is not None:
        lines.append(say("view.i-saw", card=speech.term(now.saw), seat=speech.seat(now.deed.looked)))
    if now.deed is not None and now.deed.out is not None:
        lines.append(say("view.i-swapped", out=speech.seat(now.deed.out), into=speech.seat(now.deed.into)))
    if now.met is not None:
        lines.append(say("view.i-met", seat=speech.seat(now.met), character=speech.term(now.met_character)))
    return tuple(lines)
