"""Start a game of one's own: a small, complete folder under another name, with its tests."""

from __future__ import annotations

import re
import shlex
import sys
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

import click

from ..games import games
from .errors import Sorry

CHECKOUT = Path(__file__).parents[3]
"""Where this program lies, if it is run from its sources."""
SCAFFOLD = resources.files(f"{__package__}.scaffold")
"""What it is written from."""
KERNEL = re.compile(r"from speelhol\.kernel (.+\n)(?:\n(?=from \.))?")
"""How the scaffold knows the kernel; inside the package the way is shorter."""
STEPS = """\
{title} can be played: {python} -m speelhol play {name}

  {game}
  {tests}
{first}
{python} -m tests.contract.golden     keeps playthroughs of it
{python} -m tests.contract.records    keeps matches of its rules
{python} -m pytest tests -k "{name} or {folder}"    is what every game is asked

docs/adding-a-game.md leads on from here: rules, bots, a drawn table."""
TEST_FIRST = "\n./test comes first: it installs what these need."
PACKAGE_STEPS = """\
{title} is a package of its own: {root}

{install} -e {root}    and it can be played: {python} -m speelhol play {name}

Its tests run in a checkout in which both are linked. docs/adding-a-game.md says how, and leads on from here: rules,
bots, a drawn table."""


@click.command("new-game")
@click.argument("name")
@click.option("--checkout", type=click.Path(path_type=Path, file_okay=False), help="The sources to write it into.")
@click.option(
    "--package",
    type=click.Path(path_type=Path, file_okay=False),
    help="A new folder, for a package of its own instead.",
)
def new_game(name: str, checkout: Path | None, package: Path | None) -> None:
    """Write a small, complete game called NAME into the sources, to change into another."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Sorry("A game's name is made of small letters and digits, with - between words: liars-dice.")
    if package is not None:
        if name in games():
            raise Sorry(f"There is a game {name} already; give yours another name.")
        _write_package(package, name)
    else:
        _write_into(checkout or CHECKOUT, name)


def _write_into(root: Path, name: str) -> None:
    """A game among the others, with its tests."""
    folder = name.replace("-", "_")
    game, tests = root / "src" / "speelhol" / "games" / folder, root / "tests" / "games" / folder
    if not game.parent.is_dir() or not tests.parent.is_dir():
        raise Sorry(f"{root} does not hold the sources of Speelhol; say with --checkout where they are.")
    if game.exists() or tests.exists():
        raise Sorry(f"There is a game {name} already, in {game if game.exists() else tests}.")
    _write(SCAFFOLD / "high_card", game, name, inside=True)
    _write(SCAFFOLD / "tests", tests, name)
    root = root.resolve()
    first = "" if root == Path.cwd() else f"\ncd {shlex.quote(str(root))}"
    first += "" if find_spec("pytest") else TEST_FIRST
    said = {"title": _title(name), "name": name, "folder": folder, "python": _python(root)}
    click.echo(STEPS.format(**said, game=game, tests=tests, first=first))


def _write_package(root: Path, name: str) -> None:
    """A game as a package of its own, outside the sources."""
    if root.exists():
        raise Sorry(f"There is something at {root} already; the package wants a new folder.")
    _write(SCAFFOLD / "package", root, name)
    _write(SCAFFOLD / "high_card", root / name.replace("-", "_"), name)
    _write(SCAFFOLD / "tests", root / "tests", name)
    python, place = _python(Path.cwd()), shlex.quote(str(root))
    install = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    click.echo(PACKAGE_STEPS.format(title=_title(name), name=name, root=place, python=python, install=install))


def _python(here: Path) -> str:
    """How to call the Python that runs this, in this folder: commands must run as they are printed."""
    python = Path(sys.executable)
    return shlex.quote(str(python.relative_to(here) if python.is_relative_to(here) else python))


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _write(source: Traversable, target: Path, name: str, inside: bool = False) -> None:
    """A folder of the scaffold under another name."""
    names = {
        "high-card": name,
        "high_card": name.replace("-", "_"),
        "HighCard": name.title().replace("-", ""),
        "High card": _title(name),
    }
    target.mkdir(parents=True)
    for file in source.iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            if inside:
                text = KERNEL.sub(r"from ...kernel \1", text)
            (target / file.name.removesuffix(".txt")).write_text(text, encoding="utf-8")
