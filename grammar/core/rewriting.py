"""Cores written anew: forms in the place of others, values in the place of names, other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from operator import is_
from typing import Any, TypeVar

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk

Rewriting = Mapping[type[c.Form], Callable[[Any], Any]]
"""What forms of some classes become; many stay what they are."""
T = TypeVar("T")


def rewritten(it: T, rewriting: Rewriting) -> T:
    """A form with everything in it written anew, from the inside."""
    return _rewritten(it, rewriting, c.bits_of(rewriting))  # type: ignore[no-any-return]


def _rewritten(it: Any, rewriting: Rewriting, sought: int) -> Any:
    if isinstance(it, tuple):
        every = [_rewritten(one, rewriting, sought) for one in it]
        return it if all(map(is_, every, it)) else tuple(every)
    if not isinstance(it, c.Form) or not c.kinds_within(it) & sought:
        return it
    kind: Any = type(it)  # which mypy takes for unhashable
    changed = {}
    for name in c.field_names(kind):
        old = getattr(it, name)
        new = _rewritten(old, rewriting, sought)
        if new is not old:
            changed[name] = new
    made = replace(it, **changed) if changed else it
    return rewriting[kind](made) if kind in rewriting else made


def substituted(it: T, name: str, value: c.Value) -> T:
    """A form in which a value stands for a name."""
    return rewritten(it, {c.Var: lambda var: value if var.name == name else var})


def renamed(it: T, ending: str, names: frozenset[str]) -> T:
    """A form in which these names have another ending, where they are bound and where they
    stand."""
    made: Any = it
    if isinstance(it, tuple):
        made = tuple(renamed(one, ending, names) for one in it)
    elif isinstance(it, c.Form):
        new = {one.name: renamed(getattr(it, one.name), ending, names) for one in fields(it)}
        made = replace(it, **new)
        name = getattr(it, "name", "")
        if name in names and not isinstance(it, c.Kind):
            made = replace(made, name=f"{name}{ending}")
    return made  # type: ignore[no-any-return]


def bound_in(it: c.Form) -> frozenset[str]:
    """Every name that is bound in a form."""
    named = (getattr(x, "name", "") for x in walk(it) if not isinstance(x, c.Var | c.Kind))
    return frozenset(name for name in named if name)
