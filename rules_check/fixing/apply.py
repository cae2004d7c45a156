"""Applies fixes to a card file, a few at a time, and takes back what does harm.

A fix is safe if the finding says that it keeps the meaning; each safe fix is looked at again: the
card must mean the same as before. An unsafe one may change the meaning, and is told with how the
card was read before and after. No fix may lead to an error or a warning that was not there before;
only a text that a page has torn to pieces is judged when it is whole again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from rules_check.checker import CardResult, FileResult
from rules_check.codes import Severity
from rules_check.diagnostics import Diagnostic, TextEdit
from rules_check.echo import echo_card

MOST_ROUNDS: Final = 50
"""So often a file is looked at again; each round changes a line at most once."""

QUESTIONS: Final = frozenset({"RC301", "RC302"})
"""The codes of questions that a text leaves open."""
PAGE: Final = frozenset({"RC023"})
"""Codes about what a page has done to a text."""

Check = Callable[[str], FileResult]


@dataclass(frozen=True, slots=True)
class Applied:
    """A fix that was applied; `before` and `after` tell how the card is read if that changed."""

    found: Diagnostic
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def safe(self) -> bool:
        """Whether the card means the same."""
        return self.found.fix is not None and self.found.fix.keeps_meaning


@dataclass(slots=True)
class Fixed:
    """A text after its fixes, what was applied, and what was taken back."""

    text: str
    applied: list[Applied] = field(default_factory=list)
    refused: list[Diagnostic] = field(default_factory=list)


def fix_text(
    text: str, check: Check, *, unsafe: bool = False, only: Set[str] | None = None
) -> Fixed:
    """Apply the fixes of a text; with `unsafe`, also those that may change the meaning.

    `only` are the codes whose fixes are wanted.
    """
    fixed = Fixed(text)
    tried: set[tuple[object, ...]] = set()
    result = check(text)
    for _ in range(MOST_ROUNDS):
        wanted = [d for d in result.diagnostics if only is None or d.code in only]
        chosen = _chosen(wanted, fixed.text, tried, unsafe)
        if not chosen:
            break
        result = _apply(fixed, result, chosen, check)
    return fixed


def _chosen(
    found: Iterable[Diagnostic], text: str, tried: set[tuple[object, ...]], unsafe: bool
) -> list[Diagnostic]:
    """The next fixes, at most one for each card; safe ones first."""
    rows = text.split("\n")
    chosen: dict[tuple[str, int], Diagnostic] = {}
    ordered = sorted(found, key=lambda one: not (one.fix and one.fix.keeps_meaning))
    for one in ordered:
        if one.fix is None or not one.fix.edits or not (one.fix.keeps_meaning or unsafe):
            continue
        where = one.place.card, 0 if one.place.card else one.place.line
        touched = tuple(rows[edit.line - 1] for edit in one.fix.edits)
        edits = tuple((edit.column, edit.length, edit.replacement) for edit in one.fix.edits)
        key = (one.code, touched, edits)
        if where not in chosen and key not in tried:
            chosen[where] = one
            tried.add(key)
    return list(chosen.values())


def _apply(
    fixed: Fixed, before: FileResult, chosen: Sequence[Diagnostic], check: Check
) -> FileResult:
    """Apply fixes together; if that does harm, one after the other."""
    text = edited(fixed.text, [edit for one in chosen for edit in _edits(one)])
    after = check(text)
    if len(chosen) == 1 or not any(_harm(one, before, after) for one in chosen):
        if len(chosen) == 1 and _harm(chosen[0], before, after):
            fixed.refused.extend(chosen)
            return before
        fixed.text = text
        fixed.applied.extend(_told(one, before, after) for one in chosen)
        return after
    result = before
    for one in sorted(chosen, key=lambda one: -one.place.line):
        result = _apply(fixed, result, [one], check)
    return result


def edited(text: str, edits: Iterable[TextEdit]) -> str:
    """A text after some edits that do not overlap."""
    rows = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one.line, one.column), reverse=True):
        row = rows[edit.line - 1]
        start = edit.column - 1
        rows[edit.line - 1] = row[:start] + edit.replacement + row[start + edit.length :]
    return "\n".join(rows)


def _edits(found: Diagnostic) -> tuple[TextEdit, ...]:
    return found.fix.edits if found.fix is not None else ()


def _harm(one: Diagnostic, before: FileResult, after: FileResult) -> bool:
    """Is there something new to say of the card, or does it mean something else though it must not?

    A fix of a text that was not understood may bring notes on its wording to light, and questions
    that it leaves open; if it was in pieces, also warnings about what it says.
    """
    name = one.place.card
    new = _findings(after, name) - _findings(before, name)
    hidden = not all(card.understood for card in _cards(before, name))
    in_pieces = hidden and one.code in PAGE
    harmless = {Severity.NOTE, Severity.WARNING} if in_pieces else {Severity.NOTE}
    told = QUESTIONS if hidden else frozenset()
    if any(severity not in harmless and code not in told for code, severity in new):
        return True
    if in_pieces or not (one.fix and one.fix.keeps_meaning):
        return False  # in pieces it had no meaning yet
    return [card.subject.parsed.text for card in _cards(before, name)] != [
        card.subject.parsed.text for card in _cards(after, name)
    ]


def _findings(result: FileResult, name: str) -> Counter[tuple[str, Severity]]:
    return Counter((d.code, d.severity) for d in result.diagnostics if d.place.card == name)


def _cards(result: FileResult, name: str) -> list[CardResult]:
    return [card for card in result.cards if card.card.name == name]


def _told(one: Diagnostic, before: FileResult, after: FileResult) -> Applied:
    """A fix with how the card was read before and is read now, if that is not the same."""
    name = one.place.card
    old = tuple(line for card in _cards(before, name) for line in echo_card(card)[1:])
    new = tuple(line for card in _cards(after, name) for line in echo_card(card)[1:])
    return Applied(one) if old == new else Applied(one, old, new)
