"""How a scene differs from the one before it, by key; and how to make the new one out of the old.

A patch of an object is an object itself: `=` holds new values by key, `-` the keys that are gone, `~` patches of
values by key. Lists of one length are patched like objects, by place; any other list travels whole, and so does what
is written without its usual values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, islice
from operator import is_, is_not
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

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
    kind = type(new)
    if kind is dict:
        return _of_dicts(old, new, found, depth)
    if kind in LISTS:
        fields: Iterable[Any] = range(len(new))
        before, now = old, new
    else:
        fields = new.__struct_fields__
        before, now = astuple(old), astuple(new)
    put: dict[Any, Any] = {}
    within: dict[Any, Patch] = {}
    for key, was, value in compress(zip(fields, before, now, strict=False), map(is_not, before, now)):
        if type(value) not in WHOLE:
            _compare(key, was, value, put, within, found, depth)
        elif was != value:
            put[key] = value
    return _patch(put, (), within)


def _of_dicts(old: dict[Any, Any], new: dict[Any, Any], found: Found, depth: int) -> Patch | None:
    put: dict[Any, Any] = {}
    within: dict[Any, Patch] = {}
    if len(old) == len(new) and all(map(is_, old, new)):  # the same keys in one order, as nearly always
        values = new.values()
        changed = compress(zip(new, old.values(), values, strict=False), map(is_not, old.values(), values))
        for key, was, value in changed:
            if type(value) not in WHOLE:
                _compare(key, was, value, put, within, found, depth)
            elif was != value:
                put[key] = value
        return _patch(put, (), within)
    known = old.get
    fresh = 0
    for key, value in new.items():
        was = known(key, ABSENT)
        if was is ABSENT:
            fresh += 1
            put[key] = value
        elif was is value:
            continue
        elif type(value) not in WHOLE:
            _compare(key, was, value, put, within, found, depth)
        elif was != value:
            put[key] = value
    gone = len(old) + fresh - len(new)
    return _patch(put, list(islice((key for key in old if key not in new), gone)) if gone else (), within)


def _compare(
    key: Any, was: Any, value: Any, put: dict[Any, Any], within: dict[Any, Patch], found: Found, depth: int
) -> None:
    """What becomes of a value that is not the very same as before."""
    if was == value:
        return
    if not alike(was, value):
        put[key] = value
    else:
        inner = _noted(was, value, found, depth - 1) if depth else _differences(was, value, found, 0)
        if inner is not None:
            within[key] = inner


def _patch(put: dict[Any, Any], gone: Sequence[Any], within: dict[Any, Patch]) -> Patch | None:
    patch: Patch = {}
    if put:
        patch["="] = put
    if gone:
        patch["-"] = gone
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
