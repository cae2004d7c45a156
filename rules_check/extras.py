"""Packages that only some commands need, and what is said where one is missing."""

from __future__ import annotations

import importlib.util
import sys

EXTRAS = {"z3": ("z3-solver", "prove"), "networkx": ("networkx", "graph")}
"""The package of a module, and the extra of this project that installs it."""


def missing(module: str) -> str | None:
    """What to install before a module can be loaded; None if it can be."""
    if importlib.util.find_spec(module) is not None:
        return None
    package, extra = EXTRAS[module]
    return f"the package {package}: pip install 'rules-check[{extra}]'"


def lacks(module: str, what: str) -> bool:
    """Whether a command cannot run; then it has been said what `what` ("proofs need") is for."""
    needed = missing(module)
    if needed is not None:
        print(f"rules-check: {what} {needed}", file=sys.stderr)
    return needed is not None
