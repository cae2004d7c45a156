"""Questions and coverage of rulebooks, as text and as JSON values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rules_check.rulebook.coverage import Coverage
    from rules_check.rules.model import Question, Rule, Ruleset

WIDTH: Final = 96
ABOUT: Final = {
    "contradiction": "contradiction",
    "silence": "silence",
    "between": "difference between books",
}
KINDS: Final = {
    "DIFFER": "games can end differently",
    "DIFFER*": "games can end differently with cards that the books do not print",
    "TRACE": "only the order of events or the possible actions differ",
    "SAME": "no difference",
}


# ----------------------------------------------------------------------- questions


def questions_text(ruleset: Ruleset) -> Iterator[str]:
    """A heading, then a block for each question that the book leaves open."""
    questions = ruleset.questions.values()
    number = len(questions)
    yield f"{ruleset.title} ({ruleset.name}): {number} open question{'' if number == 1 else 's'}"
    for question in questions:
        yield ""
        yield from _block(question)


def _block(question: Question) -> Iterator[str]:
    yield from _wrapped(f"{question.id}  ", question.title)
    for number, reading in enumerate(question.readings, start=1):
        yield from _wrapped(f"  {number}. ", reading)
    yield from _wrapped("  kind: ", f"{ABOUT[question.about]}; {KINDS[question.kind]}")
    default = f"reading {question.default}" if question.default else "none"
    note = f". {question.note}" if question.note else ""
    yield from _wrapped("  our default: ", default + note)
    yield from _wrapped("  situation: ", question.situation)
    see = f"; see {', '.join(question.see)}" if question.see else ""
    yield from _wrapped("  rules: ", f"{', '.join(question.rules)}{see}")


def _wrapped(start: str, text: str) -> list[str]:
    indent = " " * (5 if start.strip()[:1].isdigit() else 4)
    return _fold(text, start, indent)


def _fold(text: str, start: str, indent: str) -> list[str]:
    """Lines of a paragraph; ids are never broken at their hyphen."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=start,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def questions_json(ruleset: Ruleset) -> dict[str, Any]:
    """A book and its questions."""
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "questions": [
            {
                "id": question.id,
                "title": question.title,
                "about": question.about,
                "kind": question.kind,
                "books": list(question.books),
                "readings": list(question.readings),
                "default": question.default or None,
                "note": question.note,
                "situation": question.situation,
                "rules": list(question.rules),
                "see": list(question.see),
            }
            for question in ruleset.questions.values()
        ],
    }


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
        yield from _fold(said, f"  {rule.id:<10} ", " " * 13)


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
