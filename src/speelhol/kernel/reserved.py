"""Names that a game's values can't give to their fields, because the house has a meaning for them."""

from __future__ import annotations

from typing import get_origin

OURS = __name__.rpartition(".")[0]
"""Where the bases of all values lie."""


def refuse_reserved(cls: type, *more: str) -> None:
    """Called when a class is made. Raises TypeError, in a sentence, if a field hides what its base is or does.

    Such a field would be taken silently for the method or the fact of that name. A class that answers a fact of its
    base anew (`rule = "…"`, `reveals: ClassVar[bool] = True`) has no such field.
    """
    if cls.__module__.startswith(OURS):
        return
    bases = [base for base in cls.__mro__[1:] if base.__module__.startswith(OURS)]
    taken = {name: base.__name__ for base in reversed(bases) for name in _names(base)}
    taken |= dict.fromkeys(more, bases[-1].__name__)
    for name, kind in vars(cls).get("__annotations__", {}).items():
        if name in taken and not _of_class(kind):
            told = ", ".join(sorted(taken))
            raise TypeError(
                f"{cls.__module__}.{cls.__name__} can't have a field {name!r}: {taken[name]} has a meaning for that "
                f"name. Call it something else; these are taken: {told}."
            )


def _names(base: type) -> list[str]:
    """What a base calls its fields, methods and facts, those too that it leaves to others to answer."""
    return [name for name in (*vars(base), *vars(base).get("__annotations__", {})) if not name.startswith("_")]


def _of_class(kind: object) -> bool:
    """Whether an annotation is one of the class, not of a field."""
    name = kind if isinstance(kind, str) else str(get_origin(kind) or kind)
    return name.removeprefix("typing.").startswith("ClassVar")
