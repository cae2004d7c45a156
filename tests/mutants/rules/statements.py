"""The statements of the engine that scenarios run, and the rules that they are about."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_topics
from rules_check.rules.topics import split
from tests.mutants.rules.faults import Fault
from tests.mutants.rules.places import Function, functions, lines_of
from tests.mutants.rules.small_changes import small_changes
from tests.mutants.rules.trying import Lines


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the engine, and the scenarios that run it; whether it only tells."""

    function: Function
    text: str
    nth: int
    run_by: frozenset[str]
    told: bool
    others: tuple[str, ...] = field(repr=False)

    def faults(self) -> Iterator[Fault]:
        """What it could say by mistake."""
        for new in self.others:
            yield Fault("change", self.function.where, self.text, new, self.nth)


def statements(ran: Mapping[str, Lines]) -> tuple[Statement, ...]:
    """Every statement that a scenario runs: those that decide first, by how many run them."""
    by_line: dict[tuple[str, int], set[str]] = {}
    for id_, files in ran.items():
        for file, lines in files.items():
            for line in lines:
                by_line.setdefault((file, line), set()).add(id_)
    found = []
    for function in functions().values():
        returns = ast.unparse(function.tree.returns) if function.tree.returns else ""
        for head, text, nth in function.heads():
            lines_ = lines_of(head)
            run_by = set().union(*(by_line.get((function.file, line), ()) for line in lines_))
            others = tuple(small_changes(head, returns))
            if run_by and others:
                told = text.startswith("say(") or "trace" in text
                found.append(Statement(function, text, nth, frozenset(run_by), told, others))
    return tuple(sorted(found, key=lambda one: (one.told, len(one.run_by))))


def runs_of(found: Sequence[Statement]) -> Mapping[str, frozenset[str]]:
    """The scenarios that run each function."""
    runs: dict[str, set[str]] = {}
    for one in found:
        runs.setdefault(one.function.where, set()).update(one.run_by)
    return {where: frozenset(ids) for where, ids in runs.items()}


@cache
def _names() -> Mapping[str, frozenset[str]]:
    """The strings that each function of the engine has."""
    return {
        where: frozenset(
            node.value
            for node in ast.walk(function.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        for where, function in functions().items()
    }


@cache
def near(rule: str) -> frozenset[str]:
    """The functions that name a topic behind which the rule stands."""
    topics = {
        split(entry)[0]
        for book in PLAY_SETS
        for entry, rules in load_topics(book).items()
        if rule in rules
    }
    return frozenset(where for where, names in _names().items() if topics & names)
