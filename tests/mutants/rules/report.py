"""What the table of rules and faults says as a whole, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rules_check.oracle.box.names import PLAY_SETS
from tests.mutants.rules.faults import KINDS, Row, executable_rules
from tests.mutants.rules.statements import near

ENOUGH: Final = 0.7
"""So many of the rules of each book must have a fault; 0.9 once the search is finished."""


def as_text(rows: Sequence[Row], without: Mapping[str, str]) -> str:
    """The figures of each book."""
    lines = []
    for book in PLAY_SETS:
        rules = [rule for rule, where in executable_rules().items() if where == book]
        mine = [row for row in rows if row.rule in rules]
        kinds = Counter(row.fault.kind for row in mine)
        hows = Counter(row.how for row in mine)
        specific = sum(row.specific for row in mine)
        about = sum(
            row.fault.kind == "change" and row.fault.where in near(row.rule) for row in mine
        )
        lines += [
            f"{book}: {len(mine)} of {len(rules)} rules have a fault, {specific} a specific one",
            f"  by kind: {', '.join(f'{kinds[kind]} {kind}' for kind in KINDS)}",
            f"  changes in a function that names a topic of the rule: {about}",
            f"  what fails: {', '.join(f'{number} {how}' for how, number in hows.most_common())}",
            *(f"  none: {rule}: {without[rule]}" for rule in rules if rule in without),
        ]
    return "\n".join(lines)


def problems(rows: Sequence[Row], without: Mapping[str, str]) -> list[str]:
    """What is wrong with the table: rules that are missing, that it has twice, too few faults."""
    counted = Counter(row.rule for row in rows)
    known = executable_rules()
    found = [
        f"{rule}: no fault, and no reason" for rule in known if rule not in {*counted, *without}
    ]
    found += [
        f"{rule}: a fault, and a reason why there is none" for rule in without if counted[rule]
    ]
    found += [f"{rule}: {number} rows" for rule, number in counted.items() if number > 1]
    found += [f"{rule}: no executable rule" for rule in {*counted, *without} if rule not in known]
    found += [f"{rule}: an empty reason" for rule, why in without.items() if not why.strip()]
    for book, number in Counter(known.values()).items():
        has = sum(known.get(rule) == book for rule in counted)
        if has < ENOUGH * number:
            found.append(f"{book}: only {has} of {number} rules have a fault")
    return found
