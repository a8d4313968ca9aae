"""The mint under one bulb: what the drawn table shows, and how it moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....kernel import Action, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from .. import table as t
from ..table import CARDS, KINDS, RED, ROUNDS, WORTH
from ..view import Seen, i_saw

BACK = "back-heist"
TRACK = range(0, 6001, 250)
"""The loot track, square by square."""


def picture(card: str | None) -> str:
    if card is None:
        return BACK
    return f"heist-{'money' if card[0] == 'm' else 'sab'}-{card[1:]}"


PICTURES = (BACK, *map(picture, CARDS))


def common(view: View, speech: Speech) -> Mapping[str, Any]:
    """What everybody sees alike."""
    now: Seen = view.now
    said = speech.words, speech.language
    return {
        "track": _track(*said, now.loot, now.goal),
        "dark": bool(view.agenda) and view.agenda[-1].discreet,
        "many": now.seats > 6,
        "box": speech.phrase("view.box", character=speech.term(now.aside)) if now.aside else "",
        "signs": [_sign(now, seat, speech) for seat in range(now.seats)],
        "began": bool(now.rounds),
        "past": [
            {**_past(*said, number, past.cards, past.change), "chosen": _chosen(past, speech)}
            for number, past in enumerate(now.rounds, 1)
        ],
        "about": _abouts(*said),
        "pictures": PICTURES,
    }


def scene(view: View, speech: Speech, shared: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    now: Seen = view.now
    offers = tuple(view.offers) if view.offers is not None else ()
    kinds = {type(action) for action in offers}
    opened = now.rounds[-1] if now.rounds and not now.laid else None
    return {
        **(common(view, speech) if shared is None else shared),
        "trays": _trays(now, opened),
        "change": _signed(opened.change, speech) if opened else "",
        "press": "" if opened is None else "ran" if _ran(opened.cards) else "jammed",
        "people": [_person(view, now, seat, offers, speech) for seat in range(now.seats)],
        "hushed": not now.claims and not now.characters and not (opened and opened.said),
        "wishes": [wish for wish in ("choose", "leave") if any(_wishes(one, wish) for one in offers)],
        "says": _abouts(speech.words, speech.language) if a.Claim in kinds else [],
        "vague": [{"card": kind, "money": kind == "m"} for kind in KINDS if any(_says(one, kind) for one in offers)],
        "remarks": ["robber", "hostage", "lied", "honest"] if a.Say in kinds else [],
        "quiet": "keep" if a.Keep in kinds else "stay" if a.Stay in kinds else "",
        "hand": [_held(speech.words, speech.language, card, a.Lay in kinds) for card in now.hand],
        "laid": _laid(now.mine[-1], speech) if now.laid and now.mine else None,
        "role": _role(speech.words, speech.language, now.character, now.goal),
        "lines": _private(now, speech),
    }


@per_process(256)
def _track(words: Words, language: str, loot: int, goal: int) -> dict[str, Any]:
    """The loot track: how far it is, and square by square what it looks like and what stands on it."""
    speech = Speech(words, language)
    title = speech.phrase("draw.loot", loot=speech.money(loot), goal=speech.money(goal))
    squares = []
    for n in TRACK:
        looks = ("full" if n <= loot else "") + (" now" if n == loot else "") + (" goal" if n == goal else "")
        told = n == goal or (n % 1000 == 0 and abs(n - goal) > 500)
        squares.append((looks, speech.money(n) if told else ""))
    return {"title": title, "squares": squares}


def _ran(cards: Sequence[str]) -> bool:
    """More money than sabotage went in."""
    return sum(card[0] == "m" for card in cards) * 2 > len(cards)


def _wishes(action: Action, wish: str) -> bool:
    return isinstance(action, a.Claim) and action.wish == wish


def _says(action: Action, claim: str) -> bool:
    return isinstance(action, a.Claim) and action.card == claim


def _laid(card: str, speech: Speech) -> dict[str, Any]:
    shown = _card(card, speech)
    return {**shown, "words": speech.phrase("view.i-laid", card=shown["label"])}


def _card(card: str, speech: Speech) -> dict[str, Any]:
    return {"card": card, "picture": picture(card), "label": speech.term(card), "money": card[0] == "m"}


@per_process(256)
def _held(words: Words, language: str, card: str, asked: bool) -> dict[str, Any]:
    return {**_card(card, Speech(words, language)), "pick": f"card={card}" if asked else ""}


def _signed(change: int, speech: Speech) -> str:
    return ("+" if change > 0 else "") + speech.money(change)


def _trays(now: Seen, opened: t.Round | None) -> list[dict[str, Any]]:
    """What stands at the press: opened cards of the round that was, or this round's, or empty places."""
    if opened is not None:
        return [{"picture": picture(card), "seat": None, "side": card[0]} for card in opened.cards]
    chosen = [{"picture": BACK, "seat": seat, "side": ""} for seat in now.chosen]
    return chosen or [{"picture": "", "seat": None, "side": ""}] * now.number


def _person(view: View, now: Seen, seat: int, offers: Sequence[Action], speech: Speech) -> dict[str, Any]:
    claim = now.claims[seat] if now.claims else None
    before = now.rounds[-1] if not now.laid and now.rounds else None
    said = before.said[seat] if before and before.said else None
    return {
        "seat": seat,
        "name": speech.seat(seat),
        "me": seat == view.seat,
        "leads": seat == now.leader and not view.over,
        "laid": now.laid,
        "sent": seat in now.chosen,
        "chosen": before is not None and not view.over and seat in before.chosen,
        "pick": _pick(seat, offers),
        "sure": _sure(view, seat, offers, speech),
        "claim": _claim(speech.words, speech.language, claim) if claim is not None else None,
        "claimed": _claim(speech.words, speech.language, before.claims[seat]) if before and not view.over else None,
        "said": speech.phrase(f"draw.said.{said.what}", about=speech.seat(said.about))
        if isinstance(said, a.Say)
        else "",
        "was": speech.term(now.characters[seat]) if now.characters else "",
        "side": ("robbers" if now.characters[seat] in RED else "hostages") if now.characters else "",
        "raquel": seat == now.raquel and not now.characters,
    }


@per_process(256)
def _claim(words: Words, language: str, claim: a.Claim) -> dict[str, Any]:
    speech = Speech(words, language)
    worth = WORTH[claim.card]
    return {
        "money": claim.card[0] == "m",
        "kind": speech.phrase(f"draw.claim.{claim.card[0] if worth else claim.card}"),
        "worth": _signed(worth, speech) if worth else "",
        "plain": not worth and claim.card in CARDS,
        "wish": speech.phrase(f"draw.wish.{claim.wish}") if claim.wish else speech.phrase("draw.wish.leader"),
    }


def _pick(seat: int, offers: Sequence[Action]) -> str:
    """What tapping a person stands for in the present question; empty if nothing."""
    for action in offers:
        match action:
            case a.Choose() if seat in action.seats and any(seat not in o.seats for o in offers):  # type: ignore[attr-defined]
                return f"seats={seat}"
            case a.Say() if action.about == seat:
                return f"about={seat}"
            case a.Swap() if action.out == seat:
                return f"out={seat}"
            case a.Swap() if action.into == seat and not _goes_in(seat, offers):
                return f"into={seat}"
            case a.Look() | a.Unmask() | a.Suspect() | a.Appoint() | a.Accuse() if action.seat == seat:
                return f"seat={seat}"
    return ""


def _sure(view: View, seat: int, offers: Sequence[Action], speech: Speech) -> str:
    """What is no choice about the card of a seat in the present question, in words; "" if nothing is."""
    if seat == view.seat and any(isinstance(action, a.Choose) for action in offers):
        return speech.phrase("draw.always")
    return speech.phrase("draw.goes-in") if _goes_in(seat, offers) else ""


def _goes_in(seat: int, offers: Sequence[Action]) -> bool:
    """It is only asked for which card this one goes in: whoever looked at it must put it in."""
    return bool(offers) and all(isinstance(action, a.Swap) and action.into == seat for action in offers)


def _sign(now: Seen, seat: int, speech: Speech) -> dict[str, Any]:
    """What a plaque says of somebody: leads now, has led, or in the end which side they were on."""
    if now.characters:
        side = "robbers" if now.characters[seat] in RED else "hostages"
        return {"words": speech.phrase(f"draw.{side[:-1]}"), "side": side, "led": 0}
    led = now.led.index(seat) + 1 if seat in now.led and seat != now.leader else 0
    words = speech.phrase("draw.led", round=str(led)) if led else speech.phrase("view.leads")
    return {"words": words if led or seat == now.leader else "", "side": "", "led": led}


@per_process(256)
def _role(words: Words, language: str, character: str | None, goal: int) -> dict[str, str] | None:
    if character is None:
        return None
    speech, red = Speech(words, language), character in RED
    return {
        "name": speech.term(character),
        "side": "robbers" if red else "hostages",
        "aim": speech.phrase("draw.aim.robber" if red else "draw.aim.hostage", goal=speech.money(goal)),
    }


def _private(now: Seen, speech: Speech) -> list[str]:
    """What I alone found out."""
    lines = []
    if now.saw is not None:
        lines.append(i_saw(now, speech))
    if now.met_character is not None:
        lines.append(speech.phrase("view.i-met", seat=speech.seat(now.met), character=speech.term(now.met_character)))
    return lines


@per_process(512)
def _past(words: Words, language: str, number: int, cards: tuple[str, ...], change: int) -> dict[str, Any]:
    speech = Speech(words, language)
    return {
        "number": speech.phrase("draw.round", round=str(number), rounds=str(ROUNDS)),
        "cards": [picture(card) for card in cards],
        "words": speech.join(map(speech.term, cards)),
        "change": _signed(change, speech),
        "up": change > 0,
    }


def _chosen(past: t.Round, speech: Speech) -> list[tuple[int, str]]:
    """Whose cards the leader chose, as everybody saw; which card is whose never shows."""
    return [(seat, speech.seat(seat)) for seat in past.chosen]


@per_process(8)
def _abouts(words: Words, language: str) -> list[dict[str, Any]]:
    """What every card does; it is the same at every table."""
    speech = Speech(words, language)
    return [{**_card(card, speech), "text": speech.phrase(f"about.{card}")} for card in CARDS]
