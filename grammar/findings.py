"""What a stage noticed about a text, as plain data.

`grammar` and `rules` report findings; `rules_check` turns them into diagnostics
(adding severity and documentation from its catalogue) and prints them.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one physical line of a file; line and column count from 1."""

    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text under `span` by `replacement`."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that a finding speaks of, with a short label."""

    span: Span
    label: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """A short game that shows a finding: where it begins, what is done, what is wrong then."""

    position: tuple[str, ...]
    cards: tuple[str, ...]
    actions: tuple[str, ...]
    broken: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed: a code of the catalogue, where, and what to say about it.

    `message` stands alone; `label` goes under the caret; `notes` tell circumstances;
    `help` says how to go forward; `edits` carry it out (`keeps_meaning` tells whether
    they leave the meaning of the card as it was).
    """

    code: str
    message: str
    span: Span
    label: str = ""
    card: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    edits: tuple[Edit, ...] = ()
    keeps_meaning: bool = False
    rules: tuple[str, ...] = ()
    related: tuple[Related, ...] = field(default=())
    witness: Witness | None = None
