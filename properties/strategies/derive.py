"""Strategies that follow from the nodes themselves.

`of(kind)` draws nodes of a class. It looks, in this order, for

1. ways entered by `draws` or `way`: for what is irregular, and for normal form;
2. the templates of the class: one of its phrases, and in each slot what can stand there;
3. the types of its fields.

What stands in a slot or a field is looked up in `NAMED`, and else follows from its type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Phrase, Slot, phrases
from rules_check.grammar.phrases import load

Drawn = st.SearchStrategy[Any]
F = TypeVar("F", bound=Callable[[], Drawn])

NAMED: dict[str, Drawn] = {"None": st.none(), "bool": st.booleans()}
"""By the kind of a slot, or by a type as it is written; `actor` is whoever does an effect."""

WAYS: dict[type[a.Node], list[Drawn]] = {}
_MADE: dict[type[a.Node], Drawn] = {}


def draws(kind: type[a.Node]) -> Callable[[F], F]:
    """Enter what a function makes as one way to draw nodes of a class."""

    def enter(function: F) -> F:
        WAYS.setdefault(kind, []).append(function())
        return function

    return enter


def way(kind: type[a.Node], /, **fields: Any) -> None:
    """Enter one way to draw nodes of a class: as `made` makes them."""
    WAYS.setdefault(kind, []).append(made(kind, **fields))


def of(kind: type[a.Node]) -> Drawn:
    """Nodes of a class."""
    if kind not in _MADE:
        load()
        if kind in WAYS:
            _MADE[kind] = st.one_of(WAYS[kind])
        elif phrases(kind):
            _MADE[kind] = st.one_of([_said(kind, phrase) for phrase in phrases(kind)])
        else:
            _MADE[kind] = derived(kind)
    return _MADE[kind]


def derived(kind: type[a.Node], /, **types: Drawn) -> Drawn:
    """Nodes of a class by the types of all its fields; `types` go before `NAMED`."""
    return made(kind, **{name: _field(kind, name, types) for name in a.field_names(kind)})


def made(kind: type[a.Node], /, **fields: Any) -> Drawn:
    """Nodes of a class; `fields` are values or strategies. Others have their defaults, and are
    drawn if they have none; so is whoever does an effect."""
    drawn: dict[str, Drawn] = {}
    for name in a.field_names(kind):
        if name in fields:
            value = fields[name]
            drawn[name] = value if isinstance(value, st.SearchStrategy) else st.just(value)
        elif name not in kind.node_defaults or _acts(kind, name):
            drawn[name] = _field(kind, name)
    return st.builds(kind, **drawn)


def _said(kind: type[a.Node], phrase: Phrase) -> Drawn:
    """Nodes that are said by one phrase."""
    items = [item for options, _ in phrase.parts for item in options[0]]
    slots = {item.name: item.kind for item in items if isinstance(item, Slot)}
    said = {n: NAMED[k] if k in NAMED else _field(kind, n) for n, k in slots.items()}
    return made(kind, **said, **phrase.fixed)


def _acts(kind: type[a.Node], name: str) -> bool:
    return name == "who" and issubclass(kind, a.EffectNode)


def _field(kind: type[a.Node], name: str, types: dict[str, Drawn] | None = None) -> Drawn:
    if _acts(kind, name):
        return NAMED["actor"]
    try:
        return by_type(a.field_type(kind, name), **types or {})
    except TypeError as error:
        raise TypeError(f"no strategy for {kind.__name__}.{name}: {error}") from None


def by_type(type_: Any, /, **types: Drawn) -> Drawn:
    """Whatever is of a type, by its name or itself; questions only where `NAMED` has them."""
    name = type_ if isinstance(type_, str) else getattr(type_, "__name__", "")
    if name in types or name in NAMED:
        return types[name] if name in types else NAMED[name]
    if isinstance(type_, str) and " | " in type_:
        return st.one_of([by_type(option, **types) for option in type_.split(" | ")])
    if items := re.fullmatch(r"tuple\[(.+), \.\.\.\]", name):
        one = by_type(items[1], **types)
        return st.lists(one, min_size=1, max_size=2, unique=True).map(tuple)
    if isinstance(type_, str) and (known := a.NODES.get(name) or getattr(a, name, None)):
        return by_type(known, **types)
    if name.startswith("Question["):
        return st.nothing()
    if isinstance(type_, type) and issubclass(type_, a.Node):
        regular = type_ not in WAYS and not phrases(type_)
        return derived(type_, **types) if types and regular else of(type_)
    if isinstance(type_, type) and issubclass(type_, Enum):
        return st.sampled_from(list(type_))
    if not get_args(type_):
        raise TypeError(f"{type_!r} is not known")
    return st.one_of([by_type(option, **types) for option in get_args(type_)])
