"""Subjects that are waited for: "the next Hero you buy this turn", "each card you play"."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.syntax.conditions import trigger
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Draft,
    Nominal,
    NounPhrase,
    Prep,
    Relative,
    Sentence,
    want,
)
from rules_check.grammar.syntax.nouns import describe

ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def waiting_for(subject: Draft | None) -> a.Trigger | None:
    """ "the next Hero you buy this turn", "each card you play": what is waited for; None: it speaks
    of cards that are there."""
    by_clause = _as_clause(subject)
    if by_clause is not None:
        return trigger(by_clause)
    found = waited(subject)
    if found is None:
        return None
    nth, next_, acted, cards = found
    often = a.Often.NEXT if next_ else a.Often.NTH if nth else a.Often.EACH
    what = a.Cards(a.Exactly(a.Number(1)), cards)
    return a.Trigger(a.Event(acted.verbs, acted.who, what), often, nth, acted.window)


def _as_clause(subject: Draft | None) -> Clause | None:
    """ "each Hero that you discard from your hand": each time that you discard one from there."""
    match subject:
        case NounPhrase("each" | "every", Nominal("card", adjectives=(), quantity=None) as inner):
            if subject != NounPhrase(subject.det, inner) or not inner.details:
                return None
            *before, last = inner.details
            match last:
                case Relative(Sentence(who, Act(gap=True) as act, ()), gap=True):
                    taken = [
                        one for one in act.adjuncts if isinstance(one, Prep) and one.word == "from"
                    ]
                    if not taken or act.form != "base" or act.perfect or act.modal:
                        return None
                    card = replace(inner, details=(*before, *taken))
                    rest = tuple(one for one in act.adjuncts if one not in taken)
                    does = replace(act, object=NounPhrase("a", card), gap=False, adjuncts=rest)
                    return Clause("time", Sentence(who, does), nth="each")
    return None


def waited(subject: Draft | None) -> tuple[int, bool, a.Acted, a.Filter] | None:
    """Which of them, whether it is the next one, what is done to it, and which cards."""
    if not isinstance(subject, NounPhrase) or not isinstance(subject.x, Nominal):
        return None
    inner = subject.x
    rank = inner.adjectives[:1]
    nth = ORDINALS.get(rank[0], 0) if rank else 0
    next_ = rank == ("next",)
    if subject.det == "the" and not (nth or next_):
        return None
    if subject.det not in ("the", "each", "every", "any") or inner.sort != "card":
        return None
    if subject.det != "the" and (nth or next_):
        return None
    rest = replace(inner, adjectives=inner.adjectives[1:]) if nth or next_ else inner
    described = describe(rest)
    acted = [test for test in described.tests if isinstance(test, a.Acted)]
    if len(acted) != 1 or (acted[0].tense is not a.Tense.PRESENT and not is_tenseless(inner)):
        return None
    want(not inner.plural and inner.quantity is None and not described.places)
    want(subject == NounPhrase(subject.det, inner))
    want(not (described.extra or described.edge or described.random or described.among))
    want(not (described.different or described.number or described.chooser))
    want(not described.single or subject.det in ("each", "every"))
    want(subject.det == "the" or acted[0].tense is a.Tense.PRESENT)
    others = [test for test in described.tests if test is not acted[0]]
    return nth, next_, acted[0], make_filter(described.nouns, others)


def is_tenseless(inner: Nominal) -> bool:
    """ "bought by you this turn" may be before or after."""
    return any(
        isinstance(one, Relative) and isinstance(one.x, Act) and one.x.passive and not one.x.adverb
        for one in inner.details
    )
