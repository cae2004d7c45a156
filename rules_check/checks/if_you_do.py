"""RC204: "If you do" after something that must be done."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.checks.subject import Subject
from rules_check.checks.words import in_parentheses, sentences, typed
from rules_check.grammar import ast as a
from rules_check.grammar.attach import SAME, Opener
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken

ASKED_ABOUT = frozenset(
    {a.Verb.DRAW, a.Verb.DESTROY, a.Verb.GAIN, a.Verb.REVEAL, a.Verb.RETURN, a.Verb.PASS}
)
"""Verbs that the help repeats ("If you drew a card this way"); it takes "discarded" for others."""


def check(subject: Subject) -> Iterator[Finding]:
    """RC204 of one card."""
    forced = {node.effect for node in _forced(subject.parsed.text)}
    before: Spoken | None = None
    for spoken in sentences(subject):
        opens = SAME[spoken.opener] is Opener.IF_YOU_DO
        if opens and before is not None and before.line == spoken.line:
            node = next((part for part in _tails(before.effect) if part in forced), None)
            if node is not None:
                yield _finding(subject, node, before, spoken)
        if not in_parentheses(subject, spoken):
            before = spoken


def _tails(effect: a.Effect) -> Iterator[a.Effect]:
    """The parts at the end of a sentence on which the next one can hang."""
    yield effect
    match effect:
        case a.Seq(effects):
            yield from _tails(effects[-1])
        case a.When() | a.While():
            yield from _tails(effect.effect)
        case a.If(_, then, None):
            yield from _tails(then)
        case _:
            pass


def _forced(node: a.Node) -> Iterator[a.Tried]:
    """What hangs on "If you do" although the player had no choice."""
    match node:
        case a.Defense() | a.Block() | a.BlockValue() | a.Payment() | a.ChooseOne():
            return
        case a.When(a.Once()):
            return
        case a.Tried(effect, then, _) if then is not None and not _optional(effect):
            yield node
        case _:
            pass
    for child in a.children(node):
        yield from _forced(child)


def _optional(effect: a.Effect) -> bool:
    """Has the player a choice in it?"""
    free = a.May | a.UpTo | a.AnyNumber | a.Unless | a.AvoidAttack | a.Within
    return any(
        isinstance(part, free) or (isinstance(part, a.CostWorth) and part.up_to)
        for part in a.walk(effect)
    )


def _finding(subject: Subject, node: a.Effect, before: Spoken, spoken: Spoken) -> Finding:
    opener = spoken.words[0]
    words = typed(subject, spoken.line, opener.start, opener.end)
    first = typed(subject, before.line, before.start, before.end)
    yours = node == before.effect and getattr(node, "who", None) == a.YOU
    verb = getattr(node, "verb", None)
    done = a.SIMPLE_PAST[verb if verb in ASKED_ABOUT else a.Verb.DISCARD]
    may = f'write "You may {first[:1].lower()}{first[1:]}"' if yours else 'say so with "may"'
    return Finding(
        "RC204",
        f'"{words}" asks about a choice, but "{first}" leaves none',
        subject.span(spoken.line, opener.start, opener.end),
        label="it has to be done",
        card=subject.card.name,
        notes=("that it may fail because there is no such card does not make it a choice",),
        help=(
            f"if there is a choice, {may}; if it only matters whether it was possible, say so"
            f' ("If you {done} a card this way"); else drop the words'
        ),
    )
