"""Packages that only some commands need, and what is said where one is missing."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

PACKAGES = {"z3": "z3-solver>=4.13,<4.15.5", "networkx": "networkx>=3.2,<4"}
"""The package of a module, in the versions of the extra that names it in pyproject.toml. From
4.15.5 on z3-solver has no wheels for several platforms."""


def how_to_install(module: str) -> str:
    """The command that installs a module, wherever this project itself came from."""
    return f"python -m pip install '{PACKAGES[module]}'"


def missing(module: str) -> str | None:
    """What to install before a module can be loaded; None if it can be."""
    if importlib.util.find_spec(module) is not None:
        return None
    package = PACKAGES[module].partition(">")[0]
    return f"the package {package}: {how_to_install(module)}"


def version_of(module: str) -> str | None:
    """The installed version of a module, without importing it; None if there is none."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    package = PACKAGES.get(module, module).partition(">")[0].replace("-", "_")
    found = sorted(path.name for path in folder.parent.glob(f"{package}-*.dist-info"))
    if found:
        return found[-1]
    return repr([(path.name, path.stat().st_size) for path in sorted(folder.glob("*.py"))])


def lacks(module: str, what: str) -> bool:
    """Whether a command cannot run; then it has been said what `what` ("proofs need") is for."""
    needed = missing(module)
    if needed is not None:
        print(f"rules-check: {what} {needed}", file=sys.stderr)
    return needed is not None
