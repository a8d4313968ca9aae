"""How a scene differs from the one before it, by key; and how to make the new one out of the old.

A patch of an object is an object itself: `=` holds new values by key, `-` the keys that are gone, `~` patches of
values by key. Lists of one length are patched like objects, by place; any other list travels whole, and so does what
is written without its usual values.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

Patch = dict[str, Any]


def differences(old: Any, new: Any) -> Patch | None:
    """The patch that makes `new` of `old`, which are alike; None if nothing differs."""
    before, now = (old, new) if type(new) is dict else (_fields(old), _fields(new))
    known = before.get
    put: dict[Any, Any] = {}
    within: dict[Any, Patch] = {}
    fresh = 0
    for key in [key for key, value in now.items() if known(key, ABSENT) is not value]:  # most are the very same
        was, value = known(key, ABSENT), now[key]
        if was == value:
            continue
        fresh += was is ABSENT
        if type(value) not in WHOLE and alike(was, value) and (inner := differences(was, value)) is not None:
            within[key] = inner
        else:
            put[key] = value
    patch: Patch = {}
    if put:
        patch["="] = put
    if len(before) + fresh > len(now):
        patch["-"] = [key for key in before if key not in now]
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
    if isinstance(new, dict):
        return isinstance(old, dict)
    if isinstance(new, LISTS):
        return isinstance(old, LISTS) and len(old) == len(new) > FEW
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
