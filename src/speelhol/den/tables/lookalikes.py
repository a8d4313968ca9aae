"""Names that people can't tell apart, whatever letters they are made of."""

from __future__ import annotations

import re
import unicodedata

ALIKE = (
    # other alphabets, by what their letters look like among ours
    ("АВЕЅІЈКМНОРСТУХԚԜԌҮЗаеѕіјӏорсухԛԝԁһүгв", "ABESlJKMHOPCTYXQWGY3aesijlopcyxqwdhyrb"),
    ("кмнтпщ", "kmhtnw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαγικνορστυχωηβϲϳ", "ABEZHlKMNOPTYXCMayikvopotuxwnbcj"),
    ("ՕՍՏՈօսհոցզԼ", "OUSNouhngqL"),
    ("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "ABCDEHJKLMPRSTVWZ"),
    # of our own alphabet
    ("ʏıɩɑɡᴏʟʀꜱᴜᴠᴡᴢɪɴʜᴀʙᴄᴅᴇᴊᴋᴍᴘᴛłŁøØđĐħĦŧŦ", "yiiagolrsuvwzinhabcdejkmptlLoOdDhHtT"),
    # figures and strokes
    ("I1|ǀ0", "llllO"),
)
SIGNS = {ord(one): ours for theirs, own in ALIKE for one, ours in zip(theirs, own, strict=True)}
PAIRS = (("rn", "m"), ("vv", "w"))
UNSEEN = re.compile("[\u0300-\u036f\u180b-\u180f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Signs that can't be seen, and marks on letters which have no such marks in any language."""
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


def folded(name: str) -> str:
    """Names that are equal to this are the same to people."""
    return unicodedata.normalize("NFKC", name).casefold()


def alike(one: str, two: str) -> bool:
    """Whether people may take one name for the other: written the same but for large and small, spaces, points and
    dashes, or looking the same."""
    bare, other = _bare(one), _bare(two)
    return folded(bare) == folded(other) or _look(bare) == _look(other) or likeness(one) == likeness(two)


def likeness(name: str) -> str:
    """What is left of a name when large and small letters, spaces, points and dashes, and what only looks different
    don't count."""
    return _look(folded(_bare(name))).lower()


def is_mixed(name: str) -> bool:
    """Whether a word of a name is made of letters of several alphabets, as no word of any language is."""
    return any(len({_alphabet(sign) for sign in word} - {""}) > 1 for word in name.split())


def _bare(name: str) -> str:
    """A name without what is read over; as it is if there is nothing else in it."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", name) if not _is_read_over(sign)) or name


def _is_read_over(sign: str) -> bool:
    """Whether a sign stands between or beside letters without being one, nor looking like one."""
    category = unicodedata.category(sign)
    beside = category[0] in "PZ" or category in ("Sk", "Sm") or "\u02b9" <= sign <= "\u02df"
    return beside and ord(sign) not in SIGNS


def _look(name: str) -> str:
    """What a name looks like, in our letters."""
    look = UNSEEN.sub("", unicodedata.normalize("NFKC", name)).translate(SIGNS)
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return look


def _alphabet(sign: str) -> str:
    name = unicodedata.name(sign, "") if sign.isalpha() else ""
    return next((alphabet for alphabet in ALPHABETS if name.startswith(alphabet)), "")
