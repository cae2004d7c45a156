"""Faults for the quick engine: a function of it with one piece of its text replaced, or another in
its place.

Functions are looked up by the names of the module that calls them; steps of a turn by their names
in the table of steps, from which a game learns them when it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from rules_check.oracle.quick import turn
from rules_check.oracle.quick.state import State
from tests.properties.symbolic.faults import changed

Step = Callable[[State], Any]


def rewrite(patch: pytest.MonkeyPatch, module: ModuleType, name: str, old: str, new: str) -> None:
    """A function of a module has `new` in the place of `old`, wherever it is called from there, and
    as a step of a turn."""
    fault = changed(module, name, old, new)
    if name in turn.STEPS and turn.STEPS[name] is getattr(module, name):
        replace_step(patch, name, fault)
    patch.setattr(module, name, fault)


def replace_step(patch: pytest.MonkeyPatch, name: str, fault: Step) -> None:
    """Another function is a step of a turn."""
    assert name in turn.STEPS
    patch.setitem(turn.STEPS, name, fault)


def nothing(*_: Any, **__: Any) -> None:
    """Nothing is done."""


def fails(*_: Any) -> None:
    """It cannot be done."""
    raise ZeroDivisionError("no")
