"""Where the time of a check goes: a stopwatch around the calls from one part to the next."""

from __future__ import annotations

import functools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

P = ParamSpec("P")
R = TypeVar("R")

LOADING = "loading Lark and the grammar"
FILE = "reading the file"
LEXING = "lexing"
PARSING = "parsing"
PLACING = "places of errors"
BUILDING = "building"
DISCOURSE = "joining sentences"
CACHE = "cache"
CHECKS = "checks"
RENDERING = "rendering"
PHASES = (
    LOADING,
    FILE,
    LEXING,
    PARSING,
    PLACING,
    BUILDING,
    DISCOURSE,
    CACHE,
    CHECKS,
    RENDERING,
)


class Watch:
    """Counts the seconds (of the processor) of each phase; an inner phase stops the outer one."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Everything inside belongs to this phase, unless another is entered."""
        self._turn()
        self._running.append(name)
        try:
            yield
        finally:
            self._turn()
            self._running.pop()

    def timed(self, name: str, function: Callable[P, R]) -> Callable[P, R]:
        """The function, with every call counted for a phase."""

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            with self.phase(name):
                return function(*args, **kwargs)

        return call

    def _turn(self) -> None:
        now = time.process_time()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Count the calls between the parts of the program for as long as this lasts."""
    from rules_check import checker
    from rules_check.grammar import cache, earley, lexer, parse

    places: tuple[tuple[Any, str, str], ...] = (
        (checker, "read_card_text", FILE),
        (lexer.Lexer, "split", LEXING),
        (earley.SentenceParser, "parse", PARSING),
        (earley.SentenceParser, "failure", PLACING),
        (parse, "read_sentence", BUILDING),
        (parse.Parser, "parse", DISCOURSE),
        (cache.Cache, "get", CACHE),
        (cache.Cache, "put", CACHE),
        (cache.Cache, "save", CACHE),
        (checker.Checker, "check", CHECKS),
    )
    with ExitStack() as stack:
        for owner, name, phase in places:
            timed = watch.timed(phase, getattr(owner, name))
            stack.enter_context(patch.object(owner, name, timed))
        yield
