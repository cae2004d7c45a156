"""Mutants: small faults of the engine, as data.

A mutant replaces one piece of text in one file of oracle/ or grammar/. Nothing here imports the
engine: the file is patched in memory, before it is imported (`tests.mutants.hook`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
FILES: Final = tuple(Path(__file__).with_name(name) for name in ("mutants.toml", "meaning.toml"))
WORDS_FILE: Final = Path(__file__).with_name("words.toml")
"""Faults that make words weaker or void: `tests.mutants.words`."""

_NEEDED: Final = ("id", "file", "old", "new", "breaks")
_KEYS: Final = frozenset({*_NEEDED, "rules", "survives", "unseen", "noticed", "texts"})


class MutantError(ValueError):
    """A mutant cannot be used as it is written: which one, and what is wrong."""

    def __init__(self, mutant: str, problem: str) -> None:
        self.mutant = mutant
        self.problem = problem
        super().__init__(f"{mutant}: {problem}")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: in `file`, `old` (which occurs once) becomes `new`.

    `breaks` says in one sentence what goes wrong in a game. `rules` are rules that it breaks;
    scenarios of these are tried first. `survives` is the reason why nothing can kill it, `unseen`
    the reason why no vector can: it is not in the positions and choices that engines tell.
    `noticed` is by what it is noticed beside the interpreter by the letter, or as a table of its
    own tells it. `texts` is a regular expression of the texts of which it weakens words.
    """

    id: str
    file: str
    old: str
    new: str
    breaks: str
    rules: tuple[str, ...] = ()
    survives: str = ""
    unseen: str = ""
    noticed: str = ""
    texts: str = ""

    @property
    def module(self) -> str:
        """The dotted name of the module that it changes."""
        return "rules_check." + self.file.removesuffix(".py").replace("/", ".")

    def applied(self, source: str) -> str:
        """The source with the fault in it. Raises MutantError."""
        found = source.count(self.old)
        if found != 1:
            raise MutantError(self.id, f"its text occurs {found} times in {self.file}, not once")
        return source.replace(self.old, self.new)

    def compiled(self) -> Any:
        """The code of the module with the fault in it. Raises MutantError."""
        path = ROOT / self.file
        source = self.applied(path.read_text(encoding="utf-8"))
        try:
            return compile(source, str(path), "exec", dont_inherit=True)
        except SyntaxError as error:
            raise MutantError(self.id, f"{self.file} does not compile with it: {error}") from error


def load_mutants(*paths: Path) -> tuple[Mutant, ...]:
    """The mutants of files (or of the project's own), in their order. Raises MutantError."""
    tables = [
        table
        for path in paths or FILES
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    ]
    mutants = tuple(_mutant(number, table) for number, table in enumerate(tables, 1))
    seen: set[str] = set()
    for mutant in mutants:
        if mutant.id in seen:
            raise MutantError(mutant.id, "there are two of this id")
        seen.add(mutant.id)
    return mutants


def _mutant(number: int, table: Mapping[str, Any]) -> Mutant:
    name = str(table.get("id", f"mutant {number}"))
    missing = [key for key in _NEEDED if not isinstance(table.get(key), str)]
    if missing:
        raise MutantError(name, f"no text under {', '.join(missing)}")
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        raise MutantError(name, f"unknown key {unknown[0]!r}")
    if not table["file"].startswith(("oracle/", "grammar/")) or not table["file"].endswith(".py"):
        raise MutantError(name, f"{table['file']} is no module of oracle/ or grammar/")
    if table["old"] == table["new"]:
        raise MutantError(name, "changes nothing")
    rules = tuple(table.get("rules", ()))
    return Mutant(**{**table, "rules": rules})


def chosen(mutants: Iterable[Mutant], only: str) -> tuple[Mutant, ...]:
    """The mutants with these ids, separated by commas; all for an empty text."""
    mutants = tuple(mutants)
    wanted = [name for name in only.split(",") if name]
    known = {mutant.id for mutant in mutants}
    for name in wanted:
        if name not in known:
            raise MutantError(name, "there is no such mutant")
    return tuple(mutant for mutant in mutants if not wanted or mutant.id in wanted)
