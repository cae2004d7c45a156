"""Everything that is looked for in a set: only where texts have to do with each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, Protocol

from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.playable import unplayable
from rules_check.properties.interactions.cancelling import ANSWERS as CANCEL_ANSWERS
from rules_check.properties.interactions.cancelling import find_cancelling, may_cancel
from rules_check.properties.interactions.games import Shown
from rules_check.properties.interactions.links import Link, Links, Why, links_of
from rules_check.properties.interactions.loops import ANSWERS as LOOP_ANSWERS
from rules_check.properties.interactions.loops import circles, find_loop
from rules_check.properties.interactions.never import find_never
from rules_check.properties.interactions.orders import ANSWERS as ORDER_ANSWERS
from rules_check.properties.interactions.orders import find_order, may_matter
from rules_check.properties.interactions.search import Budget
from rules_check.properties.interactions.together import ANSWERS as TOGETHER_ANSWERS
from rules_check.properties.interactions.together import find_broken, may_break
from rules_check.properties.model import Property
from rules_check.properties.registry import PROPERTIES

Watch = Callable[[int, int], None]
"""Is told how many of how many searches are done."""

Refute = Callable[[PlaySet, tuple[CardDef, ...], Budget], Shown | None]
"""Looks for a game in which two cards break an invariant together."""

AT_MOST: Final = {
    "loop": LOOP_ANSWERS,
    "order": ORDER_ANSWERS,
    "cancel": CANCEL_ANSWERS,
    "together": TOGETHER_ANSWERS,
}
"""So many answers a search tries in one position, if so many are left."""


class Searched(NamedTuple):
    """What one search came to, and how many answers it took."""

    spent: int
    found: Shown | None


class Memory(Protocol):
    """Searches of earlier runs. `left` is how many answers were left when a search began, if it
    could have used all of them; None if it would have come to the same with more."""

    def recall(
        self, kind: str, cards: tuple[CardDef, ...], left: int | None = None
    ) -> Searched | None:
        """What the search came to, if it is known."""

    def note(
        self, kind: str, cards: tuple[CardDef, ...], searched: Searched, left: int | None = None
    ) -> None:
        """Remember what a search came to."""


NEAREST: Final = (
    *(Why.SAME_EVENT, Why.SETS_OFF, Why.FORBIDS, Why.REPLACES, Why.SAME_COSTS, Why.COUNTED),
    *(Why.FEEDS, Why.READ, Why.GIVES_BACK),
)
"""The links that are likeliest to matter come first."""


@dataclass(slots=True)
class Examined:
    """What was found in a set, and how much of it was looked at.

    `pairs` are the pairs of cards that have to do with each other, of `all_pairs`; of these
    `examined` were run, and `left` were left out when the budget was spent. `circles` counts the
    groups of cards that could make a loop, of which `circles_left` were left out.
    """

    links: Links
    all_pairs: int = 0
    pairs: int = 0
    examined: int = 0
    left: int = 0
    circles: int = 0
    circles_left: int = 0
    answers: int = 0
    late: bool = False
    """Whether the time was up before the answers were spent."""
    found: list[Shown] = field(default_factory=list)


def examine(
    playset: PlaySet,
    cards: Sequence[CardDef],
    *,
    answers: int,
    properties: Sequence[Property] = PROPERTIES,
    watch: Watch | None = None,
    orders: bool = True,
    refute: Refute | None = None,
    seconds: float | None = None,
    memory: Memory | None = None,
) -> Examined:
    """Look for loops, orders that matter, texts that cancel each other, cards that never do
    anything, and pairs that break an invariant together; within a budget of answers, of which
    loops take half at most.

    `orders`: whether no rule of the book says in which order abilities come. `refute` also runs
    pairs on unknown positions (`interactions.proving`). No search is begun after so many seconds of
    computing. What the `memory` knows is not searched again, and takes as many answers as it took.
    """
    played = [card for card in cards if not unplayable(card)]
    links = links_of(played)
    number = len(links.cards)
    done = Examined(links, all_pairs=number * (number - 1) // 2)
    done.found += find_never(playset, played)
    budget = Budget(answers)
    end = None if seconds is None else time.process_time() + seconds
    tasks = list(_tasks(links, orders))
    pairs = {task.key for task in tasks if len(task.key) == 2}
    done.pairs = len(pairs)
    done.circles = sum(task.kind == "loop" for task in tasks)
    skipped: set[frozenset[str]] = set()
    rounds: list[frozenset[str]] = []
    for at, task in enumerate(tasks):
        if watch is not None:
            watch(at, len(tasks))
        if end is not None and budget.left and time.process_time() > end:
            budget.left, done.late = 0, True
        if not budget.left or (task.kind == "loop" and budget.spent >= answers // 2):
            done.circles_left += task.kind == "loop"
            skipped.add(task.key)
            continue
        if task.kind == "loop" and any(one <= task.key for one in rounds):
            continue
        chosen = tuple(links.cards[name] for name in task.names)
        found = _recalled(memory, task.kind, chosen, budget, partial(_search, playset, properties))
        if found is None and task.kind == "together" and refute is not None and budget.left:
            found = refute(playset, chosen, budget)
        if found is not None:
            done.found.append(found)
            if task.kind == "loop":
                rounds.append(task.key)
        if not budget.left:
            skipped.add(task.key)  # it was not looked at to the end
    done.left = len(pairs & skipped)
    done.examined = done.pairs - done.left
    done.answers = budget.spent
    return done


Search = Callable[[str, tuple[CardDef, ...], Budget], Shown | None]


def _recalled(
    memory: Memory | None, kind: str, cards: tuple[CardDef, ...], budget: Budget, search: Search
) -> Shown | None:
    """What a search came to: in an earlier run, or now. It came to the same with more answers if
    afterwards there still were as many as it may use in one position."""
    if memory is None:
        return search(kind, cards, budget)
    left = budget.left
    known = memory.recall(kind, cards)
    if known is None or left - known.spent < AT_MOST[kind]:
        known = memory.recall(kind, cards, left)
    if known is not None:
        budget.left -= known.spent
        budget.spent += known.spent
        return known.found
    found = search(kind, cards, budget)
    searched = Searched(left - budget.left, found)
    memory.note(kind, cards, searched, None if budget.left >= AT_MOST[kind] else left)
    return found


def _search(
    playset: PlaySet,
    properties: Sequence[Property],
    kind: str,
    cards: tuple[CardDef, ...],
    budget: Budget,
) -> Shown | None:
    match kind:
        case "loop":
            return find_loop(playset, cards, budget)
        case "order":
            return find_order(playset, cards, budget)
        case "cancel":
            return find_cancelling(playset, cards, budget)
        case _:
            return find_broken(playset, cards, budget, properties)


@dataclass(frozen=True, slots=True)
class _Task:
    """What is looked for, and between which cards."""

    kind: str
    names: tuple[str, ...]

    @property
    def key(self) -> frozenset[str]:
        return frozenset(self.names)


def _tasks(links: Links, orders: bool) -> Iterator[_Task]:
    for way in circles(links):
        yield _Task("loop", way)
    looks: tuple[tuple[str, Callable[[Link], bool]], ...] = (
        *([("order", may_matter)] if orders else []),
        ("cancel", may_cancel),
        ("together", may_break),
    )
    for kind, wanted in looks:
        near: list[tuple[int, tuple[str, ...]]] = []
        for pair, between in links.pairs.items():
            fitting = [link for link in between if wanted(link)]
            if fitting:
                nearest = min(NEAREST.index(link.why) for link in fitting)
                near.append((nearest, tuple(sorted(pair))))
        for _, names in sorted(near):
            yield _Task(kind, names)
