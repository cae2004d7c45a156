"""Other values of a parameter, other orders of steps; and who notices that a book has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from rules_check.checks import applies, references
from rules_check.checks import ruleset as ruleset_check
from rules_check.oracle.box import arranging
from rules_check.oracle.box.playset import PlaySet, load_play_set
from rules_check.oracle.scenarios import runner, tables
from rules_check.oracle.scenarios.files import Scenario, ScenarioError, load_scenarios
from rules_check.rules.model import Order, Ruleset, Value
from rules_check.rules.parameters import PARAMETERS, Choice, Choices, Plain
from tests.mutants.games import RecordedGame, broken
from tests.rules_check.subjects import subjects

FOLDER = Path(__file__).parents[1] / "scenarios"

CARDS = """\
Lamplighter
Hero, cost 3, 1 VP, x2
Confrontation: +1 Power
Block: You may discard this card.

Watchman
Hero, cost 3, 1 VP, x2
That foe discards a card.
"""
"""Cards that checks say something about, which depends on the book."""


OTHER_NAMES = {"boss.top": "Occult Chronicler"}
"""Another card that a parameter may name; one that is not in the box is refused."""

CHECKS = "checks"
PROPERTY = "property "
"""Who may notice something: the checks of cards; a property, in the game of a scenario."""


class Change(NamedTuple):
    """A book that differs from a printed one in one thing: its key, how it is told, the change."""

    key: str
    told: str
    make: Callable[[Ruleset], Ruleset]


def changes(ruleset: Ruleset) -> Iterator[Change]:
    """Every parameter with every other value, and every two neighbouring steps in the other order.

    Parameters that the book declares as unread are left out.
    """
    for key, value in ruleset.parameters.items():
        for other in others(key, value) if key not in ruleset.unread.parameters else ():
            yield Change(key, f"{key} = {other!r}", _set(key, other))
    for variant in ruleset.variants:
        if not all(ruleset.rules[rule].executable for rule in variant.rules):
            continue  # it is not played
        for key, value in variant.parameters.items():
            for other in others(key, value) if key not in ruleset.unread.parameters else ():
                told = f"{variant.name}: {key} = {other!r}"
                yield Change(f"{variant.name}: {key}", told, _set_variant(variant.name, key, other))
    for what in ("turn", "end_of_turn"):
        orders: tuple[Order, ...] = getattr(ruleset, what)
        for first, second in pairwise(orders[0].steps):
            key = f"{first}, {second}"
            yield Change(key, f"{second} before {first}", _swap(what, first, second))


def others(key: str, value: Value) -> Iterator[Value]:
    """Other values of the same kind; a list has one word less, or two in another order."""
    kind = PARAMETERS[key]
    if isinstance(kind, Choice):
        yield from (word for word in kind.words if word != value)
    elif isinstance(kind, Choices):
        assert isinstance(value, tuple)
        words = tuple(map(str, value))
        yield from (tuple(word for word in words if word != left) for left in words)
        if kind.ordered:
            yield from (
                (*words[:at], words[at + 1], words[at], *words[at + 2 :])
                for at in range(len(words) - 1)
            )
        if not words:
            yield ("Weakness",)
    elif isinstance(kind, Plain) and isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, str):
        yield OTHER_NAMES[key]
    else:
        assert isinstance(value, tuple)
        yield tuple(int(number) + 1 for number in value)


def _set(key: str, value: Value) -> Callable[[Ruleset], Ruleset]:
    return lambda book: replace(book, parameters={**book.parameters, key: value})


def _set_variant(name: str, key: str, value: Value) -> Callable[[Ruleset], Ruleset]:
    def make(book: Ruleset) -> Ruleset:
        changed = (
            replace(one, parameters={**one.parameters, key: value}) if one.name == name else one
            for one in book.variants
        )
        return replace(book, variants=tuple(changed))

    return make


def _swap(what: str, first: str, second: str) -> Callable[[Ruleset], Ruleset]:
    def make(book: Ruleset) -> Ruleset:
        order, *more = getattr(book, what)
        swapped = {first: second, second: first}
        steps = tuple(swapped.get(step, step) for step in order.steps)
        orders = (replace(order, steps=steps), *more)
        if what == "turn":
            return replace(book, turn=orders)
        return replace(book, end_of_turn=orders)

    return make


# ------------------------------------------------------------------------ who notices


@cache
def all_scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its id."""
    return {scenario.id: scenario for scenario in load_scenarios(FOLDER)}


def checks_notice(book: str, change: Change) -> bool:
    """Whether the checks of cards say something else."""
    found = []
    for make in (lambda ruleset: ruleset, change.make):
        cards = subjects(f"set: Lamps\nruleset: {book}\n\n{CARDS}")
        changed = [replace(card, ruleset=make(card.ruleset)) for card in cards if card.ruleset]
        assert len(changed) == len(cards)
        found.append(
            [
                finding
                for card in changed
                for check in (references.check, ruleset_check.check, applies.check)
                for finding in check(card)
            ]
        )
    return found[0] != found[1]


def scenario_notices(
    book: str, change: Change, scenario: Scenario, patch: pytest.MonkeyPatch, *, refereed: bool
) -> bool:
    """Whether a scenario fails; or, in a refereed game of it, a property does not hold."""
    asked: set[str] = set()

    def changed(name: str, *, rulings: Mapping[str, int] | None = None) -> PlaySet:
        asked.add(name)
        played = load_play_set(name, rulings=rulings)
        return replace(played, ruleset=change.make(played.ruleset)) if name == book else played

    with patch.context() as here:
        here.setattr(arranging, "load_play_set", changed)
        here.setattr(tables, "_game", tables._game.__wrapped__)
        if refereed:
            here.setattr(tables, "Game", RecordedGame)
        try:
            if not runner.run(scenario).passed:
                return True
        except ScenarioError:
            return True
        assert book in asked, f"{scenario.id} was not played by the changed book"
        recording = RecordedGame.recorded() if refereed else None
        return recording is not None and broken(recording, every=10**6) is not None


def notices(book: str, change: Change, who: str, patch: pytest.MonkeyPatch) -> bool:
    """Whether a scenario notices a change, a property in its game ("property ID"), or "checks"."""
    if who == CHECKS:
        return checks_notice(book, change)
    scenario = all_scenarios().get(who.removeprefix(PROPERTY))
    refereed = who.startswith(PROPERTY)
    return scenario is not None and scenario_notices(
        book, change, scenario, patch, refereed=refereed
    )


def noticed_by(book: str, change: Change, patch: pytest.MonkeyPatch) -> str | None:
    """The first of all that notices a change; None if nobody does. This takes long."""
    about = [
        one.id
        for one in all_scenarios().values()
        if book in (one.game, one.mix.other if one.mix else "")
    ]
    candidates = [CHECKS, *about, *(PROPERTY + id_ for id_ in about)]
    return next((who for who in candidates if notices(book, change, who, patch)), None)
