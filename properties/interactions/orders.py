"""Two abilities that one event sets off: does it matter which of them comes first?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import ResolveFirst
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, play, shrunk, used
from rules_check.properties.interactions.links import Link, Why
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.search import (
    Budget,
    End,
    OutOfBudget,
    end_of,
    ends,
    options_of,
    said,
    take,
)
from rules_check.properties.interactions.small import Small, meet

ANSWERS: Final = 400
"""So many answers are tried in one position."""

SUMS: Final = frozenset({Part.POWER, Part.VP, Part.COST})
"""What is added up, in whichever order."""


def may_matter(link: Link) -> bool:
    """Whether the order of two abilities that wait for the same can matter: both stand, and one
    changes what the other changes or looks at."""
    if link.why is not Why.SAME_EVENT:
        return False
    one, other = link.source, link.target
    if all(a.Title.CHARACTER in x.card.titles for x in (one, other)):
        return False  # a player has one Character at a time
    if any(isinstance(x.node, (a.Defense, a.Block, a.WhenGained)) for x in (one, other)):
        return False
    mine, theirs = one.touch, other.touch
    shared = (mine.writes & (theirs.writes | theirs.reads)) | (theirs.writes & mine.reads)
    if shared - SUMS or shared & (mine.reads | theirs.reads):
        return True
    return bool(mine.causes & theirs.listens or theirs.causes & mine.listens)


def find_order(playset: PlaySet, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    """A game in which the order of two abilities changes what can come of it."""
    nodes = [node for card in cards for node in a.walk(card.text)]
    confronts = any(
        isinstance(n, a.Confrontation) or a.Window.CONFRONTATION in vars(n).values() for n in nodes
    )
    ways = (False, True) if confronts and playset.ruleset.has_confrontations else (False,)
    for confronting in ways:
        small = meet(playset, cards, confronting=confronting)
        own = Budget(min(ANSWERS, budget.left))
        try:
            found = _in(small, cards, own)
        except OutOfBudget:
            found = None
        budget.left -= own.spent
        budget.spent += own.spent
        if found is not None:
            return found
    return None


def _in(small: Small, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    start = small.state()
    if start.choice is None:
        return None
    for option in options_of(small, start):
        budget.spend()
        act = said(small, start, option)
        for asked, acts in _asked(small, take(small, start, option), (act,), cards, budget):
            if (found := _compared(small, asked, acts, cards, budget)) is not None:
                return found
    return None


def _asked(
    small: Small,
    s: State,
    acts: tuple[str, ...],
    cards: tuple[CardDef, ...],
    budget: Budget,
) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The positions in which a player is asked which of the two comes first."""
    waiting = [(s, acts)]
    while waiting:
        now, before = waiting.pop()
        choice = now.choice
        if choice is None or choice.kind is ChoiceKind.MAIN:
            continue
        if choice.kind is ChoiceKind.TRIGGER and len(_sources(small, now, cards)) == len(cards):
            yield now, before
            continue
        for option in options_of(small, now):
            budget.spend()
            words = said(small, now, option)
            waiting.append((take(small, now, option), (*before, *([words] if words else []))))


def _sources(small: Small, s: State, cards: tuple[CardDef, ...]) -> dict[str, ResolveFirst]:
    assert s.choice is not None
    names = {card.name for card in cards}
    found: dict[str, ResolveFirst] = {}
    for option in s.choice.options:
        if isinstance(option, ResolveFirst):
            name = small.game.name(s.pending[option.value][1])
            if name in names:
                found.setdefault(name, option)
    return found


def _compared(
    small: Small,
    asked: State,
    acts: tuple[str, ...],
    cards: tuple[CardDef, ...],
    budget: Budget,
) -> Shown | None:
    ways = _outcomes(small, asked, cards, budget)
    (first, mine), (second, theirs) = ways
    only = [end for end in mine if end not in theirs] or [end for end in theirs if end not in mine]
    if not only:
        return None

    def holds(smaller: Small, fewer: tuple[str, ...]) -> bool:
        s = play(smaller, fewer)
        if s is None or s.choice is None or s.choice.kind is not ChoiceKind.TRIGGER:
            return False
        if len(_sources(smaller, s, cards)) < len(cards):
            return False
        try:
            (_, one), (_, other) = _outcomes(smaller, s, cards, Budget(ANSWERS))
        except OutOfBudget:
            return False
        return set(one) != set(other)

    small, acts = shrunk(small, acts, holds, keep=("deck",))
    now = play(small, acts)
    assert now is not None
    (first, mine), (second, theirs) = _outcomes(small, now, cards, Budget(ANSWERS))
    names = " and ".join(f'"{card.name}"' for card in cards)
    return Shown(
        "order",
        cards,
        f"{names} are set off by the same event, and their order changes what comes of it",
        small.told(),
        used(small, acts),
        acts,
        tuple(_told(first, mine, theirs)) + tuple(_told(second, theirs, mine)),
        small.position,
        (
            _side(small, now, acts, cards, (first, mine[_one_of(mine, theirs)])),
            _side(small, now, acts, cards, (second, theirs[_one_of(theirs, mine)])),
        ),
    )


def _side(
    small: Small,
    asked: State,
    acts: tuple[str, ...],
    cards: tuple[CardDef, ...],
    way: tuple[str, tuple[str, ...]],
) -> Side:
    """The game in which this card comes first, and what is done after that."""
    name, after = way
    first = said(small, asked, _sources(small, asked, cards)[name])
    return Side(f"{name} first", small, (*acts, first, *after))


def _one_of(ends_: dict[End, tuple[str, ...]], others: dict[End, tuple[str, ...]]) -> End:
    """The end that is told of one order: the nearest to which the other cannot come."""
    only = [end for end in ends_ if end not in others] or list(ends_)
    return min(only, key=lambda end: (len(ends_[end]), ends_[end]))


def _outcomes(
    small: Small, s: State, cards: tuple[CardDef, ...], budget: Budget
) -> list[tuple[str, dict[End, tuple[str, ...]]]]:
    """For each of the two, where the game can come to if it comes first."""
    found = []
    for name, option in _sources(small, s, cards).items():
        reached: dict[End, tuple[str, ...]] = {}
        for end, acts in ends(small, take(small, s, option), budget):
            reached.setdefault(end_of(small, end), acts)
        found.append((name, reached))
    return found


def _told(
    name: str, ends_: dict[End, tuple[str, ...]], others: dict[End, tuple[str, ...]]
) -> Iterator[str]:
    """What one order can come to, where the other cannot."""
    end = _one_of(ends_, others)
    other = next((x for x in others if x not in ends_), next(iter(others)))
    both = zip(end, other, strict=True)
    apart = [(key, value) for (key, value), (_, rest) in both if value != rest]
    acts = [*ends_[end], *(f"{key}: {_said(value)}" for key, value in apart)]
    yield f"{name} first: {'; '.join(acts)}"


def _said(value: object) -> str:
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, tuple) else str(value)
