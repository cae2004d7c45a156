"""Which statements of cards scenarios carry out.

While scenarios are played, every statement of a core is noted when it is run, and of what may be
done or not also that it was not: a condition that did not hold, an offer that was declined or could
not be taken. What is read at its own time (a changed cost, points) is no statement that is run: of
its card is asked only that a scenario has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from unittest import mock

from rules_check.grammar.core import forms as c
from rules_check.oracle import game as face
from rules_check.oracle.quick import statements
from rules_check.oracle.quick.state import Frame, State
from rules_check.oracle.quick.values import Scope
from rules_check.oracle.scenarios import tables
from rules_check.oracle.scenarios.files import Scenario
from rules_check.oracle.scenarios.runner import Outcome, run

Card = tuple[str, str]
"""The book of a card, and what it is called there."""
Deed = tuple[Card, c.Form, bool]
"""A statement of a card, and whether it was run; if not, the other branch was taken."""


@dataclass
class Record:
    """What scenarios that pass have carried out, and those that do not pass."""

    deeds: set[Deed] = field(default_factory=set)
    cards: set[Card] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)


@dataclass
class _Notes:
    """What one scenario has run: numbers of statements by card."""

    ran: Counter[tuple[Card, int]] = field(default_factory=Counter)
    passed_over: set[tuple[Card, int]] = field(default_factory=set)
    cards: set[Card] = field(default_factory=set)


_PLAYED: Final[dict[str, tuple[Outcome, _Notes]]] = {}
"""The scenarios that were played, by their ids."""
_NUMBERS: Final[dict[c.Form, int]] = {}
_CACHES: Final = {
    (face, "kind_made"): lru_cache(maxsize=8192)(face.kind_made.__wrapped__),
    (face, "kind_with"): lru_cache(maxsize=8192)(face.kind_with.__wrapped__),
    (tables, "_game"): lru_cache(maxsize=128)(tables._game.__wrapped__),
}
"""Texts that note what they do are made and kept apart from others."""
_made: Final = statements.statement
_now: list[_Notes] = []


def play(scenario: Scenario) -> Outcome:
    """Play a scenario, once, and note what it carries out."""
    if scenario.id not in _PLAYED:
        notes = _Notes()
        with _noting(notes):
            outcome = run(scenario)
            notes.cards = _named(scenario)
        _PLAYED[scenario.id] = outcome, notes
    return _PLAYED[scenario.id][0]


def record_scenarios(scenarios: Iterable[Scenario]) -> Record:
    """Play scenarios that were not yet, and enter what those that pass carry out."""
    record = Record()
    for scenario in scenarios:
        if play(scenario).passed:
            notes = _PLAYED[scenario.id][1]
            by_number = list(_NUMBERS)
            record.cards |= notes.cards
            record.deeds |= {(card, by_number[at], True) for card, at in notes.ran}
            record.deeds |= {(card, by_number[at], False) for card, at in notes.passed_over}
        else:
            record.failed.append(scenario.id)
    return record


def branches(form: c.Statement) -> tuple[c.Block, ...]:
    """What a statement does or does not, depending on something."""
    match form:
        case c.If():
            return (form.then,)
        case c.Offer():
            return form.ways
        case _:
            return ()


def is_run(form: c.Form) -> bool:
    """Whether a form of a core is a statement that is run by itself."""
    return form in _NUMBERS


def _named(scenario: Scenario) -> set[Card]:
    """The cards of the game that a scenario speaks of, or that its players are."""
    text = f"{scenario.position}\n{scenario.players}\n" + "\n".join(x.text for x in scenario.steps)
    if scenario.set_up_refused:
        return set()
    game = tables.table(scenario, None)
    kinds = game.core.kinds
    return {(kind.book, kind.key) for kind in kinds if kind.name in text}


@contextmanager
def _noting(notes: _Notes) -> Iterator[None]:
    """What is run is noted here."""
    patches: list[Any] = [mock.patch.object(*place, kept) for place, kept in _CACHES.items()]
    patches.append(mock.patch.object(statements, "statement", _statement))
    for patch in patches:
        patch.start()
    _now.append(notes)
    try:
        yield
    finally:
        _now.pop()
        for patch in reversed(patches):
            patch.stop()


def _statement(form: c.Statement, rest: c.Block, scope: Scope) -> Any:
    """A statement as a function that notes what it does."""
    run = _made(form, rest, scope)
    number = _NUMBERS.setdefault(form, len(_NUMBERS))
    inner = [_NUMBERS.setdefault(way[0], len(_NUMBERS)) for way in branches(form) if way]

    def noted(s: State, f: Frame) -> Any:
        if f.this is None:
            return run(s, f)
        kind = s.g.kinds[f.this]
        notes, card = _now[-1], (kind.book, kind.key)
        before = sum(notes.ran[card, at] for at in inner)
        came_of_it = run(s, f)
        notes.ran[card, number] += 1
        if inner and sum(notes.ran[card, at] for at in inner) == before:
            notes.passed_over.add((card, number))
        return came_of_it

    return noted
