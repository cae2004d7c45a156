"""What stands for anything: a run of cards, a value of which nothing is known, every way to go.

A zone is a tuple of single cards and of `Some` runs of cards, so many as there may be. The engine
puts zones together and takes them apart with plain tuples, and cards are told apart only by which
they are; so what it does with a run it does with all cards of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class Some:
    """One or more cards that lie together, of which nothing is known."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Ways:
    """Takes every way through a program, one after the other."""

    def __init__(self) -> None:
        self._chosen: list[int] = []
        self._many: list[int] = []
        self._at = 0
        self.taken = 0

    def pick(self, number: int) -> int:
        """One of so many; all of them in the end."""
        if self._at == len(self._chosen):
            self._chosen.append(0)
            self._many.append(number)
        self._at += 1
        return self._chosen[self._at - 1]

    def yes(self) -> bool:
        """Yes on one way, no on another."""
        return self.pick(2) == 1

    def all(self, program: Callable[[], T]) -> Iterator[T]:
        """What the program comes to, on each way."""
        while True:
            self._at = 0
            self.taken += 1
            yield program()
            del self._chosen[self._at :], self._many[self._at :]
            while self._chosen and self._chosen[-1] + 1 == self._many[-1]:
                self._chosen.pop()
                self._many.pop()
            if not self._chosen:
                return
            self._chosen[-1] += 1


class Anything:
    """A value of which nothing is known: what it is asked, it answers in every way."""

    def __init__(self, ways: Ways, **known: Any) -> None:
        self.__dict__.update(known)
        self._ways = ways

    def __getattr__(self, name: str) -> Any:
        return Anything(self._ways)

    def __call__(self, *_given: Any, **_more: Any) -> Any:
        """Whatever it is called with, nothing is known of what comes back."""
        return Anything(self._ways)

    def __getitem__(self, key: Any) -> Any:
        return Anything(self._ways)

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __bool__(self) -> bool:
        return self._ways.yes()

    def __len__(self) -> int:
        return self._ways.pick(3)

    def __iter__(self) -> Iterator[Any]:
        return iter([Anything(self._ways) for _ in range(self._ways.pick(2))])

    def __contains__(self, item: object) -> bool:
        return self._ways.yes()

    def __eq__(self, other: object) -> bool:
        return self._ways.yes()

    def __ne__(self, other: object) -> bool:
        return self._ways.yes()

    __hash__ = object.__hash__

    def _asked(self, _other: Any) -> bool:
        return self._ways.yes()

    def _number(self, _other: Any) -> Any:
        return Anything(self._ways)

    __lt__ = __le__ = __gt__ = __ge__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _number
    __floordiv__ = __mod__ = __iadd__ = _number
