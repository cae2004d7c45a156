"""The statements of the engine that scenarios run, and the rules that they are about."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_topics
from rules_check.rules.topics import split
from tests.mutants.model import ROOT
from tests.mutants.rules.faults import Fault
from tests.mutants.rules.places import Function, functions, functions_of, lines_of
from tests.mutants.rules.small_changes import small_changes
from tests.mutants.rules.trying import Ran

TOPICS: Final = "oracle/quick/telling.py"
"""Where events are told, and the topic of one is found if it depends on the game."""

READING: Final = ("oracle/values/option_forms.py",)
"""Where the words of an option are read; a change there is a fault of no rule."""


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


def statements(ran: Mapping[str, Ran]) -> tuple[Statement, ...]:
    """Every statement that a scenario runs: those that decide first, by how many run them."""
    by_line: dict[tuple[str, int], set[str]] = {}
    for id_, both in ran.items():
        for files in both:
            for file, lines in files.items():
                for line in lines:
                    by_line.setdefault((file, line), set()).add(id_)
    found = []
    for function in functions().values():
        if function.file in READING:
            continue
        returned = function.returned()
        for head, text, nth in function.heads():
            lines_ = lines_of(head)
            run_by = set().union(*(by_line.get((function.file, line), ()) for line in lines_))
            others = tuple(small_changes(head, returned.get(id(head), "")))
            if run_by and others:
                told = text.startswith("say(") or "trace" in text or function.file == TOPICS
                found.append(Statement(function, text, nth, frozenset(run_by), told, others))
    return tuple(sorted(found, key=lambda one: (one.told, len(one.run_by))))


def runs_of(found: Sequence[Statement]) -> Mapping[str, frozenset[str]]:
    """The scenarios that run each function."""
    runs: dict[str, set[str]] = {}
    for one in found:
        runs.setdefault(one.function.where, set()).update(one.run_by)
    return {where: frozenset(ids) for where, ids in runs.items()}


def functions_making(ran: Mapping[str, Ran]) -> frozenset[str]:
    """The functions that run when games are made."""
    lines: dict[str, set[int]] = {}
    for both in ran.values():
        for file, own in both.made.items():
            lines.setdefault(file, set()).update(own)
    return frozenset(
        where
        for where, one in functions().items()
        if not lines.get(one.file, set()).isdisjoint(
            range(one.tree.lineno, (one.tree.end_lineno or 0) + 1)
        )
    )


# ------------------------------------------------------------------ what it is about


def _strings(function: Function) -> frozenset[str]:
    """The strings that a function has; for one that may be a verb, also the topic of its effect."""
    found = set()
    for node in ast.walk(function.tree):
        match node:
            case ast.Constant(value=str() as text):
                found |= {text, f"effect.{text}"}
            case _:
                pass
    return frozenset(found)


@cache
def _named() -> Mapping[str, frozenset[str]]:
    """The strings of each function of the engine, and of those that find a topic for it."""
    source = (ROOT / TOPICS).read_text(encoding="utf-8")
    finders = {one.name: _strings(one) for one in functions_of(TOPICS, source)}
    return {
        where: _strings(function).union(
            *(
                finders.get(node.id, frozenset())
                for node in ast.walk(function.tree)
                if isinstance(node, ast.Name)
            )
        )
        for where, function in functions().items()
    }


def _wider(topic: str) -> Iterator[str]:
    """A topic and what it is a part of, but for the first word: `buy.stack.again`, `buy.stack`."""
    words = topic.removeprefix("refused.").split(".")
    yield from (topic, *(".".join(words[:last]) for last in range(2, len(words) + 1)))


@cache
def near(rule: str) -> frozenset[str]:
    """The functions that name a topic behind which the rule stands."""
    topics = {
        name
        for book in PLAY_SETS
        for entry, rules in load_topics(book).items()
        if rule in rules
        for name in _wider(split(entry)[0])
    }
    return frozenset(where for where, names in _named().items() if topics & names)


@cache
def around(rule: str) -> frozenset[str]:
    """The functions of the modules in which a function names a topic of the rule."""
    files = {functions()[where].file for where in near(rule)}
    return frozenset(where for where, one in functions().items() if one.file in files)
