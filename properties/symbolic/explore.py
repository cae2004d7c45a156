"""Every path that unknown numbers can take through a function.

Where the engine branches on a comparison, `Explorer.branch` asks the solver which ways are
possible, takes one and remembers the other: the function is run again from the start, with
the decisions recorded, until no way is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, TypeVar

import z3

from rules_check.properties.symbolic.numbers import (
    Fact,
    SymBool,
    SymInt,
    TooLong,
    negation,
    term_of,
    unknown_term,
)

__all__ = ["Explorer", "Infeasible", "TooLong"]

T = TypeVar("T")

SOLVER_STEPS = 10_000_000
"""The solver gives up after so many steps of its own, on any machine; 20,000 are many here."""

INTERRUPTED = "interrupted from keyboard"
"""How the solver says that it took Ctrl-C for itself: nobody else has noticed it."""

TIME_IS_UP = "time is up"
"""What is said if a proof takes longer than it may."""

RUNS_PER_PATH = 4
"""So many runs are tried for each path that is allowed; the others turn out impossible."""

_answers: dict[Any, bool] = {}
"""What the solver said, whatever the unknowns were called: for all paths of the process."""


class Infeasible(Exception):
    """This path cannot be: an assumption does not hold, or the rules do not allow it."""


def too_many(paths: int) -> str:
    """What is said if there are more paths than so many."""
    return f"more than {paths:,} paths"


class Explorer:
    """Runs a function once for each path, with recorded decisions.

    `decisions` of a path are the numbers of the alternatives taken. `facts` is what they say
    about the unknowns, `others` what is no plain sum. `bounded` is set on a path that looked
    at something of limited size.
    """

    def __init__(
        self,
        *,
        max_paths: int = 20_000,
        max_decisions: int = 400,
        seconds: float | None = None,
        near_first: bool = False,
    ) -> None:
        """`near_first`: paths that leave the usual way in few places come first; else each fork is
        followed to its end before the one above it."""
        self.max_paths = max_paths
        self.max_decisions = max_decisions
        self.deadline = None if seconds is None else time.process_time() + seconds
        self.prefix: list[int] = []
        self.decisions: list[int] = []
        self.waiting: list[tuple[int, int, list[int]]] = []
        self.near_first = near_first
        self.away = self.forks = 0
        self.paths = self.runs = 0
        self.unknowns: list[str] = []
        self.likes: list[int] = []
        self.facts: dict[Fact, None] = {}
        self.others: list[Any] = []
        self.bounded = False
        self.asked = 0

    def explore(self, run: Callable[[], T]) -> Iterator[T]:
        """The result of `run` on every path that is possible."""
        self.waiting = [(0, 0, [])]
        most_runs = RUNS_PER_PATH * self.max_paths
        while self.waiting:
            self.check_time()
            if self.runs >= most_runs:
                raise TooLong(too_many(self.max_paths))
            self.runs += 1
            self.away, _, self.prefix = self._next()
            self.decisions = []
            self.unknowns = []
            self.likes = []
            self.facts = {}
            self.others = []
            self.bounded = False
            try:
                result = run()
            except Infeasible:
                continue
            if self.paths >= self.max_paths:
                raise TooLong(too_many(self.max_paths))
            self.paths += 1
            yield result

    def _next(self) -> tuple[int, int, list[int]]:
        return heappop(self.waiting) if self.near_first else self.waiting.pop()

    def _later(self, taken: int, away: int = 1) -> None:
        """Another way than the one that is taken now."""
        self.forks += 1
        way = (self.away + away, self.forks, [*self.decisions, taken])
        if self.near_first:
            heappush(self.waiting, way)
        else:
            self.waiting.append(way)

    # ------------------------------------------------------------------------ decisions

    def pick(self, number: int, away: Sequence[int] = ()) -> int:
        """One of so many alternatives that have nothing to do with unknown numbers; `away` says
        how far each is from the usual way, if not one step."""
        if number <= 1:
            return 0
        at = len(self.decisions)
        if at < len(self.prefix):
            taken = self.prefix[at]
        else:
            self._check_limits()
            taken = 0
            for other in range(number - 1, 0, -1):
                self._later(other, away[other] if away else 1)
        self.decisions.append(taken)
        return taken

    def is_asked_for(self) -> bool:
        """Whether something is as a text wants it: tried first if near ways come first, as the
        text does nothing otherwise; else last."""
        return bool(self.pick(2)) is not self.near_first

    def branch(self, asked: SymBool) -> bool:
        """Whether an unknown condition holds on this path; forks if both are possible."""
        known = self.known(asked)
        if known is not None:
            return known
        at = len(self.decisions)
        if at < len(self.prefix):
            taken = self.prefix[at]
        else:
            self._check_limits()
            yes = self.possible(asked)
            no = not yes or self.possible(asked.negated())
            if yes and no:
                self._later(0)
            taken = 1 if yes else 0
        self.decisions.append(taken)
        self.assume(asked if taken else asked.negated())
        return bool(taken)

    def known(self, asked: SymBool) -> bool | None:
        """What was said before about a condition on this path, if anything."""
        fact = asked.fact
        if fact is None:
            return None
        operator, (unknowns, constant) = fact
        if not unknowns:
            if operator == "<=":
                return constant <= 0
            return (constant == 0) is (operator == "==")
        if fact in self.facts:
            return True
        return False if negation(fact) in self.facts else None

    def assume(self, condition: SymBool) -> None:
        """From here on only paths on which the condition holds; it must be possible."""
        if condition.fact is not None:
            self.facts[condition.fact] = None
        else:
            self.others.append(condition.condition)

    def possible(self, condition: SymBool | bool) -> bool:
        """Whether a condition can hold on this path.

        Only what speaks of the same unknowns, directly or through others, matters; the answer
        is remembered for all paths on which the same was said with other names.
        """
        if isinstance(condition, bool):
            return condition
        known = self.known(condition)
        if known is not None:
            return known
        if condition.fact is None or self.others:
            return self._holds([*self._said(), condition.term()])
        related = _related(condition.fact, self.facts)
        key = _canonical(related)
        if key not in _answers:
            self.asked += 1
            _answers[key] = self._holds([*map(term_of, related)])
        return _answers[key]

    def about(self, unknowns: Iterable[int]) -> list[Fact]:
        """All that was said of unknowns, or of others that are tied to them."""
        asked: Fact = ("==", (tuple((unknown, 1) for unknown in unknowns), 0))
        return _related(asked, self.facts)[1:]

    # ------------------------------------------------------------------------- unknowns

    def number(self, name: str, low: int | None = 0, likes: int = 0) -> SymInt:
        """A new unknown whole number, at least `low`; a model tries values from `likes` on."""
        made = SymInt(self, {len(self.unknowns): 1})
        self.unknowns.append(name)
        self.likes.append(likes)
        if low is not None:
            self.assume(made >= low)
        return made

    def named(self, value: Any) -> SymInt:
        """A new unknown that is equal to a Z3 term."""
        made = self.number("value", None)
        self.assume(SymBool(self, None, made.term() == value))
        return made

    def model(self, *conditions: SymBool) -> Any:
        """Small values for the unknowns of this path with these conditions, or None.

        One unknown after the other gets the first value from 0 (or from where it likes to
        begin) that it can have, so that the values do not depend on how the solver searches.
        """
        said = [*self._said(), *(condition.term() for condition in conditions)]
        solver = _solver(said)
        if _check(solver) != z3.sat:
            return None
        for number in range(len(self.unknowns)):
            unknown = unknown_term(number)
            self.check_time()
            for value in (*range(self.likes[number], 16), *range(self.likes[number])):
                solver.push()
                solver.add(unknown == value)
                if _check(solver) == z3.sat:
                    break
                solver.pop()
        _check(solver)
        return solver.model()

    def _said(self) -> list[Any]:
        return [*map(term_of, self.facts), *self.others]

    def _holds(self, terms: list[Any]) -> bool:
        """Whether terms can all hold. The plain solver mostly knows; making the one that tries
        more ways takes longer than the answer."""
        self.check_time()
        answer = _solver(terms, z3.SimpleSolver()).check()
        if answer == z3.unknown:
            answer = _check(_solver(terms))
        return bool(answer == z3.sat)

    def _check_limits(self) -> None:
        if len(self.decisions) >= self.max_decisions:
            raise TooLong(f"a path with more than {self.max_decisions} decisions")
        self.check_time()

    def check_time(self) -> None:
        """Raise TooLong when the time is up."""
        if self.deadline is not None and time.process_time() > self.deadline:
            raise TooLong(TIME_IS_UP)


def _solver(terms: Iterable[Any], solver: Any = None) -> Any:
    solver = solver or z3.Solver()
    solver.set("rlimit", SOLVER_STEPS)
    solver.add(*terms)
    return solver


def _check(solver: Any) -> Any:
    answer = solver.check()
    if answer == z3.unknown:
        if solver.reason_unknown() == INTERRUPTED:
            raise KeyboardInterrupt
        raise TooLong("the solver gave up")
    return answer


def _related(asked: Fact, facts: Iterable[Fact]) -> list[Fact]:
    """The fact, and all that was said about its unknowns or about unknowns tied to them."""
    names = {name for name, _ in asked[1][0]}
    found = [asked]
    left = list(facts)
    growing = True
    while growing:
        growing = False
        rest = []
        for fact in left:
            unknowns = fact[1][0]
            for name, _ in unknowns:
                if name in names:
                    names.update([name for name, _ in unknowns])
                    found.append(fact)
                    growing = True
                    break
            else:
                rest.append(fact)
        left = rest
    return found


def _canonical(facts: list[Fact]) -> Any:
    """The same facts with unknowns numbered in order of appearance; the first is asked."""
    numbers: dict[int, int] = {}
    for _, (unknowns, _) in facts:
        for name, _ in unknowns:
            numbers.setdefault(name, len(numbers))
    renamed = [
        (operator, tuple(sorted([(numbers[name], factor) for name, factor in unknowns])), constant)
        for operator, (unknowns, constant) in facts
    ]
    return renamed[0], frozenset(renamed[1:])
