"""What the wording or the rules leave open, with both readings and the ruling if there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding, Span
from rules_check.grammar.questions import ASKS, WORDING_QUESTIONS, open_questions, settle
from rules_check.grammar.wording import wording
from rules_check.rules.model import Ruleset

WORDS_OF = {"and-or": ("AND_OR",), "this-turn": ("THIS_TURN",)}
"""The words under which the caret goes, by question."""


def check(subject: Subject) -> Iterator[Finding]:
    """Questions about the wording (RC301) and about the rules (RC302)."""
    answers = subject.ruleset.language_rulings(subject.card.name) if subject.ruleset else {}
    seen: set[str] = set()
    for question in open_questions(subject.text):
        if question.id in seen:
            continue
        seen.add(question.id)
        wording_question = question.id in WORDING_QUESTIONS
        answer = answers.get(question.id)
        general = answer is not None and not _names(subject, answer.ruling)
        if answer is not None and (not wording_question or general):
            continue  # the book answers it
        span = place(subject, question)
        notes = [*echoes(subject.text, question)]
        rules: tuple[str, ...] = ()
        if answer is not None and subject.ruleset is not None:
            letter = (
                "AB"[question.keys.index(answer.answer)]
                if len(question.keys) <= 2
                else answer.answer
            )
            notes.append(f"settled by: {_source(subject.ruleset, answer.ruling)}: {letter}")
            rules = (answer.ruling,)
        yield Finding(
            "RC301" if wording_question else "RC302",
            "open question" if answer is None else "two readings, settled by a clarification",
            span,
            ASKS[question.id],
            subject.card.name,
            tuple(notes),
            _help(
                subject.text, question, answer.answer if answer is not None else question.keys[0]
            ),
            rules=rules,
        )


def _names(subject: Subject, ruling_id: str) -> bool:
    """Is it a ruling on this very card?"""
    assert subject.ruleset is not None
    return any(
        ruling.id == ruling_id and ruling.names(subject.card.name)
        for ruling in subject.ruleset.rulings
    )


def _source(ruleset: Ruleset, ruling_id: str) -> str:
    ruling = next(ruling for ruling in ruleset.rulings if ruling.id == ruling_id)
    about = ", ".join(ruling.cards) if ruling.cards else "general"
    return f"{ruleset.title}, clarification {ruling.id} ({about})"


def readings_of(text: a.CardText, question: a.Question[Any]) -> list[list[str]]:
    """The printed lines of the whole text for each option of one question."""
    return [wording(settle(text, {question.id: key})) for key in question.keys]


def echoes(text: a.CardText, question: a.Question[Any]) -> Iterator[str]:
    """ "read as A: …" for each option, only the lines that differ."""
    versions = readings_of(text, question)
    for letter, lines in zip("ABCDEFGH", versions, strict=False):
        others = [line for version in versions if version is not lines for line in version]
        own = [line for line in lines if line not in others] or lines
        yield f"read as {letter}: {' / '.join(own)}"


def _help(text: a.CardText, question: a.Question[Any], key: str) -> str:
    """A wording that says one reading and nothing else (the one that a ruling chose)."""
    versions = readings_of(text, question)
    at = question.keys.index(key)
    if versions[at] == wording(text) and len(versions) == 2:
        at = 1 - at  # the text as it stands is how one would say it
    common = [line for line in versions[at] if all(line in version for version in versions)]
    own = [line for line in versions[at] if line not in common]
    letter = "ABCDEFGH"[at]
    return f'to say {letter} and nothing else, write "{" / ".join(own)}"' if own else ""


def place(subject: Subject, question: a.Question[Any]) -> Span:
    """The words that leave the question open."""
    kinds = WORDS_OF.get(question.id, ())
    for spoken in subject.parsed.spoken:
        for word in spoken.words:
            if word.kind in kinds:
                return subject.span(spoken.line, word.start, word.end)
    if question.id == "attack-scope":
        found = _after_attack(subject, question)
        if found is not None:
            return found
    neutral = _neutral(question)
    for spoken in subject.parsed.spoken:
        if any(node in neutral for node in a.walk(spoken.effect)):
            return subject.span(spoken.line, spoken.start, spoken.end)
    return subject.span(0, 0, len(subject.card.printed[0].text))


def _after_attack(subject: Subject, question: a.Question[Any]) -> Span | None:
    outside = question.option("outside")
    assert isinstance(outside, a.Abilities)
    plain = outside.abilities[-1]
    assert isinstance(plain, a.Plain)
    first = plain.effect.effects[0] if isinstance(plain.effect, a.Seq) else plain.effect
    for spoken in subject.parsed.spoken:
        if spoken.effect == first or (
            isinstance(spoken.effect, a.Seq) and spoken.effect.effects[0] == first
        ):
            return subject.span(spoken.line, spoken.start, spoken.end)
        if isinstance(first, a.May | a.If) and type(spoken.effect) is type(first):
            return subject.span(spoken.line, spoken.start, spoken.end)
    return None


def _neutral(question: a.Question[Any]) -> list[a.Node]:
    """The nodes as they stand in the text before the question was asked."""
    from dataclasses import replace

    found: list[a.Node] = []
    for option in question.options:
        if isinstance(option, a.CountOf):
            found.append(replace(option, timing=None, itself=None))
        elif isinstance(option, a.Move) and isinstance(option.what, a.Cards):
            tests = tuple(test for test in option.what.filter.tests if test != a.Other())
            plain = replace(option.what, filter=a.Filter(option.what.filter.nouns, tests))
            found.append(replace(option, what=plain))
        elif isinstance(option, a.Node):
            found.append(option)
    return found
