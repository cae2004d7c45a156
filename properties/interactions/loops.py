"""Loops: cards that set each other off without end, or let a player go round as they like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.quick.acts import MOST_WITHIN
from rules_check.oracle.quick.waiting import MOST_FACTS
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.state import State
from rules_check.properties.interactions.games import Shown, Side, play, settle_nature, shrunk, used
from rules_check.properties.interactions.links import Link, Links, Why, takes_from_play
from rules_check.properties.interactions.parts import Part
from rules_check.properties.interactions.reading import label, touch_of
from rules_check.properties.interactions.search import (
    Budget,
    Round,
    at_main,
    options_of,
    retrace,
    rounds,
    said,
    take,
)
from rules_check.properties.interactions.small import Small, meet
from rules_check.properties.invariants.finite import stop

LEADS_ON: Final = frozenset({Why.SETS_OFF, Why.REPLACES, Why.GIVES_BACK, Why.FEEDS})
"""The links by which one thing leads to the next; what is used from the hand against somebody else
(a Defense, a Block) does not go round."""

LONGEST: Final = 3
"""So many cards go into a loop at most."""

TIMES: Final = 3
"""So often a way round is gone again before it is called a loop."""

ANSWERS: Final = 600
"""So many answers are tried in one position."""

NO_END: Final = 200
"""After so many answers that only want to leave it, a loop has no end."""


def circles(links: Links, longest: int = LONGEST) -> list[tuple[str, ...]]:
    """The sets of up to three cards of which each leads to the next and the last to the first."""
    leads: dict[str, dict[str, list[Link]]] = defaultdict(lambda: defaultdict(list))
    for link in links.all:
        source, target = link.source, link.target
        if link.why is Why.REPLACES:  # what is done leads to what takes its place
            source, target = target, source
        if link.why in LEADS_ON and not target.answers:
            leads[label(source.card)][label(target.card)].append(link)
    leaves = frozenset(label(x.card) for x in links.abilities if takes_from_play(x))
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for first in sorted(leads):
        ways: list[tuple[str, ...]] = [(first,)]
        while ways:
            way = ways.pop()
            for following in sorted(leads.get(way[-1], ())):
                if following == first:
                    steps = zip(way, (*way[1:], first), strict=True)
                    if _can_go_on([leads[x][y] for x, y in steps], leaves.intersection(way)):
                        found.setdefault(frozenset(way), way)
                elif following > first and following not in way and len(way) < longest:
                    ways.append((*way, following))
    characters = {x for x, card in links.cards.items() if a.Title.CHARACTER in card.titles}
    alone = [way for way in found.values() if len(characters.intersection(way)) < 2]
    return sorted(alone, key=lambda way: (len(way), way))


def _can_go_on(steps: list[list[Link]], leaves: frozenset[str]) -> bool:
    """Whether a circle can be gone again: if cards come back from the discard pile, something has
    to take them out of play."""
    back = [step for step in steps if all(link.why is Why.GIVES_BACK for link in step)]
    from_play = [step for step in back if any(Part.PLAY in link.what for link in step)]
    return not back or bool(from_play) or bool(leaves)


def find_loop(playset: PlaySet, cards: Iterable[CardDef], budget: Budget) -> Shown | None:
    """A loop in which all of these cards take part, with a game that was played on."""
    these = tuple(cards)
    for small in _positions(playset, these):
        own = Budget(min(ANSWERS, budget.left))
        try:
            for way in rounds(small, own):
                shown = _shown(playset, small, these, way)
                if shown is not None:
                    return shown
        finally:
            budget.left -= own.spent
            budget.spent += own.spent
    return None


def _positions(playset: PlaySet, cards: tuple[CardDef, ...]) -> Iterator[Small]:
    if sum(a.Title.CHARACTER in card.titles for card in cards) > 1:
        return
    confronts = Part.CONFRONTATION in touch_of(cards).reads
    ways = (False, True) if confronts and playset.ruleset.has_confrontations else (False,)
    for bare in (True, False):
        for confronting in ways:
            yield meet(playset, cards, confronting=confronting, bare=bare)


def _shown(playset: PlaySet, small: Small, cards: tuple[CardDef, ...], way: Round) -> Shown | None:
    forced = _is_forced(small, way.before, way)
    if forced is None:
        return None
    if not forced and not any(value > 0 for _, value in way.grown):
        return None  # whoever goes round gets nothing for it, and may stop
    for card in cards:
        blank = replace(
            meet(playset, cards, confronting="confront" in small.position, without=[card]),
            position=small.position,
        )
        if _is_forced(blank, way.before, way) is not None:
            return None  # it does not need this card

    def holds(smaller: Small, before: tuple[str, ...]) -> bool:
        found = _is_forced(smaller, before, way)
        return found is not None and (found or not forced)

    small, before = shrunk(small, way.before, holds)
    grown = [f"{name} {value:+}" for name, value in way.grown]
    often = "goes on for ever" if forced else "goes on as long as the player likes"
    names = " and ".join(f'"{card.name}"' for card in cards)
    outcome = (
        f"again and again: {'; '.join(way.acts or way.goes_on)}",
        f"each time round: {', '.join(grown)}" if grown else "nothing grows but the time it takes",
        *_cut_off(way, forced),
    )
    times = TIMES if _is_gone_by_answers(way) else 1
    return Shown(
        "loop",
        cards,
        f"{names} {'make' if len(cards) > 1 else 'makes'} a loop that {often}",
        small.told(),
        used(small, before),
        before,
        outcome,
        small.position,
        (
            Side(
                f"{TIMES} times round" if times > 1 else "until it is cut off",
                small,
                (*before, *way.acts * times),
            ),
        ),
    )


def _cut_off(way: Round, forced: bool) -> Iterator[str]:
    """Where the engine leaves a loop that goes on by itself: it has to, and no rule says so."""
    if way.inside:
        most = f"{MOST_WITHIN} plays inside each other"
    elif forced:
        most = f"{MOST_FACTS} events of a turn"
    else:
        return
    yield f"not decided: cut off after {most}, as no rule says that it ends"


def _is_gone_by_answers(way: Round) -> bool:
    """Whether each time round is a matter of answers, so that they can be given again and again;
    else the engine cuts it off."""
    return bool(way.acts) and not way.inside


def _is_forced(small: Small, before: tuple[str, ...], way: Round) -> bool | None:
    """Whether nobody can leave the loop that begins after these answers; None if there is none."""
    if _is_gone_by_answers(way):
        start = _goes_round(small, before, way.acts)
        return None if start is None else _has_no_end(small, start)
    words = (*before, *way.acts)
    found = retrace(small, words)
    if found is None or (found.acts, found.goes_on) != (way.acts, way.goes_on):
        return None
    if found.forced and not _is_cut_off(small, words):
        return None
    return found.forced


def _is_cut_off(small: Small, acts: tuple[str, ...]) -> bool:
    """Whether the engine has to cut off what these answers lead to, however it is answered."""
    s: State = small.state()
    left = list(acts)
    for _ in range(NO_END):
        if s.choice is None or (at_main(s) and not left):
            return False
        if s.choice.player == NATURE:
            option = options_of(small, s)[0]
        elif left:
            said_ = left.pop(0)
            option = next(x for x in s.choice.options if said(small, s, x) == said_)
        else:
            option = stop(s, s.choice)
        s = take(small, s, option)
        if any(event.kind == "stop" for event in s.trace or ()):
            return True
    return False


def _goes_round(small: Small, before: tuple[str, ...], acts: tuple[str, ...]) -> State | None:
    """Where the loop begins, if it can be gone several times; None if it cannot."""
    start = play(small, before)
    if start is None or start.choice is None:
        return None
    s: State | None = start
    marks = []
    for _ in range(TIMES):
        facts = len(s.facts) if s is not None else 0
        s = play(small, acts, s) if acts and s is not None else s
        if s is None or s.choice is None or (acts and len(s.facts) <= facts):
            return None
        marks.append(_rest(s))
    return start if len(set(marks)) == 1 else None


def _rest(s: State) -> Any:
    """A position but for the order in which cards of a zone lie, and for what waits."""
    return tuple(tuple(sorted(zone)) for zone in s.zones), frozenset(s.used), s.turn


def _has_no_end(small: Small, s: State) -> bool:
    """Whether whoever wants to leave cannot."""
    turn = s.turn
    s = settle_nature(small, s)
    if at_main(s):
        return False
    for _ in range(NO_END):
        choice = s.choice
        if choice is None or s.turn != turn or at_main(s):
            return any(event.kind == "stop" for event in s.trace or ())
        s = take(small, s, stop(s, choice))
    return True
