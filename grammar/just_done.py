"""Cards called by what a text has just had done to them: "the card they revealed"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules_check.grammar import ast as a

LATER: Final = (a.When, a.Delayed, a.Lasting, a.While)
"""What is carried out at a time of its own: what was done before it is not just done."""

TELLING: Final = (a.Move, a.Show)
"""Effects that have a verb done to cards."""


def just_done(abilities: Iterable[a.Ability]) -> Iterator[a.Ability]:
    """The same, where "the card you discarded" is one that this text has told you to discard.

    Without words of time, what somebody did is what a sentence before tells them to do; if none
    does, it is whatever they did this turn. What is played goes on in the next line.
    """
    told: set[a.Verb] = set()
    for ability in abilities:
        yield _said(ability, told if isinstance(ability, a.Plain | a.Attack) else set())


def _said(node: Any, told: set[a.Verb]) -> Any:
    match node:
        case a.Acted((verb,), who, a.Tense.PAST | a.Tense.PRESENT, None) if verb in told:
            return a.placed(a.ThisWay(verb, None, who), a.place_of(node))
        case a.RepeatUntil():
            return node  # see `subjects.this_way`
        case _:
            pass
    within = set[a.Verb]() if isinstance(node, LATER) else told
    new = a.rebuild(node, lambda part: _said(part, within))
    if isinstance(node, TELLING):
        told.add(node.verb)
    return new
