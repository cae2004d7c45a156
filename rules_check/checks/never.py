"""RC207, as it is said: words of a sentence that can never apply."""

from __future__ import annotations

from typing import NamedTuple

from rules_check.checks.subject import Subject
from rules_check.checks.words import typed
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken


class Said(NamedTuple):
    """A sentence with the nodes of its meaning."""

    spoken: Spoken
    nodes: tuple[a.Node, ...]


def never(
    subject: Subject,
    place: a.WordPlace,
    why: str,
    label: str,
    way: str,
    rules: tuple[str, ...] = (),
) -> Finding:
    """The finding about the words at a place: why, what stands under the caret, what to do."""
    words = " ".join(typed(subject, *place).split())
    return Finding(
        "RC207",
        f'"{words}" can never apply: {why}',
        subject.span(*place),
        label=label,
        card=subject.card.name,
        help=way,
        rules=rules,
    )
