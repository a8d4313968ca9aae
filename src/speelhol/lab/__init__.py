"""The laboratory: many matches at once, and what can be learned from them."""

from .simulate import Share, Tally, simulate

__all__ = ["Share", "Tally", "simulate"]
