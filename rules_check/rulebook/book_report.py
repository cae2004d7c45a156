"""How much of rulebooks is covered, as text and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rules_check.rulebook.folding import fold

if TYPE_CHECKING:
    from rules_check.rulebook.coverage import Coverage
    from rules_check.rules.model import Rule


# ------------------------------------------------------------------------ coverage


def coverage_line(coverage: Coverage) -> str:
    """The figures of one book."""
    measured = f" in {coverage.games} random games" if coverage.games else ""
    return (
        f"{coverage.name}: {len(coverage.executable)} executable, {len(coverage.cited)} cited, "
        f"{len(coverage.exercised)} exercised{measured}, "
        f"{len(coverage.not_executable)} not executable"
    )


def rule_lines(coverage: Coverage, what: str) -> Iterator[str]:
    """One of the lists behind the figures: each rule with its id, and what is missing."""
    for rule in coverage.rules(what):
        said = rule.text + _remark(coverage, rule, what)
        yield from fold(f"  {rule.id:<10} ", said, 13)


def _remark(coverage: Coverage, rule: Rule, what: str) -> str:
    if what == "not-executable":
        return f" ({rule.reason})"
    if what == "missing":
        return " (not exercised)" if rule.id in coverage.topics else " (not cited)"
    return ""


def coverage_json(coverage: Coverage) -> dict[str, Any]:
    """A book with its figures, and each of its rules."""
    return {
        "name": coverage.name,
        "executable": len(coverage.executable),
        "cited": len(coverage.cited),
        "exercised": len(coverage.exercised),
        "not_executable": len(coverage.not_executable),
        "random_games": coverage.games or None,
        "rules": list(_rules(coverage)),
    }


def _rules(coverage: Coverage) -> Iterable[dict[str, Any]]:
    exercised = {rule.id for rule in coverage.exercised}
    for rule in coverage.book:
        told: dict[str, Any] = {"id": rule.id, "text": rule.text, "executable": rule.executable}
        if rule.executable:
            told["cited"] = rule.id in coverage.topics
            told["exercised"] = rule.id in exercised
            told["topics"] = list(coverage.topics.get(rule.id, ()))
            told["scenarios"] = list(coverage.scenarios.get(rule.id, ()))
        else:
            told["reason"] = rule.reason
        yield told
