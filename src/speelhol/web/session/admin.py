"""Who is the owner of the house: whoever has shown its key, from this machine unless the house was told otherwise.

The cookie of an owner holds until when, under which name, and a seal over both and over the person behind the browser;
the name in digits, which nobody on the way writes in another form.
Nothing is kept in the house for it, so every worker knows it, and it ends with the key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException

from ...den import Den
from ...den.tables.people import LONGEST_NAME, tidy
from .limits import Limits
from .origin import from_here
from .visitor import AnyRequest, secret_of, visitor

ADMIN_COOKIE = "admin"
PATH = "/admin"
HOURS = 12
SHORTEST_KEY = 16


class KeyAsked(Exception):
    """Somebody who may be the owner has not shown the key yet."""


def new_key() -> str:
    return secrets.token_urlsafe(24)


def check_place(request: AnyRequest) -> None:
    """Raises NotFoundException, whatever was asked for, where there is no owner's side or it is not for this place."""
    settings = request.app.state.den.admin.settings
    if not settings.key or not (settings.anywhere or from_here(request, request.app.state.access.proxied)):
        raise NotFoundException


def owner_asking(request: AnyRequest, now: float) -> str:
    """Under which name the owner is here. Raises NotFoundException as above, KeyAsked for who has to show the key."""
    check_place(request)
    until, _, rest = request.cookies.get(ADMIN_COOKIE, "").partition(".")
    name, _, seal = rest.rpartition(".")
    fits = until.isascii() and until.isdigit() and len(until) < 12
    if not fits or not hmac.compare_digest(_seal(request, until, name).encode(), seal.encode(errors="replace")):
        raise KeyAsked
    if int(until) < now:
        raise KeyAsked
    return bytes.fromhex(name).decode()


def enter(request: AnyRequest, den: Den, limits: Limits, key: str, name: str) -> Cookie | None:
    """The cookie for whoever shows the key; None for a wrong one. After a few of those nobody from there may try, not
    even with the right one, unless they sit at the machine itself: raises TurnedAway."""
    check_place(request)
    right = hmac.compare_digest(key.strip().encode(errors="replace"), den.admin.settings.key.encode())
    if not (right and from_here(request, request.app.state.access.proxied)):
        limits.spend("admin", visitor(request))
        if not right:
            return None
        limits.give_back("admin", visitor(request))
    until, who = str(int(den.now() + HOURS * 3600)), (tidy(name, LONGEST_NAME) or "owner").encode().hex()
    return _cookie(request, f"{until}.{who}.{_seal(request, until, who)}", HOURS * 3600)


def leave(request: AnyRequest) -> Cookie:
    """Takes the cookie of an owner away."""
    return _cookie(request, "", 0)


def _seal(request: AnyRequest, until: str, name: str) -> str:
    key = request.app.state.den.admin.settings.key
    text = f"speelhol/admin\0{until}\0{name}\0{secret_of(request)}"
    return hmac.new(key.encode(), text.encode(errors="replace"), hashlib.sha256).hexdigest()


def _cookie(request: AnyRequest, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=ADMIN_COOKIE,
        value=value,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=request.scope["scheme"] == "https",
        path=PATH,
    )
