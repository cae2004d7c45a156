"""An import hook that puts a mutant into the engine: one module is compiled from other text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType

from tests.mutants.model import Mutant, MutantError


class _Loader(SourceFileLoader):
    """Loads a module with the fault in it; nothing is read from or written to a cache."""

    def __init__(self, mutant: Mutant, path: str) -> None:
        super().__init__(mutant.module, path)
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 (there is only one)
        code: CodeType = self._mutant.compiled()
        return code


class _Finder(MetaPathFinder):
    """Finds the one module that is changed."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname != self._mutant.module:
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin is None:
            return None
        loader = _Loader(self._mutant, found.origin)
        return spec_from_file_location(fullname, found.origin, loader=loader)


def install(mutant: Mutant, engine: str = "rules_check.oracle") -> None:
    """From now on an engine has this fault. Raises MutantError if it is imported already."""
    if engine in sys.modules:
        raise MutantError(mutant.id, "the engine has been imported without it")
    sys.meta_path.insert(0, _Finder(mutant))
