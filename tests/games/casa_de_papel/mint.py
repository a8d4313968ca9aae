"""Matches of La Casa de Papel dealt by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import speelhol
from speelhol.games.casa_de_papel.table import HOSTAGES, KITS, PROFESSOR, RAQUEL, ROBBERS, Casa, CasaOptions
from speelhol.kernel import Event, Match, Refused, Scripted, shuffle_draws
from tests.moves import play as play

GAME = speelhol.game("casa-de-papel")

CASTS = {
    4: (PROFESSOR, RAQUEL, "tokyo", "alison"),
    5: (PROFESSOR, RAQUEL, "tokyo", "berlin", "alison"),
    6: (PROFESSOR, RAQUEL, "tokyo", "berlin", "denver", "alison"),
    7: (PROFESSOR, RAQUEL, "tokyo", "berlin", "denver", "alison", "arturo"),
    8: (PROFESSOR, RAQUEL, "tokyo", "berlin", "denver", "rio", "alison", "arturo"),
}


def deal(
    seats: int,
    hands: Sequence[str] = (),
    cast: Sequence[str] = (),
    leader: int = 0,
    skills: bool = True,
    aside: str | None = None,
    rules: int = GAME.rules,
) -> Match:
    """A match with these characters by seat, and hands that hold these cards ("m0 s250 …"), filled up with others."""
    cast = cast or CASTS[seats]
    if seats == 4:
        aside = aside or ("berlin" if "alison" in cast else "alison")
    kit = KITS[seats]
    red = [name for name in (*cast, aside) if name in ROBBERS]
    blue = [name for name in (*cast, aside) if name in HOSTAGES]
    draws = shuffle_draws(ROBBERS, [*red, *(n for n in ROBBERS if n not in red)])
    draws += shuffle_draws(HOSTAGES, [*blue, *(n for n in HOSTAGES if n not in blue)])
    if aside is not None:
        draws.append((red[-1], blue[-1]).index(aside))
    draws += shuffle_draws([n for n in (PROFESSOR, RAQUEL, *red, *blue) if n != aside], cast)
    left = list(kit.deck)
    wanted = [hand.split() for hand in hands] + [[] for _ in range(seats - len(hands))]
    for hand in wanted:
        for card in hand:
            left.remove(card)
    order: list[str] = []
    for hand in wanted:
        order += hand + [left.pop() for _ in range(5 - len(hand))]
    draws += [*shuffle_draws(kit.deck, order), leader]
    return GAME.begin(seats, CasaOptions(skills), rules, Scripted(draws))


def position(match: Match) -> Casa:
    p = match.position
    assert isinstance(p, Casa)
    return p


def lay(match: Match, *cards: str) -> list[tuple[Event, int | None]]:
    """Everybody lays a card: those given, then the first of the hand."""
    p = position(match)
    laid = [*cards, *(p.hands[seat][0] for seat in range(len(cards), p.seats))]
    return play(match, *(f"{seat} lay {card}" for seat, card in enumerate(laid)))


def talk(match: Match) -> list[tuple[Event, int | None]]:
    p = position(match)
    return play(match, *(f"{s} claim m0 {'-' if s == p.leader else 'choose'}" for s in range(p.seats)))


def choose(match: Match, *seats: int) -> list[tuple[Event, int | None]]:
    return play(match, f"{position(match).leader} choose {'+'.join(map(str, sorted(seats)))}")


def chosen_by_default(match: Match) -> tuple[int, ...]:
    p = position(match)
    others = [s for s in range(p.seats) if s != p.leader]
    return (p.leader, *others[: KITS[p.seats].chosen - 1])


def dark(match: Match, actor: int | None = None, action: str = "stay") -> list[tuple[Event, int | None]]:
    """Everybody answers in the dark; one of them acts."""
    told = []
    for seat in range(position(match).seats):
        if seat == actor:
            told += play(match, f"{seat} {action}")
        else:
            told += match.play(seat, next(iter(match.legal(seat))))
    return told


def hand_over(match: Match, heir: int | None = None) -> None:
    """Nobody says anything; the leader names a successor."""
    p = position(match)
    play(match, *(f"{seat} keep" for seat in range(p.seats)))
    if tag(match) == "name-successor":
        first = next(iter(match.legal(p.leader)))
        play(match, f"{p.leader} {first if heir is None else f'appoint {heir}'}")


def round_of(match: Match, *cards: str) -> None:
    """A whole round in which nothing special happens."""
    if len(position(match).led) < 5:
        lay(match, *cards)
    while (asked := tag(match)) in ("peek", "talk", "choose-cards", "reach", "exchange"):
        if asked == "talk":
            talk(match)
        elif asked == "choose-cards":
            choose(match, *chosen_by_default(match))
        else:
            dark(match)
    if tag(match) == "say-all":
        hand_over(match)


def refused(match: Match, move: str) -> tuple[str, str]:
    """The rule and the reason why a move is refused."""
    seat, _, text = move.partition(" ")
    with pytest.raises(Refused) as error:
        match.play(int(seat), GAME.read(text))
    return error.value.rule.removeprefix("casa-de-papel/"), error.value.reason


def tag(match: Match) -> str:
    """What is being asked; nothing when it is over."""
    return str(match.position.agenda[-1].__struct_config__.tag) if not match.over else ""
