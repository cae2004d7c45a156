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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

from rules_check.grammar.per_object import PerObject
from rules_check.oracle import core_game
from rules_check.oracle.box import arranging
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import PlaySet, load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios import tables
from rules_check.rules.load import load_rules, load_ruleset
from rules_check.rules.model import Ruleset
from tests.mutants.model import ROOT, Mutant, load_mutants
from tests.mutants.rules import places
from tests.mutants.rules.places import Function, PlaceError
from tests.rules.changes import changes

TABLE: Final = Path(__file__).with_name("faults.jsonl")
WITHOUT: Final = Path(__file__).with_name("without.toml")

KINDS: Final = ("parameter", "reading", "mutant", "change")
"""The kinds of faults, the most telling first."""

MAKING: Final = ("oracle/box/", "oracle/game.py", "oracle/playable.py")
"""Where the engine makes a game, before it is played."""


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


def put(fault: Fault) -> Mapping[str, int]:
    """Put a fault into the engine of this process, for good; the rulings to be played with.

    Raises PlaceError if the table speaks of something that is no longer there.
    """
    _forget(fault)
    match fault.kind:
        case "parameter":
            _put_parameter(fault)
        case "reading":
            ruling, _, reading = fault.new.rpartition(" = ")
            known = [one.id for book in PLAY_SETS for one in load_ruleset(book).rulings]
            if ruling not in known:
                raise PlaceError(fault.where, f"there is no ruling {ruling}")
            return {ruling: int(reading)}
        case "mutant":
            for function, code in mutant_code(mutant_of(fault)):
                places.put(function, code)
        case _:
            function = _function(fault)
            places.put(function, places.changed(function, fault.old, fault.nth, fault.new))
    return {}


def _function(fault: Fault) -> Function:
    try:
        return places.functions()[fault.where]
    except KeyError:
        raise PlaceError(fault.where, "there is no such function") from None


def keep_games(*, all_of_them: bool = False) -> None:
    """Make games anew from now on, on the engine in which faults are put; each of them once, if all
    are kept."""
    vars(core_game)["game_as_read"] = Game
    make = getattr(tables._game, "__wrapped__", tables._game)
    vars(tables)["_game"] = lru_cache(maxsize=None if all_of_them else 128)(make)


def _forget(fault: Fault) -> None:
    """Forget what was worked out without the fault; games too, if they could be made otherwise."""
    if not fault.code or fault.where.startswith(MAKING):
        keep_games()
    for one in keepers():
        _aside.append(one._known)
        one._known = {}


_aside: Final[list[object]] = []
"""What was forgotten: to free it all takes longer than to try a fault."""


@cache
def keepers() -> tuple[PerObject[Any, Any], ...]:
    """The functions of the engine that keep what they gave for an object."""
    found = [places.module_of(one).get(one.name) for one in places.functions().values()]
    return tuple(one for one in found if isinstance(one, PerObject))


def _put_parameter(fault: Fault) -> None:
    book = Path(fault.where).stem
    for change in changes(load_ruleset(book)):
        if change.told == fault.new:
            vars(arranging)["load_play_set"] = _with(book, change.make)
            return
    raise PlaceError(fault.where, f"there is no change {fault.new!r}")


def _with(book: str, make: Callable[[Ruleset], Ruleset]) -> Callable[..., PlaySet]:
    def changed(name: str, *, rulings: Mapping[str, int] | None = None) -> PlaySet:
        played = load_play_set(name, rulings=rulings)
        return replace(played, ruleset=make(played.ruleset)) if name == book else played

    return changed


@cache
def _mutants() -> Mapping[tuple[str, str, str], Mutant]:
    return {(one.file, one.old, one.new): one for one in load_mutants()}


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
