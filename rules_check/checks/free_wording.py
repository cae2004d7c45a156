"""RC502: a sentence that is understood, but in words of its own: it is told in standard words."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.checks.style import AS_PRINTED, Meaning, Parse
from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Edit, Finding
from rules_check.grammar.lines import Spoken
from rules_check.grammar.phrases.chains import opening
from rules_check.grammar.wording import text

TWO_WAYS = "reading"
"""The question of a sentence that can be read in more ways than one."""


def check(subject: Subject, parse: Parse | None = None) -> Iterator[Finding]:
    """What each sentence in free wording was understood to say."""
    free = [spoken for spoken in subject.parsed.spoken if spoken.free]
    card = subject.card
    if free and not (card.line is not None and card.line.source == AS_PRINTED):
        meaning = Meaning(subject, parse)
        for spoken in free:
            if _in_two_ways(spoken.effect):
                continue  # the question tells each of its readings
            yield _finding(subject, spoken, meaning)


def _finding(subject: Subject, spoken: Spoken, meaning: Meaning) -> Finding:
    said = text(spoken.effect, opening(spoken.opener))
    printed = subject.card.printed[spoken.line]
    span = printed.span(spoken.start, spoken.end)
    begins = printed.text[spoken.start : spoken.start + 1].isupper()
    whole = said if begins else said[:1].lower() + said[1:]
    replacement = whole.removesuffix(".")
    changed = printed.text[: spoken.start] + replacement + printed.text[spoken.end :]
    kept = span.length == spoken.end - spoken.start and meaning.kept(spoken.line, changed)
    return Finding(
        "RC502",
        f"understood as: {said}",
        span,
        label="in words of its own",
        card=subject.card.name,
        help="see whether that is what is meant; players know the standard words",
        edits=(Edit(span, replacement),) if kept else (),
        keeps_meaning=kept,
    )


def _in_two_ways(effect: a.Effect) -> bool:
    return any(isinstance(one, a.Question) and one.id == TWO_WAYS for one in a.walk(effect))
