"""Views out of their plain form."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

import speelhol

CONVERT = msgspec.convert


@pytest.mark.parametrize("name", speelhol.games())
def test_threads_read_views_one_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that plays several seats by threads was ended by a crash of msgspec now and then, when two of them
    were in there at once."""
    game = speelhol.game(name)
    plain = game.start(seats=game.seats[-1], seed="threads").view(0).plain()
    inside: set[int] = set()
    most = 0

    def convert(*given: Any) -> Any:
        nonlocal most
        inside.add(threading.get_ident())
        most = max(most, len(inside))
        time.sleep(0.0005)  # long enough for another thread to come in
        try:
            return CONVERT(*given)
        finally:
            inside.discard(threading.get_ident())

    monkeypatch.setattr(msgspec, "convert", convert)
    with ThreadPoolExecutor(4) as pool:
        views = list(pool.map(game.read_view, [plain] * 4))
    assert most == 1
    assert all(view.plain() == plain for view in views)
