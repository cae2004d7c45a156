"""Scenarios tried with a fault, in a process that ends with it; and the lines that they run."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from inspect import signature
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from rules_check.grammar.core import carried_out
from rules_check.oracle import game as core_game
from rules_check.oracle.scenarios import runner, tables
from rules_check.oracle.scenarios.files import Scenario, load_scenarios
from tests.mutants.model import ROOT
from tests.mutants.rules.faults import GAMES, MAKE_GAME, Fault, in_place, named
from tests.mutants.rules.places import PlaceError, functions

SECONDS: Final = 0.8
"""A scenario that is played longer is endless; it needs a hundredth of that without a fault."""

MAKING: Final = 20.0
"""A game that is made for longer is endless; the first one of a process needs a tenth of that."""

BYTES: Final = 4 << 30
"""So much room an engine with a fault may take."""

ENDLESS: Final = "endless"
HOW: Final = ("expectation", "citation", "exception", ENDLESS)
"""How a scenario fails, the most telling first."""


class _Endless(BaseException):
    """The time of a scenario is up."""


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its id."""
    return {one.id: one for one in load_scenarios(ROOT / "tests" / "scenarios")}


def how_it_fails(scenario: Scenario, rulings: Mapping[str, int]) -> str:
    """How a scenario fails, one of `HOW`; empty if it passes."""
    try:
        signal.setitimer(signal.ITIMER_PROF, MAKING)
        with suppress(ValueError):  # the scenario tells it, or wants it
            tables.table(scenario, rulings)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        failures = runner.run(scenario, rulings=rulings).failures
    except _Endless:
        return ENDLESS
    except Exception:  # noqa: BLE001 (whatever it is, the scenario has found it)
        return "exception"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if not failures:
        return ""
    told = all("cites " in failure.text for failure in failures)
    return "citation" if told else "expectation"


def fails(
    fault: Fault | None, ids: Iterable[str], most: int | None = None, *, anew: bool = True
) -> Mapping[str, str]:
    """Those of these scenarios that fail with a fault, and how: up to so many, or an endless one.

    If not `anew`, games stay as they were made where the fault does not matter for it. Raises
    ValueError if the fault cannot be put in place.
    """
    found: Mapping[str, str] = in_child(lambda: _fails(fault, ids, most, anew=anew))
    return found


def _fails(
    fault: Fault | None, ids: Iterable[str], most: int | None, *, anew: bool
) -> Mapping[str, str]:
    found: dict[str, str] = {}
    GAMES.keep()
    with ExitStack() as stack:
        rulings = stack.enter_context(in_place(fault, anew=anew)) if fault is not None else {}
        for id_ in ids:
            if how := how_it_fails(scenarios()[id_], rulings):
                found[id_] = how
                if len(found) == most or how == ENDLESS:
                    break  # one that does not end is enough
    return found


Tried = tuple[Fault, Sequence[str]]
"""A fault, and the scenarios that are tried with it."""


def fails_each(tried: Sequence[Tried]) -> Sequence[Mapping[str, str]]:
    """What fails with each of some faults of kind `change`, tried one after the other."""
    found: Sequence[Mapping[str, str]] = in_child(lambda: [_alone(*one) for one in tried])
    return found


def _alone(fault: Fault, ids: Sequence[str]) -> Mapping[str, str]:
    try:
        return _fails(fault, ids, None, anew=False)
    except PlaceError:  # other code cannot be put there
        return {}


def in_child(work: Callable[[], Any]) -> Any:
    """What the work gives, done in a child of this process, which leaves nothing behind."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        _child(work, write)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("the process of a fault ended without a word")
    answer = json.loads(said)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer["value"]


def _child(work: Callable[[], Any], write: int) -> None:
    """Do the work, tell what it gives, and end."""

    def up(_number: int, _frame: FrameType | None) -> None:
        raise _Endless

    try:
        signal.signal(signal.SIGPROF, up)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        try:
            answer = {"value": work()}
        except Exception as error:  # noqa: BLE001 (told to the parent)
            answer = {"error": f"{type(error).__name__}: {error}"}
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            json.dump(answer, pipe)
    finally:
        os._exit(0)


# ------------------------------------------------------------------------- lines


Lines = Mapping[str, frozenset[int]]
"""The lines of each file of the engine that were run."""


class Ran(NamedTuple):
    """The lines that run when the game of a scenario is made, and those when it is played."""

    made: Lines
    played: Lines


def lines_run(ids: Sequence[str]) -> Mapping[str, Ran]:
    """The lines of the engine's rooms that each of these scenarios runs."""
    found = in_child(lambda: _Tracing().all_of(ids))
    return {id_: Ran(*map(_frozen, both)) for id_, both in found.items()}


def _frozen(files: Mapping[str, Sequence[int]]) -> Lines:
    return {file: frozenset(lines) for file, lines in files.items()}


Hit = dict[int, set[int]]
"""The lines that were run of each code, by its `id`: to hash it takes long."""
Trace = Callable[[FrameType, str, object], Any]


KIND_MADE: Final = core_game.kind_made.__wrapped__
OWN_CARDS: Final = list(signature(MAKE_GAME).parameters).index("cards")
"""The place of the cards that a scenario adds, in what its game is made of."""


class _Tracing:
    """Notes lines. Those that make a kind of card are noted once, and so are those that make games
    that differ only in the cards that a scenario adds."""

    def __init__(self) -> None:
        files = {str(ROOT / one.file): one.file for one in functions().values()}
        self._real = {os.path.realpath(path): file for path, file in files.items()}
        self._files: dict[str, str | None] = {}
        self._hit: Hit = {}
        self._made: Hit = {}
        self._kinds: dict[tuple[Any, ...], tuple[Any, Hit]] = {}
        self._games: dict[tuple[Any, ...], Hit] = {}
        self._tracers: dict[int, Trace | None] = {}
        self._codes: dict[int, CodeType] = {}

    def all_of(self, ids: Sequence[str]) -> Mapping[str, tuple[Any, Any]]:
        """The lines of scenarios, as JSON has them."""
        with (
            named(core_game, kind_made=self._kind, kind_with=core_game.kind_with.__wrapped__),
            named(carried_out, translated=carried_out.translated.__wrapped__),
            named(tables, _game=self._game),
        ):
            return {id_: self._lines(scenarios()[id_]) for id_ in ids}

    def _kind(self, *key: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(None)
        if key not in self._kinds:
            around = self._onto({})
            sys.settrace(self._enter)
            kind = KIND_MADE(*key)
            sys.settrace(None)
            self._kinds[key] = kind, self._onto(around)
        kind, own = self._kinds[key]
        _add(self._made, own)
        sys.settrace(before)
        return kind

    def _game(self, *key: Any) -> Any:
        sys.settrace(None)
        alike = key[:OWN_CARDS] + key[OWN_CARDS + 1 :]
        known = alike in self._games
        own = self._games.setdefault(alike, {})
        played = self._onto(own)
        sys.settrace(None if known else self._enter)
        try:
            return MAKE_GAME(*key)
        finally:
            sys.settrace(None)
            self._onto(played)
            _add(self._made, own)
            sys.settrace(self._enter)

    def _onto(self, hit: Hit) -> Hit:
        """Note lines there from now on; where they were noted before."""
        before, self._hit = self._hit, hit
        self._tracers = {}
        return before

    def _lines(self, scenario: Scenario) -> tuple[Any, Any]:
        self._made = {}
        self._onto({})
        GAMES.renew()
        sys.settrace(self._enter)
        try:
            runner.run(scenario)
        finally:
            sys.settrace(None)
        return self._by_file(self._made), self._by_file(self._hit)

    def _by_file(self, hit: Hit) -> Mapping[str, Sequence[int]]:
        found: dict[str, set[int]] = {}
        for code, lines in hit.items():
            name = self._codes[code].co_filename
            found.setdefault(self._files[name] or "", set()).update(lines)
        return {file: sorted(lines) for file, lines in found.items()}

    def _enter(self, frame: FrameType, _event: str, _value: object) -> Any:
        code = frame.f_code
        try:
            return self._tracers[id(code)]
        except KeyError:
            self._tracers[id(code)] = made = self._tracer(code)
            return made

    def _tracer(self, code: CodeType) -> Trace | None:
        """What notes the lines of a function, as long as some have not been run."""
        name = code.co_filename
        if name not in self._files:
            self._files[name] = self._real.get(os.path.realpath(name))
        if self._files[name] is None:
            return None
        self._codes[id(code)] = code
        hit = self._hit.setdefault(id(code), set())
        lines = len({line for _, _, line in code.co_lines() if line})
        tracers = self._tracers

        def note(frame: FrameType, _event: str, _value: object) -> Trace:
            hit.add(frame.f_lineno)
            if len(hit) == lines:
                tracers[id(code)] = None
            return note

        return note


def _add(to: Hit, lines: Hit) -> None:
    for code, own in lines.items():
        to.setdefault(code, set()).update(own)
