"""The card files that are searched or counted, read once."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rules_check.checker import Checker, FileResult
from rules_check.glyphs import visible
from rules_check.grammar.cache import Cache


def read_sets(paths: Iterable[str]) -> list[FileResult]:
    """The files; what cannot be read is told on standard error."""
    checker = Checker(Cache())
    results = [checker.check_path(path) for path in dict.fromkeys(paths)]
    checker.save()
    for one in results:
        if not one.readable:
            for found in one.diagnostics:
                said = f"{one.file.path}: {found.message}"
                print(f"rules-check: {visible(said)}", file=sys.stderr)
    return results
