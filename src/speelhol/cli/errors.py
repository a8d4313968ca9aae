"""Everything that goes wrong ends in one sentence, never in a stack trace."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import IO, Any, NoReturn

import click

from ..loading import STOPPED


class Sorry(click.ClickException):
    """What the program can't do, in one sentence. The exit code is 2 unless another is given."""

    def __init__(self, sentence: str, exit_code: int = 2) -> None:
        super().__init__(sentence)
        self.code = exit_code

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)


class Cli(click.Group):
    """A group of commands that says what is wrong in one sentence on stderr."""

    def main(  # type: ignore[override]  # always leaves the process, whatever standalone_mode says
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and leave the process with its exit code."""
        extra["standalone_mode"] = False
        try:
            code = super().main(args, prog_name, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(2)
        except Sorry as error:
            error.show()
            sys.exit(error.code)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "speelhol"
            sentence = error.format_message().rstrip(".")
            click.echo(f"{sentence}; {path} --help shows what there is.", err=True)
            sys.exit(2)
        except click.ClickException as error:
            click.echo(error.format_message(), err=True)
            sys.exit(2)
        except click.Abort:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
            click.echo("Stopped.", err=True)
            sys.exit(STOPPED)
        sys.exit(code if isinstance(code, int) else 0)


def guarded(cli: Cli) -> None:
    """Run the command line; a fault of our own becomes a sentence too. SPEELHOL_DEBUG=1 shows the trace."""
    try:
        cli.main(prog_name="speelhol")
    except Exception as error:
        if os.environ.get("SPEELHOL_DEBUG"):
            raise
        kind = type(error).__name__
        click.echo(f"Speelhol made a mistake ({kind}: {error}); SPEELHOL_DEBUG=1 shows where.", err=True)
        sys.exit(70)
