"""Two abilities that one event sets off: does it matter which of them comes first?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import ResolveFirst
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, play, shrunk, used
from rules_check.properties.interactions.links import Link, Why, at_once
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.reading import touch_of
from rules_check.properties.interactions.search import (
    Budget,
    End,
    OutOfBudget,
    at_main,
    end_of,
    ends,
    options_of,
    said,
    take,
)
from rules_check.properties.interactions.small import ME, Small, around_numbers, meet

ANSWERS: Final = 400
"""So many answers are tried in one position."""

SUMS: Final = frozenset({Part.POWER, Part.VP, Part.COST})
"""What is added up, in whichever order."""


TIMES_OF_THE_RULES: Final = frozenset({"turn_begin", "announce", "confront"})
"""What happens before the player can play cards."""


def may_matter(link: Link) -> bool:
    """Whether the order of two abilities that wait for the same can matter: both stand, and one
    changes what the other changes or looks at."""
    if link.why is not Why.SAME_EVENT:
        return False
    one, other = link.source, link.target
    if all(a.Title.CHARACTER in x.card.titles for x in (one, other)):
        return False  # a player has one Character at a time
    if one.answers or other.answers:
        return False
    mine, theirs = one.touch, other.touch
    shared = (mine.writes & (theirs.writes | theirs.reads)) | (theirs.writes & mine.reads)
    if shared - SUMS or shared & (mine.reads | theirs.reads):
        return True
    return bool(mine.causes & theirs.listens or theirs.causes & mine.listens)


def find_order(playset: PlaySet, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    """A game in which the order of two abilities changes what can come of it."""
    for small in _positions(playset, cards):
        found = budget.part(ANSWERS, partial(_in, small, cards))
        if found is not None:
            return found
    return None


def _positions(playset: PlaySet, cards: tuple[CardDef, ...]) -> Iterator[Small]:
    """The positions in which what both wait for can happen: while cards are played, also in a
    Confrontation if one of them speaks of it, or when a turn begins or ends. First those with few
    kinds of cards; then those in which it is seen from where each card came."""
    one, other = (touch_of([card]) for card in cards)
    both = at_once(one.listens) & at_once(other.listens)
    confronts = playset.ruleset.has_confrontations and Part.CONFRONTATION in one.reads | other.reads
    for told_apart in (False, True):
        if both & TIMES_OF_THE_RULES:
            small = meet(playset, cards, starting=True, told_apart=told_apart)
            yield from around_numbers(small)
        if both - TIMES_OF_THE_RULES:
            for confronting in (False, True) if confronts else (False,):
                small = meet(playset, cards, confronting=confronting, told_apart=told_apart)
                yield from around_numbers(replace(small, ends="turn_end" in both))


def _in(small: Small, cards: tuple[CardDef, ...], budget: Budget) -> Shown | None:
    for start, before in _begun(small, cards, budget):
        for asked, acts in _asked(small, start, before, cards, budget):
            if (found := _compared(small, asked, acts, cards, budget)) is not None:
                return found
    return None


def _begun(
    small: Small, cards: tuple[CardDef, ...], budget: Budget
) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Where it may begin: at once, or after the cards were played whose texts wait since then."""
    start = small.state()
    yield start, ()
    held = [card.name for card in cards if card.name in small.position[ME]["hand"]]
    here: list[tuple[State, tuple[str, ...]]] = [(start, ())]
    for name in held if at_main(start) else ():
        act = f"{ME}: play {name}"
        after = [(play(small, (act,), s), (*done, act)) for s, done in here]
        here = [one for s, done in after if s is not None for one in ends(small, s, budget, done)]
    if held and at_main(start):
        yield from here


def _asked(
    small: Small,
    s: State,
    acts: tuple[str, ...],
    cards: tuple[CardDef, ...],
    budget: Budget,
) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The positions in which a player is asked which of the two comes first; within one thing
    that the player does, or before the player can do anything."""
    turn = s.turn
    waiting = [(s, acts)]
    while waiting:
        now, before = waiting.pop()
        choice = now.choice
        if choice is None or now.turn != turn:
            continue
        if choice.kind is ChoiceKind.TRIGGER and len(_sources(small, now, cards)) == len(cards):
            yield now, before
            continue
        if choice.kind is ChoiceKind.MAIN and now is not s:
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
        for end, acts in ends(small, take(small, s, option), budget, next_turn=small.ends):
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
