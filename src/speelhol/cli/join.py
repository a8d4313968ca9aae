"""`speelhol join`: bots of the house, or of one's own, at a table in any house."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from urllib.parse import unquote, urlsplit

import click
from msgspec import Struct

from ..bots import Budget
from ..bots.by_name import BotFailed, ask, make
from ..bots.roster import CHARACTERS
from ..client import Chair, Declined, House
from ..client import View as SeatView
from ..kernel import Action
from . import params
from .errors import Sorry

BETWEEN = 2.0
"""Seconds between two looks whether the host has opened the rematch."""


class JoinedBot(Struct):
    """A bot on its way through an evening: what it is, where it sits, and what became of it. Where it answers with
    what is no offered action, that is said, and what the offers suggest is played: nobody has to wait."""

    bot: str
    character: str
    budget: Budget
    patience: float
    again: bool
    chair: Chair
    name: str
    said: tuple[str, ...] = ()
    """What it has done wrong, a sentence each."""
    trouble: str = ""

    def play(self) -> None:
        """Play to the end of the match, or of the last rematch; whatever goes wrong is said in one sentence."""
        try:
            while True:
                self._match()
                if not self.again or not self._rematch():
                    return
        except (Declined, OSError, ValueError) as error:
            self.trouble = str(error)
        except BaseException as error:  # a thread that ends otherwise tells nobody
            self.trouble = f"{type(error).__name__}: {error}"

    def _match(self) -> None:
        bot, rng = make(self.bot, CHARACTERS[self.character]), random.Random()  # noqa: S311 - a bot's whims

        def choose(view: SeatView) -> Action:
            try:
                return ask(bot, view, rng, self.budget).action
            except BotFailed as failed:
                self._stumble(str(failed))
                assert view.offers is not None
                return view.offers.sample(rng)

        last = self.chair.play_with(choose, self.patience, self._tell_line)
        assert last.result is not None
        won = "it has won" if self.chair.seat in last.result.winners else "others have won"
        click.echo(f"{self.name}: the match is over, and {'it is a draw' if last.result.draw else won}.")

    def _rematch(self) -> bool:
        """Sit down at the rematch; whether the host opened one before patience was over."""
        until = time.monotonic() + self.patience
        while time.monotonic() < until:
            with suppress(OSError):  # it is started anew, maybe
                if self.chair.table()["again"]:
                    with self.chair as before:
                        self.chair = before.again()
                    return True
            time.sleep(BETWEEN)
        return False

    def _tell_line(self, stands: bool) -> None:
        """Say that the line broke, or that it is back: whoever looks on knows why nothing happens."""
        broke = f"the line to the house broke; it is tried again for {self.patience:g} seconds"
        click.echo(f"{self.name}: {'the line to the house is back' if stands else broke}.", err=True)

    def _stumble(self, sentence: str) -> None:
        """Say what it did wrong, once; nobody at the table waits for it."""
        if sentence not in self.said:
            click.echo(f"{self.name}, {self.bot}: {sentence}", err=True)
            self.said += (sentence,)

    def stand_up(self) -> None:
        """Free the chair again, where the match has not begun."""
        with suppress(Declined, OSError), self.chair:
            self.chair.leave()


def address(url: str) -> tuple[str, str]:
    """The house and the table's name that an invitation leads to. Raises Sorry if it is none."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    before, marker, after = parts.path.partition("/t/")
    code = unquote(after.partition("/")[0])
    if not parts.hostname or not marker or not code:
        raise Sorry(f"{url!r} is not the address of a table, such as http://localhost:8000/t/velvet-lamp-42.")
    return f"{parts.scheme}://{parts.netloc}{before}", code


@click.command()
@click.argument("url", metavar="URL")
@click.option("--bot", "bot", default="sharp", show_default=True,
              help="Who plays: a level of the ladder, or your own as module.Class or file.py:Class.")  # fmt: skip
@click.option("--name", default="Robota", show_default=True, help="Its name at the table; several are numbered.")
@click.option("--count", type=click.IntRange(1, 16), default=1, show_default=True, help="How many of them sit down.")
@click.option("--seat", type=click.IntRange(1, 16), help="The chair, from 1 on; the next ones for the others. "
              "[default: the first that are free]")  # fmt: skip
@click.option("--character", type=click.Choice(list(CHARACTERS)), default="even", show_default=True,
              help="What a bot of the ladder is like.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0.01, 600), default=2.0, show_default=True,
              help="Most seconds a decision, for bots that look ahead.")  # fmt: skip
@click.option("--again", is_flag=True, help="Stay for rematches, too.")
@click.option("--patience", type=click.FloatRange(1, 86_400), default=600.0, show_default=True,
              help="Seconds to wait for a house that does not answer, and for a rematch.")  # fmt: skip
def join(
    url: str,
    bot: str,
    name: str,
    count: int,
    seat: int | None,
    character: str,
    seconds: float,
    again: bool,
    patience: float,
) -> None:
    """Seat bots at the table that URL invites to, and let them play to the end of the match.

    Everybody at the table sees that they are programs. When the line breaks or the house is started anew, they come
    back by themselves.
    """
    where, code = address(url)
    if not name.strip():
        raise Sorry("A bot at a table needs a name; give it one with --name.")
    guests: list[JoinedBot] = []
    params.look_here_for_bots(bot)
    try:
        make(bot, CHARACTERS[character])
        with House(where) as house:
            for number in range(count):
                called = name if count == 1 else f"{name} {number + 1}"
                chair = house.join(code, called, seat=None if seat is None else seat - 1 + number)
                guests.append(JoinedBot(bot, character, Budget(seconds), patience, again, chair, called))
                click.echo(f"{called} sits in chair {chair.seat + 1} at {code}.")
            play_together(guests)
    except (Declined, OSError, ValueError) as error:
        raise Sorry(str(error)) from None
    finally:
        for guest in guests:
            guest.stand_up()
    for guest in guests:
        if guest.trouble:
            click.echo(f"{guest.name}: {guest.trouble}", err=True)
    if any(guest.trouble or guest.said for guest in guests):
        raise SystemExit(1)


def play_together(guests: list[JoinedBot]) -> None:
    """Each on a thread of its own, so that nobody waits for another's thoughts; Ctrl-C ends them all."""
    threads = [threading.Thread(target=guest.play, daemon=True) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(0.5)
