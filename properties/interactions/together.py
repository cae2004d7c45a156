"""Two cards that break an invariant together, though neither of them does with the other blank.

Both texts are real. Every way to play them in small positions is gone on the plain engine, up to a
number of answers, under the eyes of the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import DONE
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, shrunk, used
from rules_check.properties.interactions.links import Link, Why
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.reading import touch_of
from rules_check.properties.interactions.search import Budget, OutOfBudget, options_of, said
from rules_check.properties.interactions.small import Small, meet
from rules_check.properties.model import Property, Violation
from rules_check.properties.referee import Broken, Referee
from rules_check.properties.registry import PROPERTIES

ANSWERS: Final = 60
"""So many answers are tried in one position."""

DEPTH: Final = 5
"""So many answers are given after each other."""


def may_break(link: Link) -> bool:
    """Whether two abilities have so much to do with each other that they are run together."""
    if all(a.Title.CHARACTER in x.card.titles for x in (link.source, link.target)):
        return False
    return link.why is not Why.GIVES_BACK


def find_broken(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    budget: Budget,
    properties: Sequence[Property] = PROPERTIES,
) -> Shown | None:
    """A game in which two cards break an invariant that each of them keeps alone."""
    cheap = [prop for prop in properties if not prop.expensive]
    confronts = Part.CONFRONTATION in touch_of(cards).reads
    ways = (False, True) if confronts and playset.ruleset.has_confrontations else (False,)
    for confronting in ways:
        search = partial(_find, playset, cards, confronting, cheap)
        found = budget.part(ANSWERS, search)
        if found is not None:
            return found
    return None


def _find(
    playset: PlaySet,
    cards: tuple[CardDef, ...],
    confronting: bool,
    properties: Sequence[Property],
    budget: Budget,
) -> Shown | None:
    small = meet(playset, cards, confronting=confronting)
    for acts, broken in breaches(small, budget, properties):
        alone = [
            replace(
                meet(playset, cards, confronting=confronting, without=[card]),
                position=small.position,
            )
            for card in cards
        ]
        if any(_breaks(other, broken, properties) for other in alone):
            return None  # it does not take both
        return _shown(small, cards, acts, broken, properties)
    return None


def breaches(
    small: Small, budget: Budget, properties: Sequence[Property]
) -> Iterator[tuple[tuple[str, ...], Violation]]:
    """What is broken on some way through the position, with what was done. Raises OutOfBudget."""
    start = small.state()
    turn = start.turn
    waiting: list[tuple[State, Referee, tuple[str, ...], int]] = [
        (start, Referee(small.game, start, properties), (), 0)
    ]
    while waiting:
        s, referee, words, depth = waiting.pop()
        if s.choice is None or s.turn != turn or depth >= DEPTH:
            continue
        more = (DONE,) if DONE in s.choice.options and s.confronted >= 0 else ()
        for option in (*options_of(small, s), *more):
            budget.spend()
            told = (*words, *filter(None, [said(small, s, option)]))
            new, whistle = s.copy(), referee.branch()
            try:
                whistle.take(new, option)
            except Broken as broken:
                yield told, broken.violations[0]
                continue
            waiting.append((new, whistle, told, depth + 1))


def _breaks(small: Small, wanted: Violation, properties: Sequence[Property]) -> bool:
    """Whether the same invariant is broken anyhow."""
    try:
        for _, broken in breaches(small, Budget(ANSWERS), properties):
            if broken.property == wanted.property:
                return True
    except OutOfBudget:
        pass
    return False


def _shown(
    small: Small,
    cards: tuple[CardDef, ...],
    acts: tuple[str, ...],
    broken: Violation,
    properties: Sequence[Property],
) -> Shown:
    def holds(smaller: Small, fewer: tuple[str, ...]) -> bool:
        found = replayed(smaller, fewer, properties)
        return found is not None and found.property == broken.property

    small, acts = shrunk(small, acts, holds)
    last = replayed(small, acts, properties) or broken
    names = " and ".join(f'"{card.name}"' for card in cards)
    return Shown(
        "together",
        cards,
        f"{names} break {broken.property} together; each of them keeps it alone",
        small.told(),
        used(small, acts),
        acts,
        (f"broken: {last.message}",),
        small.position,
        (Side("both texts", small, acts, broken.property),),
    )


def replayed(small: Small, acts: Sequence[str], properties: Sequence[Property]) -> Violation | None:
    """What these actions break on the plain engine; None if nothing, or if they cannot be done."""
    s = small.state()
    referee = Referee(small.game, s, properties)
    left = list(acts)
    try:
        while s.choice is not None:
            if s.choice.player < 0:
                referee.take(s, options_of(small, s)[0])
                continue
            if not left:
                return None
            option = _offered(small, s, left.pop(0))
            if option is None:
                return None
            referee.take(s, option)
    except Broken as broken:
        return broken.violations[0] if not left else None
    return None


def _offered(small: Small, s: State, act: str) -> Option | None:
    assert s.choice is not None
    for option in s.choice.options:
        if said(small, s, option) == act:
            return option
    return None
