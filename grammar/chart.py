"""Every derivation of a sentence: Earley's algorithm, as Lark has it, over rules none of which is
empty, in tables that are made once.

The forest is Lark's, node for node and in the same order; so are the trees that Lark makes of it.
What is left out is what Lark asks again and again: which items wait for a phrase, and whether two
symbols, two rules or two items are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from lark import Token
from lark.grammar import NonTerminal, Rule, Symbol
from lark.parsers import earley_forest

_symbol_node: Any = earley_forest.StableSymbolNode
_token_node: Any = earley_forest.TokenNode


class Node:
    """What derives a part of a sentence, in every way: most nodes turn out to be part of nothing,
    so Lark's are made of the others only."""

    __slots__ = ("begin", "dot", "end", "ways")

    def __init__(self, dot: Dot, begin: int, end: int) -> None:
        self.dot = dot
        self.begin = begin
        self.end = end
        self.ways: dict[tuple[Node | None, Any], tuple[Rule, int]] = {}
        """The part before and the last one, with the rule, and where the last part begins."""


class Dot:
    """A rule of which so many symbols have been seen; there is one object for each."""

    __slots__ = ("after", "complete", "expects", "label", "name", "node_key", "rule", "terminal")

    def __init__(self, rule: Rule, at: int, after: Dot | None) -> None:
        self.rule: Final = rule
        self.after: Final = after
        """The same rule with one symbol more."""
        self.complete: Final = after is None
        self.expects: Final[Symbol | None] = None if after is None else rule.expansion[at]
        self.terminal: Final[bool] = self.expects is not None and bool(self.expects.is_term)
        self.name: Final[str] = "" if self.expects is None else str(self.expects.name)
        self.label: Final[Any] = rule.origin if after is None else (rule, at)
        """What Lark calls a node of the forest."""
        self.node_key: Final[object] = str(rule.origin.name) if after is None else self


class Item:
    """A rule as far as it has been seen, the word at which it began, and its node."""

    __slots__ = ("begin", "dot", "node")

    def __init__(self, dot: Dot, begin: int, node: Node | None) -> None:
        self.dot = dot
        self.begin = begin
        self.node = node


Key = tuple[Dot, int]


class Column:
    """What is known before a word: items, those that wait for a phrase, and those that wait for a
    word."""

    __slots__ = ("items", "nodes", "predicted", "scanned", "waiting")

    def __init__(self) -> None:
        self.items: dict[Key, Item] = {}
        self.waiting: dict[str, list[Item]] = {}
        self.scanned: dict[Key, Item] = {}
        self.nodes: dict[tuple[object, int], Node] = {}
        self.predicted: set[str] = set()


class Chart:
    """Derives sentences from rules, none of which is empty."""

    def __init__(self, rules: Sequence[Rule], start: str) -> None:
        self._start = start
        self._first: dict[int, Dot] = {}
        """Where a rule begins, by its id; made when it is first predicted."""
        self._rules = rules  # their ids stay their own
        self._symbols = {str(rule.origin.name): rule.origin for rule in rules}

    def derive(
        self,
        tokens: Iterable[Token],
        predictions: Sequence[Mapping[NonTerminal, Sequence[Rule]]],
    ) -> Any:
        """The forest of all derivations; None if there is none. `predictions` has the rules that
        can begin at each word, and at the end."""
        columns = [Column()]
        self._predict(columns[0], self._start, 0, predictions[0], [])
        for at, token in enumerate(tokens):
            self._complete(columns, at, predictions[at])
            following = self._scan(columns[at], at, token)
            if not following.items and not following.scanned:
                return None
            columns.append(following)
        last = len(columns) - 1
        self._complete(columns, last, predictions[last])
        for item in columns[last].items.values():
            whole = item.dot.complete and item.begin == 0
            if whole and item.node is not None and item.dot.node_key == self._start:
                return _forest(item.node)
        return None

    def _predict(
        self,
        column: Column,
        name: str,
        at: int,
        predictions: Mapping[NonTerminal, Sequence[Rule]],
        todo: list[Item],
    ) -> None:
        """Begin the rules of a phrase at a word."""
        column.predicted.add(name)
        for rule in predictions[self._symbols[name]]:
            first = self._first.get(id(rule))
            if first is None:
                first = self._first[id(rule)] = _first(rule)
            _add(column, Item(first, at, None), todo)

    def _complete(
        self, columns: Sequence[Column], at: int, predictions: Mapping[NonTerminal, Sequence[Rule]]
    ) -> None:
        """Go on with what waits for a phrase that is complete, and begin what is expected."""
        column = columns[at]
        nodes = column.nodes
        todo = list(column.items.values())
        while todo:
            item = todo.pop()
            dot = item.dot
            if not dot.complete:
                if dot.name not in column.predicted:
                    self._predict(column, dot.name, at, predictions, todo)
                continue
            for waiting in columns[item.begin].waiting.get(str(dot.node_key), ()):
                after = waiting.dot.after
                assert after is not None
                begin = waiting.begin
                key = after.node_key, begin
                node = nodes.get(key)
                if node is None:
                    node = nodes[key] = Node(after, begin, at)
                node.ways.setdefault((waiting.node, item.node), (after.rule, at))
                _add(column, Item(after, begin, node), todo)

    def _scan(self, column: Column, at: int, token: Token) -> Column:
        """The items that expect this word, one word on."""
        found = Column()
        kind, leaf = token.type, _token_node(token, None, priority=0)
        for item in column.scanned.values():
            if item.dot.name != kind:
                continue
            after = item.dot.after
            assert after is not None
            key = after.node_key, item.begin
            node = found.nodes.get(key)
            if node is None:
                node = found.nodes[key] = Node(after, item.begin, at + 1)
            node.ways.setdefault((item.node, leaf), (after.rule, item.begin))
            _add(found, Item(after, item.begin, node), [])
        return found


def _forest(root: Node) -> Any:
    """Lark's forest of what is part of a node."""
    made = {root: _symbol_node(root.dot.label, root.begin, root.end)}
    todo = [root]
    while todo:
        node = todo.pop()
        for (before, last), (rule, begin) in node.ways.items():
            for part in (before, last):
                if isinstance(part, Node) and part not in made:
                    made[part] = _symbol_node(part.dot.label, part.begin, part.end)
                    todo.append(part)
            left = None if before is None else made[before]
            right = made[last] if isinstance(last, Node) else last
            made[node].add_family(node.dot.label, rule, begin, left, right)
    return made[root]


def _first(rule: Rule) -> Dot:
    """A rule of which nothing has been seen."""
    dot: Dot | None = None
    for at in range(len(rule.expansion), -1, -1):
        dot = Dot(rule, at, dot)
    assert dot is not None
    return dot


def _add(column: Column, item: Item, todo: list[Item]) -> None:
    """Put an item into a column, if it is not there; then there is more to do."""
    dot = item.dot
    key = dot, item.begin
    if dot.terminal:
        column.scanned.setdefault(key, item)
    elif key not in column.items:
        column.items[key] = item
        if not dot.complete:
            column.waiting.setdefault(dot.name, []).append(item)
        todo.append(item)
