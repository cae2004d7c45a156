"""When two cores are the same: up to the names of variables, the order of and, or and labels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rules_check.grammar.core import forms as c

FREE: Final = ("you", "this", "paid")
"""Names that are bound by no form."""


def same(first: c.Core, second: c.Core) -> bool:
    """Whether two cores say the same."""
    return standard(first) == standard(second)


def standard(core: c.Core) -> c.Core:
    """The same core with names in the order in which they are bound, and with "and", "or" and
    labels in one order."""
    made = _Renaming().form(core)
    assert isinstance(made, c.Core)
    return made


LOCAL: Final = (c.Filter, c.Collect, c.Best, c.Quantified, c.Event, c.Move, c.Change)
"""Forms whose name is known in themselves only (that of an event that is waited for also in what
is done then)."""


LETTERS: Final = "xyzuvw"


def relabelled(core: c.Core) -> c.Core:
    """The same core, in which no name that is known in a value only hides another."""
    made = _Relabelling().form(core)
    assert isinstance(made, c.Core)
    return made


class _Renaming:
    """Gives each name the next number where it is bound; a name that is known in a value only, the
    number of those around it, so that the order of conditions does not matter."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.bound = 0
        self.around = 0

    def form(self, it: Any) -> Any:
        """A form, or what stands in its fields, with the new names."""
        if isinstance(it, tuple):
            return tuple(self.form(one) for one in it)
        if not isinstance(it, c.Form):
            return it
        if isinstance(it, c.Var):
            return replace(it, name=self.names.get(it.name, it.name))
        if isinstance(it, LOCAL):
            return self.local(it)
        if isinstance(it, c.On) and isinstance(it.event, c.Event):
            return self.named(it, event=self.named(it.event))
        return self.named(it)

    def local(self, it: c.Form) -> Any:
        """A form whose name nothing outside of it knows."""
        outer, around = self.names, self.around
        self.names, self.around = dict(outer), around + 1
        made = self.named(it, self.letter())
        self.names, self.around = outer, around
        return made

    def letter(self) -> str:
        """A name that is known in a value only."""
        return f"y{self.around}"

    def called(self, _name: str) -> str:
        """A name that statements know."""
        self.bound += 1
        return f"x{self.bound}"

    def ordered(self, it: c.Form) -> c.Form:
        """A form in the one order in which it is compared."""
        return _in_order(it)

    def named(self, it: Any, called: str = "", **new: Any) -> Any:
        """A form with a new name, if it has one, and its parts."""
        name = getattr(it, "name", "")
        if name and not isinstance(it, c.Kind) and name not in FREE:
            self.names[name] = new["name"] = called or self.called(name)
        kind: Any = type(it)  # which mypy takes for unhashable
        for field in c.holding(kind):
            if field not in new:
                new[field] = self.form(getattr(it, field))
        return self.ordered(replace(it, **new))


class _Relabelling(_Renaming):
    """Keeps the names of statements."""

    def letter(self) -> str:
        """The next letter, of those around it."""
        turn, letter = divmod(self.around - 1, len(LETTERS))
        return LETTERS[letter] + (str(turn + 1) if turn else "")

    def called(self, _name: str) -> str:
        """The name as it was."""
        return _name

    def ordered(self, it: c.Form) -> c.Form:
        """A form as it is."""
        return it


def _in_order(it: c.Form) -> c.Form:
    if isinstance(it, c.Logic) and it.op != "not":
        return replace(it, of=tuple(sorted(_flat(it.op, it.of), key=repr)))
    if isinstance(it, c.Text):
        return replace(it, labels=tuple(sorted(it.labels)))
    if isinstance(it, c.Several):
        return replace(it, items=tuple(sorted(it.items, key=repr)))
    return it


def _flat(op: str, of: tuple[c.Value, ...]) -> list[c.Value]:
    found: list[c.Value] = []
    for one in of:
        found += _flat(op, one.of) if isinstance(one, c.Logic) and one.op == op else [one]
    return found
