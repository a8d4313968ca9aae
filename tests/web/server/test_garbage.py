"""What lies in a circle is let go of some time, and nobody waits for it in the middle of a move."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from speelhol.web.server import garbage


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector as it was, afterwards."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_old_circles_are_let_go_of_when_it_is_due_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    garbage.collect_rarely()
    ring = Ring()
    there = weakref.ref(ring)
    gc.collect(1)
    del ring
    for _ in range(garbage.BUSY + 1):
        gc.collect(1)
    assert there() is not None, "it is old, and only a look at everything finds it"
    for tick in (0, garbage.EVERY - 1, garbage.EVERY + 1):
        garbage.collect_when_due(tick)
        assert there() is not None
    garbage.collect_when_due(garbage.EVERY)
    assert there() is None
    monkeypatch.setattr(gc, "collect", lambda *_: pytest.fail("there is nothing to find"))
    garbage.collect_when_due(2 * garbage.EVERY)


@pytest.mark.usefixtures("collector")
def test_a_full_look_never_comes_by_itself() -> None:
    """However much is made and kept: it would hold every stream up."""
    garbage.collect_rarely()
    full = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(100 * garbage.YOUNG * garbage.BATCHES)]
    assert gc.get_stats()[2]["collections"] == full
    assert kept
