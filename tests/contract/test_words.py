"""Every tag has its words in every language, and every view and event can be said: for every game."""

from __future__ import annotations

import re
from copy import copy
from pathlib import Path
from typing import Any

import speelhol
from speelhol.den import Remark
from speelhol.den.tables.people import REACTIONS
from speelhol.kernel import LANGUAGES, Decision, Game, Sealed, Speech
from speelhol.kernel.words import Words
from speelhol.web.table.log import remark_line
from speelhol.web.table.reactions import reactions, words
from speelhol.web.table.scene import first, headline
from speelhol.web.text.templates import say

from .cases import every_game, every_variant, moments, random_match

MOST_LETTERS = 40
"""A balloon above a seat is no wider than a phone."""
TICKED = re.compile(r"`[^`]+`")


@every_game
def test_every_tag_has_its_words(game: Game) -> None:
    """Actions and events may split their words by `wording`; then the parts stand under the tag."""
    words = game.words
    missing = [f"step.{tag(step)}" for step in game.steps if f"step.{tag(step)}" not in words]
    for what, kinds in (("do", game.actions), ("event", game.events)):
        for kind in kinds:
            key = f"{what}.{tag(kind)}"
            if not any(have == key or have.startswith(f"{key}.") for have in words.own):
                missing.append(key)
    for step in game.steps:
        key = f"ask.{tag(step)}"
        if issubclass(step, (Decision, Sealed)) and not any(
            have == key or have.startswith(f"{key}.") for have in words.own
        ):
            missing.append(key)
    for key in ("title", "tagline"):
        if key not in words:
            missing.append(key)
    for option, values in game.option_values().items():
        missing += [
            key
            for key in (f"option.{option}", *(f"option.{option}.{str(v).lower()}" for v in values))
            if key not in words
        ]
    assert not missing


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


@every_game
def test_no_words_are_left_over(game: Game) -> None:
    """Words of actions, events and steps that no longer exist are dead weight."""
    tags = {
        "do": {tag(kind) for kind in game.actions},
        "event": {tag(kind) for kind in game.events},
        "before": {tag(kind) for kind in game.events},
        "after": {tag(kind) for kind in game.events},
        "step": {tag(kind) for kind in game.steps},
        "ask": {tag(kind) for kind in game.steps},
        "wait": {tag(kind) for kind in game.steps},
        "option": set(game.option_values()),
    }
    for key in game.words.own:
        what, _, rest = key.partition(".")
        if what in tags:
            assert rest.split(".")[0] in tags[what], key


@every_game
def test_holes_are_the_same_in_every_language_and_are_fields(game: Game) -> None:
    fields = {
        "do": {tag(kind): set(kind.__struct_fields__) for kind in game.actions},
        "event": {tag(kind): set(kind.__struct_fields__) for kind in game.events},
        "before": {tag(kind): set(kind.__struct_fields__) for kind in game.events},
        "after": {tag(kind): set(kind.__struct_fields__) for kind in game.events},
        "step": {tag(kind): set(kind.__struct_fields__) for kind in game.steps},
    }
    for key, texts in game.words.own.items():
        holes = {language: Words.holes(texts[language]) for language in LANGUAGES}
        assert holes["en"] == holes["nl"] == holes["fr"], key
        what, _, rest = key.partition(".")
        if what in fields:
            assert holes["en"] <= fields[what][rest.split(".")[0]], key
        for language in LANGUAGES:
            assert texts[language].strip() == texts[language] != "", key


@every_variant
def test_every_view_can_be_said(game: Game, seats: int, options: dict[str, Any]) -> None:
    names = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana"][:seats]
    for match in moments(game, seats, options, "words", 5):
        for language in LANGUAGES:
            speech = game.speak(language, names)
            for seat in (None, *range(seats)):
                view = match.view(seat)
                assert speech.ask(view)
                panels = game.describe(view.now, speech)
                assert panels
                for panel in panels:
                    assert panel.title
                    assert panel.lines or panel.table
                    assert len({len(row) for row in panel.table}) <= 1
                    assert not (panel.private and seat is None)
                for step in view.agenda:
                    assert speech.step(step)
                if seat is not None:
                    legal = match.legal(seat)
                    for action in list(legal) if legal.count <= 100 else ():
                        assert speech.do(action)


@every_variant
def test_every_event_can_be_said(game: Game, seats: int, options: dict[str, Any]) -> None:
    match = random_match(game, seats, options, "events")
    for language in LANGUAGES:
        speech = game.speak(language)
        said: list[str] = []
        for seat in range(seats):
            said += [speech.event(event) for event in match.view(seat).log]
        said += [speech.do(game.read(text)) for _, text in match.record().actions]
        assert not [sentence for sentence in said if "{" in sentence or not sentence]


@every_game
def test_speech_says_amounts_in_the_readers_notation(game: Game) -> None:
    assert Speech(game.words, "en").money(-12_500) == "−12,500"
    assert Speech(game.words, "nl").money(12_500) == "12.500"
    assert Speech(game.words, "fr").money(12_500) == "12\xa0500"


@every_game
def test_what_is_asked_is_said_first(game: Game) -> None:
    """A headline and one sentence below it are all that a phone has room for: the question is one of them."""
    late = [
        f"{key} in {language}: {text[language]}"
        for key, text in game.words.own.items()
        if key.startswith("ask.")
        for language in LANGUAGES
        if "?" in text[language] and not any("?" in sentence for sentence in on_a_phone(text[language]))
    ]
    assert not late


def on_a_phone(question: str) -> tuple[str, str]:
    head, rest = headline(question)
    return head, first(rest)[0]


@every_game
def test_reactions_are_faces_that_are_drawn_and_fit_a_phone(game: Game) -> None:
    """A game says its own things, or leaves it all to the house; what an old log holds beside them is read as the house
    says it."""
    offered = game.reactions or REACTIONS
    assert {*offered} <= {*REACTIONS}
    for language in LANGUAGES:
        said = dict(reactions(game, language))
        assert tuple(said) == offered
        assert len({*said.values()}) == len(said)
        assert max(map(len, said.values())) <= MOST_LETTERS
        own = [face for face in offered if said[face] != say(language, f"reaction.{face}")]
        assert not game.reactions or len(own) * 2 >= len(offered), (
            f"most of what is said in {game.name} could be said anywhere"
        )
        for face in REACTIONS:
            read = remark_line(Remark(0, "Ann", f":{face}:", 0), game, language)
            assert (read.text, read.reaction) == (words(game, face, language), f"r-{face}")


def test_a_game_may_leave_reactions_to_the_house() -> None:
    game = copy(speelhol.game("thieves"))
    game.__dict__["reactions"] = ()
    game.words = Words()
    assert reactions(game, "en") == [(face, say("en", f"reaction.{face}")) for face in REACTIONS]


@every_game
def test_the_page_lists_every_group_of_words(game: Game) -> None:
    page = (Path(__file__).parents[2] / "docs" / "words.md").read_text(encoding="utf-8")
    rows = "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `["))
    groups = {key.partition(".")[0] for key in Words(game.folder.text("words.toml")).own}
    unlisted = sorted(group for group in groups if not {f"`[{group}]`", f"`[{group}.…]`"} & set(TICKED.findall(rows)))
    assert not unlisted, f"docs/words.md has no row for {', '.join(unlisted)} in the words.toml of {game.name}."
