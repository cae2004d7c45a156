"""The faults that are written down: other values, other readings, mutants; and what they reach."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rules_check.oracle.box.names import PLAY_SETS
from rules_check.rules.load import load_ruleset
from tests.mutants.model import ROOT, Mutant, MutantError, load_mutants
from tests.mutants.rules.faults import WRITTEN, Fault, executable_rules, mutant_code, mutant_of
from tests.mutants.rules.search import of_rule
from tests.mutants.rules.statements import near
from tests.mutants.rules.trying import scenarios
from tests.rules.changes import changes


def written_faults() -> Iterator[tuple[Fault, tuple[str, ...]]]:
    """Every parameter, reading and mutant, with the rules whose scenarios are tried.

    A parameter is tried on the rules of scenarios that are known to notice it, a reading on the
    rules of its ruling, a mutant on those it names and those of which its functions name a topic.
    """
    rules = executable_rules()
    for book in PLAY_SETS:
        of_book = tuple(rule for rule, where in rules.items() if where == book)
        yield from _of_book(book, of_book)
    for mutant in load_mutants(*WRITTEN):
        if _is_there(mutant) and mutant_code(mutant):
            changed = {function.where for function, _ in mutant_code(mutant)}
            about = [x for x in rules if x in mutant.rules or not changed.isdisjoint(near(x))]
            yield Fault("mutant", mutant.file, mutant.old, mutant.new), tuple(about)


def _is_there(mutant: Mutant) -> bool:
    """Whether the text that a mutant changes is there; whoever looks after mutants tells it."""
    try:
        mutant.compiled()
    except (OSError, MutantError):
        return False
    return True


def _of_book(book: str, rules: Sequence[str]) -> Iterator[tuple[Fault, tuple[str, ...]]]:
    """The parameters and the readings of a book."""
    ruleset = load_ruleset(book)
    values = dict(ruleset.parameters)
    for variant in ruleset.variants:
        values |= {f"{variant.name}: {key}": value for key, value in variant.parameters.items()}
    for one in changes(ruleset):
        told = one.key if one.key in values else ""
        old = f"{told} = {values[told]!r}" if told else one.key.replace(", ", " before ")
        noticing = set(_noticed()[book].get(one.key, ()))
        about = [rule for rule in rules if noticing & set(of_rule(rule))]
        yield Fault("parameter", f"rules/{book}.toml", old, one.told), tuple(about)
    for ruling in ruleset.rulings:
        for reading in range(1, len(ruling.readings) + 1):
            if reading != ruling.answer:
                old, new = (f"{ruling.id} = {number}" for number in (ruling.answer, reading))
                fault = Fault("reading", f"rules/{book}-rules.toml", old, new)
                yield fault, tuple(rule for rule in ruling.rules if rule in rules)


@cache
def _noticed() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The scenarios that are known to notice another value of each parameter."""
    path = ROOT / "tests" / "rules" / "noticed.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def able(fault: Fault, runs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The scenarios that a fault could break; `runs` has those that run each function."""
    if fault.kind == "change":
        return runs.get(fault.where, frozenset())
    if fault.kind == "mutant":
        changed = [function.where for function, _ in mutant_code(mutant_of(fault))]
        return frozenset().union(*(runs.get(where, frozenset()) for where in changed))
    book = fault.where.removeprefix("rules/").removesuffix(".toml").removesuffix("-rules")
    return frozenset(id_ for id_, one in scenarios().items() if one.game == book)
