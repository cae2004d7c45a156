"""The search for a fault of each rule: the most telling one that makes a scenario of it fail.

First the faults that are written down are tried on all rules: other values of parameters, other
readings of rulings, mutants. A rule for which none of them is specific gets small changes of the
statements that its scenarios run: first those of functions that name a topic of the rule, then
those that the fewest scenarios run.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Final

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_ruleset, load_topics
from rules_check.rules.topics import split
from tests.mutants.model import ROOT, load_mutants
from tests.mutants.rules.faults import KINDS, Fault, Row, executable_rules, mutant_code
from tests.mutants.rules.places import Function, functions, lines_of
from tests.mutants.rules.small_changes import small_changes
from tests.mutants.rules.trying import ENDLESS, HOW, Lines, fails, fails_each, scenarios
from tests.rules.changes import changes

OF_A_RULE: Final = 4
"""So many scenarios of a rule are tried, those that are named for it first."""

SAMPLE: Final = 200
"""So many scenarios of a game are tried to see how much a fault breaks."""

TRIES: Final = 192
"""So many small changes are tried for a rule; the rest of them may be fewer."""

MANY: Final = SAMPLE // 10 + 1
"""A fault that breaks so many of a sample is not specific; the rest need not be tried."""

COUNTS: Final = 24
"""Of so many small changes of a rule it is counted what else they break."""

RARE: Final = 300
"""Statements that more scenarios run are tried last."""

TOGETHER: Final = 12
"""So many small changes are tried in one process."""

FEW: Final = 5
MORE_TRIES: Final = 12
"""When a specific fault is found, so many more are tried, unless it breaks only a few others."""

# ---------------------------------------------------------------------- scenarios


@cache
def of_rule(rule: str) -> tuple[str, ...]:
    """The scenarios of a rule, at most `OF_A_RULE`: those that are named for it come first."""
    own = [id_ for id_ in scenarios() if id_ == rule or id_.startswith(rule + "-")]
    named = [id_ for id_, one in scenarios().items() if rule in one.rules and id_ not in own]
    return tuple([*own, *named][:OF_A_RULE])


@cache
def sample(game: str) -> tuple[str, ...]:
    """Scenarios of a game, about as many as `SAMPLE`, evenly spread over all of them."""
    ids = sorted(id_ for id_, one in scenarios().items() if one.game == game)
    return tuple(ids[at * len(ids) // SAMPLE] for at in range(min(SAMPLE, len(ids))))


def row(rule: str, fault: Fault, failed: Mapping[str, str]) -> Row | None:
    """The row of a rule with a fault; None if no scenario of the rule fails.

    In the search no more others are counted than make the fault not specific.
    """
    found = [id_ for id_ in of_rule(rule) if id_ in failed]
    if not found:
        return None
    scenario = min(found, key=lambda id_: HOW.index(failed[id_]))
    others = [id_ for id_ in sample(scenarios()[scenario].game) if id_ != scenario]
    broken = sum(id_ in failed for id_ in others)
    return Row(rule, scenario, fault, failed[scenario], broken, len(others))


Key = tuple[bool, int, int, bool, int]


def key(one: Row, *, near: bool = False) -> Key:
    """The order of rows of one rule, the best first."""
    return (not one.specific, HOW.index(one.how), rank(one.fault), not near, one.others)


def rank(fault: Fault) -> int:
    """How telling the kind of a fault is; other values and other readings are of one rank."""
    return max(KINDS.index(fault.kind), 1)


# ------------------------------------------------------- the faults that are written down


def written_faults() -> Iterator[tuple[Fault, tuple[str, ...]]]:
    """Every parameter, reading and mutant, with the rules whose scenarios are tried.

    A parameter is tried on the rules of scenarios that are known to notice it, a reading on the
    rules of its ruling, a mutant on those it names and those of which its functions name a topic.
    """
    rules = executable_rules()
    for book in PLAY_SETS:
        ruleset = load_ruleset(book)
        of_book = tuple(rule for rule, where in rules.items() if where == book)
        values = dict(ruleset.parameters)
        for variant in ruleset.variants:
            values |= {f"{variant.name}: {key}": value for key, value in variant.parameters.items()}
        for one in changes(ruleset):
            told = one.key if one.key in values else ""
            old = f"{told} = {values[told]!r}" if told else one.key.replace(", ", " before ")
            about = [x for x in of_book if set(noticing(book, one.key)) & set(of_rule(x))]
            yield Fault("parameter", f"rules/{book}.toml", old, one.told), tuple(about)
        for ruling in ruleset.rulings:
            for reading in range(1, len(ruling.readings) + 1):
                if reading != ruling.answer:
                    old, new = (f"{ruling.id} = {number}" for number in (ruling.answer, reading))
                    fault = Fault("reading", f"rules/{book}-rules.toml", old, new)
                    yield fault, tuple(rule for rule in ruling.rules if rule in rules)
    for mutant in load_mutants():
        if mutant.file.startswith("oracle/") and mutant_code(mutant):
            changed = {function.where for function, _ in mutant_code(mutant)}
            about = [x for x in rules if x in mutant.rules or not changed.isdisjoint(_near(x))]
            yield Fault("mutant", mutant.file, mutant.old, mutant.new), tuple(about)


def try_written(
    fault: Fault, rules: Iterable[str], runs: Mapping[str, frozenset[str]]
) -> Mapping[str, Row]:
    """The rows of the rules of which a scenario fails with a fault.

    `runs` has for each function the scenarios that run it.
    """
    able = _able(fault, runs)
    ids = {id_: None for rule in rules for id_ in of_rule(rule) if id_ in able}
    failed = dict(fails(fault, ids)) if ids else {}
    for game in {scenarios()[id_].game: None for id_ in failed}:
        broken = sum(id_ in failed for id_ in sample(game))
        if broken < MANY:
            more = [id_ for id_ in sample(game) if id_ in able and id_ not in ids]
            failed |= fails(fault, more, MANY - broken)
    rows = {rule: row(rule, fault, failed) for rule in rules}
    return {rule: one for rule, one in rows.items() if one is not None}


@cache
def _noticed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    path = ROOT / "tests" / "rules" / "noticed.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def noticing(book: str, parameter: str) -> Sequence[str]:
    """The scenarios that are known to notice another value of a parameter."""
    return _noticed()[book].get(parameter, ())


def _able(fault: Fault, runs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The scenarios that a fault could break."""
    if fault.kind == "mutant":
        mutant = next(
            one
            for one in load_mutants()
            if (one.file, one.old, one.new) == (fault.where, fault.old, fault.new)
        )
        changed = [function.where for function, _ in mutant_code(mutant)]
        return frozenset().union(*(runs.get(where, frozenset()) for where in changed))
    book = fault.where.removeprefix("rules/").removesuffix(".toml").removesuffix("-rules")
    return frozenset(id_ for id_, one in scenarios().items() if one.game == book)


# --------------------------------------------------------------------- small changes


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of the engine, and the scenarios that run it."""

    function: Function
    text: str
    nth: int
    line: int
    run_by: frozenset[str]
    told: bool
    others: tuple[str, ...] = field(repr=False)

    def faults(self) -> Iterator[Fault]:
        """What it could say by mistake."""
        for new in self.others:
            yield Fault("change", self.function.where, self.text, new, self.nth)


def statements(ran: Mapping[str, Lines]) -> tuple[Statement, ...]:
    """Every statement that a scenario runs."""
    by_line: dict[tuple[str, int], set[str]] = {}
    for id_, files in ran.items():
        for file, lines in files.items():
            for line in lines:
                by_line.setdefault((file, line), set()).add(id_)
    found = []
    for function in functions().values():
        returns = ast.unparse(function.tree.returns) if function.tree.returns else ""
        for head, text, nth in function.heads():
            lines_ = lines_of(head)
            run_by = set().union(*(by_line.get((function.file, line), ()) for line in lines_))
            others = tuple(small_changes(head, returns))
            if run_by and others:
                told = text.startswith("say(") or "trace" in text
                found.append(
                    Statement(function, text, nth, lines_[0], frozenset(run_by), told, others)
                )
    return tuple(found)


def runs_of(found: Sequence[Statement]) -> Mapping[str, frozenset[str]]:
    """The scenarios that run each function."""
    runs: dict[str, set[str]] = {}
    for one in found:
        runs.setdefault(one.function.where, set()).update(one.run_by)
    return {where: frozenset(ids) for where, ids in runs.items()}


def try_changes(rule: str, found: Sequence[Statement], best: Row | None) -> Row | None:
    """The best row of a rule: the one it has already, or one with a small change."""
    near = _near(rule)
    best_key = key(best) if best else None
    left, counts = TRIES, COUNTS
    todo = _in_order(rule, found)
    while left > 0 and (together := list(islice(todo, TOGETHER))):
        left -= len(together)
        tried = [(fault, [x for x in of_rule(rule) if x in one.run_by]) for one, fault in together]
        for (one, fault), failed in zip(together, fails_each(tried), strict=True):
            if not failed or ENDLESS in failed.values() or not counts:
                continue
            counts -= 1
            new = _counted(rule, fault, failed, one.run_by)
            now = key(new, near=one.function.where in near)
            if best_key is None or now < best_key:
                best, best_key = new, now
        if best is not None and good(best):
            if best.others <= FEW:
                break
            left = min(left, MORE_TRIES)
    return best


def good(one: Row) -> bool:
    """Whether a row is specific, and an expectation fails."""
    return one.specific and one.how == HOW[0]


def _in_order(rule: str, found: Sequence[Statement]) -> Iterator[tuple[Statement, Fault]]:
    """The small changes of statements that scenarios of a rule run, the most telling first."""
    near = _near(rule)
    mine = [one for one in found if not one.run_by.isdisjoint(of_rule(rule))]
    mine.sort(
        key=lambda one: (
            one.told,
            len(one.run_by) > RARE,
            one.function.where not in near,
            len(one.run_by),
        )
    )
    return ((one, fault) for one in mine for fault in one.faults())


def _counted(rule: str, fault: Fault, failed: Mapping[str, str], run_by: frozenset[str]) -> Row:
    """The row of a fault with which these scenarios of a rule fail."""
    all_failed = dict(failed)
    for game in {scenarios()[id_].game: None for id_ in failed}:
        more = [id_ for id_ in sample(game) if id_ in run_by and id_ not in of_rule(rule)]
        mixed = [id_ for at in range(8) for id_ in more[at::8]]  # neighbours are alike
        all_failed |= fails(fault, mixed, MANY)
    found = row(rule, fault, all_failed)
    assert found is not None
    return found


def exact(one: Row) -> Row:
    """The row with all others counted that fail."""
    if one.specific:
        return one
    game = scenarios()[one.scenario].game
    failed = {**fails(one.fault, sample(game)), one.scenario: one.how}
    return row(one.rule, one.fault, failed) or one


@cache
def _names() -> Mapping[str, frozenset[str]]:
    """The strings that each function of the engine has."""
    return {
        where: frozenset(
            node.value
            for node in ast.walk(function.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        for where, function in functions().items()
    }


@cache
def _near(rule: str) -> frozenset[str]:
    """The functions that name a topic behind which the rule stands."""
    topics = {
        split(entry)[0]
        for book in PLAY_SETS
        for entry, rules in load_topics(book).items()
        if rule in rules
    }
    return frozenset(where for where, names in _names().items() if topics & names)
