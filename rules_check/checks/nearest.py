"""The standard wordings nearest to a sentence that is not understood, each with what it would mean.

Nothing is chosen: of several meanings up to three are told, of more none.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final, NamedTuple

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import NODES
from rules_check.grammar.lines import Spoken, Trouble
from rules_check.grammar.parse import Parser
from rules_check.grammar.phrases.chains import opening
from rules_check.grammar.wording import text

MOST_TOLD: Final = 3
"""Of so many meanings each is told; of more none."""

TWO_WAYS: Final = "reading"
"""The question of a sentence that can be read in more ways than one."""


class Near(NamedTuple):
    """A wording that is near, and what it would mean in standard words; `sure`: a fix may write it,
    for all its words are those of the author, or synonyms."""

    sentence: str
    means: str
    sure: bool

    def told(self) -> str:
        """Both, for a message."""
        return f'"{self.sentence}"? that would be: {self.means}'


def nearest_wordings(subject: Subject, trouble: Trouble, parser: Parser) -> list[Near]:
    """The nearest wordings that are understood where the sentence stands."""

    def changes() -> list[Any]:
        from rules_check.grammar.near import near  # what is known needs no grammar

        return near(trouble.words, trouble.at)

    key = f"{trouble.at} " + " ".join(f"{word.kind}={word.text}" for word in trouble.words)
    for _, together in groupby(parser.noted("near", key, changes), key=lambda one: one[0]):
        found: dict[a.Effect, Near] = {}
        for _, sure, sentence in together:
            spoken = _understood(subject, trouble, parser, sentence)
            if spoken is not None:
                means = text(spoken.effect, opening(spoken.opener))
                found.setdefault(spoken.effect, Near(sentence, means, sure))
        if found:
            return list(found.values()) if len(found) <= MOST_TOLD else []
    return []


def _understood(subject: Subject, trouble: Trouble, parser: Parser, sentence: str) -> Spoken | None:
    """What a wording says in its place, if it is understood there, and in one way."""
    lines = [printed.text for printed in subject.card.printed]
    line, begin = lines[trouble.line], trouble.words[0].start
    lines[trouble.line] = line[:begin] + sentence + line[trouble.words[-1].end :]
    again = parser.parse(lines, subject.names)
    before, after = (
        sum(one.line == trouble.line for one in parsed.troubles)
        for parsed in (subject.parsed, again)
    )
    if after >= before or len(again.troubles) >= len(subject.parsed.troubles):
        return None
    end = begin + len(sentence)
    here = [one for one in again.spoken if one.line == trouble.line and one.start == begin]
    if len(here) != 1 or here[0].end != end:
        return None
    nodes = list(a.walk(here[0].effect))
    whole = all(type(node).__name__ in NODES for node in nodes)  # it can be said by itself
    asked = (node.id for node in nodes if isinstance(node, a.Question))
    return here[0] if whole and TWO_WAYS not in asked else None
