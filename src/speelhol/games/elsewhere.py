"""Games that are packages of their own, found by what is installed: entry points of the group `speelhol.games`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import NamedTuple

from ..kernel import LANGUAGES, Game
from ..kernel.folder import Unfinished
from ..kernel.values import brief

GROUP = "speelhol.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a game can be called."""


class Elsewhere(NamedTuple):
    """What installed packages bring."""

    packages: dict[str, str]
    """By the name of the game: the package that is its folder."""
    refused: dict[str, str]
    """By who brings it: the sentence that says why it is left out."""


def installed(taken: Collection[str]) -> Elsewhere:
    """What installed packages bring, beside the names that are taken; none of their code is run for it."""
    found = Elsewhere({}, {})
    for dist in distributions():
        try:
            brought = list(_brought(dist))
        except Exception:  # whatever somebody's metadata has wrong
            place = dist.locate_file("")
            found.refused[repr(dist)] = f"A package in {place} has entry points for Speelhol that can't be read."
            continue
        for by, entry in brought:
            if found.packages.get(entry.name) == entry.module:  # installed twice
                continue
            if complaint := _complaint(entry.name, by, {*taken, *found.packages}):
                found.refused[f"{entry.name} of {by}"] = complaint
            else:
                found.packages[entry.name] = entry.module
    return found


def _brought(dist: Distribution) -> Iterator[tuple[str, EntryPoint]]:
    """The games of an installed package, each with the package's name; most bring none, and are not read further."""
    if GROUP in (dist.read_text("entry_points.txt") or ""):
        for entry in dist.entry_points.select(group=GROUP):
            yield dist.name, entry


def _complaint(name: str, by: str, taken: Collection[str]) -> str:
    """Why a game can't be called so, in a sentence."""
    if not NAME.fullmatch(name):
        return (
            f"The package {by} calls a game {brief(name)}; "
            "its name is made of small letters and digits, with - between words."
        )
    if name in taken:
        return f"The package {by} brings a game {name}, and there is one of that name already; it is left out."
    return ""


def check(game: Game, name: str) -> None:
    """Raises Unfinished where a game from elsewhere would trouble pages that show all games."""
    if game.name != name:
        raise Unfinished(f"{game.package} calls its game {brief(game.name)}, and its entry point {name}.")
    _ = game.rulebook
    for language in LANGUAGES:
        for phrase in ("title", "tagline"):
            game.speak(language).phrase(phrase)
