"""Sentences that are understood and that no editor would let pass: how many cards (RC213), a
dash or minus (RC214), a choice between the same and the same, conditions that cannot both hold
(RC207), a text that sets itself off (RC801)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rules_check.checks.never import Said, never
from rules_check.checks.subject import Subject
from rules_check.checks.words import typed
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding

DONE: Final = (a.Move, a.Show, a.Play)
"""What is done to cards of which there must be a number."""

TOLD: Final = frozenset(
    "all any both each every everything its her his the their these those that this your whatever"
    " whichever either exactly only remaining other".split()
)
"""Words with which a phrase says which cards, or that it means all of them."""

TOP: Final = re.compile(r"the (top|bottom) cards\b")
"""How many of them?"""

DASH: Final = re.compile(r"[-–—−] +\d+")

MOST: Final = 10**6
"""As many as there can be of anything."""


def check(subject: Subject, said: Said) -> Iterator[Finding]:
    """What is wrong with one sentence."""
    yield from _how_many(subject, said)
    yield from _dash(subject, said)
    yield from _same_either_way(subject, said)
    yield from _never_both(subject, said)
    yield from _sets_itself_off(subject, said)


def _how_many(subject: Subject, said: Said) -> Iterator[Finding]:
    """ "Draw cards": read as all of them, which hardly anybody means."""
    for node in said.nodes:
        what = node.what if isinstance(node, DONE) else None
        place = a.place_of(what) if isinstance(what, a.Cards) else None
        if place is None or not isinstance(what, a.Cards) or what.quantity != a.Every():
            continue
        phrase = typed(subject, *place).casefold()
        first = "top" if TOP.match(phrase) else phrase.partition(" ")[0]
        told = any(not isinstance(test, a.Attribute) for test in what.filter.tests)
        told = told or any(isinstance(noun, a.NameNoun) for noun in what.filter.nouns)
        if told or what.among is not None or not first.isalpha() or first in TOLD:
            continue
        words = " ".join(typed(subject, *place).split())
        yield Finding(
            "RC213",
            f'how many? "{words}" is read as all of them',
            subject.span(*place),
            label="no number",
            card=subject.card.name,
            help='write "all" before it if all are meant, else the number: "a card", "two cards"',
        )


def _dash(subject: Subject, said: Said) -> Iterator[Finding]:
    """ "- 2 Power": a list, or less Power?"""
    line, start = said.spoken.line, said.spoken.start
    text = subject.card.printed[line].text[start:]
    mark = DASH.match(text)
    if mark is not None and any(isinstance(node, a.Power) for node in said.nodes):
        yield Finding(
            "RC214",
            "a dash with a space before a number of Power is read as minus",
            subject.span(line, start, start + mark.end()),
            label="minus, or a mark of a list?",
            card=subject.card.name,
            help='leave the dash out if the line is one of a list ("+2 Power"), else the space',
        )


def _same_either_way(subject: Subject, said: Said) -> Iterator[Finding]:
    """ "Draw a card unless you draw a card"."""
    for node in said.nodes:
        if isinstance(node, a.Unless) and node.effect == node.unless:
            place = a.place_of(node.unless)
            if place is not None:
                why = "what is done without it is the same"
                way = "say what is done in place of it"
                yield never(subject, place, why, "the same again", way)


def _never_both(subject: Subject, said: Said) -> Iterator[Finding]:
    """Two numbers of the same things that cannot both be."""
    for node in said.nodes:
        if not isinstance(node, a.AllOf):
            continue
        for one, two in combinations(_counts(node), 2):
            if one.count != two.count:
                continue
            low = max(_range(one)[0], _range(two)[0])
            high = min(_range(one)[1], _range(two)[1])
            place = a.hull(node)
            if low > high and place is not None:
                why = "the two cannot hold at the same time"
                way = 'keep one of the two, or write "or" if either will do'
                yield never(subject, place, why, "never both", way)


def _counts(condition: a.Node) -> Iterator[a.There]:
    """The conditions on a number that must all hold."""
    match condition:
        case a.AllOf():
            for part in a.children(condition):
                yield from _counts(part)
        case a.There(_, _, a.Number()):
            yield condition
        case _:
            pass


def _range(there: a.There) -> tuple[int, int]:
    """The numbers that a condition allows."""
    assert isinstance(there.value, a.Number)
    number = there.value.value
    match there.comparison:
        case a.Comparison.EQUAL:
            return number, number
        case a.Comparison.AT_LEAST:
            return number, MOST
        case a.Comparison.MORE:
            return number + 1, MOST
        case a.Comparison.AT_MOST:
            return 0, number
        case a.Comparison.LESS:
            return 0, number - 1


def _sets_itself_off(subject: Subject, said: Said) -> Iterator[Finding]:
    """ "When you play this card, play this card"."""
    for node in said.nodes:
        match node:
            case a.When(
                a.Trigger(
                    a.Event(verbs=verbs, what=a.Ref(a.RefKind.THIS)),
                    often=a.Often.WHEN | a.Often.EACH,
                ),
                effect,
            ):
                again = effect.effects[0] if isinstance(effect, a.Seq) else effect
                place = a.place_of(again)
                if (
                    a.Verb.PLAY in verbs
                    and isinstance(again, a.Play)
                    and isinstance(again.what, a.Ref)
                    and again.what.kind is a.RefKind.THIS
                    and place is not None
                ):
                    yield Finding(
                        "RC801",
                        "this text sets itself off, and never ends",
                        subject.span(*place),
                        label="here it begins again",
                        card=subject.card.name,
                        help='say how often ("once a turn"), or what it costs',
                    )
            case _:
                pass
