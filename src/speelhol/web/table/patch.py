"""How a scene differs from the one before it, by key; and how to make the new one out of the old.

A patch of an object is an object itself: `=` holds new values by key, `-` the keys that are gone, `~` patches of
values by key. Lists of one length are patched like objects, by place; any other list travels whole, and so does what
is written without its usual values.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

Patch = dict[str, Any]


Found = dict[tuple[int, int], tuple[Any, Any, Patch | None]]
"""Patches that were found already, by which two values they are between; these stand beside them, so that no other
value comes to have their number."""


def differences(old: Any, new: Any, found: Found | None = None) -> Patch | None:
    """The patch that makes `new` of `old`, which are alike; None if nothing differs.

    found: where patches between the very same values may have been found for somebody else, and are noted down
    """
    return _differences(old, new, {} if found is None else found, 2)


def _noted(old: Any, new: Any, found: Found, depth: int) -> Patch | None:
    """The same, looked for among those that were found."""
    pair = id(old), id(new)
    known = found.get(pair)
    if known is None:
        known = found[pair] = old, new, _differences(old, new, found, depth)
    return known[2]


def _differences(old: Any, new: Any, found: Found, depth: int) -> Patch | None:
    """depth: so deep lie values that may be the same for several audiences"""
    look = _noted if depth else _differences
    before, now = (old, new) if type(new) is dict else (_fields(old), _fields(new))
    known = before.get
    put: dict[Any, Any] = {}
    within: dict[Any, Patch] = {}
    fresh = 0
    for key in [key for key, value in now.items() if known(key, ABSENT) is not value]:  # most are the very same
        was, value = known(key, ABSENT), now[key]
        if was is ABSENT:
            fresh += 1
            put[key] = value
        elif type(value) in WHOLE or not alike(was, value):
            if was != value:
                put[key] = value
        elif was != value and (inner := look(was, value, found, max(0, depth - 1))) is not None:
            within[key] = inner
    patch: Patch = {}
    if put:
        patch["="] = put
    gone = len(before) + fresh - len(now)
    if gone:
        patch["-"] = list(islice((key for key in before if key not in now), gone))  # mostly the oldest
    if within:
        patch["~"] = within
    return patch or None


ABSENT = object()
LISTS = (list, tuple)
WHOLE = frozenset((str, int, bool, type(None)))
"""What can only travel whole."""
FEW = 3
"""A list of no more than so many values travels whole."""


def alike(old: Any, new: Any) -> bool:
    """Whether one can be patched into the other."""
    kind = type(new)
    if kind is dict:
        return type(old) is dict
    if kind in LISTS:
        return type(old) in LISTS and len(old) == len(new) > FEW
    return isinstance(new, Struct) and type(old) is type(new) and not new.__struct_config__.omit_defaults


def _fields(value: Any) -> dict[Any, Any]:
    """The values of what can be patched, by key."""
    if isinstance(value, Struct):
        return asdict(value)
    return value if isinstance(value, dict) else dict(enumerate(value))


def patched(old: Any, patch: Patch) -> Any:
    """What the page's script makes of plain data and a patch."""
    if isinstance(old, list):
        fields: dict[Any, Any] = {str(place): value for place, value in enumerate(old)}
    else:
        fields = dict(old)
    for key in patch.get("-", ()):
        del fields[str(key)]
    fields |= {str(key): value for key, value in patch.get("=", {}).items()}
    for key, more in patch.get("~", {}).items():
        fields[str(key)] = patched(fields[str(key)], more)
    return list(fields.values()) if isinstance(old, list) else fields
