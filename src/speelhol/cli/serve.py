"""`speelhol serve`: open the den in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from ..loading import loading
from .errors import Sorry
from .params import old_spelling


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder for the house's data.")
@click.option(
    "--database",
    envvar="SPEELHOL_DATABASE",
    help="A database instead of SQLite in the data folder: postgresql://USER@HOST/NAME.  [env: SPEELHOL_DATABASE]",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="How many processes serve the tables; more than one needs PostgreSQL.",
)
@click.option(
    "--bot-workers",
    type=click.IntRange(0, 64),
    help="In how many processes of their own the bots think, for each worker; with 0 they don't, and move at random. "
    "[default: by the machine's cores]",
)
@old_spelling("--desks", "--bot-workers", type=click.IntRange(0, 64))
@click.option(
    "--proxy",
    is_flag=False,
    flag_value="127.0.0.1,::1",
    metavar="[ADDRESSES]",
    help="Believe what a reverse proxy on this machine, or at these addresses, says about the visitor and TLS.",
)
@click.option(
    "--metrics-key",
    envvar="SPEELHOL_METRICS_KEY",
    default="",
    help="Let whoever shows this key (Authorization: Bearer KEY) read /metrics from elsewhere; without one it is for "
    "this machine alone.  [env: SPEELHOL_METRICS_KEY]",
)
@click.option(
    "--public-url",
    envvar="SPEELHOL_PUBLIC_URL",
    default="",
    metavar="URL",
    help="Where visitors find the house, such as https://games.example.org: its links lead there, and it answers to no "
    "other name but localhost and the addresses of its machine.  [env: SPEELHOL_PUBLIC_URL]",
)
@click.option(
    "--streams",
    type=click.IntRange(1),
    help="How many open pages each worker keeps up to date at once; half of them are kept for those who sit at the "
    "table.  [default: by the machine's memory and open files]",
)
@click.option(
    "--connections",
    type=click.IntRange(2),
    help="How many connections each worker holds at once.  [default: by the machine's open files]",
)
@click.option(
    "--keep-finished",
    type=click.FloatRange(0.01),
    metavar="DAYS",
    help="Delete a match, with its record, so many days after its end.  [default: keep it for ever]",
)
@click.option(
    "--keep-deserted",
    type=click.FloatRange(0.01),
    metavar="DAYS",
    help="Delete a table whose match is not over when nothing has happened there for so many days and no deadline is "
    "set.  [default: keep it for ever]",
)
@click.option(
    "--slow-move",
    type=click.FloatRange(0),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="Tell in the log of every move that took as long as this, from the click to the disk.",
)
@click.option(
    "--admin-key",
    envvar="SPEELHOL_ADMIN_KEY",
    default="",
    help="The key to the owner's side at /admin, 16 signs or more; without one a house at a terminal shows a new one, "
    "and any other has no owner's side.  [env: SPEELHOL_ADMIN_KEY]",
)
@click.option(
    "--admin-anywhere",
    is_flag=True,
    envvar="SPEELHOL_ADMIN_ANYWHERE",
    help="Let the owner come from elsewhere than this machine; behind --proxy everybody comes from elsewhere.  "
    "[env: SPEELHOL_ADMIN_ANYWHERE]",
)
@click.option(
    "--words",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar="SPEELHOL_WORDS",
    metavar="FILE",
    help="Refuse names and talk that hold one of these words, one a line.  [env: SPEELHOL_WORDS]",
)
@click.option(
    "--keep-addresses",
    type=click.FloatRange(0),
    default=14.0,
    show_default=True,
    metavar="DAYS",
    help="Remember for so many days, as marks, where those who play came from, so that they can be banned; 0: never.",
)
@click.option(
    "--limit",
    multiple=True,
    envvar="SPEELHOL_LIMITS",
    metavar="KIND=AT_ONCE:A_SECOND",
    help="How much one address may do, such as say=8:0.5; the owner's side shows all kinds.  [env: SPEELHOL_LIMITS]",
)
@click.option(
    "--most",
    multiple=True,
    envvar="SPEELHOL_MOST",
    metavar="KIND=NUMBER",
    help="How much there may be at a time of one address, table or chair, such as streams=500; the owner's side shows "
    "all kinds.  [env: SPEELHOL_MOST]",
)
@click.option("--lan", is_flag=True, help="Listen to the whole network in the room, and show a QR code for phones.")
@click.option("--browser/--no-browser", default=True, help="Open the browser, where there is one.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    workers: int,
    bot_workers: int | None,
    desks: int | None,
    proxy: str | None,
    metrics_key: str,
    public_url: str,
    streams: int | None,
    connections: int | None,
    keep_finished: float | None,
    keep_deserted: float | None,
    slow_move: float,
    admin_key: str,
    admin_anywhere: bool,
    words: Path | None,
    keep_addresses: float,
    limit: tuple[str, ...],
    most: tuple[str, ...],
    lan: bool,
    browser: bool,
) -> None:
    """Start the server: tables in the browser, for friends with a link and a nickname."""
    with loading():
        from ..den.admin import AdminSettings
        from ..den.retention import Keep
        from ..den.storage.unusable import new_folder
        from ..den.wordlist import read_words
        from ..web.server.run import data_folder
        from ..web.server.run import serve as run  # the web is heavy; the other commands do without

    try:
        with new_folder(None if database else data or data_folder()):
            run(
                host,
                port,
                data,
                database,
                lan,
                browser,
                proxy=proxy,
                workers=workers,
                bot_workers=desks if bot_workers is None else bot_workers,
                metrics_key=metrics_key,
                public_url=public_url,
                streams=streams,
                connections=connections,
                keep=Keep(keep_finished, keep_deserted),
                slow_move=slow_move,
                admin=AdminSettings(admin_key, admin_anywhere, read_words(words) if words else (), keep_addresses),
                limits=limit,
                most=most,
            )
    except OSError as error:
        raise Sorry(str(error)) from None
