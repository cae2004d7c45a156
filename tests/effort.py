"""How long tests take: which of them are slow, and how much a random test tries."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

SLOW = tuple(
    line
    for line in Path(__file__).with_name("slow.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
"""Tests (and files with nothing else) that take more than a second, the slowest first."""

LONG = os.environ.get("RULES_CHECK_LONG") == "1"

only_long = pytest.mark.skipif(not LONG, reason="takes long, and a shorter test looks at the same")
"""For tests that `make long` runs and `make test` does not."""


def tries(few: int, many: int) -> int:
    """How many examples: few for `make test`, many for `make long`."""
    return many if LONG else few


def any_text(most: int) -> st.SearchStrategy[str]:
    """Any text that UTF-8 can write. By default Hypothesis says so by the codec, and tries it on
    each of a million signs, which takes seconds where that was not done before."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=most)


def with_grammar(folder: Path, shared: Path) -> Path:
    """A new cache folder that holds the rules of the grammar and nothing else: for programs that
    must find neither a sentence nor a proof, and need not work out the rules either."""
    from rules_check.grammar.cache import Cache
    from rules_check.grammar.grammar_rules import grammar_rules

    new, known = Cache(folder), Cache(shared)

    class Both:
        def kept(self, key: str) -> Any:
            value = known.kept(key)
            if value is not None:
                new.keep(key, value)
            return value

        def keep(self, key: str, value: Any) -> None:
            new.keep(key, value)
            known.keep(key, value)

    grammar_rules(Both())
    new.save()
    known.save()
    return folder


NOT_LOADED = {"site-packages", "test", "tests", "idlelib", "lib2to3", "tkinter"}
"""Folders of Python with much in them that no test loads."""


def take_compiled(into: Path) -> None:
    """Compiled modules are looked for in a new folder: those of Python and of what is installed are
    taken from where they lie, which is quicker than to compile two thousand of them anew."""
    if into.exists():
        return
    ending = f".{sys.implementation.cache_tag}.pyc"
    for name in ("stdlib", "purelib"):
        for folder, inside, files in os.walk(Path(sysconfig.get_path(name)).resolve()):
            inside[:] = [one for one in inside if one not in NOT_LOADED]
            path = Path(folder)
            if path.name == "__pycache__":
                there = into.joinpath(*path.parent.parts[1:])
                there.mkdir(parents=True, exist_ok=True)
                for file in files:
                    if file.endswith(ending):
                        shutil.copyfile(path / file, there / file)


def shared_cache(folders: pytest.TempPathFactory) -> Path:
    """A cache folder for commands that need not begin with an empty one: all workers share it."""
    base = folders.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
