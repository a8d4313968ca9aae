"""What a page's stream says: the scene whole, then how it differs; or HTML, where a page has no scene.

Every message has a number; the first one also says which build it was made by. A page that finds a gap, or another
build, fetches itself whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ..build import BUILD
from .page import drawn_once
from .patch import Found, differences
from .scene import Scene

_encode = msgspec.json.Encoder().encode


def page_news(
    look: Callable[[], Scene | str], html: bool = False, found: Callable[[], Found] = dict
) -> Callable[[], bytes | None]:
    """What is new to a page since it was last asked, as JSON; None if nothing is.

    html: never a scene, for a page in words or one whose script could not draw
    found: where to look for patches that others at the table need as well
    """
    sent: Scene | str = ""
    seen: Scene | str = ""
    number = 0

    def news() -> bytes | None:
        nonlocal sent, seen, number
        now = look()
        if html and not isinstance(now, str):
            if now == seen:
                return None
            seen, now = now, drawn_once(now)
        before = sent
        message: dict[str, Any] | None
        if isinstance(now, str):
            message = {"html": now} if now != before else None
        elif isinstance(before, str):
            message = {"scene": now}
        else:
            patch = differences(before, now, found())
            message = None if patch is None else {"patch": patch}
        if message is None:
            return None
        sent = now
        number += 1
        return _encode({"n": number, **({"build": BUILD} if number == 1 else {}), **message})

    return news
