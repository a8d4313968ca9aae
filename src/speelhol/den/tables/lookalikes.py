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
    ("ıɩɑɡᴏʟʀꜱᴜᴠᴡᴢɪɴʜᴀʙᴄᴅᴇᴊᴋᴍᴘᴛłŁøØđĐħĦŧŦ", "iiagolrsuvwzinhabcdejkmptlLoOdDhHtT"),
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
    """Whether people may take one name for the other: written the same but for large and small, or looking the same."""
    small, little = folded(one), folded(two)
    return small == little or _look(one) == _look(two) or _look(small).lower() == _look(little).lower()


def is_mixed(name: str) -> bool:
    """Whether a word of a name is made of letters of several alphabets, as no word of any language is."""
    return any(len({_alphabet(sign) for sign in word} - {""}) > 1 for word in name.split())


def _look(name: str) -> str:
    """What a name looks like, in our letters."""
    look = UNSEEN.sub("", unicodedata.normalize("NFKC", name)).translate(SIGNS)
    for pair, one in PAIRS:
        look = look.replace(pair, one)
    return look


def _alphabet(sign: str) -> str:
    name = unicodedata.name(sign, "") if sign.isalpha() else ""
    return next((alphabet for alphabet in ALPHABETS if name.startswith(alphabet)), "")
