"""Who people are: a secret in their browser, an id in the house; and the names of tables."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from zlib import crc32

LONGEST_NAME = 20
REACTIONS = ("swear", "liar", "nice", "laugh", "shock", "hmm", "trust", "ouch", "hurry", "bravo", "yes", "no")
"""What can be said by a drawing: a remark `:liar:` is read in everybody's own language."""
LONGEST_TEXT = 300

ADJECTIVES = (
    "amber", "brass", "coral", "crimson", "dusky", "emerald", "faded", "gilded", "hidden", "ivory", "jolly", "lucky",
    "marble", "midnight", "mellow", "olive", "opal", "pearl", "quiet", "rusty", "sandy", "scarlet", "secret", "shady",
    "silver", "smoky", "sly", "tipsy", "twisted", "velvet", "violet", "wicked",
)  # fmt: skip
NOUNS = (
    "ace", "alibi", "anchor", "bandit", "casino", "chip", "cigar", "clover", "cobra", "dice", "door", "fez", "fox",
    "gavel", "jackal", "joker", "key", "lamp", "magpie", "mask", "mole", "moon", "parrot", "pistol", "raven", "ring",
    "safe", "siren", "tiger", "truffle", "vault", "wheel",
)  # fmt: skip


SHARDS = 1024
"""Into so many parts the tables fall. Which of several processes serves a table, and on which channel its news travel,
follows from its part: so a process hears of the tables that it serves, and of no others."""


def shard(code: str) -> int:
    """The part to which a table belongs."""
    return crc32(code.encode()) % SHARDS


def new_secret() -> str:
    """A token that nobody can guess: a person's cookie, a seat's key."""
    return secrets.token_urlsafe(24)


def person_of(secret: str) -> str:
    """The id behind a secret. The house keeps ids; it can't make secrets of them."""
    return hashlib.sha256(b"speelhol/person\0" + secret.encode()).hexdigest()[:24]


BY_KEY = "key-"
"""How the ids of those begin who come with no browser, as programs do."""


def program_of(secret: str) -> str:
    """The id of somebody who comes with no browser: nobody's cookie leads to it."""
    return f"{BY_KEY}{person_of(secret)[:20]}"


def seat_key(house_secret: str, table: str, seat: int, person: str, sitting: int = 0, renewed: int = 0) -> str:
    """The key to one seat at one table, for another device or a bot.

    Changes when somebody else takes the seat, with every `sitting`: whoever stood up has no key any more; and whenever
    it is `renewed`.
    """
    again = f"\0{sitting}\0{renewed}" if renewed else f"\0{sitting}" if sitting else ""
    text = f"speelhol/seat\0{house_secret}\0{table}\0{seat}\0{person}{again}"
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def place_mark(house_secret: str, table: str, place: str) -> str:
    """Where somebody comes from, as a mark: the same for whoever comes to this table from there, another one elsewhere.

    Whoever reads it without the secret of the house can't tell an address by trying them all.
    """
    return hashlib.sha256(f"speelhol/place\0{house_secret}\0{table}\0{place}".encode()).hexdigest()[:16]


def new_code() -> str:
    """A table's name that is easy to say over the phone: velvet-lamp-42. Names a table, opens no secret."""
    return code_by(secrets.randbits(128))


def code_by(number: int) -> str:
    """The table's name that a large number chooses."""
    number, adjective = divmod(number, len(ADJECTIVES))
    number, noun = divmod(number, len(NOUNS))
    return f"{ADJECTIVES[adjective]}-{NOUNS[noun]}-{10 + number % 990}"


CODE = re.compile(r"[a-z]{2,12}-[a-z]{2,12}-[0-9]{2,3}")
"""What the name of a table looks like."""


def spelled(code: str) -> str:
    """A table's name as the database spells it; empty if no table can be called that."""
    plain = "-".join(code.lower().split()) if len(code) <= 60 else ""
    return plain if plain.isprintable() else ""


BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by name that show nothing."""
JOINER = "\u200d"
MOST_MARKS = 2
"""Accents on one letter; more of them would paint over the lines above and below."""


def tidy(text: str, longest: int) -> str:
    """What people type, as one line without control characters and invisible signs, cut to a length."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[: 8 * longest]):
        category = unicodedata.category(sign)
        if category[0] == "M":
            marks += 1
            if marks <= MOST_MARKS and kept and kept[-1] != " ":
                kept.append(sign)
            continue
        marks = 0
        if sign == JOINER and kept and kept[-1] != " ":
            kept.append(sign)
        else:
            kept.append(" " if category[0] in "ZC" or sign in BLANK else sign)
    line = " ".join("".join(kept).split())[:longest]
    return " ".join(word.strip(JOINER) for word in line.split()).strip()
