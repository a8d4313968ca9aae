"""What others build on, as it is now: the JSON interface, the Python names, the flags, the numbers at /metrics.

    python -m bench.public --write

puts it into tests/web/openapi.json and tests/public.txt, where a test compares it: what others build on changes only on
purpose, by the rule in docs/api.md.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import click
from litestar.serialization import encode_json

import speelhol
from speelhol import client
from speelhol.cli import cli
from speelhol.kernel.record import FORMAT
from speelhol.metrics import Metrics
from speelhol.web.server.app import create_app

TESTS = Path(__file__).parent.parent / "tests"
DESCRIPTION = TESTS / "web/openapi.json"
NAMES = TESTS / "public.txt"
PYTHON: dict[Any, str] = {
    speelhol.game: "",
    speelhol.games: "",
    speelhol.replay: "",
    speelhol.Game: "name title seats options rulebook start read decode imagine replay",
    speelhol.Match: "game seats to_act legal play undo view over result copy record",
    speelhol.View: "game seat seats options rules now agenda asked prompt answer offers log over result",
    speelhol.Result: "winners ranks scores",
    speelhol.Record: "from_bytes to_bytes game rules seats options seed draws actions result",
    speelhol.Refused: "",
    speelhol.BadRecord: "",
    client.House: "games open join chair close",
    client.Chair: "table view views wait play play_with undo say add_luck deal fill leave send_away admit silence "
    "take_over vote come_back hint again record close",
    client.View: "game seat seats options rules now agenda asked prompt answer offers events log result time moment "
    "over my_turn",
    client.Declined: "",
}
"""What is promised of Python: functions, and of each class its members."""


def description(served: bytes) -> str:
    """The description of the JSON interface that a house serves, in one order and without the version of the house."""
    described = json.loads(served)
    described["info"].pop("version")
    return json.dumps(described, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def made() -> bytes:
    """The description as a house would serve it."""
    app = create_app("sqlite+aiosqlite:///", bot_workers=0)
    return encode_json(app.openapi_schema.to_schema())


def names() -> str:
    """Everything else that is held stable, a line each."""
    return "\n".join([*_python(), *_flags(), *_numbers(), f"record {FORMAT}", ""])


def _python() -> Iterator[str]:
    game = speelhol.game(speelhol.games()[0])
    alive = {speelhol.Game: game, speelhol.Match: game.start(seats=game.seats[0], seed="public")}
    for it, members in PYTHON.items():
        path = f"python {'speelhol.client' if getattr(client, it.__name__, None) is it else 'speelhol'}.{it.__name__}"
        yield path if inspect.isclass(it) else path + _signature(it)
        for name in members.split():
            member = getattr(alive.get(it, it), name)
            yield f"{path}.{name}{_signature(member) if _is_method(it, name) else ''}"


def _is_method(it: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(it, name, None), FunctionType | classmethod | staticmethod)


def _signature(it: Any) -> str:
    """What it is given, without the types: they say more than is promised, and each Python spells them another way."""
    found = inspect.signature(it)
    bare = [given.replace(annotation=inspect.Parameter.empty) for given in found.parameters.values()]
    return str(inspect.Signature(bare))


def _flags() -> Iterator[str]:
    for name, command in sorted(cli.commands.items()):
        for given in command.params:
            if isinstance(given, click.Option) and given.hidden:
                yield f"flag speelhol {name} {'/'.join(given.opts)} (deprecated)"
            elif isinstance(given, click.Option):
                yield f"flag speelhol {name} {'/'.join([*given.opts, *given.secondary_opts])}"
            else:
                yield f"flag speelhol {name} {given.human_readable_name}"


def _numbers() -> Iterator[str]:
    for metric in sorted(Metrics().registry.collect(), key=lambda metric: metric.name):
        yield f"metric {metric.name} {metric.type}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put it into the files of the tests")
    given = parser.parse_args()
    print(names())
    if given.write:
        DESCRIPTION.write_text(description(made()), encoding="utf-8")
        NAMES.write_text(names(), encoding="utf-8")


if __name__ == "__main__":
    main()
