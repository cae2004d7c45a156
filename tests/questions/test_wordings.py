"""Each reading is told as a wording that has this reading only, and that means it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules_check.checks.raised import Raised, raised
from rules_check.checks.subject import Subject
from rules_check.grammar.parse import Parser
from rules_check.grammar.questions import ask, open_questions, settle
from rules_check.grammar.wording import wording
from tests.questions.cards import PRINTED, ROOT, checked, result, subjects

PARSER = Parser(None)


def _subjects() -> Iterator[Subject]:
    yield from checked("traps")
    yield from (one.subject for one in result(ROOT / "examples" / "open-questions.txt").cards)
    for name in PRINTED:
        yield from subjects(name)


SUGGESTED = [
    pytest.param(subject, one, at, id=f"{subject.card.name}-{one.id}-{key}")
    for subject in _subjects()
    for one in raised(subject)
    if not one.question.switch and one.question.rank == "equal"
    for at, key in enumerate(one.keys)
]


def read_again(subject: Subject, lines: list[str]) -> Subject:
    """The same card with other printed lines."""
    parsed = PARSER.parse(lines, subject.names)
    assert parsed.understood, (lines, parsed.troubles)
    shown = [replace(subject.card.printed[0], text=line) for line in lines]
    card = replace(subject.card, printed=tuple(shown))
    asked = ask(parsed.text, subject.nature)
    return replace(subject, card=card, parsed=parsed, text=asked)


@pytest.mark.parametrize(("subject", "one", "at"), SUGGESTED)
def test_a_wording_says_its_reading_and_nothing_else(
    subject: Subject, one: Raised, at: int
) -> None:
    lines = wording(one.texts[at])
    again = read_again(subject, lines)
    assert one.id not in {other.id for other in raised(again)}, lines
    others = {q.id: q.keys[0] for q in open_questions(one.texts[at])}
    meant = settle(one.texts[at], others)
    said = settle(again.parsed.text, others)
    assert said == meant, lines


def test_there_are_many() -> None:
    assert len(SUGGESTED) > 70
    assert len({str(param.id).rsplit("-", 1)[0].split("-", 1)[1] for param in SUGGESTED}) > 15
