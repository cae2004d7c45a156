"""The root of all AST nodes, the question node, and generic walks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of meaning: immutable, hashable, comparable."""


@dataclass(frozen=True, slots=True)
class Question(Node, Generic[T]):
    """A choice that the text leaves open: the same place read in several ways.

    `id` names the question (see `grammar.questions`), `keys` name the options in a
    way that rulings can refer to, and `options` are the readings.
    """

    id: str
    keys: tuple[str, ...]
    options: tuple[T, ...]

    def option(self, key: str) -> T:
        """The reading that `key` names."""
        return self.options[self.keys.index(key)]


_FIELDS: dict[type, tuple[str, ...]] = {}


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a node class, in order."""
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return names


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order of its fields."""
    for name in field_names(type(node)):
        value: Any = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """`node` and every node below it, parents before children."""
    yield node
    for child in children(node):
        yield from walk(child)


def rebuild(node: Node, change: Any) -> Any:
    """A copy of `node` whose direct children `c` are replaced by `change(c)`.

    Returns `node` itself when nothing changed, so that untouched parts stay shared.
    """
    new: dict[str, Any] = {}
    for name in field_names(type(node)):
        value: Any = getattr(node, name)
        if isinstance(value, Node):
            changed: Any = change(value)
            if changed is not value:
                new[name] = changed
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            items = tuple(change(item) for item in value)
            if any(a is not b for a, b in zip(items, value, strict=True)):
                new[name] = items
    if not new:
        return node
    kept = {name: getattr(node, name) for name in field_names(type(node))}
    return type(node)(**{**kept, **new})
