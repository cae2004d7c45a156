"""What the wording or the rules leave open, with both readings and the ruling if there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding, Span
from rules_check.grammar.questions import open_questions, settle
from rules_check.grammar.wording import wording
from rules_check.rules.language import told
from rules_check.rules.model import Ruleset


def check(subject: Subject) -> Iterator[Finding]:
    """Questions about the wording (RC301) and about the rules (RC302)."""
    answers = subject.ruleset.language_rulings(subject.card.name) if subject.ruleset else {}
    seen: set[str] = set()
    for question in open_questions(subject.text):
        if question.id in seen:
            continue
        seen.add(question.id)
        wording_question = told(question.id).about == "wording"
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
            told(question.id).asks,
            subject.card.name,
            tuple(notes),
            _help(
                subject.text, question, answer.answer if answer is not None else question.keys[0]
            ),
            rules=rules,
            question=question.id if answer is None else "",
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
    """The words that leave the question open, or the sentence that they stand in."""
    at = a.place_of(question)
    if at is not None:
        return subject.span(*at)
    outside = question.options[-1]
    asked = outside.abilities[-1] if isinstance(outside, a.Abilities) else question
    line, start, _ = a.hull(asked) or (0, 0, 0)
    for spoken in subject.parsed.spoken:
        if spoken.line == line and spoken.start <= start < spoken.end:
            return subject.span(line, spoken.start, spoken.end)
    return subject.span(0, 0, len(subject.card.printed[0].text))
