"""The record that would have been made had an imagined position been the true one."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from ...kernel import Record, Scripted, shuffle_draws
from .imagine import CARDS
from .table import CASINOS, DECK, Cash


def retell(record: Record, p: Cash, seat: int) -> Record:
    """The record had `p` been the true position: other cards dealt, laid and put away out of this seat's sight."""
    casino_draws, deck_draws = len(CASINOS) - 1, CARDS - 1
    draws = list(record.draws)
    choosing = p.first < 0
    if choosing:
        owners = p.owners
        dealt = [c for s in range(p.seats) for c in p.casinos_of(s)]
        order = [*dealt, *(c for c, owner in zip(CASINOS, owners, strict=True) if owner is None)]
        draws[:casino_draws] = shuffle_draws(CASINOS, order)
    drawn = [t.card for t in p.trail if t.what == "got"][:CARDS]
    deck = [*drawn, *p.stack[: CARDS - len(drawn)]]
    draws[casino_draws : casino_draws + deck_draws] = shuffle_draws(DECK, deck)
    for end, broke in _bankruptcies(record):
        cards = [t.card for t in p.trail if t.what == "left" and t.seat == broke]
        shuffle = shuffle_draws(sorted(map(str, cards)), cards)
        draws[end - len(shuffle) : end] = shuffle
    put = [iter([t.card for t in p.trail if t.seat == s and t.what in ("put", "shown")]) for s in range(p.seats)]
    actions = []
    for who, text in record.actions:
        verb = text.split(" ", 1)[0]
        if verb in ("bluff", "discard"):
            text = f"{verb} {next(put[who], p.laid)}"
        elif verb == "start" and choosing and who != seat:
            text = f"start {p.casinos_of(who)[0]}"
        actions.append((who, text))
    return replace(record, seed=None, draws=tuple(draws), actions=tuple(actions), result=p.result)


def _bankruptcies(record: Record) -> list[tuple[int, int]]:
    """Each bankruptcy of a match: how many draws had been made after it, the shuffle of its cards last; and whose."""
    from . import GAME

    script = Scripted(record.draws)
    match = GAME.begin(record.seats, GAME.read_options(to_builtins(record.options)), record.rules, script)
    found: list[tuple[int, int]] = []
    for who, text in record.actions:
        match.play(who, GAME.read(text))
        out = match.position.out  # type: ignore[attr-defined]  # a match of this game has this game's position
        if len(out) > len(found):
            found.append((len(record.draws) - script.left, out[-1]))
    return found
