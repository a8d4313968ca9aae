"""What the drawn table says: who an agent is, what a place is, and what a choice leads to as far as a seat can know."""

from __future__ import annotations

from functools import singledispatch

from ....kernel import Action, Speech, View, Words
from ....kernel.cache import per_process
from .. import actions as a
from ..stakes import brings_home, next_to_act
from ..table import AGENTS, BAZAAR, BLOW, CARRIERS, DISTANCE, HEADQUARTERS, HOME, NUMBER, STREETS, Row
from ..view import Seen


def short(agent: str, speech: Speech) -> str:
    """What everybody calls an agent, beside its picture."""
    return speech.phrase(f"draw.short.{agent}")


def named(agent: str, speech: Speech) -> str:
    """The same with the colour, in a sentence."""
    return speech.phrase(f"draw.named.{agent}")


def heard_most(now: Seen, agent: int, me: int | None) -> tuple[int, int]:
    """The highest sum that was heard from somebody else on an agent, and from whom; nothing: 0 and -1."""
    return _most_heard(now.heard, me)[agent]


@per_process(1024)
def _most_heard(heard: tuple[Row, ...], me: int | None) -> tuple[tuple[int, int], ...]:
    """The same of every agent."""
    others = [-seat for seat in range(len(heard)) if seat != me]
    return tuple(
        max([(heard[-minus][agent], minus) for minus in others], default=(0, 1)) for agent in range(len(AGENTS))
    )


def known(now: Seen, agent: int, me: int | None, speech: Speech) -> str:
    """What this seat knows of the money on an agent."""
    amount, minus = heard_most(now, agent, me)
    mine = now.bribes[agent] if now.bribes and me is not None else None
    theirs = (speech.seat(-minus), amount) if amount else None
    return _known(speech.words, speech.language, mine, theirs, bool(now.bribes))


@per_process(2048)
def _known(words: Words, language: str, mine: int | None, theirs: tuple[str, int] | None, seated: bool) -> str:
    speech = Speech(words, language)
    said = []
    if mine is not None:
        said.append(speech.phrase("draw.yours", amount=speech.money(mine)))
    if theirs is not None:
        said.append(speech.phrase("draw.theirs", seat=theirs[0], amount=speech.money(theirs[1])))
    elif seated:
        said.append(speech.phrase("draw.nobodys"))
    return " ".join(said)


def about_agent(now: Seen, agent: str, seat: int | None, speech: Speech) -> str:
    number = NUMBER[agent]
    place = now.places[number]
    if place is None:
        return speech.phrase("draw.agent-struck")
    carried = None if now.agent_game else agent in now.carriers
    barred = tuple(deed for deed in now.barred if deed.agent == agent)
    said = _placed(speech.words, speech.language, agent, place, carried, barred, agent in now.stopped)
    return f"{said} {known(now, number, seat, speech)}".strip()


@per_process(2048)
def _placed(
    words: Words,
    language: str,
    agent: str,
    place: str,
    carried: bool | None,
    barred: tuple[a.Deed, ...],
    stopped: bool,
) -> str:
    """How an agent stands; `carried`: whether they had the case, None where that doesn't count."""
    speech = Speech(words, language)
    say = speech.phrase
    said = []
    if carried is not None:
        far = DISTANCE[place][HOME[agent]]
        home = speech.term(HOME[agent])
        said.append(say("draw.agent-home", place=home, n=str(far)) if far else say("draw.agent-at-home", place=home))
    if carried:
        said.append(say("draw.agent-carried"))
    if barred:
        said.append(say("draw.deeds-barred", deeds=speech.join(map(speech.do, barred))))
    if stopped:
        said.append(say("draw.agent-barred"))
    return " ".join(said)


def about_place(place: str, agent_game: bool, quarters: tuple[str | None, ...], speech: Speech) -> str:
    say = speech.phrase
    ends = speech.join(to if to.isdigit() else speech.term(to) for to in STREETS[place])
    said = [say("draw.streets", places=ends)]
    if place == BAZAAR:
        said.append(say("draw.bazaar"))
    if agent_game:
        if place in quarters:
            said.append(say("draw.quarter", seat=speech.seat(quarters.index(place))))
        elif place in HEADQUARTERS:
            said.append(say("draw.quarter-free"))
    elif place in HEADQUARTERS:
        residents = speech.join(speech.term(agent) for agent in AGENTS if HOME[agent] == place)
        said.append(say("draw.headquarters", agents=residents, number=str(CARRIERS)))
    return " ".join(said)


# ---- what a choice leads to


def then(view: View, action: Action, speech: Speech) -> str:
    """One or two sentences; "" if there is nothing to say."""
    return _then(action, view, speech)


@singledispatch
def _then(action: Action, view: View, speech: Speech) -> str:
    return ""


@_then.register
def _(action: a.Move, view: View, speech: Speech) -> str:
    now: Seen = view.now
    agent = NUMBER[action.agent]
    money = known(now, agent, view.seat, speech)
    if not action.case:
        return money
    home = brings_home(now, action)
    if now.agent_game:
        return speech.phrase("then.win") if home else money
    if action.to != HOME[action.agent]:
        return money
    return f"{speech.phrase('then.end' if home else 'then.one-carrier', agent=named(action.agent, speech))} {money}"


@_then.register
def _(action: a.Strike, view: View, speech: Speech) -> str:
    now: Seen = view.now
    return speech.phrase(
        "then.strike",
        victim=named(action.victim, speech),
        lost=speech.money(now.bribes[NUMBER[action.victim]]),
        agent=named(action.agent, speech),
        blow=speech.money(BLOW),
        stake=speech.money(now.bribes[NUMBER[action.agent]]),
    )


@_then.register
def _(action: a.Rest, view: View, speech: Speech) -> str:
    now: Seen = view.now
    seat = next_to_act(now)
    return speech.phrase("then.rest.stop") if seat is None else speech.phrase("then.rest", seat=speech.seat(seat))


@_then.register
def _(action: a.Allow, view: View, speech: Speech) -> str:
    return _rest_of_queue(view.now, speech)


@_then.register
def _(action: a.Object, view: View, speech: Speech) -> str:
    now: Seen = view.now
    assert now.deed is not None
    said = speech.phrase(
        "then.object" if now.stake else "then.object.bluff",
        player=speech.seat(now.player),
        stake=speech.money(now.stake),
        agent=named(now.deed.agent, speech),
    )
    return f"{said} {speech.phrase('then.costs-turn')}" if now.agent_game else said


@_then.register
def _(action: a.Fight, view: View, speech: Speech) -> str:
    now: Seen = view.now
    return speech.phrase(
        "then.fight" if now.stake else "then.fight.bluff",
        objector=speech.seat(objector_of(view)),
        stake=speech.money(now.stake),
    )


@_then.register
def _(action: a.Withdraw, view: View, speech: Speech) -> str:
    now: Seen = view.now
    return speech.phrase("then.withdraw.agent" if now.agent_game else "then.withdraw")


@_then.register
def _(action: a.Bid, view: View, speech: Speech) -> str:
    now: Seen = view.now
    assert now.deed is not None
    return speech.phrase("then.bid", amount=speech.money(action.amount), agent=named(now.deed.agent, speech))


@_then.register
def _(action: a.GiveUp, view: View, speech: Speech) -> str:
    now: Seen = view.now
    said = speech.phrase("then.give-up.agent" if now.agent_game else "then.give-up")
    return f"{said} {_rest_of_queue(now, speech)}"


@_then.register
def _(action: a.Meet, view: View, speech: Speech) -> str:
    now: Seen = view.now
    assert now.deed is not None
    return speech.phrase(
        "then.meet",
        objector=speech.seat(objector_of(view)),
        bid=speech.money(now.bid),
        agent=named(now.deed.agent, speech),
    )


@_then.register
def _(action: a.Yield, view: View, speech: Speech) -> str:
    return speech.phrase("then.yield.agent" if view.now.agent_game else "then.yield")


@_then.register
def _(action: a.Settle, view: View, speech: Speech) -> str:
    return speech.phrase("then.settle.first" if action.place == HEADQUARTERS[0] else "then.settle")


def _rest_of_queue(now: Seen, speech: Speech) -> str:
    if now.queue:
        return speech.phrase("then.queue", seats=speech.join(map(speech.seat, now.queue)))
    return speech.phrase("then.happens")


def objector_of(view: View) -> int | None:
    """Who stands against the announced action, once somebody does."""
    objector: int | None = getattr(view.agenda[-1], "objector", None) if view.agenda else None
    return objector
