"""What a stage noticed about a text, as plain data.

`grammar` and `rules` report findings; `rules_check` turns them into diagnostics
(adding severity and documentation from its catalogue) and prints them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

_SHOWN = 40


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one physical line of a file; line and column count from 1."""

    line: int
    column: int
    length: int = 1


class Edit(NamedTuple):
    """Replace the text under `span` by `replacement`."""

    span: Span
    replacement: str


class Related(NamedTuple):
    """A second place that a finding speaks of, with a short label."""

    span: Span
    label: str
    file: str = ""


class Witness(NamedTuple):
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
    they leave the meaning of the card as it was). `question` is the id of the question that the
    finding is about, while nobody has answered it.
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
    related: tuple[Related, ...] = ()
    witness: Witness | None = None
    question: str = ""


def slip(code: str, what: str, span: Span, meant: str | None, label: str, advice: str) -> Finding:
    """A finding about a word that is perhaps a slip; `label` is for where nothing was `meant`."""
    if meant is None:
        return Finding(code, what, span, label, help=advice)
    asked = f"did you mean {quoted(meant)}?"
    return Finding(code, what, span, asked, help=advice, edits=(Edit(span, meant),))


def twice(message: str, span: Span, before: Span) -> Finding:
    """The finding for something that may be given once, and stands in two places."""
    first = (Related(before, "first given here"),)
    advice = "keep one of the two"
    return Finding("RC013", message, span, "given again here", help=advice, related=first)


def quoted(text: str) -> str:
    """A piece of the author's text for a message: cut short, nothing invisible in it."""
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + '"'


def closest(word: str, options: Iterable[str]) -> str | None:
    """The option that `word` is most likely a slip of, if any comes near."""
    if len(word) > _SHOWN:
        return None
    from difflib import get_close_matches

    by_key = {option.lower(): str(option) for option in options}
    near = get_close_matches(word.lower(), by_key, n=1, cutoff=0.7)
    return by_key[near[0]] if near else None
