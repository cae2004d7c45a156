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
"""For how many objects something is kept, at most."""


class PerObject(Generic[K, V]):
    """A function of one object that is worked out once for each object.

    Of too many objects the older half goes, but for those that were asked for since it was full.
    """

    def __init__(self, function: Callable[[K], V]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._known: dict[int, tuple[K, V]] = {}  # the object is kept: its id stays its own
        self._older: dict[int, tuple[K, V]] = {}

    def __call__(self, of: K) -> V:
        """What the function says of `of`, worked out at the first call."""
        known = self._known.get(id(of))
        if known is None:
            known = self._older.get(id(of)) or (of, self._function(of))
            if len(self._known) >= MOST // 2:
                self._older, self._known = self._known, {}
            self._known[id(of)] = known
        return known[1]

    def forget(self) -> object:
        """Know nothing any more; gives what was known."""
        known = self._known, self._older
        self._known, self._older = {}, {}
        return known
