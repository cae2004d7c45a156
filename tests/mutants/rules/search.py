"""The search for a fault of each rule: the most telling one that makes a scenario of it fail.

First the faults that are written down are tried on all rules: other values of parameters, other
readings of rulings, mutants. A rule for which none of them is specific gets small changes of the
statements that its scenarios run: first those of functions that name a topic of the rule, then
those that the fewest scenarios run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_ruleset, load_topics
from rules_check.rules.topics import split
from tests.mutants.model import load_mutants
from tests.mutants.rules.faults import Fault, Row, executable_rules, mutant_code
from tests.mutants.rules.places import Function, functions, lines_of
from tests.mutants.rules.small_changes import small_changes
from tests.mutants.rules.trying import HOW, Lines, fails, scenarios
from tests.rules.changes import changes

OF_A_RULE: Final = 4
"""So many scenarios of a rule are tried, those that are named for it first."""

SAMPLE: Final = 200
"""So many scenarios of a game are tried to see how much a fault breaks."""

TRIES: Final = 250
"""So many small changes are tried for a rule; the rest of them may be fewer."""

FEW: Final = 2
MORE_TRIES: Final = 25
"""When a specific fault is found, so many more are tried, unless it breaks only a few others."""

WRITTEN: Final = ("parameter", "reading", "mutant")


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
    """The row of a rule with a fault; None if no scenario of the rule fails."""
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
    rank = min(WRITTEN.index(one.fault.kind), 1) if one.fault.kind in WRITTEN else 3
    rank -= one.fault.kind == "reading"
    return (not one.specific, HOW.index(one.how), rank, not near, one.others)


# ------------------------------------------------------- the faults that are written down


def written_faults() -> Iterator[tuple[Fault, tuple[str, ...]]]:
    """Every parameter, reading and mutant, with the rules whose scenarios are tried."""
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
            yield Fault("parameter", f"rules/{book}.toml", old, one.told), of_book
        for ruling in ruleset.rulings:
            for reading in range(1, len(ruling.readings) + 1):
                if reading != ruling.answer:
                    old, new = (f"{ruling.id} = {number}" for number in (ruling.answer, reading))
                    fault = Fault("reading", f"rules/{book}-rules.toml", old, new)
                    yield fault, tuple(rule for rule in ruling.rules if rule in rules)
    for mutant in load_mutants():
        if mutant.file.startswith("oracle/") and mutant_code(mutant):
            yield Fault("mutant", mutant.file, mutant.old, mutant.new), tuple(rules)


def try_written(
    fault: Fault, rules: Iterable[str], runs: Mapping[str, frozenset[str]]
) -> Mapping[str, Row]:
    """The rows of the rules of which a scenario fails with a fault.

    `runs` has for each function the scenarios that run it.
    """
    able = _able(fault, runs)
    ids = {id_: None for rule in rules for id_ in of_rule(rule) if id_ in able}
    failed = dict(fails(fault, ids)) if ids else {}
    games = {scenarios()[id_].game for id_ in failed}
    more = [id_ for game in games for id_ in sample(game) if id_ in able and id_ not in ids]
    if more:
        failed |= fails(fault, more)
    rows = {rule: row(rule, fault, failed) for rule in rules}
    return {rule: one for rule, one in rows.items() if one is not None}


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
    own = of_rule(rule)
    near = _near(rule)
    mine = [one for one in found if not one.run_by.isdisjoint(own)]
    mine.sort(key=lambda x: (x.told, x.function.where not in near, len(x.run_by)))
    best_key = key(best) if best else None
    left = TRIES
    for statement in mine:
        close = statement.function.where in near
        for fault in statement.faults():
            if not left:
                return best
            left -= 1
            one = _tried(rule, fault, statement)
            if one is None:
                continue
            now = key(one, near=close)
            if best_key is None or now < best_key:
                best, best_key = one, now
                if one.specific and not now[1]:
                    if one.others <= FEW:
                        return best
                    left = min(left, MORE_TRIES)
    return best


def _tried(rule: str, fault: Fault, statement: Statement) -> Row | None:
    failed = dict(fails(fault, [id_ for id_ in of_rule(rule) if id_ in statement.run_by]))
    if not failed:
        return None
    games = {scenarios()[id_].game for id_ in failed}
    more = [id_ for game in games for id_ in sample(game) if id_ in statement.run_by]
    failed |= fails(fault, [id_ for id_ in more if id_ not in failed])
    return row(rule, fault, failed)


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
