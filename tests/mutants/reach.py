"""Which functions of the interpreter and of the translation each vector runs: `python -m
tests.mutants.reach VECTORS FILE` writes a line for each vector of the one file into the other.

A vector cannot notice a fault in a function that it never runs, and is not tried for it. The text
of a card is translated once for all vectors; what that runs counts for each that reads the card.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from tests.mutants.model import ROOT, Mutant

WHERE: Final = ("/oracle/letter/", "/grammar/core/")
READS: Final = "oracle/letter/box.py:Kind.texts"
"""What is run whenever the texts of a card are read."""


def function_of(mutant: Mutant, *, inner: bool = False) -> str:
    """The function or method in which a fault is, as `named` tells it; "" if it is in none.
    `inner`: of those that are defined inside each other the innermost."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    first = source[: source.index(mutant.old)].count("\n") + 1
    last = first + mutant.old.rstrip("\n").count("\n")
    found = [
        f"{mutant.file}:{name}"
        for name, node in _functions(ast.parse(source), "")
        if node.body[0].lineno <= first and last <= (node.end_lineno or 0)
    ]
    return found[-1 if inner else 0] if found else ""


def _functions(within: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """All functions, each before those that are defined inside it."""
    for node in ast.iter_child_nodes(within):
        match node:
            case ast.ClassDef():
                yield from _functions(node, f"{name}{node.name}.")
            case ast.FunctionDef():
                yield name + node.name, node
                yield from _functions(node, f"{name}{node.name}.<locals>.")
            case _:
                yield from _functions(node, name)


def named(code: CodeType, files: Sequence[str] = WHERE) -> str:
    """A function by its file, if it is in one of those, and name."""
    file = code.co_filename
    at = max(file.rfind(where) for where in files)
    return "" if at < 0 else f"{file[at + 1 :]}:{code.co_qualname}"


class Watch:
    """Sees which functions are run."""

    def __init__(self) -> None:
        self.known: dict[CodeType, str] = {}
        self.seen: set[str] = set()
        self.translating: dict[str, set[str]] = {}
        """What the translation of each card ran, book by book."""
        self.there: dict[str, set[str]] = {}
        """The same of the cards of the game that is played, by their keys."""
        self.read: set[str] = set()
        """The keys of the cards whose texts were read in it."""

    def __call__(self, frame: FrameType, _event: str, _arg: object) -> None:
        """A function is run; what is defined inside one is a part of it."""
        code = frame.f_code
        if code not in self.known:
            self.known[code] = named(code).partition(".<locals>")[0]
        self.seen.add(self.known[code])
        if self.known[code] == READS:
            self.read.add(frame.f_locals["self"].key)

    @contextmanager
    def kinds(self) -> Iterator[None]:
        """What the translation of a card runs is kept for all vectors with it."""
        from rules_check.conform import letter
        from rules_check.grammar.core.carried_out import translated

        plain = letter.kind_of
        letter._kind.cache_clear()  # what was translated before has not been seen
        translated.cache_clear()

        def kind_of(data: Any, ruleset: str, books: tuple[str, ...]) -> Any:
            outer, self.seen = self.seen, set()
            made = plain(data, ruleset, books)
            own = self.translating.setdefault(json.dumps((data, made.book)), self.seen)
            self.there[data["key"]] = own
            self.seen = outer
            return made

        letter.kind_of = kind_of
        try:
            yield
        finally:
            letter.kind_of = plain

    def run(self, vector: Mapping[str, Any]) -> list[str]:
        """What a vector runs: of translations, those of the cards whose texts are read."""
        from tests.oracle.letter.play import play

        self.seen, self.there, self.read = set(), {}, set()
        sys.settrace(self)
        try:
            why = play(vector).why
        finally:
            sys.settrace(None)
        assert not why, f"{vector['id']}: {why}"
        found = self.seen.union(*(self.there[key] for key in self.read))
        return sorted(found - {""})


def main(vectors: str, file: str) -> None:
    """Play all vectors, and write what they run."""
    watch = Watch()
    with (
        watch.kinds(),
        Path(vectors).open(encoding="utf-8") as lines,
        Path(file).open("w", encoding="utf-8") as out,
    ):
        for line in lines:
            out.write(json.dumps(watch.run(json.loads(line.split("\t", 3)[3]))) + "\n")


def only_reaching(function: str, vectors: Path, reached: Path, into: Path) -> None:
    """Write only those vectors that run a function; all of them if it is in none."""
    with (
        vectors.open(encoding="utf-8") as lines,
        reached.open(encoding="utf-8") as known,
        into.open("w", encoding="utf-8") as out,
    ):
        for line, functions in zip(lines, known, strict=True):
            if not function or function in json.loads(functions):
                out.write(line)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
