"""RC216: text that only does something under a keyword, and stands under none."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.checks.ruleset import known_keyword
from rules_check.checks.subject import Subject
from rules_check.checks.words import book, in_parentheses, keywords_over, sentences
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding
from rules_check.grammar.lines import Spoken

HARM = frozenset({a.Verb.DISCARD, a.Verb.DESTROY})
"""What is done to the cards of foes in an Attack."""

FOES = frozenset({a.PlayerKind.EACH_FOE, a.PlayerKind.A_FOE, a.PlayerKind.CHOSEN_FOE})
"""Whom an Attack is aimed at."""


def check(subject: Subject) -> Iterator[Finding]:
    """RC216 of one card."""
    before: Spoken | None = None
    for spoken in sentences(subject):
        if in_parentheses(subject, spoken) or _behind_keyword(subject, spoken):
            continue
        hangs = before if before is not None and before.line == spoken.line else None
        before = spoken
        keyword, why = _lacks(spoken.effect, hangs.effect if hangs else spoken.effect)
        if keyword and (subject.ruleset is None or known_keyword(subject.ruleset, keyword.lower())):
            yield _finding(subject, spoken, keyword, why)


def _behind_keyword(subject: Subject, spoken: Spoken) -> bool:
    """Is it the text of a keyword, of the game or of the set itself?"""
    own = any(u.line == spoken.line and u.start <= spoken.start for u in subject.parsed.uses)
    return own or subject.card.line is None or bool(keywords_over(subject, spoken))


def _lacks(effect: a.Effect, before: a.Effect) -> tuple[str, str]:
    """The keyword that a sentence needs behind another one, and what becomes of it without; empty
    if it needs none."""
    nodes = list(a.walk(effect))
    refs = (x for x in (*nodes, *a.walk(before)) if isinstance(x, a.Ref))
    this = any(ref.kind is a.RefKind.THIS for ref in refs)
    if any(isinstance(node, a.AvoidAttack) for node in nodes) and _at_once(effect):
        return "Defense", "without the keyword no Attack is avoided by it"
    raises = any(isinstance(x, a.ChangeCost) and isinstance(x.of, a.CharacterCost) for x in nodes)
    if raises and this and _at_once(effect):
        return "Block", "without the keyword it is no Block: it cannot be used in a foe's turn"
    if any(isinstance(node, a.Move) and _harms(node) for node in nodes) and _at_once(effect):
        return "Attack", "without the keyword nobody can avoid it"
    return "", ""


def _at_once(effect: a.Effect) -> bool:
    """Does it happen when the card is played, and not at an occasion of its own?"""
    return not any(isinstance(node, a.When | a.While | a.Lasting) for node in a.walk(effect))


def _harms(move: a.Move) -> bool:
    """Is it done to foes, and nothing that they would like?"""
    if move.who.kind not in FOES:
        return False
    weak = any(isinstance(x, a.NameNoun) and x.name == "Weakness" for x in a.walk(move.what))
    return move.verb in HARM or (move.verb is a.Verb.GAIN and weak)


def _finding(subject: Subject, spoken: Spoken, keyword: str, why: str) -> Finding:
    name = f" of {book(subject.ruleset)}" if subject.ruleset is not None else ""
    return Finding(
        "RC216",
        f"this reads like {'an' if keyword == 'Attack' else 'a'} {keyword}, and is none: {why}",
        subject.span(spoken.line, spoken.start, spoken.end),
        label=f'not behind "{keyword}:"',
        card=subject.card.name,
        help=f'write "{keyword}:" before the text, as the cards{name} do; '
        "or allow this by a comment if it is meant so",
    )
