"""Faults as the table has them: a row a rule, and how the fault of a row is put in place.

There are four kinds. A `parameter` or an order of steps of a book has another value; a `reading`
of a ruling is another one; a `mutant` is one of those written by hand; a `change` is a small
change of one statement of the engine.
"""

from __future__ import annotations

import ast
import json
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from rules_check.grammar.core import carried_out
from rules_check.grammar.per_object import PerObject
from rules_check.oracle import game as core_game
from rules_check.oracle.box import arranging
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import PlaySet, load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios import tables
from rules_check.rules.load import load_rules, load_ruleset
from rules_check.rules.model import Ruleset
from tests.mutants.model import FILES, ROOT, Mutant, load_mutants
from tests.mutants.rules import places
from tests.mutants.rules.made import Key, exchanges, key_of
from tests.mutants.rules.places import Function, PlaceError
from tests.rules.changes import changes

TABLE: Final = Path(__file__).with_name("faults.jsonl")
WITHOUT: Final = Path(__file__).with_name("without.toml")

KINDS: Final = ("parameter", "reading", "mutant", "change")
"""The kinds of faults, the most telling first."""

WRITTEN: Final = FILES
"""The files of mutants."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A fault: its kind, where it is, what stands there, and what it puts in its place.

    `nth` counts the statements of the same text that come before it in the function.
    """

    kind: str
    where: str
    old: str
    new: str
    nth: int = 0

    @property
    def code(self) -> bool:
        """Whether it is a fault in the code of the engine."""
        return self.kind in ("mutant", "change")


@dataclass(frozen=True, slots=True)
class Row:
    """A rule, a scenario of it that fails with the fault, how it fails, and how many others do.

    `others` of the `tried` other scenarios of the same game fail too. `how` says what fails: an
    `expectation` (or an action that is not offered), a `citation` and nothing else; or the
    engine breaks off with an `exception`, or is `endless`.
    """

    rule: str
    scenario: str
    fault: Fault
    how: str
    others: int
    tried: int

    @property
    def specific(self) -> bool:
        """Whether fewer than a tenth of the other scenarios fail."""
        return self.others * 10 < self.tried

    def line(self) -> str:
        """The row as it is written."""
        values = {"rule": self.rule, "scenario": self.scenario, **asdict(self.fault)}
        values |= {"how": self.how, "others": self.others, "tried": self.tried}
        return json.dumps(values, ensure_ascii=False)


def read_rows(path: Path = TABLE) -> tuple[Row, ...]:
    """The table."""
    return tuple(map(_row, path.read_text(encoding="utf-8").splitlines()))


def _row(line: str) -> Row:
    has = json.loads(line)
    fault = Fault(has["kind"], has["where"], has["old"], has["new"], has["nth"])
    return Row(has["rule"], has["scenario"], fault, has["how"], has["others"], has["tried"])


def write_rows(rows: Iterable[Row], path: Path = TABLE) -> None:
    """Write the table, sorted by book and rule."""
    place = {rule: number for number, rule in enumerate(executable_rules())}
    lines = [row.line() for row in sorted(rows, key=lambda row: place[row.rule])]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_without(path: Path = WITHOUT) -> Mapping[str, str]:
    """The rules without a fault, with the reason."""
    reasons: Mapping[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return reasons


@cache
def executable_rules() -> Mapping[str, str]:
    """Every rule that a row is needed for, and its book."""
    return {
        rule.id: book
        for book in PLAY_SETS
        for rule in load_rules(book).rules.values()
        if rule.executable
    }


# --------------------------------------------------------------------- putting in place


@contextmanager
def in_place(fault: Fault, *, anew: bool = True) -> Iterator[Mapping[str, int]]:
    """A fault is in the engine of this process; the rulings to be played with.

    Games are made with it, and all that they are made of; if not `anew`, only if it matters.
    Raises PlaceError if the table speaks of something that is no longer there.
    """
    with ExitStack() as stack:
        rulings: Mapping[str, int] = {}
        match fault.kind:
            case "parameter":
                stack.enter_context(GAMES.others())
                stack.enter_context(_parameter(fault))
            case "reading":
                rulings = _reading(fault)
            case _:
                changed = _codes(fault)
                stays = not anew and [stack.enter_context(GAMES.made_with(*x)) for x in changed]
                if not stays or not all(stays):
                    stack.enter_context(GAMES.others(kinds=True))
                for one in changed:
                    stack.enter_context(_code(*one))
        GAMES.renew()
        yield rulings


def _codes(fault: Fault) -> Sequence[tuple[Function, CodeType]]:
    """The functions that a fault changes, and the code of each."""
    if fault.kind == "mutant":
        return mutant_code(mutant_of(fault))
    try:
        function = places.functions()[fault.where]
    except KeyError:
        raise PlaceError(fault.where, "there is no such function") from None
    return [(function, places.changed(function, fault.old, fault.nth, fault.new))]


@contextmanager
def _code(function: Function, code: CodeType) -> Iterator[None]:
    there = places.live(function)
    before = None if there is None else there.__code__
    places.put(function, code)
    try:
        yield
    finally:
        if there is not None and before is not None:
            there.__code__ = before


@contextmanager
def named(module: ModuleType, **values: Any) -> Iterator[None]:
    """Names of a module stand for something else."""
    before = {name: vars(module)[name] for name in values}
    vars(module).update(values)
    try:
        yield
    finally:
        vars(module).update(before)


def _reading(fault: Fault) -> Mapping[str, int]:
    ruling, _, reading = fault.new.rpartition(" = ")
    known = [one.id for book in PLAY_SETS for one in load_ruleset(book).rulings]
    if ruling not in known:
        raise PlaceError(fault.where, f"there is no ruling {ruling}")
    return {ruling: int(reading)}


class Games:
    """The games of scenarios, each made once, and what is known of what they are made of.

    `made` are the functions that were made from texts, `making` the functions of the engine that
    run when games are made; None if it is not known.
    """

    def __init__(self) -> None:
        self.games: dict[tuple[Any, ...], Game] = {}
        self.made: Mapping[Key, Sequence[FunctionType]] = {}
        self.making: Set[str] | None = None

    def game(self, *key: Any) -> Game:
        """The game of a scenario."""
        if key not in self.games:
            self.games[key] = MAKE_GAME(*key)
        return self.games[key]

    def keep(self) -> None:
        """Keep all games from now on."""
        vars(tables)["_game"] = self.game

    @contextmanager
    def others(self, *, kinds: bool = False) -> Iterator[None]:
        """Games are made anew; `kinds`: and all that they are made of."""
        kept, self.games = self.games, {}
        try:
            with ExitStack() as stack:
                if kinds:
                    for module, names in KEEPING.items():
                        fresh = {x: lru_cache(None)(vars(module)[x].__wrapped__) for x in names}
                        stack.enter_context(named(module, **fresh))
                yield
        finally:
            _aside.append(self.games)
            self.games = kept

    @contextmanager
    def made_with(self, function: Function, code: CodeType) -> Iterator[bool]:
        """Functions that were made by a function have other code; whether games can stay as they
        are."""
        found = exchanges(places.compiled(function.copy()), code)
        if self.making is None or (found is None and function.where in self.making):
            yield False
            return
        before = [(one, one.__code__) for was, _ in found or () for one in self._all(was)]
        for was, becomes in found or ():
            for one in self._all(was):
                one.__code__ = becomes
        try:
            yield True
        finally:
            for one, was in before:
                one.__code__ = was

    def _all(self, code: CodeType) -> Sequence[FunctionType]:
        return self.made.get(key_of(code), ())

    def renew(self) -> None:
        """Forget what games, and functions of the engine, keep of what they have worked out."""
        for game in self.games.values():
            forget_played(game)
        for one in keepers():
            _aside.append(one.forget())


def forget_played(game: Game) -> None:
    """Forget what a game has learned since it was made."""
    core = game.core
    core.step_functions, core.answered, core.between = (), None, None
    core.actives, core.tables, core.rounds = {}, {}, {}


_aside: Final[list[object]] = []
"""What was forgotten: to free it all takes longer than to try a fault."""

MAKE_GAME: Final = tables._game.__wrapped__
GAMES: Final = Games()
KEEPING: Final[Mapping[ModuleType, Sequence[str]]] = {
    core_game: ("kind_made", "kind_with"),
    carried_out: ("translated",),
}
"""Functions that keep what they have made of the text of a card."""


@cache
def keepers() -> tuple[PerObject[Any, Any], ...]:
    """The functions of the engine that keep what they gave for an object."""
    found = [places.module_of(one).get(one.name) for one in places.functions().values()]
    return tuple(one for one in found if isinstance(one, PerObject))


@contextmanager
def _parameter(fault: Fault) -> Iterator[None]:
    book = Path(fault.where).stem
    for change in changes(load_ruleset(book)):
        if change.told == fault.new:
            with named(arranging, load_play_set=_with(book, change.make)):
                yield
            return
    raise PlaceError(fault.where, f"there is no change {fault.new!r}")


def _with(book: str, make: Callable[[Ruleset], Ruleset]) -> Callable[..., PlaySet]:
    made = cache(make)  # the same book for all games, so that cards are made once

    def changed(name: str, *, rulings: Mapping[str, int] | None = None) -> PlaySet:
        played = load_play_set(name, rulings=rulings)
        return replace(played, ruleset=made(played.ruleset)) if name == book else played

    return changed


@cache
def _mutants() -> Mapping[tuple[str, str, str], Mutant]:
    return {(one.file, one.old, one.new): one for one in load_mutants(*WRITTEN)}


def mutant_of(fault: Fault) -> Mutant:
    """The mutant of a fault. Raises PlaceError."""
    try:
        return _mutants()[fault.where, fault.old, fault.new]
    except KeyError:
        problem = f"no mutant changes {fault.old!r} to {fault.new!r}"
        raise PlaceError(fault.where, problem) from None


@cache
def mutant_code(mutant: Mutant) -> tuple[tuple[Function, CodeType], ...]:
    """The function that a mutant changes, and its code; none if it changes anything else."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    other = mutant.applied(source)
    at = source.index(mutant.old)
    first, last = (source.count("\n", 0, to) + 1 for to in (at, at + len(mutant.old.rstrip())))
    longer = other.count("\n") - source.count("\n")
    for function in places.functions().values():
        begins, ends = function.tree.lineno, function.tree.end_lineno or 0
        if function.file == mutant.file and begins <= first and last <= ends:
            text = "\n".join(other.splitlines()[begins - 1 : ends + longer])
            tree = ast.parse(textwrap.dedent(text)).body[0]
            assert isinstance(tree, ast.FunctionDef)
            return ((function, places.compiled(Function(function.file, function.name, tree))),)
    return ()
