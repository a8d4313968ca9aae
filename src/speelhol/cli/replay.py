"""A record again: step through it from anybody's eyes, or check that it is sound."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from ..kernel import Action, BadRecord, Match, Record, Result, Speech, Timeline, fair
from ..kernel.timeline import ALL, OPEN, Eyes, seat_of
from ..kernel.values import brief
from . import params
from .choose import read_number
from .errors import Sorry
from .play import check_names
from .screen import STEPPING, Screen, bullet
from .session import final_table

SIDE_BY_SIDE = 100
"""From this width on, two seats' secrets stand side by side."""


def load(file: Path) -> tuple[Record, Match]:
    """A record that was checked from end to end, and its last position. Raises Sorry, BadRecord."""
    from .. import replay as replay_record

    record = params.read_record(file)
    return record, replay_record(record)


class Projector:
    """Shows positions of a match to one audience: a seat, the open table or everybody at once."""

    def __init__(self, screen: Screen, timeline: Timeline, eyes: Eyes, names: Sequence[str] = ()) -> None:
        self.screen = screen
        self.timeline = timeline
        self.eyes = eyes
        self.match = timeline.frames[0]
        self.speech: Speech = self.match.game.speak(screen.language, names)
        self.stops = timeline.stops(eyes)

    def blocks(self, stop: int) -> list[RenderableType]:
        """What is shown at a stop: where we are, what happened since the one before, the table."""
        now = self.stops[stop]
        before = self.stops[stop - 1] if stop else None
        match = self.timeline.frames[now]
        return [self.title(now), *self.happened(before, now), *self.table(match), *self.footer(match, now)]

    def title(self, now: int) -> RenderableType:
        say = self.screen.say
        last = str(self.timeline.last)
        where = say("replay.step", now=str(now), all=last) if now else say("replay.start", all=last)
        if isinstance(self.eyes, int):
            whose = say("replay.eyes", name=self.speech.seat(self.eyes))
        else:
            whose = say("replay.all" if self.eyes == ALL else "replay.open")
        return self.screen.heading(f"{self.speech.phrase('title')} · {where} · {whose}", "green")

    def happened(self, before: int | None, now: int) -> list[RenderableType]:
        """The move that these eyes saw made, and what they were told since the stop before."""
        move = self.timeline.did(now, self.eyes)
        lines: list[RenderableType] = [] if move is None else [self.did(*move)]
        told = self.timeline.since(before, now, self.eyes)
        if self.eyes != ALL:
            events = [(event, to is not None) for event, to in told]
            return [*lines, *self.screen.news(self.screen.say("turn.news"), events, self.speech)]
        for event, to in told:
            mark = "" if to is None else self.screen.say("turn.only", name=self.speech.seat(to))
            lines.append(bullet(self.speech.event(event), mark))
        return lines

    def did(self, seat: int, action: Action) -> RenderableType:
        text = self.screen.say("replay.did", name=self.speech.seat(seat), action=self.speech.do(action))
        return Text(text, style="bold")

    def table(self, match: Match) -> list[RenderableType]:
        describe, speech = match.game.describe, self.speech
        if self.eyes != ALL:
            seat = seat_of(self.eyes)
            name = "" if seat is None else speech.seat(seat)
            panels = describe(match.view(seat).now, speech)
            return [self.screen.panel(p, name) for p in sorted(panels, key=lambda p: p.private)]
        blocks = [self.screen.panel(p) for p in describe(match.view(None).now, speech)]
        private = [
            self.screen.panel(p, speech.seat(seat))
            for seat in range(match.seats)
            for p in describe(match.view(seat).now, speech)
            if p.private
        ]
        if self.screen.console.width < SIDE_BY_SIDE:
            return [*blocks, *private]
        pairs = [private[n : n + 2] for n in range(0, len(private), 2)]
        return [*blocks, *(Columns(pair, expand=True, equal=True, width=half(self.screen)) for pair in pairs)]

    def footer(self, match: Match, now: int) -> list[RenderableType]:
        if match.result is not None:
            return [Group(self.screen.heading(self.screen.say("end.heading"), "green"), *standing_of(self, match))]
        if now == self.timeline.last:
            return [Text(self.screen.say("replay.unfinished"), style="bold")]
        view = match.view(seat_of(self.eyes))
        return [Text(self.speech.ask(view), style="italic")]

    # ---- ways through

    def print_all(self) -> None:
        for stop in range(len(self.stops)):
            self.screen.show(*self.blocks(stop), Text())

    def step(self) -> None:
        """Enter forward, b back, g N go to, q quit; or as these are called in the reader's language."""
        stop, last = 0, len(self.stops) - 1
        text = self.show(stop)
        while (said := self.screen.command(text, STEPPING)) not in ("q", "quit"):
            goes = self.screen.command(text[:1], STEPPING) == "g"
            number = read_number(text[1:].strip()) if goes else None
            if text == "":
                if stop == last:
                    return
                stop += 1
            elif said in ("b", "before", "back"):
                stop = max(0, stop - 1)
            elif number is not None and 0 <= number <= self.timeline.last:
                stop = next((n for n, frame in enumerate(self.stops) if frame >= number), last)
            else:
                self.screen.sorry(self.screen.say("replay.what", all=str(self.timeline.last)))
                text = self.ask()
                continue
            text = self.show(stop)

    def show(self, stop: int) -> str:
        """Show a stop, a screenful at a time, and read what to do next; a command ends the reading."""
        *pages, last = self.screen.pages(self.blocks(stop))
        for page in pages:
            self.screen.clear()
            self.screen.show(*page)
            text = self.screen.read(self.screen.say("turn.more")).lower()
            if text:
                return text
        self.screen.clear()
        self.screen.show(*last)
        return self.ask()

    def ask(self) -> str:
        return self.screen.read(self.screen.say("replay.keys")).lower()


def half(screen: Screen) -> int:
    return screen.console.width // 2 - 1


def standing_of(projector: Projector, match: Match) -> list[RenderableType]:
    assert match.result is not None
    return final_table(projector.screen, projector.speech, match.result)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, help="As this seat saw it; seats count from 1.")
@click.option("--open", "opened", is_flag=True, help="As the open table saw it. [default]")
@click.option("--all", "everything", is_flag=True, help="With all secrets of all seats.")
@click.option(
    "--name", "names", multiple=True, help="A player's name, in the order of the seats; may come several times."
)
@params.language
def replay(file: Path, seat: int | None, opened: bool, everything: bool, names: tuple[str, ...], lang: str) -> None:
    """Step through the match record in FILE.

    Enter goes forward, b back, g 17 to move 17, q quits. Everything is printed at once where the output is no terminal.
    """
    if (seat is not None) + opened + everything > 1:
        raise Sorry("Choose one of --seat, --open and --all.")
    try:
        record, match = load(file)
    except BadRecord as error:
        raise Sorry(str(error)) from None
    if seat is not None and not 1 <= seat <= match.seats:
        raise Sorry(f"This match has seats 1 to {match.seats}, not {seat}.")
    eyes: Eyes = ALL if everything else OPEN if seat is None else seat - 1
    screen = Screen(lang)
    projector = Projector(screen, Timeline(match.game, record), eyes, check_names(names))
    if not screen.console.is_terminal:
        projector.print_all()
        return
    try:
        projector.step()
    except (EOFError, KeyboardInterrupt):
        screen.show(Text())


def examined(data: bytes, noted: fair.Noted) -> tuple[Record, Match, fair.Proof | None]:
    """A record that was checked from end to end, its last position, and its proof, if it has one.

    Raises BadRecord if anything of it is false, or is not as it was noted.
    """
    from .. import replay as replay_record

    record = Record.from_bytes(data)
    match = replay_record(record)
    proof = fair.read_proof(data)
    if proof is not None:
        fair.check_proof(match.game, record, proof)
    noted.check(proof)
    return record, match, proof


def report(record: Record, match: Match, proof: fair.Proof | None, noted: fair.Noted) -> dict[str, Any]:
    """`fair` only where the seal and every seat's luck were compared: who knows the secret can make all the rest."""
    result = match.result
    unseen = () if proof is None else noted.unseen(proof)
    return {
        "sound": True,
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "moves": len(record.actions),
        "draws": len(record.draws),
        "seeded": record.seed is not None,
        "fair": proof is not None and noted.vouches(proof),
        "house_alone": proof is not None and proof.alone,
        "seats_without_luck": [] if proof is None else [seat + 1 for seat in proof.bare],
        "lucks": [] if proof is None else list(proof.lucks),
        "table": None if proof is None else proof.table,
        "seal_compared": bool(noted.seal),
        "luck_compared": proof is not None and not unseen,
        "seats_not_compared": [seat + 1 for seat in unseen],
        "table_compared": bool(noted.table),
        "result": None
        if result is None
        else {"winners": result.winners, "ranks": result.ranks, "scores": result.scores},
    }


def sentence(screen: Screen, record: Record, match: Match) -> str:
    """What was checked, in one sentence."""
    speech = match.game.speak(screen.language)
    result = screen.say("verify.open") if match.result is None else won(screen, speech, match.result)
    return screen.say(
        "verify.sound" if record.seed is not None else "verify.unseeded",
        title=speech.phrase("title"),
        seats=str(record.seats),
        moves=str(len(record.actions)),
        result=result,
    )


def promise(screen: Screen, proof: fair.Proof, noted: fair.Noted) -> list[str]:
    """What the proof shows and what it can't, a sentence each."""
    say = screen.say
    lines = [say("verify.alone" if proof.alone else "verify.some" if proof.bare else "verify.fair")]
    if proof.bare and not proof.alone:
        lines.append(say("verify.bare", seats=numbers(proof.bare)))
    lines.append(say("verify.seal" if noted.seal else "verify.unsealed"))
    if noted.somewhere:
        lines.append(say("verify.somewhere"))
    unseen = noted.unseen(proof)
    told = " ".join(f"{seat}={luck or fair.NO_LUCK}" for seat, luck in enumerate(proof.lucks, 1))
    lines.append(say("verify.unlucky" if unseen else "verify.luck", seats=numbers(unseen), lucks=told))
    lines.append(say("verify.table" if noted.table else "verify.untold", table=brief(proof.table)))
    return lines


def numbers(seats: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def won(screen: Screen, speech: Speech, result: Result) -> str:
    if not result.winners:
        return screen.say("verify.nobody")
    if result.draw:
        return screen.say("verify.draw")
    return screen.say("verify.won", who=speech.join(speech.seat(s) for s in result.winners))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seal", default="", help="The seal that the table showed before the match: was it dealt under this?")
@click.option(
    "--luck",
    "lucks",
    multiple=True,
    metavar="SEAT=LUCK",
    help="Luck that a seat added, 2=- where seat 2 added none; give it for every seat.",
)
@click.option("--table", default="", help="The name of the table: is the record of that one?")
@params.language
@params.as_json
def verify(file: Path, seal: str, lucks: tuple[str, ...], table: str, lang: str, as_json: bool) -> None:
    """Recompute every draw and every move of the record in FILE, and the house's promise where it gave one."""
    try:
        noted = fair.Noted.read(seal, lucks, table)
        record, match, proof = examined(params.read_bytes(file), noted)
    except (BadRecord, Sorry) as error:
        reason = error.message if isinstance(error, Sorry) else str(error)
        if as_json:
            click.echo(json.dumps({"sound": False, "reason": reason}, ensure_ascii=False, indent=2))
        raise Sorry(reason, exit_code=1) from None
    if as_json:
        click.echo(json.dumps(report(record, match, proof, noted), ensure_ascii=False, indent=2))
    else:
        screen = Screen(lang)
        click.echo(sentence(screen, record, match))
        for line in promise(screen, proof, noted) if proof is not None else [screen.say("verify.unproven")]:
            click.echo(line)
