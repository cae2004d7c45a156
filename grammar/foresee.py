"""Which rules can begin at each word of a sentence, and where none can go on.

An Earley parser slows with the size of the grammar, because it predicts every rule that
could begin at each place. A rule that cannot begin with the next word, or that needs a
word which the sentence does not have, can never be completed there. Leaving it out keeps
every derivation, and few rules are left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from lark.grammar import NonTerminal, Rule

K = TypeVar("K")
V = TypeVar("V")


class Table(dict[K, V]):
    """A table whose entries are made when they are first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        self[key] = value = self._make(key)
        return value


Predictions = Table[NonTerminal, list[Rule]]
"""The rules that can begin at one place, by the phrase that they are a rule of."""


class Foresight:
    """Knows of each rule the words that it can begin with, and those that it needs."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        first = first_words(rules)
        by_origin: dict[NonTerminal, list[Rule]] = {}
        for rule in rules:
            by_origin.setdefault(rule.origin, []).append(rule)

        def beginning(kind: str) -> Predictions:
            return Table(lambda o: [r for r in by_origin[o] if kind in first[r.expansion[0].name]])

        self._beginning: Table[str, Predictions] = Table(beginning)
        self._needs = {
            rule: frozenset(symbol.name for symbol in rule.expansion if symbol.is_term)
            for rule in rules
        }

    def predictions(self, kinds: Sequence[str]) -> list[Predictions]:
        """What can begin at each word of a sentence, given as terminals, and at its end."""
        words, needs = frozenset(kinds), self._needs

        def fitting(kind: str) -> Predictions:
            beginning = self._beginning[kind]
            return Table(lambda origin: [r for r in beginning[origin] if needs[r] <= words])

        tables: Table[str, Predictions] = Table(fitting)
        return [*(tables[kind] for kind in kinds), Table(lambda _: [])]


def first_words(rules: Sequence[Rule]) -> dict[str, set[str]]:
    """The terminals that each phrase, or terminal, can begin with (no rule is empty)."""
    first = {s.name: {s.name} for rule in rules for s in rule.expansion if s.is_term}
    first |= {str(rule.origin.name): set() for rule in rules}
    grown = True
    while grown:
        grown = False
        for rule in rules:
            known, new = first[str(rule.origin.name)], first[rule.expansion[0].name]
            if not new <= known:
                known |= new
                grown = True
    return first


# ------------------------------------------------------- sentences that are not understood


class Failure(NamedTuple):
    """Where understanding ended: the index of the word (or the number of words, at the
    end), and the terminals that could have come there."""

    at: int
    expected: tuple[str, ...]


Item = tuple[int, int, int]
"""A rule by its number, how many of its symbols are done, and the word where it began."""

END = ("", False)
"""Stands after the last symbol of every rule."""


_Branches: TypeAlias = dict[str, "_Branches"]
"""Rows of terminals as a tree; "" stands behind the last of a row."""


class Column:
    """What is under way before a word: all of it, and what waits for a phrase, by that phrase."""

    __slots__ = ("items", "waiting")

    def __init__(self, items: dict[Item, None]) -> None:
        self.items = items
        self.waiting: dict[str, list[Item]] = {}


class Begun(NamedTuple):
    """The beginning of a sentence: what is under way at each of its words and behind the last one,
    and the terminals that can come next."""

    recogniser: Recogniser
    columns: tuple[Column, ...]
    expected: frozenset[str]

    @property
    def ends(self) -> bool:
        """Whether it is a whole sentence already."""
        return self.recogniser.whole(self.columns[-1])


class Recogniser:
    """How far a sentence can be understood: a plain Earley recogniser over the same rules.

    Lark's parser builds trees; for a message about a sentence that has none, only the place
    where every derivation ends is wanted, and what could have stood there. With one word of
    look-ahead this is many times faster than a failed parse.
    """

    def __init__(self, rules: Sequence[Rule], start: str) -> None:
        self.start = start
        self.rules = [(*((s.name, s.is_term) for s in rule.expansion), END) for rule in rules]
        self.origins = [str(rule.origin.name) for rule in rules]
        self._by_origin: dict[str, list[int]] = {}
        for number, origin in enumerate(self.origins):
            self._by_origin.setdefault(origin, []).append(number)
        self._first = first_words(rules)

    def failure(self, kinds: Sequence[str]) -> Failure:
        """Where a row of terminals stops being the beginning of a sentence."""
        columns, expected = self._columns([*(frozenset((kind,)) for kind in kinds), frozenset()])
        return Failure(len(columns) - 1, tuple(sorted(expected)))

    def begun(self, kinds: Sequence[str]) -> Begun | None:
        """What is under way behind the beginning of a sentence; None if it begins none."""
        columns, expected = self._columns([*(frozenset((kind,)) for kind in kinds), None])
        if len(columns) <= len(kinds):
            return None
        return Begun(self, tuple(columns), frozenset(expected))

    def reach(self, kinds: Sequence[Collection[str]]) -> int:
        """How many words of a sentence can be understood, each of which may be one of several
        terminals; one more than there are if it is a whole sentence."""
        columns, _ = self._columns([*map(frozenset, kinds), frozenset()])
        return len(columns) - 1 + (len(columns) > len(kinds) and self.whole(columns[-1]))

    def wholes(self, begun: Begun, kinds: Sequence[str]) -> Iterator[int]:
        """After how many of these terminals what was begun is a whole sentence, the fewest
        first."""
        columns = list(begun.columns)
        for size, kind in enumerate(kinds, 1):
            items = self._step(columns[-1], frozenset((kind,)))
            if not items:
                return
            columns.append(Column(items))
            self._close(columns, frozenset(kinds[size : size + 1]))
            if self.whole(columns[-1]):
                yield size

    def accepted(self, rows: Iterable[Sequence[str]]) -> set[tuple[str, ...]]:
        """Which of some rows of terminals are whole sentences: what several begin with is looked
        at once."""
        tree: _Branches = {}
        for row in rows:
            here = tree
            for kind in (*row, ""):
                here = here.setdefault(kind, {})
        items = dict.fromkeys((number, 0, 0) for number in self._by_origin[self.start])
        return set(self._grown(tree, [Column(items)], ()))

    def _grown(
        self, tree: _Branches, columns: list[Column], row: tuple[str, ...]
    ) -> Iterator[tuple[str, ...]]:
        """The sentences among all that go on in one of these ways."""
        self._close(columns, frozenset(tree))
        if "" in tree and self.whole(columns[-1]):
            yield row
        for kind, more in tree.items():
            items = self._step(columns[-1], frozenset((kind,)))
            if items:
                yield from self._grown(more, [*columns, Column(items)], (*row, kind))

    def whole(self, column: Column) -> bool:
        """Whether a sentence is whole before this word."""
        return any(
            begin == 0 and self.rules[number][dot] is END and self.origins[number] == self.start
            for number, dot, begin in column.items
        )

    def _columns(self, kinds: Sequence[frozenset[str] | None]) -> tuple[list[Column], set[str]]:
        """What is under way at each word, up to the one that cannot follow, and what could stand
        there."""
        items = dict.fromkeys((number, 0, 0) for number in self._by_origin[self.start])
        columns: list[Column] = []
        expected: set[str] = set()
        for ahead in kinds:
            columns.append(Column(items))
            expected = self._close(columns, ahead)
            items = self._step(columns[-1], ahead or frozenset())
            if not items:
                break
        return columns, expected

    def _step(self, column: Column, kinds: frozenset[str]) -> dict[Item, None]:
        """What is under way behind a word that may be one of these terminals."""
        rules = self.rules
        return {
            (number, dot + 1, origin): None
            for number, dot, origin in column.items
            if rules[number][dot][1] and rules[number][dot][0] in kinds
        }

    def _close(self, columns: list[Column], ahead: frozenset[str] | None) -> set[str]:
        """Predict and complete in the last column; returns the terminals that fit there. `ahead`:
        those that the next word may be; none behind the last one, or None for any."""
        at, column = len(columns) - 1, columns[-1]
        items, waiting = column.items, column.waiting
        todo = list(items)
        expected: set[str] = set()
        while todo:
            item = number, dot, origin = todo.pop()
            name, terminal = symbol = self.rules[number][dot]
            following: list[Item] = []
            if symbol is END:  # no rule is empty: it began in a column before this one
                following = [
                    (other, place + 1, begin)
                    for other, place, begin in columns[origin].waiting.get(self.origins[number], ())
                ]
            elif terminal:
                expected.add(name)
            elif name in waiting:
                waiting[name].append(item)
            else:
                waiting[name] = [item]
                expected |= self._first[name]
                if ahead is None or not ahead.isdisjoint(self._first[name]):
                    following = [(rule, 0, at) for rule in self._by_origin[name]]
            for one in following:
                if one not in items:
                    items[one] = None
                    todo.append(one)
        return expected
