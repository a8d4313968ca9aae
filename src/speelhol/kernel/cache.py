"""What never changes while a process lives, kept so as not to be made again, and how often it was found there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")


class Found(NamedTuple):
    """How often something was there, and how often it had to be made."""

    hits: int
    misses: int


_all: list[_lru_cache_wrapper[Any]] = []


def per_process(most: int | None = None) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Keep what a function returns as long as the process lives, the newest `most` of it; counted with all others.

    For functions of a module whose answer follows from what they are given and from files that belong to the build.
    """

    def keep(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        kept = lru_cache(maxsize=most)(function)
        _all.append(kept)
        return kept

    return keep


def found_per_process() -> Found:
    """What all caches of the process have counted; the counting costs the one who reads it, not the one who calls."""
    told = [kept.cache_info() for kept in _all]
    return Found(sum(one.hits for one in told), sum(one.misses for one in told))
