"""What was worked out for an object, kept by the object itself and not by what it equals.

Trees of two texts are equal if they say the same, wherever their words stand. What is kept for a
tree must know the places of its own words, so equal trees do not share it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST: Final = 4096


class PerObject(Generic[K, V]):
    """A function of one object that is worked out once for each object."""

    def __init__(self, function: Callable[[K], V]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._known: dict[int, tuple[K, V]] = {}  # the object is kept: its id stays its own

    def __call__(self, of: K) -> V:
        """What the function says of `of`, worked out at the first call."""
        known = self._known.get(id(of))
        if known is None:
            if len(self._known) >= MOST:
                self._known.clear()
            known = self._known[id(of)] = (of, self._function(of))
        return known[1]
