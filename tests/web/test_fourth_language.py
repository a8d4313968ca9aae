"""A fourth language is data only: a house whose files of words hold `xx` too speaks it, with no line of Python changed.

The words of `xx` are made of the English ones, with every letter accented, so that plain English shows where something
was never asked for in the reader's language.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import speelhol
from speelhol.kernel.languages import HOLE

HOME = Path(inspect.getfile(speelhol)).parent
ACCENTS = str.maketrans("aeiouncsyAEIOUNCSY", "àéîôûñçšýÀÉÎÔÛÑÇŠÝ")
ENGLISH = re.compile(r'(?P<before>(?:^|[{,\n] *))en = (?P<said>"(?:[^"\\\n]|\\.)*")')
BY_ENGLISH = re.compile(r'^\[page\.(?P<said>"(?:[^"\\]|\\.)*")\]$', re.MULTILINE)
DECLARED = """
[xx]
name = "Àççéñtš"
plural = "n == 1 ? 0 : n == 2 ? 1 : 2"
thousands = "_"
decimal = "'"
percent = " pct"
list = " & "
"""


def accented(text: str) -> str:
    """A text of `xx`, which has three forms where English has two; what is filled in keeps its name."""

    def hole(found: re.Match[str]) -> str:
        if not found[2]:
            return found[0]
        one, many = found[2].split("|")
        return f"{{{found[1]}:" + "|".join(form.translate(ACCENTS) for form in (one, many, many)) + "}"

    at, said = 0, ""
    for found in HOLE.finditer(text):
        said += text[at : found.start()].translate(ACCENTS) + hole(found)
        at = found.end()
    return said + text[at:].translate(ACCENTS)


def quoted(said: str) -> str:
    return json.dumps(accented(str(tomllib.loads(f"text = {said}")["text"])), ensure_ascii=False)


def with_fourth(source: str) -> str:
    """A file of words with a line of `xx` at each line of English."""
    source = BY_ENGLISH.sub(lambda found: f"{found[0]}\nxx = {quoted(found['said'])}", source)

    def beside(found: re.Match[str]) -> str:
        between = ", " if "{" in found["before"] or "," in found["before"] else "\n"
        return f"{found[0]}{between}xx = {quoted(found['said'])}"

    return ENGLISH.sub(beside, source)


ASKED = """
import json, random
import speelhol
from speelhol.cli.params import default_language
from speelhol.cli.screen import own_words
from speelhol.kernel import LANGUAGES, Speech, house_rules
from speelhol.web.session.visitor import _wanted
from speelhol.web.table.compiled import game_script, house_script, replay_script, words_script
from speelhol.web.text import bots, clocks, templates
from speelhol.web.pages import front, rulebook

said = {"languages": LANGUAGES, "wanted": _wanted("de, xx;q=0.9, en;q=0.8"), "system": default_language()}
reader = templates.Reader("xx", "p1")
said["watching"] = [templates.say("xx", "{n} watching", n=n) for n in (1, 2, 3)]
said["lasting"] = [clocks.lasting(seconds, "xx") for seconds in (1, 2, 5)]
said["pages"] = {"credits": front.credits_page(reader)}
said["terminal"] = list(own_words().in_language("xx").values())
said["house"] = [rule.text["xx"] for rule in house_rules()]
said["scripts"] = [made("xx").decode() for made in (house_script, replay_script, words_script)]
for name in speelhol.games():
    game = speelhol.game(name)
    said["pages"][name] = rulebook.book(reader, game)
    if game.folder.has("draw/table.html"):
        said["scripts"].append(game_script(name, "xx").decode())
    speech, match, rng = game.speak("xx"), game.start(seats=game.seats[0], seed="xx"), random.Random(1)
    lines = [speech.phrase("title"), speech.money(12500), bots.strength(game, "xx")]
    for _ in range(12):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        lines += [speech.ask(view), *(line for panel in game.describe(view.now, speech) for line in panel.lines)]
        lines += [speech.event(event) for event in view.log]
        match.play(seat, match.legal(seat).sample(rng))
    lines += [tip.say["xx"] for lesson in game.lessons for tip in lesson.mine]
    said[name] = lines
print(json.dumps(said))
"""


def test_a_fourth_language_touches_no_python(tmp_path: Path) -> None:
    home = tmp_path / "speelhol"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
    for file in home.rglob("*.toml"):
        file.write_text(with_fourth(file.read_text(encoding="utf-8")), encoding="utf-8")
    listed = home / "kernel" / "languages.toml"
    listed.write_text(listed.read_text(encoding="utf-8") + DECLARED, encoding="utf-8")
    outside = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES")}
    asked = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", ASKED],
        env={**outside, "PYTHONPATH": str(tmp_path), "LANG": "xx_XX.UTF-8", "SPEELHOL_LANG": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr[-2000:]
    said = json.loads(asked.stdout)
    assert said["languages"] == ["en", "nl", "fr", "xx"]
    assert said["wanted"] == said["system"] == "xx"
    assert said["lasting"] == ["1 šéçôñd", "2 šéçôñdš", "5 šéçôñdš"]
    assert said["watching"] == ["1 wàtçhîñg", "2 wàtçhîñg", "3 wàtçhîñg"]
    lines = [line for name in speelhol.games() for line in said[name]] + said["house"] + said["terminal"]
    plain = [line for line in lines if english(line)]
    assert plain == []
    assert "12_500" in lines
    for page in said["pages"].values():
        assert 'lang="xx"' in page
        assert "Àççéñtš" in page
        assert [text for text in re.findall(r">([^<>]+)<", page) if english(text)] == []
    for script in said["scripts"]:
        assert [text for text in re.findall(r">([A-Z][^<>\"{}]+)<", script) if english(text)] == []


NAMES = re.compile(r"[\w.-]+/[\w.-]+|[A-Z]+\b|speelhol( \w+)*|https?://\S+|&#?\w+;")
"""What reads the same in every language: ids of rules, words to type, addresses."""


def english(text: str) -> bool:
    """Whether a sentence is left that nobody translated: several words, in none of which a vowel has an accent."""
    words = re.findall(r"[^\W\d_]{2,}", HOLE.sub("", NAMES.sub("", text)))
    return len(words) > 2 and not any(sign in text for sign in "àéîôûñçšýÀÉÎÔÛÑÇŠÝ")
