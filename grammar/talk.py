"""What has been spoken of so far in a text: for `grammar.binding`."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import Named, Sort, nearest


class Talk:
    """What can be spoken of, in the order in which it was named."""

    def __init__(self) -> None:
        self.marks = 0
        self.named: list[Named] = []

    def _spoken_of(self) -> tuple[int, ...]:
        return self._latest(Sort.PLAYER) or self._latest(Sort.PLAYERS)

    def _latest(self, *sorts: Sort) -> tuple[int, ...]:
        return tuple([one.mark for one in self.named if one.sort in sorts][-1:])

    def _value(self, value: str) -> tuple[int, ...]:
        return tuple([one.mark for one in self.named if one.value == value][-1:])

    def _cards(self, kind: a.RefKind) -> tuple[int, ...]:
        """The nearest cards that fit: "it" is one card if it can be, "them" several."""
        return nearest(self.named, kind)

    def _mark(self) -> int:
        self.marks += 1
        return self.marks

    def _name(self, mark: int, sort: Sort, several: bool = False, **more: Any) -> None:
        self.named.append(Named(mark, sort, several, **more))
