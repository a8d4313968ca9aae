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
    "other name.  [env: SPEELHOL_PUBLIC_URL]",
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
    lan: bool,
    browser: bool,
) -> None:
    """Open the den: tables in the browser, for friends with a link and a nickname."""
    with loading():
        from ..web.server.run import serve as run  # the web is heavy; the other commands do without

    try:
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
        )
    except OSError as error:
        raise Sorry(str(error)) from None
