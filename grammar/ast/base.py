"""The root of all AST nodes, the question node, and generic walks.

Nodes are frozen values like frozen dataclasses, and `dataclasses.replace` works on them.
`Node` makes them itself, because `dataclass` compiles six methods for each of a hundred
classes: that alone took longer than checking a card set from the cache.
"""

from __future__ import annotations

import builtins
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError
from enum import Enum
from itertools import chain
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")
N = TypeVar("N", bound="Node")


Template = str | tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], str]
"""A way to say a node (`grammar.ast.phrase`); with the values that fields have when it is said
so, and the kind of phrase that it is, if that is another than for its class."""

NODES: Final[dict[str, type[Node]]] = {}
"""Every node class by its name, also those added from outside."""

SAYS: Final[dict[type[Node], tuple[str, tuple[Template, ...]]]] = {}
"""Of each node class that has templates: the kind of phrase, and the templates."""


SAMPLES: Final[list[str]] = []
"""Sentences that node classes give as examples of themselves."""


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Node:
    """A piece of meaning: immutable, hashable, comparable.

    `at` says which words of its text say it (`placed`, `place_of`); two nodes that say the same
    with other words are equal. `mark` and `bound` tie references to what they speak of
    (`grammar.binding`).
    """

    __slots__ = ("__dict__", "__weakref__", "at", "below", "bound", "known_hash", "mark")

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]] = {}
    __match_args__: tuple[str, ...] = ()
    node_defaults: ClassVar[dict[str, Any]] = {}
    symbol: ClassVar[str] = ""

    def __init_subclass__(
        cls,
        says: Template | list[Template] = "",
        symbol: str = "",
        sample: str = "",
        abstract: bool = False,
    ) -> None:
        """Make a class of annotated fields a node class.

        `says` is how it is said, the canonical way first; `symbol` is the kind of phrase that it
        is; `sample` is a sentence to show where a text is not understood; of an `abstract` class
        no nodes are made.
        """
        made: Any = cls
        fields: dict[str, dataclasses.Field[Any]] = {}
        defaults: dict[str, Any] = {}
        for name in inspect.get_annotations(cls):
            field: Any = dataclasses.field()
            field.name = name
            field._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
            fields[name] = field
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
                delattr(cls, name)
        made.__dataclass_fields__ = fields
        setattr(made, "__match_args__", tuple(fields))  # noqa: B010 (no type checker lets us)
        made.node_defaults = defaults
        if symbol:
            made.symbol = symbol
        if not abstract:
            NODES[cls.__name__] = cls
        if sample:
            SAMPLES.append(sample)
        if says:
            SAYS[cls] = cls.symbol, tuple(says) if isinstance(says, list) else (says,)

    def __init__(self, *args: Any, **named: Any) -> None:
        values = self.__dict__
        names = self.__match_args__
        values.update(zip(names, args, strict=False))
        given = len(args)
        if given < len(names):
            for name in names[given:]:
                if name in named:
                    values[name] = named.pop(name)
                elif name in self.node_defaults:
                    values[name] = self.node_defaults[name]
                else:
                    raise TypeError(f"{type(self).__name__} needs {name}")
        if named or given > len(names):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)} and nothing else")

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        known: int | None = getattr(self, "known_hash", None)
        if known is None:
            known = hash((type(self), *self.__dict__.values()))
            object.__setattr__(self, "known_hash", known)
        return known

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({said})"


WordPlace = tuple[int, int, int]
"""Where words stand: the printed line, where the first begins, where the last ends. Within one
sentence (line -1) words are counted, in a card's text letters (see `located`)."""


def place_of(node: Node) -> WordPlace | None:
    """Which words say a node; None if it was not read from a text."""
    return getattr(node, "at", None)


def placed(node: N, at: WordPlace | None) -> N:
    """The same node, said by these words."""
    if at is None:
        return node
    new = _copy(node)
    object.__setattr__(new, "at", at)
    return new


SELF: Final = -1
"""The mark of the card itself, where "it" is the card that has the text."""

GIVEN: Final = -2
"""Beside the marks of others: there are none unless somebody was picked out ("the other foe")."""


CANDIDATE: Final = -3
"""The mark of whichever card is looked at ("a card that costs more than every other card")."""


def mark_of(node: Node) -> int:
    """The number by which references know a node; 0: none speaks of it."""
    return getattr(node, "mark", 0)


def bound_to(node: Node) -> tuple[int, ...]:
    """The marks of the nodes that a reference speaks of."""
    return getattr(node, "bound", ())


def tied(node: N, mark: int = 0, bound: tuple[int, ...] = ()) -> N:
    """The same node with a mark of its own, or bound to the marks of others."""
    new = _copy(node)
    at = place_of(node)
    if at is not None:
        object.__setattr__(new, "at", at)
    object.__setattr__(new, "mark", mark)
    object.__setattr__(new, "bound", bound)
    return new


def _copy(node: N) -> N:
    new = object.__new__(type(node))
    new.__dict__.update(node.__dict__)
    return new


def hull(node: Node) -> WordPlace | None:
    """The words of a node, or if it has none of its own, of all its parts in its first line."""
    at = place_of(node)
    if at is not None:
        return at
    found = sorted(filter(None, map(hull, children(node))))
    if not found:
        return None
    return found[0][0], found[0][1], max(end for line, _, end in found if line == found[0][0])


def located(node: N, line: int, words: Sequence[tuple[int, int]]) -> N:
    """The same node in a printed line; `words` is where each word of its sentence stands."""
    new = object.__new__(type(node))
    values = new.__dict__
    for name, value in node.__dict__.items():
        if isinstance(value, Node):
            value = located(value, line, words)
        elif type(value) is tuple and value and isinstance(value[0], Node):
            value = tuple([located(item, line, words) for item in value])
        values[name] = value
    at = place_of(node)
    if at is not None:
        object.__setattr__(new, "at", (line, words[at[1]][0], words[at[2] - 1][1]))
    return new


def moved(node: N, at: WordPlace) -> N:
    """The same node, said in all its parts by these words: what one word of a text stands for."""
    changed: N = rebuild(node, lambda inner: moved(inner, at))
    return placed(changed, at)


def replace(node: N, **changes: Any) -> N:
    """A node with other values in some fields, in the place of the old one."""
    made = type(node)(**{**node.__dict__, **changes})
    at = place_of(node)
    if at is not None:
        object.__setattr__(made, "at", at)
    return made


class EffectNode(Node, symbol="predicate", abstract=True):
    """Something that happens: the class of all effects, also of those added from outside."""

    def meaning(self) -> EffectNode | None:
        """What it means in other effects; None for an effect that the core has forms for."""
        return None


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


Effect: TypeAlias = "EffectNode | Question[Effect]"


def field_type(kind: type[Any], name: str) -> Any:
    """The type of a field as it is written, without the module that it is taken from."""
    found: Any = kind.__annotations__[name]
    return re.sub(r"\b\w+\.(?=\w)", "", found) if isinstance(found, str) else found


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a node class, in order."""
    names: tuple[str, ...] = kind.__match_args__
    return names


_NESTED: Final[dict[type[Any], tuple[str, ...]]] = {}


def _nested(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a node class that may hold nodes, the last one first."""
    found = _NESTED.get(kind)
    if found is None:
        found = _NESTED[kind] = _find_nested(kind)
    return found


def _find_nested(kind: type[Any]) -> tuple[str, ...]:
    known = {**vars(builtins), **vars(sys.modules[kind.__module__])}
    return tuple(
        name
        for name in reversed(field_names(kind))
        if not all(
            word in ("None", "tuple")
            or (isinstance(known.get(word), type) and _is_plain(known[word]))
            for word in re.findall(r"\w+", str(field_type(kind, name)))
        )
    )


def _is_plain(kind: type[Any]) -> bool:
    """Whether values of a type are no nodes and hold none."""
    return issubclass(kind, bool | int | str | Enum)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order of its fields."""
    for name in reversed(_nested(type(node))):
        value: Any = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


KEPT_BELOW: Final = 100
"""A node remembers what is below it, if it is no more than that: texts are looked through again
and again."""


def walk(node: Node) -> Iterator[Node]:
    """`node` and every node below it, parents before children."""
    below: tuple[Node, ...] | None = getattr(node, "below", None)
    if below is None:
        below = _below(node)
        if len(below) <= KEPT_BELOW:
            object.__setattr__(node, "below", below)
    return chain((node,), below)


def _below(top: Node) -> tuple[Node, ...]:
    found: list[Node] = []
    waiting = [top]
    while waiting:
        node = waiting.pop()
        found.append(node)
        for name in _nested(type(node)):  # as `children`, without an iterator each
            value: Any = getattr(node, name)
            if isinstance(value, Node):
                waiting.append(value)
            elif isinstance(value, tuple):
                for item in reversed(value):
                    if isinstance(item, Node):
                        waiting.append(item)
    return tuple(found[1:])


def size(node: Node) -> int:
    """How many nodes there are in all."""
    return 1 + sum(map(size, children(node)))


def rebuild(node: Node, change: Any) -> Any:
    """A copy of `node` whose direct children `c` are replaced by `change(c)`.

    Returns `node` itself when nothing changed, so that untouched parts stay shared.
    """
    new: dict[str, Any] = {}
    for name in reversed(_nested(type(node))):
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
    return replace(node, **new)
